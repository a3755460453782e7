/** The signature: every term with its kinds, its first place in the document, its labels and comments. */
import type { Entity, Iri, Position } from '../model';
import { isLiteral } from '../quads';
import type { Term } from '../quads';
import { owl, rdf, rdfs } from '../vocabulary';
import type { MappingContext } from './context';

/** Every named term that has a kind, in the order in which the document first names it. OWL's own terms are left out. */
export function readEntities(m: MappingContext): Map<Iri, Entity> {
  const kinds = new Map(m.kinds.terms());
  const first = new Map<Iri, Position>();
  const see = (term: Term, position: Position) => {
    if (typeof term === 'string' && kinds.has(term) && !first.has(term)) first.set(term, position);
  };
  for (const quad of m.graph.quads) {
    see(quad.subject, quad.subjectPosition);
    see(quad.predicate, quad.predicatePosition);
    see(quad.object, quad.position);
  }
  const entities = new Map<Iri, Entity>();
  for (const [iri, position] of first) {
    const declared = m.kinds.declared.get(iri);
    entities.set(iri, {
      iri,
      kinds: kinds.get(iri)!,
      ...(declared && { declared }),
      position,
      labels: texts(m, iri, rdfs.label),
      comments: texts(m, iri, rdfs.comment),
      deprecated: isDeprecated(m, iri),
    });
  }
  return entities;
}

/** The first text in each language. */
function texts(m: MappingContext, iri: Iri, predicate: Iri): Map<string, string> {
  const found = new Map<string, string>();
  for (const { object } of m.graph.with(iri, predicate)) {
    if (isLiteral(object) && !found.has(object.lang ?? '')) found.set(object.lang ?? '', object.value);
  }
  return found;
}

function isDeprecated(m: MappingContext, iri: Iri): boolean {
  return m.graph
    .of(iri)
    .some(
      ({ predicate, object }) =>
        (predicate === owl.deprecated && isLiteral(object) && (object.value === 'true' || object.value === '1')) ||
        (predicate === rdf.type && (object === owl.DeprecatedClass || object === owl.DeprecatedProperty)),
    );
}
