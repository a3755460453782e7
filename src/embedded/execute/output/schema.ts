/** Answers to `schema {}`. */
import type { IndexSpec, PredicateDeclaration, TypeDeclaration } from '../../../dql';
import type { SchemaPlan } from '../../plan';
import type { SchemaView } from '../../storage/view';
import { jsonString } from '../../values';

/** Fields of a predicate in Dgraph's order of output. */
const FIELDS: readonly string[] = [
  'type',
  'index',
  'tokenizer',
  'reverse',
  'count',
  'list',
  'upsert',
  'lang',
  'noconflict',
  'unique',
  'vector_specs',
];

const VECTOR_INDEX = 'hnsw';
const VECTOR_OPTIONS = ['exponent', 'maxLevels', 'efConstruction', 'efSearch', 'metric'];

/** `"schema":[…],"types":[…]`, limited to the requested parts. */
export function writeSchema(schema: SchemaView, plan: SchemaPlan): string {
  const all = plan.predicates.length === 0 && plan.types.length === 0;
  const parts: string[] = [];
  if (all || plan.predicates.length > 0) {
    const declarations = all
      ? [...schema.predicates()]
      : [...new Set(plan.predicates)].sort().map((name) => schema.predicate(name));
    const nodes = declarations.flatMap((declaration) => (declaration ? [predicateText(declaration, plan.fields)] : []));
    if (nodes.length > 0) parts.push(`"schema":[${nodes.join(',')}]`);
  }
  if (all || plan.types.length > 0) {
    const declarations = all ? [...schema.types()] : [...new Set(plan.types)].sort().map((name) => schema.type(name));
    const nodes = declarations.flatMap((declaration) => (declaration ? [typeText(declaration)] : []));
    if (nodes.length > 0) parts.push(`"types":[${nodes.join(',')}]`);
  }
  return parts.join(',');
}

function predicateText(declaration: PredicateDeclaration, requestedFields: readonly string[]): string {
  const fields = new Set(requestedFields.length === 0 ? FIELDS : requestedFields);
  const plain = declaration.index.filter((spec) => spec.tokenizer !== VECTOR_INDEX);
  const vectors = declaration.index.filter((spec) => spec.tokenizer === VECTOR_INDEX);
  const parts = [`"predicate":${jsonString(declaration.name)}`];
  const flag = (field: string, value: boolean, name = field): void => {
    if (value && fields.has(field)) parts.push(`"${name}":true`);
  };
  if (fields.has('type')) parts.push(`"type":"${declaration.type}"`);
  flag('index', plain.length > 0);
  if (fields.has('tokenizer') && declaration.index.length > 0) {
    const names = vectors.length > 0 ? vectors.map(vectorIndexName) : plain.map((spec) => spec.tokenizer);
    parts.push(`"tokenizer":[${names.map(jsonString).join(',')}]`);
  }
  flag('reverse', declaration.reverse);
  flag('count', declaration.count);
  flag('list', declaration.list);
  flag('upsert', declaration.upsert);
  flag('lang', declaration.lang);
  flag('noconflict', declaration.noconflict, 'no_conflict');
  flag('unique', declaration.unique);
  if (fields.has('vector_specs') && vectors.length > 0) {
    parts.push(`"index_specs":[${vectors.map(vectorSpecText).join(',')}]`);
  }
  return `{${parts.join(',')}}`;
}

/** `hnsw("exponent":"5","metric":"cosine")`: options in Dgraph's order of vector options. */
function vectorIndexName({ tokenizer, options = [] }: IndexSpec): string {
  const optionTexts = VECTOR_OPTIONS.flatMap((key) => {
    const option = options.find((o) => o.key === key);
    return option ? [`"${key}":"${option.value}"`] : [];
  });
  return optionTexts.length === 0 ? tokenizer : `${tokenizer}(${optionTexts.join(',')})`;
}

function vectorSpecText({ tokenizer, options = [] }: IndexSpec): string {
  const name = `"name":${jsonString(tokenizer)}`;
  if (options.length === 0) return `{${name}}`;
  const optionTexts = options.map(({ key, value }) => `{"key":${jsonString(key)},"value":${jsonString(value)}}`);
  return `{${name},"options":[${optionTexts.join(',')}]}`;
}

function typeText({ name, fields }: TypeDeclaration): string {
  const fieldTexts = fields.map((field) => `{"name":${jsonString(field)}}`).join(',');
  return `{"fields":[${fieldTexts}],"name":${jsonString(name)}}`;
}
