/**
 * Declarations of a requested schema, as far as the schema wall compares them. Long texts are read in a document
 * process: they take up to half a second for each megabyte.
 */
import { parseSchema, readAlter, type AlterOperation, type SchemaDocument } from '../../dql';
import { GraphqlSchemaError, readSdl, storedDocument } from '../../graphql/sdl';
import { isOwnPredicate } from '../../mutation';
import type { SchemaChange } from './types';

/** Schema language, or GraphQL SDL. */
type SchemaLanguage = 'dql' | 'graphql';

export interface SchemaTextInput {
  readonly text: string;
  readonly language: SchemaLanguage;
  /** Names of predicates and types to return, besides those of the gateway; undefined for all. */
  readonly names: readonly string[] | undefined;
}

/** Reads a schema; SDL as Dgraph stores it. */
export type ReadSchema = (text: string) => SchemaDocument;

const NOTHING: SchemaDocument = { predicates: [], types: [] };

export const READERS: Readonly<Record<SchemaLanguage, ReadSchema>> = {
  dql: parseSchema,
  /** An invalid SDL declares nothing: the engine refuses it. */
  graphql: (sdl) => {
    try {
      return storedDocument(readSdl(sdl));
    } catch (error) {
      if (error instanceof GraphqlSchemaError) return NOTHING;
      throw error;
    }
  },
};

/** Reads a text and returns the declarations that a judgement may need. */
export function readRelevant({ text, language, names }: SchemaTextInput): SchemaDocument {
  const document = READERS[language](text);
  if (names === undefined) return document;
  const wanted = new Set(names);
  const { predicates, types } = document;
  return {
    predicates: predicates.filter(({ name }) => wanted.has(name) || isOwnPredicate(name)),
    types: types.filter(({ name, fields }) => wanted.has(name) || fields.some(isOwnPredicate)),
  };
}

/** Change of the schema with its texts. */
type RequestedChange =
  | { readonly kind: 'alter'; readonly operation: AlterOperation; readonly texts: readonly string[] }
  | { readonly kind: 'graphql'; readonly texts: readonly string[] };

export function requestedChange(change: SchemaChange): RequestedChange {
  if (change.kind === 'graphql') return change;
  const operation = readAlter(change.body);
  return { kind: 'alter', operation, texts: operation.kind === 'schema' ? [operation.text] : [] };
}

/** Minimum characters of a text that a document process reads. */
const LONG_TEXT = 256 * 1024;

/** Returns a reader that has the long texts of a change already. @throws errors of `readApart` */
export async function readLongTexts(
  { kind, texts }: RequestedChange,
  names: readonly string[] | undefined,
  readApart: (input: SchemaTextInput) => Promise<SchemaDocument>,
): Promise<ReadSchema> {
  const language = kind === 'alter' ? 'dql' : 'graphql';
  const documents = new Map<string, SchemaDocument>();
  for (const text of texts) {
    if (text.length >= LONG_TEXT) documents.set(text, await readApart({ text, language, names }));
  }
  return (text) => documents.get(text) ?? READERS[language](text);
}

/** Returns the names of the predicates that an operation on /alter changes, as Dgraph checks the right to. */
export function alteredPredicates(operation: AlterOperation, read: ReadSchema): readonly string[] {
  if (operation.kind === 'dropPredicate') return [operation.name];
  return operation.kind === 'schema' ? read(operation.text).predicates.map(({ name }) => name) : [];
}
