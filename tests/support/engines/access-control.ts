/** Cluster with access control for tests: users, each in a group with rules, and tokens. */
import { SignJWT } from 'jose';
import { until } from '../until';
import type { RunningDgraph } from './dgraph';
import type { Answer, Posted } from './wire';

/** Bits of a permission. */
export const READ = 4;
export const WRITE = 2;
export const ALTER = 1;

/** Predicate → permission. */
export type Rules = Readonly<Record<string, number>>;

export const LOGIN = { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'password' };
const PASSWORD = 'a long password';
/** Lifetimes of tokens: long enough for one test file. */
export const LIVES = { accessSeconds: 900, refreshSeconds: 1800 };

/** Everything that a client sees of an answer. */
export interface Reply {
  readonly status: number;
  readonly body: Answer;
  /** Body and headers as received. */
  readonly text: string;
  readonly headers: Headers;
}

export class Cluster {
  private readonly tokens = new Map<string, string>();

  constructor(private readonly dgraph: RunningDgraph) {}

  /** Returns the token of a user, requested once. */
  async token(user: string, namespace = 0): Promise<string> {
    const key = `${user} ${namespace}`;
    const cachedToken = this.tokens.get(key);
    if (cachedToken !== undefined) return cachedToken;
    const password = user === 'groot' ? LOGIN.DGRAPH_PASSWORD : PASSWORD;
    let token: string | undefined;
    // A cluster creates its first user some seconds after it is healthy.
    await until(async () => {
      const body = JSON.stringify({ userid: user, password, namespace });
      const headers = { 'Content-Type': 'application/json' };
      const answer = (await (
        await fetch(`${this.dgraph.url}/login`, { method: 'POST', headers, body })
      ).json()) as Answer;
      token = answer.data?.accessJWT as string | undefined;
      return token !== undefined;
    });
    this.tokens.set(key, token!);
    return token!;
  }

  /**
   * Creates a token with the cluster's signature and other claims. @param endsIn lifetime in seconds; negative for an
   * expired token
   */
  async signed(claims: Readonly<Record<string, unknown>>, endsIn: number): Promise<string> {
    const exp = Math.floor(Date.now() / 1000) + endsIn;
    const key = new TextEncoder().encode(this.dgraph.aclSecret);
    return new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);
  }

  /** Creates a user in a group of its own, `<name>s`. */
  async addUser(name: string, rules: Rules): Promise<void> {
    await this.admin(`mutation { addGroup(input: [{ name: "${name}s" }]) { group { name } } }`);
    const user = `{ name: "${name}", password: "${PASSWORD}", groups: [{ name: "${name}s" }] }`;
    await this.admin(`mutation { addUser(input: [${user}]) { user { name } } }`);
    await this.setRules(name, rules);
  }

  async setRules(name: string, rules: Rules): Promise<void> {
    const list = Object.entries(rules).map(
      ([predicate, permission]) => `{ predicate: ${JSON.stringify(predicate)}, permission: ${permission} }`,
    );
    if (list.length === 0) return;
    const input = `{ filter: { name: { eq: "${name}s" } }, set: { rules: [${list.join(', ')}] } }`;
    await this.admin(`mutation { updateGroup(input: ${input}) { group { name } } }`);
  }

  /** Waits until the alpha knows that a user may read predicates. */
  async knows(user: string, names: readonly string[]): Promise<void> {
    const predicates = [...new Set(names)];
    // A request without names would be for all predicates.
    if (predicates.length === 0) return;
    const token = await this.token(user);
    const question = `schema(pred: [${predicates.map((name) => `<${name}>`).join(', ')}]) { type }`;
    await until(async () => {
      const { body } = await send(this.dgraph.url, { path: '/query', type: 'application/dql', body: question }, token);
      return (body.data?.schema ?? []).length === predicates.length;
    });
  }

  async admin(text: string): Promise<Answer> {
    const posted = { path: '/admin', type: 'application/graphql', body: text };
    const { body } = await send(this.dgraph.url, posted, await this.token('groot'));
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data;
  }
}

/** Sends a request with an access token, or without one. */
export async function send(url: string, { path, type, body }: Posted, token?: string): Promise<Reply> {
  const headers = { 'Content-Type': type, ...(token !== undefined && { 'X-Dgraph-AccessToken': token }) };
  return readReply(await fetch(url + path, { method: 'POST', headers, body }));
}

export async function ask(
  url: string,
  path: string,
  token?: string,
  init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  const headers = { ...init.headers, ...(token !== undefined && { 'X-Dgraph-AccessToken': token }) };
  return readReply(await fetch(url + path, { ...init, headers }));
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  let body: Answer = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is text, not JSON.
  }
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: response.status, body, text: `${head}\n${text}`, headers: response.headers };
}
