/**
 * The fixed plan over graph and documents: the question is read with the words of the ontology and answered from facts,
 * with passages behind them; what facts alone do not answer, chains of facts and sentences may.
 */
import type { Node, Nodes } from '../graph/nodes';
import type { Pruning } from '../graph/pruning';
import type { Vocabulary } from '../graph/vocabulary';
import type { Statement } from '../../types';
import { contentStems } from '../text/words';
import type { Chain } from './chains';
import { members } from './class-plan';
import { follow, type Found, type PathContext } from './paths';
import { covers, nameStems, type Pool } from './pool';
import { readAgainstGraph, type Reading } from './reading';
import { TextPlan, type PlanContext, type PlanEnd } from './text-plan';
import { decide, inWords } from './yes-no';

export interface GraphPlanContext extends PlanContext {
  readonly nodes: Nodes;
  readonly vocabulary: Vocabulary | undefined;
  readonly pruning: Pruning;
}

/** Answers that are told by name; a longer list is no answer to a question. */
const MOST_ANSWERS = 40;
const MOST_PASSAGES = 5;
const NOTHING: PlanEnd = { answer: null, citations: [] };

export class GraphPlan {
  private readonly paths: PathContext;

  constructor(private readonly context: GraphPlanContext) {
    const { nodes, vocabulary, pruning, toolbox, meter } = context;
    this.paths = { nodes, vocabulary, pruning, toolbox, spent: () => meter.spent !== undefined };
  }

  async run(): Promise<PlanEnd> {
    const { meter, question } = this.context;
    meter.turn();
    const reading = await readAgainstGraph(question, this.context);
    if (await this.isImpossible(reading)) return NOTHING;
    const fromFacts = await this.answerFromFacts(reading);
    if (fromFacts) return fromFacts;
    // Sentences that speak of both sides say neither yes nor no, where graph and ontology have words for all of it.
    const { kind } = reading.question;
    if (kind === 'yes-no' && reading.anchors.length > 0 && reading.uncovered.length === 0) return NOTHING;
    return new TextPlan(this.context, {
      enrich: (names, pool) => this.enrich(names, pool),
      rejects: (chain) => this.rejects(chain, reading),
      // A question that graph and ontology have all the words for is not answered by half a sentence.
      ...(reading.uncovered.length === 0 && this.context.vocabulary && { leastCoverage: 0.85 }),
    }).run();
  }

  /** "Which barques are steamships?": what is asked for cannot be what is said of it. */
  private async isImpossible({
    target,
    isTargetSoft,
    classes,
    properties,
    anchors,
    question,
  }: Reading): Promise<boolean> {
    const { vocabulary, pruning, toolbox } = this.context;
    if (!vocabulary || isTargetSoft || properties.length > 0 || anchors.length > 0) return false;
    const said = classes.filter(({ terms }) => !terms.some(({ name }) => target.includes(name)));
    const open = said.find(({ terms }) => terms.every(({ name }) => vocabulary.contradiction(target, [name])));
    if (!open || question.kind === 'yes-no') return false;
    const [a, b] = vocabulary.contradiction(target, [open.terms[0]!.name])!;
    const pruned = [{ candidate: target.join(' or '), reason: `"${a}" is disjoint with "${b}"` }];
    pruning.note(pruned);
    const summary = `nothing is both: "${a}" is disjoint with "${b}"`;
    await toolbox.step('prune', { wanted: target }, () =>
      Promise.resolve({ value: undefined, result: pruned, summary }),
    );
    return true;
  }

  private async answerFromFacts(reading: Reading): Promise<PlanEnd | undefined> {
    const verdict = await decide(reading, this.paths);
    if (verdict) {
      if (reading.uncovered.length > 0 && !(await this.isTold(reading, verdict.statements))) return undefined;
      return this.end(verdict.answer, verdict.statements, []);
    }
    if (reading.question.kind === 'yes-no') return undefined;
    this.context.meter.turn();
    const found = reading.anchors.length > 0 ? await follow(reading, this.paths) : await members(reading, this.paths);
    if (found.length === 0) return undefined;
    const told = await this.hold(found, reading);
    if (told.length === 0) return undefined;
    return this.compose(told, reading);
  }

  /** Those that passages confirm, where the question says more than the graph has words for. */
  private async hold(found: readonly Found[], reading: Reading): Promise<Found[]> {
    // Next to each other is not yet what the question says, where it says how.
    const unnamed = reading.anchors.length > 0 && reading.properties.length === 0 && reading.target.length === 0;
    if (reading.uncovered.length === 0) return unnamed ? [] : [...found];
    const held: Found[] = [];
    for (const each of found.slice(0, 20)) if (await this.isTold(reading, each.statements)) held.push(each);
    return held;
  }

  /** Whether a passage about the nodes of facts speaks of what the graph has no words for. */
  private async isTold({ uncovered }: Reading, statements: readonly Statement[]): Promise<boolean> {
    const { corpus, toolbox } = this.context;
    const uids = uidsOf(statements);
    if (uids.length === 0) return false;
    return toolbox.step('passages_about', { nodes: uids, words: uncovered }, async () => {
      const found = await corpus.mentioning(uids, 8);
      const names = labelsOf(statements).map(nameStems);
      const telling = found.filter(({ chunk }) => {
        const stems = contentStems(chunk.text);
        const said = uncovered.filter((stem) => covers(stems, stem)).length;
        return said >= 0.75 * uncovered.length && names.every((name) => name.every((stem) => stems.has(stem)));
      });
      for (const { chunk, score } of telling) this.context.evidence.passage(chunk, score);
      const result = telling.map(({ chunk }) => `${chunk.source}#${chunk.index}`);
      return { value: telling.length > 0, result, summary: `${telling.length} of ${found.length} passage(s) say so` };
    });
  }

