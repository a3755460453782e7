/** Names of classes and properties as keys of words; what a name, a part of one or an ending of one stands for. */
import type { PropertyTerm } from '../knowledge/vocabulary';
import type { Language } from '../language/language';
import { keyOf, pluralOf, type Word } from '../language/words';
import { foldWord } from '../links/fold';
import type { Schema } from './schema';
import { opposite, type Meaning, type Relation } from './types';
import { COST } from './weights';

/** Maximum words of a name. */
const MAX_WORDS = 8;
/** Minimum letters of the last noun of a compound. */
const MIN_HEAD = 4;

/** The words themselves, in the singular. */
export const formOf = (words: readonly Word[]): string => words.map(({ text }) => foldWord(text)).join(' ');
/** With its words of grammar: `named after`. */
export const literalKey = (words: readonly Word[]): string => `=${keyOf(words)}`;
/** "Shipping" is an adjective that "ship" is not. */
export const adjectiveKey = (words: readonly Word[]): string =>
  `~${words.map(({ text }) => text.toLowerCase()).join(' ')}`;

export type VerbMeaning = Extract<Meaning, { kind: 'verb' }>;

/** Prints a meaning without its cost: equal for equal meanings. */
export const print = ({ cost: _, ...meaning }: Meaning): string => JSON.stringify(meaning);

/** The cheapest of each. */
export function unique(meanings: readonly Meaning[]): Meaning[] {
  const out = new Map<string, Meaning>();
  for (const meaning of [...meanings].sort((a, b) => a.cost - b.cost)) {
    const key = print(meaning);
    if (!out.has(key)) out.set(key, meaning);
  }
  return [...out.values()];
}

const isHeadOf = (stem: string, key: string): boolean =>
  stem.length >= MIN_HEAD && key.length > stem.length + 2 && key.endsWith(stem) && /^\p{L}+$/u.test(key);

const asHead = (meaning: Meaning): Meaning => ({
  ...meaning,
  cost: meaning.cost + COST.head,
  ...(meaning.kind === 'class' && { isHead: true }),
});

export class NameTable {
  readonly entries = new Map<string, Meaning[]>();
  /** Words that are part of a name alone: what they mean where nothing is called so. */
  readonly parts = new Map<string, Meaning[]>();
  /** Verbs of who a noun names: `write` of `author`. Other verbs for them lead too far: who manages is no captain. */
  readonly actions = new Map<string, Meaning[]>();
  /** List of meanings → its meanings as printed. */
  private readonly printed = new WeakMap<readonly Meaning[], Set<string>>();
  /** Last words of names of classes → the classes. */
  private readonly endings = new Map<string, Set<string>>();
  /** Names in the forms in which they are written → what is called so. */
  readonly written = new Map<string, Set<string>>();
  /** Those of classes. */
  readonly classForms = new Set<string>();
  /** Stem → data properties with it in their names. */
  readonly figures = new Map<string, string[]>();
  /** Stem of a verb → class of what it makes: `paint` → paintings. */
  readonly results = new Map<string, string>();
  /** Stem → data properties whose names are of it: `rate` of `rate per night`, `rating` of `customer rating`. */
  readonly headed = new Map<string, Meaning[]>();
  /** Words → numbers of what they name: `pupils` of `number of pupils`. */
  readonly tallies = new Map<string, Meaning[]>();
  /** Each word of the names, in lower case. */
  readonly vocabularyWords = new Set<string>();
  /** Words of the longest name. */
  longest = 1;

  constructor(
    private readonly schema: Schema,
    private readonly language: Language,
  ) {
    const { classes, properties } = schema.vocabulary;
    for (const { name, labels } of classes.values()) {
      for (const label of labels) {
        const words = this.words(label);
        this.add(this.content(words), { kind: 'class', name, cost: 0 });
        this.classForms.add(formOf(this.content(words)));
        this.addWhole(words, { kind: 'class', name, cost: 0 });
        for (let at = 1; at < words.length; at++) this.addEnding(keyOf(words.slice(at)), name);
      }
    }
    for (const { name, labels } of classes.values()) {
      for (const label of labels) {
        this.addAdjective(name, this.content(this.words(label)));
        this.addHead(name, this.words(label));
      }
    }
    for (const property of properties.values()) for (const label of property.labels) this.addProperty(property, label);
  }

  private words(label: string): Word[] {
    const words = this.language.words(label);
    for (const { text } of words) this.vocabularyWords.add(text.toLowerCase());
    return words;
  }

