import { parseJsonLd } from '../../../src/rdf/jsonld';
import { parseTurtle, termKey, type QuadDocument } from '../../../src/rdf';
import { rejectionOf } from '../../support/rdf/documents';
import { cpuTime } from '../../support/cpu-time';

const triples = ({ quads }: QuadDocument): string[] =>
  quads.map((q) => [q.subject, q.predicate, termKey(q.object)].join(' ').replace(/_:genid\d+/g, '[]')).sort();
const at = (line: number, column: number) => ({ line, column });

describe('parseJsonLd', () => {
  it('gives each statement the positions of the values that name its terms', async () => {
    const { quads, prefixes } = await parseJsonLd(`{
  "@context": { "e": "http://e/", "@vocab": "http://v/", "p": { "@id": "e:p" } },
  "@id": "e:a",
  "p": { "@id": "e:b",
         "q": [ "x", { "@value": "y", "@language": "EN" } ] },
  "@type": "C"
}`);
    expect([...prefixes]).toEqual([
      ['e', 'http://e/'],
      ['', 'http://v/'],
    ]);
    expect(quads.map((q) => [q.subject, q.predicate, q.object, q.position, q.subjectPosition])).toEqual([
      ['http://e/a', 'http://e/p', 'http://e/b', at(4, 8), at(3, 10)],
      ['http://e/b', 'http://v/q', expect.objectContaining({ value: 'x' }), at(5, 17), at(4, 17)],
      ['http://e/b', 'http://v/q', expect.objectContaining({ value: 'y', lang: 'EN' }), at(5, 22), at(4, 17)],
      ['http://e/a', expect.stringMatching(/type$/), 'http://v/C', at(6, 12), at(3, 10)],
    ]);
  });

  it.each([
    ['an array of nodes', '[{"@id":"http://e/x","http://e/p":[{"@id":"http://e/y"}]}]', ':x :p :y .'],
    ['a list', '{"@id":"http://e/x","http://e/p":{"@list":[{"@id":"http://e/y"},1]}}', ':x :p ( :y 1 ) .'],
    [
      'a nested list of anonymous nodes',
      '{"@id":"http://e/x","http://e/p":{"@list":[{"http://e/q":{"@list":[true]}}]}}',
      ':x :p ( [ :q ( true ) ] ) .',
    ],
    ['a context at the end', '{"p":1.5,"@id":"http://e/x","@context":{"@vocab":"http://e/"}}', ':x :p 1.5E0 .'],
    [
      'a type-scoped context after the terms it renames',
      '{"@context":{"@vocab":"http://e/","kind":"@type","T":{"@context":{"n":"http://e/m"}}},"n":"1","@id":"http://e/x","kind":"T"}',
      ':x a :T ; :m "1" .',
    ],
    [
      'types of values',
      '{"@context":{"p":{"@id":"http://e/p","@type":"@id"},"d":{"@id":"http://e/d","@type":"http://e/t"}},"@id":"http://e/x","p":"http://e/y","d":"1"}',
      ':x :p :y ; :d "1"^^:t .',
    ],
    ['a reverse property', '{"@id":"http://e/x","@reverse":{"http://e/p":{"@id":"http://e/y"}}}', ':y :p :x .'],
    [
      'a graph',
      '{"@context":{"@vocab":"http://e/"},"@graph":[{"@id":"http://e/x","p":"a"},{"@id":"http://e/y","p":"b"}]}',
      ':x :p "a" . :y :p "b" .',
    ],
    [
      'a graph with a name',
      '{"@id":"http://e/g","@graph":[{"@id":"http://e/x","http://e/p":"a"}],"http://e/p":"b"}',
      ':x :p "a" . :g :p "b" .',
    ],
    ['blank nodes', '[{"@id":"_:n","http://e/p":{"@id":"_:n"}},{"http://e/p":"a"}]', '_:n :p _:n . [] :p "a" .'],
    [
      'an index map',
      '{"@context":{"l":{"@id":"http://e/p","@container":"@language"}},"@id":"http://e/x","l":{"en":"a","de":"b"}}',
      ':x :p "a"@en , "b"@de .',
    ],
    [
      'JSON values with types',
      JSON.stringify({
        '@id': 'http://e/x',
        'http://e/p': [
          'boolean true',
          'integer 50',
          'double 2',
          'decimal 1.5',
          'double -0.00025',
          'float 1e30',
          'decimal 3',
        ].map((v) => ({
          '@value': JSON.parse(v.split(' ')[1]!) as unknown,
          '@type': `http://www.w3.org/2001/XMLSchema#${v.split(' ')[0]}`,
        })),
      }),
      `@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . :x :p true , 50 , "2.0E0"^^xsd:double , 1.5 , "-2.5E-4"^^xsd:double ,
        "1.0E30"^^xsd:float , "3"^^xsd:decimal .`,
    ],
    ['nothing', '{}', ''],
  ])('reads %s', async (_, json, turtle) => {
    expect(triples(await parseJsonLd(json))).toEqual(triples(parseTurtle(`@prefix : <http://e/> . ${turtle}`)));
  });

  it('gives labels that are valid in every syntax', async () => {
    const json = '{"@id":"_:a> b","http://e/p":[{"@id":"_:x-a"},{"@id":"_:ż1"},{"@id":"_:a> b"}]}';
    const labels = (await parseJsonLd(json)).quads.flatMap(({ subject, object }) => [subject, object as string]);
    expect(new Set(labels).size).toBe(3);
    for (const label of labels) expect(label).toMatch(/^_:[\p{L}\p{N}_-]+$/u);
  });

  it('resolves against the base', async () => {
    const json = '{"@id":"x","http://e/p":{"@id":"#y"}}';
    expect((await parseJsonLd(json, 'http://b/d')).quads[0]).toMatchObject({
      subject: 'http://b/x',
      object: 'http://b/d#y',
    });
  });

  it('loads remote contexts with a loader and refuses them without', async () => {
    const json = '{"kind":"T",\n "@context":["http://e/context"], "@id":"http://e/x"}';
    const requested: string[] = [];
    const load = (url: string) => {
      requested.push(url);
      return Promise.resolve('{ "@context": { "@vocab": "http://e/", "kind": "@type" } }');
    };
    expect(triples(await parseJsonLd(json, undefined, load))).toEqual(
      triples(parseTurtle('<http://e/x> a <http://e/T> .')),
    );
    expect(requested).toEqual(['http://e/context']);
    const error = await rejectionOf(parseJsonLd(json));
    expect(error.details).toMatchObject({
      line: 2,
      column: 14,
      reason: expect.stringMatching(/remote @context "http:\/\/e\/context" is not fetched/),
    });
  });

  it('follows references between remote contexts, also circular ones', async () => {
    const contexts: Record<string, unknown> = {
      'http://e/c/one': { '@context': ['two', { p: 'http://e/p' }] },
      'http://e/c/two': { '@context': { kind: '@type', '@vocab': 'http://e/' } },
      'http://e/c/loop': { '@context': 'loop' },
    };
    const load = (url: string) =>
      url in contexts
        ? Promise.resolve(JSON.stringify(contexts[url]))
        : Promise.reject(new Error(`${url} is not there`));
    const document = (context: string): string => `{"p":"1","@id":"http://e/x","kind":"T",\n "@context":"${context}"}`;
    expect(triples(await parseJsonLd(document('c/one'), 'http://e/x', load))).toEqual(
      triples(parseTurtle('@prefix : <http://e/> . :x a :T ; :p "1" .')),
    );
    const missing = await rejectionOf(parseJsonLd(document('http://e/gone'), undefined, load));
    expect(missing.details).toMatchObject({ line: 2, column: 13, reason: 'http://e/gone is not there' });
    expect((await rejectionOf(parseJsonLd(document('http://e/c/loop'), undefined, load))).code).toBe('OntologySyntax');
  });

  it.each([
    ['a comma too many', '{"a":1,\n}', 2, 1, /not JSON: unexpected "}"; expected a name/],
    ['a name without quotes', '{a:1}', 1, 2, /unexpected "a"; expected a name in double quotes/],
    ['an open string', '{"a":\n  "b}', 2, 3, /a string is not closed/],
    ['a bad escape', '{"a":"\\x"}', 1, 6, /an invalid escape/],
    ['the end of the text', '{"a":[1', 1, 8, /unexpected end of the document; expected "," or "]"/],
    ['text after the document', '{} []', 1, 4, /unexpected "\["; expected the end of the document/],
    ['an empty document', '', 1, 1, /unexpected end of the document; expected a value/],
    ['an invalid number', '[01]', 1, 2, /expected a value/],
    ['a type that is a number', '{"@id":"http://e/x",\n"@type":1}', 2, 9, /illegal @type/],
    [
      'a literal with a language and a type',
      '{"@id":"http://e/x",\n"http://e/p":{"@value":"a","@language":"en","@type":"http://e/t"}}',
      2,
      14,
      /both '@language' and '@type'/,
    ],
    ['a context that is a number', '{"@context":1}', 1, 13, /context/],
  ])('names line and column of %s', async (_, json, line, column, reason) => {
    const error = await rejectionOf(parseJsonLd(json));
    expect(error.code).toBe('OntologySyntax');
    expect(error.details['reason']).toMatch(reason);
    expect(error.details).toMatchObject({ line, column });
  });

  it('refuses too deep nesting', async () => {
    const nested = (depth: number): string => '{"http://e/p":'.repeat(depth) + '1' + '}'.repeat(depth);
    expect((await parseJsonLd(nested(100))).quads).toHaveLength(100);
    expect((await rejectionOf(parseJsonLd(nested(100_000)))).details['reason']).toMatch(/nested deeper than 256/);
  });

  it('takes linear time', async () => {
    const time = (size: number): Promise<number> => {
      const nodes = Array.from({ length: size }, (_, i) => ({ p: `${i}`, '@type': 'T', '@id': `http://e/${i}` }));
      const text = JSON.stringify({ '@graph': nodes, '@context': { '@vocab': 'http://e/' } });
      return cpuTime(async () => expect((await parseJsonLd(text)).quads).toHaveLength(size * 2));
    };
    await time(250);
    // Eight times the size: factor 8 if the time is linear, 64 if it is quadratic.
    expect((await time(2000)) / (await time(250))).toBeLessThan(30);
  });
});

describe('keywords with values of other forms', () => {
  const KEYWORDS = '@id @type @value @language @list @set @graph @included @reverse @nest @index @annotation'.split(
    ' ',
  );
  const VALUES = [null, true, 1, [], [null], {}, { '@id': null }, { '@value': null, '@type': null }, { 'x:q': null }];
  const documents = KEYWORDS.flatMap((keyword) =>
    VALUES.flatMap((value) => [
      { [keyword]: value, 'x:p': 1 },
      { '@id': 'x:a', 'x:p': { [keyword]: value } },
    ]),
  );

  it('are read, or refused in words of JSON-LD', async () => {
    const messages = await Promise.all(
      documents.map((document) =>
        parseJsonLd(JSON.stringify(document)).then(
          () => '',
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
    expect(messages.filter((message) => /Cannot|undefined|is not a function/.test(message))).toEqual([]);
    expect(messages).toContainEqual(expect.stringContaining('a value here has a form that JSON-LD does not permit'));
  });
});
