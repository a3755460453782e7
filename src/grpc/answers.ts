/** Answers of the engine and of the write service → responses. The bytes of the data are passed on as they are. */
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { readMutateAnswer, readQueryAnswer, splitAnswer, type EngineAnswer, type EngineExtensions } from '../dgraph';
import { parseLossless, printLossless } from '../util/json';
import { WriteRefused } from './failures';
import {
  ListOfStringSchema,
  ResponseSchema,
  TxnContextSchema,
  type ListOfString,
  type Response,
  type TxnContext,
} from './protocol/dgraph_pb';

const DATA = Buffer.from('{"data":');

/** Header of an answer by which Dgraph's clients see a query's cost. */
const TOUCHED = 'dgraph-toucheduids';
/** Effects of the ontology on a write, as `extensions.ontology` over HTTP. */
const ONTOLOGY = 'x-owlgate-ontology';

/**
 * Converts the answer to a query.
 *
 * @param url of the engine, for messages
 * @throws EngineFailure, OwlgateError
 */
export function queryResponse(answer: EngineAnswer, url: string, isRdf: boolean): Response {
  const { data, extensions } = partsOf(answer, url);
  const touched = answer.headers[TOUCHED];
  return create(ResponseSchema, {
    ...(isRdf ? { rdf: Buffer.from(String(JSON.parse(data.toString()) ?? '')) } : { json: data }),
    ...commonParts(extensions),
    hdrs: headersOf({ 'Dgraph-TouchedUids': touched }),
  });
}

/** Returns the bytes of an answer's data, and its extensions. */
function partsOf(answer: EngineAnswer, url: string): { readonly data: Buffer; readonly extensions: EngineExtensions } {
  const { body, status } = answer;
  const isData = status === 200 && body.subarray(0, DATA.length).equals(DATA);
  const split = isData ? splitAnswer(body) : undefined;
  if (split) return { data: split.head.subarray(DATA.length), extensions: split.extensions };
  const { extensions } = readQueryAnswer(answer, url);
  const { data } = parseLossless(body.toString()) as { data?: unknown };
  return { data: Buffer.from(printLossless(data ?? {})), extensions };
}

interface MutationAnswer {
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
  readonly data?: { readonly queries?: unknown; readonly uids?: Record<string, string> | null } | null;
  readonly extensions?: EngineExtensions;
}

/** Converts an answer of /mutate. @throws WriteRefused */
export function mutationResponse(body: string | Buffer): Response {
  const answer = parseLossless(body.toString()) as MutationAnswer;
  const { errors, data, extensions = {} } = answer;
  if (errors && errors.length > 0) throw new WriteRefused(errors);
  const { queries, uids } = data ?? {};
  const { ontology } = extensions;
  return create(ResponseSchema, {
    ...(queries !== null && queries !== undefined && { json: Buffer.from(printLossless(queries)) }),
    uids: uids ?? {},
    ...commonParts(JSON.parse(printLossless(extensions)) as EngineExtensions),
    hdrs: headersOf({ [ONTOLOGY]: ontology === undefined ? undefined : printLossless(ontology) }),
  });
}

function headersOf(headers: Readonly<Record<string, string | undefined>>): Record<string, ListOfString> {
  const present = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, create(ListOfStringSchema, { value: [value!] })]));
}

function commonParts({ txn, server_latency, metrics }: EngineExtensions): MessageInitShape<typeof ResponseSchema> {
  const latency = server_latency ?? {};
  const ns = (name: string): bigint => BigInt(latency[`${name}_ns`] ?? 0);
  const { num_uids: numUids = {} } = (metrics ?? {}) as { readonly num_uids?: Record<string, number> };
  return {
    ...(txn && { txn: transactionContext(txn) }),
    latency: {
      parsingNs: ns('parsing'),
      processingNs: ns('processing'),
      encodingNs: ns('encoding'),
      assignTimestampNs: ns('assign_timestamp'),
      totalNs: ns('total'),
    },
    metrics: { numUids: Object.fromEntries(Object.entries(numUids).map(([name, n]) => [name, BigInt(n)])) },
  };
}

/** Converts `extensions.txn`. */
export function transactionContext(txn: NonNullable<EngineExtensions['txn']>): TxnContext {
  const { start_ts, commit_ts = 0, aborted = false, keys = [], preds = [], hash = '' } = txn;
  return create(TxnContextSchema, {
    startTs: BigInt(start_ts ?? 0),
    commitTs: BigInt(commit_ts),
    aborted,
    keys: [...keys],
    preds: [...preds],
    hash,
  });
}

/**
 * Returns the body of the answer to a change.
 *
 * @throws EngineFailure, OwlgateError
 */
export function readChange(answer: EngineAnswer, url: string): Buffer {
  // Reading it once refuses errors.
  void readMutateAnswer(answer, url).code;
  return answer.body;
}
