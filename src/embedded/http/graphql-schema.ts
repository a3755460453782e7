/** GraphQL schema over HTTP: /admin/schema, /admin/schema/validate and /probe/graphql. */
import { GraphqlSchemaError } from '../../graphql/sdl';
import { messageOf } from '../failures';
import type { Context, Handler } from './handler';

const NO_SCHEMA = 'input: No schema specified';

/** Puts posted SDL in force. */
export const handleSchema: Handler = async (call, { graphql, logger }) => {
  if (call.method === 'OPTIONS') return call.json('');
  if (call.method !== 'POST') return call.fail('ErrorInvalidMethod', 'Invalid method', 400);
  const sdl = await call.body();
  try {
    await graphql.update(requireSdl(sdl));
  } catch (error) {
    return call.fail('Error', `resolving updateGQLSchema failed because ${reasonOf(error, logger)}`);
  }
  await call.succeed();
};

/** Validates SDL without putting it in force. */
export const handleValidate: Handler = async (call, { graphql, logger }) => {
  if (call.method === 'OPTIONS') return call.json('');
  const sdl = await call.body();
  try {
    await graphql.generated(requireSdl(sdl));
  } catch (error) {
    return call.fail('ErrorInvalidRequest', reasonOf(error, logger), 400);
  }
  await call.json(JSON.stringify({ errors: [{ message: 'Schema is valid', extensions: { code: 'success' } }] }));
};

export const handleProbe: Handler = (call, { graphql }) =>
  call.json(JSON.stringify({ status: 'up', schemaUpdateCounter: graphql.updates }));

/** @throws GraphqlSchemaError */
export function requireSdl(sdl: string): string {
  if (sdl.trim() === '') throw new GraphqlSchemaError([{ message: NO_SCHEMA, line: 0, column: 0 }]);
  return sdl;
}

/** Formats each problem with its line, as Dgraph does. */
export function reasonOf(error: unknown, logger: Context['logger']): string {
  if (!(error instanceof GraphqlSchemaError)) return messageOf(error, logger);
  return error.problems.map(({ message, line }) => (line > 0 ? `input:${line}: ${message}\n` : message)).join('');
}
