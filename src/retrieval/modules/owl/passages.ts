/** Ninth stage: passages behind facts, those first that name both sides of the most of them. */
import { foldWords } from '../../links/fold';
import type { Corpus, ScoredChunk, Statement } from '../../types';

const MOST_PASSAGES = 5;
const MOST_PAIRS = 10;
const EACH = 4;
const BY_WORDS = 10;

const folded = (text: string): string =>
  ` ${foldWords(text)
    .map((word) => word.folded)
    .join(' ')} `;

/**
 * @param answers names that the answer tells
 * @param anchors nodes that the question names
 */
export async function passagesFor(
  question: string,
  statements: readonly Statement[],
  answers: readonly string[],
  anchors: readonly string[],
  corpus: Corpus,
  signal: AbortSignal,
): Promise<ScoredChunk[]> {
  const pool = new Map<string, ScoredChunk>();
  const put = (list: readonly ScoredChunk[]): void =>
    list.forEach((each) => pool.has(each.chunk.uid) || pool.set(each.chunk.uid, each));
  const links = statements.flatMap(({ subject, object }) =>
    typeof object === 'object' ? [[subject.uid, object.uid]] : [],
  );
  const linked = new Set(links.flat());
  const alone = [...new Set(statements.map(({ subject }) => subject.uid))].filter((uid) => !linked.has(uid));
  const between = [...links, ...alone.map((uid) => [uid])];
  for (const uids of [...between.slice(0, MOST_PAIRS), ...(anchors.length > 0 ? [anchors] : [])]) {
    signal.throwIfAborted();
    put(await corpus.mentioning([...new Set(uids)], EACH));
  }
  const words = await corpus.keywordSearch(
    `${question} ${answers.slice(0, 10).join(' ')}`.slice(0, 900),
    BY_WORDS,
    signal,
  );
  put(words);
  const rank = new Map(words.map(({ chunk }, i) => [chunk.uid, i]));
  const facts = statements.map(({ subject, object }) =>
    [subject.label, typeof object === 'object' ? object.label : undefined].flatMap((label) =>
      label === undefined ? [] : [folded(label)],
    ),
  );
  const told = [...pool.values()].map((each) => {
    const text = folded(`${each.chunk.title ?? ''} . ${each.chunk.heading ?? ''} . ${each.chunk.text}`);
    const title = folded(each.chunk.title ?? '');
    const covers = facts.map((labels) => labels.length > 0 && labels.every((label) => text.includes(label)));
    const isAbout = facts.some((labels) => labels.some((label) => title.includes(label)));
    return { each, covers, base: (isAbout ? 0.4 : 0) + 0.5 / (1 + (rank.get(each.chunk.uid) ?? BY_WORDS)) };
  });
  // Each further passage for what those before it do not tell.
  const out: ScoredChunk[] = [];
  const seen = facts.map(() => false);
  while (out.length < MOST_PASSAGES && told.length > 0) {
    let best = 0;
    let top = -1;
    for (const [i, { covers, base }] of told.entries()) {
      const fresh = covers.filter((has, at) => has && !seen[at]).length;
      const again = covers.filter(Boolean).length - fresh;
      const value = fresh + again * 0.05 + base;
      if (value > top) [best, top] = [i, value];
    }
    const [next] = told.splice(best, 1);
    next!.covers.forEach((has, at) => (seen[at] ||= has));
    out.push({ chunk: next!.each.chunk, score: Math.round(top * 1000) / 1000 });
  }
  return out.map((each, i) => ({ ...each, score: Math.min(each.score, i === 0 ? Infinity : out[i - 1]!.score) }));
}
