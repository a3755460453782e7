/** Second stage: words of a question as chunks: names of nodes and terms, values, comparisons; and what is left over. */
import { POSSESSIVE } from '../language/words';
import type { Node } from '../knowledge/nodes';
import { Amounts, type Amount } from './amounts';
import type { Asked } from './asked';
import { aggregateAt, exceptionAt, isTotalAt, measuredAt, sameAt, type Same } from './beside';
import { coordinated, verbsJoined } from './coordinate';
import { countAt, receivedAt, repeatedAt } from './counts';
import { Lookup } from './lookup';
import { openingOf, type Opening } from './opening';
import { mergeBeginnings, mergeParts } from './parts';
import { isBesideFigure, passedAt } from './passed';
import { pronounAt } from './pronouns';
import { peopleAt } from './headcounts';
import { depletedAt, soldAt, stockedAt, talliedAt, tenureAt, workersAt } from './tallies';
import {
  isClass,
  isRelation,
  type Chunk,
  type Chunked,
  type Count,
  type Form,
  type Joined,
  type Meaning,
  type Superlative,
  type Wants,
} from './types';
import { LIMIT } from './weights';

/** Words read otherwise than names have them; without meanings they are passed over. */
export interface Paraphrase {
  readonly from: number;
  /** The end is not among them. */
  readonly to: number;
  readonly meanings: readonly Meaning[];
  /** Terms whose definitions say so. */
  readonly by: readonly string[];
}

export interface Parsed extends Chunked, Joined {
  /** Words without a meaning. */
  readonly unknownAt: readonly number[];
  /** True if words that change what is asked have been made nothing of. */
  readonly isUndecided: boolean;
  /** True if a pronoun stands for what is asked for: no verb may then do without its other side. */
  readonly hasDropped: boolean;
  /** A number is asked for by a verb: "how many people fit". */
  readonly isCapacity?: true;
  /** "Carried out", of what a noun names. */
  readonly performing?: Pick<Chunk, 'from' | 'to'>;
}

/** @returns undefined for what is no question that facts answer */
export async function parse(asked: Asked, paraphrases: readonly Paraphrase[] = []): Promise<Parsed | undefined> {
  const { words, question, names } = asked;
  if (words.length === 0 || words.length > LIMIT.words) return undefined;
  const lower = words.map(({ text }) => text.toLowerCase().replace(POSSESSIVE, ''));
  const opened = openingOf(question, words, lower, names, asked.isCounting);
  const { from } = opened;
  // "The date of the launch": when, unless the ontology has a name of that beginning.
  const moment =
    opened.asked === undefined && opened.wants === 'node' ? names.language.phraseAt('moments', lower, from) : 0;
  const isNamed = moment > 0 && [from, from + moment - 2].some((at) => (names.at(words, at)?.to ?? 0) > from + moment);
  const when = { wants: 'time', asking: { wants: 'time' }, asked: from, from: from + moment } as const;
  const opening: Opening = moment > 0 && !isNamed ? { ...opened, ...when } : opened;
  return new Parser(asked, lower, opening, paraphrases).run();
}

/** Readings of words ahead of their names, the first one that fits; one without meanings passes over its words. */
const SPECIAL = [talliedAt, stockedAt, soldAt, workersAt, receivedAt, tenureAt] as const;

class Parser {
  readonly chunks: Chunk[] = [];
  /** Words of grammar of which something has been made. */
  private readonly used = new Set<number>();
  private readonly unknownAt: number[] = [];
  private readonly negators = new Set<number>();
  private readonly excluded: Node[] = [];
  readonly lookup: Lookup;
  readonly amounts: Amounts;
  /** Verbs that say no more than `have` beside a noun. */
  private readonly supporting: number[] = [];
  /** Nodes named before the question: pronouns stand for them. */
  private readonly topic: readonly Node[];
  private universal: number | undefined;
  /** Place of what all are meant of, in a question that is no verdict. */
  private all: number | undefined;
  private isOfNone = false;
  private each: number | undefined;
  private hasDropped = false;
  private superlative: Superlative | undefined;
  private aggregate: Chunked['aggregate'];
  private isAge = false;
  private isDirect = false;
  private count: Count | undefined;
  /** Words behind `than`, of the other count. */
  private rival: Pick<Chunk, 'from' | 'to'> | undefined;
  private performing: Parsed['performing'];
  /** Place of `only`, until what it is said of. */
  private only: number | undefined;
  wants: Wants;

