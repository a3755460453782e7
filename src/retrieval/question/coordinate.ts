/** Names that `or`, `and` and commas put side by side become one chunk. */
import type { Language } from '../language/language';
import type { Chunk, Form, Joined, Meaning } from './types';

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
    const made = joint === undefined ? undefined : joined(last!, chunk, joint, form, language);
    if (!last || !made) {
      out.push(chunk);
      continue;
    }
    for (let i = last.to; i < chunk.from; i++) used.add(i);
    out[out.length - 1] = { ...last, to: chunk.to, meanings: [made] };
  }
  return out;
}

/**
 * "Who wrote and edited it": both of one thing. "Who wrote or edited it": two questions.
 *
 * @param used takes the words that join
 */
export function verbsJoined(
  chunks: readonly Chunk[],
  { lower, negators }: Form,
  used: Set<number>,
  language: Language,
): Joined {
  const isVerb = ({ meanings, from }: Chunk): boolean =>
    Number.isInteger(from) && meanings.some(({ kind }) => kind === 'verb');
  for (const [i, left] of chunks.entries()) {
    const [right, object] = [chunks[i + 1], chunks[i + 2]];
    if (!right || !isVerb(left) || !isVerb(right) || negators.size > 0) continue;
    const between = lower.slice(left.to, right.from);
    const at = left.to + between.findIndex((word) => language.is('or', word) || language.is('and', word));
    if (at < left.to || !between.every((word) => isHelper(word, language))) continue;
    const [one, other] = [left, right].map((chunk) => ({ ...chunk, meanings: chunk.meanings.filter(isOfVerb) }));
    if (language.is('or', lower[at]!)) {
      used.add(at);
      const pick = (verb: Chunk): Chunk[] => [...chunks.slice(0, i), verb, ...chunks.slice(i + 2)];
      return { either: [pick(one!), pick(other!)] };
    }
    if (!object || object.isNegated || isVerb(object)) continue;
    const again = { ...object, from: left.to + 0.1, to: left.to + 0.2 };
    return { shared: [...chunks.slice(0, i), one!, again, other!, ...chunks.slice(i + 2)] };
  }
  return {};
}

const isOfVerb = ({ kind }: Meaning): boolean => kind === 'verb';

const isHelper = (word: string, language: Language): boolean =>
  (['and', 'or', 'be', 'auxiliaries', 'prepositions', 'both'] as const).some((list) => language.is(list, word));

type Joint = 'or' | 'and' | 'but not' | ',';

/** Returns the conjunction or comma between two chunks; undefined if there are other words. */
function jointOf(
  question: string,
  { words, lower }: Form,
  { to: from, isNegated }: Chunk,
  { from: to, ...right }: Chunk,
  language: Language,
): Joint | undefined {
  const between = lower.slice(from, to);
  const isPlain = (word: string): boolean =>
    language.is('articles', word) || language.is('both', word) || language.is('prepositions', word);
  const own = between.filter((word) => !isPlain(word) || language.is('and', word) || language.is('or', word));
  if (own.length === 1 && language.is('or', own[0]!)) return 'or';
  // "Neither A nor B".
  if (own.length === 1 && isNegated && language.is('nor', own[0]!)) return 'or';
  if (right.isNegated && !isNegated && own.length > 0 && language.phraseAt('butNot', own, 0) === own.length)
    return 'but not';
  if (own.length === 1 && language.is('and', own[0]!)) return 'and';
  const [before, after] = [words[from - 1], words[to]];
  if (!before || !after || own.length > 0) return undefined;
  return /,/.test(question.slice(before.end, after.start)) ? ',' : undefined;
}

function joined(left: Chunk, right: Chunk, joint: Joint, { lower }: Form, language: Language): Meaning | undefined {
  // "Paper or lace": what is not both a name may be one beside another name.
  const named = (chunk: Chunk): Meaning | undefined => chunk.meanings.find(({ kind }) => kind === 'nodes');
  const isNamed = left.meanings[0]!.kind === 'nodes' || right.meanings[0]!.kind === 'nodes';
  const [one, other] = [
    (isNamed && named(right) && named(left)) || left.meanings[0]!,
    (isNamed && named(left) && named(right)) || right.meanings[0]!,
  ];
  if (one.kind === 'nodes' && other.kind === 'nodes') {
    // A name of several nodes is ambiguous.
    if ((one.nodes.length !== 1 && one.joined === undefined) || other.nodes.length !== 1) return undefined;
    if (joint === 'but not')
      return one.butNot ? undefined : { ...one, butNot: other.nodes, cost: one.cost + other.cost };
    if (one.butNot || (one.joined === 'or' && joint === 'and')) return undefined;
    const how = joint === ',' ? (one.joined ?? 'and') : joint;
    return { kind: 'nodes', nodes: [...one.nodes, ...other.nodes], joined: how, cost: one.cost + other.cost };
  }
  // "In 2018 or 2019".
  if (one.kind === 'value' && other.kind === 'value') {
    const isOfOne = [one, other].every(({ values, joined: how }) => values.length === 1 || how === 'or');
    if (joint !== 'or' || !isOfOne) return undefined;
    return { ...one, values: [...one.values, ...other.values], joined: 'or', cost: one.cost + other.cost };
  }
  if (one.kind !== 'class' || other.kind !== 'class' || one.isAdjective || other.isAdjective) return undefined;
  // "Which are both comedies and musicals": of both. "Newspapers and magazines": of one kind or the other.
  const before = lower.slice(Math.max(0, left.from - 3), left.from);
  const isBoth = before.some((word) => language.is('both', word) || language.is('be', word));
  if (joint !== 'or' && (joint !== 'and' || isBoth || left.isNegated || right.isNegated)) return undefined;
  return { ...one, or: [...(one.or ?? []), other.name], cost: one.cost + other.cost };
}
