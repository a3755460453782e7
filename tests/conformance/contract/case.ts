/** Cases of Dgraph's HTTP contract, with the function that runs one. */
import { get, post, type Answer, type Posted } from '../../support/engines/wire';

export interface ContractCase {
  readonly name: string;
  /** Request; `%ada%` stands for the uid of the node with that label in the data set. */
  readonly request: Posted | { readonly get: string };
  /** Body of the answer without `extensions`; uids of the data set as `%ada%`, others as `%new1%`, `%new2%`, …. */
  readonly answer: unknown;
  /** Status; default 200, which Dgraph also uses for refusals. */
  readonly status?: number;
  /** Query after the request, for its effect. */
  readonly then?: { readonly query: Posted; readonly data: unknown };
}

/** `data.uids` of the mutation that wrote the data set. */
export type Labels = Readonly<Record<string, string>>;

export async function run(
  url: string,
  { request, answer, status = 200, then }: ContractCase,
  labels: Labels,
): Promise<void> {
  const got = 'get' in request ? await get(url, request.get) : await post(url, filled(request, labels));
  expect({ status: got.status, body: normalized(got.body, labels) }).toEqual({ status, body: answer });
  if (!then) return;
  const { body } = await post(url, filled(then.query, labels));
  expect(normalized(body, labels)).toEqual({ data: then.data });
}

function filled({ path, type, body }: Posted, labels: Labels): Posted {
  const fill = (text: string): string =>
    text.replace(/%(\w+)%/g, (placeholder, label: string) => labels[label] ?? placeholder);
  return { path: fill(path), type, body: fill(body) };
}

/** Removes the differences between runs: latencies, timestamps, and assigned uids. */
export function normalized(answer: Answer, labels: Labels): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const names = new Map(Object.entries(labels).map(([label, uid]) => [uid, `%${label}%`]));
  let newCount = 0;
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)) {
      if (!names.has(value)) names.set(value, `%new${++newCount}%`);
      return names.get(value);
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  if (Array.isArray(answer)) return walk(answer);
  const { extensions: _, ...rest } = answer as Record<string, unknown>;
  return walk(rest);
}

/** Returns the answer to a query. */
export const data = (blocks: Readonly<Record<string, unknown>>): unknown => ({ data: blocks });

/** Returns the answer to a refused query, with its message in full or in part. */
export const refused = (message: string | RegExp, code = 'ErrorInvalidRequest'): unknown => ({
  data: null,
  errors: failures(message, code),
});

/** Returns the answer to a refused mutation or schema change. */
export const declined = (message: string | RegExp, code = 'ErrorInvalidRequest'): unknown => ({
  errors: failures(message, code),
});

/** Errors; Dgraph's prefix (`: …`) of a message is not compared. */
const failures = (message: string | RegExp, code: string): unknown => [
  { message: expect.stringMatching(message), extensions: { code } },
];

/** Returns the answer to an accepted mutation, with the labels of the new nodes. */
export const accepted = (uids: Readonly<Record<string, unknown>> = {}): unknown => ({
  data: { code: 'Success', message: 'Done', queries: null, uids },
});

export const DONE = { data: { code: 'Success', message: 'Done' } };
