/** Eighth stage: what was found, in words. */
import type { Node, Nodes } from '../knowledge/nodes';
import type { Statement } from '../types';
import { ageSince, aggregated } from './aggregate';
import type { CheckedReading } from './check';
import { found, statementsOf, typesOf, uidsOf } from './facts';
import { MOST_ROWS, type Ask, type Matches } from './query';
import { valuesOf, type Match } from './select';
import type { Schema } from './schema';
import type { Chunked } from './types';

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
}

/** Nodes whose names are read. */
export const MOST_READ = 1_000;
/** Names that are told where there are too many to tell. */
const MOST_OF_MANY = 20;

/** Undefined where the matches answer nothing. */
export async function inWords(
  { question, checked, reading, root, matches }: Found,
  nodes: Nodes,
  schema: Schema,
): Promise<Solution | undefined> {
  const { wants } = question.form;
  const { sayings } = question;
  const { variables, focus } = checked;
  const isStrict = wants === 'verdict' || question.form.isStrict;
  const own = conjoined(matches.rows, checked, root, isStrict);
  if (own.length === 0) return undefined;
  const { uids, values } = found(checked, root, own);
  const named = uids.slice(0, MOST_ROWS);
  const rows = own.slice(0, MOST_ROWS);
  const asked = [...new Set([...named, ...uidsOf(rows)])].slice(0, MOST_READ);
  const read = await nodes.byUid(asked);
  const told = { statements: statementsOf(checked, rows, read), reading, uids: named };
  if (wants === 'verdict') {
    const either = variables.findIndex(({ isEither }) => isEither);
    // "Did it call at Crake or at Ormsey?"
    if (either >= 0) {
      const chosen = namesOf([...new Set(ofVariable(own, either).map(({ uid }) => uid))], read);
      return { ...told, names: chosen, answer: listed(chosen) };
    }
    // "Was it built in 1866 or in 1870?"
    const which = variables.findIndex((each) => each.values.some(({ or }) => or));
    if (which >= 0) return { ...told, names: [], answer: listed(valuesOf(own, which).map(valueText)) };
    const choice = variables.findIndex(({ anyOf }) => anyOf.length > 0);
    if (choice < 0) return { ...told, names: [], answer: `${sayings.yes}.` };
    // "Is it a whaler or a trawler?"
    const kinds = choice === root ? kindsOf(own, variables[choice]!.anyOf.flat()) : [];
    const names = kinds.map((name) => schema.label(name));
    return names.length === 0 ? undefined : { ...told, names: [], answer: listed(names) };
  }
  if (wants === 'kind') {
    const types = [...new Set(own.flatMap((match) => [...match.types.keys()]))].filter((type) =>
      schema.vocabulary.classes.has(type),
    );
    const within = variables[root]!.classes;
    const narrow = types.filter(
      (type) =>
        within.every((upper) => upper !== type && schema.isWithin(type, upper)) &&
        !types.some((other) => other !== type && schema.isWithin(other, type) && !schema.isWithin(type, other)),
    );
    const statements = [...told.statements, ...typesOf(own, narrow, read)];
    return narrow.length === 0
      ? undefined
      : { ...told, statements, names: [], answer: listed(narrow.map((name) => schema.label(name))) };
  }
  const property = checked.links.find(({ object }) => object === focus)?.property;
  if (question.aggregate) {
    const figure = matches.isCut ? undefined : aggregated(question.aggregate, valuesOf(matches.rows, focus));
    if (figure === undefined || property === undefined) return undefined;
    return { ...told, names: [], answer: `${withComment(figure.text, property, schema)} (${figure.of})` };
  }
  if (question.isAge) {
    const [thing, ...others] = await nodes.read(uidsOf(own));
    const isOver =
      thing && (await nodes.edges(thing)).some(({ statement }) => schema.ends.includes(statement.predicate));
    if (others.length > 0 || isOver || values.length !== 1) return undefined;
    return { ...told, names: [], answer: ageSince(valueText(values[0]!), new Date()) };
  }
  if (values.length > 0 && property !== undefined) {
    const texts = (of: readonly Match[]): string[] =>
      found(checked, root, of).values.map((value) => withComment(valueText(value), property, schema));
    const names = texts(own);
    // "How long are the Aurora and the Kestrel?"
    const isEach = variables[root]!.isAll && own.length > 1;
    const answer = isEach
      ? own.map((match) => `${nameOf(match.uid, read)}: ${listed(texts([match]))}`).join('; ')
      : listed(names);
    return { ...told, names, answer };
  }
  const names = namesOf(named, read);
  const [top] = own.flatMap(({ measure }) => measure ?? []);
  // "What is the lowest price?"
  const isBare = checked.links.length === 0 && variables[root]!.classes.length === 0 && !question.form.isWho;
  if (isBare && checked.superlative && top !== undefined) {
    const value = withComment(valueText(top), checked.superlative.property, schema);
    return { ...told, names, answer: `${value}: ${listed(names)}` };
  }
  const isClosed = !isProven(checked, own, schema);
  const closed = isClosed ? { isClosed } : {};
  const remark = isClosed ? ` ${sayings.asStated}` : '';
  const all = { ...matches, ...(own.length < matches.rows.length && { count: own.length }) };
  const count = countOf(all);
  if (wants === 'count') {
    return { ...told, ...closed, names, answer: `${all.count <= 12 ? `${count}: ${listed(names)}` : count}${remark}` };
  }
  if (all.count <= MOST_ROWS) return { ...told, ...closed, names, answer: `${listed(names)}${remark}` };
  return { ...told, ...closed, names, answer: `${count}, among them ${listed(names.slice(0, MOST_OF_MANY))}${remark}` };
}

