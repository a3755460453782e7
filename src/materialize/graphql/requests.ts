/**
 * GraphQL requests that the gateway answers: mutations as writes, queries by the ontology's API, and introspection
 * according to the client's rights.
 */
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import {
  headerOf,
  poll,
  POLL_INTERVAL_MS,
  printResponse,
  Screen,
  type GraphqlBackend,
  type GraphqlResponse,
  type PolledAnswer,
} from '../../graphql';
import {
  checkHash,
  noSchema,
  PERSISTED_QUERY,
  persistedHash,
  persistedText,
  printRequest,
  RequestFailure,
  type GraphqlLimits,
  type GraphqlRequest,
  type Subscriber,
} from '../../graphql/request';
import { headerNames } from '../../graphql/sdl';
import { LRUCache } from '../../util/lru';
import { printLossless } from '../../util/json';
import type { Materializer } from '../types';
import type { Idempotent } from '../write/types';
import { RunningRequests } from '../idempotency';
import { digest } from '../../util/digest';
import { isForeign } from '../write/access';
import type { ShownDeleted } from '../write/deleted-nodes';
import type { GraphqlAnswer } from './types';
import { lookOver } from './long-subscription';
import { hasSdl } from './engine-sdl';
import { ClientApis, mayHaveIntrospection } from './client-apis';
import { callerOf } from './caller';
import { Deletions } from './deletions';
import { reasonedBackend, type RequestIdempotency } from './reasoned-backend';

const MAX_HASHES = 1_000;

interface RequestContext {
  readonly credentials: Credentials | undefined;
  readonly idempotent: Idempotent | undefined;
  /** True if the ontology's API answers clients of its namespace. */
  readonly isServed: boolean;
}

