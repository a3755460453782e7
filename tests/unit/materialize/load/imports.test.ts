/** owl:imports: what is found where, what is gathered, and what is refused. */
import { FetchHosts } from '../../../../src/util/fetchHosts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readBundle } from '../../../../src/materialize/in-force/bundle';
import { gatherDocuments } from '../../../../src/materialize/load/gather';
import { NO_IMPORTS, openImports, type ImportSource } from '../../../../src/materialize/load/imports';
import { fetchDocument } from '../../../../src/materialize/load/imports/fetch';
import type { OntologyDocument, Profile } from '../../../../src/materialize';
import { readDocument } from '../../../../src/ontology';
import { silent } from '../../../../src/util/log';
import { rejectionOf } from '../../../support/rdf/documents';

const OWL = 'http://www.w3.org/2002/07/owl#';
const E = 'http://e/';
/** An ontology with a class of its name, in Turtle. */
const ontology = (name: string, ...imports: string[]): string =>
  `<${E}${name}> a <${OWL}Ontology> ` +
  `.\n${imports.map((i) => `<${E}${name}> <${OWL}imports> <${i}> .\n`).join('')}<${E}${name}#C> a ` +
  `<${OWL}Class> .\n`;
const xml = (name: string): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="${OWL}"><owl:Ontology ` +
  `rdf:about="${E}${name}"/><owl:Class rdf:about="${E}${name}#C"/></rdf:RDF>`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'owlgate-imports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const put = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

const gather = (
  source: string,
  imports: ImportSource = NO_IMPORTS,
  along: readonly OntologyDocument[] = [],
  profile: Profile = 'strict',
) => gatherDocuments({ source, along }, profile, { imports, mayFetch: true }, silent);
/** The classes that are there, by the names of their ontologies. */
async function classes(promise: ReturnType<typeof gather>): Promise<string[]> {
  const { document, bundle } = await promise;
  const names = [...readDocument(document, { profile: 'lenient' }).reduced.classes].map((iri) =>
    iri.slice(E.length, -2),
  );
  // Stored documents give the same without a search.
  expect(await readBundle(JSON.parse(JSON.stringify(bundle)) as typeof bundle)).toEqual(document);
  return names.sort();
}

describe('imports in the same request', () => {
  it('are followed transitively, also in circles, each once', async () => {
    const along = [
      { source: ontology('b', `${E}c`, `${E}a`), name: 'x' },
      { source: xml('c'), name: 'y', mediaType: 'application/rdf+xml' },
    ];
    const { bundle } = await gather(ontology('a', `${E}b#`, `${E}c`, `${E}b`), NO_IMPORTS, along);
    expect(bundle.map(({ role, name, iris }) => [role, name, iris])).toEqual([
      ['ontology', undefined, [`${E}a`]],
      ['import', 'x', [`${E}b#`, `${E}b`]],
      ['import', 'y', [`${E}c`]],
    ]);
    expect(await classes(gather(ontology('a', `${E}b`), NO_IMPORTS, along))).toEqual(['a', 'b', 'c']);
  });

  it('are found by version IRI and by name', async () => {
    const versioned = `${ontology('b')}<${E}b> <${OWL}versionIRI> <${E}b/1.0> .`;
    expect(await classes(gather(ontology('a', `${E}b/1.0`), NO_IMPORTS, [{ source: versioned }]))).toEqual(['a', 'b']);
    const nameless = { source: `<${E}d#C> a <${OWL}Class> .`, name: `${E}d` };
    expect(await classes(gather(ontology('a', `${E}d`), NO_IMPORTS, [nameless]))).toEqual(['a', 'd']);
  });

  it('have errors and warnings with the document’s name', async () => {
    const along = [
      {
        source:
          `${ontology('b')}<${E}b#C> <http://www.w3.org/2000/01/rdf-schema#subClassOf> [ a <${OWL}Class> ; ` +
          `<${OWL}unionOf> ( <${E}x> <${E}y> ) ] .`,
        name: 'b.ttl',
      },
    ];
    const { document } = await gather(ontology('a', `${E}b`), NO_IMPORTS, along);
    const { violations, ontology: read } = readDocument(document, { profile: 'lenient' });
    expect(violations).toMatchObject([{ code: 'superclass-union', document: 'b.ttl', line: 3 }]);
    expect(read).toMatchObject({ iri: `${E}a`, imports: [`${E}b`], notes: [] });
    expect(() => readDocument(document)).toThrow(/not in OWL 2 RL/);
    const error = await rejectionOf(gather(ontology('a', `${E}b`), NO_IMPORTS, [{ source: '<a', name: 'b.ttl' }]));
    expect(error.details).toMatchObject({ line: 1, column: 1, document: 'b.ttl' });
  });

  it('are refused with their position if missing, or omitted with lenient', async () => {
    const along = [{ source: ontology('b', `${E}gone`), name: 'b.ttl' }];
    const error = await rejectionOf(gather(ontology('a', `${E}b`), NO_IMPORTS, along));
    expect(error.code).toBe('OntologyImport');
    expect(error.details).toMatchObject({ iri: `${E}gone`, line: 2, column: 54, document: 'b.ttl' });
    expect(error.message).toMatch(
      /^ontology: line 2, column 54 of b.ttl: the import <http:\/\/e\/gone> cannot be resolved: it is not among .*; send it with/,
    );
    const lenient = await gather(ontology('a', `${E}b`), NO_IMPORTS, along, 'lenient');
    const { warnings } = readDocument(lenient.document, { profile: 'lenient' });
    expect(warnings.filter(({ code }) => code === 'imports')).toMatchObject([{ document: 'b.ttl', line: 2 }]);
  });

  it('that are not to be had are all reported, with the violations of the document', async () => {
    const union = `<${E}x> <http://www.w3.org/2000/01/rdf-schema#subClassOf> [ <${OWL}unionOf> ( <${E}y> <${E}z> ) ] .`;
    const error = await rejectionOf(gather(ontology('a', `${E}gone`, `${E}lost`) + union));
    expect(error.message).toMatch(/1 more imports cannot be resolved; the documents at hand .*: 1 violation\(s\)$/);
    expect(error.details).toMatchObject({
      iri: `${E}gone`,
      imports: [
        { iri: `${E}gone`, line: 2 },
        { iri: `${E}lost`, line: 3 },
      ],
      violations: [{ code: 'superclass-union', line: 5 }],
    });
  });

  it('are limited in number', async () => {
    const along = Array.from({ length: 1010 }, (_, i) => ({ source: ontology(`n${i}`, `${E}n${i + 1}`) }));
    expect((await rejectionOf(gather(ontology('a', `${E}n0`), NO_IMPORTS, along))).message).toMatch(
      /more than 1000 documents/,
    );
  });
});

