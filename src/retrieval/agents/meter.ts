/** Cost of a question so far, measured against its budgets. */
import { spent } from '../model';
import type { Prices, Usage } from '../model';
import type { Budget, RetrievalMetadata } from '../types';

export type StopReason = NonNullable<RetrievalMetadata['stopped_by']>;

/** Share of each budget that is reserved for the last turn, which gives the answer. */
const RESERVE = { tokens: 0.2, seconds: 0.2, cost: 0.2 };

export class Meter {
  /** Turns. */
  steps = 0;
  tokens = 0;
  costUsd = 0;
  /** True if a token count is an estimate. */
  estimated = false;
  /** As Date.now(). */
  readonly deadline: number;
  private readonly startedAt: number;

  constructor(
    readonly budget: Budget,
    private readonly prices: Prices = { input: 0, output: 0 },
    now: number = Date.now(),
  ) {
    this.startedAt = now;
    this.deadline = now + budget.seconds * 1000;
  }

  get seconds(): number {
    return (Date.now() - this.startedAt) / 1000;
  }

  /** Budget that is used up. */
  get spent(): StopReason | undefined {
    const { steps, tokens, cost } = this.budget;
    if (this.steps >= steps) return 'steps';
    if (this.tokens >= tokens) return 'tokens';
    if (Date.now() >= this.deadline) return 'seconds';
    if (this.costs && this.costUsd >= cost) return 'cost';
    return undefined;
  }

  /**
   * Returns a budget that allows only one more turn.
   *
   * @param nextTokens minimum tokens that the next turn sends
   */
  nearlySpent(nextTokens: number): StopReason | undefined {
    const { steps, tokens, seconds, cost } = this.budget;
    if (this.steps >= steps - 1) return 'steps';
    // The turn after the next one sends at least as much again.
    if (this.tokens + 2 * nextTokens >= tokens * (1 - RESERVE.tokens)) return 'tokens';
    if (this.seconds >= seconds * (1 - RESERVE.seconds)) return 'seconds';
    const next = (nextTokens * this.prices.input) / 1e6;
    if (this.costs && this.costUsd + 2 * next >= cost * (1 - RESERVE.cost)) return 'cost';
    return undefined;
  }

  /** Returns a budget that a turn with this many tokens would exceed. */
  refuses(nextTokens: number): StopReason | undefined {
    if (this.tokens + nextTokens >= this.budget.tokens) return 'tokens';
    const next = (nextTokens * this.prices.input) / 1e6;
    return this.costs && this.costUsd + next >= this.budget.cost ? 'cost' : undefined;
  }

  /** Returns the maximum tokens of the reply to a turn that sends this many. */
  replyLimit(nextTokens: number): number {
    const byTokens = this.budget.tokens - this.tokens - nextTokens;
    const money = this.budget.cost - this.costUsd - (nextTokens * this.prices.input) / 1e6;
    const byCost = this.prices.output > 0 ? Math.floor((money * 1e6) / this.prices.output) : Infinity;
    return Math.max(1, Math.min(MAX_REPLY_TOKENS, byTokens, byCost));
  }

  turn(): void {
    this.steps++;
  }

  pay(usage: Usage): void {
    this.tokens += usage.sent + usage.received;
    this.costUsd = spent(this.costUsd, usage, this.prices);
    this.estimated ||= usage.estimated;
  }

  private get costs(): boolean {
    return this.prices.input > 0 || this.prices.output > 0;
  }
}

const MAX_REPLY_TOKENS = 4_096;
