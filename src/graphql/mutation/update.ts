/** `updateT(input: {filter: …, set: …, remove: …})` */
import type { Access } from '../auth/access';
import type { GraphqlBackend, Upsert } from '../backend';
import { restrictRoot } from '../query/root-access';
import type { Names } from '../query/names';
import { rootOf } from '../query/roots';
import { filtered } from '../query/text';
import { isObject, type Value } from '../request/values';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { Existence } from './existence';
import { Refused } from './failure';
import { findNodes } from './find-nodes';
import type { Fragment } from './fragment';
import { guardOf, type Guard } from './guard';
import { inputOf, isInputObject, type InputObject } from './input';
import { NodeNames } from './names';
import { FILTERED, FILTERED_BLOCK, uidsOf, type MutationField, type Plan } from './plan';
import { Rewriter, type Purpose } from './rewrite';
import { WriteRules } from './rules';

const NODES = `uid(${FILTERED})`;

/** An update that sets a key must match a single node. */
const ONE = 'only one node is allowed in the filter while updating fields with @id directive';

/**
 * @returns undefined if there is nothing to change
 * @throws Refused with all faults of the input
 */
export async function planUpdate(
  { selection, type }: MutationField,
  model: GraphqlModel,
  backend: GraphqlBackend,
  access?: Access,
): Promise<Plan | undefined> {
  const input = selection.args['input'];
  const inputObject = isObject(input) ? input : {};
  const set = objectOf(inputObject['set']);
  const remove = objectOf(inputObject['remove']);
  const names = new NodeNames(model);
  const existence = new Existence(model, names);
  for (const object of [set, remove]) if (object) existence.ask(type, object, undefined);
  Refused.check(existence.errors);
  const { matchingUids, otherUids, absent } = await findNodes(existence.questions, model, backend);
  if (!set && !remove) return undefined;
  const guard = guardOf(
    existence.questions.filter(({ name }) => !matchingUids.has(name) && !otherUids.has(name)),
    absent,
  );
  const rules = new WriteRules(access);
  const errors: string[] = [];
  const rewrite = (object: InputObject | undefined, purpose: Purpose): Fragment | undefined => {
    if (!object) return undefined;
    const rewriter = new Rewriter(
      model,
      names,
      existence,
      matchingUids,
      purpose,
      rules,
      access ? undefined : otherUids,
    );
    const { fragment } = rewriter.object(type, object, undefined, NODES);
    errors.push(...rewriter.errors);
    return fragment;
  };
  const setting = rewrite(set, 'set');
  const removing = rewrite(remove, 'remove');
  Refused.check(errors);
  const isNaming = set !== undefined && type.xids.some(({ name }) => set[name] !== undefined && set[name] !== null);
  const block = filteredBlock(type, inputObject['filter'], 'update', rules.names);
  if (block === undefined) return undefined;
  return {
    upsert: upsertOf(block, setting, removing, isNaming, guard, rules),
    admit: rules.admit(),
    isWritten: (answer) => guard.isMet(answer),
    touched({ queries }) {
      const uids = uidsOf(queries[FILTERED_BLOCK]);
      if (isNaming && uids.length > 1) throw new Error(ONE);
      return uids;
    },
  };
}

const objectOf = (value: Value | undefined): InputObject | undefined => {
  const object = inputOf(value);
  return isInputObject(object) && Object.keys(object).length > 0 ? object : undefined;
};

/** Block of the nodes of a filter, as a variable, with their uids. Undefined if rules admit none of them. */
export function filteredBlock(
  type: GraphqlType,
  filter: Value | undefined,
  operation: 'update' | 'delete',
  names: Names,
  children: readonly string[] = [],
): string | undefined {
  const root = restrictRoot(rootOf(type, filter), type, operation, names);
  if (!root) return undefined;
  const head = `${FILTERED} as ${FILTERED_BLOCK}(func: ${root.func})${filtered(root.filter)}`;
  return `${head} { ${['uid', ...children].join(' ')} }`;
}

function upsertOf(
  block: string,
  setting: Fragment | undefined,
  removing: Fragment | undefined,
  isNaming: boolean,
  guard: Guard,
  { names }: WriteRules,
): Upsert {
  // A key identifies one node: with several matches nothing is written.
  const nodes = isNaming ? `eq(len(${FILTERED}), 1)` : `gt(len(${FILTERED}), 0)`;
  const cond = [nodes, ...guard.conditions].join(' AND ');
  const mutations: Upsert['mutations'][number][] = [];
  if (setting) {
    mutations.push({
      cond,
      set: [setting.json],
      ...(setting.deletes.length > 0 && { delete: setting.deletes }),
    });
  }
  if (removing) mutations.push({ cond, delete: [removing.json] });
  const fragmentQueries = [...(setting?.queries ?? []), ...(removing?.queries ?? [])];
  const queries = [block, ...guard.queries, ...fragmentQueries, ...names.blocks];
  return { query: `query {\n${queries.join('\n')}\n}`, mutations };
}
