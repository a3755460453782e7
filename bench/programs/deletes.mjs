/**
 * Deletions from a complete graph in memory, in a process of its own. Task: {ontology: Turtle, equality, facts: triples or
 * {file: N-Triples}, changes: [triple, …], once}. Result: microseconds of taking each fact back (`delete`) and of stating it
 * again (`insert`), `gone` and `back`, the inferred facts that went and came; and `scratch`, the microseconds of
 * materializing all facts but one from nothing, where `once` asks for it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { RDF_TYPE } from '../harness/rules.mjs';

const require = createRequire(import.meta.url);
const { readOntology } = require('../../dist/ontology');
const { compile, MemoryGraph } = require('../../dist/reasoner');

const STATEMENT = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|("(?:[^"\\]|\\.)*")) \.$/;
const WARM_UP = 20;

const task = JSON.parse(await text(process.stdin));
const facts = task.facts.file ? readFacts(task.facts.file) : task.facts;
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
const changes = task.changes ?? spreadOver(facts, task.leaves);
// The same code runs first on facts that do not count.
for (const fact of changes.slice(0, WARM_UP)) takeAndGive(fact);
const counted = changes.map(takeAndGive);
const result = Object.fromEntries(
  ['delete', 'insert', 'gone', 'back'].map((key) => [key, counted.map((one) => one[key])]),
);
process.stdout.write(JSON.stringify({ ...result, scratch: task.scratch ? fromScratch(changes[0]) : undefined }));

function takeAndGive(fact) {
  const began = performance.now();
  const taken = graph.apply({ retract: [fact] });
  const between = performance.now();
  const given = graph.apply({ assert: [fact] });
  const ended = performance.now();
  return {
    delete: (between - began) * 1000,
    insert: (ended - between) * 1000,
    gone: taken.retracted.length,
    back: given.inferred.length,
  };
}

/** What it takes to have the same graph without the fact by starting again. */
function fromScratch(fact) {
  const rest = facts.filter((other) => other.some((term, i) => term !== fact[i]));
  const began = performance.now();
  new MemoryGraph(plan).apply({ assert: rest });
  return (performance.now() - began) * 1000;
}

/** Facts that nothing else rests on much: edges and values, from all over. */
function spreadOver(all, count) {
  const edges = all.filter(([, p]) => p !== RDF_TYPE);
  return Array.from({ length: count }, (_, i) => edges[(i * 1_000_003) % edges.length]);
}

function readFacts(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, s, p, iri, value] = STATEMENT.exec(line);
      return [s, p, iri ?? value];
    });
}
