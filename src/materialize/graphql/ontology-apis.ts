/** The executable API of the ontology in force and the extension, created for each version of them. */
import { GraphqlApi } from '../../graphql';
import { RequestFailure, type GraphqlLimits } from '../../graphql/request';
import { GraphqlSchemaError, type GraphqlModel } from '../../graphql/sdl';
import { extendGraphql, ontologyApi, type ApiOfOntology } from '../../schema';
import type { InForce } from '../in-force/types';
import type { Materializer } from '../types';

const NO_CLASS =
  'the ontology in force has no class, hence no GraphQL API: declare classes, or add types with POST /ontology/graphql';

export class OntologyApis {
  private cached:
    { readonly inForce: InForce; readonly extension: string | undefined; readonly api: GraphqlApi } | undefined;

  constructor(
    private readonly materializer: Pick<Materializer, 'inForce' | 'graphqlExtension'>,
    private readonly limits: GraphqlLimits,
    private readonly lambdaUrl?: string,
  ) {}

  /**
   * Returns the API; undefined if no ontology is in force.
   *
   * @throws RequestFailure while the extension does not fit the ontology: its rules of access are never omitted; without
   *   a class, since GraphQL has no schema without a query
   */
  get current(): GraphqlApi | undefined {
    const { inForce } = this.materializer;
    const extension = this.materializer.graphqlExtension.current;
    if (!inForce) return (this.cached = undefined);
    const { cached } = this;
    if (cached?.inForce === inForce && cached.extension === extension?.sdl) return cached.api;
    const ontology = ontologyApi(inForce);
    const model = extended(ontology, extension?.sdl);
    if (!hasQueries(model)) throw RequestFailure.of(NO_CLASS);
    const api = new GraphqlApi(model, this.limits, this.lambdaUrl);
    this.cached = { inForce, extension: extension?.sdl, api };
    return api;
  }
}

/** Returns true if the API has a query. The type of all nodes, for properties without a range, has none of its own. */
function hasQueries({ types, queries }: GraphqlModel): boolean {
  if (queries.length > 0) return true;
  for (const { generated } of types.values()) if (generated.get || generated.query || generated.aggregate) return true;
  return false;
}

function extended(ontology: ApiOfOntology, extension: string | undefined): GraphqlModel {
  if (extension === undefined) return ontology.model;
  try {
    return extendGraphql(ontology, extension).model;
  } catch (error) {
    if (!(error instanceof GraphqlSchemaError)) throw error;
    throw RequestFailure.of(`the GraphQL extension does not fit the ontology in force: ${error.message}`);
  }
}
