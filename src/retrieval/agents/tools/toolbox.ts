/** Tools as a table: their schemas are checked, their failures are told, every call is a step of the trajectory. */
import type { ErrorObject } from 'ajv';
import { createAjv } from '../../../util/ajv';
import { EngineFailure } from '../../../dgraph';
import { OwlgateError } from '../../../errors';
import type { Logger } from '../../../util/log';
import { onceFor } from '../../../util/memo';
import type { ToolSpecification } from '../../model';
import type { RetrievalObserver, TrajectoryStep } from '../../types';

export interface ToolOutcome {
  /** For the agent: JSON. */
  readonly result: unknown;
  /** For people: one line. */
  readonly summary: string;
}

/** A tool; its arguments have been checked against `parameters` when it runs. */
export interface Tool extends ToolSpecification {
  readonly run: (args: never, signal: AbortSignal) => Promise<ToolOutcome>;
}

/** Gives a tool the type of its arguments, which its schema promises. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it is told, not inferred
export const defineTool = <Args>(
  tool: ToolSpecification & { run: (args: Args, signal: AbortSignal) => Promise<ToolOutcome> },
): Tool => tool;

/** What a call came to. */
export type CallOutcome = ({ readonly ok: true } & ToolOutcome) | { readonly ok: false; readonly error: string };

export interface ToolboxOptions {
  /** `full`: the trajectory has the whole results. */
  readonly trace: 'summary' | 'full';
  readonly observer: RetrievalObserver;
  readonly logger: Logger;
}

/** For one call, whatever the budget has left. */
const PATIENCE_MS = 15_000;
/** Characters of a result in a trajectory that is full. */
const MOST_TRACED = 200_000;
/** Characters of arguments that are looked at. */
const MOST_ARGUMENTS = 50_000;

const ajv = createAjv({ allErrors: true, coerceTypes: true, useDefaults: true, removeAdditional: true });
const checkOf = onceFor((parameters: Tool['parameters']) => ajv.compile(parameters));

export class Toolbox {
  readonly trajectory: TrajectoryStep[] = [];
  private readonly tools: ReadonlyMap<string, Tool>;

  constructor(
    tools: readonly Tool[],
    private readonly options: ToolboxOptions,
  ) {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  get specifications(): readonly ToolSpecification[] {
    return [...this.tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /**
   * Runs a tool for someone who may be wrong: an unknown name, arguments that are not JSON or not those of the schema, and
   * what the tool itself refuses come back as an error in words.
   *
   * @param args JSON as text, or an object
   * @throws the signal's reason
   */
  async call(
    name: string,
    args: string | Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const read = this.read(name, args);
    const outcome = 'error' in read ? { ok: false as const, error: read.error } : await this.run(read, signal);
    this.note(name, 'error' in read ? shown(args) : read.args, outcome);
    return outcome;
  }

  /** A step that is taken without a tool's call: its outcome is noted as a call's is. */
  async step<T>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    work: () => Promise<ToolOutcome & { readonly value: T }>,
  ): Promise<T> {
    const { value, result, summary } = await work();
    this.note(name, args, { ok: true, result, summary });
    return value;
  }

  /** A step that something else has taken and told. */
  took({ tool, arguments: args, result_summary: summary = '' }: TrajectoryStep): void {
    this.note(tool, args, { ok: true, result: summary, summary });
  }

  private read(
    name: string,
    given: string | Readonly<Record<string, unknown>>,
  ): { tool: Tool; args: Record<string, unknown> } | { error: string } {
    const tool = this.tools.get(name);
    if (!tool) {
      return {
        error: `there is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${[...this.tools.keys()].join(', ')}`,
      };
    }
    const args = typeof given === 'string' ? parseArguments(given) : structuredClone(given);
    if (args === undefined) return { error: 'the arguments are not a JSON object; send them again' };
    const validate = checkOf(tool.parameters);
    if (!validate(args))
      return { error: `the arguments are not accepted: ${(validate.errors ?? []).map(worded).join('; ')}` };
    return { tool, args: args };
  }

  private async run(
    { tool, args }: { tool: Tool; args: Record<string, unknown> },
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const time = AbortSignal.timeout(PATIENCE_MS);
    const either = AbortSignal.any([signal, time]);
    try {
      const work = tool.run(args as never, either).catch((error: unknown) => {
        // A read may meet a change of the schema, or a store that is being tidied: the second one does not.
        if (error instanceof EngineFailure && error.isAborted && !either.aborted)
          return tool.run(args as never, either);
        throw error;
      });
      return { ok: true, ...(await unlessAborted(work, either)) };
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) return { ok: false, error: `it took longer than ${PATIENCE_MS / 1000} s; ask for less` };
      if (error instanceof OwlgateError && error.status < 500) return { ok: false, error: refusal(error) };
      if (error instanceof EngineFailure)
        return { ok: false, error: `the engine refuses: ${error.message.slice(0, 500)}` };
      this.options.logger.warn('a tool failed', { tool: tool.name, reason: (error as Error).message });
      return { ok: false, error: 'the tool failed; try another way' };
    }
  }

  private note(name: string, args: Readonly<Record<string, unknown>>, outcome: CallOutcome): void {
    const { trace, observer } = this.options;
    const whole = outcome.ok ? outcome.result : { error: outcome.error };
    const summary = outcome.ok ? outcome.summary : `error: ${outcome.error}`;
    const step: TrajectoryStep = {
      tool: name,
      arguments: args,
      result_summary: trace === 'full' ? JSON.stringify(whole).slice(0, MOST_TRACED) : summary.slice(0, 600),
    };
    this.trajectory.push(step);
    observer.step?.(step);
  }
}

function parseArguments(text: string): Record<string, unknown> | undefined {
  if (text.length > MOST_ARGUMENTS) return undefined;
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Arguments that could not be read, as far as a trajectory has use for them. */
const shown = (args: string | Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof args === 'string' ? (parseArguments(args) ?? { unreadable: args.slice(0, 500) }) : args;

const worded = ({ instancePath, message = '', params }: ErrorObject): string => {
  const allowed = (params as { allowedValues?: unknown }).allowedValues;
  return `${instancePath || 'they'} ${message}${Array.isArray(allowed) ? ` (${allowed.join(', ')})` : ''}`;
};

function refusal(error: OwlgateError): string {
  const { suggestions } = error.details as { suggestions?: unknown };
  const hint = Array.isArray(suggestions) && suggestions.length > 0 ? `; similar: ${suggestions.join(', ')}` : '';
  return `${error.message}${hint}`;
}

/** Whoever waits is told at once, whether or not what runs looks at the signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
