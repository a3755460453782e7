/** `deleteT(filter: …)` */
import type { Access } from '../auth/access';
import type { GraphqlBackend } from '../backend';
import { Names } from '../query/names';
import { bare, predicate } from '../query/text';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import type { Json } from './fragment';
import { NodeNames } from './names';
import { FILTERED, FILTERED_BLOCK, uidsOf, type MutationField, type Plan } from './plan';
import { filteredBlock } from './update';

/**
 * Also deletes edges from other nodes whose inverse the schema declares. Edges that entail facts are left to the
 * backend, which deletes them along with the node.
 *
 * @returns undefined if rules admit no node
 */
export function planDelete(
  { selection, type }: MutationField,
  model: GraphqlModel,
  _backend: GraphqlBackend,
  access?: Access,
): Plan | undefined {
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
  return {
    upsert: { query: `query {\n${query.join('\n')}\n}`, mutations: [{ delete: deletes }] },
    touched: ({ queries }) => uidsOf(queries[FILTERED_BLOCK]),
  };
}

/** Returns the inverse of an edge, or the edge that it is the reverse of. */
function otherSide(field: GraphqlField, model: GraphqlModel): GraphqlField | undefined {
  const target: GraphqlType | undefined = model.types.get(field.type.name);
  if (!target) return undefined;
  if (field.inverse !== undefined) return target.byName.get(field.inverse);
  const forward = bare(field.predicate);
  if (!forward.startsWith('~')) return undefined;
  return target.fields.find((each) => bare(each.predicate) === forward.slice(1));
}
