/**
 * Deletes in memory, of facts of LUBM(1) and in the worst known cases: against adding the fact again, against reasoning
 * over the remaining facts from the start, and against DRed without the backward search.
 */
import { readFileSync } from 'node:fs';
import { runProgram } from '../harness/child.mjs';
import { hasLubm, lubmFiles } from '../harness/lubm.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { RDF_TYPE } from '../harness/rules.mjs';
import { median } from '../harness/stats.mjs';

export const title = 'taking facts back, in memory';

const LEAVES = 400;
const NS = 'http://example.org/bench#';
const OWL = 'http://www.w3.org/2002/07/owl#';
const n = (name) => NS + name;
const range = (count, each) => Array.from({ length: count }, (_, i) => each(i)).flat();
const turtle = (lines) =>
  `@prefix : <${NS}> . @prefix owl: <${OWL}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ` +
  `.\n${lines.join('\n')}\n`;

/** Worst cases: an ontology, facts, and the fact whose delete retracts most. */
const WORST = [
  {
    name: 'a type at the foot of 200 classes',
    ontology: turtle(
      range(200, (i) => [`:C${i} a owl:Class . :C${i + 1} a owl:Class . :C${i} rdfs:subClassOf :C${i + 1} .`]),
    ),
    facts: range(1000, (i) => [[n(`x${i}`), RDF_TYPE, n('C0')]]),
    change: [n('x0'), RDF_TYPE, n('C0')],
  },
  {
    name: 'the middle edge of a transitive path of 300',
    ontology: turtle([':p a owl:ObjectProperty , owl:TransitiveProperty .']),
    facts: range(299, (i) => [[n(`x${i}`), n('p'), n(`x${i + 1}`)]]),
    change: [n('x149'), n('p'), n('x150')],
  },
  {
    name: 'a shortcut in a transitive path of 100 (all stays)',
    ontology: turtle([':p a owl:ObjectProperty , owl:TransitiveProperty .']),
    facts: [...range(99, (i) => [[n(`x${i}`), n('p'), n(`x${i + 1}`)]]), [n('x40'), n('p'), n('x60')]],
    change: [n('x40'), n('p'), n('x60')],
  },
  {
    name: 'an edge of a transitive, symmetric ring of 60 (all stays)',
    ontology: turtle([':p a owl:ObjectProperty , owl:TransitiveProperty , owl:SymmetricProperty .']),
    facts: range(60, (i) => [[n(`x${i}`), n('p'), n(`x${(i + 1) % 60}`)]]),
    change: [n('x0'), n('p'), n('x1')],
  },
  {
    name: 'the type of a hub that types 20,000 others',
    ontology: turtle([
      ':p a owl:ObjectProperty . :A a owl:Class . :B a owl:Class . :C a owl:Class . :B rdfs:subClassOf :C .',
      ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :B ] .',
    ]),
    facts: [[n('hub'), RDF_TYPE, n('A')], ...range(20_000, (i) => [[n('hub'), n('p'), n(`x${i}`)]])],
    change: [n('hub'), RDF_TYPE, n('A')],
  },
  {
    name: 'a link of 20 that are the same, ten facts each',
    equality: true,
    ontology: turtle([':p a owl:ObjectProperty . :A a owl:Class .']),
    facts: [
      ...range(19, (i) => [[n(`x${i}`), `${OWL}sameAs`, n(`x${i + 1}`)]]),
      ...range(20, (i) => range(10, (j) => [[n(`x${i}`), n('p'), n(`y${i}-${j}`)]])),
    ],
    change: [n('x9'), `${OWL}sameAs`, n('x10')],
  },
  {
    name: 'a link of 20 of which each is linked with each (all stays)',
    equality: true,
    ontology: turtle([':p a owl:ObjectProperty . :A a owl:Class .']),
    facts: [
      ...range(20, (i) => range(i, (j) => [[n(`x${j}`), `${OWL}sameAs`, n(`x${i}`)]])),
      ...range(20, (i) => range(10, (j) => [[n(`x${i}`), n('p'), n(`y${i}-${j}`)]])),
    ],
    change: [n('x9'), `${OWL}sameAs`, n('x10')],
  },
];

export async function run({ rounds, tell }) {
  const pairs = [];
  const figures = [];
  const add = async (name, unit, task, valueOf) => {
    const samples = [];
    // One process measures both sides of a round.
    const measure = async (round) => (samples[round] ??= await runProgram('deletes.mjs', task));
    const side = (key) => async (round) => ({ value: valueOf(await measure(round), key), sample: samples[round] });
    const pair = await runPair({
      name,
      unit,
      sides: [
        { label: 'stated', sample: side('insert') },
        { label: 'taken back', sample: side('delete') },
      ],
      rounds,
      warmUp: false,
      tell,
    });
    pairs.push(pair);
    return pair;
  };
  /** The same deletes against deletes without the backward search. */
  const againstDRed = (name, unit, task, valueOf) =>
    runPair({
      name: `${name}: against DRed alone`,
      unit,
      sides: [false, true].map((backward) => ({
        label: backward ? 'with a search' : 'DRed',
        sample: async () => valueOf(await runProgram('deletes.mjs', { ...task, scratch: false, backward }), 'delete'),
      })),
      rounds,
      warmUp: false,
      tell,
    });
  if (hasLubm()) {
    const files = lubmFiles(1);
    try {
      const task = { ontology: readFileSync(files.ontology, 'utf8'), facts: { file: files.data }, leaves: LEAVES };
      const name = `LUBM(1), an edge or value, median of ${LEAVES}`;
      const time = (sample, key) => median(sample[key]);
      await add(name, 'µs', task, time);
      pairs.push(await againstDRed(name, 'µs', task, time));
      for (const [side, values] of Object.entries(await runProgram('reads.mjs', task)))
        figures.push(...asked(side, values));
    } finally {
      files.remove();
    }
  } else tell('LUBM(1): skipped, not in the shared folder');
  for (const { name, ontology, equality, facts, change } of WORST) {
    const task = { ontology, equality, facts, changes: [change], scratch: true };
    const milliseconds = (sample, key) => sample[key][0] / 1000;
    const pair = await add(name, 'ms', task, milliseconds);
    const [{ sample }] = pair.b.samples;
    pair.name = `${name}: ${sample.gone[0]} inferred facts go`;
    pairs.push(await againstDRed(name, 'ms', task, milliseconds));
    const again = ratioOf(pair, ({ sample: one }) => milliseconds(one, 'delete'));
    pairs.push({
      ...againstScratch(again),
      name: `${name}: against starting again`,
    });
  }
  return { pairs, figures };
}

/** The same deletes against materializing the remaining facts from the start. */
function againstScratch(pair) {
  const scratch = { ...pair, a: { ...pair.a, label: 'from scratch', samples: pair.b.samples.map(asScratch) } };
  return ratioOf(scratch, ({ scratch: isScratch, sample }) => (isScratch ? sample.scratch : sample.delete[0]) / 1000);
}

const asScratch = (sample) => ({ ...sample, scratch: true });

/** Reads from a store during deletes. */
function* asked(side, values) {
  const sides = { backward: 'with a search', dred: 'DRed' };
  for (const [what, unit] of [
    ['rounds', 'reads'],
    ['patterns', 'patterns'],
    ['facts', 'facts'],
  ]) {
    const each = values.map((value) => value[what]);
    const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
    yield {
      name: `LUBM(1) as a store, ${sides[side]}, mean`,
      unit,
      median: mean,
      min: Math.min(...each),
      max: Math.max(...each),
    };
  }
}
