/** Printer of declarations as schema text, one predicate or type field per line. */
import type { IndexSpec, PredicateDeclaration, SchemaDocument, TypeDeclaration } from './ast';

/** Prints a schema: predicates in the given order, then types. Ends with a line feed unless it is empty. */
export function printSchema(document: SchemaDocument): string {
  return [...document.predicates.map(printPredicate), ...document.types.map(printType)]
    .map((declaration) => `${declaration}\n`)
    .join('');
}

/** Prints `name: [string] @index(term) @count .`, without a line feed. */
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

/** Prints `type Person {` and its fields, without a final line feed. */
export function printType({ name, fields }: TypeDeclaration): string {
  return [`type ${printSchemaName(name)} {`, ...fields.map((field) => `  ${printSchemaName(field)}`), '}'].join('\n');
}

/** Prints a name of the schema language: plain if possible, otherwise in angle brackets. */
export function printSchemaName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) ? name : `<${name}>`;
}
