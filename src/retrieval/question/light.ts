/** Words that say little: where things stand, and where they come from or go, where no property is called so. */
import type { Asked } from './asked';
import { isOfTransfer } from './carried';
import type { Names } from './names';
import { parse, type Parsed } from './parse';
import { isClass } from './types';
import type { Understanding } from './understanding';

/** "Which pictures hang in the hall", "which firms come from Lunde": those in it, where no property is called so. */
export async function withoutLight({ form, chunks }: Parsed, asked: Asked): Promise<Parsed | undefined> {
  const { language } = asked.names;
  const isCarrier = (word: string): boolean => language.is('carrying', word) || language.is('buying', word);
  const isPassed = (word: string, i: number): boolean =>
    language.is('postures', word) ||
    (language.is('coming', word) && form.lower.slice(i).some((each) => language.is('origins', each))) ||
    (isCarrier(word) &&
      !language.is('grammar', word) &&
      !chunks.some(({ from, meanings }) => from === i && meanings.some(isClass)));
  const passed = form.lower.flatMap((word, from) =>
    isPassed(word, from) ? [{ from, to: from + 1, meanings: [], by: [] }] : [],
  );
  return passed.length > 0 ? parse(asked, passed) : undefined;
}

/** True if a reading is of a place or of a transfer, which light words may say. */
export const saysLightly = (understood: Understanding, names: Names): boolean =>
  isPlaced(understood, names) || isCarried(understood, names);

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
  question.form.lower.some((word) => names.language.is('carrying', word) || names.language.is('buying', word)) &&
  readings.every(
    ({ links: [link, ...others] }) =>
      link?.by === undefined && others.length === 0 && isOfTransfer(link!.property, question, names),
  );
