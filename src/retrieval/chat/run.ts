/** Answer in progress: its events so far, for any number of listeners from any position on. */
import type { RetrievalObserver, RetrievalResult } from '../types';
import type { ChatEvent, NumberedEvent } from './types';

/** Maximum events, apart from the final ones. Text beyond them becomes one event. */
const MAX_EVENTS = 4_000;

export class Run implements RetrievalObserver {
  private readonly log: ChatEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly controller = new AbortController();
  private overflowText = '';
  private hasText = false;
  private hasPassages = false;
  private isOver = false;

  /** @param id id of the message */
  constructor(readonly id: string) {}

  /** Events so far. */
  get events(): readonly ChatEvent[] {
    return this.log;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param reason error that listeners receive */
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
    if (this.log.length < MAX_EVENTS) this.add({ event: 'step', data });
  };

  readonly passages: NonNullable<RetrievalObserver['passages']> = (passages) => {
    this.hasPassages = true;
    if (this.log.length < MAX_EVENTS) this.add({ event: 'passages', data: { passages } });
  };

  readonly text: NonNullable<RetrievalObserver['text']> = (delta) => {
    if (delta === '') return;
    this.hasText = true;
    if (this.log.length < MAX_EVENTS) this.add({ event: 'text', data: { delta } });
    else this.overflowText += delta;
  };

  /**
   * Adds the events before the last, with the text and passages of modules that sent none before.
   *
   * @returns the last event, for `add`
   */
  finish(result: RetrievalResult): ChatEvent {
    const { answer, passages } = result;
    if (!this.hasPassages) this.add({ event: 'passages', data: { passages } });
    const remainingText = this.hasText ? this.overflowText : (answer ?? '');
    if (remainingText !== '') this.add({ event: 'text', data: { delta: remainingText } });
    // Without an answer, passages are what was found, and nothing stands on them.
    const cited = answer === null ? [] : passages.map(({ text: _, ...place }) => place);
    this.add({ event: 'citations', data: { passages: cited, statements: result.metadata.statements ?? [] } });
    return { event: 'done', data: { message: this.id, result } };
  }

  /**
   * Yields past and future events after the first `after`, until the last.
   *
   * @param signal aborted when the listener leaves
   */
  async *listen(after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void> {
    for (let next = after; !signal.aborted;) {
      if (next < this.log.length) yield { chatEvent: this.log[next]!, number: ++next };
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
