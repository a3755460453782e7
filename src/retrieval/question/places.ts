/** Properties that no word names, by what a term is: a place, or an attribute such as `electric`. */
import { classesOf, fits, openly, type Unsaid } from './classes';
import { isAttribute, type Draft } from './draft';
import { isEvent } from './event-classes';
import type { Names } from './names';
import type { Meaning, Relation } from './types';
import { COST } from './weights';

/** "Electric vehicles", "is it electric?": by the one property that something of the class has of such values. */
export function attributed(draft: Draft, i: number, j: number, between: readonly string[]): Unsaid | undefined {
  const { terms, schema, language, lower, parsed, verbs } = draft;
  const [left, right] = [terms[i]!, terms[j]!];
  const isBefore = isAttribute(draft, left) && between.length === 0 && right.meaning.kind === 'class';
  const isSaid = language.oneOf('be');
  const isPassed = (word: string): boolean => isSaid(word) || language.is('negators', word);
  const isCopula =
    between.length === 0
      ? parsed.form.wants === 'verdict' && lower.slice(0, left.at).some(isSaid)
      : between.some(isSaid) && between.every(isPassed);
  const hasVerb =
    verbs.some(({ at }) => at > left.at && at < right.at) ||
    (right.to < lower.length && between.length === 0 && !isBefore);
  if (!isBefore && (!isAttribute(draft, right) || !isCopula || hasVerb)) return undefined;
  const [thing, value] = isBefore ? [right.meaning, left.meaning] : [left.meaning, right.meaning];
  if (thing.kind !== 'class' && thing.kind !== 'nodes') return undefined;
  const kindsOf = [thing, value].map((each) => ({ classes: classesOf(each, schema), isKnown: each.kind === 'nodes' }));
  const [property, ...others] = [...schema.vocabulary.properties.keys()].filter((name) => {
    if (!isAttributive(draft, name)) return false;
    const ends = [schema.endsOf(name, 'subject'), schema.endsOf(name, 'object')];
    return ends.every((classes, k) => Number.isFinite(fits(kindsOf[k]!, classes, schema)));
  });
  if (property === undefined || others.length > 0) return undefined;
  return { property, isLeftSubject: !isBefore, cost: COST.ofValue };
}

/** `has engine`, or what has the name of its values: `from the period`. A ship that carries timber is not "timber". */
function isAttributive({ schema, language }: Draft, property: string): boolean {
  const { labels } = schema.vocabulary.properties.get(property)!;
  const ofClass = (name: string): readonly string[] => schema.vocabulary.classes.get(name)?.labels ?? [];
  const stemsOf = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => language.words(text).flatMap((word) => (language.isGrammar(word) ? [] : [word.stem])));
  const values = new Set(stemsOf(schema.endsOf(property, 'object').flatMap(ofClass)));
  return (
    labels.some((label) => language.is('having', label.toLowerCase().split(' ')[0]!)) ||
    stemsOf(labels).some((stem) => values.has(stem))
  );
}

/** "What is in the gallery?": the things that are said to be at such a place. */
export function contained(
  { terms, schema, language, names }: Draft,
  j: number,
  between: readonly string[],
): readonly Unsaid[] {
  const { meaning } = terms[j]!;
  const isPosture = between.some(language.oneOf('postures'));
  const isBe = language.oneOf('be', 'postures');
  const own = between.filter((word) => !isBe(word) && !language.is('articles', word));
  if (!between.some(isBe)) return [];
  if (meaning.kind !== 'nodes' || own.length !== 1 || !language.is('locatives', own[0]!)) return [];
  const kind = { classes: classesOf(meaning, schema), isKnown: true };
  const isOfPlace = isPlace(names, kind.classes);
  const alike = (verb: string) => new Set([verb, ...language.thesaurus.verbsLike(verb).map(({ stem }) => stem)]);
  const [containing, showing] = [alike('contain'), alike('display')];
  return [...schema.vocabulary.properties.values()].flatMap(({ name: property, isObject, labels }): Unsaid[] => {
    // "What is in the order?": what it contains.
    const isContent = isObject && labels.some((label) => containing.has(language.words(label)[0]!.stem));
    if (isContent && Number.isFinite(fits(kind, schema.endsOf(property, 'subject'), schema)))
      return [{ property, isLeftSubject: false, cost: COST.unsaidPreposition }];
    // "What is on the menu?" of `is on the menu`.
    const isSaid = (label: string): boolean => label.toLowerCase().replace(/^is /, '').startsWith(`${own[0]!} `);
    if (!labels.some(isSaid) && !(isOfPlace && schema.isLocative(property))) return [];
    const [domain, range] = [schema.endsOf(property, 'subject'), schema.endsOf(property, 'object')];
    // "Takes place in": a course is no thing in the room.
    const isHappening = labels.some((label) => language.phraseAt('happening', label.toLowerCase().split(' '), 0) > 0);
    // Exempts classes of dated things from the test for events, if the property is a verb of position: `kept in`.
    const isKept = labels.some((label) => language.thesaurus.isOfPlaces(language.words(label)[0]!.stem));
    const isOdd = (name: string): boolean => schema.isPeople(name) || (!isKept && isEvent(name, schema));
    // "What hangs in Lunde?": no house and no firm, though they are there.
    const isShown = labels.some((label) => showing.has(language.words(label)[0]!.stem));
    const isFar = names.containments.includes(property) || domain.some((name) => schema.isBody(name));
    if (isHappening || domain.some(isOdd) || (isPosture && (isFar || !(isKept || isShown)))) return [];
    const isOf = Number.isFinite(fits(kind, range, schema));
    return isOf ? [{ property, isLeftSubject: true, cost: COST.unsaidPreposition }] : [];
  });
}

/** True if the ontology says that others are in members of the classes (`object`), or that they may be in others. */
export const isPlace = (
  { containments, schema }: Names,
  classes: readonly string[],
  side: Relation['agent'] = 'object',
): boolean =>
  containments.some((name) => {
    const own = schema.endsOf(name, side);
    const isAny = own.length === 0 && side === 'subject';
    return isAny || own.some((place) => classes.some((each) => schema.isWithin(each, place)));
  });

/** "Where is it", "where is she from": along what leads to places. */
export function places(
  { schema, language, names }: Draft,
  meaning: Meaning,
  stranded: string | undefined,
): readonly Unsaid[] {
  const isNamed = stranded === undefined ? new RegExp(language.data.places, 'i') : new RegExp(` ${stranded}$`, 'i');
  const kind = { classes: classesOf(meaning, schema), isKnown: meaning.kind === 'nodes' };
  const isPerson = stranded === undefined && kind.isKnown && kind.classes.some((name) => schema.isPeople(name));
  const all = [...schema.vocabulary.properties.values()].flatMap(({ name, isObject, labels }) => {
    if (!isObject || !labels.some((label) => isNamed.test(label))) return [];
    // "Where is Ada?": not where she lives, nor in what she took part.
    const isPosition = (label: string): boolean =>
      language.is('be', label.toLowerCase().split(' ')[0]!) ||
      language.thesaurus.isOfPlaces(language.words(label)[0]!.stem);
    if (isPerson && !labels.some(isPosition)) return [];
    const cost = COST.place + openly(kind, schema.endsOf(name, 'subject'), schema);
    return Number.isFinite(cost) ? [{ property: name, isLeftSubject: false, cost }] : [];
  });
  // "Where is the painting?": in a room, though it is shown at an exhibition.
  const ofPlaces = all.filter(({ property }) => isPlace(names, schema.endsOf(property, 'object'), 'subject'));
  return ofPlaces.length > 0 ? ofPlaces : all;
}
