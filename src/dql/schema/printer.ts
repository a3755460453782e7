/** Declarations → schema text that Dgraph takes, one predicate a line and one type field a line. */
import type { IndexSpec, PredicateDeclaration, SchemaDocument, TypeDeclaration } from './ast';

/** The whole schema: predicates in the order given, then types. Ends with a line feed unless there is nothing. */
export function printSchema(document: SchemaDocument): string {
  return [...document.predicates.map(printPredicate), ...document.types.map(printType)]
    .map((declaration) => `${declaration}\n`)
    .join('');
}

/** `name: [string] @index(term) @count .`, without a line feed. */
export function printPredicate(predicate: PredicateDeclaration): string {
  const type = predicate.list ? `[${predicate.type}]` : predicate.type;
  const parts = [`${printSchemaName(predicate.name)}: ${type}`];
  if (predicate.index.length > 0) parts.push(`@index(${predicate.index.map(printIndex).join(', ')})`);
  for (const directive of ['reverse', 'count', 'lang', 'upsert', 'unique', 'noconflict'] as const) {
    if (predicate[directive]) parts.push(`@${directive}`);
  }
  return `${parts.join(' ')} .`;
}

function printIndex({ tokenizer, options }: IndexSpec): string {
  if (!options || options.length === 0) return tokenizer;
  return `${tokenizer}(${options.map(({ key, value }) => `${key}: "${value}"`).join(', ')})`;
}

/** `type Person {` and its fields, without a line feed at the end. */
export function printType({ name, fields }: TypeDeclaration): string {
  return [`type ${printSchemaName(name)} {`, ...fields.map((field) => `  ${printSchemaName(field)}`), '}'].join('\n');
}

/** A name as the schema language takes it: plain where it can be, otherwise in angle brackets. */
export function printSchemaName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) ? name : `<${name}>`;
}
