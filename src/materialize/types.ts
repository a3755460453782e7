/** Facade of the materialize room: loads, writes and reasoning over one engine. */
import type { SchemaService } from './alter/types';
import type { ReadService } from './explain/types';
import type { GraphqlExtensionService } from './graphql/types';
import type { HistoryService } from './history/types';
import type { InForce } from './in-force/types';
import type { LoadService } from './load/types';
import type { MaterializationService } from './walk/types';
import type { WriteService } from './write/types';

/** Services over one engine: one instance per process and engine. */
export interface Materializer {
  /**
   * Recovers the ontology in force from the engine, resumes a materialization that was cut off, and follows other
   * gateways.
   */
  start(): Promise<void>;
  /** Stops following other gateways; waits for running work. */
  stop(): Promise<void>;
  readonly inForce: InForce | undefined;
  /** False while stored facts lack entailments: a materialization has not ended. */
  readonly isComplete: boolean;
  /** Predicates of the ontology in force that hold lists of edges and have no count index. */
  readonly uncounted: readonly string[];
  readonly writes: WriteService;
  readonly loads: LoadService;
  readonly reads: ReadService;
  readonly history: HistoryService;
  readonly materializations: MaterializationService;
  readonly graphqlExtension: GraphqlExtensionService;
  readonly schema: SchemaService;
}
