/** Names of the classes and properties of an ontology, as a language uses them in sentences. */
import type { InForce } from '../../materialize';
import { Vocabulary, type PropertyTerm } from '../knowledge/vocabulary';
import type { Language } from '../language/language';
import { pluralOf, type Word } from '../language/words';
import { foldWord } from '../links/fold';
import { Glosses } from './glosses';
import { lastWordOf, Schema } from './schema';
import { isRelation, opposite, type Meaning, type Relation } from './types';
import { COST } from './weights';

/** Maximum words of a phrase of the thesaurus. */
const MAX_PHRASE = 6;
/** Maximum words of a name. */
const MAX_WORDS = 8;
/** Meanings of one word that are followed up. */
const MAX_MEANINGS = 8;

/** Words that name something, and what they name. */
export interface Named {
  /** The end is not among them. */
  readonly to: number;
  readonly meanings: readonly Meaning[];
  /** Words of a definition. */
  readonly isDefined?: true;
}

const keyOf = (words: readonly Word[]): string => words.map(({ stem }) => stem).join(' ');
/** The words themselves, in the singular. */
const formOf = (words: readonly Word[]): string => words.map(({ text }) => foldWord(text)).join(' ');
/** With its words of grammar: `named after`. */
const literalKey = (words: readonly Word[]): string => `=${keyOf(words)}`;
/** "Shipping" is an adjective that "ship" is not. */
const adjectiveKey = (words: readonly Word[]): string => `~${words.map(({ text }) => text.toLowerCase()).join(' ')}`;

export class Names {
  readonly schema: Schema;
  readonly glosses: Glosses;
  /** Properties whose names put one thing in another. */
  readonly containments: readonly string[];
  private readonly entries = new Map<string, Meaning[]>();
  /** Words that are part of a name alone: what they mean where nothing is called so. */
  private readonly parts = new Map<string, Meaning[]>();
  /** List of meanings → its meanings as printed. */
  private readonly printed = new WeakMap<readonly Meaning[], Set<string>>();
  /** Last words of names of classes → the classes. */
  private readonly endings = new Map<string, Set<string>>();
  /** Names in the forms in which they are written → what is called so. */
  private readonly written = new Map<string, Set<string>>();
  /** Those of classes. */
  private readonly classForms = new Set<string>();
  /** Stem → data properties with it in their names. */
  private readonly figures = new Map<string, string[]>();
  /** Stem of a verb → class of what it makes: `paint` → paintings. */
  private readonly results = new Map<string, string>();
  /** Each word of the names, in lower case. */
  readonly vocabularyWords = new Set<string>();
  private longest = 1;

  private constructor(
    ontology: InForce,
    readonly language: Language,
  ) {
    const vocabulary = Vocabulary.of(ontology);
    const { classes, properties } = vocabulary;
    this.schema = Schema.of(vocabulary);
    this.glosses = Glosses.of(vocabulary);
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
    const { taxonomy } = ontology.loaded;
    const inside = new RegExp(language.data.containment, 'iu');
    const isPlaced = (label: string): boolean => language.is('locatives', lastWordOf(label));
    // "Located in" is containment in any case, "part of" where it is transitive.
    this.containments = [...properties.values()].flatMap(({ name, iri, isObject, labels }) =>
      isObject && labels.some((label) => inside.test(label) && (taxonomy.isTransitive(iri) || isPlaced(label)))
        ? [name]
        : [],
    );
  }

  private static readonly made = new WeakMap<InForce, Map<string, Names>>();

  /** Returns the names of an ontology in force in a language; read once. */
  static of(ontology: InForce, language: Language): Names {
    const all = Names.made.get(ontology) ?? new Map<string, Names>();
    Names.made.set(ontology, all);
    let names = all.get(language.tag);
    if (!names) all.set(language.tag, (names = new Names(ontology, language)));
    return names;
  }

  /**
   * Returns the longest name that begins at a word; articles inside are left out.
   *
   * @param limit no name goes on beyond it
   */
  at(words: readonly Word[], from: number, limit = words.length): Named | undefined {
    const { language } = this;
    const literal = this.literal(words, from, limit);
    if (literal) return literal;
    if (language.isGrammar(words[from]!)) return undefined;
    const said = this.defined(words, from, limit);
    const run = [words[from]!];
    const ends = [from + 1];
    for (let to = from + 1; to < limit && run.length < this.longest; to++) {
      const lower = words[to]!.text.toLowerCase();
      if (language.is('articles', lower)) continue;
      if (language.isGrammar(words[to]!)) break;
      run.push(words[to]!);
      ends.push(to + 1);
    }
    for (let length = run.length; length > 0; length--) {
      const meanings = this.find(run.slice(0, length));
      if (ends[length - 1]! < (said?.to ?? 0)) return said;
      if (meanings.length > 0) return { to: ends[length - 1]!, meanings: meanings.slice(0, MAX_MEANINGS) };
    }
    return undefined;
  }

