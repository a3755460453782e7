/** /graphql of the embedded engine: the API of the schema in force, over the engine's queries and mutations. */
import { DqlSyntaxError, parseJsonMutation } from '../../dql';
import {
  GraphqlApi,
  poll,
  POLL_INTERVAL_MS,
  printResponse,
  upsertBody,
  type GraphqlBackend,
  type GraphqlResponse,
  type PolledAnswer,
  type UpsertAnswer,
} from '../../graphql';
import {
  checkHash,
  ENGINE_LIMITS,
  noSchema,
  PERSISTED_QUERY,
  persistedHash,
  persistedText,
  readHttpRequest,
  RequestFailure,
  responseHead,
  type GraphqlRequest,
  type HttpRequest,
  type ResponseHead,
  type Subscriber,
} from '../../graphql/request';
import { headerNames, readSdl } from '../../graphql/sdl';
import { parseLossless, printLossless } from '../../util/json';
import type { Engine } from '../engine';
import { newNodesJson, type MutateAnswer } from '../requests';
import { storedSdl } from './stored';

const LATEST = { debug: false, format: 'json', timeoutMs: 0, startTs: 0, readOnly: true, once: true } as const;

interface StoredApi {
  readonly sdl: string;
  readonly api: GraphqlApi;
}

export interface GraphqlReply extends ResponseHead {
  readonly json: string;
}

export class EmbeddedGraphql {
  private cachedApi: StoredApi | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly lambdaUrl?: string,
  ) {}

  /** Never rejects. */
  async respond(http: HttpRequest, accept: string, signal: AbortSignal): Promise<GraphqlReply> {
    const response = await this.answer(http, signal).catch((error: unknown): GraphqlResponse => {
      if (error instanceof RequestFailure) return { errors: error.errors };
      return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
    });
    return { ...responseHead(accept, 'data' in response), json: printResponse(response) };
  }

  private async answer(http: HttpRequest, signal: AbortSignal): Promise<GraphqlResponse> {
    const request = await this.persisted(readHttpRequest(http));
    return this.current(request).api.execute(request, this.backend(signal));
  }

  /** Names of the headers that the schema in force reads. */
  headerNames(): readonly string[] {
    const stored = this.stored();
    return stored ? headerNames(stored.api.model) : [];
  }

  /** Returns the API of the schema in force. @throws RequestFailure */
  private current(request: GraphqlRequest): StoredApi {
    const stored = this.stored();
    if (!stored) throw noSchema(request);
    return stored;
  }

  private stored(): StoredApi | undefined {
    const node = storedSdl((query) => this.engine.query(query));
    // An API takes several megabytes; it is dropped with its schema.
    if (!node) return (this.cachedApi = undefined);
    if (this.cachedApi?.sdl === node.sdl) return this.cachedApi;
    return (this.cachedApi = { sdl: node.sdl, api: new GraphqlApi(readSdl(node.sdl), ENGINE_LIMITS, this.lambdaUrl) });
  }

  /**
   * Starts a subscription: the query runs again after each write.
   *
   * @throws RequestFailure
   */
  subscribe(request: GraphqlRequest, subscriber: Subscriber): Promise<() => void> {
    const stored = this.current(request);
    const read = stored.api.read(request);
    if (read.kind !== 'subscription') throw RequestFailure.of('given GraphQL operation is not a subscription');
    const leaving = new AbortController();
    let lastState: object | undefined;
    const runQuery = async (): Promise<PolledAnswer | undefined | 'ended'> => {
      const { state } = this.engine;
      if (state === lastState) return undefined;
      if (storedSdl((query) => this.engine.query(query))?.sdl !== stored.sdl) return 'ended';
      const response = await stored.api.run(read, this.backend(leaving.signal));
      lastState = state;
      return { response: printResponse(response), data: printLossless(response.data), errors: response.errors };
    };
    return poll({ runQuery, intervalMs: POLL_INTERVAL_MS }, subscriber).then((stop) => () => {
      stop();
      leaving.abort();
    });
  }

  private backend(signal: AbortSignal): GraphqlBackend {
    const { engine } = this;
    return {
      signal,
      query: async (query, variables) => {
        const { json } = await engine.answer({ ...LATEST, query, variables: variables ?? {} }, signal);
        return parse(json);
      },
      mutate: async (upsert, admit) => {
        const request = parseGenerated(printLossless(upsertBody(upsert)));
        if (!admit) return answerOf(await engine.mutate(request, 0, true));
        const uncommitted = await engine.mutate(request, 0, false);
        const { startTs } = uncommitted;
        try {
          const answer = answerOf(uncommitted);
          await admit(answer, async (query) => {
            const { json } = await engine.answer({ ...LATEST, readOnly: false, startTs, query }, signal);
            return parse(json);
          });
          const commitTs = await engine.commit(startTs);
          return { ...answer, commitTs };
        } catch (error) {
          engine.abort(startTs);
          throw error;
        }
      },
    };
  }

  /** Returns the request with its document. A document that arrives with its hash for the first time is stored. */
  private async persisted(request: GraphqlRequest): Promise<GraphqlRequest> {
    const hash = persistedHash(request);
    if (hash === undefined) return request;
    const variables = { $key: hash + request.query };
    const { json } = await this.engine.answer({ ...LATEST, query: PERSISTED_QUERY, variables });
    const query = persistedText(JSON.parse(json));
    if (query !== undefined) return { ...request, query };
    if (request.query === '') throw RequestFailure.of('PersistedQueryNotFound');
    checkHash(request.query, hash);
    const node = { 'dgraph.graphql.p_query': hash + request.query, 'dgraph.type': 'dgraph.graphql.persisted_query' };
    await this.engine.mutateOwn(parseJsonMutation(JSON.stringify({ set: [node] })));
    return request;
  }
}

/** Parses a generated body. Its refusal names no position, because the client has not seen the body. */
function parseGenerated(body: string): ReturnType<typeof parseJsonMutation> {
  try {
    return parseJsonMutation(body);
  } catch (error) {
    throw error instanceof DqlSyntaxError ? new Error(error.reason) : error;
  }
}

function answerOf({ newNodes, queries, commitTs }: MutateAnswer): UpsertAnswer {
  const uids = newNodes ? parse(newNodesJson(newNodes)) : {};
  return { uids: uids as Record<string, string>, queries: queries ? parse(queries) : {}, commitTs };
}

const parse = (json: string): Record<string, unknown> => parseLossless(json) as Record<string, unknown>;
