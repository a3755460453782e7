/** What is left to say when all statements have been read: kinds that were guessed, expressions that nothing uses. */
import type { Iri } from '../model';
import { isBlank } from '../quads';
import type { Quad } from '../quads';
import type { MappingContext } from './context';

/** Names the properties whose kind nothing shows, and those that are declared as two kinds. */
export function noteKinds(m: MappingContext): void {
  const seen = new Set<Iri>();
  for (const quad of m.graph.quads) {
    for (const iri of [quad.subject, quad.predicate, quad.object]) {
      if (typeof iri !== 'string' || seen.has(iri)) continue;
      const { position } = quad;
      const text = m.renderer.term(iri);
      if (m.kinds.undecided.has(iri)) {
        m.notes.push({
          code: 'undecided-kind',
          text,
          position,
          reason: 'nothing shows whether this is an object or a data property; read as a data property',
          advice: 'declare it as owl:ObjectProperty or owl:DatatypeProperty',
        });
      } else if (m.kinds.twoKinds.has(iri)) {
        const read = m.kinds.property(iri) === 'objectProperty' ? 'an object' : 'a data';
        m.unrecognized.push({
          code: 'two-kinds',
          text,
          position,
          reason: `declared both as an object and as a data property; read as ${read} property`,
          advice: 'keep one declaration, or give the two properties two names',
        });
      } else continue;
      seen.add(iri);
    }
  }
}

/** Names the expressions and lists that no axiom leads to. */
export function noteOrphans(m: MappingContext): void {
  const unused = m.graph.quads.filter((quad) => !m.graph.isUsed(quad));
  const objects = new Set(unused.map((quad) => quad.object));
  const note = (quad: Quad) => {
    if (m.graph.isUsed(quad)) return;
    m.note('orphan', quad, 'no axiom uses this', 'use it in an axiom, or leave it out');
    if (isBlank(quad.subject)) m.graph.useTree(quad.subject);
    else for (const other of m.graph.of(quad.subject)) m.graph.use(other);
  };
  for (const quad of unused) if (!objects.has(quad.subject)) note(quad);
  for (const quad of unused) note(quad);
}
