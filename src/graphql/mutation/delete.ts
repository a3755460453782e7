/** `deleteT(filter: …)` */
import type { Access } from '../auth/access';
import type { GraphqlBackend } from '../backend';
import { Names } from '../query/children';
import { bare, predicate, uidFunction } from '../query/text';
import type { Value } from '../request/values';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import type { Json } from './fragment';
import { NodeNames } from './names';
import { FILTERED, FILTERED_BLOCK, uidsOf, type MutationField, type Plan } from './plan';
import { filteredBlock, foundBlock } from './update';

/**
 * Edges from other nodes are deleted where the schema knows their other side, and all of those that would make the nodes again
 * what follows from them.
 *
 * @returns undefined where rules withhold all nodes
 */
export async function planDelete(
  { selection, type }: MutationField,
  model: GraphqlModel,
  backend: GraphqlBackend,
  access?: Access,
): Promise<Plan | undefined> {
  const names = new NodeNames(model);
  const nodes = { uid: `uid(${FILTERED})` };
  const deletes: Json[] = [nodes];
  const ends: string[] = [];
  for (const field of type.fields) {
    const other = otherSide(field, model);
    if (!other || model.entailing?.has(bare(other.predicate))) continue;
    const name = names.next(field.type.name);
    ends.push(`${name} as ${predicate(field.predicate)}`);
    deletes.push({ uid: `uid(${name})`, [bare(other.predicate)]: other.type.list ? [nodes] : nodes });
  }
  const rules = new Names(access);
  const block = filteredBlock(type, selection.args['filter'], 'delete', rules, ends);
  if (block === undefined) return undefined;
  const query = [block, ...rules.blocks];
  const incoming = await readIncoming(type, selection.args['filter'], model, backend, access);
  if (!incoming) {
    return {
      upsert: { query: `query {\n${query.join('\n')}\n}`, mutations: [{ delete: deletes }] },
      touched: ({ queries }) => uidsOf(queries[FILTERED_BLOCK]),
    };
  }
  // Of these very nodes: if the filter finds others by now, it is begun again.
  const { uids, edges } = incoming;
  query.push(`${OTHERS} as var(func: uid(${FILTERED})) @filter(NOT ${uidFunction(uids)})`);
  const cond = `eq(len(${FILTERED}), ${uids.length}) AND eq(len(${OTHERS}), 0)`;
  const known = new Set(uids);
  return {
    upsert: { query: `query {\n${query.join('\n')}\n}`, mutations: [{ cond, delete: [...deletes, ...edges] }] },
    isWritten({ queries }) {
      const found = uidsOf(queries[FILTERED_BLOCK]);
      return found.length === uids.length && found.every((uid) => known.has(uid));
    },
    touched: () => uids,
  };
}

/** Nodes that the filter finds now, and has not found before. */
const OTHERS = 'others';

interface Incoming {
  /** Of all nodes that are to be deleted. */
  readonly uids: string[];
  /** To be deleted. */
  readonly edges: readonly Json[];
}

/** The edges to the nodes by which something would still follow of them; undefined where there are none. */
async function readIncoming(
  type: GraphqlType,
  filter: Value | undefined,
  model: GraphqlModel,
  backend: GraphqlBackend,
  access: Access | undefined,
): Promise<Incoming | undefined> {
  const names = [...(model.entailing ?? [])];
  if (names.length === 0) return undefined;
  const rules = new Names(access);
  const ends = names.map((each, i) => `e${i}: ${predicate(`~${each}`)} { uid }`);
  const block = foundBlock(type, filter, 'delete', rules, ends);
  if (block === undefined) return undefined;
  const data = await backend.query(`query {\n${[block, ...rules.blocks].join('\n')}\n}`);
  const nodes = (data[FILTERED_BLOCK] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const edges = nodes.flatMap((node) =>
    names.flatMap((each, i) =>
      uidsOf([node[`e${i}`] ?? []].flat()).map((uid) => ({ uid, [each]: [{ uid: node['uid'] }] })),
    ),
  );
  return edges.length > 0 ? { uids: uidsOf(nodes), edges } : undefined;
}

/** The inverse of an edge, or the edge whose reverse it is. */
function otherSide(field: GraphqlField, model: GraphqlModel): GraphqlField | undefined {
  const target: GraphqlType | undefined = model.types.get(field.type.name);
  if (!target) return undefined;
  if (field.inverse !== undefined) return target.byName.get(field.inverse);
  const forward = bare(field.predicate);
  if (!forward.startsWith('~')) return undefined;
  return target.fields.find((each) => bare(each.predicate) === forward.slice(1));
}