describe('imports in a folder', () => {
  it('are found by the IRI that they contain, or by their name', async () => {
    put('zzz.owl', xml('b'));
    put('D.ttl', `<${E}d#C> a <${OWL}Class> .`);
    put('f.ttl', ontology('other'));
    put('broken.ttl', '<');
    put('notes.txt', ontology('notes'));
    mkdirSync(path.join(folder, 'g.ttl'));
    const imports = await openImports({ location: folder });
    expect(await classes(gather(ontology('a', `${E}b`, `${E}d/`), imports))).toEqual(['a', 'b', 'd']);
    for (const name of ['f', 'notes', 'g', '..%2Fzzz', '']) {
      expect((await rejectionOf(gather(ontology('a', E + name), imports))).message).toMatch(
        /nor in the configured sources/,
      );
    }
    // Each load reads the folder again.
    put('f2.ttl', ontology('f'));
    expect(await classes(gather(ontology('a', `${E}f`), imports))).toEqual(['a', 'f']);
  });

  it('come after the documents of the request', async () => {
    put('b.ttl', `${ontology('b')}<${E}stale#C> a <${OWL}Class> .`);
    const imports = await openImports({ location: folder });
    expect(await classes(gather(ontology('a', `${E}b`), imports, [{ source: ontology('b') }]))).toEqual(['a', 'b']);
  });

  it('are found by the folder’s catalog', async () => {
    put('other.ttl', ontology('b'));
    put(
      'catalog-v001.xml',
      `<?xml version="1.0"?><catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
        <group xml:base=""><uri id="1" name="${E}alias" uri="other.ttl"/></group></catalog>`,
    );
    const imports = await openImports({ location: folder });
    expect(await classes(gather(ontology('a', `${E}alias`, `${E}b`), imports))).toEqual(['a', 'b']);
  });

  it('are refused with a reason if the catalog or mapping becomes unreadable', async () => {
    const inFolder = await openImports({ location: folder });
    put('catalog-v001.xml', '<catalog');
    expect((await rejectionOf(gather(ontology('a', `${E}b`), inFolder))).message).toMatch(
      /mapping of OWLGATE_IMPORTS cannot be read: not an XML/,
    );
    const location = put('map.json', '{"http://e/b": "b.ttl"}');
    const mapped = await openImports({ location });
    rmSync(location);
    expect((await rejectionOf(gather(ontology('a', `${E}b`), mapped))).message).toMatch(
      /mapping of OWLGATE_IMPORTS cannot be read: ENOENT/,
    );
  });

  it('resolve relative IRIs against the IRI of the import', async () => {
    put('b.ttl', `<#C> a <${OWL}Class> .`);
    expect(await classes(gather(ontology('a', `${E}b`), await openImports({ location: folder })))).toEqual(['a', 'b']);
  });
});

