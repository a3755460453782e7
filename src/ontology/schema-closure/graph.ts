/** Graph of class expressions, properties and data ranges; its edges go to the direct uppers, with reasons. */
import type { Iri, Position } from '../model';
import { owl } from '../vocabulary';

export type NodeId = number;

export type Node =
  | { readonly kind: 'named'; readonly iri: Iri }
  | { readonly kind: 'some' | 'all' | 'value'; readonly property: NodeId; readonly filler: NodeId }
  /** Parts in ascending order. */
  | { readonly kind: 'and' | 'or'; readonly parts: readonly NodeId[] }
  /** Class expression that no rule looks into. */
  | { readonly kind: 'opaque' }
  /** Property, individual or data range. */
  | { readonly kind: 'term' };

/** Axiom of the ontology. */
interface Source {
  readonly position: Position;
  readonly text: () => string;
}

export type Premise = readonly [lower: NodeId, upper: NodeId];

/** Reason for an edge: an axiom, other edges, or neither if the nodes themselves imply it. */
interface Reason {
  readonly source?: Source;
  readonly premises?: readonly Premise[];
}

/** Maximum steps of the search; real ontologies need some thousands. */
const MAX_STEPS = 20_000_000;

/** Maximum axioms that are named as the reason of an inclusion. */
const MAX_SOURCES = 8;

/** Predicate of nodes at which a walk ends. */
type IsEnd = (id: NodeId) => boolean;

export class SchemaGraph {
  readonly nodes: Node[] = [];
  readonly uppers: NodeId[][] = [];
  readonly lowers: NodeId[][] = [];
  /** Uppers that rules over data derive as well: they infer that members of the lower are members of the upper. */
  readonly byRules: NodeId[][] = [];
  private readonly ids = new Map<string, NodeId>();
  private readonly reasons = new Map<number, Reason & { readonly number: number }>();
  private steps = 0;

  get edges(): number {
    return this.reasons.size;
  }

  /** True if the search reached its limit. */
  get isCut(): boolean {
    return this.steps >= MAX_STEPS;
  }

  find(key: string): NodeId | undefined {
    return this.ids.get(key);
  }

  /** @param onNew called for a new node, to add the edges that the node itself implies */
  node(key: string, node: Node, onNew: (id: NodeId) => void = () => undefined): NodeId {
    const existing = this.ids.get(key);
    if (existing !== undefined) return existing;
    const id = this.nodes.push(node) - 1;
    this.ids.set(key, id);
    this.uppers.push([]);
    this.lowers.push([]);
    this.byRules.push([]);
    onNew(id);
    return id;
  }

  add(lower: NodeId, upper: NodeId, reason: Reason = {}): void {
    if (lower === upper || this.reasons.has(pair(lower, upper))) return;
    this.reasons.set(pair(lower, upper), { ...reason, number: this.reasons.size });
    this.uppers[lower]!.push(upper);
    this.lowers[upper]!.push(lower);
    if (this.isDerivedByRules(lower, upper, reason.premises ?? [])) this.byRules[lower]!.push(upper);
  }

  /** Returns a node and all nodes reachable from it; the walk does not continue from nodes that satisfy `isEnd`. */
  walk(from: NodeId, edges: readonly NodeId[][], isEnd: IsEnd = () => false): Set<NodeId> {
    const reached = new Set([from]);
    for (const id of reached) {
      this.steps += 1 + edges[id]!.length;
      if (!isEnd(id)) for (const next of edges[id]!) reached.add(next);
    }
    return reached;
  }

  /**
   * Returns the smallest of the sets reachable from the nodes. Walks from all nodes in turns until the first walk ends.
   */
  smallest(from: readonly NodeId[], edges: readonly NodeId[][]): Set<NodeId> {
    const walks = from.map((id) => new Walk(id));
    for (;;) {
      for (const walk of walks) if (!walk.step(edges)) return walk.reached;
      this.steps += walks.length;
    }
  }

