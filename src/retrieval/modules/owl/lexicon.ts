/** Second stage: what the ontology's classes and properties are called, and how English uses these names. */
import type { InForce } from '../../../materialize';
import { onceFor } from '../../../util/memo';
import { Vocabulary } from '../../knowledge/vocabulary';
import { wordsOf, type Word } from '../../language/words';
import { foldWord } from '../../links/fold';
import { annotatedLabels } from '../../links/label-source';
import { BE } from './draft';
import { Glosses } from './glosses';
import { isGrammar } from './grammar';
import { measuresOf, nounsLike, verbsLike, verbsOfNoun } from '../../language/thesaurus';
import { Schema } from './schema';
import { opposite, type Meaning, type Relation } from './types';

/** What a reading pays for a word that is not quite the ontology's. */
const SYNONYM = 0.5;
const PART = 0.8;
const ADJECTIVE = 0.2;
const TIMELY = 0.15;
const INFLECTED = 1.2;
const LIKELIER_VERB = 0.3;
const LIKELIER_NOUN = 0.6;
/** "Stage" for `staging`, where something else is called `stage`. */
const OTHER_FORM = 0.3;
/** "Made" of `made of`. */
const WITHOUT_OF = 0.5;

const PREPOSITIONS = new Set('by in at to from for on with of into through under over as near after before'.split(' '));
const PARTICIPLE =
  /(?:ed|en|wn)$|^(?:built|made|kept|led|lit|held|sold|bought|taught|caught|found|won|set|put|sung|born|fed|told|read|cut|hung|lost|paid|sent|spent|struck|dug|bound)$/;

type Key = string;

/** How often content words have to agree: a name's words without those of grammar. */
const keyOf = (words: readonly Word[]): Key => words.map(({ stem }) => stem).join(' ');

/** The words themselves, in the singular. */
const formOf = (words: readonly Word[]): string => words.map(({ text }) => foldWord(text)).join(' ');

/** "Shipping" is an adjective that "ship" is not. */
const adjectiveKey = (words: readonly Word[]): Key =>
  `adjective ${words.map(({ text }) => text.toLowerCase()).join(' ')}`;

const literalKey = (words: readonly Word[]): Key => `literal ${keyOf(words)}`;

export class Lexicon {
  private readonly entries = new Map<Key, Meaning[]>();
  /** Names in the forms in which they are written → what is called so. */
  private readonly written = new Map<string, Set<string>>();
  private readonly dataNouns = new Map<string, string[]>();
  private readonly timeWords = new Map<string, string[]>();
  private longest = 1;
  /** Labels by their stems. */
  private readonly spelled = new Set<string>();
  private readonly words = new Set<string>();
  private readonly vocabulary: Vocabulary;
  private readonly isTime: (property: string) => boolean;
  private readonly synonyms: ReadonlyMap<string, readonly string[]>;
  readonly glosses: Glosses;

  private constructor(ontology: InForce) {
    this.vocabulary = Vocabulary.of(ontology);
    this.glosses = new Glosses(this.vocabulary);
    const schema = Schema.of(this.vocabulary);
    this.isTime = (property) => schema.isTime(property);
    this.synonyms = annotatedLabels({ ontology });
    for (const { name, iri, labels } of this.vocabulary.classes.values()) {
      for (const label of this.labels(iri, labels)) {
        this.add(content(label), { kind: 'class', name, cost: 0 });
        this.addWhole(wordsOf(label), { kind: 'class', name, cost: 0 });
      }
    }
    for (const { name, iri, labels } of this.vocabulary.classes.values()) {
      for (const label of this.labels(iri, labels)) this.addAdjective(name, content(label));
    }
    for (const { name, iri, labels, isObject } of this.vocabulary.properties.values()) {
      for (const label of this.labels(iri, labels)) this.addProperty(name, label, isObject);
    }
  }

  /** That of an ontology in force, made once. */
  static readonly of = onceFor((ontology: InForce) => new Lexicon(ontology));

  /** Words of the longest name. */
  get mostWords(): number {
    return this.longest;
  }

  /** Each word of its names, in lower case. */
  get vocabularyWords(): readonly string[] {
    return [...this.words];
  }

