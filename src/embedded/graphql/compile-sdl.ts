/** Checks SDL, and compiles it to the schema that it stores or to its API. */
import { completeApi, lambdaProblems, printApi, ruleProblems, schemaProblems } from '../../graphql';
import { GraphqlSchemaError, parseSdl, readSdl, storedSchema, type SchemaProblem } from '../../graphql/sdl';

export interface SdlRequest {
  readonly sdl: string;
  readonly lambdaUrl?: string | undefined;
  readonly wants: 'stored' | 'generated';
}

/** Compiled text, or the problems of the SDL. */
export interface SdlResult {
  /** Schema as /alter takes it. */
  readonly stored?: string;
  /** SDL of the whole API. */
  readonly generated?: string;
  readonly problems?: readonly SchemaProblem[];
}

export function compileSdl({ sdl, lambdaUrl, wants }: SdlRequest): SdlResult {
  try {
    const model = readSdl(sdl);
    const document = parseSdl(sdl);
    const problems = [
      ...lambdaProblems(document.definitions, lambdaUrl),
      ...schemaProblems(document),
      ...ruleProblems(model),
    ];
    if (problems.length > 0) return { problems };
    return wants === 'stored' ? { stored: storedSchema(model) } : { generated: printApi(model, completeApi(model)) };
  } catch (error) {
    if (error instanceof GraphqlSchemaError) return { problems: error.problems };
    throw error;
  }
}
