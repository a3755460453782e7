/** Text in cells: widths, lines, tables, trees, and what never reaches a terminal. */
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { fits, table } from '../../../src/cli/terminal/table';
import { PLAIN, terminalOf } from '../../../src/cli/terminal/terminal';
import { clean, cleanLine, padded, widthOf, wrap } from '../../../src/cli/terminal/text';
import { tree } from '../../../src/cli/terminal/tree';

const at = (columns: number, env = {}) => terminalOf({ isTTY: true, columns }, env);
const BARE = { NO_COLOR: '1' };

/** Words of one, two and no cells to a character. */
const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.constantFrom('日本語', '한국어', 'e\u0301te\u0301', '🎉', '👩‍🚀', '🇵🇹', 'ｱｲｳ', '1️⃣', 'naïve', 'über'),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

describe('width', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['日本', 4],
    ['한글', 4],
    ['e\u0301', 1],
    ['a\u200bb', 2],
    ['🎉', 2],
    ['👩‍🚀', 2],
    ['🇵🇹', 2],
    ['❤️', 2],
    ['❤', 1],
    ['1️⃣', 2],
    ['ｱ', 1],
    ['ＡＢ', 4],
    ['、', 2],
    ['Ω→≤', 3],
    ['\u001b[31mred\u001b[39m', 3],
  ])('of %j is %i cells', (printed, width) => {
    expect(widthOf(printed)).toBe(width);
  });

  it('is reached by padding', () => {
    expect([padded('日', 4), padded('7', 3, true), padded('long', 2)]).toEqual(['日  ', '  7', 'long']);
  });
});

describe('lines', () => {
  it('have the given width at most, and lose nothing', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (input, width) => {
        const lines = wrap(input, width);
        expect(Math.max(...lines.map((line) => widthOf(line)))).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(input.replace(/\s/g, ''));
      }),
    );
  });

  it('are broken at spaces if possible', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a\n  indented', 40)).toEqual(['a', '  indented']);
    expect(wrap('a'.repeat(10), 4)).toEqual(['aaaa', 'aaaa', 'aa']);
  });

  it('are unchanged without a terminal', () => {
    expect(wrap('x'.repeat(500), undefined)).toEqual(['x'.repeat(500)]);
  });

  it('end with their style, which the next line restores', () => {
    const { style } = at(40);
    expect(wrap(style.red('one two'), 3)).toEqual(['\u001b[31mone\u001b[39m', '\u001b[31mtwo\u001b[39m']);
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 20 }), (input, width) => {
        const lines = wrap(style.dim(input), width);
        expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(wrap(input, width));
        for (const line of lines) {
          expect(line.split('\u001b[2m').length).toBe(line.split('\u001b[22m').length);
        }
      }),
    );
  });
});

describe('printed text', () => {
  it('contains no control sequences of data', () => {
    expect(clean('a\u001b[2Jb\u0007\u009b1mc\u202ed\te\r\nf')).toBe('a[2Jb1mcd\te\nf');
    expect(cleanLine(' a\n b\u0000 ')).toBe('a b');
  });

  it('has colours on a terminal only, unless they are switched off', () => {
    const red = (stream: object, env: Record<string, string>): string => terminalOf(stream, env).style.red('x');
    expect(red({ isTTY: true }, {})).toBe('\u001b[31mx\u001b[39m');
    expect(red({ isTTY: true }, BARE)).toBe('x');
    expect(red({ isTTY: true }, { TERM: 'dumb' })).toBe('x');
    expect(red({}, {})).toBe('x');
    expect(terminalOf({}, {}).width).toBeUndefined();
    expect(terminalOf({ isTTY: true }, {}).width).toBe(80);
  });
});

describe('a table', () => {
  it('has columns as wide as their content, with numbers on the right', () => {
    expect(
      table(
        ['name', 'n'],
        [
          ['日本', '7'],
          ['Ada', '12'],
          ['', ''],
        ],
        PLAIN,
      ),
    ).toBe('name   n\n日本   7\nAda   12\n\n');
  });

  it('has the terminal’s width at most while columns have eight cells, and loses nothing', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((columns) =>
            fc.tuple(
              fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { maxLength: 4 }),
              fc.constant(columns),
            ),
          ),
        ([rows, columns]) => {
          const terminal = at(44, BARE);
          expect(fits(columns, terminal)).toBe(true);
          const head = Array.from({ length: columns }, (_, i) => `c${i}`);
          const lines = table(head, rows, terminal).split('\n');
          expect(Math.max(...lines.map((line) => widthOf(line)))).toBeLessThanOrEqual(44);
          const characters = (all: string): string => Array.from(all.replace(/\s/g, '')).sort().join('');
          expect(characters(lines.join(''))).toBe(characters(head.join('') + rows.flat().join('')));
        },
      ),
    );
  });

  it('is refused if it cannot fit', () => {
    expect(fits(5, at(44))).toBe(false);
    expect(fits(50, PLAIN)).toBe(true);
  });
});

describe('a tree', () => {
  const leaf = (name: string) => ({ text: name });

  it('has guides, also beside continued lines', () => {
    const root = { text: 'a\nb', children: [{ text: 'c\nd', children: [leaf('e')] }, { text: 'f\ng' }] };
    expect(tree([root, leaf('h')], PLAIN)).toBe('a\n│ b\n├─ c\n│  │ d\n│  └─ e\n└─ f\n   g\nh\n');
  });

  it('wraps within its guides', () => {
    const lines = tree([{ text: 'x'.repeat(70), children: [leaf('y'.repeat(50))] }], at(40, BARE)).split('\n');
    expect(lines).toEqual(['x'.repeat(38), `│ ${'x'.repeat(32)}`, `└─ ${'y'.repeat(37)}`, `   ${'y'.repeat(13)}`, '']);
  });

  it('may have any depth', () => {
    let branch: { text: string; children?: readonly { text: string }[] } = leaf('end');
    for (let i = 0; i < 3_000; i++) branch = { text: 'x', children: [branch] };
    expect(tree([branch], PLAIN).endsWith('└─ end\n')).toBe(true);
  });
});
