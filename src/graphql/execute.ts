/** GraphQL API over DQL: one per schema, built once and used for every request. */
import type { GraphQLSchema } from 'graphql';
import { Guard } from './auth/guard';
import { ApiOnDemand } from './api/on-demand';
import { ShownApi } from './introspection/types';
import { IntrospectionWriter } from './introspection/write';
import type { GraphqlBackend } from './backend';
import { readRequest, type GraphqlRequest, type ReadRequest } from './request/read';
import { Documents } from './request/documents';
import { RequestFailure, type ResponseError } from './request/failure';
import { DEFAULT_LIMITS, type GraphqlLimits } from './request/limits';
import { SchemaOnDemand } from './request/schema';
import type { Selection } from './request/selection';
import { put, type Completed } from './answer/complete';
import { resolveMutations } from './mutation';
import { resolveQueries } from './resolve';
import type { GraphqlModel } from './sdl/model';
import { printLossless } from '../util/json';
import type { RequestBackend } from './request-backend';

export interface GraphqlResponse {
  readonly errors?: readonly ResponseError[];
  /** Absent if the request was not executed. Numbers may be objects of the backend. */
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Answers of introspection by key, as printed JSON; they may be large. */
  readonly written?: ReadonlyMap<string, string>;
}

export class GraphqlApi {
  private readonly limits: GraphqlLimits;
  private readonly guard: Guard;
  private readonly definitions: ApiOnDemand;
  private shown?: ShownApi;
  private introspected: { readonly key: string; readonly writing: Promise<ReadonlyMap<string, string>> } | undefined;
  private lastWriting: Promise<void> = Promise.resolve();
  private built?: { readonly schema: GraphQLSchema; readonly documents: Documents };

  constructor(
    readonly model: GraphqlModel,
    limits: Partial<GraphqlLimits> = {},
    /** URL of the lambda server, which resolves fields with `@lambda`. */
    private readonly lambdaUrl?: string,
  ) {
    this.definitions = new ApiOnDemand(model);
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.guard = new Guard(model, () => this.schema);
  }

  get schema(): GraphQLSchema {
    return this.parts.schema;
  }

  private get parts() {
    if (!this.built) {
      const schema = new SchemaOnDemand(this.definitions);
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
    const { signal } = backend;
    const calling = { model: this.model, headers: read.headers, lambdaUrl: this.lambdaUrl, signal };
    const requestBackend: RequestBackend = { ...backend, calling };
    const admitting = this.guard.admission(read.headers);
    const admission = admitting instanceof Promise ? await admitting : admitting;
    const { data, errors } = await (read.kind === 'mutation'
      ? resolveMutations(read.selections, this.model, requestBackend, admission)
      : resolveQueries(read.selections, this.model, requestBackend, admission));
    const metaSelections = read.selections.filter(({ name }) => name === '__schema' || name === '__type');
    const written = metaSelections.length > 0 ? await this.introspect(read, metaSelections) : undefined;
    return { ...(errors.length > 0 && { errors }), ...this.merged(read, data), ...(written && { written }) };
  }

  /** Merges fields in the order of the document. */
  private merged(
    { selections, operation }: ReadRequest,
    resolved: Completed | null,
  ): { readonly data?: Completed | null } {
    if (resolved === null) return { data: null };
    const data: Completed = {};
    for (const { key, name } of selections) {
      if (name === '__typename') put(data, key, this.schema.getRootType(operation.operation)!.name);
      else if (name.startsWith('__')) put(data, key, null);
      else if (Object.hasOwn(resolved, key)) put(data, key, resolved[key]);
    }
    return Object.keys(data).length > 0 || selections.length === 0 ? { data } : {};
  }

  /**
   * Returns the answers of introspection as JSON. Caches the latest of the whole schema: tools repeat the same request.
   * Equal requests that arrive meanwhile share it, and different ones are answered one after another, so that their
   * parts are not in memory together.
   */
  private introspect(
    { document, operation, variables }: ReadRequest,
    metaSelections: readonly Selection[],
  ): Promise<ReadonlyMap<string, string>> {
    if (metaSelections.every(({ name }) => name === '__type')) return this.write(metaSelections);
    const key = JSON.stringify([document.loc?.source.body, operation.name?.value, [...variables]]);
    if (this.introspected?.key === key) return this.introspected.writing;
    const writing = this.lastWriting.then(() => this.write(metaSelections));
    const entry = { key, writing };
    this.introspected = entry;
    const settle = (isCached: boolean): void => {
      if (!isCached && this.introspected === entry) this.introspected = undefined;
    };
    this.lastWriting = writing.then(
      (written) => settle([...written.values()].reduce((sum, { length }) => sum + length, 0) <= MAX_CACHED_CHARACTERS),
      () => settle(false),
    );
    return writing;
  }

  private async write(metaSelections: readonly Selection[]): Promise<ReadonlyMap<string, string>> {
    const writer = new IntrospectionWriter((this.shown ??= new ShownApi(this.definitions)));
    const written = new Map<string, string>();
    for (const each of metaSelections) written.set(each.key, await writer.root(each));
    return written;
  }
}

/** Maximum characters of cached answers of introspection. */
const MAX_CACHED_CHARACTERS = 64_000_000;

/** Prints a response as JSON. */
export function printResponse({ written, ...response }: GraphqlResponse): string {
  const { data, ...rest } = response;
  if (!written || !data) return printLossless(response);
  const others = printLossless(rest).slice(1, -1);
  let members = '';
  for (const [key, value] of Object.entries(data)) {
    // Added without a join, which would copy long texts.
    members += `${members && ','}${JSON.stringify(key)}:${written.get(key) ?? printLossless(value)}`;
  }
  return `{${others}${others ? ',' : ''}"data":{${members}}}`;
}
