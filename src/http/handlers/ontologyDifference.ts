/** What another ontology would bring and take: the names of its classes and properties against those of the one in force. */
import type { LoadedOntology } from '../../ontology';

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Names as Dgraph knows them, sorted. A term is the same term where its IRI is. */
export function ontologyDifference(
  before: LoadedOntology | undefined,
  after: LoadedOntology,
): { readonly classes: Difference; readonly properties: Difference } {
  return {
    classes: difference(classNames(before), classNames(after)),
    properties: difference(propertyNames(before), propertyNames(after)),
  };
}

function classNames(loaded: LoadedOntology | undefined): ReadonlyMap<string, string> {
  return new Map([...(loaded?.reduced.classes ?? [])].map((iri) => [iri, loaded?.names.class(iri) ?? iri]));
}

function propertyNames(loaded: LoadedOntology | undefined): ReadonlyMap<string, string> {
  if (!loaded) return new Map();
  const { objectProperties, dataProperties } = loaded.reduced;
  return new Map([...objectProperties, ...dataProperties].map((iri) => [iri, loaded.names.property(iri) ?? iri]));
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Difference {
  const missing = (from: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
    [...from]
      .filter(([iri]) => !other.has(iri))
      .map(([, name]) => name)
      .sort();
  return { added: missing(after, before), removed: missing(before, after) };
}
