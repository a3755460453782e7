/** Passages that tell facts of an answer, those first that tell the most of them. */
import { textOf } from '../../evidence/passages';
import { teller } from '../../evidence/support';
import type { Vocabulary } from '../../knowledge/vocabulary';
import { leansOnContext, sentencesOf } from '../../language/sentences';
import { rounded } from '../../trail';
import type { Chunk, Corpus, Linker, NodeReference, ScoredChunk, Statement } from '../../types';

const MOST_PASSAGES = 5;
/** Facts of which passages are searched, and passages that name both ends of one. */
const MOST_SEARCHED = 10;
const EACH = 4;
const BY_WORDS = 10;
const MOST_QUERY = 900;
/** Subclasses by which a passage may tell that something is of a class. */
const MOST_SUBCLASSES = 50;
/** Sentences before one that leans on them. */
const MOST_BEFORE = 2;
/** Weights of a fact that an earlier passage covers as well, and of the rank by words. */
const AGAIN = 0.05;
const BY_RANK = 0.5;

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
 * Passages that tell a fact of an answer, other than its class: a sentence, with what it leans on, has both sides of it,
 * or its subject and its value. None where no passage does.
 */
export async function passagesFor(
  { question, statements: all, names, anchors }: Asked,
  context: PassageContext,
  signal: AbortSignal,
): Promise<ScoredChunk[]> {
  const { corpus } = context;
  // Class membership is evidence only if nothing else is asked.
  const others = all.filter(({ predicate }) => predicate !== 'graph.type');
  const statements = others.length > 0 ? others : all;
  const query = `${question} ${names.slice(0, MOST_SEARCHED).join(' ')}`.slice(0, MOST_QUERY);
  const pool = new Map((await corpus.keywordSearch(query, BY_WORDS, signal)).map(({ chunk }) => [chunk.uid, chunk]));
  const rank = new Map([...pool.keys()].map((uid, i) => [uid, i]));
  const ends = statements.map(({ subject, object }) => [
    subject.uid,
    ...(typeof object === 'object' ? [object.uid] : []),
  ]);
  const searched = new Map([...ends.slice(0, MOST_SEARCHED), anchors].map((uids) => [uids.join(' '), uids]));
  for (const uids of searched.values()) {
    signal.throwIfAborted();
    for (const { chunk } of await corpus.mentioning(uids, EACH)) pool.set(chunk.uid, chunk);
  }
  let told: { readonly chunk: Chunk; readonly facts: readonly Statement[]; readonly base: number }[] = [];
  for (const chunk of pool.values()) {
    const facts = await factsIn(chunk, statements, context, signal);
    if (facts.length > 0) told.push({ chunk, facts, base: BY_RANK / (1 + (rank.get(chunk.uid) ?? BY_WORDS)) });
  }
  // Each further passage for what those before it do not tell.
  const seen = new Set<Statement>();
  const out: ScoredChunk[] = [];
  while (out.length < MOST_PASSAGES && told.length > 0) {
    const valueOf = ({ facts, base }: (typeof told)[number]): number =>
      facts.reduce((sum, fact) => sum + (seen.has(fact) ? AGAIN : 1), base);
    const best = told.reduce((one, other) => (valueOf(other) > valueOf(one) ? other : one));
    out.push({ chunk: best.chunk, score: Math.min(rounded(valueOf(best)), out.at(-1)?.score ?? Infinity) });
    for (const fact of best.facts) seen.add(fact);
    told = told.filter((each) => each !== best);
  }
  return out;
}

/** Facts that a passage tells. */
async function factsIn(
  chunk: Chunk,
  statements: readonly Statement[],
  context: PassageContext,
  signal: AbortSignal,
): Promise<readonly Statement[]> {
  const likely = statements.filter(await factTeller(textOf(chunk), context, signal));
  if (likely.length === 0) return likely;
  const windows = await Promise.all(windowsOf(chunk).map((text) => factTeller(text, context, signal)));
  return likely.filter((statement) => windows.some((tells) => tells(statement)));
}

/** Returns a test for facts in a text. */
async function factTeller(
  text: string,
  { linker, vocabulary }: PassageContext,
  signal: AbortSignal,
): Promise<(statement: Statement) => boolean> {
  const tells = teller(text);
  const named = new Set((await linker.mentions(text, signal)).flatMap((mention) => mention.uids));
  const has = ({ uid, label }: NodeReference): boolean => named.has(uid) || (label !== undefined && tells(label));
  return ({ subject, predicate, object }) => {
    if (!has(subject)) return false;
    if (typeof object === 'object') return has(object);
    if (predicate !== 'graph.type') return tells(object);
    // A drifter is a vessel.
    const classes = [String(object), ...vocabulary.below(String(object)).slice(0, MOST_SUBCLASSES)];
    return classes.some((name) => tells(vocabulary.labelOf(name)));
  };
}

/** Sentences, each with title and heading, and with those before it on which its first word leans. */
function windowsOf(chunk: Chunk): string[] {
  const sentences = sentencesOf(chunk.text);
  return sentences.map((sentence, i) => {
    const start = leansOnContext(sentence) ? Math.max(0, i - MOST_BEFORE) : i;
    return textOf({ ...chunk, text: sentences.slice(start, i + 1).join(' ') });
  });
}
