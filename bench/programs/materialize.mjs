/**
 * Materialization in memory as a program, run like other reasoners: `ONTOLOGY.ttl DATA.nt [CLOSURE.nt]`. It prints a
 * line of JSON: seconds for `load` (reading both files, making rules) and for `reason`, and the number of `facts`. If
 * a third file is named, the closure is written to it.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';

const require = createRequire(import.meta.url);
const { readOntology } = require('../../dist/ontology');
const { compile, MemoryGraph } = require('../../dist/reasoner');
const { expectedLines, readNTriples } = require('../../dist/reasoner/rdf/ntriples');
const { toNTriples } = require('../../dist/reasoner/rdf/terms');

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const [ontology, data, closure] = process.argv.slice(2);

const began = performance.now();
const { reduced } = readOntology(readFileSync(ontology, 'utf8'), { profile: 'lenient' });
const { plan } = compile(reduced.axioms, { type: RDF_TYPE, class: (iri) => iri, property: (iri) => iri });
const graph = new MemoryGraph(plan);
const facts = readFacts(readFileSync(data));
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

function readFacts(bytes) {
  const rows = [];
  const { table, terms } = graph;
  // Half as much again is room for inferred facts.
  table.reserve(expectedLines(bytes) * 1.5);
  if (!readNTriples(bytes, terms, (s, p, o) => rows.push(table.row(s, p, o))))
    throw new Error(`${data}: not N-Triples`);
  return rows;
}
