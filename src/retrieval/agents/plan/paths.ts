/** Ways through the graph from what a question names along what it says, to what it asks for. */
import type { Statement } from '../../types';
import type { Edge, Node, Nodes } from '../graph/nodes';
import { toldPruned, type Pruned, type Pruning } from '../graph/pruning';
import type { PropertyTerm, Vocabulary } from '../graph/vocabulary';
import type { Toolbox } from '../tools/toolbox';
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
  /** Mentions of properties that have been gone along, as bits. */
  readonly used: number;
  /** Nodes on the way. */
  readonly seen: ReadonlySet<string>;
}

/** Nodes that are gone on from at each step. */
const MOST_STATES = 60;
const MOST_DEPTH = 4;

/** Names by which an edge goes along a property: its own, those below it; its inverses', backwards. */
export function alongNames(term: PropertyTerm, vocabulary: Vocabulary): { out: Set<string>; in: Set<string> } {
  const own = [term.name, ...vocabulary.propertiesBelow(term.name)];
  const inverse = [...term.inverses, ...term.inverses.flatMap((name) => vocabulary.propertiesBelow(name))];
  return { out: new Set(own), in: new Set(inverse) };
}

/** Whether an edge is one that a mention speaks of; its direction does not matter, as people put it either way. */
export function isAlong(
  { statement: { predicate } }: Edge,
  mention: Mention<PropertyTerm>,
  vocabulary: Vocabulary,
): boolean {
  return mention.terms.some((term) => {
    const names = alongNames(term, vocabulary);
    return names.out.has(predicate) || names.in.has(predicate);
  });
}

/** An end of a way, and the mentions of properties that were gone along on it. */
interface Reached {
  readonly found: Found;
  readonly used: number;
}

/**
 * What is reached from every anchor of a reading, along properties that together are all that it names, in whatever order;
 * without any property, what is next to the anchors and of the class that is asked for.
 */
export async function follow(reading: Reading, context: PathContext): Promise<Found[]> {
  if (!context.vocabulary || reading.anchors.length === 0) return [];
  const mentions = reading.properties.slice(0, MOST_DEPTH);
  const all = (1 << mentions.length) - 1;
  let joined: Reached[] | undefined;
  for (const { nodes } of reading.anchors) {
    const reached = await reach(nodes, mentions, reading, context);
    joined = joined ? join(joined, reached) : reached;
  }
  const ends = joined!.filter(({ used }) => used === all).map(({ found }) => found);
  return narrow(distinct(ends), reading, context);
}

/** Everything that is reached from nodes along mentions, each one used once. */
async function reach(
  from: readonly Node[],
  mentions: readonly Mention<PropertyTerm>[],
  reading: Reading,
  context: PathContext,
): Promise<Reached[]> {
  let states: State[] = from.map((node) => ({ node, statements: [], used: 0, seen: new Set([node.uid]) }));
  const reached: Reached[] = [];
  for (let depth = 0; depth < Math.max(1, mentions.length) && states.length > 0 && !context.spent(); depth++) {
    const next: State[] = [];
    for (const state of states.slice(0, MOST_STATES)) {
      for (const { edge, used } of await stepsFrom(state, mentions, reading, context)) {
        const statements = [...state.statements, edge.statement];
        const { other: node } = edge;
        if (!node) reached.push({ found: { value: edge.statement.object as string, statements }, used });
        else if (!state.seen.has(node.uid)) {
          reached.push({ found: { node, statements }, used });
          next.push({ node, statements, used, seen: new Set([...state.seen, node.uid]) });
        }
      }
    }
    states = next;
  }
  return reached;
}

/** What both have reached: along different mentions, or along the same ("by Otto and by Ada"). */
function join(left: readonly Reached[], right: readonly Reached[]): Reached[] {
  const joined: Reached[] = [];
  for (const a of left) {
    for (const b of right) {
      if (keyOf(a.found) !== keyOf(b.found) || ((a.used & b.used) !== 0 && a.used !== b.used)) continue;
      const statements = [...a.found.statements, ...b.found.statements];
      joined.push({ found: { ...a.found, statements }, used: a.used | b.used });
    }
  }
  return joined;
}

const keyOf = ({ node, value }: Found): string => node?.uid ?? JSON.stringify(value);

/** The edges of a node that a reading speaks of; of the class that is asked for where it names no property. */
async function stepsFrom(
  { node, used }: State,
  mentions: readonly Mention<PropertyTerm>[],
  reading: Reading,
  { nodes, vocabulary, pruning, toolbox }: PathContext,
): Promise<{ readonly edge: Edge; readonly used: number }[]> {
  const wanted = mentions.length === 0 ? reading.target : undefined;
  return toolbox.step('neighbours', { node: node.uid, ...(wanted?.length && { wanted }) }, async () => {
    const edges = await nodes.edges(node);
    const steps: { edge: Edge; used: number }[] = [];
    const pruned: Pruned[] = [];
    for (const edge of edges) {
      if (edge.statement.predicate === 'graph.type') continue;
      if (mentions.length === 0) {
        if (edge.other && (wanted!.length === 0 || wanted!.some((name) => vocabulary!.isOf(edge.other!.types, name))))
          steps.push({ edge, used: 0 });
        else if (edge.other) pruned.push(...pruning.nodes([edge.other], wanted).pruned);
        continue;
      }
      for (const [i, mention] of mentions.entries()) {
        if ((used & (1 << i)) === 0 && isAlong(edge, mention, vocabulary!)) steps.push({ edge, used: used | (1 << i) });
      }
    }
    const told = steps.map(({ edge: { statement } }) => statement);
    return {
      value: steps,
      result: { facts: told, ...(pruned.length > 0 && { leftOut: pruned }) },
      summary: `${steps.length} of ${edges.length} fact(s) of ${node.label ?? node.uid}${toldPruned(pruned)}`,
    };
  });
}

/** Those that are of the class asked for: such as cannot be are left out, such as are come before such as might be. */
async function narrow(
  found: readonly Found[],
  { target }: Reading,
  { vocabulary, pruning, toolbox }: PathContext,
): Promise<Found[]> {
  if (target.length === 0) return [...found];
  const candidates = found.flatMap(({ node }) => node ?? []);
  const { kept, pruned } = pruning.nodes(candidates, target);
  if (pruned.length > 0) {
    const why = { value: undefined, result: pruned, summary: toldPruned(pruned).slice(2) };
    await toolbox.step('prune', { wanted: target }, () => Promise.resolve(why));
  }
  const stays = new Set(kept.map(({ uid }) => uid));
  const left = found.filter(({ node }) => !node || stays.has(node.uid));
  const members = left.filter(({ node }) => node && target.some((name) => vocabulary!.isOf(node.types, name)));
  return members.length > 0 ? members : left;
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
