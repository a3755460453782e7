/** Which type a node is of. */
import type { Classes, GraphqlModel } from '../sdl/model';

/** `dgraph.type` → object types. */
export class ObjectTypes {
  private readonly byDgraphName = new Map<string, string>();

  constructor(model: GraphqlModel) {
    for (const { kind, name, dgraphName } of model.types.values()) {
      if (kind === 'object' && !this.byDgraphName.has(dgraphName)) this.byDgraphName.set(dgraphName, name);
    }
  }

  /** The one that is named first. */
  of(types: readonly unknown[]): string | undefined {
    return this.all(types)[0];
  }

  all(types: readonly unknown[]): string[] {
    return types.flatMap((each) => (typeof each === 'string' && this.byDgraphName.get(each)) || []);
  }
}

/**
 * The most specific of the classes that a node is in, among those below the one that it is read as: the first by name where
 * there are several.
 */
export function mostSpecific(declared: string, types: readonly string[], classes: Classes): string {
  const below = types.filter((each) => classes.get(declared)?.has(each));
  const lowest = below.filter((each) => !below.some((other) => other !== each && classes.get(each)?.has(other)));
  return lowest.sort()[0] ?? declared;
}
