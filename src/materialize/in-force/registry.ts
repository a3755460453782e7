/**
 * The ontology as it is kept in the engine itself, so that any gateway recovers it (design "Loading an ontology").
 *
 *     head      owlgate.key "head", owlgate.version n, digest, owlgate.lock (the fence)  ─ owlgate.current →  version n
 *     version   owlgate.key "version/n", owlgate.version, checksum, namesChecksum, profile, loadedAt, format, graphql,
 *               digest, previous (the digest of the version before); materialized, cursor, which no digest covers
 *                                                           ─ owlgate.source, owlgate.names →  parts
 *     part      owlgate.part (its place, from 0), owlgate.text
 *     graphql   owlgate.key "graphql", owlgate.version n, loadedAt, digest  ─ owlgate.source →  parts; see registry-extension.ts
 *
 * The source is the text of a Turtle document, or, where the format says so, its documents as JSON.
 * None of these nodes has a type, so that queries over types do not meet them. Parts are written first and belong to nobody
 * until one transaction makes the version, turns the head to it and removes what is too old; that transaction reads the whole
 * registry, and fails where the head has been turned meanwhile. A gateway that dies in between leaves parts that nothing
 * leads to, and no harm.
 *
 * Others may write to these nodes past the gateway. What is read is checked (registry-check.ts), and nothing is written over
 * a registry that is damaged; `owlgate ontology repair` mends it (registry-repair.ts).
 */