  /** A name with its words of grammar, or a phrase of the thesaurus. */
  private literal(words: readonly Word[], from: number, limit: number): Named | undefined {
    for (let to = Math.min(limit, from + Math.max(this.longest + 3, MAX_PHRASE)); to > from + 1; to--) {
      const run = words.slice(from, to);
      const meanings = this.entries.get(literalKey(run)) ?? this.byPhrase(run);
      if (meanings.length === 0) continue;
      const own = this.content(run);
      const others = own.length === 1 ? this.find(own) : [];
      const all = [...meanings, ...others.map((each) => ({ ...each, cost: each.cost + COST.notLiteral }))];
      return { to, meanings: unique(all).slice(0, MAX_MEANINGS) };
    }
    return undefined;
  }

  /** "First used", as the definition of a property says it: two words or more. */
  private defined(words: readonly Word[], from: number, limit: number): Named | undefined {
    const { glosses, schema } = this;
    for (let to = Math.min(limit, from + MAX_PHRASE); to > from + 1 && this.language.tag === 'en'; to--) {
      const found = glosses.phrases.get(keyOf(words.slice(from, to)));
      if (!found) continue;
      const { agent, ...relation } = asVerb(found.name, schema);
      const turned = found.isOfRange ? opposite(agent) : agent;
      const meaning: Meaning = { kind: 'verb', relation: { ...relation, agent: turned }, cost: COST.definedByWords };
      return { to, meanings: [meaning], isDefined: true };
    }
    return undefined;
  }

  private byPhrase(run: readonly Word[]): readonly Meaning[] {
    const { thesaurus } = this.language;
    const verbs = thesaurus.phrases.get(keyOf(run)) ?? [];
    return this.byVerbs(verbs.flatMap((stem) => [{ stem, isTurned: false }, ...thesaurus.verbsLike(stem)]));
  }

  /** Returns the meanings of a run of content words. */
  find(words: readonly Word[]): readonly Meaning[] {
    const written = this.written.get(formOf(words));
    const [word, ...more] = words;
    // "Shipped" is no ship, nor "planted" a plant.
    const isForm = /(?:ed|ing)$/i.test(word?.text ?? '') || this.results.has(word?.stem ?? '');
    const isInflected = more.length === 0 && this.language.tag === 'en' && isForm;
    const named = this.entries.get(keyOf(words)) ?? [];
    const isOdd = isInflected && !written && !named.some(({ kind }) => kind === 'verb');
    // "Exhibitions" are no exhibits, where a class is called so.
    const isClass = this.classForms.has(formOf(words));
    const isOwn = (each: Meaning): boolean => !isClass || each.kind !== 'class' || written!.has(print(each));
    const own = [
      ...named.filter(isOwn).map((each) => {
        // A verb has many forms.
        const isVerb = each.kind === 'verb' && more.length === 0;
        const isOther = written !== undefined && !isVerb && !written.has(print(each));
        return { ...each, cost: each.cost + (isOdd ? COST.inflected : isOther ? COST.otherForm : 0) };
      }),
      ...(this.entries.get(adjectiveKey(words)) ?? []),
    ];
    if (!word || more.length > 0) return unique(own);
    const { thesaurus } = this.language;
    const isKnown = own.some(({ cost }) => cost === 0);
    const { making } = this.language;
    // Verbs of building are verbs of making.
    const made = word.stem === making[0]?.stem ? this.byVerbs(making) : [];
    const same = isKnown ? [] : [...this.byVerbs(thesaurus.verbsLike(word.stem)), ...made, ...this.byResult(word.stem)];
    const all = [...own, ...this.byNoun(word), ...same];
    const alike = thesaurus
      .nounsLike(word.stem)
      .flatMap((other) => this.entries.get(other) ?? [])
      .filter((each) => (each.kind === 'class' && !each.isAdjective) || this.isFigure(each))
      .map((each) => ({ ...each, cost: each.cost + COST.synonym }));
    if (own.length > 0) return unique(all);
    const nouns = this.explainedBy(word.stem).map((property) => ['noun', figure(property)] as const);
    const verbs = this.paraphrasedBy(word.stem).map((property) => ['verb', asVerb(property, this.schema)] as const);
    const explained = [...nouns, ...verbs].map(([kind, relation]): Meaning => ({
      kind,
      relation,
      cost: COST.definedByWords,
    }));
    const partly = this.parts.get(word.stem) ?? [];
    const heads = partly.flatMap((each) => (each.kind === 'class' ? [each.name] : []));
    // "Line" of `power line`, above `overhead line`.
    const top = heads.reduce((one, other) => (this.schema.isWithin(one, other) ? other : one), heads[0] ?? '');
    const isAbove = heads.every((name) => this.schema.isWithin(name, top));
    const parts = partly.filter((each) => each.kind !== 'class' || (isAbove && this.schema.isWithin(top, each.name)));
    if (all.length + alike.length + explained.length > 0) return unique([...all, ...alike, ...explained, ...parts]);
    const others = thesaurus.nounsLike(word.stem).flatMap((other) => this.parts.get(other) ?? []);
    return parts.length > 0 ? parts : others.map((each) => ({ ...each, cost: each.cost + COST.synonym }));
  }

