/** Mappings from ontology IRIs to locations: a JSON object, or an OASIS XML catalog in the form of Protégé. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from '@rubensworks/saxes';

/**
 * Reads a mapping file.
 *
 *     { "http://example.org/upper": "upper.ttl", "http://example.org/core": "https://mirror.example/core.owl" }
 *
 *     <catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
 *       <uri name="http://example.org/upper" uri="upper.ttl"/>
 *     </catalog>
 *
 * @returns IRIs, without a # or / at their end, mapped to absolute paths or http(s) addresses
 * @throws Error of one line if it cannot be read or is not a mapping
 */
export async function readCatalog(file: string): Promise<ReadonlyMap<string, string>> {
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  const entries = /^\s*</.test(text) ? catalogEntries(text) : jsonEntries(text);
  const folder = path.dirname(path.resolve(file));
  return new Map(entries.map(([iri, location]) => [iri.replace(/[#/]$/, ''), resolve(location, folder)]));
}

type Entry = readonly [iri: string, location: string];

function resolve(location: string, folder: string): string {
  if (/^https?:/i.test(location)) return location;
  if (/^file:/i.test(location) && URL.canParse(location)) return fileURLToPath(location);
  return path.resolve(folder, location);
}

function jsonEntries(text: string): Entry[] {
  const mapping: unknown = JSON.parse(text);
  const entries =
    typeof mapping === 'object' && mapping !== null && !Array.isArray(mapping) ? Object.entries(mapping) : [];
  const wrong = entries.find(([, location]) => typeof location !== 'string' || location === '');
  if (entries.length === 0 || wrong) {
    throw new Error(
      `a mapping is a JSON object of IRIs and files${wrong ? `; "${wrong[0]}" does not name a file` : ''}`,
    );
  }
  return entries as Entry[];
}

/** Returns the `uri` elements at any depth, relative to the nearest `xml:base`. */
function catalogEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  const bases: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new Error(`not an XML catalog: ${error.message}`);
  });
  parser.on('opentag', ({ local, attributes }) => {
    const base = path.posix.join(bases.at(-1) ?? '', attributes['xml:base']?.value ?? '');
    bases.push(base);
    const [name, uri] = [attributes['name']?.value, attributes['uri']?.value];
    if (local !== 'uri' || !name || !uri) return;
    entries.push([name, /^[a-z][a-z0-9+.-]+:/i.test(uri) ? uri : path.posix.join(base, decodeURI(uri))]);
  });
  parser.on('closetag', () => void bases.pop());
  parser.write(text).close();
  return entries;
}
