/**
 * Languages of questions as data: `data/en.json`, `data/de.json` with a thesaurus each. Lists are lines of words, or of
 * phrases between commas; records are words `key:value`. All in lower case but for nouns of a language that capitalizes
 * them.
 */
import de from './data/de.json';
import deThesaurus from './data/de.thesaurus.json';
import en from './data/en.json';
import extract from './data/en.extract.json';
import enThesaurus from './data/en.thesaurus.json';

/** A comparison with a number, or with a day as YYYY-MM-DD. */
export interface Bound {
  readonly how: 'eq' | 'lt' | 'le' | 'gt' | 'ge';
  readonly value: number | string;
  /** As the question writes it. */
  readonly unit?: string;
}

/** Units of all languages with their sizes in one of them, for each quantity. Months have no fixed number of days. */
export const UNIT_SCALES: readonly { readonly isTime?: true; readonly sizes: Lines }[] = [
  {
    isTime: true,
    sizes: [
      'second:1 sekunde:1 sekunden:1 minute:60 minuten:60 hour:3600 stunde:3600 stunden:3600 day:86400 tag:86400',
      'tage:86400 tagen:86400 week:604800 woche:604800 wochen:604800',
    ],
  },
  {
    isTime: true,
    sizes: ['month:1 monat:1 monate:1 monaten:1 year:12 jahr:12 jahre:12 jahren:12 decade:120 century:1200'],
  },
  {
    sizes: [
      'mm:0.001 cm:0.01 centimetre:0.01 inch:0.0254 foot:0.3048 feet:0.3048 ft:0.3048 yard:0.9144 m:1 metre:1 meter:1',
      'km:1000 kilometre:1000 kilometer:1000 mile:1609.344',
    ],
  },
  {
    sizes: [
      'g:0.001 gram:0.001 gramm:0.001 kg:1 kilogram:1 kilogramm:1 pound:0.45359237 ton:1000 tonne:1000 tonnen:1000',
    ],
  },
  { sizes: ['kw:1 mw:1000'] },
];

/** Further units that comments name. */
export const OTHER_UNITS: Lines = ['euro dollar degree hectare litre liter crown percent'];

export interface Asking {
  readonly wants: 'node' | 'time' | 'number' | 'count';
  /** True if the answer is a person. */
  readonly isWho?: boolean;
  readonly isWhere?: boolean;
  /** True if the noun behind is what is asked for: `which`. */
  readonly isDeterminer?: boolean;
  /** True if an adjective behind says what is measured: `how tall`. */
  readonly isMeasure?: boolean;
  /** True if the owner of the noun behind is asked for: `whose`. */
  readonly isOwner?: boolean;
}

/** Fixed words of answers in a language; null where a language gives the verdict alone. */
export interface Sayings {
  readonly yes: string;
  readonly no: string;
  readonly not: string;
  /** Said of what only lacks a statement. */
  readonly asStated: string;
  readonly every: string | null;
  readonly none: string | null;
  readonly is: string | null;
  readonly aKindOf: string;
  readonly and: string;
}

type Lines = readonly string[];

