/** Values of fields that services compute. */
import type { Selection } from '../request/selection';

type Node = Readonly<Record<string, unknown>>;

/** Values by node and field of one completed answer. */
export class ServedValues {
  private readonly values = new WeakMap<Node, Map<string, unknown>>();

  of(node: Node, { id }: Selection): unknown {
    return this.values.get(node)?.get(id);
  }

  set(node: Node, { id }: Selection, value: unknown): void {
    const values = this.values.get(node);
    if (values) values.set(id, value);
    else this.values.set(node, new Map([[id, value]]));
  }
}
