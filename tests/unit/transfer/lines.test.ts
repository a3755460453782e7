/** Files read line by line: compressed or not, in blocks of any size. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { readLines, readText } from '../../../src/transfer/lines';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-lines-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const file = (content: string | Buffer): string => {
  const name = path.join(folder, `f${fs.readdirSync(folder).length}`);
  fs.writeFileSync(name, content);
  return name;
};

async function linesOf(name: string): Promise<[number, string][]> {
  const all: [number, string][] = [];
  for await (const { first, lines } of readLines(name)) lines.forEach((line, i) => all.push([first + i, line]));
  return all;
}

it('numbers lines over many reads, with multi-byte characters', async () => {
  const lines = Array.from({ length: 30_000 }, (_, i) => `line ${i} é🦉 ${'x'.repeat(i % 50)}`);
  for (const content of [lines.join('\n'), `${lines.join('\n')}\n`, gzipSync(lines.join('\n'))]) {
    expect(await linesOf(file(content))).toEqual(lines.map((line, i) => [i + 1, line]));
  }
});

it('reads an empty file, and one line without an end', async () => {
  expect(await linesOf(file(''))).toEqual([]);
  expect(await linesOf(file('x'))).toEqual([[1, 'x']]);
  expect(await readText(file('a\nb'))).toBe('a\nb\n');
});

it('reports the line at which a file is not text, and truncated gzip', async () => {
  const bad = Buffer.concat([Buffer.from('good\n'), Buffer.of(0xff, 0xfe), Buffer.from('\n')]);
  await expect(linesOf(file(bad))).rejects.toThrow(/UTF-8/);
  const compressed = gzipSync('some text that is long enough to be cut\n'.repeat(1000));
  await expect(linesOf(file(compressed.subarray(0, compressed.length / 2)))).rejects.toThrow(/damaged or cut short/);
  await expect(linesOf(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});
