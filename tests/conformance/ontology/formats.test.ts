/**
 * Ontologies in every syntax and of several documents: the same ontology is in force, whichever gateway restores it.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Gateway } from '../../../src/app';
import { parseTurtle, readRdf, writeRdf, WRITTEN_SYNTAXES } from '../../../src/rdf';
import { forEachEngine } from '../../support/engines';
import { casesOf } from '../../support/runs';
import { startGatewayOver } from '../../support/engines/gateway';
import { factsOf } from '../../support/engines/graph';
import { introspect } from '../../support/engines/ontology';
import { ask, json, type Answer } from '../../support/engines/wire';
import { WRITERS } from '../../support/rdf/writers';
import { NS, ZOO } from './zoo';
import { ZOO_OWL_XML } from './zoo-owlxml';

const ONTOLOGY = NS.slice(0, -1);
const ANNOTATION_PROPERTY = 'http://www.w3.org/2002/07/owl#AnnotationProperty';
const { quads } = parseTurtle(ZOO);
const DOCUMENTS: readonly [type: string, document: string][] = [
  ['text/turtle', ZOO],
  ...Object.entries(WRITERS).map(([type, write]): [string, string] => [type, write(quads)]),
  ['application/owl+xml', ZOO_OWL_XML],
];

/** Content of another document; its class is a subclass of one of the zoo's, so that a write shows if it is known. */
const PARK = `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://example.org/park> a owl:Ontology ; owl:imports <${ONTOLOGY}> .
:Lion a owl:Class ; rdfs:subClassOf :Cat .`;

