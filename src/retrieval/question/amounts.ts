/**
 * Numbers, degrees and comparisons of a question. What something is compared with by name ("longer than the Aurora",
 * "launched before the Magpie") becomes the value that the graph has of it.
 */
import type { Bound } from '../language/data';
import { quantityAt, type Quantity } from '../language/numbers';
import type { Node } from '../knowledge/nodes';
import type { Asked } from './asked';
import type { Lookup } from './lookup';
import {
  figure,
  isRelation,
  nodeMeaning,
  nodeMeanings,
  type Chunk,
  type Meaning,
  type Place,
  type Superlative,
  type Wants,
} from './types';
import { COST } from './weights';

/** Numbers and comparisons in chunks. */
export interface Amount {
  readonly chunks: readonly Chunk[];
  readonly to: number;
  readonly superlative?: Superlative;
  /** With whom others are compared: no answer. */
  readonly excluded?: readonly Node[];
  /** The chunk before says which property, and is no condition of its own. */
  readonly replaces?: boolean;
}

/** Words of a degree: `longer`, `most`, `highest`, `before`. */
interface Degree {
  readonly to: number;
  readonly how: Bound['how'];
  readonly isSuperlative?: boolean;
  /** "Second oldest", "three heaviest". */
  readonly place?: Place;
  /** `than` is among the words. */
  readonly isThan?: boolean;
  /** Adjective of the measure, or `time`; undefined of `more` and `most`. */
  readonly measure?: string;
}

/** Numbers above it count nothing. */
const MAX_COUNT = 1_000;
/** Numbers below are ages rather than years. */
const LEAST_YEAR = 1_000;

export class Amounts {
  constructor(
    private readonly asked: Asked,
    private readonly lower: readonly string[],
    private readonly lookup: Lookup,
  ) {}

  private get language() {
    return this.asked.names.language;
  }

  /** Data properties that words name; of numbers, those that are not times. */
  figuresOf(named: Pick<Chunk, 'meanings'> | undefined, isNumber: boolean): string[] {
    const { schema } = this.asked.names;
    // "Four rooms" of `number of rooms`, where only laundry rooms are things.
    const things = (named?.meanings ?? []).filter((each) => !(each.kind === 'class' && each.isHead));
    const isNoun = things.some(({ kind, cost }) => kind === 'noun' && cost === things[0]!.cost);
    if (isNumber && !isNoun) return [];
    const all = (named?.meanings ?? []).flatMap((meaning) =>
      isRelation(meaning) && !schema.isObject(meaning.relation.property) ? [meaning.relation.property] : [],
    );
    const own = [...new Set(all)];
    return isNumber ? own.filter((name) => this.isMeasured(name)) : own;
  }

  private isMeasured(name: string): boolean {
    const { schema } = this.asked.names;
    return schema.isNumber(name) && !schema.isTime(name);
  }

  /** A number without a unit that counts something. */
  numberAt(at: number): { readonly to: number; readonly bounds: readonly Bound[] } | undefined {
    const found = this.quantity(at);
    const isCount = found?.bounds.every(({ value }) => typeof value === 'number' && value <= MAX_COUNT);
    return found && isCount && !found.hasUnit ? found : undefined;
  }

  private quantity(at: number): Quantity | undefined {
    const { words, question } = this.asked;
    const found = at < words.length ? quantityAt(words, at, question, this.language) : undefined;
    // "Of A Thousand Summers": the number is the beginning of a name.
    const last = found && words[found.to - 1];
    const isName = last && (this.lookup.spanAt(found.to - 1)?.end ?? 0) > last.end;
    return isName ? undefined : found;
  }

  /** "Longer than the Aurora", "the most expensive", "hired last", "58 metres long", "between 1866 and 1872". */
  async at(at: number, before: readonly Chunk[], wants: Wants): Promise<Amount | undefined> {
    const degree = this.degreeAt(at) ?? this.momentAt(at);
    const graded = degree && (await this.graded(at, degree, before, wants));
    return graded ?? this.quantityAt(at);
  }

  /** True if a number with a unit begins at a word. */
  hasUnitAt(at: number): boolean {
    return this.quantity(at)?.hasUnit === true;
  }

  private quantityAt(at: number): Amount | undefined {
    const found = this.quantity(at);
    if (!found) return undefined;
    const { to, bounds } = found;
    const properties = to < this.lower.length ? this.asked.names.measures(this.lower[to]!) : [];
    const value = valueChunk(at, to, bounds);
    if (properties.length === 0) return { chunks: [value], to };
    return { chunks: [value, { from: to, to: to + 1, meanings: verbs(properties) }], to: to + 1 };
  }

  /** True if a word is a comparative or a superlative. */
  isDegree(at: number): boolean {
    return at < this.lower.length && this.degreeAt(at) !== undefined;
  }

