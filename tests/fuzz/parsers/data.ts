/** Readers of values, exported lines, documents and questions. */
import { parseLiteral, ValueError, type ValueType } from '../../../src/embedded/values';
import { requiredTrigrams } from '../../../src/embedded/execute/functions/trigrams';
import { OwlgateError } from '../../../src/errors';
import { chunkText, DEFAULT_CHUNKS } from '../../../src/retrieval/documents/chunks';
import { readContent, type DocumentType } from '../../../src/retrieval/documents/read';
import { languagesOf } from '../../../src/retrieval/language/language';
import { openingOf } from '../../../src/retrieval/question/opening';
import { readLine } from '../../../src/transfer/line';
import { html, plainText, question } from '../formats/documents';
import { mutateText, type Material } from '../generate/mutate';
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import { DATA } from '../world';
import { ofFormat, type ParserTarget } from './target';

/** The parts of a question and how each is put, in its languages. */
function readQuestion(text: string): void {
  for (const language of languagesOf(text, 'en')) {
    for (const part of language.parts(text)) {
      const words = language.words(part);
      openingOf(
        part,
        words,
        words.map((word) => word.text.toLowerCase()),
        { language, measures: () => [], find: () => [] },
      );
    }
  }
}

const TYPES: readonly ValueType[] = [
  'int',
  'float',
  'bool',
  'datetime',
  'geo',
  'string',
  'default',
  'bigfloat',
  'float32vector',
];
const VALUES = [
  ...[
    '2001-02-03T04:05:06.789+01:00',
    '2001',
    '2001-13',
    '[1, 2.5, -3e4]',
    '{"type":"Point","coordinates":[1,2]}',
    '1.5e3',
    'true',
    '12',
  ],
  '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}',
];
const MATERIAL: Material = {
  words: [
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '-',
    '+',
    '.',
    'e',
    'T',
    'Z',
    '"type"',
    '"coordinates"',
    '"Point"',
    '1e999',
    '\\',
    '(?',
    ')',
    '*',
    '+',
    '{1000}',
  ],
  nests: [
    ['[', '1', ']'],
    ['(', 'a', ')'],
  ],
};
const REGEXES = ['^a.*b$', '(a|b)+[^c-z]?', '\\bfoo\\b', 'a{2,5}', '(?i)x', '[[:alpha:]]', '\\x{10ffff}', '(?P<n>a)'];
const LINES = DATA.split('\n').filter((line) => line !== '');

const documents =
  (type: DocumentType) =>
  async (text: string): Promise<void> => {
    const { signal } = new AbortController();
    await chunkText(await readContent(text, type, signal), DEFAULT_CHUNKS, signal);
  };

export const DATA_TARGETS: readonly ParserTarget[] = [
  {
    name: 'parser:value',
    make: (random) => {
      const text = random.pick([...VALUES, ...ODD_NUMBERS, ...ODD_TEXTS]);
      return random.chance(0.4) ? text : mutateText(random, text || 'a', MATERIAL, () => random.pick(VALUES));
    },
    makeLarge: (random, size) => random.pick(['9', '[', '0.1,', '-', '[1,2],', '1e']).repeat(Math.ceil(size / 3)),
    read: (text) => {
      for (const type of TYPES) {
        try {
          parseLiteral(text, type);
        } catch (error) {
          if (!(error instanceof ValueError)) throw error;
        }
      }
    },
    refusals: [],
  },
  {
    name: 'parser:regexp',
    make: (random) => mutateText(random, random.pick(REGEXES), MATERIAL, () => random.pick(REGEXES)),
    makeLarge: (random, size) =>
      random.chance(0.3)
        ? Array.from({ length: Math.ceil(size / 6) }, (_, i) => `ab${i}`).join('|')
        : random.pick(['(', '[', 'a|', '(a', 'a{2}', '\\', 'abc?', '(abc|xyz)']).repeat(Math.ceil(size / 2)),
    read: (text) => requiredTrigrams(text, true),
    refusals: [],
  },
  {
    name: 'parser:export-line',
    make: (random) => mutateText(random, random.pick(LINES), MATERIAL, () => random.pick(LINES)),
    makeLarge: (random, size) => `<0x1> <a> "${random.pick(['\\', '"', 'a', ' '])}`.repeat(Math.ceil(size / 14)),
    read: readLine,
    refusals: [],
  },
  { name: 'parser:text', ...ofFormat(plainText), read: documents('text/plain'), refusals: [OwlgateError] },
  { name: 'parser:html', ...ofFormat(html), read: documents('text/html'), refusals: [OwlgateError] },
  { name: 'parser:question', ...ofFormat(question), read: readQuestion, refusals: [] },
];
