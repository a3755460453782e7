/** Payload of a mutation: the touched nodes, their number, and the message of a delete. */
import { put, type Completed } from '../answer/complete';
import type { Access } from '../auth/access';
import { restrictRoot } from '../query/root-access';
import { Names } from '../query/names';
import { filterOf } from '../query/filter';
import { nodesBlock, rootOf } from '../query/roots';
import { filtered, uidFunction } from '../query/text';
import type { RequestBackend } from '../request-backend';
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

const SCALAR_FIELDS = new Set(['numUids', 'msg', '__typename']);

/** Nodes with these uids, or those of a filter. */
type Nodes = { readonly uids: readonly string[] } | { readonly filter: Value };

/** @throws Error of the backend */
export async function readPayload(
  selection: Selection,
  type: GraphqlType,
  model: GraphqlModel,
  requestBackend: RequestBackend,
  nodes: Nodes,
  access?: Access,
): Promise<Payload> {
  const nodeFields = selection.children.filter(({ name }) => !SCALAR_FIELDS.has(name));
  const values = new Map<Selection, unknown>();
  const isEmpty = 'uids' in nodes && nodes.uids.length === 0;
  if (nodeFields.length === 0 || isEmpty) return { values, errors: [] };
  const names = new Names(access);
  const root = 'uids' in nodes ? uidFunction(nodes.uids) : uidFunction([FILTERED]);
  const blocks = nodeFields.flatMap((each) => {
    // `@cascade` on the mutation applies to its nodes.
    const field = selection.cascade && !each.cascade ? { ...each, cascade: [] } : each;
    return nodesBlock(field, type, root, filterOf(type, each.args['filter']), model, names);
  });
  const admittedRoot = 'filter' in nodes ? restrictRoot(rootOf(type, nodes.filter), type, 'delete', names) : undefined;
  if (blocks.length === 0 || ('filter' in nodes && !admittedRoot)) return { values, errors: [] };
  if (admittedRoot) {
    blocks.unshift(`${FILTERED} as var(func: ${admittedRoot.func})${filtered(admittedRoot.filter)}`);
  }
  const answer = await requestBackend.query(`query {\n${[...blocks, ...names.blocks].join('\n')}\n}`);
  const errors: ResponseError[] = [];
  for (const each of nodeFields) {
    const completed = await completedRoot(each, answer, requestBackend);
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
