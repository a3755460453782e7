/**
 * Languages of questions as data: `data/en.json`, `data/de.json` with a thesaurus each. Lists are lines of words, or of
 * phrases between commas; records are words `key:value`. All in lower case but for nouns of a language that capitalizes
 * them.
 */
import deAnswers from './data/de.answers.json';
import de from './data/de.json';
import deThesaurus from './data/de.thesaurus.json';
import enAnswers from './data/en.answers.json';
import en from './data/en.json';
import extract from './data/en.extract.json';
import enThesaurus from './data/en.thesaurus.json';
import sexes from './data/sexes.json';
import units from './data/units.json';

/** A comparison with a number, or with a day as YYYY-MM-DD. */
export interface Bound {
  readonly how: 'eq' | 'lt' | 'le' | 'gt' | 'ge';
  readonly value: number | string;
  /** As the question writes it. */
  readonly unit?: string;
  /** The one value of another thing: what is compared with it has to have one, too. */
  readonly isOther?: true;
}

/** Units of all languages with their sizes in one of them, for each quantity. Months have no fixed number of days. */
export const UNIT_SCALES: readonly { readonly isTime: boolean; readonly sizes: Lines }[] = units.scales;

/** Further units that comments name. */
export const OTHER_UNITS: Lines = units.others;

export interface Asking {
  readonly wants: 'node' | 'time' | 'number' | 'count';
  /** True if the answer is a person. */
  readonly isWho?: boolean;
  readonly isWhere?: boolean;
  /** Of a time: that of a day (`what time`), or a day, month or year. */
  readonly moment?: 'clock' | 'day';
  /** True if the noun behind is what is asked for: `which`. */
  readonly isDeterminer?: boolean;
  /** True if an adjective behind says what is measured: `how tall`. */
  readonly isMeasure?: boolean;
  /** True if nobody who does something is asked for: `whom`. */
  readonly isObject?: boolean;
  /** Preposition in the word that asks: `aus` of `woraus`. */
  readonly preposition?: string;
  /** True if the owner of the noun behind is asked for: `whose`. */
  readonly isOwner?: boolean;
}

/** Fixed words of answers in a language; null where a language gives the verdict alone. */
export type Sayings = Readonly<Record<'yes' | 'no' | 'not' | 'asStated' | 'equal' | 'aKindOf' | 'and', string>> &
  Readonly<Record<'every' | 'none' | 'is', string | null>>;

type Lines = readonly string[];

/** Lists of the same names in every language; `data/README.md` tells their contents. */
type Lists = {
  readonly [List in keyof typeof en as (typeof en)[List] extends readonly string[] ? List : never]: Lines;
};

type Mark = keyof (typeof en)['frames']['marks'];

