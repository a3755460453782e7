/** Incremental parser of one answer: head, then body, in chunks of any size. */
import { MAX_HEAD_BYTES, parseAnswerHead, type AnswerHead } from './head';
import { WireError } from './wire-error';

/** Receiver of an answer: `head` once, `data` any number of times, `end` once. */
export interface AnswerSink {
  head(head: AnswerHead): void;
  data(chunk: Buffer): void;
  end(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
/** Maximum bytes of a chunk's size line with its extensions, or of a line of a trailer. */
const MAX_LINE_BYTES = 8 * 1024;
const MAX_TRAILER_LINES = 100;

type State = 'head' | 'length' | 'close' | 'chunkSize' | 'chunkData' | 'chunkEnd' | 'trailer' | 'done';

const malformed = (reason: string): WireError => new WireError('malformed', `its answer is broken: ${reason}`);

export class AnswerReader {
  private state: State = 'head';
  /** Bytes of an incomplete head or line. */
  private pending: Buffer | undefined;
  /** Bytes still to come of the body or the chunk. */
  private remaining = 0;
  private trailerLines = 0;
  private current: AnswerHead | undefined;

  constructor(
    private readonly method: string,
    private readonly sink: AnswerSink,
  ) {}

  /** True if any part of the answer has come. */
  get hasBegun(): boolean {
    return this.state !== 'head' || this.pending !== undefined;
  }

  get isDone(): boolean {
    return this.state === 'done';
  }

  /** Head of the answer, once it is complete. */
  get head(): AnswerHead | undefined {
    return this.current;
  }

  /** @throws WireError malformed */
  feed(chunk: Buffer): void {
    let remainder: Buffer | undefined = chunk;
    while (remainder !== undefined && remainder.length > 0) remainder = this.step(remainder);
  }

  /** Handles the end of the connection. @throws WireError closed if the answer is not complete */
  finish(): void {
    if (this.state === 'close') this.end();
    else if (this.state === 'head') {
      throw new WireError(
        'closed',
        this.hasBegun
          ? 'it closed the connection in the middle of its answer'
          : 'it closed the connection without an answer',
      );
    } else if (this.state !== 'done')
      throw new WireError('closed', 'it closed the connection in the middle of its answer');
  }

  /** Consumes a part of `bytes` and returns the remainder. */
  private step(bytes: Buffer): Buffer | undefined {
    switch (this.state) {
      case 'head':
        return this.readHead(bytes);
      case 'length':
      case 'chunkData':
        return this.readCounted(bytes);
      case 'close':
        this.sink.data(bytes);
        return undefined;
      case 'chunkSize':
      case 'chunkEnd':
      case 'trailer':
        return this.readLine(bytes);
      case 'done':
        throw malformed('there are bytes after its end');
    }
  }

  private readHead(bytes: Buffer): Buffer | undefined {
    const all = this.pending === undefined ? bytes : Buffer.concat([this.pending, bytes]);
    // The end mark may span two chunks.
    const from = this.pending === undefined ? 0 : Math.max(0, this.pending.length - HEAD_END.length + 1);
    const end = all.indexOf(HEAD_END, from);
    if ((end < 0 ? all.length : end) > MAX_HEAD_BYTES) {
      throw malformed(`its head is larger than ${MAX_HEAD_BYTES} bytes`);
    }
    if (end < 0) {
      this.refuseOtherProtocols(all);
      this.pending = all;
      return undefined;
    }
    this.pending = undefined;
    const head = parseAnswerHead(all.toString('latin1', 0, end), this.method);
    if (head.status === 101) throw malformed('it changed the protocol without having been asked to');
    if (head.status >= 200) this.begin(head);
    return all.subarray(end + HEAD_END.length);
  }

  /** Fails early on bytes that are not the start of an HTTP answer. */
  private refuseOtherProtocols(all: Buffer): void {
    const start = all.toString('latin1', 0, 5);
    if (!'HTTP/'.startsWith(start)) parseAnswerHead(all.toString('latin1', 0, 40), this.method);
  }

  private begin(head: AnswerHead): void {
    this.current = head;
    this.remaining = head.length;
    this.state = head.framing === 'chunked' ? 'chunkSize' : head.framing === 'close' ? 'close' : 'length';
    this.sink.head(head);
    if (head.framing === 'none' || (head.framing === 'length' && head.length === 0)) this.end();
  }

  private readCounted(bytes: Buffer): Buffer | undefined {
    const consumed = bytes.length <= this.remaining ? bytes : bytes.subarray(0, this.remaining);
    this.remaining -= consumed.length;
    this.sink.data(consumed);
    if (this.remaining === 0) {
      if (this.state === 'length') this.end();
      else this.state = 'chunkEnd';
    }
    return consumed === bytes ? undefined : bytes.subarray(consumed.length);
  }

  private readLine(bytes: Buffer): Buffer | undefined {
    const all = this.pending === undefined ? bytes : Buffer.concat([this.pending, bytes]);
    const end = all.indexOf(LINE_END);
    if ((end < 0 ? all.length : end) > MAX_LINE_BYTES) throw malformed('a line between chunks is too long');
    if (end < 0) {
      this.pending = all;
      return undefined;
    }
    this.pending = undefined;
    this.handleLine(all.toString('latin1', 0, end));
    return all.subarray(end + LINE_END.length);
  }

  private handleLine(line: string): void {
    if (this.state === 'chunkEnd') {
      if (line !== '') throw malformed('a chunk is longer than its size');
      this.state = 'chunkSize';
    } else if (this.state === 'chunkSize') {
      const size = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line);
      if (!size) throw malformed('a chunk has no size');
      this.remaining = parseInt(size[1]!, 16);
      this.state = this.remaining === 0 ? 'trailer' : 'chunkData';
    } else if (line === '') {
      this.end();
    } else if (++this.trailerLines > MAX_TRAILER_LINES) {
      throw malformed('its trailer has too many lines');
    }
  }

  private end(): void {
    this.state = 'done';
    this.sink.end();
  }
}
