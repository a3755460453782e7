/** `shortest(from: …, to: …)`: the lightest path, or the k lightest, between two nodes. */
import { emptyNode, QueryError, type FacetsPlan, type NodePlan, type ShortestPlan, type UidFunction } from '../plan';
import type { StoredFacet } from '../storage/view';
import type { Context } from './context';
import { edgeFacetsOf } from './facets';
import { Heap, type HeapItem } from './heap';
import { Node } from './node';
import { cutToDest, processNode } from './process';
import { NO_UIDS, select } from './uids';
import { uidsOf } from './variables';

interface Edge {
  readonly node: Node;
  readonly cost: number;
  /** Target of the edge whose facet is the cost; absent without a facet. */
  readonly facetOf: number | undefined;
}

type Adjacency = Map<number, Map<number, Edge>>;

interface Step {
  readonly uid: number;
  /** Edge that leads here; undefined for the first step. */
  readonly edge: Edge | undefined;
}

interface Path {
  readonly steps: readonly Step[];
  readonly weight: number;
}

/** Runs the block. @returns the `_path_` blocks of the answer */
export function runShortest(ctx: Context, block: Node): Node[] {
  const plan = block.plan.shortest!;
  const from = readEnd(ctx, plan.from, 'from');
  const to = readEnd(ctx, plan.to, 'to');
  if (from === undefined || to === undefined || plan.depth === 0) return [];
  const expansion = new Expansion(ctx, block, from);
  const paths = plan.paths > 1 ? findPaths(expansion, plan, from, to) : findPath(expansion, plan, from, to);
  const [first] = paths;
  block.src = Float64Array.of(from);
  block.dest = first ? Float64Array.from(first.steps, (step) => step.uid) : NO_UIDS;
  return paths.map((path) => {
    ctx.limits.level(path.steps.length);
    return showPath(block.plan, path);
  });
}

function readEnd(ctx: Context, end: UidFunction, which: 'from' | 'to'): number | undefined {
  const [name] = end.variables;
  const uids = name === undefined ? end.uids : uidsOf(ctx.variables.get(name));
  if (name !== undefined && uids.length > 1) {
    throw new QueryError(`${which} variable(${name}) should only expand to 1 uid`, end.span);
  }
  return uids[0] === 0 ? undefined : uids[0];
}

/** Follows the block's edges from a node, one hop further at each call. */
class Expansion {
  private readonly adjacency: Adjacency = new Map();
  private level: Node[];
  private edges = 0;
  private isExhausted = false;

  constructor(
    private readonly ctx: Context,
    private readonly block: Node,
    from: number,
  ) {
    this.level = block.children.map((child) => this.start(child.plan, Float64Array.of(from)));
  }

  private start(plan: NodePlan, src: Float64Array): Node {
    const node = Node.of(plan);
    node.src = src;
    return node;
  }

  /** Outgoing edges of a node that are known so far. */
  from(uid: number): Iterable<readonly [number, Edge]> {
    const edges = this.adjacency.get(uid);
    this.ctx.limits.step(1 + (edges?.size ?? 0));
    return edges ?? [];
  }

  /** True if no further edges exist. */
  get isComplete(): boolean {
    return this.isExhausted;
  }

  /**
   * Returns a lower bound of the distance from each node to `to`, over the edges known so far. Nodes without a path are
   * absent. With negative weights the bound is 0.
   */
  distancesTo(to: number): ReadonlyMap<number, number> {
    const predecessors = new Map<number, { readonly uid: number; readonly cost: number }[]>();
    let lowest = 0;
    for (const [uid, edges] of this.adjacency) {
      this.ctx.limits.step(edges.size);
      for (const [next, { cost }] of edges) {
        const list = predecessors.get(next);
        if (list) list.push({ uid, cost });
        else predecessors.set(next, [{ uid, cost }]);
        lowest = Math.min(lowest, cost);
      }
    }
    const distances = new Map<number, number>();
    const heap = new Heap<HeapItem & { readonly uid: number }>();
    heap.push({ uid: to, cost: 0, index: 0 });
    for (let item = heap.pop(); item; item = heap.pop()) {
      if (distances.has(item.uid)) continue;
      distances.set(item.uid, item.cost);
      for (const { uid, cost } of predecessors.get(item.uid) ?? []) {
        if (!distances.has(uid)) heap.push({ uid, cost: lowest < 0 ? 0 : item.cost + cost, index: 0 });
      }
    }
    return distances;
  }

