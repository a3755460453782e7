/** Which type a node is of. */
import type { GraphqlModel } from '../sdl/model';

/** `dgraph.type` → the object type that is named first. */
export class ObjectTypes {
  private readonly byDgraphName = new Map<string, string>();

  constructor(model: GraphqlModel) {
    for (const { kind, name, dgraphName } of model.types.values()) {
      if (kind === 'object' && !this.byDgraphName.has(dgraphName)) this.byDgraphName.set(dgraphName, name);
    }
  }

  of(types: readonly unknown[]): string | undefined {
    for (const each of types) {
      const name = typeof each === 'string' ? this.byDgraphName.get(each) : undefined;
      if (name !== undefined) return name;
    }
    return undefined;
  }
}
