/**
 * Settles a change: evaluates over the facts read so far, reads the missing ones, and repeats until none is missing.
 * The number of rounds is the depth of the joins; a change to new nodes alone needs none.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ANY, Evaluation } from '../../reasoner';
import type { Change, Inference, Pattern, Plan, Rule } from '../../reasoner';
import { isIriTerm } from './dql-text';
import { FactQueryComposer } from './fact-query-composer';
import type { Need } from './need';
import type { EngineSchema } from './engine-schema';
import type { ReadTransaction } from './transaction';
import { isNewNode, WorkingSet } from './working-set';
import { TYPE_PREDICATE } from '../../mutation';

/** Change as far as it is known, with the needs to read before it is complete. */
export interface Draft {
  readonly change: Change;
  readonly needs: readonly Need[];
}

export interface SettleOptions {
  readonly plan: Plan;
  readonly schema: EngineSchema;
  readonly transaction: ReadTransaction;
  /** Maximum inferred facts. No limit by default. */
  readonly limit?: number;
  /** Maximum facts read: see WorkingSetTooLarge. No limit by default. */
  readonly maxFacts?: number | undefined;
  /** Maximum contradictions reported. */
  readonly maxContradictions?: number;
  /** Rules whose consequences from stored facts are stored; see EvaluateOptions. */
  readonly closed?: ReadonlySet<Rule>;
  /** True if the stored facts lack entailments; see EvaluateOptions. */
  readonly isIncomplete?: boolean;
  /** Working set with facts that have been read already. */
  readonly workingSet?: WorkingSet;
  /** IRIs (as `<iri>`) to look up along with the first read. */
  readonly iris?: readonly string[];
  /** Languages of the change's values. */
  readonly languages?: Iterable<string>;
  /** Called between the turns of an evaluation, with the number of facts that it has derived. */
  readonly onTurn?: ((derived: number) => void) | undefined;
  /** Answers needs in the working set without the engine. @returns needs left for the engine */
  readonly answer?: (needs: readonly Need[], workingSet: WorkingSet) => Promise<readonly Need[]>;
  /**
   * Reviews the result once nothing is missing. Facts that it rejects count as impossible, with everything that follows
   * from them alone, and the change is evaluated again.
   *
   * @returns all rejected facts of the change, those of earlier reviews included; undefined to accept the result
   */
  review?(workingSet: WorkingSet, inference: Inference): readonly Pattern[] | undefined;
  /**
   * Returns the change, given the facts of the working set. Called for each round.
   *
   * @param resolve returns the node of an IRI; the IRI itself before it has been looked up
   */
  draft(workingSet: WorkingSet, resolve: (node: string) => string): Draft;
}

export interface Settled {
  readonly workingSet: WorkingSet;
  readonly inference: Inference;
  readonly resolve: (node: string) => string;
  /** IRIs without a node, with the label of the new node. */
  readonly created: ReadonlyMap<string, string>;
  /** Number of evaluations before the last one. */
  readonly rounds: number;
  /** Time of the evaluations. */
  readonly inferenceMs: number;
}

/** A change concerns more stored facts than this thread may read; nothing has been written. */
export class WorkingSetTooLarge extends Error {
  override readonly name = 'WorkingSetTooLarge';
}

/** Prefix of labels of nodes created for IRIs. */
export const IRI_LABEL = 'owlgate.iri.';
/**
 * Number of IRIs above which they are looked up before anything is evaluated. Most IRIs of a large write are new, and
 * new nodes have no facts to read; fewer IRIs are looked up along with the first read, which saves a round trip.
 */
const MANY_IRIS = 64;
/** Maximum rounds. More can only come from a bug in rules or reads. */
const MAX_ROUNDS = 10_000;
/** Time after which an evaluation lets others take a turn. */
const TURN_MS = 10;

/** Returns a test: the engine can have facts of the predicate. */
export const storedIn =
  (schema: EngineSchema) =>
  (p: string): boolean =>
    p === TYPE_PREDICATE || schema.get(p) !== undefined;

