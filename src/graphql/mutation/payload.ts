/** What a mutation answers: the nodes that it touched, their number, and of a deletion a message. */
import { put, type Completed } from '../answer/complete';
import type { Access } from '../auth/access';
import { admitted } from '../query/admitted';
import { Names } from '../query/children';
import { filterOf } from '../query/filter';
import { nodesBlock, rootOf } from '../query/roots';
import { filtered, uidFunction } from '../query/text';
import type { Ground } from '../ground';
import { completedRoot } from '../resolve';
import type { ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import type { Value } from '../request/values';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { FILTERED } from './plan';

export interface Payload {
  readonly values: ReadonlyMap<Selection, unknown>;
  readonly errors: readonly ResponseError[];
}

const OWN = new Set(['numUids', 'msg', '__typename']);

/** The nodes with these uids, or those that a filter finds. */
type Nodes = { readonly uids: readonly string[] } | { readonly filter: Value };

/** @throws Error as the backend's */
export async function readPayload(
  selection: Selection,
  type: GraphqlType,
  model: GraphqlModel,
  ground: Ground,
  nodes: Nodes,
  access?: Access,
): Promise<Payload> {
  const asked = selection.children.filter(({ name }) => !OWN.has(name));
  const values = new Map<Selection, unknown>();
  const none = 'uids' in nodes && nodes.uids.length === 0;
  if (asked.length === 0 || none) return { values, errors: [] };
  const names = new Names(access);
  const root = 'uids' in nodes ? uidFunction(nodes.uids) : uidFunction([FILTERED]);
  const blocks = asked.flatMap((each) => {
    // `@cascade` of the mutation is that of its nodes.
    const field = selection.cascade && !each.cascade ? { ...each, cascade: [] } : each;
    return nodesBlock(field, type, root, filterOf(type, each.args['filter']), model, names);
  });
  const found = 'filter' in nodes ? admitted(rootOf(type, nodes.filter), type, 'delete', names) : undefined;
  if (blocks.length === 0 || ('filter' in nodes && !found)) return { values, errors: [] };
  if (found) {
    blocks.unshift(`${FILTERED} as var(func: ${found.func})${filtered(found.filter)}`);
  }
  const answer = await ground.query(`query {\n${[...blocks, ...names.blocks].join('\n')}\n}`);
  const errors: ResponseError[] = [];
  for (const each of asked) {
    const completed = await completedRoot(each, answer, ground);
    values.set(each, completed.value);
    errors.push(...completed.errors.map((error) => ({ ...error, path: [selection.key, ...(error.path ?? [])] })));
  }
  return { values, errors };
}

export function payloadOf(selection: Selection, count: number, { values }: Payload): Completed {
  const payload: Completed = {};
  for (const each of selection.children) {
    const value =
      each.name === '__typename'
        ? each.parent
        : each.name === 'numUids'
          ? count
          : each.name === 'msg'
            ? count === 0
              ? 'No nodes were deleted'
              : 'Deleted'
            : (values.get(each) ?? []);
    put(payload, each.key, value);
  }
  return payload;
}
