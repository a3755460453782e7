/** What the ontology's definitions say of its terms, in words that people may use instead of the terms' names. */
import { onceFor } from '../../util/memo';
import type { PropertyTerm, Vocabulary } from '../knowledge/vocabulary';
import { contentStems, isFunctionWord, stemOf, wordsOf } from '../language/words';

/** A class by the words of its definition. */
export interface ClassGloss {
  readonly name: string;
  /** What kind of thing it is said to be: "craftsman" of "A craftsman who builds barrels". */
  readonly genus: string | undefined;
  readonly stems: ReadonlySet<string>;
}

/** A property by the words of its definition. */
export interface PropertyGloss {
  readonly name: string;
  /** What its first clause says besides the classes that it is about: "age" of "The vessel in which a wine ages". */
  readonly paraphrase: ReadonlySet<string>;
  /** Of all of it. */
  readonly stems: ReadonlySet<string>;
  /** Of a data property: the noun that it is explained with, `strength`; and what it is measured in, `crown`. */
  readonly measures: readonly string[];
  readonly units: ReadonlySet<string>;
}

/** A paraphrase of more words is none that anybody uses. */
const MOST_IN_PARAPHRASE = 3;
/** They say nothing of what is defined. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'somebody someone something somewhere anything thing things kind kinds sort type part way one two three ' +
    'first year date day time number name value whether ' +
    ('person people use used using usually often sometimes example e g i etc said given certain particular ' +
      'relation between')
  )
    .split(' ')
    .map(stemOf),
);
const BREAK =
  /[,;:.(]|\b(?:before|after|when|while|until|unless|because|so that|in order|as well|e\.g|i\.e|for example)\b/i;
const HEAD_END =
  /^(?:of|that|which|who|whom|whose|in|on|at|with|for|from|where|by|to|above|below|between|is|are|was|were|has|have)$/i;

/** The index of one ontology. */
export class Glosses {
  readonly classes: readonly ClassGloss[];
  readonly properties: readonly PropertyGloss[];
  /** By their names. */
  readonly byProperty: ReadonlyMap<string, PropertyGloss>;

  /** Cached per vocabulary. */
  static readonly of = onceFor((vocabulary: Vocabulary) => new Glosses(vocabulary));

  private constructor(private readonly vocabulary: Vocabulary) {
    this.classes = [...vocabulary.classes.values()].flatMap(({ name, labels, definitions }) => {
      if (definitions.length === 0) return [];
      const own = stemsOf(labels);
      const genus = headOf(definitions[0]!);
      const isTold = genus !== undefined && !own.has(genus) && !EMPTY.has(genus);
      return [{ name, genus: isTold ? genus : undefined, stems: without(stemsOf(definitions), EMPTY) }];
    });
    this.properties = [...vocabulary.properties.values()].flatMap((term) =>
      term.definitions.length === 0 ? [] : [this.ofProperty(term)],
    );
    this.byProperty = new Map(this.properties.map((gloss) => [gloss.name, gloss]));
  }

  private ofProperty({ name, domain, range, labels, definitions, isObject }: PropertyTerm): PropertyGloss {
    const [text] = definitions;
    const about = new Set([...domain, ...range].flatMap((each) => [...this.namesAround(each)]));
    const clause = text!.split(BREAK)[0]!;
    const paraphrase = without(without(contentStems(clause), EMPTY), about);
    const isShort = paraphrase.size > 0 && paraphrase.size <= MOST_IN_PARAPHRASE;
    const head = headOf(text!);
    const own = stemsOf(labels);
    const isMeasure = !isObject && head !== undefined && !EMPTY.has(head) && !own.has(head);
    return {
      name,
      paraphrase: isShort ? paraphrase : new Set(),
      stems: without(stemsOf(definitions), EMPTY),
      measures: isMeasure ? [head] : [],
      units: isObject ? new Set() : unitsOf(text!),
    };
  }

  /** What a class and those above and below it are called: a definition names what it is about somehow. */
  private namesAround(name: string): ReadonlySet<string> {
    const all = [name, ...this.vocabulary.above(name), ...this.vocabulary.below(name)];
    return stemsOf(all.flatMap((each) => this.vocabulary.classes.get(each)?.labels ?? []));
  }
}

const stemsOf = (texts: readonly string[]): Set<string> => new Set(texts.flatMap((text) => [...contentStems(text)]));
const without = (stems: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...stems].filter((stem) => !others.has(stem)));

/** The noun that a definition begins with: "cask" of "A small cask of oak". */
function headOf(definition: string): string | undefined {
  const words = wordsOf(definition.split(BREAK)[0]!);
  const end = words.findIndex(({ text }) => HEAD_END.test(text));
  const head = words.slice(0, end < 0 ? words.length : end).filter((word) => !isFunctionWord(word));
  // A whole sentence begins with no noun that stands for it.
  return end < 0 && head.length > 3 ? undefined : head.at(-1)?.stem;
}

/** "In crowns a bottle", "in metres". */
function unitsOf(definition: string): Set<string> {
  const out = new Set<string>();
  for (const [, unit = ''] of definition.matchAll(/\bin (\p{L}+s)\b/giu)) out.add(stemOf(unit));
  return without(out, EMPTY);
}
