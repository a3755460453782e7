/** Imports of RDF, over each engine: identities, contradictions, graphs, formats, continuation. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { run, type Ran } from '../../support/cli/run';
import { underGateway } from '../../support/engines/under-gateway';
import { ask } from '../../support/engines/wire';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://ex.org/> a owl:Ontology .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Cat .
:Cat a owl:Class ; rdfs:subClassOf :Animal . :age a owl:DatatypeProperty ; rdfs:range xsd:integer .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
:part a owl:TransitiveProperty . :friend a owl:ObjectProperty ; owl:inverseOf :friendOf . :friendOf a owl:ObjectProperty .
`;
const DATA = `@prefix : <http://ex.org/> .
:rex a :Dog ; :name "Rex" ; :friend [ :name "anon" ] .
:mia a :Cat ;
  :name "Mia" ;
  a :Dog .
:tom a :Cat ; :friend :rex .
:ben a :Dog ; :age "old" .
:zoe a :Bird .
`;

interface Summary {
  readonly id: string;
  readonly state: string;
  readonly stated: number;
  readonly inferred: number;
  readonly refused: number;
  readonly resumed: number;
  readonly refusals: readonly { readonly source: string; readonly line: number; readonly node: string }[];
  readonly unknown: { readonly classes: Record<string, number>; readonly properties: Record<string, number> };
  readonly warnings: readonly string[];
}

let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-import-'))));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const full = path.join(folder, name);
  fs.writeFileSync(full, text);
  return full;
}

underGateway((testbed) => {
  const load = (args: readonly string[], input = ''): Promise<Ran> =>
    run(['load', '--json', ...args, '--url', testbed.url], { input });
  const summaryOf = async (args: readonly string[], input = ''): Promise<Summary> =>
    JSON.parse((await load(args, input)).stdout) as Summary;
  const post = async (query: string, body: string, type = 'text/turtle'): Promise<Summary> => {
    const headers = { 'Content-Type': type };
    const response = await fetch(`${testbed.url}/import?${query}`, { method: 'POST', headers, body });
    return (await response.json()) as Summary;
  };
  const query = async (text: string): Promise<any> =>
    (await ask(testbed.url, { path: '/query', type: 'application/dql', body: text })).data.q;

  it('loads the ontology', async () => {
    const headers = { 'Content-Type': 'text/turtle' };
    const response = await fetch(`${testbed.url}/ontology`, { method: 'POST', headers, body: ONTOLOGY });
    expect(response.status).toBe(200);
  });

  it('reports in a dry run, and writes nothing', async () => {
    const summary = await summaryOf(['--dry-run', file('data.ttl', DATA)]);
    expect(summary.refusals.map(({ line, node }) => [line, node])).toEqual([
      [5, 'http://ex.org/mia'],
      [7, 'http://ex.org/ben'],
    ]);
    expect(summary.unknown.classes).toEqual({ 'http://ex.org/Bird': 1 });
    expect(await query('{ q(func: has(iri)) { iri } }')).toEqual([]);
  });

  describe.each([1, 70, 300, 3_000])('a body of %i KiB with an error in its first line is refused', (kibibytes) => {
    const text = `:a :b\n${'<http://ex.org/s> <http://ex.org/name> "a value" .\n'.repeat(kibibytes * 20)}`;
    const form = (): FormData => {
      const parts = new FormData();
      parts.append('file', new Blob([text]), 'data.ttl');
      return parts;
    };
    const send = async (body: string | FormData, headers: Record<string, string>): Promise<string> => {
      const response = await fetch(`${testbed.url}/import`, { method: 'POST', headers, body });
      return `${response.status} ${await response.text()}`;
    };

    it.each([
      ['alone', text, { 'Content-Type': 'text/turtle' }, '400'],
      ['in a form', form(), {}, '400'],
      ['with events', text, { 'Content-Type': 'text/turtle', Accept: 'text/event-stream' }, '(?:200|400)'],
    ])('%s', async (_, body, headers: Record<string, string>, status) => {
      const answer = await send(body, headers);
      expect(answer).toMatch(new RegExp(`^${status} `));
      expect(answer).toContain('ImportSyntax');
    });
  });

  it('stops at a contradiction, with its file and line', async () => {
    const { status, stderr } = await run(['load', file('data.ttl', DATA), '--url', testbed.url]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/ inferred; in \d+\.\d s; stopped at the first refusal; --on-contradiction skip goes on\n$/);
    expect(stderr).toMatch(/data\.ttl:5: owl\/materializer: disjointness violation on entity <http:\/\/ex\.org\/mia>/);
    expect(await query('{ q(func: eq(iri, "http://ex.org/mia")) { iri } }')).toEqual([]);
  });

  it('leaves out the facts of nodes that contradict, and infers from the others', async () => {
    const summary = await summaryOf(['--on-contradiction', 'skip', file('data.ttl', DATA)]);
    expect(summary).toMatchObject({ state: 'done', refused: 5 });
    expect(
      await query(
        '{ q(func: eq(name, "Rex")) { type: graph.type friendOf { iri } friend { name friendOf { name } } } }',
      ),
    ).toEqual([
      {
        type: ['Animal', 'Dog'],
        friendOf: [{ iri: 'http://ex.org/tom' }],
        friend: [{ name: 'anon', friendOf: [{ name: 'Rex' }] }],
      },
    ]);
  });

  it('collects refused statements in a file that can be corrected and loaded', async () => {
    const collected = file('refused.nq', '');
    const summary = await summaryOf(['--on-contradiction', `collect=${collected}`, file('data.ttl', DATA)]);
    expect(summary).toMatchObject({ state: 'done', refused: 5, refusedNodes: 2 });
    const text = fs.readFileSync(collected, 'utf8');
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toEqual([
      expect.stringMatching(/data\.ttl:5: .*disjointness violation/) as string,
      expect.stringMatching(/data\.ttl:7: /) as string,
    ]);
    const corrected = file('corrected.nq', text.replace(/^<.*Cat> \.\n/m, '').replace('"old" .', '"7" .'));
    expect(await summaryOf([corrected])).toMatchObject({ state: 'done', stated: 4, refused: 0 });
    expect(await query('{ q(func: eq(name, "Mia")) { type: graph.type } }')).toEqual([{ type: ['Animal', 'Dog'] }]);
    const headers = { 'Content-Type': 'text/turtle' };
    const url = `${testbed.url}/import?onContradiction=collect`;
    const plain = await fetch(url, { method: 'POST', headers, body: DATA });
    expect([plain.status, await plain.text()]).toEqual([400, expect.stringContaining('text/event-stream') as string]);
  });

  it('adds nothing when the same file comes again', async () => {
    const all = '{ q(func: has(iri), orderasc: iri) { uid iri } }';
    const before = await query(all);
    expect(await summaryOf(['--on-contradiction', 'skip', file('data.ttl', DATA)])).toMatchObject({ inferred: 0 });
    expect(await query(all)).toEqual(before);
  });

  it('reads all formats, compressed or not, a form, and standard input', async () => {
    const nt = '<http://ex.org/nt> <http://ex.org/name> "nt" .\n';
    const { gzipSync } = await import('node:zlib');
    fs.writeFileSync(path.join(folder, 'a.nt.gz'), gzipSync(nt));
    const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://ex.org/">
<rdf:Description rdf:about="http://ex.org/xml"><name>xml</name></rdf:Description></rdf:RDF>`;
    const json = '{"@id": "http://ex.org/json", "http://ex.org/name": "json"}';
    const files = [path.join(folder, 'a.nt.gz'), file('b.rdf', xml), file('c.jsonld', json)];
    expect(await summaryOf(files)).toMatchObject({ state: 'done', stated: 3 });
    expect(await summaryOf(['-'], nt.replaceAll('nt>', 'in>').replace('"nt"', '"in"'))).toMatchObject({ stated: 1 });
    const form = new FormData();
    form.append('one', new Blob([nt.replaceAll('nt>', 'one>').replace('"nt"', '"one"')]), 'one.nt');
    form.append('two', new Blob(['<http://ex.org/two> <http://ex.org/name> "two" .']), 'two.ttl');
    const response = await fetch(`${testbed.url}/import`, { method: 'POST', body: form });
    expect(await response.json()).toMatchObject({ state: 'done', stated: 2 });
    const names = await query('{ q(func: anyofterms(name, "nt xml json in one two"), orderasc: name) { name } }');
    expect(names.map(({ name }: { name: string }) => name)).toEqual(['in', 'json', 'nt', 'one', 'two', 'xml']);
  });

  it('drops named graphs with a warning, or keeps them as asked', async () => {
    const trig = '@prefix : <http://ex.org/> . :g { :kim :name "Kim" }';
    const type = 'application/trig';
    expect((await post('', trig, type)).warnings).toEqual([
      '1 statements are in named graphs, whose names are dropped',
    ]);
    expect((await post('graphs=facet', trig, type)).warnings).toEqual([]);
    expect(await query('{ q(func: eq(name, "Kim")) { name @facets } }')).toEqual([
      { name: 'Kim', 'name|graph': 'http://ex.org/g' },
    ]);
    await post('graphs=predicate:inGraph', trig, type);
    expect(await query('{ q(func: eq(name, "Kim")) { inGraph { iri } } }')).toEqual([
      { inGraph: [{ iri: 'http://ex.org/g' }] },
    ]);
  });

  it('names the place of a syntax error, and has the state of an import', async () => {
    const text = `<http://ex.org/a> <http://ex.org/name> "a" .\n<http://ex.org/b> oops .\n`;
    expect(await post('id=broken&name=x.nt', text, 'application/n-triples')).toMatchObject({
      errors: [
        { message: expect.stringMatching(/^x\.nt:2:\d+: /) as string, extensions: { code: 'ImportSyntax', line: 2 } },
      ],
    });
    const state = await fetch(`${testbed.url}/import/broken`);
    expect(await state.json()).toMatchObject({ id: 'broken', state: 'stopped' });
    const corrected = text.replace('oops', '<http://ex.org/name> "b"');
    expect(await post('id=broken&name=x.nt', corrected, 'application/n-triples')).toMatchObject({ state: 'done' });
    expect((await fetch(`${testbed.url}/import/unknown`)).status).toBe(404);
  });

  it('writes more than a mutation may infer', async () => {
    const chain = Array.from({ length: 150 }, (_, i) => `:n${i} :part :n${i + 1} .`).join('\n');
    const inferred = (151 * 150) / 2 - 150;
    expect(await post('', `@prefix : <http://ex.org/> .\n${chain}`)).toMatchObject({ state: 'done', inferred });
  });
});
