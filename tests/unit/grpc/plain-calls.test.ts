/** Memory of calls with one message each way. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientStream } from '../../../src/grpc/client-stream';
import { plainCalls } from '../../../src/grpc/plain-calls';
import { RunningCalls } from '../../../src/grpc/running-calls';
import { BodyBudget } from '../../../src/http/limits/body-budget';
import type { SharedParts } from '../../../src/http/shared';
import { frameOf } from '../../../src/util/grpc-frame';
import { keptPerTurn } from '../../support/heap';

const PATH = '/api.Dgraph/Query';
const FIELDS = { ':method': 'POST', ':path': PATH, ':scheme': 'http', 'content-type': 'application/grpc' };
const OPEN = 8;

const PARTS = {
  admission: { admit: () => undefined },
  addressOf: () => 'address',
  bodies: new BodyBudget(2 ** 20),
  observation: { telemetry: { answeredGrpc: () => undefined }, logsAccess: false },
  services: { materializer: { isComplete: true }, unread: { add: () => true } },
} as unknown as SharedParts;

/** Stream whose message has arrived with its beginning. */
class Stream implements Pick<
  ClientStream,
  'answer' | 'hasAll' | 'hasAnswer' | 'isClosed' | 'onClose' | 'peer' | 'read'
> {
  hasAll = true;
  hasAnswer = false;
  isClosed = false;
  onClose: (() => void) | undefined;
  readonly peer = '192.0.2.1';

  read(reader: Parameters<ClientStream['read']>[0]): void {
    reader.takeBytes(frameOf(Buffer.from('message')));
    reader.takeEnd();
  }

  answer(_head: Buffer, _message: Uint8Array, _trailers: Buffer, onSent: () => void): void {
    this.hasAnswer = true;
    onSent();
    this.isClosed = true;
    this.onClose?.();
  }
}

it('keeps nothing of calls that have ended until the next collection of old objects', async () => {
  const open: ((answer: Uint8Array) => void)[] = [];
  const answer = async () => new Promise<Uint8Array>((resolve) => open.push(resolve));
  const method = { name: 'Query', role: 'read' as const, maxBytes: 1_000, answer };
  const begin = plainCalls(new Map([[PATH, method]]), PARTS, new RunningCalls());
  let ended = 0;
  const kept = await keptPerTurn(250, async () => {
    const streams = Array.from({ length: OPEN }, () => new Stream());
    for (const stream of streams) begin(FIELDS)!(stream as unknown as ClientStream);
    for (const resolve of open.splice(0)) resolve(Buffer.from('answer'));
    await nextTurn();
    ended += streams.filter(({ isClosed }) => isClosed).length;
  });
  expect(ended).toBe(2 * 250 * OPEN);
  // A call and what it refers to have about 2 kB.
  expect(kept / OPEN).toBeLessThan(500);
});
