/** Evidence of an answer: its units, with their words and numbers, and the units about each name. */
import type { Language } from '../language/language';
import { namesIn } from '../language/sentences';
import type { Word } from '../language/words';
import { LEAST_SHARE } from './claim';
import { folded, unitsOf, type Unit } from './units';
import { amountsIn, withDates, type Amount } from './values';
import { isDerived, isReserved, opposedTo, withoutTitle } from './wording';

/** A unit with its words and numbers. */
export interface Indexed extends Unit {
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  readonly amounts: readonly Amount[];
  readonly isRow: boolean;
}

/** Texts of the evidence. */
interface EvidenceTexts {
  readonly prose: readonly string[];
  readonly rows: readonly string[];
  /** Texts that say what rows are about. */
  readonly about: readonly string[];
}

export class Evidence {
  readonly units: readonly Indexed[];

  /** @param other texts whose names are names in the evidence, too: question and answer */
  constructor(
    { prose, rows, about }: EvidenceTexts,
    other: readonly string[],
    readonly language: Language,
    isReservationAllowed: boolean,
  ) {
    const stemsOf = (text: string): Set<string> => new Set(language.words(text).map(({ stem }) => stem));
    // "Her successor": who succeeds.
    const wordStems = (text: string): Set<string> =>
      new Set(
        language
          .words(text)
          .flatMap(({ text: word, stem }) => [stem, ...language.thesaurus.verbsOfNoun(word).map(({ verb }) => verb)]),
      );
    const isOfRows = stemsOf(about.join(' '));
    const units = unitsOf(prose.map(withDates), rows.map(withDates), other);
    this.units = units
      .map((unit, i): Indexed => {
        const isRow = i >= units.length - rows.length;
        return {
          ...unit,
          context: isRow ? folded(about.join(' ')) : unit.context,
          own: wordStems(`${unit.resolved} ${unit.verbPart}`),
          around: isRow ? isOfRows : stemsOf(unit.context),
          amounts: amountsIn(unit.written, language),
          isRow,
        };
      })
      .filter(({ written }) => isReservationAllowed || !isReserved(written));
  }

  /** Names of a text that the evidence has, the longest of each; languages that capitalize nouns have none. */
  namesOf(text: string): string[] {
    if (this.language.data.nounsAreCapitalized) return [];
    const kept: string[] = [];
    const first = /^ ?(?:[Tt]he )?(\p{Lu}[\p{L}\p{N}]*)/u.exec(text)?.[1] ?? '';
    const isName = this.units.some(({ names }) => names.includes(first));
    const names = [...namesIn(text), ...(isName ? [first] : [])];
    for (const name of [...new Set(names)].sort((a, b) => b.length - a.length)) {
      if (kept.some((longer) => folded(longer).includes(folded(name)))) continue;
      if (this.unitsOf(name).size > 0) kept.push(name);
    }
    return kept.sort((a, b) => text.indexOf(a) - text.indexOf(b));
  }

  private quotable: ReadonlySet<string> | undefined;

  /** True if a text is a unit, word by word. */
  isQuote(text: string): boolean {
    this.quotable ??= new Set(this.units.map(({ written }) => folded(written)));
    return this.quotable.has(folded(text));
  }

  private readonly byName = new Map<string, ReadonlySet<Unit>>();
  private readonly forms = new Map<string, readonly string[]>();

  /** Units about a name: in their own words, or by what they lean on. */
  private unitsOf(name: string): ReadonlySet<Unit> {
    let found = this.byName.get(name);
    if (!found) {
      const forms = this.formsOf(name);
      found = new Set(
        this.units.filter(({ text, context }) => forms.some((form) => text.includes(form) || context.includes(form))),
      );
      this.byName.set(name, found);
    }
    return found;
  }

  has(unit: Unit, name: string): boolean {
    return this.unitsOf(name).has(unit);
  }

  isOwn({ text }: Unit, name: string): boolean {
    return this.formsOf(name).some((form) => text.includes(form));
  }

  /** A name as it is written, and its last word if the evidence uses that for nothing else: `Maier` of `Otto Maier`. */
  private formsOf(name: string): readonly string[] {
    let forms = this.forms.get(name);
    if (forms) return forms;
    const words = withoutTitle(name).split(/\s+/);
    // Of "Mrs Trivet in the Corn Hall" the last word stands for something else.
    const isOne = words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word));
    const last = isOne ? folded(words.at(-1)!) : undefined;
    const others = this.units.flatMap(({ names }) => names).filter((each) => !folded(name).includes(folded(each)));
    const isShared = last !== undefined && others.some((each) => folded(each).includes(last));
    forms = [folded(withoutTitle(name)), ...(last === undefined || isShared ? [] : [last])];
    this.forms.set(name, forms);
    return forms;
  }

  /** True if the passage of a unit has a name. */
  isInPassage({ passage }: Indexed, name: string): boolean {
    return this.formsOf(name).some((form) => passage.includes(form));
  }

  /** True if the passage of a unit has all names, and at least one and LEAST_SHARE of the words. */
  isOfPassage(unit: Indexed, names: readonly string[], words: readonly Word[]): boolean {
    if (!names.every((name) => this.has(unit, name) || this.isInPassage(unit, name))) return false;
    const stems = new Set(this.language.words(unit.passage).map(({ stem }) => stem));
    const said = words.filter((word) => this.covers(stems, word)).length;
    return said > 0 && said >= words.length * LEAST_SHARE;
  }

  /** True if one unit is about a name of the other. */
  meet(one: Indexed, other: Indexed): boolean {
    return one.names.some((name) => this.has(other, name)) || other.names.some((name) => this.has(one, name));
  }

  private readonly alike = new Map<string, ReadonlySet<string>>();

  /** True if a stem is that of a word, of another word for it, or of its opposite. */
  isSame(stem: string, word: Word): boolean {
    return stem === word.stem || this.alikeOf(word).has(stem) || isDerived(stem, word.stem);
  }

  private alikeOf(word: Word): ReadonlySet<string> {
    let found = this.alike.get(word.text);
    if (!found) {
      found = new Set([...this.language.thesaurus.otherWords(word.text), ...opposedTo(word.stem)]);
      this.alike.set(word.text, found);
    }
    return found;
  }

  covers(stems: ReadonlySet<string>, word: Word): boolean {
    if (stems.has(word.stem)) return true;
    for (const other of this.alikeOf(word)) if (stems.has(other)) return true;
    return word.stem.length >= 4 && [...stems].some((stem) => isDerived(stem, word.stem));
  }

  /** Undefined for verbs that are not the same; true if one's object is the other's subject. */
  sameVerb(one: Word, other: Word): boolean | undefined {
    if (one.stem === other.stem) return false;
    return this.language.thesaurus.verbsLike(one.stem).find(({ stem }) => stem === other.stem)?.isTurned;
  }
}
