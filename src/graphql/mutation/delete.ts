/** `deleteT(filter: …)` */
import type { Access } from '../auth/access';
import { Names } from '../query/children';
import { bare, predicate } from '../query/text';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import type { Json } from './fragment';
import { NodeNames } from './names';
import { FILTERED, FILTERED_BLOCK, uidsOf, type MutationField, type Plan } from './plan';
import { filteredBlock } from './update';

/**
 * Edges from other nodes are deleted where the schema knows their other side.
 *
 * @returns undefined where rules withhold all nodes
 */
export function planDelete({ selection, type }: MutationField, model: GraphqlModel, access?: Access): Plan | undefined {
  const names = new NodeNames(model);
  const nodes = { uid: `uid(${FILTERED})` };
  const deletes: Json[] = [nodes];
  const ends: string[] = [];
  for (const field of type.fields) {
    const other = otherSide(field, model);
    if (!other) continue;
    const name = names.next(field.type.name);
    ends.push(`${name} as ${predicate(field.predicate)}`);
    deletes.push({ uid: `uid(${name})`, [bare(other.predicate)]: other.type.list ? [nodes] : nodes });
  }
  const rules = new Names(access);
  const block = filteredBlock(type, selection.args['filter'], 'delete', rules, ends);
  if (block === undefined) return undefined;
  return {
    upsert: {
      query: `query {\n${[block, ...rules.blocks].join('\n')}\n}`,
      mutations: [{ delete: deletes }],
    },
    touched: ({ queries }) => uidsOf(queries[FILTERED_BLOCK]),
  };
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
