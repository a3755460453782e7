/** Names of the classes and properties of an ontology, as a language uses them in sentences. */
import type { InForce } from '../../materialize';
import { Vocabulary } from '../knowledge/vocabulary';
import type { Language } from '../language/language';
import { keyOf, type Word } from '../language/words';
import { Glosses } from './glosses';
import { adjectiveKey, formOf, literalKey, NameTable, print, unique, type VerbMeaning } from './name-table';
import { verbsOfEvents } from './event-classes';
import { lastWordOf, Schema } from './schema';
import type { Uses } from './uses';
import { figure, isRelation, opposite, type Meaning, type Relation } from './types';
import { COST } from './weights';

/** Maximum words of a phrase of the thesaurus. */
const MAX_PHRASE = 6;
/** Meanings of one word that are followed up. */
const MAX_MEANINGS = 8;

/** Maximum classes that a last word may stand for: some of many would be told for all. */
const MAX_HEADS = 4;

/** Words that name something, and what they name. */
export interface Named {
  /** The end is not among them. */
  readonly to: number;
  readonly meanings: readonly Meaning[];
  /** Words of a definition. */
  readonly isDefined?: true;
}

export class Names {
  readonly schema: Schema;
  readonly glosses: Glosses;
  /** Properties whose names put one thing in another. */
  readonly containments: readonly string[];
  /** Properties of where a body has its seat: it is in the place, but no part of it. */
  readonly seats: readonly string[];
  private readonly table: NameTable;
  /** The same with the uses of properties that were seen last. */
  private seen: Names | undefined;

  private constructor(
    ontology: InForce,
    readonly language: Language,
  ) {
    const vocabulary = Vocabulary.of(ontology);
    const { properties } = vocabulary;
    this.schema = Schema.of(vocabulary);
    this.glosses = Glosses.of(vocabulary);
    this.table = new NameTable(this.schema, language);
    const { taxonomy } = ontology.loaded;
    const inside = new RegExp(language.data.containment, 'iu');
    const isPlaced = (label: string): boolean => language.is('locatives', lastWordOf(label));
    const seat = new RegExp(language.data.seat, 'iu');
    this.seats = [...properties.values()].flatMap(({ name, isObject, labels }) =>
      isObject && labels.some((label) => seat.test(label)) ? [name] : [],
    );
    // "Located in" is containment in any case, "part of" where it is transitive.
    this.containments = [...properties.values()].flatMap(({ name, iri, isObject, labels }) =>
      isObject && labels.some((label) => inside.test(label) && (taxonomy.isTransitive(iri) || isPlaced(label)))
        ? [name]
        : [],
    );
  }

  /** Properties named for who does something: `borrower`, of which something else is borrowed. */
  isRole(property: string): boolean {
    const { thesaurus } = this.language;
    const { schema } = this;
    const isAgent = (word: string): boolean => thesaurus.verbsOfAgent(word).length > 0;
    return schema.isObject(property) && schema.lastWordsOf(property).some(isAgent);
  }

