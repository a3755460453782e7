/** What the ontology allows: classes that exclude one another, and what properties take. */
import { onceFor } from '../../util/memo';
import type { Vocabulary } from '../knowledge/vocabulary';
import { anyOf, LANGUAGES, phrases, words } from '../language/data';
import type { Language } from '../language/language';
import { spaced } from '../language/words';
import { afterLast } from '../../util/text';
import { isWrittenSmall, unitNamedIn, type NamedUnit } from '../language/numbers';
import { NO_USES, type Uses } from './uses';

const TIMES = /#(?:dateTime|dateTimeStamp|date|gYear|gYearMonth|time)$/;
const DAYS_OF_YEARS = /#(?:dateTime|dateTimeStamp|date)$/;
const CLOCKS = /#(?:dateTime|dateTimeStamp|time)$/;
const NUMBERS =
  /#(?:integer|decimal|float|double|int|long|short|byte|nonNegativeInteger|positiveInteger|unsigned\w+|negativeInteger|nonPositiveInteger|gYear|real|rational)$/;
const TIME_WORDS = /\b(?:date|day|time|at|on|Datum|Tag|Zeit)\b/gi;
const DAY_WORDS = /\b(?:date|day|year|month|Datum|Tag|Jahr|Monat)\b/i;
const TIME_ENDING = /\b(?:date|day|time|year|Datum|Tag|Zeit|Jahr)$/i;
/** No year is written so. */
const FRACTIONS = /#(?:decimal|float|double|real|rational)$/;
type WordList = 'afterwards' | 'timeWords' | 'startWords' | 'endWords' | 'joining' | 'beginnings' | 'finishes';
/** Pattern of any word of a list of all languages. */
const wordOf = (list: WordList): RegExp =>
  new RegExp(`\\b(?:${anyOf(LANGUAGES.flatMap(({ data }) => data[list]))})\\b`, 'i');
const DAYS: ReadonlySet<string> = new Set(['day', 'tag', 'weekday', 'wochentag']);
const LIKE_TIME = wordOf('timeWords');
const STARTS = wordOf('startWords');
const ENDS = wordOf('endWords');
const JOINING = wordOf('joining');
const AFTERWARDS = wordOf('afterwards');
const FINISHES = wordOf('finishes');
/** Pattern of a noun in one word that ends with one of a list, with what begins it in a group: `Vertragsbeginn`. */
const compoundWith = (list: 'beginnings' | 'finishes'): RegExp =>
  new RegExp(
    `^(\\p{L}{3,}?)s?(?:${LANGUAGES.flatMap(({ data }) => (data.nounsAreCapitalized ? words(data[list]) : [])).join('|')})$`,
    'iu',
  );
const EDGES = {
  beginnings: [wordOf('beginnings'), compoundWith('beginnings')],
  finishes: [FINISHES, compoundWith('finishes')],
} as const;
/** Place of a unit that a comment begins with; "days on which" are no duration. */
const LEADING_UNIT = /^(?=\w+s\b(?!,? \w+ (?:which|denen))|per ?cent\b)/i;
const TALLY = new RegExp(`^(?:${LANGUAGES.flatMap(({ data }) => phrases(data.tallies)).join('|')}) `, 'i');
const LOCATIVES: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.locatives)));
export const AGENT_MARKERS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.agentMarkers)));
const BODIES: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ data }) => words(data.bodies)).map((each) => each.toLowerCase()),
);
const PEOPLE: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ data }) => phrases(data.persons)).map((each) => each.toLowerCase()),
);

/** Last word of a name, in lower case. */
export const lastWordOf = (label: string): string => label.toLowerCase().split(' ').at(-1)!;

/** True if a word, in lower case, ends one of the names as it is, in the singular. */
export const isSingularOf = (labels: readonly string[], word: string): boolean =>
  labels.some((label) => lastWordOf(label) === word);

/** The ontology's side of a reading; everything by Dgraph names. */
export class Schema {
  /** That of a vocabulary, made once. */
  static readonly of = onceFor((vocabulary: Vocabulary) => new Schema(vocabulary));

  private allTimes: readonly string[] | undefined;
  private allTenures: readonly string[] | undefined;
  private people: readonly string[] | undefined;
  private topOfPeople: readonly string[] | undefined;

  /** @param uses classes at which properties stand that have no domain */
  constructor(
    readonly vocabulary: Vocabulary,
    readonly uses: Uses = NO_USES,
  ) {}

  isObject(property: string): boolean {
    return this.vocabulary.properties.get(property)?.isObject ?? false;
  }