  /** Data properties of a measure (`tall`): by their names, and by the nouns that explain them. */
  measures(adjective: string): readonly string[] {
    const { thesaurus } = this.language;
    const nouns = thesaurus.measuresOf(adjective);
    // "How severe" of `severity`, "valuable" of `value`.
    const own = nouns.length > 0 ? nouns : this.language.nounStems(adjective);
    const named = [own, nouns.flatMap((stem) => thesaurus.nounsLike(stem))]
      .map((stems) => stems.flatMap((stem) => this.figures.get(stem) ?? []))
      .find((each) => each.length > 0);
    return [...new Set([...(named ?? []), ...nouns.flatMap((stem) => this.explainedBy(stem))])];
  }

  /** Properties that are explained by one word: `subscribes to` with "pays for". */
  private paraphrasedBy(stem: string): readonly string[] {
    return this.language.tag !== 'en'
      ? []
      : [...this.glosses.properties.values()].flatMap(({ name, paraphrase }) =>
          paraphrase.size === 1 && paraphrase.has(stem) ? [name] : [],
        );
  }

  /** Data properties that a definition explains with a noun: `budget` with "cost". */
  private explainedBy(stem: string): readonly string[] {
    const nouns = [stem, ...this.language.thesaurus.nounsLike(stem)];
    return [...this.glosses.properties.values()].flatMap(({ name, measure }) =>
      measure !== undefined && nouns.includes(measure) ? [name] : [],
    );
  }

  /** "Planted" of `year planted`: of the verb, when. */
  timely({ stem }: Word): readonly Meaning[] {
    const timesOf = (each: string): string[] =>
      (this.figures.get(each) ?? []).filter((name) => this.schema.isTime(name));
    const own = timesOf(stem);
    // "Began" of `start date`.
    const like = this.language.thesaurus.verbsLike(stem).flatMap((each) => (each.isTurned ? [] : timesOf(each.stem)));
    const all = own.length > 0 ? own : like;
    const dearer = own.length > 0 ? 0 : COST.synonym;
    return all.map((property) => ({ kind: 'verb', relation: figure(property), cost: COST.timely + dearer }));
  }

  private isFigure(meaning: Meaning): boolean {
    return isRelation(meaning) && !this.schema.isObject(meaning.relation.property);
  }

  private verbsOf(stem: string): Extract<Meaning, { kind: 'verb' }>[] {
    return (this.entries.get(stem) ?? []).flatMap((meaning) => (meaning.kind === 'verb' ? [meaning] : []));
  }

  /** "Painted" and "painter", where paintings are made by somebody. */
  private byResult(verb: string): Extract<Meaning, { kind: 'verb' }>[] {
    const { language, schema, results } = this;
    const name = results.get(verb);
    return (name === undefined ? [] : this.byVerbs(language.making)).flatMap((made) => {
      const side = opposite(made.relation.agent);
      const own = schema.classesOf(made.relation.property, side);
      const isOne = own.length > 0 && own.every((each) => schema.isWithin(name!, each));
      return isOne ? [{ ...made, relation: { ...made.relation, only: { side, name: name! } } }] : [];
    });
  }

