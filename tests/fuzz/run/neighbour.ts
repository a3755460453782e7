/** Well-behaved client of the gRPC port, on one connection beside all others: each of its calls must be answered. */
import * as http2 from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { afterMachineTime } from '../../support/machine-time';
import { RequestSchema, ResponseSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { framed } from '../wire/http2-frames';

const EVERY_MS = 20;
const WITHIN_MS = 5_000;
const ROOT = '{ q(func: uid(1)) { uid } }';
/** Parts of the answer that each size of a message has. */
const ANSWER = '{"q":[{"uid":"0x1"}]}';
const FRAME_HEAD = 5;
/** Statuses of calls that the limits of the gateway refuse while it has other work. */
const BUSY = ['8', '14'];

export class Neighbour {
  readonly complaints: string[] = [];
  calls = 0;
  private session: http2.ClientHttp2Session | undefined;
  private isStopped = false;

  /** @param patience factor of the time that an answer may take */
  constructor(port: number, patience: number) {
    void this.watch(port, WITHIN_MS * patience);
  }

  stop(): void {
    this.isStopped = true;
    this.session?.destroy();
  }

  private async watch(port: number, deadlineMs: number): Promise<void> {
    for (let i = 0; !this.isStopped; i++) {
      // A comment makes the message longer than some windows.
      const query = i % 10 === 0 ? `${ROOT} #${'x'.repeat(i % 100 === 0 ? 200_000 : 3_000)}` : ROOT;
      const text = await this.ask(port, query, deadlineMs);
      if (this.isStopped) return;
      if (text === undefined) this.calls++;
      else this.complaints.push(`a well-behaved client: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  /** @returns what is wrong with the answer; undefined if nothing is */
  private ask(port: number, query: string, deadlineMs: number): Promise<string | undefined> {
    if (!this.session || this.session.closed || this.session.destroyed) {
      this.session = http2.connect(`http://127.0.0.1:${port}`).on('error', () => undefined);
    }
    const { session } = this;
    return new Promise((resolve) => {
      const stopTimer = afterMachineTime(deadlineMs, () => {
        session.destroy();
        resolve(`no answer within ${deadlineMs} ms`);
      });
      const stream = session.request({
        ':method': 'POST',
        ':path': '/api.Dgraph/Query',
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      let fields: http2.IncomingHttpHeaders = {};
      let reason = 'the stream was closed';
      const chunks: Buffer[] = [];
      const note = (more: http2.IncomingHttpHeaders): void => void (fields = { ...fields, ...more });
      stream.on('response', note).on('trailers', note);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', ({ message }: Error) => (reason = message));
      stream.on('close', () => {
        stopTimer();
        const { 'grpc-status': status, 'grpc-message': message } = fields;
        if (status === undefined) return resolve(reason);
        if (BUSY.includes(String(status))) return resolve(undefined);
        if (status !== '0') return resolve(`status ${String(status)}: ${String(message)}`);
        const { json } = fromBinary(ResponseSchema, Buffer.concat(chunks).subarray(FRAME_HEAD));
        const answer = Buffer.from(json).toString();
        resolve(answer === ANSWER ? undefined : `answer ${answer.slice(0, 200)}`);
      });
      stream.end(framed(Buffer.from(toBinary(RequestSchema, create(RequestSchema, { query, readOnly: true })))));
    });
  }
}
