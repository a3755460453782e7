/**
 * Questions that the answers to several readings settle: of all individuals of a class, or each of them, and those that
 * compare two counts.
 */
import { listed, MAX_READ, namesOf, textOfValue, type AnswerContext, type Solution } from './answer';
import type { CheckedReading } from './check';
import { statementsOf, uidsOf } from './facts';
import { MAX_ROWS } from './query';
import { below, compares, valuesOf, wholeOf, type Match } from './select';
import type { Chunked, Link, Variable } from './types';
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
  { nodes, schema, ask }: AnswerContext,
): Promise<Solution | undefined> {
  const kinds = classesBehind(chunks, form.universal!);
  const meaning = kinds.find(({ name }) => reading.variables.some((each) => isOnly(each, name))) ?? kinds[0];
  if (!meaning || superlative) return undefined;
  // "Are all microscopes retired devices?": one thing, of two classes.
  const isOfKinds = reading.links.length === 0 && reading.variables.length === 1;
  const focus = isOfKinds ? 0 : reading.variables.findIndex((variable) => isOnly(variable, meaning.name));
  const otherEnd = ({ subject, object }: Link): Variable => reading.variables[subject === focus ? object : subject]!;
  const placeOf = (link: Link): number => link.by ?? placeIn(chunks, otherEnd(link));
  const links = reading.links
    .filter(({ subject, object }) => subject === focus || object === focus)
    .sort((a, b) => placeOf(a) - placeOf(b));
  if (focus < 0 || (!isOfKinds && links.length === 0)) return undefined;
  const { variables } = reading;
  const isNamed = (link: Link): boolean => !!otherEnd(link).nodes;
  // "Was every film that Ada made shown?": of those films. Each is said of one thing, but for the last.
  const limits = links.slice(0, -1);
  const isFurther = reading.links.length > links.length;
  const isOrdered = links.every((link) => Number.isFinite(placeOf(link)));
  if (limits.length > 0 && (!isOrdered || isFurther || !limits.every(isNamed))) return undefined;
  // "Directed by Ada nominated for a prize": of whom the prize is, is not clear.
  if (links.some(isNamed) && isFurther) return undefined;
  const excluded = [...reading.excluded, ...variables.flatMap((variable) => variable.nodes ?? [])];
  const only = variables.map((each, i) => (i === focus ? { ...each, classes: [meaning.name] } : each));
  const whole = { ...reading, variables: only, links: limits, focus, excluded };
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
  // "Do all clubs have a sponsor?", where fan clubs have none.
  if (others.length === 0)
    return meaning.isHead && kinds.length > 1 ? undefined : { ...told, answer: `${sayings.yes}.` };
  const last = links.at(-1)?.object;
  const isFlag = last !== undefined && schema.isFlag(links.at(-1)!.property);
  // "Has every room at the Lodge a sea view?", of rooms of which it is stated that they have none.
  const denied = isFlag && { ...whose, variables: variables.with(last, inverted(variables[last]!)) };
  const contrary = denied && (await ask(denied));
  const isStated = contrary && contrary.count === others.length;
  if (reading.cost > LIMIT.certain && !isStated) return undefined;
  const names = namesOf(others, read);
  if (isStated) {
    const { isClosed: _, ...open } = { ...told, statements: statementsOf(denied, contrary.rows, read) };
    return { ...open, names, answer: `${sayings.no}: ${sayings.not} ${listed(names)}.` };
  }
  return { ...told, names, answer: `${sayings.no}: ${sayings.not} ${listed(names)} ${sayings.asStated}.` };
}

/** "How many patients does each nurse have?": the number for each that has one, counted or stated. */
export async function ofEach(
  { reading, text }: { readonly reading: CheckedReading; readonly text: string },
  { form, chunks, superlative }: Chunked,
  { nodes, schema, ask }: AnswerContext,
): Promise<Solution | undefined> {
  const { focus: counted, variables, links } = reading;
  const [meaning] = classesBehind(chunks, form.each!);
  const focus = variables.findIndex((variable) => meaning && isOnly(variable, meaning.name));
  const isDirect = links.some(({ subject, object }) => {
    const others = variables[subject]!.isEvent ? links.filter((link) => link.subject === subject) : [];
    const ends = new Set<number | undefined>([subject, object, ...others.map((link) => link.object)]);
    return ends.has(focus) && ends.has(counted);
  });
  if (focus < 0 || counted === undefined || !isDirect || superlative) return undefined;
  const whose = { ...reading, focus };
  const found = await ask(whose);
  if (!found || found.isCut || found.count === 0 || found.count > MAX_ROWS) return undefined;
  const read = await nodes.byUid(uidsOf(found.rows).slice(0, MAX_READ));
  const uids = found.rows.map(({ uid }) => uid);
  const names = namesOf(uids, read);
  const stated = links.find(({ object }) => object === counted && variables[counted]!.isValue);
  const numberOf = (row: Match): string =>
    stated
      ? listed(valuesOf([row], counted).map((value) => textOfValue(value, stated.property, schema)))
      : String(below(row, counted, variables).size);
  const counts = found.rows.map((row, i) => `${names[i]!}: ${numberOf(row)}`);
  return { answer: listed(counts), names, uids, statements: statementsOf(whose, found.rows, read), reading: text };
}

