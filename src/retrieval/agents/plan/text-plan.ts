/**
 * The fixed plan over documents: the question is taken apart into steps, passages are searched for each, and what one
 * sentence names goes into the search for the next.
 */
import type { Chunk, Corpus, ScoredChunk } from '../../types';
import type { Evidence } from '../evidence';
import type { Meter } from '../meter';
import { corpusTools, readAround } from '../tools/corpus-tools';
import type { Toolbox } from '../tools/toolbox';
import { readQuestion, type Question } from '../../language/question';
import { extract, nameIn } from '../../modules/naive/extract';
import { analyse, type Question as AskedOfTexts } from '../../modules/naive/question';
import { likeness } from '../../language/alike';
import { wordsOf } from '../../language/words';
import { Pool } from './pool';
import { answerOf, readChains, type Chain, type Look } from './reader';
import { stepsOf, type Step } from './steps';

export interface PlanContext {
  readonly question: string;
  readonly corpus: Corpus;
  readonly toolbox: Toolbox;
  readonly evidence: Evidence;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

/** What a plan came to. */
export interface PlanEnd {
  readonly answer: string | null;
  /** Identifiers of evidence, the telling ones first. */
  readonly citations: readonly string[];
}

/** What a plan over the graph adds to that over documents. */
interface PlanHelp {
  /** Puts facts about names into the pool. */
  readonly enrich?: (names: readonly string[], pool: Pool) => Promise<void>;
  /** Whether what a chain would answer is impossible. */
  readonly rejects?: (chain: Chain) => Promise<boolean>;
}

const MOST_SEARCHES = 24;
/** Passages of which an extract is taken: those that the question itself has found. */
const MOST_EXTRACTED = 5;
/** Chains that are looked at, where those before are impossible. */
const MOST_CHOSEN = 6;
/** A sentence that answers so well is not looked past. */
const WHOLE = 0.98;

export class TextPlan {
  private readonly pool = new Pool();
  private readonly question: Question;
  private readonly asked: AskedOfTexts;
  private readonly searched = new Set<string>();
  private readonly enriched = new Set<string>();

  constructor(
    private readonly context: PlanContext,
    private readonly help: PlanHelp = {},
  ) {
    this.question = readQuestion(context.question);
    this.asked = analyse(this.question.text);
  }

  async run(): Promise<PlanEnd> {
    const { question, pool } = this;
    const ways = stepsOf(question);
    this.context.meter.turn();
    await this.search(this.context.question, 8);
    const told = this.told();
    if (told) return told;
    if (this.asked.asksForAll) return { answer: null, citations: [] };
    await this.enrich(question.names);
    const [whole, ...others] = ways;
    const look: Look = (step, given) => this.look(step, given);
    const single = await readChains([whole!], question, pool, look, isDescribed(others));
    const isWhole = (single[0]?.score ?? 0) >= WHOLE;
    const several = isWhole ? [] : await readChains(others, question, pool, look);
    const chains = [...single, ...several].sort((a, b) => b.score - a.score);
    for (const chain of chains.slice(0, MOST_CHOSEN)) {
      if (await this.help.rejects?.(chain)) continue;
      const way = ways.find((steps) => steps.length === chain.matches.length)!;
      return this.end(chain, way.at(-1)!);
    }
    return isDescribed(others) ? { answer: null, citations: [] } : this.extract(whole!.at(-1)!);
  }

  /** Who somebody is, where a passage says so as texts do: "the founder, Saskia Holloway". */
  private told(): PlanEnd | undefined {
    const shown = this.shown();
    const found = nameIn(this.asked, shown);
    return found && { answer: found.text, citations: [shown[found.passage]!.id] };
  }

  private shown(): readonly (ScoredChunk & { readonly id: string })[] {
    const { allPassages } = this.context.evidence;
    return allPassages.slice(0, MOST_EXTRACTED).map(({ id, chunk, passage: { score = 0 } }) => ({ id, chunk, score }));
  }

