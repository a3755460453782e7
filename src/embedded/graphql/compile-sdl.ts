/** Checks SDL, and compiles it to the schema that it stores or to its API. */
import { completeApi } from '../../graphql/api/complete';
import { printApi } from '../../graphql/api/print';
import { ruleProblems } from '../../graphql/auth/check';
import { lambdaProblems } from '../../graphql/custom/lambda';
import { parseSdl, readSdl } from '../../graphql/sdl/read';
import { GraphqlSchemaError, type SchemaProblem } from '../../graphql/sdl/schema-error';
import { schemaProblems } from '../../graphql/sdl/check';
import { storedSchema } from '../../graphql/sdl/stored-schema';

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
