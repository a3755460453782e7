/** Reasons of syntax errors in Turtle: what is found and what to write instead, in messages of limited length. */
import { OwlgateError } from '../../../src/errors';
import { parseTurtle } from '../../../src/rdf';

const PREFIX = '@prefix : <http://e/> .\n';

function reasonOf(text: string): string {
  try {
    parseTurtle(text);
  } catch (error) {
    if (error instanceof OwlgateError) return String(error.details['reason']);
    throw error;
  }
  throw new Error('parsed without an error');
}

it.each([
  [':a :b "x\ny" .', /the string does not end on its line/],
  [':a :b """x\ny" .', /the string does not end; its end is """/],
  [":a :b 'it's' .", /strings have straight|needs a prefix|Unexpected/],
  [':a :b "C:\\Users" .', /"; \\U is no escape; write \\\\ for a backslash/],
  [':a :b "\\uD83D" .', /half of a character/],
  [':a :b “x” .', /straight quotation marks/],
  [':a :b "x" @ .', /language tag/],
  [':a :b 1.2.3 .', /numbers are 1, 1.5 and 1.5e0/],
  [':a b :c .', /a name needs a prefix/],
  ['( :a :b ) .', /a list \( … \) included, needs a predicate and an object; only \[ … \] can stand alone/],
  [':x :y :z .\n() .', /needs a predicate/],
  ['[] .', /needs a predicate/],
  [':a .', /needs a predicate/],
  [':a/b :c :d .', /in <…>/],
  ['<http://e/a b> :c :d .', /an IRI cannot contain a space; write %20/],
  ['<http://e/{a}> :c :d .', /an IRI cannot contain "{"; write %7B/],
  ['<http://e/a :c :d .\n:a :b :c .', /an IRI ends with >/],
  [':a :b :c\n:d :e :f .', /end the statement with "."/],
  ['GRAPH :g { :a :b :c }', /application\/trig/],
  [':g { :a :b :c }', /application\/trig/],
  [':a = :b .', /N3/],
  ['?x :a :b .', /N3/],
])('%j', (text, reason) => expect(reasonOf(PREFIX + text)).toMatch(reason));

it.each([
  [':a :b true true .', '"true"'],
  [':a :b "x"@en :c .', '"x"'],
  [':a :b 5 :c .', '"5"'],
  [':a :b :c\n:d :e :f .', '"http://e/c"'],
])('%j: the object is quoted once', (text, object) => {
  expect(reasonOf(PREFIX + text)).toContain(`Expected punctuation to follow ${object}; end the statement`);
});

it('a page in HTML is recognized', () => expect(reasonOf('<html></html>')).toMatch(/looks like XML/));

it.each([
  ['&'.repeat(1_000_000), ''],
  [':a :b "', 'x'.repeat(1_000_000)],
  [`:a :b "${'x'.repeat(1_000_000)}" `, '\n:c :d :e .'],
  ['p'.repeat(1_000_000), ':x :a :b .'],
])('quotes little of a long text (%#)', (text, more) => {
  expect(reasonOf(PREFIX + text + more).length).toBeLessThan(500);
});