  private byVerbs(verbs: readonly { readonly stem: string; readonly isTurned: boolean }[]) {
    return verbs.flatMap(({ stem, isTurned }) =>
      this.verbsOf(stem).map(({ kind, relation, cost }) => {
        const agent = isTurned ? opposite(relation.agent) : relation.agent;
        return { kind, relation: { ...relation, agent }, cost: cost + COST.synonym };
      }),
    );
  }

  /** "Owner" of `owns`. */
  private byNoun(word: Word): Meaning[] {
    const { thesaurus } = this.language;
    const all = thesaurus.verbsOfNoun(word.text);
    // "The tutor" of `tutors`: not of other verbs that say the same.
    const own = this.verbsOf(word.stem).length > 0 ? all.slice(0, 1).map((each) => ({ ...each, verb: word.stem })) : [];
    return (own.length > 0 ? own : all).flatMap(({ verb, role }) => {
      // "Boss" of `reports to`, from the other side.
      const turned = (thesaurus.behind.get(verb) ?? []).map((stem) => ({ stem, isTurned: true }));
      return [{ stem: verb, isTurned: false }, ...turned].flatMap(({ stem, isTurned }) =>
        [...this.verbsOf(stem), ...this.byResult(stem)].flatMap(({ relation, cost }): Meaning[] => {
          const head = (role === 'agent') === isTurned ? opposite(relation.agent) : relation.agent;
          if (head === 'subject' && !this.schema.isObject(relation.property)) return [];
          const dearer = COST.nounOfVerb + (isTurned ? COST.turnedNoun : 0);
          return [{ kind: 'noun', relation: { ...relation, head }, cost: cost + dearer }];
        }),
      );
    });
  }

  private words(label: string): Word[] {
    const words = this.language.words(label);
    for (const { text } of words) this.vocabularyWords.add(text.toLowerCase());
    return words;
  }

  private content(words: readonly Word[]): readonly Word[] {
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
      this.enterNoun(words.slice(-1), { kind: 'class', name, cost: COST.head }, this.parts);
    const { result } = language.data;
    const made = result === null ? undefined : new RegExp(result, 'iu').exec(text)?.[1];
    if (made !== undefined && words.length === 1) this.results.set(language.stem(made), name);
  }

  /** "Deployed" of `deployed instrument`, which leads to instruments. */
  private beforeRange({ range }: PropertyTerm, words: readonly Word[]): readonly Word[] {
    const { classes } = this.schema.vocabulary;
    const nouns = new Set(range.flatMap((name) => classes.get(name)!.labels.map((label) => keyOf(this.words(label)))));
    const at = words.findIndex((_, i) => i > 0 && nouns.has(keyOf(words.slice(i))));
    const before = words.slice(0, Math.max(at, 0));
    return before.filter((word) => !this.language.is('articles', word.text.toLowerCase()));
  }

