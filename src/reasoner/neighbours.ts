/**
 * Neighbours of nodes along a predicate in the state before: nodes with the same neighbours have the same number. In a
 * closed relation, all members of a component have the same, which tells without a join that a fact between two of them
 * entails nothing.
 */
import { NO_ROW, NOW_MASK, STORED_MASK } from './table';
import type { FactTable, Row } from './table';
import type { TermId } from './terms';

/** Number of few neighbours: their joins cost less than a comparison. */
const FEW = -1;
const MIN_NEIGHBOURS = 8;

export class Neighbours {
  private readonly numbers = new Map<TermId, number>();
  /** Different sets by a hash of them, with their numbers. */
  private readonly sets = new Map<number, { readonly nodes: Uint32Array; readonly number: number }[]>();
  private count = 0;

  /**
   * @param isForward true for the objects of a node, false for its subjects
   * @param isReflexive true if each node counts as a neighbour of itself
   */
  constructor(
    private readonly table: FactTable,
    private readonly p: TermId,
    private readonly isForward: boolean,
    private readonly isReflexive: boolean,
  ) {}

  /** True if two nodes have the same neighbours, at least eight. */
  areSame(one: TermId, other: TermId): boolean {
    const number = this.numberOf(one);
    return number !== FEW && number === this.numberOf(other);
  }

  private numberOf(node: TermId): number {
    let number = this.numbers.get(node);
    if (number === undefined) this.numbers.set(node, (number = this.find(node)));
    return number;
  }

  private find(node: TermId): number {
    const nodes = this.neighboursOf(node);
    if (nodes.length < MIN_NEIGHBOURS) return FEW;
    const hash = nodes.reduce((sum, each) => (Math.imul(sum, 31) + each) | 0, nodes.length);
    let alike = this.sets.get(hash);
    if (!alike) this.sets.set(hash, (alike = []));
    const same = alike.find((set) => isEqual(set.nodes, nodes));
    if (same) return same.number;
    alike.push({ nodes, number: this.count });
    return this.count++;
  }

  /** Returns the neighbours in ascending order. */
  private neighboursOf(node: TermId): Uint32Array {
    const { table, p, isForward } = this;
    const nodes: TermId[] = [];
    const add = (row: Row, neighbour: TermId): void => {
      const flags = table.flags[row]!;
      const isThere = (flags & STORED_MASK) !== 0 && (flags & NOW_MASK) !== 0;
      if (isThere && !(this.isReflexive && neighbour === node)) nodes.push(neighbour);
    };
    if (isForward) {
      for (let row = table.firstOfSubject(node, p); row !== NO_ROW; row = table.nextOfSubject(row)) {
        add(row, table.object[row]!);
      }
    } else {
      for (let row = table.firstOfObject(p, node); row !== NO_ROW; row = table.nextOfObject(row)) {
        add(row, table.subject[row]!);
      }
    }
    if (this.isReflexive) nodes.push(node);
    return Uint32Array.from(nodes).sort();
  }
}

const isEqual = (one: Uint32Array, other: Uint32Array): boolean =>
  one.length === other.length && one.every((node, i) => node === other[i]);
