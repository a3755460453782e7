/** The loop of an agent: ask the model, run the tools that it calls, tell it what came of them, within the budget. */
import { ModelFailure, requestTokens } from '../model';
import type { ChatModel, ModelMessage, ModelReply, ModelRequest } from '../model';
import type { RetrievalCall } from '../types';
import { compact } from './compact';
import type { Cited, Evidence } from './evidence';
import { AnswerStream, FINISH, finishTool, readFinish, readPlainAnswer, type Finish } from './finish';
import type { Meter, StopReason } from './meter';
import { LAST_TURN } from './prompts';
import type { Toolbox } from './tools/toolbox';

/** How a loop ended. */
export type LoopEnd =
  /** With an answer, or with null as one. */
  | { readonly kind: 'answer'; readonly answer: string | null; readonly cited: Cited }
  /** A budget was used up before. */
  | { readonly kind: 'budget'; readonly by: StopReason }
  /** The model will not answer. */
  | { readonly kind: 'refusal'; readonly reason: string }
  /** The model makes one mistake after another. */
  | { readonly kind: 'confused'; readonly reason: string }
  /** Its endpoint fails. */
  | { readonly kind: 'failure'; readonly failure: ModelFailure };

export interface LoopOptions {
  readonly model: ChatModel;
  readonly call: RetrievalCall;
  readonly meter: Meter;
  readonly toolbox: Toolbox;
  readonly evidence: Evidence;
  /** To begin with: the system's, the conversation's, the question. */
  readonly messages: ModelMessage[];
}

/** Mistakes in a row after which the model is asked no more. */
const MOST_MISTAKES = 3;
/** Calls in one reply that are run; the others are told to come later. */
const MOST_CALLS = 8;
/** Characters of a result that the model is told. */
const MOST_RESULT = 14_000;

export class AgentLoop {
  /** Citations of what no tool has shown, in all answers. */
  droppedCitations = 0;
  private mistakes = 0;
  private lastMistake = '';
  private wasTold = false;
  private uncited = 0;

  constructor(private readonly options: LoopOptions) {}

  /** @throws the signal's reason when the client leaves */
  async run(): Promise<LoopEnd> {
    const { meter, call } = this.options;
    for (;;) {
      call.signal.throwIfAborted();
      const spent = meter.spent;
      if (spent) return { kind: 'budget', by: spent };
      const turn = this.prepare();
      if ('by' in turn) return { kind: 'budget', by: turn.by };
      const stream = this.stream();
      let reply: ModelReply;
      try {
        reply = await this.ask(turn.request, stream);
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (error.kind === 'late' && Date.now() >= meter.deadline) return { kind: 'budget', by: 'seconds' };
        return { kind: 'failure', failure: error };
      }
      const end = await this.take(reply, stream);
      if (end) return end;
      if (this.mistakes >= MOST_MISTAKES) return { kind: 'confused', reason: this.lastMistake };
    }
  }

  /** The next request; in the last turn that the budget allows, all that can be called is `finish`. */
  private prepare(): { readonly request: ModelRequest } | { readonly by: StopReason } {
    const { meter, messages, toolbox } = this.options;
    const tools = [...toolbox.specifications, finishTool];
    let request: ModelRequest = { messages, tools };
    if (meter.nearlySpent(requestTokens(request))) {
      if (!this.wasTold) messages.push({ role: 'user', content: LAST_TURN });
      this.wasTold = true;
      request = { messages, tools: [finishTool], toolChoice: FINISH };
    }
    // Where all that was said does not fit any more, the oldest results go first.
    for (let keep = 4; keep >= 0 && meter.refuses(requestTokens(request)); keep--) {
      request = { ...request, messages: compact(messages, keep) };
    }
    const needed = requestTokens(request);
    const refused = meter.refuses(needed);
    return refused ? { by: refused } : { request: { ...request, maxTokens: meter.replyLimit(needed) } };
  }

  private stream(): AnswerStream | undefined {
    const { observer } = this.options.call;
    return observer.text && new AnswerStream(this.options.evidence, (delta) => observer.text?.(delta));
  }

