/** /graphql of the embedded engine: the API of the schema that is in force, over the engine's own queries and mutations. */
import { createHash } from 'node:crypto';
import { parse as parseLossless, stringify } from 'lossless-json';
import { parseJsonMutation } from '../../dql';
import type { GraphqlBackend, Upsert } from '../../graphql/backend';
import { GraphqlApi, type GraphqlResponse } from '../../graphql/execute';
import { noSchema, persistedQuery, readHttpRequest, type HttpRequest } from '../../graphql/http';
import type { GraphqlRequest } from '../../graphql/request';
import { RequestFailure } from '../../graphql/request/failure';
import { readSdl } from '../../graphql/sdl/read';
import type { Engine } from '../engine';
import { newNodesJson } from '../requests';
import { storedSdl } from './stored';

const LATEST = { debug: false, format: 'json', timeoutMs: 0, startTs: 0, readOnly: true } as const;
/** Of so many digits a number may be one that JavaScript does not hold. */
const LONG_NUMBER = /\d{16}/;

export class EmbeddedGraphql {
  private made: { readonly sdl: string; readonly api: GraphqlApi } | undefined;

  constructor(private readonly engine: Engine) {}

  /** The response as JSON; never rejects. */
  async respond(http: HttpRequest, signal: AbortSignal): Promise<string> {
    const response = await this.answer(http, signal).catch((error: unknown): GraphqlResponse => {
      if (error instanceof RequestFailure) return { errors: error.errors };
      return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
    });
    return stringify(response)!;
  }

  private async answer(http: HttpRequest, signal: AbortSignal): Promise<GraphqlResponse> {
    const request = await this.persisted(readHttpRequest(http));
    const stored = storedSdl((query) => this.engine.query(query));
    if (!stored) throw noSchema(request);
    if (this.made?.sdl !== stored.sdl) {
      this.made = { sdl: stored.sdl, api: new GraphqlApi(readSdl(stored.sdl)) };
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
      mutate: async ({ query, mutations }: Upsert) => {
        const conditional = mutations.map(({ cond, ...rest }) => ({ ...rest, ...(cond && { cond: `@if(${cond})` }) }));
        const body = stringify({ ...(query && { query }), mutations: conditional })!;
        const answer = await engine.mutate(parseJsonMutation(body), 0, true);
        const uids = answer.newNodes ? parse(newNodesJson(answer.newNodes)) : {};
        return { uids: uids as Record<string, string>, queries: answer.queries ? parse(answer.queries) : {} };
      },
    };
  }

  /** Apollo's persisted queries, kept as Dgraph keeps them: a node for each, with the hash before the text. */
  private async persisted(request: GraphqlRequest): Promise<GraphqlRequest> {
    const hash = persistedQuery(request);
    if (hash === undefined) return request;
    const variables = { $key: hash + request.query };
    const question =
      'query q($key: string) { q(func: eq(dgraph.graphql.p_query, $key)) { text: dgraph.graphql.p_query } }';
    const { json } = await this.engine.answer({ ...LATEST, query: question, variables });
    const [found] = (JSON.parse(json) as { q: readonly { text: string }[] }).q;
    if (found) return { ...request, query: found.text.slice(hash.length) };
    if (request.query === '') throw RequestFailure.of('PersistedQueryNotFound');
    if (createHash('sha256').update(request.query).digest('hex') !== hash) {
      throw RequestFailure.of('provided sha does not match query');
    }
    const node = { 'dgraph.graphql.p_query': hash + request.query, 'dgraph.type': 'dgraph.graphql.persisted_query' };
    await this.engine.mutateOwn(parseJsonMutation(JSON.stringify({ set: [node] })));
    return request;
  }
}

function parse(json: string): Record<string, unknown> {
  return (LONG_NUMBER.test(json) ? parseLossless(json) : JSON.parse(json)) as Record<string, unknown>;
}
