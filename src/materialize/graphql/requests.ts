/** GraphQL requests that the gateway answers: mutations, as the writes that they come to, and questions that depend on classes. */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { upsertBody, type Admit, type GraphqlBackend, type Upsert, type UpsertAnswer } from '../../graphql/backend';
import { GraphqlApi, type GraphqlResponse } from '../../graphql/execute';
import { noSchema, readHttpRequest, type HttpRequest } from '../../graphql/http';
import { checkHash, PERSISTED_QUERY, persistedHash, persistedText } from '../../graphql/persisted';
import type { GraphqlRequest, ReadRequest } from '../../graphql/request';
import { RequestFailure } from '../../graphql/request/failure';
import type { GraphqlLimits } from '../../graphql/request/limits';
import { Screen } from '../../graphql/request/screen';
import type { Selection } from '../../graphql/request/selection';
import { dependsOnClass } from '../../graphql/query/children';
import type { GraphqlModel } from '../../graphql/sdl/model';
import { poll, POLL_INTERVAL_MS, type Look } from '../../graphql/subscription/poll';
import type { Subscriber } from '../../graphql/subscription/session';
import { readSdl } from '../../graphql/sdl/read';
import { graphqlClasses, isGeneratedSdl } from '../../schema';
import { parseLossless, printLossless } from '../../util/json';
import type { Materializer } from '../types';
import type { GraphqlAnswer } from '.';
import { mayIntrospect, NEWER } from './introspection';

/** A schema may have been changed through another gateway, or beneath all of them. */
const SCHEMA_AGE_MS = 1_000;

const AT_ONCE = new URLSearchParams({ commitNow: 'true' });
const OPEN = new URLSearchParams();
/** A write that is looked at before it is committed is begun again so often, when others get in its way. */
const ATTEMPTS = 5;

/** The API of the engine's schema. */
interface Made {
  readonly sdl: string;
  readonly api: GraphqlApi;
  /** Of the ontology that was in force, and of the GraphQL beside it. */
  readonly version: string;
  /** When the engine was asked. */
  readonly at: number;
}

