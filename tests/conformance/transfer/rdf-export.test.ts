/** GET /export: what was loaded as RDF comes out as the same graph, with inferred facts in a graph of their own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readRdf, writeRdf } from '../../../src/rdf';
import { openQuadStream } from '../../../src/rdf/stream';
import { quotedText } from '../../../src/rdf/writers/text';
import { doubleText } from '../../../src/transfer/rdf/numbers';
import { decimalText } from '../../../src/util/decimals';
import { run } from '../../support/cli/run';
import { runs } from '../../support/runs';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, graph, rdf } from '../../support/engines/wire';
import { canonicalOf } from '../../support/rdf/canonical';

const PREFIXES = `
@prefix : <http://ex.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
`;
const RANGES: Readonly<Record<string, string>> = {
  str: 'xsd:string',
  label: 'rdf:langString',
  int: 'xsd:integer',
  count: 'xsd:nonNegativeInteger',
  dec: 'xsd:decimal',
  dbl: 'xsd:double',
  flt: 'xsd:float',
  when: 'xsd:dateTime',
  day: 'xsd:date',
  flag: 'xsd:boolean',
  uri: 'xsd:anyURI',
  dur: 'xsd:duration',
  year: 'xsd:gYear',
  own: ':datatype',
  place: 'geo:geoJSONLiteral',
};
const ONTOLOGY = `${PREFIXES}
<http://ex.org/o> a owl:Ontology .
:Person a owl:Class . :Student a owl:Class ; rdfs:subClassOf :Person .
:Ärztin a owl:Class ; rdfs:subClassOf :Person .
:knows a owl:ObjectProperty , owl:SymmetricProperty .
<http://other.example/vocab/knows> a owl:ObjectProperty .
:tags a owl:DatatypeProperty ; rdfs:range xsd:string ; owlgate:list true .
:free a owl:DatatypeProperty .
:fast a owl:DatatypeProperty ; owlgate:vector "hnsw(metric: \\"euclidean\\")" .
${Object.entries(RANGES)
  .map(([name, range]) => `:${name} a owl:DatatypeProperty ; rdfs:range ${range} .`)
  .join('\n')}
<http://ex.org/it> a :Student ; :knows <http://ex.org/other> ; :str "of the ontology" .
_:someone a :Person .
`;

/** Every ASCII character, in parts that Turtle escapes. */
const CHARACTERS = Array.from({ length: 127 }, (_, code) => `\\u${(code + 1).toString(16).padStart(4, '0')}`).join('');
const DATA = `
<http://ex.org/a> a :Student , :Ärztin ; :knows <http://ex.org/b> , _:x , <http://ex.org/ünï/%20?q=1&r=(2)#z'*;,!$> ;
  :str "${CHARACTERS}" ; :label "𝒳 é"@en , "und"@de-AT , "plain" ; :tags "one" , "two\\n" , "" ;
  :int 9223372036854775807 ; :count "0"^^xsd:nonNegativeInteger ; :dec 0.0000001 ; :dbl 1.5E-300 ;
  :flt "-2.5E0"^^xsd:float ; :when "2024-02-29T23:59:59.123456Z"^^xsd:dateTime ; :day "1999-12-31"^^xsd:date ;
  :flag true ; :uri "http://x/ y"^^xsd:anyURI ; :dur "P1Y2M3DT4H"^^xsd:duration ; :year "2024"^^xsd:gYear ;
  :own "any text"^^:datatype ; :free "free \\"text\\"" ;
  :place "{\\"type\\":\\"Point\\",\\"coordinates\\":[1.5,2]}"^^geo:geoJSONLiteral .
_:x <http://other.example/vocab/knows> _:y ; :int -5 ; :dec 12345678901.5 ; :dbl 1.0E22 .
_:y <http://no.ontology/name> <http://ex.org/a> ; a <http://no.ontology/Class> .
<urn:isbn:0> :str "" ; :dbl 0.0E0 .
`;

