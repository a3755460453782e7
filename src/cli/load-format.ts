/** Format of the files of `owlgate load`: RDF, or an export of Dgraph. */
import * as fs from 'node:fs/promises';
import { STANDARD_INPUT, UsageError } from './command';
import { isAddress } from './input';
import type { LoadArguments } from './load-options';
import { gunzippedStart, isGzipError } from '../util/gzip';

/** Extensions of RDF that exports do not have; `.gz` may follow. */
const RDF_NAME = /\.(?:ttl|n3|trig|jsonld|rdfs|owl|xml)(?:\.gz)?$/i;
const EXPORT_NAME = /\.(?:schema|gql_schema|json)(?:\.gz)?$/i;
const SAMPLE = 1 << 16;

/** @returns true for RDF, false for Dgraph's format @throws UsageError for files of both */
export async function isRdf({ files, isDgraph, isRdf: isForced }: LoadArguments): Promise<boolean> {
  if (isForced || isDgraph || files.length === 0) return isForced;
  const kinds = new Set<boolean>();
  for (const file of files) kinds.add(await isRdfFile(file));
  if (kinds.size < 2) return kinds.has(true);
  throw new UsageError('files of RDF and of an export are loaded by two commands');
}

async function isRdfFile(file: string): Promise<boolean> {
  if (file === STANDARD_INPUT || isAddress(file) || RDF_NAME.test(file)) return true;
  if (EXPORT_NAME.test(file) || (await fs.stat(file)).isDirectory()) return false;
  return !isDgraphText(await sampleOf(file));
}

/** First statement of Dgraph's N-Quads: a uid for the subject, or a predicate that is a name and no IRI. */
const DGRAPH_STATEMENT = /^\s*(?:<0x[0-9a-f]+>|(?:<[^>\n]*>|_:[^\s<]+)\s*<(?![a-z][a-z0-9+.-]*:)[^>\n]*>)/i;

function isDgraphText(text: string): boolean {
  const statement = text.split('\n').find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return statement === undefined || DGRAPH_STATEMENT.test(statement);
}

async function sampleOf(file: string): Promise<string> {
  const handle = await fs.open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    return gunzippedStart(buffer.subarray(0, bytesRead)).toString('utf8');
  } catch (error) {
    // The load tells what is wrong with the file.
    if (isGzipError(error)) return '';
    throw error;
  } finally {
    await handle.close();
  }
}
