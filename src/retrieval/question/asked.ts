/** A question as it is given to the reader: its words, and what they name in the graph. */
import type { Node, Nodes } from '../knowledge/nodes';
import { POSSESSIVE, wordsOf, type Word } from '../language/words';
import { foldText, foldWord, foldWords } from '../links/fold';
import type { Linker } from '../types';
import type { Names } from './names';
import type { Mentioned } from './pronouns';
import type { Meaning } from './types';

type ValueMeaning = Extract<Meaning, { kind: 'value' }>;

/** Maximum nodes that have a text in their names; one of more is not told. */
const MAX_LONGER = 6;

/** Nodes whose values are looked at, of those that have one that is written like a word. */
const MAX_LOOKED_AT = 5;

/** Span of a question that names nodes, or a value of some. */
export interface NamedSpan {
  readonly start: number;
  readonly end: number;
  /** None where values are named that are no codes of nodes, or parts of several nodes' names. */
  readonly nodes: readonly Node[];
  /** Nodes that have more in their name: `Low Water (2023)` of "Low Water", Ada Holm and Bo Holm of "Holm". */
  readonly longer?: readonly Node[];
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
  /** "How many people" asks for the people, whatever is said of them. */
  readonly isCounting?: true;
}

/** Names of nodes in a text: the longest ones, an article aside; and names that are told in part. */
export async function spansOf(text: string, linker: Linker, nodes: Nodes, signal: AbortSignal): Promise<NamedSpan[]> {
  const whole = await wholeSpansOf(text, linker, nodes, signal);
  const parts = [...whole.filter((span) => span.nodes.length > 0), ...partsOf(text, whole)];
  const found = await linker.partly(
    parts.map(({ start, end }) => text.slice(start, end)),
    signal,
  );
  const read = await nodes.byUid([...new Set(found.flat())]);
  const told = parts.flatMap((span, i): NamedSpan[] => {
    const written = text.slice(span.start, span.end);
    // "Marnstadt" is the town, not its university; "Low Tide" may be Low Tide (2019) of another kind.
    const isAlike = ({ types, labels }: Node): boolean =>
      span.nodes.length === 0 ||
      labels.some((label) => label.startsWith(`${written} (`)) ||
      span.nodes.some((each) => each.types.some((type) => types.includes(type)));
    const longer = found[i]!.flatMap((uid) => read.get(uid) ?? []).filter(
      (node) => !span.nodes.includes(node) && isAlike(node) && node.labels.some((label) => isAmong(written, label)),
    );
    const isTold = longer.length <= MAX_LONGER && longer.length > 0;
    return isTold ? [{ ...span, longer }] : span.nodes.length > 0 ? [span] : [];
  });
  // "Ingrid Solheim" of Ingrid Maria Solheim, though she is known as Solheim, too.
  const values = whole.filter((span) => span.nodes.length === 0);
  const all = [...told, ...values];
  return all.filter((span) => !all.some((other) => isWithin(span, other))).sort((x, y) => x.start - y.start);
}

const isWithin = (inner: NamedSpan, outer: NamedSpan): boolean =>
  outer.start <= inner.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;

/** True if a label has all words of a text, in their order. */
function isAmong(text: string, label: string): boolean {
  const left = foldWords(text).map(({ folded }) => folded);
  for (const { folded } of foldWords(label)) if (folded === left[0]) left.shift();
  return left.length === 0;
}

/** Runs of words with capitals that are no names; with all that is beside a name: "Maria Holm" is not Holm. */
function partsOf(text: string, whole: readonly NamedSpan[]): NamedSpan[] {
  const out: NamedSpan[] = [];
  for (const { start, end } of wordsOf(text)) {
    const last = out.at(-1);
    if (!/^\p{Lu}/u.test(text.slice(start))) continue;
    if (last && /^(?:[ -]|\. )$/.test(text.slice(last.end, start))) out[out.length - 1] = { ...last, end };
    else out.push({ start, end, nodes: [] });
  }
  const isApart = (one: NamedSpan, other: NamedSpan): boolean => one.end + 1 < other.start || other.end + 1 < one.start;
  return out
    .map((span) => {
      // "Does Holm …": the word that begins a question is written so in any case.
      const [first, second] = wordsOf(text.slice(span.start, span.end));
      return first?.start === 0 && span.start === 0 && second ? { ...span, start: second.start } : span;
    })
    .map((span) => ({ ...span, end: span.end - (POSSESSIVE.exec(text.slice(span.start, span.end))?.[0].length ?? 0) }))
    .filter((span) => span.start > 0 && whole.every((each) => isApart(each, span) || isWithin(each, span)));
}

async function wholeSpansOf(text: string, linker: Linker, nodes: Nodes, signal: AbortSignal): Promise<NamedSpan[]> {
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
        labels.some((label) => foldText(label).includes(foldText(text).trim()));
      const exact = named.filter(({ labels }) => labels.some((label) => foldText(label) === foldText(written)));
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
