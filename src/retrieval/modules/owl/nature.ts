/** Sentences that say what something is. */
import { sentencesOf } from '../../language/sentences';
import type { ScoredChunk } from '../../types';

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
