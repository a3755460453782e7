/** Sessions of document processes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DocumentProcesses } from '../../../../src/materialize/documents';
import type { Session } from '../../../../src/materialize/documents';
import type { TaskEngine } from '../../../../src/materialize/documents/task';

/** Answers each task with the number of the process, except `prepared`, which does not end. */
const PROGRAM = `
  const { serialize } = require('node:v8');
  const { deflateRawSync } = require('node:zlib');
  const INTEGER = 3;
  const contents = Int32Array.of((process.pid << 3) | INTEGER);
  const part = { strings: [], doubles: [], shapes: [], kinds: new Int32Array(0), contents, isLast: true };
  process.on('message', ({ kind, name }) => {
    if (kind !== 'task' || name === 'prepared') return;
    process.send({ kind: 'result', part: deflateRawSync(serialize(part)), isLast: true });
  });
  process.send({ kind: 'ready' });`;

const directory = mkdtempSync(path.join(os.tmpdir(), 'owlgate-documents-'));
const entry = path.join(directory, 'entry.cjs');
writeFileSync(entry, PROGRAM);
const documents = new DocumentProcesses({ entry });
const options = { lane: 'load', engine: { kind: 'cluster', url: '' } as TaskEngine } as const;

afterAll(async () => {
  await documents.close();
  rmSync(directory, { recursive: true });
});

it('the next session gets the process', async () => {
  const first = await documents.run('outline', {}, options);
  expect(await documents.run('outline', {}, options)).toBe(first);
});

it('the first session gets the process that was started ahead', async () => {
  const ahead = new DocumentProcesses({ entry });
  ahead.startAhead();
  ahead.startAhead();
  const [first] = (ahead as unknown as { processes: Set<{ child: { pid: number } }> }).processes;
  expect(await ahead.run('outline', {}, options)).toBe(first!.child.pid);
  await ahead.close();
  ahead.startAhead();
  await expect(ahead.run('outline', {}, options)).rejects.toMatchObject({ code: 'DocumentsBusy' });
});

it('a process whose session leaves a task behind ends with the session', async () => {
  const abandoned: Promise<unknown>[] = [];
  const first = await documents.session(options, async (session) => {
    const answer = await session.run('outline', {});
    abandoned.push(session.run('prepared', {}).catch((error: unknown) => error));
    return answer;
  });
  expect(await documents.run('outline', {}, options)).not.toBe(first);
  expect(await abandoned[0]).toMatchObject({ code: 'DocumentProcessEnded' });
});

it('a session that has ended runs no task in the next one', async () => {
  let ended: Session | undefined;
  await documents.session(options, (session) => Promise.resolve((ended = session)));
  await expect(ended!.run('outline', {})).rejects.toMatchObject({ code: 'DocumentProcessEnded' });
});
