/** Writes that concern predicates whose conversion has not ended: they are held back, and repeated afterwards. */
import type { Mutation, MutationRequest } from '../../dql';
import type { DuePredicates } from '../in-force/due-predicates';

/** Thrown for such a write, before any of its statements is sent. */
export class ConversionPending extends Error {
  constructor() {
    super('a predicate of the write is being converted');
  }
}

/** Names in a query, in angle brackets or without: every word that may be one. */
const WORDS = /<[^<>\s]+>|[^\s(){}[\]:,<>~@"]+/g;

/**
 * Holds back a client's request that names a predicate under conversion, in its query or a statement. `S * *` deletes
 * values of any predicate.
 *
 * @throws ConversionPending
 */
export function holdBackRequest({ query, mutations }: MutationRequest, due: DuePredicates | undefined): void {
  if (!due) return;
  for (const [word] of query?.matchAll(WORDS) ?? []) {
    if (due.has(word.replace(/^<(.*)>$/, '$1'))) throw new ConversionPending();
  }
  for (const mutation of mutations) holdBack(mutation, due);
}

/** @throws ConversionPending */
export function holdBack({ set, delete: deletes, printed }: Mutation, due: DuePredicates | undefined): void {
  if (!due) return;
  const isDue = (predicate: string): boolean => predicate === '*' || due.has(predicate);
  const isHeld =
    set.some(({ predicate }) => isDue(predicate)) ||
    deletes.some(({ predicate }) => isDue(predicate)) ||
    printed?.predicates.some(isDue);
  if (isHeld) throw new ConversionPending();
}
