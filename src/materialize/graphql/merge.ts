/** Merges the GraphQL of an ontology with the extension, or reports all problems. */
import type { SchemaDocument } from '../../dql';
import { OwlgateError } from '../../errors';
import { lambdaProblems, ruleProblems, schemaProblems } from '../../graphql';
import { GraphqlSchemaError, parseExtension, type SchemaProblem } from '../../graphql/sdl';
import { extendGraphql, ontologyApi, type GraphqlSources } from '../../schema';

/** SDL of a user. */
export interface ExtensionInput {
  readonly sdl: string;
  /** True if it was sent with the ontology; false for the stored extension. */
  readonly isPosted: boolean;
  readonly lambdaUrl?: string | undefined;
}

export interface MergedExtension {
  /** Merged SDL. */
  readonly sdl: string;
  /** Predicates and types of the extension, beside those of the ontology. */
  readonly stored: SchemaDocument;
}

/**
 * Merges the extension, or throws with all problems.
 *
 * @param sources undefined if no ontology is in force: the extension is then only parsed
 * @throws OwlgateError GraphqlExtension; OntologyGraphqlConflict for the stored extension
 */
export function mergeExtension(sources: GraphqlSources, extension: ExtensionInput): MergedExtension;
export function mergeExtension(
  sources: GraphqlSources | undefined,
  extension: ExtensionInput,
): MergedExtension | undefined;
export function mergeExtension(
  sources: GraphqlSources | undefined,
  extension: ExtensionInput,
): MergedExtension | undefined {
  try {
    if (sources) return merged(sources, extension);
    parseExtension(extension.sdl);
    return undefined;
  } catch (error) {
    if (!(error instanceof GraphqlSchemaError)) throw error;
    const { problems } = error;
    const code = extension.isPosted ? 'GraphqlExtension' : 'OntologyGraphqlConflict';
    throw new OwlgateError(code, { reason: listed(problems) }, { problems });
  }
}

/** @throws GraphqlSchemaError */
function merged(sources: GraphqlSources, { sdl: extension, lambdaUrl }: ExtensionInput): MergedExtension {
  const { model, stored, sdl, mergeDocuments } = extendGraphql(ontologyApi(sources), extension);
  const document = mergeDocuments();
  const problems = [...lambdaProblems(document.definitions, lambdaUrl), ...ruleProblems(model)];
  if (problems.length === 0) problems.push(...schemaProblems(document).filter(isOfExtension));
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  if (problems.length > 0) throw new GraphqlSchemaError(problems);
  return { sdl: sdl(), stored };
}

/**
 * Problems of generated types have no position. They are ignored: the gateway serves names that Dgraph would refuse.
 */
const isOfExtension = ({ line }: SchemaProblem): boolean => line > 0;

const listed = (problems: readonly SchemaProblem[]): string =>
  problems
    .map(({ message, line, column }) => (line > 0 ? `line ${line}, column ${column}: ${message}` : message))
    .join('; ');
