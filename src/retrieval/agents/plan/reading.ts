/** A question read with the words of the ontology and of the graph: which nodes, classes and properties it speaks of. */
import type { Toolbox } from '../tools/toolbox';
import type { Node, Nodes } from '../graph/nodes';
import { classesAskedFor, toldPruned, type Pruned, type Pruning } from '../graph/pruning';
import type { ClassTerm, PropertyTerm, Vocabulary } from '../graph/vocabulary';
import { readQuestion, type Question } from '../text/question';
import { isFunctionWord, wordsOf, type Word } from '../text/words';

/** Nodes that a phrase of the question names. */
export interface Anchor {
  readonly phrase: string;
  readonly nodes: readonly Node[];
  readonly from: number;
  readonly to: number;
}

/** Terms that words of the question name. */
export interface Mention<T> {
  readonly terms: readonly T[];
  readonly from: number;
  readonly to: number;
}

export interface Reading {
  readonly question: Question;
  readonly anchors: readonly Anchor[];
  readonly classes: readonly Mention<ClassTerm>[];
  readonly properties: readonly Mention<PropertyTerm>[];
  /** Class names: what the answer is a member of, where the question says so. */
  readonly target: readonly string[];
  /** Numbers in it. */
  readonly numbers: readonly string[];
  /** Stems of what it is about that neither graph nor ontology have a word for. */
  readonly uncovered: readonly string[];
}

export interface ReadingContext {
  readonly nodes: Nodes;
  readonly vocabulary: Vocabulary | undefined;
  readonly pruning: Pruning;
  readonly toolbox: Toolbox;
}

const MOST_PHRASES = 40;
const MOST_WORDS = 6;

/** Words that ask, and are not part of what is asked about. */
const ASKING = new Set(
  wordsOf('name names list show give tell find count number kind type sort named called many much exist there').map(
    ({ stem }) => stem,
  ),
);

export async function readAgainstGraph(text: string, context: ReadingContext): Promise<Reading> {
  const { vocabulary, toolbox } = context;
  const question = readQuestion(text);
  const words = wordsOf(text);
  const matches = vocabulary?.match(words) ?? [];
  const anchors = await findAnchors(question, words, context);
  const isAnchored = (i: number): boolean => anchors.some(({ from, to }) => i >= from && i < to);
  const free = matches.filter(({ from, to }) => !range(from, to).some(isAnchored));
  const classes = free.flatMap(({ terms, from, to }): Mention<ClassTerm>[] => {
    const own = terms.filter((term): term is ClassTerm => term.kind === 'class');
    return own.length > 0 ? [{ terms: own, from, to }] : [];
  });
  const properties = free.flatMap(({ terms, from, to }): Mention<PropertyTerm>[] => {
    const own = terms.filter((term): term is PropertyTerm => term.kind === 'property');
    return own.length > 0 ? [{ terms: own, from, to }] : [];
  });
  const target = targetOf(words, classes, question, vocabulary);
  const isNumber = (word: Word): boolean => /^\d[\d.,]*$/.test(word.text);
  const covered = (i: number): boolean => isAnchored(i) || free.some(({ from, to }) => i >= from && i < to);
  const open = words.filter((word, i) => !covered(i) && !isFunctionWord(word) && !ASKING.has(word.stem));
  const reading: Reading = {
    question,
    anchors,
    classes,
    properties,
    target,
    numbers: open.filter(isNumber).map((word) => word.text),
    uncovered: [...new Set(open.filter((word) => !isNumber(word)).map(({ stem }) => stem))],
  };
  const named = { classes: names(classes), properties: names(properties) };
  return toolbox.step('find_classes', { text }, () =>
    Promise.resolve({
      value: reading,
      result: { ...named, target, uncovered: reading.uncovered },
      summary:
        [...named.classes, ...named.properties].join(', ') +
          (target.length > 0 ? `; asked for: ${target.join(' or ')}` : '') || 'nothing of that name',
    }),
  );
}

const names = (mentions: readonly Mention<{ readonly name: string }>[]): string[] =>
  mentions.map(({ terms }) => terms.map(({ name }) => name).join(' or '));

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/**
 * Nodes whose labels stand in the question: the longest first. Of several nodes of one name those stay that the ontology
 * allows a part in the question.
 */
