/** Ways through the graph from what a question names along what it says, to what it asks for. */
import type { Statement } from '../../types';
import type { Edge, Node, Nodes } from '../graph/nodes';
import { toldPruned, type Pruned, type Pruning } from '../graph/pruning';
import type { ClassTerm, PropertyTerm, Vocabulary } from '../graph/vocabulary';
import type { Word } from '../text/words';
import type { Toolbox } from '../tools/toolbox';
import { directionOf } from './direction';
import type { Mention, Reading } from './reading';

/** An end of a way: a node, or a value. */
export interface Found {
  readonly node?: Node;
  readonly value?: string | number | boolean;
  /** The facts on the way. */
  readonly statements: readonly Statement[];
}

export interface PathContext {
  readonly nodes: Nodes;
  readonly vocabulary: Vocabulary | undefined;
  readonly pruning: Pruning;
  readonly toolbox: Toolbox;
  /** Whether there is no time or turn left. */
  readonly spent: () => boolean;
}

interface State {
  readonly node: Node;
  readonly statements: readonly Statement[];
  /** Mentions that have been gone along, or come to, as bits. */
  readonly used: number;
  /** Nodes on the way. */
  readonly seen: ReadonlySet<string>;
  /** Where in the question that stands which has led to the node. */
  readonly at: number;
}

/** What a question says of the way: properties to go along, classes to come by. */
type Item =
  | { readonly kind: 'property'; readonly mention: Mention<PropertyTerm> }
  | { readonly kind: 'class'; readonly mention: Mention<ClassTerm> };

/** Nodes that are gone on from at each step. */
const MOST_STATES = 60;
const MOST_ITEMS = 7;
const MOST_DEPTH = 4;

/** Names by which an edge goes along a property: its own, those below it; its inverses', backwards. */
export function alongNames(term: PropertyTerm, vocabulary: Vocabulary): { out: Set<string>; in: Set<string> } {
  const own = [term.name, ...vocabulary.propertiesBelow(term.name)];
  const inverse = [...term.inverses, ...term.inverses.flatMap((name) => vocabulary.propertiesBelow(name))];
  return { out: new Set(own), in: new Set(inverse) };
}

/**
 * Whether an edge is one that a mention speaks of, in the direction in which it is meant. Where what the property leads
 * from and to exclude one another, the direction is no question.
 *
 * @param at where in the question that stands which the edge is gone from; left out: either direction will do
 */
export function isAlong(
  edge: Edge,
  mention: Mention<PropertyTerm>,
  vocabulary: Vocabulary,
  question?: { readonly words: readonly Word[]; readonly at: number },
): boolean {
  return mention.terms.some((term) => {
    const names = alongNames(term, vocabulary);
    const { predicate } = edge.statement;
    const isOwn = names.out.has(predicate);
    if (!isOwn && !names.in.has(predicate)) return false;
    if (!question || !term.isObject || isSymmetric(term) || vocabulary.contradiction(term.domain, term.range))
      return true;
    const { from, to } = mention;
    const direction = directionOf(term.labels, question.words, { from, to, at: question.at });
    return direction === 'any' || (isOwn === (edge.direction === 'out')) === (direction === 'out');
  });
}

const isSymmetric = (term: PropertyTerm): boolean => term.inverses.includes(term.name);

/** An end of a way, and the mentions of properties that were gone along on it. */
interface Reached {
  readonly found: Found;
  readonly used: number;
}

/**
 * What is reached from every anchor of a reading, along properties and by classes that together are all that it names, in
 * whatever order; where it names none, what is next to the anchors and of the class that is asked for.
 */
