/**
 * Keeps concurrent writes from undoing each other's reasoning, with the engine's own conflict detection.
 *
 * A transaction that deletes a value of a list, there or not, conflicts with any other that touches the same value, and
 * stores nothing. So values of `owlgate.lock` on the registry's head serve as locks:
 * - The fence: a write takes one of FENCE_STRIPES at random, a load takes all before its materialization. A write reasoned
 *   with the ontology before cannot commit after that.
 * - Shared: a decision rests on a node's stored facts. One of NODE_STRIPES of the node, at random.
 * - Exclusive: a decision takes facts of a node back, or adds facts that rules join with others there. All of them.
 * - The same for values in which rules join, as those of keys.
 * - A transaction's own: the request that ends a client's transaction. It ends once.
 * Many exclusive nodes: the whole fence instead.
 * Writes that only add to the same node, and whose rules do not join there, so do not stand in each other's way.
 */
import type { Mutation, NQuad } from '../../dql/mutation/ast';
import { NOW_MASK, STORED_MASK } from '../../reasoner';
import type { Inference } from '../../reasoner';
import { TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import type { Relevance } from '../in-force/relevance';
import type { EngineSchema } from '../store/engine-schema';
import type { Fact, Settled } from '../store/settle';
import { isNewNode, valueLock } from '../store/window';
import type { Window } from '../store/window';

const LOCK_PREDICATE = 'owlgate.lock';
export const FENCE_STRIPES = 1024;
const NODE_STRIPES = 16;
/** Values that keep every other write out. */
export const WHOLE_FENCE: readonly string[] = Array.from({ length: FENCE_STRIPES }, (_, i) => String(i));
/** Where more nodes than this are taken back from, their locks would be too many: all other writes are kept out instead. */
const MOST_EXCLUSIVE = 2000;

const random = (stripes: number): number => Math.floor(Math.random() * stripes);

/** The value that a write takes of the fence. */
export const fenceValue = (): string => String(random(FENCE_STRIPES));

/** The values that a decision takes for the nodes that it rests on. */
export function nodeGuards(window: Window, inference: Inference, relevance: Relevance): readonly string[] {
  const exclusive = new Set<string>();
  const shared = new Set(window.asked);
  const { table, terms } = window;
  const takenBack = new Set([...inference.retracted, ...inference.removed, ...inference.demoted]);
  for (let row = 0; row < table.length; row++) {
    const flags = table.flags[row]!;
    const isAdded = (flags & STORED_MASK) === 0 && (flags & NOW_MASK) !== 0;
    if (!isAdded && !takenBack.has(row)) continue;
    const [s, p, o] = [table.subject[row]!, table.predicate[row]!, table.object[row]!].map((term) => terms.text(term));
    const guard = (end: 'subject' | 'object', node: string) => {
      const isJoined = relevance.joins(end, p!, o!);
      if (node.startsWith('"')) {
        // Nodes meet in a value where it is a key.
        if (isJoined) exclusive.add(valueLock(p!, node));
      } else if (isNewNode(node)) return;
      else if (takenBack.has(row) || isJoined) exclusive.add(node);
      else shared.add(node);
    };
    guard('subject', s!);
    if (p !== TYPE_PREDICATE) guard('object', o!);
  }
  if (exclusive.size > MOST_EXCLUSIVE) return WHOLE_FENCE;
  const values: string[] = [];
  for (const node of exclusive) for (let i = 0; i < NODE_STRIPES; i++) values.push(`${node}/${i}`);
  for (const node of shared) if (!exclusive.has(node)) values.push(`${node}/${random(NODE_STRIPES)}`);
  return values;
}

/**
 * The values of what the engine itself keeps two writes from doing at once, in the group of each predicate: to set what takes
 * one value, and to give an IRI to a node. Whether the keys of another group come with a commit is up to the client.
 */
export function slotGuards(
  { window, inference, created }: Pick<Settled, 'window' | 'inference' | 'created'>,
  identities: readonly Fact[],
  schema: EngineSchema,
): string[] {
  const { table, terms } = window;
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

/** The value that the end of a client's transaction takes: what comes after it under the same timestamp is aborted. */
export const transactionLock = (startTs: number): string => `txn/${startTs}`;

/**
 * The locks, and the receipt, in the first mutation that has no condition, or in one of their own.
 *
 * @param receipt see receipts.ts
 */
export function withGuards(
  mutations: readonly Mutation[],
  { headUid }: { readonly headUid?: string | undefined },
  values: readonly string[],
  receipt?: NQuad,
): readonly Mutation[] {
  if (headUid === undefined || mutations.length === 0) return mutations;
  const guards = [fenceValue(), ...values].map((value) => lockStatement(headUid, value));
  const set = receipt ? [receipt] : [];
  const at = mutations.findIndex(({ cond }) => cond === undefined);
  if (at < 0) return [{ set, delete: guards }, ...mutations];
  return mutations.map((mutation, i) =>
    i === at ? { ...mutation, set: [...mutation.set, ...set], delete: [...mutation.delete, ...guards] } : mutation,
  );
}

export function lockStatement(headUid: string, value: string): NQuad {
  return {
    subject: { kind: 'uid', uid: headUid },
    predicate: LOCK_PREDICATE,
    object: { kind: 'literal', type: 'string', value },
  };
}
