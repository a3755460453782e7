/** GraphQL API over DQL: one per schema, built once and used for every request. */
import { buildSchema, execute, Kind, type GraphQLSchema } from 'graphql';
import { Guard } from './auth/guard';
import { completeApi } from './api/complete';
import { printApi } from './api/print';
import type { GraphqlBackend } from './backend';
import { readRequest, type GraphqlRequest, type ReadRequest } from './request';
import { Documents } from './request/documents';
import { RequestFailure, type ResponseError } from './request/failure';
import { DEFAULT_LIMITS, type GraphqlLimits } from './request/limits';
import { put, type Completed } from './answer/complete';
import { resolveMutations } from './mutation';
import { resolveQueries } from './resolve';
import type { GraphqlModel } from './sdl/model';
import type { RequestBackend } from './request-backend';

export interface GraphqlResponse {
  readonly errors?: readonly ResponseError[];
  /** Absent if the request was not executed. Numbers may be objects of the backend. */
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Fields of a response, with their errors. */
export interface Resolved {
  /** Key of the response → value. As in Dgraph a field whose query fails is left out. */
  readonly data: Completed | null;
  readonly errors: readonly ResponseError[];
}

export class GraphqlApi {
  /** SDL of the whole API. */
  readonly schemaText: string;
  private readonly limits: GraphqlLimits;
  private readonly guard: Guard;
  private built?: { readonly schema: GraphQLSchema; readonly documents: Documents };

  constructor(
    readonly model: GraphqlModel,
    limits: Partial<GraphqlLimits> = {},
    /** URL of the lambda server, which resolves fields with `@lambda`. */
    private readonly lambdaUrl?: string,
  ) {
    this.schemaText = printApi(model, completeApi(model));
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.guard = new Guard(model, () => this.schema);
  }

  /** Built on first use; for a large ontology that takes a while. */
  get schema(): GraphQLSchema {
    return this.parts.schema;
  }

  private get parts() {
    if (!this.built) {
      const schema = buildSchema(this.schemaText, { assumeValid: true });
      this.built = { schema, documents: new Documents(schema, this.limits, this.model.classes) };
    }
    return this.built;
  }

  /**
   * Parses, validates and coerces a document.
   *
   * @throws RequestFailure with the errors of the response
   */
  read(request: GraphqlRequest): ReadRequest {
    const { schema, documents } = this.parts;
    return readRequest(schema, documents, request);
  }

  /** True if the document uses fragments by class, which only this API can validate. */
  hasFragmentByClass(text: string): boolean {
    return this.parts.documents.hasFragmentByClass(text);
  }

  /** Never rejects: failures are in `errors`. */
  async execute(request: GraphqlRequest, backend: GraphqlBackend): Promise<GraphqlResponse> {
    try {
      return await this.run(this.read(request), backend);
    } catch (error) {
      if (error instanceof RequestFailure) return { errors: error.errors };
      return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
    }
  }

  /** Runs a request; a subscription is answered once. */
  async run(read: ReadRequest, backend: GraphqlBackend): Promise<GraphqlResponse> {
    const introspected = await this.introspect(read);
    const { signal } = backend;
    const calling = { model: this.model, headers: read.headers, lambdaUrl: this.lambdaUrl, signal };
    const ground: RequestBackend = { ...backend, calling };
    const admission = await this.guard.admission(read.headers);
    const { data, errors } =
      read.kind === 'mutation'
        ? await resolveMutations(read.selections, this.model, ground, admission)
        : await resolveQueries(
            read.selections.filter(({ name }) => !name.startsWith('__')),
            this.model,
            ground,
            admission,
          );
    const allErrors = [...(introspected.errors ?? []), ...errors];
    return { ...(allErrors.length > 0 && { errors: allErrors }), ...this.merged(read, introspected.data, data) };
  }

  /** Merges fields in the order of the document. */
  private merged(
    { selections, operation }: ReadRequest,
    introspected: Readonly<Record<string, unknown>> | null | undefined,
    resolved: Completed | null,
  ): { readonly data?: Completed | null } {
    if (resolved === null) return { data: null };
    const data: Completed = {};
    for (const { key, name } of selections) {
      if (name === '__typename') put(data, key, this.schema.getRootType(operation.operation)!.name);
      else if (name.startsWith('__')) put(data, key, introspected?.[key] ?? null);
      else if (Object.hasOwn(resolved, key)) put(data, key, resolved[key]);
    }
    return Object.keys(data).length > 0 || selections.length === 0 ? { data } : {};
  }

  private async introspect({ selections, document, operation, variables }: ReadRequest) {
    if (!selections.some(({ name }) => name === '__schema' || name === '__type')) return {};
    const introspection = operation.selectionSet.selections.filter(
      (node) => node.kind !== Kind.FIELD || node.name.value.startsWith('__'),
    );
    const narrowed = { ...operation, selectionSet: { ...operation.selectionSet, selections: introspection } };
    const definitions = document.definitions.flatMap((node) =>
      node === operation ? narrowed : node.kind === Kind.FRAGMENT_DEFINITION ? node : [],
    );
    const result = await execute({
      schema: this.schema,
      document: { ...document, definitions },
      variableValues: Object.fromEntries(variables),
    });
    const errors = result.errors?.map(({ message, locations, path }) => ({ message, locations, path }));
    return { data: result.data, errors };
  }
}
