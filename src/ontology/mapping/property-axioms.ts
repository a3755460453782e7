/** Axioms about properties (OWL 2 Mapping to RDF, table 16, second part). */
import type { Iri, ObjectPropertyCharacteristic, ObjectPropertyExpression } from '../model';
import { isBlank, isIri } from '../quads';
import type { Quad } from '../quads';
import { owl, rdfs } from '../vocabulary';
import { members } from './class-axioms';
import type { MappingContext } from './context';
import { Unreadable } from './graph';
import { wrongKind } from './literals';
import type { PropertyExpression } from './properties';

/** `:p rdfs:subPropertyOf :q` */
export function readSubPropertyOf(m: MappingContext, quad: Quad): void {
  const { position } = quad;
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
      'annotation properties carry no axioms but sub-properties, domains and ranges',
      'leave out',
    );
  }
}

/**
 * Both properties of a statement between two, when they are of one kind; throws when one is an object and the other a
 * data property. Undefined, with a note, when one is an annotation property: of those nothing is inferred.
 */
function sameKind(m: MappingContext, quad: Quad): [PropertyExpression, PropertyExpression] | undefined {
  const { subject, object, position, subjectPosition } = quad;
  const first = m.property(subject, subjectPosition);
  const second = m.property(object, position);
  if (first.kind === second.kind) return [first, second];
  const [annotation, other] = first.kind === 'annotation' ? [first, second] : [second, first];
  if (annotation.kind === 'annotation') {
    // A property declared as both is read as what its partner is.
    if (m.kinds.is(name(other), 'annotationProperty')) {
      const both = { kind: 'annotation', property: name(other) } as const;
      return other === first ? [both, second] : [first, both];
    }
    m.note(
      'not-owl',
      quad,
      `${m.renderer.iri(annotation.property)} is an annotation property: nothing is inferred of it`,
      'leave it out, or declare the annotation property as what the other one is',
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

/** `:p owl:inverseOf :q`; on a blank node it is an expression. */
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
  if (chain.length === 0) throw new Unreadable(position, 'a chain of no property', 'name two properties or more');
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
        m.note('not-owl', quad, 'rdfs:Resource says nothing of a data property', 'write rdfs:Literal, or leave out');
        break;
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
  m.note('not-owl', quad, 'an expression says nothing of an annotation property', 'leave out');
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
      `a ${property.kind} property cannot be ${characteristic.toLowerCase()}`,
      'leave it out, or declare the property as owl:ObjectProperty',
    );
  }
}

/** `[] a owl:AllDisjointProperties ; owl:members ( :p :q )` */
export function readAllDisjointProperties(m: MappingContext, { subject, position }: Quad): void {
  const objects: ObjectPropertyExpression[] = [];
  const datas: Iri[] = [];
  for (const item of m.graph.list(members(m, subject, position))) {
    const read = m.property(item.term, item.position);
    if (read.kind === 'object') objects.push(read.property);
    else if (read.kind === 'data') datas.push(read.property);
    else throw wrongKind(item.position, 'an annotation property', 'name object or data properties');
  }
  if (objects.length > 0 && datas.length > 0) {
    throw wrongKind(position, 'object and data properties in one list', 'write an axiom for each kind');
  }
  if (objects.length + datas.length < 2) {
    throw new Unreadable(position, 'two or more properties are expected', 'name the properties');
  }
  if (objects.length > 0) m.add({ kind: 'DisjointObjectProperties', properties: objects, position });
  else m.add({ kind: 'DisjointDataProperties', properties: datas, position });
}
