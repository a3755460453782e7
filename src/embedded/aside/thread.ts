/** A thread that answers long queries, one at a time, from states that it reads by itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepare } from '../../dql';
import { silent } from '../../util/log';
import { executeQuery, QueryTimeoutError } from '../execute';
import { messageOf } from '../failures';
import { Clock } from '../requests';
import { StoreView } from '../storage';
import type { Snapshot } from '../storage';
import { ReadOnlyStore } from '../storage/read-only';
import type { AsideData, AsideQuery, FromThread, ToThread } from './messages';

const port = parentPort!;
const say = (message: FromThread): void => port.postMessage(message);
const store = ReadOnlyStore.open((workerData as AsideData).directory);
let held: Snapshot | undefined;

function run({ query, variables, debug, format }: AsideQuery, deadline: number): FromThread {
  const { catalog, reader } = held!;
  try {
    const clock = new Clock();
    const document = prepare(query, { ...(variables && { variables }) });
    clock.parsed();
    const { json, counts } = executeQuery(document, new StoreView(catalog, reader), { debug, format, deadline });
    return { kind: 'answer', json, counts, parsing: clock.stop().parsing };
  } catch (error) {
    return { kind: 'failure', message: messageOf(error, silent), timeout: error instanceof QueryTimeoutError };
  } finally {
    held!.release();
    held = undefined;
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') return say(run(message.request, message.deadline));
  held?.release();
  held = store.snapshot();
  say({ kind: 'held' });
});
say({ kind: 'ready' });
