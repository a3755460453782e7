/** Readings are asked of the graph, the likeliest first, until one of them is answered. */
import type { Node, Nodes } from '../../agents/graph/nodes';
import type { Graph, Statement, TrajectoryStep } from '../../types';
import { listed, nameOf, valueText, withComment } from './answer';
import type { CheckedReading } from './check';
import { found, statementsOf, uidsOf } from './facts';
import { compile, MOST_ROWS, run, type Match } from './query';
import type { Understanding } from './understand';

/** Readings that cost this much more than the best are no readings of the question any more. */
const MARGIN = 1.0;
/** Readings dearer than this say what nobody asked. */
const MOST_COST = 3.2;
const MOST_ASKED = 6;

export interface Solution {
  /** Null where the question is understood, and nothing can be an answer. */
  readonly answer: string | null;
  /** What the answer names. */
  readonly names: readonly string[];
  readonly statements: readonly Statement[];
  readonly reading: string;
}

/** Undefined where the graph does not tell. */
export async function solve(
  { question, schema, readings, rejections }: Understanding,
  nodes: Nodes,
  graph: Graph,
  step: (step: TrajectoryStep) => void,
  signal: AbortSignal,
): Promise<Solution | undefined> {
  // A reading that leaves out a word that matters is of another question.
  if (question.unknown.length > 0) return undefined;
  const impossible = rejections.filter(({ by }) => by === 'disjointness').sort((a, b) => a.cost - b.cost)[0];
  const best = readings[0];
  const isOnly = impossible && (!best || impossible.cost + MARGIN < best.cost || best.cost > MOST_COST);
  if (isOnly && impossible.cost < MOST_COST) {
    const told = { names: [], statements: [], reading: impossible.reading };
    if (question.form.wants !== 'verdict') return { ...told, answer: null };
    return { ...told, answer: `No: ${impossible.reason}.` };
  }
  if (!best || best.cost > MOST_COST) return undefined;
  const { schema: stored } = await nodes.schema();
  const reverses = new Set(stored.filter(({ reverse }) => reverse).map(({ predicate }) => predicate));
  const known = new Set(stored.map(({ predicate }) => predicate));
  for (const reading of readings
    .filter(({ cost }) => cost <= Math.min(best.cost + MARGIN, MOST_COST))
    .slice(0, MOST_ASKED)) {
    if (reading.links.some(({ property }) => !known.has(property))) continue;
    const compiled = compile(reading, reverses);
    if (!compiled) continue;
    const matches = await run(reading, compiled, graph, signal);
    step({
      tool: 'dql',
      arguments: {
        query: compiled.text,
        ...(Object.keys(compiled.variables).length > 0 && { variables: compiled.variables }),
      },
      result_summary: `${matches.length > MOST_ROWS ? `more than ${MOST_ROWS}` : matches.length} match(es)`,
    });
    if (matches.length === 0) continue;
    const solution = await inWords({ reading, root: compiled.root, matches, wants: question.form.wants });
    if (solution) return solution;
  }
  return undefined;

  async function inWords({
    reading,
    root,
    matches,
    wants,
  }: {
    reading: CheckedReading;
    root: number;
    matches: readonly Match[];
    wants: string;
  }): Promise<Solution | undefined> {
    const isGiven = givenOf(reading);
    const own =
      reading.focus === root
        ? matches.filter(({ uid }) => !isGiven.has(uid) || reading.variables[root]!.nodes !== undefined)
        : matches;
    if (own.length === 0) return undefined;
    const read = new Map<string, Node>((await nodes.read(uidsOf(own).slice(0, 500))).map((node) => [node.uid, node]));
    const statements = statementsOf(reading, own, read);
    const { uids, values } = found(reading, root, own);
    const told = { statements, reading: text(reading) };
    if (wants === 'verdict') {
      return { ...told, names: [], answer: 'Yes.' };
    }
    if (values.length > 0) {
      const { property } = reading.links.find(({ object }) => object === reading.focus)!;
      const names = values.map((value) => withComment(valueText(value), property, schema));
      return { ...told, names, answer: listed(names) };
    }
    const names = uids.map((uid) => nameOf(uid, read));
    if (wants === 'count') {
      const count = own.length > MOST_ROWS ? `more than ${MOST_ROWS}` : String(own.length);
      return { ...told, names, answer: own.length <= 12 ? `${count}: ${listed(names)}` : count };
    }
    if (own.length > MOST_ROWS)
      return { ...told, names: names.slice(0, 40), answer: `more than ${MOST_ROWS}: ${listed(names.slice(0, 20))}` };
    return { ...told, names, answer: listed(names) };
  }

  function text(reading: CheckedReading): string {
    const name = (i: number): string => {
      const { nodes: given, classes, values } = reading.variables[i]!;
      const own = given
        ? (given[0]!.label ?? given[0]!.uid)
        : classes.length > 0
          ? classes.map((each) => schema.label(each)).join(' and ')
          : (values[0]?.value ?? `x${i}`);
      return `${i === reading.focus ? '?' : ''}${own}`;
    };
    return (
      reading.links
        .map(({ property, subject, object }) => `${name(subject)} –${property}→ ${name(object)}`)
        .join('; ') || reading.variables.map((_, i) => name(i)).join('; ')
    );
  }
}

/** Nodes that the question names. */
const givenOf = ({ variables }: CheckedReading): ReadonlySet<string> =>
  new Set(variables.flatMap(({ nodes }) => nodes?.map(({ uid }) => uid) ?? []));
