/**
 * Costs of a reading, in one table. 0 is what the question says in the ontology's own words; each departure from it
 * adds. Their order matters, and their distance from the limits; the digits behind do not.
 */
export const COST = {
  /** Another word for a name, by the thesaurus: one such word is certain enough, two seldom are. */
  synonym: 0.5,
  /** A noun by the verb of its action: `owner` of `owns`; English forms them by rule. */
  nounOfVerb: 0.25,
  /** `boss` of `reports to`, from its other side. */
  turnedNoun: 0.2,
  /** Part of a longer name: `home` of `home port`. Half of such guesses are wrong. */
  part: 0.8,
  /** A class by the noun that its name ends with: `tour` of `guided tour`. */
  head: 0.3,
  /** Each thing between another and what is told: the model of a car whose seats are asked for. */
  hop: 0.3,
  /** A thing between two that no word names: the copy by which a library has a book. */
  mediated: 0.95,
  /** Things that may be counted, though their number is told. */
  tally: 0.3,
  /** A class by its adjective: `hazardous` of `hazardous vessel`. */
  adjective: 0.2,
  /** `planted` of `year planted`, in a question of a time. */
  timely: 0.15,
  /** `shipped` of `ship`: a verb is seldom the noun that is written like it. */
  inflected: 1.2,
  /** A verb that the name of a property may be, beside a noun; and the other way round. */
  otherUse: 0.3,
  verbOfNoun: 0.6,
  /** A name of a node without a capital, of a word that the ontology has, too. */
  lowerCase: 0.15,
  /** A name in part: a surname; and of a name another one that is longer: `Low Water` for `Low Water (2023)`. */
  partOfName: 0.4,
  longerName: 0.3,
  /** `stage` for `staging`, where something else is called `stage`. */
  otherForm: 0.3,
  /** `works with` for `works on`. */
  otherPreposition: 0.9,
  otherPlace: 0.2,
  /** A name of the ontology with its preposition, against the word alone. */
  notLiteral: 0.5,
  /** The noun of a measure: `how tall` of `height`. */
  measure: 0.1,
  /** Of several, one with a longer name: `target weight` beside `weight`. */
  longerMeasure: 0.2,
  /** Antecedent of a pronoun, for each nearer one that it passes over. */
  earlier: 0.3,
  /** A number by its unit: `how many hectares`. */
  unit: 0.4,
  /** A later one of the times from which an age may be counted. */
  laterBirth: 0.2,
  /** Words of a definition: several agree by chance less often than one. */
  definedByWords: 0.5,
  definedByWord: 0.9,
  /** A word behind an article is seldom a verb. */
  verbBehindArticle: 0.7,
  /** Each thing between two words that belong together. */
  distance: 0.3,
  /** A verb whose sides stand the other way round than its form says. */
  turned: 0.9,
  /** Two things that follow a verb, or stand before it, in the order of their roles. */
  bothBehind: 0.5,
  bothBefore: 0.1,
  /** Freer order, where the language has it. */
  freeOrder: 0.3,
  /** A noun and its owner without a word that marks it. */
  unmarked: 0.4,
  /** `Rex's mother`: what is said of Rex by another word. */
  ofPossessor: 0.6,
  /** A verb that lacks a side: something has it. */
  something: 0.5,
  /** Two nouns that are the same thing, by `is` or side by side. */
  same: 0.1,
  sameApart: 0.3,
  /** A verb of an event, said of its participants; and the time or place that an event has. */
  event: 0.2,
  ofEvent: 0.3,
  /** A noun and its value: `their home port in Lunde Basin`. */
  sameValue: 0.2,
  /** A property of which a value is named: "films in English". */
  ofValue: 0.3,
  /** A property that no word names, between `of`, another preposition, `has`, or at the end of the question. */
  unsaidOf: 0.6,
  unsaidPreposition: 0.8,
  unsaidHas: 0.9,
  unsaidLate: 1.1,
  /** Discount if its name has the preposition. */
  called: -0.4,
  /** A class above or below the one that a property takes, or none stated. */
  belowClass: 0.1,
  aboveClass: 0.4,
  noClass: 0.6,
  /** A property of places that takes anything. */
  anyPlace: 0.2,
  /** `where` and `when` of something that has one place or time. */
  place: 0.5,
  moment: 0.9,
  /** `who` of what is no person. */
  noPerson: 0.2,
  /** Two classes of one thing that share no subclass. */
  strangers: 0.4,
} as const;

export const LIMIT = {
  /** Dearer readings are guesses. */
  reading: 2,
  /** Readings that cost so much more than the best are equally likely: all of them have to agree. */
  tie: 0.15,
  /** Dearer readings may have been meant otherwise: a text or a model may know better. */
  certain: 1,
  readings: 8,
  /** States of the search for readings, and choices of meanings. */
  states: 8_000,
  combinations: 96,
  terms: 8,
  verbs: 4,
  words: 40,
} as const;