export class Requests {
  private made: Made | undefined;
  private readonly screen: Screen;

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
    private readonly limits: GraphqlLimits,
  ) {
    this.screen = new Screen(limits);
  }

  /**
   * Answers a request that has a mutation in it, that is over a limit, or that cannot be read: another reader might find a
   * mutation there.
   *
   * @returns undefined for what the engine may see
   */
  async answer(http: HttpRequest, credentials: Credentials | undefined): Promise<GraphqlAnswer | undefined> {
    try {
      const request = readHttpRequest(http);
      const query = await this.documentOf(request, credentials);
      if (query === undefined || query === '') return undefined;
      const { hasMutation } = this.screen.look(query);
      if (!this.materializer.inForce) return undefined;
      const asked = { ...request, query };
      const response = hasMutation ? await this.write(asked, credentials) : await this.read(asked, credentials);
      return response && { body: printLossless(response), executed: 'data' in response };
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return { body: JSON.stringify({ errors: error.errors }), executed: false };
    }
  }

  /**
   * Begins a subscription that depends on classes.
   *
   * @returns what ends it; undefined for what the engine may be asked for
   * @throws RequestFailure
   */
  async subscribe(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    subscriber: Subscriber,
  ): Promise<(() => void) | undefined> {
    const { hasMutation } = this.screen.look(request.query);
    if (hasMutation) throw RequestFailure.of('a document that is subscribed with has no mutation in it');
    if (!this.materializer.inForce) return undefined;
    const asked = await this.byClass(request, credentials);
    if (asked?.read.kind !== 'subscription') return undefined;
    const { api, read } = asked;
    const look = async (): Promise<Look | 'ended'> => {
      if ((await this.api(credentials)) !== api) return 'ended';
      const response = await api.run(read, this.backend(credentials));
      return { response: printLossless(response), data: printLossless(response.data), errors: response.errors };
    };
    return poll({ look, intervalMs: POLL_INTERVAL_MS }, subscriber);
  }

  /** What a request stands for: its own document, or the one that was persisted under its hash, if there is one. */
  private async documentOf(request: GraphqlRequest, credentials: Credentials | undefined): Promise<string | undefined> {
    const hash = persistedHash(request);
    if (hash === undefined || request.query !== '') return request.query;
    const variables = { $key: hash };
    const options = { variables, readOnly: true, ...(credentials && { credentials }) };
    return persistedText((await this.engine.query(PERSISTED_QUERY, options)).data);
  }

  private async write(request: GraphqlRequest, credentials: Credentials | undefined): Promise<GraphqlResponse> {
    // It is not persisted: one that is sent with its hash is carried out, if it is the hash's.
    const hash = persistedHash(request);
    if (hash !== undefined) checkHash(request.query, hash);
    const api = await this.api(credentials);
    if (!api) throw noSchema(request);
    return api.execute(request, this.backend(credentials));
  }

  /** Undefined where every node is asked for what the type that it is read as has: the engine answers that. */
  private async read(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<GraphqlResponse | undefined> {
    const asked = (await this.newerIntrospection(request, credentials)) ?? (await this.byClass(request, credentials));
    if (asked?.read.kind !== 'query') return undefined;
    return asked.api.run(asked.read, this.backend(credentials));
  }

  /** A question about the schema, in words that Dgraph does not know yet, where it lets itself be asked such questions. */
  private async newerIntrospection(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<Asked | undefined> {
    if (!NEWER.test(request.query)) return undefined;
    const api = await this.api(credentials);
    const read = api && readOrLeave(api, request);
    if (!read?.selections.every(({ name }) => name.startsWith('__'))) return undefined;
    return (await mayIntrospect(this.engine, credentials)) ? { api: api!, read } : undefined;
  }

  /** A question that depends on classes. */
  private async byClass(request: GraphqlRequest, credentials: Credentials | undefined): Promise<Asked | undefined> {
    if (!BY_CLASS.test(request.query)) return undefined;
    const api = await this.api(credentials);
    if (!api?.model.classes) return undefined;
    const read = readOrLeave(api, request);
    if (!read) return undefined;
    const root = read.kind === 'subscription' ? 'Subscription' : 'Query';
    return dependsOnClasses(read.selections, root, api.model) ? { api, read } : undefined;
  }

  private async api(credentials: Credentials | undefined): Promise<GraphqlApi | undefined> {
    const { inForce, extensionVersion } = this.materializer;
    const version = `${inForce?.version}/${extensionVersion}`;
    const at = Date.now();
    const made = this.made?.version === version ? this.made : undefined;
    if (made && at - made.at < SCHEMA_AGE_MS) return made.api;
    const sdl = await this.engine.graphqlSchema(credentials);
    if (sdl === undefined) return (this.made = undefined);
    const api = made?.sdl === sdl ? made.api : this.apiOf(sdl);
    this.made = { sdl, api, version, at };
    return api;
  }

  private apiOf(sdl: string): GraphqlApi {
    const model = readSdl(sdl);
    const loaded = this.materializer.inForce?.loaded;
    const classes = loaded && isGeneratedSdl(sdl) ? graphqlClasses(model, loaded) : undefined;
    return new GraphqlApi(classes ? { ...model, classes } : model, this.limits);
  }

  private backend(credentials: Credentials | undefined): GraphqlBackend {
    const asked = credentials && { credentials };
    return {
      query: async (text, variables) => {
        const { body } = await this.engine.query(text, { readOnly: true, ...(variables && { variables }), ...asked });
        return (parseLossless(body.toString()) as { data: Record<string, unknown> }).data;
      },
      mutate: (upsert, admit) =>
        admit ? this.mutateAdmitted(upsert, admit, credentials) : this.mutate(upsert, AT_ONCE, credentials),
    };
  }

  /** @throws Error with the reasoner's message, and its explanation as `extensions` */
  private async mutate(
    upsert: Upsert,
    parameters: URLSearchParams,
    credentials: Credentials | undefined,
  ): Promise<Written> {
    const { body } = await this.materializer.mutate({
      body: Buffer.from(printLossless(upsertBody(upsert))),
      contentType: 'application/json',
      parameters,
      ...(credentials && { credentials }),
    });
    const reply = parseLossless(body.toString()) as Reply;
    const [error] = reply.errors ?? [];
    if (error) throw Object.assign(new Error(error.message), { extensions: error.extensions });
    const txn = reply.extensions?.txn;
    return { uids: reply.data?.uids ?? {}, queries: reply.data?.queries ?? {}, ...(txn && { txn }) };
  }

  /** Writes, asks whether that may be, and commits. @throws as `mutate` and `admit` do */
  private async mutateAdmitted(
    upsert: Upsert,
    admit: Admit,
    credentials: Credentials | undefined,
  ): Promise<UpsertAnswer> {
    const { engine } = this;
    for (let attempt = 1; ; attempt++) {
      try {
        const { txn, ...answer } = await this.mutate(upsert, OPEN, credentials);
        const { start_ts, keys = [], preds = [], hash } = txn ?? {};
        const options = { startTs: Number(start_ts), ...(hash && { hash }), ...(credentials && { credentials }) };
        try {
          await admit(answer, async (text) => {
            const { body } = await engine.query(text, options);
            return (parseLossless(body.toString()) as { data: Record<string, unknown> }).data;
          });
        } catch (error) {
          // What is left open ends by itself.
          await engine.commit({ ...options, keys, preds, abort: true }).catch(() => undefined);
          throw error;
        }
        await engine.commit({ ...options, keys, preds });
        return answer;
      } catch (error) {
        if (attempt >= ATTEMPTS || !(error instanceof EngineFailure && error.isAborted)) throw error;
      }
    }
  }
}

interface Written extends UpsertAnswer {
  /** Where the transaction is open. */
  readonly txn?: Transaction;
}

interface Transaction {
  readonly start_ts: unknown;
  readonly keys?: readonly string[];
  readonly preds?: readonly string[];
  readonly hash?: string;
}

interface Asked {
  readonly api: GraphqlApi;
  readonly read: ReadRequest;
}

/** Undefined for what is wrong: the engine says so in its own words. */
function readOrLeave(api: GraphqlApi, request: GraphqlRequest): ReadRequest | undefined {
  try {
    return api.read(request);
  } catch (error) {
    if (error instanceof RequestFailure) return undefined;
    throw error;
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

interface Reply {
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly extensions?: { readonly txn?: Transaction };
  readonly data?: { readonly uids?: Record<string, string> | null; readonly queries?: Record<string, unknown> | null };
}
