/** Parts of a question other than names: measures, exceptions, equality, averages and totals. */
import type { Node } from '../knowledge/nodes';
import { isUnitOfTime } from '../language/numbers';
import type { Amount } from './amounts';
import type { Reading } from './passed';
import { figure, isRelation, nodeMeaning, type Chunk, type Chunked, type Meaning } from './types';
import { COST } from './weights';

/** Properties of an adjective; without a chunk if the question has a noun for them, `unknown` if there are none. */
interface Measured {
  readonly isAge: boolean;
  readonly chunk?: Chunk | 'unknown';
}

/** "How tall": of a property of that measure; of another noun that is named, the adjective says nothing more. */
export function measuredAt(at: number, { asked, lower, lookup, amounts }: Reading): Measured {
  const { names } = asked;
  const adjective = lower[at]!;
  const isSaid = lower.some(
    (word, i) =>
      i > at &&
      !lookup.spanAt(i) &&
      !names.language.is('measuring', word) &&
      amounts.figuresOf(lookup.nameAt(i), false).some((name) => !isOfOtherMeasure(name, adjective, asked)),
  );
  // "How much flour do we have left?": of what is in stock.
  const isLeft = lower.some((_, i) => i > at && names.language.phraseAt('remaining', lower, i) > 0);
  if (isSaid || isLeft) return { isAge: false };
  // "How much flour is there?": no price.
  if (lookup.nodeAt(at + 1)) return { isAge: false, chunk: 'unknown' };
  const own = names.measures(adjective);
  // "How old is the mill?": since it was built.
  const isAge = own.length === 0 && names.language.degreeOf(adjective)?.measure === 'time';
  const properties = isAge ? names.schema.births : own;
  const dearer = (property: string, i: number): number => {
    if (isAge) return i * COST.laterBirth;
    return names.lengthOf(property) > names.lengthOf(own[0]!) ? COST.longerMeasure : 0;
  };
  const meanings = properties.map((property, i): Meaning => ({
    kind: 'noun',
    relation: figure(property),
    cost: COST.measure + dearer(property, i),
  }));
  return { isAge, chunk: meanings.length > 0 ? { from: at, to: at + 1, meanings } : 'unknown' };
}

/** "How much" of what has a price is no length of time: "per month" tells for how long. */
function isOfOtherMeasure(property: string, adjective: string, { names }: Reading['asked']): boolean {
  const unit = names.schema.unitOf(property)?.unit;
  const own = names.measures(adjective);
  return unit !== undefined && isUnitOfTime(unit) && own.length > 0 && !own.includes(property);
}

/** Equality with a named node: of a value, if there is an amount, or of a related node. */
export interface Same {
  readonly to: number;
  readonly as: Node;
  readonly chunk: Chunk;
  readonly amount?: Amount;
}

/** "In the same town as Ada": of what she has it in, too; "the same price as": as much. */
export async function sameAt(at: number, { asked, lower, lookup, amounts }: Reading): Promise<Same | undefined> {
  const { language } = asked.names;
  const noun = language.is('same', lower[at]!) ? lookup.nameAt(at + 1) : undefined;
  const other = noun && language.is('as', lower[noun.to] ?? '') ? amounts.nodeBehind(noun.to + 1) : undefined;
  const named = other && nodeMeaning(other);
  if (!noun || !named) return undefined;
  // "The same employee" is no day on which she was employed.
  const figures = noun.meanings[0]!.kind === 'class' ? [] : amounts.figuresOf(noun, false);
  const amount = figures.length > 0 ? await amounts.compared(other, figures, 'eq', at) : undefined;
  if (figures.length > 0 && !amount) return undefined;
  return { to: other.to, as: named.nodes[0]!, chunk: { from: at + 1, ...noun }, ...(amount && { amount }) };
}

export const isTotalAt = (at: number, { asked, lower }: Pick<Reading, 'asked' | 'lower'>): boolean =>
  asked.names.language.phraseAt('totals', lower, at) > 0;

interface Aggregate {
  readonly how: NonNullable<Chunked['aggregate']>;
  readonly to: number;
}

/** "The average price", "the total cost of": the mean or the sum of what is told. */
export function aggregateAt(at: number, reading: Reading): Aggregate | undefined {
  const { asked, lower, lookup, amounts, chunks, opening } = reading;
  const { language } = asked.names;
  for (const [list, how] of [
    ['averages', 'mean'],
    ['totals', 'sum'],
  ] as const) {
    const to = at + language.phraseAt(list, lower, at);
    const next = language.is('articles', lower[to] ?? '') ? to + 1 : to;
    const isNext = amounts.figuresOf(lookup.nameAt(next), true).length > 0;
    // "What do cooks earn on average?"
    const isLast = how === 'mean' && to === opening.to;
    const isSaid = isLast && chunks.some((chunk) => amounts.figuresOf(chunk, false).length > 0);
    if (to > at && (isNext || isSaid)) return { how, to: isNext ? next : to };
  }
  return undefined;
}

/** "Other than the Aurora": the nodes that are no answer. */
export function exceptionAt(
  at: number,
  { asked, lower, amounts, chunks }: Reading,
): { readonly nodes: readonly Node[]; readonly to: number } | undefined {
  const { language } = asked.names;
  const length = language.phraseAt('except', lower, at);
  const chunk = length > 0 ? amounts.nodeBehind(at + length) : undefined;
  const node = chunk && nodeMeaning(chunk);
  if (!node) return undefined;
  // "Takes A but not B": of two that are alike, B is no answer anyhow.
  const last = chunks.at(-1);
  // "Which animals does Ada like but not Ben?": those that he does not like.
  if (last?.meanings.every(isRelation) && language.is('contrast', lower[at]!)) return undefined;
  const types = last?.to === at && last.meanings[0]!.kind === 'nodes' ? last.meanings[0]!.nodes[0]!.types : [];
  const isAlike = node.nodes.some((each) => each.types.some((type) => types.includes(type)));
  return isAlike ? undefined : { nodes: node.nodes, to: chunk.to };
}
