/** Modules arag and aragog: an agent with a model; without one, or if it fails, modules naive and owl answer. */
import type { ChatModel } from '../model';
import type {
  Budget,
  ModuleFactory,
  ModuleName,
  Passage,
  RetrievalCall,
  RetrievalResult,
  Statement,
  Surroundings,
  TrajectoryStep,
} from '../types';
import { Judge } from './judge';
import { AgentLoop, type Judgement, type LoopEnd } from './loop';
import { Evidence, type Cited } from './evidence';
import { Nodes } from '../knowledge/nodes';
import { createNaive } from '../modules/naive';
import { createOwl } from '../modules/owl';
import { classesAskedFor, Pruning } from '../knowledge/pruning';
import { sliceFor } from '../knowledge/slice';
import { Vocabulary } from '../knowledge/vocabulary';
import { concerned, type PassageEvidence } from '../evidence/passages';
import { Meter, type StopReason } from './meter';
import { openingMessages, systemPrompt } from './prompts';
import { proven, type ProvenStatements } from './proofs';
import { graphTools } from './tools/graph-tools';
import { documentTools, nodeTools } from './tools/reading';
import { Toolbox } from './tools/toolbox';

type AgentName = Extract<ModuleName, 'arag' | 'aragog'>;

/** Returns the factory of an agent module. */
export const createAgent =
  (name: AgentName): ModuleFactory =>
  (surroundings) => ({ retrieve: (call) => new Work(name, surroundings, call).run() });

/** Outcome of the model's work on a question: an answer, or its failure. */
type ModelOutcome = { readonly result: RetrievalResult } | { readonly failure: ModelFailed };

/** Work of a model that failed. */
interface ModelFailed {
  /** For the metadata of the result: `model_failure`, and what else there is to say. */
  readonly notes: Readonly<Record<string, unknown>>;
  readonly trajectory: readonly TrajectoryStep[];
  readonly cost: number;
  readonly loops: number;
}

/** Asks the model, and nothing else if it fails. */
export const askAgent = (
  name: AgentName,
  surroundings: Surroundings,
  model: ChatModel,
  call: RetrievalCall,
): Promise<ModelOutcome> => new Work(name, surroundings, call).outcome(model);

/** Limits of an answer without the model after it has failed: it needs no tokens, and mostly less than a second. */
const BUDGET_WITHOUT: Budget = { steps: 100, tokens: Infinity, seconds: 15, cost: Infinity };

/** Passages of the search that a question without an answer gets. */
const MOST_FOUND = 5;

/** Maximum characters of the reason why an answer was not accepted. */
const MAX_REASON = 600;

interface End {
  readonly answer: string | null;
  readonly cited: Cited;
  readonly notes: Readonly<Record<string, unknown>>;
}

/** Work on one question. */
class Work {
  private readonly model: ChatModel | undefined;
  private readonly evidence: Evidence;
  private readonly meter: Meter;
  private readonly vocabulary: Vocabulary | undefined;
  private readonly pruning: Pruning;
  private readonly nodes: Nodes;
  private readonly toolbox: Toolbox;

  constructor(
    private readonly name: AgentName,
    private readonly surroundings: Surroundings,
    private readonly call: RetrievalCall,
  ) {
    const { graph, corpus, logger, model } = surroundings;
    this.model = model;
    this.meter = new Meter(call.budget, model?.prices);
    const isGraph = name === 'aragog';
    this.vocabulary = isGraph && graph.ontology ? Vocabulary.of(graph.ontology) : undefined;
    const { vocabulary } = this;
    this.evidence = new Evidence(vocabulary && ((term) => vocabulary.labelOf(term)));
    this.pruning = new Pruning(this.vocabulary, this.vocabulary ? classesAskedFor(call.question, this.vocabulary) : []);
    this.nodes = new Nodes(graph, surroundings.linker, call.signal);
    const { nodes, pruning, evidence } = this;
    const context = { corpus, nodes, vocabulary, logger, evidence, pruning };
    const tools = [
      ...documentTools(context),
      ...(isGraph ? nodeTools(context) : []),
      ...(isGraph ? graphTools({ ...surroundings, ...context, took: (step) => this.toolbox.took(step) }) : []),
    ];
    this.toolbox = new Toolbox(tools, { trace: call.trace ?? 'summary', observer: call.observer, logger });
  }

  async run(): Promise<RetrievalResult> {
    if (!this.model) return this.withoutModel();
    const outcome = await this.outcome(this.model);
    return 'result' in outcome ? outcome.result : this.withoutModel(outcome.failure);
  }

