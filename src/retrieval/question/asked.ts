/** A question as it is given to the reader: its words, and what they name in the graph. */
import type { Node, Nodes } from '../knowledge/nodes';
import type { Word } from '../language/words';
import { foldWord } from '../links/fold';
import type { Linker } from '../types';
import type { Names } from './names';
import type { Mentioned } from './pronouns';
import type { Meaning } from './types';

type ValueMeaning = Extract<Meaning, { kind: 'value' }>;

/** Nodes whose values are looked at, of those that have one that is written like a word. */
const MAX_LOOKED_AT = 5;

/** Span of a question that names nodes, or a value of some. */
export interface NamedSpan {
  readonly start: number;
  readonly end: number;
  /** None where values are named that are no codes of nodes. */
  readonly nodes: readonly Node[];
  /** Texts that data properties of nodes have: "English". */
  readonly values?: readonly ValueMeaning[];
}

export interface Asked {
  readonly question: string;
  readonly words: readonly Word[];
  readonly named: readonly NamedSpan[];
  readonly pronouns: Mentioned;
  readonly names: Names;
  readonly nodes: Nodes;
}

/** Names of nodes in a text: the longest ones, an article aside. */
export async function spansOf(text: string, linker: Linker, nodes: Nodes, signal: AbortSignal): Promise<NamedSpan[]> {
  const article = /\b(?:the|a|an)\b|·/gi;
  const without = text.replace(article, (each) => '·'.repeat(each.length));
  const all = [...(await linker.mentions(text, signal)), ...(await linker.mentions(without, signal))];
  const length = (mention: { readonly text: string }): number => mention.text.replace(article, '').trim().length;
  const out: typeof all = [];
  const byLength = all
    .filter(({ uids }) => uids.length > 0)
    .sort((a, b) => length(b) - length(a) || b.text.length - a.text.length);
  for (const mention of byLength)
    if (!out.some(({ start, end }) => start < mention.end && mention.start < end)) out.push(mention);
  const byUid = await nodes.byUid([...new Set(out.flatMap(({ uids }) => uids))]);
  const spans = await Promise.all(
    out.map(async ({ start, end, uids, text: written }): Promise<NamedSpan> => {
      const named = uids.flatMap((uid) => byUid.get(uid) ?? []);
      const isCalled = ({ labels }: Node, text = written): boolean =>
        labels.some((label) => foldWord(label).includes(foldWord(text)));
      const exact = named.filter(({ labels }) => labels.some((label) => foldWord(label) === foldWord(written)));
      // A code names what has it, too; another word that is a value of something does not: "in English".
      const called = named.filter((node) => /\d/.test(written) || isCalled(node));
      const found = exact.length > 0 ? exact : called;
      const values = found.some((node) => isCalled(node))
        ? []
        : await valuesOf(named.slice(0, MAX_LOOKED_AT), written, nodes);
      return { start, end, nodes: found, ...(values.length > 0 && { values }) };
    }),
  );
  return spans.filter((span) => span.nodes.length > 0 || span.values).sort((a, b) => a.start - b.start);
}

/** Values of nodes that are written so. */
async function valuesOf(named: readonly Node[], written: string, nodes: Nodes): Promise<ValueMeaning[]> {
  const edges = (await Promise.all(named.map((node) => nodes.edges(node)))).flat();
  const all = edges.flatMap(({ statement: { predicate, object } }) =>
    typeof object === 'string' && foldWord(object) === foldWord(written) ? [[predicate, object] as const] : [],
  );
  return [...new Map(all)].map(([of, value]) => ({ kind: 'value', values: [{ how: 'eq', value }], of, cost: 0 }));
}
