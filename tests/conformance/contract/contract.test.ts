/** Dgraph's HTTP contract, case by case, on every engine: directly, and through a gateway without an ontology. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { alter, alterPatiently, ask, rdf } from '../../support/engines/wire';
import { ALTERATIONS } from './alterations';
import { run, type ContractCase, type Labels } from './case';
import { DATA, SCHEMA } from './data-set';
import { DELETES, REFUSED_MUTATIONS, SETS, UPSERTS } from './mutations';
import {
  FILTERS_ORDER_PAGES,
  REFUSED_QUERIES,
  ROOT_FUNCTIONS,
  SCHEMA_QUESTIONS,
  SHAPES,
  VARIABLES_AND_FACETS,
} from './queries';
import { ROUTES } from './routes';

const QUERIES: Readonly<Record<string, readonly ContractCase[]>> = {
  'root functions': ROOT_FUNCTIONS,
  shapes: SHAPES,
  'filters, order and pages': FILTERS_ORDER_PAGES,
  'variables and facets': VARIABLES_AND_FACETS,
  'questions about the schema': SCHEMA_QUESTIONS,
  'refused queries': REFUSED_QUERIES,
};

/** Ordered: a case may depend on the writes of earlier ones. */
const MUTATIONS: Readonly<Record<string, readonly ContractCase[]>> = {
  sets: SETS,
  deletes: DELETES,
  upserts: UPSERTS,
  'refused mutations': REFUSED_MUTATIONS,
  'routes that say how it is': ROUTES,
  'schema changes': ALTERATIONS,
};

forEachEngine((engine) => {
  let labels: Labels;
  describe.each(['directly', 'through the gateway'] as const)('%s', (way) => {
    let url: string;
    let gateway: Gateway | undefined;
    beforeAll(async () => {
      if (way === 'through the gateway') gateway = await startGatewayOver(engine);
      url = (gateway ?? engine).url;
      // Dgraph assigns uids to the nodes of one mutation in any order; the cases assume the order of their labels.
      for (let attempt = 0; attempt < 20; attempt++) {
        await engine.reset();
        await alterPatiently(engine.url, alter(SCHEMA));
        labels = (await ask(engine.url, rdf(DATA))).data.uids as Labels;
        if (isInOrder(labels)) break;
      }
    });
    afterAll(() => gateway?.close());

    describe.each(Object.entries({ ...QUERIES, ...MUTATIONS }))('%s', (_, cases) => {
      it.each(cases)('$name', (one) => run(url, one, labels));
    });
  });
});

function isInOrder(labels: Labels): boolean {
  const uids = Object.keys(labels)
    .sort()
    .map((label) => BigInt(labels[label]!));
  return uids.every((uid, i) => i === 0 || uid > uids[i - 1]!);
}
