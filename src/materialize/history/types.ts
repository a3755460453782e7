/** Interface of the history service: stored versions, their documents, and what they changed. */
import type { Credentials } from '../../dgraph';
import type { Iri } from '../../ontology';
import type { Bundle } from '../in-force/bundle';
import type { Profile } from '../in-force/types';
import type { LoadAccount, VersionChanges } from '../in-force/version-history';
import type { LoadRequest } from '../load/types';
import type { OutlineDifference } from './difference';
import type { PlacedAxiom } from './outline';

/** Every call throws OwlgateError AccessDenied, NoOntology, UnknownVersion, OntologyDamaged. */
export interface HistoryService {
  /** Lists versions, the latest first. */
  versions(request: VersionsRequest): Promise<VersionsPage>;
  /** Returns the documents of a version. */
  document(version: number, credentials?: Credentials): Promise<VersionDocument>;
  /** Compares two versions. */
  difference(request: DifferenceRequest): Promise<VersionDifference>;
  /** Returns the version that brought each axiom about a term. @throws OwlgateError UnknownTerm */
  blame(term: string, credentials?: Credentials): Promise<Blame>;
  /** Prints the documentation page of a version, as HTML. @param version default: the version in force */
  page(version: number | undefined, credentials?: Credentials): Promise<OntologyPage>;
  /** Returns the load that puts a version in force again; the profile is that of the version. */
  again(version: number): Promise<Pick<LoadRequest, 'stored' | 'source' | 'mediaType' | 'profile' | 'naming'>>;
}

export interface VersionEntry extends Partial<LoadAccount> {
  readonly version: number;
  readonly inForce: boolean;
  /** ISO 8601. */
  readonly loadedAt: string;
  readonly profile: Profile;
  readonly checksum: string;
  readonly materialized: boolean;
  readonly changes?: VersionChanges;
}

export interface VersionsRequest {
  readonly limit: number;
  /** Lists versions below this number. */
  readonly before?: number | undefined;
  readonly credentials?: Credentials | undefined;
}

export interface VersionsPage {
  readonly versions: readonly VersionEntry[];
  /** Value of `before` for the next page; absent on the last one. */
  readonly next?: number;
}

export interface VersionDocument {
  readonly version: number;
  readonly profile: Profile;
  readonly loadedAt: string;
  readonly checksum: string;
  readonly source: string;
  readonly mediaType: string;
  readonly documents: Bundle;
}

export interface DifferenceRequest {
  /** Default: the stored version before `to`. */
  readonly from?: number | undefined;
  /** Default: the version in force. */
  readonly to?: number | undefined;
  readonly credentials?: Credentials | undefined;
}

export interface VersionDifference {
  /** Null for the oldest stored version, which is compared with nothing. */
  readonly from: number | null;
  readonly to: number;
  readonly diff: OutlineDifference;
}

interface BlamedAxiom extends PlacedAxiom {
  readonly version: number;
  readonly loadedAt: string;
  readonly by?: string;
  readonly message?: string;
}

export interface Blame {
  readonly term: Iri;
  /** Version in force, whose documents have the places. */
  readonly version: number;
  readonly axioms: readonly BlamedAxiom[];
  /** Oldest stored version. Axioms of this version may be older. */
  readonly oldest: number;
}

export interface OntologyPage {
  readonly version: number;
  readonly checksum: string;
  readonly html: string;
}
