/**
 * Names and amounts of the kind that a question asks for. A bare answer needs few words of the question in its own
 * clause if the evidence has no other of its kind where the question is spoken of.
 */
import { ANSWERS, anyOf, ENGLISH } from '../language/data';
import type { Expectation } from '../language/expectation';
import type { Word } from '../language/words';
import { phrasePattern } from './asserted';
import { LEAST_SHARE, type Claim } from './claim';
import type { Evidence, Indexed } from './indexed';
import { folded } from './units';
import type { Amount } from './values';
import { withoutTitle } from './wording';

/** Clauses by which an answer may follow what it answers: "We have a patron! Imelda Frost has said yes." */
const MOST_BEHIND = 2;

const TIME = new RegExp(`\\b(?:${anyOf([...ENGLISH.months, ...ENGLISH.weekdays])})s?\\b`, 'u');
/** Kinds of answer that a date or a year is of. */
const TIMES: ReadonlySet<string> = new Set(['day', 'year', 'time']);
/** Kinds of answer with a number. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'money', 'measure']);
const INSIDE = /\b(?:in|near|into|inside|outside)\s+(?:the\s+)?$/iu;
/** Beginning of a question for an agent, or for a person by a role. */
const AGENT = /^\W*who (?!do\b|does\b|did\b)/iu;
const BELONGING = /\b(?:at|of|off)\s+(?:the\s+)?$/iu;

const CAUSES = phrasePattern(Object.values(ANSWERS).flatMap(({ causes }) => causes));
const EFFECTS = phrasePattern(Object.values(ANSWERS).flatMap(({ effects }) => effects));

interface AskedFor {
  /** Amounts that the question says. */
  readonly said: readonly Amount[];
  /** Kind of answer, by the question's words. */
  readonly expected: Expectation | undefined;
  /** Noun of "how many rooms". */
  readonly counted: string | undefined;
}

export class Rivals {
  private readonly folded: string;
  private readonly isAgent: boolean;
  private readonly counted: Word | undefined;
  private readonly places = new Map<string, boolean>();

  constructor(
    private readonly evidence: Evidence,
    question: string,
    private readonly asked: AskedFor,
  ) {
    this.folded = folded(question);
    this.isAgent = AGENT.test(question);
    this.counted = evidence.language.words(asked.counted ?? '')[0];
  }

  /** True if a unit has a name or amount of the kind of a claim that neither it nor the question says. */
  has(unit: Indexed, { names, amounts }: Claim): boolean {
    if (names.length > 0) {
      const known = names.map(folded).join('') + this.folded;
      return unit.names.some(
        (name) =>
          this.isOfKind(unit, name) &&
          !withoutTitle(name)
            .split(' ')
            .some((part) => known.includes(folded(part))),
      );
    }
    if (amounts.length === 0) return true;
    const known = [...amounts, ...this.asked.said];
    return unit.amounts.some(
      (other) =>
        amounts.some((amount) => isTime(amount) === isTime(other)) &&
        this.isCounted(other) &&
        !known.some((amount) => isWithin(amount, other)),
    );
  }

  /** True if a name or amount of a claim is of the kind asked for; the name where it stands in a unit. */
  fits(unit: Indexed, { text, names, words, amounts, isSentence, isQuote }: Claim): boolean {
    const kind = this.asked.expected?.kind;
    const isPerson = kind === 'person';
    if (isQuote && !isPerson && this.asked.expected?.told(text) === false) return false;
    const isBareWords = words.length > 0 && !isSentence;
    if (isPerson && names.length === 0) return isBareWords || (amounts.length === 0 && !isQuote);
    if (isPerson || amounts.length === 0) {
      if (isBareWords || names.length === 0) return true;
      if (!isPerson && !isSentence && NUMBERS.has(kind!)) return false;
      return names.some((name) => belongs(text, name) || this.isOfKind(unit, name));
    }
    const own = unit.amounts.filter((other) => amounts.some((amount) => isWithin(amount, other)));
    if (own.some((amount) => this.isFitting(amount))) return true;
    if (!own.every((amount) => amount.behind.length > 0 || isTime(amount))) return true;
    return !this.evidence.units.some((other) => other.amounts.some((amount) => this.isFitting(amount)));
  }

  /** True if a word says no more than the kind that is asked for, and a unit has an amount of that. */
  implies(unit: Indexed, { text }: Word, { isWhole }: Claim): boolean {
    return (
      !isWhole && this.asked.expected?.isImplied(text) === true && unit.amounts.some((each) => this.isFitting(each))
    );
  }

  /** "Who": neither a time nor a place, nor where or of what somebody is. */
  private isOfKind({ written }: Indexed, name: string): boolean {
    if (this.asked.expected?.kind !== 'person') return true;
    const isWord = /^\p{Lu}\p{Ll}+ed$/u.test(name);
    if (isWord || TIME.test(name) || this.isPlace(name)) return false;
    return !this.isAgent || !belongs(written, name);
  }

