/**
 * Reads on the thread that serves HTTP. A query with little work is answered here, from a snapshot that the engine
 * lends (lender.ts), and saves the way to the engine's thread and back. Every other request is left to the engine: one
 * of a transaction, one with a time limit, one that fails, and one with more work than may hold up this thread.
 */
import { receiveMessageOnPort } from 'node:worker_threads';
import { prepare, type Document } from '../../dql';
import { queryAnswer } from '../../util/dgraphAnswers';
import type { SnapshotChannel } from '../../util/endpoint';
import { LRUCache } from '../../util/lru';
import { parseMediaType } from '../../util/media-type';
import { detached } from '../../util/text';
import { executeQuery, QueryTimeoutError } from '../execute';
import { queryAnswerText, readQueryParameters, readQueryText, touchedUids } from '../http/query-form';
import { LongQueries } from '../long-queries';
import { Clock, type QueryAnswer, type QueryRequest } from '../requests';
import { StoreView, type Snapshot } from '../storage';
import { ReadOnlyStore, type StoredSchema } from '../storage/read-only';
import { isOver, takeTimestamp, type TimestampBlock } from '../transaction';
import { LEND, WORDS, type LentSnapshot } from './messages';

/** Request to the engine. */
interface NearRequest {
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface NearAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of a short answer, which is sent with the head in one piece. */
  readonly body: string | Buffer;
}

/** Work of a query (execute/limits.ts): some ten milliseconds. It is counted: on a busy machine the clock says little. */
const MAX_WORK = 50_000;
/** Bytes of a body that is parsed here. */
const MAX_BODY_BYTES = 16_384;
/** Sizes of decoded lists that are as much work as one step. */
const DECODED_IN_A_STEP = 32;
const NO_PARAMETERS = new URLSearchParams();
const PATH = '/query';
/** A document takes some fifty times the memory of its text. */
const DOCUMENTS = { most: 500, weight: { most: 200_000, of: (text: string) => text.length } };

export class NearReads {
  private readonly words: Int32Array<SharedArrayBuffer>;
  private readonly port: SnapshotChannel['port'];
  /** Opened by the first read. */
  private opened: ReadOnlyStore | undefined;
  private readonly longQueries = new LongQueries();
  /** Documents by text, of queries without GraphQL variables. */
  private readonly documents = new LRUCache<string, Document>(DOCUMENTS);
  private lent: LentSnapshot | undefined;
  private isRequested = false;
  /** Block with a timestamp taken to keep the state of its read-only queries. */
  private kept: TimestampBlock | undefined;
  /** Snapshot of `lent`, once it has been read. */
  private snapshot: Snapshot | undefined;
  private schema: StoredSchema | undefined;
  private schemaNumber = 0;

  /** @param directory the data directory, which the engine has open */
  constructor(
    private readonly directory: string,
    { port, shared }: SnapshotChannel,
  ) {
    this.words = new Int32Array(shared);
    this.port = port;
  }

  /** Returns the engine's answer to a request; undefined for a request that the engine has to answer. */
  answer(request: NearRequest): NearAnswer | Promise<NearAnswer> | undefined {
    const query = readRequest(request);
    if (!query || this.longQueries.has(query.query)) return undefined;
    const answer = this.read(query);
    if (!answer) return undefined;
    return queryAnswer(queryAnswerText(answer), touchedUids(answer), request.headers?.['accept-encoding'] ?? '');
  }

  private read(request: QueryRequest): QueryAnswer | undefined {
    const { words } = this;
    Atomics.add(words, WORDS.PIN, 1);
    try {
      const snapshot = this.currentSnapshot();
      if (!snapshot) return undefined;
      const { timestamps } = this.lent!;
      // Before the timestamp, of which a failed query takes none.
      const query = (startTs: number): QueryAnswer => this.run(request, snapshot, startTs);
      if (request.once && !isOver(timestamps)) return query(timestamps.reading);
      const startTs = request.readOnly ? this.readingTsOf(timestamps) : this.timestampOf(timestamps);
      return startTs === undefined ? undefined : query(startTs);
    } catch (error) {
      if (error instanceof QueryTimeoutError) this.longQueries.add(request.query);
      return undefined;
    } finally {
      Atomics.add(words, WORDS.PIN, 1);
    }
  }