export class Requests {
  private readonly apis: ClientApis;
  private readonly screen: Screen;
  private readonly running = new RunningRequests();
  /** Hashes of documents that the engine has stored. */
  private readonly persisted = new LRUCache<string, true>({ most: MAX_HASHES });

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
    limits: GraphqlLimits,
    lambdaUrl?: string,
  ) {
    this.screen = new Screen(limits);
    this.apis = new ClientApis(engine, materializer, limits, lambdaUrl);
  }

  /**
   * Answers a request. Under the engine's schema, answers only requests that have a mutation, exceed a limit or cannot
   * be read. Another reader might find a mutation in a request that cannot be read here.
   *
   * @returns undefined for a request that the engine may answer
   * @throws EngineFailure for a token that a cluster with access control does not accept
   */
  async answer(
    request: GraphqlRequest,
    { credentials, idempotent, isServed: isServedHere }: RequestContext,
  ): Promise<GraphqlAnswer | undefined> {
    const confirming = this.apis.confirm(credentials);
    if (confirming) await confirming;
    const isOwn = this.apis.isOwn(credentials);
    const isServed = isServedHere && isOwn;
    try {
      const { query: own } = request;
      const hash = persistedHash(request);
      const query = hash === undefined ? own : await this.documentOf(request, hash, credentials, isServed);
      if (query === undefined || query === '') {
        if (isServed && query === undefined) throw RequestFailure.of('PersistedQueryNotFound');
        if (!isServed) return undefined;
      }
      const { hasMutation } = this.screen.check(query ?? '');
      const documentRequest = query === own ? request : { ...request, query: query ?? '' };
      if (hasMutation && idempotent) return await this.writeOnce(documentRequest, credentials, idempotent);
      if (!isOwn) return undefined;
      const response = hasMutation
        ? await this.write(documentRequest, credentials)
        : isServed
          ? await this.read(documentRequest, credentials)
          : await this.readOfEngine(documentRequest, credentials);
      return response && answerOf(response);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return { body: JSON.stringify({ errors: error.errors }), executed: false };
    }
  }

  /**
   * Names of the headers that the ontology's API reads; undefined if the engine's schema is in force for the client.
   *
   * @throws EngineFailure
   */
  async headerNames(credentials: Credentials | undefined): Promise<readonly string[] | undefined> {
    if (!(await this.apis.isServed(credentials))) return undefined;
    try {
      const { ofOntology } = this.apis;
      return ofOntology && headerNames(ofOntology.model);
    } catch (error) {
      if (error instanceof RequestFailure) return [];
      throw error;
    }
  }

  /**
   * Begins a subscription of the ontology's API, or one that is too long for the engine.
   *
   * @param isTooLong for the engine's WebSocket
   * @returns function that ends it; undefined for a subscription that the engine may answer
   * @throws RequestFailure
   */
  async subscribe(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    subscriber: Subscriber,
    isTooLong: boolean,
  ): Promise<(() => void) | undefined> {
    await this.confirmSubscriber(credentials);
    const { hasMutation } = this.screen.check(request.query);
    if (hasMutation) throw RequestFailure.of('the document of a subscription must not contain a mutation');
    const isServed = await this.apis.isServed(credentials);
    if (this.apis.isOwn(credentials)) await this.apis.viewFor(request, credentials);
    if (!isServed) return isTooLong ? this.subscribeLong(request, credentials, subscriber) : undefined;
    const api = this.apis.ofOntology!;
    const read = api.read(request);
    if (read.kind !== 'subscription') throw RequestFailure.of('given GraphQL operation is not a subscription');
    const look = async (): Promise<PolledAnswer | 'ended'> => {
      if ((await this.apis.of(credentials)) !== api) return 'ended';
      const response = await api.run(read, this.backend(credentials));
      return { response: printResponse(response), data: printLossless(response.data), errors: response.errors };
    };
    return poll({ runQuery: look, intervalMs: POLL_INTERVAL_MS }, subscriber);
  }

  /** Polls the engine over HTTP. */
  private async subscribeLong(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    subscriber: Subscriber,
  ): Promise<() => void> {
    // The gateway does not know the schema of another namespace, hence not its subscriptions.
    if (isForeign(this.engine, credentials)) throw RequestFailure.of('the subscription is too long for the engine');
    const api = await this.apis.of(credentials);
    if (!api) throw noSchema(request);
    const read = api.read(request);
    if (read.kind !== 'subscription') throw RequestFailure.of('given GraphQL operation is not a subscription');
    const ask = lookOver(this.engine, request, read);
    const look = async () => ((await this.apis.of(credentials)) === api ? ask() : 'ended');
    return poll({ runQuery: look, intervalMs: POLL_INTERVAL_MS }, subscriber);
  }

  /** @throws RequestFailure with the engine's message */
  private async confirmSubscriber(credentials: Credentials | undefined): Promise<void> {
    try {
      await this.apis.confirm(credentials);
    } catch (error) {
      throw error instanceof EngineFailure ? RequestFailure.of(error.message) : error;
    }
  }

  /**
   * Returns the document of a request with a hash: its own text, or the one persisted under the hash, if there is one.
   *
   * @param isServed true if the engine does not see the request: a new document is then persisted here
   */
  private async documentOf(
    request: GraphqlRequest,
    hash: string,
    credentials: Credentials | undefined,
    isServed: boolean,
  ): Promise<string | undefined> {
    if (request.query !== '') {
      if (isServed) await this.persist(request.query, hash, credentials);
      return request.query;
    }
    const variables = { $key: hash };
    const options = { variables, readOnly: true, ...(credentials && { credentials }) };
    return persistedText((await this.engine.query(PERSISTED_QUERY, options)).data);
  }

  /**
   * Persists a document. Only the engine can store one. It stores the document before it looks for a schema, and then
   * finds none. A document with a mutation is not sent, nor is any document to an engine with a schema.
   *
   * @throws RequestFailure for a hash of another text
   */
  private async persist(query: string, hash: string, credentials: Credentials | undefined): Promise<void> {
    checkHash(query, hash);
    if (this.persisted.get(hash) || this.screen.check(query).hasMutation || (await hasSdl(this.engine))) return;
    await this.engine.send({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...credentials },
      body: Buffer.from(printRequest({ query, extensions: { persistedQuery: { sha256Hash: hash } } })),
    });
    this.persisted.set(hash, true);
  }

  /**
   * Carries out each mutation of a request once, however often it is sent.
   *
   * @throws OwlgateError IdempotencyKeyReused, IdempotencyInProgress, AccessDenied
   */
  private async writeOnce(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    idempotent: Idempotent,
  ): Promise<GraphqlAnswer> {
    const api = await this.apis.of(credentials);
    const header = api?.model.authorization?.header;
    const caller = header === undefined ? '' : callerOf(headerOf(request.headers ?? {}, header) ?? '');
    const key = (place: number): string => digest([idempotent.key, caller, String(place)]);
    const at = (place: number): Idempotent => ({ key: key(place), request: idempotent.request });
    return this.running.alone(at(-1), async () => {
      // Refuses a key that was sent with another request before anything is carried out.
      await this.materializer.writes.recall(at(0), credentials);
      const counted = { recalled: 0, written: 0 };
      const response = await this.write(request, credentials, {
        at,
        onRecall: (isStored) => counted[isStored ? 'recalled' : 'written']++,
      });
      const isReplay = counted.recalled > 0 && counted.written === 0;
      return { ...answerOf(isReplay ? marked(response) : response), isReplay };
    });
  }

  private async write(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    idempotency?: RequestIdempotency,
  ): Promise<GraphqlResponse> {
    // The document is not persisted. A request with a hash is carried out only if the hash is that of its document.
    const hash = persistedHash(request);
    if (hash !== undefined) checkHash(request.query, hash);
    const api = await this.apis.of(credentials);
    if (!api) throw noSchema(request);
    await this.apis.viewFor(request, credentials);
    const deletions = new Deletions(api.model.authorization !== undefined);
    const onDeleted = (deleted: ShownDeleted): void => deletions.add(deleted);
    const backend = reasonedBackend(this.engine, this.materializer, credentials, { idempotency, onDeleted });
    return deletions.addTo(await api.execute(request, backend));
  }

  /** Answers a query by the ontology's API. */
  private async read(request: GraphqlRequest, credentials: Credentials | undefined): Promise<GraphqlResponse> {
    const viewing = this.apis.viewFor(request, credentials);
    const view = viewing && (await viewing);
    const isIntrospection = view !== undefined && mayHaveIntrospection(request);
    const api = isIntrospection ? view : this.apis.ofOntology;
    if (!api) throw noSchema(request);
    let unreachable: unknown;
    const onFailure = (error: unknown): void => {
      if (error instanceof OwlgateError) unreachable ??= error;
    };
    const backend = reasonedBackend(this.engine, this.materializer, credentials, { onFailure });
    const response = await api.execute(request, backend);
    // There is no partial answer if the engine is unreachable.
    if (unreachable !== undefined) throw unreachable as OwlgateError;
    return response;
  }

  /**
   * Answers introspection of the engine's schema for a client that may not read all of it. The engine answers other
   * requests.
   */
  private async readOfEngine(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<GraphqlResponse | undefined> {
    const view = await this.apis.viewFor(request, credentials);
    const introspection = await this.apis.introspectionOf(view, request, credentials);
    if (introspection?.read.kind !== 'query') return undefined;
    return introspection.api.run(introspection.read, this.backend(credentials));
  }

  private backend(credentials: Credentials | undefined): GraphqlBackend {
    return reasonedBackend(this.engine, this.materializer, credentials);
  }
}

const answerOf = (response: GraphqlResponse): GraphqlAnswer => ({
  body: printResponse(response),
  executed: 'data' in response,
});

const marked = (response: GraphqlResponse): GraphqlResponse => ({
  ...response,
  extensions: { ...response.extensions, idempotentReplay: true },
});
