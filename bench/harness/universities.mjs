/** LUBM several times over, as a client without an ontology writes it, in files of Dgraph's export format. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import * as path from 'node:path';
import { finished } from 'node:stream/promises';
import { apart, lubm } from './lubm.mjs';

const TRIPLE = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|(".*")) \.$/;
const CHUNK = 1 << 20;

/** Predicate or type of an IRI. */
export const local = (iri) => iri.slice(iri.lastIndexOf('#') + 1);

/**
 * Writes `g01.rdf` and `g01.schema`: copies of LUBM(10), each with universities of its own, until there are `facts`
 * facts.
 *
 * @param {{directory: string, facts: number, schema: string, tell(line: string): void}} options
 * @returns {Promise<{facts: number, nodes: number, uidOf(iri: string): string}>} uids are those of the first copy
 */
export async function writeUniversities({ directory, facts, schema, tell }) {
  const triples = lubm(10).flatMap((line) => {
    const [, subject, predicate, object, literal] = TRIPLE.exec(line) ?? [];
    return subject === undefined ? [] : [{ subject, name: local(predicate), object, literal }];
  });
  const places = new Map();
  const placeOf = (iri) => {
    const place = places.get(iri) ?? places.size + 1;
    places.set(iri, place);
    return place;
  };
  for (const triple of triples) {
    triple.from = placeOf(triple.subject);
    if (triple.object !== undefined && triple.name !== 'type') triple.to = placeOf(triple.object);
  }
  writeFileSync(path.join(directory, 'g01.schema'), schema);
  const file = createWriteStream(path.join(directory, 'g01.rdf'));
  let text = '';
  let written = 0;
  const write = async (line) => {
    text += line;
    written++;
    if (text.length < CHUNK) return;
    const isTaken = file.write(text);
    text = '';
    if (!isTaken) await once(file, 'drain');
  };
  let time = 0;
  for (; written < facts; time++) {
    const uid = (place) => `<0x${(time * places.size + place).toString(16)}>`;
    for (const [iri, place] of places) await write(`${uid(place)} <iri> ${JSON.stringify(apart(iri, time))} .\n`);
    for (const { name, object, literal, from, to } of triples) {
      const said = name === 'type' ? JSON.stringify(local(object)) : to === undefined ? apart(literal, time) : uid(to);
      await write(`${uid(from)} <${name === 'type' ? 'dgraph.type' : name}> ${said} .\n`);
    }
    tell(`${written} facts of ${(time + 1) * places.size} nodes`);
  }
  file.end(text);
  await finished(file);
  return { facts: written, nodes: time * places.size, uidOf: (iri) => `0x${places.get(iri).toString(16)}` };
}
