/** Linking of passages by a language model, within a budget. Replies are checked against the question. */
import { Meter } from '../../agents/meter';
import { ModelFailure, requestTokens, type ChatModel, type ModelReply, type ModelRequest } from '../../model';
import type { Budget, Graph, Mention } from '../../types';
import { applyReply } from './apply';
import { describeClasses, describeNodes } from './describe';
import type { Passage } from './passage';
import { putQuestion, readReply, type LinkQuestion, type LinkReply } from './question';

export { askedMark, CHUNKS_BEFORE, labelsMark, passageOf, type Passage } from './passage';

/** Limits of linking one document, or of linking all documents again. */
export type LinkBudget = Omit<Budget, 'steps'>;

export const LINK_BUDGET: LinkBudget = { tokens: 500_000, seconds: 120, cost: 1 };

/** Time limit of one request with its retries. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_REPLY_TOKENS = 4_096;
/** Maximum batches in a row with unusable replies; then the run stops. */
const MAX_CONFUSED = 3;

/** Run of linking, with its cost. */
export class LinkRun {
  /** Number of invalid entries in replies. */
  dropped = 0;
  /** Reason for stopping before all passages were sent. */
  stopped: string | undefined;
  private confused = 0;
  private readonly meter: Meter;

  constructor(
    private readonly model: ChatModel,
    private readonly graph: Graph,
    private readonly signal: AbortSignal,
    private readonly budget: LinkBudget = LINK_BUDGET,
  ) {
    this.meter = new Meter({ ...budget, steps: Infinity }, model.prices);
  }

  get tokens(): number {
    return this.meter.tokens;
  }

  get costUsd(): number {
    return this.meter.costUsd;
  }

  /**
   * Links passages.
   *
   * @returns the mentions of each passage; undefined without a usable reply
   * @throws errors of Graph; the signal's reason
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
    descriptions: Parameters<typeof putQuestion>[1],
  ): Promise<readonly (readonly Mention[] | undefined)[]> {
    const question = putQuestion(passages, descriptions);
    // All candidates may have been deleted meanwhile.
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
      return [
        ...(await this.ask(passages.slice(0, half), descriptions)),
        ...(await this.ask(passages.slice(half), descriptions)),
      ];
    }
    if (!reply) return passages.map(() => undefined);
    const { dropped } = reply;
    this.dropped += dropped;
    return passages.map((passage, at) => applyReply(passage, reply, at));
  }

  /** Asks the model; repeats once after an unusable reply. @returns `long` if the reply was cut off */
  private async converse(question: LinkQuestion): Promise<LinkReply | 'long' | undefined> {
    const messages = [...question.request.messages];
    for (let attempt = 1; ; attempt++) {
      const request = { ...question.request, messages, maxTokens: MAX_REPLY_TOKENS };
      this.stopped ??= this.spent(request);
      if (this.stopped !== undefined) return undefined;
      const reply = await this.model.ask(request, {
        signal: this.signal,
        deadline: Math.min(this.meter.deadline, Date.now() + REQUEST_TIMEOUT_MS),
      });
      this.meter.pay(reply.usage);
      if (reply.end === 'length') return 'long';
      const isRefused = reply.refusal !== undefined || reply.end === 'filtered';
      const read = isRefused ? 'the model refused' : readReply(reply, question);
      if (typeof read !== 'string') {
        this.confused = 0;
        return read;
      }
      if (attempt === 1 && !isRefused) {
        messages.push({ role: 'assistant', content: printReply(reply) }, { role: 'user', content: read });
        continue;
      }
      if (++this.confused >= MAX_CONFUSED) this.stopped = `unusable replies: ${read}`;
      return undefined;
    }
  }

  /** Returns the reason if the budget does not allow another request. */
  private spent(request: ModelRequest): string | undefined {
    const by = this.meter.spent ?? this.meter.refuses(requestTokens(request));
    return by && by !== 'steps' ? `${this.budget[by]} ${by === 'cost' ? 'US dollars' : by} are used up` : undefined;
  }
}

/** Prints an unusable reply for the conversation. */
const printReply = ({ text, toolCalls }: ModelReply): string =>
  (text || toolCalls.map((call) => `${call.name}(${call.arguments})`).join('\n') || '(nothing)').slice(0, 2_000);
