/** Checks of a mutation's body before it is parsed: need of a rewrite, and size. */
import { OwlgateError } from '../../errors';
import { TRIPLE_TYPES } from '../../mutation';

/** Marks of content that only owlgate reads: IRIs and its own predicates. An escape can spell any of them. */
const OWLGATE_MARKERS = ['://', '<urn:', 'owlgate.', '\\u', '\\U'];
const TYPE_WORD = 'graph.type';
/** Character before `graph.type` in Dgraph's own predicate. */
const D = 'd'.charCodeAt(0);

/** True if the engine would misread the unchanged body, with or without an ontology in force. */
export const hasOwlgateMarkers = (body: Buffer): boolean =>
  OWLGATE_MARKERS.some((word) => body.includes(word)) || hasTypeWord(body);

function hasTypeWord(body: Buffer): boolean {
  for (let at = body.indexOf(TYPE_WORD); at >= 0; at = body.indexOf(TYPE_WORD, at + TYPE_WORD.length)) {
    if (body[at - 1] !== D) return true;
  }
  return false;
}

/** Maximum bytes of a body. Parsing, reasoning and printing block this thread for about 0.1 s per megabyte. */
const MAX_BYTES = 16 * 2 ** 20;

/** Refusal of a content type that a dry run cannot read. Such a body is never passed on: the engine would write it. */
export function notReadable(mediaType: string): OwlgateError {
  const accepted = ['application/rdf', 'application/json', ...TRIPLE_TYPES].join(', ');
  return new OwlgateError('UnsupportedMediaType', { given: mediaType === '' ? '(none)' : mediaType, accepted });
}

/** @throws OwlgateError MutationTooLarge */
export function refuseTooLarge(body: Buffer): void {
  if (body.length > MAX_BYTES) {
    throw new OwlgateError('MutationTooLarge', { size: body.length, limit: MAX_BYTES });
  }
}