  hop(): void {
    if (this.isExhausted) return;
    const { ctx } = this;
    for (const node of this.level) if (!node.isInternal) processNode(ctx, node, this.block);
    for (const node of this.level) this.addEdges(node);
    if (this.edges > ctx.limits.maxEdges) {
      throw new QueryError(`Exceeded query edge limit = ${ctx.limits.maxEdges}. Found ${this.edges} edges.`);
    }
    this.level = this.level.flatMap((node) => {
      const fresh = select(node.dest, (uid) => !this.adjacency.has(uid));
      if (node.dest.length === 0 || fresh.length === 0) return [];
      return this.block.children.map((child) => this.start(child.plan, fresh));
    });
    if (this.level.length === 0) this.isExhausted = true;
  }

  private addEdges(node: Node): void {
    if (node.isUnknown) return;
    cutToDest(node);
    node.matrix.forEach((list, index) => {
      const from = node.src[index]!;
      for (let place = 0; place < list.length; place++) {
        const to = list[place]!;
        this.ctx.limits.step();
        const cost = costOf(this.ctx, node, from, node.facetMatrix?.[index]?.[place]);
        if (!cost) continue;
        const neighbours = this.adjacency.get(from) ?? new Map<number, Edge>();
        neighbours.set(to, { node, ...cost });
        this.adjacency.set(from, neighbours);
        this.edges++;
      }
    });
  }
}

/** Cost of an edge: 1, or the requested facet; an edge without that facet is not followed. */
function costOf(ctx: Context, node: Node, from: number, to: number | undefined): Omit<Edge, 'node'> | undefined {
  const plan = node.plan.facets;
  if (!plan) return { cost: 1, facetOf: undefined };
  if (to === undefined) return undefined;
  const facets = requestedFacets(edgeFacetsOf(ctx.view, node, from, to), plan);
  const facet = facets[0];
  if (!facet) return undefined;
  if (facets.length > 1) throw new QueryError(`Expected 1 but got ${facets.length} facets`, node.plan.span);
  if (facet.value.type !== 'int' && facet.value.type !== 'float') return undefined;
  return { cost: Number(facet.value.value), facetOf: to };
}

function requestedFacets(facets: readonly StoredFacet[], plan: FacetsPlan): readonly StoredFacet[] {
  return plan.all ? facets : facets.filter((facet) => plan.keys.some(({ key }) => key === facet.key));
}

interface Reached extends HeapItem {
  readonly uid: number;
  hop: number;
}

/** Dijkstra's algorithm on a graph that is fetched hop by hop. */
function findPath(expansion: Expansion, plan: ShortestPlan, from: number, to: number): Path[] {
  const heap = new Heap<Reached>();
  const start: Reached = { uid: from, cost: 0, hop: 0, index: 0 };
  heap.push(start);
  const reached = new Map<number, { item: Reached; cost: number; parent: number; edge: Edge | undefined }>();
  reached.set(from, { item: start, cost: 0, parent: 0, edge: undefined });
  let hops = 0;
  for (let item = heap.pop(); item && item.uid !== to; item = heap.pop()) {
    if (hops < (plan.depth ?? Infinity) && item.hop > hops - 1) {
      expansion.hop();
      hops++;
    }
    for (const [uid, edge] of expansion.from(item.uid)) {
      const cost = item.cost + edge.cost;
      const previous = reached.get(uid);
      if (previous && previous.cost <= cost) continue;
      let next = previous?.item;
      if (next) {
        next.cost = cost;
        next.hop = item.hop + 1;
        heap.fix(next);
      } else {
        next = { uid, cost, hop: item.hop + 1, index: 0 };
        if (heap.size > plan.frontier) heap.dropLast();
        heap.push(next);
      }
      reached.set(uid, { item: next, cost, parent: item.uid, edge });
    }
  }
  const steps: Step[] = [];
  let uid = to;
  for (let i = 0; i < reached.size; i++) {
    const node = reached.get(uid);
    if (!node) return [];
    steps.push({ uid, edge: node.edge });
    if (uid === from) return [{ steps: steps.reverse(), weight: reached.get(to)!.cost }];
    uid = node.parent;
  }
  return [];
}

/** Partial path, by its last step. `cost` is its weight plus a lower bound of the remaining weight. */
interface Route extends HeapItem {
  readonly uid: number;
  readonly hop: number;
  readonly weight: number;
  readonly edge: Edge | undefined;
  readonly before: Route | undefined;
}

