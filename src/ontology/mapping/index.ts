/**
 * Quads → ontology: the parsing direction of "OWL 2 Mapping to RDF Graphs"
 * (https://www.w3.org/TR/owl2-mapping-to-rdf/). For vocabularies on the web it also accepts RDFS terms in place of OWL
 * terms, undeclared terms, and OWL 1's constructions on class names. It reports all unreadable statements.
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
import { ruleRemarks, separateRules } from './rules';

/** Reads an ontology. Never throws: problems are in `unrecognized` and `notes` of the result. */
export function mapToOntology(document: QuadDocument): Ontology {
  const separated = separateRules(document.quads);
  const graph = new Graph(separated.quads);
  const kinds = new Kinds(graph);
  const m = new MappingContext(graph, kinds, new Renderer(document.prefixes));

  // Annotations of axioms entail nothing. Their targets repeat expressions, which must not count as orphans.
  const annotations = graph.quads
    .filter(({ predicate, object }) => predicate === rdf.type && (object === owl.Axiom || object === owl.Annotation))
    .map(({ subject }) => subject);
  for (const node of annotations) for (const quad of graph.withSubject(node)) graph.use(quad);
  const header = readHeader(m, document.imported);
  for (const quad of graph.quads) {
    if (!graph.isUsed(quad) && !isPart(quad)) m.attempt(quad, (q) => readQuad(m, q));
  }
  for (const node of annotations) graph.useTree(node);
  noteKinds(m);
  noteOrphans(m);
  m.unrecognized.push(...ruleRemarks(separated, m.renderer));

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
