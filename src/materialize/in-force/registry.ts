/**
 * The ontology as it is kept in the engine itself, so that any gateway recovers it (design "Loading an ontology").
 *
 *     head      owlgate.key "head", owlgate.version n, owlgate.lock (the fence)  ─ owlgate.current →  version n
 *     version   owlgate.key "version/n", owlgate.version, checksum, profile, loadedAt, materialized, cursor, format
 *                                                           ─ owlgate.source, owlgate.names →  parts
 *     part      owlgate.part (its place, from 0), owlgate.text
 *     graphql   owlgate.key "graphql", owlgate.version n, loadedAt  ─ owlgate.source →  parts; see registry-extension.ts
 *
 * The source is the text of a Turtle document, or, where the format says so, its documents as JSON.
 * None of these nodes has a type, so that queries over types do not meet them. Parts are written first and belong to nobody
 * until one transaction makes the version, turns the head to it and removes what is too old; that transaction fails where the head has been turned
 * meanwhile. A gateway that dies in between leaves parts that nothing leads to, and no harm.
 */
import { createHash } from 'node:crypto';
import { EngineFailure, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { NameTable } from '../../ontology';
import type { Logger } from '../../util/log';
import { EXTENSION_BLOCK, ExtensionRegistry, type ExtensionRow } from './registry-extension';
import { Parts, type PartRow } from './registry-parts';
import { missingPredicates, printRegistrySchema, REGISTRY_PREDICATES, type Declared } from './registry-schema';
import type { Bundle, StoredDocument } from './bundle';
import type { Profile } from '../types';

export interface RegistryHead {
  readonly uid: string;
  readonly version: number;
  /** Whether what this version entails has been written over all the data that was there before. */
  readonly materialized: boolean;
}

export interface NewOntology {
  readonly documents: Bundle;
  readonly profile: Profile;
  readonly names: NameTable;
  /** As checksumOf gives it. */
  readonly checksum: string;
  /** ISO 8601. */
  readonly loadedAt: string;
}

export interface StoredOntology extends NewOntology {
  readonly version: number;
  readonly materialized: boolean;
  /** Where the materialization of this version stands, in the words of whoever runs it. */
  readonly cursor?: string;
}

/** A version without its document. */
export interface HistoryEntry {
  readonly version: number;
  readonly profile: Profile;
  readonly checksum: string;
  readonly loadedAt: string;
  readonly materialized: boolean;
  readonly cursor?: string;
}

/** Of a source that is more than the text of one Turtle document: a JSON array of documents. */
const DOCUMENTS_FORMAT = 'documents/1';

/**
 * Versions that are stored, with the one in force: the one before is needed where a materialization was cut off, the others
 * are for people. Older ones go in the transaction that makes a new one.
 */
export const KEPT_VERSIONS = 10;

/** Every call throws as Engine does. */
export class Registry {
  /** The GraphQL that a user gives beside the ontology. */
  readonly extension: ExtensionRegistry;
  private readonly parts: Parts;

  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
  ) {
    this.parts = new Parts(engine, logger);
    this.extension = new ExtensionRegistry(engine, this.parts, logger);
  }

  /** Makes the predicates that are missing; asks for no schema change where there are none. */
  async ensureSchema(credentials?: Credentials): Promise<void> {
    const list = REGISTRY_PREDICATES.join(', ');
    const { data } = await this.engine.query<{ schema?: Declared[] }>(
      `schema(pred: [${list}]) { type index upsert noconflict }`,
      optional(credentials),
    );
    const missing = missingPredicates(data.schema ?? []);
    if (missing.length > 0) await this.engine.alter(printRegistrySchema(missing), credentials);
  }

  /**
   * Which version is in force; undefined where none is. Cheap, and read-only: it meets no transaction.
   *
   * @throws OwlgateError OntologyDamaged where the head is not as this version of owlgate writes it
   */
  async readHead(credentials?: Credentials): Promise<RegistryHead | undefined> {
    const data = await this.queryHead(credentials);
    this.extension.seen(data.extension?.[0]);
    const row = data.head?.[0];
    if (!row) return undefined;
    if (!Number.isSafeInteger(row.version)) throw damaged('the head', 'it has no version');
    return { uid: row.uid, version: row.version!, materialized: row.current?.materialized === true };
  }

  private async queryHead(credentials: Credentials | undefined): Promise<State> {
    try {
      const { data } = await this.engine.query<State>(
        `{ head(func: eq(owlgate.key, "head")) { uid version: owlgate.version current: owlgate.current { materialized: owlgate.materialized } }
          ${EXTENSION_BLOCK} }`,
        { readOnly: true, ...optional(credentials) },
      );
      return data;
    } catch (error) {
      // A predicate that was dropped with all others is not as one that has never been: functions refuse it.
      if (error instanceof EngineFailure && /Schema not defined for predicate/i.test(error.message)) return {};
      throw error;
    }
  }

  /**
   * A version with its document.
   *
   * @throws OwlgateError EngineError where it is not there, OntologyDamaged where it is not as it was written
   */
  async read(version: number, credentials?: Credentials): Promise<StoredOntology> {
    const { data } = await this.engine.query<{ version?: VersionRow[] }>(
      `{ version(func: eq(owlgate.key, "version/${version}")) {
        ${FIELDS}
        source: owlgate.source { uid part: owlgate.part }
        names: owlgate.names { uid part: owlgate.part }
      } }`,
      { readOnly: true, ...optional(credentials) },
    );
    const row = data.version?.[0];
    const what = `version ${version}`;
    if (!row) throw new OwlgateError('EngineError', { reason: `${what} of the ontology is not stored in it` });
    const entry = historyEntry(row);
    if (!entry) throw damaged(what, 'it lacks a checksum, a profile or a date');
    const source = await this.readText(what, 'source', row.source, credentials);
    const documents = readDocuments(what, source, row.format);
    const found = checksumOf(documents);
    if (found !== entry.checksum) throw damaged(what, `its checksum is ${found} and should be ${entry.checksum}`);
    const names = readNames(what, await this.readText(what, 'names', row.names, credentials));
    return { ...entry, documents, names };
  }

  /**
   * Stores an ontology as the next version and puts it in force, not yet materialized.
   *
   * @param expected the version that the caller believes to be in force; undefined for none
   * @returns the head and the new version
   * @throws OwlgateError OntologyBusy where another version is in force; nothing has been changed then
   */
  async write(
    ontology: NewOntology,
    expected: number | undefined,
    credentials?: Credentials,
  ): Promise<{ readonly uid: string; readonly version: number }> {
    const source = await this.parts.write(printDocuments(ontology.documents), credentials);
    let names: string[] = [];
    try {
      names = await this.parts.write(JSON.stringify(ontology.names), credentials);
      return await retryAborted(() => this.turnHead(ontology, expected, { source, names }, credentials));
    } catch (error) {
      // Only where it is certain that the version was not made: an answer that never came may have been a success.
      if (error instanceof EngineFailure || (error as Partial<OwlgateError>).code === 'OntologyBusy') {
        await this.parts.delete([...source, ...names], credentials);
      }
      throw error;
    }
  }

  /**
   * Notes how far the materialization of a version has come.
   *
   * @param cursor where to resume; left out, there is none any more
   * @returns false where that version is not stored (any more)
   */
  async markMaterialized(version: number, done: boolean, cursor?: string, credentials?: Credentials): Promise<boolean> {
    const set = [`uid(v) <owlgate.materialized> "${done}"^^<xs:boolean> .`];
    if (cursor !== undefined) set.push(`uid(v) <owlgate.cursor> ${JSON.stringify(cursor)} .`);
    const { queries } = await retryAborted(() =>
      this.engine.mutate(
        `upsert {
          query { version(func: eq(owlgate.key, "version/${version}")) { v as uid } }
          mutation @if(eq(len(v), 1)) {
            set { \n${set.join('\n')}\n }
            ${cursor === undefined ? 'delete { \nuid(v) <owlgate.cursor> * .\n }' : ''}
          }
        }`,
        { contentType: 'application/rdf', commitNow: true, ...optional(credentials) },
      ),
    );
    return rowsOf(queries, 'version').length === 1;
  }

  /** Every version that is stored, the latest first. */
  async history(credentials?: Credentials): Promise<readonly HistoryEntry[]> {
    const { data } = await this.engine.query<{ versions?: VersionRow[] }>(
      `{ versions(func: has(owlgate.checksum)) { ${FIELDS} } }`,
      { readOnly: true, ...optional(credentials) },
    );
    const entries = (data.versions ?? []).map(historyEntry).filter((entry) => entry !== undefined);
    return entries.sort((a, b) => b.version - a.version);
  }

  private async readText(
    what: string,
    name: string,
    rows: readonly PartRow[] | undefined,
    credentials: Credentials | undefined,
  ): Promise<string> {
    try {
      return await this.parts.read(rows ?? [], credentials);
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof OwlgateError) throw error;
      throw damaged(what, `its ${name} cannot be read: ${(error as Error).message}`);
    }
  }

  /** One transaction: makes the version and turns the head to it, only where `expected` is in force. */
  private async turnHead(
    ontology: NewOntology,
    expected: number | undefined,
    parts: { readonly source: readonly string[]; readonly names: readonly string[] },
    credentials: Credentials | undefined,
  ): Promise<{ readonly uid: string; readonly version: number }> {
    const version = (expected ?? 0) + 1;
    const head = expected === undefined ? '_:head' : 'uid(h)';
    const text = (name: string, value: string): string => `_:version <owlgate.${name}> ${JSON.stringify(value)} .`;
    const set = [
      ...(expected === undefined ? ['_:head <owlgate.key> "head" .'] : []),
      `${head} <owlgate.version> "${version}"^^<xs:int> .`,
      `${head} <owlgate.current> _:version .`,
      `_:version <owlgate.version> "${version}"^^<xs:int> .`,
      `_:version <owlgate.materialized> "false"^^<xs:boolean> .`,
      text('key', `version/${version}`),
      text('checksum', ontology.checksum),
      text('profile', ontology.profile),
      text('loadedAt', ontology.loadedAt),
      ...(isPlain(ontology.documents) ? [] : [text('format', DOCUMENTS_FORMAT)]),
      ...parts.source.map((uid) => `_:version <owlgate.source> <${uid}> .`),
      ...parts.names.map((uid) => `_:version <owlgate.names> <${uid}> .`),
    ];
    const any = 'any(func: eq(owlgate.key, "head")) { a as uid version: owlgate.version }';
    const [query, condition] =
      expected === undefined
        ? [any, 'eq(len(a), 0)']
        : [`${any} head(func: uid(a)) @filter(eq(owlgate.version, ${expected})) { h as uid }`, 'eq(len(h), 1)'];
    const outdated = version > KEPT_VERSIONS ? removal(version - KEPT_VERSIONS) : { query: '', deletes: '' };
    const { queries, uids } = await this.engine.mutate(
      `upsert {
        query { ${query} ${outdated.query} }
        mutation @if(${condition}) {
          set { \n${set.join('\n')}\n }
          ${outdated.deletes}
        }
      }`,
      { contentType: 'application/rdf', commitNow: true, ...optional(credentials) },
    );
    const before = rowsOf(queries, 'any')[0] as HeadRow | undefined;
    if (before?.version !== expected) throw new OwlgateError('OntologyBusy');
    const uid = before?.uid ?? uids['head'];
    if (uid === undefined) throw new OwlgateError('EngineError', { reason: 'it made no head of the registry' });
    this.logger.debug('an ontology was stored', { version, parts: parts.source.length + parts.names.length });
    return { uid, version };
  }
}

