/** /graphql of the embedded engine: the API of the schema that is in force, over the engine's own queries and mutations. */
import { parseJsonMutation } from '../../dql';
import { upsertBody, type GraphqlBackend } from '../../graphql/backend';
import { GraphqlApi, type GraphqlResponse } from '../../graphql/execute';
import { noSchema, readHttpRequest, responseHead, type HttpRequest, type ResponseHead } from '../../graphql/http';
import { checkHash, PERSISTED_QUERY, persistedHash, persistedText } from '../../graphql/persisted';
import type { GraphqlRequest } from '../../graphql/request';
import { RequestFailure } from '../../graphql/request/failure';
import { ENGINE_LIMITS } from '../../graphql/request/limits';
import { readSdl } from '../../graphql/sdl/read';
import { parseLossless, printLossless } from '../../util/json';
import type { Engine } from '../engine';
import { newNodesJson } from '../requests';
import { storedSdl } from './stored';

const LATEST = { debug: false, format: 'json', timeoutMs: 0, startTs: 0, readOnly: true } as const;

export interface GraphqlReply extends ResponseHead {
  readonly json: string;
}

export class EmbeddedGraphql {
  private made: { readonly sdl: string; readonly api: GraphqlApi } | undefined;

  constructor(private readonly engine: Engine) {}

  /** Never rejects. */
  async respond(http: HttpRequest, accept: string, signal: AbortSignal): Promise<GraphqlReply> {
    const response = await this.answer(http, signal).catch((error: unknown): GraphqlResponse => {
      if (error instanceof RequestFailure) return { errors: error.errors };
      return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
    });
    return { ...responseHead(accept, 'data' in response), json: printLossless(response) };
  }

  private async answer(http: HttpRequest, signal: AbortSignal): Promise<GraphqlResponse> {
    const request = await this.persisted(readHttpRequest(http));
    const stored = storedSdl((query) => this.engine.query(query));
    if (!stored) throw noSchema(request);
    if (this.made?.sdl !== stored.sdl) {
      this.made = { sdl: stored.sdl, api: new GraphqlApi(readSdl(stored.sdl), ENGINE_LIMITS) };
    }
    return this.made.api.execute(request, this.backend(signal));
  }

  private backend(signal: AbortSignal): GraphqlBackend {
    const { engine } = this;
    return {
      query: async (query, variables) => {
        const { json } = await engine.answer({ ...LATEST, query, variables: variables ?? {} }, signal);
        return parse(json);
      },
      mutate: async (upsert) => {
        const answer = await engine.mutate(parseJsonMutation(printLossless(upsertBody(upsert))), 0, true);
        const uids = answer.newNodes ? parse(newNodesJson(answer.newNodes)) : {};
        return { uids: uids as Record<string, string>, queries: answer.queries ? parse(answer.queries) : {} };
      },
    };
  }

  /** The request with its document: one that comes with its hash for the first time is kept. */
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

const parse = (json: string): Record<string, unknown> => parseLossless(json) as Record<string, unknown>;
