/** Eighth stage: what was found, in words. */
import type { Node, Nodes } from '../knowledge/nodes';
import type { Sayings } from '../language/data';
import type { Statement } from '../types';
import { ageSince, aggregated } from './aggregate';
import type { CheckedReading } from './check';
import { statementsOf, uidsOf } from './facts';
import { MAX_ROWS, type Ask, type Matches } from './query';
import { below, isOpen, valuesOf, wholeOf, type Match } from './select';
import type { Schema } from './schema';
import type { Chunked, Link } from './types';

export interface Solution {
  /** Null where the question is understood, and nothing can be an answer. */
  readonly answer: string | null;
  /** What the answer names. */
  readonly names: readonly string[];
  /** Nodes that the answer names; absent for values and verdicts. */
  readonly uids?: readonly string[];
  readonly statements: readonly Statement[];
  readonly reading: string;
  /** Cost of the reading; 0 if absent. */
  readonly cost?: number;
  /** What is denied is not stated: it may be so all the same. */
  readonly isClosed?: true;
  /** Names of the question that several nodes have, and how many: the answer is of all of these. */
  readonly ambiguous?: Readonly<Record<string, number>>;
  /** Names that the question tells in part, and whose they are. */
  readonly completed?: Readonly<Record<string, string>>;
}

export interface AnswerContext {
  readonly nodes: Nodes;
  readonly schema: Schema;
  readonly ask: Ask;
}

interface Found {
  readonly question: Chunked;
  readonly checked: CheckedReading;
  /** In words. */
  readonly reading: string;
  /** Variable that the matches are of. */
  readonly root: number;
  readonly matches: Matches;
  /** Some match since nothing is stated of them. */
  readonly isClosed: boolean;
}

/** Maximum nodes whose names are read. */
export const MAX_READ = 1_000;
/** Maximum names of an answer, and of one that counts more than that. */
const MAX_NAMES = 40;
const MAX_OF_MANY = 20;
/** Maximum individuals of a count that are named. */
const MAX_COUNTED = 12;

