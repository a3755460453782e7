/**
 * Documents in the store: bytes on disk for each byte of text, and seconds to store a document and to delete it. One
 * document has 23,000 passages; a set of 1,000 documents has 4,000. The text is generated: words of a
 * vocabulary with Zipf's frequencies, sentences, and a heading every few paragraphs.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { startGateway } from '../harness/engines.mjs';
import { spread } from '../harness/stats.mjs';
import { ask } from '../harness/wire.mjs';

export const title = 'documents in the store';
export const mostRounds = 1;

const MB = 1e6;
const CASES = [
  { name: 'one document of 5.4 MB', documents: 1, bytes: 5.4 * MB },
  { name: 'one document of 16 MB', documents: 1, bytes: 16 * MB },
  { name: '1,000 documents of 2.7 kB', documents: 1_000, bytes: 2.7 * MB },
];

/** Documents in one request. */
const BATCH = 100;
const ADDRESS = '/api/v1/databases/default/documents';

export async function run({ rounds, tell }) {
  const figures = [];
  for (const { name, documents, bytes } of CASES) {
    const samples = [];
    for (let round = 0; round < rounds; round++) {
      const sample = await measure(documents, bytes);
      samples.push(sample);
      tell(`${name}: ${JSON.stringify(sample)}`);
    }
    for (const [figure, unit] of FIGURES) {
      const values = samples.map((sample) => sample[figure]);
      figures.push({ name: `${name}: ${figure}`, unit, ...spread(values), samples: values });
    }
  }
  return { figures };
}

const FIGURES = [
  ['passages', ''],
  ['stored', 's'],
  ['on disk', 'bytes a byte of text'],
  ['deleted', 's'],
  ['on disk after the deletion', 'bytes a byte of text'],
  ['stored again', 's'],
  ['on disk, stored again', 'bytes a byte of text'],
];

/** Stores documents on a new data directory, deletes them, and stores them again. */
async function measure(documents, bytes) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const gateway = await startGateway({ url: '' }, { env: { OWLGATE_DATA: directory } });
  try {
    const random = generator(1);
    const texts = Array.from({ length: documents }, () => textOf(bytes / documents, random));
    const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const onDisk = () => (statSync(path.join(directory, 'data.mdb')).blocks * 512) / size;
    const sample = {};
    const timed = async (figure, work) => {
      const began = performance.now();
      await work();
      sample[figure] = (performance.now() - began) / 1000;
    };
    const store = async () => {
      for (let from = 0; from < texts.length; from += BATCH) await send(gateway.url, texts, from);
    };
    await timed('stored', store);
    sample['on disk'] = onDisk();
    sample.passages = await passages(gateway.url);
    await timed('deleted', async () => {
      for (let i = 0; i < texts.length; i++) {
        await ask(`${gateway.url}${ADDRESS}?source=${i}`, { method: 'DELETE' });
      }
    });
    if ((await passages(gateway.url)) !== 0) throw new Error('passages are left after the deletion');
    sample['on disk after the deletion'] = onDisk();
    await timed('stored again', store);
    sample['on disk, stored again'] = onDisk();
    return sample;
  } finally {
    await gateway.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function send(url, texts, from) {
  const documents = texts
    .slice(from, from + BATCH)
    .map((text, i) => ({ source: String(from + i), text, media_type: 'text/markdown' }));
  const { failed } = await ask(`${url}${ADDRESS}`, { type: 'application/json', body: JSON.stringify({ documents }) });
  if (failed !== 0) throw new Error(`${failed} documents were refused`);
}

/** Number of passages, by the list of documents: it keeps no state of the store, as a query of a client would. */
async function passages(url) {
  let count = 0;
  for (let after = ''; after !== undefined;) {
    const page = await ask(`${url}${ADDRESS}?first=1000${after}`, { method: 'GET' });
    count += page.documents.reduce((sum, { chunk_count: chunks }) => sum + chunks, 0);
    after = page.next === undefined ? undefined : `&after=${page.next}`;
  }
  return count;
}

/** Pseudo-random numbers from 0 to 1, the same in each run (Park and Miller). */
function generator(seed) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const WORDS = 20_000;

/** Word by its rank: the frequent ones are the short ones. */
function wordOf(rank) {
  let word = '';
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / 20)) word += SYLLABLES[rest % 20];
  return word;
}

function textOf(bytes, random) {
  const parts = [];
  let length = 0;
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  // Rank r with a probability of about 1/r (Zipf).
  const word = () => wordOf(Math.floor(WORDS ** random()) - 1);
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const words = (from, to) => Array.from({ length: from + Math.floor(random() * (to - from)) }, word).join(' ');
  while (length < bytes) {
    if (random() < 0.2) add(`## ${capital(words(2, 6))}\n\n`);
    for (let sentences = 3 + Math.floor(random() * 6); sentences > 0; sentences--) add(`${capital(words(8, 26))}. `);
    add('\n\n');
  }
  return parts.join('').trimEnd();
}
