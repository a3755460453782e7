/** Loop of an agent: ask the model, run the tools that it calls, return their results; within the budget. */
import { ModelFailure, requestTokens } from '../model';
import type { ChatModel, ModelMessage, ModelReply, ModelRequest } from '../model';
import type { RetrievalCall } from '../types';
import { compact } from './compact';
import type { Cited, Evidence } from './evidence';
import { FINISH, finishTool, readFinish, readPlainAnswer, type Finish } from './finish';
import type { Meter, StopReason } from './meter';
import { LAST_TURN } from './prompts';
import type { Toolbox } from './tools/toolbox';

/** End of a loop. */
export type LoopEnd =
  /** An answer, or null without evidence. */
  | { readonly kind: 'answer'; readonly answer: string | null; readonly cited: Cited }
  /** A budget was used up. */
  | { readonly kind: 'budget'; readonly by: StopReason }
  /** The model refused to answer. */
  | { readonly kind: 'refusal'; readonly reason: string }
  /** The model made too many mistakes in a row. */
  | { readonly kind: 'confused'; readonly reason: string }
  /** The model kept to an answer that its evidence or the ontology does not support. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** The model's endpoint failed. */
  | { readonly kind: 'failure'; readonly failure: ModelFailure };

/** The evidence of an answer, or its fault with the proof. */
export type Judgement = { readonly cited: Cited } | { readonly fault: string };

interface LoopOptions {
  readonly model: ChatModel;
  readonly call: RetrievalCall;
  readonly meter: Meter;
  readonly toolbox: Toolbox;
  readonly evidence: Evidence;
  /** Opening messages: system prompt, conversation, question. */
  readonly messages: ModelMessage[];
  readonly check: (answer: string, cited: Cited) => Promise<Judgement>;
}

/** Maximum mistakes in a row. */
const MAX_MISTAKES = 3;
/** Maximum answers sent back to the model; the next one ends the loop. */
const MAX_SENT_BACK = 2;
/** Maximum calls run per reply; further calls get an error. */
const MAX_CALLS = 8;
/** Maximum characters of a result that the model receives. */
const MAX_RESULT_CHARACTERS = 14_000;

export class AgentLoop {
  /** Citations without evidence, in all answers. */
  droppedCitations = 0;
  private mistakes = 0;
  private lastMistake = '';
  private lastTurnAnnounced = false;
  private uncitedAnswers = 0;
  private sentBack = 0;

  constructor(private readonly options: LoopOptions) {}

  /** @throws the signal's reason when the client disconnects */
  async run(): Promise<LoopEnd> {
    const { meter, call } = this.options;
    for (;;) {
      call.signal.throwIfAborted();
      const spent = meter.spent;
      if (spent) return { kind: 'budget', by: spent };
      const turn = this.prepare();
      if ('by' in turn) return { kind: 'budget', by: turn.by };
      let reply: ModelReply;
      try {
        reply = await this.ask(turn.request);
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (error.kind === 'late' && Date.now() >= meter.deadline) return { kind: 'budget', by: 'seconds' };
        return { kind: 'failure', failure: error };
      }
      const end = await this.handleReply(reply);
      if (end) return end;
      if (this.mistakes >= MAX_MISTAKES) return { kind: 'confused', reason: this.lastMistake };
    }
  }

  /** Returns the next request. In the last turn that the budget allows, `finish` is the only tool. */
  private prepare(): { readonly request: ModelRequest } | { readonly by: StopReason } {
    const { meter, messages, toolbox } = this.options;
    const tools = [...toolbox.specifications, finishTool];
    let request: ModelRequest = { messages, tools };
    if (meter.nearlySpent(requestTokens(request))) {
      if (!this.lastTurnAnnounced) messages.push({ role: 'user', content: LAST_TURN });
      this.lastTurnAnnounced = true;
      request = { messages, tools: [finishTool], toolChoice: FINISH };
    }
    // If the conversation no longer fits, the oldest results are removed first.
    for (let keep = 4; keep >= 0 && meter.refuses(requestTokens(request)); keep--) {
      request = { ...request, messages: compact(messages, keep) };
    }
    const tokens = requestTokens(request);
    const exceeded = meter.refuses(tokens);
    return exceeded ? { by: exceeded } : { request: { ...request, maxTokens: meter.replyLimit(tokens) } };
  }

