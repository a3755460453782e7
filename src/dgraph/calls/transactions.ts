/**
 * Queries and mutations of the gateway's transactions over gRPC, where an alpha is connected. An alpha closes each
 * connection of HTTP after its answer, and a new one costs it and the gateway more than a small write.
 */
import { printStatements, type MutationRequest } from '../../dql';
import { engineUnreachable, outcomeUnknown, readMutateAnswer } from '../answers';
import { metadataOf } from '../credentials';
import { EngineFailure } from '../failure';
import type {
  AlphaCalls,
  Credentials,
  EngineAnswer,
  MutateAnswer,
  MutateOptions,
  QueryAnswer,
  QueryOptions,
} from '../types';
import { CallFailure, STATUS, STATUS_NAMES } from './failure';
import { printMutationMessage, printQueryMessage } from './request-message';
import { readMutateResponse, readQueryResponse } from './response-form';

const METHOD = 'Query';

interface Options {
  /** URL for messages. */
  readonly url: string;
  readonly answerMs: number;
  readonly maxAnswerBytes: number;
  /** Sends statements over HTTP, in a new transaction that stays open. */
  readonly overHttp: (request: MutationRequest, credentials: Credentials | undefined) => Promise<EngineAnswer>;
}

export class GrpcTransactions {
  constructor(
    private readonly alphas: AlphaCalls,
    private readonly options: Options,
  ) {}

  /**
   * Asks a query.
   *
   * @param credentials of the request
   * @returns undefined for a query to send over HTTP: also one that failed, so that its error has Dgraph's usual words
   * @throws OwlgateError EngineUnreachable if no answer came in time
   */
  async query(
    text: string,
    options: QueryOptions,
    credentials: Credentials | undefined,
  ): Promise<QueryAnswer | undefined> {
    const { variables, readOnly, bestEffort, timeout, signal } = options;
    const metadata = metadataOf(credentials);
    if (timeout !== undefined || !metadata || !this.alphas.isReady) return undefined;
    const mode = bestEffort ? 'bestEffort' : readOnly ? 'readOnly' : 'any';
    const message = printQueryMessage(text, variables, mode, options);
    const { url, answerMs: timeoutMs } = this.options;
    const maxAnswerBytes = Math.min(this.options.maxAnswerBytes, options.maxAnswerBytes ?? Infinity);
    try {
      const call = { method: METHOD, message, metadata, reads: true, timeoutMs, maxAnswerBytes, signal };
      return readQueryResponse(await this.alphas.call(call));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== STATUS.deadlineExceeded || signal?.aborted) return undefined;
      // The alpha may still be at work on it.
      throw engineUnreachable(url, error.message, { cause: error });
    }
  }

  /**
   * Sends statements.
   *
   * @param credentials of the request
   * @returns undefined for a request to send over HTTP
   * @throws OwlgateError OutcomeUnknown; EngineFailure in the words of HTTP; DqlSyntaxError
   */
  async mutate(
    request: MutationRequest,
    { startTs, hash, commitNow = false, parameters = {} }: MutateOptions,
    credentials: Credentials | undefined,
  ): Promise<MutateAnswer | undefined> {
    const metadata = metadataOf(credentials);
    if (Object.keys(parameters).length > 0 || !metadata || !this.alphas.isReady) return undefined;
    const statements = printStatements(request);
    if (!statements) return undefined;
    const message = printMutationMessage(statements, { startTs, hash, commitNow });
    const { url, answerMs: timeoutMs } = this.options;
    let answer: Buffer;
    try {
      answer = await this.alphas.call({ method: METHOD, message, metadata, reads: false, timeoutMs });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.isUnsent) return undefined;
      const refusal = refusalOf(error);
      if (commitNow && error.code === STATUS.unknown && refusal.isFinal)
        await this.confirm(error, request, credentials);
      throw refusal;
    }
    const read = readMutateResponse(answer);
    if (!read) throw outcomeUnknown(url, 'its answer is no answer to a mutation');
    return read;
  }

  /**
   * Confirms that an alpha has refused statements, and not failed to commit them. It has one status for its own
   * refusals and for what another server tells it at the commit; without a commit, it refuses the statements again.
   *
   * @throws OwlgateError OutcomeUnknown
   */
  private async confirm(
    { message }: CallFailure,
    request: MutationRequest,
    credentials: Credentials | undefined,
  ): Promise<void> {
    const { url, overHttp } = this.options;
    let again: EngineFailure | undefined;
    try {
      again = failureIn(await overHttp(request, credentials), url);
    } catch (cause) {
      throw outcomeUnknown(url, message, { cause });
    }
    // Statements that were committed may be refused as a repetition.
    if (again?.isFinal !== true || (DUPLICATE.test(again.message) && !DUPLICATE.test(message))) {
      throw outcomeUnknown(url, message);
    }
  }
}

const DUPLICATE = /duplicate value/;

/** Returns the refusal in an answer; undefined for another answer. */
function failureIn(answer: EngineAnswer, url: string): EngineFailure | undefined {
  try {
    readMutateAnswer(answer, url);
    return undefined;
  } catch (error) {
    if (error instanceof EngineFailure) return error;
    throw error;
  }
}

/** Returns a refusal as `/mutate` words it. */
function refusalOf({ code, message }: CallFailure): EngineFailure {
  const isWhole = code === STATUS.unknown || message.includes('rpc error: code = ');
  return EngineFailure.refusing(isWhole ? message : `rpc error: code = ${STATUS_NAMES[code]} desc = ${message}`);
}
