/**
 * A question asked of the graph, read as module owl reads it: what it read, what it asked and what the ontology rules
 * out are steps; facts and passages become evidence. A model has it as a tool.
 */
import { neighboursLeftOut, passagesFor } from '../../modules/owl';
import { anchorsOf, answerQuestion, type Solution, type Understanding } from '../../question';
import type { Step } from '../../trail';
import type { Corpus, Graph, Linker, Turn } from '../../types';
import type { Evidence } from '../evidence';
import type { Nodes } from '../../knowledge/nodes';
import { Vocabulary } from '../../knowledge/vocabulary';
import { toldPruned, type Pruned, type Pruning } from '../../knowledge/pruning';

export interface GraphAsking {
  readonly graph: Graph;
  readonly corpus: Corpus;
  readonly linker: Linker;
  /** Language tag of questions. */
  readonly language: string;
  readonly nodes: Nodes;
  readonly pruning: Pruning;
  readonly evidence: Evidence;
  /** Earlier turns, to which pronouns may refer. */
  readonly history?: readonly Turn[];
}

interface GraphAnswer {
  /** Undefined where there is no ontology, or nothing that can be read. */
  readonly understood: Understanding | undefined;
  /** Undefined where the graph does not tell; its answer is null where nothing can be one. */
  readonly solution: Solution | undefined;
  /** Identifiers of evidence: passages first, then facts. */
  readonly citations: readonly string[];
  /** What the ontology has ruled out on the way. */
  readonly pruned: readonly Pruned[];
  /** False if no sentence of a text can answer it. */
  readonly mayBeTold: boolean;
}

/** Facts that are cited. */
const MOST_CITED = 100;

/**
 * @param took is told of each query
 * @throws EngineFailure; the signal's reason
 */
export async function askGraph(
  question: string,
  { graph, corpus, linker, language, nodes, pruning, evidence, history = [] }: GraphAsking,
  took: (step: Step) => void,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  const { ontology } = graph;
  const nothing = { understood: undefined, solution: undefined, citations: [], pruned: [] };
  if (!ontology) return { ...nothing, mayBeTold: true };
  const context = { ontology, graph, nodes, linker, corpus, language, history, signal, step: took };
  const { understood, solution, mayBeTold } = await answerQuestion(question, context);
  const pruned = understood ? [...impossible(understood, pruning)] : [];
  if (!solution) return { ...nothing, understood, pruned, mayBeTold };
  const { statements, names } = solution;
  if (understood) pruned.push(...(await neighboursLeftOut(understood, solution, nodes, pruning)));
  const anchors = understood ? anchorsOf(understood) : [];
  const vocabulary = Vocabulary.of(ontology);
  const found =
    solution.answer === null
      ? []
      : await passagesFor({ question, statements, names, anchors }, { corpus, linker, vocabulary }, signal);
  const citations = [
    ...found.map(({ chunk, score }) => evidence.passage(chunk, score).id),
    ...statements.slice(0, MOST_CITED).map((statement) => evidence.statement(statement).id),
  ];
  return { understood, solution, citations, pruned, mayBeTold };
}

/** Outcome of a question: for the caller of the tool, and in one line. */
export function toldAnswer({ understood, solution, citations, pruned }: GraphAnswer): {
  readonly result: object;
  readonly summary: string;
} {
  const { form, unknownAt = [] } = understood?.question ?? {};
  const unknown = unknownAt.map((at) => form!.words[at]!.text);
  const told = solution
    ? { answer: solution.answer, reading: solution.reading, citations }
    : { answer: null, ...(unknown.length > 0 && { unknownWords: unknown }), citations };
  const result = { ...told, ...(pruned.length > 0 && { leftOut: pruned.slice(0, 20) }) };
  const said = solution
    ? `${solution.answer ?? 'nothing can be'}, as ${solution.reading}`
    : `the graph does not tell${unknown.length > 0 ? `; it has no word for ${unknown.join(', ')}` : ''}`;
  return { result, summary: `${said}${toldPruned(pruned)}` };
}

/** Readings that disjoint classes rule out. */
function impossible({ rejections }: Understanding, pruning: Pruning): readonly Pruned[] {
  const pruned = rejections
    .filter(({ by }) => by === 'disjointness')
    .map(({ reading, reason }) => ({ candidate: reading, reason }));
  pruning.note(pruned);
  return pruned;
}
