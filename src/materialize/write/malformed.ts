/** Refusals of malformed mutations in the words of Dgraph, about the body as the client sent it. */
import { abandonTransaction, EngineFailure, transactionOf } from '../../dgraph';
import type { Engine } from '../../dgraph';
import { refusalOfJson, refusalOfRdf, type FurtherDatatypes } from '../../dql';
import { OwlgateError } from '../../errors';
import { isBlockless } from '../../mutation';
import type { MutateCall } from './types';

/** Refusals in which the engine repeats what it was sent: a request that the gateway composed. */
const REPEATS_REQUEST = /^while lexing |__dgraph_upsertcheck_/;

/**
 * Returns an error in Dgraph's words in place of a syntax error; any other error unchanged.
 *
 * @param datatypes datatypes beyond those that Dgraph reads
 */
export async function inDgraphWords(
  error: unknown,
  engine: Engine,
  call: MutateCall,
  datatypes: FurtherDatatypes | undefined,
): Promise<unknown> {
  if (error instanceof OwlgateError && error.code === 'BodySyntax') return asDgraphRefuses(call, datatypes) ?? error;
  if (error instanceof EngineFailure && REPEATS_REQUEST.test(error.message)) {
    return (await asEngineRefuses(engine, call)) ?? error;
  }
  return error;
}

/** Returns the refusal of a body that Dgraph certainly refuses. */
function asDgraphRefuses(
  { body, contentType }: MutateCall,
  datatypes: FurtherDatatypes | undefined,
): EngineFailure | undefined {
  const text = body.toString();
  const isJson = contentType === 'application/json';
  if ((!isJson && contentType !== 'application/rdf') || isBlockless(contentType, text)) return undefined;
  const refusal = isJson ? refusalOfJson(text) : refusalOfRdf(text, datatypes);
  if (!refusal?.isCertain) return undefined;
  const errors = [{ message: refusal.message, extensions: { code: 'ErrorInvalidRequest' } }];
  const answer = refusal.isBeforehand ? { errors } : { errors, data: null };
  return new EngineFailure(errors, Buffer.from(JSON.stringify(answer)));
}

/** Has the engine refuse the client's body, in a transaction that is never committed. */
async function asEngineRefuses(
  engine: Engine,
  { body, contentType, credentials }: MutateCall,
): Promise<EngineFailure | undefined> {
  if (contentType !== 'application/json' && contentType !== 'application/rdf') return undefined;
  const options = credentials && { credentials };
  try {
    const { extensions } = await engine.mutate(body, { contentType, ...options });
    const transaction = transactionOf(extensions.txn, credentials);
    if (transaction) await abandonTransaction(engine, transaction);
  } catch (failure) {
    if (failure instanceof EngineFailure) return failure;
  }
  return undefined;
}
