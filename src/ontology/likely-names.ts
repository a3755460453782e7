/** Names that the properties of a document are likely to get, before its axioms are read. */
import type { Iri } from './model';
import type { QuadDocument } from './quads';
import { spelledName, splitIri } from './spelling';
import { owl, rdf } from './vocabulary';

const PROPERTY_KINDS: ReadonlySet<Iri> = new Set([owl.ObjectProperty, owl.DatatypeProperty]);

/** Returns the local names of the declared properties. Some of them get another name: see `assignNames`. */
export function likelyPropertyNames({ quads }: QuadDocument): string[] {
  const names = new Set<string>();
  for (const { subject, predicate, object } of quads) {
    if (predicate !== rdf.type || typeof object !== 'string' || !PROPERTY_KINDS.has(object)) continue;
    const name = spelledName(splitIri(subject).local);
    if (name !== '' && !subject.startsWith('_:')) names.add(name);
  }
  return [...names];
}
