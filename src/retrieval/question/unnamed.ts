/**
 * Facts that no word names, but that alone can be meant: "Which services have no customers?", of the only relation
 * between the two; "Which orders have not been delivered yet?", of their delivery date.
 */
import type { CheckedReading } from './check';
import type { Names } from './names';
import type { Parsed } from './parse';
import type { Ask } from './query';
import type { Schema } from './schema';
import { isRelation, nodeMeaning, opposite, type Chunk, type Condition, type Link, type Variable } from './types';
import { COST } from './weights';

/** A class, and the chunks behind it in a question. */
interface Said extends Parsed {
  readonly kind: string;
  readonly from: number;
  readonly others: readonly Chunk[];
}

/** A link that may be meant. */
interface Way extends Link {
  /** The ontology tells both of its ends. */
  readonly isStated?: true;
  /** It leads to some kind of the others alone: "Which lessons have no people?" is not about students. */
  readonly isNarrow?: boolean;
}

/**
 * Returns the reading of a question that denies a fact of members of a class, or asks whether all of them have it. At
 * least one member has it: what the graph never tells is no answer.
 *
 * @returns undefined if the question says more, or if several relations can be meant
 */
export async function unnamed(parsed: Parsed, names: Names, ask: Ask): Promise<CheckedReading | undefined> {
  const { form, chunks, superlative, aggregate, isUndecided, excluded, unknownAt } = parsed;
  const { negators, wants, universal } = form;
  const isOfAll = wants === 'verdict' && universal !== undefined && !form.isOfNone;
  const isOfSome = (wants === 'node' || wants === 'count') && form.isDeterminer && form.fronted === undefined;
  const [thing, ...others] = chunks.filter(({ meanings }) => meanings[0]!.kind !== 'asked');
  const kind = thing && classNamed(thing, names.schema, isOfAll);
  const isMore = superlative ?? aggregate ?? chunks.some(({ count, sameAs, isOnly }) => count ?? sameAs ?? isOnly);
  if (kind === undefined || !(isOfAll || isOfSome) || isMore || isUndecided || excluded.length > 0) return undefined;
  const said: Said = { ...parsed, kind, from: thing!.to, others };
  const isEmpty = unknownAt.length === 1 && names.language.is('empty', form.lower[unknownAt[0]!]!);
  if (isEmpty && isOfSome) return negators.size === 0 ? denied(await ofContent(said, names, ask)) : undefined;
  const denials = others.length === 0 ? negators.size : others.filter(({ isNegated }) => isNegated).length;
  if (negators.size > 1 || denials !== (isOfAll ? 0 : 1)) return undefined;
  const reading = (await ofDate(said, names, ask)) ?? (await ofClasses(said, names, ask));
  return isOfAll ? reading : denied(reading);
}

const denied = (reading: CheckedReading | undefined): CheckedReading | undefined =>
  reading && { ...reading, links: [{ ...reading.links[0]!, isNegated: true }] };

/** The class that a chunk names; one by its last word if a noun beside it leads there: "model" of `has model`. */
function classNamed({ meanings }: Chunk, schema: Schema, isWhole = false): string | undefined {
  const isEnd = (name: string): boolean =>
    meanings.some((each) => each.kind === 'noun' && schema.classesOf(each.relation.property, 'object').includes(name));
  const [best, next] = meanings.filter(
    (each) => each.kind === 'class' && !each.isAdjective && (!each.isHead || (!isWhole && isEnd(each.name))),
  );
  const isOne = best?.kind === 'class' && best.cost !== next?.cost && !best.or && !best.isOthers;
  return isOne ? best.name : undefined;
}

/** True if the words behind the class that are no chunk only build the sentence. */
function isPlain({ form, from, others }: Said, { language }: Names, isKnown: (at: number) => boolean): boolean {
  const isOwn = (at: number): boolean => others.some((each) => each.from <= at && at < each.to) || isKnown(at);
  const says = language.oneOf('relatives', 'prepositions');
  const { lower } = form;
  // "At the moment".
  const closing = lower.findIndex((_, i) => language.phraseAt('closings', lower, i) === lower.length - i);
  const own = lower.slice(from, closing < from ? lower.length : closing);
  return own.every((word, i) => isOwn(from + i) || !says(word));
}

/** Of a `delivery date`, that of what has not been delivered; if no date is to come. */
async function ofDate(said: Said, names: Names, ask: Ask): Promise<CheckedReading | undefined> {
  const { kind, others, form, unknownAt } = said;
  const { schema, language } = names;
  const [at, ...more] = [...others.map(({ from }) => from), ...unknownAt];
  const word = at === undefined || more.length > 0 ? undefined : form.words[at]!;
  if (!word || !language.isParticiple(word.text) || !isPlain(said, names, () => false)) return undefined;
  const times = names.timely(word, form.words[at! + 1]).flatMap((each) => {
    const property = isRelation(each) ? each.relation.property : '';
    const isOwn = schema.endsOf(property, 'subject').some((domain) => schema.isWithin(kind, domain));
    return isOwn && schema.isDay(property) ? [property] : [];
  });
  const [property, ...rivals] = new Set(times);
  if (property === undefined || rivals.length > 0) return undefined;
  const told = (values: readonly Condition[]): Promise<CheckedReading | undefined> =>
    sole([{ property, subject: 0, object: 1 }], [{ classes: [kind] }, { isValue: true, values }], ask);
  const isPlanned = await told([{ how: 'gt', value: new Date().toISOString().slice(0, 10) }]);
  return isPlanned ? undefined : told([]);
}

