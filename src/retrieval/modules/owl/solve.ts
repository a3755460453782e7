/** Readings are asked of the graph, the likeliest first, until one of them is answered. */
import type { Node, Nodes } from '../../knowledge/nodes';
import type { Step } from '../../trail';
import type { Graph } from '../../types';
import { countOf, denialOf, inWords, type Solution } from './answer';
import type { CheckedReading } from './check';
import { compile, run } from './query';
import { shownMatches } from './facts';
import { ofAll } from './universal';
import { MARGIN, type Understanding } from './understand';

/** Readings dearer than this say what nobody asked. */
const MOST_COST = 3.2;
const MOST_ASKED = 8;
/** Maximum cost of a certain reading. A dearer one may have been meant otherwise, and a text may know of that. */
export const CERTAIN = 1;
/** Readings that cost the same but for so much are as likely. */
const TIE = 0.05;

/**
 * True if a reading says of one class that it is another: "Which barques are steamships?". That disjoint classes rule it
 * out is certain; of other readings it may be the reading that is wrong.
 */
export const isOfClasses = (reading: string): boolean => /^\?[^–=;]+ = some [^–=;]+$/.test(reading);

/** Undefined where the graph does not tell. */
export async function solve(
  { question, schema, definition, readings, rejections }: Understanding,
  nodes: Nodes,
  graph: Graph,
  step: (step: Step) => void,
  signal: AbortSignal,
): Promise<Solution | undefined> {
  if (definition) {
    const reading = `what the ontology says of ${definition.of.join(' and ')}`;
    return { answer: definition.text, names: [], statements: [], reading };
  }
  // A reading that leaves out a word that matters is of another question.
  const { isManner, isTwofold, isOfEach } = question.form;
  if (question.unknown.length > 0 || isManner || isTwofold || isOfEach) return undefined;
  // "Is it not a barque?": whether yes or no is meant, nobody can say.
  if (question.form.wants === 'verdict' && question.form.negators.size > 0) return undefined;
  const impossible = rejections.filter(({ by }) => by === 'disjointness').sort((a, b) => a.cost - b.cost)[0];
  const best = readings[0];
  const isOnly = impossible && (!best || impossible.cost + MARGIN < best.cost || best.cost > MOST_COST);
  // That one reading cannot be does not deny it of all.
  if (isOnly && question.form.universal !== undefined) return undefined;
  if (isOnly && impossible.cost < MOST_COST) {
    const told = { names: [], statements: [], reading: impossible.reading, cost: impossible.cost };
    if (question.form.wants !== 'verdict') return impossible.cost > CERTAIN ? undefined : { ...told, answer: null };
    return { ...told, answer: `No: ${impossible.reason}.` };
  }
  if (!best || best.cost > MOST_COST) return undefined;
  const { schema: stored } = await nodes.schema();
  const reverses = new Set(stored.filter(({ reverse }) => reverse).map(({ predicate }) => predicate));
  const known = new Set(stored.map(({ predicate }) => predicate));
  const near = readings
    .filter(({ cost }) => cost <= Math.min(best.cost + MARGIN, MOST_COST))
    .filter(({ links }) => links.every(({ property }) => known.has(property)))
    .slice(0, MOST_ASKED);
  for (const [i, reading] of near.entries()) {
    const solution = await ask(reading);
    if (!solution) continue;
    // Which of two properties is meant that no word names: nobody can say.
    for (const rival of near.slice(i + 1)) {
      if (rival.cost > reading.cost + TIE || !isGuessedOtherwise(reading, rival)) continue;
      const other = await ask(rival);
      if (other && other.answer !== solution.answer) return undefined;
    }
    const ambiguous = ambiguousNames(reading);
    return { ...solution, cost: reading.cost, ...(ambiguous && { ambiguous }) };
  }
  return undefined;

  async function ask(reading: CheckedReading): Promise<Solution | undefined> {
    if (question.form.universal !== undefined)
      return ofAll({ reading, text: text(reading) }, question, reverses, { nodes, graph, schema }, signal);
    const compiled = compile(reading, reverses);
    if (!compiled) return undefined;
    const matches = await run(reading, compiled, graph, signal);
    step({
      tool: 'dql',
      arguments: {
        query: compiled.text,
        ...(Object.keys(compiled.variables).length > 0 && { variables: compiled.variables }),
      },
      summary: `${countOf(matches)} match(es)`,
      result: shownMatches(matches),
    });
    const told = { reading: text(reading), root: compiled.root };
    if (matches.rows.length > 0) return inWords({ question, checked: reading, matches, ...told }, nodes, schema);
    const denied = await denialOf(reading, question, reverses, { nodes, graph, schema }, signal);
    return denied && { ...denied, reading: told.reading };
  }

  function text(reading: CheckedReading): string {
    const name = (i: number): string => {
      const { nodes: given, isAll, classes, anyOf, without, values } = reading.variables[i]!;
      const kinds = [
        ...classes.map((each) => schema.label(each)),
        ...anyOf.map((each) => each.map((one) => schema.label(one)).join(' or ')),
        ...without.map((each) => `not ${schema.label(each)}`),
      ];
      const own = given
        ? namesOnce(given).join(isAll ? ' and ' : ' or ')
        : kinds.length > 0
          ? kinds.join(' and ')
          : values.map(({ how, value }) => `${how} ${value}`).join(' ') || `x${i}`;
      return `${i === reading.focus ? '?' : ''}${own}`;
    };
    return (
      reading.links
        .map(
          ({ property, subject, object, isNegated }) =>
            `${isNegated ? 'not ' : ''}${name(subject)} –${property}→ ${name(object)}`,
        )
        .join('; ') || reading.variables.map((_, i) => name(i)).join('; ')
    );
  }
}

/** Whether two readings are the same but for properties that no word of the question names. */
function isGuessedOtherwise(one: CheckedReading, other: CheckedReading): boolean {
  const own = one.links.filter(({ by }) => by === undefined);
  const others = other.links.filter(({ by }) => by === undefined);
  const said = (links: CheckedReading['links']): string =>
    JSON.stringify(
      links.filter(({ by }) => by !== undefined).map((each) => [each.property, each.subject, each.object]),
    );
  const guessed = (links: CheckedReading['links']): string =>
    JSON.stringify(links.map(({ property }) => property).sort());
  return own.length > 0 && said(one.links) === said(other.links) && guessed(own) !== guessed(others);
}

/** What nodes are called; a name that several of them have, once. */
function namesOnce(nodes: readonly Node[]): string[] {
  const times = timesNamed(nodes);
  return [...times].map(([name, count]) => (count === 1 ? name : `${name} (any of ${count})`));
}

function timesNamed(nodes: readonly Node[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { label, uid } of nodes) times.set(label ?? uid, (times.get(label ?? uid) ?? 0) + 1);
  return times;
}

/** Names of the question that several nodes have, of which each was asked about; undefined where none is. */
function ambiguousNames({ variables }: CheckedReading): Readonly<Record<string, number>> | undefined {
  const several = variables.flatMap(({ nodes = [] }) => [...timesNamed(nodes)].filter(([, count]) => count > 1));
  return several.length > 0 ? Object.fromEntries(several) : undefined;
}
