/** Statements of the registry, for mutations in RDF. The layout of the nodes is described in registry.ts. */
import type { TextName } from './registry-rows';
import type { ExtensionRecord, VersionRecord } from './registry-seal';
import type { StoredVersion } from './registry-versions';

/** @param node in the form of a statement: `<0x1>`, `_:version`, `uid(v)` */
const stringStatement = (node: string, name: string, value: string): string =>
  `${node} <owlgate.${name}> ${JSON.stringify(value)} .`;

export const keyStatement = (node: string, key: string): string => stringStatement(node, 'key', key);

const recordStatement = (node: string, record: object): string =>
  stringStatement(node, 'record', JSON.stringify(record));

/** Returns the statement of all values that the digest of a version covers, and of the digest. */
export const versionStatement = (node: string, record: VersionRecord, digest: string): string =>
  recordStatement(node, { ...record, digest });

/** Returns the statement of the GraphQL extension, without its key and its parts. */
export const extensionStatement = (
  node: string,
  { version, loadedAt }: ExtensionRecord,
  digest: string | undefined,
): string => recordStatement(node, { version, loadedAt, digest });

export const headStatement = (node: string, version: number, digest: string): string =>
  recordStatement(node, { version, digest });

/** @param cursor position at which a materialization resumes, or its result */
export const progressStatement = (node: string, materialized: boolean, cursor?: string): string =>
  stringStatement(node, 'progress', JSON.stringify({ materialized, cursor }));

/** Returns the edges from a record to the parts of a text, in order. */
export const partStatements = (node: string, name: TextName, parts: readonly string[]): string[] =>
  parts.map((uid, i) => `${node} <owlgate.link> <${uid}> (place="${name}/${i}") .`);

/** Returns the statements of a new version, `_:version`, with the head that leads to it. */
export const newVersionStatements = (
  head: string,
  record: VersionRecord,
  digest: string,
  parts: Readonly<Record<TextName, readonly string[]>>,
  cursor?: string,
): string[] => [
  headStatement(head, record.version, digest),
  `${head} <owlgate.link> _:version .`,
  keyStatement('_:version', `version/${record.version}`),
  versionStatement('_:version', record, digest),
  progressStatement('_:version', false, cursor),
  ...partStatements('_:version', 'source', parts.source),
  ...partStatements('_:version', 'names', parts.names),
  ...partStatements('_:version', 'outline', parts.outline),
];

/** Predicates of a head, a version or the GraphQL extension; the head's locks store nothing. */
export const RECORD_PREDICATES: readonly string[] = [
  'owlgate.key',
  'owlgate.record',
  'owlgate.progress',
  'owlgate.link',
];

export const PART_PREDICATES: readonly string[] = ['owlgate.text'];

const starred = (node: string, predicates: readonly string[]): string[] =>
  predicates.map((name) => `${node} <${name}> * .`);

/** Returns statements that delete a record. @param node in the form of a statement */
export const deleteRecord = (node: string): string[] => starred(node, RECORD_PREDICATES);

export const deletePart = (node: string): string[] => starred(node, PART_PREDICATES);

/** Returns statements that delete a version with its parts. */
export const deleteVersion = ({ uid, source, names, outline }: StoredVersion): string[] => [
  ...deleteRecord(`<${uid}>`),
  ...[...source, ...names, ...outline].flatMap((part) => deletePart(`<${part}>`)),
];
