/** Numbers of people that are told of something: "holds more people than", "big enough for four people". */
import { LANGUAGES, phrases, type Bound } from '../language/data';
import { foldWord } from '../links/fold';
import { valueChunk, verbs, type Amount } from './amounts';
import { classesOf, fits } from './classes';
import type { Names } from './names';
import type { Reading } from './passed';
import { isRelation, type Chunk, type Meaning } from './types';
import { COST } from './weights';

const HEADCOUNT = new RegExp(
  `^(?:${LANGUAGES.flatMap(({ data }) => phrases(data.headcounts)).join('|')}) (\\p{L}+)`,
  'iu',
);

/** Reads how many people something holds, or is for; undefined unless one number alone can be meant. */
export async function peopleAt(at: number, reading: Reading): Promise<Amount | undefined> {
  const { asked, lower, amounts, chunks } = reading;
  const { names } = asked;
  const { language, schema } = names;
  const room = language.phraseAt('roomy', lower, at);
  const isFor = room === 0 && language.is('beneficiaries', lower[at]!);
  const start = at + Math.max(1, room);
  const from = language.is('articles', lower[start] ?? '') ? start + 1 : start;
  const quantity = amounts.numberAt(from);
  const people = quantity?.to ?? from + 1;
  if (!language.is('people', lower[people] ?? '')) return undefined;
  // "Carries", where the ontology has who carries what.
  const isObject = (each: Meaning): boolean => isRelation(each) && schema.isObject(each.relation.property);
  const told = room > 0 ? [] : names.find([asked.words[at]!]).filter(({ cost }) => cost < COST.synonym);
  const verb = room > 0 ? 'hold' : foldWord(lower[at]!);
  const all = isFor ? headcounts(names) : told.some(isObject) ? [] : names.measures(verb);
  const classes = chunks.flatMap(({ meanings }) => meanings.flatMap((each) => classesOf(each, schema)));
  const [property, ...others] = all.filter(
    (name) =>
      schema.isNumber(name) &&
      schema.unitOf(name) === undefined &&
      Number.isFinite(fits({ classes, isKnown: true }, schema.endsOf(name, 'subject'), schema)),
  );
  if (property === undefined || others.length > 0) return undefined;
  const word = lower[from]!;
  const to = people + 1;
  const most = language.is('most', word);
  if (most || language.is('fewest', word)) return { chunks: [], to, superlative: { at, most, properties: [property] } };
  const { helpers, than } = language.data.degrees;
  if (!quantity) {
    const other = than.includes(lower[to] ?? '') ? amounts.nodeBehind(to + 1) : undefined;
    const isMore = Object.hasOwn(helpers, word) ? helpers[word]![1] : undefined;
    return isMore === undefined || !other ? undefined : amounts.compared(other, [property], isMore ? 'gt' : 'lt', at);
  }
  // "Big enough for four": for four or more.
  const atLeast = (bound: Bound): Bound => (room > 0 && bound.how === 'eq' ? { ...bound, how: 'ge' } : bound);
  const said: Chunk = { from: at, to: from, meanings: verbs([property]) };
  return { chunks: [said, valueChunk(from, to, quantity.bounds.map(atLeast))], to };
}

/** Properties of "How many people will come", `number of guests`. */
function headcounts(names: Names): readonly string[] {
  const { language, schema } = names;
  const isPeople = (word: string): boolean =>
    language.is('people', word) ||
    names.find(language.words(word)).some((each) => each.kind === 'class' && schema.isPeople(each.name));
  const isHeadcount = (text: string): boolean => isPeople(HEADCOUNT.exec(text)?.[1]?.toLowerCase() ?? '');
  return [...schema.vocabulary.properties.values()].flatMap(({ name, labels, definitions }) =>
    [...labels, ...definitions].some(isHeadcount) ? [name] : [],
  );
}
