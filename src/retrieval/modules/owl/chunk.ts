/** Third stage: a question's words in chunks that the graph or the ontology knows, and what is left over. */
import type { Nodes } from '../../agents/graph/nodes';
import { isGrammar } from './grammar';
import { foldWord } from '../../links/fold';
import type { Linker } from '../../types';
import { unique, type Lexicon } from './lexicon';
import type { Chunk, Chunked, Comparison, Form, Meaning, Superlative } from './types';

/** Meanings of one chunk that are followed up. */
const MOST_MEANINGS = 6;
const ARTICLES = new Set('the a an this that these those'.split(' '));
/** Someone or something, whatever the ontology has. */
const ANYTHING = new Set(
  'person people man men woman women one ones someone somebody anyone something anything thing things others'.split(
    ' ',
  ),
);
/** What may be left over: it only colours a question. */
const LIGHT = new Set(
  (
    'today now currently actually really exactly directly indirectly ever always still already just together altogether total overall known called ' +
    'call calls calling different following available existing particular certain various ' +
    'directly whole entire else exist exists happen possible'
  ).split(' '),
);
const AFTER: readonly (readonly [RegExp, Comparison['how']])[] = [
  [
    /\b(?:before|earlier than|prior to|less than|fewer than|under|below|shorter than|smaller than|lower than|younger than|lighter than|at most)$/,
    'lt',
  ],
  [
    /\b(?:after|later than|since|more than|over|above|exceeding|longer than|taller than|larger than|bigger than|higher than|older than|heavier than|greater than|deeper than|wider than|at least)$/,
    'gt',
  ],
];
const UNITS = new Set(
  'm km cm mm metre meter kilometre kilometer foot feet mile ton tonne kg g gram kilogram year hour minute second day euro dollar percent inhabitant people person'.split(
    ' ',
  ),
);
/** Superlatives: whether the most of the measure is meant, and words for it. */
const SUPERLATIVES: Readonly<Record<string, readonly [boolean, string]>> = {
  oldest: [false, 'time'],
  newest: [true, 'time'],
  youngest: [true, 'time'],
  latest: [true, 'time'],
  earliest: [false, 'time'],
  first: [false, 'time'],
  last: [true, 'time'],
  shortest: [false, 'long'],
  smallest: [false, 'big'],
  lowest: [false, 'high'],
  lightest: [false, 'heavy'],
  cheapest: [false, 'expensive'],
  slowest: [false, 'fast'],
  narrowest: [false, 'wide'],
  shallowest: [false, 'deep'],
  coldest: [false, 'cold'],
  longest: [true, 'long'],
  tallest: [true, 'tall'],
  highest: [true, 'high'],
  deepest: [true, 'deep'],
  widest: [true, 'wide'],
  heaviest: [true, 'heavy'],
  biggest: [true, 'big'],
  largest: [true, 'large'],
  fastest: [true, 'fast'],
  hottest: [true, 'hot'],
};

export interface ChunkContext {
  readonly lexicon: Lexicon;
  readonly linker: Linker;
  readonly nodes: Nodes;
  /** Data properties whose values are times. */
  readonly times: readonly string[];
}

