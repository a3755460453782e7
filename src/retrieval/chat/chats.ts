/** Conversations with a database: questions, and their answers during and after generation. */
import { randomBytes } from 'node:crypto';
import { EngineFailure, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { DEFAULT_BUDGET, type Database, type Retrieval } from '../retrieval';
import { Run } from './run';
import {
  beginMessage,
  endMessage,
  hasConversations,
  listConversations,
  readMessages,
  removeConversation,
  type StartedMessage,
  type StoredMessage,
} from './store';
import type { ChatEvent, ChatQuestion, ConversationEntry, ConversationName, Message, NumberedEvent } from './types';

/** Maximum concurrent answers of one gateway. */
const MAX_RUNS = 64;
/** Time after the end of the budget until an answer is cancelled. */
const GRACE_SECONDS = 30;
const MAX_DURATION_MS = (DEFAULT_BUDGET.seconds + GRACE_SECONDS) * 1000;
/** Poll interval for an answer of another gateway. */
const POLL_MS = 500;
/**
 * Number of the event that ends an interrupted answer. The count of earlier events is unknown, so the number is higher
 * than any that a client may have received.
 */
const INTERRUPTED_NUMBER = 1_000_000;

const MESSAGE_ID = /^[0-9a-f]{16}$/;

const interrupted = (reason: string): OwlgateError => new OwlgateError('ChatInterrupted', { reason });

/** Answer in progress. */
interface RunningAnswer {
  readonly run: Run;
  /** Key of the database and the conversation. */
  readonly key: string;
  /** Settles when the message is stored or refused. */
  readonly stored: Promise<unknown>;
  readonly ended: Promise<void>;
}

export class Chats {
  /** Answers in progress by message id. */
  private readonly live = new Map<string, RunningAnswer>();
  /** Keys of conversations in which a message is being stored. */
  private readonly starting = new Set<string>();
  private isClosed = false;

  constructor(
    private readonly retrieval: Retrieval,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts an answer. It continues without listeners.
   *
   * @throws OwlgateError ConversationBusy, ConversationFull, TooManyChats, ChatInterrupted, EngineUnreachable
   */
  async ask(database: Database, name: ConversationName, question: ChatQuestion): Promise<Run> {
    if (this.isClosed) throw interrupted('the gateway is shutting down');
    const key = keyOf(database.id, name);
    const running = [...this.live.values()].find((each) => each.key === key)?.run.id;
    if (running !== undefined || this.starting.has(key)) {
      const message = running ?? 'just started';
      throw new OwlgateError(
        'ConversationBusy',
        { id: name.id, message },
        { ...(running !== undefined && { message }) },
      );
    }
    if (this.live.size + this.starting.size >= MAX_RUNS) throw new OwlgateError('TooManyChats', { limit: MAX_RUNS });
    this.starting.add(key);
    try {
      return await this.begin(database, name, question, key);
    } finally {
      this.starting.delete(key);
    }
  }

  private async begin(database: Database, name: ConversationName, question: ChatQuestion, key: string): Promise<Run> {
    const run = new Run(randomBytes(8).toString('hex'));
    const { id } = run;
    const message = { id, question: question.question, events: [] };
    // The first message of an engine waits for its schema, which takes a cluster a second. Nothing can conflict with
    // it.
    const isFirst = !(await hasConversations(database.engine));
    const { promise: numbered, resolve: onNumber } = withResolver<number>();
    const isOver = (each: { readonly id: string; readonly createdAt: string }): boolean =>
      this.isOver(database.engine, each);
    const stored = beginMessage(database.engine, name, message, isOver, onNumber);
    stored.catch(() => undefined);
    // Answers the client before the write is done: the number shows that no other message is running.
    const number = isFirst ? 1 : await Promise.race([numbered, stored.then((each) => each.number)]);
    run.add({
      event: 'message_start',
      data: { conversation: name.id, message: id, number, question: question.question },
    });
    const timer = setTimeout(() => run.cancel(interrupted('it exceeded its time limit')), MAX_DURATION_MS);
    const ended = this.answer(database, run, question, stored).finally(() => clearTimeout(timer));
    this.live.set(id, { run, key, stored, ended });
    return run;
  }

  /**
   * Generates the answer and stores it. Listeners receive the last event once it is stored: a client that has it may
   * ask the next question, on any gateway. Never rejects.
   */
  private async answer(
    { id, engine }: Database,
    run: Run,
    question: ChatQuestion,
    stored: Promise<StartedMessage>,
  ): Promise<void> {
    let last: ChatEvent;
    let uid: string | undefined;
    try {
      const message = await stored;
      uid = message.uid;
      const { history } = message;
      run.signal.throwIfAborted();
      const cancelled = new Promise<never>((_, reject) => {
        run.signal.addEventListener('abort', () => reject(run.signal.reason as Error), { once: true });
      });
      const answering = this.retrieval.retrieve(id, { ...question, history, signal: run.signal, observer: run });
      // The race covers modules that ignore the signal.
      answering.catch(() => undefined);
      last = run.finish(await Promise.race([answering, cancelled]));
    } catch (error) {
      last = { event: 'error', data: this.toErrorData(error, run.id) };
    }
    const state = last.event === 'done' ? 'done' : 'failed';
    try {
      if (uid !== undefined) await endMessage(engine, uid, state, [...run.events, last]);
    } catch (error) {
      this.logger.error('answer not stored', { message: run.id, error });
    }
    // Before the event: its listeners may ask at once.
    this.live.delete(run.id);
    run.add(last);
  }

  private toErrorData(error: unknown, message: string): { readonly message: string; readonly code: string } {
    if (error instanceof OwlgateError) return { message: error.message, code: error.code };
    if (error instanceof EngineFailure) return { message: error.message, code: 'EngineError' };
    this.logger.error('answer failed with an internal error', { message, error });
    const internal = new OwlgateError('Internal', { reason: `see message ${message} in the log` });
    return { message: internal.message, code: internal.code };
  }

  /**
   * Returns past and future events of a message after a position.
   *
   * @param after number of the last known event; 0 for none
   * @returns undefined if all events are known and none will follow
   * @throws OwlgateError UnknownConversation, UnknownMessage, before the first event
   */
  async events(
    { id, engine }: Database,
    name: ConversationName,
    message: string,
    after: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<NumberedEvent> | undefined> {
    const live = this.live.get(message);
    // Only the owner may listen.
    if (live?.key === keyOf(id, name)) return live.run.listen(after, signal);
    const stored = await readMessage(engine, name, message);
    const isComplete = stored.state === 'running' ? after >= INTERRUPTED_NUMBER : after >= stored.events.length;
    return isComplete ? undefined : this.follow(engine, name, stored, after, signal);
  }

  /** Yields events of an answer that has ended or that another gateway generates. */
  private async *follow(
    engine: Engine,
    name: ConversationName,
    first: StoredMessage,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent, void> {
    let stored = first;
    while (stored.state === 'running' && !this.isOver(engine, stored) && !signal.aborted && !this.isClosed) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      stored = await readMessage(engine, name, stored.id);
    }
    yield* this.numberedEvents(name, stored).filter(({ number }) => number > after);
  }

  private numberedEvents(
    { id: conversation }: ConversationName,
    { id, number, question, state, events }: StoredMessage,
  ): NumberedEvent[] {
    if (state !== 'running') return events.map((chatEvent, i) => ({ number: i + 1, chatEvent }));
    const { message, code } = interrupted('its gateway stopped');
    return [
      { number: 1, chatEvent: { event: 'message_start', data: { conversation, message: id, number, question } } },
      { number: INTERRUPTED_NUMBER, chatEvent: { event: 'error', data: { message, code } } },
    ];
  }

  /** True if a message is stored as running, but its gateway has stopped. */
  private isOver({ kind }: Engine, { id, createdAt }: { readonly id: string; readonly createdAt: string }): boolean {
    if (this.live.has(id)) return false;
    // An embedded engine serves one gateway only.
    return kind === 'embedded' || Date.now() - Date.parse(createdAt) > MAX_DURATION_MS;
  }

  /** Lists conversations, newest first. */
  list({ engine }: Database, owner: string, first: number, offset: number): Promise<readonly ConversationEntry[]> {
    return listConversations(engine, owner, first, offset);
  }

  /** @throws OwlgateError UnknownConversation */
  async messages({ id, engine }: Database, name: ConversationName): Promise<readonly Message[]> {
    const key = keyOf(id, name);
    // Messages that are being stored belong to the list: a client may know them already.
    const pending = [...this.live.values()].filter((each) => each.key === key).map((each) => each.stored);
    await Promise.allSettled(pending);
    return (await readMessages(engine, name)).map((stored) => {
      const { number, question, createdAt } = stored;
      const isOver = stored.state === 'running' && this.isOver(engine, stored);
      const last = isOver ? this.numberedEvents(name, stored).at(-1)?.chatEvent : stored.events.at(-1);
      return {
        id: stored.id,
        number,
        question,
        state: isOver ? 'failed' : stored.state,
        createdAt,
        ...(last?.event === 'done' && { result: last.data.result }),
        ...(last?.event === 'error' && { error: last.data }),
      };
    });
  }

  /** Deletes a conversation; cancels its answer in progress. @throws OwlgateError UnknownConversation */
  async remove(database: Database, name: ConversationName): Promise<void> {
    const key = keyOf(database.id, name);
    const running = [...this.live.values()].filter((each) => each.key === key);
    for (const { run } of running) run.cancel(interrupted('the conversation was deleted'));
    await Promise.all(running.map(({ ended }) => ended));
    await removeConversation(database.engine, name);
  }

  /** Cancels all answers and stores them as failed. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { run } of this.live.values()) run.cancel(interrupted('the gateway is shutting down'));
    await Promise.all([...this.live.values()].map(({ ended }) => ended));
  }
}

function withResolver<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

const keyOf = (database: string, { owner, id }: ConversationName): string => `${database} ${owner} ${id}`;

async function readMessage(engine: Engine, name: ConversationName, id: string): Promise<StoredMessage> {
  const [message] = MESSAGE_ID.test(id) ? await readMessages(engine, name, id) : [];
  if (!message) throw new OwlgateError('UnknownMessage', { id: id.slice(0, 100) });
  return message;
}
