/**
 * Attribution of an answer: its evidence says the name, number or date of that which the answer says it of, in one
 * clause, fact or row, or by others that lead from one to the other in the words of question and answer. Evidence that
 * has both, but of different things, supports nothing.
 */
import { languageOf } from '../language/language';
import { namesIn, sentencesOf } from '../language/sentences';
import { wordsOf, type Word } from '../language/words';
import { folded, isNegated, unitsOf, type Unit } from './units';
import { MONTHS, numbersIn, withDates } from './values';
import { between, contentOf, isSilent, polarityOf, VERDICT, withoutTitle } from './wording';

const ENGLISH_WORDS = languageOf('en')!;
/** The clauses of other languages are not parted; German writes every noun as names are written. */
const OTHER_LANGUAGE = /\b(?:der|das|und|ist|wurde|wird|nicht|kein\w*|eine[mnrs]?|est|une|les|des)\b/i;
const POINTS_BACK = /^(?:he|she|it(?! was)|they|his|her|its|their|this|that|these|those)\b/i;
/** Pronouns that stand for a thing named before. */
const POINTS = /(?:\b(?:he|she|they|him|her|them|his|its|their)|(?<!^)\bit)\b/i;
/** Question word, with the noun behind it. */
const ASKED_KIND = /\b(?:which|what|whose|how many|how much)\s+\p{Ll}+/giu;
const DATE = new RegExp(
  `\\b(?:\\d{1,2}\\s+)?(?:${MONTHS.join('|')})\\b(?:\\s+\\d{1,2}(?!\\d))?,?(?:\\s+\\d{3,4})?`,
  'giu',
);
/** Longest way from one name to another, in units. */
const MAX_STEPS = 3;

interface Attributed {
  readonly question: string;
  readonly answer: string;
  readonly prose: readonly string[];
  readonly rows: readonly string[];
  /** Numbers that count pieces of the evidence, and stand in none of them. */
  readonly counts: readonly number[];
}

/** A unit with its words and numbers. */
interface Indexed extends Unit {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly isRow: boolean;
}

/** Returns why evidence says something of another thing than an answer does; undefined if it does not. */
export function misattributed(claim: Attributed): string | undefined {
  const { question, answer } = claim;
  if (OTHER_LANGUAGE.test(`${question} ${answer}`)) return undefined;
  return new Attribution(claim).fault();
}

class Attribution {
  private readonly units: readonly Indexed[];
  private readonly asked: readonly string[];
  private readonly askedNumbers: ReadonlySet<string>;
  private readonly counts: ReadonlySet<string>;
  private readonly told: ReadonlySet<string>;
  private readonly answer: string;
  private readonly question: string;

  constructor({ question, answer, prose, rows, counts }: Attributed) {
    [this.question, this.answer] = [withDates(question), withDates(answer)];
    const units = unitsOf(prose.map(withDates), rows.map(withDates), [question, answer]);
    this.units = units.map((unit, i): Indexed => {
      const words = wordsOf(unit.written);
      return {
        ...unit,
        stems: new Set([...words, ...wordsOf(unit.verbPart)].map(({ stem }) => stem)),
        numbers: new Set(numbersIn(unit.written, words)),
        isRow: i >= units.length - rows.length,
      };
    });
    this.asked = this.namesOf(this.question);
    this.askedNumbers = new Set(numbersIn(this.question, wordsOf(this.question)));
    this.counts = new Set(counts.map(String));
    const words = [this.question, this.answer].flatMap((text) => contentOf(text, this.namesOf(text)));
    this.told = new Set(words.map(({ stem }) => stem));
  }

  fault(): string | undefined {
    const verdict = VERDICT.exec(this.answer);
    const rest = this.answer.slice(verdict?.[0].length ?? 0);
    if (rest === '') return this.ofVerdict(verdict?.[2] !== undefined);
    const before: string[] = [];
    for (const sentence of sentencesOf(rest)) {
      const fault = this.ofSentence(sentence, before);
      if (fault !== undefined) return fault;
      before.push(...this.namesOf(sentence));
    }
    return undefined;
  }

  /** A "Yes." says the question, and a "No." its opposite. */
  private ofVerdict(isDenied: boolean): string | undefined {
    if (this.contradicted(this.question, isDenied)) return this.opposite(this.question);
    return isDenied || isNegated(this.question) ? undefined : unconnectedFault(this.unconnected(this.asked));
  }