  constructor(
    readonly asked: Asked,
    readonly lower: readonly string[],
    readonly opening: Opening,
    private readonly paraphrases: readonly Paraphrase[],
  ) {
    this.wants = opening.wants;
    this.lookup = new Lookup(asked, lower, () => this.wants);
    this.amounts = new Amounts(asked, lower, this.lookup);
    const start = opening.topic > 0 ? asked.words[opening.topic]!.start : 0;
    this.topic = asked.named.filter(({ end }) => end <= start).flatMap(({ nodes }) => nodes);
  }

  private get language() {
    return this.asked.names.language;
  }

  async run(): Promise<Parsed | undefined> {
    const { opening, language, lower } = this;
    const { asked, asking, from, to, topic } = opening;
    if ((topic > 0 && this.topic.length === 0) || (asked !== undefined && !asking)) return undefined;
    if (asked !== undefined) this.chunks.push({ from: asked, to: from, meanings: [{ kind: 'asked', cost: 0 }] });
    for (let i = asked ?? from; i < from; i++) this.used.add(i);
    for (let at: number | undefined = this.verbFirst() ?? from; at < to;) {
      at = await this.step(at);
      if (at === undefined) return undefined;
    }
    // "Are only terriers treated by Odd?" asks about all whom he treats, which is not read.
    if (this.only !== undefined) return undefined;
    const use = (chunk: Pick<Chunk, 'from' | 'to'>): unknown => this.use(chunk.from, chunk.to);
    mergeBeginnings(this.chunks, this.asked);
    mergeParts(this.chunks, this.amounts, use);
    const isSummed = opening.isTotal || lower.some((_, at) => at >= from && at < to && isTotalAt(at, this));
    const isCount = this.wants === 'count';
    const summed = isCount ? this.chunks.slice(1, 2) : this.wants === 'verdict' ? [] : this.chunks;
    if (isSummed && summed.some((chunk) => this.amounts.figuresOf(chunk, isCount).length > 0)) this.aggregate ??= 'sum';
    // "What is the average fare?": of all that have one.
    const [figures, ...owners] = this.chunks.slice(asked === undefined ? 0 : 1);
    if (this.aggregate && figures && owners.length === 0)
      this.chunks.push({ from: to, to, meanings: [{ kind: 'any', cost: 0 }] });
    const isSaid = (chunk: Chunk): boolean =>
      chunk.meanings.some(({ kind }) => kind === 'noun') || this.amounts.figuresOf(chunk, false).length > 0;
    if (!this.chunks.some(isSaid)) this.unknownAt.push(...this.supporting);
    const { wants, negators, universal } = this;
    // "Was leitet …" is no English question; "is fasting required for the test?" is one.
    const isFlag = (each: Meaning): boolean =>
      each.kind === 'noun' && this.asked.names.schema.isFlag(each.relation.property);
    const first = this.chunks[0]?.from === from + 1 ? this.chunks[0].meanings : [];
    const isVerbFirst = first.length > 0 && first.every(isRelation) && !first.some(isFlag);
    if (wants === 'verdict' && asked === undefined && isVerbFirst && !language.data.nounsAreCapitalized)
      return undefined;
    if (language.is('topical', lower[to - 1] ?? '') && !this.used.has(to - 1)) return undefined;
    const form: Form = {
      words: this.asked.words,
      lower: lower.slice(0, to),
      wants,
      isDeterminer: asking?.isDeterminer === true || (asked === undefined && wants === 'node'),
      isWho: asking?.isWho === true && asking.isOwner !== true,
      isObject: asking?.isObject === true,
      isThing: asking?.preposition !== undefined,
      isOwner: asking?.isOwner === true,
      isWhere: asking?.isWhere === true,
      moment: asking?.moment,
      fronted: opening.fronted,
      negators,
      isStrict: lower.some((word) => language.is('both', word) && word !== 'either'),
      ...(universal !== undefined && { universal }),
      ...(this.all !== undefined && { all: this.all }),
      ...(this.isOfNone && { isOfNone: true as const }),
      ...(this.each !== undefined && { each: this.each }),
    };
    const chunks = coordinated(this.denied(), this.asked.question, form, this.used, language);
    const joined = verbsJoined(chunks, form, this.used, language);
    this.useOwnWords(chunks);
    return {
      ...joined,
      form,
      sayings: language.data.sayings,
      chunks,
      superlative: this.superlative,
      ...(this.aggregate && { aggregate: this.aggregate }),
      ...(this.isAge && { isAge: true as const }),
      ...(this.isDirect && { isDirect: true as const }),
      excluded: this.excluded,
      unknownAt: this.unknownAt,
      isUndecided:
        this.superlative?.properties.length === 0 ||
        // "Who has both dogs?"
        (lower.some(language.oneOf('pairs')) && !lower.some(language.oneOf('and'))) ||
        lower.some(
          (word, i) =>
            i >= from &&
            i < to &&
            (this.isDecisive(word) || this.isElsewhere(chunks, word, i)) &&
            !this.used.has(i) &&
            !this.lookup.spanAt(i) &&
            !this.isSaidBy(chunks, word, lower[i + 1] ?? '') &&
            !chunks.some((chunk) => chunk.from <= i && i < chunk.to && chunk.meanings.some(isClass)),
        ),
      hasDropped: this.hasDropped,
      ...(opening.isCapacity && { isCapacity: true as const }),
      ...(this.performing && { performing: this.performing }),
    };
  }

