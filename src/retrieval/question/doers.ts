/**
 * Properties that say who did something: `lent by` and `lender` of a loan, `placed by` of any event, or a comment such as
 * "Who lent it". Other participants of an event did something else, or had it done to them: a borrower, who requested
 * it, to whom it was paid.
 */
import { ENGLISH, LANGUAGES, words } from '../language/data';
import { stemOf, wordsOf } from '../language/words';
import type { Language } from '../language/language';
import { AGENT_MARKERS, type Schema } from './schema';

type Stems = ReadonlySet<string>;

const DOING: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.doing)));
const GIVING: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.giving)));
/** Maximum words of a relative clause up to its object. */
const MAX_OBJECT = 5;
const RELATIVES: ReadonlySet<string> = new Set(words(ENGLISH.relatives));
const HELPERS: ReadonlySet<string> = new Set(words([...ENGLISH.auxiliaries, ...ENGLISH.be]));

/** Verb of a name with an agent marker behind it: `placed` of `placed by`. */
function agentVerbOf(label: string): string | undefined {
  const [first = '', ...others] = label.toLowerCase().split(' ');
  return AGENT_MARKERS.has(others.at(-1) ?? '') ? first : undefined;
}

/** True of a name with an agent marker behind a verb of one of the stems. */
export function isAgentLabel(label: string, stems: Stems): boolean {
  const verb = agentVerbOf(label);
  return verb !== undefined && stems.has(stemOf(verb));
}

/** "The mechanic who repaired it." */
function saysWho(comment: string, stems: Stems): boolean {
  const all = wordsOf(comment.toLowerCase());
  return all.some(({ text }, i) => {
    const next = RELATIVES.has(text) ? all.slice(i + 1).find((word) => !HELPERS.has(word.text)) : undefined;
    if (next === undefined) return false;
    // "Who gave the vaccination": who vaccinated.
    const isGiven = GIVING.has(next.text) && all.slice(i, i + MAX_OBJECT).some(({ stem }) => stems.has(stem));
    return stems.has(next.stem) || DOING.has(next.text) || isGiven;
  });
}

/** True if a property leads from an event of some verbs to who did it. */
export function doesEvent(property: string, stems: Stems, { vocabulary }: Schema): boolean {
  const { labels, definitions } = vocabulary.properties.get(property)!;
  return (
    labels.some((label) => isAgentLabel(label, stems) || DOING.has(agentVerbOf(label) ?? '')) ||
    definitions.some((definition) => saysWho(definition, stems))
  );
}

/**
 * The same, or the noun of who does it, and verbs that say the same.
 *
 * @param isAny true if it may be done by any verb: "books by Ada"
 */
export function does(
  property: string,
  stems: readonly string[],
  schema: Schema,
  { thesaurus }: Language,
  isAny = false,
): boolean {
  const all = new Set([...stems, ...stems.flatMap((stem) => thesaurus.sameVerbs(stem))]);
  const isNoun = (label: string): boolean =>
    thesaurus.verbsOfAgent(label.split(' ').at(-1)!).some((verb) => isAny || all.has(verb));
  if (isAny && schema.isOfAgents(property)) return true;
  return doesEvent(property, all, schema) || schema.vocabulary.properties.get(property)!.labels.some(isNoun);
}

/** True if classes are called for what a property says that they do: a carrier of `shipped by`. */
export function isDoerOf(
  property: string,
  classes: readonly string[],
  schema: Schema,
  { thesaurus }: Language,
): boolean {
  const { vocabulary } = schema;
  const stems = vocabulary.properties.get(property)!.labels.map((label) => stemOf(label.split(' ')[0]!));
  const nouns = classes.flatMap((name) => vocabulary.classes.get(name)?.labels ?? []);
  const verbs = nouns.flatMap((noun) => thesaurus.verbsOfAgent(noun));
  return [...verbs, ...verbs.flatMap((verb) => thesaurus.sameVerbs(verb))].some((verb) => stems.includes(verb));
}