export async function chunk(
  question: string,
  form: Form,
  context: ChunkContext,
  signal: AbortSignal,
): Promise<Chunked> {
  const { words, spent } = form;
  const { lexicon } = context;
  const named = await namedNodes(question, form, context, signal);
  const chunks: Chunk[] = [];
  const unknown: string[] = [];
  let superlative: Superlative | undefined;
  for (let i = 0; i < words.length;) {
    const node = named.find(({ from }) => from === i);
    if (node) {
      chunks.push(node);
      i = node.to;
      continue;
    }
    const word = words[i]!;
    const plain = word.text.toLowerCase().replace(/['’]s$/, '');
    if (i === form.asking) {
      chunks.push({ from: i, to: i + 1, meanings: [{ kind: 'asked', cost: 0 }] });
      i++;
      continue;
    }
    if (i === form.measure) {
      const meanings = lexicon.measures(plain).map(measure);
      if (meanings.length > 0) chunks.push({ from: i, to: i + 1, meanings });
      else unknown.push(word.text);
      i++;
      continue;
    }
    if (form.wants === 'time' && /^(?:saw|sees|see|happen(?:ed)?|took|take|place)$/.test(plain)) {
      i++;
      continue;
    }
    const found = spent.has(i) || LIGHT.has(plain) ? undefined : longest(i, form, lexicon, named);
    if (found) {
      chunks.push(found);
      i = found.to;
      continue;
    }
    i++;
    if (spent.has(i - 1) || isGrammar(word) || LIGHT.has(plain)) continue;
    const best = SUPERLATIVES[plain];
    if (best && !superlative) {
      const properties = best[1] === 'time' ? context.times : lexicon.measures(best[1]);
      if (properties.length > 0) {
        superlative = { at: i - 1, most: best[0], properties };
        continue;
      }
    }
    const number = numberOf(plain);
    if (number !== undefined) {
      const before = words
        .slice(0, i - 1)
        .map(({ text }) => text.toLowerCase())
        .join(' ');
      const how = AFTER.find(([pattern]) => pattern.test(before))?.[1] ?? 'eq';
      chunks.push({ from: i - 1, to: i, meanings: [{ kind: 'value', value: { how, value: number }, cost: 0 }] });
      const unit = words[i];
      if (unit && UNITS.has(foldWord(unit.text))) i++;
      continue;
    }
    if (isComparative(plain, words[i]?.text)) {
      const meanings = lexicon.measures(plain).map((property) => verbOf(property));
      if (meanings.length > 0) chunks.push({ from: i - 1, to: i, meanings });
      continue;
    }
    if (ANYTHING.has(plain)) {
      chunks.push({ from: i - 1, to: i, meanings: [{ kind: 'any', cost: 0 }] });
      continue;
    }
    unknown.push(word.text);
  }
  return { form, chunks, unknown, superlative };
}

const measure = (property: string): Meaning => ({
  kind: 'noun',
  relation: { property, agent: 'subject', head: 'object', turns: false },
  cost: 0.1,
});

const verbOf = (property: string): Meaning => ({
  kind: 'verb',
  relation: { property, agent: 'subject', head: 'object', turns: false },
  cost: 0.1,
});

const isComparative = (word: string, next: string | undefined): boolean =>
  /(?:er|more|less)$/.test(word) && next?.toLowerCase() === 'than';

function numberOf(word: string): number | undefined {
  if (/^\d+(?:[.,]\d+)*$/.test(word)) return Number(word.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
  return undefined;
}

/** The longest name of the ontology that begins at a word. */
function longest(from: number, { words }: Form, lexicon: Lexicon, named: readonly Chunk[]): Chunk | undefined {
  if (isGrammar(words[from]!)) return undefined;
  const run = [words[from]!];
  const ends = [from + 1];
  for (let to = from + 1; to < words.length && run.length < lexicon.mostWords; to++) {
    if (named.some((chunk) => chunk.from === to)) break;
    if (ARTICLES.has(words[to]!.text.toLowerCase())) continue;
    if (isGrammar(words[to]!)) break;
    run.push(words[to]!);
    ends.push(to + 1);
  }
  for (let length = run.length; length > 0; length--) {
    const meanings = lexicon.find(run.slice(0, length));
    if (meanings.length === 0) continue;
    return { from, to: ends[length - 1]!, meanings: inContext(meanings, from, words).slice(0, MOST_MEANINGS) };
  }
  return undefined;
}

/** A noun behind an article or a possessive is no verb; what stands before a name or `by` is rather one. */
function inContext(meanings: readonly Meaning[], from: number, words: Form['words']): Meaning[] {
  const before = words[from - 1]?.text.toLowerCase() ?? '';
  const isNoun = /^(?:the|a|an|their|its|his|her|which|what|whose)$|['’]s?$/.test(before);
  return unique(
    meanings.map((meaning) => ({
      ...meaning,
      cost: meaning.cost + (meaning.kind === 'verb' && isNoun && before !== 'which' && before !== 'what' ? 0.7 : 0),
    })),
  );
}

/** The nodes that the question names. */
async function namedNodes(
  question: string,
  { words, asking, measure: measured }: Form,
  { linker, nodes, lexicon }: ChunkContext,
  signal: AbortSignal,
): Promise<Chunk[]> {
  const mentions = (await linker.mentions(question, signal)).filter(({ uids }) => uids.length > 0);
  const read = await nodes.read([...new Set(mentions.flatMap(({ uids }) => uids))]);
  const byUid = new Map(read.map((node) => [node.uid, node]));
  const out: Chunk[] = [];
  for (const { start, end, uids } of mentions) {
    const from = words.findIndex((word) => word.end > start);
    let to = words.findIndex((word) => word.start >= end);
    if (to < 0) to = words.length;
    if (from < 0 || to <= from || from === asking || from === measured) continue;
    const found = uids.flatMap((uid) => byUid.get(uid) ?? []);
    if (found.length === 0) continue;
    const isWritten = /^\p{Lu}/u.test(words[from]!.text) || to - from > 1;
    const content = words.slice(from, to).filter((word) => !isGrammar(word));
    const others = isWritten ? [] : lexicon.find(content);
    out.push({
      from,
      to,
      meanings: unique([{ kind: 'nodes', nodes: found, cost: others.length > 0 ? 0.2 : 0 }, ...others]),
    });
  }
  return out;
}
