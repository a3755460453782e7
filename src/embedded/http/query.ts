/** POST /query. */
import type { QueryRequest } from '../requests';
import type { HttpCall } from './call';
import { latencyJson, metricsJson, totalOf, transactionJson } from './extensions';
import { messageOf } from '../failures';
import { jsonFault, RequestFault, requireMediaType, type Handler } from './handler';
import { boolean, duration, unsigned } from '../../util/go-parameters';

const TYPES = ['application/json', 'application/graphql+-', 'application/dql'];
const ACCEPTED = 'application/json, application/graphql+-,application/dql';

export const handleQuery: Handler = async (call, { engine, logger }) => {
  const request = await readRequest(call);
  let answer;
  try {
    answer = await engine.answer(request, call.abandoned);
  } catch (error) {
    return call.failWithData('ErrorInvalidRequest', messageOf(error, logger));
  }
  const { json, startTs, latency, counts } = answer;
  call.setHeader('Dgraph-TouchedUids', String(totalOf(counts)));
  await call.json(
    `{"data":${json},"extensions":{"server_latency":${latencyJson(latency)},` +
      `"txn":${transactionJson({ startTs })},"metrics":${metricsJson(counts)}}}`,
  );
};

async function readRequest(call: HttpCall): Promise<QueryRequest> {
  const { parameters } = call;
  const debug = boolean(parameters, 'debug');
  const timeoutMs = duration(parameters, 'timeout');
  const startTs = unsigned(parameters, 'startTs');
  const readOnly = startTs === 0 && (boolean(parameters, 'be') || boolean(parameters, 'ro'));
  const format = parameters.get('respFormat') ?? '';
  if (format !== '' && format !== 'json' && format !== 'rdf') {
    throw new RequestFault(`invalid value [${format}] for parameter respFormat`);
  }
  const type = requireMediaType(call, TYPES, ACCEPTED);
  const body = await call.body();
  const text = type === 'application/json' ? readJson(body) : { query: body };
  return { ...text, debug, format: format === 'rdf' ? 'rdf' : 'json', timeoutMs, startTs, readOnly };
}

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
