/** A question read with the words of the ontology and of the graph: which nodes, classes and properties it speaks of. */
import type { Toolbox } from '../tools/toolbox';
import type { Node, Nodes } from '../graph/nodes';
import { classesAskedFor, toldPruned, type Pruned, type Pruning } from '../graph/pruning';
import type { ClassTerm, PropertyTerm, TermMatch, Vocabulary } from '../graph/vocabulary';
import { SYNONYMS } from '../text/synonyms';
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
  readonly words: readonly Word[];
  readonly anchors: readonly Anchor[];
  readonly classes: readonly Mention<ClassTerm>[];
  readonly properties: readonly Mention<PropertyTerm>[];
  /** Class names: what the answer is a member of, where the question says so. */
  readonly target: readonly string[];
  /** Whether that is only what "who" and "where" let one expect. */
  readonly isTargetSoft: boolean;
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

/** Words that ask, and are not part of what is asked about. */
const ASKING = new Set(
  wordsOf('name names list show give tell find count number kind type sort named called many much exist there').map(
    ({ stem }) => stem,
  ),
);

/** Whether a word only says what kind of answer is wanted. */
const asks = ({ stem }: Word, { kind }: Question): boolean =>
  ASKING.has(stem) ||
  (kind === 'time' && /^(?:year|date|time|day|month)$/.test(stem)) ||
  (kind === 'place' && stem === 'place');

export async function readAgainstGraph(text: string, context: ReadingContext): Promise<Reading> {
  const { vocabulary, toolbox } = context;
  const question = readQuestion(text);
  const words = wordsOf(text);
  const matches = vocabulary ? withSynonyms(vocabulary, words) : [];
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
  const open = words.filter((word, i) => !covered(i) && !isFunctionWord(word) && !asks(word, question));
  const reading: Reading = {
    question,
    words,
    anchors,
    classes,
    properties,
    target,
    isTargetSoft: !classes.some(({ terms }) => terms.some(({ name }) => target.includes(name))),
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

/** Matches of the words; of those that match nothing, of other words for the same. */
function withSynonyms(vocabulary: Vocabulary, words: readonly Word[]): TermMatch[] {
  const matches = vocabulary.match(words);
  const covered = (i: number): boolean => matches.some(({ from, to }) => i >= from && i < to);
  for (const [i, word] of words.entries()) {
    if (covered(i) || (isFunctionWord(word) && !SYNONYMS.has(word.stem))) continue;
    for (const stem of SYNONYMS.get(word.stem) ?? []) {
      const [match] = vocabulary.match([{ ...word, stem, text: stem }]);
      if (!match) continue;
      matches.push({ terms: match.terms, from: i, to: i + 1 });
      break;
    }
  }
  return matches.sort((a, b) => a.from - b.from);
}

const names = (mentions: readonly Mention<{ readonly name: string }>[]): string[] =>
  mentions.map(({ terms }) => terms.map(({ name }) => name).join(' or '));

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/**
 * Nodes whose labels stand in the question, the longest label at each place. Of several nodes of one name those stay that
 * the ontology allows a part in the question.
 */
async function findAnchors(question: Question, words: readonly Word[], context: ReadingContext): Promise<Anchor[]> {
  const { nodes, pruning, toolbox } = context;
  const named = (await nodes.mentions(question.text)).filter(({ uids }) => uids.length > 0);
  const spans = named.map(({ start, end, uids, classes, text }) => ({
    text,
    uids,
    isClass: classes.length > 0,
    from: words.findIndex((word) => word.end > start),
    to: words.findLastIndex((word) => word.start < end) + 1,
  }));
  const open = question.names.filter((name) => !named.some(({ text }) => text.includes(name) || name.includes(text)));
  if (spans.length === 0 && open.length === 0) return [];
  return toolbox.step('find_nodes', { name: [...spans.map(({ text }) => text), ...open].slice(0, 12) }, async () => {
    const anchors: Anchor[] = [];
    const pruned: Pruned[] = [];
    const take = (phrase: string, found: readonly Node[], from: number, to: number): void => {
      if (found.length === 0 || from < 0 || anchors.some((each) => from < each.to && each.from < to)) return;
      const left = pruning.nodes(found);
      pruned.push(...left.pruned);
      anchors.push({ phrase, nodes: left.kept.slice(0, 8), from, to });
    };
    for (const { text, uids, from, to, isClass } of spans) {
      // What names a class too, and is not written as a name, is the class.
      if (isClass && !/\p{Lu}/u.test(text)) continue;
      take(text, await nodes.read(uids.slice(0, 20)), from, to);
    }
    for (const [i, found] of (await nodes.find(open, 8)).entries()) {
      const at = question.text.indexOf(open[i]!);
      const end = at + open[i]!.length;
      const from = words.findIndex((word) => word.end > at);
      take(open[i]!, found, from, words.findLastIndex((word) => word.start < end) + 1);
    }
    anchors.sort((a, b) => a.from - b.from);
    const told = anchors.map(({ phrase, nodes: its }) => `${phrase}: ${its.map(describe).join(', ')}`);
    const result = { anchors: told, ...(pruned.length > 0 && { leftOut: pruned }) };
    return { value: anchors, result, summary: `${told.join('; ') || 'no node'}${toldPruned(pruned)}` };
  });
}

const describe = ({ label, uid, types }: Node): string =>
  `${label ?? uid} (${types.slice(0, 3).join(', ') || 'no type'})`;

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
