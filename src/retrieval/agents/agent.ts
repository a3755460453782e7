/** The modules arag and aragog: an agent with a model, or a fixed plan without one; one result for both. */
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
import { proven } from './proofs';
import { corpusTools } from './tools/corpus-tools';
import { graphTools } from './tools/graph-tools';
import { ontologyTools } from './tools/ontology-tools';
import { Toolbox } from './tools/toolbox';

type AgentName = Extract<ModuleName, 'arag' | 'aragog'>;

/** Makes a module for databases; where no model is configured, a fixed plan takes its place. */
export const createAgent =
  (name: AgentName): ModuleFactory =>
  (surroundings) => ({ name, retrieve: (call) => new Work(name, surroundings, call).run() });

/** Passages of a result, where fewer answer. */
const PASSAGES = 5;

/** How the work ended, besides its answer. */
interface End {
  readonly answer: string | null;
  readonly cited: Cited;
  /** Who gave it. */
  readonly by: 'model' | 'plan' | 'extract';
  readonly notes?: Readonly<Record<string, unknown>>;
  readonly stoppedBy?: StopReason | undefined;
}

/** One question. */
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

  /** What the end of a loop comes to. */
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
        return this.planInstead({ ...notes, model_failure: `it made mistakes: ${end.reason}` });
      case 'failure': {
        this.surroundings.logger.warn('the model fails; a fixed plan answers', { reason: end.failure.message });
        return this.planInstead({ ...notes, model_failure: end.failure.message });
      }
    }
  }

  /** The budget has ended: what tools have shown may hold the answer all the same. */
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
    const found = await plan.run();
    const end = this.resolved(found);
    // A plan ends by itself; a budget is to blame only where it has ended it without an answer.
    return {
      ...end,
      cited: this.withOthers(end.cited),
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

  /** Passages that answer come first; after them, those that the search for the question has put first. */
  private withOthers(cited: Cited): Cited {
    const others = this.evidence.allPassages
      .map(({ passage }) => passage)
      .filter((each) => !cited.passages.includes(each));
    return { ...cited, passages: [...cited.passages, ...others].slice(0, Math.max(PASSAGES, cited.passages.length)) };
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
        ...(this.name === 'aragog' && { pruned_by_disjointness_total: pruning.total, statements }),
        ...(cited.queries.length > 0 && { queries: cited.queries }),
        ...notes,
      },
    };
  }

  private statements(cited: readonly Statement[]): Promise<readonly Statement[]> {
    return this.call.trace === 'full'
      ? proven(cited, this.surroundings.graph, this.call.signal)
      : Promise.resolve(cited);
  }
}

/** A question that leans on the one before it ("and who taught him?") is read together with it. */
function inContext({ question, history }: RetrievalCall): string {
  const before = history.filter(({ role }) => role === 'user').at(-1);
  const leans =
    /^(?:and|but|also|what about|how about)\b|\b(?:he|she|it|they|him|her|them|his|its|their|that one|this one)\b/i;
  return before && leans.test(question) ? `${question} (${before.text})` : question;
}