  /** What a run of words with those of grammar is the name of. */
  literally(words: readonly Word[]): readonly Meaning[] {
    return unique(this.entries.get(literalKey(words)) ?? []);
  }

  /** Whether a name of the ontology has a phrase in it, in whatever forms of its words. */
  names(phrase: string): boolean {
    const wanted = stemmed(phrase);
    for (const label of this.spelled) if (label.includes(wanted)) return true;
    return false;
  }

  /** What a run of content words means; empty where nothing. */
  find(words: readonly Word[]): readonly Meaning[] {
    const written = this.written.get(formOf(words));
    const named = (this.entries.get(keyOf(words)) ?? []).map((each) =>
      !written || written.has(print(each)) ? each : { ...each, cost: each.cost + OTHER_FORM },
    );
    const exact = [...named, ...(this.entries.get(adjectiveKey(words)) ?? [])];
    if (words.length !== 1) return exact;
    const word = words[0]!;
    // "Shipped" is no ship, nor "planted" a plant.
    const isVerb = /(?:ed|ing)$/i.test(word.text) && !exact.some(({ kind }) => kind === 'verb');
    const own = isVerb ? exact.map((each) => ({ ...each, cost: each.cost + INFLECTED })) : exact;
    const isKnown = own.some(({ cost }) => cost === 0);
    const verbs = this.entries.get(`verb ${word.stem}`) ?? [];
    const more = [...verbs, ...this.byNoun(word), ...(isKnown ? [] : this.byVerb(word))];
    const all = [...own, ...more];
    if (all.length > 0) return unique(all);
    const alike = this.byNounLike(word);
    return unique(alike.length > 0 ? alike : (this.entries.get(`part ${word.stem}`) ?? []));
  }

  /** Data properties of a measure (`tall`): by their names, or else by the nouns that explain them. */
  measures(word: string): readonly string[] {
    const nouns = measuresOf(word);
    const named = [...new Set(nouns.flatMap((stem) => this.dataNouns.get(stem) ?? []))];
    if (named.length > 0) return named;
    return this.glosses.properties.flatMap(({ name, measures }) =>
      measures.some((noun) => nouns.includes(noun)) ? [name] : [],
    );
  }

  /** "Cost" of `price`, "firm" of `company`, where nothing is called so itself. */
  private byNounLike({ stem }: Word): Meaning[] {
    return nounsLike(stem).flatMap((other) =>
      (this.entries.get(other) ?? []).flatMap((meaning) =>
        (meaning.kind === 'class' && !meaning.isAdjective) || this.isFigure(meaning)
          ? [{ ...meaning, cost: meaning.cost + SYNONYM }]
          : [],
      ),
    );
  }

  private isFigure(meaning: Meaning): boolean {
    if (meaning.kind !== 'noun' && meaning.kind !== 'verb') return false;
    return this.vocabulary.properties.get(meaning.relation.property)?.isObject === false;
  }

  private byVerb(word: Word): Meaning[] {
    return verbsLike(word.stem).flatMap(({ stem, isTurned }) =>
      (this.entries.get(`verb ${stem}`) ?? []).flatMap((meaning): Meaning[] => {
        if (meaning.kind !== 'verb') return [];
        const { relation } = meaning;
        const agent = isTurned ? opposite(relation.agent) : relation.agent;
        return [{ kind: 'verb', relation: { ...relation, agent }, cost: meaning.cost + SYNONYM }];
      }),
    );
  }

  private byNoun(word: Word): Meaning[] {
    return verbsOfNoun(word.text).flatMap(({ verb, role }) =>
      (this.entries.get(`verb ${verb}`) ?? []).flatMap((meaning): Meaning[] => {
        if (meaning.kind !== 'verb') return [];
        const { relation } = meaning;
        const head = role === 'agent' ? relation.agent : opposite(relation.agent);
        return [{ kind: 'noun', relation: { ...relation, head }, cost: meaning.cost + SYNONYM / 2 }];
      }),
    );
  }

  /** "Planted" of `year planted`: of the verb, when. */
  timely(word: Word): readonly Meaning[] {
    return (this.timeWords.get(word.stem) ?? []).map((property) => ({
      kind: 'verb',
      relation: { property, agent: 'subject', head: 'object', turns: false },
      cost: TIMELY,
    }));
  }