  /** Returns the words that are no grammar; all if there are none. */
  content(words: readonly Word[]): readonly Word[] {
    const own = words.filter((word) => !this.language.isGrammar(word));
    return own.length > 0 ? own : words;
  }

  /** "Hazardous" of `hazardous vessel`, a vessel; "renewable" of `renewable station`, a `power station`. */
  private addAdjective(name: string, words: readonly Word[]): void {
    const { vocabulary } = this.schema;
    for (let at = 1; at < words.length; at++) {
      const key = keyOf(words.slice(at));
      const whole = (this.entries.get(key) ?? []).flatMap((each) => (each.kind === 'class' ? [each.name] : []));
      const ending = this.endings.get(key);
      const isCalled = (each: string): boolean => ending?.has(each) === true || whole.includes(each);
      const isAlone = whole.length === 0 && (ending?.size ?? 0) < 2;
      if (isAlone || !vocabulary.above(name).some(isCalled)) continue;
      this.longest = Math.max(this.longest, at);
      this.enter(adjectiveKey(words.slice(0, at)), { kind: 'class', name, cost: COST.adjective, isAdjective: true });
    }
  }

  private addEnding(key: string, name: string): void {
    const names = this.endings.get(key);
    if (names) names.add(name);
    else this.endings.set(key, new Set([name]));
  }

  /** "Tour" of `guided tour`, where nothing else is called so; and the verb of what it makes. */
  private addHead(name: string, words: readonly Word[]): void {
    const { language } = this;
    const { text } = words.at(-1)!;
    if (words.length > 1 && !words.some((word) => language.isGrammar(word)))
      this.enterNoun(words.slice(-1), { kind: 'class', name, cost: COST.head, isHead: true }, this.parts);
    const { result } = language.data;
    const made = result === null ? undefined : new RegExp(result, 'iu').exec(text)?.[1];
    if (made !== undefined && words.length === 1) this.results.set(language.stem(made), name);
  }

  /** True of a participle that is no name of a class. */
  private isVerbal(word: Word): boolean {
    const { nounsAreCapitalized } = this.language.data;
    return this.language.isParticiple(word.text) && (nounsAreCapitalized || !this.classForms.has(formOf([word])));
  }

  /** "Deployed" of `deployed instrument`, which leads to instruments. */
  private beforeRange({ range }: PropertyTerm, words: readonly Word[]): readonly Word[] {
    const { classes } = this.schema.vocabulary;
    const nouns = new Set(range.flatMap((name) => classes.get(name)!.labels.map((label) => keyOf(this.words(label)))));
    const at = words.findIndex((_, i) => i > 0 && nouns.has(keyOf(words.slice(i))));
    const before = words.slice(0, Math.max(at, 0));
    return before.filter((word) => !this.language.is('articles', word.text.toLowerCase()));
  }

  /** True if words are a name of a class that has a property. */
  private isOfDomain({ domain }: PropertyTerm, words: readonly Word[]): boolean {
    const { classes } = this.schema.vocabulary;
    const form = formOf(words);
    return domain.some((name) =>
      classes.get(name)!.labels.some((label) => formOf(this.language.words(label)) === form),
    );
  }

  /** "Leiter" of `Abteilungsleiter`, said of an `Abteilung`; with and without an `s` that may join the two. */
  private headsOf({ domain }: PropertyTerm, noun: string): readonly Word[] {
    const { classes } = this.schema.vocabulary;
    const owners = domain.flatMap((name) => classes.get(name)!.labels.map((label) => label.toLowerCase()));
    const owner = owners.find((label) => noun.toLowerCase().startsWith(label));
    const head = owner === undefined ? '' : noun.slice(owner.length);
    const heads = [head, ...(head.startsWith('s') ? [head.slice(1)] : [])].filter(({ length }) => length >= MIN_HEAD);
    return heads.flatMap((text) => this.language.words(text.charAt(0).toUpperCase() + text.slice(1)));
  }