/** Removes every version up to one, with its parts; that nothing else leads to these is so from how they are made. */
function removal(version: number): { readonly query: string; readonly deletes: string } {
  const links = ['owlgate.source', 'owlgate.names'];
  const own = REGISTRY_PREDICATES.filter((name) => !['owlgate.lock', 'owlgate.current', ...PART].includes(name));
  const lines = [
    ...own.map((name) => `uid(o) <${name}> * .`),
    ...links.flatMap((_, i) => PART.map((name) => `uid(p${i}) <${name}> * .`)),
  ];
  const parts = links.map((link, i) => `${link} { p${i} as uid }`).join(' ');
  return {
    // The head has a version too, and no checksum.
    query: `var(func: le(owlgate.version, ${version})) @filter(has(owlgate.checksum)) { o as uid ${parts} }`,
    deletes: `delete { \n${lines.join('\n')}\n }`,
  };
}

const PART = ['owlgate.part', 'owlgate.text'];

const FIELDS =
  'version: owlgate.version checksum: owlgate.checksum profile: owlgate.profile loadedAt: owlgate.loadedAt materialized: owlgate.materialized cursor: owlgate.cursor format: owlgate.format';

interface HeadRow {
  readonly uid: string;
  readonly version?: number;
  readonly current?: { readonly materialized?: boolean };
}

