/** Merger of the GraphQL of an ontology with the extension, and all problems that stand against it. */
import type { DocumentNode } from 'graphql';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { ruleProblems } from '../../graphql/auth/check';
import { lambdaProblems } from '../../graphql/custom/lambda';
import { schemaProblems } from '../../graphql/sdl/check';
import { parseExtension } from '../../graphql/sdl/extend';
import { GraphqlSchemaError, type SchemaProblem } from '../../graphql/sdl/schema-error';
import type { CompiledGraphql, CompiledSchema } from '../../schema';
import { extendGraphql } from '../../schema/graphql-extension';

/** SDL of a user. */
export interface ExtensionInput {
  readonly sdl: string;
  /** True if it was sent with the ontology; false for the stored extension. */
  readonly isPosted: boolean;
  readonly lambdaUrl?: string | undefined;
}

/** GraphQL and Dgraph schema of an ontology. */
export interface MadeSchemas {
  readonly graphql: CompiledGraphql;
  readonly compiled: CompiledSchema;
}

export interface MergedExtension {
  /** Merged SDL; undefined without an ontology. */
  readonly sdl: string | undefined;
}

interface Refusing {
  readonly engine: Pick<Engine, 'refusalOfGraphqlSchema'>;
  readonly credentials: Credentials | undefined;
}

/**
 * Merges the extension, or throws with all problems.
 *
 * @param made undefined if no ontology is in force: the extension is then only parsed
 * @throws OwlgateError GraphqlExtension; OntologyGraphqlConflict for the stored extension
 */
export async function mergeExtension(
  made: MadeSchemas | undefined,
  extension: ExtensionInput,
  refusing: Refusing,
): Promise<MergedExtension> {
  const { problems, sdl } = await mergedOf(made, extension, refusing);
  if (problems.length === 0) return { sdl };
  if (extension.isPosted) throw new OwlgateError('GraphqlExtension', { reason: listed(problems) }, { problems });
  throw new OwlgateError('OntologyGraphqlConflict', { reason: listed(problems) }, { problems });
}

async function mergedOf(
  made: MadeSchemas | undefined,
  { sdl: extension, lambdaUrl }: ExtensionInput,
  { engine, credentials }: Refusing,
): Promise<{ readonly problems: readonly SchemaProblem[]; readonly sdl: string | undefined }> {
  if (!made) return { problems: problemsOf(() => void parseExtension(extension)), sdl: undefined };
  let { sdl } = made.graphql;
  let document: DocumentNode | undefined;
  const problems = problemsOf(() => {
    const extended = extendGraphql(made.graphql.sdl, made.compiled, extension);
    ({ sdl, document } = extended);
    const lambdas = lambdaProblems(extended.document.definitions, lambdaUrl);
    const found = [...lambdas, ...ruleProblems(extended.model)];
    if (found.length > 0) throw new GraphqlSchemaError(found);
  });
  if (problems.length > 0) return { problems, sdl };
  const refusal = await engine.refusalOfGraphqlSchema(sdl, credentials);
  if (refusal === undefined) return { problems, sdl };
  // `schemaProblems` makes the same checks as the engine, and reports positions in the user's own text.
  const known = document ? schemaProblems(document) : [];
  return { problems: known.length > 0 ? known : [{ message: inWordsOf(refusal, sdl), line: 0, column: 0 }], sdl };
}

function problemsOf(work: () => void): readonly SchemaProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof GraphqlSchemaError) return error.problems;
    throw error;
  }
}

const listed = (problems: readonly SchemaProblem[]): string =>
  problems
    .map(({ message, line, column }) => (line > 0 ? `line ${line}, column ${column}: ${message}` : message))
    .join('; ');

/**
 * Words of the engine's refusal. Its line numbers refer to the merged schema, which no user has seen; the text of each
 * line replaces them.
 */
const inWordsOf = (refusal: string, sdl: string): string =>
  `the engine refuses the merged schema: ${refusal
    .trim()
    .replace(/input:(\d+): ?/g, (_, line: string) => `at "${(sdl.split('\n')[Number(line) - 1] ?? '').trim()}": `)}`;
