/** Signature of the ontology: terms with kinds, first position, labels and comments. */
import type { Entity, Iri, Position } from '../model';
import { isLiteral } from '../quads';
import type { Term } from '../quads';
import { owl, rdf, rdfs } from '../vocabulary';
import type { MappingContext } from './context';

/** Returns all named terms with a kind except built-in ones, in order of first occurrence. */
export function readEntities(m: MappingContext): Map<Iri, Entity> {
  const kinds = new Map(m.kinds.terms());
  const first = new Map<Iri, Position>();
  const record = (term: Term, position: Position) => {
    if (typeof term === 'string' && kinds.has(term) && !first.has(term)) first.set(term, position);
  };
  for (const quad of m.graph.quads) {
    record(quad.subject, quad.subjectPosition);
    record(quad.predicate, quad.predicatePosition);
    record(quad.object, quad.position);
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

/** Returns the first text in each language. */
function texts(m: MappingContext, iri: Iri, predicate: Iri): Map<string, string> {
  const byLanguage = new Map<string, string>();
  for (const { object } of m.graph.matching(iri, predicate)) {
    if (isLiteral(object) && !byLanguage.has(object.lang ?? '')) byLanguage.set(object.lang ?? '', object.value);
  }
  return byLanguage;
}

function isDeprecated(m: MappingContext, iri: Iri): boolean {
  return m.graph
    .withSubject(iri)
    .some(
      ({ predicate, object }) =>
        (predicate === owl.deprecated && isLiteral(object) && (object.value === 'true' || object.value === '1')) ||
        (predicate === rdf.type && (object === owl.DeprecatedClass || object === owl.DeprecatedProperty)),
    );
}
