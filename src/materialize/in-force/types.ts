/** Ontology in force, as other rooms see it. */
import type { Introspection, LoadedTerms } from '../../ontology';
import type { CompiledGraphql, CompiledSchema } from '../../schema';
import type { Bundle } from './bundle';

export type Profile = 'strict' | 'lenient';

/** Ontology in force. */
export interface InForce {
  /** Number of the load on this engine, from 1. */
  readonly version: number;
  /** Document as posted. */
  readonly source: string;
  readonly mediaType: string;
  /** The document and its imports. */
  readonly documents: Bundle;
  readonly profile: Profile;
  /** ISO 8601. */
  readonly loadedAt: string;
  /** SHA-256 of the source, or of all documents where there are several, hexadecimal. */
  readonly checksum: string;
  readonly loaded: LoadedTerms;
  readonly introspection: Introspection;
  /** Dgraph schema compiled from the ontology. */
  readonly compiled: CompiledSchema;
  readonly graphql: CompiledGraphql;
}
