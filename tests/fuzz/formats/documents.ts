/** Documents as /api/v1/databases/{id}/documents takes them, and questions about them. */
import { placedPdf, samplePdf } from '../../support/retrieval/pdf';
import { generate, type Format } from '../generate/format';
import { mutateBytes, mutateText } from '../generate/mutate';
import type { Random } from '../generate/random';
import { DOCUMENT_TEXT } from '../world';

export const plainText: Format = {
  name: 'text',
  seeds: () => [
    DOCUMENT_TEXT,
    'One sentence.',
    'A. B. C? D! “E.” (F.) 1.5 kg; 3 p.m. Dr. No et al.',
    '日本語の文。もう一つ。',
  ],
  words: [
    '.',
    '?',
    '!',
    ',',
    '\n\n',
    '—',
    '“',
    '”',
    'Ada',
    'Rex',
    'House 7',
    '1901',
    'Mr.',
    '\t',
    '$5m',
    '5 %',
    'the',
    'of',
  ],
  nests: [
    ['(', 'a', ')'],
    ['“', 'a', '”'],
  ],
};

export const markdown: Format = {
  name: 'markdown',
  seeds: () => [
    `# Title\n\n${DOCUMENT_TEXT}\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n  - y\n\n> q\n\n\`\`\`\ncode\n\`\`\`\n`,
    '[a](b "c") ![d](e) <f@g> **h** _i_ `j` ~~k~~\n\n[a]: b\n',
  ],
  words: [
    '#',
    '*',
    '_',
    '`',
    '```',
    '>',
    '- ',
    '1. ',
    '|',
    '---',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<b>',
    '&amp;',
    '\\',
    '    ',
    '\n',
    '~~',
    '[^1]',
  ],
  nests: [
    ['> ', 'a', ''],
    ['[', 'a', '](b)'],
    ['*', 'a', '*'],
    ['- ', 'a', ''],
    ['<div>', 'a', '</div>'],
    ['![', 'a', '](b)'],
  ],
};

export const html: Format = {
  name: 'html',
  seeds: () => [
    `<!doctype html><title>T</title><body><h1>H</h1><p>${DOCUMENT_TEXT}</p><table><tr><th>a<th>b<tr><td ` +
      'rowspan=2>1<td>2</table><ul><li>x<li>y</ul>',
    '<html><head><meta charset=iso-8859-1><script>if (a < b) ' +
      '{}</script><style>p{}</style></head><body><pre>a\n b</pre><br>&nbsp;&lt;&notit;',
  ],
  words: [
    '<',
    '>',
    '</',
    '/>',
    '<p>',
    '<table>',
    '<tr>',
    '<td colspan="1000000" rowspan="99999">',
    '<th>',
    '<li>',
    '<script>',
    '<style>',
    '<!--',
    '-->',
    '<![CDATA[',
    '&#x110000;',
    '&',
    '=',
    '"',
    '<svg>',
    '<template>',
    '<h1>',
    '<noscript>',
    '<title>',
    '<pre>',
  ],
  nests: [
    ['<div>', 'a', '</div>'],
    ['<table><tr><td>', 'a', '</td></tr></table>'],
    ['<ul><li>', 'a', '</li></ul>'],
    ['<h1>', 'a', ''],
  ],
};

export const question: Format = {
  name: 'question',
  seeds: () => [
    'Who walks Rex?',
    'How many hounds are there?',
    'Where does the keeper of Rex live?',
    'Is Rex a feline?',
    'When was the house of Ada built, and how much does her hound weigh?',
    'Welche Tiere hat Ada?',
  ],
  words: [
    'who',
    'what',
    'how many',
    'which',
    'hound',
    'keeper',
    'Rex',
    'Ada',
    'and',
    'or',
    'not',
    'of',
    "'s",
    '?',
    'more than 3',
    'in 1901',
    '"',
    'every',
    'lives',
    'the',
    'title',
  ],
  nests: [
    ['the keeper of ', 'Rex', ''],
    ['(', 'a', ')'],
    ['not ', 'Rex', ''],
  ],
};

/** A PDF: whole, with its streams and dictionaries damaged as text, or with damaged bytes. */
export function pdf(random: Random): Buffer {
  const text = generate(random, plainText)
    .replace(/[()\\]/g, ' ')
    .slice(0, 2_000);
  const document = random.chance(0.5)
    ? samplePdf([text, 'Second page'], 'Title')
    : placedPdf(random.list(1, 20, () => [random.below(700), random.below(800), text.slice(0, 30)] as const));
  const material = {
    words: [
      'obj',
      'endobj',
      'stream',
      'endstream',
      '<<',
      '>>',
      '/Length 99999999',
      '/Kids [1 0 R]',
      '/Count -1',
      '/Encrypt 1 0 R',
      '/Filter /FlateDecode',
      '/Filter [/ASCIIHexDecode /LZWDecode]',
      'xref',
      'trailer',
      '/Root 2 0 R',
      '0 R',
      'Tj',
      'BT',
      'Tm',
      '/W [1 2 1]',
      '/Type /ObjStm',
      'startxref',
      '%%EOF',
    ],
    nests: [
      ['[', '1', ']'],
      ['<<', '/A 1', '>>'],
      ['q ', 'BT', ' Q'],
    ] as const,
  };
  return random.weighted<() => Buffer>([
    [2, () => document],
    [
      3,
      () =>
        Buffer.from(
          mutateText(random, document.toString('latin1'), material, () => text),
          'latin1',
        ),
    ],
    [3, () => mutateBytes(random, document)],
  ])();
}
