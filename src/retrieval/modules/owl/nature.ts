/** "Who is Hal Drummond?", "What is the Old Chapel?": of one that the graph knows, what it is. */
import { sentencesOf } from '../naive/extract';
import type { ScoredChunk } from '../../types';
import type { Chunked } from './types';

const ABOUT = /^(?:who|what) (?:is|are|was|were)(?: the| an?)?$/;

/** The question as one for the kind of what it names; undefined where it asks for more than that. */
export function natureAsked(question: Chunked): Chunked | undefined {
  const { form, chunks, unknown, superlative } = question;
  const [asked, named, ...others] = chunks;
  if (form.wants !== 'node' || unknown.length > 0 || superlative || others.length > 0) return undefined;
  if (asked?.from !== 0 || asked.meanings[0]?.kind !== 'asked' || named?.meanings[0]?.kind !== 'nodes')
    return undefined;
  const text = (from: number, to: number): string =>
    form.words
      .slice(from, to)
      .map((word) => word.text.toLowerCase())
      .join(' ');
  if (named.to !== form.words.length || !ABOUT.test(text(0, named.from))) return undefined;
  return { ...question, form: { ...form, wants: 'kind', asking: undefined }, chunks: [named] };
}

const IS = /^(?: \([^()]{1,80}\))?(?:, [^,]{1,120},)? (?:is|was|are|were) (?:an?|the|one|our) /;

/**
 * The first sentence that says so: "The Petrel is a small wooden drifter".
 *
 * @param names what it is called
 */
export function introduced(
  names: readonly string[],
  ranked: readonly ScoredChunk[],
): { readonly text: string; readonly passage: number } | undefined {
  const wanted = names.map(bare).filter((name) => name !== '');
  for (const [passage, { chunk }] of ranked.entries()) {
    for (const sentence of sentencesOf(chunk.text)) {
      const plain = bare(sentence);
      const isSo = wanted.some((name) => plain.startsWith(name) && IS.test(plain.slice(name.length)));
      if (isSo) return { text: sentence, passage };
    }
  }
  return undefined;
}

const bare = (text: string): string => text.toLowerCase().replace(/^the /, '');
