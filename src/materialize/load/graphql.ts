/** GraphQL schema that a load puts in force. */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import type { OntologyWarning } from '../../ontology';
import { isGeneratedSdl } from '../../schema';
import type { CompiledGraphql } from '../../schema';

export interface GraphqlChange {
  /** SDL to put in force; undefined if the schema stays as it is. */
  readonly sdl?: string;
  readonly warnings: readonly OntologyWarning[];
}

/**
 * Compares the generated schema with the engine's. Leaves alone a schema that owlgate did not generate.
 *
 * @throws EngineFailure
 */
export async function graphqlChange(
  engine: Engine,
  { sdl }: Pick<CompiledGraphql, 'sdl'>,
  credentials: Credentials | undefined,
): Promise<GraphqlChange> {
  const stored = await engine.graphqlSchema(credentials);
  if (stored === sdl) return { warnings: [] };
  if (stored === undefined || isGeneratedSdl(stored)) return { sdl, warnings: [] };
  const message =
    'the engine has a GraphQL schema that was not made from an ontology; it is left as it is, and the classes are not in it';
  return { warnings: [{ code: 'graphql-foreign', message }] };
}

/**
 * Puts the schema in force.
 *
 * @returns a warning if the engine refuses it; the load goes on without
 */
export async function setGraphql(
  engine: Engine,
  sdl: string,
  credentials: Credentials | undefined,
): Promise<readonly OntologyWarning[]> {
  try {
    await engine.setGraphqlSchema(sdl, credentials);
    return [];
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    const message = `the engine refuses the GraphQL schema, which stays as it was: ${error.message}`;
    return [{ code: 'graphql-refused', message }];
  }
}