describe('imports by a mapping', () => {
  it('are files relative to the mapping, or absolute', async () => {
    mkdirSync(path.join(folder, 'sub'));
    put('sub/b.owl', xml('b'));
    const elsewhere = put('c.ttl', ontology('c'));
    const location = put('map.json', JSON.stringify({ [`${E}b`]: 'sub/b.owl', [`${E}c#`]: elsewhere }));
    expect(await classes(gather(ontology('a', `${E}b`, `${E}c`), await openImports({ location })))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('are refused with the name of a missing file', async () => {
    const location = put('map.json', JSON.stringify({ [`${E}b`]: 'gone.ttl', [`${E}c`]: 'https://e.example/c' }));
    const imports = await openImports({ location });
    expect((await rejectionOf(gather(ontology('a', `${E}b`), imports))).message).toMatch(
      /gone.ttl, the file of <http:\/\/e\/b>, cannot be read/,
    );
    expect((await rejectionOf(gather(ontology('a', `${E}c`), imports))).message).toMatch(
      /which may not be fetched: OWLGATE_IMPORTS_FETCH names no host/,
    );
  });

  it.each([
    ['a text', 'nonsense', /not valid JSON|Unexpected token/],
    ['a list', '["x"]', /a mapping is a JSON object of IRIs and files/],
    ['a mapping to numbers', '{"http://e/": 1}', /"http:\/\/e\/" does not name a file/],
    ['XML of no catalog', '<catalog>', /not an XML catalog/],
  ])('a mapping that is %s is refused at the start', async (_, text, message) => {
    await expect(openImports({ location: put('map', text) })).rejects.toThrow(message);
  });

  it('a missing mapping is refused at the start', async () => {
    await expect(openImports({ location: path.join(folder, 'gone') })).rejects.toThrow(/ENOENT/);
  });

  it('may map contexts of JSON-LD, which are stored', async () => {
    put(
      'context.json',
      JSON.stringify({ '@context': { '@vocab': E, Ontology: `${OWL}Ontology`, Class: `${OWL}Class` } }),
    );
    const location = put('map.json', JSON.stringify({ 'https://c.example/context': 'context.json' }));
    const source = JSON.stringify({
      '@context': 'https://c.example/context',
      '@graph': [{ '@id': `${E}a#C`, '@type': 'Class' }],
    });
    const imports = await openImports({ location });
    const { bundle } = await gather(source, imports);
    expect(bundle.map(({ role }) => role)).toEqual(['ontology', 'context']);
    expect(await classes(gather(source, imports))).toEqual(['a']);
    const other = source.replace('/context"', '/other"');
    expect((await rejectionOf(gather(other, imports))).message).toMatch(
      /remote @context https:\/\/c.example\/other is not fetched: OWLGATE_IMPORTS_FETCH names no host/,
    );
    expect((await rejectionOf(gather(source))).message).toMatch(
      /remote @context .* is not fetched; write the context out/,
    );
  });
});

describe('imports over the network', () => {
  let server: Server;
  let url: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const requests: IncomingMessage[] = [];
  beforeEach(async () => {
    requests.length = 0;
    server = createServer((request, response) => {
      requests.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const hosts = new FetchHosts(['127.0.0.1:*']);

  it('are fetched only if allowed', async () => {
    answer = (_, response) => response.setHeader('Content-Type', 'application/rdf+xml; charset=utf-8').end(xml('b'));
    const main = ontology('a', `${url}/b`);
    put('x.ttl', '');
    await rejectionOf(gather(main, await openImports({ location: folder })));
    expect(requests).toHaveLength(0);
    const imports = await openImports({ fetch: ['127.0.0.1:*'] });
    expect(await classes(gather(main, imports))).toEqual(['a', 'b']);
    expect(requests).toHaveLength(1);
    expect(requests[0]!.headers.accept).toMatch(/^text\/turtle, .*application\/rdf\+xml;q=/);
    for (const iri of ['file:///etc/passwd', 'urn:x:y', 'ftp://e/x']) {
      expect((await rejectionOf(gather(ontology('a', iri), imports))).code).toBe('OntologyImport');
    }
  });

  it('follow a limited number of redirects, within http(s)', async () => {
    answer = ({ url: path }, response) => {
      const left = Number(path!.slice(1));
      if (left === 99) response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
      else if (left > 0) response.writeHead(303, { Location: `/${left - 1}` }).end();
      else response.end(ontology('b'));
    };
    expect(await fetchDocument(`${url}/5#x`, { hosts, maxBytes: 1000 })).toMatchObject({
      source: ontology('b'),
      name: `${url}/0`,
    });
    await expect(fetchDocument(`${url}/6`, { hosts, maxBytes: 1000 })).rejects.toThrow(/redirects more than 5 times/);
    await expect(fetchDocument(`${url}/99`, { hosts, maxBytes: 1000 })).rejects.toThrow(/file: is not fetched/);
  });

  it('are fetched only from listed hosts at permitted addresses, after redirects too', async () => {
    const byName = url.replace('127.0.0.1', 'localhost');
    answer = (request, response) => {
      if (request.url === '/away') response.writeHead(302, { Location: `${byName}/b` }).end();
      else response.end(ontology('b'));
    };
    const fetchOver = (address: string, ...entries: string[]) =>
      fetchDocument(address, { hosts: new FetchHosts(entries), maxBytes: 1000 });
    await expect(fetchOver(`${url}/b`, '*:*')).rejects.toThrow(/127.0.0.1 is not a public address \(loopback\)/);
    await expect(fetchOver(`${byName}/b`, '*:*')).rejects.toThrow(/is not a public address \(loopback\)/);
    await expect(fetchOver(`${url}/away`, '127.0.0.1:*')).rejects.toThrow(/it redirects to .*not among the hosts/);
    await expect(fetchOver(`${url}/away`, '127.0.0.1:*', '*:*')).rejects.toThrow(/is not a public address/);
    expect(requests.filter((request) => request.url === '/b')).toHaveLength(0);
    expect(await fetchOver(`${url}/away`, '127.0.0.1:*', 'localhost:*=127.0.0.0/8')).toMatchObject({
      source: ontology('b'),
    });
  });

  it.each([
    [
      'too large',
      (_: IncomingMessage, response: ServerResponse) => response.end('x'.repeat(2000)),
      /more than 1000 bytes/,
    ],
    ['not there', (_: IncomingMessage, response: ServerResponse) => response.writeHead(404).end('x'), /it answers 404/],
    [
      'a web page',
      (_: IncomingMessage, response: ServerResponse) => response.setHeader('Content-Type', 'text/html').end('x'),
      /it answers with text\/html/,
    ],
    ['too slow', () => undefined, /takes longer than 0.3 s/],
    ['cut off', (request: IncomingMessage) => request.socket.destroy(), /socket hang up/],
  ])('are refused if the answer is %s', async (fault, reply, message) => {
    answer = reply;
    const options = { hosts, maxBytes: 1000, ...(fault === 'too slow' && { timeoutMs: 300 }) };
    await expect(fetchDocument(url, options)).rejects.toThrow(message);
  });
});
