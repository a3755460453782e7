/** Models in folders: vectors and scores computed by hand, folders that are not usable, deadlines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { OwlgateError } from '../../../../src/errors';
import { openEmbedder, openReranker } from '../../../../src/retrieval/model/local';
import { ModelFolderError, readModelFolder } from '../../../../src/retrieval/model/local/folder';
import { Session, type SessionOptions } from '../../../../src/retrieval/model/local/session';
import { SPECIAL, writeModel, type TinyModel } from '../../../support/retrieval/onnx';

const root = mkdtempSync(path.join(tmpdir(), 'owlgate-models-'));
let count = 0;
const folderOf = (model: TinyModel): string => writeModel(path.join(root, String(count++)), model);
const closing: { close(): Promise<void> }[] = [];
const closed = <T extends { close(): Promise<void> }>(model: T): T => {
  closing.push(model);
  return model;
};
afterAll(async () => {
  await Promise.all(closing.map((model) => model.close()));
  rmSync(root, { recursive: true });
});

const never = new AbortController().signal;
const WORDS = ['lamp', 'light', 'boat', 'ship', 'oak'];
/** Rows of padding are large, so that a mean without the mask would differ. */
const TABLE = [
  [50, -50, 9],
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
  [3, 1, 0],
  [2, 1, 0.5],
  [0, 4, 1],
  [-1, 3, 1],
  [1, 1, -2],
];
const MODEL: TinyModel = { words: WORDS, table: TABLE, computes: 'tokens' };

const rowsOf = (text: string): readonly number[][] =>
  ['[CLS]', ...text.split(' ').filter((word) => word !== ''), '[SEP]'].map((token) => {
    const id = [...SPECIAL, ...WORDS].indexOf(token);
    return TABLE[id < 0 ? 1 : id]!;
  });
const normalized = (vector: readonly number[]): number[] => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const meanOf = (rows: readonly (readonly number[])[]): number[] =>
  [0, 1, 2].map((i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
const near = (vector: readonly number[]): number[] => vector.map((value) => expect.closeTo(value, 5) as number);

it('gives the normalized mean of the tokens, whatever else is in the batch', async () => {
  const embedder = closed(await openEmbedder(folderOf(MODEL)));
  expect(embedder.dimensions).toBe(3);
  const text = fc.array(fc.constantFrom(...WORDS, 'unknown'), { maxLength: 30 }).map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 80 }), async (texts) => {
      const vectors = await embedder.embed(texts, never);
      expect(vectors).toEqual(texts.map((each) => near(normalized(meanOf(rowsOf(each))))));
    }),
    { numRuns: 30 },
  );
});

it.each<[string, Partial<TinyModel>, (rows: readonly (readonly number[])[]) => number[]]>([
  [
    'the first token',
    { files: { '1_Pooling/config.json': '{"pooling_mode_cls_token":true}' } },
    (rows) => normalized(rows[0]!),
  ],
  [
    'the mean, as it is',
    { files: { 'modules.json': '[{"path":"","type":"a.Transformer"},{"path":"1_Pooling","type":"a.Pooling"}]' } },
    meanOf,
  ],
  ['a vector of the model', { computes: 'sentence' }, (rows) => normalized(meanOf(rows))],
  ['the mean, of a model in onnx/', { modelFile: 'onnx/model.onnx' }, (rows) => normalized(meanOf(rows))],
  [
    'the mean, of a model without types',
    { inputs: ['input_ids', 'attention_mask'] },
    (rows) => normalized(meanOf(rows)),
  ],
  [
    'the mean of the first tokens',
    { files: { 'sentence_bert_config.json': '{"max_seq_length":8}' } },
    (rows) => normalized(meanOf(rows.length <= 8 ? rows : [...rows.slice(0, 7), rows.at(-1)!])),
  ],
])('gives %s', async (_, changes, of) => {
  const embedder = closed(await openEmbedder(folderOf({ ...MODEL, ...changes })));
  // One after the other: a model that sums sees the padding.
  for (const text of ['lamp light', 'boat', '', 'oak ship lamp boat light oak oak ship lamp light']) {
    expect((await embedder.embed([text], never))[0]).toEqual(near(of(rowsOf(text))));
  }
});

it('scores pairs of a question and a passage', async () => {
  const table = [[0], [0], [0], [0.5], [1], [2], [3], [4], [5]];
  const reranker = closed(await openReranker(folderOf({ words: WORDS, table, computes: 'sum' })));
  expect(await reranker.score('lamp', ['boat ship', 'oak', ''], never)).toEqual([9, 7, 2]);
});

it('has a name that changes with what determines the vectors', async () => {
  const names = [
    MODEL,
    { ...MODEL, table: TABLE.map((row) => row.map((value) => value + 1)) },
    { ...MODEL, words: [...WORDS].reverse() },
    { ...MODEL, files: { '1_Pooling/config.json': '{"pooling_mode_cls_token":true}' } },
    { ...MODEL, files: { 'sentence_bert_config.json': '{"max_seq_length":8}' } },
    { ...MODEL, files: { 'model.onnx_data': 'weights' } },
  ].map(async (model) => {
    const directory = writeModel(path.join(root, String(count++), 'tiny'), model);
    return (await readModelFolder(directory)).name;
  });
  expect(new Set(await Promise.all(names)).size).toBe(names.length);
  expect(await names[0]).toMatch(/^tiny-[0-9a-f]{12}$/);
});

