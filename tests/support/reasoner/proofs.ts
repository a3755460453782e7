/** Proofs held against the rules, and all proofs there are, found the plain way. */
import { Now } from '../../../src/reasoner';
import type { ContradictionProof, MemoryGraph, Plan, Proof, Row, Rule } from '../../../src/reasoner';

type Ground = readonly [number, number, number];

/** Every way to bind the variables of a rule to terms: no index, no order, no unification. */
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

/** The instances of rules whose body holds in a graph: head (absent: a contradiction) and body as rows. */
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
  const seen = new Map<string, Instance>();
  plan.rules.forEach((rule, number) => {
    for (const value of bindings(rule, terms.end - 1)) {
      if (rule.distinct?.some(([a, b]) => value(a) === value(b))) continue;
      if (rule.filters?.some(({ ref, test, negated }) => test.holds(terms.text(value(ref))) === negated)) continue;
      const body = [...new Set(rule.body.map(({ s, p, o }) => rowOf([value(s), p, value(o)])))];
      if (body.includes(-1)) continue;
      const head = rule.head && rowOf([value(rule.head.s), rule.head.p, value(rule.head.o)]);
      const key = `${number} ${head ?? ''} ${[...body].sort().join()}`;
      if (!seen.has(key)) seen.set(key, { rule, head, body });
    }
  });
  return [...seen.values()];
}

/** Every step is an instance of its rule, every leaf is asserted or stated by an axiom, and no fact rests on itself. */
export function checkProof(
  graph: MemoryGraph,
  plan: Plan,
  root: Proof | ContradictionProof,
  instances: readonly Instance[] = instancesIn(graph, plan),
): void {
  const reasons = new Map<Row, string>();
  const visit = (proof: Proof, above: readonly Row[]): void => {
    const { fact, row, kind, rule, premises } = proof;
    const state = graph.state([fact.s, fact.p, fact.o]);
    if (above.includes(row)) throw new Error(`${JSON.stringify(fact)} rests on itself`);
    const reason = `${rule ? plan.rules.indexOf(rule) : ''} ${premises.map((premise) => premise.row).join()}`;
    if ((reasons.get(row) ?? reason) !== reason) throw new Error(`${JSON.stringify(fact)} is proved in two ways`);
    reasons.set(row, reason);
    if (kind === 'asserted') {
      if (state !== 'asserted' || rule || premises.length > 0) throw new Error(`no leaf: ${JSON.stringify(fact)}`);
      return;
    }
    if (!state || (state === 'asserted' && above.length > 0)) throw new Error(`not inferred: ${JSON.stringify(fact)}`);
    checkStep(rule!, row, premises, instances);
    for (const premise of premises) visit(premise, [...above, row]);
  };
  if ('fact' in root) return visit(root, []);
  checkStep(root.rule, undefined, root.premises, instances);
  for (const premise of root.premises) visit(premise, [-1]);
}

function checkStep(
  rule: Rule,
  head: Row | undefined,
  premises: readonly Proof[],
  instances: readonly Instance[],
): void {
  const rows = premises.map(({ row }) => row);
  const isInstance = instances.some(
    (instance) =>
      instance.rule === rule &&
      instance.head === head &&
      instance.body.length === rows.length &&
      instance.body.every((row) => rows.includes(row)),
  );
  if (!isInstance) throw new Error(`no instance of ${rule.name}: ${JSON.stringify(premises.map(({ fact }) => fact))}`);
}

/**
 * The lengths of all proofs of a fact, the least first: every choice of an instance for every fact that it comes to rest
 * on, and of these the ones without a circle. Undefined where there are too many choices to try.
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

/** The length of a proof as a tree. */
export const lengthOf = ({ kind, premises }: Proof): number =>
  kind === 'asserted' ? 0 : premises.reduce((sum, premise) => sum + lengthOf(premise), 1);