  private addProperty(term: PropertyTerm, label: string, isWithoutRange = false): void {
    const { name: property, isObject } = term;
    const { language } = this;
    const { nounsAreCapitalized } = language.data;
    const words = this.words(label);
    const lower = words.map(({ text }) => text.toLowerCase());
    const [first = '', last = ''] = [lower[0], lower.at(-1)];
    const [verb, second, ...others] = words;
    // "Has chosen", "has worked on".
    const isPerfect = isObject && language.is('having', first) && second !== undefined && this.isVerbal(second);
    if (isPerfect && others.every((word) => language.isGrammar(word)))
      return this.addProperty(term, label.slice(second.start));
    // "Nimmt auf": in one word, too.
    if (verb && second && isObject && language.isParticiple(verb.text) && language.is('separable', second.text))
      this.addProperty(term, [second.text + verb.text, ...others.map(({ text }) => text)].join(' '));
    const key = this.content(words);
    const [start] = key;
    if (!start || key.length > MAX_WORDS) return;
    const isLong = words.length > 1;
    // `located by`, but of German the noun `Standort von`.
    // "From the town" has no participle.
    const isVerbal = this.isVerbal(start);
    const isOfBe = language.is('be', first) && words.length === 2 && !nounsAreCapitalized;
    const isPassive = isLong && isVerbal && (language.is('agentMarkers', last) || isOfBe);
    const isPossessive = language.is('possessiveMarkers', last) && !isPassive;
    const isOf = isPossessive && words.length === 2 && isVerbal;
    const hasPreposition = isLong && (language.is('prepositions', last) || isOf);
    const isHaving =
      isLong && (language.is('having', first) || (isPossessive && !isOf)) && !(isVerbal && language.is('be', first));
    const isActive = nounsAreCapitalized
      ? isVerbal
      : isPassive || hasPreposition || isVerbal || language.isFinite(lower);
    // "Appointment with" of appointments: the noun is what has the property.
    const isOwn = isObject && hasPreposition && !isPossessive && this.isOfDomain(term, words.slice(0, -1));
    const isVerb = isObject ? isActive && !isHaving && !isOwn : hasPreposition || (isVerbal && !isLong);
    const said =
      isObject && !isHaving && (isVerbal || language.isFinite(lower.slice(0, 1))) ? this.beforeRange(term, words) : [];
    if (said.length > 0) this.addProperty(term, said.map(({ text }) => text).join(' '), true);
    const isHead = isPossessive && !isOf && !language.is('having', first) && isObject;
    const head = isHead || isOwn ? 'subject' : 'object';
    const relation: Relation = {
      property,
      agent: isPassive && isObject ? 'object' : 'subject',
      head: isVerb && isObject ? undefined : head,
      turns: isVerb && isObject && (isPassive || !hasPreposition),
      ...(isWithoutRange && !term.domain.some((name) => this.schema.isPeople(name)) && { isOfThings: true as const }),
    };
    if (isVerb && (hasPreposition || language.is('particles', last)))
      this.enter(literalKey(words), { kind: 'verb', relation, cost: 0 });
    if (isOwn) this.enter(literalKey(words), { kind: 'noun', relation, cost: 0 });
    // "On call" of `is on call`: the preposition belongs to the name.
    const bare = words.slice(language.is('be', first) ? 1 : 0);
    const isPhrase =
      this.schema.isFlag(property) && bare.length > 1 && language.is('prepositions', lower.at(-bare.length)!);
    if (isPhrase) this.enter(literalKey(bare), { kind: 'noun', relation, cost: 0 });
    if (!isVerb && !isObject) this.addWhole(words, { kind: 'noun', relation, cost: 0 });
    // "Composed" has the stem of `composer`, and is no composer.
    const heads = nounsAreCapitalized && key.length === 1 && !isVerb ? this.headsOf(term, start.text) : [];
    for (const noun of heads) this.enterNoun([noun], { kind: 'noun', relation, cost: COST.head }, this.parts);
    const nouns = isVerb || !isObject || key.length > 1 ? [] : [start, ...heads];
    const agents = nouns.flatMap(({ text }) => language.thesaurus.verbsOfNoun(text));
    const isAgent = agents.some(({ verb }) => verb === start.stem);
    if (!isVerb || !isObject) this.add(key, { kind: 'noun', relation, cost: isVerb ? COST.otherUse : 0 });
    if (!isAgent) this.add(key, { kind: 'verb', relation, cost: isVerb ? 0 : COST.verbOfNoun });
    // "Who wrote it?" of `author`: the noun's verb, the noun its agent.
    for (const { verb, role } of agents) {
      const agent = role === 'agent' ? head : opposite(head);
      this.enter(
        verb,
        { kind: 'verb', relation: { property, agent, head: undefined, turns: true }, cost: COST.part / 2 },
        this.actions,
      );
    }
    // "Learned" of `learned the craft from`; "home" of `home port`, where nothing else is called so.
    if (key.length > 1)
      for (const kind of ['noun', 'verb'] as const)
        for (const { stem } of isObject ? [start] : [start, key.at(-1)!])
          this.enter(stem, { kind, relation, cost: COST.part }, this.parts);
    if (isObject) return;
    this.addFigure(words, lower, relation);
    const { compound } = language.data;
    const happening = compound === null ? undefined : new RegExp(compound, 'iu').exec(start.text)?.[1];
    const stems = [...key.map(({ stem }) => stem), ...(happening === undefined ? [] : [language.stem(happening)])];
    for (const stem of stems) this.figures.set(stem, [...(this.figures.get(stem) ?? []), property]);
    // "How many hectares" of what is told in hectares.
    const unit = this.schema.unitOf(property)?.unit;
    if (unit !== undefined) this.enter(language.stem(unit), { kind: 'noun', relation, cost: COST.unit }, this.parts);
  }

