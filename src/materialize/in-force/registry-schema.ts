/** The predicates of the registry: what they are, and that nobody but the gateway changes them. */
import { parseSchema, printPredicate } from '../../dql';
import { OwlgateError } from '../../errors';
import { isOwnPredicate, OWN_PREFIX } from '../../mutation';
import { EMBEDDING_PREFIX, printChatSchema, printDocumentSchema } from './document-schema';

/** By name, as the schema language declares them. */
export const REGISTRY_SCHEMA: Readonly<Record<string, string>> = {
  'owlgate.key': 'string @index(exact) @upsert',
  'owlgate.version': 'int @index(int)',
  'owlgate.lock': '[string]',
  'owlgate.current': 'uid',
  'owlgate.source': '[uid]',
  'owlgate.names': '[uid]',
  'owlgate.part': 'int',
  'owlgate.text': 'string',
  'owlgate.checksum': 'string',
  'owlgate.profile': 'string',
  'owlgate.loadedAt': 'string',
  'owlgate.materialized': 'bool',
  'owlgate.cursor': 'string',
  'owlgate.format': 'string',
  'owlgate.sourceChecksum': 'string',
  'owlgate.namesChecksum': 'string',
  'owlgate.graphql': 'int',
  'owlgate.digest': 'string',
  'owlgate.previous': 'string',
};

export const REGISTRY_PREDICATES: readonly string[] = Object.keys(REGISTRY_SCHEMA);

const declarations = (names: readonly string[]): string =>
  names.map((name) => `${name}: ${REGISTRY_SCHEMA[name]!} .`).join('\n');

/** Declarations for /alter, of all or some. */
export const printRegistrySchema = (names: readonly string[] = REGISTRY_PREDICATES): string => declarations(names);

type Declaration = Parameters<typeof printPredicate>[0];

/** Not every tool sends `@noconflict` back; it is put there again with the next document. */
const printed = (predicate: Declaration): string => printPredicate({ ...predicate, noconflict: false });

/** As a declaration that changes nothing prints. */
const UNCHANGED: ReadonlySet<string> = new Set(
  parseSchema(`${declarations(REGISTRY_PREDICATES)}\n${printDocumentSchema()}\n${printChatSchema()}`).predicates.map(
    printed,
  ),
);

/** Vectors' predicates are made as models are configured; all are declared alike. */
const isUnchanged = (predicate: Declaration): boolean =>
  UNCHANGED.has(printed(predicate)) ||
  (predicate.name.startsWith(EMBEDDING_PREFIX) &&
    printPredicate(predicate).replace(predicate.name, '').includes(': float32vector'));

/**
 * Lets a schema text through that leaves the registry as it is. One that declares its predicates as they are does: tools
 * send a whole schema back.
 *
 * @throws OwlgateError ReservedPredicate; DqlSyntaxError for a text that speaks of the registry and cannot be read
 */
export function protectFromSchema(text: string): void {
  if (!text.includes(OWN_PREFIX)) return;
  const { predicates, types } = parseSchema(text);
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

/**
 * Lets a GraphQL schema through that maps no field to a predicate of the registry: GraphQL writes past the gateway.
 *
 * @param text the schema, or a request that holds one as a string
 * @throws OwlgateError ReservedPredicate
 */
export function protectFromGraphql(text: string): void {
  const plain = text.replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
  const mapped = /\bpred\s*:[\s\\]*"[\s\\"]*~?(owlgate\.[^\s"\\]*)/.exec(plain)?.[1];
  if (mapped !== undefined) throw reserved(mapped, 'mapped to a field');
  // Without a mapping a field's predicate is `Type.field`.
  if (/\b(?:type|interface)\s+owlgate\b/.test(plain)) throw reserved('owlgate.…', 'those of a GraphQL type');
}

const reserved = (predicate: string, use: string, place = ''): OwlgateError =>
  new OwlgateError('ReservedPredicate', { place, predicate, use });
