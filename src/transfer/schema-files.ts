/** Reader of schema files: Dgraph's declarations, with or without a namespace. */
import { DqlSyntaxError, parseSchema, type SchemaDocument } from '../dql';
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

/**
 * Returns the GraphQL schema of a namespace.
 * @throws TransferError for a file of another form, and for several schemas
 */
export async function readGraphqlFiles(files: readonly string[], namespace: number): Promise<string | undefined> {
  const schemas = new Map<string, string>();
  for (const file of files) {
    for (const entry of entriesOf(file, await readText(file))) {
      if (entry.namespace === namespace && entry.schema.trim() !== '') schemas.set(entry.schema, file);
    }
  }
  if (schemas.size > 1) {
    const sources = [...new Set(schemas.values())].join(', ');
    throw new TransferError(`${sources}: ${schemas.size} GraphQL schemas of namespace ${namespace}; keep one of them`);
  }
  return [...schemas.keys()][0];
}

interface GraphqlEntry {
  readonly namespace: number;
  readonly schema: string;
}

function entriesOf(file: string, text: string): readonly GraphqlEntry[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    throw new TransferError(`${file}: ${(error as Error).message}`);
  }
  if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  throw new TransferError(`${file}: not a GraphQL schema of an export, [{ "namespace": 0, "schema": "…" }]`);
}

function isEntry(value: unknown): value is GraphqlEntry {
  const { namespace, schema } = (value ?? {}) as Partial<Record<keyof GraphqlEntry, unknown>>;
  return typeof namespace === 'number' && typeof schema === 'string';
}