  private isDecisive(word: string): boolean {
    return this.language.isAny(word, 'decisive', 'or');
  }

  /** "Liegt die Halle unter dem Dach?" of `liegt unter`; "a wall around them". */
  private isSaidBy(chunks: readonly Chunk[], word: string, next: string): boolean {
    const { language } = this;
    const isSaid = chunks.some(({ meanings }) => this.hasLabel(meanings, (label) => label.includes(word)));
    return language.is('prepositions', word) && (isSaid || language.is('something', next));
  }

  /** "Lives behind the mill", where something is called `lives in`. */
  private isElsewhere(chunks: readonly Chunk[], word: string, at: number): boolean {
    const { language } = this;
    const isPlaced = (label: readonly string[]): boolean => language.is('locatives', label.at(-1)!);
    const isBehind = chunks.some(({ to, meanings }) => to === at && this.hasLabel(meanings, isPlaced));
    return isBehind && language.is('spatial', word) && !this.lookup.isTimeAt(at) && !this.isSaidBy(chunks, word, '');
  }

  private hasLabel(meanings: readonly Meaning[], test: (label: readonly string[]) => boolean): boolean {
    const { properties } = this.asked.names.schema.vocabulary;
    return meanings.some(
      (each) =>
        isRelation(each) && properties.get(each.relation.property)!.labels.some((label) => test(label.split(' '))),
    );
  }

  /** "Arbeiten alle …": the verb comes first, with a capital. */
  private verbFirst(): number | undefined {
    const { from, asked } = this.opening;
    const [first, ...others] = this.asked.words.slice(from);
    if (!this.language.data.nounsAreCapitalized || asked !== undefined || this.wants !== 'node' || !first)
      return undefined;
    const { names, words } = this.asked;
    // "Gib mir die Telefonnummer …", "Telefonnummer von Ada": a noun has its capital anywhere.
    const isNoun = from > 0 || names.at(words, 0)?.meanings.some(({ kind, cost }) => kind !== 'verb' && cost === 0);
    if (isNoun && this.language.isNoun(first.text)) return undefined;
    const text = first.text.toLowerCase();
    const name = names.at([{ ...first, stem: this.language.stem(text), text }, ...others], 0);
    const meanings = name?.meanings.filter(({ kind }) => kind === 'verb') ?? [];
    if (!name || meanings.length === 0) return undefined;
    this.wants = 'verdict';
    return this.take([{ from, to: from + name.to, meanings }], from + name.to);
  }

