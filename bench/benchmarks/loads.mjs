/**
 * Loads of large ontologies through the gateway, against one /alter of the same schema at the engine, by the clock and
 * by the processor time of the engine. The database is empty before each sample; each load has a gateway of its own.
 */
import { startGateway } from '../harness/engines.mjs';
import { largeOntology, shapes } from '../harness/large-ontologies.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { timed } from '../harness/timed.mjs';
import { alter, loadOntology } from '../harness/wire.mjs';

export const title = 'loads of large ontologies, beside their schemas alone';
export const perEngine = true;
export const mostRounds = 3;

const CLASSES = 20_000;
const PROPERTIES = 2_000;

export async function run(engine, { rounds, tell }) {
  const pairs = [];
  for (const shape of shapes) {
    const turtle = largeOntology(shape, CLASSES, PROPERTIES);
    const validated = (url) => loadOntology(url, turtle, '?validate=true&data=false&profile=lenient');
    const { compiledSchema } = await withGateway(engine, ({ url }) => validated(url));
    const load = ({ url }) => costOf(engine, () => loadOntology(url, turtle, '?profile=lenient'));
    const pair = {
      name: `${shape}: ${CLASSES.toLocaleString('en-US')} classes and ${PROPERTIES.toLocaleString('en-US')} properties`,
      unit: 's',
      sides: [
        {
          label: '/alter',
          sample: () => emptied(engine, () => costOf(engine, () => alter(engine.url, compiledSchema))),
        },
        { label: 'load', sample: () => emptied(engine, () => withGateway(engine, load)) },
      ],
      rounds,
      warmUp: false,
      tell,
    };
    const byClock = await runPair(pair);
    pairs.push(byClock);
    // A cluster elsewhere has no process to look at.
    if (engine.pid !== undefined) {
      const name = `${pair.name}, processor time of the engine`;
      pairs.push({ ...ratioOf(byClock, ({ engineSeconds }) => engineSeconds), name });
    }
  }
  return { pairs };
}

/** @returns {Promise<{value: number, engineSeconds: number}>} by the clock, and processor time of the engine */
async function costOf({ pid }, work) {
  const before = pid === undefined ? 0 : processorSeconds(pid);
  const value = await timed(work);
  return { value, engineSeconds: pid === undefined ? 0 : processorSeconds(pid) - before };
}

async function emptied(engine, sample) {
  await alter(engine.url, { drop_all: true });
  return sample();
}

async function withGateway(engine, work) {
  const gateway = await startGateway(engine, { graphql: true });
  try {
    return await work(gateway);
  } finally {
    await gateway.stop();
  }
}
