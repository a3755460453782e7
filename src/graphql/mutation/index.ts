import type { GraphqlBackend } from '../backend';
import type { Resolved } from '../execute';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';
export function resolveMutations(_s: readonly Selection[], _m: GraphqlModel, _b: GraphqlBackend): Promise<Resolved> {
  return Promise.resolve({ data: {}, errors: [] });
}
