/** The frame around commands that ask a gateway: its connection, its refusals, and how they are ended. */
import { command, DONE, FAILED, INTERRUPTED, isOfSystem, UsageError } from '../command';
import type { Command, CommandDefinition, Environment, Surroundings } from '../command';
import type { CommandSpecification } from '../specification';
import { terminalOf, type Terminal } from '../terminal/terminal';
import { Refusal, Unreachable } from './failures';
import { Gateway } from './gateway';
import { readConnection, type Connection, type GatewayValues } from './options';
import { refusalText } from './refusal-text';

/** Ctrl-C. */
class Interrupted extends Error {}

export interface GatewaySurroundings extends Surroundings {
  readonly gateway: Gateway;
  readonly connection: Connection;
  /** Of standard output. */
  readonly terminal: Terminal;
  /** For people, or with `--json` for programs: one JSON value. */
  readonly tell: (value: unknown, text: () => string) => Promise<void>;
}

/** What every such command is given. */
export interface GatewayArguments {
  readonly values: GatewayValues & { readonly json: boolean };
}

export interface GatewayCommandDefinition<T extends GatewayArguments> {
  readonly specification: CommandSpecification;
  readonly read: (args: readonly string[], env: Environment) => T;
  readonly run: (given: T, surroundings: GatewaySurroundings) => Promise<number | undefined>;
  /** How long all of it may take where nobody says; 120 by default, Infinity for what people end. */
  readonly seconds?: number;
  /** It has its own Ctrl-C, and its own time limit: of each answer. */
  readonly isInteractive?: (given: T, surroundings: Surroundings) => boolean;
}

/**
 * A command that asks a gateway. With `--json` a refusal is on standard output too, as `{"errors": […]}`.
 *
 * Its status is 0, 1 where the gateway refuses or does not answer, 130 where it was ended by SIGINT.
 */
export function gatewayCommand<T extends GatewayArguments>(definition: GatewayCommandDefinition<T>): Command {
  const { specification, read, run, seconds, isInteractive = () => false } = definition;
  const inner: CommandDefinition<{ readonly given: T; readonly connection: Connection }> = {
    specification,
    isExpected: (error) => error instanceof Unreachable || isOfSystem(error),
    read(args, env) {
      const given = read(args, env);
      return { given, connection: readConnection(given.values, env, seconds) };
    },
    async run({ given, connection }, surroundings) {
      const end = new AbortController();
      const interrupt = (): void => {
        const reason = new Interrupted();
        end.abort(reason);
        // Whoever waits for input gets no more.
        surroundings.stdin.on('error', () => undefined).destroy(reason);
      };
      const isEnded = !isInteractive(given, surroundings);
      if (isEnded) process.once('SIGINT', interrupt);
      let timer: NodeJS.Timeout | undefined;
      // Not while somebody writes the input.
      const begin = (): void => {
        if (!isEnded || !Number.isFinite(connection.timeout)) return;
        timer ??= setTimeout(() => end.abort(new Unreachable(late(connection))), connection.timeout * 1000);
      };
      const gateway = new Gateway(connection, end.signal, begin);
      const { stdout, stderr, env, print } = surroundings;
      const { json } = given.values;
      const tell = (value: unknown, text: () => string): Promise<void> =>
        print(json ? `${JSON.stringify(value, null, 2)}\n` : text());
      try {
        const status = await run(given, {
          ...surroundings,
          gateway,
          connection,
          tell,
          terminal: terminalOf(stdout, env),
        });
        return status ?? DONE;
      } catch (thrown) {
        if (thrown instanceof Interrupted) return INTERRUPTED;
        const error = translated(thrown, gateway);
        if (json && (error instanceof Refusal || error instanceof Unreachable)) {
          const errors = error instanceof Refusal ? error.errors : [{ message: error.message }];
          const data = error instanceof Refusal && error.data != null ? { data: error.data } : {};
          await print(`${JSON.stringify({ errors, ...data }, null, 2)}\n`);
        }
        if (!(error instanceof Refusal)) throw error;
        stderr.write(refusalText(specification.name, error, terminalOf(stderr, env)));
        return FAILED;
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
 * The form of answers is taken on trust: who answers may be another program, or another version of this one. What goes wrong
 * with an answer is not told as a fault of ours.
 */
function translated(error: unknown, gateway: Gateway): unknown {
  if (!gateway.hasAnswered || !(error instanceof TypeError || error instanceof SyntaxError)) return error;
  const what = `${gateway.url} answers in a form that is not known here (${error.message}); is it an owlgate of this version?`;
  return new Unreachable(what, { cause: error });
}

const late = ({ url, timeout }: Connection): string =>
  `no whole answer from ${url} within ${timeout} s; --timeout gives it more`;

/** @throws UsageError where there are more than so many */
export function operands(positionals: readonly string[], most: number, what: string): readonly string[] {
  if (positionals.length > most) {
    throw new UsageError(
      `${positionals[most]!}: ${what} is expected, and nothing more; text with spaces is put in quotes`,
    );
  }
  return positionals;
}

/** @throws UsageError where an option that is given is no number from 1 on */
export function requireNumber(option: string, given: string | undefined, most: number, what = 'a number'): void {
  if (given === undefined || (/^[1-9]\d*$/.test(given) && Number(given) <= most)) return;
  throw new UsageError(`${option} ${given}: ${what} from 1 to ${most} is expected`);
}
