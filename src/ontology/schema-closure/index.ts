/**
 * Closure of the schema under OWL 2 RL's schema rules (https://www.w3.org/TR/owl2-profiles/, table 9): inclusions of
 * named classes by way of restrictions, intersections and unions. Three rules go beyond the table. A node below all
 * parts of an intersection is below the intersection. A node above all parts of a union is above the union. A domain is
 * above the restrictions that require a value.
 */
import type { Ontology } from '../model';
import { Renderer } from '../render';
import type { RlAxiom } from '../rl';
import { ExpressionReader } from './expressions';
import { SchemaGraph } from './graph';
import { inclusionsOf } from './inclusions';
import type { SchemaClosure } from './inclusions';
import { closeSchema } from './rules';

/** @param axioms reduced axioms of the ontology */
export function schemaClosure(ontology: Ontology, axioms: readonly RlAxiom[]): SchemaClosure {
  const graph = new SchemaGraph();
  const reader = new ExpressionReader(graph, new Renderer(ontology.prefixes));
  for (const axiom of axioms) reader.readProperties(axiom);
  for (const axiom of ontology.axioms) reader.readClasses(axiom);
  closeSchema(graph, reader);
  return inclusionsOf(graph, axioms);
}
