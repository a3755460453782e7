/** One answer while it is given: what has happened so far, to be read from any place on, by any number of listeners. */
import type { RetrievalObserver, RetrievalResult } from '../types';
import type { ChatEvent, NumberedEvent } from './types';

/** Parts of a text beyond so many events are joined to the last of them. */
const MOST_EVENTS = 4_000;

export class Run implements RetrievalObserver {
  private readonly log: ChatEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly controller = new AbortController();
  private joined = '';
  private hasText = false;
  private hasPassages = false;
  private isOver = false;

  /** @param id of the message */
  constructor(readonly id: string) {}

  /** So far. */
  get events(): readonly ChatEvent[] {
    return this.log;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param reason an error that is told to those who listen */
  cancel(reason: Error): void {
    this.controller.abort(reason);
  }

  add(event: ChatEvent): void {
    if (this.isOver) return;
    this.log.push(event);
    this.isOver = event.event === 'done' || event.event === 'error';
    for (const wake of this.waiting) wake();
  }

  readonly step: NonNullable<RetrievalObserver['step']> = (data) => {
    if (this.log.length < MOST_EVENTS) this.add({ event: 'step', data });
  };

  readonly passages: NonNullable<RetrievalObserver['passages']> = (passages) => {
    this.hasPassages = true;
    if (this.log.length < MOST_EVENTS) this.add({ event: 'passages', data: { passages } });
  };

  readonly text: NonNullable<RetrievalObserver['text']> = (delta) => {
    if (delta === '') return;
    this.hasText = true;
    if (this.log.length < MOST_EVENTS) this.add({ event: 'text', data: { delta } });
    else this.joined += delta;
  };

  /** Modules that have no text before the end have it now. */
  finish(result: RetrievalResult): void {
    const { answer, passages } = result;
    if (!this.hasPassages) this.add({ event: 'passages', data: { passages } });
    const rest = this.hasText ? this.joined : (answer ?? '');
    if (rest !== '') this.add({ event: 'text', data: { delta: rest } });
    const cited = passages.map(({ text: _, ...place }) => place);
    this.add({ event: 'citations', data: { passages: cited, statements: result.metadata.statements ?? [] } });
    this.add({ event: 'done', data: { message: this.id, result } });
  }

  /**
   * Events after the first `after`, those to come too, until the last.
   *
   * @param signal of a listener that leaves
   */
  async *listen(after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void> {
    for (let next = after; !signal.aborted;) {
      if (next < this.log.length) yield { told: this.log[next]!, number: ++next };
      else if (this.isOver) return;
      else await this.change(signal);
    }
  }

  private change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
