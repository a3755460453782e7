/** POST /alter. */
import { messageOf } from '../failures';
import type { Handler } from './handler';
import { boolean } from '../../util/go-parameters';

/** Most bytes of a schema. */
const MAX_BYTES = 4 * 2 ** 20;

export const handleAlter: Handler = async (exchange, { engine, logger }) => {
  const body = await exchange.body(MAX_BYTES);
  // Indexes are always complete when the answer comes; the parameter is read for its mistakes alone.
  boolean(exchange.parameters, 'runInBackground');
  try {
    await engine.alter(body);
  } catch (error) {
    return exchange.fail('Error', messageOf(error, logger));
  }
  await exchange.succeed();
};
