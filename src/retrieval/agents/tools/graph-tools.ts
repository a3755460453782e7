/** Tools over graph and ontology that agents alone have: plain questions, terms, explanations, and DQL. */
import { isTooLarge } from '../../../dgraph';
import { OwlgateError } from '../../../errors';
import type { Nodes } from '../../knowledge/nodes';
import { toldPruned, type Pruning } from '../../knowledge/pruning';
import { requireAnswerable } from '../../knowledge/query-check';
import { predicatesOf } from '../../knowledge/query-names';
import { sliceFor } from '../../knowledge/slice';
import type { Vocabulary } from '../../knowledge/vocabulary';
import { answerFromGraph } from '../../modules/owl';
import type { ToolOutcome } from '../../tools/types';
import type { Step } from '../../trail';
import type { Graph, Surroundings } from '../../types';
import type { Evidence } from '../evidence';
import { checkDql } from './dql';
import { defineTool, type Tool } from './toolbox';

interface GraphToolsOptions extends Pick<Surroundings, 'graph' | 'corpus' | 'linker' | 'language'> {
  readonly nodes: Nodes;
  readonly pruning: Pruning;
  readonly evidence: Evidence;
  readonly vocabulary: Vocabulary | undefined;
  /** Receives the queries that a tool runs itself, as steps. */
  readonly took: (step: Step) => void;
}

/** Maximum characters of a DQL query, and of its answer. */
const MAX_DQL_CHARACTERS = 8_000;
const MAX_ANSWER_CHARACTERS = 60_000;
/** Seconds that the engine may work on one. */
const QUERY_SECONDS = 10;
/** Refused queries of one question, after which passages have to do. */
const MAX_REPAIRS = 6;

/** Creates ask_graph, find_classes and explain (with an ontology), and dql. */
export function graphTools(options: GraphToolsOptions): Tool[] {
  const { nodes, evidence, vocabulary, graph } = options;
  let refused = 0;
  return [
    ...(vocabulary ? [askTool(options), termsTool(vocabulary, options), explainTool(graph)] : []),
    defineTool<{ query: string }>({
      name: 'dql',
      description:
        'A read-only DQL query, for joins, counts and orders. Types are in graph.type (type(X) in filters); ' +
        '~p is p backwards. ' +
        'Ask with first:, and for names rather than uids. The answer has an id (q1, …) unless it is empty. A query ' +
        'that cannot be right is refused with the reason: correct it.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string', minLength: 2, maxLength: MAX_DQL_CHARACTERS } },
        required: ['query'],
      },
      run: async ({ query }) => {
        if (refused >= MAX_REPAIRS)
          throw new OwlgateError('InvalidRequest', { reason: 'no more queries; use passages' });
        try {
          return await runQuery(query);
        } catch (error) {
          refused++;
          throw error;
        }
      },
    }),
  ];

  async function runQuery(query: string): Promise<ToolOutcome> {
    const document = checkDql(query);
    const limits = { seconds: QUERY_SECONDS, maxBytes: 4 * MAX_ANSWER_CHARACTERS };
    const ask = (dql: string): Promise<Record<string, unknown>> => graph.queryWithin(dql, limits);
    await requireAnswerable(document, {
      schema: await nodes.schema(),
      vocabulary,
      ask,
      typesOf: async (uids) => new Map((await nodes.read(uids)).map(({ uid, types }) => [uid, types])),
    });
    const data = await ask(query).catch((error: unknown) => {
      throw isTooLarge(error) ? tooLarge() : error;
    });
    if (JSON.stringify(data).length > MAX_ANSWER_CHARACTERS) throw tooLarge();
    // The schema says what could be stored, never what is.
    if (document.blocks.every(({ kind }) => kind === 'SchemaBlock')) return { result: { data }, summary: 'the schema' };
    const id = evidence.query(query, data, predicatesOf(document));
    const rows = Object.entries(data).map(([name, list]) => `${name}: ${Array.isArray(list) ? list.length : 1}`);
    const summary = `rows of ${rows.join(', ') || 'nothing'}`;
    if (id !== undefined) return { result: { id, data }, summary };
    const note = 'nothing was found, which is no evidence: what is not stated may hold all the same';
    return { result: { data, note }, summary: `nothing found (${summary})` };
  }
}

