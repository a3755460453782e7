/**
 * Reads from a store during deletes. The store is a graph in memory; an evaluation sees the facts that it has read.
 * Task: {ontology: Turtle, equality, facts: triples or {file: N-Triples}, changes: [triple, …] or leaves: number}.
 * Result, for each change, with and without the backward search (`backward`, `dred`): `rounds` (number of reads),
 * `patterns` and `facts` (returned). These are counts, not times.
 */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { RDF_TYPE } from '../harness/rules.mjs';
import { factsOf, spreadOver } from '../harness/facts.mjs';

const require = createRequire(import.meta.url);
const { readOntology } = require('../../dist/ontology');
const { compile, Evaluation, FactTable, MemoryGraph, NOW_MASK, unchanged } = require('../../dist/reasoner');

/** Facts per read of a pattern of which any match suffices, as in the gateway. */
const PAGE = 100;

const task = JSON.parse(await text(process.stdin));
const facts = factsOf(task.facts);
const { reduced } = readOntology(task.ontology, { profile: 'lenient' });
const names = { type: RDF_TYPE, class: (iri) => iri, property: (iri) => iri };
const { plan } = compile(reduced.axioms, { ...names, equality: task.equality === true, signature: reduced });
const graph = new MemoryGraph(plan);
graph.apply({ assert: facts });

class Window {
  terms = graph.terms;
  table = new FactTable();
  handedOver = 0;
  #known = new Set();
  #offsets = new Map();

  covers(s, p, o) {
    return [`${s} ${p} ${o}`, `${s} ${p} 0`, `0 ${p} ${o}`, `0 ${p} 0`].some((key) => this.#known.has(key));
  }

  read({ s, p, o, any }) {
    const key = `${s} ${p} ${o}`;
    const { subject, object, flags } = graph.table;
    const held = [...rowsOf(s, p, o)].filter((row) => (flags[row] & NOW_MASK) !== 0);
    const from = any ? (this.#offsets.get(key) ?? 0) : 0;
    const page = any ? held.slice(from, from + PAGE) : held;
    this.#offsets.set(key, from + page.length);
    if (from + page.length === held.length) this.#known.add(key);
    this.handedOver += page.length;
    for (const row of page) {
      this.table.flags[this.table.row(subject[row], p, object[row])] = unchanged((flags[row] & NOW_MASK) >> 2);
    }
  }
}

function* rowsOf(s, p, o) {
  const { table } = graph;
  if (s && o) yield* [table.find(s, p, o)].filter((row) => row >= 0);
  else if (s) for (let row = table.firstOfSubject(s, p); row >= 0; row = table.nextOfSubject(row)) yield row;
  else if (o) for (let row = table.firstOfObject(p, o); row >= 0; row = table.nextOfObject(row)) yield row;
  else for (let row = table.firstOfPredicate(p); row >= 0; row = table.nextOfPredicate(row)) yield row;
}

function takeBack(fact, backward) {
  const [s, p, o] = fact.map((term) => graph.terms.find(term));
  const window = new Window();
  let patterns = 0;
  for (let rounds = 0; ; rounds++) {
    const evaluation = new Evaluation(plan, window, { backward });
    const { missing, retracted } = evaluation.run({ retract: [{ s, p, o }] });
    evaluation.rollback();
    if (missing.length === 0) return { rounds, patterns, facts: window.handedOver, gone: retracted.length };
    patterns += missing.length;
    for (const pattern of missing) window.read(pattern);
  }
}

const changes = task.changes ?? spreadOver(facts, task.leaves);
const result = Object.fromEntries(
  Object.entries({ backward: true, dred: false }).map(([side, backward]) => [
    side,
    changes.map((fact) => takeBack(fact, backward)),
  ]),
);
process.stdout.write(JSON.stringify(result));
