/** Of the third stage: names that `or`, `and` and commas put side by side become one chunk. */
import { BE } from './draft';
import type { Chunk, Form, Meaning } from './types';

/**
 * @param question its text, for the commas
 * @param used takes the words that join
 */
export function coordinated(chunks: readonly Chunk[], question: string, { words }: Form, used: Set<number>): Chunk[] {
  const out: Chunk[] = [];
  for (const chunk of chunks) {
    const last = out.at(-1);
    const joint = last && jointOf(question, words, last.to, chunk.from);
    const made = joint === undefined ? undefined : joined(last!, chunk, joint, words);
    if (!last || !made) {
      out.push(chunk);
      continue;
    }
    for (let i = last.to; i < chunk.from; i++) used.add(i);
    out[out.length - 1] = { ...last, to: chunk.to, meanings: [made] };
  }
  return out;
}

/** What stands between two chunks; undefined where it is more than a conjunction or a comma. */
function jointOf(question: string, words: Form['words'], from: number, to: number): 'or' | 'and' | ',' | undefined {
  const between = words
    .slice(from, to)
    .map(({ text }) => text.toLowerCase())
    .filter((word) => !/^(?:the|a|an|either|both|in|by|to|of|at|on|from)$/.test(word))
    .join(' ');
  if (between === 'or' || between === 'and') return between;
  const [before, after] = [words[from - 1], words[to]];
  if (!before || !after) return undefined;
  const text = question.slice(before.end, after.start);
  return between === '' && text.includes(',') ? ',' : undefined;
}

function joined(left: Chunk, right: Chunk, joint: 'or' | 'and' | ',', words: Form['words']): Meaning | undefined {
  // "Paper or lace": what is not both a name may be one beside another name.
  const named = (chunk: Chunk): Meaning | undefined => chunk.meanings.find(({ kind }) => kind === 'nodes');
  const isNamed = left.meanings[0]!.kind === 'nodes' || right.meanings[0]!.kind === 'nodes';
  const [one, other] = [
    (isNamed && named(right) && named(left)) || left.meanings[0]!,
    (isNamed && named(left) && named(right)) || right.meanings[0]!,
  ];
  if (one.kind === 'nodes' && other.kind === 'nodes') {
    // Of a name that several have nobody knows which is meant.
    if ((one.nodes.length !== 1 && one.joined === undefined) || other.nodes.length !== 1) return undefined;
    if (one.joined === 'or' && joint === 'and') return undefined;
    const how = joint === ',' ? (one.joined ?? 'and') : joint;
    return { kind: 'nodes', nodes: [...one.nodes, ...other.nodes], joined: how, cost: one.cost + other.cost };
  }
  // "Newspapers and magazines": of one kind or the other.
  const isPlural = (chunk: Chunk): boolean => /s$/.test(words[chunk.to - 1]?.text ?? '') && !chunk.isNegated;
  // "Which are both comedies and musicals": of both.
  const before = words.slice(Math.max(0, left.from - 3), left.from).map(({ text }) => text.toLowerCase());
  const isSaid = before.some((word) => word === 'both' || BE.has(word));
  const isEither = joint === 'or' || (joint === 'and' && isPlural(left) && isPlural(right) && !isSaid);
  if (one.kind === 'class' && other.kind === 'class' && isEither && !one.isAdjective && !other.isAdjective) {
    return { ...one, or: [...(one.or ?? []), other.name], cost: one.cost + other.cost };
  }
  return undefined;
}
