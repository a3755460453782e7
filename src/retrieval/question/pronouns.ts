/** Pronouns of a question: the nodes for which they may stand. */
import type { Node } from '../knowledge/nodes';
import type { Language } from '../language/language';
import { isSingular, sexOfPronoun } from './sexes';
import { nodeMeaning, type Chunk, type Meaning } from './types';
import { COST } from './weights';

/** Maximum nodes, or lists of nodes, of which a pronoun may stand for one. */
const MAX_CANDIDATES = 3;

/** Nodes that pronouns may stand for. */
export interface Mentioned {
  /** Of each turn that names people, the nearest first. */
  readonly someone: readonly (readonly Node[])[];
  /** The person for whom she, or he, stands; none if nobody, or several may be meant. */
  readonly she: readonly Node[];
  readonly he: readonly Node[];
  /** Of each turn that names things. */
  readonly something: readonly (readonly Node[])[];
  /** Of each turn that names several people, or several things. */
  readonly several: readonly (readonly Node[])[];
  /** All that the nearest answer with a name and its question name. */
  readonly last: readonly Node[];
}

export const NOBODY: Mentioned = { someone: [], she: [], he: [], something: [], several: [], last: [] };

/** A question before the word that is read. */
interface Before {
  readonly language: Language;
  /** All words of the question, in lower case. */
  readonly lower: readonly string[];
  /** End of the words that are asked about. */
  readonly to: number;
  readonly isWho: boolean;
  readonly chunks: readonly Chunk[];
  /** Nodes named before the question: pronouns stand for them. */
  readonly topic: readonly Node[];
  readonly mentioned: Mentioned;
}

/** Each node once, in order. */
export const distinct = (nodes: readonly Node[]): Node[] => [
  ...new Map(nodes.map((node) => [node.uid, node])).values(),
];

/** Returns the nodes for which a pronoun may stand, the nearest first: none beyond a turn that names several. */
export function candidatesOf(turns: readonly (readonly Node[])[]): Node[] {
  const end = turns.findIndex((turn) => turn.length > 1);
  return distinct(turns.slice(0, end < 0 ? turns.length : end).flat()).slice(0, MAX_CANDIDATES);
}

/** True if a word of a question may refer to earlier turns. */
export const refersBack = (lower: readonly string[], language: Language): boolean =>
  lower.some((word, at) => {
    if (language.isAny(word, 'someone', 'something', 'plural', 'possessives', 'there', 'else')) return true;
    const isAsking = at === 0 || (at === 1 && language.is('prepositions', lower[0]!));
    return language.is('relatives', word) && !isAsking;
  });

/**
 * Reads a word as a pronoun.
 *
 * @returns its meanings; `dropped` if it stands for what is asked for, `open` if it stands for nothing; undefined if the
 *   word is no pronoun, or may be none
 */
export function pronounAt(at: number, before: Before): readonly Meaning[] | 'dropped' | 'open' | undefined {
  const { language, lower, chunks, topic, mentioned } = before;
  const word = lower[at]!;
  const isOpen = isPlaceOrThat(at, before);
  const sex = sexOfPronoun(word, language);
  // "Her boss", and not "who lost her key": what is hers is asked of somebody who was named before.
  const isFirst = chunks.every(({ meanings }) => meanings[0]?.kind === 'asked');
  const isOwner = language.is('possessives', word) && !language.is('relatives', word) && isFirst;
  // "What does Ada pay for her ticket?": hers.
  const next = lower[at + 1] ?? '';
  const isOfNamed = language.is('possessives', word) && !isFirst && next !== '' && !language.is('prepositions', next);
  const isSomeone = (language.is('someone', word) && !isOfNamed) || (isOwner && sex !== undefined);
  const isSomething = isOpen || language.is('something', word) || (isOwner && sex === undefined);
  const isOfOne = sex !== undefined && [at - 1, at + 1].some((i) => isSingular(lower[i] ?? '', language));
  const isPlural = language.is('plural', word) && !isOfOne;
  if (!isSomeone && !isSomething && !isPlural) return undefined;
  if (topic.length > 0) return [{ kind: 'nodes', nodes: topic, cost: 0 }];
  const { someone, something, several } = mentioned;
  // "Who was charged with theft, but not convicted of it?"
  const named = chunks.flatMap((chunk) => (chunk.meanings[0]!.kind === 'nodes' ? (nodeMeaning(chunk) ?? []) : []));
  const contrast = lower.slice(0, at).findLastIndex(language.oneOf('contrast'));
  // The verb has the subject of the clause before.
  const isDenied = ['auxiliaries', 'be', 'negators'] as const;
  const isObject = contrast >= 0 && isDenied.some((list) => language.is(list, lower[contrast + 1] ?? ''));
  if ((isObject || (contrast >= 0 && before.isWho)) && !isSomeone && named.length === 1) return named;
  // "The wife of the man who found it", "which fields have a wall around them": of what is asked for.
  const noun = chunks.find(({ meanings }) => meanings[0]!.kind === 'class');
  const isOfNoun = language.is('prepositions', lower[at - 1] ?? '');
  const isAgain = noun && (isOfNoun || lower.slice(noun.to, at).some(language.oneOf('relatives')));
  if (isAgain && (isSomeone ? someone : something).length === 0) return 'dropped';
  const lists = isPlural ? several : [];
  // "Which of them": of one there is no choice.
  const isChoice = isPlural && [lower[at - 1] ?? '', word].some(language.oneOf('possessiveMarkers'));
  // "He" of a dog, where nobody else is named.
  const animate = someone.length > 0 ? someone : something;
  const meant = sex !== undefined && someone.length > 0 ? mentioned[sex] : candidatesOf(animate);
  const single = [...(isSomeone ? meant : []), ...(isSomething ? candidatesOf(something) : [])];
  const candidates = lists.length > 0 || isChoice ? lists : single.map((node) => [node]);
  const isUnmet = isOpen || isChoice || (sex !== undefined && (someone.length > 0 || !isPlural));
  if (candidates.length === 0) return isUnmet ? 'open' : undefined;
  return candidates.slice(0, MAX_CANDIDATES).map((nodes, i) => {
    const joined = nodes.length > 1 ? { joined: 'and' as const, isEach: true as const } : {};
    return { kind: 'nodes', nodes, ...joined, cost: i * COST.earlier };
  });
}

/** "In which country is that?", "who works there?"; not "how many are there?" */
function isPlaceOrThat(at: number, { language, lower, to }: Before): boolean {
  const word = lower[at]!;
  const isBeside = [at - 1, at + 1].some((i) => language.is('be', lower[i] ?? ''));
  if (language.is('relatives', word)) return at + 1 === to;
  return language.is('there', word) && !isBeside;
}
