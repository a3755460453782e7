/** Which type a node is of. */
import { onceFor } from '../../util/memo';
import { isStrictlyBelow, type GraphqlModel } from '../sdl/model';

/** What the types of a node say: many nodes of an answer have the same. */
export interface Membership {
  /** In the order of `dgraph.type`. */
  readonly types: readonly string[];
  /** Type that a node is read as → the most specific of its classes. */
  readonly mostSpecific: Map<string, string>;
}

/** Lists of types that begin alike. */
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

  /** Those of a model are made once. */
  static readonly in = onceFor((model: GraphqlModel) => new ObjectTypes(model));

  /** The one that is named first. */
  of(types: readonly unknown[]): string | undefined {
    return this.membership(types).types[0];
  }

  membership(types: readonly unknown[]): Membership {
    let branch = this.memberships;
    for (const each of types) branch = branch.of(each);
    return (branch.membership ??= this.judge(types));
  }

  private judge(types: readonly unknown[]): Membership {
    // Whoever makes up types for every node does not fill the memory with them.
    if (++this.count > MAX_MEMBERSHIPS) {
      this.memberships = new Branch();
      this.count = 0;
    }
    const names = types.flatMap((each) => (typeof each === 'string' && this.byDgraphName.get(each)) || []);
    return { types: names, mostSpecific: new Map() };
  }

  /** The class that a node is told to be of, where it is read as `declared`. */
  mostSpecific(declared: string, { types, mostSpecific: known }: Membership): string {
    let name = known.get(declared);
    if (name === undefined) known.set(declared, (name = mostSpecific(declared, types, this.model)));
    return name;
  }
}

/**
 * The most specific of the classes that a node is in, among those below the one that it is read as: the first by name where
 * there are several, and of equivalent ones the one that it is read as. Of a union it is one of the members, as clients
 * expect; a node that is in none is of another class.
 */
function mostSpecific(
  declared: string,
  types: readonly string[],
  { classes = new Map(), unions }: GraphqlModel,
): string {
  const members = unions.get(declared)?.members;
  const inDeclared = types.filter((each) => (members ? members.includes(each) : classes.get(declared)?.has(each)));
  const below = members && inDeclared.length === 0 ? types : inDeclared;
  const lowest = below.filter((each) => !below.some((other) => isStrictlyBelow(classes, other, each)));
  const isAsRead = lowest.some((each) => classes.get(each)?.has(declared));
  return isAsRead ? declared : (lowest.sort()[0] ?? declared);
}
