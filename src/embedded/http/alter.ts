/** POST /alter. */
import { messageOf } from '../failures';
import type { Handler } from './handler';
import { boolean } from '../../util/go-parameters';

/** Maximum bytes of a schema. */
const MAX_BYTES = 4 * 2 ** 20;

export const handleAlter: Handler = async (call, { engine, logger }) => {
  const body = await call.body(MAX_BYTES);
  // The parameter is only validated: indexes are always complete before the answer.
  boolean(call.parameters, 'runInBackground');
  try {
    await engine.alter(body);
  } catch (error) {
    return call.fail('Error', messageOf(error, logger));
  }
  await call.succeed();
};