  /** @param before names of earlier sentences of the answer */
  private ofSentence(sentence: string, before: readonly string[]): string | undefined {
    const own = this.namesOf(sentence);
    const isBare = contentOf(sentence, own).length === 0;
    if (!isBare && this.contradicted(sentence, false)) return this.opposite(sentence);
    // A denial stands in no evidence.
    if (isNegated(sentence)) return undefined;
    const isOfAsked = own.length === 0 || POINTS_BACK.test(sentence);
    for (const value of this.valuesOf(sentence)) {
      const isTold = isBare || isOfAsked ? this.isToldOfAny(value, [...this.asked, ...own]) : this.isToldOf(value, own);
      if (!isTold)
        return `the cited evidence does not say ${value.map(written).join(' ')} of what the answer says it of`;
    }
    if (isBare) return unconnectedFault(own.filter((name) => !this.leadsToAsked(name)));
    const meant = [...this.asked, ...before];
    const isOfMeant = own.length === 0 || meant.length === 0 || !POINTS.test(sentence);
    const strange =
      isOfMeant || meant.some((name) => this.unconnected([own[0]!, name]).length === 0) ? this.unconnected(own) : own;
    return unconnectedFault(strange) ?? this.reversed(sentence, own);
  }

  private opposite(sentence: string): string {
    return `the cited evidence says the opposite of: ${sentence.slice(0, 100)}`;
  }

