/** Verdicts about all individuals of a class: "Are all microscopes discontinued?" */
import { listed, MAX_READ, namesOf, type AnswerContext, type Solution } from './answer';
import type { CheckedReading } from './check';
import { statementsOf, uidsOf } from './facts';
import { MAX_ROWS } from './query';
import type { Chunked, Variable } from './types';
import { LIMIT } from './weights';

/**
 * Compares the individuals of the class with those of which the rest of the question holds. Both answers assume that
 * the graph is complete.
 *
 * @returns undefined for a question that limits the individuals further, and where not all of them can be read
 */
export async function ofAll(
  { reading, text }: { readonly reading: CheckedReading; readonly text: string },
  { form, chunks, superlative, sayings }: Chunked,
  { nodes, ask }: AnswerContext,
): Promise<Solution | undefined> {
  const next = chunks.find(({ from }) => from > form.universal!);
  const meaning = next?.meanings.find(({ kind }) => kind === 'class');
  if (meaning?.kind !== 'class' || superlative) return undefined;
  // "Are all microscopes retired devices?": one thing, of two classes.
  const isOfKinds = reading.links.length === 0 && reading.variables.length === 1;
  const focus = isOfKinds ? 0 : reading.variables.findIndex((variable) => isOnly(variable, meaning.name));
  const links = reading.links.filter(({ subject, object }) => subject === focus || object === focus);
  if (focus < 0 || (!isOfKinds && links.length !== 1)) return undefined;
  const named = reading.variables.flatMap((variable) => variable.nodes ?? []);
  const excluded = [...reading.excluded, ...named];
  const only = { ...reading.variables[focus]!, classes: [meaning.name] };
  const whole = { ...reading, variables: [only], links: [], focus: 0, excluded };
  const whose = { ...reading, focus };
  const [all, own] = [await ask(whole), await ask(whose)];
  if (!all || !own || all.isCut || own.isCut || all.count === 0 || all.count > MAX_ROWS) return undefined;
  const holds = new Set(own.rows.map(({ uid }) => uid));
  const others = all.rows.map(({ uid }) => uid).filter((uid) => !holds.has(uid));
  const read = await nodes.byUid([...new Set([...others, ...uidsOf(own.rows)])].slice(0, MAX_READ));
  const told = {
    isClosed: true as const,
    names: [],
    statements: statementsOf(whose, own.rows, read),
    reading: `all: ${text}`,
  };
  if (form.isOfNone) {
    if (holds.size > 0) return { ...told, answer: `${sayings.no}: ${listed(namesOf([...holds], read))}.` };
    return reading.cost > LIMIT.certain ? undefined : { ...told, answer: `${sayings.yes} ${sayings.asStated}.` };
  }
  if (others.length === 0) return { ...told, answer: `${sayings.yes}.` };
  if (reading.cost > LIMIT.certain) return undefined;
  const names = namesOf(others, read);
  return { ...told, names, answer: `${sayings.no}: ${sayings.not} ${listed(names)} ${sayings.asStated}.` };
}

/** True if a class is all that is said of a variable. */
const isOnly = ({ nodes, classes, anyOf, without, count, values }: Variable, name: string): boolean =>
  !nodes &&
  classes.length === 1 &&
  classes[0] === name &&
  anyOf.length + without.length + values.length === 0 &&
  !count;
