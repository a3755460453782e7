/** Checks of proofs against the rules, and enumeration of all proofs by brute force. */
import { Now } from '../../../src/reasoner';
import type { ContradictionProof, MemoryGraph, Plan, Proof, Row, Rule } from '../../../src/reasoner';

type Ground = readonly [number, number, number];

/** Lists every binding of a rule's variables to terms, without index, order or unification. */
function* bindings(rule: Rule, terms: number): Generator<(ref: number) => number> {
  const values = new Array<number>(rule.variables).fill(1);
  for (;;) {
    yield (ref) => (ref > 0 ? ref : values[-1 - ref]!);
    let at = 0;
    while (at < values.length && values[at] === terms) values[at++] = 1;
    if (at === values.length) return;
    values[at]!++;
  }
}

/** Instance of a rule whose body holds in a graph: head (undefined for a contradiction) and body as rows. */
export interface Instance {
  readonly rule: Rule;
  readonly head: Row | undefined;
  readonly body: readonly Row[];
}

export function instancesIn(graph: MemoryGraph, plan: Plan): Instance[] {
  const { table, terms } = graph;
  const rowOf = ([s, p, o]: Ground): Row => {
    const row = table.find(s, p, o);
    return row >= 0 && (table.flags[row]! & (Now.Asserted | Now.Inferred)) !== 0 ? row : -1;
  };
  const instances = new Map<string, Instance>();
  plan.rules.forEach((rule, number) => {
    for (const value of bindings(rule, terms.end - 1)) {
      if (rule.distinct?.some(([a, b]) => value(a) === value(b))) continue;
      if (rule.filters?.some((filter) => !passes(filter, terms.text(value(filter.ref))))) continue;
      const body = [...new Set(rule.body.map(({ s, p, o }) => rowOf([value(s), p, value(o)])))];
      if (body.includes(-1)) continue;
      const head = rule.head && rowOf([value(rule.head.s), rule.head.p, value(rule.head.o)]);
      const key = `${number} ${head ?? ''} ${[...body].sort().join()}`;
      if (!instances.has(key)) instances.set(key, { rule, head, body });
    }
  });
  return [...instances.values()];
}

/**
 * Checks a proof: every step is an instance of its rule, every leaf is asserted or stated by an axiom, and no fact
 * supports itself.
 */
export function checkProof(graph: MemoryGraph, plan: Plan, root: Proof | ContradictionProof): void {
  const reasons = new Map<Row, string>();
  const visit = (proof: Proof, above: readonly Row[]): void => {
    const { fact, row, kind, rule, premises } = proof;
    const flags = graph.table.flags[row]!;
    if (above.includes(row)) throw new Error(`${JSON.stringify(fact)} rests on itself`);
    const reason = `${rule ? plan.rules.indexOf(rule) : ''} ${premises.map((premise) => premise.row).join()}`;
    if ((reasons.get(row) ?? reason) !== reason) throw new Error(`${JSON.stringify(fact)} is proved in two ways`);
    reasons.set(row, reason);
    if (graph.triple(row).join(' ') !== `${fact.s} ${fact.p} ${fact.o}`) throw new Error('a fact of another row');
    if (kind === 'asserted') {
      const isLeaf = (flags & Now.Asserted) !== 0 && !rule && premises.length === 0;
      if (!isLeaf) throw new Error(`no leaf: ${JSON.stringify(fact)}`);
      return;
    }
    const isAllowed = (flags & Now.Inferred) !== 0 || ((flags & Now.Asserted) !== 0 && above.length === 0);
    if (!isAllowed || !rule) throw new Error(`not inferred: ${JSON.stringify(fact)}`);
    checkStep(graph, rule, row, premises);
    for (const premise of premises) visit(premise, [...above, row]);
  };
  if ('fact' in root) return visit(root, []);
  checkStep(graph, root.rule, undefined, root.premises);
  for (const premise of root.premises) visit(premise, [-1]);
}

