/**
 * `owlgate backup` beside a program that serves and is written to; `owlgate restore`, and another program on the
 * result.
 */
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { ask } from '../support/http/client';
import { build, cleanUp, start, temporaryDirectory } from '../support/program/program';
import { writeDogs } from '../support/program/writer';

beforeAll(build);
afterEach(cleanUp);

const main = path.join(__dirname, '../../dist/main.js');
const ZOO = fs.readFileSync(path.join(__dirname, 'zoo.ttl'), 'utf8');

const names = async (url: string): Promise<string[]> => {
  const text = '{ q(func: type(Animal)) { name } }';
  const headers = { 'Content-Type': 'application/dql' };
  const { json: answer } = await ask(url, '/query', { method: 'POST', headers, body: text });
  return answer.data.q.map(({ name }: { name: string }) => name);
};

it('a backup has every write that was answered before it began, and the ontology', async () => {
  const directory = temporaryDirectory();
  const url = await start({ OWLGATE_DATA: directory }).url();
  await ask(url, '/ontology', { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: ZOO });
  const writer = await writeDogs(url);
  const file = path.join(temporaryDirectory(), 'backup');
  const before = [...writer.answered];
  const child = spawn(process.execPath, [main, 'backup', file, '--data', directory], { stdio: 'ignore' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  await writer.stop();
  expect(status).toBe(0);

  const target = path.join(temporaryDirectory(), 'restored');
  const restored = spawnSync(process.execPath, [main, 'restore', file, '--data', target], { encoding: 'utf8' });
  expect(restored).toMatchObject({ status: 0, stdout: '' });
  const again = await start({ OWLGATE_DATA: target }).url();
  const restoredNames = await names(again);
  expect(restoredNames).toEqual(expect.arrayContaining(before));
  expect(writer.answered).toEqual(expect.arrayContaining(restoredNames));
  expect((await ask(again, '/ontology')).text).toBe((await ask(url, '/ontology')).text);
});
