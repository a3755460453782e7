import { DqlSyntaxError } from '../../../src/dql/errors';
import { tokenize } from '../../../src/dql/lexer';

const kinds = (text: string): string[] => tokenize(text).map((t) => t.kind);
const refusal = (text: string): DqlSyntaxError => {
  try {
    tokenize(text);
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error(`not refused: ${text}`);
};

describe('tokenize', () => {
  it('returns every token with its kind, text and position', () => {
    const tokens = tokenize('{\n  q(func: eq(name@en, "A\\"b"))\r\n}');
    expect(tokens.map((t) => [t.kind, t.text, t.line, t.column])).toEqual([
      ['{', '{', 1, 1],
      ['Name', 'q', 2, 3],
      ['(', '(', 2, 4],
      ['Name', 'func', 2, 5],
      [':', ':', 2, 9],
      ['Name', 'eq', 2, 11],
      ['(', '(', 2, 13],
      ['Name', 'name', 2, 14],
      ['@', '@', 2, 18],
      ['Name', 'en', 2, 19],
      [',', ',', 2, 21],
      ['String', '"A\\"b"', 2, 23],
      [')', ')', 2, 29],
      [')', ')', 2, 30],
      ['}', '}', 3, 1],
      ['EOF', '', 3, 2],
    ]);
  });

  it('drops only white space and comments between tokens', () => {
    const text =
      '\ufeff# head\n{ q(func: regexp(<a b>, /x/i)) # tail\r { name@en-US:fr-CA:. <http://ä.org/é> } }\t#end';
    const fixed = text.replace('<a b>', '<ab>');
    let at = 0;
    for (const token of tokenize(fixed)) {
      expect(fixed.slice(at, token.start)).toMatch(/^\ufeff?(\s|#[^\n\r]*)*$/);
      expect(fixed.slice(token.start, token.end)).toBe(token.text);
      at = token.end;
    }
    expect(at).toBe(fixed.length);
  });

  it('reads < as an IRI in a selection and as an operator before a space in math', () => {
    expect(kinds('{ q(func: has(<p>)) { x: math(a < b) y: math(a <= b) } }')).toEqual(
      [
        ['{', 'Name', '(', 'Name', ':', 'Name', '(', 'Iri', ')', ')', '{'],
        ['Name', ':', 'Name', '(', 'Name', '<', 'Name', ')'],
        ['Name', ':', 'Name', '(', 'Name', '<=', 'Name', ')', '}', '}', 'EOF'],
      ].flat(),
    );
  });

  it('reads / as a regular expression after a comma and as division elsewhere', () => {
    expect(
      kinds('{ q(func: regexp(n, /a\\/b/i)) { x: math(a / b) } }').filter((k) => k === 'Regex' || k === '/'),
    ).toEqual(['Regex', '/']);
  });

  it('keeps dashes, digits and stars in the word right after @', () => {
    const words = tokenize('{ q(func: has(n)) { name@zh-Hans-CN1:fr } }')
      .filter((t) => t.kind === 'Name')
      .map((t) => t.text);
    expect(words).toEqual(['q', 'func', 'has', 'n', 'name', 'zh-Hans-CN1', 'fr']);
  });

  it.each([
    ['{', 'Invalid DQL', 1, 2],
    ['{}', "Unexpected character while lexing DQL: U+007D '}'", 1, 2],
    ['me(func: uid(1)) { name }', 'Invalid operation type: me', 1, 1],
    ['mutation { }', 'Mutation block no longer allowed.', 1, 1],
    ['{ set { <a> <b> "c" . } }', 'Expected some name. Got: "set"', 1, 3],
    ['{ q(func: has(n) { name } }', 'Unclosed Brackets', 1, 28],
    ['{ q(func: has(n)) { name }', 'Unclosed action', 1, 27],
    ['schema { type', 'Unclosed schema action', 1, 14],
    ['schema(pred: a-b) {}', "Unrecognized character inside schema: U+002D '-'", 1, 15],
    ['{ q(func: has(n)) { name } } }', 'Too many right curl', 1, 30],
    ['{ q(func: has(n)) { "name" } }', "Unrecognized character in lexText: U+0022 '\"'", 1, 21],
    ['{ q(func: has(n)) { name@\n } }', 'Unrecognized character in lexDirective: U+000A', 1, 26],
    ['{ q(func: has(n;m)) { name } }', "Unrecognized character inside a func: U+003B ';'", 1, 16],
    ['{ q(func: has(😀)) { name } }', "Unrecognized character inside a func: U+1F600 '😀'", 1, 15],
    ['{ q(func: has(<a b>)) { name } }', "Unexpected character ' ' while parsing IRI", 1, 17],
    ['{ q(func: has(<a\\u00', 'Unexpected character', 1, 17],
    ['{ q(func: has(<abc', 'Unexpected end of IRI', 1, 15],
    ['{ q(func: eq(n, "a\\/b")) { name } }', "Not a valid escape char: '/'", 1, 20],
    ['{ q(func: eq(n, "abc', 'Unexpected end of input.', 1, 17],
    ['{ q(func: regexp(n, /abc', 'Unclosed regexp', 1, 21],
    ['{ q(func: eq(n,, 1)) { name } }', 'Consecutive commas not allowed.', 1, 16],
    ['{ q(func: eq(n, )) { name } }', 'Empty Argument', 1, 17],
    ['{ q(func: eq(n, $)) { name } }', 'Expected variable name after $', 1, 17],
  ])('refuses %s', (text, reason, line, column) => {
    const error = refusal(text);
    expect(error.reason).toContain(reason);
    expect([error.line, error.column]).toEqual([line, column]);
    expect(error.message).toBe(`line ${line} column ${column}: ${error.reason}`);
  });

  it('never throws when tolerant, and covers the text', () => {
    for (const text of ['{ "a', 'x § < / , /re', '}}}(((', '$', '\ud800', '{ q(func: eq(n, "\\', '@@..']) {
      const tokens = tokenize(text, { tolerant: true });
      expect(tokens.at(-1)!.kind).toBe('EOF');
      expect(tokens.map((t) => t.text).join('')).toBe(text.replace(/\s/g, ''));
    }
  });
});
