/** Sources of imports: files and addresses; those that cannot be read are named, with the reason. */
import * as fs from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Reading } from '../../../src/import/reading';
import { addressSource, fileSource } from '../../../src/import/source';
import type { Source } from '../../../src/import';

const TRIPLE = '<http://ex.org/s> <http://ex.org/p> "value" .\n';
const TURTLE = '@prefix : <http://ex.org/> . <relative> :p "value" .\n';
const READABLE = {
  'odd name é#?.nt': TRIPLE,
  'upper.NT': TRIPLE,
  'upper.nt.GZ': gzipSync(TRIPLE),
  'no extension': gzipSync(TRIPLE),
  'two members.nt.gz': Buffer.concat([gzipSync(TRIPLE), gzipSync('')]),
  'mark.nt': `\ufeff${TRIPLE}`,
  'no end.nt': TRIPLE.trimEnd(),
};
/** Code units in an order of bytes. */
const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const RDF_XML = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ` +
  'xmlns:e="http://ex.org/"><rdf:Description rdf:about="http://ex.org/s"><e:p>Zo\u00e9</e:p></rdf:Description></rdf:RDF>';
const LITERAL = '<http://ex.org/s> <http://ex.org/p> "Zo\u00e9" .\n';
/** Documents in encodings that their first bytes or their XML declarations tell. */
const ENCODED = {
  'utf16le.ttl': utf16(`\ufeff${LITERAL}`, false),
  'utf16be.nt': utf16(`\ufeff${LITERAL}`, true),
  'utf16.nt.gz': gzipSync(utf16(`\ufeff${LITERAL}`, true)),
  'utf16.rdf': utf16(`\ufeff${RDF_XML('UTF-16')}`, false),
  'latin.rdf': Buffer.from(RDF_XML('ISO-8859-1'), 'latin1'),
  'windows.owl': Buffer.from(RDF_XML('windows-1252'), 'latin1'),
  'short.nt': Buffer.from(LITERAL),
};
const FILES = {
  ...READABLE,
  ...ENCODED,
  'cut.nt': Buffer.from(LITERAL).subarray(0, LITERAL.indexOf('\u00e9') + 1),
  'cut16.nt': utf16(`\ufeff${LITERAL}`, false).subarray(0, 41),
  'odd.rdf': Buffer.from(RDF_XML('KOI-99')),
  'cut.nt.gz': gzipSync(TRIPLE).subarray(0, 30),
  'latin.nt': Buffer.from(TRIPLE.replace('value', 'é'), 'latin1'),
};
const ANSWERS: Record<string, RequestListener> = {
  '/plain': (_, response) => response.setHeader('Content-Type', 'text/plain').end(TRIPLE),
  '/folder/data.ttl': (_, response) => response.setHeader('Content-Type', 'text/turtle').end(TURTLE),
  '/moved': (_, response) => response.writeHead(302, { Location: '/folder/data.ttl' }).end(),
  '/circle': (_, response) => response.writeHead(302, { Location: '/circle' }).end(),
  '/short': (_, response) => {
    response.setHeader('Content-Type', 'application/n-triples').setHeader('Content-Length', 1_000_000);
    response.write(TRIPLE, () => response.destroy());
  },
  '/latin': (_, response) => {
    response.setHeader('Content-Type', 'text/turtle; charset=ISO-8859-1').end(Buffer.from(LITERAL, 'latin1'));
  },
  '/encoded': (_, response) => {
    response.setHeader('Content-Type', 'text/turtle').setHeader('Content-Encoding', 'gzip').end(gzipSync(TURTLE));
  },
};

let folder: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-sources-'));
  for (const [name, content] of Object.entries(FILES)) fs.writeFileSync(path.join(folder, name), content);
  server = createServer((request, response) => {
    const answer = ANSWERS[request.url!];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

async function subjectsOf(opening: Promise<Source>): Promise<string[]> {
  const subjects: string[] = [];
  for await (const quads of new Reading(await opening).statements())
    subjects.push(...quads.map((quad) => quad.subject));
  return subjects;
}
const file = (name: string) => fileSource(path.join(folder, name));
const address = (place: string) => addressSource(`${origin}${place}`, new AbortController().signal);

it.each(Object.keys(READABLE))('the file %p is read', async (name) => {
  expect(await subjectsOf(file(name))).toEqual(['http://ex.org/s']);
});

it.each([...Object.keys(ENCODED), '/latin'])('%p is read in its encoding', async (name) => {
  const source = await (name.startsWith('/') ? address(name) : file(name));
  const values: unknown[] = [];
  for await (const quads of new Reading(source).statements())
    for (const { object } of quads) values.push(typeof object === 'string' ? object : object.value);
  expect(values).toEqual(['Zo\u00e9']);
});

it.each([
  ['cut.nt', /cut\.nt: after line 0 it is not text in UTF-8/],
  ['cut16.nt', /cut16\.nt: after line 0 it is not text in UTF-16LE/],
  ['odd.rdf', /odd\.rdf: unknown encoding "koi-99"; save it in UTF-8/],
  ['cut.nt.gz', /cut\.nt\.gz: it is compressed, and damaged or cut short/],
  ['latin.nt', /latin\.nt: after line 0 it is not text in UTF-8/],
  ['.', /: it is a directory; name the files in it/],
  ['missing.nt', /no such file.*missing\.nt/],
])('the file %p is named with the reason', async (name, reason) => {
  await expect(subjectsOf(file(name))).rejects.toThrow(reason);
});

it.each([
  ['/plain', 'http://ex.org/s'],
  ['/folder/data.ttl', '/folder/relative'],
  // The address after the redirect is the base.
  ['/moved', '/folder/relative'],
  ['/encoded', '/relative'],
])('the address %s is read', async (place, subject) => {
  expect(await subjectsOf(address(place))).toEqual([subject.startsWith('/') ? `${origin}${subject}` : subject]);
});

it.each([
  ['/circle', /\/circle: more than 5 redirects/],
  ['/short', /\/short: it broke off \(.+\)/],
  ['/missing', /\/missing: it answers with status 404/],
])('the address %s is named with the reason', async (place, reason) => {
  await expect(subjectsOf(address(place))).rejects.toThrow(reason);
});
