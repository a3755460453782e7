/**
 * Closure in memory without an engine or HTTP: time and peak memory of owlgate's reasoner and of N3.js, with the same
 * rules over the same facts; and single changes of the complete graph.
 */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { root, runProgram } from '../harness/child.mjs';
import { runPair } from '../harness/pair.mjs';
import { spread } from '../harness/stats.mjs';

export const title = 'closures in memory';

/** LUBM is measured if the shared folder has it. */
const lubm = path.join(process.env.OWLGATE_SHARED ?? path.join(root, '..', 'shared'), 'data', 'lubm');

const TRANSITIVE = `@prefix : <http://example.org/bench#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:before a owl:ObjectProperty , owl:TransitiveProperty .
`;

const EQUIVALENCE = `${TRANSITIVE}:before a owl:SymmetricProperty .
`;

export async function run({ rounds, tell }) {
  const cases = [
    ['a transitive chain of 300 nodes', { ontology: TRANSITIVE, data: { path: 300 } }],
    ['a symmetric and transitive chain of 150 nodes', { ontology: EQUIVALENCE, data: { path: 150 } }],
  ];
  const file = path.join(lubm, 'lubm1.nt.gz');
  if (existsSync(file)) {
    const ontology = readFileSync(path.join(lubm, 'univ-bench.ttl'), 'utf8');
    cases.push(['LUBM(1)', { ontology, data: { file } }]);
  } else tell(`LUBM(1): skipped, no ${file}`);

  const pairs = [];
  const figures = [];
  for (const [name, task] of cases) {
    const sample = (reasoner) => () => runProgram('closure.mjs', { ...task, reasoner });
    const pair = await runPair({
      name,
      unit: 's',
      sides: [
        { label: 'N3.js', sample: sample('n3') },
        { label: 'owlgate', sample: sample('owlgate') },
      ],
      rounds,
      tell,
    });
    const [{ facts, stated }] = pair.b.samples;
    if (pair.a.samples.some((other) => other.facts !== facts))
      throw new Error(`${name}: the two reasoners do not agree`);
    pair.name = `${name}, ${stated} facts stated, ${facts} in all`;
    pairs.push(pair);
    const figure = (what, unit, side, value) => {
      figures.push({ name: `${name}: ${what}`, unit, ...spread(pair[side].samples.map(value)) });
    };
    figure('peak memory of the process, N3.js', 'MB', 'a', ({ peakMB }) => peakMB);
    figure('peak memory of the process, owlgate', 'MB', 'b', ({ peakMB }) => peakMB);
    figure('reading the ontology and making rules', 's', 'b', ({ compileSeconds }) => compileSeconds);
    figure('one fact back and stated again, median', 'µs', 'b', ({ single }) => single.p50);
    figure('one fact back and stated again, 95 %', 'µs', 'b', ({ single }) => single.p95);
    figure('one fact back and stated again, worst', 'µs', 'b', ({ single }) => single.max);
  }
  return { pairs, figures };
}
