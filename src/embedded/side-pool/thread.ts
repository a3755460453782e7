/** Entry of a side pool thread. It works on one request at a time, from snapshots that the engine holds. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepare } from '../../dql';
import { collectorOfLarge } from '../../util/idle-garbage';
import { silent } from '../../util/log';
import { executeQuery, QueryTimeoutError } from '../execute';
import { messageOf } from '../failures';
import { Clock } from '../requests';
import { Catalog } from '../storage';
import { ReadOnlyStore } from '../storage/read-only';
import type { ThreadData, PoolQuery, FromThread, ToThread } from './messages';
import { ThreadMutation } from './mutation';
import { ThreadState } from './state';

/** Memory from which on a thread collects the garbage of a request: it may have nothing to do for long. */
const LARGE = 64 * 2 ** 20;

const port = parentPort!;
const collectLarge = collectorOfLarge(LARGE);
const { directory, stop } = workerData as ThreadData;
const store = ReadOnlyStore.open(directory);
let state: ThreadState | undefined;
let mutation: ThreadMutation | undefined;

/** Returns the answer to a message; undefined if the message has none. */
async function handle(message: ToThread): Promise<FromThread | undefined> {
  switch (message.kind) {
    case 'state':
      state = new ThreadState(store.borrow(message.snapshot), message.adopted);
      return undefined;
    case 'resume':
      state!.adopt(message.adopted);
      return undefined;
    case 'written':
      state!.add(message.part);
      return undefined;
    case 'query':
      return answer(message.request, message.deadline);
    case 'read':
      mutation = new ThreadMutation();
      return { kind: 'read', ...mutation.read(message.body) };
    case 'decide':
      return { kind: 'needs', ...mutation!.decide(state!, { deadline: message.deadline, stop }) };
    case 'prepare': {
      const { predicates, types } = message.catalog;
      const entries = new Map(predicates.map((entry) => [entry.declaration.name, entry]));
      const catalog = new Catalog(entries, new Map(types.map((type) => [type.name, type])));
      return { kind: 'prepared', ...mutation!.prepare(state!, message.uids, catalog) };
    }
    case 'apply':
      return { kind: 'applied', ...mutation!.apply(state!, message) };
    case 'part': {
      const part = mutation!.nextPart();
      return { kind: 'part', ...(part && { part }) };
    }
    case 'sdl': {
      // GraphQL is read by a library that most threads never need.
      const { compileSdl } = await import('../graphql/compile-sdl.js');
      return { kind: 'sdl', answer: compileSdl(message.question) };
    }
    case 'stop':
      return { kind: 'stopped' };
    case 'end':
      mutation = undefined;
      if (message.keepsState) return undefined;
      state = undefined;
      collectLarge();
      return undefined;
  }
}

function answer({ query, variables, debug, format }: PoolQuery, deadline: number): FromThread {
  const clock = new Clock();
  const document = prepare(query, { ...(variables && { variables }) });
  clock.parsed();
  const { json, counts } = executeQuery(document, state!.view(), { debug, format, deadline, stop });
  return { kind: 'answer', json, counts, parsing: clock.stop().parsing };
}

function failure(error: unknown): FromThread {
  const writtenPredicates = mutation?.predicates;
  const message = messageOf(error, silent);
  return {
    kind: 'failure',
    message,
    timeout: error instanceof QueryTimeoutError,
    ...(writtenPredicates && { writtenPredicates }),
  };
}

async function respond(message: ToThread): Promise<void> {
  // The thread is about to be terminated: see PoolThread.end.
  if (message.kind !== 'stop' && Atomics.load(stop, 0) !== 0) return;
  const reply = await handle(message).catch(failure);
  if (reply) port.postMessage(reply);
}

port.on('message', (message: ToThread) => void respond(message));
port.postMessage({ kind: 'ready' } satisfies FromThread);