/** A value outside a range contradicts it; entailments of membership require that it is certain. */
function passes({ test, negated }: NonNullable<Rule['filters']>[number], term: string): boolean {
  return negated ? !test.holds(term) : (test.isKnown?.(term) ?? test.holds(term));
}

/** Checks that some binding maps the rule's body to all premises, and its head to the conclusion. */
function checkStep(graph: MemoryGraph, rule: Rule, head: Row | undefined, premises: readonly Proof[]): void {
  const { table, terms } = graph;
  const matches = (bound: ReadonlyMap<number, number>, { s, p, o }: Rule['body'][number], row: Row) => {
    if (table.predicate[row] !== p) return undefined;
    const next = new Map(bound);
    for (const [ref, term] of [
      [s, table.subject[row]!],
      [o, table.object[row]!],
    ] as const) {
      const reference = ref > 0 ? ref : next.get(ref);
      if (reference !== undefined && reference !== term) return undefined;
      next.set(ref, term);
    }
    return next;
  };
  const rows = premises.map(({ row }) => row);
  const value = (bound: ReadonlyMap<number, number>, ref: number) => (ref > 0 ? ref : bound.get(ref)!);
  const goOn = (bound: ReadonlyMap<number, number>, at: number, used: ReadonlySet<Row>): boolean => {
    const atom = rule.body[at];
    if (!atom) {
      return (
        used.size === rows.length &&
        !rule.distinct?.some(([a, b]) => value(bound, a) === value(bound, b)) &&
        (rule.filters ?? []).every((filter) => passes(filter, terms.text(value(bound, filter.ref))))
      );
    }
    return rows.some((row) => {
      const next = matches(bound, atom, row);
      return next !== undefined && goOn(next, at + 1, new Set([...used, row]));
    });
  };
  if ((rule.head === undefined) !== (head === undefined)) throw new Error(`${rule.name} has another end`);
  const bound = rule.head ? matches(new Map(), rule.head, head!) : new Map<number, number>();
  if (!bound || !goOn(bound, 0, new Set())) {
    throw new Error(`no instance of ${rule.name}: ${JSON.stringify(premises.map(({ fact }) => fact))}`);
  }
}

/**
 * Returns the lengths of all proofs of a fact, least first: every choice of an instance for every fact in it, without
 * circles. Undefined if there are too many choices.
 */
export function proofLengths(
  graph: MemoryGraph,
  instances: readonly Instance[],
  root: Row,
  most: number,
): number[] | undefined {
  const isLeaf = (row: Row) => row !== root && (graph.table.flags[row]! & Now.Asserted) !== 0;
  const lengths: number[] = [];
  let tried = 0;
  const go = (choice: ReadonlyMap<Row, Instance>, open: readonly Row[]): boolean => {
    if (++tried > most) return false;
    const row = open.find((candidate) => !isLeaf(candidate) && !choice.has(candidate));
    if (row === undefined) {
      const length = treeLength(choice, root, isLeaf, []);
      if (length !== undefined) lengths.push(length);
      return true;
    }
    return instances
      .filter(({ head }) => head === row)
      .every((instance) => go(new Map([...choice, [row, instance]]), [...open, ...instance.body]));
  };
  return go(new Map(), [root]) ? lengths.sort((a, b) => a - b) : undefined;
}

function treeLength(
  choice: ReadonlyMap<Row, Instance>,
  row: Row,
  isLeaf: (row: Row) => boolean,
  above: readonly Row[],
): number | undefined {
  if (above.includes(row)) return undefined;
  if (isLeaf(row)) return 0;
  let length = 1;
  for (const premise of choice.get(row)!.body) {
    const part = treeLength(choice, premise, isLeaf, [...above, row]);
    if (part === undefined) return undefined;
    length += part;
  }
  return length;
}

/** Returns the length of a proof as a tree. */
export const lengthOf = ({ kind, premises }: Proof): number =>
  kind === 'asserted' ? 0 : premises.reduce((sum, premise) => sum + lengthOf(premise), 1);
