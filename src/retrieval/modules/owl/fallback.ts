/**
 * Where the graph has no answer: an extract of the passages, as module naive makes it, but only one that names
 * something of the kind that is asked for.
 */
import type { Nodes } from '../../knowledge/nodes';
import { namesIn } from '../../language/sentences';
import { findPassages, type Found } from '../../search/find';
import type { Step } from '../../trail';
import type { ScoredChunk, Surroundings } from '../../types';
import { extract } from '../naive/extract';
import { analyse } from '../naive/question';
import { introduced } from './nature';
import type { Schema } from '../../question/schema';

const MOST_PASSAGES = 5;

type FallbackContext = Pick<Surroundings, 'corpus' | 'linker' | 'language' | 'logger'> & {
  readonly nodes: Nodes;
  readonly schema: Schema | undefined;
  readonly signal: AbortSignal;
  /** Receives each search as a step of the trajectory. */
  readonly step?: (step: Step) => void;
};

export interface Fallback {
  readonly text: string | undefined;
  /** Place of the passage that the text is from. */
  readonly from?: number;
  /** Of the question's content words, the part that the text has. */
  readonly coverage?: number;
  readonly passages: readonly ScoredChunk[];
  /** Extracts that name nothing of the kind. */
  readonly pruned: readonly string[];
  readonly notes: PassageNotes;
}

/** Metadata of passages: how they were ranked, and the model that did not answer. */
type PassageNotes = { readonly ranked_by: Found['rankedBy'] } & Pick<Found, 'warning'>;

/** Returns the passages for a question. */
export async function passagesOf(
  question: string,
  { corpus, logger, signal, step }: Pick<FallbackContext, 'corpus' | 'logger' | 'signal' | 'step'>,
): Promise<{ readonly passages: readonly ScoredChunk[]; readonly notes: PassageNotes }> {
  const options = { limit: MOST_PASSAGES, logger, signal, ...(step && { step }) };
  const { passages, rankedBy, ...failure } = await findPassages(corpus, question, options);
  return { passages, notes: { ranked_by: rankedBy, ...failure } };
}

/**
 * @param classes what the answer has to be of; none where anything goes
 * @param anchors nodes that the question names: they are no answer
 */
export async function fromPassages(
  question: string,
  classes: readonly string[],
  anchors: readonly string[],
  context: FallbackContext,
): Promise<Fallback> {
  const { linker, nodes, schema, language, signal } = context;
  const { passages, notes } = await passagesOf(question, context);
  const asked = analyse(question, language);
  const pruned: string[] = [];
  let ranked = [...passages];
  while (ranked.length > 0) {
    const { extract: found } = extract(asked, ranked, language);
    if (!found) break;
    const told = { text: found.text, from: passages.indexOf(ranked[found.passage]!), coverage: found.coverage };
    if (!schema || classes.length === 0) return { ...told, passages, pruned, notes };
    const mentions = await linker.mentions(found.text, signal);
    const uids = [...new Set(mentions.flatMap((mention) => mention.uids))];
    const named = await nodes.read(uids.filter((uid) => !anchors.includes(uid)).slice(0, 50));
    // Of whom the graph has never heard, it cannot say what they are.
    const isUnknown =
      classes.some((name) => schema.isPeople(name)) &&
      namesIn(found.text).some((name) => !question.includes(name) && isOutside(name, found.text, mentions));
    const fits = isUnknown || named.some(({ types }) => classes.every((name) => schema.vocabulary.isOf(types, name)));
    if (fits) return { ...told, passages, pruned, notes };
    pruned.push(found.text);
    ranked = ranked.filter((_, i) => i !== found.passage);
  }
  return { text: undefined, passages, pruned, notes };
}

/** Whether no mention has anything of a name. */
const isOutside = (
  name: string,
  text: string,
  mentions: readonly { readonly start: number; readonly end: number }[],
): boolean => {
  const start = text.indexOf(name);
  return start >= 0 && !mentions.some((mention) => mention.start < start + name.length && start < mention.end);
};

/** The sentence that says what it is, of one that has these names. */
export async function fromIntroduction(
  question: string,
  names: readonly string[],
  context: Pick<FallbackContext, 'corpus' | 'logger' | 'signal' | 'step'>,
): Promise<Fallback> {
  const { passages, notes } = await passagesOf(question, context);
  const said = introduced(names, passages);
  return { text: said?.text, ...(said && { from: said.passage }), passages, pruned: [], notes };
}
