/** What another ontology would bring and take: the names of its classes and properties against those of the one in force. */
import type { OntologyTerms } from '../../materialize/types';

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Names as Dgraph knows them, sorted. A term is the same term where its IRI is. */
export function ontologyDifference(
  before: OntologyTerms | undefined,
  after: OntologyTerms,
): { readonly classes: Difference; readonly properties: Difference } {
  return {
    classes: difference(before?.classes ?? new Map(), after.classes),
    properties: difference(before?.properties ?? new Map(), after.properties),
  };
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Difference {
  const missing = (from: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
    [...from]
      .filter(([iri]) => !other.has(iri))
      .map(([, name]) => name)
      .sort();
  return { added: missing(after, before), removed: missing(before, after) };
}
