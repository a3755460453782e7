/** The predicates of documents in an engine's schema: made when they are first needed. */
import type { Engine } from '../../dgraph';
import { DOCUMENT_PREDICATES, EMBEDDING_PREFIX, printDocumentSchema } from '../../materialize';

type Stored = {
  readonly predicate: string;
  readonly index?: boolean;
  readonly reverse?: boolean;
  readonly list?: boolean;
  readonly no_conflict?: boolean;
};

/** Whether the engine has documents' predicates at all; before the first document it has none. */
export async function hasDocuments(engine: Engine): Promise<boolean> {
  return (await stored(engine, ['owlgate.document.source'])).length > 0;
}

async function stored(engine: Engine, names: readonly string[]): Promise<readonly Stored[]> {
  const { data } = await engine.query<{ schema?: readonly Stored[] }>(
    `schema(pred: [${names.join(', ')}]) { type index reverse list noconflict }`,
    { readOnly: true },
  );
  return data.schema ?? [];
}

/**
 * Makes the predicates that are missing; asks for no schema change where there are none. They may go at any time, when all
 * data is dropped, and a value written without a schema would make its predicate without its index.
 */
export async function ensureDocumentSchema(engine: Engine): Promise<void> {
  const there = new Map((await stored(engine, DOCUMENT_PREDICATES)).map((each) => [each.predicate, each]));
  const missing = DOCUMENT_PREDICATES.filter((name) => {
    const declared = printDocumentSchema([name]);
    const { index = false, reverse = false, no_conflict = false } = there.get(name) ?? {};
    return (
      !there.has(name) ||
      index !== declared.includes('@index') ||
      reverse !== declared.includes('@reverse') ||
      no_conflict !== declared.includes('@noconflict')
    );
  });
  if (missing.length > 0) await engine.alter(printDocumentSchema(missing));
}

/** The predicate of a model's vectors. Its name keeps what identifies the model. */
export const embeddingPredicate = (model: string): string =>
  EMBEDDING_PREFIX + model.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.codePointAt(0)!.toString(16)}_`);

/** Makes the predicate of a model's vectors, with its index. */
export async function ensureEmbeddingSchema(engine: Engine, predicate: string): Promise<void> {
  const there = await stored(engine, [`<${predicate}>`]);
  if (there[0]?.index === true) return;
  await engine.alter(`<${predicate}>: float32vector @index(hnsw(metric: "cosine")) .`);
}

/** The predicates of vectors that there are, of models configured now and before. */
export async function embeddingPredicates(engine: Engine): Promise<readonly string[]> {
  const { schema } = await engine.schema();
  return schema.map(({ predicate }) => predicate).filter((name) => name.startsWith(EMBEDDING_PREFIX));
}