  isTransitive(property: string): boolean {
    return this.vocabulary.properties.get(property)?.isTransitive ?? false;
  }

  /** Data properties of which people ask when. */
  isTime(property: string): boolean {
    const term = this.vocabulary.properties.get(property);
    if (!term || term.isObject) return false;
    if (this.isDated(property)) return true;
    // "Running time, in minutes" is a duration.
    if (this.unitOf(property) !== undefined || term.datatypes.some((iri) => FRACTIONS.test(iri))) return false;
    const isNumber =
      term.datatypes.length === 0 || term.datatypes.some((iri) => NUMBERS.test(iri) || iri.endsWith('#string'));
    return isNumber && [...term.labels, term.comment ?? ''].some((text) => LIKE_TIME.test(text));
  }

  /** Of a datatype of days or moments, not a number or a text that is one. */
  isDated(property: string): boolean {
    return this.vocabulary.properties.get(property)?.datatypes.some((iri) => TIMES.test(iri)) ?? false;
  }

  /** Of a datatype of days or moments with a day, month and year. */
  isDay(property: string): boolean {
    return this.vocabulary.properties.get(property)?.datatypes.some((iri) => DAYS_OF_YEARS.test(iri)) ?? false;
  }

  /** Time in a text, such as that of a day: `opens at`. */
  isTimeOfDay(property: string): boolean {
    return this.isTime(property) && !this.isDated(property) && !this.isNumber(property);
  }

  /** True if the values of a time have the precision of a question: time of the day, or day, month or year. */
  tells(property: string, moment: 'clock' | 'day' | undefined): boolean {
    if (moment === undefined) return true;
    const { datatypes = [] } = this.vocabulary.properties.get(property) ?? {};
    const isClock = this.isTimeOfDay(property) && !DAY_WORDS.test(this.wordsOf(property));
    if (moment === 'day') return !isClock && !datatypes.some((iri) => iri.endsWith('#time'));
    return isClock || datatypes.some((iri) => CLOCKS.test(iri));
  }

  /** A text that names days of the week: `closing day`. */
  isWeekday(property: string): boolean {
    const isText = !this.isObject(property) && !this.isDated(property) && !this.isNumber(property);
    return isText && this.lastWordsOf(property).some((word) => DAYS.has(word));
  }

  isNumber(property: string): boolean {
    const term = this.vocabulary.properties.get(property);
    if (!term || term.isObject) return false;
    return term.datatypes.length === 0 || term.datatypes.some((iri) => NUMBERS.test(iri));
  }

  /** Data properties that are true or false: `works remotely`. */
  isFlag(property: string): boolean {
    return this.vocabulary.properties.get(property)?.datatypes.some((iri) => iri.endsWith('#boolean')) ?? false;
  }

  /** Properties that lead to places: `works on`. */
  isLocative(property: string): boolean {
    return this.lastWordsOf(property).some((word) => LOCATIVES.has(word));
  }

  /** True if a name of a property ends with a preposition, or with another one of places. */
  endsWith(property: string, preposition: string): boolean {
    const isPlace = LOCATIVES.has(preposition) && this.isLocative(property);
    return isPlace || this.lastWordsOf(property).includes(preposition);
  }

  /** Last words of a property's names, in lower case. */
  lastWordsOf(property: string): readonly string[] {
    return (this.vocabulary.properties.get(property)?.labels ?? []).map(lastWordOf);
  }

  /** Unit of the property's numbers, from its comment: of "How long it took, in minutes", of "Minutes on the way". */
  unitOf(property: string): NamedUnit | undefined {
    const comment = this.vocabulary.properties.get(property)?.comment ?? '';
    const isLeading = this.isNumber(property) && LEADING_UNIT.test(comment);
    const named = unitNamedIn(isLeading ? comment.replace(LEADING_UNIT, 'in ') : comment);
    // The capital of "Metres above the sea" is that of the sentence.
    return named && isLeading && isWrittenSmall(named.unit) ? { ...named, text: named.text.toLowerCase() } : named;
  }

  /** A time that has the name of what it is of: `order date` of an order, or `date`. */
  isOwnTime(property: string): boolean {
    const own = this.labelsOfDomain(property);
    const isOwn = (label: string): boolean =>
      own.some((name) => label.toLowerCase().startsWith(`${name.toLowerCase()} `)) || !label.includes(' ');
    return (
      this.isDated(property) &&
      (this.vocabulary.properties.get(property)?.labels ?? []).some((label) => TIME_ENDING.test(label) && isOwn(label))
    );
  }

