/** Nodes of proofs, and the names by which people call them. */
import { query } from '../api/client';
import type { Proof } from '../api/schema';
import { loadSchema } from '../parts/shared';
import { headsQuery, isUid, namingPredicates } from './dql';
import { headOf } from './facts';

/** Nodes that are named; a larger proof shows the others by their uids. */
const MAX_NODES = 500;

/** Uids in proofs, in the order in which they occur. */
export function nodesOf(proofs: readonly Proof[]): string[] {
  const uids = new Set<string>();
  const waiting = [...proofs];
  for (let proof = waiting.pop(); proof; proof = waiting.pop()) {
    for (const end of [proof.fact.subject, proof.fact.object]) if (isUid(end)) uids.add(end);
    waiting.push(...(proof.premises ?? []));
  }
  return [...uids].slice(0, MAX_NODES);
}

/** Labels of the nodes of proofs, by uid. */
export async function labelsOf(proofs: readonly Proof[], signal?: AbortSignal): Promise<Record<string, string>> {
  const uids = nodesOf(proofs);
  if (uids.length === 0) return {};
  const naming = namingPredicates(await loadSchema());
  const { q = [] } = await query<{ q?: Record<string, unknown>[] }>(headsQuery(uids, naming), signal);
  return Object.fromEntries(q.map(headOf).map(({ uid, label }) => [uid, label]));
}
