/** Reader of N-Triples documents as facts, without intermediate texts or statements. */
import { isUtf8 } from 'node:buffer';
import { NTriplesBytes } from '../../rdf';
import type { ByteTerms } from '../byte-terms';
import type { TermId } from '../terms';
import { termText } from './terms';

/** Receives a statement, with the byte offset of its object. */
type StatementHandler = (s: TermId, p: TermId, o: TermId, place: number) => void;

/**
 * Reads a document as parseNTriples does.
 *
 * @param terms dictionary with the texts of terms.ts
 * @returns false if the document is not N-Triples or not in UTF-8; the caller then reads it as text, from the start
 */
export function readNTriples(bytes: Uint8Array, terms: ByteTerms, onStatement: StatementHandler): boolean {
  if (!isUtf8(bytes)) return false;
  const statements = new NTriplesBytes(bytes, terms, (term) => terms.id(termText(term)));
  while (statements.next())
    onStatement(statements.subject, statements.predicate, statements.object, statements.objectPlace);
  return !statements.isStuck;
}

const SAMPLE_BYTES = 1 << 16;
const LF = 0x0a;

/** Estimates the number of lines of a document from its beginning. */
export function expectedLines(bytes: Uint8Array): number {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let lines = 1;
  for (const byte of sample) if (byte === LF) lines++;
  return Math.ceil((lines / Math.max(sample.length, 1)) * bytes.length);
}
