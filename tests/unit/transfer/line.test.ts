/** Parser for lines of files of statements, and its refusals. */
import fc from 'fast-check';
import { printNQuad, parseRdf } from '../../../src/dql';
import { edgeLine, valueLine } from '../../../src/transfer/format';
import { kindOf, readLine, type Line } from '../../../src/transfer/line';

const read = (text: string): Line => {
  const line = readLine(text);
  if (typeof line !== 'object') throw new Error(`${text}: ${line}`);
  return line;
};

it("reads Dgraph's own lines", () => {
  expect(read('<0x8> <tags> "a"^^<xs:string> <0x0> (k="v",weight=4) .')).toEqual({
    subject: { kind: 'uid', uid: 8 },
    predicate: 'tags',
    object: undefined,
    literal: '"a"^^<xs:string>',
    facets: '(k="v",weight=4)',
    namespace: 0,
  });
  expect(read('<0x8> <knows> <0x9> <0x2> (since=2010-01-01T00:00:00Z) .')).toMatchObject({
    object: { kind: 'uid', uid: 9 },
    literal: '',
    namespace: 2,
  });
  expect(read('<0x8> <name> "Änne \\") . #"@de <0x0> (src="x,y)") .')).toMatchObject({
    literal: '"Änne \\") . #"@de',
    facets: '(src="x,y)")',
  });
});

it('reads blank nodes, IRIs, decimal uids and comments', () => {
  expect(read('_:a <knows> <https://example.org/b> .')).toMatchObject({
    subject: { kind: 'name', name: '_:a' },
    object: { kind: 'name', name: 'https://example.org/b' },
  });
  expect(read('<12> <name> "x" . # more')).toMatchObject({ subject: { kind: 'uid', uid: 12 }, literal: '"x"' });
  expect(readLine('')).toBeUndefined();
  expect(readLine('  # nothing')).toBeUndefined();
});

it.each([
  ['<0x1> <name> "x"', /dot/],
  ['<0x1> <name> "x" . <0x2> <name> "y" .', /newline/],
  ['<0x0> <name> "x" .', /uid 0x0/],
  ['<0xffffffffffffffff> <name> "x" .', /outside/],
  ['<> <name> "x" .', /name/],
  ['<0x1> * * .', /star|\*/i],
  ['uid(v) <name> "x" .', /variables/],
  ['<0x1> <name> "x" <graph> .', /namespace/],
  ['{ set {', /./],
])('refuses %s', (text, reason) => {
  expect(readLine(text)).toEqual(expect.stringMatching(reason));
});

it('returns the kind of a statement', () => {
  const kind = (text: string) => kindOf(read(text));
  expect(kind('<0x1> <name> "x" .')).toBe('user');
  expect(kind('<0x1> <name> "x" (since=1) .')).toBe('user');
  expect(kind('<0x1> <name> "(owl.inferred=true)" .')).toBe('user');
  expect(kind('<0x1> <knows> <0x2> (owl.inferred=true) .')).toBe('inferred');
  expect(kind('<0x1> <knows> <0x2> (a=1, owl.inferred=true) .')).toBe('inferred');
  expect(kind('<0x1> <knows> <0x2> (owl.ontology=true) .')).toBe('ontology');
  expect(kind('<0x1> <owlgate.record> "1" .')).toBe('registry');
  expect(kind('<0x1> <dgraph.type> "Person" .')).toBe('user');
  expect(kind('<0x1> <dgraph.type> "dgraph.graphql" .')).toBe('dgraph');
  expect(kind('<0x1> <dgraph.xid> "groot" .')).toBe('dgraph');
});

it('reads every line of an export, as the parser of Dgraph’s dialect does', () => {
  const text = fc.string({ unit: 'binary' }).map((each) => each.replace(/[\ud800-\udfff]/g, ''));
  fc.assert(
    fc.property(text, text, fc.boolean(), (value, facet, withFacet) => {
      const facets = withFacet ? [{ key: 'k', type: 'string', text: facet }] : [];
      const written = valueLine('0x1', 'p', { type: 'string', text: value }, facets);
      expect(written.indexOf('\n')).toBe(written.length - 1);
      const [nquad] = parseRdf(written);
      expect(nquad).toMatchObject({ object: { value }, ...(withFacet && { facets: [{ value: facet }] }) });
      const { literal, facets: printed } = read(written.slice(0, -1));
      const [again] = parseRdf(`<0x1> <p> ${literal} ${printed} .`);
      expect(printNQuad(again!)).toBe(printNQuad(nquad!));
    }),
  );
});

it('keeps the types of facets apart, and refuses names that RDF cannot express', () => {
  const facet = (type: string, text: string): string => edgeLine('0x1', 'p', '0x2', [{ key: 'k', type, text }]);
  expect(facet('float', '3')).toBe('<0x1> <p> <0x2> <0x0> (k=3.0) .\n');
  expect(facet('int', '3')).toBe('<0x1> <p> <0x2> <0x0> (k=3) .\n');
  expect(facet('string', '3')).toBe('<0x1> <p> <0x2> <0x0> (k="3") .\n');
  expect(() => edgeLine('0x1', 'a b', '0x2')).toThrow(/"a b"/);
  expect(() => edgeLine('0x1', 'p', '0x2', [{ key: 'a=b', type: 'int', text: '1' }])).toThrow(/"a=b"/);
});
