/** Of the third stage: the nodes that a question names. */
import type { Linker, Mention } from '../../types';
import { isGrammar } from './grammar';
import { unique } from './lexicon';
import type { ChunkContext } from './chunk-context';
import type { Chunk, Form } from './types';

/** @returns chunks of nodes, in their order */
export async function namedNodes(
  question: string,
  { words, asking, measure: measured }: Form,
  { linker, nodes, lexicon }: ChunkContext,
  signal: AbortSignal,
): Promise<Chunk[]> {
  const mentions = await longestMentions(question, linker, signal);
  const byUid = await nodes.byUid([...new Set(mentions.flatMap(({ uids }) => uids))]);
  return mentions.flatMap(({ start, end, uids }: Mention): Chunk[] => {
    const from = words.findIndex((word) => word.end > start);
    let to = words.findIndex((word) => word.start >= end);
    if (to < 0) to = words.length;
    if (from < 0 || to <= from || from === asking || from === measured) return [];
    const found = uids.flatMap((uid) => byUid.get(uid) ?? []);
    if (found.length === 0) return [];
    const isWritten = /^\p{Lu}/u.test(words[from]!.text) || to - from > 1;
    const content = words.slice(from, to).filter((word) => !isGrammar(word));
    const others = isWritten ? [] : lexicon.find(content);
    return [
      {
        from,
        to,
        meanings: unique([{ kind: 'nodes', nodes: found, cost: others.length > 0 ? 0.2 : 0 }, ...others]),
      },
    ];
  });
}

const ARTICLE = /\b(?:the|a|an)\b/gi;

/**
 * "The Skerries Fishing Cooperative" where one node is "the Skerries", and another "Skerries Fishing Cooperative": the
 * name with the most words counts, an article aside.
 */
async function longestMentions(question: string, linker: Linker, signal: AbortSignal): Promise<Mention[]> {
  const without = question.replace(ARTICLE, (article) => '·'.repeat(article.length));
  const all = [
    ...(await linker.mentions(question, signal)),
    ...(without === question ? [] : await linker.mentions(without, signal)),
  ];
  const length = ({ text }: Mention): number => text.replace(ARTICLE, '').trim().length;
  const out: Mention[] = [];
  for (const mention of all
    .filter(({ uids }) => uids.length > 0)
    .sort((a, b) => length(b) - length(a) || b.text.length - a.text.length)) {
    if (!out.some(({ start, end }) => start < mention.end && mention.start < end)) out.push(mention);
  }
  return out.sort((a, b) => a.start - b.start);
}