interface State {
  readonly head?: readonly HeadRow[];
  readonly extension?: readonly ExtensionRow[];
}

interface VersionRow {
  readonly version?: number;
  readonly checksum?: string;
  readonly profile?: string;
  readonly loadedAt?: string;
  readonly materialized?: boolean;
  readonly cursor?: string;
  readonly format?: string;
  readonly source?: readonly PartRow[];
  readonly names?: readonly PartRow[];
}

function historyEntry({
  version,
  checksum,
  profile,
  loadedAt,
  materialized,
  cursor,
}: VersionRow): HistoryEntry | undefined {
  if (version === undefined || checksum === undefined || loadedAt === undefined) return undefined;
  if (profile !== 'strict' && profile !== 'lenient') return undefined;
  const entry: HistoryEntry = { version, checksum, profile, loadedAt, materialized: materialized === true };
  return cursor === undefined ? entry : { ...entry, cursor };
}

/**
 * SHA-256 of what was loaded, in UTF-8, hexadecimal: of the text of a single document, which is what a client has posted;
 * of several, of how they are stored.
 */
export function checksumOf(documents: Bundle): string {
  const text = documents.length === 1 ? documents[0].source : JSON.stringify(documents);
  return createHash('sha256').update(text).digest('hex');
}

/** Whether it is kept as its text: what versions of owlgate without other syntaxes can read, too. */
function isPlain([{ mediaType, name, iris }, ...others]: Bundle): boolean {
  return others.length === 0 && mediaType === TURTLE && name === undefined && iris === undefined;
}

