/** Answers to `schema {}`. */
import type { PredicateDeclaration, TypeDeclaration } from '../../../dql/schema/ast';
import type { SchemaPlan } from '../../plan';
import type { SchemaView } from '../../storage/view';
import { jsonString } from '../../values';

/** The fields of a predicate in the order in which Dgraph prints them. */
const FIELDS = ['type', 'index', 'tokenizer', 'reverse', 'count', 'list', 'upsert', 'lang', 'unique', 'noconflict'];

/** `"schema":[…],"types":[…]`, as much of it as was asked for. */
export function writeSchema(schema: SchemaView, plan: SchemaPlan): string {
  const all = plan.predicates.length === 0 && plan.types.length === 0;
  const parts: string[] = [];
  if (all || plan.predicates.length > 0) {
    const found = all
      ? [...schema.predicates()]
      : [...new Set(plan.predicates)].sort().map((name) => schema.predicate(name));
    const nodes = found.flatMap((declaration) => (declaration ? [predicateText(declaration, plan.fields)] : []));
    if (nodes.length > 0) parts.push(`"schema":[${nodes.join(',')}]`);
  }
  if (all || plan.types.length > 0) {
    const found = all ? [...schema.types()] : [...new Set(plan.types)].sort().map((name) => schema.type(name));
    const nodes = found.flatMap((declaration) => (declaration ? [typeText(declaration)] : []));
    if (nodes.length > 0) parts.push(`"types":[${nodes.join(',')}]`);
  }
  return parts.join(',');
}

function predicateText(declaration: PredicateDeclaration, asked: readonly string[]): string {
  const wanted = new Set(asked.length === 0 ? FIELDS : asked);
  const tokenizers = declaration.index.filter((spec) => spec.tokenizer !== 'hnsw');
  const vectors = declaration.index.filter((spec) => spec.tokenizer === 'hnsw');
  const parts = [`"predicate":${jsonString(declaration.name)}`];
  const flag = (name: string, value: boolean): void => {
    if (value && wanted.has(name)) parts.push(`"${name}":true`);
  };
  if (wanted.has('type')) parts.push(`"type":"${declaration.type}"`);
  flag('index', declaration.index.length > 0);
  if (wanted.has('tokenizer') && tokenizers.length > 0) {
    parts.push(`"tokenizer":[${tokenizers.map((spec) => jsonString(spec.tokenizer)).join(',')}]`);
  }
  flag('reverse', declaration.reverse);
  flag('count', declaration.count);
  flag('list', declaration.list);
  flag('upsert', declaration.upsert);
  flag('lang', declaration.lang);
  flag('no_conflict', declaration.noconflict);
  flag('unique', declaration.unique);
  if (vectors.length > 0 && asked.length === 0) {
    parts.push(
      `"index_specs":[${vectors
        .map(
          ({ tokenizer, options }) =>
            `{"name":${jsonString(tokenizer)},"options":[${(options ?? [])
              .map(({ key, value }) => `{"key":${jsonString(key)},"value":${jsonString(value)}}`)
              .join(',')}]}`,
        )
        .join(',')}]`,
    );
  }
  return `{${parts.join(',')}}`;
}

function typeText({ name, fields }: TypeDeclaration): string {
  const listed = fields.map((field) => `{"name":${jsonString(field)}}`).join(',');
  return `{"fields":[${listed}],"name":${jsonString(name)}}`;
}
