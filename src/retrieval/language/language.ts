/** Languages of questions: forms of words, and what words do in a sentence, by the data of a language. */
import { newStemmer } from 'snowball-stemmers';
import { detached } from '../../util/text';
import { LANGUAGES, phrases, record, words, type Asking, type LanguageData, type ThesaurusData } from './data';
import { IrregularForms } from './irregular';
import { Thesaurus } from './thesaurus';
import { stemOf, wordsOf, type Word } from './words';

const MAX_STEMS = 20_000;
/** Maximum characters of a word whose stem is kept. */
const MAX_KEPT = 60;
/** Maximum characters of a word that has a stem. The stemmer takes quadratic time; longer ones are no words. */
const MAX_STEMMED = 200;
/** Maximum words of a phrase. */
const MAX_PHRASE = 7;

type ListOf<T> = { [K in keyof T]: T[K] extends readonly string[] ? K : never }[keyof T];
type Lists = ListOf<LanguageData>;

interface Degree {
  readonly degree: 'positive' | 'comparative' | 'superlative';
  /** More of the measure is meant, not less: `longer`, not `shorter`. */
  readonly isMore: boolean;
  /** Adjective that stands for the measure, or `time`. */
  readonly measure: string;
}

export class Language {
  readonly tag: string;
  private readonly participle: RegExp | undefined;
  private readonly ending: RegExp | undefined;
  private readonly infinitive: readonly [RegExp, string] | undefined;
  private readonly stems = new Map<string, string>();
  private readonly stemmer;
  private readonly irregular: IrregularForms;
  private readonly lists = new Map<string, ReadonlySet<string>>();
  private readonly adjectives: ReadonlyMap<string, readonly [boolean, string]>;
  private readonly ordinals: readonly (readonly [string, string])[];
  private owning: ReadonlySet<string> | undefined;
  private readonly negatedBeginning: RegExp;
  private readonly negatedEnding: RegExp | undefined;
  private readonly pastParticiple: RegExp | undefined;
  private thesaurusMade: Thesaurus | undefined;
  private everydayMade: ReadonlySet<string> | undefined;

  constructor(
    readonly data: LanguageData,
    private readonly thesaurusData: ThesaurusData,
  ) {
    this.tag = data.tag;
    this.stemmer = newStemmer(data.stemmer);
    this.irregular = new IrregularForms(data);
    this.ordinals = [...record(data.ordinals)];
    if (data.participle !== null) this.participle = new RegExp(data.participle, 'u');
    if (data.infinitive !== null) this.infinitive = [new RegExp(data.infinitive[0], 'u'), data.infinitive[1]];
    if (data.ending !== null) this.ending = new RegExp(data.ending, 'u');
    this.negatedBeginning = new RegExp(data.negatedBeginning, 'iu');
    if (data.negatedEnding !== null) this.negatedEnding = new RegExp(data.negatedEnding, 'iu');
    if (data.pastParticiple !== null) this.pastParticiple = new RegExp(data.pastParticiple, 'u');
    const { more, less } = data.degrees;
    this.adjectives = new Map([
      ...[...record(more)].map(([word, measure]): [string, [boolean, string]] => [word, [true, measure]]),
      ...[...record(less)].map(([word, measure]): [string, [boolean, string]] => [word, [false, measure]]),
    ]);
  }

  /** Built at the first question: stemming takes a noticeable part of the start. */
  get thesaurus(): Thesaurus {
    return (this.thesaurusMade ??= new Thesaurus(
      this.thesaurusData,
      (word) => this.stem(word),
      !this.data.nounsAreCapitalized,
    ));
  }

  /** Verbs for making anything, the most general first. */
  get making(): readonly { readonly stem: string; readonly isTurned: boolean }[] {
    const stems = words(this.data.making).map((verb) => this.stem(verb));
    const alike = stems.flatMap((stem) => this.thesaurus.verbsLike(stem)).filter(({ isTurned }) => !isTurned);
    return [...stems.map((stem) => ({ stem, isTurned: false })), ...alike];
  }

