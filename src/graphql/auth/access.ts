/**
 * What a request may see and do, by the rules of its types and what its token says. A rule that the token alone decides
 * grants or denies; one that the graph decides becomes a variable, the nodes that it admits, and a filter on them.
 */
import { cascadeOf, childrenOf, orderOf, pagesOf, type Names, type NodeSet } from '../query/children';
import { filterOf, idsOf } from '../query/filter';
import { without } from '../query/aggregate';
import { block, both, filtered, typeFunction, uidFunction } from '../query/text';
import { RequestFailure } from '../request/failure';
import type { Selection } from '../request/selection';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Operation, Rule, TypeRules } from './rules';
import type { Claims } from './token';

/** Of nodes: all of them, none, or those that a filter leaves. */
export type Condition = 'granted' | 'denied' | { readonly filter: string };

/** Unknown: a variable of a rule is not in the token. Whatever is made of that, it does not grant. */
type Verdict = 'granted' | 'denied' | 'open' | 'unknown';

/** Reads a rule's query, with values for its variables. @throws RequestFailure where a value does not fit */
export type ReadRule = (text: string, variables: Claims) => Selection;

export class Access {
  private readonly selections = new Map<string, Selection | undefined>();

  constructor(
    private readonly model: GraphqlModel,
    private readonly rules: ReadonlyMap<string, TypeRules>,
    private readonly claims: Claims,
    private readonly read: ReadRule,
  ) {}

  /**
   * @param type the name of a type, or of a union
   * @param nodes of which the rules are asked
   * @param names where the blocks of variables go
   */
  condition(type: string, operation: Operation, nodes: NodeSet, names: Names): Condition {
    const rule = this.rules.get(type)?.[operation];
    const members = this.membersOf(type);
    if (members.length === 0) return rule ? this.ofRule(rule, nodes, names) : 'granted';
    // An interface's own rules are among those of the types that implement it.
    const filters = members.flatMap((member): string[] => {
      const condition = this.condition(member.name, operation, nodes, names);
      if (condition === 'granted') return [];
      const isOther = `NOT (${typeFunction(member.dgraphName)})`;
      return [condition === 'denied' ? isOther : `(${isOther} OR ${condition.filter})`];
    });
    return filters.length === 0 ? 'granted' : { filter: both(...filters)! };
  }

  /** Whether every node of a type is granted, whatever is stored. */
  grants(type: string, operation: Operation): boolean {
    const members = this.membersOf(type);
    if (members.length > 0) return members.every(({ name }) => this.grants(name, operation));
    const rule = this.rules.get(type)?.[operation];
    return !rule || this.verdict(rule) === 'granted';
  }

  /** Whether none is, whatever is stored. */
  denies(type: string, operation: Operation): boolean {
    const members = this.membersOf(type);
    if (members.length > 0) return members.every(({ name }) => this.denies(name, operation));
    const rule = this.rules.get(type)?.[operation];
    if (!rule) return false;
    const verdict = this.verdict(rule);
    return verdict === 'denied' || verdict === 'unknown';
  }

  private membersOf(name: string): readonly GraphqlType[] {
    const names = this.model.unions.get(name)?.members ?? this.model.implementations.get(name) ?? [];
    return names.flatMap((each) => this.model.types.get(each) ?? []);
  }

  private ofRule(rule: Rule, nodes: NodeSet, names: Names): Condition {
    const verdict = this.verdict(rule);
    if (verdict === 'open') return { filter: this.filter(rule, nodes, names) };
    return verdict === 'granted' ? 'granted' : 'denied';
  }

  private verdict(rule: Rule): Verdict {
    switch (rule.kind) {
      case 'claim':
        return rule.holds(this.claims) ? 'granted' : 'denied';
      case 'graph':
        return this.selectionOf(rule) ? 'open' : 'unknown';
      case 'not': {
        const inner = this.verdict(rule.rule);
        return inner === 'granted' ? 'denied' : inner === 'denied' ? 'granted' : inner;
      }
      case 'and':
        return first(this.all(rule.rules), ['denied', 'unknown', 'open', 'granted']);
      case 'or':
        return first(this.all(rule.rules), ['granted', 'open', 'unknown', 'denied']);
    }
  }

  private all(rules: readonly Rule[]): ReadonlySet<Verdict> {
    return new Set(rules.map((rule) => this.verdict(rule)));
  }

  /** Of a rule that the token does not decide. */
  private filter(rule: Rule, nodes: NodeSet, names: Names): string {
    switch (rule.kind) {
      case 'not':
        return `NOT (${this.filter(rule.rule, nodes, names)})`;
      case 'and':
      case 'or': {
        const open = rule.rules.filter((each) => this.verdict(each) === 'open');
        const filters = open.map((each) => this.filter(each, nodes, names));
        return filters.length === 1 ? filters[0]! : `(${filters.join(` ${rule.kind.toUpperCase()} `)})`;
      }
      case 'graph':
        return uidFunction([this.admitted(this.selectionOf(rule)!, nodes, names)]);
      case 'claim':
        throw new Error('a claim is decided by the token');
    }
  }

  /** A variable of the nodes that a rule's query finds among `nodes`. */
  private admitted(selection: Selection, nodes: NodeSet, names: Names): string {
    const variable = names.next();
    const type = this.model.types.get(selection.type.name)!;
    const { filter } = selection.args;
    const ids = idsOf(type, filter);
    const condition = ids
      ? both(uidFunction(ids.length > 0 ? ids : ['0x0']), filterOf(type, without(filter, type)))
      : filterOf(type, filter);
    const root = [
      `func: ${uidFunction([nodes.variable()])}`,
      ...orderOf(type, selection.args['order']),
      ...pagesOf(selection),
    ];
    const head = `${variable} as var(${root.join(', ')})${filtered(condition)}`;
    // What it selects has to be there.
    const cascade = cascadeOf(selection, this.model) || ' @cascade';
    const children = childrenOf(selection.children, type.name, this.model, names.unguarded());
    names.blocks.push(block(`${head}${cascade}`, children));
    return variable;
  }

  /** Undefined where the token lacks a variable, or has a value that is none of it. */
  private selectionOf({ text, variables }: Extract<Rule, { readonly kind: 'graph' }>): Selection | undefined {
    if (!this.selections.has(text)) this.selections.set(text, this.readRule(text, variables));
    return this.selections.get(text);
  }

  private readRule(text: string, variables: readonly string[]): Selection | undefined {
    const values = variables.map((name) => [name, Object.hasOwn(this.claims, name) ? this.claims[name] : undefined]);
    if (values.some(([, value]) => value === undefined || value === null)) return undefined;
    try {
      return this.read(text, Object.fromEntries(values) as Claims);
    } catch (error) {
      if (error instanceof RequestFailure) return undefined;
      throw error;
    }
  }
}

/** The first verdict of an order that there is. */
const first = (verdicts: ReadonlySet<Verdict>, order: readonly Verdict[]): Verdict =>
  order.find((each) => verdicts.has(each)) ?? 'denied';
