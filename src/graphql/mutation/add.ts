/** `addT(input: […], upsert: …)` */
import type { Access } from '../auth/access';
import type { GraphqlBackend, Upsert, UpsertAnswer } from '../backend';
import { restrictRoot } from '../query/root-access';
import { filtered, typeFunction, uidFunction } from '../query/text';
import { isList } from '../request/values';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { Existence } from './existence';
import { Refused } from './failure';
import { findNodes } from './find-nodes';
import type { Fragment } from './fragment';
import { guardOf, type Guard } from './guard';
import { inputOf, isInputObject } from './input';
import { NodeNames } from './names';
import { uidsOf, type MutationField, type Plan } from './plan';
import { Rewriter } from './rewrite';
import { WriteRules } from './rules';

interface Added {
  readonly fragment: Fragment;
  readonly changes?: string;
}

/**
 * @returns undefined if there is nothing to write
 * @throws Refused with all faults of the input
 */
export async function planAdd(
  { selection, type }: MutationField,
  model: GraphqlModel,
  backend: GraphqlBackend,
  access?: Access,
): Promise<Plan | undefined> {
  const { input, upsert: isUpsert } = selection.args;
  const objects = (isList(input) ? input : []).map((each) => inputOf(each)).filter(isInputObject);
  const names = new NodeNames(model);
  const existence = new Existence(model, names);
  for (const object of objects) existence.ask(type, object, undefined);
  Refused.check(existence.errors);
  const nodes = await findNodes(existence.questions, model, backend);
  const { matchingUids } = nodes;
  // Rules apply to nodes as instances of a type; with rules, a node of another type keeps its type.
  const otherNodes = access ? undefined : nodes.otherUids;
  const existing = new Map([...(otherNodes ?? []), ...matchingUids]);
  const rules = new WriteRules(access);
  const rewriter = new Rewriter(
    model,
    names,
    existence,
    matchingUids,
    isUpsert === true ? 'upsert' : 'add',
    rules,
    otherNodes,
  );
  const added = objects.flatMap((object): Added[] => {
    const { fragment, changes } = rewriter.object(type, object, undefined, '');
    return fragment ? [{ fragment, ...(changes !== undefined && { changes }) }] : [];
  });
  Refused.check(rewriter.errors);
  const guard = guardOf(
    existence.questions.filter(({ name }) => !existing.has(name)),
    nodes.absent,
  );
  const upsert = upsertOf(type, added, existing, otherNodes, guard, rules);
  if (upsert.mutations.length === 0) return undefined;
  return {
    upsert,
    admit: rules.admit(),
    isWritten: (answer) => guard.isMet(answer),
    touched: (answer) => added.flatMap((each) => touchedBy(each, answer)),
  };
}

function upsertOf(
  type: GraphqlType,
  added: readonly Added[],
  existing: ReadonlyMap<string, string>,
  otherNodes: ReadonlyMap<string, string> | undefined,
  guard: Guard,
  { names }: WriteRules,
): Upsert {
  const queries = [...guard.queries];
  const created = added.filter(({ changes }) => changes === undefined);
  const mutations: Upsert['mutations'][number][] = [];
  if (created.length > 0) mutations.push(mutationOf(created, guard.conditions));
  for (const each of added) {
    const { changes } = each;
    if (changes === undefined) continue;
    const isOther = otherNodes?.has(changes) === true;
    const node = {
      func: uidFunction([existing.get(changes)!]),
      filter: isOther ? undefined : typeFunction(type.dgraphName),
    };
    const root = restrictRoot(node, type, 'update', names);
    if (!root) continue;
    queries.push(`${changes} as ${changes}(func: ${root.func})${filtered(root.filter)} { uid }`);
    mutations.push(mutationOf([each], [`gt(len(${changes}), 0)`, ...guard.conditions]));
  }
  for (const { fragment } of added) queries.push(...fragment.queries);
  queries.push(...names.blocks);
  return { ...(queries.length > 0 && { query: `query {\n${queries.join('\n')}\n}` }), mutations };
}

function mutationOf(added: readonly Added[], conditions: readonly string[]): Upsert['mutations'][number] {
  const deletes = added.flatMap(({ fragment }) => fragment.deletes);
  return {
    ...(conditions.length > 0 && { cond: conditions.join(' AND ') }),
    set: added.map(({ fragment }) => fragment.json),
    ...(deletes.length > 0 && { delete: deletes }),
  };
}

function touchedBy({ fragment, changes }: Added, { uids, queries }: UpsertAnswer): string[] {
  if (changes !== undefined) return uidsOf(queries[changes]);
  const uid = uids[String(fragment.json['uid']).slice(2)];
  return uid === undefined ? [] : [uid];
}
