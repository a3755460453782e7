/**
 * Stored GraphQL extension: a separate node (owlgate.key "graphql"), whose text is in parts. Its version grows with
 * each text. A version without parts records a removal.
 */
import { EngineFailure, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { damage, damagedError, GRAPHQL_RECORD } from './registry-damage';
import { TextDamage } from './registry-documents';
import { readNodes, readTransaction } from './registry-inspection';
import { checkText, readExtension, type StoredExtension } from './registry-graphql';
import type { Parts } from './registry-parts';
import { sha256, type ExtensionRecord, type Seal } from './registry-seal';
import { parseRecord } from './registry-rows';
import { deletePart, extensionStatement, keyStatement, partStatements } from './registry-statements';

export interface Extension {
  readonly version: number;
  readonly sdl: string;
  /** ISO 8601. */
  readonly loadedAt: string;
}

/** Values as received from an engine: of any type. */
interface ExtensionRow {
  readonly uid?: unknown;
  readonly record?: unknown;
}

/** Block of a query for the stored version. */
export const EXTENSION_BLOCK = 'extension(func: eq(owlgate.key, "graphql"), first: 2) { uid record: owlgate.record }';

/** GraphQL extension as last read by this gateway. */
interface Followed {
  readonly uid: string;
  readonly version: number;
  readonly digest: string | undefined;
  readonly extension: Extension | undefined;
}

/** Store of the GraphQL extension. Every call throws as Engine does. */
export class ExtensionRegistry {
  private rows: readonly ExtensionRow[] = [];
  private followed: Followed | undefined;
  /** Latest version that was followed; a restored extension gets a later one. */
  private latest = 0;

  constructor(
    private readonly engine: Engine,
    private readonly parts: Parts,
    private readonly logger: Logger,
    private readonly seal: Seal,
  ) {}

  /** Extension as last followed; undefined if there is none. */
  get current(): Extension | undefined {
    return this.followed?.extension;
  }

  /** Version of the extension or of its removal; undefined before the first one. */
  get version(): number | undefined {
    return this.followed?.version;
  }

  /** Changes with each text that is followed or written. */
  get state(): unknown {
    return this.followed;
  }

  /**
   * Takes over the rows of a query, for the next `follow`.
   *
   * @param before state before the query. If this gateway has written meanwhile, the rows may be out of date
   */
  noteRows(rows: readonly ExtensionRow[], before: unknown): void {
    if (before === this.followed) this.rows = rows;
  }

  /**
   * Reads the extension that was last seen, and makes it current.
   *
   * @param isDataGone returns true if the node is missing because the data was dropped: the extension is then stored
   *   again
   * @throws OwlgateError OntologyDamaged; the current extension then stays
   */
  async follow(isDataGone: () => Promise<boolean>): Promise<void> {
    const { rows, followed } = this;
    const [row, ...more] = rows;
    if (more.length > 0) throw damaged('several nodes have its key');
    if (!row) {
      if (followed?.extension && (await isDataGone())) return this.restore(followed.extension);
      if (this.followed === followed) this.followed = undefined;
      return;
    }
    const { uid } = row;
    const { version, digest } = parseRecord(row.record) ?? {};
    if (followed && uid === followed.uid) {
      if (version === followed.version && digest === followed.digest) return;
      if (typeof version === 'number' && version < followed.version) {
        throw damaged(`it went back from version ${followed.version} to version ${version}`);
      }
    }
    const read = await this.readStable(String(uid), version);
    // A write of this gateway may have stored a later version meanwhile.
    if (this.followed !== followed) return;
    this.followed = read;
    this.latest = Math.max(this.latest, this.followed?.version ?? 0);
  }

  /**
   * Stores a text, or records its removal if `sdl` is undefined.
   *
   * @throws OwlgateError OntologyBusy if another gateway was faster; nothing has been changed then
   */
  async write(sdl: string | undefined, loadedAt: string, credentials?: Credentials): Promise<number> {
    const before = this.followed?.version;
    const newParts = sdl === undefined ? [] : await this.parts.write(sdl, credentials);
    const version = Math.max(before ?? 0, this.latest) + 1;
    const record = { version, loadedAt, checksum: sdl === undefined ? undefined : sha256(sdl) };
    const digest = this.seal.ofExtension(record);
    try {
      const uid = await retryAborted(() => this.replaceStored(record, digest, before, newParts, credentials));
      this.latest = version;
      this.followed = { uid, version, digest, extension: sdl === undefined ? undefined : { version, sdl, loadedAt } };
      this.rows = [{ uid, record: JSON.stringify({ version, digest }) }];
      return version;
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof OwlgateError)
        await this.parts.delete(newParts, credentials);
      throw error;
    }
  }

  /** Reads again if the text was replaced meanwhile: its former parts are deleted. @throws OwlgateError OntologyDamaged */
  private async readStable(uid: string, version: unknown): Promise<Followed | undefined> {
    for (let expected = version; ;) {
      try {
        return await this.read(uid);
      } catch (error) {
        const [node] = await readNodes(this.engine, [uid]);
        if (node?.version === expected) throw error;
        expected = node?.version;
      }
    }
  }

  /** @throws OwlgateError OntologyDamaged */
  private async read(uid: string): Promise<Followed | undefined> {
    const { extension, damages } = readExtension(await readNodes(this.engine, [uid]), this.seal);
    if (damages.length > 0) throw damagedError(damages);
    if (!extension) return undefined;
    const sdl = await this.textOf(extension);
    const problem = checkText(extension, sdl, this.seal);
    if (problem) throw damagedError([problem]);
    const { version, digest, loadedAt } = extension;
    return { uid, version, digest, extension: sdl === undefined ? undefined : { version, sdl, loadedAt } };
  }

  /** Returns undefined if the extension was removed. @throws OwlgateError OntologyDamaged */
  async textOf({ source }: StoredExtension, credentials?: Credentials): Promise<string | undefined> {
    if (!source) return undefined;
    try {
      return await this.parts.read(source, 'text', credentials);
    } catch (error) {
      if (error instanceof TextDamage) throw damaged(`its ${error.message}`);
      throw error;
    }
  }

  private async restore({ sdl, loadedAt }: Extension): Promise<void> {
    this.followed = undefined;
    try {
      const version = await this.write(sdl, loadedAt);
      this.logger.warn('the data was dropped; the GraphQL extension was stored again', { version });
    } catch (error) {
      // If a second gateway was faster, its version counts.
      if (!(error instanceof OwlgateError) || error.code !== 'OntologyBusy') throw error;
    }
  }

  /**
   * In one transaction, links the node to its new parts and deletes the old ones; only if `before` is the stored
   * version.
   */
  private async replaceStored(
    record: ExtensionRecord,
    digest: string,
    before: number | undefined,
    parts: readonly string[],
    credentials: Credentials | undefined,
  ): Promise<string> {
    const { nodes, at } = await readTransaction(this.engine, 'eq(owlgate.key, "graphql")', credentials);
    const [stored] = nodes;
    if (nodes.length > 1 || stored?.version !== before) throw new OwlgateError('OntologyBusy');
    const node = stored ? `<${stored.uid}>` : '_:graphql';
    const set = [
      ...(stored ? [] : [keyStatement(node, 'graphql')]),
      extensionStatement(node, record, digest),
      ...partStatements(node, 'source', parts),
    ];
    const deletes = (stored?.source ?? []).flatMap(({ uid }) => [
      `${node} <owlgate.link> <${uid}> .`,
      ...deletePart(`<${uid}>`),
    ]);
    const { uids } = await this.engine.mutate(
      `{ set { \n${set.join('\n')}\n } ${deletes.length > 0 ? `delete { \n${deletes.join('\n')}\n }` : ''} }`,
      { contentType: 'application/rdf', commitNow: true, ...at, ...(credentials && { credentials }) },
    );
    const uid = stored?.uid ?? uids['graphql'];
    if (uid === undefined)
      throw new OwlgateError('EngineError', { reason: 'it returned no uid for a node of the registry' });
    return uid;
  }
}

const damaged = (reason: string): OwlgateError => damagedError([damage(GRAPHQL_RECORD, reason)]);
