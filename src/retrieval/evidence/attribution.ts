/**
 * Attribution of an answer: one clause, fact or row of its evidence says what the answer says, of the same things, in
 * the same roles, with the same polarity and the same units. What an answer leaves out, its question says.
 */
import { ANSWERS, EXTRACT, words as listOf } from '../language/data';
import { expectationOf } from '../language/expectation';
import { languagesOf, type Language } from '../language/language';
import { LEAST_SHARE, type Claim } from './claim';
import { stemOf, type Word } from '../language/words';
import { isReversed } from './roles';
import { Evidence, type Indexed } from './indexed';
import { Rivals } from './rivals';
import { clausesIn, folded } from './units';
import { amountsIn, withDates, type Amount } from './values';
import { ASKED_KIND, ASKS_VERDICT, contentOf, deniesMost, isDenied, isReserved, mainOf } from './wording';
import { opposedTo, VERDICT } from './wording';

/** Stems: `took`, `holds`. */
const LIGHT_VERBS = new Set(listOf(EXTRACT.light).map(stemOf));
const LIGHT = new Set(listOf([...EXTRACT.light, ...EXTRACT.empty, ...ANSWERS.en!.asking]));
/** Longest way from one name to another, in units. */
const MAX_STEPS = 3;
/** Value of a word that stands only in what a clause leans on. */
const AROUND = 0.5;
/** Further clauses of an answer that are tried as what answers. */
const MOST_ANSWERS = 3;
/** By so much more another clause has to say of the question. */
const MARGIN = 0.5;
/** Questions of one thing by another: several statements may lead to the answer. */
const NESTED = /(?<=\S\s)(?:that|who|which|whose|whom|when)\b|\bthe \p{Ll}+ (?:of|in|on|at|by|from|that)\b|['’]s\b/u;
/** Answers that say that they are none. */
const NO_ANSWER =
  /\b(?:do(?:es)? not|don['’]t|doesn['’]t|cannot|can['’]t) (?:know|say|tell)\b|\b(?:not|un)(?: be)? ?(?:known|certain|sure|clear|stated|mentioned)\b|\bweiß (?:es |ich )?nicht\b|\bnicht bekannt\b/i;
const ASKED_KINDS = /\bhow (many|much)?\s*(\p{Ll}+)/iu;
const DURATIVE = /^(?:long|old)$/i;
const TIMES = /^(?:second|minute|hour|day|week|month|year)s?$/;
const AUXILIARY = /\b(?:is|was|are|were|be|been|has|have|had|did|does|do|can|could|will|would|must|may|ist|war|hat)\b/i;
const PRONOUN = /(?:\b(?:he|she|they|him|her|them|his|its|their)|\bit)\b/i;
const ASKED_AMOUNT = /\bhow many\s+(\p{Ll}+)/iu;
const ASKED_NUMBER = /\bhow (?:many|much|long|old|high|tall|far|big|deep|wide|heavy|large|fast)\b/i;
const ASKED_COUNT = /\bhow many\b|\bnumber of\b|\bwie viele\b/i;

interface Attributed {
  readonly question: string;
  readonly answer: string;
  readonly prose: readonly string[];
  readonly rows: readonly string[];
  /** Texts that say what rows are about. */
  readonly about: readonly string[];
  /** Numbers that count pieces of the evidence, and stand in none of them. */
  readonly counts: readonly number[];
}

/** Returns why no clause of the evidence says what an answer says; undefined if one does. */
export function misattributed(claim: Attributed): string | undefined {
  return new Attribution(claim).fault();
}

class Attribution {
  private readonly language: Language;
  private readonly evidence: Evidence;
  private readonly question: string;
  private readonly answer: string;
  private readonly askedNames: readonly string[];
  private readonly askedContent: readonly Word[];
  private readonly askedWords: readonly Word[];
  private readonly askedAmounts: readonly Amount[];
  private readonly counts: ReadonlySet<string>;
  private readonly rivals: Rivals;

  constructor({ question, answer, prose, rows, about, counts }: Attributed) {
    this.language = languagesOf(`${question} ${answer}`, 'en')[0]!;
    [this.question, this.answer] = [this.withoutOpening(withDates(question)), withDates(answer)];
    this.evidence = new Evidence({ prose, rows, about }, [question, answer], this.language, isReserved(answer));
    const { language, evidence } = this;
    this.askedNames = this.evidence.namesOf(this.question);
    this.askedContent = contentOf(this.question, this.askedNames, language);
    this.askedWords = this.weighty(contentOf(this.question.replace(ASKED_KIND, ' '), this.askedNames, language));
    this.askedAmounts = amountsIn(this.question, language);
    const expected = expectationOf(question, language.tag);
    const counted = ASKED_AMOUNT.exec(this.question)?.[1];
    this.rivals = new Rivals(evidence, this.question, { said: this.askedAmounts, expected, counted });
    this.counts = new Set(ASKED_COUNT.test(question) ? counts.map(String) : []);
  }

  fault(): string | undefined {
    if (NO_ANSWER.test(this.answer)) return 'it is no answer: call finish with answer null';
    const verdict = VERDICT.exec(this.answer);
    const asksVerdict = ASKS_VERDICT.test(this.question);
    if (verdict && !asksVerdict) return 'the question asks for more than yes or no';
    const rest = this.answer.slice(verdict?.[0].length ?? 0).trim();
    const isNo = verdict?.[2] !== undefined;
    if (verdict && !this.isSaid(this.questionClaim(isNo))) return this.unsaid(`${verdict[0].trim()} ${this.question}`);
    const clauses = clausesIn(
      rest,
      (text) => this.evidence.namesOf(text),
      (text) => this.evidence.isQuote(text),
    );
    if (verdict) return this.unsaidOf(clauses, -1, isNo);
    // "Lunch is at noon. The cook is Otto Maier.": any of several clauses of the evidence may be the answer.
    const quotes = clauses.map((_, i) => i).filter((i) => i > 0 && this.evidence.isQuote(clauses[i]!));
    const isQuoted = clauses.length > 0 && this.evidence.isQuote(clauses[0]!);
    const faults = [0, ...(isQuoted ? quotes.slice(0, MOST_ANSWERS) : [])].map((at) =>
      this.unsaidOf(clauses, at, isNo),
    );
    return faults.includes(undefined) ? undefined : faults[0];
  }

  /** Returns the first clause that nothing says; the one at a place answers the question, the others tell more. */
  private unsaidOf(clauses: readonly string[], answer: number, isNo: boolean): string | undefined {
    let before: readonly string[] = [];
    for (const [i, clause] of clauses.entries()) {
      const claim = this.claimOf(clause, before, i === answer, isNo);
      if (!this.isSaid(claim) && !this.areSaid(clause, before, claim)) return this.unsaid(clause);
      before = [...new Set([...before, ...claim.names, ...this.evidence.namesOf(clause)])];
    }
    return undefined;
  }

  /** True if each item of a bare list is said. */
  private areSaid(text: string, before: readonly string[], { isSentence, isWhole }: Claim): boolean {
    const items = text.split(/, and |, | and /).filter((item) => item !== '');
    if (isSentence || items.length < 2) return false;
    return items.every((item) => this.isSaid(this.claimOf(item, before, !isWhole, false)));
  }

  /** "I would like to know what …". */
  private withoutOpening(question: string): string {
    const words = this.language.words(question);
    const lower = words.map(({ text }) => text.toLowerCase());
    const length = this.language.phraseAt('openings', lower, 0);
    return length < 2 || words[length] === undefined ? question : question.slice(words[length].start);
  }

  /** Without words that only colour a question, if it has others. */
  private weighty(words: readonly Word[]): readonly Word[] {
    const kept = words.filter((word) => !this.isLight(word));
    return kept.length > 0 ? kept : words;
  }

  private isLight({ text, stem }: Word): boolean {
    const { language } = this;
    const word = text.toLowerCase();
    const lists = ['light', 'prepositions', 'particles'] as const;
    return lists.some((list) => language.is(list, word)) || LIGHT.has(word) || LIGHT_VERBS.has(stem);
  }

  private isVerb({ text, stem }: Word): boolean {
    const { language } = this;
    return language.isParticiple(text) || (/s$/.test(text) && language.thesaurus.verbsLike(stem).length > 0);
  }

  private unsaid(text: string): string {
    return `no clause of the cited evidence says: ${text.slice(0, 120)}`;
  }

  /** The question's own statement, which "Yes." affirms. */
  private questionClaim(isNo: boolean): Claim {
    return {
      text: this.question,
      names: [],
      words: [],
      amounts: this.askedAmounts,
      of: this.askedNames,
      isOfOne: false,
      asked: this.weighty(contentOf(this.question, this.askedNames, this.language)),
      isWhole: true,
      isSentence: true,
      isQuote: false,
      agrees: (denied, stems) => denied === (isDenied(this.question, stems, this.language) !== isNo),
      roles: [this.question],
    };
  }

  /** @param before names of earlier clauses of the answer */
  private claimOf(text: string, before: readonly string[], isFirst: boolean, isNo: boolean): Claim {
    const { language, question, askedNames, askedWords } = this;
    const own = this.evidence.namesOf(text);
    const said = new Set(language.words(question).map(({ stem }) => stem));
    const content = contentOf(text, own, language);
    const words = content.filter((word) => !said.has(word.stem));
    const repeated = content.filter((word) => said.has(word.stem));
    const names = own.filter((name) => !askedNames.some((asked) => folded(asked).includes(folded(name))));
    const amounts = amountsIn(text, language).filter(
      ({ values }) => !this.askedAmounts.some((asked) => values.every((value) => asked.values.includes(value))),
    );
    // An answer to a question is said of what that is about; "It cost 12 crowns" of what was named before.
    const isAnswer = isFirst || content.length === 0;
    const isOpen = PRONOUN.test(text) || own.length === 0;
    const of = isAnswer ? askedNames : own.filter((name) => !names.includes(name));
    const pointed = !isAnswer && isOpen && of.length === 0 ? [...before, ...askedNames] : of;
    const asked = isAnswer ? [...askedWords, ...repeated] : repeated;
    const isQuote = this.evidence.isQuote(text);
    const isSentence =
      isQuote || repeated.length > 0 || words.some((word) => this.isVerb(word)) || AUXILIARY.test(text);
    return {
      text,
      names,
      words,
      amounts,
      of: pointed,
      isOfOne: pointed !== of,
      asked: [...new Map(asked.map((word) => [word.stem, word])).values()],
      isWhole: !isAnswer,
      isSentence,
      isQuote,
      agrees: (denied, stems) => {
        const own = isDenied(text, stems, language);
        const said = isSentence ? [''] : [question, mainOf(question)];
        return said.some((asked) => denied === ((isDenied(asked, stems, language) !== own) !== (isNo && !isSentence)));
      },
      roles: [isSentence ? text : asStatement(question, names[0])],
    };
  }

  /** True if a unit says a claim; or if units lead to it that together say what a nested question says. */
  private isSaid(claim: Claim): boolean {
    // The number of what was found stands in no unit.
    const amounts = claim.amounts.filter(({ values }) => !values.every((value) => this.counts.has(value)));
    if (amounts.length < claim.amounts.length && claim.names.length + amounts.length === 0) return true;
    const isAnswer = !claim.isWhole && claim.names.length + claim.words.length + amounts.length > 0;
    const holders = this.evidence.units.filter(
      (unit) => this.holds(unit, { ...claim, amounts }) && (!isAnswer || this.rivals.fits(unit, claim)),
    );
    if (holders.length === 0) return false;
    if (holders.some((unit) => this.rivals.isCause(unit, claim))) return true;
    // A clause that covers more of the question's words has the answer, and this is another.
    if (isAnswer) {
      const isBeaten = (unit: Indexed): boolean =>
        this.evidence.units.some((other) => this.saysMore(other, unit, claim) && this.rivals.has(other, claim));
      if (holders.every(isBeaten)) return false;
    }
    const saidBy = (unit: Indexed): number => this.shares(unit, claim).filter((share) => share === 1).length;
    if (holders.some((unit) => this.suffices(unit, claim) || this.rivals.isSole(unit, claim))) return true;
    if (this.rivals.follow(holders, claim, saidBy)) return true;
    return NESTED.test(this.question) && holders.some((unit) => this.leads(unit, claim));
  }

  /** True if a unit has all that is new in a claim, in the same roles, and does not deny it. */
  private holds(unit: Indexed, claim: Claim): boolean {
    const { language } = this;
    if (claim.isQuote && folded(claim.text) === folded(unit.written)) return true;
    if (!claim.names.every((name) => this.evidence.isOwn(unit, name))) return false;
    if (!claim.words.every((word) => this.evidence.covers(unit.own, word))) return false;
    if (!claim.amounts.every((amount) => this.hasAmount(unit, amount, claim))) return false;
    const meant = [...claim.words, ...claim.asked];
    const isOpposed = meant.some(
      ({ stem }) => !unit.own.has(stem) && [...opposedTo(stem)].some((other) => unit.own.has(other)),
    );
    const said = new Set(language.words(`${claim.text} ${this.question}`).map(({ stem }) => stem));
    const count = (part: string): number =>
      language.words(part).filter(({ stem }) => meant.some((word) => this.evidence.isSame(stem, word))).length +
      claim.names.filter((name) => folded(part).includes(folded(name))).length +
      amountsIn(part, language).filter(({ values }) => claim.amounts.some((each) => each.values[0] === values[0]))
        .length;
    const text = `${unit.resolved} ${unit.verbPart}`;
    const denied = isOpposed || deniesMost(text, count, said, language);
    if (!unit.isRow && !claim.agrees(denied, unit.own)) return false;
    const names = [...claim.names, ...claim.of].filter((name) => this.evidence.isOwn(unit, name));
    // The name of a property says of one thing alone neither that it does nor that it is done.
    if (unit.isRow && names.length < 2) return true;
    const isVerb = (one: Word, other: Word) => this.evidence.sameVerb(one, other);
    return !claim.roles.some((said) => isReversed(said, unit.resolved, names, language, isVerb));
  }

  /** True if a number of a claim counts or measures in a unit what the question asks for: "How many rooms?" */
  private isAskedAmount(unit: Indexed, { amounts }: Claim): boolean {
    const [, , asked] = ASKED_KINDS.exec(this.question) ?? [];
    if (asked === undefined) return false;
    const [kind] = this.language.words(asked);
    return amounts.some(({ values, behind: own }) =>
      unit.amounts.some(
        ({ values: others, behind }) =>
          values.every((value) => others.includes(value)) &&
          [...own, ...behind].some(
            (word) =>
              this.evidence.isSame(this.language.words(word)[0]!.stem, kind!) ||
              (DURATIVE.test(asked) && TIMES.test(word)),
          ),
      ),
    );
  }

  private suffices(unit: Indexed, claim: Claim): boolean {
    const { asked } = claim;
    const own = asked.filter((word) => this.says(unit, word, claim));
    // A clause that names nothing else, and has words of the question, may be of what its passage names.
    const isOpen =
      !claim.isWhole &&
      own.length > 0 &&
      unit.names.every((name) => claim.names.some((other) => folded(other).includes(folded(name))));
    const isAbout = (name: string): boolean =>
      this.evidence.has(unit, name) || (isOpen && this.evidence.isInPassage(unit, name));
    const about = claim.of.filter(isAbout);
    if (claim.isOfOne ? about.length === 0 && claim.of.length > 0 : about.length < claim.of.length) return false;
    const around = asked.filter((word) => !own.includes(word) && this.evidence.covers(unit.around, word));
    if (claim.isWhole) return own.length + around.length === asked.length && (own.length > 0 || asked.length === 0);
    if (asked.length === 0) return true;
    // "In which year was it painted?" of its `year`; "Which bus?" of "Bus 14".
    const kinds = [...this.question.matchAll(ASKED_KIND)]
      .flatMap(([text]) => this.language.words(text).slice(-1))
      .filter((word) => this.evidence.covers(unit.own, word));
    if (unit.isRow && kinds.length > 0) return true;
    const isTold =
      this.askedContent.some((word) => this.says(unit, word, claim)) ||
      this.isAskedAmount(unit, claim) ||
      claim.of.some((name) => unit.subject !== undefined && folded(unit.subject).includes(folded(name)));
    return isTold && own.length + around.length + kinds.length >= (asked.length + kinds.length) * LEAST_SHARE;
  }

  /** True if a unit says a word of a question; a sum says what something costs. */
  private says(unit: Indexed, word: Word, claim: Claim): boolean {
    return this.evidence.covers(unit.own, word) || this.rivals.implies(unit, word, claim);
  }

  /** Names and words of the question that a unit has: 1 in its own words, less in what it leans on. */
  private shares(unit: Indexed, claim: Claim): number[] {
    const { of, asked } = claim;
    const names = of.map((name) => (this.evidence.isOwn(unit, name) ? 1 : this.evidence.has(unit, name) ? AROUND : 0));
    const words = asked.map((word) =>
      this.says(unit, word, claim) ? 1 : this.evidence.covers(unit.around, word) ? AROUND : 0,
    );
    return [...names, ...words];
  }

  private saysMore(one: Indexed, other: Indexed, claim: Claim): boolean {
    const [mine, others] = [this.shares(one, claim), this.shares(other, claim)];
    const gain = mine.map((share, i) => share - others[i]!);
    if (NESTED.test(this.question) && mine.some((share) => share === 0)) return false;
    return gain.every((each) => each >= 0) && gain.reduce((sum, each) => sum + each, 0) > MARGIN;
  }

  /** True if units that share names with this one say what it lacks of a question, each something of it. */
  private leads(from: Indexed, { of, asked }: Claim): boolean {
    const isAbout = (unit: Indexed) => (name: string) => this.evidence.has(unit, name);
    const isIn = (unit: Indexed) => (word: Word) => this.evidence.covers(unit.own, word);
    if (!asked.some(isIn(from))) return false;
    let names = of.filter((name) => !isAbout(from)(name));
    let words = asked.filter((word) => !isIn(from)(word));
    // "The painter that made Roof in Rain".
    const light = this.askedContent.filter(({ stem }) => LIGHT_VERBS.has(stem));
    const reached = new Set([from]);
    for (let step = 0; step < MAX_STEPS; step++) {
      if (names.length === 0 && words.length <= asked.length * (1 - LEAST_SHARE)) return true;
      const next = this.evidence.units.filter(
        (unit) =>
          !reached.has(unit) &&
          [...words, ...light].some(isIn(unit)) &&
          [...reached].some((each) => this.evidence.meet(each, unit)),
      );
      for (const unit of next) reached.add(unit);
      names = names.filter((name) => !next.some((unit) => isAbout(unit)(name)));
      words = words.filter((word) => !next.some((unit) => isIn(unit)(word)));
    }
    return names.length === 0 && words.length <= asked.length * (1 - LEAST_SHARE);
  }

  /** True if a unit has a number of the same unit, or the date. */
  private hasAmount(unit: Indexed, { values, isDate, behind }: Amount, claim: Claim): boolean {
    const [noun] = behind;
    const asked = ASKED_AMOUNT.exec(this.question)?.[1];
    const isNumber = claim.isWhole || ASKED_NUMBER.test(this.question);
    const stem = (text: string): Word => this.language.words(text)[0]!;
    const isUnit = (text: string): boolean =>
      this.language.is('units', text) || this.language.is('units', stem(text).stem);
    return unit.amounts.some((other) => {
      if (!values.every((value) => other.values.includes(value))) return false;
      if (isDate) return other.isDate;
      const isYear = /^[12]\d{3}$/.test(values[0]!) && noun === undefined;
      if (other.isDate) return isYear || !isNumber;
      if (other.behind.length === 0 || isYear) return true;
      const counted = other.behind.map(stem);
      const has = (text: string): boolean => counted.some((each) => this.evidence.isSame(each.stem, stem(text)));
      if (noun !== undefined && !this.language.isParticiple(noun))
        return has(noun) && (claim.isWhole || asked === undefined || has(asked) || isUnit(noun) === isUnit(asked));
      return (
        asked === undefined || has(asked) || (!(isUnit(other.behind[0]!) && isUnit(asked)) && !isUnit(other.behind[0]!))
      );
    });
  }
}

/** A question with a name in the place of the word that asks. */
const asStatement = (question: string, name: string | undefined): string =>
  name === undefined ? question : question.replace(/\b(?:who|whom|what)\b/i, name);
