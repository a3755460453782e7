/** Object properties whose edges rules infer. */
import type { ClassExpression, Iri, ObjectPropertyExpression, Ontology } from '../ontology';

/**
 * Returns the object properties of which axioms infer edges: inverses, symmetric and transitive properties, heads of
 * chains, super-properties, equivalents, and those of owl:hasValue. Equality of individuals is not considered: it
 * copies edges of every property, but rarely thousands of one node.
 */
export function inferredProperties(ontology: Ontology): ReadonlySet<Iri> {
  const inferred = new Set<Iri>();
  const add = (expression: ObjectPropertyExpression): void => void inferred.add(iriOf(expression));
  const values = (expression: ClassExpression): void => addValues(expression, add);
  for (const axiom of ontology.axioms) {
    switch (axiom.kind) {
      case 'SubObjectPropertyOf':
      case 'PropertyChain':
        add(axiom.super);
        break;
      case 'EquivalentObjectProperties':
        axiom.properties.forEach(add);
        break;
      case 'InverseObjectProperties':
        add(axiom.first);
        add(axiom.second);
        break;
      case 'ObjectPropertyCharacteristic':
        if (axiom.characteristic === 'Symmetric' || axiom.characteristic === 'Transitive') add(axiom.property);
        break;
      case 'SubClassOf':
        values(axiom.super);
        break;
      case 'EquivalentClasses':
        axiom.classes.forEach(values);
        break;
      case 'ObjectPropertyDomain':
      case 'DataPropertyDomain':
        values(axiom.domain);
        break;
      case 'ObjectPropertyRange':
        values(axiom.range);
        break;
    }
  }
  return inferred;
}

const iriOf = (expression: ObjectPropertyExpression): Iri =>
  expression.kind === 'InverseOf' ? expression.property : expression.iri;

/** Adds the properties of owl:hasValue. Recursion is bounded: the mapping limits nesting to 64. */
function addValues(expression: ClassExpression, add: (property: ObjectPropertyExpression) => void): void {
  switch (expression.kind) {
    case 'IntersectionOf':
      for (const operand of expression.operands) addValues(operand, add);
      break;
    case 'ObjectAllValuesFrom':
      addValues(expression.filler, add);
      break;
    case 'ObjectHasValue':
      add(expression.onProperty);
      break;
  }
}