/** The only relation between a class and another, or something that is named. */
async function ofClasses(said: Said, names: Names, ask: Ask): Promise<CheckedReading | undefined> {
  const { kind, from, others, form, unknownAt, performing } = said;
  const { schema, language } = names;
  const connecting = new Set<number>();
  for (let at = from; at < form.lower.length; at++)
    for (let i = language.phraseAt('connecting', form.lower, at); i > 0; i--) connecting.add(at + i - 1);
  const [other, ...more] = others.filter((each) => !connecting.has(each.from));
  const verbs = [...unknownAt, ...(performing ? [performing.from] : [])];
  const isSaid = connecting.size > 0 && verbs.every((at) => connecting.has(at));
  if (!other || more.length > 0 || !isSaid || !isPlain(said, names, (at) => connecting.has(at))) return undefined;
  const { nodes } = nodeMeaning(other) ?? {};
  const name = nodes ? undefined : classNamed(other, schema);
  if (nodes ? nodes.length > 1 : name === undefined) return undefined;
  const of = nodes ? schema.vocabulary.mostSpecific(nodes[0]!.types) : [name!];
  return sole(waysBetween(kind, of, schema), [{ classes: [kind] }, nodes ? { nodes } : { classes: of }], ask);
}

/** "Which tanks are empty?", of the only property that puts something in them. */
async function ofContent(said: Said, names: Names, ask: Ask): Promise<CheckedReading | undefined> {
  const { kind, others } = said;
  const ways = [...names.schema.vocabulary.properties.values()].flatMap(({ name, labels }): Way[] => {
    const isIn = labels.some((label) => /^in | in$/i.test(label)) && names.schema.endsOf(name, 'object').includes(kind);
    return isIn ? [{ property: name, subject: 1, object: 0, isStated: true }] : [];
  });
  const isAll = others.length === 0 && isPlain(said, names, () => false);
  return isAll ? sole(ways, [{ classes: [kind] }, {}], ask) : undefined;
}

/** Properties that may connect two classes; of those that say the same, and those below them, one. */
function waysBetween(kind: string, others: readonly string[], schema: Schema): readonly Way[] {
  const { vocabulary } = schema;
  const inversesOf = (property: string): readonly string[] => vocabulary.properties.get(property)!.inverses;
  const endsOf = (property: string, side: 'subject' | 'object'): readonly string[] => {
    const own = schema.endsOf(property, side);
    return own.length > 0 ? own : inversesOf(property).flatMap((each) => schema.endsOf(each, opposite(side)));
  };
  const isBelow = (names: readonly string[], ends: readonly string[]): boolean =>
    ends.length === 0 || names.some((name) => ends.some((end) => vocabulary.isWithin(name, end)));
  const isAlong = (names: readonly string[], ends: readonly string[]): boolean =>
    isBelow(names, ends) || ends.some((end) => names.some((name) => vocabulary.isWithin(end, name)));
  const all = [...vocabulary.properties.values()].flatMap(({ name, isObject }) =>
    [0, 1].flatMap((subject): Way[] => {
      const [domain, range] = [endsOf(name, 'subject'), endsOf(name, 'object')];
      const [from, to] = subject === 0 ? [[kind], others] : [others, [kind]];
      if (!isObject || !isAlong(from, domain) || !isAlong(to, range)) return [];
      const isNarrow = !isBelow(from, domain) || (subject === 0 && !isBelow(to, range));
      const isStated = domain.length > 0 && range.length > 0 && { isStated: true as const };
      return [{ property: name, subject, object: 1 - subject, isNarrow, ...isStated }];
    }),
  );
  const isWithin = (one: Way, other: Way): boolean => {
    const upper = [other.property, ...vocabulary.propertiesBelow(other.property)];
    const same = one.subject === other.subject ? [one.property] : inversesOf(one.property);
    return same.some((name) => upper.includes(name));
  };
  return all.filter(
    (one, i) => !all.some((other, j) => i !== j && isWithin(one, other) && (j < i || !isWithin(other, one))),
  );
}

/** The reading by the one way of which there are facts; undefined if another one is stated. */
async function sole(
  ways: readonly Way[],
  ends: readonly Partial<Variable>[],
  ask: Ask,
): Promise<CheckedReading | undefined> {
  const none = { nodes: undefined, classes: [], anyOf: [], without: [], values: [], isValue: false };
  const variables = ends.map((end) => ({ ...none, ...end }));
  const readings = ways.map(({ property, subject, object }) => ({
    ...{ variables, links: [{ property, subject, object }], focus: 0, excluded: [], cost: COST.unsaidHas },
  }));
  const counts = await Promise.all(readings.map(async (reading) => (await ask(reading))?.count ?? 0));
  const [own, ...others] = ways.flatMap((_, i) => (counts[i]! > 0 ? [i] : []));
  const isRival = ({ property, isStated }: Way): boolean => isStated === true && property !== ways[own!]!.property;
  return own === undefined || others.length > 0 || ways[own]!.isNarrow || ways.some(isRival)
    ? undefined
    : readings[own];
}
