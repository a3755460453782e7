/**
 * Rights of clients on a cluster with access control, as the engine itself answers for them.
 *
 * Dgraph v25.4 holds the statements of a mutation against the rights of the token before it looks at conditions. A mutation
 * whose condition never holds is therefore an exact question that changes nothing, the schema included.
 * `schema(pred: …)` lists those of the predicates that the token may read. An alpha follows changes of rights within
 * milliseconds, hence the short life of what is kept here. The engine checks every write itself as well.
 */
import { createHash } from 'node:crypto';
import { EngineFailure, expiryOf, usesGatewayLogin } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { printMutation } from '../../dql';
import type { NQuad } from '../../dql/mutation/ast';
import { isPredicateName, printPredicate } from '../store/reads';

/** Life of an answer, in milliseconds. */
const KEPT_MS = 1000;
/** Most tokens with answers; beyond that the oldest are forgotten. */
const MOST_TOKENS = 1000;
/** Predicates of one `schema(pred: …)` question. */
const MOST_ASKED = 1000;

/** Any query will do: the engine looks at the token first. */
const ANY_QUERY = '{ q(func: uid(0x1)) { uid } }';
const NO_NODE = '{ none as var(func: uid(0x0)) @filter(uid(0x1)) }';
const NEVER = '@if(gt(len(none), 0))';
const UNAUTHORIZED = /unauthorized to mutate following predicates:([^]*)$/;

/** Answers of the engine for one token. */
interface Answers {
  /** By this process's clock. */
  readonly until: number;
  readonly readable: Map<string, boolean>;
  readonly writable: Set<string>;
}

/** Part of an engine that is asked for rights. */
type Asked = Pick<Engine, 'identity' | 'mutate' | 'query'>;

const rightsOf = new WeakMap<Asked, Rights>();

export class Rights {
  private readonly answers = new Map<string, Answers>();

  /** @param now milliseconds since 1970 */
  constructor(
    private readonly engine: Asked,
    private readonly now: () => number = Date.now,
  ) {}

  /** The rights on an engine: one object for all that ask, so that answers are shared. */
  static on(engine: Asked): Rights {
    let rights = rightsOf.get(engine);
    if (!rights) rightsOf.set(engine, (rights = new Rights(engine)));
    return rights;
  }

  /** False without access control, and for the gateway's own requests: then everything is allowed. */
  apply(credentials: Credentials | undefined): credentials is Credentials {
    return this.engine.identity !== undefined && !usesGatewayLogin(credentials);
  }

  /** Has the engine check the token. @throws EngineFailure in the engine's words; OwlgateError EngineUnreachable */
  async confirm(credentials: Credentials | undefined): Promise<void> {
    if (!this.apply(credentials) || this.answersFor(credentials)) return;
    await this.engine.query(ANY_QUERY, { readOnly: true, credentials });
    this.keep(credentials);
  }

  /** Has the engine check the right to write every one of the predicates. @throws as confirm */
  async requireWritable(credentials: Credentials | undefined, predicates: Iterable<string>): Promise<void> {
    if (!this.apply(credentials)) return;
    const names = [...new Set(predicates)];
    if (names.length === 0) return this.confirm(credentials);
    const answers = this.answersFor(credentials);
    if (answers && names.every((name) => answers.writable.has(name))) return;
    await this.probe(credentials, names);
    const { writable } = this.keep(credentials);
    for (const name of names) writable.add(name);
  }

  /** Those of the predicates that the client may write. @throws as confirm */
  async writable(credentials: Credentials | undefined, predicates: Iterable<string>): Promise<ReadonlySet<string>> {
    const names = [...new Set(predicates)];
    if (!this.apply(credentials) || names.length === 0) return new Set(names);
    try {
      await this.requireWritable(credentials, names);
      return new Set(names);
    } catch (error) {
      const refused = error instanceof EngineFailure ? UNAUTHORIZED.exec(error.message)?.[1] : undefined;
      if (refused === undefined) throw error;
      // Names that contain a refused one between spaces count as refused too.
      const list = ` ${refused.trim()} `;
      return new Set(names.filter((name) => !list.includes(` ${name} `)));
    }
  }

  /** Those of the predicates that the client may read. @throws as confirm */
  async readable(credentials: Credentials | undefined, predicates: Iterable<string>): Promise<ReadonlySet<string>> {
    const names = [...new Set(predicates)];
    if (!this.apply(credentials)) return new Set(names);
    const answered = this.answersFor(credentials)?.readable;
    const unknown = names.filter((name) => answered?.has(name) !== true && isPredicateName(name));
    const asked = new Map<string, boolean>();
    for (let from = 0; from < unknown.length; from += MOST_ASKED) {
      const part = unknown.slice(from, from + MOST_ASKED);
      const listed = await this.listed(credentials, part);
      for (const name of part) asked.set(name, listed.has(name));
    }
    const { readable } = asked.size > 0 ? this.keep(credentials) : { readable: new Map<string, boolean>() };
    for (const [name, isReadable] of asked) readable.set(name, isReadable);
    return new Set(names.filter((name) => asked.get(name) ?? answered?.get(name) ?? false));
  }

  private async listed(credentials: Credentials, names: readonly string[]): Promise<ReadonlySet<string>> {
    const question = `schema(pred: [${names.map((name) => printPredicate(name)).join(', ')}]) { type }`;
    const { data } = await this.engine.query<{ readonly schema?: readonly { readonly predicate: string }[] }>(
      question,
      {
        readOnly: true,
        credentials,
      },
    );
    return new Set((data.schema ?? []).map(({ predicate }) => predicate));
  }

  private async probe(credentials: Credentials, names: readonly string[]): Promise<void> {
    const subject = { kind: 'uidVar', variable: 'none' } as const;
    const statements = names.map((predicate): NQuad => ({ subject, predicate, object: { kind: 'star' } }));
    const body = printMutation({ query: NO_NODE, mutations: [{ cond: NEVER, set: [], delete: statements }] });
    await this.engine.mutate(body, { contentType: 'application/rdf', commitNow: false, credentials });
  }

  private answersFor(credentials: Credentials): Answers | undefined {
    const answers = this.answers.get(keyOf(credentials));
    return answers && answers.until > this.now() ? answers : undefined;
  }

  /** The answers for a token that the engine has just accepted. */
  private keep(credentials: Credentials): Answers {
    const current = this.answersFor(credentials);
    if (current) return current;
    const now = this.now();
    const until = Math.min(now + KEPT_MS, expiryOf(credentials) ?? Infinity);
    const answers = { until, readable: new Map<string, boolean>(), writable: new Set<string>() };
    const key = keyOf(credentials);
    this.answers.delete(key);
    this.answers.set(key, answers);
    for (const [oldest, { until: end }] of this.answers) {
      if (this.answers.size <= MOST_TOKENS && end > now) break;
      this.answers.delete(oldest);
    }
    return answers;
  }
}

/** A digest: credentials are not kept. */
const keyOf = (credentials: Credentials): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(credentials).sort()))
    .digest('base64url');
