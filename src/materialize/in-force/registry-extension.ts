/**
 * The GraphQL that a user gives beside the ontology, kept as the ontology is: a node of its own (owlgate.key "graphql"),
 * whose text is in parts. Its version grows with each text; one without parts says that there is none any more.
 */
import { EngineFailure, retryAborted, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import type { Parts, PartRow } from './registry-parts';

export interface Extension {
  readonly version: number;
  readonly sdl: string;
  /** ISO 8601. */
  readonly loadedAt: string;
}

export interface ExtensionRow {
  readonly uid: string;
  readonly version?: number;
}

/** A block of a query: which version there is. */
export const EXTENSION_BLOCK = 'extension(func: eq(owlgate.key, "graphql")) { uid version: owlgate.version }';

interface StoredRow extends ExtensionRow {
  readonly loadedAt?: string;
  readonly source?: readonly PartRow[];
}

/** Every call throws as Engine does. */
export class ExtensionRegistry {
  private row: ExtensionRow | undefined;
  private known:
    { readonly uid: string; readonly version: number; readonly extension: Extension | undefined } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly parts: Parts,
    private readonly logger: Logger,
  ) {}

  /** As it was when it was last followed; undefined: there is none. */
  get current(): Extension | undefined {
    return this.known?.extension;
  }

  /** Of what is current, also of its absence; undefined before the first one. */
  get version(): number | undefined {
    return this.known?.version;
  }

  /** What a query has shown. */
  seen(row: ExtensionRow | undefined): void {
    this.row = row;
  }

  /**
   * Makes current what was last seen.
   *
   * @param isDataGone whether its node is gone because the data was dropped: then it is stored again
   */
  async follow(isDataGone: () => Promise<boolean>): Promise<void> {
    const { row, known } = this;
    if (row?.uid === known?.uid && row?.version === known?.version) return;
    if (row?.version !== undefined) return this.read(row.uid, row.version);
    if (known?.extension && (await isDataGone())) return this.restore(known.extension);
    this.known = undefined;
  }

  /**
   * Stores a text, or with undefined that there is none any more.
   *
   * @throws OwlgateError OntologyBusy where another gateway was faster; nothing has been changed then
   */
  async write(sdl: string | undefined, loadedAt: string, credentials?: Credentials): Promise<number> {
    const before = this.known?.version;
    const made = sdl === undefined ? [] : await this.parts.write(sdl, credentials);
    const version = (before ?? 0) + 1;
    try {
      const uid = await retryAborted(() => this.turn(version, before, made, loadedAt, credentials));
      this.known = { uid, version, extension: sdl === undefined ? undefined : { version, sdl, loadedAt } };
      this.row = { uid, version };
      return version;
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof OwlgateError) await this.parts.delete(made, credentials);
      throw error;
    }
  }

  private async read(uid: string, version: number): Promise<void> {
    const { data } = await this.engine.query<{ extension?: StoredRow[] }>(
      `{ extension(func: uid(${uid})) {
        version: owlgate.version loadedAt: owlgate.loadedAt source: owlgate.source { uid part: owlgate.part }
      } }`,
      { readOnly: true },
    );
    const row = data.extension?.[0];
    // It has changed since; it is seen at the next look.
    if (row?.version !== version) return;
    const { loadedAt = '', source } = row;
    const sdl = source && (await this.textOf(source));
    this.known = { uid, version, extension: sdl === undefined ? undefined : { version, sdl, loadedAt } };
  }

  private async textOf(rows: readonly PartRow[]): Promise<string> {
    try {
      return await this.parts.read(rows);
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof OwlgateError) throw error;
      const reason = `it cannot be read: ${(error as Error).message}`;
      throw new OwlgateError('OntologyDamaged', { what: 'the GraphQL beside it', reason });
    }
  }

  private async restore({ sdl, loadedAt }: Extension): Promise<void> {
    this.known = undefined;
    try {
      const version = await this.write(sdl, loadedAt);
      this.logger.warn('the data was dropped; the GraphQL beside the ontology was stored again', { version });
    } catch (error) {
      // Another gateway was faster; what it has written is followed.
      if (!(error instanceof OwlgateError) || error.code !== 'OntologyBusy') throw error;
    }
  }

  /** One transaction: the node with its new parts, and without the old ones; only where `before` is there. */
  private async turn(
    version: number,
    before: number | undefined,
    parts: readonly string[],
    loadedAt: string,
    credentials: Credentials | undefined,
  ): Promise<string> {
    const node = before === undefined ? '_:graphql' : 'uid(h)';
    const set = [
      ...(before === undefined ? ['_:graphql <owlgate.key> "graphql" .'] : []),
      `${node} <owlgate.version> "${version}"^^<xs:int> .`,
      `${node} <owlgate.loadedAt> ${JSON.stringify(loadedAt)} .`,
    ];
    const links = parts.map((uid) => `${node} <owlgate.source> <${uid}> .`);
    const any = 'any(func: eq(owlgate.key, "graphql")) { a as uid version: owlgate.version }';
    const held = `var(func: uid(a)) @filter(eq(owlgate.version, ${before ?? 0})) { h as uid }`;
    // An edge that is deleted and set in one mutation would be gone: old parts go in one of their own.
    const old = 'var(func: uid(a)) { owlgate.source { o as uid } }';
    const condition = before === undefined ? 'eq(len(a), 0)' : 'eq(len(h), 1)';
    const deletes =
      before === undefined
        ? ''
        : `mutation @if(${condition}) { delete { \nuid(h) <owlgate.source> uid(o) .\nuid(o) <owlgate.part> * .\nuid(o) <owlgate.text> * .\n } }`;
    const { queries, uids } = await this.engine.mutate(
      `upsert {
        query { ${any} ${before === undefined ? '' : `${held} ${old}`} }
        mutation @if(${condition}) { set { \n${[...set, ...links].join('\n')}\n } }
        ${deletes}
      }`,
      { contentType: 'application/rdf', commitNow: true, ...(credentials ? { credentials } : {}) },
    );
    const [row] = (queries as { any?: ExtensionRow[] } | undefined)?.any ?? [];
    if (row?.version !== before) throw new OwlgateError('OntologyBusy');
    const uid = row?.uid ?? uids['graphql'];
    if (uid === undefined) throw new OwlgateError('EngineError', { reason: 'it made no node of the registry' });
    return uid;
  }
}
