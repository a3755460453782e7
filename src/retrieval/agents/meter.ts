/** What a question has cost so far, and which of its budgets ends it. */
import { spent } from '../model';
import type { Prices, Usage } from '../model';
import type { Budget, RetrievalMetadata } from '../types';

export type StopReason = NonNullable<RetrievalMetadata['stopped_by']>;

/** What is kept back of each budget for the last turn, in which the answer is given. */
const RESERVE = { tokens: 0.2, seconds: 0.2, cost: 0.2 };

export class Meter {
  /** Turns. */
  steps = 0;
  tokens = 0;
  costUsd = 0;
  /** Whether a count of tokens is a guess. */
  estimated = false;
  /** As Date.now(). */
  readonly deadline: number;
  private readonly begun: number;

  constructor(
    readonly budget: Budget,
    private readonly prices: Prices = { input: 0, output: 0 },
    now: number = Date.now(),
  ) {
    this.begun = now;
    this.deadline = now + budget.seconds * 1000;
  }

  get seconds(): number {
    return (Date.now() - this.begun) / 1000;
  }

  /** The budget that is used up. */
  get spent(): StopReason | undefined {
    const { steps, tokens, cost } = this.budget;
    if (this.steps >= steps) return 'steps';
    if (this.tokens >= tokens) return 'tokens';
    if (Date.now() >= this.deadline) return 'seconds';
    if (this.costs && this.costUsd >= cost) return 'cost';
    return undefined;
  }

  /**
   * The budget that allows one more turn only, if any.
   *
   * @param nextTokens what the next turn will send at least
   */
  nearlySpent(nextTokens: number): StopReason | undefined {
    const { steps, tokens, seconds, cost } = this.budget;
    if (this.steps >= steps - 1) return 'steps';
    // After the next turn, another one that repeats it has to fit.
    if (this.tokens + 2 * nextTokens >= tokens * (1 - RESERVE.tokens)) return 'tokens';
    if (this.seconds >= seconds * (1 - RESERVE.seconds)) return 'seconds';
    const next = (nextTokens * this.prices.input) / 1e6;
    if (this.costs && this.costUsd + 2 * next >= cost * (1 - RESERVE.cost)) return 'cost';
    return undefined;
  }

  /** The budget that does not hold a turn that sends so many tokens. */
  refuses(nextTokens: number): StopReason | undefined {
    if (this.tokens + nextTokens >= this.budget.tokens) return 'tokens';
    const next = (nextTokens * this.prices.input) / 1e6;
    return this.costs && this.costUsd + next >= this.budget.cost ? 'cost' : undefined;
  }

  /** Most tokens that a reply may have to a turn that sends so many. */
  replyLimit(nextTokens: number): number {
    const byTokens = this.budget.tokens - this.tokens - nextTokens;
    const money = this.budget.cost - this.costUsd - (nextTokens * this.prices.input) / 1e6;
    const byCost = this.prices.output > 0 ? Math.floor((money * 1e6) / this.prices.output) : Infinity;
    return Math.max(1, Math.min(MOST_REPLY_TOKENS, byTokens, byCost));
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

const MOST_REPLY_TOKENS = 4_096;