  private degreeAt(at: number): Degree | undefined {
    const plain = this.plainDegreeAt(at, this.lower[at]!);
    const placed = plain ? undefined : this.placeAt(at);
    const degree = placed && this.plainDegreeAt(placed.at, placed.word);
    return degree?.isSuperlative ? { ...degree, place: placed!.place } : plain;
  }

  /** "Second" and "three" before a superlative, "zweit" in one. */
  placeAt(at: number): { readonly place: Place; readonly at: number; readonly word: string } | undefined {
    const { language, lower } = this;
    const ordinal = language.ordinalOf(lower[at]!);
    const next = ordinal?.rest === '' ? at + 1 : at;
    const [of, word] = [ordinal?.place ?? 0, next === at ? ordinal?.rest : lower[next]];
    if (word !== undefined) return { place: { from: of, to: of }, at: next, word };
    const number = this.numberAt(at);
    const [{ how, value: to } = { how: '', value: 0 }, ...others] = number?.bounds ?? [];
    const isSome = number && how === 'eq' && others.length === 0 && Number.isInteger(to) && Number(to) > 1;
    return isSome ? { place: { from: 1, to: Number(to) }, at: number.to, word: lower[number.to] ?? '' } : undefined;
  }

  /** @param word what stands there, or the rest of it */
  private plainDegreeAt(at: number, word: string): Degree | undefined {
    const { lower, language } = this;
    const { helpers, highest, lowest } = language.data.degrees;
    const helper = Object.hasOwn(helpers, word) ? helpers[word] : undefined;
    const head = helper ? at + 1 : at;
    const own = helper ? lower[head] : word;
    const adjective = own === undefined ? undefined : language.degreeOf(own, helper ? word : '');
    if (adjective && adjective.degree !== 'positive') {
      const { degree, isMore, measure } = adjective;
      return { to: head + 1, how: isMore ? 'gt' : 'lt', isSuperlative: degree === 'superlative', measure };
    }
    // "The most valuable", where something has a value.
    const measure = helper && lower[head] !== undefined ? lower[head] : '';
    // "The most cited", where citations are counted.
    const isOpen = measure !== '' && (language.isParticiple(measure) || !this.lookup.nameAt(head));
    const isMeasure = isOpen && this.asked.names.measures(measure).length > 0;
    if (helper && isMeasure)
      return { to: head + 1, how: helper[1] ? 'gt' : 'lt', isSuperlative: helper[0] === 'superlative', measure };
    if (helper) return { to: head, how: helper[1] ? 'gt' : 'lt', isSuperlative: helper[0] === 'superlative' };
    const has = (lines: readonly string[]): boolean => lines.some((line) => line.split(' ').includes(word));
    const ratings = this.ratingsBehind(at);
    if (ratings !== undefined) return ratings;
    const isMost = has(highest);
    return isMost || has(lowest) ? { to: head + 1, how: isMost ? 'gt' : 'lt', isSuperlative: true } : undefined;
  }

  /** "The best rating", "best paid": the highest; of other things, what is best is not told. */
  private ratingsBehind(at: number): Degree | undefined {
    const { language, lower } = this;
    const isBest = language.is('best', lower[at]!);
    if (!isBest && !language.is('worst', lower[at]!)) return undefined;
    const named = this.lookup.nameAt(at + 1);
    const last = named && lower[named.to - 1]!;
    // "The best paid cook": by what she earns.
    const isRating =
      named !== undefined &&
      (language.is('ratings', last!)
        ? this.figuresOf(named, true).every((name) => this.isOfRating(name))
        : language.is('paid', last!) && this.figuresOf(named, true).length > 0);
    return isRating ? { to: at + 1, how: isBest ? 'gt' : 'lt', isSuperlative: true } : undefined;
  }

  /** Data properties of the measure of an adjective that ends at a place. */
  private measuredBy(measure: string | undefined, end: number): readonly string[] {
    const { names } = this.asked;
    if (measure === undefined) return [];
    if (measure !== 'time') return names.measures(measure);
    // "The oldest find": not the one that was discovered first.
    return this.language.is('aging', this.lower[end - 1]!) ? names.schema.ages : names.schema.starts;
  }

  /** Days since when something lasts: "been married the longest" of `married since`, "been here" of `hired on`. */
  private spansOf(at: number, before: readonly Chunk[]): readonly string[] {
    const { schema } = this.asked.names;
    const said = before.flatMap((chunk) => this.figuresOf(chunk, false)).filter((name) => schema.isTime(name));
    if (said.length > 0) return said;
    // "Been captain": not since the captain was hired.
    const role = this.roleBehind(at);
    return schema.tenures.filter((name) => role === undefined || schema.isSince(name, role));
  }

