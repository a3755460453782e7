/** Model → Dgraph schema: a type for each type and interface, a predicate for each field (Dgraph's `schemagen`). */
import {
  plainPredicate,
  printSchema,
  type IndexSpec,
  type PredicateDeclaration,
  type ScalarType,
  type SchemaDocument,
  type TypeDeclaration,
} from '../../dql';
import type { GraphqlField, GraphqlModel } from './model';
import { GEO_TYPES, SEARCHES, searchName, STORED_AS } from './scalars';

type Part = Partial<Pick<PredicateDeclaration, 'type' | 'list' | 'upsert' | 'reverse' | 'lang'>>;

/** Schema in the form of /alter. */
export const storedSchema = (model: GraphqlModel): string => printSchema(storedDocument(model));

/** Schema as declarations. */
export function storedDocument(model: GraphqlModel): SchemaDocument {
  const predicates = new Map<string, PredicateDeclaration>();
  const types: TypeDeclaration[] = [];
  /** Merges a field's part into the declaration of its predicate. */
  const declare = (name: string, part: Part, indexes: readonly IndexSpec[] = []): void => {
    const before = predicates.get(name) ?? plainPredicate(name, 'default');
    const index = new Map([...before.index, ...indexes].map((each) => [each.tokenizer, each]));
    predicates.set(name, { ...before, ...part, index: [...index.values()] });
  };
  for (const type of model.types.values()) {
    if (type.remote) continue;
    const fields = new Set<string>();
    for (const field of type.fields) {
      if (field.custom || field.type.name === 'ID') continue;
      const name = nameOf(field);
      const isReverse = name.startsWith('~');
      if (!isReverse) fields.add(name);
      if (field.declaredBy !== undefined) continue;
      if (isReverse) declare(name.slice(1), { reverse: true });
      else declare(name, partOf(field, model), indexesOf(field, model));
    }
    if (type.password) {
      if (type.password.declaredBy === undefined) declare(type.password.predicate, { type: 'password' });
      fields.add(type.password.predicate);
    }
    types.push({ kind: 'Type', name: type.dgraphName, fields: [...fields] });
  }
  // A reverse edge by itself declares nothing.
  const declared = [...predicates.values()]
    .filter(({ type }) => type !== 'default')
    .map((each) => ({ ...each, index: [...each.index].sort((a, b) => (a.tokenizer < b.tokenizer ? -1 : 1)) }));
  return { predicates: declared, types };
}

/** Predicate of a field: `name` for `name@en`, `~p` for `<~p>`. */
const nameOf = ({ predicate }: GraphqlField): string => predicate.replace(/^<(.*)>$/, '$1').split('@', 1)[0]!;

function partOf({ type, embedding, id, predicate }: GraphqlField, model: GraphqlModel): Part {
  if (GEO_TYPES.has(type.name)) return { type: 'geo', list: false };
  const scalar = STORED_AS.get(type.name) as ScalarType | undefined;
  const isEnum = model.enums.has(type.name);
  const stored = scalar ?? (isEnum ? 'string' : 'uid');
  if (stored === 'uid') return { type: 'uid', list: type.list };
  return {
    ...(embedding ? { type: 'float32vector', list: false } : { type: stored, list: type.list }),
    ...(id && { upsert: true }),
    ...(predicate.includes('@') && { lang: true }),
  };
}

function indexesOf({ type, indexes, id }: GraphqlField, model: GraphqlModel): IndexSpec[] {
  const specs = indexes.map((search): IndexSpec => {
    const { tokenizer } = SEARCHES.get(searchName(search))!;
    const options = [...search.matchAll(/(?<!\w)(\w+)\s*:\s*"?([^\s",)]+)"?/g)].map(([, key, value]) => ({
      key: key!,
      value: value!,
    }));
    return options.length > 0 ? { tokenizer, options } : { tokenizer };
  });
  if (model.enums.has(type.name) && specs.length === 0) specs.push({ tokenizer: 'hash' });
  if (id && STORED_AS.get(type.name) === 'int') specs.push({ tokenizer: 'int' });
  else if (id && !indexes.includes('exact')) specs.push({ tokenizer: 'hash' });
  return specs;
}
