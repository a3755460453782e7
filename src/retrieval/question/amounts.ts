/**
 * Numbers, degrees and comparisons of a question. What something is compared with by name ("longer than the Aurora",
 * "launched before the Magpie") becomes the value that the graph has of it.
 */
import type { Bound } from '../language/data';
import { quantityAt, type Quantity } from '../language/numbers';
import type { Node } from '../knowledge/nodes';
import { figure, type Named } from './names';
import type { Asked } from './asked';
import type { Lookup } from './lookup';
import type { Opening } from './opening';
import type { Chunk, Count, Meaning, Superlative, Wants } from './types';
import { COST } from './weights';

export interface Amount {
  readonly chunks: readonly Chunk[];
  /** Words that it is made of. */
  readonly from: number;
  readonly to: number;
  readonly superlative?: Superlative;
  /** With whom others are compared: no answer. */
  readonly excluded?: readonly Node[];
  /** Number of the last chunks that it says again. */
  readonly replaces?: number;
}

/** Numbers above it count nothing. */
const MAX_COUNT = 1_000;

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
    if (isNumber && named?.meanings[0]?.kind !== 'noun') return [];
    const all = (named?.meanings ?? []).flatMap((meaning) =>
      (meaning.kind === 'noun' || meaning.kind === 'verb') && !schema.isObject(meaning.relation.property)
        ? [meaning.relation.property]
        : [],
    );
    const own = [...new Set(all)];
    return isNumber ? own.filter((name) => schema.isNumber(name) && !schema.isTime(name)) : own;
  }

  /** A number without a unit that counts something. */
  numberAt(at: number): { readonly to: number; readonly bounds: readonly Bound[] } | undefined {
    const found = this.quantity(at);
    const isCount = found?.bounds.every(({ value }) => typeof value === 'number' && value <= MAX_COUNT);
    return found && isCount && !found.hasUnit ? found : undefined;
  }

  /** "How long did it last", "took longer than an hour". */
  isMeasuring(opening: Opening, at: number): boolean {
    const { language, lower, asked } = this;
    if (!language.is('measuring', lower[at]!) || this.lookup.spanAt(at)) return false;
    if (opening.measure !== undefined && (at === opening.to - 1 || language.data.nounsAreCapitalized)) return true;
    const isBetween = (text: string): boolean => language.is('articles', text) || language.is('locatives', text);
    const next = isBetween(lower[at + 1] ?? '') ? at + 2 : at + 1;
    const degree = language.degreeOf(lower[next] ?? '');
    return degree !== undefined && degree.degree !== 'positive' && asked.names.measures(degree.measure).length > 0;
  }

  /** True if a number with a unit follows. */
  hasUnitAt(at: number): boolean {
    return at < this.lower.length && this.quantity(at)?.hasUnit === true;
  }

  private quantity(at: number): Quantity | undefined {
    const { words, question } = this.asked;
    return quantityAt(words, at, question, this.language);
  }

  /** "23 April 1961", "58 metres", "more than 58 metres long", "between 1866 and 1872". */
  quantityAt(at: number): Amount | undefined {
    const found = this.quantity(at);
    if (!found) return undefined;
    const { to, bounds } = found;
    const value: Chunk = { from: at, to, meanings: [{ kind: 'value', values: bounds, cost: 0 }] };
    const adjective = this.language.degreeOf(this.lower[to] ?? '');
    const properties =
      adjective?.degree === 'positive' && adjective.measure !== 'time'
        ? this.asked.names.measures(this.lower[to]!)
        : [];
    if (properties.length === 0) return { chunks: [value], from: at, to };
    return { chunks: [value, { from: to, to: to + 1, meanings: verbs(properties) }], from: at, to: to + 1 };
  }

  /** "Longer than the Aurora", "as long as the Aurora", "the longest", "the most expensive", "hired last". */
  async degreeAt(at: number, before: readonly Chunk[], wants: Wants): Promise<Amount | undefined> {
    const { lower, language } = this;
    // "More performances than the Aurora": of a property that says how many.
    const than = this.nounThan(at);
    const figures = than ? this.figuresOf(than.noun, true) : [];
    if (than && figures.length > 0) return this.compared(than.other, figures, than.how, at);
    const adverb = await this.adverbAt(at, before, wants);
    if (adverb) return adverb;
    const { degrees } = language.data;
    const isHelped = Object.hasOwn(degrees.helpers, lower[at]!) || degrees.equal.includes(lower[at]!);
    const head = isHelped ? at + 1 : at;
    const found = lower[head] === undefined ? undefined : language.degreeOf(lower[head], isHelped ? lower[at] : '');
    if (!found) return this.extreme(at);
    const { degree, isMore, measure } = found;
    const { names } = this.asked;
    const isTime = measure === 'time';
    const own = isTime ? names.schema.starts : names.measures(measure);
    if (degree === 'superlative') {
      // "Who was hired last?": of the time that the verb tells.
      const last = before.at(-1);
      const times = this.figuresOf(last, false).filter((name) => names.schema.isTime(name));
      const isOfVerb = isTime && times.length > 0 && last?.to === at;
      const properties = isOfVerb ? times : own;
      const superlative = { at: head, most: isMore, properties };
      return { chunks: [], from: at, to: head + 1, superlative, ...(isOfVerb && { replaces: 1 }) };
    }
    // "Is the aperture of the one larger than that of the other?"
    const said = before.flatMap((chunk) => this.figuresOf(chunk, false));
    const isSaid = said.length > 0 && degree === 'comparative';
    const properties = isSaid ? said : own;
    const isEqual = degree === 'positive' && isHelped && degrees.equal.includes(lower[head + 1] ?? '');
    if (properties.length === 0 || (degree === 'positive' && !isEqual)) return undefined;
    const isThan = isEqual || degrees.than.includes(lower[head + 1] ?? '');
    if (!isThan) {
      // "Which is longer, the Aurora or the Ironside?"
      const isChoice = wants !== 'verdict' && lower.slice(head).some((word) => language.is('or', word));
      return isChoice
        ? { chunks: [], from: at, to: head + 1, superlative: { at: head, most: isMore, properties } }
        : undefined;
    }
    const other = this.nodeBehind(head + 2);
    if (other) {
      const made = await this.compared(other, properties, isEqual ? 'eq' : isMore ? 'gt' : 'lt', at);
      return isSaid && made ? { ...made, chunks: made.chunks.slice(1) } : made;
    }
    const value = isEqual ? undefined : this.quantity(head + 2);
    if (!value) return undefined;
    const how = isMore ? 'gt' : 'lt';
    const values = value.bounds.map((bound) => ({ ...bound, how: bound.how === 'eq' ? how : bound.how }) as const);
    const chunk: Chunk = { from: head + 2, to: value.to, meanings: [{ kind: 'value', values, cost: 0 }] };
    const verb: Chunk = { from: at, to: head + 1, meanings: verbs(properties) };
    return { chunks: isSaid ? [chunk] : [verb, chunk], from: at, to: value.to };
  }

  /** "Earns the most", "costs less than the Aurora": of the number that the verb before it tells. */
  private async adverbAt(at: number, before: readonly Chunk[], wants: Wants): Promise<Amount | undefined> {
    const { lower, language } = this;
    const { helpers, than } = language.data.degrees;
    const last = before.at(-1);
    if (!last || !Object.hasOwn(helpers, lower[at]!)) return undefined;
    const { schema } = this.asked.names;
    const isBeside = lower
      .slice(last.to, at)
      .every((word) => language.is('articles', word) || language.is('prepositions', word));
    const own = isBeside
      ? this.figuresOf(last, false).filter((name) => schema.isNumber(name) && !schema.isTime(name))
      : [];
    if (own.length === 0) return undefined;
    const [degree, most] = helpers[lower[at]!]!;
    const next = lower[at + 1] ?? '';
    // "Who earns more, Ada or Otto?"
    const isChoice =
      wants !== 'verdict' && !than.includes(next) && lower.slice(at).some((word) => language.is('or', word));
    if (degree === 'superlative' || isChoice) {
      if (this.lookup.nameAt(at + 1) || language.degreeOf(next)) return undefined;
      return { chunks: [], from: at, to: at + 1, superlative: { at, most, properties: own }, replaces: 1 };
    }
    const other = than.includes(next) ? this.nodeBehind(at + 2) : undefined;
    const made = other && (await this.compared(other, own, most ? 'gt' : 'lt', at));
    return made && { ...made, chunks: made.chunks.slice(1) };
  }

  /** "More patients than she": how many another one has. */
  countThan(
    at: number,
  ): { readonly noun: Named; readonly count: Count; readonly than: Node; readonly to: number } | undefined {
    const { noun, other, how } = this.nounThan(at) ?? {};
    const [than, ...more] = other?.meanings[0]?.kind === 'nodes' ? other.meanings[0].nodes : [];
    if (!than || more.length > 0 || !noun!.meanings.some(({ kind }) => kind === 'class')) return undefined;
    return { noun: noun!, count: { than, how: how! }, than, to: other!.to };
  }

  /** "More ships than the Line": what is compared, with whom, and which way. */
  private nounThan(at: number): { readonly noun: Named; readonly other: Chunk; readonly how: 'gt' | 'lt' } | undefined {
    const { helpers, than } = this.language.data.degrees;
    const helper = Object.hasOwn(helpers, this.lower[at]!) ? helpers[this.lower[at]!]! : undefined;
    const noun = helper?.[0] === 'comparative' ? this.lookup.nameAt(at + 1) : undefined;
    if (!noun || !than.includes(this.lower[noun.to] ?? '')) return undefined;
    const other = this.nodeBehind(noun.to + 1);
    return other && { noun, other, how: helper![1] ? 'gt' : 'lt' };
  }

  /** "The highest price": a superlative of any number. */
  private extreme(at: number): Amount | undefined {
    const { lower, highest } = { lower: this.lower[at]!, ...this.language.data.degrees };
    const has = (lines: readonly string[]): boolean => lines.some((line) => line.split(' ').includes(lower));
    const most = has(highest);
    if (!most && !has(this.language.data.degrees.lowest)) return undefined;
    if (this.figuresOf(this.lookup.nameAt(at + 1), false).length === 0) return undefined;
    return { chunks: [], from: at, to: at + 1, superlative: { at, most, properties: [] } };
  }

  /** "Before the Magpie", of a verb or noun that tells a time. */
  async momentAt(at: number, before: readonly Chunk[]): Promise<Amount | undefined> {
    const { language, lower } = this;
    const compared = language.comparisonAt(lower, at);
    const how = compared?.how;
    if (!compared || how === 'eq') return undefined;
    const other = this.nodeBehind(at + compared.length);
    if (!other) return undefined;
    const { schema } = this.asked.names;
    const told = this.figuresOf(before.at(-1), false).filter((name) => schema.isTime(name));
    const isDegree = Object.hasOwn(language.data.degrees.helpers, lower[at]!);
    const isTime = (language.is('decisive', lower[at]!) && !isDegree) || told.length > 0;
    if (!isTime) return undefined;
    const made = await this.compared(other, told.length > 0 ? told : schema.starts, how!, at);
    // The verb has said the property already.
    return made && told.length > 0 ? { ...made, chunks: made.chunks.slice(1) } : made;
  }

  /** The one node that is named right behind a place, articles and "that of" aside. */
  nodeBehind(at: number): Chunk | undefined {
    const { language, lower } = this;
    let from = at;
    for (let i = 0; i < 5; i++) {
      const node = this.lookup.nodeAt(from);
      if (node) return node.meanings[0]?.kind === 'nodes' ? node : undefined;
      const word = lower[from] ?? '';
      if (!language.is('articles', word) && !language.is('possessiveMarkers', word)) return undefined;
      from++;
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
    const given = meanings[0]?.kind === 'nodes' ? meanings[0].nodes : [];
    if (given.length !== 1) return undefined;
    const edges = await this.asked.nodes.edges(given[0]!);
    for (const property of properties) {
      const values = edges.flatMap(({ statement: { predicate, object } }) =>
        predicate === property && (typeof object === 'number' || typeof object === 'string') ? [object] : [],
      );
      if (values.length !== 1) continue;
      const chunks: Chunk[] = [
        { from: at, to: at + 1, meanings: verbs([property], 0) },
        { from: at + 1, to, meanings: [{ kind: 'value', values: [{ how, value: values[0]! }], cost: 0 }] },
      ];
      return { chunks, from: at, to, excluded: given };
    }
    return undefined;
  }
}

/** Data properties as verbs of their values. */
export const verbs = (properties: readonly string[], cost: number = COST.measure): Meaning[] =>
  properties.map((property) => ({ kind: 'verb', relation: figure(property), cost }));