  /** Names in annotations; without any, that of the IRI. */
  labelsOf(property: string): readonly string[] {
    const { iri, labels } = this.vocabulary.properties.get(property)!;
    const own = new Set([spaced(afterLast(iri, '#/:')), spaced(property)]);
    const written = labels.filter((label) => !own.has(label));
    return written.length > 0 ? written : labels;
  }

  labelsOfDomain(property: string): readonly string[] {
    return this.endsOf(property, 'subject').flatMap((name) => this.vocabulary.classes.get(name)?.labels ?? []);
  }

  get times(): readonly string[] {
    return (this.allTimes ??= [...this.vocabulary.properties.keys()].filter((name) => this.isTime(name)));
  }

  /** Times at which something began to be: what its age is counted from. */
  get births(): readonly string[] {
    return this.starts.filter((name) => STARTS.test(this.wordsOf(name)));
  }

  /** Times that something's age may be counted from: not when it was found, or what else happens to old things. */
  get ages(): readonly string[] {
    return this.starts.filter((name) => !AFTERWARDS.test(this.wordsOf(name)));
  }

  /** Times at which something of some length begins, or ends: `check-in date`, `return date`. */
  edges(side: 'beginnings' | 'finishes'): readonly string[] {
    return this.times.filter((name) => this.isOwnEdge(name, side));
  }

  /** True of `start date` and, of a loan, `loan start date`; not of `sales start date`. */
  private isOwnEdge(property: string, side: 'beginnings' | 'finishes'): boolean {
    const own = this.labelsOfDomain(property).map((label) => label.toLowerCase());
    const [edge, compound] = EDGES[side];
    return this.vocabulary.properties.get(property)!.labels.some((label) => {
      const rest = label.replace(edge, ' ').replace(TIME_WORDS, ' ').trim().toLowerCase();
      const before = compound.exec(label)?.[1]?.toLowerCase() ?? rest;
      return (before !== rest || edge.test(label)) && (before === '' || own.includes(before));
    });
  }

  /** Times since when somebody has been something: `hired on`, `customer since`. */
  get tenures(): readonly string[] {
    return (this.allTenures ??= this.times.filter(
      (name) => JOINING.test(this.wordsOf(name)) || this.isSinceRole(name),
    ));
  }

  /** `guest since`, of a class of people that is called so; not `ill since`. */
  private isSinceRole(property: string): boolean {
    return this.classesOfPeople.some((name) => this.isSince(property, name));
  }

  /** True if a property tells since when something is of a class. */
  isSince(property: string, name: string): boolean {
    const roles = this.vocabulary.classes.get(name)!.labels;
    const labels = this.vocabulary.properties.get(property)?.labels ?? [];
    return labels.some((label) => roles.some((role) => label.toLowerCase() === `${role.toLowerCase()} since`));
  }

  /** Numbers of what their names count: `number of pupils`. */
  isTally(property: string): boolean {
    return TALLY.test(this.vocabulary.properties.get(property)?.labels[0] ?? '') && this.isNumber(property);
  }

  /** Numbers that are the most of something: `lifting capacity`, `Tragkraft`. */
  isMost(property: string, { data }: Language): boolean {
    const all = [...words(data.capacities), ...words(data.degrees.highest)].map((each) => each.toLowerCase());
    const isOne = (word: string): boolean =>
      all.some((each) => word === each || (data.nounsAreCapitalized && word.endsWith(each)));
    return this.labelsOf(property).some((label) => label.toLowerCase().split(' ').some(isOne));
  }

  get ends(): readonly string[] {
    return this.times.filter((name) => ENDS.test(this.wordsOf(name)));
  }

  /** True of a time at which something ends: `valid until`, `return date`. */
  isEnd(property: string): boolean {
    return ENDS.test(this.wordsOf(property)) || FINISHES.test(this.wordsOf(property));
  }

  /** Times of how something began, births first: what `older` is about. */
  get starts(): readonly string[] {
    const own = this.times.filter((name) => !ENDS.test(this.wordsOf(name)));
    const isFirst = (name: string): number => (this.isTimeOfDay(name) ? 2 : STARTS.test(this.wordsOf(name)) ? 0 : 1);
    return own.sort((a, b) => isFirst(a) - isFirst(b));
  }

  private wordsOf(name: string): string {
    return this.vocabulary.properties.get(name)?.labels.join(' ') ?? '';
  }

  /** Classes of what stands on a side; only where members are in all of them. */
  classesOf(property: string, side: 'subject' | 'object'): readonly string[] {
    const term = this.vocabulary.properties.get(property);
    if (!term) return [];
    const [own, isUnion] = side === 'subject' ? [term.domain, term.domainIsUnion] : [term.range, term.rangeIsUnion];
    return isUnion ? [] : own;
  }