it.each<[string, Partial<TinyModel>, RegExp]>([
  ['no model', { files: { 'model.onnx': null } }, /has no model\.onnx$/],
  ['no tokenizer', { files: { 'tokenizer.json': null } }, /has no tokenizer\.json$/],
  ['no configuration', { files: { 'config.json': null } }, /has no config\.json$/],
  ['a tokenizer that is not JSON', { files: { 'tokenizer.json': '{"version"' } }, /tokenizer\.json cannot be read: /],
  [
    'a tokenizer that is none',
    { files: { 'tokenizer.json': '{"version":"1.0"}' } },
    /tokenizer\.json is not a tokenizer/,
  ],
  ['a configuration that is a number', { files: { 'config.json': '7' } }, /config\.json is not a JSON object$/],
  ['a model that is none', { files: { 'model.onnx': 'version https://git-lfs' } }, /model\.onnx: .*(protobuf|parse)/i],
  ['an empty model', { files: { 'model.onnx': '' } }, /model\.onnx: /],
  ['a folder in its place', { files: { 'model.onnx': null, 'model.onnx/x': 'x' } }, /model\.onnx cannot be read: /],
  ['another input', { inputs: ['input_ids', 'pixels'] }, /the input pixels/],
  ['no tokens as input', { inputs: ['attention_mask'] }, /no input input_ids$/],
  ['one vector for all texts', { computes: 'flat' }, /the shape \[3\]/],
  ['numbers that are not finite', { table: TABLE.map(() => [NaN, 1, 1]) }, /not finite$/],
  [
    'maximum pooling',
    { files: { '1_Pooling/config.json': '{"pooling_mode_max_tokens":true}' } },
    /pooling_mode_max_tokens/,
  ],
  [
    'a dense layer',
    { files: { 'modules.json': '[{"path":"2_Dense","type":"sentence.models.Dense"}]' } },
    /the module Dense/,
  ],
])('refuses a folder with %s', async (_, changes, message) => {
  const opening = openEmbedder(folderOf({ ...MODEL, ...changes }));
  const error: unknown = await opening.then(closed, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(ModelFolderError);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
});

it('refuses a path that is no folder, and a cross-encoder that gives vectors', async () => {
  await expect(openEmbedder(path.join(root, 'nowhere'))).rejects.toThrow(/nowhere is not a folder$/);
  await expect(openEmbedder(__filename)).rejects.toThrow(/is not a folder$/);
  await expect(openReranker(folderOf(MODEL))).rejects.toThrow(/one score a pair/);
});

it('says what to install if the runtime is missing', async () => {
  const folder = await readModelFolder(folderOf(MODEL));
  const opening = Session.open({ folder, kind: 'embed', runtime: 'onnxruntime-that-is-missing' });
  await expect(opening).rejects.toThrow('install it beside owlgate: npm install onnxruntime-that-is-missing');
});

describe('a session', () => {
  let options: { -readonly [Name in keyof SessionOptions]: SessionOptions[Name] };
  let session: Session;
  const long = { texts: Array.from({ length: 3_000 }, (_, i) => `lamp ${i} `.repeat(60)) };
  const short = { texts: ['lamp'] };
  beforeAll(async () => {
    options = { folder: await readModelFolder(folderOf(MODEL)), kind: 'embed' };
    session = closed(await Session.open(options));
  });

  it('gives up at the deadline, and works again in a new thread', async () => {
    options.patienceMs = 20;
    await expect(session.run(long, never)).rejects.toMatchObject({ kind: 'late' });
    delete options.patienceMs;
    expect(await session.run(short, never)).toHaveLength(3);
  });

  it('ends with its request, and begins no work that nobody waits for', async () => {
    const leaving = new AbortController();
    const requests = [session.run(long, leaving.signal), session.run(long, leaving.signal)];
    leaving.abort(new Error('gone'));
    for (const request of requests) await expect(request).rejects.toThrow('gone');
    expect(await session.run(short, never)).toHaveLength(3);
    await expect(session.run(short, leaving.signal)).rejects.toThrow('gone');
  });

  it('leaves this thread to others', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await session.run(long, never);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
  });

  it('refuses more requests than may wait', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => session.run(short, never)));
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as { kind: string }] : []));
    expect(refused.map(({ kind }) => kind)).toEqual(Array<string>(8).fill('busy'));
  });

  it('refuses requests once it is closed', async () => {
    const other = await openEmbedder(folderOf(MODEL));
    const running = other.embed(long.texts, never);
    const ended = expect(running).rejects.toBeInstanceOf(OwlgateError);
    await other.close();
    await ended;
    await expect(other.embed(['lamp'], never)).rejects.toMatchObject({ code: 'ModelUnavailable' });
  });
});
