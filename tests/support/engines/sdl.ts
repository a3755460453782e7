/** GraphQL schemas of the engine's own. */
import { readSdl } from '../../../src/graphql/sdl';
import { until } from '../until';
import { alterPatiently, post } from './wire';

/** Posts a GraphQL schema and waits until the engine answers with it: Dgraph applies it some time after accepting it. */
export async function serveSdl(url: string, sdl: string): Promise<void> {
  await alterPatiently(url, { path: '/admin/schema', type: 'application/graphql', body: sdl });
  const type = [...readSdl(sdl).types.keys()].at(-1)!;
  const body = JSON.stringify({ query: `{ __type(name: "${type}") { name } }` });
  const probe = { path: '/graphql', type: 'application/json', body };
  await until(async () => Boolean((await post(url, probe)).body.data?.__type));
}