const TURTLE = 'text/turtle';

function printDocuments(documents: Bundle): string {
  return isPlain(documents) ? documents[0].source : JSON.stringify(documents);
}

function readDocuments(what: string, source: string, format: string | undefined): Bundle {
  if (format === undefined) return [{ role: 'ontology', mediaType: TURTLE, source }];
  if (format !== DOCUMENTS_FORMAT)
    throw damaged(what, `its format ${format} is unknown; a later owlgate has stored it`);
  try {
    const documents: unknown = JSON.parse(source);
    if (Array.isArray(documents) && documents.length > 0 && documents.every(isStoredDocument)) {
      return documents as unknown as Bundle;
    }
  } catch {
    // Said below.
  }
  throw damaged(what, 'its documents are none');
}

function isStoredDocument(value: unknown): value is StoredDocument {
  const { role, mediaType, source } = (value ?? {}) as Partial<StoredDocument>;
  return typeof role === 'string' && typeof mediaType === 'string' && typeof source === 'string';
}

function readNames(what: string, text: string): NameTable {
  try {
    const { classes, properties, prefixes } = JSON.parse(text) as Partial<NameTable>;
    if (classes && properties && prefixes) return { classes, properties, prefixes };
  } catch {
    // Said below.
  }
  throw damaged(what, 'its table of names is not one');
}

function damaged(what: string, reason: string): OwlgateError {
  return new OwlgateError('OntologyDamaged', { what, reason });
}

function rowsOf(queries: Readonly<Record<string, unknown>> | null, block: string): readonly unknown[] {
  const rows = queries?.[block];
  return Array.isArray(rows) ? rows : [];
}

const optional = (credentials: Credentials | undefined): { credentials?: Credentials } =>
  credentials === undefined ? {} : { credentials };
