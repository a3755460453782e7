/** GraphQL schemas of an export: one per namespace, and messages for files of another form. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransferError } from '../../../src/transfer/errors';
import { readGraphqlFiles } from '../../../src/transfer/schema-files';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'owlgate-schema-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const read = (...texts: readonly string[]): Promise<string | undefined> => {
  const files = texts.map((text, i) => {
    const file = join(folder, `${i}.json`);
    writeFileSync(file, text);
    return file;
  });
  return readGraphqlFiles(files, 0);
};
const entry = (schema: string, namespace = 0) => ({ namespace, schema });

it.each(['{}', 'null', '7', '"a"', '[null]', '[7]', '[{"namespace":0}]', '[{"namespace":"0","schema":"type A"}]', '['])(
  'a file that is no schema is refused by name: %s',
  async (text) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransferError);
    expect((error as Error).message).toContain(join(folder, '0.json'));
  },
);

it('a namespace has one schema, which several files may repeat', async () => {
  const one = JSON.stringify([entry('type A { id: ID }'), entry('type B { id: ID }', 1), entry(' ')]);
  expect(await read(one, '[]', one)).toBe('type A { id: ID }');
});

it('several schemas of a namespace are refused with their files', async () => {
  const [one, two] = ['A', 'B'].map((name) => JSON.stringify([entry(`type ${name} { id: ID }`)]));
  await expect(read(one!, two!)).rejects.toThrow(/0\.json, .*1\.json: 2 GraphQL schemas of namespace 0; keep one/);
});
