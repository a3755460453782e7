/**
 * Module owl: the reader of questions answers from asserted and inferred facts, with passages behind them; where it does
 * not, an extract of a passage may. It asks no model.
 */
import type { InForce } from '../../../materialize';
import { proven } from '../../agents/proofs';
import { holdersOf } from '../../evidence/passages';
import { Nodes } from '../../knowledge/nodes';
import { Pruning, toldPruned, type Pruned } from '../../knowledge/pruning';
import { Vocabulary } from '../../knowledge/vocabulary';
import { anchorsOf, answerQuestion, askedClasses, namesOf, type Answered, type Solution } from '../../question';
import type { Understanding } from '../../question';
import { rounded, shownChunks, Trail, type Step } from '../../trail';
import type { ModuleFactory, RetrievalCall, RetrievalResult, ScoredChunk, Statement, Surroundings } from '../../types';
import { toPassage } from '../naive';
import { fromIntroduction, fromPassages, passagesOf, type Fallback } from './fallback';
import { neighboursLeftOut } from './left-out';
import { passagesFor } from './passages';

export { neighboursLeftOut, passagesFor };

export const createOwl: ModuleFactory = (surroundings) => ({
  retrieve: (call) => new Retrieval(surroundings, call).run(),
});

/** Readings and rejections that a full trajectory tells. */
const MOST_TOLD = 20;

/** One question. */
class Retrieval {
  private readonly trail: Trail;
  private readonly nodes: Nodes;
  /** End of the budget of time, as Date.now(). */
  private readonly deadline: number;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly call: RetrievalCall,
  ) {
    this.trail = new Trail(call);
    this.nodes = new Nodes(surroundings.graph, surroundings.linker, call.signal);
    this.deadline = Date.now() + call.budget.seconds * 1000;
  }

  async run(): Promise<RetrievalResult> {
    const { ontology } = this.surroundings.graph;
    const answered = ontology && (await this.read(ontology));
    const { understood, solution, mayBeTold = true } = answered ?? {};
    if (understood) this.tell(understood);
    if (!solution) return this.fromTexts(understood, mayBeTold);
    if (understood?.isNature) {
      const said = await fromIntroduction(this.call.question, namesOf(understood), this.searching);
      if (said.text !== undefined) return this.fromTexts(understood, true, said);
    }
    return this.fromFacts(solution, understood);
  }

  /** Context of the searches for passages; each is a step of the trajectory. */
  private get searching() {
    return { ...this.surroundings, signal: this.call.signal, step: this.trail.add.bind(this.trail) };
  }

  private read(ontology: InForce): Promise<Answered> {
    const { graph, linker, corpus, language } = this.surroundings;
    const { question, history, signal } = this.call;
    const step = (each: Step): void => this.trail.add(each);
    const context = { ontology, graph, nodes: this.nodes, linker, corpus, language, history, signal, step };
    return answerQuestion(question, context);
  }

  private async fromFacts(solution: Solution, understood: Understanding | undefined): Promise<RetrievalResult> {
    const { corpus, linker } = this.surroundings;
    const { question, signal, trace, observer } = this.call;
    const { answer, names, reading, cost = 0, ambiguous } = solution;
    const { ontology } = this.surroundings.graph;
    const anchors = understood ? anchorsOf(understood) : [];
    const asked = { question, statements: solution.statements, names, anchors };
    const vocabulary = Vocabulary.of(ontology!);
    const pruned = await this.leftOut(understood, solution, vocabulary);
    const context = { corpus, linker, vocabulary };
    const { passages: chunks, notes } =
      answer === null
        ? await passagesOf(question, this.searching)
        : { passages: await passagesFor(asked, context, signal), notes: {} };
    if (answer !== null)
      this.trail.add({
        tool: 'passages',
        arguments: { facts: solution.statements.length },
        summary: summary(chunks),
        result: shownChunks(chunks),
      });
    const passages = chunks.map(toPassage);
    observer.passages?.(passages);
    if (answer !== null) observer.text?.(answer);
    const { graph, logger } = this.surroundings;
    const { statements, ...omitted } =
      trace === 'full'
        ? await proven(solution.statements, { graph, logger, signal, deadline: this.deadline })
        : { statements: solution.statements };
    return this.result(answer, passages, {
      ...(understood && counts(understood, pruned.length)),
      answer_by: answer === null ? 'none' : 'graph',
      ...(answer !== null && passages.length > 0 && { answer_from: 0 }),
      reading,
      reading_cost: rounded(cost),
      ...(ambiguous && { ambiguous_names: ambiguous }),
      ...(solution.isClosed && { assumes: 'what is not stated does not hold' }),
      ...notes,
      statements,
      ...omitted,
    });
  }

  /** Neighbours of the answer that cannot be of the class that is asked for; a step, if there are any. */
  private async leftOut(
    understood: Understanding | undefined,
    solution: Solution,
    vocabulary: Vocabulary,
  ): Promise<readonly Pruned[]> {
    if (!understood || solution.answer === null) return [];
    const classes = askedClasses(understood);
    const pruned = await neighboursLeftOut(understood, solution, this.nodes, new Pruning(vocabulary, classes));
    if (pruned.length > 0)
      this.trail.add({
        tool: 'leave_out',
        arguments: { of: classes },
        summary: toldPruned(pruned).replace(/^; /, ''),
        result: pruned,
      });
    return pruned;
  }

  private extracted(understood: Understanding | undefined): Promise<Fallback> {
    return fromPassages(
      this.call.question,
      understood ? askedClasses(understood) : [],
      understood ? anchorsOf(understood) : [],
      { ...this.searching, nodes: this.nodes, schema: understood?.schema },
    );
  }

  private async fromTexts(
    understood: Understanding | undefined,
    mayBeTold: boolean,
    told?: Fallback,
  ): Promise<RetrievalResult> {
    const { observer } = this.call;
    const { graph } = this.surroundings;
    const classes = understood ? askedClasses(understood) : [];
    const { text: extracted, from = 0, passages: chunks, pruned, notes } = told ?? (await this.extracted(understood));
    const text = mayBeTold ? extracted : undefined;
    const evidence = text === undefined ? { passages: chunks } : holdersOf(text, from, chunks);
    const passages = evidence.passages.map(toPassage);
    observer.passages?.(passages);
    if (text !== undefined) observer.text?.(text);
    return this.result(text ?? null, passages, {
      ...(understood && counts(understood)),
      answer_by: text === undefined ? 'none' : 'extract',
      ...('answer_from' in evidence && { answer_from: evidence.answer_from }),
      ...(classes.length > 0 && { restricted_to: classes }),
      ...(pruned.length > 0 && { extracts_pruned: pruned.length }),
      ...notes,
      ...(!graph.ontology && { warning: 'no ontology is in force: passages alone are asked' }),
      statements: [] as Statement[],
    });
  }

  private tell({ question, readings, rejections }: Understanding): void {
    const { form, chunks, unknownAt } = question;
    const unknown = unknownAt.map((at) => form.words[at]!.text);
    const text = chunks.map(({ from, to }) =>
      form.words
        .slice(from, to)
        .map((word) => word.text)
        .join(' '),
    );
    this.trail.add({
      tool: 'read_question',
      arguments: { question: this.call.question, wants: form.wants, known: text, unknown },
      summary: `${readings.length} reading(s), ${rejections.length} rejected`,
      result: { readings: readings.slice(0, MOST_TOLD).map(shownReading), rejected: rejections.length },
    });
    const most = this.call.trace === 'full' ? MOST_TOLD : 3;
    for (const { reading, reason, by, cost } of [...rejections].sort((a, b) => a.cost - b.cost).slice(0, most)) {
      this.trail.add({ tool: 'reject_reading', arguments: { reading, by }, summary: reason, result: { reason, cost } });
    }
  }

  private result(
    answer: string | null,
    passages: RetrievalResult['passages'],
    metadata: Readonly<Record<string, unknown>>,
  ): RetrievalResult {
    return {
      answer,
      passages,
      trajectory: this.trail.steps,
      cost_usd: 0,
      loops: 0,
      module_used: 'owl',
      metadata: { model: null, ...metadata },
    };
  }
}

