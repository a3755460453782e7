/** Sends the requests of a case one after another, and judges each answer. */
import { judge } from '../oracle/judge';
import { judgeServer } from '../oracle/judge-frames';
import { judgeCall } from '../oracle/judge-call';
import { DEADLINES_MS, generatorOf } from '../requests';
import type { EngineName } from '../subject/program';
import { encode, type FuzzCase, type FuzzRequest, type Variables } from '../wire/request';
import type { Answer } from '../wire/response';
import { sendBytes, sendCall } from '../wire/grpc';
import { send } from '../wire/send';

/** Result of a case. */
export interface CaseResult {
  readonly complaints: readonly Complaint[];
  readonly statuses: readonly number[];
  /** Of the slowest request, in milliseconds. */
  readonly ms: number;
  /** By which log lines belong to the case. */
  readonly requestIds: readonly string[];
}

export interface Complaint {
  readonly kind: 'answer' | 'hang' | 'refused' | 'reset' | 'malformed' | 'silent' | 'log' | 'health' | 'end' | 'heap';
  readonly text: string;
  /** The request, as bytes. */
  readonly bytes?: Buffer;
}

export interface Target {
  readonly port: number;
  readonly grpcPort: number;
  readonly engine: EngineName;
  /** Factor of all deadlines. */
  readonly patience: number;
}

/** Requests of an administrator that a real engine carries out: it ends, or refuses everybody from then on. */
const ENDS_ENGINE = /shutdown|draining/i;

/** Never rejects. */
export async function runCase({ route, requests }: FuzzCase, target: Target): Promise<CaseResult> {
  const deadlineMs = DEADLINES_MS[generatorOf(route).kind] * target.patience;
  const complaints: Complaint[] = [];
  const statuses: number[] = [];
  const requestIds: string[] = [];
  let slowest = 0;
  let variables: Variables = {};
  for (const request of requests) {
    if (request.isGrpc) {
      const { raw, parts } = request;
      if (raw) {
        const { got, fault, ms } = await sendBytes(target.grpcPort, parts ?? [raw], deadlineMs);
        slowest = Math.max(slowest, ms);
        if (fault) complaints.push(fault);
        const texts = judgeServer(raw, got, request.target.startsWith('/api.Dgraph/'));
        complaints.push(...texts.map((text) => ({ kind: 'answer' as const, text, bytes: raw })));
        continue;
      }
      const { end, fault, ms } = await sendCall(target.grpcPort, request, deadlineMs);
      slowest = Math.max(slowest, ms);
      if (fault) complaints.push(fault);
      if (end) complaints.push(...judgeCall(request, end).map((text) => ({ kind: 'answer' as const, text })));
      if (end?.httpStatus !== undefined) statuses.push(end.httpStatus);
      continue;
    }
    const bytes = encode(request, variables, `127.0.0.1:${target.port}`);
    if (target.engine === 'dgraph' && ENDS_ENGINE.test(bytes.toString('latin1'))) continue;
    const isWhole = request.raw === undefined && isFramed(request);
    const { answers, fault, ms } = await send(target.port, {
      bytes,
      methods: isWhole ? [request.method] : methodsOf(bytes),
      isWhole,
      ...(request.frames && { frames: request.frames }),
      deadlineMs,
    });
    slowest = Math.max(slowest, ms);
    if (fault && isFault(fault.kind, request)) complaints.push({ ...fault, bytes });
    for (const answer of answers) {
      statuses.push(answer.status);
      requestIds.push(answer.headers.get('x-request-id') ?? '');
      complaints.push(
        ...judge(request, answer, target.engine).map((text) => ({ kind: 'answer' as const, text, bytes })),
      );
      variables = { ...variables, ...variablesOf(answer) };
    }
  }
  return { complaints, statuses, ms: slowest, requestIds };
}

/** A body may be refused while it is still being sent, and the answer be lost with the connection. */
const isFault = (kind: Complaint['kind'], { body }: FuzzRequest): boolean => kind !== 'reset' || body.length < 60_000;

/** Tells whether the server can tell where the request ends: else the sender ends its side of the connection. */
function isFramed({ method, headers, target, frames }: FuzzRequest): boolean {
  if (frames) return true;
  if (!/^[A-Z]+$/.test(method) || method === 'CONNECT' || /[\s\p{Cc}]/u.test(target) || target === '') return false;
  return !headers.some(([name]) => /^(content-length|transfer-encoding|expect|upgrade|connection)$/i.test(name));
}

/** Methods of requests that stand in bytes one after another, as far as they can be seen. */
const methodsOf = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/(?:^|\r\n|\})([A-Z]+) [^\s]* HTTP\/1\.[01]\r?\n/g)].map(
    ([, method]) => method!,
  );

/** Values for the requests that follow. */
function variablesOf({ headers, body }: Answer): Variables {
  const id = /^id: ([0-9a-f]{16}):/m.exec(body.toString('latin1', 0, 500))?.[1];
  if (!/json/.test(headers.get('content-type') ?? '')) return id === undefined ? {} : { message: id };
  const text = body.toString('utf8');
  const startTs = /"start_ts":(\d+)/.exec(text)?.[1];
  const hash = /"hash":"([0-9a-f]+)"/.exec(text)?.[1];
  return { ...(startTs !== undefined && { startTs }), ...(hash !== undefined && { hash }) };
}
