/** Rewriting of a query's body for the engine. JSON is read as Go reads it. */
import { foldMembers, isMembers } from '../../graphql/request';
import { parseStrictly } from '../../util/json';
import { engineQuery } from '../store/queries';

/** The body to send, or the reason of a refusal. If both are absent, the body is sent unchanged. */
export interface QueryBody {
  readonly body?: string;
  readonly refusal?: string;
}

export interface QueryBodyInput {
  readonly text: string;
  /** True for `{"query", "variables"}`, false for DQL. */
  readonly isJson: boolean;
  /** Predicates of edges without a count index. */
  readonly uncounted: readonly string[];
}

/** Reads a body. JSON of any other form is sent unchanged: the engine reports the error. */
export function readQueryBody({ text, isJson, uncounted }: QueryBodyInput): QueryBody {
  if (!isJson) return { body: engineQuery(text, uncounted) };
  let body: unknown;
  try {
    body = parseStrictly(text);
  } catch (error) {
    return isJsonText(text) ? { refusal: `Error parsing JSON: ${(error as Error).message}` } : {};
  }
  if (!isMembers(body)) return {};
  const { query, variables = {} } = foldMembers(body);
  if (!isText(query) || !isMembers(variables)) return {};
  const values = Object.entries(variables).map(([name, value]) => [name, value === null ? '' : value] as const);
  if (!values.every(([, value]) => isText(value))) return {};
  return {
    body: JSON.stringify({
      ...(query !== undefined && { query: engineQuery(query, uncounted) }),
      ...(values.length > 0 && { variables: Object.fromEntries(values) }),
    }),
  };
}

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
