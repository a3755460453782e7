/** Interface of the load service: ontologies checked, and put in force. */
import type { Credentials } from '../../dgraph';
import type { LoadedTerms, Naming, OntologyWarning } from '../../ontology';
import type { SchemaDiff } from '../../schema';
import type { OntologyTerms } from '../documents/terms';
import type { Bundle } from '../in-force/bundle';
import type { Profile } from '../in-force/types';
import type { LoadAccount } from '../in-force/version-history';
import type { OutlineDifference } from '../history/difference';
import type { MaterializationReport, Preview } from '../walk/types';
import type { UnknownType } from './unknown-types';

export interface LoadService {
  /**
   * Carries out steps 1 to 3 of a load, and computes the changes of step 4. Writes nothing.
   *
   * @param preview requests the effect of step 7 on the stored data, and the refusals of step 4 because of them
   * @param against stored version to compare with; default: the version in force
   * @throws OwlgateError AccessDenied, UnknownVersion, OntologySchemaConflict; errors of the document
   */
  validate(request: LoadRequest, preview?: PreviewRequest, against?: number): Promise<ComparedValidation>;
  /** Carries out all seven steps of a load. @throws OwlgateError AccessDenied, OntologyBusy; errors of the document */
  load(request: LoadRequest): Promise<LoadReport>;
}

/** Document of an ontology, in any syntax that src/rdf reads. */
export interface OntologyDocument {
  readonly source: string;
  /** If absent or unspecific (`application/octet-stream`), the name or the text decides. */
  readonly mediaType?: string;
  /** File, part of the request, or address. */
  readonly name?: string;
  /** Bytes as received, in Base64, if the UTF-8 of the source differs from them. */
  readonly bytes?: string;
}

export interface LoadRequest extends OntologyDocument {
  /** Documents sent with it, for its imports. */
  readonly along?: readonly OntologyDocument[];
  /** Documents of a stored version, loaded again in place of a new document. */
  readonly stored?: Bundle;
  /** Origin of the load, for the history. Default: the gateway, without a message. */
  readonly account?: LoadAccount;
  /** SDL to store in place of the stored extension; if absent, the stored one stays. */
  readonly extension?: string;
  readonly profile: Profile;
  /** Source of the names. Default: OWLGATE_NAMES, else that of the ontology in force, else the IRIs. */
  readonly naming?: Naming;
  readonly credentials?: Credentials;
  /** Permission to fetch imports and contexts from the network, for administrators. Default: false. */
  readonly mayFetch?: boolean;
  /** Maximum seconds for reading and compiling, if less than the settings allow. */
  readonly seconds?: number;
  /** Aborts when no client waits for the answer. */
  readonly signal?: AbortSignal;
}

/** Preview requested with a validation. */
export interface PreviewRequest {
  /** Time limit; the preview then reports its partial result. */
  readonly timeoutMs: number;
}

export interface Validation {
  readonly counts: LoadedTerms['counts'];
  readonly terms: OntologyTerms;
  /** Dgraph schema in the syntax of /alter. */
  readonly compiledSchema: string;
  /** SDL of the ontology, merged with the extension. */
  readonly graphqlSchema: string;
  readonly diff: SchemaDiff;
  /** Includes axioms that yielded no rule. */
  readonly warnings: readonly OntologyWarning[];
}

/** Validation with its comparison: with the ontology in force, or with a stored version, which includes the schema. */
export interface ComparedValidation extends Validation {
  readonly compared: Pick<OutlineDifference, 'axioms' | 'classes' | 'properties'> & Partial<OutlineDifference>;
  readonly materialization?: Preview;
}

export interface LoadReport extends Omit<Validation, 'graphqlSchema'> {
  readonly version: number;
  readonly materialization: MaterializationReport;
  /** Types of stored nodes that the ontology does not have; at most 100. */
  readonly unknownTypes: readonly UnknownType[];
}
