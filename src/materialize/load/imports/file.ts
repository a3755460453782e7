/** Documents in files, and the error for imports that are not available. */
import { readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { decodeText } from '../../../rdf';
import type { OntologyDocument } from '../types';

/** Failure to read an import; the message is for users. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';
}

/** Largest document that is read or fetched, in bytes. */
export const MAX_IMPORT_BYTES = 64 * 2 ** 20;

/** @throws ImportFailure */
export async function readDocumentFile(
  file: string,
  iri: string,
  maxBytes = MAX_IMPORT_BYTES,
): Promise<OntologyDocument> {
  const name = path.basename(file);
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new Error(`it has ${size} bytes; at most ${maxBytes} are read`);
    return { source: decodeText(await readFile(file)), name };
  } catch (error) {
    throw new ImportFailure(`${name}, the file of <${iri}>, cannot be read: ${(error as Error).message}`);
  }
}
