/**
 * Quads → ontology: the parsing direction of "OWL 2 Mapping to RDF Graphs"
 * (https://www.w3.org/TR/owl2-mapping-to-rdf/). For vocabularies on the web it also accepts RDFS terms in place of OWL
 * terms, undeclared terms, and OWL 1's constructions on class names. It reports all unreadable statements.
 */
import type { Individual, Ontology, Position } from '../model';
import { comparePositions, isBlank } from '../quads';
import type { Quad, QuadDocument } from '../quads';
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
  for (const quad of fromOutside(graph)) {
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

/**
 * Returns the statements in an order that does not depend on that of the document between a blank node and what leads to
 * it: a statement that is refused takes the nodes below it along, so they come after it.
 */
function fromOutside(graph: Graph): readonly Quad[] {
  const { quads } = graph;
  if (!quads.some(({ subject }) => isBlank(subject))) return quads;
  const objects = new Set(quads.map(({ object }) => object).filter(isBlank));
  const ordered = quads.filter(({ subject }) => !isBlank(subject) || !objects.has(subject));
  const reached = new Set<Individual>();
  const addBelow = (node: Individual) => {
    if (reached.has(node)) return;
    reached.add(node);
    for (const quad of graph.withSubject(node)) ordered.push(quad);
  };
  // The list grows while it is read.
  for (const { object } of ordered) if (isBlank(object)) addBelow(object);
  // Circles of blank nodes.
  for (const { subject } of quads) if (isBlank(subject) && objects.has(subject)) addBelow(subject);
  return ordered;
}
