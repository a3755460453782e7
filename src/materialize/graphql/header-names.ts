/**
 * Names of the headers that an engine reads because of the GraphQL schema in force: the header with a token
 * (`Dgraph.Authorization`), and those that `@custom` forwards to services. The engine lists them in its answer to
 * OPTIONS, per namespace and without any right to read the schema.
 */
import type { Credentials, Engine } from '../../dgraph';
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';

/** Maximum age of an answer. Another gateway or the engine itself may have changed the schema. */
const AGE_MS = 1_000;
/** Maximum access tokens in the cache, and their characters together. */
const MAX_TOKENS = 1_000;
const MAX_CHARACTERS = 1_000_000;
const ALLOWED = 'access-control-allow-headers';
/** Headers that Dgraph lists under any schema. */
const ALWAYS: ReadonlySet<string> = new Set([
  'x-dgraph-accesstoken',
  'x-dgraph-authtoken',
  'content-type',
  'content-length',
  'accept-encoding',
  'cache-control',
  'x-csrf-token',
  'x-auth-token',
  'x-requested-with',
]);

interface CachedNames {
  readonly names: Promise<ReadonlySet<string>>;
  readonly at: number;
}

export class HeaderNames {
  private readonly cache = new LRUCache<string, CachedNames>({
    most: MAX_TOKENS,
    weight: { most: MAX_CHARACTERS, of: (token) => token.length },
  });

  constructor(
    private readonly engine: Pick<Engine, 'send'>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the names in lower case.
   *
   * @param credentials of the client: the schema is that of its namespace
   * @throws OwlgateError EngineUnreachable
   */
  async of(credentials: Credentials | undefined): Promise<ReadonlySet<string>> {
    // Tokens are not verified here. Each has its own entry, so that a forged token reveals nothing of another
    // namespace.
    const key = credentials?.['X-Dgraph-AccessToken'] ?? '';
    const at = this.now();
    const cached = this.cache.get(key);
    if (cached && at - cached.at < AGE_MS) return cached.names;
    const names = this.ask(credentials);
    const entry = { names, at };
    this.cache.set(detached(key), entry);
    // Failures are not cached.
    names.catch(() => this.cache.get(key) === entry && this.cache.delete(key));
    return names;
  }

  /** Drops the cache. The schema has been changed through this gateway. */
  forget(): void {
    this.cache.clear();
  }

  private async ask(credentials: Credentials | undefined): Promise<ReadonlySet<string>> {
    const headers = credentials ?? {};
    const { headers: answered } = await this.engine.send({ method: 'OPTIONS', path: '/graphql', headers });
    const listed = (answered[ALLOWED] ?? '').split(',').map((name) => name.trim().toLowerCase());
    // A header of Dgraph's own list that occurs twice is named by the schema as well.
    return new Set(listed.filter((name, i) => name !== '' && (!ALWAYS.has(name) || listed.indexOf(name) < i)));
  }
}
