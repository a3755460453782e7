/** Counts that a question compares, repeated events and received ones: "more dogs than Ada", "more than once". */
import type { Node } from '../knowledge/nodes';
import { record, type Bound } from '../language/data';
import type { Amount } from './amounts';
import { participantsOf } from './event-classes';
import type { Reading } from './passed';
import { toldAt } from './tallies';
import { figure, isClass, isRelation, nodeMeaning, type Chunk, type Count, type Meaning } from './types';
import { COST } from './weights';

/** Condition on the number of what follows, and the words behind that say what it is compared with. */
interface Counting {
  readonly count: Count;
  readonly to: number;
  readonly rival?: Pick<Chunk, 'from' | 'to'>;
}

/** "More than three ships", "two ships", "the most ships", "more ships than Ada": how many there have to be. */
export function countAt(at: number, reading: Reading): Amount | Counting | undefined {
  const { asked, lower, amounts, lookup } = reading;
  const { language } = asked.names;
  const placed = amounts.placeAt(at);
  const isRanked = language.oneOf('most', 'fewest');
  const [head, word] = placed && isRanked(placed.word) ? [placed.at, placed.word] : [at, lower[at]!];
  const place = word === lower[at] ? undefined : placed?.place;
  const most = language.is('most', word);
  const quantity = language.is('articles', lower[at - 1] ?? '') ? undefined : amounts.numberAt(at);
  const { helpers } = language.data.degrees;
  const [degree, isMore] = (Object.hasOwn(helpers, word) && helpers[word]) || [];
  const isRival = degree === 'comparative' && !quantity;
  const to = isRival || isRanked(word) ? head + 1 : quantity?.to;
  if (to === undefined) return undefined;
  const told = isRival ? undefined : toldAt(at, to, quantity?.bounds ?? most, reading);
  if (told) return told.superlative ? { ...told, superlative: { ...told.superlative, place } } : told;
  const next = lookup.nameAt(to);
  const isThing = next?.meanings.some(({ kind }) => kind === 'class' || kind === 'noun');
  if (!next || !isThing || amounts.figuresOf(next, true).length > 0) return undefined;
  if (isRival) return rivalBehind(at, next.to, isMore!, reading);
  return { count: quantity ? { bounds: quantity.bounds } : { most, ...(place && { place }) }, to };
}

/** "Than Ben", "than cats", "Ada or Ben?" at the end of a question. */
function rivalBehind(
  at: number,
  from: number,
  isMore: boolean,
  { asked, lower, lookup, amounts, opening, chunks, wants }: Reading,
): Counting | undefined {
  const { language } = asked.names;
  const { words, question } = asked;
  const isBeside = language.oneOf('articles', 'prepositions');
  const isEnd = (i: number): boolean => lower.slice(i, opening.to).every(language.oneOf('auxiliaries'));
  const nodeAt = (i: number): { readonly node: Node; readonly to: number } | undefined => {
    const chunk = lookup.nodeAt(i);
    const { nodes = [], cost = 0 } = (chunk && nodeMeaning(chunk)) ?? {};
    return nodes.length === 1 && cost < COST.longerName ? { node: nodes[0]!, to: chunk!.to } : undefined;
  };
  const made = (count: Count, begin?: number): Counting => ({
    count,
    to: at + 1,
    ...(begin !== undefined && { rival: { from: begin, to: opening.to } }),
  });
  const than = lower.findIndex((word, i) => i >= from && language.data.degrees.than.includes(word));
  // "More dogs older than Rex": no number of Rex.
  if ((wants !== 'verdict' && wants !== 'node') || (than > 0 && amounts.isDegree(than - 1))) return undefined;
  if (than >= 0) {
    let i = than + 1;
    while (i + 1 < opening.to && isBeside(lower[i]) && !lookup.spanAt(i)) i++;
    const how = isMore ? 'gt' : 'lt';
    const other = nodeAt(i);
    if (other) return isEnd(other.to) ? made({ how, than: other.node }, than) : undefined;
    const name = lookup.spanAt(i) ? undefined : lookup.nameAt(i);
    const [kind, ...kinds] = name && isEnd(name.to) && wants === 'verdict' ? name.meanings.filter(isClass) : [];
    const isOne = kind?.kind === 'class' && kinds.every(({ cost }) => cost > kind.cost);
    return isOne ? made({ how, than: { kind: kind.name } }, than) : undefined;
  }
  if (wants === 'verdict') return undefined;
  const before = chunks.filter(({ meanings }) => !meanings.every(isRelation));
  if (isEnd(from) && amounts.isSelected(before))
    return made({ most: isMore, among: before.slice(1).flatMap((chunk) => nodeMeaning(chunk)!.nodes) });
  const isApart = (i: number): boolean => /[,:]/.test(question.slice(words[i - 1]!.end, words[i]!.start));
  const start = lower.findIndex((_, i) => i >= from && i < opening.to && isApart(i));
  const among: Node[] = [];
  const begin = start < 0 ? from : start;
  let isChoice = false;
  for (let i = begin; i < opening.to;) {
    const isOr = language.is('or', lower[i]!);
    const other = isOr ? undefined : nodeAt(i);
    if (other) among.push(other.node);
    else if (!isOr && (start < 0 || !isBeside(lower[i]))) return undefined;
    isChoice ||= isOr && among.length > 0;
    i = other?.to ?? i + 1;
  }
  return isChoice && among.length > 1 ? made({ most: isMore, among }, begin) : undefined;
}

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
