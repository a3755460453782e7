/**
 * Program that abandons tasks of document processes while their input is sent, each some turns of the event loop after
 * the first part: `node -r register.cjs abandoned-tasks.ts <entry>`. Node ends it if a rejection has no handler. Prints
 * the reasons with which the tasks ended.
 */
import { DocumentProcess } from '../../../src/materialize/documents/handle';
import { silent } from '../../../src/util/log';

const entry = process.argv[2]!;
const TURNS = [0, 1, 2, 3, 5, 8];
/** An input of many parts. */
const input = { texts: Array.from({ length: 100_000 }, (_, i) => ({ text: i })) };
const context = { engine: { kind: 'embedded', url: '', identity: undefined } as never, seconds: undefined };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function abandon(turns: number): Promise<string> {
  const controller = new AbortController();
  const leave = async (): Promise<void> => {
    for (let i = 0; i < turns; i++) await turn();
    controller.abort(new Error('the client left'));
  };
  const logger = { ...silent, info: () => void leave() };
  const options = { entry, settings: {} as never, memoryMb: 64, logger, onIdle: () => undefined };
  const documentProcess = new DocumentProcess(options);
  const task = documentProcess.run('outline', input, { ...context, signal: controller.signal });
  const reason = await task.then(
    () => 'an answer',
    (error: unknown) => (error as Error).message,
  );
  await documentProcess.exited;
  // A rejection without a handler is reported in a later turn.
  await turn();
  return reason;
}

async function main(): Promise<void> {
  for (const turns of TURNS) console.log(await abandon(turns));
}

void main();
