/** POST /alter. */
import { messageOf } from '../failures';
import type { Handler } from './handler';
import { boolean } from '../../util/go-parameters';

/** Maximum bytes of a schema. */
const MAX_BYTES = 4 * 2 ** 20;

export const handleAlter: Handler = async (exchange, { engine, logger }) => {
  const body = await exchange.body(MAX_BYTES);
  // Indexes are complete before the answer; the parameter is only validated.
  boolean(exchange.parameters, 'runInBackground');
  try {
    await engine.alter(body);
  } catch (error) {
    return exchange.fail('Error', messageOf(error, logger));
  }
  await exchange.succeed();
};
