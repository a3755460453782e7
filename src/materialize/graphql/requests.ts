/** GraphQL requests that the gateway answers: mutations, as the writes that they come to, and questions that depend on classes. */
import { createHash } from 'node:crypto';
import { Kind, OperationTypeNode } from 'graphql';
import type { Credentials, Engine } from '../../dgraph';
import type { GraphqlBackend, Upsert, UpsertAnswer } from '../../graphql/backend';
import { GraphqlApi, type GraphqlResponse } from '../../graphql/execute';
import { noSchema, persistedQuery, readHttpRequest, type HttpRequest } from '../../graphql/http';
import type { GraphqlRequest } from '../../graphql/request';
import { RequestFailure } from '../../graphql/request/failure';
import { DEFAULT_LIMITS } from '../../graphql/request/limits';
import { parseDocument } from '../../graphql/request/parse';
import type { Selection } from '../../graphql/request/selection';
import { dependsOnClass } from '../../graphql/query/children';
import type { GraphqlModel } from '../../graphql/sdl/model';
import { readSdl } from '../../graphql/sdl/read';
import { graphqlClasses, isGeneratedSdl } from '../../schema';
import { parseLossless, printLossless } from '../store/json';
import type { Materializer } from '../types';

/** A schema may have been changed through another gateway, or beneath all of them. */
const SCHEMA_AGE_MS = 1_000;
/** Why an engine's own rules of access stand in the way. */
const GUARDED =
  'the GraphQL schema has types with @auth, whose rules are not checked for mutations here; write with /mutate, or without @auth';

const PARAMETERS = new URLSearchParams({ commitNow: 'true' });

export class Requests {
  private made: { readonly sdl: string; readonly api: GraphqlApi } | undefined;
  private looked: { readonly at: number; readonly version: number | undefined } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
  ) {}

  /**
   * Answers a request that has a mutation in it, or that cannot be read: another reader might find one there.
   *
   * @returns the response as JSON; undefined for what the engine may see
   */
  async answer(http: HttpRequest, credentials: Credentials | undefined): Promise<string | undefined> {
    try {
      const request = readHttpRequest(http);
      const query = await this.documentOf(request, credentials);
      if (query === undefined) return undefined;
      const asked = { ...request, query };
      const response = hasMutation(query) ? await this.write(asked, credentials) : await this.read(asked, credentials);
      return response && printLossless(response);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return JSON.stringify({ errors: error.errors });
    }
  }

  /** What a request stands for: its own document, or the one that was persisted under its hash, if there is one. */
  private async documentOf(request: GraphqlRequest, credentials: Credentials | undefined): Promise<string | undefined> {
    const hash = persistedQuery(request);
    if (hash === undefined || request.query !== '') return request.query;
    const { data } = await this.engine.query<{ q?: readonly { text: string }[] }>(
      'query q($key: string) { q(func: eq(dgraph.graphql.p_query, $key)) { text: dgraph.graphql.p_query } }',
      { variables: { $key: hash }, readOnly: true, ...(credentials && { credentials }) },
    );
    return data.q?.[0]?.text.slice(hash.length);
  }

  private async write(request: GraphqlRequest, credentials: Credentials | undefined): Promise<GraphqlResponse> {
    checkHash(request);
    const api = await this.api(credentials);
    if (!api) throw noSchema(request);
    if ([...api.model.types.values()].some(({ directives }) => directives.some((each) => each.startsWith('@auth')))) {
      throw RequestFailure.of(GUARDED);
    }
    return api.execute(request, this.backend(credentials));
  }

  /** Undefined where every node is asked for what the type that it is read as has: the engine answers that. */
  private async read(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<GraphqlResponse | undefined> {
    if (!BY_CLASS.test(request.query)) return undefined;
    const api = await this.api(credentials);
    if (!api?.model.classes) return undefined;
    let read;
    try {
      read = api.read(request);
    } catch (error) {
      // The engine says in its own words what is wrong.
      if (error instanceof RequestFailure) return undefined;
      throw error;
    }
    if (read.kind !== 'query' || !dependsOnClasses(read.selections, 'Query', api.model)) return undefined;
    return api.run(read, this.backend(credentials));
  }

  private async api(credentials: Credentials | undefined): Promise<GraphqlApi | undefined> {
    const version = this.materializer.inForce?.version;
    const { made, looked } = this;
    if (made && looked?.version === version && Date.now() - looked!.at < SCHEMA_AGE_MS) return made.api;
    const at = Date.now();
    const sdl = await this.engine.graphqlSchema(credentials);
    if (sdl === undefined) return (this.made = undefined);
    if (this.made?.sdl !== sdl || this.looked?.version !== version) this.made = { sdl, api: this.apiOf(sdl) };
    this.looked = { at, version };
    return this.made.api;
  }

  private apiOf(sdl: string): GraphqlApi {
    const model = readSdl(sdl);
    const loaded = this.materializer.inForce?.loaded;
    return new GraphqlApi(loaded && isGeneratedSdl(sdl) ? { ...model, classes: graphqlClasses(model, loaded) } : model);
  }

  private backend(credentials: Credentials | undefined): GraphqlBackend {
    const asked = credentials && { credentials };
    return {
      query: async (text, variables) => {
        const { body } = await this.engine.query(text, { readOnly: true, ...(variables && { variables }), ...asked });
        return (parseLossless(body.toString()) as { data: Record<string, unknown> }).data;
      },
      mutate: (upsert) => this.mutate(upsert, credentials),
    };
  }

  /** @throws Error with the reasoner's message, and its explanation as `extensions` */
  private async mutate({ query, mutations }: Upsert, credentials: Credentials | undefined): Promise<UpsertAnswer> {
    const conditional = mutations.map(({ cond, ...rest }) => ({ ...rest, ...(cond && { cond: `@if(${cond})` }) }));
    const { body } = await this.materializer.mutate({
      body: Buffer.from(printLossless({ ...(query && { query }), mutations: conditional })),
      contentType: 'application/json',
      parameters: PARAMETERS,
      ...(credentials && { credentials }),
    });
    const reply = parseLossless(body.toString()) as Reply;
    const [error] = reply.errors ?? [];
    if (error) throw Object.assign(new Error(error.message), { extensions: error.extensions });
    return { uids: reply.data?.uids ?? {}, queries: reply.data?.queries ?? {} };
  }
}

/** What a question by class cannot be without: a fragment, or the name of a type. */
const BY_CLASS = /\.\.\.|__typename/;

/** Also fragments on a class above, which say nothing new, are unknown to the engine. */
const dependsOnClasses = (selections: readonly Selection[], parent: string, model: GraphqlModel): boolean =>
  selections.some(
    (each) =>
      dependsOnClass(each, parent, model) ||
      (each.parent !== parent && model.classes!.has(parent)) ||
      dependsOnClasses(each.children, each.type.name, model),
  );

/** Whether a document has a mutation in it, or what may be one to another reader of GraphQL. */
function hasMutation(document: string): boolean {
  if (!document.includes('mutation')) return false;
  return parseDocument(document, DEFAULT_LIMITS).definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
  );
}

interface Reply {
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly data?: { readonly uids?: Record<string, string> | null; readonly queries?: Record<string, unknown> | null };
}

/** A document with a mutation is not persisted: one that is sent with its hash is carried out, if it is the hash's. */
function checkHash(request: GraphqlRequest): void {
  const hash = persistedQuery(request);
  if (hash === undefined || createHash('sha256').update(request.query).digest('hex') === hash) return;
  throw RequestFailure.of('provided sha does not match query');
}