  /** Each word of the names, in lower case. */
  get vocabularyWords(): ReadonlySet<string> {
    return this.table.vocabularyWords;
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

  /** Returns the names with a schema that knows of which classes the properties without a domain are used. */
  seeing(uses: Uses): Names {
    const isSame = (schema: Schema): boolean => JSON.stringify([...schema.uses]) === JSON.stringify([...uses]);
    if (isSame(this.schema)) return this;
    if (!this.seen || !isSame(this.seen.schema)) {
      const schema = new Schema(this.schema.vocabulary, uses);
      this.seen = Object.assign(Object.create(Names.prototype) as Names, this, { schema });
    }
    return this.seen;
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
    for (let to = from + 1; to < limit && run.length < this.table.longest; to++) {
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
    for (let to = Math.min(limit, from + Math.max(this.table.longest + 3, MAX_PHRASE)); to > from + 1; to--) {
      const run = words.slice(from, to);
      const meanings = [...(this.table.entries.get(literalKey(run)) ?? []), ...this.byPhrase(run)];
      if (meanings.length === 0) continue;
      const own = this.table.content(run);
      // "Written by": no writing.
      const isDone = this.language.is('agentMarkers', run.at(-1)!.text.toLowerCase());
      const others = (own.length === 1 ? this.find(own) : []).filter(({ kind }) => !isDone || kind !== 'noun');
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

  /** True of a verb that a property is called by. */
  isVerb({ stem }: Word): boolean {
    return this.table.verbsOf(stem).length > 0;
  }

  /** Returns the meanings of a run of content words. */
  find(words: readonly Word[]): readonly Meaning[] {
    const written = this.table.written.get(formOf(words));
    const [word, ...more] = words;
    // "Shipped" is no ship, nor "planted" a plant.
    const isForm = /(?:ed|ing)$/i.test(word?.text ?? '') || this.table.results.has(word?.stem ?? '');
    const isInflected = more.length === 0 && this.language.tag === 'en' && isForm;
    const key = keyOf(words);
    const named = [...(this.table.entries.get(key) ?? []), ...(this.table.actions.get(key) ?? [])];
    const isOdd = isInflected && !written && !named.some(({ kind }) => kind === 'verb');
    // "Exhibitions" are no exhibits, where a class is called so.
    const isClass = this.table.classForms.has(formOf(words));
    const isOwn = (each: Meaning): boolean => !isClass || each.kind !== 'class' || written!.has(print(each));
    const own = [
      ...named.filter(isOwn).map((each) => {
        // A verb has many forms.
        const isVerb = each.kind === 'verb' && more.length === 0;
        const isOther = written !== undefined && !isVerb && !written.has(print(each));
        return { ...each, cost: each.cost + (isOdd ? COST.inflected : isOther ? COST.otherForm : 0) };
      }),
      ...(this.table.entries.get(adjectiveKey(words)) ?? []),
    ];
    own.push(...this.listed(key, own.length > 0));
    if (!word || more.length > 0) return unique(own);
    const { thesaurus } = this.language;
    const isKnown = own.some(({ cost }) => cost === 0);
    const { making } = this.language;
    // Verbs of building are verbs of making.
    const made = word.stem === making[0]?.stem ? this.byVerbs(making) : [];
    const same = isKnown ? [] : [...this.byVerbs(thesaurus.verbsLike(word.stem)), ...made, ...this.byResult(word.stem)];
    const headed = this.table.headed.get(word.stem) ?? [];
    const all = [...own, ...headed, ...this.byNoun(word), ...same, ...this.byEvent(word.stem, own)];
    const alike = thesaurus
      .nounsLike(word.stem)
      .flatMap((other) => [...(this.table.entries.get(other) ?? []), ...(this.table.headed.get(other) ?? [])])
      .filter((each) => (each.kind === 'class' && !each.isAdjective) || this.isFigure(each))
      .map((each) => ({ ...each, cost: each.cost + COST.synonym }));
    if (own.length > 0) return unique([...all, ...(own.every(isRelation) ? this.headsOf(word.stem) : [])]);
    const nouns = this.explainedBy(word.stem).map((property) => ['noun', figure(property)] as const);
    const verbs = this.paraphrasedBy(word.stem).map((property) => ['verb', asVerb(property, this.schema)] as const);
    const explained = [...nouns, ...verbs].map(([kind, relation]): Meaning => ({
      kind,
      relation,
      cost: COST.definedByWords,
    }));
    const partly = this.table.parts.get(word.stem) ?? [];
    const ends = partly.length === 0 && this.language.isNoun(word.text) ? this.table.endingIn(word.stem) : [];
    const heads = this.headsOf(word.stem, ends);
    const parts = [...[...partly, ...ends].filter(({ kind }) => kind !== 'class'), ...heads];
    if (all.length + alike.length + explained.length > 0) return unique([...all, ...alike, ...explained, ...parts]);
    const others = thesaurus.nounsLike(word.stem).flatMap((other) => this.table.parts.get(other) ?? []);
    return parts.length > 0 ? parts : others.map((each) => ({ ...each, cost: each.cost + COST.synonym }));
  }

  /** "Easy" of a difficulty that is easy, moderate or hard by its definition. */
  private listed(key: string, isNamed: boolean): readonly Meaning[] {
    // "High" of a tide is no height.
    const isMeasure = this.language.is('dimensions', key);
    const found = this.language.tag === 'en' && !isMeasure ? (this.glosses.values.get(key) ?? []) : [];
    const cost = isNamed ? COST.lowerCase : 0;
    return found.map(({ name, value }) => ({ kind: 'value', values: [{ how: 'eq', value }], of: name, cost }));
  }

  /** "Line" of `power line`, above `overhead line`; "club" of `fan club` and `football club`. */
  private headsOf(stem: string, compounds: readonly Meaning[] = []): readonly Meaning[] {
    const all = [...(this.table.parts.get(stem) ?? []), ...compounds].filter((each) => each.kind === 'class');
    const names = new Set(all.map(({ name }) => name));
    const { vocabulary } = this.schema;
    const isBelow = (name: string, other: string): boolean => names.has(other) && !vocabulary.isWithin(other, name);
    const tops = all.filter(({ name }) => !vocabulary.above(name).some((other) => isBelow(name, other)));
    return tops.length > MAX_HEADS ? [] : tops;
  }

  /** Data properties of a measure (`tall`): by their names, and by the nouns that explain them. */
  measures(adjective: string): readonly string[] {
    const { thesaurus } = this.language;
    const degree = this.language.degreeOf(adjective);
    // "Warm" is measured as "hot" is.
    const nouns =
      [adjective, degree?.measure ?? ''].map((each) => thesaurus.measuresOf(each)).find((all) => all.length > 0) ?? [];
    // "How severe" of `severity`, "valuable" of `value`.
    const own = nouns.length > 0 ? nouns : this.language.nounStems(adjective);
    const named = [own, nouns.flatMap((stem) => thesaurus.nounsLike(stem))]
      .map((stems) => stems.flatMap((stem) => this.table.figuresOf(stem)))
      .find((each) => each.length > 0);
    const all = new Set([...(named ?? []), ...nouns.flatMap((stem) => this.explainedBy(stem))]);
    return [...all].sort((one, other) => this.lengthOf(one) - this.lengthOf(other));
  }

  /** Numbers of what words from a place on name: `number of pupils` of "pupils". */
  tallyAt(words: readonly Word[], from: number): Named | undefined {
    for (let to = Math.min(words.length, from + this.table.longest); to > from; to--) {
      const meanings = this.table.tallies.get(keyOf(words.slice(from, to)));
      if (meanings) return { to, meanings };
    }
    return undefined;
  }

  /** Words of a property's shortest name: that of "how heavy" is `weight`, rather than `weight of the load`. */
  lengthOf(property: string): number {
    const { labels } = this.schema.vocabulary.properties.get(property)!;
    return Math.min(...labels.map((label) => label.split(' ').length));
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
  timely({ stem, text }: Word, next?: Word): readonly Meaning[] {
    const timesOf = (each: string): string[] =>
      (this.table.figures.get(each) ?? []).filter((name) => this.schema.isTime(name));
    const edges = this.edgesOf(text.toLowerCase());
    const named = timesOf(stem);
    // "Delivered" of `delivery date`.
    const verbal = named.length > 0 ? named : [...new Set(this.language.nounStems(text).flatMap(timesOf))];
    // "Check in" of `check-in date`, not of `check-out date`.
    const isPhrase = (name: string): boolean =>
      this.schema.vocabulary.properties.get(name)!.labels.some((label) => {
        const all = this.language.words(label);
        return all.some((word, i) => word.stem === stem && next !== undefined && all[i + 1]?.stem === next.stem);
      });
    const whole = verbal.filter(isPhrase);
    const own = whole.length > 0 ? whole : verbal;
    // "Began" of `start date`.
    // "Joined" of `hired on` and the other way round, which are of people; a painting that "came" was not made then.
    const { thesaurus } = this.language;
    const turned = (thesaurus.behind.get(stem) ?? []).map((each) => ({ stem: each, isTurned: true }));
    const like = [...thesaurus.verbsLike(stem), ...turned].flatMap((each) =>
      timesOf(each.stem).filter((name) => !each.isTurned || this.schema.isOfPeople(name, 'subject')),
    );
    const all = own.length > 0 ? own : [...new Set([...like, ...(edges ?? [])])];
    const dearer = own.length > 0 ? 0 : COST.synonym;
    return all.map((property) => ({ kind: 'verb', relation: figure(property), cost: COST.timely + dearer }));
  }

  /** Days of beginning or end that a verb asks for: `pick-up date` of "start"; undefined for other verbs. */
  private edgesOf(verb: string): readonly string[] | undefined {
    const { language, schema } = this;
    if (language.is('starting', verb)) return schema.edges('beginnings');
    return language.is('finishing', verb) ? schema.edges('finishes') : undefined;
  }

  private isFigure(meaning: Meaning): boolean {
    return isRelation(meaning) && !this.schema.isObject(meaning.relation.property);
  }

  private verbsOf(stem: string): VerbMeaning[] {
    return [...this.table.verbsOf(stem), ...this.table.verbsOf(stem, this.table.actions)];
  }

  /** "Painted" and "painter", where paintings are made by somebody. */
  private byResult(verb: string): VerbMeaning[] {
    const { language, schema } = this;
    const name = this.table.results.get(verb);
    return (name === undefined ? [] : this.byVerbs(language.making)).flatMap((made) => {
      const side = opposite(made.relation.agent);
      const own = schema.classesOf(made.relation.property, side);
      const isOne = own.length > 0 && own.every((each) => schema.isWithin(name!, each));
      return isOne ? [{ ...made, relation: { ...made.relation, only: { side, name: name! } } }] : [];
    });
  }

  private byVerbs(verbs: readonly { readonly stem: string; readonly isTurned: boolean }[]) {
    return verbs.flatMap(({ stem, isTurned }) =>
      this.table.verbsOf(stem).map(({ kind, relation, cost }) => {
        const agent = isTurned ? opposite(relation.agent) : relation.agent;
        return {
          kind,
          relation: { ...relation, agent, ...(isTurned && { isConverse: true as const }) },
          cost: cost + COST.synonym,
        };
      }),
    );
  }

  /** "Bought" of an order that somebody places, if no property is called so. */
  private byEvent(verb: string, own: readonly Meaning[]): readonly Meaning[] {
    const events = verbsOfEvents(this.schema);
    if (events.size === 0 || own.some(({ kind }) => kind === 'verb')) return [];
    const named = events.get(verb);
    if (named) return [named];
    return this.language.thesaurus.sameVerbs(verb).flatMap((stem) => {
      const meaning = events.get(stem);
      return meaning ? [{ ...meaning, cost: meaning.cost + COST.nounOfVerb }] : [];
    });
  }

  /** "Owner" of `owns`. */
  private byNoun(word: Word): Meaning[] {
    const { thesaurus } = this.language;
    const all = thesaurus.verbsOfNoun(word.text);
    const kinds = (this.table.entries.get(word.stem) ?? []).flatMap((each) =>
      each.kind === 'class' && each.cost === 0 ? [each.name] : [],
    );
    // "The tutor" of `tutors`: not of other verbs that say the same.
    const own = this.verbsOf(word.stem).length > 0 ? all.slice(0, 1).map((each) => ({ ...each, verb: word.stem })) : [];
    return (own.length > 0 ? own : all).flatMap(({ verb, role }) => {
      // "Boss" of `reports to`, from the other side.
      const turned = (thesaurus.behind.get(verb) ?? []).map((stem) => ({ stem, isTurned: true }));
      return [{ stem: verb, isTurned: false }, ...turned].flatMap(({ stem, isTurned }) =>
        [...this.verbsOf(stem), ...this.byResult(stem)].flatMap(({ relation, cost }): Meaning[] => {
          const head = (role === 'agent') === isTurned ? opposite(relation.agent) : relation.agent;
          // "Employees" are no days on which they were employed.
          const { schema } = this;
          const isFigure = schema.isTime(relation.property) || schema.isNumber(relation.property);
          if (isFigure || (head === 'subject' && !schema.isObject(relation.property))) return [];
          // "Tenants" are no leases, where a class is called so.
          const sides = this.schema.endsOf(relation.property, head);
          const isOther =
            sides.length > 0 &&
            !kinds.every((kind) => sides.some((side) => this.schema.vocabulary.isAlong(kind, side)));
          if (isOther) return [];
          const dearer = COST.nounOfVerb + (isTurned ? COST.turnedNoun : 0);
          return [{ kind: 'noun', relation: { ...relation, head }, cost: cost + dearer }];
        }),
      );
    });
  }
}

/** A property as a verb. */
export const asVerb = (property: string, schema: Schema): Relation =>
  schema.isObject(property) ? { ...figure(property), head: undefined } : figure(property);
