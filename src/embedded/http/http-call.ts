/** Call over HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, CORS_HEADERS, isToCompress } from '../../util/dgraphAnswers';
import type { UnreadAnswers } from '../../util/unread';
import { readBody } from './body';
import { Call } from './call';

export class HttpCall extends Call {
  private abandonment: AbortController | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly maxBodyBytes: number,
    unread: UnreadAnswers,
  ) {
    super(request.method ?? 'GET', request.url ?? '/', unread);
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value);
  }

  get headers(): IncomingMessage['headers'] {
    return this.request.headers;
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  get abandoned(): AbortSignal {
    if (!this.abandonment) {
      const controller = (this.abandonment = new AbortController());
      const { response } = this;
      if (response.destroyed) controller.abort();
      else response.once('close', () => response.writableFinished || controller.abort());
    }
    return this.abandonment.signal;
  }

  override closeAfter(): void {
    this.response.setHeader('Connection', 'close');
    this.response.once('finish', () => this.request.destroy());
  }

  protected received(maxBytes: number): Promise<Buffer> {
    return readBody(this.request, Math.min(this.maxBodyBytes, maxBytes));
  }

  protected async send(status: number, type: string, text: string): Promise<void> {
    const { response } = this;
    if (response.headersSent || response.destroyed) return;
    let bytes: Buffer = Buffer.from(text);
    if (isToCompress(bytes, this.header('accept-encoding'))) {
      bytes = await compress(bytes);
      response.setHeader('Content-Encoding', 'gzip');
    }
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
    this.unread.add(bytes.length);
    response.end(bytes);
  }
}
