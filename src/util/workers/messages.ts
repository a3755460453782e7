/** Messages between the workers of a program and its primary. */

/** Key of a worker's settings in its environment: a WorkerPlace as JSON. */
export const PLACE_VARIABLE = 'GATEWAY_WORKER';

/** Place of a worker in its program. */
export interface WorkerPlace {
  /** From 1. A worker that replaces another one has its number. */
  readonly number: number;
  /** True for the worker that announces the start of the program. */
  readonly isFirst: boolean;
  /** Ports of the program, where the settings leave the choice to the system. */
  readonly port: number;
  readonly grpcPort: number | undefined;
}

export type FromWorker =
  | { readonly worker: 'serving' }
  | { readonly worker: 'alive' }
  /** Asks for the turn of a key; `waits`: false to be refused while another has it. */
  | { readonly worker: 'enter'; readonly id: number; readonly key: string; readonly waits: boolean }
  | { readonly worker: 'leave'; readonly id: number; readonly key: string }
  /** Asks all other workers. */
  | { readonly worker: 'ask'; readonly id: number; readonly question: string; readonly argument: string }
  | { readonly worker: 'answer'; readonly id: number; readonly answer: unknown };

export type FromPrimary =
  | { readonly primary: 'ping' }
  | { readonly primary: 'entered'; readonly id: number; readonly isTaken: boolean }
  | { readonly primary: 'question'; readonly id: number; readonly question: string; readonly argument: string }
  | { readonly primary: 'answers'; readonly id: number; readonly answers: readonly unknown[] };
