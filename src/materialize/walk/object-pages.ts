/**
 * Pages of the objects of edges. They are limited by edges as well, because a node may have a million of them: such a
 * node is visited in slices of its list. A window of nodes with their numbers of edges is read ahead.
 *
 * Edges that are written after the window was read need no visit: the write adds what follows from them.
 */
import { compareUids } from '../../util/uids';
import { printFinder, printPredicate } from '../store/dql-text';
import type { EngineSchema } from '../store/engine-schema';
import type { FactQueryComposer } from '../store/fact-query-composer';
import type { Need, Page } from '../store/need';
import { readInto } from '../store/settle';
import type { ReadTransaction } from '../store/transaction';
import type { WorkingSet } from '../store/working-set';
import type { EdgeObject, ObjectPage, PageNodes, Pages } from './pages';
import type { StepNeed } from './steps';

/** Edges of a page for each of its maximum nodes. */
const EDGES_PER_NODE = 2;
/** Nodes whose edges are counted before a step begins. */
const SAMPLE: Page = { first: 1000, after: '0x0' };
/** Minimum ratio of the edges to a node to those from a node at which the edges are visited by their objects. */
const MIN_RATIO = 2;

/** Nodes that edges lead to, in order of uid, without nodes that have no edges. */
interface Window {
  readonly objects: readonly EdgeObject[];
  /** Last uid that the window covers; undefined for the last window. */
  readonly last?: string | undefined;
}

/** Part of a node's edges: those of subjects after `after`, up to `last`. */
interface Slice {
  readonly after: string;
  readonly last?: string | undefined;
}

interface Start {
  readonly position: string;
  readonly window?: Window;
  /** Edges of the window's first node that are left. */
  readonly slice?: Slice | undefined;
}

export class ObjectPages implements Pages<ObjectPage> {
  position: string;
  private window: Window;
  private slice: Slice | undefined;

  /** @param read reads the window of the first nodes after a uid */
  constructor(
    private readonly need: StepNeed,
    private readonly read: (page: Page) => Promise<Window>,
    { position, window = { objects: [], last: position }, slice }: Start,
  ) {
    this.position = position;
    this.window = window;
    this.slice = slice;
  }

  async next(size: number): Promise<ObjectPage | undefined> {
    while (this.window.objects.length === 0) {
      const { last } = this.window;
      if (last === undefined) return undefined;
      this.window = await this.read({ first: size, after: last });
    }
    const { need, slice, window } = this;
    const maxEdges = size * EDGES_PER_NODE;
    const [object] = window.objects as [EdgeObject];
    if (slice || object.edges > maxEdges) {
      return { ...need, objects: [object], slice: { first: maxEdges, after: slice?.after ?? '0x0' } };
    }
    let edges = 0;
    const end = window.objects.findIndex((each, i) => i === size || (edges += each.edges) > maxEdges);
    return { ...need, objects: end < 0 ? window.objects : window.objects.slice(0, end) };
  }

  pass({ objects, slice }: ObjectPage, { last, isEnd }: PageNodes): void {
    const end = this.slice?.last;
    if (slice && !isEnd && (end === undefined || compareUids(last, end) < 0)) {
      this.slice = { after: last, last: end };
      return;
    }
    this.slice = undefined;
    this.position = objects.at(-1)!.uid;
    this.window = { ...this.window, objects: this.window.objects.slice(objects.length) };
  }

  within({ objects, slice }: ObjectPage, { last, isEnd }: PageNodes): ObjectPages {
    return new ObjectPages(this.need, this.read, {
      position: this.position,
      window: { objects },
      slice: slice && { after: slice.after, last: isEnd ? undefined : last },
    });
  }
}

/** Reads blocks in a transaction of their own. */
type Read = (blocks: string) => Promise<Readonly<Record<string, unknown>>>;

/** Reads a window of a step. */
export async function readWindow({ p }: StepNeed, page: Page, schema: EngineSchema, read: Read): Promise<Window> {
  const { window } = await read(`window${printCounts(p, true, page, schema)}`);
  const objects = countsOf(window);
  return {
    objects: objects.filter(({ edges }) => edges > 0),
    last: objects.length < page.first ? undefined : objects.at(-1)!.uid,
  };
}

/** Returns true if edges lead to far fewer nodes than they come from, as far as the first nodes tell. */
export async function leadToFewer({ p }: StepNeed, schema: EngineSchema, read: Read): Promise<boolean> {
  const { objects, subjects } = await read(
    `objects${printCounts(p, true, SAMPLE, schema)}\nsubjects${printCounts(p, false, SAMPLE, schema)}`,
  );
  return edgesEach(countsOf(objects)) >= MIN_RATIO * edgesEach(countsOf(subjects));
}

const printCounts = (p: string, isReverse: boolean, page: Page, schema: EngineSchema): string =>
  `${printFinder({ p, isReverse, page }, schema)} { uid edges: count(${printPredicate(p, isReverse)}) }`;

const countsOf = (nodes: unknown): readonly EdgeObject[] => (nodes ?? []) as readonly EdgeObject[];

const edgesEach = (nodes: readonly EdgeObject[]): number =>
  nodes.reduce((sum, { edges }) => sum + edges, 0) / Math.max(1, nodes.length);

/** Reads a page into a working set. @param also single-valued predicates that are read for its nodes */
export async function readObjects(
  workingSet: WorkingSet,
  reader: FactQueryComposer,
  transaction: ReadTransaction,
  { p, objects, slice }: ObjectPage,
  also: readonly string[],
): Promise<PageNodes> {
  const nodes = objects.map(({ uid }) => uid);
  const edges = nodes.map((o): Need => ({ p, o, ...(slice && { page: slice }) }));
  // With a slice, facts of the node itself could be mistaken for edges of the slice.
  const values = slice ? [] : also.flatMap((each) => nodes.map((s): Need => ({ s, p: each })));
  await readInto(workingSet, reader, transaction, [...edges, ...values]);
  if (!slice) return { nodes, last: nodes.at(-1)!, isEnd: false };
  const { table, terms } = workingSet;
  const subjects = Array.from({ length: table.length }, (_, row) => terms.text(table.subject[row]!)).sort(compareUids);
  return { nodes, last: subjects.at(-1) ?? slice.after, isEnd: subjects.length < slice.first };
}
