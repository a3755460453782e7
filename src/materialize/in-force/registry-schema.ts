/** Predicates of the registry and of other records of the gateway; only the gateway changes them. */
import { parseSchema, printPredicate } from '../../dql';
import { OwlgateError } from '../../errors';
import { isOwnPredicate, RESERVED_PREFIX } from '../../mutation';
import { EMBEDDING_PREFIX, printChatSchema, printDocumentSchema } from './document-schema';

/** Declarations in the schema language, by name. The layout of the nodes is described in registry.ts. */
export const REGISTRY_SCHEMA: Readonly<Record<string, string>> = {
  'owlgate.key': 'string @index(exact) @upsert',
  'owlgate.record': 'string',
  'owlgate.progress': 'string',
  'owlgate.link': '[uid]',
  'owlgate.text': 'string',
  'owlgate.lock': '[string]',
  'owlgate.receipt': 'string @noconflict',
};

/** Predicates of idempotency records (idempotency/records.ts): declared with the first record. */
const IDEMPOTENCY_SCHEMA: Readonly<Record<string, string>> = {
  'owlgate.idempotency.key': 'string @index(exact) @upsert',
  'owlgate.idempotency.request': 'string',
  'owlgate.idempotency.at': 'int @index(int)',
  'owlgate.idempotency.answer': 'string',
};

/** Predicates of deletes in parts (write/hubs/journal.ts): declared with the first one. */
const DELETION_SCHEMA: Readonly<Record<string, string>> = {
  'owlgate.deletion.key': 'string',
  'owlgate.deletion.edges': 'string',
  'owlgate.deletion.done': 'int',
};

export const DELETION_PREDICATES: readonly string[] = Object.keys(DELETION_SCHEMA);

/** Returns declarations for /alter. */
export const printDeletionSchema = (): string =>
  DELETION_PREDICATES.map((name) => `${name}: ${DELETION_SCHEMA[name]!} .`).join('\n');

/** Declarations of the predicates of imports (import/journal.ts): made with the first one. */
export const IMPORT_SCHEMA = `owlgate.import.key: string @index(exact) @upsert .
owlgate.import.record: string .
owlgate.import.batch: [string] @noconflict .`;

/** The key comes first. */
export const IDEMPOTENCY_PREDICATES: readonly string[] = Object.keys(IDEMPOTENCY_SCHEMA);

/** Returns declarations for /alter. */
export const printIdempotencySchema = (): string =>
  IDEMPOTENCY_PREDICATES.map((name) => `${name}: ${IDEMPOTENCY_SCHEMA[name]!} .`).join('\n');

export const REGISTRY_PREDICATES: readonly string[] = Object.keys(REGISTRY_SCHEMA);

const declarations = (names: readonly string[]): string =>
  names.map((name) => `${name}: ${REGISTRY_SCHEMA[name]!} .`).join('\n');

/** Returns declarations for /alter, of all or some predicates. */
export const printRegistrySchema = (names: readonly string[] = REGISTRY_PREDICATES): string => declarations(names);

type Declaration = Parameters<typeof printPredicate>[0];

/** Prints without `@noconflict`, since not every tool sends it back; the next document restores it. */
const printed = (predicate: Declaration): string => printPredicate({ ...predicate, noconflict: false });

/** Printed declarations that change nothing. */
const UNCHANGED: ReadonlySet<string> = new Set(
  [
    declarations(REGISTRY_PREDICATES),
    printIdempotencySchema(),
    printDeletionSchema(),
    IMPORT_SCHEMA,
    printDocumentSchema(),
    printChatSchema(),
  ]
    .flatMap((text) => parseSchema(text).predicates)
    .map(printed),
);

/**
 * Returns true for a declaration that changes nothing. Vector predicates are created per configured model, all with the
 * same type.
 */
const isUnchanged = (predicate: Declaration): boolean =>
  UNCHANGED.has(printed(predicate)) ||
  (predicate.name.startsWith(EMBEDDING_PREFIX) &&
    printPredicate(predicate).replace(predicate.name, '').includes(': float32vector'));

/**
 * Accepts a schema text that leaves the registry as it is. It may repeat the registry's declarations: tools send a
 * whole schema back.
 *
 * @throws OwlgateError ReservedPredicate; DqlSyntaxError for a text that mentions the registry and cannot be parsed
 */
export function protectFromSchema(text: string, read = parseSchema): void {
  if (!text.includes(RESERVED_PREFIX)) return;
  const { predicates, types } = read(text);
  for (const predicate of predicates) {
    if (!isOwnPredicate(predicate.name) || isUnchanged(predicate)) continue;
    const { line, column } = predicate.span ?? {};
    throw reserved(predicate.name, 'altered', line === undefined ? '' : `line ${line}, column ${column}: `);
  }
  for (const { name, fields } of types) {
    const field = fields.find((each) => isOwnPredicate(each));
    if (field !== undefined) throw reserved(field, `a field of the type ${name}`);
  }
}

/** @throws OwlgateError ReservedPredicate */
export function protectFromDrop(predicate: string): void {
  if (isOwnPredicate(predicate)) throw reserved(predicate, 'dropped');
}

const reserved = (predicate: string, use: string, place = ''): OwlgateError =>
  new OwlgateError('ReservedPredicate', { place, predicate, use });
