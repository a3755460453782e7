/** Calls and bytes to the gRPC port, and what comes back. */
import * as http2 from 'node:http2';
import * as net from 'node:net';
import { afterMachineTime } from '../../support/machine-time';
import type { FuzzRequest } from './request';
import type { Outcome } from './send';

/** End of a call: statuses of HTTP and gRPC, and the message. */
export interface CallEnd {
  readonly httpStatus: number | undefined;
  /** Undefined if the server reset the stream. */
  readonly status: number | undefined;
  readonly message: string;
}

export interface CallOutcome {
  readonly end?: CallEnd;
  readonly fault?: Outcome['fault'];
  readonly ms: number;
}

export interface BytesOutcome {
  readonly got: Buffer;
  readonly fault?: Outcome['fault'];
  readonly ms: number;
}

/** Silence after which the sender of bytes leaves. */
const SILENCE_MS = 100;

/** Sends a call over a connection of its own. Never rejects. */
export function sendCall(
  port: number,
  { target, headers, body }: FuzzRequest,
  deadlineMs: number,
): Promise<CallOutcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    const session = http2.connect(`http://127.0.0.1:${port}`);
    let [httpStatus, status, message] = [undefined as number | undefined, undefined as number | undefined, ''];
    const settle = (fault?: Outcome['fault']): void => {
      stopTimer();
      session.destroy();
      const ms = performance.now() - began;
      resolve(fault ? { fault, ms } : { end: { httpStatus, status, message }, ms });
    };
    const stopTimer = afterMachineTime(deadlineMs, () =>
      settle({ kind: 'hang', text: `no end of the call within ${deadlineMs} ms` }),
    );
    session.on('error', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' ? { kind: 'refused', text: error.message } : undefined),
    );
    const stream = session.request({
      ':method': 'POST',
      ':path': target,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...grouped(headers),
    });
    const read = (fields: http2.IncomingHttpHeaders): void => {
      if (fields[':status'] !== undefined) httpStatus = Number(fields[':status']);
      if (fields['grpc-status'] !== undefined) status = Number(fields['grpc-status']);
      if (fields['grpc-message'] !== undefined) message = decoded(String(fields['grpc-message']));
    };
    stream.on('response', read);
    stream.on('trailers', read);
    stream.on('error', () => undefined);
    stream.on('close', () => settle());
    stream.resume();
    stream.end(body);
  });
}

/**
 * Sends bytes that may be no HTTP/2, each part in turns of its own, and leaves after a silence of the server. Never
 * rejects.
 */
export function sendBytes(port: number, parts: readonly Buffer[], deadlineMs: number): Promise<BytesOutcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const got: Buffer[] = [];
    const settle = (fault?: Outcome['fault']): void => {
      stopTimer();
      clearTimeout(silence);
      socket.destroy();
      resolve({ ...(fault && { fault }), got: Buffer.concat(got), ms: performance.now() - began });
    };
    const stopTimer = afterMachineTime(deadlineMs, () =>
      settle({ kind: 'hang', text: `no silence within ${deadlineMs} ms` }),
    );
    let silence: NodeJS.Timeout | undefined;
    const wait = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => settle(), SILENCE_MS);
    };
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' ? { kind: 'refused', text: error.message } : undefined),
    );
    socket.on('data', (chunk: Buffer) => {
      got.push(chunk);
      wait();
    });
    socket.on('close', () => settle());
    const write = async (): Promise<void> => {
      for (const part of parts) {
        socket.write(part);
        wait();
        if (parts.length > 1) await new Promise((next) => setTimeout(next, 1));
      }
    };
    socket.once('connect', () => void write());
  });
}

/** Headers by name. Those of HTTP have one value in Node's client. */
function grouped(headers: FuzzRequest['headers']): Readonly<Record<string, string | string[]>> {
  const groups: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const before = groups[name];
    groups[name] = before === undefined || SINGLE.test(name) ? value : [before, value].flat();
  }
  return groups;
}

const SINGLE = /^(?:content-type|authorization)$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
