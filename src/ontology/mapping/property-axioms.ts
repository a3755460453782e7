/** Axioms about properties (OWL 2 Mapping to RDF, table 16, second part). */
import type { Individual, Iri, ObjectPropertyCharacteristic, ObjectPropertyExpression } from '../model';
import { isBlank, isIri } from '../quads';
import type { Quad } from '../quads';
import { owl, rdf, rdfs } from '../vocabulary';
import { members } from './class-axioms';
import type { MappingContext } from './context';
import { Unreadable } from './graph';
import { wrongKind } from './literals';
import type { PropertyExpression } from './properties';

/** `:p rdfs:subPropertyOf :q` */
export function readSubPropertyOf(m: MappingContext, quad: Quad): void {
  const { subject, position } = quad;
  if (isBlank(subject)) {
    const chain = m.graph.single(subject, owl.propertyChain) ?? listAsSubject(m, quad);
    if (chain) return readOldChain(m, quad, chain);
  }
  const pair = sameKind(m, quad);
  if (!pair) return;
  const [sub, sup] = pair;
  if (sub.kind === 'object' && sup.kind === 'object') {
    m.add({ kind: 'SubObjectPropertyOf', sub: sub.property, super: sup.property, position });
  } else if (sub.kind === 'data' && sup.kind === 'data') {
    m.add({ kind: 'SubDataPropertyOf', sub: sub.property, super: sup.property, position });
  } else if (sub.kind === 'annotation' && sup.kind === 'annotation') {
    m.add({ kind: 'SubAnnotationPropertyOf', sub: sub.property, super: sup.property, position });
  }
}

/** `:p owl:equivalentProperty :q`, `:p owl:propertyDisjointWith :q` */
export function readPropertyPair(m: MappingContext, quad: Quad): void {
  const { position, predicate } = quad;
  const pair = sameKind(m, quad);
  if (!pair) return;
  const [first, second] = pair;
  const equivalent = predicate === owl.equivalentProperty;
  if (first.kind === 'object' && second.kind === 'object') {
    const kind = equivalent ? 'EquivalentObjectProperties' : 'DisjointObjectProperties';
    m.add({ kind, properties: [first.property, second.property], position });
  } else if (first.kind === 'data' && second.kind === 'data') {
    const kind = equivalent ? 'EquivalentDataProperties' : 'DisjointDataProperties';
    m.add({ kind, properties: [first.property, second.property], position });
  } else {
    m.note(
      'not-owl',
      quad,
      'annotation properties have no axioms except sub-properties, domains and ranges',
      'remove it',
    );
  }
}

/**
 * Reads both properties of a statement, which must have the same kind. If only one of them is an annotation property,
 * returns undefined and adds a note, because annotation properties entail nothing.
 *
 * @throws Unreadable for an object and a data property
 */
function sameKind(m: MappingContext, quad: Quad): [PropertyExpression, PropertyExpression] | undefined {
  const { subject, object, position, subjectPosition } = quad;
  const first = m.property(subject, subjectPosition);
  const second = m.property(object, position);
  if (first.kind === second.kind) return [first, second];
  const [annotation, other] = first.kind === 'annotation' ? [first, second] : [second, first];
  if (annotation.kind === 'annotation') {
    // If the other property is also declared as an annotation property, both are read as annotation properties.
    if (m.kinds.is(name(other), 'annotationProperty')) {
      const both = { kind: 'annotation', property: name(other) } as const;
      return other === first ? [both, second] : [first, both];
    }
    m.note(
      'not-owl',
      quad,
      `the ${annotation === first ? 'first' : 'second'} is an annotation property: nothing is inferred`,
      'remove it, or declare both as the same kind of property',
    );
    return undefined;
  }
  throw wrongKind(
    position,
    'an object property and a data property in one axiom',
    'declare both as the same kind of property',
  );
}

function name({ kind, property }: PropertyExpression): Iri {
  if (kind !== 'object') return property;
  return property.kind === 'ObjectProperty' ? property.iri : property.property;
}

/** `:p owl:inverseOf :q`; on a blank node the statement is an expression. */
export function readInverseOf(m: MappingContext, { subject, object, position, subjectPosition }: Quad): void {
  if (isBlank(subject)) return;
  m.add({
    kind: 'InverseObjectProperties',
    first: m.objectProperty(subject, subjectPosition),
    second: m.objectProperty(object, position),
    position,
  });
}

/** `:p owl:propertyChainAxiom ( :q :r )` */
export function readPropertyChain(m: MappingContext, quad: Quad): void {
  const { subject, position, subjectPosition } = quad;
  const chain = m.graph.list(quad).map((item) => m.objectProperty(item.term, item.position));
  const sup = m.objectProperty(subject, subjectPosition);
  if (chain.length === 0) throw new Unreadable(position, 'an empty property chain', 'name at least two properties');
  if (chain.length === 1) {
    m.note('not-owl', quad, 'a chain of one property is a sub-property', 'write rdfs:subPropertyOf');
    m.add({ kind: 'SubObjectPropertyOf', sub: chain[0]!, super: sup, position });
    return;
  }
  m.add({ kind: 'PropertyChain', chain, super: sup, position });
}

/** `:p rdfs:domain :C` */
export function readDomain(m: MappingContext, quad: Quad): void {
  const { subject, object, position, subjectPosition } = quad;
  const property = m.property(subject, subjectPosition);
  switch (property.kind) {
    case 'object':
      m.add({ kind: 'ObjectPropertyDomain', property: property.property, domain: m.class(object, position), position });
      break;
    case 'data':
      m.add({ kind: 'DataPropertyDomain', property: property.property, domain: m.class(object, position), position });
      break;
    case 'annotation':
      annotationAxiom(m, quad, property.property, 'AnnotationPropertyDomain');
  }
}

