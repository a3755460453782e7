/** Recorded cases of GraphQL, and the form in which answers are recorded. */
import { isLosslessNumber } from 'lossless-json';

export interface RecordedCase {
  readonly name: string;
  /** `{{name}}` stands for a value that an earlier case saved. */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Name → path in the answer's data, for ids that the engine assigns. */
  readonly save?: Readonly<Record<string, string>>;
  /** Dgraph's answer: `errors` and `data`. */
  readonly answer?: unknown;
  /** Deviation from an answer of Dgraph's that cannot be intended: the reason, and the expected answer. */
  readonly differs?: { readonly why: string; readonly answer: unknown };
  /** Answer of the embedded engine, if its DQL errors have other wording. */
  readonly embedded?: unknown;
}

/** Cases of a schema, in order: one may depend on the writes of earlier ones. */
export interface RecordedFeature {
  /** `schemas/NAME.graphql` */
  readonly schema: string;
  /** True if the cases begin with `data/SCHEMA.rdf`; otherwise the store is empty. */
  readonly data: boolean;
  readonly cases: readonly RecordedCase[];
}

export type Saved = Record<string, string>;

export function requestOf({ query, variables, operationName }: RecordedCase, saved: Saved) {
  return {
    query: query.replace(/\{\{(\w+)\}\}/g, (_, name: string) => saved[name]!),
    ...(variables && { variables }),
    ...(operationName !== undefined && { operationName }),
  };
}

interface Response {
  readonly errors?: unknown;
  readonly data?: unknown;
}

export function saveFrom({ save = {} }: RecordedCase, { data }: Response, saved: Saved): void {
  for (const [name, path] of Object.entries(save)) {
    saved[name] = path
      .split('.')
      .reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], data) as string;
  }
}

/** Uids below this are named by the data; the engine assigns the others, which differ between runs. */
const FIRST_GIVEN = 0x3e9n;

/** Returns the content of an answer without its extensions; uids that the engine assigned become `new`. */
export const essence = ({ errors, data }: Response): unknown => ({
  ...(errors !== undefined && { errors: plain(errors) }),
  ...(data !== undefined && { data: plain(data) }),
});

/** Converts integers beyond a number's precision to text. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') {
    // Dgraph prefixes some reasons with an empty position.
    const text = value.replace(/(?<=^Dgraph query failed because Dgraph execution failed because ): /, '');
    return text.replace(/0x[0-9a-f]+/g, (uid) => (BigInt(uid) >= FIRST_GIVEN ? 'new' : uid));
  }
  if (isLosslessNumber(value)) {
    const number = Number(value.value);
    return /^-?\d+$/.test(value.value) && !Number.isSafeInteger(number) ? value.value : number;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
