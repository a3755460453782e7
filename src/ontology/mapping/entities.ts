/** Signature of the ontology: terms with kinds, first position, labels and comments. */
import type { Entity, Iri, Position } from '../model';
import { comparePositions, isLiteral } from '../quads';
import type { Term } from '../quads';
import { owl, rdf, rdfs } from '../vocabulary';
import type { MappingContext } from './context';

/** Returns all named terms with a kind except built-in ones, in order of first occurrence. */
export function readEntities(m: MappingContext): Map<Iri, Entity> {
  const first = new Map<Iri, Position>();
  const record = (term: Term, position: Position) => {
    if (typeof term === 'string' && !first.has(term) && m.kinds.given(term)) first.set(term, position);
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
      kinds: m.kinds.given(iri)!,
      ...(declared && { declared: comparePositions(declared, position) === 0 ? position : declared }),
      position,
      labels: texts(m, iri, rdfs.label),
      comments: texts(m, iri, rdfs.comment),
      deprecated: isDeprecated(m, iri),
    });
  }
  return entities;
}

/** Returns the first text in each language. */
function texts(m: MappingContext, iri: Iri, predicate: Iri): ReadonlyMap<string, string> {
  let byLanguage: Map<string, string> | undefined;
  for (const { predicate: each, object } of m.graph.withSubject(iri)) {
    if (each !== predicate || !isLiteral(object)) continue;
    const language = (object.lang ?? '').toLowerCase();
    byLanguage ??= new Map();
    if (!byLanguage.has(language)) byLanguage.set(language, object.value);
  }
  return byLanguage ?? NO_TEXTS;
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

function isDeprecated(m: MappingContext, iri: Iri): boolean {
  return m.graph
    .withSubject(iri)
    .some(
      ({ predicate, object }) =>
        (predicate === owl.deprecated && isLiteral(object) && (object.value === 'true' || object.value === '1')) ||
        (predicate === rdf.type && (object === owl.DeprecatedClass || object === owl.DeprecatedProperty)),
    );
}
