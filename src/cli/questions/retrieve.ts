/** `owlgate retrieve`: one question, sent by the client library (service specification 4.9). */
import { buffer } from 'node:stream/consumers';
import { connect, RateLimitError, ServiceError } from '../../client';
import { parseCommandLine, STANDARD_INPUT, UsageError } from '../command';
import { gatewayCommand } from '../gateway/command';
import { GatewayRefusal, Unreachable } from '../gateway/failures';
import { databaseOf } from '../gateway/options';
import { RETRIEVE } from './options';
import { resultText } from './result';

const parse = (args: readonly string[]) => parseCommandLine(args, RETRIEVE.options);

interface RetrieveArguments {
  readonly values: ReturnType<typeof parse>['values'];
  readonly database: string;
  readonly question: string;
}

export const retrieve = gatewayCommand<RetrieveArguments>({
  specification: RETRIEVE,
  read(args) {
    const { values, positionals } = parse(args);
    if (positionals.length === 0) throw new UsageError('no question is asked');
    if (positionals.length > 2) throw new UsageError('put a question with spaces in quotes');
    if (positionals.length === 2 && values.database !== undefined) {
      throw new UsageError(
        `either ${positionals[0]!} or ${values.database} is the database; put the question in quotes`,
      );
    }
    const [database, question] = positionals.length === 2 ? positionals : [values.database, positionals[0]];
    return { values, database: databaseOf(database), question: question! };
  },
  async run({ values, database, question }, { connection, gateway, stdin, output, terminal }) {
    const text = question === STANDARD_INPUT ? (await buffer(stdin)).toString('utf8') : question;
    if (text.trim() === '') throw new UsageError('the question is empty');
    const { url, apiKey, timeout } = connection;
    const login = await gateway.loginHeaders();
    const withLogin: typeof fetch = (address, init) =>
      fetch(address, { ...init, headers: { ...(init?.headers as Record<string, string>), ...login } });
    const client = connect(database, { url, apiKey, timeout, fetch: withLogin });
    try {
      const { module, trace } = values;
      const result = await client.retrieve(text, { module, trace, signal: gateway.signal });
      await output(result, () => resultText(result, trace === 'full', terminal));
      return undefined;
    } catch (error) {
      throw error instanceof ServiceError ? failure(error) : error;
    } finally {
      client.close();
    }
  },
});

/** Converts an error of the client library into a failure of this program. */
function failure(error: ServiceError): Error {
  const { statusCode, body, message } = error;
  if (statusCode === null) return new Unreachable(message, { cause: error });
  const wait = error instanceof RateLimitError && error.retryAfter !== null ? `; again in ${error.retryAfter} s` : '';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const refusal = GatewayRefusal.of({ status: statusCode, headers: {}, text });
  return refusal ? (wait === '' ? refusal : refusal.withSuffix(wait)) : new Unreachable(message, { cause: error });
}
