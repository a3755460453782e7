/** Nesting of expressions that are being read: refuses cycles, and bounds depth and repeated uses. */
import type { Individual, Position } from '../model';
import { Unreadable } from './graph';

/** Maximum nesting of expressions. It bounds every recursion over expressions, also in other rooms. */
const MAX_DEPTH = 64;
/** Maximum total size of repeated uses of shared expressions, in terms. It bounds every traversal of expressions. */
const MAX_SHARED_SIZE = 1_000_000;

/** Nesting depth and number of terms of an expression, with shared parts counted at each use. */
interface Measure {
  depth: number;
  size: number;
}

const NAME: Measure = { depth: 0, size: 1 };

export class Nesting {
  /** Nodes that are being read, with their measures so far. A reference to one of them from inside is a cycle. */
  private readonly open = new Map<Individual, Measure>();
  private readonly measures = new Map<Individual, Measure>();
  private sharedSize = 0;

  /** Counts a name as a part of the innermost open expression. */
  countName(): void {
    this.count(NAME);
  }

  /**
   * Reads an expression at its first use, and returns the cached one later.
   *
   * @throws Unreadable for repeated uses that are too large in total; as enter
   */
  shared<T>(cache: Map<Individual, T>, node: Individual, position: Position, read: () => T): T {
    const cached = cache.get(node);
    if (cached === undefined) {
      const value = this.enter(node, position, read);
      cache.set(node, value);
      return value;
    }
    const measure = this.measures.get(node)!;
    this.sharedSize += measure.size;
    if (this.open.size + measure.depth > MAX_DEPTH) throw tooDeep(position);
    if (this.sharedSize > MAX_SHARED_SIZE) {
      throw new Unreadable(position, 'shared by too many expressions', 'give the shared expression a name');
    }
    this.count(measure);
    return cached;
  }

  /** Reads the expression of a node. @throws Unreadable for one that contains itself or is nested too deeply */
  enter<T>(node: Individual, position: Position, read: () => T): T {
    if (this.open.has(node)) {
      throw new Unreadable(position, 'the expression contains itself', 'name the class and use its name inside');
    }
    if (this.open.size >= MAX_DEPTH) throw tooDeep(position);
    const measure = { depth: 1, size: 1 };
    this.open.set(node, measure);
    try {
      return read();
    } finally {
      this.open.delete(node);
      this.measures.set(node, measure);
      this.count(measure);
    }
  }

  /** Adds a part to the measure of the innermost open expression. */
  private count(part: Measure): void {
    const innermost = [...this.open.values()].at(-1);
    if (!innermost) return;
    innermost.depth = Math.max(innermost.depth, part.depth + 1);
    innermost.size += part.size;
  }
}

function tooDeep(position: Position): Unreadable {
  return new Unreadable(position, `expressions are nested deeper than ${MAX_DEPTH}`, 'name the inner parts');
}
