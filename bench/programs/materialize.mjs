/**
 * Materialization in memory as a program, run like other reasoners: `ONTOLOGY.ttl DATA.nt [CLOSURE.nt]`. It prints a
 * line of JSON: seconds for `load` (reading both files, making rules) and for `reason`, and the number of `facts`. If
 * a third file is named, the closure is written to it.
 */
import { closeSync, createWriteStream, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';

const require = createRequire(import.meta.url);
const { readOntology } = require('../../dist/ontology');
const { compile, MemoryGraph } = require('../../dist/reasoner');
const { expectedLines, readNTriples } = require('../../dist/reasoner/rdf/ntriples');
const { toNTriples } = require('../../dist/reasoner/rdf/terms');

const PART_BYTES = 1 << 28;
const LF = 0x0a;
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const [ontology, data, closure] = process.argv.slice(2);

const began = performance.now();
const { reduced } = readOntology(readFileSync(ontology, 'utf8'), { profile: 'lenient' });
const { plan } = compile(reduced.axioms, { type: RDF_TYPE, class: (iri) => iri, property: (iri) => iri });
const graph = new MemoryGraph(plan);
const facts = readFacts(data);
const loaded = performance.now();
const { contradictions, inferred } = graph.apply({ assertRows: facts });
const reasoned = performance.now();
if (contradictions.length > 0) throw new Error('the data contradicts the ontology');
const seconds = { load: (loaded - began) / 1000, reason: (reasoned - loaded) / 1000 };
console.log(JSON.stringify({ ...seconds, facts: facts.length + inferred.length }));

if (closure) {
  const file = createWriteStream(closure);
  for (const { triple } of graph.facts())
    if (!file.write(`${triple.map(toNTriples).join(' ')} .\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}

/** Rows of the facts of a file, which is read in parts of whole lines: one buffer may hold less than the file. */
function readFacts(file) {
  const rows = [];
  const { table, terms } = graph;
  const { size } = statSync(file);
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.allocUnsafe(Math.min(PART_BYTES, size));
  for (let place = 0; place < size;) {
    const length = readSync(descriptor, buffer, 0, buffer.length, place);
    const end = place + length < size ? buffer.lastIndexOf(LF, length - 1) + 1 : length;
    const part = buffer.subarray(0, end);
    // Half as much again is room for inferred facts.
    if (place === 0) table.reserve(expectedLines(part) * (size / part.length) * 1.5);
    if (end === 0 || !readNTriples(part, terms, (s, p, o) => rows.push(table.row(s, p, o))))
      throw new Error(`${file}: not N-Triples`);
    place += end;
  }
  closeSync(descriptor);
  return rows;
}