  private addProperty(term: PropertyTerm, label: string, isWithoutRange = false): void {
    const { name: property, isObject } = term;
    const { language } = this;
    const { nounsAreCapitalized } = language.data;
    const words = this.words(label);
    const lower = words.map(({ text }) => text.toLowerCase());
    const [first = '', last = ''] = [lower[0], lower.at(-1)];
    const key = this.content(words);
    const [start] = key;
    if (!start || key.length > MAX_WORDS) return;
    const isLong = words.length > 1;
    // `located by`, but of German the noun `Standort von`.
    // "From the town" has no participle.
    const isVerbal =
      language.isParticiple(start.text) && (nounsAreCapitalized || !this.classForms.has(formOf([start])));
    const isOfBe = language.is('be', first) && words.length === 2 && !nounsAreCapitalized;
    const isPassive = isLong && isVerbal && (language.is('agentMarkers', last) || isOfBe);
    const isPossessive = language.is('possessiveMarkers', last) && !isPassive;
    const isOf = isPossessive && words.length === 2 && isVerbal;
    const hasPreposition = isLong && (language.is('prepositions', last) || isOf);
    const isHaving =
      isLong && (language.is('having', first) || (isPossessive && !isOf)) && !(isVerbal && language.is('be', first));
    const isActive = nounsAreCapitalized
      ? isVerbal
      : isPassive || hasPreposition || isVerbal || this.isThirdPerson(lower);
    const isVerb = isObject ? isActive && !isHaving : hasPreposition || (isVerbal && !isLong);
    const said =
      isObject && !isHaving && (isVerbal || this.isThirdPerson(lower.slice(0, 1))) ? this.beforeRange(term, words) : [];
    if (said.length > 0) this.addProperty(term, said.map(({ text }) => text).join(' '), true);
    const head = isPossessive && !isOf && !language.is('having', first) && isObject ? 'subject' : 'object';
    const relation: Relation = {
      property,
      agent: isPassive && isObject ? 'object' : 'subject',
      head: isVerb && isObject ? undefined : head,
      turns: isVerb && isObject && (isPassive || !hasPreposition),
      ...(isWithoutRange && !term.domain.some((name) => this.schema.isPeople(name)) && { isOfThings: true as const }),
    };
    if (isVerb && hasPreposition) this.enter(literalKey(words), { kind: 'verb', relation, cost: 0 });
    // "On call" of `is on call`: the preposition belongs to the name.
    const bare = words.slice(language.is('be', first) ? 1 : 0);
    const isPhrase =
      this.schema.isFlag(property) && bare.length > 1 && language.is('prepositions', lower.at(-bare.length)!);
    if (isPhrase) this.enter(literalKey(bare), { kind: 'noun', relation, cost: 0 });
    if (!isVerb && !isObject) this.addWhole(words, { kind: 'noun', relation, cost: 0 });
    // "Composed" has the stem of `composer`, and is no composer.
    const agents = isVerb || !isObject || key.length > 1 ? [] : language.thesaurus.verbsOfNoun(start.text);
    const isAgent = agents.some(({ verb }) => verb === start.stem);
    if (!isVerb || !isObject) this.add(key, { kind: 'noun', relation, cost: isVerb ? COST.otherUse : 0 });
    if (!isAgent) this.add(key, { kind: 'verb', relation, cost: isVerb ? 0 : COST.verbOfNoun });
    // "Who wrote it?" of `author`: the noun's verb, the noun its agent.
    for (const { verb, role } of agents) {
      const agent = role === 'agent' ? head : opposite(head);
      this.enter(verb, {
        kind: 'verb',
        relation: { property, agent, head: undefined, turns: true },
        cost: COST.part / 2,
      });
    }
    // "Learned" of `learned the craft from`; "home" of `home port`, where nothing else is called so.
    if (key.length > 1)
      for (const kind of ['noun', 'verb'] as const)
        for (const { stem } of isObject ? [start] : [start, key.at(-1)!])
          this.enter(stem, { kind, relation, cost: COST.part }, this.parts);
    if (isObject) return;
    const { compound } = language.data;
    const happening = compound === null ? undefined : new RegExp(compound, 'iu').exec(start.text)?.[1];
    const stems = [...key.map(({ stem }) => stem), ...(happening === undefined ? [] : [language.stem(happening)])];
    for (const stem of stems) this.figures.set(stem, [...(this.figures.get(stem) ?? []), property]);
    // "How many hectares" of what is told in hectares.
    const unit = this.schema.unitOf(property);
    if (unit !== undefined) this.enter(language.stem(unit), { kind: 'noun', relation, cost: COST.unit }, this.parts);
  }

  /** `owns`, `owns shares`. */
  private isThirdPerson(lower: readonly string[]): boolean {
    const { verbEnding } = this.language.data;
    if (verbEnding === null) return false;
    const ending = new RegExp(verbEnding);
    return ending.test(lower[0]!) && (lower.length === 1 || !/s$/.test(lower.at(-1)!));
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

  private enter(key: string, meaning: Meaning, entries = this.entries): void {
    const list = entries.get(key) ?? [];
    entries.set(key, list);
    const printed = this.printed.get(list) ?? new Set();
    this.printed.set(list, printed);
    if (printed.size < printed.add(print(meaning)).size) list.push(meaning);
  }
}

/** A data property as a noun of its value. */
export const figure = (property: string): Relation => ({ property, agent: 'subject', head: 'object', turns: false });

/** A property as a verb. */
export const asVerb = (property: string, schema: Schema): Relation =>
  schema.isObject(property) ? { ...figure(property), head: undefined } : figure(property);

/** Prints a meaning without its cost: equal for equal meanings. */
const print = ({ cost: _, ...meaning }: Meaning): string => JSON.stringify(meaning);

/** The cheapest of each. */
export function unique(meanings: readonly Meaning[]): Meaning[] {
  const out = new Map<string, Meaning>();
  for (const meaning of [...meanings].sort((a, b) => a.cost - b.cost)) {
    const key = print(meaning);
    if (!out.has(key)) out.set(key, meaning);
  }
  return [...out.values()];
}
