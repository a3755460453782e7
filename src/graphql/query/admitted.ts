/** The nodes that a root finds, less those that the rules of their type withhold. */
import type { Operation } from '../auth/rules';
import type { GraphqlType } from '../sdl/model';
import { NodeSet, type Names } from './children';
import { filtered, uidFunction } from './text';

export interface Root {
  readonly func: string;
  readonly filter?: string | undefined;
}

/** @returns undefined where it is none of them, whatever is stored */
export function admitted(root: Root, type: GraphqlType, operation: Operation, names: Names): Root | undefined {
  if (!names.access) return root;
  const nodes = new NodeSet(names, (name) => `${name} as var(func: ${root.func})${filtered(root.filter)}`);
  const condition = names.access.condition(type.name, operation, nodes, names);
  if (condition === 'denied') return undefined;
  return condition === 'granted' ? root : { func: uidFunction([nodes.variable()]), filter: condition.filter };
}
