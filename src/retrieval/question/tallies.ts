/** Numbers that are told of something, where what they count may be known as well; and since when somebody is there. */
import { unique } from './name-table';
import type { Bound } from '../language/data';
import { valueChunk, verbs, type Amount } from './amounts';
import { classesOf, fits } from './classes';
import { type Named } from './names';
import type { Reading } from './passed';
import { figure, isRelation, type Chunk, type Meaning } from './types';
import { COST } from './weights';

/** "How many pupils has the school?": their number as it is told, or else those that are known. */
export function talliedAt(at: number, { asked, lookup, chunks, wants }: Reading): Chunk | undefined {
  const isFirst = wants === 'count' && chunks.length === 1 && chunks[0]!.to === at;
  const tally = isFirst ? asked.names.tallyAt(asked.words, at) : undefined;
  if (!tally) return undefined;
  const named = lookup.nameAt(at);
  if (named && named.to > tally.to) return undefined;
  const others = named?.to === tally.to ? named.meanings : [];
  const dearer = others.map((each) => ({ ...each, cost: each.cost + COST.tally }));
  return { from: at, to: tally.to, meanings: unique([...tally.meanings, ...dearer]) };
}

/**
 * "The most pupils", "more than 100 pupils", of schools of which their number is told.
 *
 * @param to place of what is counted
 * @param said bounds of the number, or whether the most are meant
 */
export function toldAt(at: number, to: number, said: readonly Bound[] | boolean, reading: Reading): Amount | undefined {
  // "Recruited the most participants", where their number is told.
  const { amounts, lookup } = reading;
  const named = typeof said === 'boolean' ? lookup.nameAt(to) : undefined;
  const counted = named ? amounts.toldBeside(reading.chunks.at(-1), named.to - 1) : [];
  if (named && counted.length > 0 && amounts.figuresOf(named, true).length === 0) {
    const superlative = { at, most: said === true, properties: counted };
    return { chunks: [], to: named.to, superlative, replaces: true };
  }
  const tally = tallyOf(to, reading);
  if (!tally) return undefined;
  const properties = tally.meanings.flatMap((each) => (isRelation(each) ? [each.relation.property] : []));
  if (typeof said === 'boolean') return { chunks: [], to: tally.to, superlative: { at, most: said, properties } };
  return { chunks: [valueChunk(at, to, said), { from: to, to: tally.to, meanings: verbs(properties) }], to: tally.to };
}

/** A number that is told of what has been named. */
function tallyOf(at: number, { asked, chunks }: Reading): Named | undefined {
  const { schema } = asked.names;
  const tally = asked.names.tallyAt(asked.words, at);
  const classes = chunks.flatMap(({ meanings }) => meanings.flatMap((each) => classesOf(each, schema)));
  const isOf = (property: string): boolean =>
    Number.isFinite(fits({ classes, isKnown: true }, schema.endsOf(property, 'subject'), schema));
  const meanings = tally?.meanings.filter((each) => isRelation(each) && isOf(each.relation.property)) ?? [];
  return meanings.length > 0 ? { to: tally!.to, meanings } : undefined;
}

/** "Out of stock": none of what is counted; without meanings, if no number of it is told. */
export function depletedAt(at: number, { asked, lower, lookup, amounts }: Reading): Chunk | undefined {
  const to = at + asked.names.language.phraseAt('depleted', lower, at);
  if (to === at) return undefined;
  // "Out of print", where a truth value is called so.
  const phrase = lower.slice(at, to + 1).join(' ');
  const { properties } = asked.names.schema.vocabulary;
  const isCalled = [...properties.values()].some(({ labels }) =>
    labels.some((each) => each.toLowerCase().includes(phrase)),
  );
  if (isCalled) return undefined;
  const named = lookup.nameAt(to);
  const meanings = amounts.figuresOf(named, true).map((of): Meaning => {
    const none: Bound = { how: 'eq', value: 0 };
    return { kind: 'value', values: [none], of, cost: 0 };
  });
  return { from: at, to: meanings.length > 0 ? named!.to : to, meanings };
}