  /** @returns the word to go on with; undefined if the question is not read */
  private async step(at: number): Promise<number | undefined> {
    const { lower, language, chunks } = this;
    const word = lower[at]!;
    const any: Meaning = { kind: 'any', cost: 0 };
    if (at === this.rival?.from) return this.use(at, this.rival.to);
    // "Is a vet a kind of person?"
    const link = this.wants === 'verdict' ? language.phraseAt('kindLinks', lower, at) : 0;
    if (link > 0) return this.use(at, at + link);
    const except = exceptionAt(at, this);
    if (except) {
      this.excluded.push(...except.nodes);
      return this.use(at, except.to);
    }
    const node = this.lookup.nodeAt(at);
    if (node) return this.take([node], node.to);
    const none = depletedAt(at, this);
    if (none?.meanings.length === 0) this.unknownAt.push(at);
    let told = none;
    for (const special of SPECIAL) told ??= special(at, this);
    if (told) return this.take(told.meanings.length > 0 ? [told] : [], this.use(at, told.to));
    const counted = (await peopleAt(at, this)) ?? repeatedAt(at, this);
    if (counted) return this.takeAmount(at, counted);
    const paraphrase = this.paraphrases.find(({ from }) => from === at);
    if (paraphrase) {
      const { to, meanings } = paraphrase;
      this.use(at, to);
      return this.take(meanings.length > 0 ? [{ from: at, to, meanings }] : [], to);
    }
    if (at === this.opening.measure) {
      const { isAge, chunk } = measuredAt(at, this);
      this.use(at, at + 1);
      this.isAge = isAge;
      if (chunk === 'unknown') this.unknownAt.push(at);
      else if (chunk) this.take([chunk], at + 1);
      return at + 1;
    }
    const longest = this.lookup.nameAt(at);
    const passed = passedAt(at, this, longest);
    if (passed !== undefined) return passed;
    const denied = longest ? [] : this.deniedAt(at);
    if (denied.length > 0) return this.take([{ from: at, to: at + 1, meanings: denied, isNegated: true }], at + 1);
    // "A piece of equipment".
    const isPiece = language.is('pieces', word) && language.is('possessiveMarkers', lower[at + 1] ?? '');
    const whole = isPiece ? this.lookup.nameAt(at + 2) : undefined;
    if (whole?.meanings.some(isClass)) return this.take([{ from: at, ...whole }], whole.to);
    const same = await sameAt(at, this);
    if (same) return this.takeSame(at, same);
    const aggregate = aggregateAt(at, this);
    if (aggregate) {
      this.aggregate = aggregate.how;
      return this.use(at, aggregate.to);
    }
    if (this.wants === 'verdict' && language.is('neither', word)) {
      this.isOfNone = true;
      return this.use(at, at + 1);
    }
    if (this.wants === 'verdict' && language.is('no', word) && chunks.length === 0) {
      this.isOfNone = true;
      this.universal = at;
      return this.use(at, at + 1);
    }
    if (language.is('all', word)) {
      if (this.wants === 'count' && language.is('each', word) && this.each === undefined) {
        this.each = at;
        return this.use(at, at + 1);
      }
      const isSum = this.opening.isTotal || this.aggregate !== undefined;
      if (this.universal !== undefined || this.all !== undefined) return undefined;
      // "Do all the clubs have a sponsor?"
      const to = language.is('articles', lower[at + 1] ?? '') ? at + 2 : at + 1;
      if (this.wants === 'verdict') this.universal = to - 1;
      else if (!isSum) this.all = to;
      return this.use(at, to);
    }
    // "Reports directly to", "the direct successor"; not "did she direct it".
    const isAdverb =
      language.is('light', word) || (language.is('articles', lower[at - 1] ?? '') && this.lookup.nameAt(at + 1));
    if (language.is('direct', word) && isAdverb && (longest?.to ?? 0) <= at + 1) {
      this.isDirect = true;
      return this.use(at, at + 1);
    }
    // "A full professor" is what the ontology calls so; "worth 6 credits" has them.
    // "Available", where something is called so; not "call" of `on call`.
    const { schema } = this.asked.names;
    const isOwn = longest?.meanings.some(
      (each) =>
        isRelation(each) &&
        each.cost === 0 &&
        schema.labelsOf(each.relation.property).some((label) => !label.includes(' ')),
    );
    const isLight =
      (language.is('light', word) && !isOwn) || (language.is('supporting', word) && isBesideFigure(at, this, longest));
    const name = isLight && longest?.to === at + 1 ? undefined : longest;
    // "Is Ada the father of Ben?": that she is a parent of his is not enough.
    const isGendered = language.is('gendered', word) && !this.asked.names.vocabularyWords.has(word);
    if (this.wants === 'verdict' && isGendered) {
      this.unknownAt.push(at);
      return at + 1;
    }
    // "First light", where the ontology has it: no first of anything.
    if (name && name.to > at + 1) return this.take([{ from: at, ...name }], name.to);
    const counting = countAt(at, this);
    if (counting && 'chunks' in counting) return this.takeAmount(at, counting);
    if (counting) {
      this.count = counting.count;
      this.rival ??= counting.rival;
      return this.use(at, counting.to);
    }
    const amount = await this.amounts.at(at, chunks, this.wants);
    if (amount && !(amount.superlative && this.superlative)) return this.takeAmount(at, amount);
    if (name) return this.take([{ from: at, ...name }], name.to);
    const pronoun = this.pronounAt(at);
    if (pronoun !== undefined) {
      if (pronoun === 'dropped') this.hasDropped = true;
      else if (pronoun === 'open') this.unknownAt.push(at);
      else this.take([{ from: at, to: at + 1, meanings: pronoun }], at + 1);
      return at + 1;
    }
    const performing = language.phraseAt('performing', lower, at);
    if (performing > 0 && !this.performing) {
      this.performing = { from: at, to: at + performing };
      return at + performing;
    }
    if (language.is('only', word) && !this.isOnlyBefore(at)) this.only = at;
    if (language.is('else', word)) this.excluded.push(...this.asked.pronouns.last);
    const nobody = this.wants === 'verdict' ? 0 : language.phraseAt('nobody', lower, at);
    if (nobody > 0)
      return this.take([{ from: at, to: at + nobody, meanings: [any], isNegated: true }], this.use(at, at + nobody));
    if (language.is('negators', word) || language.isNegated(this.asked.words[at]!.text)) this.negators.add(at);
    else if (language.is('everything', word)) {
      // "List everything by Ada", not "who likes everything".
      if (this.wants === 'verdict' || this.all !== undefined) return undefined;
      this.all = at;
      return this.take([{ from: at, to: at + 1, meanings: [any] }], at + 1);
    } else if (language.isAny(word, 'anything', 'people'))
      return this.take([{ from: at, to: at + 1, meanings: [any] }], at + 1);
    else if (this.isNameAt(at)) this.unknownAt.push(at);
    else if (
      !language.isGrammar(this.asked.words[at]!) &&
      !language.is('relatives', word) &&
      !language.is('light', word) &&
      !this.isDecisive(word)
    )
      (language.is('supporting', word) ? this.supporting : this.unknownAt).push(at);
    return at + 1;
  }

