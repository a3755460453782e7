/**
 * Module owl: the question is read with the words of the ontology and answered by DQL over asserted and inferred facts,
 * with passages behind them. It asks no model. The stages are files of this folder, in this order: analyse, chunk (with
 * lexicon and thesaurus), candidates, check (with schema), query, facts, answer, passages; and fallback where facts do
 * not answer.
 */
import type { InForce } from '../../../materialize';
import { Nodes } from '../../knowledge/nodes';
import { answerQuestion, hasOpenPronoun, isEnglish } from '../../question';
import { proven } from '../../agents/proofs';
import { holdersOf } from '../../evidence/passages';
import { shownChunks, Trail, type Step } from '../../trail';
import type { ModuleFactory, RetrievalCall, RetrievalResult, ScoredChunk, Statement, Surroundings } from '../../types';
import { toPassage } from '../naive';
import { NOBODY } from './check';
import { fromIntroduction, fromPassages, type Fallback } from './fallback';
import { passagesFor } from './passages';
import type { Solution } from './answer';
import { CERTAIN, isOfClasses, solve } from './solve';
import { understand, type Understanding } from './understand';

export {
  CERTAIN,
  fromIntroduction,
  isOfClasses,
  fromPassages,
  passagesFor,
  solve,
  understand,
  type Solution,
  type Understanding,
};

export const createOwl: ModuleFactory = (surroundings) => ({
  retrieve: (call) => new Retrieval(surroundings, call).run(),
});

