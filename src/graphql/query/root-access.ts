/** Restricts the nodes of a root to those that the rules of their type admit. */
import type { Operation } from '../auth/rules';
import type { GraphqlType } from '../sdl/model';
import { NodeSet, type Names } from './names';
import { filtered, uidFunction } from './text';

export interface Root {
  readonly func: string;
  readonly filter?: string | undefined;
}

/** @returns undefined if no node is admitted, whatever is stored */
export function restrictRoot(root: Root, type: GraphqlType, operation: Operation, names: Names): Root | undefined {
  if (!names.access) return root;
  const nodes = new NodeSet(names, (name) => `${name} as var(func: ${root.func})${filtered(root.filter)}`);
  const condition = names.access.condition(type.name, operation, nodes, names);
  if (condition === 'denied') return undefined;
  return condition === 'granted' ? root : { func: uidFunction([nodes.variable()]), filter: condition.filter };
}