export interface LanguageData {
  readonly tag: string;
  /** Name of its Snowball stemmer. */
  readonly stemmer: string;
  /** Pattern of participles with a prefix, the stem and an ending in groups; null if the stemmer knows them. */
  readonly participle: string | null;
  /** Pattern of forms of verbs that have an infinitive of their own, and its ending; null if the stemmer knows them. */
  readonly infinitive: readonly [string, string] | null;
  /** Pattern of endings of verbs behind a first group that stays; null if the stemmer removes them. */
  readonly ending: string | null;
  /** Form of a word → its basic form. */
  readonly irregular: Lines;
  readonly nounsAreCapitalized: boolean;
  /** Patterns of names of properties that are verbs; null where capitals tell. */
  readonly pastParticiple: string | null;
  readonly verbEnding: string | null;
  readonly negatedEnding: string | null;
  /** Pattern of a word that asks with `is` in one, and what it is read as. */
  readonly contraction: readonly [string, string];
  readonly asking: Readonly<Record<string, Asking>>;
  /** Phrases before and behind a question that ask nothing. */
  readonly openings: Lines;
  readonly closings: Lines;
  /** Phrases before a statement of which it is asked if it is so. */
  readonly whether: Lines;
  /** Phrases that ask how many, which kind, and what something is called. */
  readonly counts: Lines;
  readonly kinds: Lines;
  readonly carriers: Lines;
  /** Phrases that ask when, if they are no name of the ontology. */
  readonly moments: Lines;
  /** Nouns behind a word that asks, of times. */
  readonly times: Lines;
  readonly commands: Lines;
  readonly be: Lines;
  readonly auxiliaries: Lines;
  /** Auxiliaries between the object and the subject: `which papers does she cite`. */
  readonly subjectAfter: Lines;
  readonly having: Lines;
  /** Words that only build a sentence and may be left out. */
  readonly grammar: Lines;
  readonly articles: Lines;
  readonly prepositions: Lines;
  /** Prepositions of places, of which one may stand for another. */
  readonly locatives: Lines;
  /** Before the agent of a passive verb. */
  readonly agentMarkers: Lines;
  readonly possessiveMarkers: Lines;
  readonly possessives: Lines;
  readonly relatives: Lines;
  /** Words before some members of a class: `is there any`. */
  readonly existential: Lines;
  readonly all: Lines;
  /** Of these, those before one. */
  readonly each: Lines;
  readonly no: Lines;
  readonly only: Lines;
  readonly and: Lines;
  readonly or: Lines;
  /** Joins names that are all denied: `neither A nor B`. */
  readonly nor: Lines;
  readonly both: Lines;
  readonly negators: Lines;
  /** Conjunctions before what is denied: `but`. */
  readonly contrast: Lines;
  /** Phrases between a name of which something is said and one of which it is denied. */
  readonly butNot: Lines;
  /** Phrases before what is no answer. */
  readonly except: Lines;
  /** Pronouns of people, and of things. */
  readonly someone: Lines;
  readonly something: Lines;
  /** Names of classes of people. */
  readonly persons: Lines;
  /** Nouns for anything, and for any person. */
  readonly anything: Lines;
  readonly people: Lines;
  /** Adjective of how long something took. */
  readonly duration: string;
  /** Verbs that say no more than the measure beside them: "How long did it last?", "took longer than an hour". */
  readonly measuring: Lines;
  /** Phrases that deny: no individual. */
  readonly nobody: Lines;
  /** Adjectives of what something shares with another, and what stands before the other one. */
  readonly same: Lines;
  readonly as: Lines;
  /** Phrases before a property: the mean of its numbers, and their sum. */
  readonly averages: Lines;
  readonly totals: Lines;
  /** Words that only colour a question. */
  readonly light: Lines;
  /** Phrases that say no more than `when`, `in` or `on` does. */
  readonly happening: Lines;
  /** Verbs that say no more than `have`. */
  readonly supporting: Lines;
  /** Words that change what is asked: passed over, another question would be answered. */
  readonly decisive: Lines;
  /** Words of questions that no sentence of a text answers. */
  readonly untold: Lines;
  readonly comparisons: Readonly<Record<Bound['how'], Lines>>;
  readonly orMore: Readonly<Record<'ge' | 'le', Lines>>;
  /** Pairs of words around two bounds. */
  readonly ranges: Lines;
  readonly decade: string;
  readonly century: string;
  readonly ordinal: string;
  readonly degrees: {
    readonly comparative: string;
    readonly superlative: string;
    readonly helpers: Readonly<Record<string, readonly [string, boolean]>>;
    readonly forms: Readonly<Record<string, readonly string[]>>;
    readonly than: Lines;
    readonly equal: Lines;
    /** Adjective → measure, of which it means more, or less; `time` of when something began. */
    readonly more: Lines;
    readonly less: Lines;
    /** Superlatives of any number. */
    readonly highest: Lines;
    readonly lowest: Lines;
  };
  readonly most: Lines;
  readonly fewest: Lines;
  readonly numbers: Lines;
  readonly tens: Lines;
  readonly scales: Lines;
  readonly decimal: string;
  readonly months: Lines;
  readonly weekdays: Lines;
  readonly units: Lines;
  /** Pattern of labels of properties that put one thing in another. */
  readonly containment: string;
  /** Pattern of labels of properties that lead to places. */
  readonly places: string;
  /** Phrases that ask for a definition: before the term, behind it, and words around it that say that it is a term. */
  readonly define: Lines;
  readonly means: Lines;
  readonly terms: Lines;
  /** Phrases between two classes of which one is asked to be the other. */
  readonly kindLinks: Lines;
  /** Said of a part of a question without an answer. */
  readonly unanswered: string;
  readonly sayings: Sayings;
}

export interface ThesaurusData {
  /** Verbs that say the same; who does it; to whom or what it is done. */
  readonly verbs: Lines;
  /** Verb → verbs whose object is its subject. */
  readonly turned: Lines;
  /** Verbs said of a place, and nouns of parts. */
  readonly places: Lines;
  readonly parts: Lines;
  /** Adjective → nouns of what it measures. */
  readonly measures: Lines;
  /** Nouns that say much the same, a line each. */
  readonly nouns: Lines;
  /** Phrase → verb. */
  readonly phrases: Lines;
}

export const words = (lines: Lines): string[] => lines.flatMap((line) => line.split(' ')).filter((word) => word !== '');

export const phrases = (lines: Lines): string[] => lines.flatMap((line) => line.split(', '));

/** Record of words `key:value`. */
export const record = (lines: Lines): Map<string, string> =>
  new Map(words(lines).map((pair) => pair.split(':') as [string, string]));

export const ENGLISH = en as unknown as LanguageData & { readonly functionWords: Lines };

export const LANGUAGES: readonly { readonly data: LanguageData; readonly thesaurus: ThesaurusData }[] = [
  { data: ENGLISH, thesaurus: enThesaurus },
  { data: de as unknown as LanguageData, thesaurus: deThesaurus },
];

/** Words and patterns of words by which English texts are extracted and judged. */
export const EXTRACT: Readonly<Record<keyof typeof extract, Lines>> = extract;

/** Pattern of any of the words. */
export const anyOf = (lines: Lines): string => words(lines).join('|');
