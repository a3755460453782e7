/**
 * Of the third stage: numbers, degrees and comparisons. What something is compared with by name ("longer than the
 * Aurora", "launched before the Magpie") becomes the value that the graph has of it.
 */
import { degreeOf, type Measured } from '../../language/degrees';
import { dateAt, quantityAt } from '../../language/numbers';
import type { Node } from '../../knowledge/nodes';
import { dataOf, type ChunkContext } from './chunk-context';
import type { Chunk, Comparison, Form, Meaning, Superlative } from './types';

export interface Amount {
  readonly chunks: readonly Chunk[];
  /** Words that it is made of. */
  readonly from: number;
  readonly to: number;
  readonly superlative?: Superlative;
  /** With whom others are compared: no answer. */
  readonly excluded?: readonly Node[];
}

/** What the noun of a property names, as a verb and as a noun: `length`, "how long". */
export const measure = (property: string): Meaning => ({
  kind: 'noun',
  relation: { property, agent: 'subject', head: 'object', turns: false },
  cost: 0.1,
});
const verbOf = (property: string, cost = 0.1): Meaning => ({
  kind: 'verb',
  relation: { property, agent: 'subject', head: 'object', turns: false },
  cost,
});

/** Data properties of a measure; of an age those of how something began, the other way round. */
function propertiesOf({ measure: of }: Measured, { lexicon, starts }: ChunkContext): readonly string[] {
  return of === 'time' ? starts : lexicon.measures(of);
}

/** "23 April 1961", "58 metres", "more than 58 metres long", "between 1866 and 1872". */
export function amountAt(at: number, { words }: Form, { lexicon }: ChunkContext): Amount | undefined {
  const date = dateAt(words, at);
  if (date) {
    const { from, to, how, value } = date;
    return { chunks: [{ from, to, meanings: [{ kind: 'value', values: [{ how, value }], cost: 0 }] }], from, to };
  }
  const quantity = quantityAt(words, at);
  if (!quantity) return undefined;
  const { from, to, bounds } = quantity;
  const value: Chunk = { from, to, meanings: [{ kind: 'value', values: bounds, cost: 0 }] };
  const adjective = words[to] && degreeOf(words[to].text);
  const properties =
    adjective?.degree === 'positive' && adjective.measure !== 'time' ? lexicon.measures(words[to]!.text) : [];
  if (properties.length === 0) return { chunks: [value], from, to };
  const meanings = properties.map((property) => verbOf(property));
  return { chunks: [value, { from: to, to: to + 1, meanings }], from, to: to + 1 };
}

/**
 * "Longer than the Aurora", "as long as the Aurora", "the longest", "the most expensive"; undefined where nothing is
 * compared.
 */
export async function degreeAt(
  at: number,
  form: Form,
  context: ChunkContext,
  named: readonly Chunk[],
  before: readonly Chunk[],
  longest: (from: number) => Chunk | undefined,
): Promise<Amount | undefined> {
  const { words } = form;
  const text = (i: number): string => words[i]?.text.toLowerCase() ?? '';
  const figures = await figuresThan(at, form, context, named, longest);
  if (figures) return figures;
  const isHelped = /^(?:more|less|most|least|as|so|equally)$/.test(text(at));
  const head = isHelped ? at + 1 : at;
  const found = words[head] && degreeOf(words[head].text, isHelped ? text(at) : '');
  if (!found) return undefined;
  const { degree, isMore } = found;
  // "Is the aperture of the one larger than that of the other?"
  const said = before.filter(({ from }) => from < at).flatMap((chunk) => dataOf(chunk, context.schema));
  const own = said.length > 0 && degree === 'comparative';
  const properties = own ? said : propertiesOf(found, context);
  const isEqual = degree === 'positive' && isHelped && text(head + 1) === 'as';
  if (degree === 'superlative') {
    return { chunks: [], from: at, to: head + 1, superlative: { at: head, most: isMore, properties } };
  }
  if (properties.length === 0) return undefined;
  if (degree === 'comparative' && text(head + 1) !== 'than') {
    // "Which is longer, the Aurora or the Ironside?"
    const isChoice = words.slice(head).some((word) => word.text.toLowerCase() === 'or');
    return isChoice
      ? { chunks: [], from: at, to: head + 1, superlative: { at: head, most: isMore, properties } }
      : undefined;
  }
  if (degree === 'positive' && !isEqual) return undefined;
  const other = nodeBehind(head + 2, form, named);
  if (!other) {
    if (isEqual) return undefined;
    // "Longer than 58 metres": the number is the next chunk.
    return {
      chunks: [{ from: at, to: head + 1, meanings: properties.map((each) => verbOf(each)) }],
      from: at,
      to: head + 2,
    };
  }
  const how = isEqual ? 'eq' : isMore ? 'gt' : 'lt';
  const made = await compared(other, properties, how, at, context);
  return own && made ? { ...made, chunks: made.chunks.slice(1) } : made;
}

