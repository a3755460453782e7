/** GraphQL API of an ontology: its SDL, and its model. */
import type { GraphqlModel } from '../graphql/sdl';
import type { LoadedTerms } from '../ontology';
import type { CompiledSchema } from './compile';
import type { CompiledGraphql } from './graphql';
import { ontologyModel } from './graphql-model';
import { OntologySdl } from './graphql-sdl';

/** Input of the API: an ontology, its compiled schema and its GraphQL names. */
export interface GraphqlSources {
  readonly loaded: LoadedTerms;
  readonly compiled: CompiledSchema;
  readonly graphql: CompiledGraphql;
}

export interface ApiOfOntology extends GraphqlSources {
  readonly sdl: OntologySdl;
  readonly model: GraphqlModel;
}

export function ontologyApi(sources: GraphqlSources): ApiOfOntology {
  const { loaded, compiled, graphql } = sources;
  const sdl = new OntologySdl(loaded, compiled, graphql);
  return { ...sources, sdl, model: ontologyModel(sdl, graphql, compiled, loaded) };
}
