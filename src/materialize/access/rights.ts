/**
 * Rights of clients on a cluster with access control, as answered by the engine.
 *
 * Dgraph v25.4 checks the statements of a mutation against the rights of the token before it evaluates conditions. A
 * mutation whose condition never holds is therefore an exact query for rights that changes nothing, not even the
 * schema. `schema(pred: …)` lists the predicates that the token may read. An alpha applies changes of rights within
 * milliseconds; hence the short life of answers here. The engine checks every write itself as well.
 */
import { createHash } from 'node:crypto';
import { EngineFailure, expiryOf, usesGatewayLogin } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { printMutation, type NQuad } from '../../dql';
import { isPredicateName, printPredicate } from '../store/dql-text';

/** Life of an answer, in milliseconds. */
const ANSWER_LIFETIME_MS = 1000;
/** Maximum tokens with answers; the oldest are dropped beyond that. */
const MAX_TOKENS = 1000;
/** Predicates per `schema(pred: …)` query. */
const MAX_PER_QUERY = 1000;

/** Arbitrary query: the engine checks the token first. */
const ANY_QUERY = '{ q(func: uid(0x1)) { uid } }';
const NO_NODE = '{ none as var(func: uid(0x0)) @filter(uid(0x1)) }';
const NEVER = '@if(gt(len(none), 0))';
const UNAUTHORIZED = /unauthorized to mutate following predicates:([^]*)$/;

/** Answers of the engine for one token. */
interface Answers {
  /** Expiry in milliseconds, by the clock of this process. */
  readonly until: number;
  readonly readable: Map<string, boolean>;
  readonly writable: Set<string>;
}

/** Part of an engine that answers about rights. */
type RightsEngine = Pick<Engine, 'identity' | 'mutate' | 'query'>;

const rightsOf = new WeakMap<RightsEngine, Rights>();

export class Rights {
  private readonly answers = new Map<string, Answers>();

  /** @param now milliseconds since 1970 */
  constructor(
    private readonly engine: RightsEngine,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the rights on an engine: one object per engine, so that answers are shared. */
  static on(engine: RightsEngine): Rights {
    let rights = rightsOf.get(engine);
    if (!rights) rightsOf.set(engine, (rights = new Rights(engine)));
    return rights;
  }

  /** Returns false without access control and for the gateway's own requests: everything is then allowed. */
  apply(credentials: Credentials | undefined): credentials is Credentials {
    return this.engine.identity !== undefined && !usesGatewayLogin(credentials);
  }

  /**
   * Lets the engine check the token. @throws EngineFailure with the engine's message; OwlgateError EngineUnreachable
   */
  async confirm(credentials: Credentials | undefined): Promise<void> {
    if (!this.apply(credentials) || this.answersFor(credentials)) return;
    await this.engine.query(ANY_QUERY, { readOnly: true, credentials });
    this.keep(credentials);
  }

  /** Lets the engine check the right to write all of the predicates. @throws as confirm */
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

  /** Returns those of the predicates that the client may write. @throws as confirm */
  async writable(credentials: Credentials | undefined, predicates: Iterable<string>): Promise<ReadonlySet<string>> {
    const names = [...new Set(predicates)];
    if (!this.apply(credentials) || names.length === 0) return new Set(names);
    try {
      await this.requireWritable(credentials, names);
      return new Set(names);
    } catch (error) {
      const refused = error instanceof EngineFailure ? UNAUTHORIZED.exec(error.message)?.[1] : undefined;
      if (refused === undefined) throw error;
      // A name that contains a refused name between spaces counts as refused too.
      const list = ` ${refused.trim()} `;
      return new Set(names.filter((name) => !list.includes(` ${name} `)));
    }
  }

  /** Returns those of the predicates that the client may read. @throws as confirm */
  async readable(credentials: Credentials | undefined, predicates: Iterable<string>): Promise<ReadonlySet<string>> {
    const names = [...new Set(predicates)];
    if (!this.apply(credentials)) return new Set(names);
    const storedAnswers = this.answersFor(credentials)?.readable;
    const unknown = names.filter((name) => storedAnswers?.has(name) !== true && isPredicateName(name));
    const freshAnswers = new Map<string, boolean>();
    for (let from = 0; from < unknown.length; from += MAX_PER_QUERY) {
      const part = unknown.slice(from, from + MAX_PER_QUERY);
      const listed = await this.listed(credentials, part);
      for (const name of part) freshAnswers.set(name, listed.has(name));
    }
    const { readable } = freshAnswers.size > 0 ? this.keep(credentials) : { readable: new Map<string, boolean>() };
    for (const [name, isReadable] of freshAnswers) readable.set(name, isReadable);
    return new Set(names.filter((name) => freshAnswers.get(name) ?? storedAnswers?.get(name) ?? false));
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

  /** Returns the stored answers for a token that the engine has just accepted; creates them if missing. */
  private keep(credentials: Credentials): Answers {
    const current = this.answersFor(credentials);
    if (current) return current;
    const now = this.now();
    const until = Math.min(now + ANSWER_LIFETIME_MS, expiryOf(credentials) ?? Infinity);
    const answers = { until, readable: new Map<string, boolean>(), writable: new Set<string>() };
    const key = keyOf(credentials);
    this.answers.delete(key);
    this.answers.set(key, answers);
    for (const [oldest, { until: end }] of this.answers) {
      if (this.answers.size <= MAX_TOKENS && end > now) break;
      this.answers.delete(oldest);
    }
    return answers;
  }
}

/** Returns a digest: credentials themselves are not stored. */
const keyOf = (credentials: Credentials): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(credentials).sort()))
    .digest('base64url');
