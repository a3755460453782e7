/** Form of a query over HTTP: parameters and body of the request, and the answer. */
import { RequestFault, jsonFault } from './fault';
import type { QueryAnswer, QueryRequest } from '../requests';
import { countsJson, latencyJson, totalOf, transactionJson } from './extensions';
import { boolean, duration, unsigned } from '../../util/go-parameters';

/** Parameters of a request. */
type QueryParameters = Omit<QueryRequest, 'query' | 'variables'>;

/** @throws RequestFault, ParameterError */
export function readQueryParameters(parameters: URLSearchParams): QueryParameters {
  const debug = boolean(parameters, 'debug');
  const timeoutMs = duration(parameters, 'timeout');
  const startTs = unsigned(parameters, 'startTs');
  const readOnly = startTs === 0 && (boolean(parameters, 'be') || boolean(parameters, 'ro'));
  const once = readOnly && boolean(parameters, 'once');
  const format = parameters.get('respFormat') ?? '';
  if (format !== '' && format !== 'json' && format !== 'rdf') {
    throw new RequestFault(`invalid value [${format}] for parameter respFormat`);
  }
  return { debug, format: format === 'rdf' ? 'rdf' : 'json', timeoutMs, startTs, readOnly, once };
}

/** @throws RequestFault */
export const readQueryText = (isJson: boolean, body: string): Pick<QueryRequest, 'query' | 'variables'> =>
  isJson ? readJson(body) : { query: body };

/** Value of the header `Dgraph-TouchedUids`. */
export const touchedUids = ({ counts }: QueryAnswer): string => String(totalOf(counts));

export const queryAnswerText = ({ json, startTs, latency, counts }: QueryAnswer): string =>
  `{"data":${json},"extensions":{"server_latency":${latencyJson(latency)},` +
  `"txn":${transactionJson({ startTs })},"metrics":${countsJson(counts)}}}`;

/** `{"query": "…", "variables": {"$a": "…"}}`; variables are strings. */
function readJson(body: string): Pick<QueryRequest, 'query' | 'variables'> {
  if (isDeep(body)) throw new RequestFault(`Error parsing JSON: nested deeper than ${MAX_DEPTH} levels`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (error) {
    throw jsonFault(body, error);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw new RequestFault('the body must be a JSON object with "query" and "variables"');
  }
  const { query = '', variables = {} } = parsed as { query?: unknown; variables?: unknown };
  if (typeof query !== 'string') throw new RequestFault('"query" must be a string');
  if (variables !== null && (typeof variables !== 'object' || Array.isArray(variables))) {
    throw new RequestFault('"variables" must be an object of strings');
  }
  const entries = Object.entries(variables ?? {});
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw new RequestFault(`the variable ${name} is not a string`);
  }
  return { query, variables: Object.fromEntries(entries) };
}

/** Depth limit of a JSON body: unbounded nesting takes long to parse. */
const MAX_DEPTH = 512;

function isDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
