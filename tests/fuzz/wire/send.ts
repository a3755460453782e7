/** Bytes to a server and its answers back, over a connection of its own and within a deadline. */
import * as net from 'node:net';
import { afterMachineTime } from '../../support/machine-time';
import { MalformedAnswer, readAnswers, type Answer } from './response';

export interface Sent {
  readonly bytes: Buffer;
  readonly methods: readonly string[];
  /** The bytes are one complete request: an answer is due. After anything else the sender ends its side in time. */
  readonly isWhole: boolean;
  readonly frames?: readonly Buffer[];
  readonly deadlineMs: number;
}

export interface Outcome {
  readonly answers: readonly Answer[];
  /** Reason why there is no well-formed answer in time. */
  readonly fault?: { readonly kind: 'hang' | 'refused' | 'reset' | 'malformed' | 'silent'; readonly text: string };
  readonly ms: number;
}

/** Silence after which the sender of bytes that may be no whole request ends its side. */
const SILENCE_MS = 400;
/** Between frames of a WebSocket, and after the last: subscriptions have no end. */
const FRAME_MS = 15;
const LINGER_MS = 250;

/** Never rejects. */
export function send(port: number, sent: Sent): Promise<Outcome> {
  const { bytes, methods, isWhole, frames, deadlineMs } = sent;
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isSettled = false;
    let isUpgraded = false;
    let hasLeft = false;
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const settle = (fault?: Outcome['fault'], answers: readonly Answer[] = []): void => {
      if (isSettled) return;
      isSettled = true;
      stopTimer();
      clearTimeout(silence);
      socket.destroy();
      resolve({ answers, ms: performance.now() - began, ...(fault && { fault }) });
    };
    const look = (isOver: boolean): void => {
      if (isSettled) return;
      try {
        const { answers, isComplete } = readAnswers(Buffer.concat(chunks), methods, isOver && !hasLeft);
        if (isUpgraded || answers.at(-1)?.status === 101) return converse(isOver);
        if (isOver && answers.length === 0 && isWhole) settle({ kind: 'silent', text: 'closed without an answer' });
        else if (isOver || (isWhole && isComplete)) settle(undefined, answers);
      } catch (error) {
        if (!(error instanceof MalformedAnswer)) throw error;
        settle({ kind: 'malformed', text: error.message });
      }
    };
    const converse = (isOver: boolean): void => {
      const finish = (): void => {
        if (!isSettled) settle(undefined, readAnswers(Buffer.concat(chunks), methods, false).answers);
      };
      if (isOver) return finish();
      if (isUpgraded) return;
      isUpgraded = true;
      void (async () => {
        for (const frame of frames ?? []) {
          if (isSettled) return;
          socket.write(frame);
          await new Promise((next) => setTimeout(next, FRAME_MS));
        }
        setTimeout(finish, LINGER_MS);
      })();
    };
    const stopTimer = afterMachineTime(deadlineMs, () =>
      settle({ kind: 'hang', text: `no end of the answer within ${deadlineMs} ms` }),
    );
    // A server takes the end of the sender's side for its leaving, and gives up what it has begun.
    let silence: NodeJS.Timeout | undefined;
    const leave = (): void => {
      hasLeft = true;
      socket.end();
    };
    const waitForMore = (): void => {
      clearTimeout(silence);
      if (!isWhole) silence = setTimeout(leave, chunks.length > 0 ? SILENCE_MS / 4 : SILENCE_MS);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      waitForMore();
      look(false);
    });
    socket.on('end', () => look(true));
    socket.on('close', () => look(true));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return settle({ kind: 'refused', text: error.message });
      // A server may close a connection while a refused body is still being sent; its answer has arrived by then,
      // mostly.
      if (chunks.length === 0 && isWhole) settle({ kind: 'reset', text: error.message });
    });
    socket.once('connect', () => {
      socket.write(bytes);
      waitForMore();
    });
  });
}
