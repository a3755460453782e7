/** Client of Dgraph's HTTP API for tests: sends requests as given and returns parsed answers. */

/** Parsed JSON, or the text of other answers. Tests assert on answers and do not compute with them. */
export type Answer = any;

export interface Posted {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const RDF = 'application/rdf';
const JSON_TYPE = 'application/json';
const DQL = 'application/dql';

/** Prints parameters as `?a=1&b`. */
function suffix(parameters: Readonly<Record<string, string | number | boolean>> = {}): string {
  const text = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

type Parameters = Readonly<Record<string, string | number | boolean>>;

export const query = (body: string, parameters?: Parameters): Posted => ({
  path: `/query${suffix(parameters)}`,
  type: DQL,
  body,
});
export const queryJson = (body: object, parameters?: Parameters): Posted => ({
  path: `/query${suffix(parameters)}`,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});
export const alter = (schema: string): Posted => ({ path: '/alter', type: 'text/plain', body: schema });
export const alterJson = (operation: object): Posted => ({
  path: '/alter',
  type: JSON_TYPE,
  body: JSON.stringify(operation),
});
/** Returns an RDF mutation, committed at once by default. */
export const rdf = (body: string, parameters: Parameters = { commitNow: true }): Posted => ({
  path: `/mutate${suffix(parameters)}`,
  type: RDF,
  body,
});
export const json = (body: object, parameters: Parameters = { commitNow: true }): Posted => ({
  path: `/mutate${suffix(parameters)}`,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});
/** Returns a mutation with the statements of an RDF graph, which the gateway accepts. */
export const graph = (type: 'text/turtle' | 'application/n-triples', body: string): Posted => ({
  path: '/mutate?commitNow=true',
  type,
  body,
});
export const commit = (parameters: Parameters, keys: unknown = {}): Posted => ({
  path: `/commit${suffix(parameters)}`,
  type: JSON_TYPE,
  body: JSON.stringify(keys),
});

/** Sends a request and returns the answer, errors included. */
export async function post(url: string, { path, type, body }: Posted): Promise<{ status: number; body: Answer }> {
  const response = await fetch(url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
  return { status: response.status, body: parsed(await response.text()) };
}

export async function get(url: string, path: string): Promise<{ status: number; body: Answer }> {
  const response = await fetch(url + path);
  return { status: response.status, body: parsed(await response.text()) };
}

function parsed(text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws Error if the answer has errors */
export async function ask(url: string, request: Posted): Promise<Answer> {
  const { body } = await post(url, request);
  if (typeof body !== 'object' || body === null || body.errors) {
    throw new Error(`${request.path}: ${JSON.stringify(body)}`);
  }
  return body;
}

/** Returns the message of the first error; undefined if there is none. */
export async function refusal(url: string, request: Posted): Promise<string | undefined> {
  return (await post(url, request)).body.errors?.[0]?.message;
}

const RETRIES = 100;
/** Transient refusals: transactions are pending, or indexes are being built. */
const PASSING = /retry|already running|is being modified|aborted/i;

/** Sends an /alter, and repeats it while the engine refuses transiently. */
export async function alterPatiently(url: string, request: Posted): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const message = await refusal(url, request);
    if (message === undefined) return;
    if (attempt === RETRIES || !PASSING.test(message)) throw new Error(`/alter: ${message}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const dropAll = (url: string): Promise<void> => alterPatiently(url, alterJson({ drop_all: true }));

/** Returns the predicates that are not Dgraph's own. */
export async function userPredicates(url: string): Promise<string[]> {
  const { data } = await ask(url, query('schema {}'));
  return (data.schema as { predicate: string }[])
    .map(({ predicate }) => predicate)
    .filter((name) => !name.startsWith('dgraph.'));
}
