/**
 * The fixed plan over graph and documents: facts answer what they can; what they do not, chains of facts and sentences
 * may.
 */
import type { Surroundings } from '../../types';
import {
  anchorsOf,
  askedClasses,
  fromIntroduction,
  fromPassages,
  isTold,
  mayBeSomeone,
  namesOf,
  type Understanding,
} from '../../modules/owl';
import type { Node, Nodes } from '../../knowledge/nodes';
import type { Pruning } from '../graph/pruning';
import type { Vocabulary } from '../../knowledge/vocabulary';
import { askGraph, toldAnswer, type GraphAnswer } from './ask-graph';
import { inWords } from './facts-in-words';
import type { Chain } from './reader';
import type { Pool } from './pool';
import { TextPlan, type PlanContext, type PlanEnd } from './text-plan';

interface GraphPlanContext extends PlanContext {
  readonly surroundings: Surroundings;
  readonly nodes: Nodes;
  readonly vocabulary: Vocabulary | undefined;
  readonly pruning: Pruning;
}

const NOTHING: PlanEnd = { answer: null, citations: [] };

export class GraphPlan {
  constructor(private readonly context: GraphPlanContext) {}

  async run(): Promise<PlanEnd> {
    const { meter } = this.context;
    meter.turn();
    const { solution, citations, understood } = await this.ask();
    if (solution) {
      const said = understood?.isNature ? await this.introduction(understood) : NOTHING;
      return said.answer === null ? { answer: solution.answer, citations } : said;
    }
    // Sentences that speak of both sides say neither yes nor no, where graph and ontology have words for all of it.
    const isKnown = understood !== undefined && understood.question.unknown.length === 0;
    if (understood && !mayBeSomeone(understood)) return NOTHING;
    if (isKnown && understood.question.form.wants === 'verdict' && understood.readings.length > 0) return NOTHING;
    // Nor does any sentence say which of two it is, or more than what.
    if (understood?.question.unknown.some((word) => /^(?:or|than|nor|neither)$/i.test(word))) return NOTHING;
    const classes = understood ? askedClasses(understood) : [];
    const end = await new TextPlan(this.context, {
      enrich: (names, pool) => this.enrich(names, pool),
      rejects: (chain) => this.rejects(chain, classes, understood),
    }).run();
    return end.answer === null && understood ? this.extract(understood, classes) : end;
  }

  /** Where no chain is whole: an extract, as module owl takes it. */
  private async extract(understood: Understanding, classes: readonly string[]): Promise<PlanEnd> {
    const { surroundings, nodes, toolbox, evidence, signal } = this.context;
    if (!isTold(understood)) return NOTHING;
    const { schema, plain: asked } = understood;
    return toolbox.step('extract', { of: classes }, async () => {
      const context = { ...surroundings, nodes, schema };
      const { text, passages } = await fromPassages(asked, classes, anchorsOf(understood), context, signal);
      const from = passages.find(({ chunk }) => text !== undefined && isWithin(text, chunk.text));
      const ids = from ? [evidence.passage(from.chunk, from.score).id] : [];
      const value: PlanEnd = from && text !== undefined ? { answer: text, citations: ids } : NOTHING;
      return { value, result: { text: value.answer, citations: ids }, summary: value.answer ?? 'nothing found' };
    });
  }

  /** Who or what somebody or something is, as a sentence says it. */
  private async introduction(understood: Understanding): Promise<PlanEnd> {
    const { question, surroundings, toolbox, evidence, signal } = this.context;
    return toolbox.step('extract', {}, async () => {
      const { text, passages } = await fromIntroduction(question, namesOf(understood), surroundings.corpus, signal);
      const from = passages.find(({ chunk }) => text !== undefined && isWithin(text, chunk.text));
      const ids = from ? [evidence.passage(from.chunk, from.score).id] : [];
      const value: PlanEnd = from && text !== undefined ? { answer: text, citations: ids } : NOTHING;
      return { value, result: { text: value.answer, citations: ids }, summary: value.answer ?? 'nothing found' };
    });
  }

  private async ask(): Promise<GraphAnswer> {
    const { question, surroundings, nodes, pruning, evidence, toolbox, signal } = this.context;
    return toolbox.step('ask_graph', { question }, async () => {
      const took = toolbox.took.bind(toolbox);
      const value = await askGraph(question, { ...surroundings, nodes, pruning, evidence }, took, signal);
      return { value, ...toldAnswer(value) };
    });
  }

  /** Facts about names, as sentences for the plan over documents. */
  private async enrich(names: readonly string[], pool: Pool): Promise<void> {
    const { nodes, vocabulary, toolbox, pruning } = this.context;
    const wanted = names.slice(0, 4);
    if (wanted.length === 0 || !vocabulary) return;
    const found = (await nodes.find(wanted, 3)).flatMap((each) => pruning.nodes(each).retained).slice(0, 6);
    for (const node of found) {
      await toolbox.step('neighbours', { node: node.uid }, async () => {
        const edges = await nodes.edges(node);
        for (const { statement } of edges.slice(0, 80)) {
          const { subject, object } = statement;
          const others = [subject, typeof object === 'object' ? object : undefined];
          pool.addStatement(
            statement,
            inWords(statement, vocabulary),
            others.flatMap((other) => other?.label ?? []),
          );
        }
        const summary = `${edges.length} fact(s) of ${node.label ?? node.uid}`;
        return { value: undefined, result: edges.slice(0, 80).map(({ statement }) => statement), summary };
      });
    }
  }

  /**
   * True if what the last sentence of a chain brings up is known, and nothing of it is of the class that is asked for,
   * or nothing of it may be a person where one is asked for.
   */
  private async rejects(
    chain: Chain,
    classes: readonly string[],
    understood: Understanding | undefined,
  ): Promise<boolean> {
    const { nodes, vocabulary, pruning } = this.context;
    const isWho = understood?.question.form.isWho === true;
    if (!vocabulary || (classes.length === 0 && !isWho)) return false;
    const { candidates, sentence } = chain.matches.at(-1)!;
    const names = candidates.length > 0 ? candidates : sentence.names;
    const found: Node[] = [];
    for (const each of await nodes.find(names.slice(0, 6), 3)) found.push(...each);
    // A name that the graph does not know may be anything.
    if (found.length === 0) return false;
    if (isWho && !found.some(({ types }) => understood.schema.mayBePeople(types))) return true;
    const { retained } = pruning.nodes(found, classes);
    return !retained.some(({ types }) => classes.every((name) => vocabulary.isOf(types, name)));
  }
}

/** White space apart. */
const isWithin = (part: string, whole: string): boolean =>
  whole.replace(/\s+/g, ' ').includes(part.replace(/\s+/g, ' ').slice(0, 60));
