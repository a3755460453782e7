/** Modules arag and aragog: an agent with a model, or a fixed plan without one. */
import type { ChatModel } from '../model';
import type { ModuleFactory, ModuleName, RetrievalCall, RetrievalResult, Statement, Surroundings } from '../types';
import { AgentLoop, type LoopEnd } from './loop';
import { Evidence, type Cited } from './evidence';
import { Nodes } from '../knowledge/nodes';
import { classesAskedFor, Pruning } from './graph/pruning';
import { Vocabulary } from '../knowledge/vocabulary';
import { Meter, type StopReason } from './meter';
import { fromEvidence } from './plan/from-evidence';
import { GraphPlan } from './plan/graph-plan';
import { TextPlan, type PlanEnd } from './plan/text-plan';
import { openingMessages, systemPrompt } from './prompts';
import { proven, type ProvenStatements } from './proofs';
import { corpusTools } from './tools/corpus-tools';
import { graphTools } from './tools/graph-tools';
import { ontologyTools } from './tools/ontology-tools';
import { Toolbox } from './tools/toolbox';

type AgentName = Extract<ModuleName, 'arag' | 'aragog'>;

/** Returns the factory of an agent module. */
export const createAgent =
  (name: AgentName): ModuleFactory =>
  (surroundings) => ({ name, retrieve: (call) => new Work(name, surroundings, call).run() });

/** Minimum passages of a plan's result. Passages of the search follow those that the answer cites. */
const MIN_PASSAGES = 5;

interface End {
  readonly answer: string | null;
  readonly cited: Cited;
  /** Origin of the answer. */
  readonly by: 'model' | 'plan' | 'extract';
  readonly notes?: Readonly<Record<string, unknown>>;
  readonly stoppedBy?: StopReason | undefined;
}