  /** Stems of all words that the language's lists and its thesaurus have. */
  get everydayStems(): ReadonlySet<string> {
    return (this.everydayMade ??= new Set(
      [
        ...words(
          Object.values(this.data)
            .flat()
            .filter((line) => typeof line === 'string'),
        ),
        ...this.thesaurus.words,
      ]
        .flatMap((word) => word.split(':'))
        .map((word) => this.stem(word)),
    ));
  }

  /** True if a word is in a list of the language. */
  is(list: Lists, word: string): boolean {
    let set = this.lists.get(list);
    if (!set) this.lists.set(list, (set = new Set(words(this.data[list]))));
    return set.has(word);
  }

  isAny(word: string, ...lists: readonly Lists[]): boolean {
    return lists.some((list) => this.is(list, word));
  }

  /** Returns a test for the words of some lists. */
  oneOf(...lists: readonly Lists[]): (word?: string) => boolean {
    return (word = '') => this.isAny(word, ...lists);
  }

  /** Returns the length of the longest phrase of a list that begins at a word; 0 if none does. */
  phraseAt(list: Lists, lower: readonly string[], at: number): number {
    return this.longest(`${list} phrases`, this.data[list], lower, at);
  }

  /** Returns what compares a value, before it (`more than`) or behind (`or more`), with the number of its words. */
  comparisonAt(lower: readonly string[], at: number, list: 'comparisons' | 'orMore' = 'comparisons') {
    const found = Object.entries(this.data[list]).map(([how, each]) => ({
      how: how as keyof LanguageData['comparisons'],
      length: this.longest(`${list} ${how}`, each, lower, at),
    }));
    const best = found.reduce((one, other) => (other.length > one.length ? other : one));
    return best.length > 0 ? best : undefined;
  }

  /** Returns how a question is asked by the words from a place on. */
  askingAt(lower: readonly string[], at: number): { readonly asking: Asking; readonly length: number } | undefined {
    for (let length = 3; length > 0; length--) {
      const phrase = lower.slice(at, at + length).join(' ');
      if (at + length <= lower.length && Object.hasOwn(this.data.asking, phrase))
        return { asking: this.data.asking[phrase]!, length };
    }
    return undefined;
  }

  private longest(key: string, list: readonly string[], lower: readonly string[], at: number): number {
    let set = this.lists.get(key);
    if (!set) this.lists.set(key, (set = new Set(phrases(list))));
    for (let length = Math.min(MAX_PHRASE, lower.length - at); length > 0; length--) {
      if (set.has(lower.slice(at, at + length).join(' '))) return length;
    }
    return 0;
  }

  /** Returns what forms of a word share. Where nouns are capitalized, only other words have forms of verbs. */
  stem(word: string): string {
    const lower = word.toLowerCase();
    if (lower.length > MAX_STEMMED) return lower;
    if (this.tag === 'en') return stemOf(lower);
    const isNoun = this.data.nounsAreCapitalized && lower !== word;
    const key = isNoun ? word : lower;
    const known = this.stems.get(key);
    if (known !== undefined) return known;
    const base =
      this.irregular.baseOf(lower, isNoun) ??
      ((!isNoun && this.participle?.exec(lower)?.slice(1, 3).join('')) || lower);
    const { infinitive } = this;
    const form = infinitive === undefined || isNoun ? base : base.replace(...infinitive);
    let stem = this.stemmer.stem(form).normalize('NFKD').replace(/\p{M}/gu, '');
    if (!isNoun && this.ending) for (let was = ''; was !== stem;) [was, stem] = [stem, stem.replace(this.ending, '$1')];
    if (this.stems.size < MAX_STEMS && key.length <= MAX_KEPT) this.stems.set(detached(key), detached(stem));
    return stem;
  }

