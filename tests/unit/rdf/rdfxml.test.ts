import { OwlgateError } from '../../../src/errors';
import { DEFAULT_BASE } from '../../../src/rdf/document';
import { parseRdfXml } from '../../../src/rdf/rdfxml';
import { parseTurtle, termKey, type QuadDocument } from '../../../src/rdf';
import { cpuTime } from '../../support/cpu-time';
import { failureOf } from '../../support/rdf/documents';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const wrap = (body: string): string => `<rdf:RDF ${RDF} xmlns="http://e/" xmlns:e="http://e/">\n${body}\n</rdf:RDF>`;
const triples = ({ quads }: QuadDocument): string[] =>
  quads.map((q) => [q.subject, q.predicate, termKey(q.object)].join(' ')).sort();
const turtle = (text: string): string[] => triples(parseTurtle(`@prefix : <http://e/> . ${text}`));

describe('parseRdfXml', () => {
  it('reads an IRI <_:label> as the blank node of that label', () => {
    const document = parseRdfXml(
      wrap('<C rdf:about="_:b1"><p rdf:nodeID="b1"/></C><C rdf:about="http://e/a"><p rdf:resource="_:b1"/></C>'),
    );
    expect(triples(document)).toEqual(turtle('_:b1 a :C ; :p _:b1 . :a a :C ; :p _:b1 .'));
  });

  it('gives each statement the positions of its element and its parents', () => {
    const { quads, prefixes } = parseRdfXml(
      wrap(
        '<C rdf:about="http://e/a">\n  <p rdf:resource="http://e/b"/>\n  <q\n    xml:lang="EN">x</q>\n  ' +
          '<r><D rdf:about="http://e/d"/></r></C>',
      ),
    );
    expect(
      quads.map((q) => [q.subject, q.predicate, q.object, q.position, q.predicatePosition, q.subjectPosition]),
    ).toEqual([
      ['http://e/a', expect.stringMatching(/type$/), 'http://e/C', at(2, 1), at(2, 1), at(2, 1)],
      ['http://e/a', 'http://e/p', 'http://e/b', at(3, 3), at(3, 3), at(2, 1)],
      ['http://e/a', 'http://e/q', expect.objectContaining({ value: 'x', lang: 'EN' }), at(4, 3), at(4, 3), at(2, 1)],
      ['http://e/d', expect.stringMatching(/type$/), 'http://e/D', at(6, 6), at(6, 6), at(6, 6)],
      ['http://e/a', 'http://e/r', 'http://e/d', at(6, 6), at(6, 3), at(2, 1)],
    ]);
    expect([...prefixes]).toEqual(
      expect.arrayContaining([
        ['', 'http://e/'],
        ['e', 'http://e/'],
      ]),
    );
  });

  it.each([
    [
      'a list',
      '<A rdf:about="http://e/x"><p rdf:parseType="Collection"><B rdf:about="http://e/y"/><B/></p></A>',
      ':x a :A ; :p ( :y [ a :B ] ) . :y a :B .',
    ],
    [
      'a resource',
      '<A rdf:about="http://e/x"><p rdf:parseType="Resource"><q>1</q></p></A>',
      ':x a :A ; :p [ :q "1" ] .',
    ],
    ['property attributes', '<A rdf:about="http://e/x" e:q="1"><p e:q="2"/></A>', ':x a :A ; :q "1" ; :p [ :q "2" ] .'],
    [
      'text around a comment and CDATA',
      '<A rdf:about="http://e/x"><q>a<!-- c -->b<![CDATA[<c>]]></q></A>',
      ':x a :A ; :q "ab<c>" .',
    ],
    [
      'an XML literal',
      '<A rdf:about="http://e/x"><q rdf:parseType="Literal">a &lt; <b c="&quot;">d</b></q></A>',
      ':x a :A ; :q """a &lt; <b xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/" ' +
        'c="&quot;">d</b>"""^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> .',
    ],
    [
      'typed literals',
      '<A rdf:about="http://e/x"><q rdf:datatype="http://e/t">1</q><q/></A>',
      ':x a :A ; :q "1"^^:t , "" .',
    ],
    ['node IDs', '<A rdf:nodeID="n"><p rdf:nodeID="n"/><p><A/></p></A>', '_:n a :A ; :p _:n , [ a :A ] .'],
    [
      'rdf:ID',
      '<A xml:base="http://b/x" rdf:ID="i"><p rdf:resource="y"/></A>',
      '<http://b/x#i> a :A ; :p <http://b/y> .',
    ],
    [
      'containers',
      '<A rdf:about="http://e/x"><rdf:li>1</rdf:li><rdf:li>2</rdf:li></A>',
      ':x a :A ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#_1> "1" ; ' +
        '<http://www.w3.org/1999/02/22-rdf-syntax-ns#_2> "2" .',
    ],
  ])('reads %s', (_, xml, expected) => {
    // The two syntaxes number anonymous nodes in different orders.
    const withoutLabels = (list: string[]): string[] => list.map((t) => t.replace(/_:genid\d+/g, '[]')).sort();
    expect(withoutLabels(triples(parseRdfXml(wrap(xml))))).toEqual(withoutLabels(turtle(expected)));
  });

  it('gives anonymous nodes labels that the document does not use', () => {
    const { quads } = parseRdfXml(wrap('<A rdf:nodeID="genid1"/><A/>'));
    expect(quads.map((q) => q.subject)).toEqual(['_:genid1', '_:genid_2']);
    expect(parseRdfXml(wrap('<A/>')).quads[0]!.subject).toBe('_:genid2');
  });

  it('expands declared entities, also nested ones', () => {
    const doctype = `<!DOCTYPE rdf:RDF [<!-- <!ENTITY e "http://no/"> -->
      <!ENTITY e "http://e/"><!ENTITY e2 '&e;x&#00000000035;'> <!ENTITY e "http://late/">]>\n`;
    const { quads } = parseRdfXml(doctype + wrap('<A rdf:about="&e2;y"><q>&amp;&e;</q></A>'));
    expect(quads[1]).toMatchObject({ subject: 'http://e/x#y', object: { value: '&http://e/' }, position: at(4, 22) });
  });

  it('reads declarations between comment signs in quoted text, and none in text', () => {
    const doctype = `<!DOCTYPE rdf:RDF [<!ENTITY a "<!--"><?x '<!ENTITY e "http://no/">?>
      <!ATTLIST A b CDATA '<!ENTITY e "http://no/">'><!ENTITY e "http://e/"><!ENTITY z "-->">]>`;
    const { quads } = parseRdfXml(doctype + wrap('<A rdf:about="&e;y"/>'));
    expect(quads[0]!.subject).toBe('http://e/y');
  });

  it('reports relative IRIs without a base', () => {
    const document = parseRdfXml(wrap('<A rdf:about="#x"/>'));
    expect(document.quads[0]!.subject).toBe(`${DEFAULT_BASE}#x`);
    expect(document.relativeIri).toEqual({ text: '#x', position: at(2, 1) });
    expect(parseRdfXml(wrap('<A rdf:about="#x"/>'), 'http://b/').relativeIri).toBeUndefined();
    expect(parseRdfXml(wrap('<A xml:base="http://b/" rdf:about="#x"/>')).relativeIri).toBeUndefined();
  });

  const DOCTYPE = (entities: string): string => `<!DOCTYPE rdf:RDF [${entities}]>`;
  const LAUGHS = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  it.each([
    ['an unclosed tag', wrap('<A>\n <p>'), 4, 10, /not XML: unexpected close tag/],
    ['a truncated document', `<rdf:RDF ${RDF}>\n<e`, 2, 2, /not XML: /],
    ['an unbound prefix', wrap('<x:A/>'), 2, 6, /unbound namespace prefix/],
    ['an undeclared entity', wrap('<A rdf:about="&owl;x"/>'), 2, 19, /entity &owl; is not declared; declare it/],
    ['the name of an object method as an entity', wrap('<A>&constructor;</A>'), 2, 16, /&constructor; is not declared/],
    [
      'an external entity',
      DOCTYPE('<!ENTITY x SYSTEM "file:///etc/passwd">') + wrap('<A><q>&x;</q></A>'),
      2,
      9,
      /external entities are not read/,
    ],
    [
      'a billion laughs',
      DOCTYPE(`<!ENTITY l0 "lol">${LAUGHS}`) + wrap('<A><q>&l12;</q></A>'),
      2,
      11,
      /expands to more than/,
    ],
    [
      'an entity that contains itself',
      DOCTYPE('<!ENTITY a "&b;"><!ENTITY b "&a;">') + wrap('<A><q>&a;</q></A>'),
      2,
      9,
      /contains itself/,
    ],
    [
      'an entity with the name of an object method in it',
      DOCTYPE('<!ENTITY a "&constructor;">') + wrap('<A><q>&a;</q></A>'),
      2,
      9,
      /contains/,
    ],
    ['an entity that contains markup', DOCTYPE('<!ENTITY a "<A/>">') + wrap('&a;'), 2, 3, /contains markup/],
    ['text between nodes', wrap('oops <A/>'), 1, 1, /unexpected text "oops": only elements/],
    ['text beside a node', wrap('<A><p>oops <A/></p></A>'), 2, 12, /unexpected text "oops"/],
    ['two subjects', wrap('\n<A rdf:about="http://e/a" rdf:ID="b"/>'), 3, 1, /Only one of rdf:about/],
    ['a duplicate ID', wrap('<A rdf:ID="b"/>\n<A rdf:ID="b"/>'), 3, 1, /multiple occurrences of rdf:ID/],
    ['an ID that is no name', wrap('\n<A rdf:ID="1.0"/>'), 3, 1, /name of XML, unlike "1\.0"; write rdf:about/],
    ['a forbidden element', wrap('<rdf:li/>'), 2, 1, /Illegal node element name: li/],
    ['XML of another kind', '<html><body/></html>', 1, 1, /begins with <rdf:RDF>; <html> has no namespace/],
    ['an IRI with a space', wrap('<A rdf:about="http://e/a b"/>'), 2, 1, /http:\/\/e\/a b/],
  ])('names line and column of %s', (_, text, line, column, reason) => {
    const error = failureOf(() => parseRdfXml(text));
    expect(error).toBeInstanceOf(OwlgateError);
    expect(error.details['reason']).toMatch(reason);
    expect(error.details).toMatchObject({ line, column });
    expect(error.code).toBe('OntologySyntax');
  });

  it.each(['&#0;', '&#8;', '&#xD800;', '&#xDFFF;', '&#xFFFE;', '&#x110000;'])(
    'refuses the character %s',
    (reference) => {
      const inText = wrap(`<A><q>${reference}</q></A>`);
      expect(failureOf(() => parseRdfXml(inText)).details['reason']).toMatch(/malformed character/);
      const inEntity = DOCTYPE(`<!ENTITY a "${reference}">`) + wrap('<A><q>&a;</q></A>');
      expect(failureOf(() => parseRdfXml(inEntity)).details['reason']).toMatch(/a character that XML forbids/);
    },
  );

  it('accepts a long chain of entities', () => {
    const chain = Array.from({ length: 5_000 }, (_, i) => `<!ENTITY l${i + 1} "&l${i};">`).join('');
    const { quads } = parseRdfXml(DOCTYPE(`<!ENTITY l0 "end">${chain}`) + wrap('<A><q>&l5000;</q></A>'));
    expect(quads[1]!.object).toMatchObject({ value: 'end' });
  });

  // A nesting whose expansion is empty: the limit of characters does not stop it.
  const nesting = (depth: number, width: number): string => {
    const levels = Array.from({ length: depth }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(width)}">`);
    return DOCTYPE(`<!ENTITY l0 "">${levels.reverse().join('')}`) + wrap('<A/>');
  };
  const commentSigns = (count: number): string => DOCTYPE(`<!ENTITY x "${'<!--'.repeat(count)}">`) + wrap('<A/>');
  it.each([
    ['deep', nesting(300, 10), nesting(3_000, 10)],
    ['wide', nesting(3, 1_000), nesting(3, 10_000)],
    ['deep and wide', nesting(30, 100), nesting(95, 315)],
    ['comment signs in an entity', commentSigns(5_000), commentSigns(50_000)],
  ])('reads entities in time proportional to their length: %s', async (_, small, large) => {
    parseRdfXml(small);
    const milliseconds = await cpuTime(() => parseRdfXml(small));
    expect(await cpuTime(() => parseRdfXml(large))).toBeLessThan(200 + 40 * milliseconds);
  });

  it('limits the growth of a document by entities', () => {
    const entity = `<!ENTITY a "${'x'.repeat(4000)}">`;
    const error = failureOf(() => parseRdfXml(DOCTYPE(entity) + wrap(`<A><q>${'&a;'.repeat(1000)}</q></A>`)));
    expect(error.details['reason']).toMatch(/entities make the document grow/);
  });

  it('accepts deep nesting up to a limit', () => {
    const nested = (depth: number): string => wrap('<A><p>'.repeat(depth) + '</p></A>'.repeat(depth));
    expect(parseRdfXml(nested(2000)).quads).toHaveLength(4000);
    expect(failureOf(() => parseRdfXml(nested(6000))).details['reason']).toMatch(/nested deeper/);
  });
});

function at(line: number, column: number): { line: number; column: number } {
  return { line, column };
}

it.each(['<b/>', '<b>t</b>', 'text', '<b><c/></b>'])('bounds an XML literal of %s, with its namespaces', (piece) => {
  const long = `xmlns:long="http://example.org/${'n'.repeat(400)}"`;
  const document = (count: number): string =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/" ${long}>` +
    `<A rdf:about="http://e/x"><q rdf:parseType="Literal">${piece.repeat(count)}</q></A></rdf:RDF>`;
  expect(parseRdfXml(document(1_000)).quads).toHaveLength(2);
  expect(() => parseRdfXml(document(5_000_000))).toThrow('an XML literal has more than 16777216 characters');
});
