/** Updates and checks of the GraphQL schema. */
import type { Engine } from '../engine';
import { storingSdl } from './stored';
import { compileSdl, type SdlResult, type SdlRequest } from './compile-sdl';
import { GraphqlSchemaError } from '../../graphql/sdl';

/** Characters of SDL above which a thread of the side pool reads it. */
const LONG_SDL = 50_000;

/**
 * Puts a schema in force, with its predicates and types: mapped predicates get exactly its declarations.
 *
 * @throws GraphqlSchemaError, AlterError; QueryTimeoutError, RequestError for one that takes too long
 */
export async function updateSdl(engine: Engine, sdl: string, lambdaUrl?: string): Promise<void> {
  const { stored } = await compiled(engine, { sdl, lambdaUrl, wants: 'stored' });
  await engine.alter(stored);
  await engine.mutateOwn(storingSdl(sdl));
}

/** @throws GraphqlSchemaError; QueryTimeoutError, RequestError for one that takes too long */
export async function generatedSchema(engine: Engine, sdl: string, lambdaUrl?: string): Promise<string> {
  return (await compiled(engine, { sdl, lambdaUrl, wants: 'generated' })).generated;
}

async function compiled(engine: Engine, question: SdlRequest): Promise<Required<SdlResult>> {
  const isLong = question.sdl.length >= LONG_SDL && engine.hasThreads;
  const answer = isLong ? await engine.checkSdlInSidePool(question) : compileSdl(question);
  if (answer.problems) throw new GraphqlSchemaError(answer.problems);
  return answer as Required<SdlResult>;
}
