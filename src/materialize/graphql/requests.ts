/** GraphQL requests that the gateway answers: mutations, as the writes that they come to, and questions that depend on classes. */
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import type { GraphqlBackend } from '../../graphql/backend';
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
import { poll, POLL_INTERVAL_MS, type PolledAnswer } from '../../graphql/subscription/poll';
import type { Subscriber } from '../../graphql/subscription/session';
import { readSdl } from '../../graphql/sdl/read';
import { graphqlClasses, isGeneratedSdl } from '../../schema';
import { printLossless } from '../../util/json';
import type { Idempotent, Materializer } from '../types';
import { GraphqlViews, predicatesOf, readBy } from '../access/graphql-view';
import { Rights } from '../access/rights';
import { headerOf } from '../../graphql/auth/token';
import { Running } from '../idempotency';
import { digest } from '../../util/digest';
import { isForeign } from '../write/access';
import type { ShownDeleted } from '../write/deleted-nodes';
import type { GraphqlAnswer } from '.';
import { lookOver } from './long-subscription';
import { mayIntrospect, NEWER } from './introspection';
import { callerOf } from './caller';
import { Deletions } from './deletions';
import { reasonedBackend, type Once } from './reasoned-backend';

/** A schema may have been changed through another gateway, or beneath all of them. */
const SCHEMA_AGE_MS = 1_000;

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
  private readonly rights: Rights;
  private readonly views: GraphqlViews;
  private readonly running = new Running();

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
    private readonly limits: GraphqlLimits,
    private readonly lambdaUrl?: string,
  ) {
    this.screen = new Screen(limits);
    this.rights = Rights.on(engine);
    this.views = new GraphqlViews(limits);
  }

  /**
   * Answers a request that has a mutation in it, that is over a limit, or that cannot be read: another reader might find a
   * mutation there.
   *
   * @returns undefined for what the engine may see
   * @throws EngineFailure for a token that a cluster with access control does not accept
   */
  async answer(
    http: HttpRequest,
    credentials: Credentials | undefined,
    idempotent: Idempotent | undefined,
  ): Promise<GraphqlAnswer | undefined> {
    await this.rights.confirm(credentials);
    try {
      const request = readHttpRequest(http);
      const query = await this.documentOf(request, credentials);
      if (query === undefined || query === '') return undefined;
      const { hasMutation } = this.screen.check(query);
      const asked = { ...request, query };
      if (hasMutation && idempotent) return await this.writeOnce(asked, credentials, idempotent);
      if (!this.isOwn(credentials)) return undefined;
      const response = hasMutation ? await this.write(asked, credentials) : await this.read(asked, credentials);
      return response && answerOf(response);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return { body: JSON.stringify({ errors: error.errors }), executed: false };
    }
  }

  /**
   * Begins a subscription that depends on classes, or is too long to be begun at the engine.
   *
   * @param isTooLong for the engine's WebSocket
   * @returns what ends it; undefined for what the engine may be asked for
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
    if (hasMutation) throw RequestFailure.of('a document that is subscribed with has no mutation in it');
    if (this.isOwn(credentials)) await this.viewFor(request, credentials);
    const byClass = this.isOwn(credentials) ? await this.byClass(request, credentials) : undefined;
    if (byClass?.read.kind !== 'subscription')
      return isTooLong ? this.subscribeLong(request, credentials, subscriber) : undefined;
    const { api, read } = byClass;
    const look = async (): Promise<PolledAnswer | 'ended'> => {
      if ((await this.api(credentials)) !== api) return 'ended';
      const response = await api.run(read, this.backend(credentials));
      return { response: printLossless(response), data: printLossless(response.data), errors: response.errors };
    };
    return poll({ runQuery: look, intervalMs: POLL_INTERVAL_MS }, subscriber);
  }

  /** For the engine, which can only be asked in another way. */
  private async subscribeLong(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    subscriber: Subscriber,
  ): Promise<() => void> {
    // The schema of another namespace is not known here, and with it what may be subscribed to.
    if (isForeign(this.engine, credentials)) throw RequestFailure.of('the subscription is too long for the engine');
    const api = await this.api(credentials);
    if (!api) throw noSchema(request);
    const read = api.read(request);
    if (read.kind !== 'subscription') throw RequestFailure.of('given GraphQL operation is not a subscription');
    const ask = lookOver(this.engine, request, read);
    const look = async () => ((await this.api(credentials)) === api ? ask() : 'ended');
    return poll({ runQuery: look, intervalMs: POLL_INTERVAL_MS }, subscriber);
  }

  /** @throws RequestFailure in the engine's words */
  private async confirmSubscriber(credentials: Credentials | undefined): Promise<void> {
    try {
      await this.rights.confirm(credentials);
    } catch (error) {
      throw error instanceof EngineFailure ? RequestFailure.of(error.message) : error;
    }
  }

  /** Whether an ontology is in force where a client works: in another namespace of the cluster there is none. */
  private isOwn(credentials: Credentials | undefined): boolean {
    return this.materializer.inForce !== undefined && !isForeign(this.engine, credentials);
  }

  /** What a request stands for: its own document, or the one that was persisted under its hash, if there is one. */
  private async documentOf(request: GraphqlRequest, credentials: Credentials | undefined): Promise<string | undefined> {
    const hash = persistedHash(request);
    if (hash === undefined || request.query !== '') return request.query;
    const variables = { $key: hash };
    const options = { variables, readOnly: true, ...(credentials && { credentials }) };
    return persistedText((await this.engine.query(PERSISTED_QUERY, options)).data);
  }

  /**
   * Carries out each mutation of a request once, however often it is sent.
   *
   * @throws OwlgateError IdempotencyKeyReused, IdempotencyInProgress, AccessDenied
   */
  private async writeOnce(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    given: Idempotent,
  ): Promise<GraphqlAnswer> {
    const api = await this.api(credentials);
    const header = api?.model.authorization?.header;
    const caller = header === undefined ? '' : callerOf(headerOf(request.headers ?? {}, header) ?? '');
    const key = (place: number): string => digest([given.key, caller, String(place)]);
    const at = (place: number): Idempotent => ({ key: key(place), request: given.request });
    return this.running.alone(at(-1), async () => {
      // One that was sent with something else is told before anything is carried out.
      await this.materializer.recall(at(0), credentials);
      const counted = { recalled: 0, written: 0 };
      const response = await this.write(request, credentials, {
        at,
        onRecall: (isKept) => counted[isKept ? 'recalled' : 'written']++,
      });
      const isReplay = counted.recalled > 0 && counted.written === 0;
      return { ...answerOf(isReplay ? marked(response) : response), isReplay };
    });
  }

  private async write(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    once?: Once,
  ): Promise<GraphqlResponse> {
    // It is not persisted: one that is sent with its hash is carried out, if it is the hash's.
    const hash = persistedHash(request);
    if (hash !== undefined) checkHash(request.query, hash);
    const api = await this.api(credentials);
    if (!api) throw noSchema(request);
    await this.viewFor(request, credentials);
    const deletions = new Deletions(api.model.authorization !== undefined);
    const onDeleted = (deleted: ShownDeleted): void => deletions.add(deleted);
    const backend = reasonedBackend(this.engine, this.materializer, credentials, { once, onDeleted });
    return deletions.addTo(await api.execute(request, backend));
  }

  /**
   * The schema as a client may see it that may not read all of it. A refusal that suggests names does so from that.
   *
   * @returns undefined for whoever may read everything
   * @throws RequestFailure
   */
  private async viewFor(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<GraphqlApi | undefined> {
    if (!this.rights.apply(credentials)) return undefined;
    const api = await this.api(credentials);
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

  /** Undefined where every node is asked for what the type that it is read as has: the engine answers that. */
  private async read(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<GraphqlResponse | undefined> {
    const view = await this.viewFor(request, credentials);
    const asked =
      (await this.introspectionOf(view, request, credentials)) ??
      (await this.newerIntrospection(request, credentials)) ??
      (await this.byClass(request, credentials));
    if (asked?.read.kind !== 'query') return undefined;
    return asked.api.run(asked.read, this.backend(credentials));
  }

  /** A question about the schema, among others, of a client that may not see all of it; undefined for any other. */
  private async introspectionOf(
    view: GraphqlApi | undefined,
    request: GraphqlRequest,
    credentials: Credentials | undefined,
  ): Promise<Asked | undefined> {
    if (!view || !INTROSPECTS.test(request.query)) return undefined;
    const read = readBy(view, request);
    if (!read.selections.some(({ name }) => name === '__schema' || name === '__type')) return undefined;
    return (await mayIntrospect(this.engine, credentials)) ? { api: view, read } : undefined;
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

  /**
   * A question that depends on classes.
   *
   * @throws RequestFailure where something else is wrong with it: the engine would refuse its fragments, which are right
   */
  private async byClass(request: GraphqlRequest, credentials: Credentials | undefined): Promise<Asked | undefined> {
    if (!BY_CLASS.test(request.query)) return undefined;
    const api = await this.api(credentials);
    if (!api?.model.classes) return undefined;
    const read = readOrLeave(api, request, () => api.hasFragmentByClass(request.query));
    if (!read) return undefined;
    const root = read.kind === 'subscription' ? 'Subscription' : 'Query';
    return dependsOnClasses(read.selections, root, api.model) ? { api, read } : undefined;
  }

  private async api(credentials: Credentials | undefined): Promise<GraphqlApi | undefined> {
    const { inForce, extensionVersion } = this.materializer;
    // Where everything was dropped, versions are counted anew.
    const version = `${inForce?.version}/${inForce?.loadedAt}/${extensionVersion}`;
    const at = Date.now();
    const known = () => (this.made?.version === version ? this.made : undefined);
    const made = known();
    if (made && at - made.at < SCHEMA_AGE_MS) return made.api;
    // With access control only guardians may read it; what it is used for is done in the client's name.
    const sdl = await this.engine.graphqlSchema(this.engine.identity ? undefined : credentials);
    if (sdl === undefined) return (this.made = undefined);
    // Of requests that come at once, the first makes it: subscriptions end when there is another one.
    const latest = known();
    const api = latest?.sdl === sdl ? latest.api : this.apiOf(sdl);
    this.made = { sdl, api, version, at };
    return api;
  }

  private apiOf(sdl: string): GraphqlApi {
    const model = readSdl(sdl);
    const { loaded, compiled } = this.materializer.inForce ?? {};
    if (!loaded || !compiled || !isGeneratedSdl(sdl)) return new GraphqlApi(model, this.limits, this.lambdaUrl);
    const classes = graphqlClasses(model, loaded);
    const edges = compiled.predicates.filter(({ reverse }) => reverse);
    const entailing = new Set(edges.map(({ name }) => name));
    return new GraphqlApi({ ...model, classes, entailing }, this.limits, this.lambdaUrl);
  }

  private backend(credentials: Credentials | undefined): GraphqlBackend {
    return reasonedBackend(this.engine, this.materializer, credentials);
  }
}

const answerOf = (response: GraphqlResponse): GraphqlAnswer => ({
  body: printLossless(response),
  executed: 'data' in response,
});

const marked = (response: GraphqlResponse): GraphqlResponse => ({
  ...response,
  extensions: { ...response.extensions, idempotentReplay: true },
});

interface Asked {
  readonly api: GraphqlApi;
  readonly read: ReadRequest;
}

/**
 * Undefined for what is wrong: the engine says so in its own words.
 *
 * @param isOurs whether the engine has no words for it
 * @throws RequestFailure where that is so
 */
function readOrLeave(api: GraphqlApi, request: GraphqlRequest, isOurs = () => false): ReadRequest | undefined {
  try {
    return api.read(request);
  } catch (error) {
    if (error instanceof RequestFailure && !isOurs()) return undefined;
    throw error;
  }
}

/** Signs of a question about the schema. */
const INTROSPECTS = /__(?:schema|type)\b/;
/** Federation's question for the whole schema. */
const TELLS_SDL = /\b_service\b/;
/** Sign of a refusal that suggests names. */
const SUGGESTS = /Did you mean/;

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
