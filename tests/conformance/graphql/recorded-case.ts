/** Recorded cases of GraphQL, and the form in which answers are recorded. */
import { isLosslessNumber } from 'lossless-json';

export interface RecordedCase {
  readonly name: string;
  /** `{{name}}` stands for what an earlier case has saved. */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Name → path in the answer's data: ids that the engine gives out. */
  readonly save?: Readonly<Record<string, string>>;
  /** Dgraph's answer: `errors` and `data`. */
  readonly answer?: unknown;
  /** Deviation from an answer of Dgraph's that cannot be intended: the reason, and the expected answer. */
  readonly differs?: { readonly why: string; readonly answer: unknown };
  /** Of the embedded engine, whose DQL is refused in words of its own. */
  readonly embedded?: unknown;
}

/** The cases of a schema; they are asked in order, and one may stand on what those before it have written. */
export interface RecordedFeature {
  /** `schemas/NAME.graphql` */
  readonly schema: string;
  /** They begin with `data/SCHEMA.rdf`, else with nothing. */
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

/** Nodes that the data names itself have uids below this; others are given out by the engine, and differ. */
const FIRST_GIVEN = 0x3e9n;

/** Returns the content of an answer without its extensions; uids that the engine assigned become `new`. */
export const essence = ({ errors, data }: Response): unknown => ({
  ...(errors !== undefined && { errors: plain(errors) }),
  ...(data !== undefined && { data: plain(data) }),
});

/** Integers that no number holds become text. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') {
    // In front of some reasons Dgraph has an empty place.
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
