/** Bodies of mutations before they are read: whether they have to be, and whether they may. */
import { OwlgateError } from '../../errors';
import { TRIPLE_TYPES } from '../../mutation';

/** What only owlgate reads in a mutation: IRIs, its own predicates; an escape may spell any of its words. */
const OUR_WORDS = ['://', '<urn:', 'owlgate.', '\\u', '\\U'];
const TYPE_WORD = 'graph.type';
/** With it in front, the word is Dgraph's own. */
const D = 'd'.charCodeAt(0);

/** Whether an engine would misread a mutation, that no ontology has to do with, as it is. */
export const hasOurWords = (body: Buffer): boolean =>
  OUR_WORDS.some((word) => body.includes(word)) || hasTypeWord(body);

function hasTypeWord(body: Buffer): boolean {
  for (let at = body.indexOf(TYPE_WORD); at >= 0; at = body.indexOf(TYPE_WORD, at + TYPE_WORD.length)) {
    if (body[at - 1] !== D) return true;
  }
  return false;
}

/**
 * Bytes. To read a body, find out what follows from it and write it anew takes this thread about a tenth of a second a
 * megabyte, and others wait.
 */
const MOST_BYTES = 16 * 2 ** 20;

/** The refusal of a body that a dry run cannot read: it is never passed on, for the engine would write it. */
export function notReadable(given: string): OwlgateError {
  const accepted = ['application/rdf', 'application/json', ...TRIPLE_TYPES].join(', ');
  return new OwlgateError('UnsupportedMediaType', { given: given === '' ? '(none)' : given, accepted });
}

/** @throws OwlgateError MutationTooLarge */
export function refuseTooLarge(body: Buffer): void {
  if (body.length > MOST_BYTES) {
    throw new OwlgateError('MutationTooLarge', { size: body.length, limit: MOST_BYTES });
  }
}