  /** Returns the timestamp that all read-only queries share, whose clients may read at it again. */
  private readingTsOf(block: TimestampBlock): number | undefined {
    if (isOver(block)) return undefined;
    if (this.kept !== block && this.timestampOf(block) === undefined) return undefined;
    this.kept = block;
    return block.reading;
  }

  private timestampOf(block: TimestampBlock): number | undefined {
    const startTs = takeTimestamp(block);
    if (startTs === undefined || startTs - block.first === block.count >> 1) this.request();
    return startTs;
  }

  /** Returns the last committed state. Valid until the pin changes. */
  private currentSnapshot(): Snapshot | undefined {
    const version = Atomics.load(this.words, WORDS.VERSION);
    if (this.lent?.version !== version || isOver(this.lent.timestamps)) this.receive();
    const { lent } = this;
    if (lent?.version !== version) {
      this.request();
      return undefined;
    }
    Atomics.store(this.words, WORDS.WANTED, 1);
    if (this.snapshot) return this.snapshot;
    const store = (this.opened ??= ReadOnlyStore.open(this.directory));
    if (this.schemaNumber !== lent.schema || !this.schema) {
      this.schema = store.schemaOf(lent.handle);
      this.schemaNumber = lent.schema;
    }
    return (this.snapshot = store.borrowWith(this.schema, lent.handle));
  }

  private receive(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.port);
      if (!received) return;
      const lent = received.message as LentSnapshot;
      if (lent.version !== this.lent?.version) this.snapshot = undefined;
      this.lent = lent;
      this.isRequested = false;
    }
  }

  private request(): void {
    Atomics.store(this.words, WORDS.WANTED, 1);
    if (this.isRequested) return;
    this.isRequested = true;
    this.port.postMessage(LEND);
  }

  /** @throws QueryTimeoutError for too much work; errors of the query */
  private run(request: QueryRequest, { catalog, reader }: Snapshot, startTs: number): QueryAnswer {
    const clock = new Clock();
    const document = this.documentOf(request);
    clock.parsed();
    const { debug, format } = request;
    const { json, counts } = executeQuery(document, new StoreView(catalog, reader), {
      debug,
      format,
      maxWork: MAX_WORK,
      onLimits: (limits) => {
        const count = (size: number): void => limits.count(size / DECODED_IN_A_STEP);
        reader.onDecode = count;
      },
    });
    return { json, startTs, counts, latency: clock.stop() };
  }

  /** @throws DqlSyntaxError */
  private documentOf({ query, variables }: QueryRequest): Document {
    if (variables) return prepare(query, { variables });
    const known = this.documents.get(query);
    if (known) return known;
    const document = prepare(query);
    this.documents.set(detached(query), document);
    return document;
  }

  close(): Promise<void> {
    this.port.close();
    return this.opened?.close() ?? Promise.resolve();
  }
}

/** Returns undefined for a request that is not a query without a transaction, or is not well-formed. */
function readRequest({ method, path, headers, body = '' }: NearRequest): QueryRequest | undefined {
  const isQuery = path.startsWith(PATH) && (path.length === PATH.length || path[PATH.length] === '?');
  if (!isQuery || method !== 'POST' || body.length > MAX_BODY_BYTES) return undefined;
  try {
    const search = path.slice(PATH.length + 1);
    const parameters = readQueryParameters(search === '' ? NO_PARAMETERS : new URLSearchParams(search));
    if (parameters.startTs > 0 || parameters.timeoutMs > 0) return undefined;
    const isJson = isJsonType(headers?.['content-type'] ?? '');
    if (isJson === undefined) return undefined;
    const text = readQueryText(isJson, typeof body === 'string' ? body : body.toString('utf8'));
    return text.query.trim() === '' ? undefined : { ...text, ...parameters };
  } catch {
    return undefined;
  }
}

/** Returns undefined for a media type that the engine refuses. */
function isJsonType(contentType: string): boolean | undefined {
  if (contentType === 'application/dql' || contentType === 'application/graphql+-') return false;
  const mediaType = parseMediaType(contentType);
  return mediaType?.type === 'application/json' && (mediaType.charset ?? 'utf-8') === 'utf-8' ? true : undefined;
}
