/** The bodies of POST /ontology in every syntax, forms of several documents, and the syntaxes of GET /ontology. */
import { gzipSync } from 'node:zlib';
import { parseTurtle, termKey } from '../../../src/rdf';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';

const E = 'http://ex.org/';
const OWL = 'http://www.w3.org/2002/07/owl#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const TURTLE = `<${E}> a <${OWL}Ontology> . <${E}A> a <${OWL}Class> .`;
const SAME: Readonly<Record<string, string>> = {
  'text/turtle': TURTLE,
  'application/n-triples': `<${E}> <${TYPE}> <${OWL}Ontology> .\n<${E}A> <${TYPE}> <${OWL}Class> .\n`,
  'application/n-quads': `<${E}> <${TYPE}> <${OWL}Ontology> <${E}g> .\n<${E}A> <${TYPE}> <${OWL}Class> .\n`,
  'application/trig': `<${E}g> { <${E}> a <${OWL}Ontology> . <${E}A> a <${OWL}Class> . }`,
  'application/rdf+xml': `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="${OWL}">
    <owl:Ontology rdf:about="${E}"/><owl:Class rdf:about="${E}A"/></rdf:RDF>`,
  'application/ld+json': JSON.stringify([
    { '@id': E, '@type': `${OWL}Ontology` },
    { '@id': `${E}A`, '@type': `${OWL}Class` },
  ]),
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const load = (body: string | Buffer, headers: Record<string, string>, query = '') =>
  gateway.ask(`/ontology${query}`, { method: 'POST', headers, body });
const get = (accept?: string) => gateway.ask('/ontology', { headers: accept === undefined ? {} : { Accept: accept } });
const triples = (text: string): string[] =>
  parseTurtle(text)
    .quads.map(({ subject, predicate, object }) => `${subject} ${predicate} ${termKey(object)}`)
    .sort();

describe.each(Object.entries(SAME))('an ontology in %s', (type, body) => {
  it('is loaded and returned unchanged', async () => {
    expect((await load(body, { 'Content-Type': type })).json).toMatchObject({
      status: 'success',
      classes: 1,
      warnings: [],
    });
    const { text, headers } = await get();
    expect(text).toBe(body);
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('is returned in Turtle, N-Triples and JSON on request', async () => {
    await load(body, { 'Content-Type': type });
    const tags = new Set<string>();
    for (const accept of ['text/turtle', 'application/n-triples']) {
      const { text, headers } = await get(accept);
      expect(headers['content-type']).toBe(`${accept}; charset=utf-8`);
      expect(triples(text)).toEqual(triples(TURTLE));
      tags.add(headers.etag!);
    }
    const { json, headers } = await get('application/json');
    expect(json).toMatchObject({ mediaType: type, source: body });
    expect(tags.add(headers.etag!).size).toBe(3);
  });

  it.each<Record<string, string>>([
    {},
    { 'Content-Type': 'application/octet-stream' },
    { 'Content-Type': 'application/xml' },
  ])('is recognized by its content with %j', async (headers) => {
    // N-Quads look like N-Triples, and TriG like Turtle, until a graph is named.
    if (/trig|quads/.test(type)) return;
    expect((await load(body, headers)).json).toMatchObject({ status: 'success', classes: 1 });
  });
});

describe('an error in a document', () => {
  it.each([
    ['application/rdf+xml', '<rdf:RDF\n xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n<a>', 3, 1],
    ['application/ld+json', '{\n  "@id": }', 2, 10],
    ['application/n-triples', `<${E}A> <${TYPE}>\n`, 2, 1],
  ])('has its line, in %s', async (type, body, line, column) => {
    const { status, json } = await load(body, { 'Content-Type': type });
    expect(status).toBe(400);
    expect(json.errors[0].extensions).toMatchObject({ code: 'OntologySyntax', line, column });
  });

  it('names remote contexts that are not fetched', async () => {
    const body = JSON.stringify({ '@context': 'https://schema.org/', '@id': `${E}A` });
    const { json } = await load(body, { 'Content-Type': 'application/ld+json' });
    expect(json.errors[0].message).toMatch(/remote @context "https:\/\/schema.org\/" is not fetched/);
  });

  it('does not arise from XML that declares its encoding', async () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${SAME['application/rdf+xml']!.replace(`${E}A`, `${E}é`)}`;
    await load(Buffer.from(xml, 'latin1'), { 'Content-Type': 'application/rdf+xml' });
    expect(gateway.materializer.inForce!.loaded.names.class(`${E}é`)).toBeDefined();
  });
});

describe('a form', () => {
  const main = `<${E}> a <${OWL}Ontology> ; <${OWL}imports> <${E}other> . <${E}A> a <${OWL}Class> .`;
  const other = SAME['application/rdf+xml']!.replaceAll(`"${E}"`, `"${E}other"`).replace(`${E}A`, `${E}B`);
  interface Part {
    readonly field: string;
    readonly text: string;
    readonly file?: string;
    readonly type?: string;
  }
  const form = (...parts: Part[]): [string, Record<string, string>] => {
    const lines = parts.map(
      ({ field, text, file, type }) =>
        '--sep\r\nContent-Disposition: form-data; ' +
        `name="${field}"${file === undefined ? '' : `; filename="${file}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${text}\r\n`,
    );
    return [`${lines.join('')}--sep--\r\n`, { 'Content-Type': 'multipart/form-data; boundary=sep' }];
  };

  it('contains an ontology and its imports', async () => {
    const parts = form({ field: 'a', text: main, file: 'main.ttl' }, { field: 'b', text: other, file: 'other.owl' });
    const { json } = await load(...parts);
    expect(json).toMatchObject({ status: 'success', classes: 2, warnings: [] });
    const { documents, source } = gateway.materializer.inForce!;
    expect(source).toBe(main);
    expect(documents[1]).toEqual({
      role: 'import',
      mediaType: 'application/rdf+xml',
      source: other,
      name: 'other.owl',
      iris: [`${E}other`],
    });
    expect((await get()).text).toBe(main);
    expect((await get('application/json')).json.imports).toMatchObject([{ name: 'other.owl', iris: [`${E}other`] }]);
  });

  it('has the ontology in the part of that name, at any position', async () => {
    const [body, headers] = form(
      { field: 'b', text: other, type: 'application/rdf+xml' },
      { field: 'ontology', text: main },
    );
    expect((await load(gzipSync(body), { ...headers, 'Content-Encoding': 'gzip' })).json.classes).toBe(2);
    expect(gateway.materializer.inForce!.source).toBe(main);
  });

  it('with a document that nothing imports gets a warning', async () => {
    const { json } = await load(...form({ field: 'a', text: TURTLE }, { field: 'b', text: other, file: 'other.owl' }));
    expect(json).toMatchObject({ classes: 1, warnings: [{ code: 'unused-document' }] });
    expect(json.warnings[0].message).toContain('other.owl');
  });

  it('with an error names the document', async () => {
    const wrong = other.replace('</rdf:RDF>', '');
    const { json } = await load(...form({ field: 'a', text: main }, { field: 'b', text: wrong, file: 'other.owl' }));
    expect(json.errors[0].extensions).toMatchObject({ code: 'OntologySyntax', document: 'other.owl', line: 2 });
    expect(json.errors[0].message).toContain('(in other.owl)');
  });

  it('with a missing import gives its position, and is loaded with the lenient profile', async () => {
    const { status, json } = await load(...form({ field: 'a', text: `\n${main}` }));
    expect(status).toBe(400);
    expect(json.errors[0]).toMatchObject({
      message: expect.stringMatching(
        /^ontology: line 2, column \d+: the import <http:\/\/ex.org\/other> cannot be resolved: /,
      ),
      extensions: { code: 'OntologyImport', iri: `${E}other`, line: 2 },
    });
    const lenient = await load(...form({ field: 'a', text: main }), '?profile=lenient');
    expect(lenient.json).toMatchObject({ classes: 1, warnings: [{ code: 'imports' }] });
  });

  it.each([
    ['has no part', form(), /the form has no part/],
    [
      'has two ontologies',
      form({ field: 'ontology', text: main }, { field: 'ontology', text: other }),
      /two parts are named/,
    ],
    [
      'has no boundary',
      ['', { 'Content-Type': 'multipart/form-data' }] as const,
      /the form cannot be read: .*[Bb]oundary/,
    ],
    [
      'ends too early',
      ['--sep\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', form()[1]] as const,
      /cannot be read/,
    ],
    [
      'has too many parts',
      form(...Array.from({ length: 1001 }, () => ({ field: 'a', text: '' }))),
      /more than 1000 parts/,
    ],
  ])('that %s is refused', async (_, [body, headers], message) => {
    const { status, json } = await load(body, headers);
    expect(status).toBe(400);
    expect(json.errors[0].message).toMatch(message);
    expect(json.errors[0].extensions.code).toBe('InvalidRequest');
  });
});