  /** Returns the axioms by which one node is below another, in the order of the path, up to a limit. */
  sources(lower: NodeId, upper: NodeId): Source[] {
    const sources = new Set<Source>();
    this.gather(lower, upper, Infinity, sources);
    return [...sources];
  }

  /** Collects the sources of one path. Every edge depends only on edges added before it, so the recursion ends. */
  private gather(lower: NodeId, upper: NodeId, before: number, into: Set<Source>): void {
    if (lower === upper || into.size >= MAX_SOURCES) return;
    const cameFrom = new Map<NodeId, NodeId>([[lower, lower]]);
    for (const [id] of cameFrom) {
      if (id === upper) break;
      for (const next of this.uppers[id]!) {
        if (!cameFrom.has(next) && this.reasons.get(pair(id, next))!.number < before) cameFrom.set(next, id);
      }
    }
    const path: (Reason & { readonly number: number })[] = [];
    for (let id = upper; id !== lower && cameFrom.has(id); id = cameFrom.get(id)!) {
      path.unshift(this.reasons.get(pair(cameFrom.get(id)!, id))!);
    }
    for (const { source, premises, number } of path) {
      if (source && into.size < MAX_SOURCES) into.add(source);
      for (const [a, b] of premises ?? []) this.gather(a, b, number, into);
    }
  }

  /**
   * True if rules over data derive members of the upper from members of the lower. Rules recognize values,
   * intersections and unions by their parts. They do not recognize universal restrictions or owl:Thing, choose an
   * operand of a union, or invent the value of an existential restriction.
   */
  private isDerivedByRules(lower: NodeId, upper: NodeId, premises: readonly Premise[]): boolean {
    const [from, to] = [this.nodes[lower]!.kind, this.nodes[upper]!.kind];
    if (this.isThing(lower) || this.isThing(upper)) return false;
    if (from === 'all' || from === 'opaque' || to === 'all' || to === 'opaque') return false;
    if (to === 'some' && from !== 'some' && from !== 'value') return false;
    if (to === 'or' && from !== 'or' && !this.isPart(lower, upper)) return false;
    // An axiom may place a class below an intersection of which rules do not recognize a part.
    if (premises.length === 0 && !this.hasRecognizedParts(lower, upper)) return false;
    return premises.every(([a, b]) => this.isReachable(a, b, this.byRules));
  }

  /** True unless the upper is an intersection of which rules do not derive a part from the lower. */
  private hasRecognizedParts(lower: NodeId, upper: NodeId): boolean {
    const node = this.nodes[upper]!;
    if (node.kind !== 'and') return true;
    return node.parts.every(
      (part) => this.isDerivedByRules(lower, part, []) || this.isReachable(lower, part, this.byRules),
    );
  }

  private isThing(id: NodeId): boolean {
    const node = this.nodes[id]!;
    return node.kind === 'named' && node.iri === owl.Thing;
  }

  private isReachable(from: NodeId, to: NodeId, edges: readonly NodeId[][]): boolean {
    const reached = new Set([from]);
    for (const id of reached) {
      if (id === to) return true;
      this.steps += 1 + edges[id]!.length;
      for (const next of edges[id]!) reached.add(next);
    }
    return false;
  }

  private isPart(lower: NodeId, upper: NodeId): boolean {
    const node = this.nodes[upper]!;
    return node.kind === 'or' && isAmong(node.parts, lower);
  }
}

/** Breadth-first walk that advances by one edge at a time. */
class Walk {
  readonly reached: Set<NodeId>;
  private readonly order: NodeId[];
  private at = 0;
  private edge = 0;

  constructor(from: NodeId) {
    this.order = [from];
    this.reached = new Set(this.order);
  }

  /** @returns false at the end of the walk */
  step(edges: readonly NodeId[][]): boolean {
    for (; this.at < this.order.length; this.at++, this.edge = 0) {
      const next = edges[this.order[this.at]!]![this.edge++];
      if (next === undefined) continue;
      if (!this.reached.has(next)) {
        this.reached.add(next);
        this.order.push(next);
      }
      return true;
    }
    return false;
  }
}

/** Binary search. @param sorted ascending ids */
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
