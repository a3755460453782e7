/** The stages up to readings: what the question may ask of the graph, and what the ontology rules out. */
import type { Nodes } from '../../knowledge/nodes';
import { Vocabulary } from '../../knowledge/vocabulary';
import type { InForce } from '../../../materialize';
import type { Corpus, Linker } from '../../types';
import { analyse } from './analyse';
import { candidates } from './candidates';
import { check, type CheckedReading } from './check';
import { chunk } from './chunk';
import { corrected } from './correct';
import { defined, type Definition } from './definition';
import { kindsCompared } from './kinds';
import { Lexicon } from './lexicon';
import { natureAsked } from './nature';
import { plainly, usually } from './phrasing';
import { Schema } from './schema';
import type { Chunked, Rejection } from './types';

/** Readings that cost this much more than the best are no readings of the question any more. */
export const MARGIN = 1.0;
/** Candidates that are checked, and told of, in any case. */
const ALWAYS_CHECKED = 40;

export interface Understanding {
  /** The question in plain words, and in the usual ones. */
  readonly plain: string;
  readonly text: string;
  readonly question: Chunked;
  readonly schema: Schema;
  /** Of the terms that the question asks about, where it asks what they are or whether one is the other. */
  readonly definition: Definition | undefined;
  /** It asks who or what somebody or something is, and nothing else. */
  readonly isNature: boolean;
  /** The cheapest first. */
  readonly readings: readonly CheckedReading[];
  readonly rejections: readonly Rejection[];
}

/**
 * @param corpus tells words from misspelt ones; without it nothing is corrected
 * @returns undefined where it is no question
 */
export async function understand(
  question: string,
  ontology: InForce,
  nodes: Nodes,
  linker: Linker,
  signal: AbortSignal,
  corpus?: Corpus,
): Promise<Understanding | undefined> {
  const lexicon = Lexicon.of(ontology);
  const schema = Schema.of(Vocabulary.of(ontology));
  const context = { lexicon, linker, nodes, schema, times: schema.times, starts: schema.starts };
  const read = async (written: string): Promise<{ plain: string; text: string; question: Chunked } | undefined> => {
    const plain = plainly(written);
    const text = usually(plain, (phrase) => lexicon.names(phrase));
    const form = analyse(text);
    return form && { plain, text, question: await chunk(text, form, context, signal) };
  };
  let told = await read(question);
  if (!told) return undefined;
  const { unknown } = told.question;
  const better = corpus && (await corrected(question, unknown, { lexicon, linker, corpus }, signal));
  const again = better && (await read(better.text));
  if (again && again.question.unknown.length < unknown.length) {
    told = { ...again, question: { ...again.question, corrected: better.words } };
  }
  const { plain, text } = told;
  const nature = natureAsked(told.question);
  const chunked = nature ?? told.question;
  const readings: CheckedReading[] = [];
  const rejections: Rejection[] = [];
  let best = Infinity;
  for (const [i, candidate] of candidates(chunked, schema).entries()) {
    // What costs so much more is not asked.
    if (i >= ALWAYS_CHECKED && candidate.cost > best + MARGIN) break;
    const verdict = check(candidate, chunked, schema);
    if ('reading' in verdict) {
      readings.push(verdict.reading);
      best = Math.min(best, verdict.reading.cost);
    } else rejections.push(verdict.rejection);
  }
  readings.sort((a, b) => a.cost - b.cost);
  const definition = defined(plain, schema.vocabulary) ?? kindsCompared(plain, schema.vocabulary);
  return { plain, text, question: chunked, schema, definition, isNature: nature !== undefined, readings, rejections };
}