  /** "Hazardous" of `hazardous vessel`, a vessel. */
  private addAdjective(name: string, words: readonly Word[]): void {
    for (let at = 1; at < words.length; at++) {
      const heads = this.entries.get(keyOf(words.slice(at))) ?? [];
      const isHead = heads.some((each) => each.kind === 'class' && this.vocabulary.above(name).includes(each.name));
      if (!isHead) continue;
      const meaning: Meaning = { kind: 'class', name, cost: ADJECTIVE, isAdjective: true };
      const key = adjectiveKey(words.slice(0, at));
      this.longest = Math.max(this.longest, at);
      this.enter(key, meaning);
    }
  }

  private labels(iri: string, labels: readonly string[]): readonly string[] {
    const all = [...new Set([...labels, ...(this.synonyms.get(iri) ?? [])])];
    for (const label of all) {
      this.spelled.add(stemmed(label));
      for (const { text } of wordsOf(label)) this.words.add(text.toLowerCase());
    }
    return all;
  }

  private addProperty(property: string, label: string, isObject: boolean): void {
    const words = wordsOf(label);
    if (words.length === 0) return;
    const text = words.map((word) => word.text.toLowerCase());
    const first = text[0]!;
    const last = text.at(-1)!;
    const own = content(label);
    const key = own.length > 0 ? own : words;
    const isOf = last === 'of' && words.length === 2 && PARTICIPLE.test(first);
    const isVerbal =
      words.length > 1 && PREPOSITIONS.has(last) && (own.length === 0 || isGrammar(words[0]!) || words.length === 2);
    if ((isVerbal && last !== 'by') || isOf) {
      const relation: Relation = { property, agent: 'subject', head: isObject ? undefined : 'object', turns: false };
      this.enter(literalKey(words), { kind: 'verb', relation, cost: 0 });
    }
    if (!isObject) {
      const relation: Relation = { property, agent: 'subject', head: 'object', turns: false };
      const isVerb = PREPOSITIONS.has(last) || PARTICIPLE.test(first);
      this.add(key, { kind: 'noun', relation, cost: isVerb ? LIKELIER_VERB : 0 });
      if (!isVerb) this.addWhole(words, { kind: 'noun', relation, cost: 0 });
      this.add(key, { kind: 'verb', relation, cost: isVerb ? 0 : LIKELIER_NOUN });
      if (isVerb && key.length === 1) this.enter(`verb ${key[0]!.stem}`, { kind: 'verb', relation, cost: 0 });
      this.addPart(key, relation);
      if (this.isTime(property)) {
        for (const { stem } of key) this.timeWords.set(stem, [...(this.timeWords.get(stem) ?? []), property]);
      }
      for (const { stem } of key) this.dataNouns.set(stem, [...(this.dataNouns.get(stem) ?? []), property]);
      return;
    }
    // "Is given": by whom is not said.
    const isPassive =
      (last === 'by' && words.length > 1) || (BE.has(first) && words.length === 2 && PARTICIPLE.test(last));
    if (
      !isPassive &&
      (first === 'has' || first === 'have' || last === 'of') &&
      words.length > 1 &&
      !(first === 'is' && PARTICIPLE.test(text[1]!)) &&
      !isOf
    ) {
      const head = last === 'of' && first !== 'has' ? 'subject' : 'object';
      this.addNoun(property, key, head);
      return;
    }
    const isVerb =
      isPassive ||
      (PREPOSITIONS.has(last) && words.length > 1) ||
      PARTICIPLE.test(first) ||
      (/[^su]s$/.test(first) && words.length === 1) ||
      (/[^su]s$/.test(first) && words.length > 1 && !/s$/.test(last));
    if (!isVerb) {
      this.addNoun(property, key, 'object');
      return;
    }
    const turns = isPassive || !((PREPOSITIONS.has(last) || isOf) && words.length > 1);
    const relation: Relation = { property, agent: isPassive ? 'object' : 'subject', head: undefined, turns };
    this.addVerb(key, relation, isOf ? WITHOUT_OF : 0);
    // "learned the craft from": the verb alone may mean it.
    if (key.length > 1) this.addVerb(key.slice(0, 1), relation, PART);
  }