export async function follow(reading: Reading, context: PathContext): Promise<Found[]> {
  if (!context.vocabulary || reading.anchors.length === 0) return [];
  const items = itemsOf(reading);
  const all = (1 << items.length) - 1;
  const properties = (1 << items.filter(({ kind }) => kind === 'property').length) - 1;
  let joined: Reached[] | undefined;
  for (const { nodes, from } of reading.anchors) {
    const own = new Set(nodes.map(({ uid }) => uid));
    // A way that comes by another thing that is named goes past what is said of it.
    const barred = reading.anchors.flatMap((each) => each.nodes.flatMap(({ uid }) => (own.has(uid) ? [] : uid)));
    const reached = await reach(nodes, from, items, { ...context, reading, barred });
    joined = joined ? join(joined, reached, properties) : reached;
  }
  const ends = joined!
    .filter(({ used, found }) => isWhole(used, all, items, found, reading, context))
    .map(({ found }) => found);
  return narrow(distinct(ends), reading, context);
}

function itemsOf({ properties, classes, target }: Reading): Item[] {
  const others = classes.filter(
    ({ terms, from }) =>
      !terms.some(({ name }) => target.includes(name)) && !properties.some((property) => property.from === from),
  );
  return [
    ...properties.map((mention): Item => ({ kind: 'property', mention })),
    ...others.map((mention): Item => ({ kind: 'class', mention })),
  ].slice(0, MOST_ITEMS);
}

/** All that the question names is on the way; a class that is left may be what the end is of, too. */
function isWhole(
  used: number,
  all: number,
  items: readonly Item[],
  { node }: Found,
  _reading: Reading,
  { vocabulary }: PathContext,
): boolean {
  if (used === all) return true;
  return items.every(
    (item, i) =>
      (used & (1 << i)) !== 0 ||
      (item.kind === 'class' &&
        node !== undefined &&
        item.mention.terms.some(({ name }) => vocabulary!.isOf(node.types, name))),
  );
}

/** Everything that is reached from nodes by items, each one used once. */
async function reach(
  from: readonly Node[],
  at: number,
  items: readonly Item[],
  context: PathContext & { readonly reading: Reading; readonly barred: readonly string[] },
): Promise<Reached[]> {
  const { reading, barred } = context;
  let states: State[] = from.map((node) => ({
    node,
    statements: [],
    used: 0,
    seen: new Set([node.uid, ...barred]),
    at,
  }));
  const reached: Reached[] = [];
  const depth = Math.min(MOST_DEPTH, Math.max(1, items.length));
  for (let step = 0; step < depth && states.length > 0 && !context.spent(); step++) {
    const next: State[] = [];
    for (const state of states.slice(0, MOST_STATES)) {
      for (const { edge, used, at: position } of await stepsFrom(state, items, reading, context)) {
        const statements = [...state.statements, edge.statement];
        const { other: node } = edge;
        if (!node) reached.push({ found: { value: edge.statement.object as string, statements }, used });
        else if (!state.seen.has(node.uid)) {
          reached.push({ found: { node, statements }, used });
          next.push({ node, statements, used, seen: new Set([...state.seen, node.uid]), at: position });
        }
      }
    }
    states = next;
  }
  return reached;
}

/** What both have reached: by different items, by the same ("by Otto and by Ada"), or by way of the same facts. */
function join(left: readonly Reached[], right: readonly Reached[], properties: number): Reached[] {
  const joined: Reached[] = [];
  for (const a of left) {
    for (const b of right) {
      if (keyOf(a.found) !== keyOf(b.found)) continue;
      const common = a.used & b.used;
      // What both have gone along has to be the same facts: it is one ship that is a sister ship, and carries barley.
      const shared = a.found.statements.filter((statement) =>
        b.found.statements.some((other) => isSame(statement, other)),
      );
      if (common !== 0 && a.used !== b.used && shared.length < bitsIn(common & properties)) continue;
      const statements = [
        ...a.found.statements,
        ...b.found.statements.filter((each) => !shared.some((s) => isSame(s, each))),
      ];
      joined.push({ found: { ...a.found, statements }, used: a.used | b.used });
    }
  }
  return joined;
}

/** Whether two facts are one, seen from its one end or from its other. */
function isSame(a: Statement, b: Statement): boolean {
  const ends = ({ subject, object }: Statement): string =>
    [subject.uid, typeof object === 'object' ? object.uid : JSON.stringify(object)].sort().join(' ');
  return ends(a) === ends(b);
}

const bitsIn = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
};

