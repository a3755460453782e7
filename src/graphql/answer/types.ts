/** Types of nodes. */
import { onceFor } from '../../util/memo';
import { isStrictlyBelow, type Classes, type GraphqlModel } from '../sdl/model';

/** Object types derived from a list of `dgraph.type`; many nodes of an answer share one. */
interface Membership {
  /** In the order of `dgraph.type`. */
  readonly types: readonly string[];
  /** Type that a node is read as → its most specific class. */
  readonly mostSpecific: Map<string, string>;
}

/** Lists of types, as a tree by prefix. */
class Branch {
  membership?: Membership;
  private readonly next = new Map<unknown, Branch>();

  of(type: unknown): Branch {
    let branch = this.next.get(type);
    if (!branch) this.next.set(type, (branch = new Branch()));
    return branch;
  }
}

const MAX_MEMBERSHIPS = 1_000;

/** `dgraph.type` → object types. */
export class ObjectTypes {
  private readonly byDgraphName = new Map<string, string>();
  private memberships = new Branch();
  private count = 0;

  private constructor(private readonly model: GraphqlModel) {
    for (const { kind, name, dgraphName } of model.types.values()) {
      if (kind === 'object' && !this.byDgraphName.has(dgraphName)) this.byDgraphName.set(dgraphName, name);
    }
  }

  /** Cached per model. */
  static readonly in = onceFor((model: GraphqlModel) => new ObjectTypes(model));

  /** Returns the first known type. */
  of(types: readonly unknown[]): string | undefined {
    return this.membership(types).types[0];
  }

  membership(types: readonly unknown[]): Membership {
    let branch = this.memberships;
    for (const each of types) branch = branch.of(each);
    return (branch.membership ??= this.judge(types));
  }

  private judge(types: readonly unknown[]): Membership {
    // Bounds the memory for clients that make up types for every node.
    if (++this.count > MAX_MEMBERSHIPS) {
      this.memberships = new Branch();
      this.count = 0;
    }
    const names = types.flatMap((each) => (typeof each === 'string' && this.byDgraphName.get(each)) || []);
    return { types: names, mostSpecific: new Map() };
  }

  /** Returns the class to report for a node read as `declared`. */
  mostSpecific(declared: string, { types, mostSpecific: cache }: Membership): string {
    let name = cache.get(declared);
    if (name === undefined) cache.set(declared, (name = mostSpecific(declared, types, this.model)));
    return name;
  }
}

/**
 * Returns the most specific class of a node among the subclasses of its declared class, or among the members of a
 * union.
 * Among several the first by name is chosen; among equivalent classes the declared one.
 * A node outside all of them gets another of its classes.
 */
function mostSpecific(
  declared: string,
  types: readonly string[],
  { classes = NO_CLASSES, unions }: GraphqlModel,
): string {
  const inDeclared = types.filter((each) => classes.get(declared)?.has(each));
  const below = unions.has(declared) && inDeclared.length === 0 ? types : inDeclared;
  const lowest = below.filter((each) => !below.some((other) => isStrictlyBelow(classes, other, each)));
  const isAsRead = lowest.some((each) => classes.get(each)?.has(declared));
  return isAsRead ? declared : (lowest.sort()[0] ?? declared);
}

const NO_CLASSES: Classes = {
  has: () => false,
  get: () => undefined,
  hasOthers: () => false,
  above: () => [],
  pairCount: () => 0,
};