forEachEngine((engine) => {
  let gateway: Gateway;
  let folder: string;
  const open: Gateway[] = [];
  const start = async (environment: Record<string, string> = {}): Promise<Gateway> => {
    const started = await startGatewayOver(engine, environment);
    open.push(started);
    return started;
  };
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'owlgate-formats-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    await engine.reset();
    gateway = await start();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  const load = async (
    body: string | FormData,
    type?: string,
    parameters = '',
    { url } = gateway,
  ): Promise<{ status: number; body: Answer }> => {
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    const response = await fetch(`${url}/ontology${parameters}`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const form = (...files: (readonly [name: string, text: string])[]): FormData => {
    const data = new FormData();
    for (const [name, text] of files) data.append('file', new Blob([text]), name);
    return data;
  };

  /** Returns the answers that clients get about the ontology in force. */
  const hierarchies = async (): Promise<unknown[]> => {
    const names = ['Animal', 'Person', 'Keeper', 'Dog', 'Cage'];
    const answers = [introspect(gateway.url), ...names.map((name) => introspect(gateway.url, `?class=${name}`))];
    return (await Promise.all(answers)).map(({ body }) => body);
  };
  const typesOfNew = async (type: string, { url } = gateway): Promise<string[]> => {
    const { data } = await ask(url, json({ set: { uid: '_:x', 'graph.type': type } }));
    return Object.keys((await factsOf(engine.url, data.uids.x as string, [])).types).sort();
  };

  it('one ontology in any syntax gives one version', async () => {
    let before: unknown;
    for (const [type, document] of casesOf(DOCUMENTS, engine)) {
      const { status, body } = await load(document, type);
      expect(body).toMatchObject({
        status: 'success',
        classes: 10,
        objectProperties: 6,
        dataProperties: 5,
        warnings: [],
      });
      expect(status).toBe(200);
      const now = { hierarchies: await hierarchies(), schema: body.compiledSchema as string };
      before ??= now;
      expect(now).toEqual(before);
      // In the posted syntax, and as statements on request.
      const response = await fetch(`${gateway.url}/ontology`);
      expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      expect(await response.text()).toBe(document);
      for (const syntax of WRITTEN_SYNTAXES) {
        const converted = await fetch(`${gateway.url}/ontology`, { headers: { Accept: `${syntax}, */*;q=0.1` } });
        expect(converted.headers.get('content-type')).toBe(`${syntax}; charset=utf-8`);
        const { quads: triples } = await readRdf(await converted.text(), { mediaType: syntax });
        // OWL/XML declares every name, including owlgate:list.
        expect(triples.filter(({ object }) => object !== ANNOTATION_PROPERTY)).toHaveLength(quads.length);
      }
      const refused = await fetch(`${gateway.url}/ontology`, { headers: { Accept: 'text/html' } });
      expect([refused.status, ((await refused.json()) as Answer).errors[0].extensions.code]).toEqual([
        406,
        'NotAcceptable',
      ]);
    }
    expect(await typesOfNew('Dog')).toEqual(['Animal', 'Dog', 'Mammal']);
  });

  it('a restarted gateway restores an ontology in any syntax', async () => {
    for (const [type, document] of casesOf(DOCUMENTS.slice(3), engine)) {
      await load(document, type);
      const later = await start();
      expect(await (await fetch(`${later.url}/ontology`)).text()).toBe(document);
      expect(await typesOfNew('Keeper', later)).toEqual(['Animal', 'Human', 'Keeper', 'Mammal', 'Person']);
      await later.close();
    }
  });

  it('documents sent together form one ontology, which a restarted gateway restores', async () => {
    const { status, body } = await load(form(['park.ttl', PARK], ['zoo.owl', ZOO_OWL_XML]));
    expect(body).toMatchObject({ status: 'success', classes: 11, objectProperties: 6, warnings: [] });
    expect(status).toBe(200);
    expect(await typesOfNew('Lion')).toEqual(['Animal', 'Cat', 'Lion', 'Mammal']);
    const later = await start();
    expect(await typesOfNew('Lion', later)).toEqual(['Animal', 'Cat', 'Lion', 'Mammal']);
    expect(await (await fetch(`${later.url}/ontology`)).text()).toBe(PARK);
    const { imports } = (await (
      await fetch(`${later.url}/ontology`, { headers: { Accept: 'application/json' } })
    ).json()) as {
      imports: unknown;
    };
    expect(imports).toMatchObject([{ name: 'zoo.owl', iris: [ONTOLOGY], mediaType: 'application/owl+xml' }]);
  });

  it('a missing import is refused with its position, and skipped with the lenient profile', async () => {
    const { status, body } = await load(PARK, 'text/turtle');
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringMatching(/line 2, column 57: the import <https:\/\/example.org\/zoo> cannot be resolved: /),
      extensions: { code: 'OntologyImport', iri: ONTOLOGY, line: 2 },
    });
    expect((await fetch(`${gateway.url}/ontology`)).status).toBe(409);
    expect((await load(PARK, 'text/turtle', '?validate=true')).status).toBe(400);
    const lenient = await load(PARK, 'text/turtle', '?profile=lenient');
    expect(lenient.body.warnings).toContainEqual(expect.objectContaining({ code: 'imports', line: 2 }));
  });

  it('imports are read from the configured folder at a load only', async () => {
    const imports = path.join(folder, 'ontologies');
    mkdirSync(imports);
    writeFileSync(path.join(imports, 'any-name.jsonld'), WRITERS['application/ld+json']!(quads));
    const configured = await start({ OWLGATE_IMPORTS: imports });
    expect((await load(PARK, 'text/turtle', '', configured)).body).toMatchObject({ status: 'success', classes: 11 });
    rmSync(imports, { recursive: true });
    // Neither a gateway without the folder nor one that starts later needs it.
    const later = await start();
    expect(await typesOfNew('Lion', later)).toEqual(['Animal', 'Cat', 'Lion', 'Mammal']);
    // The next load needs the folder.
    expect((await load(PARK, 'text/turtle', '', configured)).body.errors[0].message).toMatch(
      /folder of OWLGATE_IMPORTS cannot be read/,
    );
  });

  it('imports are mapped to files, and fetched with permission', async () => {
    let requestCount = 0;
    const server: Server = createServer((_, response) => {
      requestCount++;
      response
        .setHeader('Content-Type', 'application/n-triples')
        .end(writeRdf({ quads, prefixes: new Map() }, 'application/n-triples'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const documentUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/zoo`;
      const mapping = path.join(folder, 'mapping.json');
      writeFileSync(mapping, JSON.stringify({ [ONTOLOGY]: documentUrl }));
      const careful = await start({ OWLGATE_IMPORTS: mapping });
      expect((await load(PARK, 'text/turtle', '', careful)).body.errors[0].message).toMatch(
        /OWLGATE_IMPORTS_FETCH names no host/,
      );
      expect(requestCount).toBe(0);
      const allowed = await start({ OWLGATE_IMPORTS: mapping, OWLGATE_IMPORTS_FETCH: '127.0.0.1:*' });
      expect((await load(PARK, 'text/turtle', '', allowed)).body).toMatchObject({ status: 'success', classes: 11 });
      expect(requestCount).toBe(1);
      expect(await typesOfNew('Lion', allowed)).toEqual(['Animal', 'Cat', 'Lion', 'Mammal']);
      expect(requestCount).toBe(1);
    } finally {
      server.close();
    }
  });

  it('the version covers all documents', async () => {
    const tag = async (zoo: string): Promise<string> => {
      await load(form(['park.ttl', PARK], ['zoo.ttl', zoo]));
      const answer = (await (
        await fetch(`${gateway.url}/ontology`, { headers: { Accept: 'application/json' } })
      ).json()) as Answer;
      return answer.checksum as string;
    };
    expect(await tag(ZOO)).toBe(await tag(ZOO));
    expect(await tag(`${ZOO}# changed`)).not.toBe(await tag(ZOO));
  });
});