/** Undefined where the matches answer nothing. */
export async function inWords(
  { question, checked, reading, root, matches, ...found }: Found,
  nodes: Nodes,
  schema: Schema,
): Promise<Solution | undefined> {
  const { form, sayings, aggregate, isAge } = question;
  const { variables, focus, superlative } = checked;
  const all = conjoined(matches.rows, checked, root, form.wants === 'verdict' || form.isStrict);
  // "Where is it?": in the town, not in the country besides.
  const stated = form.isWhere ? all.filter(({ branches }) => branches.every(({ isInferred }) => !isInferred)) : [];
  const own = stated.length > 0 ? stated : all;
  // "Are most dogs treated?", "are two dogs?": of how many that is true is not said by one match.
  const isOfSome = form.wants === 'verdict' && variables[root]!.count !== undefined;
  if (own.length === 0 || isOfSome || (form.wants === 'verdict' && isOfSomeNamed(checked, own))) return undefined;
  const rows = own.slice(0, MAX_ROWS);
  const isOfNodes = focus === undefined || focus === root;
  const uids = isOfNodes ? rows.map(({ uid }) => uid) : [];
  const read = await nodes.byUid([...new Set([...uids, ...uidsOf(rows)])].slice(0, MAX_READ));
  const told = { statements: statementsOf(checked, rows, read), reading, uids, names: [] as readonly string[] };
  if (form.wants === 'verdict') return { ...told, ...verdict(checked, own, question, schema, read) };
  if (form.wants === 'kind') {
    const kinds = kindsOf(own, variables[root]!.classes, schema);
    const answer = listed(kinds.map((name) => schema.label(name)));
    return kinds.length === 0 ? undefined : { ...told, statements: statementsOf(checked, rows, read, kinds), answer };
  }
  const textOf = (value: string | number | boolean, of: string): string => textOfValue(value, of, schema);
  const property = checked.links.find(({ object }) => object === focus)?.property;
  const values = isOfNodes ? [] : [...new Set(valuesOf(own, focus))];
  if (aggregate) {
    // Years have no sum.
    const isNone = matches.isCut || (property !== undefined && schema.isTime(property));
    const figure = isNone ? undefined : aggregated(aggregate, valuesOf(matches.rows, focus));
    if (figure === undefined || property === undefined) return undefined;
    return { ...told, answer: `${textOf(figure.text, property)} (${figure.of})` };
  }
  if (isAge) {
    const [thing, ...others] = await nodes.read(uidsOf(own));
    const edges = thing ? await nodes.edges(thing) : [];
    const isOver = edges.some(({ statement }) => schema.ends.includes(statement.predicate));
    if (others.length > 0 || isOver || values.length !== 1) return undefined;
    return { ...told, answer: ageSince(valueText(values[0]!), new Date()) };
  }
  const figures = checked.together?.map((object) => ({
    property: checked.links.find((link) => link.object === object)!.property,
    values: [...new Set(valuesOf(own, object))],
  }));
  if (figures) {
    const texts = figures.map((each) => listed(each.values.map((value) => textOf(value, each.property))));
    const isWhole = own.length === 1 && texts.every((text) => text !== '');
    return isWhole ? { ...told, names: texts, answer: texts.join('; ') } : undefined;
  }
  // "How many bottles did the estate produce?": of several wines. "The cost of the vet": of several visits to her.
  const { isUnnamed, isEvent } = variables[root]!;
  const isOfEvents = (isUnnamed ?? isEvent) === true && property !== undefined && !schema.isTime(property);
  if ((form.wants === 'count' || isOfEvents) && values.length > 1 && own.length > 1) return undefined;
  if (values.length > 0 && property !== undefined) {
    const names = values.map((value) => textOf(value, property));
    // "How long are the Aurora and the Kestrel?"
    const isEach = variables[root]!.isAll && own.length > 1;
    const each = own.map((match) => {
      const texts = valuesOf([match], focus).map((value) => textOf(value, property));
      return `${nameOf(match.uid, read)}: ${listed(texts)}`;
    });
    return { ...told, names, answer: isEach ? each.join('; ') : listed(names) };
  }
  const names = namesOf(uids, read);
  const [top] = own.flatMap(({ measure }) => measure ?? []);
  // "What is the lowest price?"
  const { nodes: given, classes } = variables[root]!;
  const isBare = checked.links.length === 0 && !given && classes.length === 0 && !form.isWho;
  if (isBare && superlative && top !== undefined)
    return { ...told, names, answer: `${textOf(top, superlative.property)}: ${listed(names)}` };
  const isClosed = found.isClosed || !isProven(checked, own, schema);
  const counted = { ...matches, ...(own.length < matches.rows.length && { count: own.length }) };
  const count = countOf(counted);
  const isMany = counted.count > (form.wants === 'count' ? MAX_COUNTED : MAX_ROWS);
  const some = form.wants === 'count' ? '' : `, among them ${listed(names.slice(0, MAX_OF_MANY))}`;
  const text = isMany ? `${count}${some}` : `${form.wants === 'count' ? `${count}: ` : ''}${listed(names)}`;
  const isChoice = superlative
    ? variables[superlative.variable]!.isEither
    : variables.some(({ count }) => count && 'most' in count && count.among);
  const isTie = isChoice && own.length > 1;
  // Of the same year: not of the same age.
  if (isTie && superlative && schema.isTime(superlative.property) && !schema.isDay(superlative.property))
    return undefined;
  const remarks = [...(isTie ? [sayings.equal] : []), ...(isClosed ? [sayings.asStated] : [])];
  return { ...told, names, answer: [text, ...remarks].join(' '), ...(isClosed && { isClosed }) };
}

/** "Is Rex heavier than Bruno?", where one of two that are called Rex is. */
const isOfSomeNamed = ({ variables }: CheckedReading, matches: readonly Match[]): boolean =>
  variables.some(({ values }) => values.some(({ isOther }) => isOther)) &&
  variables.some(({ nodes = [], isEither }, i) => {
    const found = new Set(wholeOf(matches).flatMap(({ variable, uid }) => (variable === i ? [uid] : [])));
    return !isEither && found.size < nodes.length;
  });