  /** The class that somebody has been, right before a word. */
  private roleBehind(at: number): string | undefined {
    const { language, lower } = this;
    const been = lower.slice(0, at).findLastIndex(language.oneOf('lasting'));
    const start = language.is('articles', lower[been + 1] ?? '') ? been + 2 : been + 1;
    const named = start < at ? this.lookup.nameAt(start)?.meanings.find((each) => each.kind === 'class') : undefined;
    return named?.kind === 'class' ? named.name : undefined;
  }

  /** `customer rating`, of which the highest is the best; not `age rating`. */
  private isOfRating(property: string): boolean {
    const { language } = this;
    const labels = this.asked.names.schema.vocabulary.properties.get(property)!.labels;
    return labels.some((label) => {
      const all = label.toLowerCase().split(' ');
      return language.is('ratings', all.at(-1)!) && all.slice(0, -1).every(language.oneOf('rated'));
    });
  }

  /** "Before the Magpie". */
  private momentAt(at: number): Degree | undefined {
    const compared = this.language.comparisonAt(this.lower, at);
    // "From Brynhaven", "over the lake": no moment. "Heavier than": of what nothing tells.
    const isPlace = compared?.length === 1 && this.language.is('spatial', this.lower[at]!);
    const isThan = compared && this.language.data.degrees.than.includes(this.lower[at + compared.length - 1]!);
    if (!compared || compared.how === 'eq' || isPlace || isThan || !this.nodeBehind(at + compared.length))
      return undefined;
    return { to: at + compared.length, how: compared.how, isThan: true, measure: 'time' };
  }

  /** A degree, of the property that a noun behind it, what has been said, or the adjective tells. */
  private async graded(
    at: number,
    { to: end, how, isSuperlative = false, isThan = false, measure, place }: Degree,
    before: readonly Chunk[],
    wants: Wants,
  ): Promise<Amount | undefined> {
    const { lower, language } = this;
    const { schema } = this.asked.names;
    const isPerson = ({ types }: Node): boolean => types.some((type) => schema.isPeople(type));
    const noun = isThan ? undefined : this.lookup.nameAt(end);
    const last = before.at(-1);
    const beside = this.figuresOf(last, false);
    const all = this.figuresOf(noun, measure === undefined);
    // "Sold the most tickets" of `tickets sold`, or of what is explained with tickets.
    const told = measure === undefined && noun && all.length === 0 ? this.toldBeside(last, noun.to - 1) : all;
    const shared = told.filter((name) => beside.includes(name));
    const named = shared.length > 0 ? shared : all;
    // "The most ships": a count.
    if (measure === undefined && noun && named.length === 0) return undefined;
    const sources = !isSuperlative && measure !== undefined ? before : last ? [last] : [];
    const said = sources
      .filter(
        (chunk) =>
          !isSuperlative ||
          chunk.to === at ||
          (measure === undefined && lower.slice(chunk.to, at).every(language.oneOf('articles', 'prepositions'))),
      )
      .flatMap((chunk) => this.figuresOf(chunk, false))
      .filter((name) => (measure === 'time' ? schema.isTime(name) : this.isMeasured(name)));
    // "Closes latest", of what is no time by the ontology: not of another time.
    const isOpen = measure === 'time' && isSuperlative && last?.to === at && beside.length > 0 && said.length === 0;
    if (isOpen) return { chunks: [], to: end, superlative: { at: end - 1, most: how === 'gt', properties: [] } };
    const isSaid =
      named.length === 0 && said.length > 0 && (!isSuperlative || measure === undefined || measure === 'time');
    const isChosen = lower.slice(end).some(language.oneOf('or'));
    const isSpan =
      (isSuperlative || isChosen) &&
      measure === 'long' &&
      lower.some((word, i) => (i < at || language.data.nounsAreCapitalized) && language.is('lasting', word));
    const own = isSpan ? this.spansOf(at, before) : this.measuredBy(measure, end);
    const properties = named.length > 0 ? named : isSaid ? said : own;
    const behind = named.length > 0 ? noun!.to : end;
    // "More expensive per day than".
    const to = language.is('rates', lower[behind] ?? '') ? behind + 2 : behind;
    const isJoined = isThan || language.data.degrees.than.includes(lower[to] ?? '');
    // "Which is longer, the Aurora or the Ironside?"
    const isOf = to === lower.length && this.isSelected(before);
    const isChoice = !isJoined && wants !== 'verdict' && (isOf || lower.slice(to).some(language.oneOf('or')));
    if (isSuperlative || isChoice)
      return {
        chunks: [],
        to,
        // "Has been here the longest": since the earliest day.
        superlative: { at: end - 1, most: (how === 'gt') !== isSpan, properties, place },
        replaces: isSaid || shared.length > 0,
      };
    if (!isJoined || properties.length === 0) return undefined;
    const target = isThan ? to : to + 1;
    const other = this.nodeBehind(target, properties);
    if (other) {
      // "Who led it before Ada?": not who was born before her.
      const isSuccession = isThan && !isSaid && nodeMeanings(other).some((each) => each.nodes.some(isPerson));
      if (isSuccession) return undefined;
      const made = await this.compared(other, properties, how, at);
      return made && isSaid ? { ...made, chunks: made.chunks.slice(1) } : made;
    }
    const value = this.quantity(target);
    // "Younger than 40": no year.
    const isYear = (each: Bound): boolean => typeof each.value === 'string' || Math.abs(each.value) >= LEAST_YEAR;
    if (!value || (measure === 'time' && !value.bounds.every(isYear))) return undefined;
    const bounds = value.bounds.map((bound) => ({ ...bound, how: bound.how === 'eq' ? how : bound.how }));
    const chunk = valueChunk(target, value.to, bounds);
    return { chunks: isSaid ? [chunk] : [{ from: at, to, meanings: verbs(properties) }, chunk], to: value.to };
  }

