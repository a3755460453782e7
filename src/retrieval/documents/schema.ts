/** Predicates of documents in an engine's schema; added at the first document. */
import type { Engine } from '../../dgraph';
import { DOCUMENT_PREDICATES, EMBEDDING_PREFIX, printDocumentSchema } from '../../materialize';

type SchemaEntry = {
  readonly predicate: string;
  readonly index?: boolean;
  readonly reverse?: boolean;
  readonly list?: boolean;
  readonly no_conflict?: boolean;
};

/** Returns true if the engine has document predicates. It has none before the first document. */
export async function hasDocuments(engine: Engine): Promise<boolean> {
  return (await readSchema(engine, ['owlgate.document.source'])).length > 0;
}

async function readSchema(engine: Engine, names: readonly string[]): Promise<readonly SchemaEntry[]> {
  const { data } = await engine.query<{ schema?: readonly SchemaEntry[] }>(
    `schema(pred: [${names.join(', ')}]) { type index reverse list noconflict }`,
    { readOnly: true },
  );
  return data.schema ?? [];
}

/**
 * Adds missing predicates; sends no schema change if none is missing. A drop of all data may remove them at any time,
 * and a value written without a schema would create its predicate without the index.
 *
 * @param print returns the schema of some of the predicates
 */
export async function ensurePredicates(
  engine: Engine,
  predicates: readonly string[],
  print: (predicates: readonly string[]) => string,
): Promise<void> {
  const existing = new Map((await readSchema(engine, predicates)).map((each) => [each.predicate, each]));
  const missing = predicates.filter((name) => {
    const declared = print([name]);
    const { index = false, reverse = false, no_conflict = false } = existing.get(name) ?? {};
    return (
      !existing.has(name) ||
      index !== declared.includes('@index') ||
      reverse !== declared.includes('@reverse') ||
      no_conflict !== declared.includes('@noconflict')
    );
  });
  if (missing.length > 0) await engine.alter(print(missing));
}

export const ensureDocumentSchema = (engine: Engine): Promise<void> =>
  ensurePredicates(engine, DOCUMENT_PREDICATES, printDocumentSchema);

/** Returns the predicate of a model's vectors; its name encodes the model's name. */
export const embeddingPredicate = (model: string): string =>
  EMBEDDING_PREFIX + model.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.codePointAt(0)!.toString(16)}_`);

/** Adds the predicate of a model's vectors, with its index. */
export async function ensureEmbeddingSchema(engine: Engine, predicate: string): Promise<void> {
  const existing = await readSchema(engine, [`<${predicate}>`]);
  if (existing[0]?.index === true) return;
  await engine.alter(`<${predicate}>: float32vector @index(hnsw(metric: "cosine")) .`);
}

/** Returns all stored vector predicates, including those of earlier models. */
export async function embeddingPredicates(engine: Engine): Promise<readonly string[]> {
  const { schema } = await engine.schema();
  return schema.map(({ predicate }) => predicate).filter((name) => name.startsWith(EMBEDDING_PREFIX));
}
