/**
 * Deletes from a complete graph in memory, in a process of its own. Task: {ontology: Turtle, equality, facts: triples
 * or {file: N-Triples}, changes: [triple, …], scratch, backward: false for DRed without the backward search}. Result:
 * microseconds for deleting each fact (`delete`) and adding it again (`insert`); `gone` and `back`, the numbers of
 * retracted and re-derived facts; and, if requested by `scratch`, the microseconds for materializing all facts but one
 * from the start.
 */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { factsOf, spreadOver } from '../harness/facts.mjs';
import { RDF_TYPE } from '../harness/rules.mjs';

const require = createRequire(import.meta.url);
const { readOntology } = require('../../dist/ontology');
const { compile, MemoryGraph } = require('../../dist/reasoner');

const WARM_UP = 20;

const task = JSON.parse(await text(process.stdin));
const facts = factsOf(task.facts);
const { reduced } = readOntology(task.ontology, { profile: 'lenient' });
const { plan } = compile(reduced.axioms, {
  type: RDF_TYPE,
  class: (iri) => iri,
  property: (iri) => iri,
  equality: task.equality === true,
  signature: reduced,
});

const graph = new MemoryGraph(plan);
graph.apply({ assert: facts });
const options = { backward: task.backward !== false };
const changes = task.changes ?? spreadOver(facts, task.leaves);
// Warm-up: the same code runs first on other facts, uncounted.
for (const fact of changes.slice(0, WARM_UP)) [takeBack, state].map((change) => change(fact));
// All deletes first, then all inserts, so that neither profits from the processor's cache of the other.
const [taken, given] = [changes.map(takeBack), changes.map(state)];
const result = {
  delete: taken.map(({ time }) => time),
  insert: given.map(({ time }) => time),
  gone: taken.map(({ inference }) => inference.retracted.length),
  back: given.map(({ inference }) => inference.inferred.length),
};
process.stdout.write(JSON.stringify({ ...result, scratch: task.scratch ? fromScratch(changes[0]) : undefined }));

function timed(change) {
  const began = performance.now();
  const inference = graph.apply(change, options);
  return { time: (performance.now() - began) * 1000, inference };
}

function takeBack(fact) {
  return timed({ retract: [fact] });
}

function state(fact) {
  return timed({ assert: [fact] });
}

/** Time for materializing the graph without the fact from the start. */
function fromScratch(fact) {
  const rest = facts.filter((other) => other.some((term, i) => term !== fact[i]));
  const began = performance.now();
  new MemoryGraph(plan).apply({ assert: rest });
  return (performance.now() - began) * 1000;
}
