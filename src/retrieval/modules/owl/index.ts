/**
 * Module owl: the reader of questions answers from asserted and inferred facts, with passages behind them; where it does
 * not, an extract of a passage may. It asks no model.
 */
import { proven } from '../../agents/proofs';
import { textOf } from '../../evidence/passages';
import { Nodes } from '../../knowledge/nodes';
import type { Pruned } from '../../knowledge/pruning';
import { namesIn } from '../../language/sentences';
import { anchorsOf, askedClasses, concernsNamed, type Solution, type Understanding } from '../../question';
import { rounded, Trail, type Step } from '../../trail';
import type { Chunk, Mention, ModuleFactory, RetrievalCall, RetrievalResult, Surroundings } from '../../types';
import { extracted, nothingTold, search, toPassage, type Searched, type Told } from '../texts';
import { answerFromGraph, type GraphAnswer } from './graph';

export { answerFromGraph };

export const createOwl: ModuleFactory = (surroundings) => ({
  retrieve: (call) => new Retrieval(surroundings, call).run(),
});

/** Readings and rejections that a trajectory tells, and a full one. */
const MOST_TOLD = { summary: 3, full: 20 };
/** Nodes that an extract names and that are looked at. */
const MOST_NAMED = 50;

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
    const { surroundings, call, nodes, step } = this;
    const { ontology } = surroundings.graph;
    const answered =
      ontology && (await answerFromGraph(call.question, { ...surroundings, ...call, ontology, nodes, step }));
    const { understood, solution, mayBeTold = true } = answered ?? {};
    if (understood) this.tell(understood);
    if (solution && understood?.question.form.wants !== 'kind') return this.fromFacts(solution, answered!);
    const searched = await this.search();
    const told = mayBeTold || solution ? await this.extracted(searched, understood) : nothingTold(searched.found);
    if (solution && told.answer === null) return this.fromFacts(solution, answered!);
    const classes = understood ? askedClasses(understood) : [];
    return this.result(told, {
      ...(understood && counts(understood, answered!.pruned)),
      ...(classes.length > 0 && { restricted_to: classes }),
      ...searched.notes,
      ...told.notes,
      ...(!ontology && { warning: 'no ontology is in force: passages alone are asked' }),
      statements: [],
    });
  }

  private readonly step = (step: Step): void => this.trail.add(step);

  private search(): Promise<Searched> {
    return search(this.call.question, this.surroundings, this.call.signal, this.step);
  }

  private async fromFacts(
    { answer, reading, cost = 0, ambiguous, completed, isClosed, statements: facts }: Solution,
    { understood, passages, pruned }: GraphAnswer,
  ): Promise<RetrievalResult> {
    const { call, deadline, surroundings } = this;
    const { found, notes } = answer === null ? await this.search() : { found: passages, notes: {} };
    const proofs =
      call.trace === 'full'
        ? await proven(facts, { ...surroundings, signal: call.signal, deadline })
        : { statements: facts };
    return this.result(
      { answer, passages: found.map(toPassage) },
      {
        ...(understood && counts(understood, pruned)),
        answer_by: answer === null ? 'none' : 'graph',
        ...(answer !== null && found.length > 0 && { answer_from: 0 }),
        reading,
        reading_cost: rounded(cost),
        ...(ambiguous && { ambiguous_names: ambiguous }),
        ...(completed && { completed_names: completed }),
        ...(isClosed && { assumes: 'what is not stated does not hold' }),
        ...notes,
        ...proofs,
      },
    );
  }

  /** An extract that names something of the classes that are asked for, if there are any. */
  private extracted(searched: Searched, understood: Understanding | undefined): Promise<Told> {
    const { language } = this.surroundings;
    const classes = understood && understood.question.form.wants !== 'kind' ? askedClasses(understood) : [];
    const accepts = async (text: string, passage: Chunk): Promise<boolean> =>
      (!understood || concernsNamed(textOf(passage), understood)) &&
      (classes.length === 0 || this.isOfKind(text, classes, understood!));
    return extracted(this.call.question, searched, language, accepts);
  }

  private async isOfKind(text: string, classes: readonly string[], understood: Understanding): Promise<boolean> {
    const { schema } = understood;
    const { question, signal } = this.call;
    const mentions = await this.surroundings.linker.mentions(text, signal);
    // Of whom the graph has never heard, it cannot say what they are.
    const isUnknown = (name: string): boolean => !question.includes(name) && isOutside(name, text, mentions);
    if (classes.some((name) => schema.isPeople(name)) && namesIn(text).some(isUnknown)) return true;
    const anchors = anchorsOf(understood);
    const uids = [...new Set(mentions.flatMap((mention) => mention.uids))].filter((uid) => !anchors.includes(uid));
    const named = await this.nodes.read(uids.slice(0, MOST_NAMED));
    return named.some(({ types }) => classes.every((name) => schema.vocabulary.isOf(types, name)));
  }

  private tell({ question, readings, rejections }: Understanding): void {
    const { form, chunks, unknownAt } = question;
    const text = (from: number, to: number): string =>
      form.words
        .slice(from, to)
        .map((word) => word.text)
        .join(' ');
    const known = chunks.map(({ from, to }) => text(from, to));
    const unknown = unknownAt.map((at) => text(at, at + 1));
    this.step({
      tool: 'read_question',
      arguments: { question: this.call.question, wants: form.wants, known, unknown },
      summary: `${readings.length} reading(s), ${rejections.length} rejected`,
      result: { readings: readings.slice(0, MOST_TOLD.full).map(shownReading), rejected: rejections.length },
    });
    const most = MOST_TOLD[this.call.trace ?? 'summary'];
    for (const { reading, reason, by, cost } of [...rejections].sort((a, b) => a.cost - b.cost).slice(0, most)) {
      this.step({ tool: 'reject_reading', arguments: { reading, by }, summary: reason, result: { reason, cost } });
    }
  }

  private result(
    { answer, passages }: Pick<Told, 'answer' | 'passages'>,
    metadata: Readonly<Record<string, unknown>>,
  ): RetrievalResult {
    const { observer } = this.call;
    observer.passages?.(passages);
    if (answer !== null) observer.text?.(answer);
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

/** True if no mention has anything of a name. */
function isOutside(name: string, text: string, mentions: readonly Mention[]): boolean {
  const start = text.indexOf(name);
  return !mentions.some((mention) => mention.start < start + name.length && start < mention.end);
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

const counts = (
  { question, readings, rejections }: Understanding,
  pruned: readonly Pruned[],
): Readonly<Record<string, unknown>> => ({
  readings: readings.length,
  readings_rejected: rejections.length,
  pruned_by_disjointness_total: pruned.length,
  ...(question.unknownAt.length > 0 && {
    unknown_words: question.unknownAt.map((at) => question.form.words[at]!.text),
  }),
  ...(question.corrected && { corrected_words: question.corrected }),
  ...(question.explained && { explained_words: question.explained }),
});
