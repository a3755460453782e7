/** A GraphQL schema, put in force or looked at. */
import { completeApi } from '../../graphql/api/complete';
import { printApi } from '../../graphql/api/print';
import { ruleProblems } from '../../graphql/auth/check';
import type { GraphqlModel } from '../../graphql/sdl/model';
import { readSdl } from '../../graphql/sdl/read';
import { GraphqlSchemaError } from '../../graphql/sdl/schema-error';
import { storedSchema } from '../../graphql/sdl/stored-schema';
import type { Engine } from '../engine';
import { storingSdl } from './stored';

/**
 * Puts a schema in force, and its predicates and types with it: those that it maps are then as it says, and nothing else.
 *
 * @throws GraphqlSchemaError, AlterError
 */
export async function updateSdl(engine: Engine, sdl: string): Promise<void> {
  await engine.alter(storedSchema(checked(sdl)));
  await engine.mutateOwn(storingSdl(sdl));
}

/** @throws GraphqlSchemaError */
export function generatedSchema(sdl: string): string {
  const model = checked(sdl);
  return printApi(model, completeApi(model));
}

/** @throws GraphqlSchemaError */
function checked(sdl: string): GraphqlModel {
  const model = readSdl(sdl);
  const problems = ruleProblems(model);
  if (problems.length > 0) throw new GraphqlSchemaError(problems);
  return model;
}
