/** Reader of schema files: Dgraph's declarations, with or without a namespace. */
import { DqlSyntaxError, parseSchema } from '../dql';
import type { SchemaDocument } from '../dql/schema/ast';
import { TransferError } from './errors';
import { readText } from './lines';
import { isDgraphName } from './names';

const DECLARATION = /^\s*\[\s*(0[xX][0-9a-fA-F]+|\d+)\s*\]/;

/**
 * Returns the declarations of a namespace, without Dgraph's own.
 *
 * @throws TransferError if a file is not a schema
 */
export async function readSchemaFiles(files: readonly string[], namespace: number): Promise<SchemaDocument> {
  const documents: SchemaDocument[] = [];
  for (const file of files) {
    try {
      documents.push(parseSchema(ofNamespace(await readText(file), namespace)));
    } catch (error) {
      if (!(error instanceof DqlSyntaxError)) throw error;
      throw new TransferError(`${file}: ${error.message}`);
    }
  }
  return {
    predicates: documents.flatMap(({ predicates }) => predicates.filter(({ name }) => !isDgraphName(name))),
    types: documents.flatMap(({ types }) => types.filter(({ name }) => !isDgraphName(name))),
  };
}

/** Blanks the lines of other namespaces, so that positions in errors stay right. */
function ofNamespace(text: string, namespace: number): string {
  let isOurs = true;
  const lines = text.split('\n').map((line) => {
    const label = DECLARATION.exec(line)?.[1];
    if (label !== undefined) isOurs = Number(label) === namespace;
    return isOurs ? line : '';
  });
  return lines.join('\n');
}

/** Returns the last GraphQL schema of a namespace. @throws TransferError */
export async function readGraphqlFiles(files: readonly string[], namespace: number): Promise<string | undefined> {
  const schemas: string[] = [];
  for (const file of files) {
    try {
      const entries = JSON.parse(await readText(file)) as { readonly namespace: number; readonly schema: string }[];
      for (const entry of entries)
        if (entry.namespace === namespace && entry.schema.trim() !== '') schemas.push(entry.schema);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new TransferError(`${file}: ${error.message}`);
    }
  }
  return schemas.at(-1);
}