  /** The answer of the module that reads the same sources without a model. */
  private async withoutModel(failure?: ModelFailed): Promise<RetrievalResult> {
    const { name, surroundings, call, meter } = this;
    const own = (name === 'arag' ? createNaive : createOwl)({ ...surroundings, model: undefined });
    const result = await own.retrieve(failure ? { ...call, budget: BUDGET_WITHOUT } : call);
    return {
      ...result,
      trajectory: [...(failure?.trajectory ?? []), ...result.trajectory],
      cost_usd: failure?.cost ?? 0,
      loops: failure?.loops ?? 0,
      module_used: name,
      metadata: {
        ...(name === 'aragog' && { pruned_by_disjointness_total: 0 }),
        ...result.metadata,
        planner: 'deterministic',
        ...(failure && { tokens: meter.tokens, ...failure.notes }),
      },
    };
  }

  /** Asks the model. */
  async outcome(model: ChatModel): Promise<ModelOutcome> {
    const { call, meter, toolbox, evidence } = this;
    const messages = openingMessages(await this.prompt(), call.history, call.question);
    const { vocabulary, nodes, surroundings } = this;
    const judge = new Judge({
      ...surroundings,
      question: inContext(call),
      evidence,
      vocabulary,
      nodes,
      signal: call.signal,
    });
    const check = (answer: string, cited: Cited): Promise<Judgement> => judge.judge(answer, cited);
    const loop = new AgentLoop({ model, call, meter, toolbox, evidence, messages, check });
    const end = await loop.run();
    const notes = {
      ...(loop.droppedCitations > 0 && { citations_dropped: loop.droppedCitations }),
      ...(meter.estimated && { tokens_estimated: true }),
      ...(loop.gaveUncited && { uncited_answer: true }),
    };
    if (end.kind === 'answer') {
      if (end.answer !== null) call.observer.text?.(end.answer);
      return { result: await this.compose({ answer: end.answer, cited: end.cited, notes }) };
    }
    const failure = failureOf(end);
    this.surroundings.logger.warn('model failed; the answer is given without it', { reason: failure.model_failure });
    const { trajectory } = toolbox;
    return {
      failure: { notes: { ...notes, ...failure }, trajectory, cost: meter.costUsd, loops: meter.steps },
    };
  }

  private async prompt(): Promise<string> {
    const { name, call, vocabulary, nodes, surroundings } = this;
    if (name === 'arag') return systemPrompt(name, false);
    const question = inContext(call);
    const slice = await sliceFor(question, vocabulary, nodes, surroundings.graph, call.signal);
    return systemPrompt(name, vocabulary !== undefined, slice);
  }

  /** Passages that are evidence of the answer; without one, the first that were found. */
  private passagesOf({ answer, cited }: End): PassageEvidence<Passage> {
    if (answer === null)
      return { passages: this.evidence.allPassages.slice(0, MOST_FOUND).map(({ passage }) => passage) };
    const { passages, texts } = cited;
    return concerned(passages, texts, { question: inContext(this.call), answer });
  }

  private async compose(end: End): Promise<RetrievalResult> {
    this.call.signal.throwIfAborted();
    const { answer, cited, notes } = end;
    const { call, meter, model, pruning, toolbox } = this;
    const statements = await this.statements(cited.statements);
    const { passages, ...from } = this.passagesOf(end);
    call.observer.passages?.(passages);
    return {
      answer,
      passages,
      trajectory: toolbox.trajectory,
      cost_usd: meter.costUsd,
      loops: meter.steps,
      module_used: this.name,
      metadata: {
        model: model!.name,
        tokens: meter.tokens,
        ...(this.name === 'aragog' && { pruned_by_disjointness_total: pruning.total, ...statements }),
        ...(cited.queries.length > 0 && { queries: cited.queries }),
        ...from,
        ...notes,
      },
    };
  }

  private async statements(statements: readonly Statement[]): Promise<ProvenStatements> {
    const { call, meter, surroundings } = this;
    if (call.trace !== 'full') return { statements };
    return proven(statements, { ...surroundings, signal: call.signal, deadline: meter.deadline });
  }
}

/** Metadata of a failed loop. */
function failureOf(end: Exclude<LoopEnd, { kind: 'answer' }>): {
  readonly model_failure: string;
  readonly refusal?: string;
  readonly stopped_by?: StopReason;
} {
  switch (end.kind) {
    case 'refusal':
      return { model_failure: 'it refused to answer', refusal: end.reason };
    case 'budget':
      return { model_failure: `it did not answer within the budget of ${end.by}`, stopped_by: end.by };
    case 'confused':
      return { model_failure: `repeated mistakes: ${end.reason}` };
    case 'rejected':
      return { model_failure: `its answer was not accepted: ${end.reason}`.slice(0, MAX_REASON) };
    case 'failure':
      return { model_failure: end.failure.message };
  }
}

/** Appends the previous question to one that refers to it ("and who taught him?"). */
function inContext({ question, history }: RetrievalCall): string {
  const previous = history.filter(({ role }) => role === 'user').at(-1);
  const reference =
    /^(?:and|but|also|what about|how about)\b|\b(?:he|she|it|they|him|her|them|his|its|their|that one|this one)\b/i;
  return previous && reference.test(question) ? `${question} (${previous.text})` : question;
}
