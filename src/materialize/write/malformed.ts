/** Refusals of malformed mutations, in the engine's words: the engine reads the body as the client sent it. */
import { EngineFailure } from '../../dgraph';
import type { Engine } from '../../dgraph';
import { DqlSyntaxError } from '../../dql';
import { OwlgateError } from '../../errors';
import { isBlockless, TRIPLE_TYPES } from '../../mutation';
import type { MutateCall } from './types';

/** Refusals in which the engine repeats what it was sent: the gateway's own composition. */
const REPEATS_REQUEST = /^while lexing |__dgraph_upsertcheck_/;

/**
 * Returns the engine's failure about the client's body in place of a syntax error of the gateway, or of the engine about
 * a request that the gateway composed; any other error unchanged. The engine reads the body in a transaction of its own,
 * which is never committed.
 */
export async function inEngineWords(error: unknown, engine: Engine, call: MutateCall): Promise<unknown> {
  const { body, contentType, credentials } = call;
  const isMalformed = error instanceof DqlSyntaxError || (error instanceof OwlgateError && error.code === 'BodySyntax');
  if (!isMalformed || TRIPLE_TYPES.has(contentType) || isBlockless(contentType, body.toString())) return error;
  const type = contentType === 'application/json' ? contentType : 'application/rdf';
  const options = credentials && { credentials };
  try {
    const { extensions } = await engine.mutate(body, { contentType: type, ...options });
    if (extensions.txn) await engine.commit({ startTs: extensions.txn.start_ts, abort: true, ...options });
  } catch (failure) {
    if (failure instanceof EngineFailure) return failure;
  }
  return error;
}
