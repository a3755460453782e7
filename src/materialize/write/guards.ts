/**
 * Guards: the engine's conflict detection keeps concurrent writes from undoing each other's reasoning.
 *
 * A transaction that deletes a value of a list, stored or not, conflicts with any other that touches the same value,
 * and stores nothing. So values of `owlgate.lock` serve as locks. They are spread over the nodes 0x1 to 0x400, which
 * every cluster has leased: Dgraph keeps the latest deletes of a list, and reads them all for the next one.
 * - Fence: a write takes a value at random, a load takes all before its materialization. After that, a write that was
 *   reasoned with the previous ontology cannot commit.
 * - Lanes: the fence of writes that take facts back has rows and lanes. Such a write takes a row, and a page of a
 *   materialization takes a lane instead of locks of the nodes that it reads. So both exclude each other; pages in
 *   different lanes do not, and writes seldom.
 * - Shared: a decision depends on a node's stored facts. The write takes one of the node's NODE_STRIPES values; the
 *   number is random, and the same for all its nodes, so that two writes with many nodes in common seldom conflict.
 * - Exclusive: a decision takes back facts of a node, or adds facts that rules join with others at that node, and that
 *   exclude those (see Relevance). The write takes all values of the node.
 * - Values at which rules join, such as keys, are locked like nodes.
 * - Transaction lock: taken by the request that ends a client's transaction, so that it ends once.
 * A write with many exclusive nodes takes the whole fence instead. Writes that only add to the same node do not
 * conflict unless rules join their facts there.
 */
import type { Mutation, NQuad } from '../../dql';
import { NOW_MASK, STORED_MASK } from '../../reasoner';
import type { Inference } from '../../reasoner';
import { TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import type { Relevance } from '../in-force/relevance';
import type { EngineSchema } from '../store/engine-schema';
import type { Settled } from '../store/settle';
import type { Fact } from '../store/terms';
import { isNewNode, valueLock } from '../store/working-set';
import type { WorkingSet } from '../store/working-set';

const LOCK_PREDICATE = 'owlgate.lock';
/** Nodes that have the values of locks. */
const PLACES = 1024;
/** Values of the fence for writes that take no fact back. */
const FENCE_STRIPES = 1024;
const ROWS = 128;
export const LANES = 4;
export const NODE_STRIPES = 16;
/** Values of the fence, by row, for writes that take facts back. */
const FENCE_ROWS: readonly (readonly string[])[] = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: LANES }, (_lane, lane) => `${row}.${lane}`),
);
/** All values of the fence: they exclude every other write. */
export const WHOLE_FENCE: readonly string[] = [
  ...Array.from({ length: FENCE_STRIPES }, (_, i) => String(i)),
  ...FENCE_ROWS.flat(),
];
/** Maximum nodes with exclusive locks. A write that needs more takes the whole fence. */
const MAX_EXCLUSIVE = 2000;

const random = (stripes: number): number => Math.floor(Math.random() * stripes);

/** Returns true for a decision that takes facts back. */
export const takesBack = ({ removed, retracted, demoted }: Inference): boolean =>
  removed.length + retracted.length + demoted.length > 0;

/** Returns the fence values of one write. @param isAdditive true if it takes no fact back that rules read */
export const fenceValues = (isAdditive: boolean): readonly string[] =>
  isAdditive ? [String(random(FENCE_STRIPES))] : FENCE_ROWS[random(ROWS)]!;

/** Returns the values that exclude all writes that take facts back. */
export const laneGuards = (lane: number): readonly string[] => FENCE_ROWS.map((row) => row[lane]!);