export interface LanguageData extends Omit<Lists, 'infinitive' | 'contraction' | 'functionWords'> {
  readonly tag: string;
  /** Name of its Snowball stemmer. */
  readonly stemmer: string;
  /** Beginning of participles that prefixes may displace: `ge` of `genommen`, `übernommen`; null if there is none. */
  readonly augment: string | null;
  /** Pattern of participles with a prefix, the stem and an ending in groups; null if the stemmer knows them. */
  readonly participle: string | null;
  /** Pattern of forms of verbs that have an infinitive of their own, and its ending; null if the stemmer knows them. */
  readonly infinitive: readonly [string, string] | null;
  /** Pattern of endings of verbs behind a first group that stays; null if the stemmer removes them. */
  readonly ending: string | null;
  /** Pattern of nouns of what a verb makes, the verb in a group: `painting`, `sculpture`; null if there is none. */
  readonly result: string | null;
  /** Pattern of endings of adjectives' stems that their nouns lack; null if the stemmer removes them. */
  readonly adjectival: string | null;
  /** Pattern of nouns of a time, what happens then in a group: `Geburtsdatum`; null where they are several words. */
  readonly compound: string | null;
  readonly nounsAreCapitalized: boolean;
  /** Patterns of names of properties that are verbs; null where capitals tell. */
  readonly pastParticiple: string | null;
  readonly verbEnding: string | null;
  /** Pattern of what denies an adjective: `unpaid`. */
  readonly negatedBeginning: string;
  readonly negatedEnding: string | null;
  /** Pattern of a word that asks with `is` in one, and what it is read as. */
  readonly contraction: readonly [string, string];
  readonly asking: Readonly<Record<string, Asking>>;
  readonly comparisons: Readonly<Record<Bound['how'], Lines>>;
  readonly orMore: Readonly<Record<'ge' | 'le', Lines>>;
  readonly decade: string;
  readonly century: string;
  readonly ordinal: string;
  readonly degrees: {
    readonly comparative: string;
    readonly superlative: string;
    readonly helpers: Readonly<Record<string, readonly [string, boolean]>>;
    readonly forms: Readonly<Record<string, readonly string[]>>;
  } & Readonly<Record<'than' | 'equal' | 'more' | 'less' | 'highest' | 'lowest', Lines>>;
  /** Patterns of questions for properties whose names have certain words. */
  readonly frames: {
    readonly marks: Readonly<Partial<Record<Mark, Lines>>>;
    /** Words before a period: `an hour`. */
    readonly every: Lines;
    readonly parts: Readonly<Record<string, string>>;
    readonly patterns: Readonly<Partial<Record<Mark | 'tally' | 'start', Lines>>>;
  };
  readonly decimal: string;
  /** Pattern of labels of properties that put one thing in another. */
  readonly containment: string;
  readonly seat: string;
  /** Pattern of labels of properties that lead to places. */
  readonly places: string;
  /** Said of a part of a question without an answer. */
  readonly unanswered: string;
  readonly sayings: Sayings;
}

export type ThesaurusData = Readonly<Record<keyof typeof enThesaurus, Lines>>;

export const words = (lines: Lines): string[] =>
  lines.flatMap((line) => line.split(/,? /)).filter((word) => word !== '');

export const phrases = (lines: Lines): string[] => lines.flatMap((line) => line.split(', '));

/** Record of words `key:value`. */
export const record = (lines: Lines): Map<string, string> =>
  new Map(words(lines).map((pair) => pair.split(':') as [string, string]));

export const ENGLISH = en as unknown as LanguageData & { readonly functionWords: Lines };

export const LANGUAGES: readonly { readonly data: LanguageData; readonly thesaurus: ThesaurusData }[] = [
  { data: ENGLISH, thesaurus: enThesaurus },
  { data: de as unknown as LanguageData, thesaurus: deThesaurus },
];

/** Kinds of answers that questions ask for. */
export type AnswerKind =
  | 'cause'
  | 'day'
  | 'frequency'
  | 'manner'
  | 'measure'
  | 'money'
  | 'name'
  | 'number'
  | 'person'
  | 'place'
  | 'time'
  | 'year';

/** Patterns of what questions ask for and of what sentences tell; `data/README.md` tells their contents. */
export interface AnswerData extends Readonly<
  Record<
    | 'ages'
    | 'asking'
    | 'attempts'
    | 'bareOrigins'
    | 'causes'
    | 'costs'
    | 'times'
    | 'currencies'
    | 'definite'
    | 'doubts'
    | 'effects'
    | 'frequencies'
    | 'ends'
    | 'lengths'
    | 'manners'
    | 'noPlaces'
    | 'orders'
    | 'past'
    | 'places'
    | 'pronouns'
    | 'quantities'
    | 'sizes'
    | 'standing',
    Lines
  >
> {
  readonly asks: readonly (readonly [AnswerKind, string])[];
  readonly measures: Readonly<Record<string, readonly [string, string]>>;
  readonly bare: string;
  readonly expletive: string;
  readonly moments: string;
  readonly clause: string;
  readonly leaning: string;
  readonly openDoubts: string;
  readonly retractions: string;
}

export const ANSWERS: Readonly<Record<string, AnswerData>> = {
  en: enAnswers as unknown as AnswerData,
  de: deAnswers as unknown as AnswerData,
};

/** Pronouns, nouns and given names that tell whether somebody is called she or he. */
export const SEXES = sexes;

/** Words by which English texts are extracted and judged. */
export const EXTRACT: Readonly<Record<keyof typeof extract, Lines>> = extract;

/** Pattern of any of the words. */
export const anyOf = (lines: Lines): string => words(lines).join('|');