const keyOf = ({ node, value }: Found): string => node?.uid ?? JSON.stringify(value);

/** The edges of a node that a question speaks of: along its properties, to members of its classes, to what it asks for. */
async function stepsFrom(
  { node, used, at }: State,
  items: readonly Item[],
  reading: Reading,
  { nodes, vocabulary, pruning, toolbox }: PathContext,
): Promise<{ readonly edge: Edge; readonly used: number; readonly at: number }[]> {
  const { words, target } = reading;
  const isMember = ({ types }: Node, names: readonly { readonly name: string }[]): boolean =>
    names.some(({ name }) => vocabulary!.isOf(types, name));
  return toolbox.step('neighbours', { node: node.uid }, async () => {
    const edges = (await nodes.edges(node)).filter(({ statement }) => statement.predicate !== 'graph.type');
    const steps: { edge: Edge; used: number; at: number }[] = [];
    const pruned: Pruned[] = [];
    for (const edge of edges) {
      const { other } = edge;
      let bits = used;
      let position = at;
      for (const [i, item] of items.entries()) {
        if ((used & (1 << i)) !== 0) continue;
        if (item.kind === 'class' && other && isMember(other, item.mention.terms)) {
          bits |= 1 << i;
          position = item.mention.from;
        }
      }
      const along = items.findIndex(
        (item, i) =>
          item.kind === 'property' &&
          (used & (1 << i)) === 0 &&
          isAlong(edge, item.mention, vocabulary!, { words, at }),
      );
      if (along >= 0) {
        // What a property leads to stands where the property does, unless a class names it.
        if (bits === used) position = items[along]!.mention.from;
        bits |= 1 << along;
        steps.push({ edge, used: bits, at: position });
      } else if (bits !== used) steps.push({ edge, used: bits, at: position });
      else if (reading.properties.length === 0 && other && target.length > 0) {
        if (target.some((name) => vocabulary!.isOf(other.types, name))) steps.push({ edge, used, at });
        else pruned.push(...pruning.nodes([other], target).pruned);
      }
    }
    const result = {
      facts: steps.map(({ edge: { statement } }) => statement),
      ...(pruned.length > 0 && { leftOut: pruned }),
    };
    const told = steps.slice(0, 4).map(({ edge: { statement } }) => statement.predicate);
    return {
      value: steps,
      result,
      summary: `${steps.length} of ${edges.length} fact(s) of ${node.label ?? node.uid}: ${[...new Set(told)].join(', ')}${toldPruned(pruned)}`,
    };
  });
}

/** Those that are of the class asked for: such as cannot be are left out, such as are come before such as might be. */
async function narrow(
  found: readonly Found[],
  { target, isTargetSoft, properties, question: { kind } }: Reading,
  { vocabulary, pruning, toolbox }: PathContext,
): Promise<Found[]> {
  // Who and where are no values; when is no node.
  const fitting = found.filter(({ node }) =>
    kind === 'person' || kind === 'place' ? node !== undefined : kind === 'time' ? node === undefined : true,
  );
  if (target.length === 0 || (isTargetSoft && properties.length > 0)) return fitting;
  const candidates = fitting.flatMap(({ node }) => node ?? []);
  const { kept, pruned } = pruning.nodes(candidates, target);
  if (pruned.length > 0) {
    const why = { value: undefined, result: pruned, summary: toldPruned(pruned).slice(2) };
    await toolbox.step('prune', { wanted: target }, () => Promise.resolve(why));
  }
  const stays = new Set(kept.map(({ uid }) => uid));
  const left = fitting.filter(({ node }) => !node || stays.has(node.uid));
  const isMember = ({ types }: Node): boolean => target.some((name) => vocabulary!.isOf(types, name));
  return left.filter(({ node }) => !node || isMember(node) || isTargetSoft);
}

function distinct(found: readonly Found[]): Found[] {
  const byKey = new Map<string, Found>();
  for (const each of found) {
    const key = keyOf(each);
    const known = byKey.get(key);
    if (!known || each.statements.length < known.statements.length) byKey.set(key, each);
  }
  return [...byKey.values()];
}
