/**
 * Words that say little: where things stand, and where they come from or go, where no property is called so; and what
 * is done in an event, of which the time is asked.
 */
import type { Asked } from './asked';
import { CREATING, isOfTransfer } from './carried';
import { classesOf } from './classes';
import { isAgentLabel } from './doers';
import { doerOf, personIn } from './event-classes';
import type { Schema } from './schema';
import type { Names } from './names';
import { parse, type Parsed } from './parse';
import { isClass, type Chunk } from './types';
import type { Understanding } from './understanding';

/** "Which pictures hang in the hall", "which firms come from Lunde": those in it, where no property is called so. */
export async function withoutLight(parsed: Parsed, asked: Asked): Promise<Parsed | undefined> {
  const { form, chunks } = parsed;
  const { language } = asked.names;
  const isCarrier = language.oneOf('carrying', 'buying');
  const isPassed = (word: string, i: number): boolean =>
    language.is('postures', word) ||
    (language.is('coming', word) && form.lower.slice(i).some(language.oneOf('origins'))) ||
    (isCarrier(word) &&
      !language.is('grammar', word) &&
      !chunks.some(({ from, meanings }) => from === i && meanings.some(isClass)));
  const passed = form.lower.flatMap((word, from) =>
    isPassed(word, from) ? [{ from, to: from + 1, meanings: [], by: [] }] : [],
  );
  const done = doneIn(parsed, asked.names);
  if (done) passed.push({ from: done.from, to: done.to, meanings: [], by: [] });
  return passed.length > 0 ? parse(asked, passed) : undefined;
}

/**
 * "When was Inspection 7 carried out", "when was Report 3 written": what the only person that takes part in such events
 * does in them.
 */
function doneIn({ form, chunks }: Parsed, { schema }: Names): Chunk | undefined {
  if (form.wants !== 'time') return undefined;
  const classes = chunks.flatMap(({ meanings }) => meanings.flatMap((each) => classesOf(each, schema)));
  const doers = new Set(classes.flatMap((name) => doneBy(name, schema) ?? []));
  return chunks.find(({ meanings }) =>
    meanings.some((each) => each.kind === 'verb' && doers.has(each.relation.property)),
  );
}

/** The only person that takes part in events to which no property leads, if they are what this person did or wrote. */
function doneBy(name: string, schema: Schema): string | undefined {
  const { properties } = schema.vocabulary;
  const isTarget = [...properties.values()].some(
    (each) => each.isObject && schema.endsOf(each.name, 'object').some((range) => schema.isWithin(name, range)),
  );
  if (isTarget) return undefined;
  const person = personIn(name, schema);
  const labels = person === undefined ? [] : properties.get(person)!.labels;
  return labels.some((label) => isAgentLabel(label, CREATING)) ? person : doerOf(name, schema);
}

/** True if a reading is of a place, of a transfer, or of an event's own time, which light words may say. */
export const saysLightly = (understood: Understanding, names: Names): boolean =>
  isPlaced(understood, names) || isCarried(understood, names) || isTimed(understood, names);

const isTimed = ({ question: { form }, readings }: Understanding, { schema }: Names): boolean =>
  form.wants === 'time' &&
  readings.every(({ links: [link, ...others] }) => others.length === 0 && schema.isOwnTime(link?.property ?? ''));

/** True if things are asked for that are at a place, or a place at which things are; of people it is another question. */
function isPlaced({ question: { form }, readings }: Understanding, { schema, containments, language }: Names): boolean {
  const [first, ...others] = readings;
  const [place, ...more] = first?.links.filter(({ by }, _, { length }) => by === undefined || length === 1) ?? [];
  if (!first || !place || more.length > 0) return false;
  const isPlace =
    schema.isObject(place.property) && (schema.isLocative(place.property) || containments.includes(place.property));
  const isPeople = schema.isOfPeople(place.property, 'subject');
  const isAsked = form.isWhere || form.fronted !== undefined || language.is('prepositions', form.lower.at(-1)!);
  const all = [place.property, ...(schema.vocabulary.properties.get(place.property)?.inverses ?? [])];
  const isSame = others.every(({ links }) => links.some(({ property }) => all.includes(property)));
  return isPlace && !isPeople && isSame && first.focus === (isAsked ? place.object : place.subject);
}

/** "Which donations went to the club?": by the one property of transfer between the two. */
const isCarried = ({ question, readings }: Understanding, names: Names): boolean =>
  question.form.lower.some(names.language.oneOf('carrying', 'buying')) &&
  readings.every(
    ({ links: [link, ...others] }) =>
      link !== undefined &&
      link.by === undefined &&
      others.length === 0 &&
      isOfTransfer(link.property, question, names),
  );
