/** Tasks of a document process: functions of their input and of the results of earlier tasks in the session. */
import type { Engine, MutateAnswer } from '../../dgraph';
import type { SchemaAnswer } from '../../schema';
import type { Logger } from '../../util/log';
import type { ImportSource } from '../load/imports';
import type { DeliveryOptions, Parcel } from '../write/delivery';

/** The part of an engine that tasks use. */
export type TaskEngine = Pick<Engine, 'kind' | 'url' | 'identity' | EngineCall>;
export type EngineCall = 'query' | 'mutate' | 'commit' | 'alter';

/** The part of the gateway that mutations use. */
export interface TaskGateway {
  /** @throws VersionChanged after a change of the ontology in force since the start of the task */
  confirm(): Promise<void>;
  refreshSchema(): Promise<SchemaAnswer>;
  /**
   * Delivers a write: see write/deliver.ts.
   *
   * @param parcel with printed statements
   * @param consequences serialized by `v8`: the gateway rarely reads them
   */
  deliver(parcel: Parcel, options: DeliveryOptions, consequences: Buffer): Promise<MutateAnswer>;
}

/** Context of a task. */
export interface TaskHost {
  readonly engine: TaskEngine;
  /** Present for mutations. */
  readonly gateway?: TaskGateway | undefined;
  readonly imports: ImportSource;
  readonly logger: Logger;
}

/** @template State results of earlier tasks that it reads and leaves */
export type Task<Input, Result, State> = (input: Input, host: TaskHost, state: State) => Promise<Result>;
