/**
 * Registry: ontologies stored in the engine itself, so that any gateway recovers them (design "Loading an ontology").
 *
 *     head      owlgate.key "head", owlgate.record  ─ owlgate.link →  version n
 *     version   owlgate.key "version/n", owlgate.record, owlgate.progress
 *                                     ─ owlgate.link (place="source/0"), (place="names/0"), (place="outline/0") … →  parts
 *     part      owlgate.text
 *     graphql   owlgate.key "graphql", owlgate.record  ─ owlgate.link (place="source/0") … →  parts
 *               (see registry-extension.ts)
 *
 * Records are JSON objects: of the head, version and digest; of a version, the fields of VersionRecord and its digest;
 * of the GraphQL extension, version, loadedAt and digest. The progress of a version's materialization, `materialized`
 * and `cursor`, has a separate predicate, since no digest covers it.
 *
 * The outline (history/outline.ts) is what two versions are compared by; a version may lack it.
 * The source is the text of a Turtle document or, if the format says so, the documents as JSON.
 * These nodes have no type: queries over types do not return them. Parts are written first, without references. Then
 * one transaction creates the version, moves the head to it and removes outdated versions. That transaction reads the
 * whole registry, and fails if the head has moved meanwhile. A gateway that ends before that transaction leaves parts
 * without references, which do no harm.
 *
 * Clients of the engine may write to these nodes. All reads are checked (registry-check.ts), and nothing is written to
 * a damaged registry; `owlgate ontology repair` repairs it (registry-repair.ts).
 */
