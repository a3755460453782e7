/** Received events and repeated ones: "how many complaints did we get in May", "who ordered more than once". */
import { record, type Bound } from '../language/data';
import type { Amount } from './amounts';
import { participantsOf } from './event-classes';
import { figure } from './names';
import type { Reading } from './passed';
import { isRelation, type Chunk, type Meaning } from './types';
import { COST } from './weights';

/** "Complaints did we get in May": the day on which they were filed, of which there has to be one alone. */
export function receivedAt(at: number, { asked, lower, lookup, chunks, wants }: Reading): Chunk | undefined {
  const { language, schema } = asked.names;
  const to = at + language.phraseAt('received', lower, at);
  const last = chunks.at(-1);
  const named = last?.meanings.find((each) => each.kind === 'class');
  const isAsked = to > at && to < lower.length && wants === 'count' && chunks.length === 2 && last!.to === at;
  if (!isAsked || named?.kind !== 'class' || !lookup.isTimeAt(to)) return undefined;
  const isReceiving = (label: string): boolean => language.is('receiving', label.toLowerCase().split(' ')[0]!);
  const [property, ...others] = schema.times.filter(
    (name) =>
      schema.isDay(name) &&
      schema.endsOf(name, 'subject').some((domain) => schema.isWithin(named.name, domain)) &&
      schema.labelsOf(name).some(isReceiving),
  );
  if (property === undefined || others.length > 0) return undefined;
  return { from: at, to, meanings: [{ kind: 'verb', relation: figure(property), cost: COST.timely }] };
}

/** "Ordered more than once", "ordered at least three times": of events, how many there have to be. */
export function repeatedAt(at: number, { asked, lower, chunks, amounts }: Reading): Amount | undefined {
  const { language, schema } = asked.names;
  const last = chunks.at(-1);
  const compared = language.comparisonAt(lower, at);
  const behind = at + (compared?.length ?? 0);
  const once = record(language.data.repeated).get(lower[behind] ?? '');
  const number = once === undefined ? amounts.numberAt(at) : undefined;
  const isOften = number && language.is('often', lower[number.to] ?? '');
  if (!last || last.to !== at || (once === undefined && !isOften) || (once === '1' && !compared)) return undefined;
  const verbs = last.meanings.flatMap((each) => {
    if (!isRelation(each) || each.kind !== 'verb') return [];
    const [name = '', ...others] = schema.endsOf(each.relation.property, 'subject');
    const event: Meaning = { kind: 'class', name, cost: 0 };
    const isOne = others.length === 0 && participantsOf(event, schema).includes(each.relation.property);
    const { event: _, ...verb } = each;
    return isOne && each.relation.agent === 'object' ? [{ verb, event }] : [];
  });
  const [first, ...more] = verbs;
  if (!first || more.some(({ event }) => event.name !== first.event.name)) return undefined;
  const bounds: readonly Bound[] = number?.bounds ?? [{ how: compared?.how ?? 'eq', value: Number(once) }];
  const to = number ? number.to + 1 : behind + 1;
  const verb: Chunk = { ...last, meanings: verbs.map((each) => each.verb) };
  return { chunks: [verb, { from: at, to, meanings: [first.event], count: { bounds } }], to, replaces: true };
}
