/** A GraphQL schema, put in force or looked at. */
import { completeApi } from '../../graphql/api/complete';
import { printApi } from '../../graphql/api/print';
import { readSdl } from '../../graphql/sdl/read';
import { storedSchema } from '../../graphql/sdl/stored-schema';
import type { Engine } from '../engine';
import { storingSdl } from './stored';

/**
 * Puts a schema in force, and its predicates and types with it: those that it maps are then as it says, and nothing else.
 *
 * @throws GraphqlSchemaError, AlterError
 */
export async function updateSdl(engine: Engine, sdl: string): Promise<void> {
  await engine.alter(storedSchema(readSdl(sdl)));
  await engine.mutateOwn(storingSdl(sdl));
}

/** @throws GraphqlSchemaError */
export function generatedSchema(sdl: string): string {
  const model = readSdl(sdl);
  return printApi(model, completeApi(model));
}
