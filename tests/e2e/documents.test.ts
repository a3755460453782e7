/** Documents under a program that is killed: written whole or not at all, and gone on with where vectors ended. */
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { ask } from '../support/http/client';
import { build, cleanUp, start, temporaryDirectory, type Program } from '../support/program/program';

beforeAll(build);
afterEach(cleanUp);

const BASE = '/api/v1/databases/default/documents';
const bodyOf = (word: string, sections: number): string =>
  Array.from({ length: sections }, (_, i) => `# Part ${i}\n\nThe ${word} of part ${i}.\n`).join('\n');

async function put(url: string, source: string, body: string): Promise<any> {
  const headers = { 'Content-Type': 'text/markdown' };
  const { json } = await ask(url, `${BASE}?source=${source}`, { method: 'POST', headers, body });
  return json.documents[0];
}

async function count(url: string): Promise<Record<string, number>> {
  const body = `{ documents(func: has(owlgate.document.source)) { count(uid) } texts(func: has(owlgate.chunk.text)) { count(uid) }
    links(func: has(owlgate.chunk.offsets)) { count(uid) } terms(func: has(owlgate.chunk.terms)) { count(uid) } }`;
  const { json } = await ask(url, '/query', { method: 'POST', headers: { 'Content-Type': 'application/dql' }, body });
  return Object.fromEntries(Object.entries<any>(json.data).map(([name, [row]]) => [name, row.count]));
}

const killed = (program: Program): Promise<unknown> => program.end('SIGKILL');

it('a kill at any time leaves a document complete or absent', async () => {
  const settings = { OWLGATE_DATA: temporaryDirectory() };
  const SECTIONS = 800;
  let program = start(settings);
  const begun = performance.now();
  await put(await program.url(), 'log', bodyOf('probe', SECTIONS));
  const takes = performance.now() - begun;
  let before = { word: 'probe', sections: SECTIONS };
  for (const [i, part] of [0.1, 0.5, 0.8, 0.95].entries()) {
    const now = { word: `take${i}`, sections: 200 * (i + 1) + 1 };
    // Whoever replaces has the old one to take out, too.
    const putting = put(await program.url(), 'log', bodyOf(now.word, now.sections)).catch(() => 'cut off');
    await new Promise((resolve) => setTimeout(resolve, takes * part));
    await killed(program);
    const outcome = await putting;
    program = start(settings);
    const url = await program.url();
    const { texts } = await count(url);
    expect([before.sections, now.sections]).toContain(texts);
    if (outcome !== 'cut off') expect(texts).toBe(now.sections);
    const expectedVersion = texts === now.sections ? now : before;
    expect(await count(url)).toEqual({ documents: 1, texts, links: texts, terms: texts });
    const { json } = await ask(url, `${BASE}?source=log&first=1`);
    expect(json.chunk_count).toBe(texts);
    expect(json.chunks[0].text).toContain(`The ${expectedVersion.word} of part 0.`);
    expect((await put(url, 'log', bodyOf(expectedVersion.word, expectedVersion.sections))).status).toBe('unchanged');
    before = expectedVersion;
  }
  const url = await program.url();
  expect((await put(url, 'log', 'Closed.')).status).toBe('replaced');
  expect(await count(url)).toEqual({ documents: 1, texts: 1, links: 1, terms: 1 });
  expect((await ask(url, `${BASE}?source=log`, { method: 'DELETE' })).status).toBe(200);
  expect(await count(url)).toEqual({ documents: 0, texts: 0, links: 0, terms: 0 });
});

it('takes a few times the text of many small documents, and no more for deleting them', async () => {
  const settings = { OWLGATE_DATA: temporaryDirectory() };
  const url = await start(settings).url();
  const DOCUMENTS = 120;
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => {
    const words = Array.from({ length: 400 }, (__, k) => `word${(i * 7919 + k * k * 31) % 3_000}`);
    return { source: `${i}`, text: `${words.join(' ')}.` };
  });
  const size = documents.reduce((sum, { text }) => sum + text.length, 0);
  const store = async (): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const { json } = await ask(url, BASE, { method: 'POST', headers, body: JSON.stringify({ documents }) });
    expect(json.failed).toBe(0);
  };
  const onDisk = (): number => statSync(path.join(settings.OWLGATE_DATA, 'data.mdb')).blocks * 512;
  await store();
  const stored = onDisk();
  expect(stored).toBeLessThan(12 * size);
  for (let i = 0; i < DOCUMENTS; i++) await ask(url, `${BASE}?source=${i}`, { method: 'DELETE' });
  await store();
  expect(onDisk()).toBeLessThan(1.5 * stored);
});

describe('with an endpoint for vectors', () => {
  let server: Server;
  let embeddedTexts: string[];
  /** Requests that are answered; those after them wait for ever. */
  let answers: number;
  let held: () => void;

  beforeEach(async () => {
    embeddedTexts = [];
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (answers-- <= 0) return held();
        const { input, model } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[]; model: string };
        embeddedTexts.push(...input);
        const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [1, text.length] }));
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('progress of vectors is reported and resumes after a kill', async () => {
    const settings = {
      OWLGATE_DATA: temporaryDirectory(),
      OWLGATE_EMBEDDING_MODEL: 'of-a-test',
      OWLGATE_EMBEDDING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    };
    const document = bodyOf('log', 400);
    const program = start(settings);
    const url = await program.url();
    answers = 3;
    const waiting = new Promise<void>((resolve) => (held = resolve));
    const putting = put(url, 'log', document).catch(() => 'cut off');
    await waiting;
    const entry = async (from: string): Promise<unknown> => (await ask(from, BASE)).json.documents[0];
    expect(await entry(url)).toMatchObject({ chunk_count: 400, embedded: 192 });
    await killed(program);
    expect(await putting).toBe('cut off');

    answers = Infinity;
    const again = await start(settings).url();
    expect(await entry(again)).toMatchObject({ chunk_count: 400, embedded: 192 });
    expect(await put(again, 'log', document)).toEqual({ source: 'log', status: 'unchanged', embedded: 208 });
    expect(await entry(again)).toMatchObject({ chunk_count: 400, embedded: 400 });
    expect([embeddedTexts.length, new Set(embeddedTexts).size]).toEqual([400, 400]);
  });
});