async function findAnchors(question: Question, words: readonly Word[], context: ReadingContext): Promise<Anchor[]> {
  const { nodes, pruning, toolbox, vocabulary } = context;
  const phrases = phrasesOf(question, words, vocabulary);
  if (phrases.length === 0) return [];
  return toolbox.step('find_nodes', { name: phrases.map(({ text }) => text).slice(0, 12) }, async () => {
    const found = await nodes.find(
      phrases.map(({ text }) => text),
      20,
    );
    const anchors: Anchor[] = [];
    const pruned: Pruned[] = [];
    const exact = phrases.map((phrase, i) => ({
      ...phrase,
      nodes: found[i]!.filter((node) => isCalled(node, phrase)),
    }));
    const partly = phrases.map((phrase, i) => ({ ...phrase, nodes: phrase.isName ? found[i]! : [] }));
    for (const each of [...exact, ...partly]) {
      if (each.nodes.length === 0) continue;
      if (anchors.some(({ from, to }) => each.from < to && from < each.to)) continue;
      const left = pruning.nodes(each.nodes);
      pruned.push(...left.pruned);
      anchors.push({ phrase: each.text, nodes: left.kept.slice(0, 8), from: each.from, to: each.to });
    }
    anchors.sort((a, b) => a.from - b.from);
    const told = anchors.map(({ phrase, nodes: its }) => `${phrase}: ${its.map(describe).join(', ')}`);
    const result = { anchors: told, ...(pruned.length > 0 && { leftOut: pruned }) };
    return { value: anchors, result, summary: `${told.join('; ') || 'no node'}${toldPruned(pruned)}` };
  });
}

const describe = ({ label, uid, types }: Node): string =>
  `${label ?? uid} (${types.slice(0, 3).join(', ') || 'no type'})`;

interface Phrase {
  readonly text: string;
  readonly stems: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Written as names are. */
  readonly isName: boolean;
}

/** Runs of words that may be a name, longest first. */
function phrasesOf(question: Question, words: readonly Word[], vocabulary: Vocabulary | undefined): Phrase[] {
  const nameSpans = question.names.flatMap((name) => {
    const at = question.text.indexOf(name);
    return at < 0 ? [] : [{ start: at, end: at + name.length }];
  });
  const terms = vocabulary?.match(words) ?? [];
  const isTerm = (from: number, to: number): boolean => terms.some((term) => term.from <= from && to <= term.to);
  const phrases: Phrase[] = [];
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const to = from + length;
      const [first, last] = [words[from]!, words[to - 1]!];
      const isName = nameSpans.some(({ start, end }) => start <= first.start && last.end <= end);
      if (!isName && (isFunctionWord(first) || isFunctionWord(last) || isTerm(from, to))) continue;
      // Whatever is not written as a name has to be one as a whole: "wild goose", not "of the wild goose that".
      if (!isName && words.slice(from, to).some(isFunctionWord) && length > 4) continue;
      const text = question.text.slice(first.start, last.end).replace(/['’]s$/, '');
      phrases.push({ text, stems: words.slice(from, to).map(({ stem }) => stem), from, to, isName });
    }
  }
  return phrases
    .sort((a, b) => Number(b.isName) - Number(a.isName) || b.to - b.from - (a.to - a.from))
    .slice(0, MOST_PHRASES);
}

const stemsOf = (text: string): string => {
  const words = wordsOf(text);
  const start = words.length > 1 && /^(?:the|a|an)$/i.test(words[0]!.text) ? 1 : 0;
  return words
    .slice(start)
    .map(({ stem }) => stem)
    .join(' ');
};

const isCalled = (node: Node, { text }: Phrase): boolean => {
  const stems = stemsOf(text);
  return node.labels.some((label) => stemsOf(label) === stems);
};

/** The class that is asked for: what follows the word that asks, or else people and places where "who" and "where" ask. */
function targetOf(
  words: readonly Word[],
  classes: readonly Mention<ClassTerm>[],
  { kind, text }: Question,
  vocabulary: Vocabulary | undefined,
): readonly string[] {
  const asks = words.findIndex((word) => /^(?:which|what|whose|list|name|show|give|many|find)$/i.test(word.text));
  if (asks >= 0) {
    // "which of the paintings", "how many large oil paintings"
    const first = classes.find(({ from }) => from > asks);
    const between = first && words.slice(asks + 1, first.from).filter((word) => !isFunctionWord(word));
    if (
      first &&
      between!.length <= 1 &&
      !/\bis the\b|\bare the\b/.test(text.slice(words[asks]!.end, words[first.from]!.start))
    ) {
      return first.terms.map(({ name }) => name);
    }
    if (
      first &&
      /^(?:\s+(?:is|are|was|were))?\s+the\s+$/.test(text.slice(words[asks]!.end, words[first.from]!.start))
    ) {
      return first.terms.map(({ name }) => name);
    }
  }
  const family = kind === 'person' ? PEOPLE : kind === 'place' ? PLACES : undefined;
  if (!family || !vocabulary) return [];
  const named = [...vocabulary.classes.keys()].filter((name) => family.test(name));
  // The widest of them.
  return named.filter((name) => !vocabulary.above(name).some((upper) => named.includes(upper)));
}

const PEOPLE = /^(?:Person|Human|Agent|Human_?Being|People|Character|Individual|Actor)$/i;
const PLACES = /^(?:Place|Location|Site|Region|Area|Spatial_?Thing|Geographical?_?(?:Entity|Feature))$/i;

/** The classes that candidates are held against. */
export const askedBy = (text: string, vocabulary: Vocabulary | undefined): readonly string[] =>
  vocabulary ? classesAskedFor(text, vocabulary) : [];
