/** POST /commit: commits or aborts a transaction. */
import type { Call } from './call';
import { transactionJson } from './extensions';
import { messageOf } from '../failures';
import { RequestFault } from './fault';
import type { Handler } from './handler';
import { boolean, unsigned } from '../../util/go-parameters';

/** Bytes above which a body is accepted unchecked. */
const CHECKED_BYTES = 2 ** 20;

export const handleCommit: Handler = async (call, { engine, logger }) => {
  const startTs = unsigned(call.parameters, 'startTs');
  if (startTs === 0) throw new RequestFault('startTs parameter is mandatory while trying to commit');
  if (boolean(call.parameters, 'abort')) {
    engine.abort(startTs);
    return call.json('{"code":"Success","message":"Done"}');
  }
  await checkBody(call);
  try {
    const commitTs = await engine.commit(startTs);
    await call.json(
      `{"data":{"code":"Success","message":"Done"},"extensions":{"txn":${transactionJson({ startTs, commitTs })}}}`,
    );
  } catch (error) {
    await call.fail('ErrorInvalidRequest', messageOf(error, logger));
  }
};

/**
 * Checks the shape of the body: the transaction's keys, as a list or as `{"keys": […], "preds": […]}`. Any other shape
 * is a mistake of the client. Dgraph needs the keys; this engine keeps them itself.
 */
async function checkBody(call: Call): Promise<void> {
  const bytes = await call.bytes();
  // A large transaction has many keys; checking them would block other requests.
  if (bytes.length > CHECKED_BYTES) return;
  const body = bytes.toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (error) {
    throw new RequestFault(body.trim() === '' ? 'unexpected end of JSON input' : (error as Error).message);
  }
  const lists = Array.isArray(parsed) ? [parsed] : Object.values(parsed ?? {});
  const isValid = lists.every(
    (list) => list === null || (Array.isArray(list) && list.every((k) => k === null || typeof k === 'string')),
  );
  if (typeof parsed !== 'object' || !isValid) {
    throw new RequestFault('the body of a commit must be a list of keys, or an object with "keys" and "preds"');
  }
}