  /**
   * Where no one sentence answers: two that stand together may, as module naive takes them, if they have every word.
   */
  private extract({ words }: Step): PlanEnd {
    const { kind } = this.question;
    const shown = this.shown();
    const isValue = kind === 'time' || kind === 'quantity';
    const found = extract(this.asked, shown).extract;
    // "How high": that it is about the height has to be said, too.
    const told = found ? wordsOf(found.text) : [];
    const isAll = !isValue || words.every((each) => each.weight < 1 || told.some((word) => likeness(each, word) > 0));
    if (!found || !isAll || found.coverage < 1) return { answer: null, citations: [] };
    return { answer: found.text, citations: [shown[found.passage]!.id] };
  }

  /** Searches for a step: its words with what is given, and what is given alone. */
  private async look({ words, focus }: Step, given: readonly string[]): Promise<boolean> {
    const { meter } = this.context;
    if (meter.spent !== undefined) return false;
    const query = [...given, ...words.map(({ text }) => text), focus?.text ?? ''].join(' ');
    if (this.searched.has(query.toLowerCase())) return true;
    meter.turn();
    await this.search(query, 6);
    for (const name of given.slice(0, 3)) await this.search(name, 4);
    await this.enrich(given);
    return true;
  }

  private async enrich(names: readonly string[]): Promise<void> {
    const open = names.filter((name) => !this.enriched.has(name));
    for (const name of open) this.enriched.add(name);
    if (open.length > 0) await this.help.enrich?.(open, this.pool);
  }

  private async search(query: string, limit: number): Promise<void> {
    const key = query.toLowerCase();
    if (key.trim() === '' || this.searched.has(key) || this.searched.size >= MOST_SEARCHES) return;
    this.searched.add(key);
    const { corpus, toolbox, evidence, signal } = this.context;
    const tools = corpusTools(corpus, evidence).map(({ name }) => name);
    for (const name of ['keyword_search', 'semantic_search']) {
      if (!tools.includes(name)) continue;
      const outcome = await toolbox.call(name, { query: query.slice(0, 1_000), limit }, signal);
      if (!outcome.ok) continue;
      const ids = new Set((outcome.result as { id: string }[]).map(({ id }) => id));
      for (const { id, chunk } of evidence.allPassages) if (ids.has(id)) await this.add(chunk);
    }
  }

  /** A passage that begins in the middle of something is read together with what comes before it. */
  private async add(chunk: Chunk): Promise<void> {
    if (this.pool.hasChunk(chunk.source, chunk.index)) return;
    const { corpus, toolbox, evidence } = this.context;
    if (chunk.index > 0 && startsInTheMiddle(chunk.text)) {
      const { source, index } = chunk;
      const args = { source, chunk_index: index, neighbours: 1 };
      const around = await toolbox.step('read_chunk', args, async () => {
        const value = await readAround(corpus, source, index, 1);
        return { value, result: value.map((each) => each.chunk.text), summary: `${value.length} passage(s)` };
      });
      for (const each of around) {
        evidence.passage(each.chunk);
        this.pool.addChunk(each.chunk);
      }
    }
    this.pool.addChunk(chunk);
  }

  private end(chain: Chain, step: Step): PlanEnd {
    const { evidence } = this.context;
    const citations = [...chain.matches]
      .reverse()
      .map(({ sentence: { origin } }) =>
        'chunk' in origin ? evidence.passage(origin.chunk).id : evidence.statement(origin.statement).id,
      );
    return { answer: answerOf(chain, this.question, step), citations: [...new Set(citations)] };
  }
}

/** Whether something is described by what it does or who it is: that, one sentence seldom says besides. */
const isDescribed = (ways: readonly (readonly Step[])[]): boolean =>
  ways.some(([first, second]) => second !== undefined && (first!.focus ?? first!.role) !== undefined);

const startsInTheMiddle = (text: string): boolean =>
  /^\s*(?:\p{Ll}|(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those)\b)/u.test(text);
