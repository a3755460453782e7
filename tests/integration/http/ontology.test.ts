/** The routes under /ontology: what they take, what they answer, what they refuse. */
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';

const ZOO = `@prefix : <http://ex.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://ex.org/zoo> a owl:Ontology .
:Animal a owl:Class .
:Mammal a owl:Class ; rdfs:subClassOf :Animal .
:Dog a owl:Class ; rdfs:subClassOf :Mammal .
:Plant a owl:Class ; owl:disjointWith :Animal .
:eats a owl:ObjectProperty ; rdfs:domain :Animal .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
`;
const TURTLE = { 'Content-Type': 'text/turtle' };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const load = (body: string | Buffer = ZOO, headers: Record<string, string> = TURTLE, query = '') =>
  gateway.ask(`/ontology${query}`, { method: 'POST', headers, body });

describe('POST /ontology', () => {
  it('answers with the fields of the specification and of a load', async () => {
    const { status, headers, json } = await load();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(json).toEqual({
      status: 'success',
      message: 'Ontology loaded and materializer activated',
      classes: 4,
      objectProperties: 1,
      dataProperties: 1,
      compiledSchema: expect.stringContaining('eats: [uid] @reverse @count .'),
      version: 1,
      profile: 'strict',
      warnings: [],
      materialization: { nodes: 0, inferred: 0, retracted: 0, violations: [], violationCount: 0 },
    });
    expect((await load()).json.version).toBe(2);
  });

  it('validates without loading, and lists gains and losses', async () => {
    const first = await load(ZOO, TURTLE, '?validate=true');
    expect(first.json).toMatchObject({ status: 'valid', classes: 4, compiledSchema: expect.any(String), warnings: [] });
    expect(first.json.version).toBeUndefined();
    expect(first.json.diff).toMatchObject({
      classes: { added: ['Animal', 'Dog', 'Mammal', 'Plant'], removed: [] },
      properties: { added: ['eats', 'name'], removed: [] },
      predicates: { added: ['iri', 'eats', 'name'], changed: [] },
      types: { added: ['Animal', 'Dog', 'Mammal', 'Plant'], changed: [] },
      conflicts: [],
    });
    expect(gateway.materializer.inForce).toBeUndefined();
    await load();
    const other = ZOO.replaceAll(':Dog', ':Cat').replaceAll(':eats', ':likes');
    const { json } = await load(other, TURTLE, '?validate=true');
    expect(json.diff.classes).toEqual({ added: ['Cat'], removed: ['Dog'] });
    expect(json.diff.properties).toEqual({ added: ['likes'], removed: ['eats'] });
    expect(gateway.materializer.inForce!.version).toBe(1);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('accepts a body compressed with %s', async (encoding, compress) => {
    const { status } = await load(compress(ZOO), { ...TURTLE, 'Content-Encoding': encoding });
    expect(status).toBe(200);
    expect(gateway.materializer.inForce!.source).toBe(ZOO);
  });

  it.each([[{}], [{ 'Content-Type': 'text/turtle; charset=UTF-8' }], [{ 'Content-Type': 'Text/Turtle' }]])(
    'accepts the content type %j',
    async (headers) => {
      expect((await load(ZOO, headers)).status).toBe(200);
    },
  );

  it('accepts N-Triples, and removes a byte order mark', async () => {
    const triple =
      '<http://a/C> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .';
    expect((await load(`\ufeff${triple}`, { 'Content-Type': 'application/n-triples' })).json.classes).toBe(1);
    expect(gateway.materializer.inForce!.source).toBe(triple);
  });

  const inGraph = ZOO.replace(/^((?:@prefix.*\n)*)([^]*)$/, '$1<http://g> {\n$2\n}');
  it.each([
    ['text/turtle', 'application/x-www-form-urlencoded', ZOO],
    ['application/trig', 'application/x-www-form-urlencoded', inGraph],
    ['text/turtle', 'text/plain;charset=UTF-8', ZOO],
    ['application/trig', 'text/plain', inGraph],
    ['text/turtle', 'text/n3', ZOO],
    ['application/ld+json', 'application/json', '{"@id":"http://e/A","@type":"http://www.w3.org/2002/07/owl#Class"}'],
  ])('reads %s under the type %s that clients send', async (_syntax, type, text) => {
    const { status, json } = await load(text, { 'Content-Type': type }, '?validate=true');
    expect(json).toMatchObject({ status: 'valid' });
    expect(status).toBe(200);
  });

  it.each([
    ['text/owl-manchester', 'Class: A', 'Manchester syntax', 'robot convert --input ontology.omn'],
    [
      'application/octet-stream',
      'Ontology(<http://e/o>)',
      'OWL functional syntax',
      'robot convert --input ontology.ofn',
    ],
    ['text/turtle', 'format-version: 1.2\n\n[Term]\nid: A:1', 'OBO', 'robot convert --input ontology.obo'],
  ])('names the syntax of a document that it does not read: %s, %s', async (type, text, syntax, command) => {
    const { status, json } = await load(text, { 'Content-Type': type });
    expect(status).toBe(415);
    const [{ message, extensions }] = json.errors;
    expect(extensions).toMatchObject({ code: 'UnsupportedSyntax', syntax });
    expect(message).toContain(command);
  });

  it.each(['application/pdf', 'text/csv', 'text/turtle; charset=latin1'])('refuses the type %s', async (type) => {
    const { status, json } = await load(ZOO, { 'Content-Type': type });
    expect(status).toBe(415);
    expect(json.errors[0].message).toContain('text/turtle, application/n-triples');
    expect(json.errors[0].extensions.code).toBe('UnsupportedMediaType');
  });

  it.each([
    ['?validate=yes', 'validate=yes is not accepted; use validate=true or validate=false'],
    [
      '?validte=true',
      'unknown parameter "validte"; accepted here: validate, profile, names, data, timeout, against, message, from',
    ],
    ['?profile=loose', 'profile=loose is not accepted; use profile=strict or profile=lenient'],
    ['?profile=strict&profile=lenient', 'the parameter profile is given twice'],
  ])('refuses %s', async (query, message) => {
    const { status, json } = await load(ZOO, TURTLE, query);
    expect(status).toBe(400);
    expect(json).toEqual({ errors: [{ message, extensions: { code: 'InvalidRequest' } }] });
    expect(gateway.materializer.inForce).toBeUndefined();
  });

  it('gives the position of an error in Turtle', async () => {
    const { status, json } = await load('@prefix : <http://a#> .\n:A a :B\n:C a :D .');
    expect(status).toBe(400);
    const [{ message, extensions }] = json.errors;
    expect(message).toMatch(/^ontology: line 3, column 1: /);
    expect(extensions).toMatchObject({ code: 'OntologySyntax', line: 3, column: 1 });
  });

  it('gives the position of bytes that are not UTF-8', async () => {
    const { status, json } = await load(Buffer.from(`${ZOO}# caf\xe9\n`, 'latin1'));
    expect(status).toBe(400);
    expect(json.errors[0].extensions).toMatchObject({ line: 12, column: 6, code: 'OntologySyntax' });
  });

  it('lists axioms outside the profile, and loads the others with the lenient profile', async () => {
    const union = `${ZOO}:eats rdfs:range [ a owl:Class ; owl:unionOf ( :Plant :Animal ) ] .\n`;
    const { status, json } = await load(union);
    expect(status).toBe(400);
    const { code, violations } = json.errors[0].extensions;
    expect(code).toBe('OntologyProfile');
    expect(violations).toEqual([
      expect.objectContaining({
        axiom: expect.any(String),
        rule: expect.any(String),
        advice: expect.any(String),
        line: 12,
        column: expect.any(Number),
      }),
    ]);
    const lenient = await load(union, TURTLE, '?profile=lenient');
    expect(lenient.json).toMatchObject({ status: 'success', profile: 'lenient' });
    expect(lenient.json.warnings).toEqual([expect.objectContaining({ line: 12, message: expect.any(String) })]);
  });

  it('refuses an empty document, and bodies beyond the limit, before and after decompression', async () => {
    expect((await load('')).json.errors[0].extensions.code).toBe('OntologyEmpty');
    expect((await load(Buffer.alloc(100_001, 32))).status).toBe(413);
    const bomb = await load(gzipSync(Buffer.alloc(5_000_000, 32)), { ...TURTLE, 'Content-Encoding': 'gzip' });
    expect(bomb.status).toBe(413);
    expect(bomb.json.errors[0]).toEqual({
      message: 'the request body is larger than 100000 bytes',
      extensions: { code: 'BodyTooLarge' },
    });
    const broken = await load('not gzip', { ...TURTLE, 'Content-Encoding': 'gzip' });
    expect(broken.json.errors[0].message).toBe('the body is not gzip');
    expect((await load(ZOO, { ...TURTLE, 'Content-Encoding': 'zstd' })).json.errors[0].message).toContain('gzip');
  });

  it('reports a refusal by the engine as 502, and its absence as 503', async () => {
    gateway.materializer.loads.validate = () => Promise.reject(new Error('of our own'));
    const failed = await load();
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain('of our own');
    expect(failed.json.errors[0].message).toContain(failed.headers['x-request-id']);
    expect(gateway.log.find(({ level }) => level === 'error')!.fields).toMatchObject({
      requestId: failed.headers['x-request-id'],
      error: new Error('of our own'),
    });
  });
});

describe('GET /ontology', () => {
  it('answers 409 before the first load', async () => {
    for (const path of ['/ontology', '/ontology/introspect', '/ontology/introspect?class=Dog']) {
      const { status, json } = await gateway.ask(path);
      expect(status).toBe(409);
      expect(json.errors[0].extensions.code).toBe('NoOntology');
    }
  });

  it('returns the document byte for byte, with its version', async () => {
    await load(`${ZOO}# żółć\n`);
    const { status, text, headers } = await gateway.ask('/ontology');
    expect(status).toBe(200);
    expect(text).toBe(`${ZOO}# żółć\n`);
    expect(headers).toMatchObject({
      'content-type': 'text/turtle; charset=utf-8',
      'x-owlgate-version': '1',
      'last-modified': 'Sat, 01 Mar 2025 10:20:30 GMT',
      'cache-control': 'no-cache',
    });
    const again = await gateway.ask('/ontology', { headers: { 'If-None-Match': headers.etag! } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    await load();
    expect((await gateway.ask('/ontology', { headers: { 'If-None-Match': headers.etag! } })).status).toBe(200);
  });

  it('answers HEAD with the same headers and no body', async () => {
    await load();
    const get = await gateway.ask('/ontology');
    const head = await gateway.ask('/ontology', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'x-owlgate-version']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('answers in JSON on request', async () => {
    await load();
    const turtle = await gateway.ask('/ontology', { headers: { Accept: '*/*' } });
    const { json, headers } = await gateway.ask('/ontology', { headers: { Accept: 'application/json' } });
    expect(json).toEqual({
      version: 1,
      profile: 'strict',
      loadedAt: '2025-03-01T10:20:30.400Z',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      mediaType: 'text/turtle',
      source: ZOO,
      imports: [],
    });
    expect(headers.etag).not.toBe(turtle.headers.etag);
    expect(headers.vary).toContain('Accept');
  });

  it('compresses large answers on request', async () => {
    await load(`${ZOO}${'# a comment\n'.repeat(1000)}`);
    const { headers, bytes } = await gateway.ask('/ontology', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toContain(ZOO);
    expect((await gateway.ask('/ontology')).headers['content-encoding']).toBeUndefined();
  });

  it('answers an encoded path, and no other spelling', async () => {
    await load();
    expect((await gateway.ask('/%6Fntology')).text).toBe(ZOO);
    expect((await gateway.ask('http://owlgate.example/ontology')).text).toBe(ZOO);
    await gateway.ask('/ontology/');
    expect(gateway.upstream.requests.map(({ url }) => url)).toEqual(['/ontology/']);
  });

  it.each(['DELETE', 'PUT', 'PATCH'])('refuses %s', async (method) => {
    const { status, headers, json } = await gateway.ask('/ontology', { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(json.errors[0].message).toBe(`${method} is not allowed on /ontology; use GET, HEAD, POST, OPTIONS`);
  });
});

describe('GET /ontology/introspect', () => {
  const introspect = (query: string) => gateway.ask(`/ontology/introspect${query}`);
  const iri = (local: string) => encodeURIComponent(`http://ex.org/zoo#${local}`);
  beforeEach(() => load());

  it('lists all classes with their places', async () => {
    const { json, headers } = await introspect('');
    expect(headers['x-owlgate-version']).toBe('1');
    expect(json.map((entry: any) => entry.iri)).toEqual(['Animal', 'Dog', 'Mammal', 'Plant']);
    expect(json[1]).toEqual({
      iri: 'Dog',
      fullIri: 'http://ex.org/zoo#Dog',
      superClasses: ['Animal', 'Mammal'],
      subClasses: [],
      directSuperClasses: ['Mammal'],
      directSubClasses: [],
      equivalentClasses: [],
    });
  });

  it.each(['Dog', iri('Dog'), '%3ADog'])('describes a class by %s', async (name) => {
    const { json } = await introspect(`?class=${name}`);
    expect(json).toMatchObject({
      iri: 'Dog',
      superClasses: ['Animal', 'Mammal'],
      subClasses: [],
      disjointWith: ['Plant'],
    });
    expect(json.properties).toContainEqual(
      expect.objectContaining({ iri: 'eats', type: 'ObjectProperty', domain: ['Animal'], isFunctional: false }),
    );
  });

  it.each([
    ['?subclasses=Animal', ['Mammal']],
    ['?subclasses=Animal&transitive=true', ['Dog', 'Mammal']],
    ['?subclasses=Animal&transitive=false', ['Mammal']],
    [`?transitive=true&subclasses=${iri('Animal')}`, ['Dog', 'Mammal']],
    ['?superclasses=Dog', ['Mammal']],
    ['?superclasses=Dog&transitive=true', ['Animal', 'Mammal']],
    ['?superclasses=Animal&transitive=true', []],
  ])('lists the classes of %s', async (query, expected) => {
    expect((await introspect(query)).json).toEqual(expected);
  });

  it('names near misses of an unknown class', async () => {
    const { status, json } = await introspect('?subclasses=Mamal');
    expect(status).toBe(404);
    expect(json.errors[0]).toEqual({
      message: 'unknown class "Mamal"',
      extensions: { suggestions: ['Mammal'], code: 'UnknownClass' },
    });
  });

  it.each([
    ['?class=Dog&subclasses=Dog', 'class and subclasses exclude each other; ask for one'],
    ['?class=Dog&transitive=true', 'transitive goes with subclasses or superclasses'],
    ['?transitive=true', 'transitive goes with subclasses or superclasses'],
    ['?class=', 'class needs the name of a class: class=…'],
    ['?klass=Dog', 'unknown parameter "klass"; accepted here: class, subclasses, superclasses, lang, transitive'],
    ['?subclasses=Dog&transitive=1', 'transitive=1 is not accepted; use transitive=true or transitive=false'],
  ])('refuses %s', async (query, message) => {
    const { status, json } = await introspect(query);
    expect(status).toBe(400);
    expect(json.errors[0].message).toBe(message);
  });
});