/** "In stock": some of it, where a number is told; "do we have left": how many. */
export function stockedAt(at: number, { asked, lower, wants, chunks }: Reading): Chunk | undefined {
  const { language, schema } = asked.names;
  const isAsked = wants === 'count' || wants === 'number';
  // "Fewer than 10 units in stock": of the units.
  const isSaid = language.is('be', lower[at - 1] ?? '') || (wants === 'verdict' && chunks.at(-1)?.to === at);
  if (!isAsked && !isSaid) return undefined;
  const to = at + language.phraseAt(isAsked ? 'remaining' : 'stocked', lower, at);
  if (to === at) return undefined;
  const stocks = [...schema.vocabulary.properties.keys()].filter(
    (name) =>
      schema.isNumber(name) &&
      schema.labelsOf(name).some((label) => label.split(' ').some((word) => language.is('stocks', word.toLowerCase()))),
  );
  const some: Bound = { how: 'gt', value: 0 };
  const meanings = stocks.map((of): Meaning =>
    isAsked ? { kind: 'noun', relation: figure(of), cost: 0 } : { kind: 'value', values: [some], of, cost: 0 },
  );
  return meanings.length > 0 ? { from: at, to, meanings } : undefined;
}

/** "Went for", "fetched": the one number that is told as what something was sold for; not a price that is only asked. */
export function soldAt(at: number, { asked, lower, lookup, chunks }: Reading): Chunk | undefined {
  const { language, schema } = asked.names;
  const to = at + language.phraseAt('sold', lower, at);
  const isNamed = lookup.nameAt(at)?.meanings.some(({ kind, cost }) => kind === 'verb' && cost === 0);
  if (to === at || isNamed || lookup.spanAt(at)) return undefined;
  const classes = chunks.flatMap(({ meanings }) => meanings.flatMap((each) => classesOf(each, schema)));
  const [sale, ...others] = [...schema.vocabulary.properties.keys()].filter(
    (name) =>
      schema.isNumber(name) &&
      schema.labelsOf(name).some((label) => language.phraseAt('sales', label.toLowerCase().split(' '), 0) > 0) &&
      (classes.length === 0 ||
        Number.isFinite(fits({ classes, isKnown: true }, schema.endsOf(name, 'subject'), schema))),
  );
  return sale === undefined || others.length > 0 ? undefined : { from: at, to, meanings: verbs([sale], 0) };
}

/** "People work here": all whom the ontology has a class of those who do. */
export function workersAt(at: number, { asked, lower }: Reading): Chunk | undefined {
  const { language, schema } = asked.names;
  const to = at + language.phraseAt('working', lower, at);
  if (to === at) return undefined;
  const [name, ...others] = schema.classesOfStaff(language);
  if (name === undefined || others.length > 0) return undefined;
  return { from: at, to, meanings: [{ kind: 'class', name, cost: 0 }] };
}

/** "Started working", "been with us": since when somebody is there; beside a superlative it says nothing more. */
export function tenureAt(at: number, { asked, lower, wants, chunks }: Reading): Chunk | undefined {
  const { language, schema } = asked.names;
  const lengthAt = (i: number): number => language.phraseAt('tenures', lower, i);
  const length = lengthAt(at);
  const isRanked = lower.some((word) => language.degreeOf(word)?.degree === 'superlative');
  const isSince = wants === 'time' && lower.slice(0, at).some(language.oneOf('sinces'));
  // "Seit wann arbeitet Ada hier?"
  const isBegun = isSince && language.is('lasting', lower[at]!) && lower.some((_, i) => i > at && lengthAt(i) > 0);
  if ((length === 0 && !isBegun) || (wants !== 'time' && !isRanked)) return undefined;
  const isTold = chunks.some(({ meanings }) =>
    meanings.some((each) => isRelation(each) && schema.tenures.includes(each.relation.property)),
  );
  const times = wants === 'time' && !isTold ? schema.tenures : [];
  const meanings = times.map((name): Meaning => ({ kind: 'verb', relation: figure(name), cost: COST.timely }));
  return { from: at, to: at + Math.max(length, 1), meanings };
}
