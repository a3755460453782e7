/** Rules of `@auth(query: …, add: …, update: …, delete: …, password: …)`. */
import { Kind, parse, type ArgumentNode, type ObjectFieldNode, type ValueNode } from 'graphql';
import { RE2JS } from 're2js';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Claims } from './token';

const OPERATIONS = ['query', 'add', 'update', 'delete', 'password'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Rule =
  | { readonly kind: 'and' | 'or'; readonly rules: readonly Rule[] }
  | { readonly kind: 'not'; readonly rule: Rule }
  /** Condition on the token: `{$ROLE: {eq: "ADMIN"}}`. */
  | { readonly kind: 'claim'; readonly holds: (claims: Claims) => boolean }
  /** Condition on the graph: a query of the type, with variables from the token, that finds the admitted nodes. */
  | { readonly kind: 'graph'; readonly text: string; readonly variables: readonly string[] };

export type TypeRules = Readonly<Partial<Record<Operation, Rule>>>;

/** Maximum nesting of rules. */
const MAX_DEPTH = 50;

/**
 * Reads the rules of all types that have some. Rules of an interface also apply to the types that implement it.
 *
 * @param refuse receives faults, with Dgraph's messages
 */
export function readRules(
  { types }: GraphqlModel,
  refuse: (type: GraphqlType, message: string) => void,
): ReadonlyMap<string, TypeRules> {
  const declaredRules = new Map<string, TypeRules>();
  for (const type of types.values()) {
    const rules = rulesOf(type, (message) => refuse(type, `Type ${type.name}: @auth: ${message}`));
    if (rules) declaredRules.set(type.name, rules);
  }
  const effectiveRules = new Map<string, TypeRules>();
  for (const type of types.values()) {
    const parents = type.interfaces.flatMap((name) => declaredRules.get(name) ?? []);
    const rules = [declaredRules.get(type.name) ?? [], parents].flat();
    if (rules.length > 0) effectiveRules.set(type.name, combined(rules));
  }
  return effectiveRules;
}

function combined(ruleSets: readonly TypeRules[]): TypeRules {
  const [first, ...others] = ruleSets;
  if (others.length === 0) return first!;
  return Object.fromEntries(
    OPERATIONS.flatMap((operation) => {
      const rules = ruleSets.flatMap((each) => each[operation] ?? []);
      if (rules.length === 0) return [];
      return [[operation, rules.length === 1 ? rules[0]! : { kind: 'and', rules }]];
    }),
  );
}

function rulesOf({ directives }: GraphqlType, refuse: (message: string) => void): TypeRules | undefined {
  const text = directives.find((each) => /^@auth\b/.test(each));
  if (text === undefined) return undefined;
  const [definition] = parse(`type T ${text} { f: Int }`).definitions;
  const directive = definition?.kind === Kind.OBJECT_TYPE_DEFINITION ? definition.directives?.[0] : undefined;
  const read = new RuleReader(refuse);
  const rules: Partial<Record<Operation, Rule>> = {};
  for (const { name, value } of (directive?.arguments ?? []) as readonly ArgumentNode[]) {
    const operation = OPERATIONS.find((each) => each === name.value);
    if (!operation) refuse(`there is no argument ${name.value}; there are ${OPERATIONS.join(', ')}`);
    else rules[operation] = read.rule(value, 0);
  }
  return rules;
}

/** Rule that admits nobody, in place of an invalid one. */
const CLOSED: Rule = { kind: 'claim', holds: () => false };
const ONE = 'there should be only one of "and", "or", "not" and "rule"';

class RuleReader {
  constructor(private readonly refuse: (message: string) => void) {}

  rule(value: ValueNode, depth: number): Rule {
    const [field, ...others] = value.kind === Kind.OBJECT ? value.fields : [];
    if (!field || others.length > 0) return this.wrong(field ? ONE : `no arguments - ${ONE}`);
    if (depth > MAX_DEPTH) return this.wrong(`rules are not nested deeper than ${MAX_DEPTH}`);
    switch (field.name.value) {
      case 'and':
      case 'or':
        return this.several(field, field.name.value, depth);
      case 'not':
        return { kind: 'not', rule: this.rule(field.value, depth + 1) };
      case 'rule':
        return field.value.kind === Kind.STRING ? this.text(field.value.value) : this.wrong('a rule is a string');
      default:
        return this.wrong(ONE);
    }
  }

  private several({ value }: ObjectFieldNode, kind: 'and' | 'or', depth: number): Rule {
    const values = value.kind === Kind.LIST ? value.values : [value];
    if (values.length < 2) return this.wrong(`'${kind.toUpperCase()}' should contain at least two rules`);
    return { kind, rules: values.map((each) => this.rule(each, depth + 1)) };
  }

  private text(text: string): Rule {
    return text.startsWith('{') ? this.claim(text) : this.graph(text);
  }

  private graph(text: string): Rule {
    try {
      const { definitions } = parse(text);
      const [operation] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
      const variables = operation?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
      return { kind: 'graph', text, variables };
    } catch (error) {
      return this.wrong(`failed to parse GraphQL rule [reason : ${(error as Error).message}]`);
    }
  }

  /** `{$NAME: {operator: operand}}`, the operand in JSON. */
  private claim(text: string): Rule {
    const match = /^\{\s?(.*?)\s?:\s?\{\s?(\w*)\s?:\s?(.*)\s?\}\s?\}$/s.exec(text);
    if (!match) return this.wrong(`\`${text}\` is not a valid rule.`);
    const [, variable = '', operator = '', json = ''] = match;
    let operand: unknown;
    try {
      operand = JSON.parse(json);
    } catch {
      return this.wrong(`\`${variable}\` is not a valid GraphQL variable.`);
    }
    if (operand === null)
      return this.wrong(`\`${operator}\` operator has invalid value. null values aren't supported.`);
    const test = this.test(operator, operand);
    if (!test) return CLOSED;
    if (!variable.startsWith('$')) return this.wrong(`\`${variable}\` is not a valid GraphQL variable.`);
    const name = variable.slice(1);
    return {
      kind: 'claim',
      holds: (claims) => {
        const claim = Object.hasOwn(claims, name) ? claims[name] : undefined;
        return Array.isArray(claim) ? claim.some(test) : test(claim);
      },
    };
  }

  private test(operator: string, operand: unknown): ((value: unknown) => boolean) | undefined {
    const invalid = (reason: string): undefined => {
      this.refuse(`\`${operator}\` operator has invalid value \`${JSON.stringify(operand)}\`. ${reason}`);
      return undefined;
    };
    switch (operator) {
      case 'eq':
        if (Array.isArray(operand)) return invalid('Array values in eq operator will not be supported.');
        return (value) => isSame(value, operand);
      case 'in':
        if (!Array.isArray(operand)) return invalid('Value should be an array.');
        return (value) => operand.some((each) => isSame(value, each));
      case 'regexp': {
        if (typeof operand !== 'string') return invalid('Value should be of type String.');
        try {
          const pattern = RE2JS.compile(operand);
          return (value) => typeof value === 'string' && pattern.matcher(value).find();
        } catch (error) {
          return invalid((error as Error).message);
        }
      }
      default:
        this.refuse(`\`${operator}\` operator is not supported.`);
        return undefined;
    }
  }

  private wrong(message: string): Rule {
    this.refuse(message);
    return CLOSED;
  }
}

/** Equality of JSON values other than null. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && a !== null && JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));

const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)]),
      );
