/** Values of fields that are not stored, as services have given them. */
import type { Selection } from '../request/selection';

type Node = Readonly<Record<string, unknown>>;

/** Of the nodes of one answer, completed. */
export class ServedValues {
  private readonly values = new WeakMap<Node, Map<string, unknown>>();

  of(node: Node, { id }: Selection): unknown {
    return this.values.get(node)?.get(id);
  }

  set(node: Node, { id }: Selection, value: unknown): void {
    const known = this.values.get(node);
    if (known) known.set(id, value);
    else this.values.set(node, new Map([[id, value]]));
  }
}
