/** Difference between another ontology and the one in force, in names of classes and properties. */
import type { OntologyTerms } from '../../materialize';

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Lists Dgraph names, sorted. Terms with the same IRI are the same term. */
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
  const namesMissing = (from: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
    [...from]
      .filter(([iri]) => !other.has(iri))
      .map(([, name]) => name)
      .sort();
  return { added: namesMissing(after, before), removed: namesMissing(before, after) };
}
