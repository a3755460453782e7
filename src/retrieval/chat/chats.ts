/** Conversations with a database: questions, answers while they are given and afterwards. */
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
  type Begun,
  type StoredMessage,
} from './store';
import type { ChatQuestion, ConversationEntry, ConversationName, Message, NumberedEvent } from './types';

/** Answers that one gateway gives at once. */
const MOST_RUNS = 64;
/** An answer that has taken longer than its budget and this is given up. */
const GRACE_SECONDS = 30;
const LONGEST_MS = (DEFAULT_BUDGET.seconds + GRACE_SECONDS) * 1000;
/** Between looks at an answer that another gateway gives. */
const LOOK_MS = 500;
/**
 * The number of the event that ends an answer which was cut off: nobody knows how many came before it, and clients that had
 * more of them than are stored have to be told all the same.
 */
const CUT_OFF_NUMBER = 1_000_000;

const MESSAGE_ID = /^[0-9a-f]{16}$/;

const interrupted = (reason: string): OwlgateError => new OwlgateError('ChatInterrupted', { reason });

interface Live {
  readonly run: Run;
  /** Of the database and the conversation. */
  readonly key: string;
  /** Settled when it is stored, or cannot be. */
  readonly begun: Promise<unknown>;
  readonly ended: Promise<void>;
}

export class Chats {
  /** By message. */
  private readonly live = new Map<string, Live>();
  /** Conversations of which a message is being begun. */
  private readonly beginning = new Set<string>();
  private isClosed = false;

  constructor(
    private readonly retrieval: Retrieval,
    private readonly logger: Logger,
  ) {}

  /**
   * Begins to answer; it goes on whether anybody listens or not.
   *
   * @throws OwlgateError ConversationBusy, ConversationFull, TooManyChats, ChatInterrupted, EngineUnreachable
   */
  async ask(database: Database, name: ConversationName, question: ChatQuestion): Promise<Run> {
    if (this.isClosed) throw interrupted('the gateway is ending');
    const key = keyOf(database.id, name);
    const running = [...this.live.values()].find((each) => each.key === key)?.run.id;
    if (running !== undefined || this.beginning.has(key)) {
      const message = running ?? 'just begun';
      throw new OwlgateError(
        'ConversationBusy',
        { id: name.id, message },
        { ...(running !== undefined && { message }) },
      );
    }
    if (this.live.size + this.beginning.size >= MOST_RUNS) throw new OwlgateError('TooManyChats', { limit: MOST_RUNS });
    this.beginning.add(key);
    try {
      return await this.begin(database, name, question, key);
    } finally {
      this.beginning.delete(key);
    }
  }

  private async begin(database: Database, name: ConversationName, question: ChatQuestion, key: string): Promise<Run> {
    const run = new Run(randomBytes(8).toString('hex'));
    const { id } = run;
    const message = { id, question: question.question, events: [] };
    // The first of all waits for its predicates to be made, which takes a cluster a second; there is nothing to be in its way.
    const isFirst = !(await hasConversations(database.engine));
    const { promise: numbered, resolve: found } = withResolver<number>();
    const isOver = (each: { readonly id: string; readonly createdAt: string }): boolean =>
      this.isOver(database.engine, each);
    const begun = beginMessage(database.engine, name, message, isOver, found);
    begun.catch(() => undefined);
    // Whether it may begin is known before it is stored; the client is told at once.
    const number = isFirst ? 1 : await Promise.race([numbered, begun.then((each) => each.number)]);
    run.add({
      event: 'message_start',
      data: { conversation: name.id, message: id, number, question: question.question },
    });
    const timer = setTimeout(() => run.cancel(interrupted('it took too long')), LONGEST_MS);
    const ended = this.answer(database, run, question, begun).finally(() => {
      clearTimeout(timer);
      this.live.delete(id);
    });
    this.live.set(id, { run, key, begun, ended });
    return run;
  }

  /** Never rejects. */
  private async answer(
    { id, engine }: Database,
    run: Run,
    question: ChatQuestion,
    begin: Promise<Begun>,
  ): Promise<void> {
    let state: 'done' | 'failed' = 'done';
    let uid: string | undefined;
    try {
      const begun = await begin;
      uid = begun.uid;
      const { history } = begun;
      run.signal.throwIfAborted();
      const cancelled = new Promise<never>((_, reject) => {
        run.signal.addEventListener('abort', () => reject(run.signal.reason as Error), { once: true });
      });
      const answering = this.retrieval.retrieve(id, { ...question, history, signal: run.signal, observer: run });
      // A module that does not heed its signal holds nobody up.
      answering.catch(() => undefined);
      run.finish(await Promise.race([answering, cancelled]));
    } catch (error) {
      state = 'failed';
      run.add({ event: 'error', data: this.tell(error, run.id) });
    }
    try {
      if (uid !== undefined) await endMessage(engine, uid, state, run.events);
    } catch (error) {
      this.logger.error('an answer could not be kept', { message: run.id, error });
    }
  }

