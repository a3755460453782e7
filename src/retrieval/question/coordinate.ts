/** Names that `or`, `and` and commas put side by side become one chunk. */
import type { Language } from '../language/language';
import type { Chunk, Form, Meaning } from './types';

type Joint = 'or' | 'and' | 'but not' | ',';

/**
 * @param question its text, for the commas
 * @param used takes the words that join
 */
export function coordinated(
  chunks: readonly Chunk[],
  question: string,
  form: Form,
  used: Set<number>,
  language: Language,
): Chunk[] {
  const out: Chunk[] = [];
  for (const chunk of chunks) {
    const last = out.at(-1);
    const joint = last && jointOf(question, form, last, chunk, language);
    const made = joint && joined(last!, chunk, joint, form, language);
    if (made) {
      for (let i = last!.to; i < chunk.from; i++) used.add(i);
      out[out.length - 1] = { ...last!, to: chunk.to, meanings: [made] };
    } else out.push(chunk);
  }
  return out;
}

/** Returns the conjunction or comma between two chunks; undefined if there are other words. */
function jointOf(
  question: string,
  { words, lower }: Form,
  { to: from, isNegated }: Chunk,
  { from: to, ...right }: Chunk,
  language: Language,
): Joint | undefined {
  const isPlain = (word: string): boolean =>
    language.is('articles', word) || language.is('both', word) || language.is('prepositions', word);
  const own = lower.slice(from, to).filter((word) => !isPlain(word) || language.is('and', word) || language.is('or', word));
  if (right.isNegated && !isNegated && own.length > 0 && language.phraseAt('butNot', own, 0) === own.length)
    return 'but not';
  const [word = '', ...others] = own;
  if (others.length > 0) return undefined;
  // "Neither A nor B".
  if (language.is('or', word) || (isNegated && language.is('nor', word))) return 'or';
  if (language.is('and', word)) return 'and';
  const [before, after] = [words[from - 1], words[to]];
  return before && after && word === '' && /,/.test(question.slice(before.end, after.start)) ? ',' : undefined;
}

function joined(left: Chunk, right: Chunk, joint: Joint, { lower }: Form, language: Language): Meaning | undefined {
  // "Paper or lace": what is not both a name may be one beside another name.
  const [ones, others] = [left, right].map(({ meanings }) => meanings.find(({ kind }) => kind === 'nodes'));
  const isNamed = left.meanings[0]!.kind === 'nodes' || right.meanings[0]!.kind === 'nodes';
  const [one, other] = isNamed && ones && others ? [ones, others] : [left.meanings[0]!, right.meanings[0]!];
  const cost = one.cost + other.cost;
  if (one.kind === 'nodes' && other.kind === 'nodes') {
    // A name of several nodes is ambiguous.
    if ((one.nodes.length !== 1 && one.joined === undefined) || other.nodes.length !== 1 || one.butNot) return undefined;
    if (joint === 'but not') return { ...one, butNot: other.nodes, cost };
    if (one.joined === 'or' && joint === 'and') return undefined;
    const how = joint === ',' ? (one.joined ?? 'and') : joint;
    return { kind: 'nodes', nodes: [...one.nodes, ...other.nodes], joined: how, cost };
  }
  // "In 2018 or 2019".
  if (one.kind === 'value' && other.kind === 'value') {
    const [first, ...more] = one.values;
    if (joint !== 'or' || more.length > 0 || other.values.length > 1) return undefined;
    return { ...one, values: [{ ...first!, or: [...(first!.or ?? []), ...other.values] }], cost };
  }
  if (one.kind !== 'class' || other.kind !== 'class' || one.isAdjective || other.isAdjective) return undefined;
  // "Which are both comedies and musicals": of both. "Newspapers and magazines": of one kind or the other.
  const before = lower.slice(Math.max(0, left.from - 3), left.from);
  const isBoth = before.some((word) => language.is('both', word) || language.is('be', word));
  if (joint !== 'or' && (joint !== 'and' || isBoth || left.isNegated || right.isNegated)) return undefined;
  return { ...one, or: [...(one.or ?? []), other.name], cost };
}