  private async ask(request: ModelRequest): Promise<ModelReply> {
    const { model, meter, call } = this.options;
    meter.turn();
    const reply = await model.ask(request, { signal: call.signal, deadline: meter.deadline });
    meter.pay(reply.usage);
    return reply;
  }

  /** Handles a reply. @returns the end of the loop, if the reply ends it */
  private async handleReply(reply: ModelReply): Promise<LoopEnd | undefined> {
    const { text, toolCalls, refusal, end } = reply;
    if (refusal !== undefined) return { kind: 'refusal', reason: refusal.slice(0, 500) };
    if (end === 'filtered') return { kind: 'refusal', reason: "the endpoint's filter held the reply back" };
    if (toolCalls.length > 0) return this.handleCalls(reply);
    const cut = end === 'length';
    if (text.trim() === '' || cut) {
      const problem = cut ? 'was cut off; be shorter' : 'was empty';
      this.options.messages.push({ role: 'assistant', content: text.slice(0, 2_000) });
      this.mistake(`Your reply ${problem}. Call a tool, or call finish with citations and an answer.`);
      return undefined;
    }
    this.options.messages.push({ role: 'assistant', content: text.slice(0, MAX_RESULT_CHARACTERS) });
    return this.settle(readFinish(text) ?? readPlainAnswer(text), (error) => this.mistake(error));
  }

  private async handleCalls(reply: ModelReply): Promise<LoopEnd | undefined> {
    const { messages, toolbox, call } = this.options;
    const calls = reply.toolCalls.map((each, i) => ({ ...each, id: each.id || `call_${i}` }));
    messages.push({ role: 'assistant', content: reply.text, toolCalls: calls });
    let allFailed = true;
    let end: LoopEnd | undefined;
    for (const [i, { id, name, arguments: args }] of calls.entries()) {
      const answer = (value: unknown): void => {
        messages.push({ role: 'tool', callId: id, content: bounded(value) });
      };
      if (end) answer({ error: 'the answer has been given' });
      else if (i >= MAX_CALLS) answer({ error: `only ${MAX_CALLS} calls are run in one turn; call again` });
      else if (name === FINISH) {
        const finish = readFinish(args);
        const reject = (error: string): void => answer({ error });
        if (!finish) reject('the arguments are not JSON with citations (a list of ids) and answer (text or null)');
        else end = await this.settle(finish, reject);
      } else {
        const outcome = await toolbox.call(name, args, call.signal);
        answer(outcome.ok ? outcome.result : { error: outcome.error });
        if (outcome.ok || outcome.isRefusal) allFailed = false;
      }
    }
    if (end) return end;
    if (!allFailed) this.mistakes = 0;
    else {
      this.mistakes++;
      this.lastMistake = 'none of its calls could be run';
    }
    return undefined;
  }

  /** Accepts an answer that its evidence supports. Sends others back to the model, with the reason. */
  private async settle(finish: Finish, sendBack: (error: string) => void): Promise<LoopEnd | undefined> {
    const { evidence, check } = this.options;
    const cited = evidence.resolve(finish.citations);
    const { answer } = finish;
    this.droppedCitations += cited.dropped;
    if (answer === null) return { kind: 'answer', answer, cited };
    const isUncited = cited.passages.length + cited.statements.length + cited.queries.length === 0;
    if (isUncited) this.uncitedAnswers++;
    const judged = isUncited ? { fault: 'it cites nothing that a tool has shown' } : await check(answer, cited);
    if ('cited' in judged) return { kind: 'answer', answer, cited: judged.cited };
    const { fault } = judged;
    if (this.sentBack++ >= MAX_SENT_BACK || this.lastTurnAnnounced) return { kind: 'rejected', reason: fault };
    sendBack(
      `The answer is not accepted: ${fault}. Look for evidence, and cite its ids; or call finish with answer null.`,
    );
    return undefined;
  }

  /** True if the model gave an answer without evidence. */
  get gaveUncited(): boolean {
    return this.uncitedAnswers > 0;
  }

  private mistake(message: string): void {
    this.mistakes++;
    this.lastMistake = message;
    this.options.messages.push({ role: 'user', content: message });
  }
}

function bounded(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  return `${text.slice(0, MAX_RESULT_CHARACTERS)}… (cut off: ${text.length} characters; ask for less)`;
}
