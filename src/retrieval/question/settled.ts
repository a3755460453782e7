/** Verdicts that another question settles: "Is there an engineer without a mentor?" by the engineers that have none. */
import type { Language } from '../language/language';
import type { Word } from '../language/words';
import { listed, type Solution } from './answer';
import type { NamedSpan } from './asked';
import { MAX_ROWS } from './query';
import { LIMIT } from './weights';

interface Settling {
  /** The question that asks which. */
  readonly question: string;
  /** Returns the verdict by the answer to it; undefined if it settles nothing. */
  readonly verdict: (found: Solution) => Solution | undefined;
}

/**
 * Returns the question that settles a verdict on a denial, `what engineer without a mentor`, or on being the only one:
 * `what organic supplier` of "Is Moosbach Farm the only organic supplier?"
 */
export function settling(
  question: string,
  words: readonly Word[],
  named: readonly NamedSpan[],
  language: Language,
): Settling | undefined {
  const lower = words.map(({ text }) => text.toLowerCase());
  const { asking, sayings } = language.data;
  const what = Object.keys(asking).find((word) => asking[word]!.isDeterminer && asking[word]!.wants === 'node')!;
  const is = (list: 'be' | 'there' | 'articles' | 'existential' | 'only' | 'negators', at: number): boolean =>
    language.is(list, lower[at] ?? '');
  if (!is('be', 0) || words.length < 4) return undefined;
  if (is('there', 1)) {
    const from = is('articles', 2) || is('existential', 2) ? 3 : 2;
    const isDenied = lower.some((_, at) => is('negators', at) || language.phraseAt('nobody', lower, at) > 0);
    if (!isDenied || is('negators', from)) return undefined;
    const verdict = (found: Solution): Solution | undefined =>
      found.uids?.length ? { ...found, answer: `${sayings.yes}: ${found.answer}` } : undefined;
    return { question: `${what} ${question.slice(words[from]!.start)}`, verdict: certain(verdict) };
  }
  const [span, ...others] = named.filter(({ start }) => start <= (words[2]?.start ?? 0));
  const at = words.findIndex(({ start }) => span !== undefined && start >= span.end);
  const [node, ...namesakes] = span?.nodes ?? [];
  const isOne = node !== undefined && others.length + namesakes.length === 0 && is('articles', at);
  if (!isOne || at + 2 >= words.length) return undefined;
  const isMost = lower
    .slice(at + 1, at + 4)
    .some((word, i) => language.degreeOf(word, lower[at + i])?.degree === 'superlative');
  if (!is('only', at + 1) && !isMost) return undefined;
  const verdict = (found: Solution): Solution | undefined => {
    const { uids = [], names } = found;
    const isAmong = uids.includes(node.uid);
    if ((!isAmong && (!isMost || uids.length === 0)) || uids.length >= MAX_ROWS) return undefined;
    if (isMost && isAmong) return { ...found, answer: `${sayings.yes}.`, names: [] };
    const rest = names.filter((_, i) => uids[i] !== node.uid);
    const answer = rest.length > 0 ? `${sayings.no}: ${listed(rest)}.` : `${sayings.yes} ${sayings.asStated}.`;
    return { ...found, answer, names: rest, isClosed: true };
  };
  const which = isMost ? `${lower[0]!} ${question.slice(words[at]!.start)}` : question.slice(words[at + 2]!.start);
  return { question: `${what} ${which}`, verdict: certain(verdict) };
}

/** Guesses settle nothing. */
const certain =
  (verdict: Settling['verdict']): Settling['verdict'] =>
  (found) =>
    (found.cost ?? 0) <= LIMIT.certain ? verdict(found) : undefined;
