/** Class expressions, properties and data ranges as nodes, each with what is directly above it and why. */
import type { Iri, Position } from '../model';

export type NodeId = number;

export type Node =
  | { readonly kind: 'named'; readonly iri: Iri }
  | { readonly kind: 'some' | 'all' | 'value'; readonly property: NodeId; readonly of: NodeId }
  /** Parts ascend. */
  | { readonly kind: 'and' | 'or'; readonly parts: readonly NodeId[] }
  /** A class expression of which only identity is known. */
  | { readonly kind: 'opaque' }
  /** A property, an individual or a data range. */
  | { readonly kind: 'term' };

/** An axiom of the ontology. */
export interface Source {
  readonly position: Position;
  readonly text: () => string;
}

export type Premise = readonly [lower: NodeId, upper: NodeId];

/** Why one node is directly below another: an axiom, or that other nodes are, or nothing but what they are. */
export interface Reason {
  readonly source?: Source;
  readonly premises?: readonly Premise[];
}

/** How much is looked for; the ontologies of practice need some thousands of steps. */
const MOST_STEPS = 20_000_000;

/** Axioms named as the reason of an inclusion. */
const MOST_SOURCES = 8;

/** Whether to go on from a node that was reached. */
type IsEnd = (id: NodeId) => boolean;

export class SchemaGraph {
  readonly nodes: Node[] = [];
  readonly uppers: NodeId[][] = [];
  readonly lowers: NodeId[][] = [];
  /** Of the uppers, those that rules over data lead to as well: what is known to be in the lower is found to be in the upper. */
  readonly byRules: NodeId[][] = [];
  private readonly ids = new Map<string, NodeId>();
  private readonly reasons = new Map<number, Reason & { readonly number: number }>();
  private steps = 0;

  get edges(): number {
    return this.reasons.size;
  }

  /** More was to be done than is done. */
  get isCut(): boolean {
    return this.steps >= MOST_STEPS;
  }

  find(key: string): NodeId | undefined {
    return this.ids.get(key);
  }

  /** @param settle called for a node that was not there, to say what is above and below it by nature */
  node(key: string, node: Node, settle: (id: NodeId) => void = () => undefined): NodeId {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.nodes.push(node) - 1;
    this.ids.set(key, id);
    this.uppers.push([]);
    this.lowers.push([]);
    this.byRules.push([]);
    settle(id);
    return id;
  }

  add(lower: NodeId, upper: NodeId, reason: Reason = {}): void {
    if (lower === upper || this.reasons.has(pair(lower, upper))) return;
    this.reasons.set(pair(lower, upper), { ...reason, number: this.reasons.size });
    this.uppers[lower]!.push(upper);
    this.lowers[upper]!.push(lower);
    if (this.isFollowed(lower, upper, reason.premises ?? [])) this.byRules[lower]!.push(upper);
  }

  /** A node and all that is reached from it; what `isEnd` is reached, but not left. */
  walk(from: NodeId, edges: readonly NodeId[][], isEnd: IsEnd = () => false): Set<NodeId> {
    const seen = new Set([from]);
    for (const id of seen) {
      this.steps += 1 + edges[id]!.length;
      if (!isEnd(id)) for (const next of edges[id]!) seen.add(next);
    }
    return seen;
  }

  /** The smallest of what is reached from each, found by going on with all of them in turn. */
  smallest(from: readonly NodeId[], edges: readonly NodeId[][]): Set<NodeId> {
    const walks = from.map((id) => new Walk(id));
    for (;;) {
      for (const walk of walks) if (!walk.step(edges)) return walk.seen;
      this.steps += walks.length;
    }
  }

  /** The axioms by which one node is below another, in the order of the way up; not more than a few. */
  sources(lower: NodeId, upper: NodeId): Source[] {
    const found = new Set<Source>();
    this.gather(lower, upper, Infinity, found);
    return [...found];
  }

  /** Along one way up, each edge for reasons that were there before it. */
  private gather(lower: NodeId, upper: NodeId, before: number, into: Set<Source>): void {
    if (lower === upper || into.size >= MOST_SOURCES) return;
    const cameFrom = new Map<NodeId, NodeId>([[lower, lower]]);
    for (const [id] of cameFrom) {
      if (id === upper) break;
      for (const next of this.uppers[id]!) {
        if (!cameFrom.has(next) && this.reasons.get(pair(id, next))!.number < before) cameFrom.set(next, id);
      }
    }
    const way: (Reason & { readonly number: number })[] = [];
    for (let id = upper; id !== lower && cameFrom.has(id); id = cameFrom.get(id)!) {
      way.unshift(this.reasons.get(pair(cameFrom.get(id)!, id))!);
    }
    for (const { source, premises, number } of way) {
      if (source && into.size < MOST_SOURCES) into.add(source);
      for (const [a, b] of premises ?? []) this.gather(a, b, number, into);
    }
  }

  /**
   * Rules recognize values, intersections and unions from their parts; they do not look behind a universal restriction,
   * choose a side of a union that somebody is said to be in, or invent the value that an existential one promises.
   */
  private isFollowed(lower: NodeId, upper: NodeId, premises: readonly Premise[]): boolean {
    const [from, to] = [this.nodes[lower]!.kind, this.nodes[upper]!.kind];
    if (from === 'all' || from === 'opaque' || to === 'all' || to === 'opaque') return false;
    if (to === 'some' && from !== 'some' && from !== 'value') return false;
    if (to === 'or' && this.nodes[lower]!.kind !== 'or' && !this.isPart(lower, upper)) return false;
    return premises.every(([a, b]) => this.leads(a, b, this.byRules));
  }

  private leads(from: NodeId, to: NodeId, edges: readonly NodeId[][]): boolean {
    const seen = new Set([from]);
    for (const id of seen) {
      if (id === to) return true;
      this.steps += 1 + edges[id]!.length;
      for (const next of edges[id]!) seen.add(next);
    }
    return false;
  }

  private isPart(lower: NodeId, upper: NodeId): boolean {
    const node = this.nodes[upper]!;
    return node.kind === 'or' && isAmong(node.parts, lower);
  }
}

/** A walk that goes on by one edge at a time. */
class Walk {
  readonly seen: Set<NodeId>;
  private readonly order: NodeId[];
  private at = 0;
  private edge = 0;

  constructor(from: NodeId) {
    this.order = [from];
    this.seen = new Set(this.order);
  }

  /** @returns false when nothing is left */
  step(edges: readonly NodeId[][]): boolean {
    for (; this.at < this.order.length; this.at++, this.edge = 0) {
      const next = edges[this.order[this.at]!]![this.edge++];
      if (next === undefined) continue;
      if (!this.seen.has(next)) {
        this.seen.add(next);
        this.order.push(next);
      }
      return true;
    }
    return false;
  }
}

/** @param sorted ascending */
function isAmong(sorted: readonly NodeId[], id: NodeId): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === id;
}

const pair = (lower: NodeId, upper: NodeId): number => lower * 0x4000000 + upper;
