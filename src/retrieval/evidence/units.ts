/**
 * Units of evidence: clauses of passages, facts of the graph and rows of query results. What one unit says belongs
 * together; a clause that begins without a name also says it of what was named before.
 */
import { namesIn, sentencesOf } from '../language/sentences';
import { foldText } from '../links/fold';
import { MONTHS } from './values';

/** One statement of evidence. */
export interface Unit {
  /** Own text, folded, between spaces. */
  readonly text: string;
  /** Folded text of what it is about besides: earlier clauses that it leans on, title and heading. */
  readonly context: string;
  /** Names in its own text. */
  readonly names: readonly string[];
  /** Name with which it begins: what it is about. */
  readonly subject: string | undefined;
  /** Text as it is written. */
  readonly written: string;
  /** The same with the name that a pronoun at its beginning stands for. */
  readonly resolved: string;
  /** Folded text of the whole passage; '' of rows. */
  readonly passage: string;
  /** Part of the sentence that has its verb, if it has none itself. */
  readonly verbPart: string;
}

/** Words that refer to something named before. */
const REFERS =
  /\b(?:he|she|it|they|him|her|them|his|hers|its|their|this|that|these|those|there|here|who|which|whose|one|both)\b/i;
const PRONOUN = /^(?:he|she|it|they)\b/i;
const PREPOSITION =
  /^(?:in|on|at|of|to|by|for|from|with|into|near|over|under|after|before|since|until|and|or|but|as|than|via|per)$/i;
/** Head of an entry in a diary, which dates the sentences behind it. */
const ONLY_DATE = new RegExp(`^\\d{1,2} (?:${MONTHS.join('|')})(?: \\d{4})?\\.?$`);
/** Before a clause that may have a subject of its own. */
const JOINT = / ?; | [–—] |,? (?:and|but|while|whereas|though|although) (?=(?:the )?\p{Lu})/gu;

export const folded = (text: string): string => ` ${foldText(text).trim()} `;

/**
 * @param prose passages, each after its title and heading, with ` . ` between them
 * @param rows facts and rows of query results, with ` . ` between their values
 * @param other texts whose names are names in the evidence, too
 */
export function unitsOf(prose: readonly string[], rows: readonly string[], other: readonly string[]): Unit[] {
  const known = new Set([...prose, ...rows, ...other].flatMap(namesIn).flatMap((name) => [name, ...name.split(' ')]));
  return [...prose.flatMap((passage) => clausesOf(passage, known)), ...rows.map(rowUnit)];
}

function rowUnit(row: string): Unit {
  const parts = row.split(' . ').filter((part) => part !== '');
  const names = parts.filter((part) => /\p{Lu}/u.test(part));
  return {
    text: folded(row),
    context: '',
    names,
    subject: names[0],
    written: row,
    resolved: row,
    passage: '',
    verbPart: '',
  };
}

function clausesOf(passage: string, known: ReadonlySet<string>): Unit[] {
  const namesOf = (text: string): string[] => namesWith(text, known);
  const parts = passage.split(' . ');
  const whole = folded(passage);
  const head = folded(parts.slice(0, -1).join(' '));
  const units: Unit[] = [];
  let before = '';
  let last: string | undefined;
  let day = '';
  const sentences = sentencesOf(parts.at(-1)!);
  for (const [i, sentence] of sentences.entries()) {
    if (ONLY_DATE.test(sentence) && i < sentences.length - 1) {
      day = sentence;
      continue;
    }
    let [subject, verbPart]: [string | undefined, string] = [undefined, ''];
    for (const { text: part, isElliptic } of partsOf(sentence, namesOf)) {
      const text = day === '' ? part : `${part} (${day})`;
      const names = namesOf(text);
      const opening = openingOf(text, names);
      const leans = opening === undefined || REFERS.test(text);
      const context = [
        ...(leans ? [before] : []),
        head,
        ...(isElliptic && subject !== undefined ? [folded(subject)] : []),
      ].join(' ');
      const pointed = last === undefined ? text : text.replace(PRONOUN, last);
      const resolved = isElliptic && subject !== undefined ? `${subject} ${pointed}` : pointed;
      units.push({
        text: folded(resolved),
        context,
        names: namesOf(resolved),
        subject: opening,
        written: text,
        resolved,
        passage: whole,
        verbPart: isElliptic ? verbPart : '',
      });
      last = opening ?? last;
      if (!isElliptic) [subject, verbPart] = [opening, text];
      // A clause without a name of its own passes on what it leans on.
      before = names.length > 0 ? folded(text) + (leans ? context : '') : context;
    }
  }
  return units;
}