/** Number of open routes from which computing lower bounds pays off. */
const MANY_ROUTES = 10_000;
/** Maximum open routes, to bound the memory. */
const MAX_ROUTES = 5_000_000;

/**
 * Finds the paths without a loop in order of weight, up to the requested number. Dgraph tries every route. This search,
 * once there are many, drops routes that cannot reach the end and goes on with the least lower bound; it finds the same
 * paths.
 */
function findPaths(expansion: Expansion, plan: ShortestPlan, from: number, to: number): Path[] {
  let heap = new Heap<Route>();
  heap.push({ uid: from, cost: 0, weight: 0, hop: 0, index: 0, edge: undefined, before: undefined });
  const paths: Path[] = [];
  const depth = plan.depth ?? Infinity;
  let remainingCosts: ReadonlyMap<number, number> | undefined;
  let hops = 0;
  for (let item = heap.pop(); item; item = heap.pop()) {
    if (item.uid === to) {
      if (item.weight < plan.minWeight) continue;
      paths.push({ steps: stepsOf(item), weight: item.weight });
      if (paths.length === plan.paths) break;
      continue;
    }
    if (!remainingCosts && heap.size > MANY_ROUTES) {
      for (; hops < depth && !expansion.isComplete; hops++) expansion.hop();
      remainingCosts = expansion.distancesTo(to);
      heap.push(item);
      heap = prioritized(heap, remainingCosts, plan);
      continue;
    }
    if (item.hop > hops - 1 && hops < depth && !expansion.isComplete) {
      expansion.hop();
      hops++;
    }
    for (const [uid, edge] of expansion.from(item.uid)) {
      const remaining = remainingCosts ? remainingCosts.get(uid) : 0;
      const weight = item.weight + edge.cost;
      if (remaining === undefined || weight + remaining > plan.maxWeight || hasPassed(item, uid)) continue;
      if (heap.size > plan.frontier) heap.dropLast();
      if (heap.size > MAX_ROUTES) throw tooManyRoutes();
      heap.push({ uid, cost: weight + remaining, weight, hop: item.hop + 1, index: 0, edge, before: item });
    }
  }
  return paths;
}

const tooManyRoutes = (): QueryError =>
  new QueryError(`Exceeded the limit of ${MAX_ROUTES} open paths: request fewer, or set depth or maxweight`);

/** Returns the open routes that can reach the end, ordered by their lower bound. */
function prioritized(heap: Heap<Route>, remainingCosts: ReadonlyMap<number, number>, plan: ShortestPlan): Heap<Route> {
  const next = new Heap<Route>();
  for (let item = heap.pop(); item; item = heap.pop()) {
    const remaining = remainingCosts.get(item.uid);
    if (remaining === undefined || item.weight + remaining > plan.maxWeight) continue;
    next.push({ ...item, cost: item.weight + remaining, index: 0 });
  }
  return next;
}

function hasPassed(route: Route, uid: number): boolean {
  for (let step: Route | undefined = route; step; step = step.before) if (step.uid === uid) return true;
  return false;
}

function stepsOf(route: Route): Step[] {
  const steps: Step[] = [];
  for (let step: Route | undefined = route; step; step = step.before) steps.push({ uid: step.uid, edge: step.edge });
  return steps.reverse();
}

/** Builds the tree of a path, with one branch, for the writer. */
function showPath(block: NodePlan, path: Path): Node {
  const root = new Node({ ...emptyNode(block.span), role: 'block', alias: '_path_' });
  root.weight = path.weight;
  root.onPath = true;
  root.src = Float64Array.of(path.steps[0]!.uid);
  root.dest = root.src;
  root.matrix = [root.src];
  let current = root;
  for (let i = 1; i < path.steps.length; i++) {
    const { uid, edge } = path.steps[i]!;
    const { plan } = edge!.node;
    const node = new Node({ ...emptyNode(plan.span), attr: plan.attr, predicate: plan.predicate, facets: plan.facets });
    node.onPath = true;
    if (edge!.facetOf !== undefined) node.facetMatrix = [Float64Array.of(edge!.facetOf)];
    node.src = Float64Array.of(path.steps[i - 1]!.uid);
    node.dest = Float64Array.of(uid);
    node.matrix = [node.dest];
    current.children = [node];
    current = node;
  }
  return root;
}
