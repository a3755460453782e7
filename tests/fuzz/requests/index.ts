/** The table of generators, and the case of a seed and an index. */
import { Random, type SeedPart } from '../generate/random';
import type { FuzzCase } from '../wire/request';
import { DGRAPH_GENERATORS } from './dgraph';
import type { Generator } from './generator';
import { GRAPHQL_GENERATORS } from './graphql';
import { GRPC_GENERATORS } from './grpc';
import { MCP_GENERATORS } from './mcp';
import { ONTOLOGY_GENERATORS } from './ontology';
import { QUESTION_GENERATORS } from './questions';
import { RAW_GENERATORS } from './raw';

export { DEADLINES_MS, type Generator } from './generator';

export const GENERATORS: readonly Generator[] = [
  ...DGRAPH_GENERATORS,
  ...GRAPHQL_GENERATORS,
  ...ONTOLOGY_GENERATORS,
  ...QUESTION_GENERATORS,
  ...MCP_GENERATORS,
  ...RAW_GENERATORS,
  ...GRPC_GENERATORS,
];

/**
 * The case at an index: of the one route that is named, or of a route chosen by weight. A case is the same either way.
 *
 * @throws Error for a name that is in no row of the table
 */
export function caseAt(seed: SeedPart, index: number, only?: string): FuzzCase {
  const generator = generatorOf(only ?? routeAt(seed, index));
  const requests = generator.make(Random.of(seed, generator.route, index));
  return { route: generator.route, seed, index, requests };
}

/** Name of the generator at an index, chosen by weight. */
export const routeAt = (seed: SeedPart, index: number): string =>
  Random.of(seed, 'route', index).weighted(GENERATORS.map(({ weight, route }) => [weight, route] as const));

export function generatorOf(route: string): Generator {
  const generator = GENERATORS.find((each) => each.route === route);
  if (!generator)
    throw new Error(`no generator is named ${route}; there are ${GENERATORS.map((each) => each.route).join(', ')}`);
  return generator;
}
