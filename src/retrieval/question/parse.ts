/** Second stage: words of a question as chunks: names of nodes and terms, values, comparisons; and what is left over. */
import type { Language } from '../language/language';
import type { Word } from '../language/words';
import type { Node } from '../knowledge/nodes';
import type { Asked } from './asked';
import { Amounts, verbs, type Amount } from './amounts';
import { Lookup } from './lookup';
import { coordinated, verbsJoined } from './coordinate';
import { figure, type Named } from './names';
import { openingOf, type Opening } from './opening';
import type { Chunk, Chunked, Count, Form, Joined, Meaning, Superlative } from './types';
import { COST, LIMIT } from './weights';

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
  /** Side of a verb on which the word that asks stands. */
  readonly role: 'agent' | 'patient' | undefined;
  /** Words without a meaning. */
  readonly unknownAt: readonly number[];
  /** True if words that change what is asked have been made nothing of. */
  readonly isUndecided: boolean;
  /** True if a pronoun stands for what is asked for: no verb may then do without its other side. */
  readonly hasDropped: boolean;
}

/** @returns undefined for what is no question that facts answer */
export async function parse(asked: Asked, paraphrases: readonly Paraphrase[] = []): Promise<Parsed | undefined> {
  const { words } = asked;
  if (words.length === 0 || words.length > LIMIT.words) return undefined;
  const lower = words.map(({ text }) => text.toLowerCase().replace(/['’]s?$/, ''));
  const { names } = asked;
  const found = openingOf(asked.question, words, lower, names.language);
  if (!found) return undefined;
  const { from } = found;
  const moment =
    found.asked === undefined && found.wants === 'node' ? names.language.phraseAt('moments', lower, from) : 0;
  const isNamed = moment > 0 && [from, from + moment - 2].some((at) => (names.at(words, at)?.to ?? 0) > from + moment);
  const opening: Opening =
    moment > 0 && !isNamed
      ? { ...found, wants: 'time', asking: { wants: 'time' }, asked: from, from: from + moment }
      : found;
  return new Parser(asked, lower, opening, paraphrases).run();
}

class Parser {
  private readonly language: Language;
  private readonly words: readonly Word[];
  private readonly chunks: Chunk[] = [];
  /** Words of grammar of which something has been made. */
  private readonly used = new Set<number>();
  private readonly unknownAt: number[] = [];
  private readonly negators = new Set<number>();
  private readonly excluded: Node[] = [];
  private readonly lookup: Lookup;
  private readonly amounts: Amounts;
  /** Verbs that say no more than `have` beside a noun. */
  private readonly supporting: number[] = [];
  private topic: { readonly nodes: readonly Node[] } | { readonly named: Named; readonly at: number } | undefined;
  private universal: number | undefined;
  private each: number | undefined;
  private isOfNone = false;
  private isVague = false;
  private hasDropped = false;
  private superlative: Superlative | undefined;
  private aggregate: Chunked['aggregate'];
  private isAge = false;
  private count: Count | undefined;
  private wants;

  constructor(
    private readonly asked: Asked,
    private readonly lower: readonly string[],
    private readonly opening: Opening,
    private readonly paraphrases: readonly Paraphrase[],
  ) {
    this.language = asked.names.language;
    this.words = asked.words;
    this.wants = opening.wants;
    this.lookup = new Lookup(asked, lower, () => this.wants);
    this.amounts = new Amounts(asked, lower, this.lookup);
  }

  async run(): Promise<Parsed | undefined> {
    const { opening, words } = this;
    const { asked, from, to, topic } = opening;
    if (topic > 0 && !this.readTopic(topic)) return undefined;
    if (asked !== undefined) {
      if (!opening.asking) return undefined;
      this.chunks.push({ from: asked, to: from, meanings: [{ kind: 'asked', cost: 0 }] });
      for (let i = asked; i < from; i++) this.used.add(i);
    }
    let at = this.verbFirst() ?? from;
    this.readOwner(at);
    while (at < to) {
      const next = await this.step(at);
      if (next === undefined) return undefined;
      at = next;
    }
    // "Was leitet …" is no English question.
    if (this.wants === 'verdict' && asked === undefined && !this.language.data.nounsAreCapitalized) {
      const [first] = this.chunks;
      if (first?.from === from + 1 && first.meanings.every(({ kind }) => kind === 'verb' || kind === 'noun'))
        return undefined;
    }
    const { asking } = opening;
    if (opening.isTotal && this.amounts.figuresOf(this.chunks[1], true).length > 0) this.aggregate ??= 'sum';
    if (this.supporting.length > 0 && !this.chunks.some(({ meanings }) => meanings.some(({ kind }) => kind === 'noun')))
      this.unknownAt.push(...this.supporting);
    const form: Form = {
      words,
      lower: this.lower,
      wants: this.wants,
      asking: asked,
      isDeterminer: asking?.isDeterminer === true || (asked === undefined && this.wants === 'node'),
      isWho: asking?.isWho === true && asking.isOwner !== true,
      isOwner: asking?.isOwner === true,
      isWhere: asking?.isWhere === true,
      fronted: opening.fronted,
      negators: this.negators,
      isStrict: this.lower.some((word) => this.language.is('both', word) && word !== 'either'),
      ...(this.universal !== undefined && { universal: this.universal }),
      ...(this.each !== undefined && { each: this.each }),
      ...(this.isOfNone && { isOfNone: true as const }),
    };
    const chunks = coordinated(this.denied(), this.asked.question, form, this.used, this.language);
    const joined = verbsJoined(chunks, form, this.used, this.language);
    this.useOwnWords(chunks);
    const { superlative, excluded, unknownAt } = this;
    const { sayings } = this.language.data;
    const isUndecided =
      this.isVague ||
      this.lower.some(
        (word, i) => i >= from && i < to && this.isDecisive(word) && !this.used.has(i) && !this.lookup.spanAt(i),
      );
    const { hasDropped } = this;
    return {
      form,
      sayings,
      chunks,
      superlative,
      ...(this.aggregate && { aggregate: this.aggregate }),
      ...(this.isAge && { isAge: true as const }),
      excluded,
      role: asking?.role,
      unknownAt,
      isUndecided,
      hasDropped,
      ...joined,
    };
  }

  private isDecisive(word: string): boolean {
    return this.language.is('decisive', word) || this.language.is('or', word);
  }

  /** "The Bruno: who owns it?" */
  private readTopic(end: number): boolean {
    for (let at = 0; at < end; at++) {
      const span = this.lookup.nodeAt(at);
      if (span) {
        this.topic = { nodes: span.meanings[0]!.kind === 'nodes' ? span.meanings[0]!.nodes : [] };
        return span.to === end;
      }
      const named = this.lookup.nameAt(at);
      if (named) {
        this.topic = { named, at };
        return named.to === end && named.meanings[0]!.kind === 'class';
      }
      if (!this.language.isGrammar(this.words[at]!) && this.language.phraseAt('openings', this.lower, at) === 0)
        return false;
    }
    return false;
  }

  /** "Arbeiten alle …": the verb comes first, with a capital. */
  private verbFirst(): number | undefined {
    const { from, asked } = this.opening;
    const [first, ...others] = this.words.slice(from);
    if (!this.language.data.nounsAreCapitalized || asked !== undefined || this.wants !== 'node' || !first)
      return undefined;
    const verb = { ...first, stem: this.language.stem(first.text.toLowerCase()), text: first.text.toLowerCase() };
    const name = this.asked.names.at([verb, ...others], 0);
    const meanings = name?.meanings.filter(({ kind }) => kind === 'verb') ?? [];
    if (!name || meanings.length === 0) return undefined;
    this.wants = 'verdict';
    this.chunks.push({ from, to: from + name.to, meanings });
    return from + name.to;
  }

  /** "Whose ship is it?": who owns it. */
  private readOwner(at: number): void {
    if (this.opening.asking?.isOwner !== true) return;
    const next = this.lookup.nameAt(at);
    if (next?.meanings[0]?.kind !== 'class') return;
    const { names } = this.asked;
    const [own] = this.language.words('owns');
    const verbs = own ? names.find([own]).filter(({ kind }) => kind === 'verb') : [];
    if (verbs.length > 0) this.chunks.push({ from: at - 0.5, to: at, meanings: verbs });
  }

  /** @returns the word to go on with; undefined if the question is not read */
  private async step(at: number): Promise<number | undefined> {
    const { lower, language, opening, words } = this;
    const word = lower[at]!;
    // "Is a vet a kind of person?"
    const link = this.wants === 'verdict' ? language.phraseAt('kindLinks', lower, at) : 0;
    if (link > 0) {
      this.use(at, at + link);
      return at + link;
    }
    const except = this.exceptionAt(at);
    if (except !== undefined) return except;
    const node = this.lookup.nodeAt(at);
    if (node) return this.take([node], node.to);
    const paraphrase = this.paraphrases.find(({ from }) => from === at);
    if (paraphrase) {
      const { from, to, meanings } = paraphrase;
      this.use(from, to);
      return this.take(meanings.length > 0 ? [{ from, to, meanings }] : [], to);
    }
    if (at === opening.measure) return this.measured(at);
    const happening = this.lookup.spanAt(at) ? 0 : language.phraseAt('happening', lower, at);
    if (happening > 0 && (this.wants === 'time' || happening > 1 || !this.lookup.nameAt(at))) return at + happening;
    const shared = await this.sameAt(at);
    if (shared !== undefined) return shared;
    const figured = this.aggregateAt(at);
    if (figured !== undefined) return figured;
    if (this.amounts.isMeasuring(this.opening, at)) return at + 1;
    // "Took at least 90 minutes".
    if (language.is('measuring', word) && this.amounts.hasUnitAt(at + 1)) {
      const meanings = verbs(this.asked.names.measures(language.data.duration));
      if (meanings.length > 0) return this.take([{ from: at, to: at + 1, meanings }], at + 1);
    }
    const again = this.again(at);
    if (again !== undefined) return again;
    const said = this.quantified(at);
    if (said !== undefined) return said === 'vague' ? undefined : said;
    const longest = this.lookup.nameAt(at);
    // "A full professor" is what the ontology calls so.
    const name = language.is('light', word) && longest?.to === at + 1 ? undefined : longest;
    // "First light", where the ontology has it: no first of anything.
    if (name && name.to > at + 1) return this.take([{ from: at, ...name }], name.to);
    const counted = this.countAt(at);
    if (counted !== undefined) return counted;
    const amount =
      (await this.amounts.degreeAt(at, this.chunks, this.wants)) ??
      (await this.amounts.momentAt(at, this.chunks)) ??
      this.amounts.quantityAt(at);
    if (amount && !(amount.superlative && this.superlative)) return this.takeAmount(amount);
    if (name) return this.take([{ from: at, ...name }], name.to);
    const pronoun = this.pronounAt(word, at);
    if (pronoun) return this.take(pronoun.length > 0 ? [{ from: at, to: at + 1, meanings: pronoun }] : [], at + 1);
    const nobody = this.wants === 'verdict' ? 0 : language.phraseAt('nobody', lower, at);
    if (nobody > 0) {
      const to = at + nobody;
      this.use(at, to);
      return this.take([{ from: at, to, meanings: [{ kind: 'any', cost: 0 }], isNegated: true }], to);
    }
    if (language.is('negators', word) || language.isNegated(words[at]!.text)) {
      this.negators.add(at);
      return at + 1;
    }
    if (language.is('anything', word) || language.is('people', word))
      return this.take([{ from: at, to: at + 1, meanings: [{ kind: 'any', cost: 0 }] }], at + 1);
    if (
      language.isGrammar(words[at]!) ||
      language.is('relatives', word) ||
      this.isDecisive(word) ||
      language.is('light', word)
    )
      return at + 1;
    const apart = this.separated(at);
    if (apart !== undefined) return apart;
    if (this.used.has(at)) return at + 1;
    // "The Meridian group": what it is, its name says.
    if (
      language.is('generic', word) &&
      this.chunks.at(-1)?.to === at &&
      this.chunks.at(-1)!.meanings[0]!.kind === 'nodes'
    )
      return at + 1;
    if (language.is('supporting', word)) this.supporting.push(at);
    else this.unknownAt.push(at);
    return at + 1;
  }

  /** "An optical one", "Of the reflectors, which one": of what has been named. */
  private again(at: number): number | undefined {
    const { language, topic, chunks } = this;
    if (!language.is('anything', this.lower[at]!)) return undefined;
    const last = chunks.at(-1);
    if (last?.to !== at) return undefined;
    if (last.meanings.some(({ kind }) => kind === 'class')) return at + 1;
    if (last.meanings[0]!.kind !== 'asked' || !topic || !('named' in topic)) return undefined;
    return this.take([{ from: at, to: at + 1, meanings: topic.named.meanings }], at + 1);
  }

  private use(from: number, to: number): void {
    for (let i = Math.ceil(from); i < to; i++) this.used.add(i);
  }

  /** "All", "every", "no" of a verdict; elsewhere it is not read, but at the beginning. */
  private quantified(at: number): number | 'vague' | undefined {
    const { language, lower } = this;
    const word = lower[at]!;
    if (language.is('all', word)) {
      this.use(at, at + 1);
      if (this.wants === 'count' && this.each === undefined && language.is('each', word)) {
        this.each = at;
        return at + 1;
      }
      if (this.wants === 'verdict' && this.universal === undefined) this.universal = at;
      // "Who leads all groups?" is not read; "name all devices" is.
      else if (this.wants === 'verdict' || this.chunks.some(({ meanings }) => meanings[0]!.kind !== 'asked'))
        return 'vague';
      return at + 1;
    }
    if (
      this.wants === 'verdict' &&
      language.is('no', word) &&
      this.universal === undefined &&
      this.chunks.length === 0
    ) {
      this.use(at, at + 1);
      this.universal = at;
      this.isOfNone = true;
      return at + 1;
    }
    return undefined;
  }

  private take(chunks: readonly Chunk[], to: number): number {
    const [first, ...rest] = chunks;
    if (first) {
      const { count } = this;
      const isThing = first.meanings.some(({ kind }) => kind === 'class' || kind === 'noun');
      this.chunks.push(count && isThing ? { ...first, count } : first, ...rest);
      if (isThing) this.count = undefined;
    }
    return to;
  }

  /** "How tall": of a property of that measure; of another noun that is named, the adjective says nothing more. */
  private measured(at: number): number {
    const { asked } = this;
    const own = asked.names.measures(this.lower[at]!);
    const later = this.words.flatMap((_, i) =>
      i > at && !this.lookup.spanAt(i) && !this.amounts.isMeasuring(this.opening, i)
        ? (this.lookup.nameAt(i)?.meanings ?? [])
        : [],
    );
    const isSaid = later.some(
      (meaning) =>
        (meaning.kind === 'noun' || meaning.kind === 'verb') && !asked.names.schema.isObject(meaning.relation.property),
    );
    this.use(at, at + 1);
    if (isSaid) return at + 1;
    const meanings = own.map((property): Meaning => ({ kind: 'noun', relation: figure(property), cost: COST.measure }));
    // "How old is the mill?": since it was built.
    const births = meanings.length === 0 && this.language.degreeOf(this.lower[at]!)?.measure === 'time';
    if (births) {
      this.isAge = true;
      for (const [i, property] of asked.names.schema.births.entries())
        meanings.push({ kind: 'noun', relation: figure(property), cost: COST.measure + i * COST.laterBirth });
    }
    if (meanings.length > 0) return this.take([{ from: at, to: at + 1, meanings }], at + 1);
    this.unknownAt.push(at);
    return at + 1;
  }

  private takeAmount({ chunks, from, to, superlative, excluded = [], replaces = 0 }: Amount): number {
    this.use(from, to);
    this.excluded.push(...excluded);
    if (replaces > 0) this.chunks.splice(this.chunks.length - replaces, replaces);
    this.chunks.push(...chunks);
    if (!superlative) return to;
    // "The largest population": the noun says of what.
    const next = this.lookup.nameAt(to);
    const own = this.amounts.figuresOf(next, false);
    // "What is the lowest price?", not "what has the lowest price".
    const { opening, language } = this;
    const isValue =
      opening.asked !== undefined &&
      opening.asking?.isWho !== true &&
      this.chunks.length === 1 &&
      next?.to === opening.to &&
      this.lower.slice(opening.from, from).every((word) => language.is('be', word) || language.is('articles', word));
    if (own.length > 0) this.superlative = { ...superlative, properties: own, ...(isValue && { isValue }) };
    else if (superlative.properties.length > 0) this.superlative = superlative;
    else this.isVague = true;
    return own.length > 0 ? next!.to : to;
  }

  /** "More than three ships", "two ships", "the most ships": how many there have to be of what follows. */
  private countAt(at: number): number | undefined {
    const { language, lower, amounts } = this;
    const word = lower[at]!;
    const isMost = language.is('most', word);
    if (isMost || language.is('fewest', word)) {
      const next = this.lookup.nameAt(at + 1);
      const own = amounts.figuresOf(next, true);
      if (own.length > 0 && !this.superlative) {
        // "The most seats" of `seats`, a number.
        this.superlative = { at, most: isMost, properties: own };
        this.use(at, at + 1);
        return next!.to;
      }
      if (!next?.meanings.some(({ kind }) => kind === 'class' || kind === 'noun')) return undefined;
      this.count = { most: isMost };
      this.use(at, at + 1);
      return at + 1;
    }
    const compared = amounts.countThan(at);
    if (compared) {
      const { noun, than, to } = compared;
      this.use(at, at + 1);
      this.use(noun.to, to);
      this.count = compared.count;
      this.excluded.push(than);
      this.take([{ from: at + 1, ...noun }], noun.to);
      return to;
    }
    const quantity = amounts.numberAt(at);
    if (!quantity || language.is('articles', lower[at - 1] ?? '')) return undefined;
    const next = this.lookup.nameAt(quantity.to);
    if (amounts.figuresOf(next, true).length > 0) return undefined;
    if (!next?.meanings.some(({ kind, cost }) => kind === 'class' || (kind === 'noun' && cost < 0.3))) return undefined;
    this.use(at, quantity.to);
    this.count = { bounds: quantity.bounds };
    return quantity.to;
  }

  /** "In the same town as Ada": of what she has it in, too; "the same price as": as much. */
  private async sameAt(at: number): Promise<number | undefined> {
    const { language, lower, amounts } = this;
    if (!language.is('same', lower[at]!)) return undefined;
    const from = at + 1 + language.phraseAt('counts', lower, at + 1);
    const noun = this.lookup.nameAt(from);
    if (!noun || !language.is('as', lower[noun.to] ?? '')) return undefined;
    const other = amounts.nodeBehind(noun.to + 1);
    const nodes = other?.meanings[0]?.kind === 'nodes' ? other.meanings[0].nodes : [];
    if (!other || nodes.length !== 1) return undefined;
    const figures = amounts.figuresOf(noun, false);
    const equal = figures.length > 0 ? await amounts.compared(other, figures, 'eq', at) : undefined;
    if (equal) return this.takeAmount(equal);
    if (from > at + 1) return undefined;
    this.use(at, other.to);
    this.excluded.push(...nodes);
    return this.take([{ from, ...noun, sameAs: nodes[0]! }], other.to);
  }

  /** "The average price", "the total cost of": the mean or the sum of what is told. */
  private aggregateAt(at: number): number | undefined {
    const { language, lower } = this;
    for (const [list, how] of [
      ['averages', 'mean'],
      ['totals', 'sum'],
    ] as const) {
      const to = at + language.phraseAt(list, lower, at);
      if (to === at || this.aggregate) continue;
      const next = language.is('articles', lower[to] ?? '') ? to + 1 : to;
      if (this.amounts.figuresOf(this.lookup.nameAt(next), true).length === 0) continue;
      this.aggregate = how;
      this.use(at, next);
      return next;
    }
    return undefined;
  }

  /** "Other than the Aurora". */
  private exceptionAt(at: number): number | undefined {
    const length = this.language.phraseAt('except', this.lower, at);
    if (length === 0) return undefined;
    const next = at + length;
    const node =
      this.lookup.nodeAt(next) ??
      (this.language.is('articles', this.lower[next] ?? '') ? this.lookup.nodeAt(next + 1) : undefined);
    if (node?.meanings[0]?.kind !== 'nodes') return undefined;
    // "Takes A but not B": of two that are alike, B is no answer anyhow.
    const last = this.chunks.at(-1);
    const types = last?.to === at && last.meanings[0]!.kind === 'nodes' ? last.meanings[0]!.nodes[0]!.types : [];
    if (node.meanings[0].nodes.some((each) => each.types.some((type) => types.includes(type)))) return undefined;
    this.excluded.push(...node.meanings[0].nodes);
    this.use(at, node.to);
    return node.to;
  }

  private pronounAt(word: string, at: number): readonly Meaning[] | undefined {
    const { language, topic, asked } = this;
    const [isSomeone, isSomething] = [language.is('someone', word), language.is('something', word)];
    if (!isSomeone && !isSomething) return undefined;
    if (topic && 'named' in topic) return topic.named.meanings;
    const { someone, something } = asked.pronouns;
    // "Who was charged with theft, but not convicted of it?"
    const named = this.chunks.flatMap(({ meanings }) => (meanings[0]!.kind === 'nodes' ? [meanings[0]!] : []));
    const isOfThing = isSomething && !isSomeone && this.opening.asking?.isWho === true;
    if (isOfThing && named.length === 1 && this.lower.slice(0, at).some((each) => language.is('contrast', each)))
      return named;
    // "The wife of the man who found it": of what is asked for.
    const isAgain = !topic && this.chunks.some(({ meanings }) => meanings[0]!.kind === 'class');
    const isNew = isAgain && (isSomeone ? someone : something).length === 0;
    if (isNew) {
      this.hasDropped = true;
      return [];
    }
    const nodes = topic ? topic.nodes : [...(isSomeone ? someone : []), ...(isSomething ? something : [])];
    return nodes.length === 1 || (topic && nodes.length > 0) ? [{ kind: 'nodes', nodes, cost: 0 }] : undefined;
  }

  /** "Stellt … her": the prefix of a verb ends its clause. */
  private separated(at: number): number | undefined {
    const { words, lower, asked, language } = this;
    for (let i = at + 1; i < words.length; i++) {
      const next = words[i + 1];
      const isLast = !next || /[,;]/.test(asked.question.slice(words[i]!.end, next.start));
      if (!language.is('separable', lower[i]!) || !isLast) continue;
      const meanings = asked.names.separated(words[i]!, words[at]!);
      if (meanings.length === 0) continue;
      this.chunks.push({ from: at, to: at + 1, meanings });
      this.use(i, i + 1);
      return at + 1;
    }
    return undefined;
  }

  /** The chunks, each one that is denied marked. */
  private denied(): Chunk[] {
    const denied = new Set<number>();
    for (const at of this.negators) {
      const next = this.chunks.findIndex(({ from }) => from > at);
      // German denies behind the verb: "gehört nicht".
      const found = next < 0 ? this.chunks.findLastIndex(({ to }) => to <= at) : next;
      if (found < 0) continue;
      denied.add(found);
      this.use(at, at + 1);
    }
    // "But does not live there", "noch nicht".
    if (denied.size > 0)
      for (const [i, word] of this.lower.entries()) {
        const isBefore = [...this.negators].some(
          (at) => at > i && (at === i + 1 || this.language.is('contrast', word)),
        );
        if (isBefore && (this.language.is('contrast', word) || this.language.is('nor', word))) this.use(i, i + 1);
      }
    return this.chunks.map((chunk, i) => (denied.has(i) ? { ...chunk, isNegated: true } : chunk));
  }

  /** "Named after": what a property's name says itself. */
  private useOwnWords(chunks: readonly Chunk[]): void {
    const { vocabulary } = this.asked.names.schema;
    for (const { from, to, meanings } of chunks) {
      const [first] = meanings;
      if (first?.kind !== 'verb' && first?.kind !== 'noun') continue;
      this.use(from, to);
      const labels = vocabulary.properties.get(first.relation.property)?.labels ?? [];
      if (labels.some((label) => label.toLowerCase().endsWith(` ${this.lower[to] ?? ''}`))) this.use(to, to + 1);
    }
  }
}
