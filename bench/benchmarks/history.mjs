/**
 * History: 200 versions of an ontology that grows from 210 to 2,200 classes. Compares random pairs of versions, blames
 * a term, and rolls back to random versions; fails if a difference, a document or a rollback is wrong.
 */
import { startGateway } from '../harness/engines.mjs';
import { largeOntology } from '../harness/large-ontologies.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { spread } from '../harness/stats.mjs';
import { timed } from '../harness/timed.mjs';
import { ask, loadOntology } from '../harness/wire.mjs';

export const title = 'history of 200 versions';
export const perEngine = true;
export const mostRounds = 1;

const VERSIONS = 200;
const STEP = 10;
const COMPARISONS = 60;
const ROLLBACKS = 3;

/** Each version has STEP classes and a property more; every third swaps the characteristic of a property. */
const documentOf = (version) =>
  `${largeOntology('tree', 200 + STEP * version, 20 + version)}:p0 a owl:${version % 3 === 0 ? 'Functional' : 'InverseFunctional'}Property .\n`;

const get = (url, path) => ask(`${url}${path}`, { method: 'GET' });

export async function run(engine, { seconds, tell }) {
  const count = seconds < 1 ? 10 : VERSIONS;
  const gateway = await startGateway(engine);
  const { url } = gateway;
  try {
    const loads = [];
    for (let version = 1; version <= count; version++) {
      loads.push(await timed(() => loadOntology(url, documentOf(version), `?message=step+${version}`)));
      if (version % 20 === 0) tell(`${version} versions`);
    }
    const differences = [];
    const processorBefore = processorSeconds(gateway.pid);
    for (let i = 0; i < COMPARISONS; i++) {
      const [from, to] = [1 + ((i * 37) % count), 1 + ((i * 83 + 11) % count)];
      let answer;
      differences.push(await timed(async () => (answer = await get(url, `/ontology/diff?from=${from}&to=${to}`))));
      check(answer.diff, from, to);
    }
    const processor = processorSeconds(gateway.pid) - processorBefore;
    const blame = await timed(() => get(url, '/ontology/blame?term=C0'));
    const log = await timed(() => get(url, '/ontology/versions?limit=1000'));
    const page = await timed(() => fetch(`${url}/ontology/docs`).then((response) => response.text()));
    const rollbacks = [];
    for (let i = 0; i < ROLLBACKS; i++) {
      const version = 1 + ((i * 71) % count);
      rollbacks.push(await timed(() => ask(`${url}/ontology/rollback?version=${version}`)));
      const text = await fetch(`${url}/ontology`).then((response) => response.text());
      if (text !== documentOf(version)) throw new Error(`the rollback to version ${version} has another document`);
      const { diff } = await get(url, `/ontology/diff?from=${version}&to=${count + i + 1}`);
      if (diff.axioms.addedCount + diff.axioms.removedCount > 0) throw new Error('a rollback has another ontology');
    }
    const figure = (name, samples) => ({ name, unit: 'ms', ...spread(samples.map((sample) => sample * 1000)) });
    return {
      figures: [
        figure('load of a version', loads),
        figure('difference of two versions', differences),
        figure('processor time of a difference', [processor / COMPARISONS]),
        figure(`blame of a term over ${count} versions`, [blame]),
        figure(`list of ${count} versions`, [log]),
        figure('documentation page', [page]),
        figure('rollback', rollbacks),
      ],
    };
  } finally {
    await gateway.stop();
  }
}

/** Counts of the difference of two versions, as their documents have them. */
function check({ axioms, classes, properties }, from, to) {
  const added = STEP * (to - from);
  const counted = [classes.added.length - classes.removed.length, properties.added.length - properties.removed.length];
  if (counted[0] !== added || counted[1] !== to - from) throw new Error(`versions ${from} and ${to}: ${counted}`);
  const swapped = axioms.added.some(({ axiom }) => /FunctionalObjectProperty\(:p0\)$/.test(axiom));
  if (swapped !== ((from % 3 === 0) !== (to % 3 === 0))) throw new Error(`versions ${from} and ${to}: characteristic`);
}
