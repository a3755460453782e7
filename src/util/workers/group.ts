/**
 * Group of workers: the processes of one program that share its ports (OWLGATE_WORKERS). State that belongs to the
 * program rather than to a process is kept by turns, which the primary gives, and by questions to the other workers.
 */
import cluster from 'node:cluster';
import { PLACE_VARIABLE, type FromPrimary, type FromWorker, type WorkerPlace } from './messages';

/** Answers a question of another worker. The answer consists of JSON; undefined for none. */
type Answer = (argument: string) => unknown;

export interface WorkerGroup {
  /** Number of this worker, from 1; undefined for a program of one process. */
  readonly number: number | undefined;
  /** Runs while no other worker runs under the same key; calls of one worker are not put in order. */
  inTurn<T>(key: string, run: () => Promise<T>): Promise<T>;
  /**
   * Takes the turn of a key if no other worker has it.
   *
   * @returns function that gives it back; undefined if another worker has it
   */
  take(key: string): Promise<(() => void) | undefined>;
  /** Asks all other workers. @returns the answers of those that answered within 2 s */
  ask(question: string, argument?: string): Promise<readonly unknown[]>;
  /** Sets the answer to a question of other workers. */
  onQuestion(question: string, answer: Answer): void;
}

/** Group of a program of one process. */
const ALONE: WorkerGroup = {
  number: undefined,
  inTurn: (_, run) => run(),
  take: () => Promise.resolve(() => undefined),
  ask: () => Promise.resolve([]),
  onQuestion: () => undefined,
};

/** Channel to the primary. */
export interface PrimaryChannel {
  send(message: FromWorker): void;
  onMessage(listener: (message: FromPrimary) => void): void;
}

export class Member implements WorkerGroup {
  private lastId = 0;
  private readonly waiting = new Map<number, (message: FromPrimary) => void>();
  private readonly answers = new Map<string, Answer>();

  constructor(
    readonly number: number,
    private readonly channel: PrimaryChannel,
  ) {
    channel.onMessage((message) => this.receive(message));
  }

  async inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const { leave } = await this.enter(key, true);
    try {
      return await run();
    } finally {
      leave();
    }
  }

  async take(key: string): Promise<(() => void) | undefined> {
    const { isTaken, leave } = await this.enter(key, false);
    return isTaken ? undefined : leave;
  }

  async ask(question: string, argument = ''): Promise<readonly unknown[]> {
    const message = await this.request((id) => ({ worker: 'ask', id, question, argument }));
    return message.primary === 'answers' ? message.answers : [];
  }

  onQuestion(question: string, answer: Answer): void {
    this.answers.set(question, answer);
  }

  private async enter(key: string, waits: boolean): Promise<{ readonly isTaken: boolean; readonly leave: () => void }> {
    let id = 0;
    const message = await this.request((each) => ({ worker: 'enter', id: (id = each), key, waits }));
    const isTaken = message.primary === 'entered' && message.isTaken;
    return { isTaken, leave: () => this.channel.send({ worker: 'leave', id, key }) };
  }

  /** Without a primary, the process ends: no answer has to be waited for in vain. */
  private request(compose: (id: number) => FromWorker): Promise<FromPrimary> {
    return new Promise((resolve) => {
      const id = ++this.lastId;
      this.waiting.set(id, resolve);
      this.channel.send(compose(id));
    });
  }

  private receive(message: FromPrimary): void {
    if (message.primary === 'ping') return this.channel.send({ worker: 'alive' });
    if (message.primary === 'question') return void this.answer(message);
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }

  /** A failed answer counts as none. */
  private async answer({ id, question, argument }: FromPrimary & { readonly primary: 'question' }): Promise<void> {
    const reply = (answer: unknown): void => this.channel.send({ worker: 'answer', id, answer });
    try {
      reply(await this.answers.get(question)?.(argument));
    } catch {
      reply(undefined);
    }
  }
}

/** Place of this process in its program; undefined for a program of one process. */
export const workerPlace: WorkerPlace | undefined =
  cluster.isWorker && process.env[PLACE_VARIABLE] !== undefined
    ? (JSON.parse(process.env[PLACE_VARIABLE]) as WorkerPlace)
    : undefined;

const toPrimary: PrimaryChannel = {
  send: (message) => void (process.connected && process.send?.(message)),
  onMessage: (listener) =>
    process.on('message', (message: Partial<FromPrimary>) => {
      if (message.primary !== undefined) listener(message as FromPrimary);
    }),
};

/** Tells the primary that this worker serves. */
export const announceServing = (): void => toPrimary.send({ worker: 'serving' });

/** Group of this process. */
export const workerGroup: WorkerGroup = workerPlace ? new Member(workerPlace.number, toPrimary) : ALONE;