  private tell(error: unknown, message: string): { readonly message: string; readonly code: string } {
    if (error instanceof OwlgateError) return { message: error.message, code: error.code };
    if (error instanceof EngineFailure) return { message: error.message, code: 'EngineError' };
    this.logger.error('an answer failed for a reason of our own', { message, error });
    const known = new OwlgateError('Internal', { reason: `the log has it under message ${message}` });
    return { message: known.message, code: known.code };
  }

  /**
   * What happened and happens with a message, from a place on.
   *
   * @param after the number of the last event that is known; 0 for none
   * @returns undefined where all of them are known, and no more will come
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
    // It is asked for by its owner, or it is not told of.
    if (live?.key === keyOf(id, name)) return live.run.listen(after, signal);
    const stored = await readMessage(engine, name, message);
    const isTold = stored.state === 'running' ? after >= CUT_OFF_NUMBER : after >= stored.events.length;
    return isTold ? undefined : this.follow(engine, name, stored, after, signal);
  }

  /** Of one that has ended, or that another gateway gives. */
  private async *follow(
    engine: Engine,
    name: ConversationName,
    first: StoredMessage,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent, void> {
    let stored = first;
    while (stored.state === 'running' && !this.isOver(engine, stored) && !signal.aborted && !this.isClosed) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      stored = await readMessage(engine, name, stored.id);
    }
    yield* this.told(name, stored).filter(({ number }) => number > after);
  }

  private told(
    { id: conversation }: ConversationName,
    { id, number, question, state, events }: StoredMessage,
  ): NumberedEvent[] {
    if (state !== 'running') return events.map((told, i) => ({ number: i + 1, told }));
    const { message, code } = interrupted('the gateway that gave it ended');
    return [
      { number: 1, told: { event: 'message_start', data: { conversation, message: id, number, question } } },
      { number: CUT_OFF_NUMBER, told: { event: 'error', data: { message, code } } },
    ];
  }

  /** Whether one that is stored as running was left behind by a gateway that ended. */
  private isOver({ kind }: Engine, { id, createdAt }: { readonly id: string; readonly createdAt: string }): boolean {
    if (this.live.has(id)) return false;
    // The embedded engine has no other gateway.
    return kind === 'embedded' || Date.now() - Date.parse(createdAt) > LONGEST_MS;
  }

  /** The latest first. */
  list({ engine }: Database, owner: string, first: number, offset: number): Promise<readonly ConversationEntry[]> {
    return listConversations(engine, owner, first, offset);
  }

  /** @throws OwlgateError UnknownConversation */
  async messages({ id, engine }: Database, name: ConversationName): Promise<readonly Message[]> {
    const key = keyOf(id, name);
    // What a client has been told of is listed.
    const begun = [...this.live.values()].filter((each) => each.key === key).map((each) => each.begun);
    await Promise.allSettled(begun);
    return (await readMessages(engine, name)).map((stored) => {
      const { number, question, createdAt } = stored;
      const isOver = stored.state === 'running' && this.isOver(engine, stored);
      const last = isOver ? this.told(name, stored).at(-1)?.told : stored.events.at(-1);
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

  /** An answer that is being given is given up. @throws OwlgateError UnknownConversation */
  async remove(database: Database, name: ConversationName): Promise<void> {
    const key = keyOf(database.id, name);
    const running = [...this.live.values()].filter((each) => each.key === key);
    for (const { run } of running) run.cancel(interrupted('the conversation was deleted'));
    await Promise.all(running.map(({ ended }) => ended));
    await removeConversation(database.engine, name);
  }

  /** Gives up what runs, and keeps that it was. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { run } of this.live.values()) run.cancel(interrupted('the gateway is ending'));
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
  const [found] = MESSAGE_ID.test(id) ? await readMessages(engine, name, id) : [];
  if (!found) throw new OwlgateError('UnknownMessage', { id: id.slice(0, 100) });
  return found;
}
