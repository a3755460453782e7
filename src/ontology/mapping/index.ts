/**
 * Quads → ontology: the parsing direction of "OWL 2 Mapping to RDF Graphs" (https://www.w3.org/TR/owl2-mapping-to-rdf/),
 * with the leniency that vocabularies on the web need: RDFS' words for OWL's, terms used without a declaration, OWL 1's
 * constructions on class names. What cannot be read is named, never skipped in silence.
 */
import type { Ontology, Position } from '../model';
import { comparePositions } from '../quads';
import type { QuadDocument } from '../quads';
import { Renderer } from '../render';
import { owl, rdf } from '../vocabulary';
import { MappingContext } from './context';
import { readEntities } from './entities';
import { Graph } from './graph';
import { readHeader } from './header';
import { Kinds } from './kinds';
import { isPart, readQuad } from './statements';
import { noteKinds, noteOrphans } from './remarks';

/**
 * Reads an ontology out of its statements. Never throws on input: see `unrecognized` and `notes` of the result.
 */
export function mapToOntology(document: QuadDocument): Ontology {
  const graph = new Graph(document.quads);
  const kinds = new Kinds(graph);
  const m = new MappingContext(graph, kinds, new Renderer(document.prefixes));

  // Annotations of axioms: nothing follows from them. Their targets repeat expressions, which are no orphans.
  const annotations = graph.quads
    .filter(({ predicate, object }) => predicate === rdf.type && (object === owl.Axiom || object === owl.Annotation))
    .map(({ subject }) => subject);
  for (const node of annotations) for (const quad of graph.of(node)) graph.use(quad);
  const header = readHeader(m, document.imported);
  for (const quad of graph.quads) {
    if (!graph.isUsed(quad) && !isPart(quad)) m.attempt(quad, (q) => readQuad(m, q));
  }
  for (const node of annotations) graph.useTree(node);
  noteKinds(m);
  noteOrphans(m);

  const byPosition = (a: { position: Position }, b: { position: Position }) => comparePositions(a.position, b.position);
  return {
    ...header,
    prefixes: document.prefixes,
    entities: readEntities(m),
    axioms: m.axioms.sort(byPosition),
    unrecognized: m.unrecognized.sort(byPosition),
    notes: m.notes.sort(byPosition),
  };
}
