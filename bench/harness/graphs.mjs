/**
 * Comparison of graphs of any size: files of N-Triples or N-Quads with canonical labels for blank nodes, sorted.
 *
 * The label of a blank node is a hash of its statements in which other blank nodes are not named: the first step of
 * RDF Dataset Canonicalization (https://www.w3.org/TR/rdf-canon/). Where all such hashes differ, it is also the last.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Blank nodes outside quotes. */
const BLANK = /"(?:[^"\\]|\\.)*"|_:[^\s]+/g;
const MASK = (1n << 128n) - 1n;

/**
 * Writes a graph in its canonical form.
 *
 * @returns {Promise<{statements: number, digest: string}>} number of different statements, and their digest
 * @throws Error if the first step does not tell all blank nodes apart
 */
export async function canonicalize(file, output) {
  const distinct = `${output}.distinct`;
  await sorted(distinct, (input) => copy(file, input));
  const hashes = new Map();
  for await (const line of linesOf(distinct)) {
    if (!line.includes('_:')) continue;
    for (const label of new Set(labelsOf(line))) {
      const text = replaced(line, (other) => (other === label ? '_:a' : '_:z'));
      hashes.set(label, ((hashes.get(label) ?? 0n) + hashOf(text)) & MASK);
    }
  }
  const names = new Map([...hashes].map(([label, hash]) => [label, `_:c${hash.toString(16)}`]));
  if (new Set(names.values()).size < names.size) throw new Error(`${file}: blank nodes with the same statements`);
  const named = (line) => (line.includes('_:') ? replaced(line, (label) => names.get(label)) : line);
  await sorted(output, (input) => copy(distinct, input, named));
  const digest = createHash('sha256');
  let statements = 0;
  for await (const line of linesOf(output)) {
    digest.update(line);
    statements++;
  }
  return { statements, digest: digest.digest('hex') };
}

/** Writes the lines that `write` sends, sorted and without repetitions. */
async function sorted(output, write) {
  const sort = spawn('sort', ['-u', '-S', '200M', '-o', output], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(sort, 'close');
  await write(sort.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`sort ended with ${code}`);
}

/** Writes the lines of a file; `change` returns undefined for a line to omit. */
async function copy(file, stream, change = (line) => line) {
  for await (const line of linesOf(file)) {
    const text = change(line);
    if (text !== undefined && !stream.write(`${text}\n`)) await once(stream, 'drain');
  }
  stream.end();
}

/** Copies the lines of a file, changed. */
export async function filterLines(file, output, change) {
  const stream = createWriteStream(output);
  const closed = once(stream, 'close');
  await copy(file, stream, change);
  await closed;
}

const linesOf = (file) => createInterface({ input: createReadStream(file, { highWaterMark: 1 << 18 }) });
const labelsOf = (line) => (line.match(BLANK) ?? []).filter((part) => part.startsWith('_:'));
const replaced = (line, name) => line.replace(BLANK, (part) => (part.startsWith('_:') ? name(part) : part));
const hashOf = (text) =>
  createHash('sha256').update(text).digest().readBigUInt64BE() * 0x1_0000_0001n + BigInt(text.length);
