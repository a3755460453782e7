/** Variables of a DQL query, and the nodes that they name. */
import type { Operation } from '../auth/rules';
import { filtered, predicate } from './text';

/** Admitted nodes: all, none, or those that pass a filter. */
export type Condition = 'granted' | 'denied' | { readonly filter: string };

/** Access of the request. */
interface Access {
  /** Returns the condition for an operation on nodes of a type; the blocks of its variables are added to the names. */
  condition(type: string, operation: Operation, nodes: NodeSet, names: Names): Condition;
  /** True if every node of a type is granted, whatever is stored. */
  grants(type: string, operation: Operation): boolean;
  /** True if no node of a type is granted, whatever is stored. */
  denies(type: string, operation: Operation): boolean;
}

/** Generator of DQL variables, unique in one query; collects the blocks of access rules. */
export class Names {
  readonly blocks: string[] = [];
  private readonly counter = { count: 0 };

  /** @param access the access of the request; undefined: unrestricted */
  constructor(readonly access?: Access) {}

  next(): string {
    return `v${this.counter.count++}`;
  }

  /** Same generator without access checks, for the rules themselves. */
  unguarded(): Names {
    const { counter } = this;
    return Object.assign(new Names(), { counter });
  }
}

/** Nodes of a block as a variable, which is created on first use. */
export class NodeSet {
  private name: string | undefined;

  /** @param blockOf returns the block that defines the variable */
  constructor(
    private readonly names: Names,
    private readonly blockOf: (variable: string) => string,
  ) {}

  /** Wraps an existing variable. */
  static named(name: string, names: Names): NodeSet {
    return Object.assign(new NodeSet(names, () => ''), { name });
  }

  get isUsed(): boolean {
    return this.name !== undefined;
  }

  variable(): string {
    if (this.name === undefined) {
      this.name = this.names.next();
      this.names.blocks.push(this.blockOf(this.name));
    }
    return this.name;
  }

  /** Nodes at the other end of an edge. */
  along(stored: string, filter: string | undefined): NodeSet {
    const { names } = this;
    return new NodeSet(
      names,
      (name) => `var(func: uid(${this.variable()})) { ${name} as ${predicate(stored)}${filtered(filter)} }`,
    );
  }
}