  /** "Which of Rex and Bruno": names are all that has been read. */
  isSelected([asked, ...named]: readonly Chunk[]): boolean {
    const { language, lower } = this;
    const isOf = asked?.meanings[0]?.kind === 'asked' && language.is('possessiveMarkers', lower[asked.to] ?? '');
    return isOf && named.length > 1 && named.every((chunk) => nodeMeaning(chunk)?.nodes.length === 1);
  }

  /** Numbers of a chunk whose definitions have a word: `recruited`, of participants. */
  toldBeside(chunk: Chunk | undefined, at: number): readonly string[] {
    const { glosses } = this.asked.names;
    const { stem } = this.asked.words[at]!;
    return this.figuresOf(chunk, false).filter(
      (name) => this.isMeasured(name) && glosses.properties.get(name)!.stems.has(stem),
    );
  }

  /**
   * The one node that is named right behind a place, articles, "that of" and "the weight of" aside.
   *
   * @param properties those that are compared
   */
  nodeBehind(at: number, properties: readonly string[] = []): Chunk | undefined {
    const { language, lower } = this;
    const figureEnd = (from: number): number | undefined => {
      const named = this.lookup.nameAt(from);
      return this.figuresOf(named, false).some((name) => properties.includes(name)) ? named!.to : undefined;
    };
    for (let from = at; from < lower.length; from++) {
      const node = this.lookup.nodeAt(from);
      // "Before 1990": not whoever has this number.
      if (node && this.quantity(from)?.to === node.to) return undefined;
      if (node && nodeMeanings(node)[0]?.nodes.length !== 1) return undefined;
      // "Than Bruno's weight".
      if (node) return { ...node, to: figureEnd(node.to) ?? node.to };
      const end = figureEnd(from);
      if (end !== undefined) from = end - 1;
      else if (!language.is('articles', lower[from]!) && !language.is('possessiveMarkers', lower[from]!))
        return undefined;
    }
    return undefined;
  }

  /** The first of the properties of which the node has one value. */
  async compared(
    { to, meanings }: Chunk,
    properties: readonly string[],
    how: Bound['how'],
    at: number,
  ): Promise<Amount | undefined> {
    const { schema } = this.asked.names;
    const named = nodeMeanings({ from: at, to, meanings });
    const edges = await Promise.all(named.map(({ nodes }) => this.asked.nodes.edges(nodes[0]!)));
    for (const property of properties) {
      const valued = named.flatMap(({ nodes, cost }, i) => {
        const values = edges[i]!.flatMap(({ statement: { predicate, object } }) =>
          predicate === property && typeof object !== 'object' && typeof object !== 'boolean' ? [object] : [],
        );
        return values.length === 1 ? [{ nodes, cost, value: values[0]! }] : [];
      });
      const [found, other] = valued;
      // "Shorter than the bridge", of which the length is not told: not its height.
      const domain = found ? [] : schema.endsOf(property, 'subject');
      const isOf = ({ types }: Node): boolean => types.some((type) => domain.some((of) => schema.isWithin(type, of)));
      if (named.some(({ nodes }) => isOf(nodes[0]!))) return undefined;
      if (!found || other?.cost === found.cost) continue;
      const verb: Chunk = { from: at, to: at + 1, meanings: verbs([property], 0) };
      const bound = valueChunk(at + 1, to, [{ how, value: found.value, isOther: true }]);
      return { chunks: [verb, bound], to, excluded: found.nodes };
    }
    return undefined;
  }
}

/** Chunk of a value with its bounds. */
export const valueChunk = (from: number, to: number, values: readonly Bound[]): Chunk => ({
  from,
  to,
  meanings: [{ kind: 'value', values, cost: 0 }],
});

/** Data properties as verbs of their values. */
export const verbs = (properties: readonly string[], cost: number = COST.measure): Meaning[] =>
  properties.map((property) => ({ kind: 'verb', relation: figure(property), cost }));
