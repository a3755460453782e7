/** A thread that does long work, one request at a time, from the states that the engine holds for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepare } from '../../dql';
import { silent } from '../../util/log';
import { executeQuery, QueryTimeoutError } from '../execute';
import { messageOf } from '../failures';
import { Clock } from '../requests';
import { Catalog } from '../storage';
import { ReadOnlyStore } from '../storage/read-only';
import type { AsideData, AsideQuery, FromThread, ToThread } from './messages';
import { AsideMutation } from './mutation';
import { AsideState } from './state';

const port = parentPort!;
const store = ReadOnlyStore.open((workerData as AsideData).directory);
let state: AsideState | undefined;
let mutation: AsideMutation | undefined;

/** The answer to a message; undefined where none is expected. */
async function handle(message: ToThread): Promise<FromThread | undefined> {
  switch (message.kind) {
    case 'state':
      state = new AsideState(store.borrow(message.snapshot), message.adopted);
      return undefined;
    case 'written':
      state!.add(message.part);
      return undefined;
    case 'query':
      return answer(message.request, message.deadline);
    case 'read':
      mutation = new AsideMutation();
      return { kind: 'read', ...mutation.read(message.body) };
    case 'decide':
      return { kind: 'needs', ...mutation!.decide(state!, message.deadline) };
    case 'prepare': {
      const { predicates, types } = message.catalog;
      const entries = new Map(predicates.map((entry) => [entry.declaration.name, entry]));
      const catalog = new Catalog(entries, new Map(types.map((type) => [type.name, type])), new Set());
      return { kind: 'prepared', ...mutation!.prepare(state!, message.uids, catalog) };
    }
    case 'apply':
      return { kind: 'applied', ...mutation!.apply(state!, message.entries, message.keys) };
    case 'part': {
      const part = mutation!.nextPart(state!);
      return { kind: 'part', ...(part && { part }) };
    }
    case 'sdl': {
      // GraphQL is read by a library that most threads never need.
      const { workOut } = await import('../graphql/work-out.js');
      return { kind: 'sdl', answer: workOut(message.question) };
    }
    case 'end':
      state = mutation = undefined;
      return undefined;
  }
}

function answer({ query, variables, debug, format }: AsideQuery, deadline: number): FromThread {
  const clock = new Clock();
  const document = prepare(query, { ...(variables && { variables }) });
  clock.parsed();
  const { json, counts } = executeQuery(document, state!.view(), { debug, format, deadline });
  return { kind: 'answer', json, counts, parsing: clock.stop().parsing };
}

function failure(error: unknown): FromThread {
  const named = mutation?.predicates;
  const message = messageOf(error, silent);
  return { kind: 'failure', message, timeout: error instanceof QueryTimeoutError, ...(named && { named }) };
}

async function respond(message: ToThread): Promise<void> {
  const said = await handle(message).catch(failure);
  if (said) port.postMessage(said);
}

port.on('message', (message: ToThread) => void respond(message));
port.postMessage({ kind: 'ready' } satisfies FromThread);
