/** Answers as N-Quads; recorded from Dgraph v25.4. */
import { ask } from '../../../../support/embedded/ask';

const rdf = (query: string): string => ask(query, { format: 'rdf' }) as string;

describe('the rdf format', () => {
  it('has the fields in sequence', () => {
    const query =
      '{ q(func: uid(0x1, 0x2)) { uid name@en c: count(knows) k: knows @filter(ge(age, 40)) { age height born ' +
      'alive } nick place wealth taste } }';
    expect(rdf(query).split('\n')).toEqual([
      '<0x1> <name> "Ada Lovelace" .',
      '<0x2> <name> "Charles Babbage" .',
      '<0x1> <c> "3" .',
      '<0x2> <c> "2" .',
      '<0x1> <k> <0x2> .',
      '<0x1> <k> <0x3> .',
      '<0x2> <k> <0x3> .',
      '<0x2> <age> "79" .',
      '<0x3> <age> "91" .',
      '<0x2> <height> "1.8" .',
      '<0x2> <born> "1791-12-26T08:30:00+01:00" .',
      '<0x3> <born> "1780-12-26T00:00:00Z" .',
      '<0x2> <alive> false .',
      '<0x3> <alive> true .',
      '<0x1> <nick> "Countess" .',
      '<0x1> <nick> "Enchantress" .',
      '<0x1> <wealth> 1.234567890123456789012345678905e+29 .',
      '<0x2> <wealth> 1e+10 .',
      '<0x1> <taste> [1,0,0.5] .',
      '<0x2> <taste> [0,1,0.5] .',
      '',
    ]);
  });

  it('has values of variables, and fields of var blocks', () => {
    const query = '{ v as var(func: uid(0x2)) { a as age } r(func: uid(v)) { val(a) x: math(a + 1) } }';
    expect(rdf(query)).toBe('<0x2> <age> "79" .\n<0x2> <val(a)> "79" .\n<0x2> <x> "80" .\n');
  });

  it.each([
    ['{ q(func: type(Person)) @groupby(age) { count(uid) } }', 'groupby is not supported in rdf output format'],
    ['{ q(func: type(Person)) { count(uid) } }', 'uid count is not supported in the rdf output format'],
    ['{ q(func: uid(0x1)) @normalize { n: name } }', 'normalize directive is not supported in the rdf output format'],
    ['{ q(func: uid(0x1)) { knows @facets { name } } }', 'facets are not supported in the rdf output format'],
  ])('refuses %s', (query, message) => {
    expect(() => rdf(query)).toThrow(message);
  });
});