  /** Names of a text that the evidence has, the longest of each. */
  private namesOf(text: string): string[] {
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

  /** Numbers and dates of a sentence that the question does not have; a date is one value. */
  private valuesOf(sentence: string): string[][] {
    const values: string[][] = [];
    const rest = sentence.replace(DATE, (date) => {
      values.push(numbersIn(date, wordsOf(date)));
      return ' ';
    });
    values.push(...[...new Set(numbersIn(rest, wordsOf(rest)))].map((value) => [value]));
    return values.filter((value) => !value.every((each) => this.askedNumbers.has(each) || this.counts.has(each)));
  }

  private readonly byName = new Map<string, ReadonlySet<Unit>>();

  /** Units about a name: in their own words, or by what they lean on. */
  private unitsOf(name: string): ReadonlySet<Unit> {
    let found = this.byName.get(name);
    if (!found) {
      const forms = [folded(withoutTitle(name)), this.aliasOf(name)].filter((form) => form !== undefined);
      found = new Set(
        this.units.filter(({ text, context }) => forms.some((form) => text.includes(form) || context.includes(form))),
      );
      this.byName.set(name, found);
    }
    return found;
  }

  private has(unit: Unit, name: string): boolean {
    return this.unitsOf(name).has(unit);
  }

  private readonly aliases = new Map<string, string | undefined>();

  /** The last word of a name, if the evidence uses it for nothing else: `Maier` of `Otto Maier`. */
  private aliasOf(name: string): string | undefined {
    if (this.aliases.has(name)) return this.aliases.get(name);
    const words = withoutTitle(name).split(/\s+/);
    // Of "Mrs Trivet in the Corn Hall" the last word stands for something else.
    const isOne = words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word));
    const last = isOne ? folded(words.at(-1)!) : undefined;
    const others = this.units.flatMap(({ names }) => names).filter((each) => !folded(name).includes(folded(each)));
    const isShared = last !== undefined && others.some((each) => folded(each).includes(last));
    const alias = isShared ? undefined : last;
    this.aliases.set(name, alias);
    return alias;
  }

  private holders(value: readonly string[]): Indexed[] {
    return this.units.filter(({ numbers }) => value.every((each) => numbers.has(each)));
  }

  /** True if a unit has a value, and is about all of the names, or about some and no other thing. */
  private isToldOf(value: readonly string[], names: readonly string[]): boolean {
    const holders = this.holders(value);
    // Counts and sums stand in no unit.
    if (holders.length === 0) return value.length === 1;
    return holders.some((unit) => {
      const missing = names.filter((name) => !this.has(unit, name));
      if (missing.length === 0) return true;
      if (missing.length < names.length && !this.isForeign(unit, names)) return true;
      if (isSilent(unit)) return true;
      return missing.every((name) => this.leads(unit, name, true));
    });
  }

  private isToldOfAny(value: readonly string[], names: readonly string[]): boolean {
    if (names.length === 0) return true;
    const holders = this.holders(value);
    if (holders.length === 0) return value.length === 1;
    return holders.some(
      (unit) => isSilent(unit) || names.some((name) => this.has(unit, name) || this.leads(unit, name, true)),
    );
  }

  /** True if a unit names another thing. */
  private isForeign(unit: Unit, names: readonly string[]): boolean {
    const claimed = [...names, ...this.asked].map(folded);
    return unit.names.some((other) => {
      const own = folded(other);
      if (claimed.some((name) => name.includes(own) || own.includes(name))) return false;
      return !contentOf(other).every(({ stem }) => this.told.has(stem));
    });
  }

  /**
   * True if other units lead from one to a name, each in words of question or answer that the first does not have.
   *
   * @param isStrict true if facts of the graph need such words, too
   */
  private leads(from: Indexed, name: string, isStrict: boolean): boolean {
    if (!(from.isRow && !isStrict) && !this.isInWords(from)) return false;
    const visited = new Set<Indexed>([from]);
    let frontier = [from];
    for (let step = 0; step < MAX_STEPS && frontier.length > 0; step++) {
      const next: Indexed[] = [];
      for (const unit of this.units) {
        if (visited.has(unit) || !(unit.isRow && !isStrict) === !this.isInWords(unit, from)) continue;
        if (!frontier.some((each) => this.meet(each, unit))) continue;
        if (this.has(unit, name)) return true;
        visited.add(unit);
        next.push(unit);
      }
      frontier = next;
    }
    return false;
  }

  private meet(one: Unit, other: Unit): boolean {
    return one.names.some((name) => this.has(other, name)) || other.names.some((name) => this.has(one, name));
  }

  /** True if a unit says something in words of question or answer, and not only what the other unit says. */
  private isInWords({ written: text, verbPart, names }: Indexed, other?: Indexed): boolean {
    return contentOf(`${text} ${verbPart}`, names).some(
      (word) => this.toldStem(word) !== undefined && other?.stems.has(word.stem) !== true,
    );
  }

  private toldStem({ stem, text }: Word): string | undefined {
    return [stem, ...ENGLISH_WORDS.thesaurus.otherWords(text)].find((each) => this.told.has(each));
  }

  /** Returns the names that no unit connects with the first of them. */
  private unconnected(names: readonly string[]): string[] {
    const [first, ...others] = names;
    if (first === undefined) return [];
    const connected = new Set([first]);
    for (let isGrowing = true; isGrowing;) {
      isGrowing = false;
      for (const name of others.filter((each) => !connected.has(each))) {
        const withName = this.units.filter((unit) => this.has(unit, name));
        const isConnected = [...connected].some((other) =>
          withName.some((unit) => this.has(unit, other) || this.leads(unit, other, false)),
        );
        if (isConnected) connected.add(name);
        isGrowing ||= isConnected;
      }
    }
    return others.filter((name) => !connected.has(name));
  }

  /** True unless the evidence states what is asked, of a name of the question, without a name of the answer. */
  private leadsToAsked(name: string): boolean {
    if (this.asked.length === 0 || this.asked.includes(name)) return true;
    const withName = this.units.filter((unit) => this.has(unit, name));
    if (withName.some((unit) => this.asked.some((other) => this.has(unit, other) || this.leads(unit, other, false))))
      return true;
    const predicate = contentOf(this.question.replace(ASKED_KIND, ' '), this.asked);
    if (predicate.length === 0) return true;
    return !this.units.some(
      (unit) => this.asked.some((other) => this.has(unit, other)) && predicate.every((word) => hasWord(unit, word)),
    );
  }

  /** True if all units that say the same words of the same things say them with the other polarity. */
  private contradicted(sentence: string, isDenied: boolean): boolean {
    const names = this.namesOf(sentence);
    const content = contentOf(sentence, names).filter(({ text }) => !isNegated(text));
    const numbers = numbersIn(sentence, wordsOf(sentence));
    if (names.length === 0 || content.length === 0) return false;
    const same = this.units.filter(
      (unit) =>
        names.every((name) => this.has(unit, name)) &&
        numbers.every((value) => unit.numbers.has(value)) &&
        content.every((word) => hasWord(unit, word)),
    );
    const isClaimed = isNegated(sentence) === isDenied;
    return same.length > 0 && same.every(({ written: text }) => polarityOf(text) === !isClaimed);
  }

  /** Two names with a verb between them, which the evidence has only the other way round. */
  private reversed(sentence: string, names: readonly string[]): string | undefined {
    if (names.length !== 2) return undefined;
    const [one, other] = names as [string, string];
    const claimed = between(sentence, one, other);
    if (!claimed || claimed.words.length === 0 || claimed.isOpen) return undefined;
    const told = this.units.flatMap((unit) => {
      if (unit.isRow) return [];
      const ahead = between(unit.resolved, one, other);
      const found = ahead ?? between(unit.resolved, other, one);
      if (!found || found.isOpen) return [];
      const stems = new Set(found.words.map(({ stem }) => stem));
      if (!claimed.words.every(({ stem }) => stems.has(stem))) return [];
      return [(ahead !== undefined) === (found.isPassive === claimed.isPassive)];
    });
    return told.length > 0 && !told.includes(true) ? this.opposite(sentence) : undefined;
  }
}

const unconnectedFault = (names: readonly string[]): string | undefined =>
  names.length > 0
    ? `the cited evidence does not connect ${names.join(', ')} with what the answer says of it`
    : undefined;

function hasWord({ stems }: Indexed, { stem, text }: Word): boolean {
  return stems.has(stem) || ENGLISH_WORDS.thesaurus.otherWords(text).some((other) => stems.has(other));
}

const written = (value: string): string =>
  value.startsWith('m') ? (MONTHS[Number(value.slice(1)) - 1] ?? value) : value;
