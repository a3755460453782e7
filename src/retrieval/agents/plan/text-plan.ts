/**
 * The fixed plan over documents: search for the question, see which names the best sentences bring up, search for those
 * together with what is still open, and so on, until a chain of sentences speaks of all that the question does.
 */
import type { Chunk, Corpus } from '../../types';
import type { Evidence } from '../evidence';
import type { Meter } from '../meter';
import { corpusTools, readAround } from '../tools/corpus-tools';
import type { Toolbox } from '../tools/toolbox';
import { readQuestion } from '../text/question';
import { wordsOf } from '../text/words';
import { aimAt, answers, bridgesOf, byScore, chainOf, speaksOf, type Aim, type Chain } from './chains';
import { Pool, type Sentence } from './pool';

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
export interface PlanHelp {
  /** Puts facts about names into the pool. */
  readonly enrich?: (names: readonly string[], pool: Pool) => Promise<void>;
  /** Share of what the question is about that a chain has to speak of, where it is more than usual. */
  readonly leastCoverage?: number;
  /** Whether what a chain would answer is impossible. */
  readonly rejects?: (chain: Chain) => Promise<boolean>;
}

const MOST_HOPS = 3;
const BEAM = 4;
const MOST_BRIDGES = 3;
const MOST_SEARCHES = 30;
/** A chain that speaks of so much is not looked past. */
const WHOLE = 0.95;

export class TextPlan {
  private readonly pool = new Pool();
  private readonly aim: Aim;
  private readonly searched = new Set<string>();

  constructor(
    private readonly context: PlanContext,
    private readonly help: PlanHelp = {},
  ) {
    this.aim = aimAt(readQuestion(context.question));
  }

  async run(): Promise<PlanEnd> {
    const { names } = this.aim.question;
    this.context.meter.turn();
    await this.search(this.context.question, 8);
    for (const name of names.slice(0, 4)) await this.search(name, 4);
    await this.help.enrich?.(names, this.pool);
    let chains = this.openings();
    let best = await this.choose(chains);
    for (let hop = 0; hop < MOST_HOPS && !this.spent && (best?.coverage ?? 0) < WHOLE; hop++) {
      const further: Chain[] = [];
      this.context.meter.turn();
      for (const chain of chains.slice(0, BEAM)) {
        for (const bridge of bridgesOf(chain, this.aim).slice(0, MOST_BRIDGES)) {
          if (this.spent) break;
          await this.follow(bridge, chain);
          further.push(...this.extend(chain, bridge));
        }
      }
      // What has been read on the way may open better than what there was at the beginning.
      chains = distinct([...further, ...this.openings()]).sort(byScore);
      if (further.length === 0) break;
      best = await this.choose(chains);
    }
    return best ? this.end(best) : { answer: null, citations: [] };
  }

  private get spent(): boolean {
    return this.context.meter.spent !== undefined;
  }

  /** Single sentences, best first: such as speak of a name of the question, where it has any. */
  private openings(): Chain[] {
    const { aim } = this;
    const chains: Chain[] = [];
    for (const sentence of this.pool.sentences) {
      const chain = chainOf([sentence], [], aim);
      if (aim.names.length > 0 && !aim.names.some((name) => name.some((stem) => chain.covered.has(stem)))) continue;
      if (chain.covered.size > 0) chains.push(chain);
    }
    return chains.sort(byScore).slice(0, 3 * BEAM);
  }

  /** Searches for a name together with what the chain leaves open. */
  private async follow(bridge: string, chain: Chain): Promise<void> {
    const open = wordsOf(this.context.question)
      .filter(({ stem }) => this.aim.weights.has(stem) && !chain.covered.has(stem))
      .map(({ text }) => text);
    await this.search([bridge, ...open].join(' '), 5);
    await this.help.enrich?.([bridge], this.pool);
  }

  private extend(chain: Chain, bridge: string): Chain[] {
    const chains: Chain[] = [];
    for (const sentence of this.pool.sentences) {
      if (chain.sentences.includes(sentence) || !speaksOf(sentence, bridge)) continue;
      const longer = chainOf([...chain.sentences, sentence], [...chain.bridges, bridge], this.aim);
      if (longer.covered.size > chain.covered.size) chains.push(longer);
    }
    return chains.sort(byScore).slice(0, BEAM);
  }

  private answers(chain: Chain): boolean {
    return chain.coverage >= (this.help.leastCoverage ?? 0) && answers(chain, this.aim);
  }

  /** The best chain that answers and is not impossible. */
  private async choose(chains: readonly Chain[]): Promise<Chain | undefined> {
    for (const chain of chains.filter((each) => this.answers(each)).slice(0, 6)) {
      if (!(await this.help.rejects?.(chain))) return chain;
    }
    return undefined;
  }

  private async search(query: string, limit: number): Promise<void> {
    const key = query.toLowerCase();
    if (this.searched.has(key) || this.searched.size >= MOST_SEARCHES) return;
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

  private end(chain: Chain): PlanEnd {
    const { evidence } = this.context;
    const citations = chain.sentences.map(({ origin }) =>
      'chunk' in origin ? evidence.passage(origin.chunk).id : evidence.statement(origin.statement).id,
    );
    const texts = [...new Set(chain.sentences.map(({ text }) => text))];
    return { answer: texts.join(' '), citations: [...new Set(citations)] };
  }
}

const startsInTheMiddle = (text: string): boolean =>
  /^\s*(?:\p{Ll}|(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those)\b)/u.test(text);

/** Without those that say the same. */
function distinct(chains: readonly Chain[]): Chain[] {
  const seen = new Set<string>();
  return chains.filter(({ sentences }) => {
    const key = sentences
      .map((sentence: Sentence) => sentence.text)
      .sort()
      .join('|');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
