/**
 * Closure of the schema under OWL 2 RL's schema rules (https://www.w3.org/TR/owl2-profiles/, table 9): inclusions of
 * named classes by way of restrictions, intersections and unions. Three rules go beyond the table. A node below all
 * parts of an intersection is below the intersection. A node above all parts of a union is above the union. A domain is
 * above the restrictions that require a value.
 */
import type { Axiom, ClassExpression, Ontology } from '../model';
import { Renderer } from '../render';
import type { RlAxiom } from '../rl';
import { ExpressionReader } from './expressions';
import { SchemaGraph } from './graph';
import { inclusionsOf } from './inclusions';
import type { SchemaClosure } from './inclusions';
import { owl } from '../vocabulary';
import { closeSchema } from './rules';
import { placeBelowThing } from './thing';

/**
 * True unless the axiom may place a named class below a restriction, an intersection or a union, or below owl:Thing or
 * owl:Nothing. Without such axioms all inclusions follow from those that the axioms state.
 */
function isPlain(axiom: Axiom): boolean {
  switch (axiom.kind) {
    case 'SubClassOf':
      return isPlainClass(axiom.sub) && isPlainClass(axiom.super);
    case 'EquivalentClasses':
      return axiom.classes.every(isPlainClass);
    case 'ObjectPropertyDomain':
    case 'DataPropertyDomain':
      return axiom.domain.kind === 'Class';
    case 'ObjectPropertyRange':
      return axiom.range.kind === 'Class';
    case 'DisjointUnion':
      return false;
    default:
      return true;
  }
}

const isPlainClass = (expression: ClassExpression): boolean =>
  expression.kind === 'Class' && expression.iri !== owl.Thing && expression.iri !== owl.Nothing;

/** @param axioms reduced axioms of the ontology */
export function schemaClosure(ontology: Ontology, axioms: readonly RlAxiom[]): SchemaClosure {
  if (ontology.axioms.every(isPlain)) return { inclusions: [], axioms: [], isComplete: true };
  const graph = new SchemaGraph();
  const reader = new ExpressionReader(graph, new Renderer(ontology.prefixes));
  for (const axiom of axioms) reader.readProperties(axiom);
  for (const axiom of ontology.axioms) reader.readClasses(axiom);
  const entities = [...ontology.entities.values()].filter(({ kinds }) => kinds.has('class'));
  placeBelowThing(
    graph,
    reader,
    entities.map(({ iri }) => iri).filter((iri) => iri !== owl.Thing && iri !== owl.Nothing),
  );
  closeSchema(graph, reader);
  return inclusionsOf(graph, axioms);
}
