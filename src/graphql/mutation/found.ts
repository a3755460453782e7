/** Asks which of the nodes that an input names are there: values of one predicate together, however many there are. */
import { ObjectTypes } from '../answer/types';
import type { GraphqlBackend } from '../backend';
import { isMembers } from '../members';
import { quote } from '../query/text';
import { RequestFailure } from '../request/failure';
import type { GraphqlModel } from '../sdl/model';
import type { Question } from './existence';

interface Found {
  readonly uid: string;
  readonly types: readonly unknown[];
}

export interface FoundNodes {
  /** Name → uid, of the nodes that are of the type that was asked for. */
  readonly found: Map<string, string>;
  /** The same of nodes that are of other classes, or of none, and have the key: they are what it names. */
  readonly others: ReadonlyMap<string, string>;
}

export async function findNodes(
  questions: readonly Question[],
  model: GraphqlModel,
  backend: GraphqlBackend,
): Promise<FoundNodes> {
  const found = new Map<string, string>();
  const others = new Map<string, string>();
  if (questions.length === 0) return { found, others };
  const nodes = await ask(questions, backend);
  const { classes } = model;
  for (const { name, func, key, type } of questions) {
    const below = classes?.get(type.name);
    const isOfType = ({ types }: Found): boolean =>
      types.includes(type.dgraphName) ||
      (below !== undefined &&
        ObjectTypes.in(model)
          .membership(types)
          .types.some((each) => below.has(each)));
    const all = nodes.get(func) ?? [];
    const uids = all.filter(isOfType).map(({ uid }) => uid);
    if (uids.length > 1) throw RequestFailure.of(`Found multiple nodes with ID: ${uids.at(-1)!}`);
    if (uids.length === 1) found.set(name, uids[0]!);
    else if (classes && key && all.length === 1) others.set(name, all[0]!.uid);
  }
  return { found, others };
}

/** Function of a question → the nodes that it finds. */
async function ask(questions: readonly Question[], backend: GraphqlBackend): Promise<Map<string, Found[]>> {
  const values = new Map<string, Set<string>>();
  const blocks: string[] = [];
  const single = new Map<string, string>();
  for (const { func, key } of questions) {
    if (key) values.set(key.subject, (values.get(key.subject) ?? new Set()).add(key.value));
    else if (!single.has(func)) {
      single.set(func, `n${blocks.length}`);
      blocks.push(`n${blocks.length}(func: ${func}) { uid dgraph.type }`);
    }
  }
  const subjects = [...values].map(([subject, given], i) => {
    const root = `func: eq(${subject}, ${[...given].join(', ')})`;
    blocks.push(`k${i}(${root}) { uid dgraph.type value: ${subject} }`);
    return { subject, block: `k${i}` };
  });
  const answer = await backend.query(`{\n${blocks.join('\n')}\n}`);
  const nodes = new Map<string, Found[]>();
  for (const [func, block] of single) nodes.set(func, nodesOf(answer[block]));
  for (const { subject, block } of subjects) {
    for (const node of nodesOf(answer[block])) {
      const func = `eq(${subject}, ${quote(String(node.value))})`;
      const same = nodes.get(func);
      if (same) same.push(node);
      else nodes.set(func, [node]);
    }
  }
  return nodes;
}

const nodesOf = (block: unknown): (Found & { readonly value: unknown })[] =>
  (Array.isArray(block) ? block : []).flatMap((node: unknown) => {
    if (!isMembers(node)) return [];
    const { 'dgraph.type': types, uid, value } = node;
    return [{ uid: String(uid), types: Array.isArray(types) ? types : [], value }];
  });
