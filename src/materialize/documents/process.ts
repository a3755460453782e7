/**
 * Document process. It has no login: the gateway sends all requests to the engine. Results go to the gateway in parts,
 * each after the previous one has been taken.
 */
import { once } from 'node:events';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readMutateAnswer, readQueryAnswer, type EngineAnswer } from '../../dgraph';
import type { SchemaAnswer } from '../../schema';
import { collectGarbage, permitCollection } from '../../util/garbage';
import { encodeGraph, GraphDecoder, packPart } from '../../util/objectGraph';
import type { Logger } from '../../util/log';
import { openImports } from '../load/imports';
import type { ImportSettings, ImportSource } from '../load/imports';
import { TRANSFERRED_CLASSES } from './transferred-classes';
import { packFailure, unpackFailure } from './failures';
import type { Call, FromProcess, ToProcess } from './messages';
import { TASKS } from './tasks';
import type { TaskHost } from './task';
import type { AnyTask, SessionState, TaskName } from './tasks';

/** Settings of a process, passed as its only argument. */
export interface ProcessSettings {
  readonly imports: ImportSettings;
}

/** Input of a task, with a description of its engine. */
export interface TaskEnvelope {
  readonly engine: Pick<TaskHost['engine'], 'kind' | 'url' | 'identity'>;
  readonly input: unknown;
}

/** The engine works with their results while the next tasks run; the first that can wait collects. */
const UNCOLLECTED: ReadonlySet<TaskName> = new Set(['gather', 'read', 'prepare']);

permitCollection();
const settings = JSON.parse(process.argv[2] ?? '{}') as ProcessSettings;
const answers = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let calls = 0;
let decoder = new GraphDecoder(TRANSFERRED_CLASSES);
let state: SessionState = {};
let onTaken: (() => void) | undefined;

const post = (message: FromProcess): void => void process.send!(message);

function call(name: Call, parameters: readonly unknown[] = []): Promise<unknown> {
  const id = ++calls;
  post({ kind: 'call', id, call: name, parameters });
  return new Promise((resolve, reject) => answers.set(id, { resolve, reject }));
}

/** Requests a query or mutation from the gateway, which returns the body of the answer alone. */
async function exchange(name: 'query' | 'mutate' | 'deliver', parameters: readonly unknown[]): Promise<EngineAnswer> {
  const body = Buffer.from((await call(name, parameters)) as Uint8Array);
  return { status: 200, headers: {}, body };
}

function hostOf({ kind, url, identity }: TaskEnvelope['engine'], imports: ImportSource): TaskHost {
  const engine: TaskHost['engine'] = {
    kind,
    url,
    identity,
    query: async <Data>(...parameters: readonly unknown[]) =>
      readQueryAnswer<Data>(await exchange('query', parameters), url),
    mutate: async (...parameters) => readMutateAnswer(await exchange('mutate', parameters), url),
    commit: (...parameters) => call('commit', parameters) as ReturnType<TaskHost['engine']['commit']>,
    alter: (...parameters) => call('alter', parameters) as Promise<void>,
  };
  const gateway = {
    confirm: () => call('confirm') as Promise<void>,
    refreshSchema: () => call('refreshSchema') as Promise<SchemaAnswer>,
    deliver: async (...parameters: readonly unknown[]) => readMutateAnswer(await exchange('deliver', parameters), url),
  };
  return { engine, gateway, imports, logger };
}

const say =
  (level: keyof Logger) =>
  (message: string, fields?: Record<string, unknown>): void =>
    post({ kind: 'log', level, message, ...(fields && { fields }) });

const logger: Logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };

/** Stops the task's clock while a source reads files or the network. */
function untimed(source: ImportSource): ImportSource {
  const wait = async <T>(work: Promise<T>): Promise<T> => {
    post({ kind: 'waiting', isWaiting: true });
    try {
      return await work;
    } finally {
      post({ kind: 'waiting', isWaiting: false });
    }
  };
  return {
    open: (options) => {
      const session = source.open(options);
      const { isConfigured, context } = session;
      return {
        isConfigured,
        find: (iri) => wait(session.find(iri)),
        ...(context && { context: (url: string) => wait(context(url)) }),
      };
    },
  };
}

async function run(name: TaskName): Promise<void> {
  const { engine, input } = decoder.root as TaskEnvelope;
  decoder = new GraphDecoder(TRANSFERRED_CLASSES);
  const imports = untimed(await openImports(settings.imports));
  const result = await (TASKS[name] as AnyTask)(input, hostOf(engine, imports), state);
  if (!UNCOLLECTED.has(name)) collectGarbage();
  for (const part of encodeGraph(result, TRANSFERRED_CLASSES)) {
    const next = new Promise<void>((resolve) => (onTaken = resolve));
    post({ kind: 'result', part: packPart(part), isLast: part.isLast });
    await next;
  }
}

process.on('message', (message: ToProcess) => {
  switch (message.kind) {
    case 'input':
      decoder.add(message.part);
      break;
    case 'task':
      run(message.name).catch((error: unknown) => post({ kind: 'failure', failure: packFailure(error) }));
      break;
    case 'more':
      onTaken?.();
      break;
    case 'reset':
      state = state.adopted ? { adopted: state.adopted } : {};
      // Defined by the flag `--expose-gc`.
      globalThis.gc?.();
      post({ kind: 'idle', residentBytes: process.memoryUsage.rss() });
      break;
    default: {
      const waiting = answers.get(message.id);
      answers.delete(message.id);
      if (message.kind === 'answer') waiting?.resolve(message.value);
      else waiting?.reject(unpackFailure(message.failure));
    }
  }
});
// A terminal sends signals to the whole process group; only the gateway ends its processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Without a gateway, the process has no work.
void once(process, 'disconnect').then(() => process.exit());
post({ kind: 'ready' });
new Worker(path.join(__dirname, 'orphan.js')).unref();