/** `:p rdfs:range :C` */
export function readRange(m: MappingContext, quad: Quad): void {
  const { subject, object, position, subjectPosition } = quad;
  const property = m.property(subject, subjectPosition);
  switch (property.kind) {
    case 'object':
      if (m.kinds.isDataRange(object)) {
        throw wrongKind(
          position,
          'the range of an object property is a datatype',
          'declare the property as owl:DatatypeProperty',
        );
      }
      m.add({ kind: 'ObjectPropertyRange', property: property.property, range: m.class(object, position), position });
      break;
    case 'data':
      if (object === rdfs.Resource) {
        m.note(
          'not-owl',
          quad,
          'rdfs:Resource as the range of a data property has no meaning',
          'write rdfs:Literal, or remove it',
        );
        break;
      }
      if (isIri(object) && m.kinds.is(object, 'class') && !m.kinds.is(object, 'datatype')) {
        throw wrongKind(
          position,
          'the range of a data property is a class',
          'name a datatype, or declare the property as owl:ObjectProperty',
        );
      }
      m.add({
        kind: 'DataPropertyRange',
        property: property.property,
        range: m.expressions.dataRange(object, position),
        position,
      });
      break;
    case 'annotation':
      annotationAxiom(m, quad, property.property, 'AnnotationPropertyRange');
  }
}

function annotationAxiom(
  m: MappingContext,
  quad: Quad,
  property: Iri,
  kind: 'AnnotationPropertyDomain' | 'AnnotationPropertyRange',
): void {
  if (isIri(quad.object)) {
    m.add({ kind, property, class: quad.object, position: quad.position });
    return;
  }
  m.graph.useTree(quad.object);
  m.note('not-owl', quad, 'an expression has no meaning for an annotation property', 'remove it');
}

/** Returns the statement whose object would be the list that is the subject of a statement, if it is a list. */
function listAsSubject(m: MappingContext, quad: Quad): Quad | undefined {
  return m.graph.matching(quad.subject, rdf.first).length > 0 ? { ...quad, object: quad.subject } : undefined;
}

/** `[ owl:propertyChain ( :q :r ) ] rdfs:subPropertyOf :p` or `( :q :r ) rdfs:subPropertyOf :p`, as in OWL 1.1. */
function readOldChain(m: MappingContext, quad: Quad, chain: Quad): void {
  const { object, position } = quad;
  const sup = isIri(object) ? m.renderer.iri(object) : '[ owl:inverseOf p ]';
  m.note('not-owl', quad, 'a property chain of OWL 1.1', `write ${sup} owl:propertyChainAxiom ( q r )`);
  readPropertyChain(m, { ...chain, subject: object as Individual, subjectPosition: position });
}

const CHARACTERISTICS: ReadonlyMap<Iri, ObjectPropertyCharacteristic> = new Map([
  [owl.FunctionalProperty, 'Functional'],
  [owl.InverseFunctionalProperty, 'InverseFunctional'],
  [owl.ReflexiveProperty, 'Reflexive'],
  [owl.IrreflexiveProperty, 'Irreflexive'],
  [owl.SymmetricProperty, 'Symmetric'],
  [owl.AsymmetricProperty, 'Asymmetric'],
  [owl.TransitiveProperty, 'Transitive'],
]);

export const isCharacteristic = (type: Iri): boolean => CHARACTERISTICS.has(type);

/** `:p a owl:FunctionalProperty` */
export function readCharacteristic(m: MappingContext, quad: Quad): void {
  const { subject, object, position, subjectPosition } = quad;
  const property = m.property(subject, subjectPosition);
  const characteristic = CHARACTERISTICS.get(object as Iri)!;
  if (property.kind === 'object') {
    m.add({ kind: 'ObjectPropertyCharacteristic', property: property.property, characteristic, position });
  } else if (property.kind === 'data' && characteristic === 'Functional') {
    m.add({ kind: 'FunctionalDataProperty', property: property.property, position });
  } else if (property.kind === 'data' && characteristic === 'InverseFunctional') {
    m.add({ kind: 'InverseFunctionalDataProperty', property: property.property, position });
  } else {
    throw wrongKind(
      position,
      `${property.kind === 'annotation' ? 'an' : 'a'} ${property.kind} property cannot be ` +
        characteristic.toLowerCase(),
      'remove it, or declare the property as owl:ObjectProperty',
    );
  }
}

/** `[] a owl:AllDisjointProperties ; owl:members ( :p :q )` */
export function readAllDisjointProperties(m: MappingContext, { subject, position }: Quad): void {
  const objectProperties: ObjectPropertyExpression[] = [];
  const dataProperties: Iri[] = [];
  for (const item of m.graph.list(members(m, subject, position))) {
    const expression = m.property(item.term, item.position);
    if (expression.kind === 'object') objectProperties.push(expression.property);
    else if (expression.kind === 'data') dataProperties.push(expression.property);
    else throw wrongKind(item.position, 'an annotation property', 'name object or data properties');
  }
  if (objectProperties.length > 0 && dataProperties.length > 0) {
    throw wrongKind(position, 'object and data properties in one list', 'write an axiom for each kind');
  }
  if (objectProperties.length + dataProperties.length < 2) {
    throw new Unreadable(position, 'expected two or more properties', 'name the properties');
  }
  if (objectProperties.length > 0) {
    m.add({ kind: 'DisjointObjectProperties', properties: objectProperties, position });
  } else m.add({ kind: 'DisjointDataProperties', properties: dataProperties, position });
}
