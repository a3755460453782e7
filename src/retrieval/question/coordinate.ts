/** Names that `or`, `and` and commas put side by side become one chunk. */
import type { Language } from '../language/language';
import { isRelation, nodeMeanings, nodeMeaning, type Chunk, type Form, type Joined, type Meaning } from './types';

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
    // "Which animals does Ada like but not Ben?"
    const isBehindVerb = joint === 'but not' && last!.meanings.every(isRelation);
    const place = out.length - (isBehindVerb ? 2 : 1);
    const left = out[place];
    const made = joint && left && joined(left, chunk, joint, form, language);
    if (made) {
      for (let i = last.to; i < chunk.from; i++) used.add(i);
      out[place] = { ...left, ...(!isBehindVerb && { to: chunk.to }), meanings: [made] };
    } else out.push(chunk);
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
  { lower, negators, words }: Form,
  used: Set<number>,
  language: Language,
): Joined {
  const isVerb = ({ kind }: Meaning): boolean => kind === 'verb';
  const helpers = ['and', 'or', 'be', 'auxiliaries', 'prepositions', 'both'] as const;
  for (const [i, left] of chunks.entries()) {
    const [right, object] = [chunks[i + 1], chunks[i + 2]];
    if (!right || negators.size > 0 || ![left, right].every(({ meanings }) => meanings.some(isVerb))) continue;
    const between = lower.slice(left.to, right.from);
    const at = between.findIndex(language.oneOf('or', 'and'));
    if (at < 0 || !between.every((word) => helpers.some((list) => language.is(list, word)))) continue;
    const verbs = [left, right].map((chunk) => ({ ...chunk, meanings: chunk.meanings.filter(isVerb) }));
    if (language.is('or', between[at]!)) {
      used.add(left.to + at);
      return { either: verbs.map((verb) => [...chunks.slice(0, i), verb, ...chunks.slice(i + 2)]) };
    }
    // "Wer hat den Hund gefunden und versorgt?"
    const before = object === undefined && language.data.nounsAreCapitalized ? chunks[i - 1] : undefined;
    if (before && !before.isNegated && before.meanings.some(({ kind }) => kind === 'nodes')) {
      const again = { ...before, from: right.from - 0.2, to: right.from - 0.1 };
      return { shared: [...chunks.slice(0, i), verbs[0]!, again, verbs[1]!] };
    }
    if (!object || object.isNegated || object.meanings.some(isVerb)) continue;
    // "Are completed and depend on Apollo": it is not completed.
    const isActive = language.tag === 'en' && !language.isParticiple(words[right.from]!.text);
    if (isActive && language.is('be', lower[left.from - 1] ?? '')) continue;
    const again = { ...object, from: left.to + 0.1, to: left.to + 0.2 };
    return { shared: [...chunks.slice(0, i), verbs[0]!, again, verbs[1]!, ...chunks.slice(i + 2)] };
  }
  return {};
}

/** Returns the conjunction or comma between two chunks; undefined if there are other words. */
function jointOf(
  question: string,
  { words, lower, isOfNone }: Form,
  { to: from, isNegated }: Chunk,
  { from: to, ...right }: Chunk,
  language: Language,
): Joint | undefined {
  const isPlain = language.oneOf('articles', 'both', 'prepositions');
  const own = lower.slice(from, to).filter((word) => !isPlain(word) || language.isAny(word, 'and', 'or'));
  if (right.isNegated && !isNegated && own.length > 0 && language.phraseAt('butNot', own, 0) === own.length)
    return 'but not';
  // "Sowohl A als auch B".
  const isAlongside = (all: readonly string[]): boolean =>
    all.length > 0 && language.phraseAt('alongside', all, 0) === all.length;
  if (isAlongside(own) || isAlongside(lower.slice(from, to))) return 'and';
  const [word = '', ...others] = own;
  if (others.length > 0) return undefined;
  // "Neither A nor B".
  if (language.is('or', word) || ((isNegated || isOfNone) && language.is('nor', word))) return 'or';
  if (language.is('and', word)) return 'and';
  const [before, after] = [words[from - 1], words[to]];
  return before && after && word === '' && /,/.test(question.slice(before.end, after.start)) ? ',' : undefined;
}

function joined(
  left: Chunk,
  right: Chunk,
  joint: Joint,
  { lower, wants }: Form,
  language: Language,
): Meaning | undefined {
  // "Paper or lace": what is not both a name may be one beside another name.
  const [ones, others] = [left, right].map(nodeMeaning);
  const isNamed = left.meanings[0]!.kind === 'nodes' || right.meanings[0]!.kind === 'nodes';
  if (isNamed && [left, right].some((chunk) => nodeMeanings(chunk).length > 0 && !nodeMeaning(chunk))) return undefined;
  const [one, other] = isNamed && ones && others ? [ones, others] : [left.meanings[0]!, right.meanings[0]!];
  const cost = one.cost + other.cost;
  if (one.kind === 'nodes' && other.kind === 'nodes') {
    // A name of several nodes is ambiguous.
    if ((one.nodes.length !== 1 && one.joined === undefined) || other.nodes.length !== 1 || one.butNot)
      return undefined;
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
  // "Who found a comet and a planet?": both. "Is the play a tragedy and a comedy?"
  const isOne = language.is('articles', lower[right.from - 1] ?? '') || wants === 'verdict';
  const isBoth = isOne || before.some(language.oneOf('both', 'be'));
  if (joint !== 'or' && (joint !== 'and' || isBoth || left.isNegated || right.isNegated)) return undefined;
  return { ...one, or: [...(one.or ?? []), other.name], cost };
}
