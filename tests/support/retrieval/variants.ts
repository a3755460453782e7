/** Ways in which models word an answer: each takes the bare answer, and makes of it what another model would write. */
import { ENGLISH, words } from '../../../src/retrieval/language/data';
import { sentencesOf } from '../../../src/retrieval/language/sentences';
import { asSentence, type Told } from './claims';

/** Returns an answer in other words; undefined if they do not fit it. */
type Wording = (answer: string, asked: Told) => string | undefined;

const MONTHS = words(ENGLISH.months);
const NUMBERS = words(ENGLISH.numbers);
const TENS = words(ENGLISH.tens);
const DAY = new RegExp(`^(\\d{1,2}) (${MONTHS.join('|')})( \\d{4})?$`);

const inWords = (value: number): string | undefined => {
  if (value < NUMBERS.length) return NUMBERS[value];
  if (value >= 100) return undefined;
  const ten = TENS.find((_, i) => i === Math.floor(value / 10) - TEN_FROM)!;
  return value % 10 === 0 ? ten : `${ten}-${NUMBERS[value % 10]}`;
};
/** The first of the tens. */
const TEN_FROM = 2;

const isNumber = (answer: string): boolean => /^[\d,.]+$/.test(answer) || valueOf(answer) !== undefined;
function valueOf(answer: string): number | undefined {
  const [tens = '', ones] = answer.toLowerCase().split('-');
  const at = TENS.indexOf(tens);
  if (at >= 0) return (at + TEN_FROM) * 10 + (ones === undefined ? 0 : NUMBERS.indexOf(ones));
  const one = NUMBERS.indexOf(answer.toLowerCase());
  return one < 0 ? undefined : one;
}

/** Auxiliary and participle of a question about something that was done: "When was the hall opened?" */
const PASSIVE =
  /^(?:When|Where|In (?:which|what) \p{Ll}+|On (?:which|what) \p{Ll}+) (is|was|are|were) (.+) (\p{Ll}+ed|born|built|made|sold|shot|found|held|lost|won)(.*?)\W*$/u;
/** "How many rooms does the house have?" */
const COUNTED = /^How many (\p{Ll}+) (?:does|do|did) (.+?) (have|need|keep|get|own)\W*$/u;
const NAMED = /^What(?: is|'s| was) (the .+?)\W*$/u;

function restated(answer: string, { question, isVerdict }: Told): string | undefined {
  if (isVerdict) return undefined;
  const plain = asSentence(question, answer);
  if (plain !== undefined) return plain;
  const [, aux, subject, verb, rest] = PASSIVE.exec(question) ?? [];
  if (aux !== undefined) {
    const at = /^\d{1,2} /.test(answer) ? 'on ' : question.startsWith('Where') ? 'at ' : 'in ';
    return `${capital(subject!)} ${aux} ${verb}${rest} ${at}${answer}.`;
  }
  const [, kind, who, has] = COUNTED.exec(question) ?? [];
  if (kind !== undefined) {
    const noun = answer.includes(kind) ? '' : ` ${kind}`;
    return `${capital(who!)} ${has === 'have' ? 'has' : `${has}s`} ${answer}${noun}.`;
  }
  const [, role] = NAMED.exec(question) ?? [];
  return role && `${capital(role)} ${/ was /.test(question) ? 'was' : 'is'} ${answer}.`;
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Unit that the evidence writes behind an answer: `42` of "42 metres". */
function withUnit(answer: string, { texts }: Told): string | undefined {
  if (!isNumber(answer)) return undefined;
  const text = texts.join('\n');
  const at = text.toLowerCase().indexOf(` ${answer.toLowerCase()} `);
  const unit = /^ (\p{Ll}{3,})(?=[ .,;])/u.exec(at < 0 ? '' : text.slice(at + answer.length + 1))?.[1];
  return unit === undefined || /^(?:and|of|in|at|on|to|or|from|for|with|people)$/.test(unit)
    ? undefined
    : `${answer} ${unit}`;
}

/** Sentence of the evidence that has an answer. */
function quoted(answer: string, { texts, isVerdict }: Told): string | undefined {
  if (isVerdict) return undefined;
  const own = texts.flatMap((text) => sentencesOf(text.split(' . ').at(-1)!));
  const found = own.filter((each) => each.toLowerCase().includes(answer.toLowerCase()) && /[.!]$/.test(each));
  return found.length === 1 ? found[0] : undefined;
}

export const WORDINGS: Readonly<Record<string, Wording>> = {
  bare: (answer) => answer,
  stopped: (answer, { isVerdict }) => (isVerdict ? undefined : `${capital(answer)}.`),
  marked: (answer, { isVerdict }) => (isVerdict ? undefined : `**${answer}**`),
  article: (answer, { isVerdict }) =>
    !isVerdict &&
    /^\p{Ll}/u.test(answer) &&
    !isNumber(answer) &&
    !/^(?:\w+ing|behind|between|by|in|on|the|an?)\b|\b(?:weeks|months|days|years|hours|minutes)\b|and/.test(answer)
      ? `the ${answer}`
      : undefined,
  unit: withUnit,
  introduced: (answer, { isVerdict }) => (isVerdict ? undefined : `It was ${answer}.`),
  sourced: (answer, { isVerdict }) => (isVerdict ? undefined : `According to the documents, ${answer}.`),
  preposition: (answer, { question }) => {
    if (/^\d{1,2} \p{Lu}/u.test(answer)) return `On ${answer}.`;
    if (/^\d{4}$/.test(answer)) return `In ${answer}.`;
    if (/^(?:Where)\b/.test(question) && !/^(?:in|on|at|behind|under) /.test(answer))
      return `At ${/^\p{Lu}/u.test(answer) ? '' : 'the '}${answer}.`;
    return undefined;
  },
  restated,
  iso: (answer) => {
    const [, day = '', month = '', year] = DAY.exec(answer) ?? [];
    return year && `${year.trim()}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  },
  american: (answer) => {
    const [, day, month, year] = DAY.exec(answer) ?? [];
    return day && `${month} ${day}${year === undefined ? '' : `,${year}`}`;
  },
  ordinal: (answer) => {
    const [, day, month, year = ''] = DAY.exec(answer) ?? [];
    if (day === undefined) return undefined;
    const ending = /^(?:1|21|31)$/.test(day) ? 'st' : /^2?2$/.test(day) ? 'nd' : /^2?3$/.test(day) ? 'rd' : 'th';
    return `the ${day}${ending} of ${month}${year}`;
  },
  digits: (answer) => {
    const [first = '', ...rest] = answer.split(' ');
    const value = valueOf(first);
    return value === undefined ? undefined : [value, ...rest].join(' ');
  },
  words: (answer) => {
    const [first = '', ...rest] = answer.split(' ');
    const said = /^\d{1,2}$/.test(first) ? inWords(Number(first)) : undefined;
    return said === undefined || DAY.test(answer) ? undefined : [said, ...rest].join(' ');
  },
  about: (answer) =>
    isNumber(answer.split(' ')[0]!) && !DAY.test(answer) && !/^[12]\d{3}$/.test(answer) ? `about ${answer}` : undefined,
  quoted,
  reasoned: (answer, asked) => {
    const sentence = quoted(answer, asked);
    return sentence && `${capital(answer)}. ${sentence}`;
  },
};
