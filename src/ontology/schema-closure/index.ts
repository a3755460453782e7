/**
 * The schema closed under OWL 2 RL's rules for it (https://www.w3.org/TR/owl2-profiles/, table 9): which named classes
 * are below each other by way of restrictions, intersections and unions. Besides the table, what is below every part of
 * an intersection is below the whole, what is above every part of a union is above it, and a domain is above whatever
 * has a value.
 */
import type { Ontology } from '../model';
import { Renderer } from '../render';
import type { RlAxiom } from '../rl';
import { ExpressionReader } from './expressions';
import { SchemaGraph } from './graph';
import { inclusionsOf } from './inclusions';
import type { SchemaClosure } from './inclusions';
import { closeSchema } from './rules';

export type { SchemaClosure } from './inclusions';

/** @param axioms what the ontology was reduced to */
export function schemaClosure(ontology: Ontology, axioms: readonly RlAxiom[]): SchemaClosure {
  const graph = new SchemaGraph();
  const reader = new ExpressionReader(graph, new Renderer(ontology.prefixes));
  for (const axiom of axioms) reader.readProperties(axiom);
  for (const axiom of ontology.axioms) reader.readClasses(axiom);
  closeSchema(graph, reader);
  return inclusionsOf(graph, axioms);
}