  /** Indexes a data property by the noun that it counts (`number of pupils`), or by its head noun (`price per night`). */
  private addFigure(words: readonly Word[], lower: readonly string[], relation: Relation): void {
    const { language, schema } = this;
    const tally = language.phraseAt('tallies', lower, 0);
    if (tally > 0 && tally < words.length && schema.isNumber(relation.property)) {
      const counted = this.content(words.slice(tally));
      this.longest = Math.max(this.longest, counted.length);
      this.enterNoun(counted, { kind: 'noun', relation, cost: 0 }, this.tallies);
      return;
    }
    const isBehind = language.oneOf('prepositions', 'rates');
    const end = lower.findIndex((word, i) => i > 0 && isBehind(word));
    const whole = this.content(words.slice(0, end < 0 ? words.length : end));
    const isLonger = whole.length > 1 || (end > 0 && end < words.length - 1);
    const isVerb = language.isParticiple(whole.at(-1)!.text) && !language.data.nounsAreCapitalized;
    const isNoun = relation.head === 'object' && !schema.isFlag(relation.property) && !isVerb;
    if (isLonger && isNoun && !schema.isTime(relation.property))
      this.enterNoun(whole.slice(-1), { kind: 'noun', relation, cost: COST.head }, this.headed);
  }

  /** "Date of birth": with the words of grammar in it. */
  private addWhole(words: readonly Word[], meaning: Meaning): void {
    const [first, ...others] = words.map((word) => this.language.isGrammar(word));
    if (first === false && others.at(-1) === false && others.includes(true)) this.enter(literalKey(words), meaning);
  }

  private add(words: readonly Word[], meaning: Meaning): void {
    this.longest = Math.max(this.longest, words.length);
    this.enterNoun(words, meaning);
    const form = formOf(words);
    this.written.set(form, (this.written.get(form) ?? new Set()).add(print(meaning)));
  }

  private enterNoun(words: readonly Word[], meaning: Meaning, entries = this.entries): void {
    this.enter(keyOf(words), meaning, entries);
    const { text = '' } = words.at(-1) ?? {};
    const plural = meaning.kind === 'verb' ? undefined : pluralOf(text, this.language.data.plurals);
    const others = words.slice(0, -1);
    if (plural !== undefined) this.enter(keyOf([...others, ...this.language.words(plural)]), meaning, entries);
  }

  /** "Berater" of `Kundenberater`, in a language that writes such nouns in one word. */
  endingIn(stem: string): readonly Meaning[] {
    return [...this.entries].flatMap(([key, meanings]) =>
      isHeadOf(stem, key) ? meanings.filter(({ kind }) => kind !== 'verb').map(asHead) : [],
    );
  }

  /** Data properties with a stem in their names; of one word, at its end: `Wassertemperatur`. */
  figuresOf(stem: string): readonly string[] {
    const own = this.figures.get(stem);
    if (own || !this.language.data.nounsAreCapitalized) return own ?? [];
    return [...this.figures].flatMap(([key, properties]) => (isHeadOf(stem, key) ? properties : []));
  }

  /** Verbs that a stem is the name of. */
  verbsOf(stem: string, entries = this.entries): VerbMeaning[] {
    return (entries.get(stem) ?? []).flatMap((meaning) => (meaning.kind === 'verb' ? [meaning] : []));
  }

  private enter(key: string, meaning: Meaning, entries = this.entries): void {
    const list = entries.get(key) ?? [];
    entries.set(key, list);
    const printed = this.printed.get(list) ?? new Set();
    this.printed.set(list, printed);
    if (printed.size < printed.add(print(meaning)).size) list.push(meaning);
  }
}