export const countOf = ({ count, isCut }: Matches): string => (isCut ? `more than ${count}` : String(count));

/** Yes, or which of those that `or` joins. */
function verdict(
  { variables }: CheckedReading,
  matches: readonly Match[],
  { sayings }: Chunked,
  schema: Schema,
  read: ReadonlyMap<string, Node>,
): Pick<Solution, 'answer' | 'names'> {
  const of = (variable: number): Match[] => wholeOf(matches).filter((match) => match.variable === variable);
  for (const [variable, { isEither, values, anyOf }] of variables.entries()) {
    // "Did it call at Crake or at Ormsey?"
    if (isEither) {
      const names = namesOf([...new Set(of(variable).map(({ uid }) => uid))], read);
      return { names, answer: listed(names) };
    }
    // "Was it built in 1866 or in 1870?"
    if (values.some(({ or }) => or)) return { names: [], answer: listed(valuesOf(matches, variable).map(valueText)) };
    // "Is it a whaler or a trawler?"
    const kinds = anyOf.flat().filter((name) => of(variable).some(({ types }) => types.has(name)));
    if (kinds.length > 0) return { names: [], answer: listed(kinds.map((name) => schema.label(name))) };
  }
  return { names: [], answer: `${sayings.yes}.` };
}

/** The narrowest classes of matches, within those that the question names. */
function kindsOf(matches: readonly Match[], within: readonly string[], schema: Schema): string[] {
  const types = [...new Set(matches.flatMap((match) => [...match.types.keys()]))].filter((type) =>
    schema.vocabulary.classes.has(type),
  );
  const isBelow = (lower: string, upper: string): boolean => lower !== upper && schema.isWithin(lower, upper);
  return types.filter(
    (type) =>
      within.every((upper) => isBelow(type, upper)) &&
      !types.some((other) => isBelow(other, type) && !schema.isWithin(type, other)),
  );
}

/**
 * Those that have all of the nodes that `and` joins; of those that a pronoun stands for, each by itself if nobody has all.
 *
 * @param isStrict true if all of the nodes are meant in any case
 */
function conjoined(
  matches: readonly Match[],
  { variables }: CheckedReading,
  root: number,
  isStrict: boolean,
): readonly Match[] {
  const all = variables.flatMap(({ nodes, isAll }, variable) =>
    isAll ? [{ variable, uids: nodes!.map(({ uid }) => uid) }] : [],
  );
  const whole = matches.filter((match) =>
    all.every(({ variable, uids }) => {
      const own = below(match, variable, variables);
      return own.size === 0 || uids.every((uid) => own.has(uid));
    }),
  );
  if (!isStrict) return whole.length > 0 || !variables.some(({ isEach }) => isEach) ? whole : matches;
  const uids = new Set(whole.map(({ uid }) => uid));
  return all.every((each) => each.variable !== root || each.uids.every((uid) => uids.has(uid))) ? whole : [];
}

/** Whether what is denied is ruled out by the ontology, not only unstated. */
function isProven({ variables, links }: CheckedReading, matches: readonly Match[], { vocabulary }: Schema): boolean {
  const isDenied = wholeOf(matches).some(({ variable, types }) =>
    variables[variable]!.without.some((name) => !vocabulary.contradiction([...types.keys()], [name])),
  );
  return !isDenied && !links.some(({ isNegated }) => isNegated);
}

/**
 * `No: 1866.` to "Was the Magpie launched in 1870?": something has one value of a property, or one individual of a
 * functional one, and another was asked about. Undefined of everything else: what is not stated may be so.
 */
