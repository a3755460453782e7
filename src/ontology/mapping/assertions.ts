/** Statements about individuals, and annotations (OWL 2 Mapping to RDF, tables 16 and 17). */
import type { Individual } from '../model';
import { isIri, isLiteral } from '../quads';
import type { Quad } from '../quads';
import { owl } from '../vocabulary';
import { members } from './class-axioms';
import type { MappingContext } from './context';
import { Unreadable } from './graph';
import { wrongKind } from './literals';

/** `:a a :C` */
export function readClassAssertion(m: MappingContext, { subject, object, position, subjectPosition }: Quad): void {
  m.add({
    kind: 'ClassAssertion',
    class: m.class(object, position),
    individual: m.expressions.individual(subject, subjectPosition),
    position,
  });
}

/** `:a owl:sameAs :b`, `:a owl:differentFrom :b` */
export function readIndividualPair(m: MappingContext, quad: Quad): void {
  const { subject, object, position, subjectPosition } = quad;
  m.add({
    kind: quad.predicate === owl.sameAs ? 'SameIndividual' : 'DifferentIndividuals',
    individuals: [m.expressions.individual(subject, subjectPosition), m.expressions.individual(object, position)],
    position,
  });
}

/** `[] a owl:AllDifferent ; owl:distinctMembers ( :a :b )`, or owl:members */
export function readAllDifferent(m: MappingContext, { subject, position }: Quad): void {
  const predicate = m.graph.matching(subject, owl.distinctMembers).length > 0 ? owl.distinctMembers : owl.members;
  const individuals = m.graph
    .list(members(m, subject, position, predicate))
    .map((item) => m.expressions.individual(item.term, item.position));
  if (individuals.length < 2) {
    throw new Unreadable(position, 'expected two or more individuals', 'name the individuals');
  }
  m.add({ kind: 'DifferentIndividuals', individuals, position });
}

/**
 * `[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ; owl:assertionProperty :p ; owl:targetIndividual :b`
 */
export function readNegativeAssertion(m: MappingContext, { subject: node, position }: Quad): void {
  const source = m.graph.single(node, owl.sourceIndividual);
  const assertion = m.graph.single(node, owl.assertionProperty);
  const individual = m.graph.single(node, owl.targetIndividual);
  const value = m.graph.single(node, owl.targetValue);
  if (!source || !assertion || (!individual && !value)) {
    throw new Unreadable(
      position,
      'owl:sourceIndividual, owl:assertionProperty or the target is missing',
      'give all three',
    );
  }
  const sourceIndividual = m.expressions.individual(source.object, source.position);
  const property = m.property(assertion.object, assertion.position);
  if (property.kind === 'object' && individual) {
    m.add({
      kind: 'NegativeObjectPropertyAssertion',
      property: property.property,
      source: sourceIndividual,
      target: m.expressions.individual(individual.object, individual.position),
      position,
    });
  } else if (property.kind === 'data' && value && isLiteral(value.object)) {
    m.add({
      kind: 'NegativeDataPropertyAssertion',
      property: property.property,
      source: sourceIndividual,
      value: value.object,
      position,
    });
  } else {
    throw wrongKind(
      position,
      'the target does not fit the property',
      'use owl:targetIndividual with an object property, owl:targetValue with a data property',
    );
  }
}

/** `:a :p :b` with a property of the ontology: an assertion or an annotation. */
export function readStatement(m: MappingContext, quad: Quad): void {
  const { subject, predicate, object, position, subjectPosition } = quad;
  const kinds = m.kinds.kindsOf(predicate);
  const isAnnotation = kinds.has('annotationProperty') && (kinds.size === 1 || isTerm(m, subject));
  if (isAnnotation) {
    m.add({ kind: 'AnnotationAssertion', property: predicate, subject, value: object, position });
    return;
  }
  const property = m.property(predicate, quad.predicatePosition);
  const source = m.expressions.individual(subject, subjectPosition);
  if (property.kind === 'object') {
    if (isLiteral(object)) {
      throw wrongKind(
        position,
        'a literal as the value of an object property',
        'name an individual, or declare the property as owl:DatatypeProperty',
      );
    }
    const target = m.expressions.individual(object, position);
    m.add({ kind: 'ObjectPropertyAssertion', property: property.property, source, target, position });
  } else if (property.kind === 'data') {
    if (!isLiteral(object)) {
      throw wrongKind(
        position,
        'an individual as the value of a data property',
        'write a literal, or declare the property as owl:ObjectProperty',
      );
    }
    m.add({ kind: 'DataPropertyAssertion', property: property.property, source, value: object, position });
  }
}

/** True if the subject is a term or the ontology, so that a statement about it is an annotation and not a fact. */
function isTerm(m: MappingContext, subject: Individual): boolean {
  if (!isIri(subject)) return false;
  const kinds = [...m.kinds.kindsOf(subject)];
  return m.graph.hasType(subject, owl.Ontology) || kinds.some((kind) => kind !== 'individual');
}