import { EngineFailure, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { NameTable } from '../../ontology';
import type { Logger } from '../../util/log';
import type { Bundle } from './bundle';
import { MAX_VERSIONS } from './registry-check';
import { damage, damagedError } from './registry-damage';
import { readDeclarations } from './registry-declarations';
import { checksumOf, printDocuments, printNames, readDocuments, readNames, TextDamage } from './registry-documents';
import { EXTENSION_BLOCK, ExtensionRegistry } from './registry-extension';
import { HEAD_BLOCKS, isSchemaDueIn, readHead, type HeadAnswer, type RegistryHead } from './registry-head';
import { migrateRegistry } from './registry-migration';
import { inspectRegistry, isOfValues } from './registry-inspection';
import { Parts } from './registry-parts';
import { printRegistrySchema } from './registry-schema';
import { contentOf, Seal, sha256 } from './registry-seal';
import type { TextName } from './registry-rows';
import { deleteVersion, keyStatement, newVersionStatements, progressStatement } from './registry-statements';
import { versionName, type StoredVersion } from './registry-versions';
import { recordable, type LoadAccount, type VersionChanges, type VersionHistory } from './version-history';
import { findOutcome, isOpen } from '../write/outcome';
import type { Profile } from './types';

export { checksumOf };
export type { RegistryHead };

export interface NewOntology {
  readonly documents: Bundle;
  readonly profile: Profile;
  readonly names: NameTable;
  /** Result of `checksumOf`. */
  readonly checksum: string;
  /** ISO 8601. */
  readonly loadedAt: string;
}

/** Origin and effect of a version, to be stored with it. */
export interface NewHistory {
  readonly account: LoadAccount;
  readonly changes?: VersionChanges | undefined;
  /** Text of the outline. */
  readonly outline?: string | undefined;
}

export interface StoredOntology extends NewOntology {
  readonly version: number;
  readonly materialized: boolean;
  /** Progress of the materialization of this version, in a form that only the materialization reads. */
  readonly cursor?: string;
  /** Digest of the contents (`contentOf`). */
  readonly content: string;
}

/** Version without its documents. */
export interface HistoryEntry {
  readonly version: number;
  readonly profile: Profile;
  readonly checksum: string;
  readonly loadedAt: string;
  readonly materialized: boolean;
  readonly cursor?: string;
  /** Undefined for a version from before owlgate recorded it. */
  readonly history: VersionHistory | undefined;
}

/** Texts of a version, with their checksums as stored. */
export interface VersionTexts extends Pick<NewOntology, 'documents' | 'names'> {
  readonly sourceChecksum: string;
  readonly namesChecksum: string;
}

/** Ontology whose texts are stored. */
export interface StagedOntology extends Omit<NewOntology, 'names' | 'documents'> {
  readonly format: string | undefined;
  readonly sourceChecksum: string;
  readonly namesChecksum: string;
  readonly history: NewHistory;
  /** Uids of the parts of the texts. */
  readonly parts: Readonly<Record<TextName, readonly string[]>>;
}

const BY_GATEWAY: NewHistory = { account: { by: 'gateway', from: [] } };

/** Store of the ontologies. Every call throws as Engine does. */
export class Registry {
  /** Store of the GraphQL extension. */
  readonly extension: ExtensionRegistry;
  private readonly parts: Parts;

  /**
   * @param seal of the keys in OWLGATE_REGISTRY_KEY
   * @param maxVersions maximum stored versions
   */
  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
    private readonly seal: Seal = new Seal(),
    private readonly maxVersions = MAX_VERSIONS,
  ) {
    this.parts = new Parts(engine, logger);
    this.extension = new ExtensionRegistry(engine, this.parts, logger, seal);
  }

  /** Brings a registry of an earlier owlgate into the present layout. @throws as Engine does */
  async migrate(credentials?: Credentials): Promise<void> {
    if (await migrateRegistry(this.engine, credentials)) {
      this.logger.info('the registry was converted to the layout of this version');
    }
  }

  /** Declares predicates that are missing or have another declaration; requests no schema change if there are none. */
  async ensureSchema(credentials?: Credentials): Promise<void> {
    const { missing, different } = await readDeclarations(this.engine, credentials);
    const names = [...missing, ...different.map(({ predicate }) => predicate)];
    if (names.length > 0) await this.engine.alter(printRegistrySchema(names), credentials);
  }

  /**
   * Reads the version in force; undefined if there is none. Cheap and read-only: it conflicts with no transaction.
   * Checks the head and its version against each other; `read` checks the rest.
   *
   * @throws OwlgateError OntologyDamaged
   */
  async readHead(credentials?: Credentials): Promise<RegistryHead | undefined> {
    const { state } = this.extension;
    const answer = await this.queryHead(credentials);
    this.extension.noteRows(answer.extension ?? [], state);
    return readHead(answer);
  }

  private async queryHead(credentials: Credentials | undefined): Promise<HeadAnswer> {
    try {
      const { data } = await this.engine.query<HeadAnswer>(`{ ${HEAD_BLOCKS} ${EXTENSION_BLOCK} }`, {
        readOnly: true,
        ...optional(credentials),
      });
      return data;
    } catch (error) {
      if (!isOfValues(error)) throw error;
      const { damages } = await inspectRegistry(this.engine, this.seal, { credentials });
      if (damages.length > 0) throw damagedError(damages);
      // After a drop of everything, functions on a predicate fail; on one that never existed they return nothing.
      // The registry is empty in both cases.
      if (/Schema not defined for predicate|is not indexed/i.test((error as Error).message)) return {};
      throw error;
    }
  }

  /**
   * Reads a version with its documents, from a sound registry.
   *
   * @throws OwlgateError EngineError if the version is not stored, OntologyDamaged for damage anywhere in the registry
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

  /** Returns all usable versions, ascending, from a sound registry. @throws OwlgateError OntologyDamaged */
  async versions(): Promise<readonly StoredVersion[]> {
    const { damages, versions } = await retryAborted(() => inspectRegistry(this.engine, this.seal));
    if (damages.length > 0) throw damagedError(damages);
    return versions;
  }

  /** Reads the outline of a version; undefined if none is stored. @throws OwlgateError OntologyDamaged */
  async readOutline({ version, outline, history }: StoredVersion): Promise<string | undefined> {
    if (outline.length === 0) return undefined;
    try {
      const text = await this.parts.read(outline, 'outline');
      if (sha256(text) !== history?.outlineChecksum) throw new TextDamage('outline does not match its checksum');
      return text;
    } catch (error) {
      if (!(error instanceof TextDamage)) throw error;
      throw damagedError([damage(versionName(version), `its ${error.message}`)]);
    }
  }

  /** Reads the texts of a version. @throws OwlgateError OntologyDamaged */
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
   * @param cursor first progress of its materialization
   * @param history origin and effect of the version
   * @returns the head, which leads to the new version
   * @throws OwlgateError OntologyBusy if another version is in force, OntologyDamaged; nothing has been changed then
   */
  async write(
    ontology: NewOntology,
    expected: number | undefined,
    credentials?: Credentials,
    cursor?: string,
    history: NewHistory = BY_GATEWAY,
  ): Promise<RegistryHead & Pick<StoredOntology, 'content'>> {
    return this.putInForce(await this.stage(ontology, history, credentials), expected, credentials, cursor);
  }

  /** Stores the texts of an ontology, of which no version consists yet. */
  async stage(ontology: NewOntology, history: NewHistory, credentials?: Credentials): Promise<StagedOntology> {
    const { text, format } = printDocuments(ontology.documents);
    const namesText = printNames(ontology.names);
    const written: string[] = [];
    const writeText = async (each: string): Promise<readonly string[]> => {
      const uids = await this.parts.write(each, credentials);
      written.push(...uids);
      return uids;
    };
    try {
      const source = await writeText(text);
      const names = await writeText(namesText);
      const outline = history.outline === undefined ? [] : await writeText(history.outline);
      const checksums = { sourceChecksum: sha256(text), namesChecksum: sha256(namesText) };
      const { profile, checksum, loadedAt } = ontology;
      return { profile, checksum, loadedAt, format, ...checksums, history, parts: { source, names, outline } };
    } catch (error) {
      await this.parts.delete(written, credentials);
      throw error;
    }
  }

  /** Removes the texts of an ontology that is not put in force. */
  async discard({ parts }: StagedOntology, credentials?: Credentials): Promise<void> {
    await this.parts.delete(Object.values(parts).flat(), credentials);
  }

  /** Makes the next version of a staged ontology. @throws as `write` */
  async putInForce(
    staged: StagedOntology,
    expected: number | undefined,
    credentials?: Credentials,
    cursor?: string,
  ): Promise<RegistryHead & Pick<StoredOntology, 'content'>> {
    try {
      return await retryAborted(() => this.turnHead({ ...staged, cursor }, expected, credentials));
    } catch (error) {
      // Deletes the parts only if the version was certainly not created: a lost answer may have been a success.
      const { code } = error as Partial<OwlgateError>;
      if (error instanceof EngineFailure || code === 'OntologyBusy' || code === 'OntologyDamaged') {
        await this.discard(staged, credentials);
      }
      throw error;
    }
  }

  /**
   * Records the progress of the materialization of a version.
   *
   * @param cursor position at which to resume; if absent, the stored one is removed
   * @returns false if that version is not stored
   */
  async recordProgress(
    version: number,
    isComplete: boolean,
    cursor?: string,
    credentials?: Credentials,
  ): Promise<boolean> {
    const { queries } = await retryAborted(() =>
      this.engine.mutate(
        `upsert {
          query { version(func: eq(owlgate.key, "version/${version}")) @filter(has(owlgate.record)) { v as uid } }
          mutation @if(eq(len(v), 1)) { set { \n${progressStatement('uid(v)', isComplete, cursor)}\n } }
        }`,
        { contentType: 'application/rdf', commitNow: true, ...optional(credentials) },
      ),
    );
    const rows = queries?.['version'];
    return Array.isArray(rows) && rows.length === 1;
  }

  /** Returns all usable stored versions, the latest first. */
  async history(credentials?: Credentials): Promise<readonly HistoryEntry[]> {
    // Several queries on one snapshot; an engine may abort them when the schema changes or everything is dropped.
    const { versions } = await retryAborted(() => inspectRegistry(this.engine, this.seal, { credentials }));
    const usable = versions.filter(({ kind }) => kind !== 'damaged');
    return usable
      .map(({ version, profile, checksum, loadedAt, materialized, cursor, history }) => {
        const entry = { version: version!, profile, checksum, loadedAt, materialized, history };
        return cursor === undefined ? entry : { ...entry, cursor };
      })
      .reverse();
  }

  /** In one transaction, creates the version and moves the head to it, only if `expected` is in force. */
  private async turnHead(
    newVersion: StagedOntology & { readonly cursor: string | undefined },
    expected: number | undefined,
    credentials: Credentials | undefined,
  ): Promise<RegistryHead & Pick<StoredOntology, 'content'>> {
    const stored = await inspectRegistry(this.engine, this.seal, { credentials, isOpen: true });
    const { head, versions, extension, damages, at } = stored;
    if (damages.length > 0) throw damagedError(damages);
    if (head?.version !== expected) throw new OwlgateError('OntologyBusy');
    const version = (expected ?? 0) + 1;
    const { format, profile, loadedAt, checksum, sourceChecksum, namesChecksum, parts, cursor } = newVersion;
    const outdated = versions.slice(0, Math.max(0, versions.length - this.maxVersions + 1));
    const { account, changes, outline } = newVersion.history;
    const history = {
      ...recordable(account),
      ...(changes && { changes }),
      oldest: versions[outdated.length]?.version ?? version,
      ...(outline !== undefined && { outlineChecksum: sha256(outline) }),
    };
    const record = {
      ...{ version, format, profile, loadedAt, checksum, sourceChecksum, namesChecksum },
      graphql: extension?.version,
      previous: head?.digest,
      history,
    };
    const digest = this.seal.ofVersion(record);
    const node = head ? `<${head.uid}>` : '_:head';
    const set = [
      ...(head ? [] : [keyStatement('_:head', 'head')]),
      ...newVersionStatements(node, record, digest, parts, cursor),
    ];
    const deletes = [
      ...(head ? [`${node} <owlgate.link> <${head.current.uid}> .`] : []),
      ...outdated.flatMap(deleteVersion),
    ];
    const content = contentOf(record);
    this.logger.debug('an ontology is being stored', { version, parts: Object.values(parts).flat().length });
    try {
      const { uids } = await this.engine.mutate(
        `{ set { \n${set.join('\n')}\n } ${deletes.length > 0 ? `delete { \n${deletes.join('\n')}\n }` : ''} }`,
        { contentType: 'application/rdf', commitNow: true, ...at, ...optional(credentials) },
      );
      const [uid, current] = [head?.uid ?? uids['head'], uids['version']];
      if (uid === undefined || current === undefined) {
        throw new OwlgateError('EngineError', { reason: 'it returned no uid for the head of the registry' });
      }
      const isSchemaDue = isSchemaDueIn(cursor);
      return { uid, version, digest, current, materialized: false, isSchemaDue, content };
    } catch (error) {
      if (!isOpen(error) || !at) throw error;
      let turned: RegistryHead | undefined;
      const isTurned = async (): Promise<boolean> => {
        turned = await this.readHead(credentials);
        return turned?.digest === digest;
      };
      const outcome = await findOutcome(this.engine, isTurned, { ...at, credentials });
      if (outcome.kind === 'committed') return { ...turned!, content };
      throw outcome.kind === 'absent' ? EngineFailure.aborted() : error;
    }
  }
}

const optional = (credentials: Credentials | undefined): { credentials?: Credentials } =>
  credentials === undefined ? {} : { credentials };
