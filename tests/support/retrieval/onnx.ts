/** Folders with tiny ONNX models, printed as protobuf, whose results can be computed by hand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Tokens before the words of a vocabulary. */
export const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'] as const;

/** Output of a test model, computed from its table of one row per token. */
export interface TinyModel {
  /** Words that the tokenizer knows. */
  readonly words: readonly string[];
  /** Rows of the table: those of `SPECIAL`, then those of `words`. All of one length. */
  readonly table: readonly (readonly number[])[];
  /**
   * `tokens`: the row of each token. `sum`: the sum of the rows. `sentence`: the same, named `sentence_embedding`.
   * `flat`: the rows of all texts, which is no result of a model.
   */
  readonly computes: 'tokens' | 'sum' | 'sentence' | 'flat';
  /** Names of the inputs. Default: as BERT. */
  readonly inputs?: readonly string[];
  /** Further files by name; null removes one. */
  readonly files?: Readonly<Record<string, string | Buffer | null>>;
  /** Default: `model.onnx`. */
  readonly modelFile?: string;
}

export const BERT_INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];

/** Writes a folder as Hugging Face exports it. @returns the folder */
export function writeModel(directory: string, model: TinyModel): string {
  const { words, table, files = {}, modelFile = 'model.onnx' } = model;
  const all: Record<string, string | Buffer | null> = {
    [modelFile]: printModel(model),
    'tokenizer.json': JSON.stringify(tokenizerOf(words)),
    'config.json': JSON.stringify({ model_type: 'bert', hidden_size: table[0]!.length, max_position_embeddings: 64 }),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    if (content === null) continue;
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  return directory;
}

function tokenizerOf(words: readonly string[]): object {
  const vocab = Object.fromEntries([...SPECIAL, ...words].map((token, id) => [token, id]));
  const special = (token: (typeof SPECIAL)[number]) => ({ SpecialToken: { id: token, type_id: 0 } });
  const sequence = (id: 'A' | 'B', type_id: number) => ({ Sequence: { id, type_id } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      ...{ id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), sequence('A', 0), special('[SEP]')],
      pair: [special('[CLS]'), sequence('A', 0), special('[SEP]'), sequence('B', 1), special('[SEP]')],
      special_tokens: Object.fromEntries(
        (['[CLS]', '[SEP]'] as const).map((id) => [id, { id, ids: [vocab[id]], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

const FLOAT = 1;
const INT64 = 7;

type Field = readonly [number: number, value: string | number | Uint8Array];

/** Prints a message: strings and bytes with their length, numbers as varints. */
function message(...fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (typeof value === 'number') writer.tag(number, WireType.Varint).int64(value);
    else if (typeof value === 'string') writer.tag(number, WireType.LengthDelimited).string(value);
    else writer.tag(number, WireType.LengthDelimited).bytes(value);
  }
  return writer.finish();
}

const tensorType = (name: string, type: number, dimensions: readonly string[]): Uint8Array => {
  const shape = message(...dimensions.map((dimension): Field => [1, message([2, dimension])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
};

const node = (type: string, inputs: readonly string[], output: string, ...attributes: readonly Uint8Array[]): Field => [
  1,
  message(
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, type],
    ...attributes.map((attribute): Field => [5, attribute]),
  ),
];

/** Prints a ModelProto (onnx/onnx.proto, version 8, operators 11). */
function printModel({ table, computes, inputs = BERT_INPUTS }: TinyModel): Buffer {
  const width = table[0]!.length;
  const rows = message(
    [1, table.length],
    [1, width],
    [2, FLOAT],
    [8, 'table'],
    [9, new Uint8Array(Float32Array.from(table.flat()).buffer)],
  );
  const axes = (...values: readonly number[]): Uint8Array =>
    message([1, 'axes'], ...values.map((value): Field => [8, value]), [20, 7]);
  const keeps = message([1, 'keepdims'], [3, 0], [20, 2]);
  const output = { tokens: 'last_hidden_state', sum: 'logits', sentence: 'sentence_embedding', flat: 'flat' }[computes];
  const gathered = computes === 'tokens' ? output : 'rows';
  const nodes = [
    node('Gather', ['table', inputs[0]!], gathered),
    ...(computes === 'tokens'
      ? []
      : [node('ReduceSum', ['rows'], output, axes(...(computes === 'flat' ? [0, 1] : [1])), keeps)]),
  ];
  const shape = {
    tokens: ['batch', 'tokens', 'width'],
    sum: ['batch', 'width'],
    sentence: ['batch', 'width'],
    flat: ['width'],
  };
  const graph = message(
    ...nodes,
    [2, 'tiny'],
    [5, rows],
    ...inputs.map((name): Field => [11, tensorType(name, INT64, ['batch', 'tokens'])]),
    [12, tensorType(output, FLOAT, shape[computes])],
  );
  return Buffer.from(message([1, 8], [7, graph], [8, message([2, 11])]));
}