export const countOf = ({ count, isCut }: Matches): string => (isCut ? `more than ${count}` : String(count));

const kindsOf = (matches: readonly Match[], names: readonly string[]): string[] =>
  names.filter((name) => matches.some(({ types }) => types.has(name)));

/**
 * Those that have all of the nodes that `and` joins; where nobody has, each by itself is meant.
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
  const whole = matches.filter(({ branches }) =>
    all.every(({ variable, uids }) => {
      const own = branches.flatMap(({ node }) => (node?.variable === variable ? [node.uid] : []));
      return own.length === 0 || uids.every((uid) => own.includes(uid));
    }),
  );
  if (!isStrict) return whole.length > 0 ? whole : matches;
  const uids = new Set(whole.map(({ uid }) => uid));
  return all.every((each) => each.variable !== root || each.uids.every((uid) => uids.has(uid))) ? whole : [];
}

/** Whether what is denied is ruled out by the ontology, not only unstated. */
function isProven({ variables, links }: CheckedReading, matches: readonly Match[], schema: Schema): boolean {
  if (links.some(({ isNegated }) => isNegated)) return false;
  return variables.every(
    ({ without }, variable) =>
      without.length === 0 ||
      ofVariable(matches, variable).every(({ types }) => {
        return without.every((name) => schema.vocabulary.contradiction([...types.keys()], [name]) !== undefined);
      }),
  );
}

const ofVariable = (matches: readonly Match[], variable: number): Match[] =>
  matches.flatMap((match) => [
    ...(match.variable === variable ? [match] : []),
    ...ofVariable(
      match.branches.flatMap(({ node }) => node ?? []),
      variable,
    ),
  ]);

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
  const [link] = links;
  if (form.wants !== 'verdict' || links.length !== 1 || !link || link.isNegated) return undefined;
  const [thing, other] = [variables[link.subject]!, variables[link.object]!];
  const { property } = link;
  const isSingle = other.isValue ? other.values.length > 0 : schema.vocabulary.properties.get(property)?.isFunctional;
  if (!isSingle || thing.nodes?.length !== 1) return undefined;
  const { isEither: _, isAll: __, ...unbound } = { ...other, values: [], nodes: undefined };
  const open = {
    ...reading,
    focus: link.subject,
    variables: variables.map((each) => (each === other ? unbound : each)),
  };
  const matches = (await ask(open))?.rows ?? [];
  const [told, ...more] = matches.flatMap(({ branches }) => branches);
  if (!told || more.length > 0) return undefined;
  const read = await nodes.byUid(uidsOf(matches));
  const { node, value } = told;
  const names = node ? [nameOf(node.uid, read)] : [];
  const stated = node
    ? `${nameOf(matches[0]!.uid, read)} ${schema.label(property)} ${names[0]!}`
    : withComment(valueText(value!), property, schema);
  return { answer: `${sayings.no}: ${stated}.`, names, statements: statementsOf(open, matches, read), reading: '' };
}

/** Names that one answer tells. */
const MOST_NAMES = 40;

const nameOf = (uid: string, nodes: ReadonlyMap<string, Node>): string =>
  nodes.get(uid)?.label ?? nodes.get(uid)?.iri ?? uid;

/** What nodes are called, each by a name of its own: where several have the same one, with their IRIs or uids. */
export function namesOf(uids: readonly string[], nodes: ReadonlyMap<string, Node>): string[] {
  const names = uids.map((uid) => nameOf(uid, nodes));
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return names.map((name, i) => (times.get(name) === 1 ? name : `${name} (${nodes.get(uids[i]!)?.iri ?? uids[i]!})`));
}

/** Names, sorted by the alphabet, so that the same facts give the same answer. */
export function listed(names: readonly string[]): string {
  const all = [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const shown = all.slice(0, MOST_NAMES);
  const rest = all.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** A value as people write it: midnight of a day is the day. */
function valueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(/^(-?\d{4,}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/, '$1');
}

/** What kind of value it is, where one number alone would not say it. */
function withComment(text: string, property: string, schema: Schema): string {
  const unit = schema.unitOf(property);
  return unit === undefined ? text : `${text} ${unit}`;
}
