/**
 * Words that nobody knows may be misspelt. One becomes a word of the ontology, of how questions are put, or a node's
 * label; never one that some document has, for then it is a word.
 */
import { editDistance } from '../../util/editDistance';
import type { Corpus, Linker } from '../types';
import { words as listOf } from '../language/data';
import type { Word } from '../language/words';
import type { Names } from './names';
import type { NamedSpan } from './asked';
import type { Nodes } from '../knowledge/nodes';

/** Words that are corrected; more are another language. */
const MAX_WORDS = 3;
/** Shorter words are too near to others; longer ones are no words. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 50;
/** Longer words may have two slips. */
const LONG = 8;

interface Corrected {
  readonly words: readonly Word[];
  readonly named: readonly NamedSpan[];
  /** As it was written → as it is read. */
  readonly read: Readonly<Record<string, string>>;
}

interface SpellingContext {
  readonly names: Names;
  readonly linker: Linker;
  readonly nodes: Nodes;
  readonly corpus: Corpus;
  readonly signal: AbortSignal;
}

/** @returns undefined where nothing can be corrected for certain */
export async function corrected(
  question: string,
  words: readonly Word[],
  unknownAt: readonly number[],
  context: SpellingContext,
): Promise<Corrected | undefined> {
  const { names, corpus, signal } = context;
  const { language } = names;
  if (unknownAt.length === 0 || unknownAt.length > MAX_WORDS) return undefined;
  const out = [...words];
  const named: NamedSpan[] = [];
  const read: Record<string, string> = {};
  for (const at of unknownAt) {
    const word = words[at]!;
    const lower = word.text.toLowerCase();
    if (lower.length < MIN_LETTERS || lower.length > MAX_LETTERS || !/^\p{Ll}+$/u.test(lower)) continue;
    if ((await corpus.keywordSearch(word.text, 1, signal)).length > 0) continue;
    const asking = Object.keys(language.data.asking).flatMap((phrase) => phrase.split(' '));
    const known = [...asking, ...listOf(language.data.grammar), ...names.vocabularyWords];
    // There are many everyday words: only those with the same first letter.
    const everyday = language.thesaurus.words.filter((other) => other[0] === lower[0]);
    const meant = nearest(lower, known, names) ?? nearest(lower, everyday, names);
    if (meant !== undefined) {
      out[at] = { ...word, text: meant, stem: language.stem(meant) };
      read[word.text] = meant;
      continue;
    }
    const span = await ofLabels(question, word, context);
    if (!span) continue;
    named.push(span.named);
    read[word.text] = span.spelling;
  }
  return Object.keys(read).length > 0 ? { words: out, named, read } : undefined;
}

/** The one word that is nearest; none where two are as near and are not forms of one word. */
function nearest(word: string, known: readonly string[], { language }: Names): string | undefined {
  const max = word.length >= LONG ? 2 : 1;
  let found: string | undefined;
  let least = max + 1;
  let isOne = true;
  for (const other of known) {
    if (other.length < MIN_LETTERS) continue;
    const distance = editDistance(word, other, { swaps: true, max });
    if (distance > least || distance > max) continue;
    if (distance === least && found !== undefined) isOne &&= language.stem(found) === language.stem(other);
    else [found, isOne, least] = [other, true, distance];
  }
  return isOne ? found : undefined;
}

/** The one spelling with which the question names a node. */
async function ofLabels(
  question: string,
  { start, end }: Word,
  { linker, nodes, signal }: SpellingContext,
): Promise<{ readonly named: NamedSpan; readonly spelling: string } | undefined> {
  const written = question.slice(start, end).toLowerCase();
  // The words near it are enough for a label.
  const left = question.slice(0, start).split(' ').slice(-4).join(' ');
  const right = question.slice(end).split(' ').slice(0, 5).join(' ');
  let found: { readonly span: { start: number; end: number; uids: readonly string[] }; spelling: string } | undefined;
  for (const slip of slipsOf(written)) {
    if (slip.length < MIN_LETTERS - 1) continue;
    const mentions = await linker.mentions(`${left}${slip}${right}`, signal);
    const named = mentions.find(
      (each) => each.uids.length > 0 && each.start < left.length + slip.length && each.end > left.length,
    );
    if (!named) continue;
    if (found) return undefined;
    const shift = (at: number): number => {
      const inText = at + start - left.length;
      return at <= left.length ? inText : Math.max(end, inText + written.length - slip.length);
    };
    const span = { start: shift(named.start), end: shift(named.end), uids: named.uids };
    found = { span, spelling: slip[0]!.toUpperCase() + slip.slice(1) };
  }
  if (!found) return undefined;
  const { span, spelling } = found;
  return { named: { start: span.start, end: span.end, nodes: await nodes.read(span.uids) }, spelling };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzäöüß';

/** Every spelling that one slip makes of a word, without the word itself. */
function slipsOf(word: string): ReadonlySet<string> {
  const out = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [left, right] = [word.slice(0, i), word.slice(i)];
    if (right !== '') out.add(left + right.slice(1));
    if (right.length > 1) out.add(left + right[1]! + right[0]! + right.slice(2));
    for (const letter of LETTERS) {
      out.add(left + letter + right);
      if (right !== '') out.add(left + letter + right.slice(1));
    }
  }
  out.delete(word);
  return out;
}