/** Names of a text; a single word at its beginning is one if it is a name elsewhere. */
function namesWith(text: string, known: ReadonlySet<string>): string[] {
  const names = namesIn(text);
  const first = /^(?:[Tt]he )?(\p{Lu}[\p{L}\p{N}]*)/u.exec(text)?.[1];
  return first !== undefined && known.has(first) && !names.some((name) => name.startsWith(first))
    ? [first, ...names]
    : names;
}

/** Returns the name that a text begins with, after an article or an opening phrase: "In 1911, the Magpie …". */
function openingOf(text: string, names: readonly string[]): string | undefined {
  const start = text.replace(/^(?:(?:in|on|at|by|since|after|before)\s[^,]{1,40},\s*)?(?:both\s+)?(?:the\s+)?/i, '');
  return names.find((name) => start.startsWith(name));
}

/**
 * Clauses of an answer.
 *
 * @param isQuote true for clauses of the evidence, which stay as they are
 */
export const clausesIn = (text: string, namesOf: NamesOf, isQuote: (clause: string) => boolean): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    partsOf(sentence, namesOf).flatMap((part) => (isQuote(part.text) ? [part.text] : relativesOf(part.text, namesOf))),
  );

/** "A, who taught B, is C." says that A is C, and that A taught B. */
function relativesOf(text: string, namesOf: NamesOf): string[] {
  const [whole, clause] = /, (?:who|which) ([^,]+)(?:,|$)/u.exec(text) ?? [];
  if (whole === undefined) return [text];
  const ahead = text.slice(0, text.indexOf(whole));
  const antecedent = namesOf(ahead).at(-1);
  if (antecedent === undefined) return [text];
  return [
    text.replace(whole, ' '),
    namesOf(clause!).length > 0 && startsClause(clause!, namesOf)
      ? `${clause} ${antecedent}`
      : `${antecedent} ${clause}`,
  ];
}

type NamesOf = (text: string) => readonly string[];

interface Part {
  readonly text: string;
  /** True for "… and B in 1912": the verb stands in the part before. */
  readonly isElliptic: boolean;
}

/** Parts a sentence where a clause with its own subject begins. */
function partsOf(sentence: string, namesOf: NamesOf): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let isElliptic = false;
  for (const { 0: joint, index } of sentence.matchAll(JOINT)) {
    const [one, other] = [sentence.slice(from, index), sentence.slice(index + joint.length)];
    const isStrong = /^\s*[;–—]/.test(joint.trim());
    const hasVerb = startsClause(other, namesOf);
    const isParallel = !hasVerb && /\d/.test(one) && /\d/.test(other);
    if (!isStrong && !(isClause(one, namesOf) && (hasVerb || isParallel))) continue;
    parts.push({ text: one, isElliptic });
    from = index + joint.length;
    isElliptic = isParallel;
  }
  return [...parts, { text: sentence.slice(from), isElliptic }];
}

const isPredicate = (behind: string): boolean => {
  const word = /^\s+(\p{Ll}+)/u.exec(behind)?.[1];
  return word !== undefined && !PREPOSITION.test(word);
};

/** True if a name of the text has a verb after it. */
function isClause(text: string, namesOf: NamesOf): boolean {
  const plain = text.replace(/,[^,]*,/g, '');
  return namesOf(plain).some((name) => isPredicate(plain.slice(plain.indexOf(name) + name.length)));
}

/** True if a text begins with a name and its verb. */
function startsClause(text: string, namesOf: NamesOf): boolean {
  const plain = text.replace(/^the\s+/i, '').replace(/,[^,]*,/g, '');
  const name = namesOf(plain).find((each) => plain.startsWith(each));
  return name !== undefined && isPredicate(plain.slice(name.length));
}