  /** "Date of birth": with the words of grammar in it. */
  private addWhole(words: readonly Word[], meaning: Meaning): void {
    const isParted = words.length > 2 && words.slice(1, -1).some(isGrammar);
    if (isParted && !isGrammar(words[0]!) && !isGrammar(words.at(-1)!)) this.enter(literalKey(words), meaning);
  }

  private addVerb(key: readonly Word[], relation: Relation, cost: number): void {
    this.add(key, { kind: 'verb', relation, cost });
    if (key.length === 1) this.enter(`verb ${key[0]!.stem}`, { kind: 'verb', relation, cost });
  }

  /** @param head the side of the property that the noun names */
  private addNoun(property: string, key: readonly Word[], head: 'subject' | 'object'): void {
    const relation: Relation = { property, agent: 'subject', head, turns: false };
    this.add(key, { kind: 'noun', relation, cost: 0 });
    // "Composed" has the stem of `composer`, and is no composer.
    const isAgent = key.length === 1 && verbsOfNoun(key[0]!.text).some(({ verb }) => verb === key[0]!.stem);
    if (!isAgent) this.add(key, { kind: 'verb', relation, cost: LIKELIER_NOUN });
    // "Home" of `home port`, where nothing else is called so.
    this.addPart(key, relation);
    if (key.length !== 1) return;
    // "Who wrote it?" of `author`: the noun's verb, the noun its agent.
    for (const { verb, role } of verbsOfNoun(key[0]!.text)) {
      const side = role === 'agent' ? head : opposite(head);
      this.enter(`verb ${verb}`, {
        kind: 'verb',
        relation: { property, agent: side, head: undefined, turns: true },
        cost: PART / 2,
      });
    }
    if (!isAgent) this.enter(`verb ${key[0]!.stem}`, { kind: 'verb', relation, cost: LIKELIER_NOUN });
  }

  /** "Born" of `birth place` and of `birth date`. */
  private addPart(key: readonly Word[], relation: Relation): void {
    if (key.length < 2) return;
    this.enter(`part ${key[0]!.stem}`, { kind: 'noun', relation, cost: PART });
    this.enter(`part ${key[0]!.stem}`, { kind: 'verb', relation, cost: PART });
  }

  private add(words: readonly Word[], meaning: Meaning): void {
    if (words.length === 0 || words.length > 8) return;
    this.longest = Math.max(this.longest, words.length);
    this.enter(keyOf(words), meaning);
    const form = formOf(words);
    this.written.set(form, (this.written.get(form) ?? new Set()).add(print(meaning)));
  }

  private enter(key: Key, meaning: Meaning): void {
    const list = this.entries.get(key);
    if (!list) this.entries.set(key, [meaning]);
    else if (!list.some((other) => print(other) === print(meaning))) list.push(meaning);
  }
}

/** All words, each by its stem and with spaces around it. */
const stemmed = (text: string): string =>
  ` ${wordsOf(text)
    .map(({ stem }) => stem)
    .join(' ')} `;

function content(label: string): Word[] {
  const words = wordsOf(label);
  const own = words.filter((word) => !isGrammar(word));
  return own.length > 0 ? own : words;
}

/** What a meaning says, its cost aside. */
function print(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'class':
      return `class ${[meaning.name, ...(meaning.or ?? [])].join(' ')}`;
    case 'noun':
    case 'verb': {
      const { property, agent, head } = meaning.relation;
      return `${meaning.kind} ${property} ${agent} ${head ?? ''}`;
    }
    case 'nodes':
      return `nodes ${meaning.nodes.map(({ uid }) => uid).join(' ')}`;
    case 'value':
      return `value ${meaning.values.map(({ how, value }) => `${how} ${value}`).join(' ')}`;
    default:
      return meaning.kind;
  }
}

/** The cheapest of each. */
export function unique(meanings: readonly Meaning[]): Meaning[] {
  const out = new Map<string, Meaning>();
  for (const meaning of [...meanings].sort((a, b) => a.cost - b.cost)) {
    const key = print(meaning);
    if (!out.has(key)) out.set(key, meaning);
  }
  return [...out.values()];
}