/** "More performances than the Aurora": of a property that says how many. */
async function figuresThan(
  at: number,
  form: Form,
  context: ChunkContext,
  named: readonly Chunk[],
  longest: (from: number) => Chunk | undefined,
): Promise<Amount | undefined> {
  const text = (i: number): string => form.words[i]?.text.toLowerCase() ?? '';
  if (!/^(?:more|fewer|less)$/.test(text(at))) return undefined;
  const noun = longest(at + 1);
  if (!noun || noun.from !== at + 1 || text(noun.to) !== 'than') return undefined;
  const properties = dataOf(noun, context.schema).filter((property) => context.schema.isNumber(property));
  const other = properties.length > 0 ? nodeBehind(noun.to + 1, form, named) : undefined;
  const made = other && (await compared(other, properties, text(at) === 'more' ? 'gt' : 'lt', at, context));
  return made && { ...made, from: at };
}

/** "Before the Magpie", of a verb or noun that tells a time. */
export async function momentAt(
  at: number,
  form: Form,
  context: ChunkContext,
  named: readonly Chunk[],
  before: Chunk | undefined,
): Promise<Amount | undefined> {
  const word = form.words[at]!.text.toLowerCase();
  const isThan = /^(?:earlier|later|sooner)$/.test(word) && form.words[at + 1]?.text.toLowerCase() === 'than';
  if (!/^(?:before|after|since)$/.test(word) && !isThan) return undefined;
  const other = nodeBehind(isThan ? at + 2 : at + 1, form, named);
  if (!other) return undefined;
  const { schema } = context;
  const told = (before?.meanings ?? []).flatMap((meaning) =>
    (meaning.kind === 'verb' || meaning.kind === 'noun') && schema.isTime(meaning.relation.property)
      ? [meaning.relation.property]
      : [],
  );
  const how = /^(?:before|earlier|sooner)$/.test(word) ? 'lt' : 'gt';
  const made = await compared(other, told.length > 0 ? told : context.starts, how, at, context);
  if (!made) return undefined;
  // The verb has said the property already.
  return told.length > 0 ? { ...made, chunks: made.chunks.slice(1) } : made;
}

/** The one node that is named right behind a place, articles aside. */
function nodeBehind(at: number, { words }: Form, named: readonly Chunk[]): Chunk | undefined {
  const word = (i: number): string => words[i]?.text.toLowerCase() ?? '';
  // "Than that of the Great Refractor".
  if (/^(?:that|those)$/.test(word(at)) && word(at + 1) === 'of') at += 2;
  const from = /^(?:the|a|an)$/i.test(words[at]?.text ?? '') && !named.some((each) => each.from === at) ? at + 1 : at;
  return named.find((each) => each.from === from && each.meanings[0]?.kind === 'nodes');
}

/** The first of the properties of which the node has one value. */
async function compared(
  { to, meanings }: Chunk,
  properties: readonly string[],
  how: Comparison['how'],
  at: number,
  { nodes }: ChunkContext,
): Promise<Amount | undefined> {
  const given = meanings[0]?.kind === 'nodes' ? meanings[0].nodes : [];
  if (given.length !== 1) return undefined;
  const edges = await nodes.edges(given[0]!);
  for (const property of properties) {
    const values = edges.flatMap(({ statement: { predicate, object } }) =>
      predicate === property && (typeof object === 'number' || typeof object === 'string') ? [object] : [],
    );
    if (values.length !== 1) continue;
    const chunks: Chunk[] = [
      { from: at, to: at + 1, meanings: [verbOf(property, 0)] },
      { from: at + 1, to, meanings: [{ kind: 'value', values: [{ how, value: values[0]! }], cost: 0 }] },
    ];
    return { chunks, from: at, to, excluded: given };
  }
  return undefined;
}