const tooLarge = (): OwlgateError => {
  const reason = `the answer has more than ${MAX_ANSWER_CHARACTERS} characters; ask for less (first:, count)`;
  return new OwlgateError('InvalidRequest', { reason });
};

const askTool = (options: GraphToolsOptions): Tool =>
  defineTool<{ question: string }>({
    name: 'ask_graph',
    description:
      'Reads a plain question with the words of the ontology and answers it from facts: joins, class ' +
      'hierarchies, counts, comparisons, yes or no. Gives the reading that was answered: check it. Ids of facts ' +
      'and passages are to be cited.',
    parameters: {
      type: 'object',
      properties: { question: { type: 'string', minLength: 2, maxLength: 500 } },
      required: ['question'],
    },
    run: ({ question }, signal) => askGraph(question, options, signal),
  });

/** A question as module owl reads it: its steps are steps of the trajectory, its facts and passages evidence. */
async function askGraph(
  question: string,
  { evidence, pruning, took: step, ...options }: GraphToolsOptions,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const context = { ...options, ontology: options.graph.ontology!, history: [], signal, step };
  const { understood, solution, passages, pruned } = await answerFromGraph(question, context);
  const { form, unknownAt = [] } = understood?.question ?? {};
  const unknown = unknownAt.map((at) => form!.words[at]!.text);
  pruning.note(pruned);
  const citations = [
    ...passages.map(({ chunk, score }) => evidence.passage(chunk, score).id),
    ...(solution?.statements ?? []).slice(0, MAX_CITED).map((statement) => evidence.statement(statement).id),
  ];
  const told = solution
    ? { answer: solution.answer, reading: solution.reading, citations }
    : { answer: null, ...(unknown.length > 0 && { unknownWords: unknown }), citations };
  const said = solution
    ? `${solution.answer ?? 'nothing can be'}, as ${solution.reading}`
    : `the graph does not tell${unknown.length > 0 ? `; it has no word for ${unknown.join(', ')}` : ''}`;
  return {
    result: { ...told, ...(pruned.length > 0 && { leftOut: pruned.slice(0, MAX_LEFT_OUT) }) },
    summary: `${said}${toldPruned(pruned)}`,
  };
}

/** Maximum facts that are cited, and excluded readings that are told. */
const MAX_CITED = 100;
const MAX_LEFT_OUT = 20;

const termsTool = (vocabulary: Vocabulary, { nodes, graph }: GraphToolsOptions): Tool =>
  defineTool<{ text: string }>({
    name: 'find_classes',
    description:
      'Classes and properties that the words of a text name, or come near to: labels, hierarchy, disjoint classes, ' +
      'domains, ranges, inverses, indexes, stored values.',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 500, description: 'Words such as: oil painting, made by' },
      },
      required: ['text'],
    },
    run: async ({ text }, signal) => {
      const terms = (await sliceFor(text, vocabulary, nodes, graph, signal)).split('\n');
      return { result: { terms }, summary: `${terms.length} term(s)` };
    },
  });

const explainTool = (graph: Graph): Tool =>
  defineTool<{ subject: string; predicate: string; object: string }>({
    name: 'explain',
    description: 'Why a stored fact holds: asserted, or the rules and facts that it follows from.',
    parameters: {
      type: 'object',
      properties: {
        subject: { type: 'string', minLength: 1, maxLength: 1_000, description: 'uid or IRI' },
        predicate: { type: 'string', minLength: 1, maxLength: 500, description: 'graph.type for types' },
        object: { type: 'string', minLength: 1, maxLength: 1_000, description: 'uid, IRI, class, or a value' },
      },
      required: ['subject', 'predicate', 'object'],
    },
    run: async (fact) => {
      const { text, json } = await graph.explain({ ...fact, max: 1 });
      return {
        result: { explanation: text.slice(0, 6_000) },
        summary: `${json.state}; ${json.proofs.length} proof(s)`,
      };
    },
  });
