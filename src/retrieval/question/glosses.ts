/** What the ontology's definitions say of its terms, in words that people may use instead of the terms' names. */
import { onceFor } from '../../util/memo';
import type { PropertyTerm, Vocabulary } from '../knowledge/vocabulary';
import { anyOf, EXTRACT, phrases, words } from '../language/data';
import { contentStems, isFunctionWord, stemOf, wordsOf } from '../language/words';

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

/** A paraphrase of more words is none that anybody uses. */
const MAX_PARAPHRASE = 3;
/** Stems of words that say nothing of what is defined. */
const EMPTY: ReadonlySet<string> = new Set(words(EXTRACT.empty).map(stemOf));
const BREAK = new RegExp(`[,;:.(]|\\b(?:${phrases(EXTRACT.breaks).join('|')})\\b`, 'i');
const HEAD_END = new RegExp(`^(?:${anyOf(EXTRACT.headEnds)})$`, 'i');

/** The index of one ontology. */
export class Glosses {
  readonly classes: readonly ClassGloss[];
  /** By their names. */
  readonly properties: ReadonlyMap<string, PropertyGloss>;

  /** Cached per vocabulary. */
  static readonly of = onceFor((vocabulary: Vocabulary) => new Glosses(vocabulary));

  private constructor(private readonly vocabulary: Vocabulary) {
    this.classes = [...vocabulary.classes.values()].flatMap(({ name, labels, definitions }) =>
      definitions.length === 0 ? [] : [{ name, genus: headOf(definitions[0]!, labels), stems: stemsOf(definitions) }],
    );
    this.properties = new Map([...vocabulary.properties.values()].map((term) => [term.name, this.ofProperty(term)]));
  }

  private ofProperty({ name, domain, range, labels, definitions, inverses, isObject }: PropertyTerm): PropertyGloss {
    const { vocabulary } = this;
    // A definition names what it is about somehow.
    const about = [...domain, ...range].flatMap((each) => [each, ...vocabulary.above(each), ...vocabulary.below(each)]);
    const known = stemsOf(about.flatMap((each) => vocabulary.classes.get(each)?.labels ?? []));
    const [definition = ''] = definitions;
    const said = [...stemsOf([definition.split(BREAK)[0]!])].filter((stem) => !known.has(stem));
    // Agent and patient have to be told by domain and range.
    const isAlike = domain.some((one) =>
      range.some((other) => vocabulary.isWithin(one, other) || vocabulary.isWithin(other, one)),
    );
    const hasSides = !isObject || inverses.includes(name) || (domain.length > 0 && range.length > 0 && !isAlike);
    const paraphrase = hasSides && said.length <= MAX_PARAPHRASE ? said : [];
    return {
      name,
      paraphrase: new Set(paraphrase),
      stems: stemsOf([...labels, ...definitions]),
      measure: isObject ? undefined : headOf(definition, labels),
    };
  }
}

const stemsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => [...contentStems(text)]).filter((stem) => !EMPTY.has(stem)));

/** The noun that a definition begins with, unless it is the term itself: "cask" of "A small cask of oak". */
function headOf(definition: string, labels: readonly string[]): string | undefined {
  const all = wordsOf(definition.split(BREAK)[0]!);
  const end = all.findIndex(({ text }) => HEAD_END.test(text));
  const head = all.slice(0, end < 0 ? all.length : end).filter((word) => !isFunctionWord(word));
  const stem = head.at(-1)?.stem;
  // A whole sentence begins with no noun that stands for it.
  const isSentence = end < 0 && head.length > 3;
  const isNews = stem !== undefined && !EMPTY.has(stem) && !labels.some((label) => contentStems(label).has(stem));
  return isSentence || !isNews ? undefined : stem;
}
