/** Names of the classes and properties of an ontology, as a language uses them in sentences. */
import type { InForce } from '../../materialize';
import { Vocabulary, type PropertyTerm } from '../knowledge/vocabulary';
import { nounsLike, verbsLike, verbsOfNoun } from '../language/thesaurus';
import type { Word } from '../language/words';
import { opposite, type Meaning, type Relation } from '../modules/owl/types';
import type { Language } from './language';

/** Cost of a verb that the name of a property may be, beside a noun. */
const LESS_LIKELY = 0.2;
/** Cost of another word for a name. */
const SYNONYM = 0.5;
/** Maximum words of a name. */
const MAX_WORDS = 8;

const ENGLISH_PARTICIPLE =
  /(?:ed|en|wn|rn)$|^(?:built|made|kept|led|held|sold|bought|taught|caught|found|won|set|put|run|sung)$/;

export class Names {
  private readonly meanings = new Map<string, Meaning[]>();
  /** Property → words of its labels, in lower case. */
  private readonly labelWords = new Map<string, ReadonlySet<string>>();
  private longest = 1;
  /** Transitive properties whose names put one thing in another. */
  readonly containments: readonly string[];

  private constructor(
    ontology: InForce,
    readonly language: Language,
  ) {
    const { classes, properties } = Vocabulary.of(ontology);
    for (const { name, labels } of classes.values()) {
      for (const label of labels) this.add(this.content(label), { kind: 'class', name, cost: 0 });
    }
    for (const property of properties.values()) {
      for (const label of property.labels) this.addProperty(property, label);
      const words = property.labels.flatMap((label) => language.words(label).map(({ text }) => text.toLowerCase()));
      this.labelWords.set(property.name, new Set(words));
    }
    const { taxonomy } = ontology.loaded;
    const isContainment = ({ name, iri, isObject }: PropertyTerm): boolean =>
      isObject && taxonomy.isTransitive(iri) && this.hasWordOf(name, language.data.containment);
    this.containments = [...properties.values()].filter(isContainment).map(({ name }) => name);
  }

  /** True if a label of the property has one of the words. */
  hasWordOf(property: string, words: readonly string[]): boolean {
    return words.some((word) => this.labelWords.get(property)?.has(word));
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

  /** Returns the longest name that begins at a word; words of grammar inside are left out. */
  at(words: readonly Word[], from: number): { readonly to: number; readonly meanings: readonly Meaning[] } | undefined {
    if (this.language.isGrammar(words[from]!)) return undefined;
    for (let to = Math.min(words.length, from + MAX_WORDS); to > from; to--) {
      if (this.language.isGrammar(words[to - 1]!)) continue;
      const own = words.slice(from, to).filter((word) => !this.language.isGrammar(word));
      const meanings = own.length > this.longest ? undefined : this.meanings.get(keyOf(own));
      if (!meanings) continue;
      // "Made of", "made by": the preposition says which.
      const whole = to < words.length ? this.meanings.get(`${keyOf(own)} ${behind(words[to]!.text)}`) : undefined;
      return whole ? { to: to + 1, meanings: whole } : { to, meanings };
    }
    return undefined;
  }

  /** Returns what other words of the language for a word mean, if it is no name itself; English alone has a thesaurus. */
  alike({ stem, text }: Word): readonly Meaning[] {
    if (this.language.tag !== 'en') return [];
    const entries = (key: string): readonly Meaning[] => this.meanings.get(key) ?? [];
    const nouns = nounsLike(stem).flatMap((other) => entries(other).filter(({ kind }) => kind !== 'verb'));
    const verbs = verbsLike(stem).flatMap(({ stem: other, isTurned }) =>
      entries(other).flatMap((meaning): Meaning[] => {
        if (meaning.kind !== 'verb') return [];
        const { relation } = meaning;
        return [{ ...meaning, relation: isTurned ? { ...relation, agent: opposite(relation.agent) } : relation }];
      }),
    );
    const people = verbsOfNoun(text).flatMap(({ verb, role }) =>
      entries(verb).flatMap((meaning): Meaning[] => {
        if (meaning.kind !== 'verb') return [];
        const { relation } = meaning;
        const head = role === 'agent' ? relation.agent : opposite(relation.agent);
        return [{ kind: 'noun', relation: { ...relation, head }, cost: 0 }];
      }),
    );
    const all = [...nouns, ...verbs, ...people].map((meaning) => ({ ...meaning, cost: meaning.cost + SYNONYM }));
    return all.filter((one, i) => all.findIndex((other) => sameMeaning(one, other)) === i);
  }

  /** Returns the meanings of a verb whose prefix stands elsewhere. */
  separated(prefix: Word, verb: Word): readonly Meaning[] | undefined {
    return this.meanings.get(this.language.stem(prefix.text + verb.text.toLowerCase()));
  }

  private content(label: string): Word[] {
    const words = this.language.words(label);
    const own = words.filter((word) => !this.language.isGrammar(word));
    return own.length > 0 ? own : words;
  }

  private addProperty({ name: property, isObject }: PropertyTerm, label: string): void {
    const { data } = this.language;
    const words = this.language.words(label);
    const [first, last] = [words[0]?.text.toLowerCase() ?? '', words.at(-1)?.text.toLowerCase() ?? ''];
    const key = this.content(label);
    const head = key.at(-1);
    if (!head) return;
    const isNamed = data.nounsAreCapitalized && /^\p{Lu}/u.test(head.text);
    const isPassive = words.length > 1 && data.agentMarkers.includes(last) && !isNamed;
    const hasPreposition = words.length > 1 && data.prepositions.includes(last);
    const turns = isPassive || !hasPreposition;
    const isPossessed = data.possessiveMarkers.includes(last) && !data.having.includes(first);
    const side: Relation['head'] = isObject && isPossessed ? 'subject' : 'object';
    const noun: Meaning = { kind: 'noun', relation: { property, agent: 'subject', head: side, turns: false }, cost: 0 };
    const agent = isPassive ? 'object' : 'subject';
    // "Made" alone is seldom "made of".
    const cost = isPossessed ? SYNONYM : 0;
    const verb: Meaning = { kind: 'verb', relation: { property, agent, head: undefined, turns }, cost };
    const isVerb = data.nounsAreCapitalized
      ? !isNamed
      : isPassive ||
        (hasPreposition && !data.possessiveMarkers.includes(last)) ||
        ENGLISH_PARTICIPLE.test(head.text) ||
        (words.length === 1 && /[^su]s$/.test(first));
    this.add(key, isVerb ? verb : noun);
    if (isVerb && hasPreposition) this.enter(`${keyOf(key)} ${behind(last)}`, { ...verb, cost: 0 });
    if (isVerb && isObject) return;
    this.add(key, { ...(isVerb ? noun : verb), cost: LESS_LIKELY });
  }

  private add(words: readonly Word[], meaning: Meaning): void {
    if (words.length === 0 || words.length > MAX_WORDS) return;
    this.longest = Math.max(this.longest, words.length);
    this.enter(keyOf(words), meaning);
  }

  private enter(key: string, meaning: Meaning): void {
    const list = this.meanings.get(key);
    if (!list) this.meanings.set(key, [meaning]);
    else if (!list.some((other) => sameMeaning(other, meaning))) list.push(meaning);
  }
}

const sameMeaning = (one: Meaning, other: Meaning): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Key of a preposition behind a name; stems have no such sign. */
const behind = (preposition: string): string => `>${preposition.toLowerCase()}`;

const keyOf = (words: readonly Word[]): string => words.map(({ stem }) => stem).join(' ');