  /** "What did May write?": no word of grammar is written with a capital. */
  private isNameAt(at: number): boolean {
    const { asked, lower, opening, language } = this;
    const { words, question } = asked;
    const isCapital = (i: number): boolean => /^\p{Lu}/u.test(words[i]!.text) && !language.is('capitalized', lower[i]!);
    const isWritten = lower.some((_, i) => i >= opening.from && !isCapital(i));
    const isFirst = at === opening.from || /[.?!:]/.test(question.slice(words[at - 1]!.end, words[at]!.start));
    return !isFirst && isCapital(at) && isWritten && !language.data.nounsAreCapitalized;
  }

  private use(from: number, to: number): number {
    for (let i = from; i < to; i++) this.used.add(i);
    return to;
  }

  private take([first]: readonly Chunk[], to: number): number {
    if (!first) return to;
    const isCounted = this.count !== undefined && first.meanings.some(isThing);
    const limited = this.only === undefined ? undefined : this.limited(first, this.only);
    if (limited) this.used.add(this.only!);
    const own = limited ?? first;
    // "Does every room …": of the rooms.
    const isOfAll = this.universal !== undefined && this.universal + 1 === own.from && own.meanings.some(isClass);
    // "On which floor": a floor, and nothing that has one.
    const [asked, ...others] = this.chunks;
    const isAsked =
      this.language.data.nounsAreCapitalized &&
      this.opening.asking?.isDeterminer &&
      asked?.to === own.from &&
      others.length === 0 &&
      own.to === own.from + 1 &&
      this.amounts.figuresOf(own, false).length > 0;
    const chunk = isOfAll ? { ...own, meanings: own.meanings.filter(isClass) } : own;
    this.chunks.push({
      ...chunk,
      // As a verb it would say nothing of how many.
      ...((isCounted || (isAsked && own.meanings.some(isThing))) && { meanings: chunk.meanings.filter(isThing) }),
      ...(isCounted && { count: this.count! }),
      ...(limited && { isOnly: true }),
    });
    if (isCounted) this.count = undefined;
    if (limited) this.only = undefined;
    return to;
  }

