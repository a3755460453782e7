/**
 * GraphQL APIs by client: the ontology's, that of the engine's schema, and views of them for clients that may read only
 * a part.
 */
import type { Credentials, Engine } from '../../dgraph';
import { GraphqlApi } from '../../graphql';
import { RequestFailure, type GraphqlLimits, type GraphqlRequest, type ReadRequest } from '../../graphql/request';
import { readSdl } from '../../graphql/sdl';
import { GraphqlViews, predicatesOf, readBy } from '../access/graphql-view';
import { Rights } from '../access/rights';
import type { Materializer } from '../types';
import { isForeign } from '../write/access';
import { mayIntrospect } from './introspection';
import { OntologyApis } from './ontology-apis';

/** Maximum age of the schema. Another gateway or a client of the engine may have changed it. */
const SCHEMA_AGE_MS = 1_000;

/** API of the engine's schema. */
interface EngineApi {
  readonly sdl: string;
  readonly api: GraphqlApi;
  /** Time of the request to the engine. */
  readonly at: number;
}

interface IntrospectionRequest {
  readonly api: GraphqlApi;
  readonly read: ReadRequest;
}

/** Sign of introspection. */
const INTROSPECTS = /__(?:schema|type)\b/;
/** Federation's query for the whole SDL. */
const TELLS_SDL = /\b_service\b/;
/** Sign of a refusal that suggests names. */
const SUGGESTS = /Did you mean/;

/** True for each request with introspection, and few others. */
export const mayHaveIntrospection = ({ query }: GraphqlRequest): boolean => INTROSPECTS.test(query);

export class ClientApis {
  private engineApi: EngineApi | undefined;
  private readonly ontologyApis: OntologyApis;
  private readonly rights: Rights;
  private readonly views: GraphqlViews;

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
    private readonly limits: GraphqlLimits,
    private readonly lambdaUrl?: string,
  ) {
    this.rights = Rights.on(engine);
    this.views = new GraphqlViews(limits);
    this.ontologyApis = new OntologyApis(materializer, limits, lambdaUrl);
  }

  /** The ontology's API; undefined without an ontology in force. @throws RequestFailure */
  get ofOntology(): GraphqlApi | undefined {
    return this.ontologyApis.current;
  }

  /** @throws EngineFailure for a token that a cluster with access control does not accept */
  confirm(credentials: Credentials | undefined): Promise<void> | undefined {
    return this.rights.apply(credentials) ? this.rights.confirm(credentials) : undefined;
  }

  /** True if an ontology is in force in the client's namespace. Other namespaces of the cluster have none. */
  isOwn(credentials: Credentials | undefined): boolean {
    return this.materializer.inForce !== undefined && !isForeign(this.engine, credentials);
  }

  /** Returns true if the ontology's API answers the client. @throws EngineFailure */
  async isServed(credentials: Credentials | undefined): Promise<boolean> {
    return this.isOwn(credentials) && this.materializer.graphqlExtension.isServed();
  }

  /** Returns the API that is in force for a client: the ontology's, or that of the engine's schema. */
  async of(credentials: Credentials | undefined): Promise<GraphqlApi | undefined> {
    if (await this.isServed(credentials)) return this.ofOntology;
    const at = Date.now();
    if (this.engineApi && at - this.engineApi.at < SCHEMA_AGE_MS) return this.engineApi.api;
    // With access control only guardians may read the SDL. The gateway reads it; each query then runs with the client's
    // credentials.
    const sdl = await this.engine.graphqlSchema(this.engine.identity ? undefined : credentials);
    if (sdl === undefined) return (this.engineApi = undefined);
    // The first of concurrent requests sets it. A second API object for the same SDL would end subscriptions.
    const api =
      this.engineApi?.sdl === sdl ? this.engineApi.api : new GraphqlApi(readSdl(sdl), this.limits, this.lambdaUrl);
    this.engineApi = { sdl, api, at };
    return api;
  }

  /**
   * Returns the schema as visible to a client that may read only part of it. Refusals that suggest names are composed
   * from this view.
   *
   * @returns undefined for a client that may read everything
   * @throws RequestFailure
   */
  viewFor(request: GraphqlRequest, credentials: Credentials | undefined): Promise<GraphqlApi | undefined> | undefined {
    return this.rights.apply(credentials) ? this.restrictedView(request, credentials) : undefined;
  }

  private async restrictedView(request: GraphqlRequest, credentials: Credentials): Promise<GraphqlApi | undefined> {
    const api = await this.of(credentials);
    if (!api) return undefined;
    const names = predicatesOf(api.model);
    const readable = await this.rights.readable(credentials, names);
    if (readable.size === names.size) return undefined;
    const view = this.views.of(api.model, readable);
    if (TELLS_SDL.test(request.query)) throw RequestFailure.of('the SDL has fields that this login may not read');
    try {
      api.read(request);
    } catch (error) {
      if (error instanceof RequestFailure && SUGGESTS.test(error.message)) readBy(view, request);
    }
    return view;
  }

  /** Returns the introspection query of a client that may not read the whole schema; undefined for other requests. */
  async introspectionOf(
    view: GraphqlApi | undefined,
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<IntrospectionRequest | undefined> {
    if (!view || !mayHaveIntrospection(request)) return undefined;
    const read = readBy(view, request);
    if (!read.selections.some(({ name }) => name === '__schema' || name === '__type')) return undefined;
    return (await mayIntrospect(this.engine, credentials)) ? { api: view, read } : undefined;
  }
}