  /** Classes of what may stand on a side: any of a union; without a domain, those of the nodes that have the property. */
  endsOf(property: string, side: 'subject' | 'object'): readonly string[] {
    const { domain = [], range = [] } = this.vocabulary.properties.get(property) ?? {};
    if (side === 'object') return range;
    return domain.length > 0 ? domain : (this.uses.get(property) ?? []);
  }

  /** How many pairs of the classes have no class below both of them. */
  strangers(classes: readonly string[]): number {
    const all = classes.map((name) => [name, ...this.vocabulary.below(name)]);
    const isApart = (one: readonly string[], other: readonly string[]): boolean =>
      !one.some((name) => other.includes(name));
    return all.reduce((sum, one, i) => sum + all.slice(i + 1).filter((other) => isApart(one, other)).length, 0);
  }

  isWithin(lower: string, upper: string): boolean {
    return this.vocabulary.isWithin(lower, upper);
  }

  /** Classes of those who work for the owner of the data: `employee`. */
  classesOfStaff({ data }: Language): readonly string[] {
    const names = new Set(phrases(data.workers).map((each) => each.toLowerCase()));
    const isOne = (label: string): boolean => names.has(label.toLowerCase());
    return [...this.vocabulary.classes.values()].flatMap(({ name, labels }) => (labels.some(isOne) ? [name] : []));
  }

  /** Whether the members of a class are people, by what it or a class above it is called. */
  isPeople(name: string): boolean {
    const { classes } = this.vocabulary;
    return [name, ...this.vocabulary.above(name)].some((each) =>
      classes.get(each)?.labels.some((label) => PEOPLE.has(label.toLowerCase())),
    );
  }

  /** True of classes of bodies of people: companies, offices, schools. */
  isBody(name: string): boolean {
    const { classes } = this.vocabulary;
    return [name, ...this.vocabulary.above(name)].some((each) =>
      classes.get(each)?.labels.some((label) => BODIES.has(lastWordOf(label))),
    );
  }

  /** The same, or named for people or for who does something: `author`. */
  isOfDoers(property: string, { thesaurus }: Language): boolean {
    const isDoer = (word: string): boolean => PEOPLE.has(word) || thesaurus.verbsOfAgent(word).length > 0;
    return this.isOfAgents(property) || this.lastWordsOf(property).some(isDoer);
  }

  /** Properties that lead to who does something: `owned by`. */
  isOfAgents(property: string): boolean {
    return this.lastWordsOf(property).some((word) => AGENT_MARKERS.has(word));
  }

  /** Whether people stand on a side of a property. */
  isOfPeople(property: string, side: 'subject' | 'object'): boolean {
    return this.endsOf(property, side).some((name) => this.isPeople(name));
  }

  /** Classes of people that are below no other. */
  get kindsOfPeople(): readonly string[] {
    if (this.topOfPeople) return this.topOfPeople;
    const all = new Set(this.classesOfPeople);
    const isBelow = (name: string): boolean =>
      this.vocabulary.above(name).some((other) => other !== name && all.has(other));
    return (this.topOfPeople = this.classesOfPeople.filter((name) => !isBelow(name)));
  }

  private get classesOfPeople(): readonly string[] {
    return (this.people ??= [...this.vocabulary.classes.keys()].filter((name) => this.isPeople(name)));
  }

  /** False if the ontology rules out that members of the classes are people. */
  mayBePeople(classes: readonly string[]): boolean {
    const all = this.classesOfPeople;
    return all.length === 0 || all.some((each) => !this.vocabulary.contradiction(classes, [each]));
  }

  /** False of classes of things: neither people nor a body of them, nor what people may be, nor named for what it does. */
  mayAct(classes: readonly string[], { thesaurus }: Language): boolean {
    const isDoer = (name: string): boolean =>
      this.vocabulary.classes.get(name)?.labels.some((label) => thesaurus.verbsOfAgent(lastWordOf(label)).length > 0) ??
      false;
    const isAbove = (name: string): boolean => this.classesOfPeople.some((each) => this.isWithin(each, name));
    const isOne = (name: string): boolean => this.isPeople(name) || this.isBody(name) || isAbove(name) || isDoer(name);
    return classes.length === 0 || this.classesOfPeople.length === 0 || classes.some(isOne);
  }

  label(name: string): string {
    return this.vocabulary.labelOf(name);
  }
}
