/**
 * POST /alter (service specification 4.5): to the engine, unless it would change the registry of ontologies; what it changed
 * is known to the materializer before the client has its answer.
 */
import { protectFromDrop, protectFromSchema } from '../../materialize';
import type { AlterNotice } from '../../materialize/types';
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { answerWith, ask, bodyOf, succeeded } from './passOn';

export async function handleAlter(exchange: Exchange, services: Services): Promise<void> {
  const bytes = await bodyOf(exchange, services);
  const body = bytes.toString('utf8');
  protectRegistry(body);
  const answer = await ask(services.engine, exchange, { body: bytes, type: 'text/plain' });
  if (succeeded(answer)) await notify(noticeOf(body), services);
  answerWith(exchange.response, answer);
}

/** The engine has done it already, so that a failure here cannot be the client's. */
export async function notify(
  notice: AlterNotice,
  { engine, materializer, graphql, retrieval, logger }: Services,
): Promise<void> {
  graphql.schemaChanged();
  try {
    await materializer.altered(notice);
    if (notice === 'drop_all' || notice === 'drop_data') await retrieval.forget(engine);
  } catch (error) {
    logger.error('a change of the schema was not taken in; the next look at the engine will do it', { notice, error });
  }
}

const DROP_OPS = ['NONE', 'ALL', 'DATA', 'ATTR', 'TYPE'];
const FIELDS = new Set(['schema', 'dropattr', 'dropall', 'dropop', 'dropvalue', 'runinbackground']);

/**
 * What an operation that the engine took has done.
 *
 * @param body a schema, or JSON as Dgraph reads it: an object of nothing but an operation's fields, `drop_all` or `dropAll`
 */
export function noticeOf(body: string): AlterNotice {
  const entries = readFields(body);
  if (entries === undefined) return 'schema';
  const fields = new Map(entries);
  const given = fields.get('dropop');
  const op = typeof given === 'number' ? DROP_OPS[given] : given;
  if (fields.get('dropall') === true || op === 'ALL') return 'drop_all';
  if (op === 'DATA') return 'drop_data';
  const attribute = fields.get('dropattr');
  if (op === 'ATTR' || (typeof attribute === 'string' && attribute !== '')) return 'drop_attr';
  return 'schema';
}

/**
 * Refuses what would change the predicates of the registry. To drop everything is allowed: the ontology goes with it.
 *
 * @param body as noticeOf takes it
 * @throws OwlgateError ReservedPredicate; DqlSyntaxError
 */
export function protectRegistry(body: string): void {
  const entries = readFields(body);
  if (entries === undefined) return protectFromSchema(body);
  const isOfTypes = entries.some(([key, value]) => key === 'dropop' && (value === 'TYPE' || value === 4));
  for (const [key, value] of entries) {
    if (typeof value !== 'string') continue;
    if (key === 'schema') protectFromSchema(value);
    if (key === 'dropattr' || (key === 'dropvalue' && !isOfTypes)) protectFromDrop(value);
  }
}

/** The fields of an operation, by their names without underscores in lower case. */
function readFields(body: string): readonly (readonly [string, unknown])[] | undefined {
  if (!body.trimStart().startsWith('{')) return undefined;
  try {
    const entries = Object.entries(JSON.parse(body) as Record<string, unknown>);
    const fields = entries.map(([key, value]) => [key.replaceAll('_', '').toLowerCase(), value] as const);
    return fields.every(([key]) => FIELDS.has(key)) ? fields : undefined;
  } catch {
    return undefined;
  }
}
