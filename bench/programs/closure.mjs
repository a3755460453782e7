/**
 * One closure in memory, in a process of its own, so that the peak memory is that of this closure.
 *
 * Task: {reasoner: 'owlgate' | 'n3', ontology: Turtle, data: …}; data is {file: N-Triples with gzip} or {path: number
 * of nodes in a row}. Result: {value: seconds for the closure, facts, rules, compileSeconds, peakMB, single: …};
 * `single` (owlgate only) is the time for deleting an asserted fact from the complete graph and adding it again, in
 * microseconds.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { quantile } from '../harness/stats.mjs';

const require = createRequire(import.meta.url);
const { readOntology } = require('../../dist/ontology');
const { compile, MemoryGraph } = require('../../dist/reasoner');

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const STATEMENT = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|("(?:[^"\\]|\\.)*")) \.$/;
const SINGLE_FACTS = 2_000;
const SINGLE_SECONDS = 3;
const LARGE_PRIME = 1_000_003;

const task = JSON.parse(await text(process.stdin));
const facts = readFacts(task.data);
const before = performance.now();
const { reduced } = readOntology(task.ontology, { profile: 'lenient' });
const { plan } = compile(reduced.axioms, { type: RDF_TYPE, class: (iri) => iri, property: (iri) => iri });
const compileSeconds = (performance.now() - before) / 1000;

const outcome = task.reasoner === 'n3' ? closeWithN3() : closeWithOwlgate();
process.stdout.write(
  JSON.stringify({
    ...outcome,
    stated: facts.length,
    rules: plan.rules.length,
    compileSeconds,
    peakMB: process.resourceUsage().maxRSS / 1024,
  }),
);

function closeWithOwlgate() {
  const graph = new MemoryGraph(plan);
  const started = performance.now();
  const { inferred, contradictions } = graph.apply({ assert: facts });
  const value = (performance.now() - started) / 1000;
  if (contradictions.length > 0) throw new Error('the data contradicts the ontology');
  return { value, facts: facts.length + inferred.length, single: singleChanges(graph) };
}

/** Changes a sample of facts one by one until the time is up. */
function singleChanges(graph) {
  const times = [];
  const until = performance.now() + SINGLE_SECONDS * 1000;
  for (let i = 0; i < SINGLE_FACTS && performance.now() < until; i++) {
    const fact = facts[(i * LARGE_PRIME) % facts.length];
    const started = performance.now();
    graph.apply({ retract: [fact] });
    graph.apply({ assert: [fact] });
    times.push((performance.now() - started) * 1000);
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), max: Math.max(...times) };
}

/** The same rules in the notation of N3.js. */
function closeWithN3() {
  const { DataFactory, Reasoner, Store } = require('n3');
  const { namedNode, literal, quad, variable } = DataFactory;
  const term = (name) => (name.startsWith('"') ? literal(name.slice(1, -1)) : namedNode(name));
  const store = new Store();
  const started = performance.now();
  for (const [s, p, o] of facts) store.addQuad(quad(term(s), term(p), term(o)));
  const ref = (id) => (id > 0 ? namedNode(plan.terms.text(id)) : variable(`v${-id}`));
  const pattern = ({ s, p, o }) => quad(ref(s), ref(p), ref(o));
  const rules = plan.rules
    .filter(({ head }) => head)
    .map(({ body, head }) => ({ premise: body.map(pattern), conclusion: [pattern(head)] }));
  new Reasoner(store).reason(rules);
  return { value: (performance.now() - started) / 1000, facts: store.size };
}

function readFacts({ file, path }) {
  if (path)
    return Array.from({ length: path - 1 }, (_, i) => [`n${i}`, 'http://example.org/bench#before', `n${i + 1}`]);
  const seen = [];
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    if (line === '') continue;
    const [, s, p, iri, value] = STATEMENT.exec(line);
    seen.push([s, p, iri ?? value]);
  }
  return seen;
}