  private compose(found: readonly Found[], { question }: Reading): Promise<PlanEnd> {
    const statements = found.flatMap((each) => each.statements);
    if (question.kind === 'count') {
      const isNumber = found.length === 1 && typeof found[0]!.value === 'number';
      return this.end(String(isNumber ? found[0]!.value : found.length), statements, found);
    }
    const names = [...new Set(found.map(({ node, value }) => node?.label ?? node?.uid ?? readable(value!)))].sort();
    const shown = names.slice(0, MOST_ANSWERS);
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
    return this.end(shown.join(', ') + more, statements, found);
  }

  /** The answer with passages behind it: those that name both sides of a fact come first. */
  private async end(answer: string, statements: readonly Statement[], found: readonly Found[]): Promise<PlanEnd> {
    const { evidence, corpus, toolbox, question } = this.context;
    const facts = statements.slice(0, 200).map((statement) => evidence.statement(statement).id);
    const ids = new Map<string, number>();
    await toolbox.step('passages_about', { nodes: uidsOf(statements) }, async () => {
      const pairs = statements
        .slice(0, 8)
        .flatMap(({ subject, object }) => (typeof object === 'object' ? [[subject.uid, object.uid]] : [[subject.uid]]));
      const nodes = [...new Set(found.flatMap(({ node }) => node?.uid ?? []))].slice(0, 8);
      for (const uids of [...pairs, ...(nodes.length > 0 ? [nodes] : [])]) {
        for (const { chunk, score } of await corpus.mentioning(uids, 3)) {
          const { id } = evidence.passage(chunk);
          const stems = contentStems(chunk.text);
          const names = labelsOf(statements).filter((name) => nameStems(name).every((stem) => stems.has(stem))).length;
          const words = [...contentStems(question)].filter((stem) => covers(stems, stem)).length;
          ids.set(id, Math.max(ids.get(id) ?? 0, 3 * names + words + score / 1000));
        }
      }
      return { value: undefined, result: [...ids.keys()], summary: `${ids.size} passage(s)` };
    });
    if (ids.size < MOST_PASSAGES) {
      const outcome = await toolbox.call(
        'keyword_search',
        { query: `${question} ${answer}`.slice(0, 900), limit: 5 },
        this.context.signal,
      );
      const shown = outcome.ok ? (outcome.result as { id: string; text: string }[]) : [];
      for (const { id, text } of shown) {
        const stems = contentStems(text);
        const names = labelsOf(statements).filter((name) => nameStems(name).every((stem) => stems.has(stem))).length;
        if (names > 0 && !ids.has(id)) ids.set(id, names);
      }
    }
    const passages = [...ids]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_PASSAGES)
      .map(([id]) => id);
    return { answer, citations: [...passages, ...facts] };
  }

  /** Facts about names, as sentences for the plan over documents. */
  private async enrich(names: readonly string[], pool: Pool): Promise<void> {
    const { nodes, vocabulary, toolbox, pruning } = this.context;
    const wanted = names.slice(0, 4);
    if (wanted.length === 0 || !vocabulary) return;
    const found = (await nodes.find(wanted, 3)).flatMap((each) => pruning.nodes(each).kept).slice(0, 6);
    for (const node of found) {
      await toolbox.step('neighbours', { node: node.uid }, async () => {
        const edges = await nodes.edges(node);
        for (const { statement } of edges.slice(0, 80)) {
          const { subject, predicate, object } = statement;
          const isType = predicate === 'graph.type';
          const name = isType ? vocabulary.labelOf(object as string) : undefined;
          const text = isType
            ? `${subject.label ?? subject.uid} is a ${name!}.`
            : `${inWords(statement, vocabulary.labelOf(predicate))}.`;
          const others = [subject, typeof object === 'object' ? object : undefined];
          pool.addStatement(
            statement,
            text,
            others.flatMap((other) => other?.label ?? []),
          );
        }
        return {
          value: undefined,
          result: edges.length,
          summary: `${edges.length} fact(s) of ${node.label ?? node.uid}`,
        };
      });
    }
  }

  /** Whether all that the last sentence of a chain brings up is disjoint with what the question asks for. */
  private async rejects(chain: Chain, { target, question }: Reading): Promise<boolean> {
    const { nodes, vocabulary, pruning } = this.context;
    if (!vocabulary || target.length === 0) return false;
    const known = new Set(question.names.flatMap(nameStems));
    const names = chain.sentences.at(-1)!.names.filter((name) => nameStems(name).some((stem) => !known.has(stem)));
    if (names.length === 0) return false;
    const found: Node[] = [];
    for (const each of await nodes.find(names.slice(0, 6), 3)) found.push(...each);
    // A name that the graph does not know may be anything.
    if (found.length === 0) return false;
    return pruning.nodes(found, target).kept.length === 0;
  }
}

const uidsOf = (statements: readonly Statement[]): string[] =>
  [
    ...new Set(
      statements.flatMap(({ subject, object }) => [subject.uid, ...(typeof object === 'object' ? [object.uid] : [])]),
    ),
  ].slice(0, 30);

const labelsOf = (statements: readonly Statement[]): string[] => [
  ...new Set(
    statements
      .flatMap(({ subject, object }) => [subject.label, typeof object === 'object' ? object.label : undefined])
      .filter((label) => label !== undefined),
  ),
];

/** A value as people write it: a point in time at midnight is a day. */
const readable = (value: string | number | boolean): string =>
  typeof value === 'string' ? value.replace(/^(-?\d{4,}-\d\d-\d\d)T00:00:00(?:\.0+)?Z$/, '$1') : String(value);
