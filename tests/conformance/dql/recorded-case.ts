/** Recorded cases: their requests, and the form in which answers are recorded. */
import { alter, alterJson, json, query, queryJson, rdf, type Answer, type Posted } from '../../support/engines/wire';

/** Recorded case; one of `query`, `alter`, `rdf` and `json` is the request. */
export interface RecordedCase {
  readonly name: string;
  readonly query?: string;
  /** GraphQL variables of the query. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Parameters of the query, as in a URL. */
  readonly params?: string;
  /** Schema, or operation as an object. */
  readonly alter?: string | object;
  /** Mutation in RDF, committed at once. */
  readonly rdf?: string;
  /** Mutation in JSON, committed at once. */
  readonly json?: object;
  /** Dgraph's answer: `{ data }`, or `{ error, code }` with the reason that it gave. */
  readonly answer?: unknown;
}

/** Cases of a feature, in order: one may depend on the writes of earlier ones. */
export interface RecordedFeature {
  /** Initial data; absent for none. */
  readonly data?: 'people';
  readonly cases: readonly RecordedCase[];
}

export function requestOf({ query: text, vars, params, alter: schema, rdf: lines, json: body }: RecordedCase): Posted {
  if (typeof schema === 'string') return alter(schema);
  if (schema !== undefined) return alterJson(schema);
  if (lines !== undefined) return rdf(lines);
  if (body !== undefined) return json(body);
  const parameters = params === undefined ? undefined : Object.fromEntries(new URLSearchParams(params));
  return vars ? queryJson({ query: text, variables: vars }, parameters) : query(text!, parameters);
}

/** Uids below this are named by the cases; the engine assigns the others, which differ between runs. */
const FIRST_GIVEN = 0x3e9n;

/**
 * Returns the content of an answer without latencies and timestamps. Uids that the engine assigned become `new`,
 * generated labels lose their numbers, and refusals are reduced to reason and code.
 */
export function essence(answer: Answer): unknown {
  const { data, errors } = answer as { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };
  if (!errors) return { data: withoutGiven(data) };
  return { error: errors.map(({ message }) => reasonOf(message)).join('; '), code: errors[0]!.extensions.code };
}

/**
 * Returns the reason alone. Dgraph prefixes the names of its functions, the text that it read and the position; the
 * embedded engine prefixes a position in the whole request. The two also print statements in different notations.
 */
function reasonOf(message: string): string {
  return message
    .replace(/^: /, '')
    .replace(/^(while (converting to subgraph|filling args|copying filter|populating UIDs|running ToJson): )+/, '')
    .replace(/^while lexing [^]* at line (?=\d+ column \d+: )/, 'line ')
    .replace(/^line \d+ column \d+: /, '')
    .replace(/lex\.Item \[\d+\] (".*") at \d+:\d+/, '$1')
    .replace(/\bat line \d+ column \d+/g, 'at a line')
    .replace(/\b(entity|value_id):\d+/g, '$1:#')
    .replace(/(Cannot use star in set n-quad|'S \* \*' and 'S P \*'): .*/, '$1')
    .replace(/^key error: .*(?=predicate ".*": )/, 'key error: ')
    .replace(/ {2,}/g, ' ');
}

/**
 * Returns true if an answer agrees with the recorded one. For some mistakes the embedded engine adds to the reason that
 * Dgraph gives.
 */
export function agrees(answer: unknown, recorded: unknown): boolean {
  const [actual, expected] = [answer, recorded] as { error?: string; code?: string }[];
  if (expected?.error === undefined || actual?.error === undefined) return false;
  return (
    actual.code === expected.code &&
    /^(: |; |, )/.test(actual.error.slice(expected.error.length)) &&
    actual.error.startsWith(expected.error)
  );
}

function withoutGiven(value: unknown): unknown {
  if (typeof value === 'string') return /^0x[0-9a-f]+$/.test(value) && BigInt(value) >= FIRST_GIVEN ? 'new' : value;
  if (Array.isArray(value)) return value.map(withoutGiven);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]): [string, unknown] => [key.replace(/^dg\.\d+\.\d+$/, 'dg'), withoutGiven(inner)])
      .sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );
}