/** Passages of a question without an answer. */
const MOST_PASSAGES = 5;
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
    const { graph, linker, corpus } = this.surroundings;
    const { question, signal } = this.call;
    const { ontology } = graph;
    const sure = ontology && (await this.read(ontology));
    if (sure) return sure;
    if (await hasOpenPronoun(question, this.surroundings.language, linker, signal)) {
      // "What did he make?": who is meant, no fact or sentence tells.
      return this.fromTexts(undefined, { ...(await this.extracted(undefined)), text: undefined });
    }
    const isRead = ontology && isEnglish(question, this.surroundings.language);
    const understood = isRead ? await understand(question, ontology, this.nodes, linker, signal, corpus) : undefined;
    if (understood) this.tell(understood);
    const solution = understood && (await solve(understood, this.nodes, graph, (step) => this.trail.add(step), signal));
    if (!solution) return this.fromTexts(understood);
    if (understood.isNature) {
      const said = await fromIntroduction(question, namesOf(understood), corpus, signal);
      return said.text === undefined ? this.fromFacts(solution, understood) : this.fromTexts(understood, said);
    }
    // "When did the stage open" of what only productions do in the ontology: a text may have all of it all the same.
    const { wants } = understood.question.form;
    const isValue = solution.answer === null && (wants === 'time' || wants === 'number');
    const told = isValue ? await this.extracted(understood) : undefined;
    return told?.text !== undefined && told.coverage === 1
      ? this.fromTexts(understood, told)
      : this.fromFacts(solution, understood);
  }

  /** Answers a question of which every word has a meaning. */
  private async read(ontology: InForce): Promise<RetrievalResult | undefined> {
    const { graph, linker, language } = this.surroundings;
    const { question, history, signal } = this.call;
    const step = (each: Step): void => this.trail.add(each);
    const context = { ontology, graph, nodes: this.nodes, linker, language, history, signal, step };
    const answered = await answerQuestion(question, context);
    return answered && this.fromFacts(answered.solution, answered.understood, { read_whole: true });
  }

  /** @param notes for the metadata */
  private async fromFacts(
    solution: Solution,
    understood: Understanding,
    notes: Readonly<Record<string, unknown>> = {},
  ): Promise<RetrievalResult> {
    const { corpus, linker } = this.surroundings;
    const { question, signal, trace, observer } = this.call;
    const { answer, names, reading, cost = 0, ambiguous } = solution;
    const { vocabulary } = understood.schema;
    const chunks =
      answer === null
        ? await corpus.keywordSearch(question, MOST_PASSAGES, signal)
        : await passagesFor(
            { question, statements: solution.statements, names, anchors: anchorsOf(understood) },
            { corpus, linker, vocabulary },
            signal,
          );
    this.trail.add({
      tool: answer === null ? 'keyword_search' : 'passages',
      arguments: answer === null ? { query: question } : { facts: solution.statements.length },
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
      ...counts(understood),
      answer_by: answer === null ? 'none' : 'graph',
      ...(answer !== null && passages.length > 0 && { answer_from: 0 }),
      reading,
      reading_cost: Math.round(cost * 1000) / 1000,
      ...(ambiguous && { ambiguous_names: ambiguous }),
      ...(solution.isClosed && { assumes: 'what is not stated does not hold' }),
      statements,
      ...omitted,
      ...notes,
    });
  }

  private extracted(understood: Understanding | undefined): Promise<Fallback> {
    const { question, signal } = this.call;
    return fromPassages(
      understood?.plain ?? question,
      understood ? askedClasses(understood) : [],
      understood ? anchorsOf(understood) : [],
      { ...this.surroundings, nodes: this.nodes, schema: understood?.schema },
      signal,
    );
  }

  private async fromTexts(understood: Understanding | undefined, told?: Fallback): Promise<RetrievalResult> {
    const { question, observer } = this.call;
    const { graph } = this.surroundings;
    const classes = understood ? askedClasses(understood) : [];
    const { text: extracted, from = 0, passages: chunks, pruned } = told ?? (await this.extracted(understood));
    const text = understood && !isTold(understood) ? undefined : extracted;
    const evidence = text === undefined ? { passages: chunks } : holdersOf(text, from, chunks);
    this.trail.add({
      tool: 'keyword_search',
      arguments: { query: question, ...(classes.length > 0 && { of: classes }) },
      summary: summary(chunks),
      result: shownChunks(chunks),
    });
    const passages = evidence.passages.map(toPassage);
    observer.passages?.(passages);
    if (text !== undefined) observer.text?.(text);
    return this.result(text ?? null, passages, {
      ...(understood && counts(understood)),
      answer_by: text === undefined ? 'none' : 'extract',
      ...('answer_from' in evidence && { answer_from: evidence.answer_from }),
      ...(classes.length > 0 && { restricted_to: classes }),
      ...(pruned.length > 0 && { extracts_pruned: pruned.length }),
      ...(!graph.ontology && { warning: 'no ontology is in force: passages alone are asked' }),
      statements: [] as Statement[],
    });
  }

  private tell({ question, readings, rejections }: Understanding): void {
    const { form, chunks, unknown } = question;
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

function counts({ question, readings, rejections }: Understanding): Readonly<Record<string, unknown>> {
  return {
    readings: readings.length,
    readings_rejected: rejections.length,
    pruned_by_disjointness_total: rejections.filter(({ by }) => by === 'disjointness').length,
    ...(question.unknown.length > 0 && { unknown_words: question.unknown }),
    ...(question.corrected && { corrected_words: question.corrected }),
    ...(question.explained && { explained_words: question.explained }),
  };
}

/** Nodes that a question names. */
export const anchorsOf = ({ question }: Understanding): string[] => [
  ...new Set(
    question.chunks.flatMap(({ meanings }) =>
      meanings.flatMap((meaning) => (meaning.kind === 'nodes' ? meaning.nodes.map(({ uid }) => uid) : [])),
    ),
  ),
];

/** All that the nodes are called that a question names. */
export const namesOf = ({ question }: Understanding): string[] =>
  question.chunks.flatMap(({ meanings }) =>
    meanings.flatMap((meaning) => (meaning.kind === 'nodes' ? meaning.nodes.flatMap(({ labels }) => labels) : [])),
  );

/**
 * Whether a sentence can be the answer. It counts nothing, compares nothing, and denies nothing; and where the graph
 * knows every word of such a question and has no answer, passages have none.
 */
export function isTold(understood: Understanding): boolean {
  const { form, unknown, superlative } = understood.question;
  if (!mayBeSomeone(understood)) return false;
  if (form.universal !== undefined || form.isTwofold) return false;
  const isDenied = form.negators.size > 0 || unknown.some((word) => UNTOLD.test(word));
  return !isDenied && (unknown.length > 0 || (form.wants !== 'count' && !superlative));
}

/** False for "Who is the Lynx?", a device. */
export const mayBeSomeone = ({ readings, rejections }: Understanding): boolean =>
  readings.length > 0 || !rejections.some(({ reason }) => reason === NOBODY);

const UNTOLD =
  /^(?:or|nor|neither|none|nobody|nothing|same|than|more|most|less|least|fewer|fewest|only|every|except|besides)$/i;

/** The class that is asked for by name: `which company`. */
export function askedClasses({ question }: Understanding): string[] {
  const { form, chunks } = question;
  if (!form.isDeterminer || form.wants === 'count') return [];
  const at = chunks.findIndex(({ from }) => from === form.asking);
  const next = chunks[at + 1];
  const start = chunks[at]?.to ?? 0;
  if (!next || next.from > start + 1) return [];
  const [meaning] = next.meanings;
  return meaning?.kind === 'class' ? [meaning.name] : [];
}

const summary = (chunks: readonly ScoredChunk[]): string =>
  chunks.length === 0
    ? 'nothing found'
    : `${chunks.length} passage(s): ${chunks.map(({ chunk }) => `${chunk.source}#${chunk.index}`).join(', ')}`;
