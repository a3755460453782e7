/** Asks a language model what passages speak of, within a budget. What it says is held against what it was asked. */
import {
  costOf,
  ModelFailure,
  requestTokens,
  spent,
  type ChatModel,
  type ModelReply,
  type ModelRequest,
} from '../../model';
import type { Graph, Mention } from '../../types';
import { applyReply } from './apply';
import { describeClasses, describeNodes } from './describe';
import type { Passage } from './passage';
import { putQuestion, readReply, type LinkQuestion, type LinkReply } from './question';

export { askedMark, CHUNKS_BEFORE, labelsMark, passageOf, type Passage } from './passage';

/** What linking one document, or all anew, may cost. */
export interface LinkBudget {
  /** Sent and received. */
  readonly tokens: number;
  readonly seconds: number;
  /** US dollars, by the prices that are configured. */
  readonly cost: number;
}

export const LINK_BUDGET: LinkBudget = { tokens: 500_000, seconds: 120, cost: 1 };

/** For one request, retries included. */
const PATIENCE_MS = 60_000;
/** Of a reply. */
const MOST_REPLY_TOKENS = 4_096;
/** Replies of this many batches in a row that are none end the work: the model cannot do it. */
const MOST_CONFUSED = 3;

/** One run: what it has cost, and why it ended before its time. */
export class LinkRun {
  tokens = 0;
  costUsd = 0;
  /** Entries of replies that were left out. */
  dropped = 0;
  /** Why passages are left that the model has not been asked about. */
  stopped: string | undefined;
  private confused = 0;
  private readonly deadline: number;

  constructor(
    private readonly model: ChatModel,
    private readonly graph: Graph,
    private readonly signal: AbortSignal,
    private readonly budget: LinkBudget = LINK_BUDGET,
  ) {
    this.deadline = Date.now() + budget.seconds * 1000;
  }

  /**
   * The mentions of passages.
   *
   * @returns for each passage its mentions; undefined where the model said nothing that can be used, or was not asked
   * @throws as Graph does; the signal's reason
   */
  async link(passages: readonly Passage[]): Promise<readonly (readonly Mention[] | undefined)[]> {
    if (passages.length === 0) return [];
    const uids = passages.flatMap(({ uids, mentions, open }) => [...uids, ...open.flatMap((at) => mentions[at]!.uids)]);
    const names = passages.flatMap(({ classes, mentions, open }) => [
      ...classes,
      ...open.flatMap((at) => mentions[at]!.classes),
    ]);
    const nodes = await describeNodes(this.graph, [...new Set(uids)], this.signal);
    return this.ask(passages, { nodes, classes: describeClasses(this.graph, new Set(names)) });
  }

  private async ask(
    passages: readonly Passage[],
    told: Parameters<typeof putQuestion>[1],
  ): Promise<readonly (readonly Mention[] | undefined)[]> {
    const question = putQuestion(passages, told);
    // Of candidates that are there no more nothing can be asked.
    if (question.candidates.size === 0) return passages.map(({ mentions }) => mentions);
    let reply: LinkReply | 'long' | undefined;
    try {
      reply = await this.converse(question);
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      this.stopped ??= error.message;
    }
    if (reply === 'long') {
      if (passages.length === 1) return [undefined];
      const half = passages.length >> 1;
      return [...(await this.ask(passages.slice(0, half), told)), ...(await this.ask(passages.slice(half), told))];
    }
    if (!reply) return passages.map(() => undefined);
    const { dropped } = reply;
    this.dropped += dropped;
    return passages.map((passage, at) => applyReply(passage, reply, at));
  }

  /** Asks, and once more where the reply is none. @returns `long` where it was cut off */
  private async converse(question: LinkQuestion): Promise<LinkReply | 'long' | undefined> {
    const messages = [...question.request.messages];
    for (let attempt = 1; ; attempt++) {
      const request = { ...question.request, messages, maxTokens: MOST_REPLY_TOKENS };
      this.stopped ??= this.spent(request);
      if (this.stopped !== undefined) return undefined;
      const reply = await this.model.ask(request, {
        signal: this.signal,
        deadline: Math.min(this.deadline, Date.now() + PATIENCE_MS),
      });
      this.pay(reply);
      if (reply.end === 'length') return 'long';
      const isRefused = reply.refusal !== undefined || reply.end === 'filtered';
      const read = isRefused ? 'it refused' : readReply(reply, question);
      if (typeof read !== 'string') {
        this.confused = 0;
        return read;
      }
      if (attempt === 1 && !isRefused) {
        messages.push({ role: 'assistant', content: said(reply) }, { role: 'user', content: read });
        continue;
      }
      if (++this.confused >= MOST_CONFUSED) this.stopped = `its replies cannot be used: ${read}`;
      return undefined;
    }
  }

  /** Why the budget does not hold another request. */
  private spent(request: ModelRequest): string | undefined {
    const { tokens, seconds, cost } = this.budget;
    const { prices } = this.model;
    const next = requestTokens(request);
    if (Date.now() >= this.deadline) return `${seconds} seconds are over`;
    if (this.tokens + next > tokens) return `${tokens} tokens are used up`;
    const needed = costOf({ sent: next, received: 0, estimated: true }, prices);
    if (prices.input + prices.output > 0 && this.costUsd + needed >= cost) return `${cost} US dollars are used up`;
    return undefined;
  }

  private pay({ usage }: ModelReply): void {
    this.tokens += usage.sent + usage.received;
    this.costUsd = spent(this.costUsd, usage, this.model.prices);
  }
}

/** What the model is shown of a reply that could not be used. */
const said = ({ text, toolCalls }: ModelReply): string =>
  (text || toolCalls.map((call) => `${call.name}(${call.arguments})`).join('\n') || '(nothing)').slice(0, 2_000);
