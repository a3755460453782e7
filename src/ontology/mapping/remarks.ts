/** Remarks on the document as a whole: guessed kinds and unused expressions. */
import type { Iri } from '../model';
import { isBlank } from '../quads';
import type { Quad } from '../quads';
import { rdf } from '../vocabulary';
import type { MappingContext } from './context';

/** Reports properties without evidence of their kind and properties with two kinds. */
export function noteKinds(m: MappingContext): void {
  if (m.kinds.undecided.size + m.kinds.twoKinds.size === 0) return;
  const reported = new Set<Iri>();
  for (const quad of m.graph.quads) {
    for (const iri of [quad.subject, quad.predicate, quad.object]) {
      if (typeof iri !== 'string' || reported.has(iri)) continue;
      const { position } = quad;
      if (m.kinds.undecided.has(iri)) {
        m.notes.push({
          code: 'undecided-kind',
          text: m.renderer.term(iri),
          position,
          reason: 'an object or a data property: the document does not say which; read as a data property',
          advice: 'declare it as owl:ObjectProperty or owl:DatatypeProperty',
        });
      } else if (m.kinds.twoKinds.has(iri)) {
        const kind = m.kinds.property(iri) === 'objectProperty' ? 'an object' : 'a data';
        const remarks = m.kinds.twoKinds.get(iri) ? m.unrecognized : m.notes;
        remarks.push({
          code: 'two-kinds',
          text: m.renderer.term(iri),
          canonical: `<${iri}>`,
          position,
          reason: `declared both as an object and as a data property; read as ${kind} property`,
          advice: 'keep one declaration, or use two names',
        });
      } else continue;
      reported.add(iri);
    }
  }
}

/** Reports expressions and lists that no axiom uses. */
export function noteOrphans(m: MappingContext): void {
  const unused = m.graph.quads.filter((quad) => !m.graph.isUsed(quad));
  const objects = new Set(unused.map((quad) => quad.object));
  const note = (quad: Quad) => {
    if (m.graph.isUsed(quad)) return;
    m.note('orphan', quad, ...orphanRemark(m, quad));
    if (isBlank(quad.subject)) m.graph.useTree(quad.subject);
    else for (const other of m.graph.withSubject(quad.subject)) m.graph.use(other);
  };
  for (const quad of unused) if (!objects.has(quad.subject)) note(quad);
  for (const quad of unused) note(quad);
}

/** Returns reason and advice for a statement that no axiom uses. */
function orphanRemark(m: MappingContext, { subject, predicate }: Quad): readonly [reason: string, advice: string] {
  if (predicate === rdf.first || predicate === rdf.rest) {
    return ['a list outside of axioms (of a SHACL shape, for example) is not stored', 'no change, or remove it'];
  }
  const isRead = predicate === rdf.type && m.graph.withSubject(subject).some((quad) => m.graph.isUsed(quad));
  return isRead && isBlank(subject)
    ? ['the type does not fit the expression', 'declare data ranges as rdfs:Datatype, other expressions as owl:Class']
    : ['no axiom uses this', 'use it in an axiom, or remove it'];
}