/** A reading as the result of a step. */
const shownReading = ({ variables, links, cost }: Understanding['readings'][number]): object => ({
  cost,
  things: variables.map(({ nodes, classes, values }) => ({
    ...(nodes && { nodes: nodes.map(({ uid, label }) => label ?? uid) }),
    ...(classes.length > 0 && { classes }),
    ...(values.length > 0 && { values }),
  })),
  facts: links.map(({ property, subject, object }) => ({ property, subject, object })),
});

/** @param leftOut number of neighbours of the answer that the ontology excludes */
function counts({ question, readings, rejections }: Understanding, leftOut = 0): Readonly<Record<string, unknown>> {
  return {
    readings: readings.length,
    readings_rejected: rejections.length,
    pruned_by_disjointness_total: rejections.filter(({ by }) => by === 'disjointness').length + leftOut,
    ...(question.unknownAt.length > 0 && {
      unknown_words: question.unknownAt.map((at) => question.form.words[at]!.text),
    }),
    ...(question.corrected && { corrected_words: question.corrected }),
    ...(question.explained && { explained_words: question.explained }),
  };
}

const summary = (chunks: readonly ScoredChunk[]): string =>
  chunks.length === 0
    ? 'nothing found'
    : `${chunks.length} passage(s): ${chunks.map(({ chunk }) => `${chunk.source}#${chunk.index}`).join(', ')}`;
