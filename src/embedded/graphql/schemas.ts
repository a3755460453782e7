/** Updates and checks of the GraphQL schema. */
import { completeApi } from '../../graphql/api/complete';
import { printApi } from '../../graphql/api/print';
import { ruleProblems } from '../../graphql/auth/check';
import type { GraphqlModel } from '../../graphql/sdl/model';
import { lambdaProblems } from '../../graphql/custom/lambda';
import { parseSdl, readSdl } from '../../graphql/sdl/read';
import { GraphqlSchemaError } from '../../graphql/sdl/schema-error';
import { schemaProblems } from '../../graphql/sdl/check';
import { storedSchema } from '../../graphql/sdl/stored-schema';
import type { Engine } from '../engine';
import { storingSdl } from './stored';

/**
 * Puts a schema in force, with its predicates and types: mapped predicates get exactly its declarations.
 *
 * @throws GraphqlSchemaError, AlterError
 */
export async function updateSdl(engine: Engine, sdl: string, lambdaUrl?: string): Promise<void> {
  await engine.alter(storedSchema(checked(sdl, lambdaUrl)));
  await engine.mutateOwn(storingSdl(sdl));
}

/** @throws GraphqlSchemaError */
export function generatedSchema(sdl: string, lambdaUrl?: string): string {
  const model = checked(sdl, lambdaUrl);
  return printApi(model, completeApi(model));
}

/** @throws GraphqlSchemaError */
function checked(sdl: string, lambdaUrl: string | undefined): GraphqlModel {
  const model = readSdl(sdl);
  const document = parseSdl(sdl);
  const problems = [
    ...lambdaProblems(document.definitions, lambdaUrl),
    ...schemaProblems(document),
    ...ruleProblems(model),
  ];
  if (problems.length > 0) throw new GraphqlSchemaError(problems);
  return model;
}