export async function settle(options: SettleOptions): Promise<Settled> {
  const { plan, schema, transaction, limit, maxFacts = Infinity, maxContradictions, iris = [] } = options;
  const isStored = storedIn(schema);
  // With one fact more than allowed, a list that is read in part ends the work.
  const reader = new FactQueryComposer(schema, maxFacts + 1, transaction.prefix);
  for (const lang of options.languages ?? []) reader.expectLanguage(lang);
  const created = new Map<string, string>();
  let resolve = (node: string) => node;
  let workingSet = options.workingSet ?? new WorkingSet(plan, isStored);
  let unresolved = iris;
  if (iris.length > MANY_IRIS) {
    const lookup = reader.compose([], iris);
    resolve = resolver(lookup.identities(await transaction.ask(lookup)), iris, created);
    unresolved = [];
  }
  let bar: readonly Pattern[] = [];
  let inferenceMs = 0;
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    const { change, needs } = options.draft(workingSet, resolve);
    const evaluation = new Evaluation(plan, workingSet, {
      ...(limit !== undefined && { limit }),
      ...(maxContradictions !== undefined && { maxContradictions }),
      ...(options.closed && { closed: options.closed }),
      ...(options.isIncomplete === true && { isIncomplete: true }),
    });
    const { value: inference, ms } = await inTurns(evaluation.steps({ ...change, bar }), () =>
      options.onTurn?.(evaluation.derived),
    );
    inferenceMs += ms;
    const missing = [
      ...needs,
      ...inference.missing.map((pattern) => needOf(workingSet, pattern)),
      ...singles(workingSet, inference, schema),
    ];
    // An overflow of inferred facts is final, whatever else there is to read.
    const isSettled = missing.length === 0 || (inference.overflow && unresolved.length === 0 && needs.length === 0);
    if (isSettled && unresolved.length === 0) {
      const impossible = options.review?.(workingSet, inference);
      if (!impossible) return { workingSet, inference, resolve, created, rounds, inferenceMs };
      bar = impossible;
      evaluation.rollback();
      continue;
    }
    evaluation.rollback();
    const unanswered = (await options.answer?.(missing, workingSet)) ?? missing;
    if (unanswered.length === 0 && unresolved.length === 0) continue;
    if (unanswered.length + workingSet.table.length > maxFacts) throw new WorkingSetTooLarge();
    const read = reader.compose(unanswered, unresolved);
    const data = await transaction.ask(read);
    if (unresolved.length > 0) {
      resolve = resolver(read.identities(data), unresolved, created);
      unresolved = [];
      workingSet = new WorkingSet(plan, isStored);
    }
    const unread = read.absorb(data, workingSet, resolve);
    if (workingSet.table.length > maxFacts) throw new WorkingSetTooLarge();
    if (unread.size > 0) {
      for (const lang of unread) reader.expectLanguage(lang);
      await readInto(
        workingSet,
        reader,
        transaction,
        unanswered.map((need) => resolved(need, resolve)).filter(isOfStored),
      );
    }
  }
  throw new Error('a write needs too many reads of its working set');
}

/** Completes steps; other work of the event loop gets turns in between. @returns their result, and their time alone */
async function inTurns<T>(
  steps: Generator<void, T, void>,
  onTurn: () => void,
): Promise<{ readonly value: T; readonly ms: number }> {
  let ms = 0;
  for (;;) {
    const startedAt = performance.now();
    let step = steps.next();
    while (!step.done && performance.now() - startedAt < TURN_MS) step = steps.next();
    ms += performance.now() - startedAt;
    onTurn();
    if (step.done) return { value: step.value, ms };
    await nextTurn();
  }
}

/**
 * Reads facts into a working set. Repeats the read for values in languages that were not requested.
 *
 * @returns the nodes found for needs without a node
 */
export async function readInto(
  workingSet: WorkingSet,
  reader: FactQueryComposer,
  transaction: ReadTransaction,
  needs: readonly Need[],
): Promise<readonly string[]> {
  for (;;) {
    const read = reader.compose(needs);
    const data = await transaction.ask(read);
    const unread = read.absorb(data, workingSet);
    if (unread.size === 0) return read.subjects(data);
    for (const lang of unread) reader.expectLanguage(lang);
  }
}

export function needOf({ terms }: WorkingSet, { s, p, o, any }: Pattern): Need {
  return {
    s: s === ANY ? undefined : terms.text(s),
    p: terms.text(p),
    o: o === ANY ? undefined : terms.text(o),
    ...(any && { any }),
  };
}

/** Returns needs for all stored values of a single-valued predicate with an inferred value: the two may conflict. */
function singles(workingSet: WorkingSet, { inferred }: Inference, schema: EngineSchema): Need[] {
  const needs: Need[] = [];
  const { table, terms } = workingSet;
  for (const row of inferred) {
    const p = table.predicate[row]!;
    const s = table.subject[row]!;
    const declared = schema.get(terms.text(p));
    if (declared && !declared.list && !workingSet.covers(s, p, ANY)) needs.push({ s: terms.text(s), p: terms.text(p) });
  }
  return needs;
}

function resolver(
  identities: ReadonlyMap<string, string>,
  iris: readonly string[],
  created: Map<string, string>,
): (node: string) => string {
  const nodes = new Map(identities);
  for (const iri of iris) {
    if (nodes.has(iri)) continue;
    const label = `${IRI_LABEL}${created.size}`;
    created.set(iri, label);
    nodes.set(iri, `_:${label}`);
  }
  return (node) => (isIriTerm(node) ? (nodes.get(node) ?? node) : node);
}

/** Nodes created by the write have no stored facts. */
const isOfStored = ({ s, o }: Need): boolean => [s, o].every((node) => node === undefined || !isNewNode(node));

function resolved(need: Need, resolve: (node: string) => string): Need {
  return {
    ...need,
    s: need.s === undefined ? undefined : resolve(need.s),
    o: need.o === undefined || need.o.startsWith('"') ? need.o : resolve(need.o),
  };
}
