/**
 * Wording of a question. A data property answers it if each word of its name is said, in this or another form, or adds
 * nothing: a `minimum age` is not how old something is, nor an `insurance cost` what it costs. A `price per night` is a
 * price.
 */
import { words } from '../language/data';
import { keyOf, type Word } from '../language/words';
import { foldWord } from '../links/fold';
import type { Names } from './names';

export class Wording {
  private readonly stems: ReadonlySet<string>;
  /** Stems of the question's words, and of those that may be said instead. */
  private readonly said: ReadonlySet<string>;
  private readonly told = new Map<string, boolean>();
  private ofPhrases: ReadonlySet<string> | undefined;

  /** "How many guests can it take?": at most. */
  readonly isAble: boolean;
  /** "How old do you have to be?": at least. */
  private readonly isNeeded: boolean;

  constructor(
    private readonly all: readonly Word[],
    private readonly names: Names,
  ) {
    this.stems = new Set(all.map(({ stem }) => stem));
    this.said = new Set(all.flatMap((word) => [word.stem, ...this.othersOf(word)]));
    const lower = all.map(({ text }) => text.toLowerCase());
    this.isNeeded = lower.some((_, at) => names.language.phraseAt('needed', lower, at) > 0);
    this.isAble = all.some(({ text }) => names.language.is('able', text.toLowerCase()));
  }

  /**
   * True if a question that is about a property says all of it.
   *
   * @param most of a superlative: the highest or the lowest is asked for, as in `lowest temperature` of "the coldest"
   */
  says(property: string, most?: boolean): boolean {
    const key = `${property} ${most}`;
    let isSaid = this.told.get(key);
    if (isSaid === undefined) this.told.set(key, (isSaid = this.defined.has(property) || this.isSaid(property, most)));
    return isSaid;
  }

  /** Properties of whose definitions the question has a phrase: "first noticed". */
  private get defined(): ReadonlySet<string> {
    const { phrases } = this.names.glosses;
    return (this.ofPhrases ??= new Set(
      this.all.flatMap((_, from) =>
        this.all.slice(from + 1).flatMap((_, k) => phrases.get(keyOf(this.all.slice(from, from + k + 2)))?.name ?? []),
      ),
    ));
  }

  private isSaid(property: string, most?: boolean): boolean {
    const { language, schema } = this.names;
    const about = new Set(
      schema.labelsOfDomain(property).flatMap((label) => this.contentOf(label).map(({ stem }) => stem)),
    );
    // "Open on Sundays" is not "open".
    const all = schema.labelsOf(property).map((label) => this.contentOf(label, schema.isFlag(property)));
    // Names of which nothing is said: a definition or a value led to the property.
    const own = all.filter((words) => words.some((word) => !this.isUnit(word) && this.isWordSaid(word)));
    const { highest, lowest } = language.data.degrees;
    const extremes = new Set([
      ...words((most ?? this.isAble) ? highest : []),
      ...words(most === false || (most === undefined && this.isNeeded) ? lowest : []),
    ]);
    const isLeftOut = ({ text, stem }: Word): boolean =>
      about.has(stem) || this.isNeutral(text) || extremes.has(text.toLowerCase());
    // "How many stars" of `star rating`, not how old of `age rating`.
    const isOfRating = (word: Word, all: readonly Word[]): boolean =>
      language.is('ratings', word.text.toLowerCase()) &&
      all.every((each) => each === word || language.is('rated', each.text.toLowerCase()));
    return (
      own.length === 0 ||
      own.some((label) => label.every((word) => isLeftOut(word) || this.isWordSaid(word) || isOfRating(word, label)))
    );
  }

  /** True of what is told for a time or a piece: `price per day`. */
  isRate(property: string): boolean {
    const { language } = this.names;
    return this.names.schema.labelsOf(property).every((label) => label.split(' ').some(language.oneOf('rates')));
  }

  private isWordSaid(word: Word): boolean {
    return this.said.has(word.stem) || this.othersOf(word).some((stem) => this.stems.has(stem));
  }

  /** Words of a name that tell what it is of: not for which time or in which unit, as behind `per` and `in`. */
  private contentOf(label: string, isFlag = false): readonly Word[] {
    const { language } = this.names;
    const words = language.words(label);
    const lower = words.map(({ text }) => text.toLowerCase());
    const isKept = (word: string): boolean =>
      language.is('possessiveMarkers', word) || (isFlag && language.is('locatives', word));
    const isEnd = (word: string): boolean =>
      language.is('rates', word) || (language.is('prepositions', word) && !isKept(word));
    const end = lower.findIndex((word, i) => i > 0 && isEnd(word));
    return words.slice(0, end < 0 ? words.length : end).filter((word) => !language.isGrammar(word));
  }

  private isNeutral(text: string): boolean {
    const { language } = this.names;
    const word = text.toLowerCase();
    return [word, foldWord(word)].some(language.oneOf('neutral', 'units'));
  }

  /** `hourly`: "per hour" says nothing of a wage. */
  private isUnit({ text, stem }: Word): boolean {
    return [foldWord(text.toLowerCase()), stem].some(this.names.language.oneOf('units'));
  }

  private othersOf({ text }: Word): readonly string[] {
    const { thesaurus } = this.names.language;
    const { language } = this.names;
    const lower = text.toLowerCase();
    const measures = [lower, language.degreeOf(lower)?.measure ?? ''].flatMap((each) => thesaurus.measuresOf(each));
    return [
      ...thesaurus.otherWords(text),
      ...language.nounStems(text),
      ...measures.flatMap((stem) => [stem, ...thesaurus.nounsLike(stem)]),
    ];
  }
}
