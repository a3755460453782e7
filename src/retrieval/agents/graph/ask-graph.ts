/**
 * A question asked of the graph, read as module owl reads it: what it read, what it asked and what the ontology rules
 * out are steps; facts and passages become evidence. The fixed plan begins with it, and a model has it as a tool.
 */
import { passagesFor } from '../../modules/owl';
import { anchorsOf, answerQuestion, askedClasses, type Solution, type Understanding } from '../../question';
import type { Step } from '../../trail';
import type { Corpus, Graph, Linker, Statement, Turn } from '../../types';
import type { Evidence } from '../evidence';
import type { Node, Nodes } from '../../knowledge/nodes';
import { Vocabulary } from '../../knowledge/vocabulary';
import { toldPruned, type Pruned, type Pruning } from './pruning';

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

export interface GraphAnswer {
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

/** Facts whose other neighbours are looked at, and facts that are cited. */
const MOST_LOOKED_AT = 3;
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

/**
 * What stands where the answer stands, and cannot be of the class that is asked for: "which paintings hang there"
 * leaves out the sculptures that do.
 */
async function neighboursLeftOut(
  understood: Understanding,
  { statements }: Solution,
  nodes: Nodes,
  pruning: Pruning,
): Promise<readonly Pruned[]> {
  const classes = askedClasses(understood);
  if (classes.length === 0) return [];
  const anchors = new Set(anchorsOf(understood));
  const seen = new Set<string>();
  const out: Pruned[] = [];
  for (const statement of statements) {
    const side = anchoredSide(statement, anchors);
    if (!side || seen.size >= MOST_LOOKED_AT) continue;
    const key = `${side.uid} ${statement.predicate}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const node: Node = { ...side, labels: [], types: [] };
    const others = (await nodes.edges(node)).flatMap(({ direction, other, statement: { predicate } }) =>
      other && predicate === statement.predicate && direction === side.direction ? [other] : [],
    );
    out.push(...pruning.nodes(others, classes).pruned);
  }
  return out;
}

/** The one side of a fact that the question names. */
function anchoredSide({ subject, object }: Statement, anchors: ReadonlySet<string>) {
  if (typeof object !== 'object' || anchors.has(subject.uid) === anchors.has(object.uid)) return undefined;
  return anchors.has(subject.uid) ? { ...subject, direction: 'out' as const } : { ...object, direction: 'in' as const };
}