  /** Stems that a noun of what an adjective or participle measures may have: `value` of `valuable`. */
  nounStems(adjective: string): readonly string[] {
    const stem = this.stem(adjective);
    const { adjectival } = this.data;
    const own = adjectival === null ? [stem] : [stem, stem.replace(new RegExp(adjectival, 'u'), '')];
    return [...own, ...this.nounsOfVerb(adjective)];
  }

  /** Stems of nouns of a verb, by a participle: `citation` and `cite` of `cited`, `visitor` of `visited`. */
  private nounsOfVerb(participle: string): readonly string[] {
    if (!this.isParticiple(participle)) return [];
    const stem = this.stem(participle);
    const verb = participle.toLowerCase().replace(/ed$/u, '');
    const roots = new Set(
      [stem, verb].flatMap((each) => [each, each.replace(/e$/u, ''), each.replace(/(.)\1$/u, '$1')]),
    );
    const endings = words(this.data.nounEndings);
    return [...roots].flatMap((root) => endings.map((ending) => this.stem(root + ending)));
  }

  /** Returns the day of the week that a word names, in the singular. */
  weekdayOf(word: string): string | undefined {
    const days = words(this.data.weekdays);
    return days.find((day) => day === word || `${day}s` === word);
  }

  words(text: string): Word[] {
    return wordsOf(text, (word) => this.stem(word));
  }

  isGrammar({ text }: Pick<Word, 'text'>): boolean {
    const lower = text.toLowerCase();
    return this.is('grammar', lower) || this.is('prepositions', lower);
  }

  /** True of `isn't`. */
  isNegated(word: string): boolean {
    return this.negatedEnding?.test(word) ?? false;
  }

  /** Returns what an adjective denies: `paid` of `unpaid`, `open` of `closed`. */
  deniedBy(word: string): Word | undefined {
    const opposite = record(this.data.opposites).get(word.toLowerCase());
    if (opposite !== undefined) return this.words(opposite)[0];
    const denied = word.replace(this.negatedBeginning, '');
    const [own, ...others] = denied === word ? [] : this.words(denied);
    return others.length === 0 ? own : undefined;
  }

  /** True of the stem of a verb that `have` says: `owns`. */
  isOwning(stem: string): boolean {
    this.owning ??= new Set(words(this.data.owning).map((verb) => this.stem(verb)));
    return this.owning.has(stem);
  }

  /** True of a noun of a language that gives nouns a capital. */
  isNoun(word: string): boolean {
    return this.data.nounsAreCapitalized && /^\p{Lu}/u.test(word);
  }

  /** True of an adjective that has an opposite, `closed`, and of the opposite. */
  isState(word: string): boolean {
    return words(this.data.opposites).some((pair) => pair.split(':').includes(word));
  }

  /** True if a word of a property's name is a participle; where nouns have capitals, if it has none. */
  isParticiple(word: string): boolean {
    if (this.data.nounsAreCapitalized) return !/^\p{Lu}/u.test(word);
    const lower = word.toLowerCase();
    return this.pastParticiple?.test(lower) === true || this.irregular.isParticiple(lower);
  }

  /** "Owns", "oversaw": true of a form of a verb that tells its subject, with the words behind it in a name. */
  isFinite([first = '', ...others]: readonly string[]): boolean {
    const { verbEnding } = this.data;
    if (this.irregular.isForm(first)) return true;
    const isPerson = verbEnding !== null && new RegExp(verbEnding).test(first);
    return isPerson && (others.length === 0 || !/s$/.test(others.at(-1)!));
  }