/** Work on one question. */
class Work {
  private readonly model: ChatModel | undefined;
  private readonly evidence = new Evidence();
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
    const { evidence } = this;
    this.meter = new Meter(call.budget, model?.prices);
    const isGraph = name === 'aragog';
    this.vocabulary = isGraph && graph.ontology ? Vocabulary.of(graph.ontology) : undefined;
    this.pruning = new Pruning(this.vocabulary, this.vocabulary ? classesAskedFor(call.question, this.vocabulary) : []);
    this.nodes = new Nodes(graph, surroundings.linker, call.signal);
    const { nodes, pruning, vocabulary } = this;
    const tools = [
      ...corpusTools(corpus, evidence),
      ...(vocabulary ? ontologyTools(vocabulary, pruning) : []),
      ...(isGraph
        ? graphTools({ ...surroundings, nodes, evidence, pruning, vocabulary, took: (step) => this.toolbox.took(step) })
        : []),
    ];
    this.toolbox = new Toolbox(tools, { trace: call.trace ?? 'summary', observer: call.observer, logger });
  }

  async run(): Promise<RetrievalResult> {
    const end = this.model ? await this.ask(this.model) : await this.plan();
    this.call.signal.throwIfAborted();
    return this.compose(end);
  }

  private async ask(model: ChatModel): Promise<End> {
    const { call, meter, toolbox, evidence } = this;
    const system = systemPrompt(this.name, this.vocabulary !== undefined);
    const messages = openingMessages(system, call.history, call.question);
    const loop = new AgentLoop({ model, call, meter, toolbox, evidence, messages });
    const end = await loop.run();
    const notes = {
      ...(loop.droppedCitations > 0 && { citations_dropped: loop.droppedCitations }),
      ...(meter.estimated && { tokens_estimated: true }),
    };
    return this.settle(end, { ...notes, ...(loop.gaveUncited && { uncited_answer: true }) });
  }

  /** Converts the end of a loop; a fixed plan answers after failures of the model. */
  private async settle(end: LoopEnd, notes: Readonly<Record<string, unknown>>): Promise<End> {
    const nothing = this.evidence.resolve([]);
    switch (end.kind) {
      case 'answer':
        return { answer: end.answer, cited: end.cited, by: 'model', notes };
      case 'refusal':
        return { answer: null, cited: nothing, by: 'model', notes: { ...notes, refusal: end.reason } };
      case 'budget':
        return { ...(await this.extract()), by: 'extract', stoppedBy: end.by, notes };
      case 'confused':
        return this.planInstead({ ...notes, model_failure: `repeated mistakes: ${end.reason}` });
      case 'failure': {
        this.surroundings.logger.warn('model failed; a fixed plan answers', { reason: end.failure.message });
        return this.planInstead({ ...notes, model_failure: end.failure.message });
      }
    }
  }

  /** Extracts an answer from the evidence that tools returned before the budget ended. */
  private async extract(): Promise<{ answer: string | null; cited: Cited }> {
    return this.resolved(await fromEvidence(this.call.question, this.evidence));
  }

  private async planInstead(notes: Readonly<Record<string, unknown>>): Promise<End> {
    const end = await this.plan();
    return { ...end, notes: { ...end.notes, ...notes } };
  }

  private async plan(): Promise<End> {
    const { call, meter, toolbox, evidence, nodes, vocabulary, pruning, surroundings } = this;
    const { corpus } = surroundings;
    const context = { question: inContext(call), corpus, toolbox, evidence, meter, signal: call.signal };
    const plan =
      this.name === 'arag'
        ? new TextPlan(context)
        : new GraphPlan({ ...context, surroundings, nodes, vocabulary, pruning });
    const end = this.resolved(await plan.run());
    // A plan ends by itself: `stopped_by` is reported only if a budget ended it without an answer.
    return {
      ...end,
      cited: this.withFurtherPassages(end.cited),
      by: 'plan',
      notes: { cited: end.cited.passages.map((_, i) => i) },
      ...(end.answer === null && { stoppedBy: meter.spent }),
    };
  }

  private resolved({ answer, citations }: PlanEnd): { answer: string | null; cited: Cited } {
    const cited = this.evidence.resolve(citations);
    if (answer !== null) this.call.observer.text?.(answer);
    return { answer, cited };
  }

  /** Adds the best passages of the search after the cited ones. */
  private withFurtherPassages(cited: Cited): Cited {
    const further = this.evidence.allPassages
      .map(({ passage }) => passage)
      .filter((each) => !cited.passages.includes(each));
    return {
      ...cited,
      passages: [...cited.passages, ...further].slice(0, Math.max(MIN_PASSAGES, cited.passages.length)),
    };
  }

  private async compose({ answer, cited, by, notes, stoppedBy }: End): Promise<RetrievalResult> {
    const { call, meter, model, pruning, toolbox } = this;
    const statements = await this.statements(cited.statements);
    call.observer.passages?.(cited.passages);
    return {
      answer,
      passages: cited.passages,
      trajectory: toolbox.trajectory,
      cost_usd: meter.costUsd,
      loops: meter.steps,
      module_used: this.name,
      metadata: {
        model: by === 'plan' ? null : model!.name,
        ...(by === 'plan' && { planner: 'deterministic' }),
        ...(by === 'extract' && { answered_by: 'extract' }),
        ...(model && { tokens: meter.tokens }),
        ...(stoppedBy && { stopped_by: stoppedBy }),
        ...(this.name === 'aragog' && { pruned_by_disjointness_total: pruning.total, ...statements }),
        ...(cited.queries.length > 0 && { queries: cited.queries }),
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

/** Appends the previous question to one that refers to it ("and who taught him?"). */
function inContext({ question, history }: RetrievalCall): string {
  const previous = history.filter(({ role }) => role === 'user').at(-1);
  const reference =
    /^(?:and|but|also|what about|how about)\b|\b(?:he|she|it|they|him|her|them|his|its|their|that one|this one)\b/i;
  return previous && reference.test(question) ? `${question} (${previous.text})` : question;
}
