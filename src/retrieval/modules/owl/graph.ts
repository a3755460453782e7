/** Answers from facts of the graph, with the passages that tell them. */
import type { Node } from '../../knowledge/nodes';
import { Pruning, toldPruned, type Pruned } from '../../knowledge/pruning';
import { Vocabulary } from '../../knowledge/vocabulary';
import { anchorsOf, answerQuestion, askedClasses, type Answered, type Understanding } from '../../question';
import { shownChunks } from '../../trail';
import type { ScoredChunk, Statement } from '../../types';
import { passagesFor } from './passages';

/** Facts whose other neighbours are looked at. */
const MOST_LOOKED_AT = 3;

type GraphContext = Parameters<typeof answerQuestion>[1] & Pick<Parameters<typeof passagesFor>[1], 'corpus'>;

export interface GraphAnswer extends Answered {
  /** Passages that tell a fact of the answer; none without an answer. */
  readonly passages: readonly ScoredChunk[];
  /** Readings and neighbours of the answer that disjoint classes exclude. */
  readonly pruned: readonly Pruned[];
}

/** @throws EngineFailure; the signal's reason */
export async function answerFromGraph(question: string, context: GraphContext): Promise<GraphAnswer> {
  const { corpus, linker, ontology, signal, step } = context;
  const answered = await answerQuestion(question, context);
  const { understood, solution } = answered;
  const impossible = (understood?.rejections ?? []).flatMap(({ by, reading, reason }) =>
    by === 'disjointness' ? [{ candidate: reading, reason }] : [],
  );
  if (!solution || solution.answer === null) return { ...answered, passages: [], pruned: impossible };
  const { statements, names } = solution;
  const leftOut = understood ? await neighboursLeftOut(understood, statements, context) : [];
  const anchors = understood ? anchorsOf(understood) : [];
  const asked = { question, statements, names, anchors };
  const passages = await passagesFor(asked, { corpus, linker, vocabulary: Vocabulary.of(ontology) }, signal);
  const places = passages.map(({ chunk }) => `${chunk.source}#${chunk.index}`);
  step({
    tool: 'passages',
    arguments: { facts: statements.length },
    summary: places.length === 0 ? 'nothing found' : `${places.length} passage(s): ${places.join(', ')}`,
    result: shownChunks(passages),
  });
  return { ...answered, passages, pruned: [...impossible, ...leftOut] };
}

/**
 * Returns the nodes beside the answer, at the same property of a node that the question names, that the class asked for
 * excludes: "which paintings hang there" leaves out the sculptures that do.
 */
async function neighboursLeftOut(
  understood: Understanding,
  statements: readonly Statement[],
  { nodes, ontology, step }: GraphContext,
): Promise<readonly Pruned[]> {
  const classes = askedClasses(understood);
  if (classes.length === 0) return [];
  const anchors = new Set(anchorsOf(understood));
  const sides = new Map<
    string,
    { readonly node: Node; readonly predicate: string; readonly direction: 'out' | 'in' }
  >();
  for (const { subject, predicate, object } of statements) {
    if (typeof object !== 'object' || anchors.has(subject.uid) === anchors.has(object.uid)) continue;
    const [node, direction] = anchors.has(subject.uid) ? [subject, 'out' as const] : [object, 'in' as const];
    sides.set(`${node.uid} ${predicate}`, { node: { ...node, labels: [], types: [] }, predicate, direction });
  }
  const others: Node[] = [];
  for (const { node, predicate, direction } of [...sides.values()].slice(0, MOST_LOOKED_AT)) {
    for (const { other, statement, direction: own } of await nodes.edges(node))
      if (other && statement.predicate === predicate && own === direction) others.push(other);
  }
  const { pruned } = new Pruning(Vocabulary.of(ontology), classes).nodes(others, classes);
  if (pruned.length > 0) {
    const summary = toldPruned(pruned).replace(/^; /, '');
    step({ tool: 'leave_out', arguments: { of: classes }, summary, result: pruned });
  }
  return pruned;
}
