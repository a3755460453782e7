/** Ninth stage: passages that tell facts of the answer, those first that tell the most of them. */
import { textOf } from '../../evidence/passages';
import { teller } from '../../evidence/support';
import type { Vocabulary } from '../../knowledge/vocabulary';
import { foldWords } from '../../links/fold';
import { leansOnContext, sentencesOf } from '../../language/sentences';
import type { Chunk, Corpus, Linker, NodeReference, ScoredChunk, Statement } from '../../types';

const MOST_PASSAGES = 5;
const MOST_PAIRS = 10;
const EACH = 4;
const BY_WORDS = 10;
/** Subclasses by which a passage may tell that something is of a class. */
const MOST_SUBCLASSES = 50;
/** Sentences before one that leans on them. */
const MOST_BEFORE = 2;

const folded = (text: string): string =>
  ` ${foldWords(text)
    .map((word) => word.folded)
    .join(' ')} `;

interface Asked {
  readonly question: string;
  /** Facts of the answer. */
  readonly statements: readonly Statement[];
  /** Names that the answer tells. */
  readonly names: readonly string[];
  /** Nodes that the question names. */
  readonly anchors: readonly string[];
}

interface PassageContext {
  readonly corpus: Corpus;
  readonly linker: Linker;
  readonly vocabulary: Vocabulary;
}

/**
 * Passages that tell a fact of an answer: a sentence, with what it leans on, has both sides of it, or its subject and
 * its value. None where no passage does.
 */
export async function passagesFor(
  { question, statements, names, anchors }: Asked,
  { corpus, linker, vocabulary }: PassageContext,
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
    `${question} ${names.slice(0, 10).join(' ')}`.slice(0, 900),
    BY_WORDS,
    signal,
  );
  put(words);
  const rank = new Map(words.map(({ chunk }, i) => [chunk.uid, i]));
  const told: { each: ScoredChunk; covers: readonly boolean[]; base: number }[] = [];
  for (const each of pool.values()) {
    const covers = await coveredBy(each.chunk, statements, { linker, vocabulary }, signal);
    if (!covers.some(Boolean)) continue;
    const title = folded(each.chunk.title ?? '');
    const isAbout = statements.some(({ subject, object }) =>
      [subject.label, typeof object === 'object' ? object.label : undefined].some(
        (label) => label !== undefined && title.includes(folded(label)),
      ),
    );
    told.push({ each, covers, base: (isAbout ? 0.4 : 0) + 0.5 / (1 + (rank.get(each.chunk.uid) ?? BY_WORDS)) });
  }
  // Each further passage for what those before it do not tell.
  const out: ScoredChunk[] = [];
  const seen = statements.map(() => false);
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

/** Facts that a passage tells. */
async function coveredBy(
  chunk: Chunk,
  statements: readonly Statement[],
  { linker, vocabulary }: Pick<PassageContext, 'linker' | 'vocabulary'>,
  signal: AbortSignal,
): Promise<readonly boolean[]> {
  const uids = new Set((await linker.mentions(chunk.text, signal)).flatMap((mention) => mention.uids));
  const tellsAny = teller(textOf(chunk));
  const has = (
    tells: (object: string) => boolean,
    named: ReadonlySet<string>,
    { uid, label }: NodeReference,
  ): boolean => named.has(uid) || (label !== undefined && tells(label));
  const hasFact = (
    tells: ReturnType<typeof teller>,
    named: ReadonlySet<string>,
    { subject, predicate, object }: Statement,
  ): boolean => {
    if (!has(tells, named, subject)) return false;
    if (typeof object === 'object') return has(tells, named, object);
    if (predicate !== 'graph.type') return tells(object);
    // A drifter is a vessel.
    const classes = [String(object), ...vocabulary.below(String(object)).slice(0, MOST_SUBCLASSES)];
    return classes.some((name) => tells(vocabulary.labelOf(name)));
  };
  const likely = statements.map((statement) => hasFact(tellsAny, uids, statement));
  if (!likely.some(Boolean)) return likely;
  const windows = await Promise.all(
    windowsOf(chunk).map(async (text) => ({
      tells: teller(text),
      named: new Set((await linker.mentions(text, signal)).flatMap((mention) => mention.uids)),
    })),
  );
  return statements.map(
    (statement, i) => likely[i]! && windows.some(({ tells, named }) => hasFact(tells, named, statement)),
  );
}

/** Sentences, each with title and heading, and with those before it on which its first word leans. */
function windowsOf(chunk: Chunk): string[] {
  const sentences = sentencesOf(chunk.text);
  return sentences.map((sentence, i) => {
    const start = leansOnContext(sentence) ? Math.max(0, i - MOST_BEFORE) : i;
    return textOf({ ...chunk, text: sentences.slice(start, i + 1).join(' ') });
  });
}