/** "Does Ada own neither Rex nor Bruno?", of whom it is stated that she owns something. */
export async function ofNeither(
  { matches, text, ...reading }: CheckedReading & { readonly matches: readonly Match[]; readonly text: string },
  { sayings }: Chunked,
  { nodes, ask }: AnswerContext,
): Promise<Solution | undefined> {
  const { variables, cost } = reading;
  const place = variables.findIndex(({ isEither }) => isEither);
  if (place < 0 || variables.some(({ isEither }, i) => isEither && i !== place)) return undefined;
  const read = await nodes.byUid(uidsOf(matches));
  const told = { reading: `neither: ${text}`, cost, isClosed: true as const };
  const uids = wholeOf(matches).flatMap(({ variable, uid }) => (variable === place ? [uid] : []));
  const names = namesOf([...new Set(uids)], read);
  const statements = statementsOf(reading, matches, read);
  if (names.length > 0) return { ...told, names, statements, answer: `${sayings.no}: ${listed(names)}.` };
  const { isEither: _, nodes: __, ...any } = variables[place]!;
  const others = await ask({ ...reading, variables: variables.with(place, { ...any, nodes: undefined }) });
  if (!others || others.count === 0 || cost > LIMIT.certain) return undefined;
  return { ...told, names: [], statements: [], answer: `${sayings.yes} ${sayings.asStated}.` };
}

/** Number of the nodes that a variable stands for, with one variable changed; undefined if there are none. */
async function counting(
  { excluded: _, ...reading }: CheckedReading,
  { counted, place, by }: { readonly counted: number; readonly place: number; readonly by: Partial<Variable> },
  { ask, nodes }: AnswerContext,
) {
  const variables = reading.variables.map(({ count: _count, ...rest }, i) => (i === place ? { ...rest, ...by } : rest));
  const whose = { ...reading, variables, focus: counted, excluded: [] };
  const found = await ask(whose);
  if (!found || found.isCut || found.count === 0) return undefined;
  const read = await nodes.byUid(uidsOf(found.rows).slice(0, MAX_READ));
  return { count: found.count, statements: statementsOf(whose, found.rows, read) };
}

/** Counted variable of a reading, and what it is compared with. */
function rivalIn({ variables }: CheckedReading) {
  const counted = variables.findIndex(({ count }) => count !== undefined && 'than' in count);
  const { count } = variables[counted]!;
  return count !== undefined && 'than' in count ? { counted, ...count } : undefined;
}

/** "Does Ada own more dogs than Ben?", "more dogs than cats": by both numbers; of what has none, nothing is told. */
export async function ofRival(
  reading: CheckedReading,
  text: string,
  { sayings }: Chunked,
  context: AnswerContext,
): Promise<Solution | undefined> {
  const { counted, how, than } = rivalIn(reading)!;
  const { variables, links, cost } = reading;
  const named = variables.flatMap(({ nodes }, i) => (nodes ? [i] : []));
  const [place = counted, ...others] = 'kind' in than ? [] : named;
  const { nodes: [own, ...namesakes] = [], isOthers } = variables[place]!;
  // "More vaccinated dogs than cats": of which cats, is not clear.
  const isBare = variables.every((each, i) => i === counted || each.nodes);
  const { classes, anyOf, without } = variables[counted]!;
  const isOfKind = isBare && links.length < 2 && classes.length === 1 && anyOf.length + without.length === 0;
  const isOne = 'kind' in than ? isOfKind : own && own.uid !== than.uid && named.length === 1 && !isOthers;
  if (!isOne || others.length + namesakes.length > 0 || links.some(({ isNegated }) => isNegated)) return undefined;
  const by = 'kind' in than ? { classes: [than.kind] } : { nodes: [than] };
  const one = await counting(reading, { counted, place, by: {} }, context);
  const other = await counting(reading, { counted, place, by }, context);
  if (!one || !other || cost > LIMIT.certain) return undefined;
  const names =
    'kind' in than
      ? [...classes, than.kind].map((name) => context.schema.label(name))
      : [own!, than].map(({ label, uid }) => label ?? uid);
  const verdict = compares(one.count, { how, value: other.count }) ? sayings.yes : sayings.no;
  const answer = `${verdict}: ${names[0]!} ${one.count}, ${names[1]!} ${other.count}.`;
  return { answer, names, statements: [...one.statements, ...other.statements], reading: text, cost };
}

/** "Who owns more dogs than Ada?": than she has. */
export async function withRival(reading: CheckedReading, context: AnswerContext): Promise<CheckedReading | undefined> {
  const { focus: place, variables, excluded } = reading;
  const { counted, how, than } = rivalIn(reading)!;
  if ('kind' in than || place === undefined || place === counted || variables[place]!.isValue) return undefined;
  const other = await counting(reading, { counted, place, by: { nodes: [than] } }, context);
  if (!other) return undefined;
  const count = { bounds: [{ how, value: other.count }] };
  return {
    ...reading,
    variables: variables.with(counted, { ...variables[counted]!, count }),
    excluded: [...excluded, than],
  };
}

/** Classes that are named right behind a word. */
const classesBehind = (chunks: Chunked['chunks'], at: number) =>
  chunks.find(({ from }) => from > at)?.meanings.filter((each) => each.kind === 'class') ?? [];

/** The other truth value. */
const inverted = (variable: Variable): Variable => ({
  ...variable,
  values: variable.values.map(({ how, value }) => ({ how, value: String(value !== 'true') })),
});

/** Place of the name or the value that a variable stands for; Infinity without one. */
const placeIn = (chunks: Chunked['chunks'], { nodes, isValue }: Variable): number =>
  chunks.find(({ meanings }) =>
    meanings.some((each) =>
      each.kind === 'nodes' ? each.nodes.some((node) => nodes?.includes(node)) : each.kind === 'value' && isValue,
    ),
  )?.from ?? Infinity;

/** True if a class is all that is said of a variable. */
const isOnly = ({ nodes, classes, anyOf, without, count, values }: Variable, name: string): boolean =>
  !nodes &&
  classes.length === 1 &&
  classes[0] === name &&
  anyOf.length + without.length + values.length === 0 &&
  !count;