  private async ask(request: ModelRequest, stream: AnswerStream | undefined): Promise<ModelReply> {
    const { model, meter, call } = this.options;
    const onDelta: ModelRequest['onDelta'] =
      stream &&
      ((delta) => {
        if (delta.kind === 'arguments' && delta.name === FINISH) stream.push(delta.text);
      });
    const options = { signal: call.signal, deadline: meter.deadline };
    meter.turn();
    const reply = await model.ask({ ...request, ...(onDelta && { onDelta }) }, options);
    meter.pay(reply.usage);
    return reply;
  }

  /** Does what a reply asks for. @returns how the loop ends, where it does */
  private async take(reply: ModelReply, stream: AnswerStream | undefined): Promise<LoopEnd | undefined> {
    const { text, toolCalls, refusal, end } = reply;
    if (refusal !== undefined) return { kind: 'refusal', reason: refusal.slice(0, 500) };
    if (end === 'filtered') return { kind: 'refusal', reason: "the endpoint's filter held the reply back" };
    if (toolCalls.length > 0) return this.takeCalls(reply, stream);
    const cut = end === 'length';
    if (text.trim() === '' || cut) {
      const what = cut ? 'was cut off; be shorter' : 'was empty';
      this.options.messages.push({ role: 'assistant', content: text.slice(0, 2_000) });
      this.mistake(`Your reply ${what}. Call a tool, or call finish with citations and an answer.`);
      return undefined;
    }
    this.options.messages.push({ role: 'assistant', content: text });
    return this.settle(readFinish(text) ?? readPlainAnswer(text), stream, (error) => this.mistake(error));
  }

  private async takeCalls(reply: ModelReply, stream: AnswerStream | undefined): Promise<LoopEnd | undefined> {
    const { messages, toolbox, call } = this.options;
    const calls = reply.toolCalls.map((each, i) => ({ ...each, id: each.id || `call_${i}` }));
    messages.push({ role: 'assistant', content: reply.text, toolCalls: calls });
    let allWrong = true;
    let end: LoopEnd | undefined;
    for (const [i, { id, name, arguments: args }] of calls.entries()) {
      const answer = (value: unknown): void => {
        messages.push({ role: 'tool', callId: id, content: bounded(value) });
      };
      if (end) answer({ error: 'the answer has been given' });
      else if (i >= MOST_CALLS) answer({ error: `only ${MOST_CALLS} calls are run in one turn; call again` });
      else if (name === FINISH) {
        const finish = readFinish(args);
        const wrong = (error: string): void => answer({ error });
        if (!finish) wrong('the arguments are not JSON with citations (a list of ids) and answer (text or null)');
        else end = this.settle(finish, stream, wrong);
      } else {
        const outcome = await toolbox.call(name, args, call.signal);
        answer(outcome.ok ? outcome.result : { error: outcome.error });
        if (outcome.ok) allWrong = false;
      }
    }
    if (end) return end;
    if (!allWrong) this.mistakes = 0;
    else {
      this.mistakes++;
      this.lastMistake = 'none of its calls could be run';
    }
    return undefined;
  }

  /** Takes an answer where it stands on something; sends it back once where it does not. */
  private settle(
    finish: Finish,
    stream: AnswerStream | undefined,
    sendBack: (error: string) => void,
  ): LoopEnd | undefined {
    const cited = this.options.evidence.resolve(finish.citations);
    this.droppedCitations += cited.dropped;
    const stands = cited.passages.length + cited.statements.length + cited.queries.length > 0;
    if (finish.answer !== null && !stands) {
      if (this.uncited++ === 0 && !this.wasTold) {
        sendBack(
          'The answer cites nothing that a tool has shown. Look for evidence, and cite its ids (p1, …); or call finish with answer null.',
        );
        return undefined;
      }
      return { kind: 'answer', answer: null, cited };
    }
    if (finish.answer !== null) {
      const rest = stream ? stream.rest(finish.answer) : finish.answer;
      if (rest !== '') this.options.call.observer.text?.(rest);
    }
    return { kind: 'answer', answer: finish.answer, cited };
  }

  /** Whether an answer was given that no evidence stood behind. */
  get gaveUncited(): boolean {
    return this.uncited > 0;
  }

  private mistake(said: string): void {
    this.mistakes++;
    this.lastMistake = said;
    this.options.messages.push({ role: 'user', content: said });
  }
}

function bounded(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= MOST_RESULT) return text;
  return `${text.slice(0, MOST_RESULT)}… (cut off: ${text.length} characters; ask for less)`;
}
