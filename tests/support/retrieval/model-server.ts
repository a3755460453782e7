/**
 * Endpoint of a scripted language model: OpenAI's chat completions and embeddings, with all their failures.
 */
import * as http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Line of the script. */
export type Line =
  /** Calls of tools. Arguments given as text are sent verbatim: they need not be JSON. */
  | {
      readonly calls: readonly { readonly name: string; readonly args: object | string; readonly id?: string }[];
      readonly usage?: Tokens;
      readonly end?: string;
    }
  | { readonly text: string; readonly usage?: Tokens; readonly end?: string }
  | { readonly refusal: string }
  /** Answer outside the API. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** No answer. */
  | { readonly silence: true }
  /** End of the connection: at once, or after so many characters of a body. */
  | { readonly hangUp: true }
  | { readonly cutAfter: number; readonly line: Line }
  /** A body of which one character comes in so many milliseconds. */
  | { readonly drip: number; readonly line: Line };

/** Tokens of the prompt and of the reply. */
export type Tokens = readonly [number, number];

/** Request as received. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly {
      readonly role: string;
      readonly content: string | null;
      readonly tool_calls?: readonly any[];
      readonly tool_call_id?: string;
    }[];
    readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: any } }[];
    readonly input?: readonly string[];
    readonly [key: string]: any;
  };
  /** True if the client left before the answer. */
  left: boolean;
}

/** Lines in order, each fixed or chosen by its request. */
export type Script =
  readonly (Line | ((request: ModelRequest) => Line))[] | ((request: ModelRequest, count: number) => Line);

export interface ModelServer {
  /** Base URL of the API. */
  readonly url: string;
  /** Oldest first. */
  readonly requests: ModelRequest[];
  /** Sets the script: one line per request; after the last line the server answers 500. */
  play(script: Script): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  let script: Script = [];
  let count = 0;
  const requests: ModelRequest[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: ModelRequest = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
        left: false,
      };
      requests.push(one);
      response.on('close', () => (one.left ||= !response.writableFinished));
      if (one.path.endsWith('/embeddings')) return embed(one, response);
      const at = count++;
      const entry = typeof script === 'function' ? script(one, at) : script[at];
      const line = typeof entry === 'function' ? entry(one) : entry;
      say(line ?? { status: 500, body: '{"error":{"message":"the script has ended"}}' }, one, response);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    play: (next) => {
      script = next;
      count = 0;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function say(line: Line, request: ModelRequest, response: http.ServerResponse): void {
  if ('drip' in line) return drip(line, request, response);
  if ('cutAfter' in line) return cut(line, request, response);
  if ('silence' in line) return;
  if ('hangUp' in line) {
    response.socket?.destroy();
    return;
  }
  if ('status' in line) {
    response.writeHead(line.status, { 'Content-Type': 'application/json', ...line.headers }).end(line.body ?? '{}');
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(bodyOf(line, request));
}

/** Sends a body character by character. */
function drip(
  { drip: ms, line }: Extract<Line, { drip: number }>,
  request: ModelRequest,
  response: http.ServerResponse,
): void {
  const body = bodyOf(line, request);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  let at = 0;
  const timer = setInterval(() => {
    if (at < body.length && !response.destroyed) return void response.write(body[at++]);
    clearInterval(timer);
    response.end();
  }, ms);
}

/** Ends the connection after so many characters of a body. */
function cut(
  { cutAfter, line }: Extract<Line, { cutAfter: number }>,
  request: ModelRequest,
  response: http.ServerResponse,
): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write(bodyOf(line, request).slice(0, cutAfter));
  setTimeout(() => response.socket?.destroy(), 20);
}

/** Body of a reply by the API. */
function bodyOf(line: Line, request: ModelRequest): string {
  if (!('calls' in line || 'text' in line || 'refusal' in line)) throw new Error('a line without a body');
  const usage = 'usage' in line && line.usage ? line.usage : ([100, 20] as const);
  const finish = 'end' in line && line.end !== undefined ? line.end : 'calls' in line ? 'tool_calls' : 'stop';
  const usageReport = { prompt_tokens: usage[0], completion_tokens: usage[1], total_tokens: usage[0] + usage[1] };
  const choices = [{ index: 0, message: { role: 'assistant', ...messageOf(line) }, finish_reason: finish }];
  const { model } = request.body;
  return JSON.stringify({ id: 'r', object: 'chat.completion', model, choices, usage: usageReport });
}

function messageOf(line: Extract<Line, { refusal: string } | { text: string } | { calls: readonly unknown[] }>) {
  if ('refusal' in line) return { content: null, refusal: line.refusal };
  if ('text' in line) return { content: line.text };
  const tool_calls = line.calls.map(({ name, args, id }, i) => ({
    id: id ?? `call_${i}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  return { content: null, tool_calls };
}

/** Embeds texts by their words: texts with common words are near each other. */
function embed({ body }: ModelRequest, response: http.ServerResponse): void {
  const data = (body.input ?? []).map((text, index) => {
    const embedding = new Array<number>(16).fill(0.01);
    for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
      let hash = 0;
      for (const c of word) hash = (hash * 31 + c.charCodeAt(0)) >>> 0;
      embedding[hash % 16]! += 1;
    }
    return { object: 'embedding', index, embedding };
  });
  const answer = { object: 'list', data, model: body.model, usage: { prompt_tokens: 1, total_tokens: 1 } };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}
