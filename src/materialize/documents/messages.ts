/** Messages between the gateway and a document process, which runs one task at a time. */
import type { GraphPart, PackedPart } from '../../util/objectGraph';
import type { Logger } from '../../util/log';
import type { SerializedFailure } from './failures';
import type { EngineCall, TaskGateway } from './task';
import type { TaskName } from './tasks';

/** Functions that the gateway carries out for a task: they need its connections and logins. */
export type Call = EngineCall | keyof TaskGateway;

export type ToProcess =
  /** Part of a task's input. */
  | { readonly kind: 'input'; readonly part: GraphPart }
  /** Start of the task, after its complete input. */
  | { readonly kind: 'task'; readonly name: TaskName }
  /** Request for the next part of the result. */
  | { readonly kind: 'more' }
  /** End of the session: the process forgets the results of its tasks. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly failure: SerializedFailure };

export type FromProcess =
  | { readonly kind: 'ready' }
  /** Part of the result; the task ends with the last part. */
  | { readonly kind: 'result'; readonly part: PackedPart; readonly isLast: boolean }
  /** Confirmation of `reset`; `residentBytes` is the memory of the process. */
  | { readonly kind: 'idle'; readonly residentBytes: number }
  | { readonly kind: 'failure'; readonly failure: SerializedFailure }
  | { readonly kind: 'call'; readonly id: number; readonly call: Call; readonly parameters: readonly unknown[] }
  /** The task waits for a file or the network: that time does not count. */
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  | {
      readonly kind: 'log';
      readonly level: keyof Logger;
      readonly message: string;
      readonly fields?: Record<string, unknown>;
    };
