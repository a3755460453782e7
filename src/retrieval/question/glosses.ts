/** What the ontology's definitions say of its terms, in words that people may use instead of the terms' names. */
import { onceFor } from '../../util/memo';
import type { PropertyTerm, Vocabulary } from '../knowledge/vocabulary';
import { anyOf, ENGLISH, EXTRACT, phrases, words } from '../language/data';
import { unitNamedIn } from '../language/numbers';
import { contentStems, isFunctionWord, keyOf, stemOf, wordsOf, type Word } from '../language/words';

/** A class by the words of its definition. */
interface ClassGloss {
  readonly name: string;
  /** What kind of thing it is said to be: "craftsman" of "A craftsman who builds barrels". */
  readonly genus: string | undefined;
  readonly stems: ReadonlySet<string>;
}

/** A property by the words of its definition. */
interface PropertyGloss {
  readonly name: string;
  /** Words of its first clause besides the classes that it is about: "age" of "The vessel in which a wine ages". */
  readonly paraphrase: ReadonlySet<string>;
  /** Of all of it, and of the property's names. */
  readonly stems: ReadonlySet<string>;
  /** Noun that a data property is explained with: `strength`. */
  readonly measure: string | undefined;
}

/** Predicate in the definition of one property: `first used`, `goes along`. */
interface Phrase {
  readonly name: string;
  /** It is said of the property's objects. */
  readonly isOfRange: boolean;
}

/** Value of a property. */
interface ListedValue {
  readonly name: string;
  readonly value: string;
}

/** Maximum words of a phrase. */
const MAX_PHRASE = 5;
/** Maximum words of a value in a list. */
const MAX_VALUE = 3;
/** A paraphrase of more words is none that anybody uses. */
const MAX_PARAPHRASE = 3;
/** Stems of words that say nothing of what is defined. */
const EMPTY: ReadonlySet<string> = new Set(words(EXTRACT.empty).map(stemOf));
/** Words before a predicate, and those that may end it. */
const LEADING: ReadonlySet<string> = new Set(words([...ENGLISH.be, ...ENGLISH.auxiliaries, ...ENGLISH.relatives]));
const PARTICLES: ReadonlySet<string> = new Set(words(ENGLISH.prepositions));
const BREAK = new RegExp(`[,;:.(]|\\b(?:${phrases(EXTRACT.breaks).join('|')})\\b`, 'i');
const HEAD_END = new RegExp(`^(?:${anyOf(EXTRACT.headEnds)})$`, 'i');

/** The index of one ontology. */
export class Glosses {
  readonly classes: readonly ClassGloss[];
  /** By their names. */
  readonly properties: ReadonlyMap<string, PropertyGloss>;
  /** By the stems of their words. */
  readonly phrases: ReadonlyMap<string, Phrase>;
  /** Values that definitions list, by the stems of their words: `easy` of "Easy, moderate or difficult". */
  readonly values: ReadonlyMap<string, readonly ListedValue[]>;

  /** Cached per vocabulary. */
  static readonly of = onceFor((vocabulary: Vocabulary) => new Glosses(vocabulary));

  private constructor(private readonly vocabulary: Vocabulary) {
    this.classes = [...vocabulary.classes.values()].flatMap(({ name, labels, definitions }) =>
      definitions.length === 0 ? [] : [{ name, genus: headOf(definitions[0]!, labels), stems: stemsOf(definitions) }],
    );
    this.properties = new Map([...vocabulary.properties.values()].map((term) => [term.name, this.ofProperty(term)]));
    const phrases = new Map<string, Phrase>();
    const shared = new Set<string>();
    for (const term of vocabulary.properties.values()) {
      for (const [key, isOfRange] of this.phrasesOf(term)) {
        if (phrases.has(key)) shared.add(key);
        phrases.set(key, { name: term.name, isOfRange });
      }
    }
    for (const key of shared) phrases.delete(key);
    this.phrases = phrases;
    const values = new Map<string, ListedValue[]>();
    for (const { name, isObject, datatypes, definitions } of vocabulary.properties.values()) {
      const isText = !isObject && datatypes.every((iri) => iri.endsWith('#string'));
      for (const value of isText ? listedIn(definitions[0] ?? '') : []) {
        const key = keyOf(wordsOf(value));
        values.set(key, [...(values.get(key) ?? []), { name, value }]);
      }
    }
    this.values = values;
  }

