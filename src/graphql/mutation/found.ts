/** Asks which of the nodes that an input names are there. */
import type { GraphqlBackend } from '../backend';
import { isNode } from '../answer/complete';
import { RequestFailure } from '../request/failure';
import type { Question } from './existence';

/** @returns name → uid, of the nodes that are of the type that was asked for */
export async function findNodes(questions: readonly Question[], backend: GraphqlBackend): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (questions.length === 0) return found;
  const blocks = questions.map(({ name, func }) => `${name}(func: ${func}) { uid dgraph.type }`);
  const answer = await backend.query(`{\n${blocks.join('\n')}\n}`);
  for (const { name, type } of questions) {
    const nodes = answer[name];
    const uids = (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => {
      const types = isNode(node) ? node['dgraph.type'] : undefined;
      return isNode(node) && Array.isArray(types) && types.includes(type.dgraphName) ? [String(node['uid'])] : [];
    });
    if (uids.length > 1) throw RequestFailure.of(`Found multiple nodes with ID: ${uids.at(-1)!}`);
    if (uids.length === 1) found.set(name, uids[0]!);
  }
  return found;
}
