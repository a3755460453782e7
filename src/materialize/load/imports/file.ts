/** Documents in files, and how it is said that one cannot be had. */
import { readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { decodeText } from '../../../rdf';
import type { OntologyDocument } from '../../types';

/** Why an import cannot be had, for people. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';
}

/** Largest document that is read or fetched. */
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
    throw new ImportFailure(`${name}, which is to be <${iri}>, cannot be read: ${(error as Error).message}`);
  }
}
