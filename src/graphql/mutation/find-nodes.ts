/** Finds the existing nodes that an input names; values of one predicate are queried together. */
import { ObjectTypes } from '../answer/types';
import type { GraphqlBackend } from '../backend';
import { isMembers } from '../members';
import { quote } from '../query/text';
import { RequestFailure } from '../request/failure';
import type { GraphqlModel } from '../sdl/model';
import type { Question } from './existence';

interface StoredNode {
  readonly uid: string;
  readonly types: readonly unknown[];
}

interface ExistingNodes {
  /** Name → uid of nodes of the requested type. */
  readonly matchingUids: Map<string, string>;
  /** Name → uid of nodes that have the key but belong to other classes, or to none. */
  readonly otherUids: ReadonlyMap<string, string>;
  /** Questions to which no node answers, of whatever classes. */
  readonly absent: ReadonlySet<Question>;
}

export async function findNodes(
  questions: readonly Question[],
  model: GraphqlModel,
  backend: GraphqlBackend,
): Promise<ExistingNodes> {
  const uidsByName = new Map<string, string>();
  const otherUids = new Map<string, string>();
  const absent = new Set<Question>();
  if (questions.length === 0) return { matchingUids: uidsByName, otherUids, absent };
  const nodes = await ask(questions, backend);
  const { classes } = model;
  for (const question of questions) {
    const { name, func, key, type } = question;
    const below = classes?.get(type.name);
    const isOfType = ({ types }: StoredNode): boolean =>
      types.includes(type.dgraphName) ||
      (below !== undefined &&
        ObjectTypes.in(model)
          .membership(types)
          .types.some((each) => below.has(each)));
    const matches = nodes.get(func) ?? [];
    if (matches.length === 0) absent.add(question);
    const uids = matches.filter(isOfType).map(({ uid }) => uid);
    if (uids.length > 1) throw RequestFailure.of(`Found multiple nodes with ID: ${uids.at(-1)!}`);
    if (uids.length === 1) uidsByName.set(name, uids[0]!);
    else if (classes && key && matches.length === 1) otherUids.set(name, matches[0]!.uid);
  }
  return { matchingUids: uidsByName, otherUids, absent };
}

/** Returns the nodes that each function finds. */
async function ask(questions: readonly Question[], backend: GraphqlBackend): Promise<Map<string, StoredNode[]>> {
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
  const subjects = [...values].map(([subject, givenValues], i) => {
    const root = `func: eq(${subject}, ${[...givenValues].join(', ')})`;
    blocks.push(`k${i}(${root}) { uid dgraph.type value: ${subject} }`);
    return { subject, block: `k${i}` };
  });
  const answer = await backend.query(`{\n${blocks.join('\n')}\n}`);
  const nodes = new Map<string, StoredNode[]>();
  for (const [func, block] of single) nodes.set(func, nodesOf(answer[block]));
  for (const { subject, block } of subjects) {
    for (const node of nodesOf(answer[block])) {
      const func = `eq(${subject}, ${quote(String(node.value))})`;
      const existing = nodes.get(func);
      if (existing) existing.push(node);
      else nodes.set(func, [node]);
    }
  }
  return nodes;
}

const nodesOf = (block: unknown): (StoredNode & { readonly value: unknown })[] =>
  (Array.isArray(block) ? block : []).flatMap((node: unknown) => {
    if (!isMembers(node)) return [];
    const { 'dgraph.type': types, uid, value } = node;
    return [{ uid: String(uid), types: Array.isArray(types) ? types : [], value }];
  });