  private ofProperty({ name, domain, range, labels, definitions, inverses, isObject }: PropertyTerm): PropertyGloss {
    const { vocabulary } = this;
    // A definition names what it is about somehow.
    const about = [...domain, ...range].flatMap((each) => [each, ...vocabulary.above(each), ...vocabulary.below(each)]);
    const known = stemsOf(about.flatMap((each) => vocabulary.classes.get(each)?.labels ?? []));
    const [definition = ''] = definitions;
    // "In months": a unit says nothing of what is measured.
    const unit = stemOf(unitNamedIn(definition)?.unit ?? '');
    const said = [...stemsOf([definition.split(BREAK)[0]!])].filter((stem) => !known.has(stem) && stem !== unit);
    const isTold = this.hasSides({ name, domain, range, inverses, isObject }) && listedIn(definition).length === 0;
    const paraphrase = isTold && said.length <= MAX_PARAPHRASE ? said : [];
    return {
      name,
      paraphrase: new Set(paraphrase),
      stems: stemsOf([...labels, ...definitions]),
      measure: isObject ? undefined : headOf(definition, labels),
    };
  }

  /** True if agent and patient are told by domain and range. */
  private hasSides(term: Pick<PropertyTerm, 'name' | 'domain' | 'range' | 'inverses' | 'isObject'>): boolean {
    const { name, domain, range, inverses, isObject } = term;
    const { vocabulary } = this;
    const isAlike = domain.some((one) => range.some((other) => vocabulary.isAlong(one, other)));
    return !isObject || inverses.includes(name) || (domain.length > 0 && range.length > 0 && !isAlike);
  }

  /** Predicates of two words or more in the definition of a property, and whether they are of its range. */
  private *phrasesOf(term: PropertyTerm): Generator<readonly [key: string, isOfRange: boolean]> {
    const { vocabulary } = this;
    const [text = ''] = term.definitions;
    const all = wordsOf(text);
    const nounsOf = (names: readonly string[]): Set<string> => {
      const classes = names.flatMap((each) => [each, ...vocabulary.above(each), ...vocabulary.below(each)]);
      const labels = classes.flatMap((each) => vocabulary.classes.get(each)?.labels ?? []);
      return new Set(labels.flatMap((label) => wordsOf(label).at(-1)?.stem ?? []));
    };
    const [subjects, objects] = [nounsOf(term.domain), nounsOf(term.range)];
    const isNoun = ({ stem }: Word): boolean => subjects.has(stem) || objects.has(stem);
    for (let from = this.hasSides(term) ? 1 : all.length; from < all.length; from++) {
      const before = all[from - 1]!;
      const isPredicate = isNoun(before) || LEADING.has(before.text.toLowerCase());
      if (!isPredicate || isFunctionWord(all[from]!) || isNoun(all[from]!)) continue;
      const of = all.slice(0, from).findLast(isNoun)?.stem ?? '';
      for (let to = from + 2; to <= Math.min(all.length, from + MAX_PHRASE); to++) {
        const last = all[to - 1]!;
        const isApart = /[,;:.(]/.test(text.slice(all[to - 2]!.end, last.start));
        if (isApart || isNoun(last)) break;
        const isEnd = !isFunctionWord(last) || PARTICLES.has(last.text.toLowerCase());
        if (isEnd) yield [keyOf(all.slice(from, to)), objects.has(of) && !subjects.has(of)];
      }
    }
  }
}

/** Values that a definition lists, and says nothing else: "Easy, moderate or difficult", "One of: new, used". */
function listedIn(definition: string): readonly string[] {
  const text = definition.trim().replace(/\.$/, '');
  const list = text.slice(text.indexOf(':') + 1);
  if (/[:.;()]/.test(list)) return [];
  const values = list
    .split(/,| or /)
    .map((each) => each.trim().replace(/^or /, ''))
    .filter((each) => each !== '');
  const isValue = (text: string): boolean => text.length > 1 && wordsOf(text).length <= MAX_VALUE;
  return values.length > 1 && values.every(isValue) && / or /.test(` ${list} `) ? values : [];
}

const stemsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => [...contentStems(text)]).filter((stem) => !EMPTY.has(stem)));

/** The noun that a definition begins with, unless it is the term itself: "cask" of "A small cask of oak". */
function headOf(definition: string, labels: readonly string[]): string | undefined {
  if (listedIn(definition).length > 0) return undefined;
  const all = wordsOf(definition.split(BREAK)[0]!);
  const end = all.findIndex(({ text }) => HEAD_END.test(text));
  const head = all.slice(0, end < 0 ? all.length : end).filter((word) => !isFunctionWord(word));
  const stem = head.at(-1)?.stem;
  // A whole sentence begins with no noun that stands for it.
  const isSentence = end < 0 && head.length > 3;
  // "What a client pays for a day": no noun, either.
  const isClause = Object.hasOwn(ENGLISH.asking, all[0]?.text.toLowerCase() ?? '');
  // "A person or a company": neither alone.
  const isEither = all.slice(0, end < 0 ? all.length : end).some(({ text }) => text.toLowerCase() === 'or');
  const isNews = stem !== undefined && !EMPTY.has(stem) && !labels.some((label) => contentStems(label).has(stem));
  return isSentence || isClause || isEither || !isNews ? undefined : stem;
}
