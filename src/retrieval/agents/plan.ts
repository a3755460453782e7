/**
 * The fixed plan of the agents without a model: facts of the graph answer what they can; else a sentence of a passage
 * may.
 */
import { Vocabulary } from '../knowledge/vocabulary';
import type { Nodes } from '../knowledge/nodes';
import { extract } from '../modules/naive/extract';
import { analyse } from '../modules/naive/question';
import { fromIntroduction, fromPassages, passagesOf, type Fallback } from '../modules/owl';
import { anchorsOf, askedClasses, namesOf, type Understanding } from '../question';
import { Schema } from '../question/schema';
import { shownChunks } from '../trail';
import type { RetrievalCall, Surroundings } from '../types';
import type { Evidence } from './evidence';
import { askGraph, toldAnswer, type GraphAnswer } from './graph/ask-graph';
import type { Pruning } from './graph/pruning';
import type { Meter } from './meter';
import type { Toolbox } from './tools/toolbox';

interface PlanContext {
  readonly question: string;
  readonly history: RetrievalCall['history'];
  readonly surroundings: Surroundings;
  readonly toolbox: Toolbox;
  readonly evidence: Evidence;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

interface GraphPlanContext extends PlanContext {
  readonly nodes: Nodes;
  readonly pruning: Pruning;
}

/** Result of a plan. */
interface PlanEnd {
  readonly answer: string | null;
  /** Identifiers of evidence, the telling ones first. */
  readonly citations: readonly string[];
}

const NOTHING: PlanEnd = { answer: null, citations: [] };

/** Answers from facts, or else from a passage. */
export async function graphPlan(context: GraphPlanContext): Promise<PlanEnd> {
  const { question, history, surroundings, nodes, pruning, evidence, toolbox, meter, signal } = context;
  meter.turn();
  const { solution, citations, understood, mayBeTold } = await toolbox.step('ask_graph', { question }, async () => {
    const took = toolbox.took.bind(toolbox);
    const asking = { ...surroundings, nodes, pruning, evidence, history };
    const value: GraphAnswer = await askGraph(question, asking, took, signal);
    return { value, ...toldAnswer(value) };
  });
  if (solution && understood?.isNature) {
    const said = await extracted(context, {}, () =>
      fromIntroduction(question, namesOf(understood), { ...surroundings, signal }),
    );
    if (said.answer !== null) return said;
  }
  if (solution) return { answer: solution.answer, citations };
  meter.turn();
  return textOf(context, understood, mayBeTold);
}

/** An extract of a passage that names something of the kind that is asked for. */
function textOf(
  context: GraphPlanContext,
  understood: Understanding | undefined,
  mayBeTold: boolean,
): Promise<PlanEnd> {
  const { question, surroundings, nodes, signal } = context;
  const { ontology } = surroundings.graph;
  const classes = understood ? askedClasses(understood) : [];
  const schema = ontology && Schema.of(Vocabulary.of(ontology));
  return extracted(context, { of: classes }, async () => {
    const anchors = understood ? anchorsOf(understood) : [];
    const found = await fromPassages(question, classes, anchors, { ...surroundings, nodes, schema, signal });
    return mayBeTold ? found : { ...found, text: undefined };
  });
}

/** Answers from a passage alone. */
export async function textPlan(context: PlanContext): Promise<PlanEnd> {
  const { question, surroundings, meter, signal } = context;
  const { language } = surroundings;
  meter.turn();
  return extracted(context, {}, async () => {
    const { passages, notes } = await passagesOf(question, { ...surroundings, signal });
    const { extract: found } = extract(analyse(question, language), passages, language);
    return { text: found?.text, ...(found && { from: found.passage }), passages, pruned: [], notes };
  });
}

function extracted(
  { toolbox, evidence }: PlanContext,
  given: Readonly<Record<string, unknown>>,
  find: () => Promise<Fallback>,
): Promise<PlanEnd> {
  return toolbox.step('extract', given, async () => {
    const { text, from = 0, passages } = await find();
    const ids = passages.map(({ chunk, score }) => evidence.passage(chunk, score).id);
    const value = text === undefined ? NOTHING : { answer: text, citations: [ids[from]!] };
    return {
      value,
      result: { text: value.answer, citations: value.citations, passages: shownChunks(passages) },
      summary: value.answer ?? 'nothing found',
    };
  });
}