export async function denialOf(
  reading: CheckedReading,
  { form, sayings }: Chunked,
  { nodes, schema, ask }: AnswerContext,
): Promise<Solution | undefined> {
  const { variables, links } = reading;
  const singles = links.filter(({ property, object }) => {
    const other = variables[object]!;
    return other.isValue ? other.values.length > 0 : schema.vocabulary.properties.get(property)?.isFunctional;
  });
  const [link, ...others] = links.length === 1 ? singles : singles.filter(({ object }) => variables[object]!.isValue);
  if (form.wants !== 'verdict' || !link || others.length > 0) return undefined;
  const [thing, other] = [variables[link.subject]!, variables[link.object]!];
  const { property } = link;
  // "Did Thistle pass Inspection A2?": of an event that is named, the rest has to be so.
  if (links.some(({ subject, isNegated }) => isNegated || subject !== link.subject)) return undefined;
  if (!thing.nodes && schema.isFlag(property) && links.length === 1) return ofNone(reading, link, sayings, ask);
  if (thing.nodes?.length !== 1) return undefined;
  const { isEither: _, isAll: __, ...unbound } = { ...other, values: [], nodes: undefined };
  const open = { ...reading, focus: link.subject, variables: variables.with(link.object, unbound) };
  const matches = (await ask(open))?.rows ?? [];
  const [found, ...more] = matches.flatMap(({ branches }) => branches.filter((branch) => branch.link === link));
  if (!found || more.length > 0) return undefined;
  const read = await nodes.byUid(uidsOf(matches));
  const { node, value } = found;
  if (value !== undefined && other.values.some((each) => each.isOther && isOpen(value, each, schema.isTime(property))))
    return undefined;
  const names = node ? [nameOf(node.uid, read)] : [];
  const subject = nameOf(matches[0]!.uid, read);
  const told = node ? names[0]! : textOfValue(value!, property, schema);
  // "Does the cake have more calories than the tart?": of two, whose number it is.
  const isCompared = other.values.some((each) => each.isOther);
  const stated = node ? `${subject} ${schema.label(property)} ${told}` : isCompared ? `${subject} ${told}` : told;
  const answer = typeof value === 'boolean' ? `${sayings.no}.` : `${sayings.no}: ${stated}.`;
  return { answer, names, statements: statementsOf(open, matches, read), reading: '' };
}

/** "Are any of the plants remote controlled?": of each it is stated that it is not. */
async function ofNone(reading: CheckedReading, link: Link, sayings: Sayings, ask: Ask): Promise<Solution | undefined> {
  const unbound = { ...reading.variables[link.object]!, values: [] };
  const open = { ...reading, focus: link.subject, variables: reading.variables.with(link.object, unbound) };
  const [all, told] = [await ask({ ...open, links: [] }), await ask(open)];
  if (!all || !told || all.count === 0 || told.count !== all.count || told.isCut) return undefined;
  return { answer: `${sayings.no}.`, names: [], statements: [], reading: '', isClosed: true };
}

const nameOf = (uid: string, nodes: ReadonlyMap<string, Node>): string =>
  nodes.get(uid)?.label ?? nodes.get(uid)?.iri ?? uid;

/** What nodes are called, each by a name of its own: where several have the same one, with their IRIs or uids. */
export function namesOf(uids: readonly string[], nodes: ReadonlyMap<string, Node>): string[] {
  const names = uids.map((uid) => nameOf(uid, nodes));
  const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  return names.map((name, i) => (isShared(name) ? `${name} (${nodes.get(uids[i]!)?.iri ?? uids[i]!})` : name));
}

/** Names, sorted by the alphabet, so that the same facts give the same answer. */
export function listed(names: readonly string[]): string {
  const all = [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const rest = all.length - MAX_NAMES;
  return `${all.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** A value as people write it: midnight of a day is the day. */
function valueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(/^(-?\d{4,}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/, '$1');
}

/** A value of a property as an answer tells it, with its unit. */
export function textOfValue(value: string | number | boolean, property: string, schema: Schema): string {
  const unit = schema.unitOf(property);
  return unit === undefined ? valueText(value) : `${valueText(value)} ${unit.text}`;
}
