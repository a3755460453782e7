/**
 * `owlgate export` beside a program that serves and is written to; `owlgate load`, and another program that goes on
 * from there.
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
const json = { 'Content-Type': 'application/json' };

const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

async function animals(url: string): Promise<Record<string, unknown>[]> {
  const headers = { 'Content-Type': 'application/dql' };
  const body = '{ q(func: type(Animal)) { name dgraph.type @facets } }';
  return (await ask(url, '/query', { method: 'POST', headers, body })).json.data.q;
}

it('an export of a directory in use is one state with its inferred facts', async () => {
  const directory = temporaryDirectory();
  const url = await start({ OWLGATE_DATA: directory }).url();
  await ask(url, '/ontology', { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: ZOO });
  const writer = await writeDogs(url);
  const before = [...writer.answered];
  const files = path.join(temporaryDirectory(), 'files');
  const child = spawn(process.execPath, [main, 'export', files, '--data', directory], { stdio: 'ignore' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  await writer.stop();
  expect(status).toBe(0);

  const inUse = run('load', files, '--data', directory);
  expect(inUse).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^owlgate load: .*another process has it open/),
  });

  const target = path.join(temporaryDirectory(), 'loaded');
  const loaded = run('load', files, '--data', target, '--json');
  expect(loaded).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(loaded.stdout)).toMatchObject({ refusedCount: 0, ontology: 'as it was', uids: 'kept' });

  const again = await start({ OWLGATE_DATA: target }).url();
  expect((await ask(again, '/ontology')).text).toBe((await ask(url, '/ontology')).text);
  const importedAnimals = await animals(again);
  const names = importedAnimals.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(before));
  expect(writer.answered).toEqual(expect.arrayContaining(names));
  const storedAnimals = (await animals(url)).filter(({ name }) => names.includes(name));
  expect(importedAnimals).toEqual(storedAnimals);
  // Later writes are completed as before.
  const body = JSON.stringify({ set: [{ 'graph.type': 'Dog', name: 'a new one' }] });
  await ask(again, '/mutate?commitNow=true', { method: 'POST', headers: json, body });
  expect((await animals(again)).map(({ name }) => name)).toEqual([...names, 'a new one']);
});
