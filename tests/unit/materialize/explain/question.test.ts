/** The spellings in which a fact may be asked about. */
import * as fc from 'fast-check';
import { OwlgateError } from '../../../../src/errors';
import { irisOf, readFact } from '../../../../src/materialize/explain/question';
import type { QuestionContext } from '../../../../src/materialize/explain/question';
import { ontologyOf, schemaOf } from '../../../support/materialize/small';
import { runs } from '../../../support/runs';

const { names } = ontologyOf(`
  :A a owl:Class . :knows a owl:ObjectProperty .
  :age a owl:DatatypeProperty . :called a owl:DatatypeProperty . :at a owl:DatatypeProperty .`);
const schema = schemaOf('knows: [uid]\nage: int\ncalled: string @lang\nat: datetime\nplain: string');
const context: QuestionContext = { names, schema };
const NS = names.propertyIri('knows')!.replace(/knows$/, '');

const read = (subject: string, predicate: string, object: string) => readFact({ subject, predicate, object }, context);

describe('nodes', () => {
  it.each([
    ['0x1', '0x1'],
    [' 0x00Ab ', '0xab'],
    ['0xffffffffffffffff', '0xffffffffffffffff'],
    ['<https://example.org/a>', '<https://example.org/a>'],
    ['https://example.org/a', '<https://example.org/a>'],
    ['urn:uuid:1', '<urn:uuid:1>'],
    [':ann', `<${NS}ann>`],
    ['<https://example.org/ä?b=c#d>', '<https://example.org/ä?b=c#d>'],
  ])('%s', (text, term) => {
    expect(read(text, 'knows', '0x2').s).toBe(term);
    expect(read('0x2', 'knows', text).o).toBe(term);
  });

  it.each([
    '',
    '0x0',
    '0x',
    '0x11111111111111111',
    '17',
    'Ann',
    '_:x',
    '<>',
    '<a b>',
    '<a\u0001b>',
    'a:',
    '__proto__:x y',
    '<a\ud800>',
  ])('%j is not a node', (text) => {
    for (const fact of [
      [text, 'knows', '0x2'],
      ['0x2', 'knows', text],
    ] as [string, string, string][]) {
      expect(() => read(...fact)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }));
    }
  });

  it('only prefixes of the document are expanded', () => {
    expect(read('constructor:x', 'knows', '0x2').s).toBe('<constructor:x>');
    expect(() => read('__proto__:x', 'knows', '0x2')).toThrow(/is expected/);
  });

  it('IRIs are looked up', () => {
    expect(irisOf(read(':a', 'knows', '0x1'))).toEqual([`<${NS}a>`]);
    expect(irisOf(read('0x1', 'plain', '<no IRI>'))).toEqual([]);
  });
});

describe('predicates', () => {
  it.each(['graph.type', 'dgraph.type', 'rdf:type', 'a', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'])(
    '%s stands for types',
    (predicate) => expect(read('0x1', predicate, 'A')).toEqual({ s: '0x1', p: 'dgraph.type', o: 'A' }),
  );

  it.each([
    ['knows', 'knows'],
    [':knows', 'knows'],
    [`${NS}knows`, 'knows'],
    [`<${NS}knows>`, 'knows'],
  ])('%s', (text, p) => expect(read('0x1', text, '0x2').p).toBe(p));

  it.each(['knws', ':knws', `<${NS}knws>`])('an unknown predicate %s is refused with similar names', (predicate) => {
    expect(() => read('0x1', predicate, '0x2')).toThrow(
      expect.objectContaining({ code: 'UnknownPredicate', details: { suggestions: ['knows'] } }),
    );
  });
});

describe('objects', () => {
  it.each([
    ['graph.type', 'A', 'A'],
    ['graph.type', `<${NS}A>`, 'A'],
    ['graph.type', ':A', 'A'],
    ['graph.type', 'Of no ontology', 'Of no ontology'],
    ['age', '5', '"5"'],
    ['age', '"05"^^<http://www.w3.org/2001/XMLSchema#integer>', '"5"'],
    ['called', 'Ann', '"Ann"'],
    ['called', '"Ann"@en', '"Ann"@en'],
    ['called', 'a "quoted" word', '"a "quoted" word"'],
    ['called', '"a \\"quoted\\" \\u00e4\\n"', '"a "quoted" ä\n"'],
    ['called', '"\\UFFFFFFFF"', '"\\UFFFFFFFF"'],
    ['plain', '"x"@en', '"x"'],
    ['at', '2024-01-01', '"2024-01-01T00:00:00Z"'],
  ])('%s %s', (predicate, object, term) => expect(read('0x1', predicate, object).o).toBe(term));
});

it('any text is read as a fact or refused with a reason', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('knows', 'called', 'graph.type', '0x1', ':a', '<b:c>', '"d"@e', '__proto__', 'constructor', 'a:b'),
  );
  fc.assert(
    fc.property(text, text, text, (subject, predicate, object) => {
      try {
        const { s, p, o } = read(subject, predicate, object);
        expect([s, p, o].map((term) => typeof term)).toEqual(['string', 'string', 'string']);
        expect(s).toMatch(/^(0x[0-9a-f]+|<[^<>\s]+>)$/);
      } catch (error) {
        expect(error).toBeInstanceOf(OwlgateError);
      }
    }),
    { numRuns: runs(2000) },
  );
});
