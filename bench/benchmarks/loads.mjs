/**
 * Loads of large ontologies through the gateway, against one /alter of the same schema at the engine. The database is
 * empty before each sample; each load has a gateway of its own.
 */
import { startGateway } from '../harness/engines.mjs';
import { largeOntology, shapes } from '../harness/large-ontologies.mjs';
import { runPair } from '../harness/pair.mjs';
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
    const load = ({ url }) => timed(() => loadOntology(url, turtle, '?profile=lenient'));
    const pair = {
      name: `${shape}: ${CLASSES.toLocaleString('en-US')} classes and ${PROPERTIES.toLocaleString('en-US')} properties`,
      unit: 's',
      sides: [
        { label: '/alter', sample: () => emptied(engine, () => timed(() => alter(engine.url, compiledSchema))) },
        { label: 'load', sample: () => emptied(engine, () => withGateway(engine, load)) },
      ],
      rounds,
      warmUp: false,
      tell,
    };
    pairs.push(await runPair(pair));
  }
  return { pairs };
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
