/** Frame of commands that send requests to a gateway: connection, refusals, time limit and interruption. */
import { command, DONE, INTERRUPTED, isSystemError, UsageError } from '../command';
import type { Command, CommandDefinition, Environment, CommandContext } from '../command';
import type { CommandSpecification } from '../specification';
import { terminalOf, type Terminal } from '../terminal/terminal';
import { GatewayRefusal, Unreachable } from './failures';
import { GatewayClient } from './client';
import { readConnection, type Connection, type GatewayValues } from './options';

/** Command that Ctrl-C ended. */
class Interrupted extends Error {}

export interface GatewayContext extends CommandContext {
  readonly gateway: GatewayClient;
  readonly connection: Connection;
  /** Terminal of standard output. */
  readonly terminal: Terminal;
  /** Prints text, or with `--json` one JSON value. */
  readonly output: (value: unknown, text: () => string) => Promise<void>;
}

/** Arguments of every command that sends requests to a gateway. */
interface GatewayArguments {
  readonly values: GatewayValues & { readonly json: boolean };
}

interface GatewayCommandDefinition<T extends GatewayArguments> {
  readonly specification: CommandSpecification;
  readonly read: (args: readonly string[], env: Environment) => T;
  readonly run: (parsed: T, context: GatewayContext) => Promise<number | undefined>;
  /** Time limit in seconds without `--timeout`; default 120, Infinity for none. */
  readonly seconds?: number;
  /** Returns true if the command handles Ctrl-C and the time limit itself. */
  readonly isInteractive?: (parsed: T, context: CommandContext) => boolean;
}

/**
 * Creates a command that sends requests to a gateway.
 *
 * Exit status: 0; 1 if the gateway refuses or does not answer; 130 after SIGINT.
 */
export function gatewayCommand<T extends GatewayArguments>(definition: GatewayCommandDefinition<T>): Command {
  const { specification, read, run, seconds, isInteractive = () => false } = definition;
  const inner: CommandDefinition<{ readonly parsed: T; readonly connection: Connection }> = {
    specification,
    isExpected: (error) => error instanceof Unreachable || error instanceof GatewayRefusal || isSystemError(error),
    read(args, env) {
      const parsed = read(args, env);
      return { parsed, connection: readConnection(parsed.values, env, seconds) };
    },
    async run({ parsed, connection }, context) {
      const end = new AbortController();
      const interrupt = (): void => {
        const reason = new Interrupted();
        end.abort(reason);
        // Ends a read of standard input.
        context.stdin.on('error', () => undefined).destroy(reason);
      };
      const isLimited = !isInteractive(parsed, context);
      if (isLimited) process.once('SIGINT', interrupt);
      let timer: NodeJS.Timeout | undefined;
      // The time limit starts at the first request, not while the user types the input.
      const begin = (): void => {
        if (!isLimited || !Number.isFinite(connection.timeout)) return;
        timer ??= setTimeout(() => end.abort(new Unreachable(late(connection))), connection.timeout * 1000);
      };
      const gateway = new GatewayClient(connection, end.signal, begin);
      const { stdout, env, print } = context;
      const { json } = parsed.values;
      const output = (value: unknown, text: () => string): Promise<void> =>
        print(json ? `${JSON.stringify(value, null, 2)}\n` : text());
      try {
        const status = await run(parsed, {
          ...context,
          gateway,
          connection,
          output,
          terminal: terminalOf(stdout, env),
        });
        return status ?? DONE;
      } catch (thrown) {
        if (thrown instanceof Interrupted) return INTERRUPTED;
        throw translated(thrown, gateway);
      } finally {
        clearTimeout(timer);
        process.off('SIGINT', interrupt);
        gateway.close();
      }
    },
  };
  return command(inner);
}

/**
 * Converts exceptions caused by an unexpected answer. Commands do not validate answers, which may come from another
 * program or another version; such exceptions are not internal errors.
 */
function translated(error: unknown, gateway: GatewayClient): unknown {
  if (!gateway.hasAnswered || !(error instanceof TypeError || error instanceof SyntaxError)) return error;
  const message = `${gateway.url} answers in an unknown form (${error.message}); is it an owlgate of this version?`;
  return new Unreachable(message, { cause: error });
}

const late = ({ url, timeout }: Connection): string =>
  `no complete answer from ${url} within ${timeout} s; --timeout sets the limit`;

/** @throws UsageError for more than `max` operands */
export function operands(positionals: readonly string[], max: number, operand: string): readonly string[] {
  if (positionals.length > max) {
    throw new UsageError(
      `${positionals[max]!}: ${operand} is expected, and nothing more; put text with spaces in quotes`,
    );
  }
  return positionals;
}

/** @throws UsageError for a value that is not a number from 1 to `max` */
export function requireNumber(option: string, parsed: string | undefined, max: number, unit = 'a number'): void {
  if (parsed === undefined || (/^[1-9]\d*$/.test(parsed) && Number(parsed) <= max)) return;
  throw new UsageError(`${option} ${parsed}: ${unit} from 1 to ${max} is expected`);
}
