/**
 * Names and amounts of the kind that a question asks for. A bare answer needs few words of the question in its own
 * clause if the evidence has no other of its kind where the question is spoken of.
 */
import type { Expectation } from '../language/expectation';
import type { Word } from '../language/words';
import { LEAST_SHARE, type Claim } from './claim';
import type { Evidence, Indexed } from './indexed';
import { folded } from './units';
import type { Amount } from './values';
import { withoutTitle } from './wording';

/** Clauses by which an answer may follow what it answers: "We have a patron! Imelda Frost has said yes." */
const MOST_BEHIND = 2;

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
  private readonly counted: Word | undefined;

  constructor(
    private readonly evidence: Evidence,
    question: string,
    private readonly asked: AskedFor,
  ) {
    this.folded = folded(question);
    this.counted = evidence.language.words(asked.counted ?? '')[0];
  }

  /** True if a unit has a name or amount of the kind of a claim that neither it nor the question says. */
  has(unit: Indexed, { names, amounts }: Claim): boolean {
    if (names.length > 0) {
      const known = names.map(folded).join('') + this.folded;
      return unit.names.some(
        (name) =>
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
      if (this.has(before, claim)) return false;
      if (saysMost(before)) return claim.asked.some((word) => this.evidence.covers(before.own, word));
    }
    return false;
  }

  /** True if a unit has the only amount of the evidence of the kind asked for, in a passage about the question. */
  isSole(unit: Indexed, claim: Claim): boolean {
    const { of, asked, amounts } = claim;
    const { evidence } = this;
    const { expected } = this.asked;
    if (expected === undefined || amounts.length === 0 || !isBare(claim) || unit.isRow) return false;
    const isOwn = (each: Indexed): boolean =>
      each.amounts.length > 0 && each.amounts.every((other) => amounts.some((amount) => isWithin(amount, other)));
    const told = evidence.units.filter(({ written }) => expected.told(written));
    if (!told.includes(unit) || !told.every(isOwn)) return false;
    return evidence.isOfPassage(unit, of, asked);
  }
}

/** True for names or amounts, alone or in the words of the question. */
const isBare = ({ names, words, amounts, isSentence, isWhole }: Claim): boolean =>
  !isWhole && (!isSentence || words.length === 0) && names.length + amounts.length > 0;

const isTime = ({ values, isDate, behind }: Amount): boolean =>
  isDate || (behind.length === 0 && /^[12]\d{3}$/.test(values[0]!));

const isWithin = (amount: Amount, other: Amount): boolean =>
  amount.values.every((value) => other.values.includes(value));
