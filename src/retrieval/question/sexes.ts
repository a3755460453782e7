/** She and he: what pronouns and nouns say of people, and what the graph tells of them. */
import type { Node, Nodes } from '../knowledge/nodes';
import type { PropertyTerm, Vocabulary } from '../knowledge/vocabulary';
import { SEXES, words } from '../language/data';
import type { Language } from '../language/language';
import { spaced } from '../language/words';

export type Sex = 'she' | 'he';

const BOTH = ['she', 'he'] as const;
const TAGS = ['en', 'de'] as const;
const FEMININE = new RegExp(SEXES.de.she.ending, 'u');
const NOUNS = setsOf((sex) => TAGS.flatMap((tag) => words(SEXES[tag][sex].nouns)));
const VALUES = setsOf((sex) => words(SEXES.values[sex]));
const GIVEN = setsOf((sex) => words(SEXES.givenNames[sex]));
const PRONOUNS = {
  en: setsOf((sex) => words(SEXES.en[sex].pronouns)),
  de: setsOf((sex) => words(SEXES.de[sex].pronouns)),
};
const SINGULAR = new Set(words(SEXES.de.singular));
const PROPERTIES = new Set(words(SEXES.properties));
/** Words behind a role whose holder is the subject: "mother of". */
const OF = new Set(['of', 'von']);

function setsOf(of: (sex: Sex) => readonly string[]): Readonly<Record<Sex, ReadonlySet<string>>> {
  return { she: new Set(of('she')), he: new Set(of('he')) };
}

const sexIn = (sets: Readonly<Record<Sex, ReadonlySet<string>>>, word: string): Sex | undefined =>
  BOTH.find((sex) => sets[sex].has(word));

/** Returns the sex on which all signs agree. */
function agreed(signs: readonly (Sex | undefined)[]): Sex | undefined {
  const [first, ...others] = new Set(signs.filter((sign) => sign !== undefined));
  return others.length === 0 ? first : undefined;
}

/** @param word in lower case */
export const sexOfPronoun = (word: string, { tag }: Language): Sex | undefined =>
  sexIn(PRONOUNS[tag as keyof typeof PRONOUNS], word);

/** @param noun as it is written: `mother`, `Kuratorin` */
export const sexOfNoun = (noun: string): Sex | undefined =>
  sexIn(NOUNS, noun.toLowerCase()) ?? (/^\p{Lu}/u.test(noun) && FEMININE.test(noun) ? 'she' : undefined);

/** True of a verb of which one person alone is the subject: `sie wurde`. */
export const isSingular = (word: string, { tag }: Language): boolean => tag === 'de' && SINGULAR.has(word);

/** Returns the sex of which the pronouns of a text are, if it is one. */
export const sexOfPronouns = (lower: readonly string[], language: Language): Sex | undefined =>
  agreed(lower.map((word) => sexOfPronoun(word, language)));

/**
 * Returns the sex that the graph tells of a person: by a value, a class, a property such as `mother`, or a title; else by
 * the given name.
 */
export async function sexTold(node: Node, nodes: Nodes, vocabulary: Vocabulary): Promise<Sex | undefined> {
  // Not of an actor who may be called actress.
  const ofClasses = node.types.flatMap((type) => vocabulary.labelOf(type).split(' ').map(sexOfNoun));
  const ofFacts = (await nodes.edges(node)).map(({ statement: { predicate, object }, direction, other }) => {
    const property = vocabulary.properties.get(predicate);
    if (isOfSex(property?.labels ?? [spaced(predicate)])) {
      const value = other?.labels[0] ?? (typeof object === 'object' ? '' : String(object));
      return direction === 'out' ? sexIn(VALUES, value.toLowerCase()) : undefined;
    }
    const role = property && roleOf(property);
    return role && (role.isSubject ? 'out' : 'in') === direction ? role.sex : undefined;
  });
  const names = node.labels.flatMap((label) => label.split(/\s+/).slice(0, 1));
  return (
    agreed([...ofClasses, ...ofFacts, ...names.map((name) => sexIn(NOUNS, name.toLowerCase()))]) ??
    agreed(names.map((name) => sexIn(GIVEN, name)))
  );
}

const isOfSex = (labels: readonly string[]): boolean =>
  labels.some((label) =>
    label
      .toLowerCase()
      .split(' ')
      .some((word) => PROPERTIES.has(word)),
  );

/** Holder of the role that a property of people names: the object of `mother`, the subject of `mother of`. */
function roleOf({ isObject, labels }: PropertyTerm): { readonly sex: Sex; readonly isSubject: boolean } | undefined {
  if (!isObject) return undefined;
  const roles = labels.flatMap((label) => {
    const all = label.split(' ');
    const at = all.findIndex((word) => sexOfNoun(word) !== undefined);
    return at < 0 ? [] : [{ sex: sexOfNoun(all[at]!)!, isSubject: OF.has(all[at + 1] ?? '') }];
  });
  const [first, ...others] = roles;
  return first && others.every(({ sex, isSubject }) => sex === first.sex && isSubject === first.isSubject)
    ? first
    : undefined;
}
