/**
 * Access of a request, by the rules of its types and the claims of its token. Some rules depend on the token alone:
 * they grant or deny. Rules on the graph become a variable with the admitted nodes, and a filter on it.
 */
import { cascadeOf, childrenOf, orderOf, pagesOf } from '../query/children';
import type { Condition, Names, NodeSet } from '../query/names';
import { filterOf, idsOf } from '../query/filter';
import { withoutIds } from '../query/aggregate';
import { block, both, filtered, typeFunction, uidFunction } from '../query/text';
import { RequestFailure } from '../request/failure';
import type { Selection } from '../request/selection';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Operation, Rule, TypeRules } from './rules';
import type { Claims } from './token';

/** Unknown: the token lacks a variable of the rule. It never grants, whatever operators surround it. */
type Verdict = 'granted' | 'denied' | 'open' | 'unknown';

/** Reads a rule's query, with values of its variables. @throws RequestFailure if a value does not fit */
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
   * @param type the name of a type or union
   * @param nodes the nodes to which the rules apply
   * @param names receives the blocks of variables
   */
  condition(type: string, operation: Operation, nodes: NodeSet, names: Names): Condition {
    const rule = this.rules.get(type)?.[operation];
    const members = this.membersOf(type);
    if (members.length === 0) return rule ? this.ofRule(rule, nodes, names) : 'granted';
    // Rules of an interface are among those of the types that implement it.
    const filters = members.flatMap((member): string[] => {
      const condition = this.condition(member.name, operation, nodes, names);
      if (condition === 'granted') return [];
      const isOther = `NOT (${typeFunction(member.dgraphName)})`;
      return [condition === 'denied' ? isOther : `(${isOther} OR ${condition.filter})`];
    });
    return filters.length === 0 ? 'granted' : { filter: both(...filters)! };
  }

  /** True if every node of a type is granted, whatever is stored. */
  grants(type: string, operation: Operation): boolean {
    const members = this.membersOf(type);
    if (members.length > 0) return members.every(({ name }) => this.grants(name, operation));
    const rule = this.rules.get(type)?.[operation];
    return !rule || this.verdict(rule) === 'granted';
  }

  /** True if no node is granted, whatever is stored. */
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

  /** Returns the filter of a rule that the token does not decide. */
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
        return uidFunction([this.admittedNodes(this.selectionOf(rule)!, nodes, names)]);
      case 'claim':
        throw new Error('a claim is decided by the token');
    }
  }

  /** Adds a variable for those of `nodes` that a rule's query matches. */
  private admittedNodes(selection: Selection, nodes: NodeSet, names: Names): string {
    const variable = names.next();
    const type = this.model.types.get(selection.type.name)!;
    const { filter } = selection.args;
    const ids = idsOf(type, filter);
    const condition = ids
      ? both(uidFunction(ids.length > 0 ? ids : ['0x0']), filterOf(type, withoutIds(filter, type)))
      : filterOf(type, filter);
    const root = [
      `func: ${uidFunction([nodes.variable()])}`,
      ...orderOf(type, selection.args['order']),
      ...pagesOf(selection),
    ];
    const head = `${variable} as var(${root.join(', ')})${filtered(condition)}`;
    // All selected fields must be present.
    const cascade = cascadeOf(selection, this.model) || ' @cascade';
    const children = childrenOf(selection.children, type.name, this.model, names.unguarded());
    names.blocks.push(block(`${head}${cascade}`, children));
    return variable;
  }

  /** Undefined if the token lacks a variable, or a value does not fit. */
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

/** Returns the first verdict of `order` that occurs. */
const first = (verdicts: ReadonlySet<Verdict>, order: readonly Verdict[]): Verdict =>
  order.find((each) => verdicts.has(each)) ?? 'denied';
