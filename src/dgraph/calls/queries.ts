/**
 * Queries of clients over gRPC. An alpha closes each connection of HTTP after its answer; a call on an open HTTP/2
 * connection costs it, and the gateway, much less. A query that cannot be answered in this way goes over HTTP: one of a
 * transaction, one with other parameters, one with a large answer, which is not held in memory, and one that fails, so
 * that its error has Dgraph's usual words.
 */
import { queryAnswer } from '../../util/dgraphAnswers';
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';
import { engineUnreachable } from '../answers';
import { CREDENTIAL_METADATA } from '../credentials';
import type { AlphaCalls, CallClient, EngineRequest, NearAnswer } from '../types';
import { CallFailure, STATUS } from './failure';
import { toHttpForm } from './response-form';
import { printQueryMessage, type QueryMode } from './request-message';

/** Maximum bytes of an answer: those of larger ones pass through at less cost as they come. */
const MAX_ANSWER_BYTES = 65_536;
/** Maximum bytes of a body. */
const MAX_BODY_BYTES = 16_384;
const MODES: Readonly<Record<string, QueryMode>> = {
  '/query': 'any',
  '/query?ro=true': 'readOnly',
  '/query?be=true': 'bestEffort',
};
/** Credential that Dgraph reads over HTTP only. */
const WITHOUT_METADATA = 'x-auth-token';
const TYPES: ReadonlySet<string> = new Set(['application/dql', 'application/graphql+-']);
/** Texts whose answers were too large. */
const LARGE_TEXTS = { most: 500, weight: { most: 2_000_000, of: (text: string) => text.length } };

interface Query {
  readonly text: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export class GrpcQueries {
  private readonly largeTexts = new LRUCache<string, true>(LARGE_TEXTS);

  constructor(
    private readonly alphas: AlphaCalls,
    private readonly url: string,
  ) {}

  /**
   * Returns undefined for a request to send over HTTP; the promise has undefined for one that turned out to be.
   *
   * @param client its end cancels the call
   * @throws OwlgateError EngineUnreachable if no answer came in time
   */
  answer(request: EngineRequest, client?: CallClient): Promise<NearAnswer | undefined> | undefined {
    const { method, path, headers = {}, body = '' } = request;
    const mode = MODES[path];
    if (mode === undefined || method !== 'POST' || body.length > MAX_BODY_BYTES) return undefined;
    const query = readBody(headers['content-type'] ?? '', body.toString());
    if (!query || headers[WITHOUT_METADATA] !== undefined || this.largeTexts.get(query.text) || !this.alphas.isReady)
      return undefined;
    return this.call(query, mode, request, client);
  }

  private async call(
    { text, variables }: Query,
    mode: QueryMode,
    { headers = {} }: EngineRequest,
    client: CallClient | undefined,
  ): Promise<NearAnswer | undefined> {
    try {
      const message = printQueryMessage(text, variables, mode);
      const metadata = credentialsIn(headers);
      const call = { method: 'Query', message, metadata, reads: true, maxAnswerBytes: MAX_ANSWER_BYTES, client };
      const form = toHttpForm(await this.alphas.call(call));
      return form && (await queryAnswer(form.body, String(form.touched), headers['accept-encoding'] ?? ''));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === STATUS.resourceExhausted) this.largeTexts.set(detached(text), true);
      // The alpha may still be at work on it.
      if (error.code === STATUS.deadlineExceeded) {
        throw engineUnreachable(this.url, error.message, { cause: error });
      }
      return undefined;
    }
  }
}

/** Returns the query of a body; undefined for one whose form the alpha has to judge. */
function readBody(type: string, body: string): Query | undefined {
  if (TYPES.has(type)) return { text: body };
  if (type !== 'application/json') return undefined;
  try {
    const { query, variables = {} } = JSON.parse(body) as { readonly query?: unknown; readonly variables?: unknown };
    if (typeof query !== 'string' || typeof variables !== 'object' || variables === null) return undefined;
    const isText = Object.values(variables).every((value) => typeof value === 'string');
    return isText ? { text: query, variables: variables as Readonly<Record<string, string>> } : undefined;
  } catch {
    return undefined;
  }
}

/** Credentials of a client as metadata. */
function credentialsIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [header, name] of CREDENTIAL_METADATA) {
    const value = headers[header];
    if (value !== undefined) metadata[name] = value;
  }
  return metadata;
}
