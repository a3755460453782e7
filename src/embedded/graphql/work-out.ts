/** Checks SDL, and works out the schema that it stores or the API that it yields. */
import { completeApi, lambdaProblems, printApi, ruleProblems, schemaProblems } from '../../graphql';
import { GraphqlSchemaError, parseSdl, readSdl, storedSchema, type SchemaProblem } from '../../graphql/sdl';

export interface SdlQuestion {
  readonly sdl: string;
  readonly lambdaUrl?: string | undefined;
  readonly wants: 'stored' | 'generated';
}

/** The text that was asked for, or the problems of the SDL. */
export interface SdlAnswer {
  /** Schema as /alter takes it. */
  readonly stored?: string;
  /** SDL of the whole API. */
  readonly generated?: string;
  readonly problems?: readonly SchemaProblem[];
}

export function workOut({ sdl, lambdaUrl, wants }: SdlQuestion): SdlAnswer {
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
