/** Answers of the gateway's GraphQL, and the interface of the service for the GraphQL extension. */
import type { Credentials } from '../../dgraph';
import type { OntologyWarning } from '../../ontology';
import type { Extension } from '../in-force/registry-extension';

/** Response composed by the gateway. */
export interface GraphqlAnswer {
  /** JSON. */
  readonly body: string;
  /** Presence of `data`, including null. */
  readonly executed: boolean;
  /** True if all of it was carried out before, by a request with the same `Idempotency-Key`. */
  readonly isReplay?: boolean;
}

export interface GraphqlExtensionService {
  /** Stored extension, as far as this gateway knows. */
  readonly current: Extension | undefined;
  /** Returns true if /graphql is answered with the API of the ontology in force. @throws EngineFailure */
  isServed(): boolean | Promise<boolean>;
  /** @throws OwlgateError AccessDenied */
  state(credentials?: Credentials): Promise<ExtensionState>;
  /**
   * Checks an extension. Changes nothing.
   *
   * @returns SDL merged with the ontology in force; undefined if none is in force
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, AccessDenied
   */
  check(sdl: string, credentials?: Credentials): Promise<string | undefined>;
  /**
   * Stores an extension in place of the previous one, and puts it in force with the ontology.
   *
   * @param sdl undefined removes it
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, OntologySchemaConflict, OntologyBusy, AccessDenied
   */
  replace(sdl: string | undefined, credentials?: Credentials): Promise<ExtensionReport>;
}

/** GraphQL extension, and the schemas around it. */
export interface ExtensionState {
  readonly extension: { readonly version: number; readonly sdl: string; readonly loadedAt: string } | undefined;
  /** SDL generated from the ontology in force. */
  readonly generated: string | undefined;
  /** SDL by which /graphql answers: that of the ontology and the extension, or the engine's. */
  readonly inForce: string | undefined;
}

export interface ExtensionReport {
  /** Undefined if none was ever stored. */
  readonly version: number | undefined;
  /** True if in force; otherwise the next load puts it in force, or `warnings` name the obstacle. */
  readonly merged: boolean;
  readonly warnings: readonly OntologyWarning[];
}