interface Exported {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function exported(
  url: string,
  parameters = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<Exported> {
  const response = await fetch(`${url}/export${parameters}`, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const FROM_ONTOLOGY = `
<http://ex.org/it> a :Student ; :knows <http://ex.org/other> ; :str "of the ontology" .
_:someone a :Person .
`;

const NQUADS = 'application/n-quads';
const INFERRED = 'https://owlgate.dev/graph/inferred';

/** Returns the lines of the default graph, and those of the inferred graph without its name. */
function graphsOf(quads: string): { readonly asserted: string; readonly inferred: readonly string[] } {
  const lines = quads.split('\n');
  const end = ` <${INFERRED}> .`;
  return {
    asserted: lines.filter((line) => !line.endsWith(end)).join('\n'),
    inferred: lines.filter((line) => line.endsWith(end)).map((line) => line.slice(0, -end.length)),
  };
}

underGateway((testbed) => {
  beforeAll(async () => {
    await loadOntology(testbed.url, ONTOLOGY);
    await ask(testbed.url, graph('text/turtle', PREFIXES + DATA));
  });

  it.each(['turtle', 'trig', 'ntriples', 'nquads'])('%s has the asserted graph as it was loaded', async (format) => {
    const { text, status } = await exported(testbed.url, `?format=${format}&facts=asserted`);
    expect(status).toBe(200);
    expect(await canonicalOf(text)).toEqual(await canonicalOf(PREFIXES + DATA + FROM_ONTOLOGY));
  });

  it('inferred facts are in a graph of their own', async () => {
    const { text } = await exported(testbed.url, '?format=nquads');
    const { asserted, inferred } = graphsOf(text);
    expect(await canonicalOf(asserted)).toEqual(await canonicalOf(PREFIXES + DATA + FROM_ONTOLOGY));
    const names = inferred.map((line) => line.replaceAll('http://ex.org/', ''));
    const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <o#Person>';
    expect(names.filter((line) => !line.startsWith('_:')).sort()).toEqual(
      [
        `<a> ${type}`,
        `<it> ${type}`,
        '<b> <o#knows> <a>',
        '<other> <o#knows> <it>',
        `<ünï/%20?q=1&r=(2)#z'*;,!$> <o#knows> <a>`,
      ].sort(),
    );
    expect(names.filter((line) => line.startsWith('_:'))).toEqual([expect.stringMatching(/^_:\w+ <o#knows> <a>$/)]);
  });

  it('formats with graphs have all facts by default, the others asserted ones', async () => {
    const asserted = (await exported(testbed.url, '?format=ntriples&facts=asserted')).text;
    const inferred = (await exported(testbed.url, '?format=ntriples&facts=inferred')).text;
    const all = await exported(testbed.url, '?format=ntriples&facts=all');
    expect((await exported(testbed.url, '?format=ntriples')).text).toBe(asserted);
    expect(all.text.split('\n').sort()).toEqual(`${asserted}${inferred}`.split('\n').sort());
    const everything = await canonicalOf((await exported(testbed.url, '?format=nquads')).text, NQUADS);
    expect(await canonicalOf((await exported(testbed.url, '?format=trig')).text)).toEqual(everything);
    const { text } = await exported(testbed.url, '?format=jsonld');
    const { quads } = await readRdf(text, { mediaType: 'application/ld+json' });
    const lines = writeRdf({ quads, prefixes: new Map() }, 'application/n-triples');
    const lowerTags = (line: string): string => line.replace('@de-AT', '@de-at');
    expect(await canonicalOf(lines)).toEqual((await canonicalOf(all.text)).map(lowerTags));
  });

  it('takes the format by Accept; another type is 406', async () => {
    const types = [
      ['', 'text/turtle'],
      ['text/html, */*;q=0.1', 'text/turtle'],
      ['application/n-quads', 'application/n-quads'],
      ['application/n-triples;q=0.5, application/ld+json', 'application/ld+json'],
    ];
    for (const [accept = '', type] of types) {
      const answer = await exported(testbed.url, '', accept === '' ? {} : { accept });
      expect([accept, answer.status, answer.headers.get('content-type')]).toEqual([
        accept,
        200,
        `${type}; charset=utf-8`,
      ]);
    }
    const { status, text } = await exported(testbed.url, '', { accept: 'text/html' });
    expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([406, 'NotAcceptable']);
  });

  it('instances of a class, by name and by IRI', async () => {
    const subjects = async (parameters: string): Promise<string[]> => {
      const { text } = await exported(testbed.url, `?format=ntriples&${parameters}`);
      return [...new Set(text.split('\n').map((line) => line.split(' ')[0]!.replace(/^_:.*/, 'blank')))].sort();
    };
    const persons = ['', '<http://ex.org/a>', '<http://ex.org/it>', 'blank'];
    expect(await subjects('class=Person')).toEqual(persons);
    expect(await subjects(`class=${encodeURIComponent('http://ex.org/o#Person')}`)).toEqual(persons);
    expect(await subjects(`class=${encodeURIComponent('Ärztin')}`)).toEqual(['', '<http://ex.org/a>']);
    const { status, text } = await exported(testbed.url, '?class=Persn');
    const [{ extensions }] = JSON.parse(text).errors;
    expect([status, extensions]).toEqual([404, { code: 'UnknownClass', suggestions: ['Person'] }]);
  });

  it('nodes of a query are described', async () => {
    const ask = (text: string) => exported(testbed.url, `?format=ntriples&query=${encodeURIComponent(text)}`);
    const whole = (await exported(testbed.url, '?format=ntriples')).text.split('\n');
    const { text } = await ask('{ q(func: eq(iri, "urn:isbn:0")) { uid } }');
    expect(text.split('\n').slice(0, -1)).toEqual(whole.filter((line) => line.startsWith('<urn:isbn:0> ')));
    const nested = await ask(
      '{ q(func: eq(graph.type, "Ärztin")) { knows @filter(eq(iri, "http://ex.org/b")) { uid } } }',
    );
    expect([nested.status, nested.text]).toEqual([200, '']);
    const without = await ask('{ q(func: has(str)) { str } }');
    expect([without.status, JSON.parse(without.text).errors[0].extensions.code]).toEqual([400, 'InvalidRequest']);
    for (const wrong of ['{ q(func: nothing) { uid } }', '{ q(func: eq(knows, "x")) { uid } }', '{ q(func: ']) {
      const refused = await ask(wrong);
      expect([refused.status, JSON.parse(refused.text).errors[0].extensions.code]).toEqual([400, 'InvalidRequest']);
    }
  });

  it('random graphs come out as they were written', async () => {
    let number = 0;
    const property = fc.asyncProperty(randomNodes(), async (nodes) => {
      // Each graph has a class of its own, by which it is exported.
      const type = `http://no.ontology/Run${++number}`;
      const written = nodes.map((facts, i) => {
        const subject = `<http://ex.org/run${number}/${i}>`;
        return `${subject} a <${type}> .\n${facts.map((fact) => `${subject} ${fact} .\n`).join('')}`;
      });
      await ask(testbed.url, graph('text/turtle', PREFIXES + written.join('')));
      const { text } = await exported(testbed.url, `?facts=asserted&class=${encodeURIComponent(type)}`);
      expect(await canonicalOf(text)).toEqual(await canonicalOf(PREFIXES + written.join('')));
    });
    await fc.assert(property, { numRuns: runs(60) });
  });

  it('the command writes the same, from the gateway and from the engine', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-rdf-'));
    try {
      const expected = (await exported(testbed.url, '?format=trig')).text;
      for (const [i, url] of [testbed.url, testbed.engine.url].entries()) {
        const printed = await run(['export', '--format', 'trig', '--url', url]);
        expect(printed.stderr).toMatch(/^owlgate export: \d+ statements\n$/);
        expect([url, printed.status, printed.stdout]).toEqual([url, 0, expected]);
        const file = path.join(folder, `${i}.nq.gz`);
        const options = ['--format', 'nquads', '--class', 'Person', '--facts', 'inferred', '--json', '--url', url];
        const { status, stdout } = await run(['export', ...options, file]);
        const text = gunzipSync(readFileSync(file)).toString();
        expect([status, JSON.parse(stdout)]).toMatchObject([0, { statements: text.split('\n').length - 1, file }]);
        expect(text).toBe((await exported(testbed.url, '?format=nquads&facts=inferred&class=Person')).text);
        const again = await run(['export', ...options, file]);
        expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('--replace replaces it')]);
      }
      const refused = await run(['export', '--format', 'turtle', '--class', 'Nobody', '--url', testbed.url]);
      expect([refused.status, refused.stdout, refused.stderr]).toEqual([
        1,
        '',
        'owlgate export: unknown class "Nobody" [UnknownClass]\n  owlgate ontology show lists the classes\n',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has infinite numbers, which answers in JSON leave out', async () => {
    const values = ['INF', '-INF', '1.0E0', '1.7976931348623157E308'];
    const lines = values.map((value, i) => `<http://ex.org/inf/${i}> <http://ex.org/o#dbl> "${value}"^^xsd:double .`);
    const others =
      '<http://ex.org/inf/9> <http://ex.org/o#str> "without a number" .\n<http://ex.org/inf/0> :flt "-INF"^^xsd:float .';
    await ask(testbed.url, graph('text/turtle', `${PREFIXES}${lines.join('\n')}\n${others}`));
    const { text } = await exported(testbed.url, '?format=ntriples');
    const numbers = [...text.matchAll(/<http:\/\/ex.org\/inf\/(\d)> <http:\/\/ex.org\/o#(?:dbl|flt)> "([^"]*)"/g)];
    expect(numbers.map(([, i, value]) => `${i} ${value}`).sort()).toEqual(
      [...values.map((value, i) => `${i} ${value}`), '0 -INF'].sort(),
    );
  });

  it('brings named graphs out that an import kept as facets', async () => {
    let round = 0;
    const fact = fc.tuple(
      fc.nat(3),
      fc.constantFrom(':knows', ':tags', ':str'),
      fc.nat(3),
      fc.constantFrom('', '<http://ex.org/g1>', '<urn:g:2>', '<http://ex.org/it>'),
    );
    // A statement has one facet, and `:str` one value.
    const selector = ([s, p, o]: readonly [number, string, number, string]) => `${s} ${p} ${p === ':str' ? '' : o}`;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fact, { selector, minLength: 1, maxLength: 12 }), async (facts) => {
        const node = (n: number) => `<http://ex.org/graphs/${round}/${n}>`;
        round++;
        const lines = facts.map(([s, p, o, g]) => {
          const object = p === ':knows' ? node(o) : `"${o}"`;
          return `${node(s)} <http://ex.org/o#${p.slice(1)}> ${object} ${g === '' ? '' : `${g} `}.`;
        });
        const headers = { 'Content-Type': 'application/n-quads' };
        const importing = { method: 'POST', headers, body: lines.join('\n') };
        const summary = await (await fetch(`${testbed.url}/import?graphs=facet`, importing)).json();
        expect(summary).toMatchObject({ state: 'done', stated: lines.length });
        const iris = [0, 1, 2, 3].map((n) => quotedText(node(n).slice(1, -1))).join(', ');
        const query = encodeURIComponent(`{ q(func: eq(iri, [${iris}])) { uid } }`);
        const source = await quadsOf('application/n-quads', lines.join('\n'));
        for (const [format, syntax] of [
          ['nquads', 'application/n-quads'],
          ['trig', 'application/trig'],
          ['jsonld', 'application/ld+json'],
        ] as const) {
          const { text } = await exported(testbed.url, `?format=${format}&facts=asserted&query=${query}`);
          expect(await quadsOf(syntax, text)).toEqual(source);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  it('counts in trailers what was written and left out', async () => {
    await ask(testbed.url, rdf('{ set { <http://ex.org/b> <knows> <http://ex.org/c> (since=2020) . } }'));
    const url = `${testbed.url}/export?format=nquads&facts=asserted`;
    const { parts, trailers } = await raw(url, { 'accept-encoding': 'gzip' });
    const lines = gunzipSync(parts).toString().split('\n').length - 1;
    expect(trailers).toEqual({ 'x-owlgate-statements': String(lines), 'x-owlgate-left-out': 'facets=1' });
    const head = await fetch(`${testbed.url}/export`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/turtle; charset=utf-8',
      '',
    ]);
  });
});

/** Returns facts of some nodes in Turtle, at most one for each property of values. */
function randomNodes(): fc.Arbitrary<readonly (readonly string[])[]> {
  const text = fc.string({ unit: 'binary', maxLength: 12 });
  const typed = (property: string, arbitrary: fc.Arbitrary<unknown>, type: string) =>
    arbitrary.map((value) => `:${property} "${String(value)}"^^${type}`);
  const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  const local = fc.array(fc.constantFrom('a', 'é', '%20', '/', '#', '?', '&', "'", '(', '~', '名', ':', '@', '.'));
  const values = [
    text.map((value) => `:str ${quotedText(value)}`),
    text.map((value) => `:label ${quotedText(value)}@en`),
    text.map((value) => `:free ${quotedText(value)}`),
    typed('int', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), 'xsd:integer'),
    typed('count', fc.nat(), 'xsd:nonNegativeInteger'),
    typed('flag', fc.boolean(), 'xsd:boolean'),
    typed(
      'day',
      moment.map((date) => date.toISOString().slice(0, 10)),
      'xsd:date',
    ),
    typed(
      'when',
      moment.map((date) => date.toISOString().replace(/\.?0*Z$/, 'Z')),
      'xsd:dateTime',
    ),
    typed(
      'dbl',
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => doubleText(String(n))),
      'xsd:double',
    ),
    typed(
      'dec',
      fc.integer().map((n) => decimalText(`${n}e-3`)),
      'xsd:decimal',
    ),
  ];
  const edge = fc.tuple(fc.constantFrom(':knows', '<http://other.example/vocab/knows>'), local);
  const edges = fc.array(
    edge.map(([name, parts]) => `${name} <http://ex.org/${parts.join('')}>`),
    { maxLength: 4 },
  );
  const node = fc.tuple(
    fc.subarray(values).chain((chosen) => fc.tuple(...chosen)),
    edges,
  );
  return fc.array(
    node.map(([scalars, links]) => [...scalars, ...new Set(links)]),
    { minLength: 1, maxLength: 4 },
  );
}

/** Returns the statements of a document with their graphs, as sorted texts. */
async function quadsOf(syntax: Parameters<typeof openQuadStream>[0]['syntax'], text: string): Promise<string[]> {
  const stream = openQuadStream({ syntax, base: undefined });
  const quads = [...(await stream.read(text)), ...(await stream.end())];
  return quads.map(({ line: _, ...quad }) => JSON.stringify(quad)).sort();
}

/** Requests without decompression, and with trailers. */
async function raw(url: string, headers: Readonly<Record<string, string>>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end();
  });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { parts: Buffer.concat(parts), trailers: response.trailers };
}
