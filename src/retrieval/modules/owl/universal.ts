/** Verdicts about all individuals of a class: "Are all microscopes discontinued?" */
import type { Nodes } from '../../knowledge/nodes';
import type { Graph } from '../../types';
import { AS_STATED, listed, MOST_READ, namesOf, type Solution } from './answer';
import type { CheckedReading } from './check';
import { statementsOf, uidsOf } from './facts';
import { compile, MOST_ROWS, run, type Matches } from './query';
import type { Chunked, Variable } from './types';

/** A reading that costs more is too uncertain for an answer that denies. */
const MOST_COST_OF_NO = 1;

/**
 * Compares the individuals of the class with those of which the rest of the question holds. Both answers assume that
 * the graph is complete.
 *
 * @returns undefined for a question that limits the individuals further, and where not all of them can be read
 */
export async function ofAll(
  { reading, text }: { readonly reading: CheckedReading; readonly text: string },
  { form, chunks, superlative }: Chunked,
  reverses: ReadonlySet<string>,
  { nodes, graph }: { readonly nodes: Nodes; readonly graph: Graph },
  signal: AbortSignal,
): Promise<Solution | undefined> {
  const next = chunks.find(({ from }) => from > form.universal!);
  const meaning = next?.meanings.find(({ kind }) => kind === 'class');
  if (meaning?.kind !== 'class' || superlative) return undefined;
  const focus = reading.variables.findIndex((variable) => isOnly(variable, meaning.name));
  const links = reading.links.filter(({ subject, object }) => subject === focus || object === focus);
  if (focus < 0 || links.length !== 1) return undefined;
  const named = reading.variables.flatMap((variable) => variable.nodes ?? []);
  const excluded = [...reading.excluded, ...named];
  const whole = { ...reading, variables: [reading.variables[focus]!], links: [], focus: 0, excluded };
  const held = { ...reading, focus };
  const [all, own] = [await matchesOf(whole), await matchesOf(held)];
  if (!all || !own || all.count === 0 || all.count > MOST_ROWS) return undefined;
  const holds = new Set(own.rows.map(({ uid }) => uid));
  const others = all.rows.map(({ uid }) => uid).filter((uid) => !holds.has(uid));
  const read = await nodes.byUid([...new Set([...others, ...uidsOf(own.rows)])].slice(0, MOST_READ));
  const told = {
    isClosed: true as const,
    names: [],
    statements: statementsOf(held, own.rows, read),
    reading: `all: ${text}`,
  };
  if (others.length === 0) return { ...told, answer: 'Yes.' };
  if (reading.cost > MOST_COST_OF_NO) return undefined;
  const names = namesOf(others, read);
  return { ...told, names, answer: `No: not ${listed(names)} ${AS_STATED}.` };

  async function matchesOf(each: CheckedReading): Promise<Matches | undefined> {
    const compiled = compile(each, reverses);
    const matches = compiled && (await run(each, compiled, graph, signal));
    return matches?.isCut ? undefined : matches;
  }
}

/** True if a class is all that is said of a variable. */
const isOnly = ({ nodes, classes, anyOf, without, count, values }: Variable, name: string): boolean =>
  !nodes &&
  classes.length === 1 &&
  classes[0] === name &&
  anyOf.length + without.length + values.length === 0 &&
  !count;