  /**
   * Returns a chunk as that of which `only` is said, a verb aside: "uses only A", "only works on lasers". Of which class
   * nothing but its members is told has to be said by a verb before it.
   */
  private limited(chunk: Chunk, only: number): Chunk | undefined {
    const { chunks } = this;
    const isVerb = ({ meanings }: Chunk): boolean => meanings.some(({ kind }) => kind === 'verb');
    if (!chunks.every((each) => each.from < only || isVerb(each))) return undefined;
    if (chunk.meanings[0]!.kind === 'nodes') return chunk;
    const meanings = this.wants === 'verdict' || !chunks.some(isVerb) ? [] : chunk.meanings.filter(isClass);
    return meanings.length > 0 && !isVerb(chunk) ? { ...chunk, meanings } : undefined;
  }

  /** "Unpaid": truth values that the word denies. */
  private deniedAt(at: number): readonly Meaning[] {
    const { names } = this.asked;
    const word = names.language.deniedBy(this.asked.words[at]!.text);
    const named = word && !this.lookup.spanAt(at) ? names.find([word]) : [];
    return named.filter((each) => each.kind === 'noun' && names.schema.isFlag(each.relation.property));
  }

  /** "Flies jets only": said of what stands before. */
  private isOnlyBefore(at: number): boolean {
    const { chunks } = this;
    const last = chunks.at(-1);
    const isEnd = last?.to === at && at + 1 === this.opening.to;
    const limited = isEnd ? this.limited(last, at) : undefined;
    if (!limited) return false;
    this.used.add(at);
    chunks[chunks.length - 1] = { ...limited, isOnly: true };
    return true;
  }

  private takeSame(at: number, { to, as, ...same }: Same): number {
    if (same.amount) return this.takeAmount(at, same.amount);
    this.excluded.push(as);
    this.use(at, to);
    return this.take([{ ...same.chunk, sameAs: as }], to);
  }

  private takeAmount(at: number, { chunks, to, superlative, excluded = [], replaces }: Amount): number {
    this.excluded.push(...excluded);
    if (replaces) this.chunks.pop();
    this.chunks.push(...chunks);
    // "The oldest hall holds the most people": two are not read.
    if (superlative) this.superlative = this.superlative ? { ...superlative, properties: [] } : superlative;
    return this.use(at, to);
  }

  private pronounAt(at: number): ReturnType<typeof pronounAt> {
    const { language, lower, chunks, topic, opening } = this;
    const isWho = opening.asking?.isWho === true;
    return pronounAt(at, { language, lower, chunks, topic, to: opening.to, isWho, mentioned: this.asked.pronouns });
  }

  /** The chunks, each one that is denied marked. */
  private denied(): Chunk[] {
    const { chunks, negators, lower, language } = this;
    const denied = new Set<number>();
    for (const at of negators) {
      const next = chunks.findIndex(({ from }) => from > at);
      // German denies behind the verb: "gehört nicht".
      denied.add(next < 0 ? chunks.findLastIndex(({ to }) => to <= at) : next);
      this.use(at, at + 1);
    }
    // "But does not live there", "noch nicht".
    for (const [i, word] of lower.entries()) {
      const isContrast = language.is('contrast', word);
      const isBefore = [...negators].some((at) => at > i && (at === i + 1 || isContrast));
      if (isBefore && (isContrast || language.is('nor', word))) this.use(i, i + 1);
    }
    return chunks.map((chunk, i) => (denied.has(i) ? { ...chunk, isNegated: true } : chunk));
  }

  /** "Named after": what a property's name says itself. */
  private useOwnWords(chunks: readonly Chunk[]): void {
    const { vocabulary } = this.asked.names.schema;
    for (const { from, to, meanings } of chunks) {
      const [first] = meanings;
      if (!first || !isRelation(first)) continue;
      this.use(from, to);
      const labels = vocabulary.properties.get(first.relation.property)!.labels;
      if (labels.some((label) => label.toLowerCase().endsWith(` ${this.lower[to] ?? ''}`))) this.use(to, to + 1);
    }
  }
}

const isThing = ({ kind }: Meaning): boolean => kind === 'class' || kind === 'noun';
