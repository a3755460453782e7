/** Tools of an agent: checks arguments against schemas, reports failures, records each call as a step. */
import { describeError, validators } from '../../../util/ajv';
import { EngineFailure } from '../../../dgraph';
import { OwlgateError } from '../../../errors';
import type { Logger } from '../../../util/log';
import type { ToolSpecification } from '../../model';
import type { ToolOutcome } from '../../tools/types';
import { Trail, type Step } from '../../trail';
import type { RetrievalObserver, TrajectoryStep } from '../../types';

/** Tool. `run` gets arguments that match `parameters`. */
export interface Tool extends ToolSpecification {
  readonly run: (args: never, signal: AbortSignal) => Promise<ToolOutcome>;
}

/** Declares a tool with the type of its arguments, which its schema guarantees. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers give it explicitly
export const defineTool = <Args>(
  tool: ToolSpecification & { run: (args: Args, signal: AbortSignal) => Promise<ToolOutcome> },
): Tool => tool;

/** Outcome of a call. */
type CallOutcome =
  | ({ readonly ok: true } & ToolOutcome)
  /** A refusal of the tool tells the model something; other errors are its mistakes. */
  | { readonly ok: false; readonly error: string; readonly isRefusal?: true };

interface ToolboxOptions {
  /** `full`: the trajectory has complete results. */
  readonly trace: 'summary' | 'full';
  readonly observer: RetrievalObserver;
  readonly logger: Logger;
}

/** Time limit of one call, independent of the budget. */
const CALL_TIMEOUT_MS = 15_000;
/** Times that the same call is run; the model has the result. */
const MAX_REPEATS = 2;
/** Maximum characters of arguments. */
const MAX_ARGUMENT_CHARACTERS = 50_000;

/** Validators by the text of the schema, because tools are created for each question. */
const checkOf = validators({ allErrors: true, coerceTypes: true, useDefaults: true, removeAdditional: true });

export class Toolbox {
  private readonly trail: Trail;
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly repeats = new Map<string, number>();

  constructor(
    tools: readonly Tool[],
    private readonly options: ToolboxOptions,
  ) {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.trail = new Trail(options);
  }

  get trajectory(): readonly TrajectoryStep[] {
    return this.trail.steps;
  }

  get specifications(): readonly ToolSpecification[] {
    return [...this.tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /**
   * Runs a tool. An unknown name, invalid arguments and refusals of the tool come back as an error message.
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
    const error = 'error' in read ? read.error : this.repeated(name, read.args);
    const outcome = 'error' in read || error ? { ok: false as const, error: error! } : await this.run(read, signal);
    this.note(name, 'error' in read ? readableArguments(args) : read.args, outcome);
    return outcome;
  }

  /** Refuses a call that was made before, with the same arguments. */
  private repeated(name: string, args: Readonly<Record<string, unknown>>): string | undefined {
    const key = `${name} ${JSON.stringify(args)}`;
    const times = (this.repeats.get(key) ?? 0) + 1;
    this.repeats.set(key, times);
    return times > MAX_REPEATS ? 'this call was made before, and its result is the same; do something else' : undefined;
  }

  /** Records a step that another component took. */
  took(step: Step): void {
    this.trail.add(step);
  }

  private read(
    name: string,
    input: string | Readonly<Record<string, unknown>>,
  ): { tool: Tool; args: Record<string, unknown> } | { error: string } {
    const tool = this.tools.get(name);
    if (!tool) {
      return {
        error: `there is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${[...this.tools.keys()].join(', ')}`,
      };
    }
    const args = typeof input === 'string' ? parseArguments(input) : structuredClone(input);
    if (args === undefined) return { error: 'the arguments are not a JSON object; send them again' };
    const validate = checkOf(tool.parameters);
    if (!validate(args))
      return { error: `the arguments are invalid: ${(validate.errors ?? []).map(describeError).join('; ')}` };
    return { tool, args };
  }

  private async run(
    { tool, args }: { tool: Tool; args: Record<string, unknown> },
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const time = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const combined = AbortSignal.any([signal, time]);
    try {
      const work = tool.run(args as never, combined).catch((error: unknown) => {
        // A schema change or a cleanup of the store may abort a read; a second attempt succeeds.
        if (error instanceof EngineFailure && error.isAborted && !combined.aborted)
          return tool.run(args as never, combined);
        throw error;
      });
      return { ok: true, ...(await unlessAborted(work, combined)) };
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) return { ok: false, error: `it took longer than ${CALL_TIMEOUT_MS / 1000} s; ask for less` };
      if (error instanceof OwlgateError && error.status < 500)
        return { ok: false, error: refusal(error), isRefusal: true };
      if (error instanceof EngineFailure)
        return { ok: false, error: `the engine refuses: ${error.message.slice(0, 500)}`, isRefusal: true };
      this.options.logger.warn('a tool failed', { tool: tool.name, reason: (error as Error).message });
      return { ok: false, error: 'the tool failed; try another one' };
    }
  }

  private note(name: string, args: Readonly<Record<string, unknown>>, outcome: CallOutcome): void {
    const done = outcome.ok
      ? { summary: outcome.summary, result: outcome.result }
      : { summary: `error: ${outcome.error}`, result: { error: outcome.error } };
    this.trail.add({ tool: name, arguments: args, ...done });
  }
}

function parseArguments(text: string): Record<string, unknown> | undefined {
  if (text.length > MAX_ARGUMENT_CHARACTERS) return undefined;
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

/** Returns refused arguments for the trajectory. */
const readableArguments = (args: string | Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof args === 'string' ? (parseArguments(args) ?? { unreadable: args.slice(0, 500) }) : args;

function refusal(error: OwlgateError): string {
  const { suggestions } = error.details as { suggestions?: unknown };
  const hint = Array.isArray(suggestions) && suggestions.length > 0 ? `; similar: ${suggestions.join(', ')}` : '';
  return `${error.message}${hint}`;
}

/** Rejects at once when the signal aborts, even if the work ignores it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
