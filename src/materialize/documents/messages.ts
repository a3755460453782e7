/** The messages between the gateway and a process that works on documents: one task at a time. */
import type { GraphPart } from '../../util/objectGraph';
import type { Logger } from '../../util/log';
import type { CarriedFailure } from './failures';
import type { EngineCall, TaskGateway, TaskName } from './tasks';

/** Functions that the gateway carries out for a task, since they need its connections and logins. */
export type Call = EngineCall | keyof TaskGateway;

export type ToProcess =
  /** A part of a task's input. */
  | { readonly kind: 'input'; readonly part: GraphPart }
  /** The task, once its input is complete. */
  | { readonly kind: 'task'; readonly name: TaskName }
  /** The part before has been taken: send the next. */
  | { readonly kind: 'more' }
  /** The session has ended: forget what its tasks have made. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly failure: CarriedFailure };

export type FromProcess =
  | { readonly kind: 'ready' }
  /** A part of the result; the task has ended with the last one. */
  | { readonly kind: 'result'; readonly part: GraphPart }
  /** A session has been forgotten; `heapBytes` is what the process holds all the same. */
  | { readonly kind: 'idle'; readonly heapBytes: number }
  | { readonly kind: 'failure'; readonly failure: CarriedFailure }
  | { readonly kind: 'call'; readonly id: number; readonly call: Call; readonly parameters: readonly unknown[] }
  /** The task waits for a file or the network, and its time does not count. */
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  | {
      readonly kind: 'log';
      readonly level: keyof Logger;
      readonly message: string;
      readonly fields?: Record<string, unknown>;
    };
