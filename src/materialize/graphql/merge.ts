/** The GraphQL of an ontology merged with the one that a user gives beside it, and everything that stands against that. */
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
  /** True where it came with the ontology; otherwise it is the one that is kept. */
  readonly isPosted: boolean;
  readonly lambdaUrl?: string | undefined;
}

/** An ontology's GraphQL and Dgraph schema. */
export interface MadeSchemas {
  readonly graphql: CompiledGraphql;
  readonly compiled: CompiledSchema;
}

export interface MergedExtension {
  /** Of both; undefined where there is no ontology. */
  readonly sdl: string | undefined;
}

interface Refusing {
  readonly engine: Pick<Engine, 'refusalOfGraphqlSchema'>;
  readonly credentials: Credentials | undefined;
}

/**
 * Merges, where nothing stands against it.
 *
 * @param made undefined where no ontology is in force: then the extension is only parsed
 * @throws OwlgateError GraphqlExtension; OntologyGraphqlConflict where the extension is the one that is kept
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
  // The same checks are here, and know the places in what the user has written.
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

/** The engine's lines are those of the merged schema, which nobody has seen: their text is told instead. */
const inWordsOf = (refusal: string, sdl: string): string =>
  `the engine refuses the merged schema: ${refusal
    .trim()
    .replace(/input:(\d+): ?/g, (_, line: string) => `at "${(sdl.split('\n')[Number(line) - 1] ?? '').trim()}": `)}`;
