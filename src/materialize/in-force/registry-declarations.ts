/** Declarations of the registry's predicates in an engine, compared with the required ones. */
import { parseSchema, printPredicate, type PredicateDeclaration } from '../../dql';
import type { Credentials, Engine } from '../../dgraph';
import { readSchemaAnswer, type SchemaAnswer } from '../../schema';
import { printRegistrySchema, REGISTRY_PREDICATES } from './registry-schema';

export interface Declarations {
  /** Predicates that the engine does not have. */
  readonly missing: readonly string[];
  /** Predicates with another declaration in the engine. */
  readonly different: readonly { readonly predicate: string; readonly problem: string }[];
  /** True if nodes can be found by their key. */
  readonly hasKeyIndex: boolean;
}

const NEEDED: ReadonlyMap<string, PredicateDeclaration> = new Map(
  parseSchema(printRegistrySchema()).predicates.map((predicate) => [predicate.name, predicate]),
);

/** @throws as Engine does */
export async function readDeclarations(engine: Engine, credentials?: Credentials): Promise<Declarations> {
  const { data } = await engine.query<SchemaAnswer>(
    `schema(pred: [${REGISTRY_PREDICATES.join(', ')}]) { type index tokenizer list upsert noconflict }`,
    { readOnly: true, ...(credentials && { credentials }) },
  );
  const stored = new Map(readSchemaAnswer(data).predicates.map((predicate) => [predicate.name, predicate]));
  const different = [...NEEDED.values()].flatMap((needed) => {
    const declared = stored.get(needed.name);
    if (!declared || fits(declared, needed)) return [];
    const problem = `it is declared as ${printPredicate(declared)}; expected ${printPredicate(needed)}`;
    return [{ predicate: needed.name, problem }];
  });
  return {
    missing: REGISTRY_PREDICATES.filter((name) => !stored.has(name)),
    different,
    hasKeyIndex: stored.get('owlgate.key')?.index.some(({ tokenizer }) => tokenizer === 'exact') === true,
  };
}

/**
 * Returns true if a declaration suffices. A value written without a schema gives its predicate the type `default`,
 * which holds the same texts.
 */
function fits(declared: PredicateDeclaration, needed: PredicateDeclaration): boolean {
  const isType = declared.type === needed.type || (needed.type === 'string' && declared.type === 'default');
  const isIndexed = needed.index.every(({ tokenizer }) => declared.index.some((each) => each.tokenizer === tokenizer));
  return (
    isType &&
    declared.list === needed.list &&
    isIndexed &&
    (declared.upsert || !needed.upsert) &&
    declared.noconflict === needed.noconflict
  );
}