/** Nodes and values that a decision locks; none is in both sets. */
export interface Locks {
  readonly exclusive: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

/**
 * Returns the locks of a decision: the nodes and values that it depends on.
 *
 * @param isInLane true if the decision also takes a lane, and needs locks only where rules join facts
 */
export function nodeLocks(workingSet: WorkingSet, inference: Inference, relevance: Relevance, isInLane = false): Locks {
  const exclusive = new Set<string>();
  const shared = new Set(isInLane ? workingSet.joinedTerms : workingSet.readTerms);
  const { table, terms } = workingSet;
  const takenBack = new Set([...inference.retracted, ...inference.removed, ...inference.demoted]);
  for (let row = 0; row < table.length; row++) {
    const flags = table.flags[row]!;
    const isAdded = (flags & STORED_MASK) === 0 && (flags & NOW_MASK) !== 0;
    if (!isAdded && !takenBack.has(row)) continue;
    const p = terms.text(table.predicate[row]!);
    const o = terms.text(table.object[row]!);
    const guard = (end: 'subject' | 'object', node: string) => {
      if (node.startsWith('"')) {
        // Rules join nodes at a value that is a key.
        if (relevance.joins(end, p, o)) exclusive.add(valueLock(p, node));
      } else if (isNewNode(node)) return;
      else if (takenBack.has(row) || relevance.excludes(end, p, o)) exclusive.add(node);
      else if (!isInLane || relevance.joins(end, p, o)) shared.add(node);
    };
    guard('subject', terms.text(table.subject[row]!));
    if (p !== TYPE_PREDICATE) guard('object', o);
  }
  for (const node of exclusive) shared.delete(node);
  return { exclusive, shared };
}

/**
 * Returns the guards of locks.
 *
 * @param stripe of the shared locks; random by default
 */
export function guardsOf({ exclusive, shared }: Locks, stripe = random(NODE_STRIPES)): readonly string[] {
  if (exclusive.size > MAX_EXCLUSIVE) return WHOLE_FENCE;
  const values: string[] = [];
  for (const node of exclusive) for (let i = 0; i < NODE_STRIPES; i++) values.push(`${node}/${i}`);
  for (const node of shared) values.push(`${node}/${stripe % NODE_STRIPES}`);
  return values;
}

/**
 * Returns guards for two changes that the engine itself protects, but only in the group of the predicate: a value of a
 * predicate that takes one, and the IRI of a node. The keys of another group reach a commit only if the client sends
 * them.
 */
export function slotGuards(
  { workingSet, inference, created }: Pick<Settled, 'workingSet' | 'inference' | 'created'>,
  identities: readonly Fact[],
  schema: EngineSchema,
): string[] {
  const { table, terms } = workingSet;
  const values = new Set(
    [...created.keys(), ...identities.map(({ o }) => o)].map((iri) => valueLock(IRI_PREDICATE.name, iri)),
  );
  const takenBack = new Set([...inference.retracted, ...inference.removed, ...inference.demoted]);
  for (let row = 0; row < table.length; row++) {
    const flags = table.flags[row]!;
    const isAdded = (flags & STORED_MASK) === 0 && (flags & NOW_MASK) !== 0;
    if (!isAdded && !takenBack.has(row)) continue;
    const [s, p] = [terms.text(table.subject[row]!), terms.text(table.predicate[row]!)];
    if (!isNewNode(s) && schema.get(p)?.list === false) values.add(`${s} ${p}`);
  }
  return [...values];
}

/**
 * Returns the guard that the end of a client's transaction takes: a later request with the same timestamp is aborted.
 */
export const transactionLock = (startTs: number): string => `txn/${startTs}`;

/**
 * Adds guards and receipt to the first mutation without a condition, or to a separate mutation.
 *
 * @param isAdditive true if the write takes no fact back that rules read
 * @param receipt see receipts.ts
 */
export function withGuards(
  mutations: readonly Mutation[],
  { headUid }: { readonly headUid?: string | undefined },
  values: readonly string[],
  {
    isAdditive = false,
    receipt,
  }: { readonly isAdditive?: boolean | undefined; readonly receipt?: NQuad | undefined } = {},
): readonly Mutation[] {
  if (headUid === undefined || mutations.length === 0) return mutations;
  const guards = [...fenceValues(isAdditive), ...values].map((value) => lockStatement(value));
  const set = receipt ? [receipt] : [];
  const at = mutations.findIndex(({ cond }) => cond === undefined);
  if (at < 0) return [{ set, delete: guards }, ...mutations];
  return mutations.map((mutation, i) =>
    i === at ? { ...mutation, set: [...mutation.set, ...set], delete: [...mutation.delete, ...guards] } : mutation,
  );
}

/** Returns the statement whose delete takes a guard. */
export function lockStatement(guard: string): NQuad {
  return {
    subject: { kind: 'uid', uid: `0x${(placeOf(guard) + 1).toString(16)}` },
    predicate: LOCK_PREDICATE,
    object: { kind: 'literal', type: 'string', value: guard },
  };
}

/** Returns a hash of a guard, from 0 to PLACES - 1. */
function placeOf(guard: string): number {
  let place = 0;
  for (let i = 0; i < guard.length; i++) place = (place * 31 + guard.charCodeAt(i)) % 0x7fffffff;
  return place % PLACES;
}
