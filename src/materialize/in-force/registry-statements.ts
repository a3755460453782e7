/** Statements of the registry, for mutations in RDF. */
import type { ExtensionRecord, VersionRecord } from './registry-seal';
import type { StoredVersion } from './registry-versions';

/** @param node in the form of a statement: `<0x1>`, `_:version`, `uid(v)` */
export const stringStatement = (node: string, name: string, value: string): string =>
  `${node} <owlgate.${name}> ${JSON.stringify(value)} .`;

const intStatement = (node: string, name: string, value: number): string =>
  `${node} <owlgate.${name}> "${value}"^^<xs:int> .`;

/** Returns statements of all values that the digest of a version covers, and of the digest. */
export function versionStatements(node: string, record: VersionRecord, digest: string): string[] {
  const { version, format, profile, loadedAt, checksum, sourceChecksum, namesChecksum, graphql, previous } = record;
  const texts = {
    key: `version/${version}`,
    format,
    profile,
    loadedAt,
    checksum,
    sourceChecksum,
    namesChecksum,
    previous,
    digest,
  };
  return [
    intStatement(node, 'version', version),
    ...(graphql === undefined ? [] : [intStatement(node, 'graphql', graphql)]),
    ...Object.entries(texts).flatMap(([name, value]) =>
      value === undefined ? [] : [stringStatement(node, name, value)],
    ),
  ];
}

/** Returns statements of the GraphQL extension, without its key and its parts. */
export const extensionStatements = (node: string, { version, loadedAt }: ExtensionRecord, digest: string): string[] => [
  intStatement(node, 'version', version),
  stringStatement(node, 'loadedAt', loadedAt),
  stringStatement(node, 'digest', digest),
];

/** Returns statements by which a head leads to the new version, `_:version`. */
export const headStatements = (node: string, version: number, digest: string): string[] => [
  intStatement(node, 'version', version),
  stringStatement(node, 'digest', digest),
  `${node} <owlgate.current> _:version .`,
];

/** Returns statements of the new version, `_:version`, that no digest covers. */
export const partStatements = (source: readonly string[], names: readonly string[]): string[] => [
  `_:version <owlgate.materialized> "false"^^<xs:boolean> .`,
  ...source.map((uid) => `_:version <owlgate.source> <${uid}> .`),
  ...names.map((uid) => `_:version <owlgate.names> <${uid}> .`),
];

/** Predicates of a head, a version or the GraphQL extension; the head's locks store nothing. */
export const RECORD_PREDICATES: readonly string[] = [
  ...[
    'key',
    'version',
    'digest',
    'previous',
    'checksum',
    'sourceChecksum',
    'namesChecksum',
    'profile',
    'loadedAt',
    'format',
    'graphql',
  ],
  ...['materialized', 'cursor', 'current', 'source', 'names'],
].map((name) => `owlgate.${name}`);

export const PART_PREDICATES: readonly string[] = ['owlgate.part', 'owlgate.text'];

const starred = (node: string, predicates: readonly string[]): string[] =>
  predicates.map((name) => `${node} <${name}> * .`);

/** Returns statements that delete a record. @param node in the form of a statement */
export const deleteRecord = (node: string): string[] => starred(node, RECORD_PREDICATES);

export const deletePart = (node: string): string[] => starred(node, PART_PREDICATES);

/** Returns statements that delete a version with its parts. */
export const deleteVersion = ({ uid, source, names }: StoredVersion): string[] => [
  ...deleteRecord(`<${uid}>`),
  ...[...source, ...names].flatMap((part) => deletePart(`<${part}>`)),
];
