/** Schema files: Dgraph's declarations, each with its namespace before it or without one. */
import { DqlSyntaxError, parseSchema } from '../dql';
import type { SchemaDocument } from '../dql/schema/ast';
import { TransferError } from './errors';
import { readText } from './lines';
import { isDgraphs } from './names';

const DECLARATION = /^\s*\[\s*(0[xX][0-9a-fA-F]+|\d+)\s*\]/;

/**
 * The declarations of a namespace, without Dgraph's own.
 *
 * @throws TransferError where a file is no schema
 */
export async function readSchemaFiles(files: readonly string[], namespace: number): Promise<SchemaDocument> {
  const read: SchemaDocument[] = [];
  for (const file of files) {
    try {
      read.push(parseSchema(ofNamespace(await readText(file), namespace)));
    } catch (error) {
      if (!(error instanceof DqlSyntaxError)) throw error;
      throw new TransferError(`${file}: ${error.message}`);
    }
  }
  return {
    predicates: read.flatMap(({ predicates }) => predicates.filter(({ name }) => !isDgraphs(name))),
    types: read.flatMap(({ types }) => types.filter(({ name }) => !isDgraphs(name))),
  };
}

/** Other namespaces' lines become empty, so that the places of errors stay right. */
function ofNamespace(text: string, namespace: number): string {
  let isOurs = true;
  const lines = text.split('\n').map((line) => {
    const label = DECLARATION.exec(line)?.[1];
    if (label !== undefined) isOurs = Number(label) === namespace;
    return isOurs ? line : '';
  });
  return lines.join('\n');
}

/** GraphQL schemas of a namespace. @throws TransferError */
export async function readGraphqlFiles(files: readonly string[], namespace: number): Promise<string | undefined> {
  const found: string[] = [];
  for (const file of files) {
    try {
      const entries = JSON.parse(await readText(file)) as { readonly namespace: number; readonly schema: string }[];
      for (const entry of entries)
        if (entry.namespace === namespace && entry.schema.trim() !== '') found.push(entry.schema);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new TransferError(`${file}: ${error.message}`);
    }
  }
  return found.at(-1);
}