  /**
   * Returns the degree of an adjective.
   *
   * @param before the word before it: `more`, `most`
   */
  degreeOf(word: string, before = ''): Degree | undefined {
    const { forms, helpers, comparative, superlative } = this.data.degrees;
    const own = Object.hasOwn(forms, word) ? forms[word]! : undefined;
    if (own) return this.degree(own[0]!, own[1] as Degree['degree'], true);
    const helped = Object.hasOwn(helpers, before) ? helpers[before]! : undefined;
    const base = this.adjectiveOf(word, '');
    if (base) return this.degree(base, (helped?.[0] ?? 'positive') as Degree['degree'], helped?.[1] ?? true);
    const most = this.adjectiveOf(word, superlative);
    if (most) return this.degree(most, 'superlative', true);
    const more = this.adjectiveOf(word, comparative);
    return more ? this.degree(more, 'comparative', true) : undefined;
  }

  /** Returns the place that a word or its beginning names, and the rest of it: `älteste` of `zweitälteste`. */
  ordinalOf(word: string): { readonly place: number; readonly rest: string } | undefined {
    const [begin, place] = this.ordinals.find(([each]) => word.startsWith(each)) ?? [];
    return begin === undefined ? undefined : { place: Number(place), rest: word.slice(begin.length) };
  }

  /** The adjective of which a word is a form; accents, doubled letters and a last `y` aside. */
  private adjectiveOf(word: string, ending: string): string | undefined {
    const base = ending === '' ? word : word.replace(new RegExp(ending, 'u'), '');
    if (ending !== '' && base === word) return undefined;
    const plain = base.normalize('NFKD').replace(/\p{M}/gu, '');
    const forms = [base, `${base}e`, base.replace(/(.)\1$/, '$1'), base.replace(/i$/, 'y'), plain];
    return forms.find((each) => this.adjectives.has(each));
  }

  private degree(adjective: string, degree: Degree['degree'], isSo: boolean): Degree | undefined {
    const found = this.adjectives.get(adjective);
    return found && { degree, isMore: found[0] === isSo, measure: found[1] };
  }

  /** Returns the question's parts: "who designed it, and when was she hired". */
  parts(text: string): readonly string[] {
    const [pattern, written] = this.data.contraction;
    const question = text.replace(new RegExp(pattern, 'giu'), written);
    const all = this.words(question);
    const lower = all.map(({ text }) => text.toLowerCase());
    const at = lower.findIndex((word, i) => {
      if (i === 0 || !this.is('and', word)) return false;
      const start = this.is('prepositions', lower[i + 1] ?? '') ? i + 2 : i + 1;
      // "The ship which sank and which was raised": a clause goes on.
      const isClause = this.is('relatives', lower[start] ?? '') && lower.slice(1, i).includes(lower[start]!);
      return !isClause && this.askingAt(lower, start) !== undefined;
    });
    if (at < 0) return [question];
    const behind = question.slice(all[at]!.end).trimStart();
    // "Where and when was she born?": both ask the same.
    const second = this.askingAt(lower, at + 1);
    const isShared = this.askingAt(lower, 0)?.length === at && second !== undefined;
    const rest = isShared ? question.slice(all[at + second.length]!.end) : '';
    return [question.slice(0, all[at - 1]!.end) + rest, ...this.parts(behind)];
  }

  /** Number of words of a question that this language uses to build sentences. */
  score(question: string): number {
    const lower = this.words(question).map(({ text }) => text.toLowerCase());
    const asked = [0, 1].some((at) => this.askingAt(lower, at) !== undefined) ? 1 : 0;
    return asked + lower.filter((word) => this.is('grammar', word) || this.is('prepositions', word)).length;
  }
}

const ALL: readonly Language[] = LANGUAGES.map(({ data, thesaurus }) => new Language(data, thesaurus));

export const languageOf = (tag: string): Language | undefined => ALL.find((language) => language.tag === tag);

/** Returns the languages that build most of a question: several if they build equally much, the preferred one first. */
export function languagesOf(question: string, preferred: string): readonly Language[] {
  const scored = ALL.map((language) => ({ language, score: language.score(question) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const likely = scored.flatMap(({ language, score }) => (score === best ? [language] : []));
  return likely.sort((a, b) => Number(b.tag === preferred) - Number(a.tag === preferred));
}
