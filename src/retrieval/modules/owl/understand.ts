/** The stages up to readings: what the question may ask of the graph, and what the ontology rules out. */
import type { Nodes } from '../../agents/graph/nodes';
import { Vocabulary } from '../../agents/graph/vocabulary';
import type { InForce } from '../../../materialize';
import type { Linker } from '../../types';
import { analyse } from './analyse';
import { candidates } from './candidates';
import { check, type CheckedReading } from './check';
import { chunk } from './chunk';
import { Lexicon } from './lexicon';
import { Schema } from './schema';
import type { Chunked, Rejection } from './types';

export interface Understanding {
  readonly question: Chunked;
  readonly schema: Schema;
  /** The cheapest first. */
  readonly readings: readonly CheckedReading[];
  readonly rejections: readonly Rejection[];
}

/** Undefined where nothing of the question is known, or it is none. */
export async function understand(
  question: string,
  ontology: InForce,
  nodes: Nodes,
  linker: Linker,
  signal: AbortSignal,
): Promise<Understanding | undefined> {
  const form = analyse(question);
  if (!form) return undefined;
  const schema = new Schema(Vocabulary.of(ontology));
  const context = { lexicon: Lexicon.of(ontology), linker, nodes, times: schema.times };
  const chunked = await chunk(question, form, context, signal);
  const readings: CheckedReading[] = [];
  const rejections: Rejection[] = [];
  for (const candidate of candidates(chunked, schema)) {
    const verdict = check(candidate, chunked, schema);
    if ('reading' in verdict) readings.push(verdict.reading);
    else rejections.push(verdict.rejection);
  }
  return { question: chunked, schema, readings, rejections };
}