  /** True if something is in what has a name, anywhere in the evidence. */
  private isPlace(name: string): boolean {
    let isPlace = this.places.get(name);
    if (isPlace === undefined) {
      const isInside = ({ written }: Indexed) =>
        written
          .split(name)
          .slice(0, -1)
          .some((text) => INSIDE.test(text));
      this.places.set(name, (isPlace = this.evidence.units.some(isInside)));
    }
    return isPlace;
  }

  /** True if an amount with the words around it is of the kind asked for. */
  private isFitting(amount: Amount): boolean {
    const { expected } = this.asked;
    const { values, ahead, behind, isDate } = amount;
    if (expected === undefined) return true;
    if (TIMES.has(expected.kind) && isTime(amount)) return true;
    if (isDate) return false;
    return expected.told(`${ahead} ${values[0]!} ${behind.join(' ')}`) && this.isCounted(amount);
  }

  /** True if an amount is of what "how many rooms" asks for. */
  private isCounted({ behind }: Amount): boolean {
    const { counted, evidence } = this;
    if (counted === undefined) return true;
    return behind.some((word) => evidence.language.words(word).some(({ stem }) => evidence.isSame(stem, counted)));
  }

  /**
   * True if one of some units is the first with something of the kind of a claim behind the one that says most of the
   * question.
   *
   * @param saidBy number of the names and words of the question that a unit says itself
   */
  follow(units: readonly Indexed[], claim: Claim, saidBy: (each: Indexed) => number): boolean {
    if (!isBare(claim)) return false;
    const most = Math.max(...this.evidence.units.map(saidBy));
    if (most < (claim.of.length + claim.asked.length) * LEAST_SHARE || most === 0) return false;
    return units.some((unit) => !unit.isRow && this.isBehind(unit, claim, (each) => saidBy(each) === most));
  }

  /** True if a unit is the first of its kind, a few clauses behind one that says most. */
  private isBehind(unit: Indexed, claim: Claim, saysMost: (each: Indexed) => boolean): boolean {
    const passage = this.evidence.units.filter((each) => each.passage === unit.passage);
    const at = passage.indexOf(unit);
    for (const before of passage.slice(Math.max(0, at - MOST_BEHIND), at).reverse()) {
      // A clause with a part of the answer is not one that waits for it.
      if (this.has(before, claim) || claim.names.some((name) => this.evidence.isOwn(before, name))) return false;
      if (saysMost(before)) return claim.asked.some((word) => this.evidence.covers(before.own, word));
    }
    return false;
  }

  /** True if a unit has the only name or amount of the kind asked for in what the evidence says about the question. */
  isSole(unit: Indexed, claim: Claim): boolean {
    const { expected } = this.asked;
    if (expected === undefined || !isBare(claim) || unit.isRow) return false;
    const [isPerson, isNamed] = [expected.kind === 'person', claim.amounts.length === 0];
    if (isPerson !== isNamed || claim.names.length > 1) return false;
    const isAbout = (each: Indexed): boolean => this.evidence.isOfPassage(each, claim.of, claim.asked);
    return (
      this.isOnly(unit, claim) &&
      isAbout(unit) &&
      this.evidence.units.every((each) => this.isOnly(each, claim) || !isAbout(each))
    );
  }

  /** True if a unit tells a cause: with a word of cause in a passage about the question, or ahead of "that is why". */
  isCause(unit: Indexed, claim: Claim): boolean {
    const { evidence } = this;
    if (this.asked.expected?.kind !== 'cause' || claim.isWhole || unit.isRow) return false;
    if (CAUSES.test(unit.written) && evidence.isOfPassage(unit, claim.of, claim.asked)) return true;
    const { units } = evidence;
    const at = units.indexOf(unit);
    const said = ({ own }: Indexed): number => claim.asked.filter((word) => evidence.covers(own, word)).length;
    return units
      .slice(at, at + 1 + MOST_BEHIND)
      .some(
        (each) =>
          each.passage === unit.passage && EFFECTS.test(each.written) && said(each) >= claim.asked.length * LEAST_SHARE,
      );
  }

  private isOnly(unit: Indexed, claim: Claim): boolean {
    if (claim.amounts.length === 0) return !this.has(unit, claim);
    return unit.amounts.every(
      (other) => !this.isFitting(other) || claim.amounts.some((amount) => isWithin(amount, other)),
    );
  }
}

/** True for names or amounts, alone, in the words of the question, or in a sentence of the evidence. */
const isBare = ({ names, words, amounts, isSentence, isQuote, isWhole }: Claim): boolean =>
  !isWhole && (!isSentence || isQuote || words.length === 0) && names.length + amounts.length > 0;

/** True if a name stands only behind a preposition, as `Ulm` in "the tower of Ulm". */
function belongs(text: string, name: string): boolean {
  const before = text.split(name).slice(0, -1);
  return before.length > 0 && before.every((each) => BELONGING.test(each));
}

const isTime = ({ values, isDate, behind }: Amount): boolean =>
  isDate || (behind.length === 0 && /^[12]\d{3}$/.test(values[0]!));

const isWithin = (amount: Amount, other: Amount): boolean =>
  amount.values.every((value) => other.values.includes(value));