import { EngineFailure, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { NameTable } from '../../ontology';
import type { Logger } from '../../util/log';
import type { Bundle } from './bundle';
import { KEPT_VERSIONS } from './registry-check';
import { damage, damagedError } from './registry-damage';
import { readDeclarations } from './registry-declarations';
import { checksumOf, printDocuments, readDocuments, readNames, TextDamage } from './registry-documents';
import { EXTENSION_BLOCK, ExtensionRegistry } from './registry-extension';
import { readHead, type HeadAnswer, type RegistryHead } from './registry-head';
import { inspectRegistry, isOfValues } from './registry-inspection';
import { Parts } from './registry-parts';
import { printRegistrySchema } from './registry-schema';
import { contentOf, Seal, sha256 } from './registry-seal';
import {
  deleteVersion,
  headStatements,
  partStatements,
  stringStatement,
  versionStatements,
} from './registry-statements';
import { versionName, type StoredVersion } from './registry-versions';
import type { Profile } from '../types';

export { checksumOf, KEPT_VERSIONS };
export type { RegistryHead };

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
  /** Tells its contents from others. */
  readonly content: string;
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

/** Texts of a version, with their checksums as they are stored. */
export interface VersionTexts extends Pick<NewOntology, 'documents' | 'names'> {
  readonly sourceChecksum: string;
  readonly namesChecksum: string;
}

/** Every call throws as Engine does. */
export class Registry {
  /** The GraphQL that a user gives beside the ontology. */
  readonly extension: ExtensionRegistry;
  private readonly parts: Parts;

  /** @param seal of the keys in OWLGATE_REGISTRY_KEY */
  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
    private readonly seal: Seal = new Seal(),
  ) {
    this.parts = new Parts(engine, logger);
    this.extension = new ExtensionRegistry(engine, this.parts, logger, seal);
  }

  /** Makes the predicates that are missing, or not as they should be; asks for no schema change where there are none. */
  async ensureSchema(credentials?: Credentials): Promise<void> {
    const { missing, different } = await readDeclarations(this.engine, credentials);
    const names = [...missing, ...different.map(({ predicate }) => predicate)];
    if (names.length > 0) await this.engine.alter(printRegistrySchema(names), credentials);
  }

  /**
   * Which version is in force; undefined where none is. Cheap, and read-only: it meets no transaction. Checks the head and
   * the version that it leads to against each other; `read` checks the rest.
   *
   * @throws OwlgateError OntologyDamaged
   */
  async readHead(credentials?: Credentials): Promise<RegistryHead | undefined> {
    const answer = await this.queryHead(credentials);
    this.extension.seen(answer.extension ?? []);
    return readHead(answer);
  }

  private async queryHead(credentials: Credentials | undefined): Promise<HeadAnswer> {
    try {
      const { data } = await this.engine.query<HeadAnswer>(
        `{ heads(func: eq(owlgate.key, "head"), first: 2) {
            uid version: owlgate.version digest: owlgate.digest
            current: owlgate.current (first: 2) {
              uid key: owlgate.key version: owlgate.version digest: owlgate.digest materialized: owlgate.materialized
            }
          }
          stored(func: has(owlgate.checksum), first: 1) { uid }
          ${EXTENSION_BLOCK} }`,
        { readOnly: true, ...optional(credentials) },
      );
      return data;
    } catch (error) {
      if (!isOfValues(error)) throw error;
      const { damages } = await inspectRegistry(this.engine, this.seal, { credentials });
      if (damages.length > 0) throw damagedError(damages);
      // A predicate that was dropped with all others is not as one that has never been: functions refuse it.
      if (/Schema not defined for predicate|is not indexed/i.test((error as Error).message)) return {};
      throw error;
    }
  }

  /**
   * A version with its document, of a registry that is as it was written.
   *
   * @throws OwlgateError EngineError where it is not there, OntologyDamaged where something of the registry is not as it was
   *   written
   */
  async read(version: number, credentials?: Credentials): Promise<StoredOntology> {
    const { damages, versions } = await inspectRegistry(this.engine, this.seal, { credentials });
    if (damages.length > 0) throw damagedError(damages);
    const stored = versions.find((each) => each.version === version);
    if (!stored) {
      throw new OwlgateError('EngineError', { reason: `${versionName(version)} of the ontology is not stored in it` });
    }
    const { documents, names, ...checksums } = await this.readTexts(stored, credentials);
    const { profile, checksum, loadedAt, materialized, cursor, format } = stored;
    const content = contentOf({ version, format, profile, loadedAt, checksum, ...checksums });
    const entry = { version, profile, checksum, loadedAt, materialized, documents, names, content };
    return cursor === undefined ? entry : { ...entry, cursor };
  }

  /** The texts of a version. @throws OwlgateError OntologyDamaged */
  async readTexts(
    { version, source, names, format, namesChecksum, ...checksums }: StoredVersion,
    credentials?: Credentials,
  ): Promise<VersionTexts> {
    try {
      const sourceText = await this.parts.read(source, 'source', credentials);
      const namesText = await this.parts.read(names, 'names', credentials);
      return {
        documents: readDocuments(sourceText, format, checksums),
        names: readNames(namesText, namesChecksum),
        sourceChecksum: sha256(sourceText),
        namesChecksum: sha256(namesText),
      };
    } catch (error) {
      if (!(error instanceof TextDamage)) throw error;
      throw damagedError([damage(versionName(version), `its ${error.message}`)]);
    }
  }

  /**
   * Stores an ontology as the next version and puts it in force, not yet materialized.
   *
   * @param expected the version that the caller believes to be in force; undefined for none
   * @returns the head, which leads to the new version
   * @throws OwlgateError OntologyBusy where another version is in force, OntologyDamaged; nothing has been changed then
   */
  async write(
    ontology: NewOntology,
    expected: number | undefined,
    credentials?: Credentials,
  ): Promise<RegistryHead & Pick<StoredOntology, 'content'>> {
    const { text, format } = printDocuments(ontology.documents);
    const namesText = JSON.stringify(ontology.names);
    const source = await this.parts.write(text, credentials);
    let names: string[] = [];
    try {
      names = await this.parts.write(namesText, credentials);
      const checksums = { sourceChecksum: sha256(text), namesChecksum: sha256(namesText) };
      const made = { ...ontology, format, ...checksums, source, parts: names };
      return await retryAborted(() => this.turnHead(made, expected, credentials));
    } catch (error) {
      // Only where it is certain that the version was not made: an answer that never came may have been a success.
      const { code } = error as Partial<OwlgateError>;
      if (error instanceof EngineFailure || code === 'OntologyBusy' || code === 'OntologyDamaged') {
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
          query { version(func: eq(owlgate.key, "version/${version}")) @filter(has(owlgate.checksum)) { v as uid } }
          mutation @if(eq(len(v), 1)) {
            set { \n${set.join('\n')}\n }
            ${cursor === undefined ? 'delete { \nuid(v) <owlgate.cursor> * .\n }' : ''}
          }
        }`,
        { contentType: 'application/rdf', commitNow: true, ...optional(credentials) },
      ),
    );
    const rows = queries?.['version'];
    return Array.isArray(rows) && rows.length === 1;
  }

  /** Every version that is stored and can be used, the latest first. */
  async history(credentials?: Credentials): Promise<readonly HistoryEntry[]> {
    // Several queries on one state, which an engine may give up when the schema changes or everything is dropped.
    const { versions } = await retryAborted(() => inspectRegistry(this.engine, this.seal, { credentials }));
    const usable = versions.filter(({ kind }) => kind !== 'damaged');
    return usable
      .map(({ version, profile, checksum, loadedAt, materialized, cursor }) => {
        const entry = { version: version!, profile, checksum, loadedAt, materialized };
        return cursor === undefined ? entry : { ...entry, cursor };
      })
      .reverse();
  }

  /** One transaction: makes the version and turns the head to it, only where `expected` is in force. */
  private async turnHead(
    made: Omit<NewOntology, 'names' | 'documents'> & {
      readonly format: string | undefined;
      readonly sourceChecksum: string;
      readonly namesChecksum: string;
      readonly source: readonly string[];
      readonly parts: readonly string[];
    },
    expected: number | undefined,
    credentials: Credentials | undefined,
  ): Promise<RegistryHead & Pick<StoredOntology, 'content'>> {
    const stored = await inspectRegistry(this.engine, this.seal, { credentials, isOpen: true });
    const { head, versions, extension, damages, at } = stored;
    if (damages.length > 0) throw damagedError(damages);
    if (head?.version !== expected) throw new OwlgateError('OntologyBusy');
    const version = (expected ?? 0) + 1;
    const { format, profile, loadedAt, checksum, sourceChecksum, namesChecksum, source, parts } = made;
    const record = {
      ...{ version, format, profile, loadedAt, checksum, sourceChecksum, namesChecksum },
      graphql: extension?.version,
      previous: head?.digest,
    };
    const digest = this.seal.ofVersion(record);
    const node = head ? `<${head.uid}>` : '_:head';
    const set = [
      ...(head ? [] : [stringStatement('_:head', 'key', 'head')]),
      ...headStatements(node, version, digest),
      ...versionStatements('_:version', record, digest),
      ...partStatements(source, parts),
    ];
    const outdated = versions.slice(0, Math.max(0, versions.length - KEPT_VERSIONS + 1));
    const deletes = outdated.flatMap(deleteVersion);
    const { uids } = await this.engine.mutate(
      `{ set { \n${set.join('\n')}\n } ${deletes.length > 0 ? `delete { \n${deletes.join('\n')}\n }` : ''} }`,
      { contentType: 'application/rdf', commitNow: true, ...at, ...optional(credentials) },
    );
    const [uid, current] = [head?.uid ?? uids['head'], uids['version']];
    if (uid === undefined || current === undefined) {
      throw new OwlgateError('EngineError', { reason: 'it made no head of the registry' });
    }
    this.logger.debug('an ontology was stored', { version, parts: source.length + parts.length });
    return { uid, version, digest, current, materialized: false, content: contentOf(record) };
  }
}

const optional = (credentials: Credentials | undefined): { credentials?: Credentials } =>
  credentials === undefined ? {} : { credentials };
