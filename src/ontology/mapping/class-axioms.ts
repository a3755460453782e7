/** Axioms about classes and datatypes (OWL 2 Mapping to RDF, table 16, first part). */
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad, Term } from '../quads';
import { owl, rdf } from '../vocabulary';
import type { ClassExpression, Iri, ObjectPropertyExpression } from '../model';
import type { MappingContext } from './context';
import { Unreadable } from './graph';
import { wrongKind } from './literals';

/** `:A rdfs:subClassOf :B` */
export function readSubClassOf(m: MappingContext, { subject, object, position, subjectPosition }: Quad): void {
  if (m.kinds.isDataRange(subject) && m.kinds.isDataRange(object)) {
    throw wrongKind(
      position,
      'OWL 2 has no axiom for a datatype below another one',
      'define it by owl:equivalentClass [ a rdfs:Datatype ; owl:onDatatype … ; owl:withRestrictions ( … ) ]',
    );
  }
  m.add({
    kind: 'SubClassOf',
    sub: m.class(subject, subjectPosition),
    super: m.class(object, position),
    position,
  });
}

/** `:A owl:equivalentClass :B`; for datatypes, a definition. */
export function readEquivalentClass(m: MappingContext, { subject, object, position, subjectPosition }: Quad): void {
  if (m.kinds.isDataRange(subject) || m.kinds.isDataRange(object)) {
    if (!isIri(subject)) {
      throw wrongKind(position, 'a definition of a data range without a name', 'name the datatype');
    }
    m.expressions.dataRange(subject, subjectPosition);
    m.add({
      kind: 'DatatypeDefinition',
      datatype: subject,
      range: m.expressions.dataRange(object, position),
      position,
    });
    return;
  }
  m.add({
    kind: 'EquivalentClasses',
    classes: [m.class(subject, subjectPosition), m.class(object, position)],
    position,
  });
}

/** `:A owl:disjointWith :B` */
export function readDisjointWith(m: MappingContext, { subject, object, position, subjectPosition }: Quad): void {
  m.add({
    kind: 'DisjointClasses',
    classes: [m.class(subject, subjectPosition), m.class(object, position)],
    position,
  });
}

/** `:A owl:disjointUnionOf ( :B :C )` */
export function readDisjointUnion(m: MappingContext, quad: Quad): void {
  const { subject, position, subjectPosition } = quad;
  if (!isIri(subject)) {
    throw wrongKind(position, 'only a named class can be a disjoint union', 'name the class');
  }
  m.class(subject, subjectPosition);
  m.add({ kind: 'DisjointUnion', class: subject, operands: readClasses(m, quad, 1), position });
}

/** `[] a owl:AllDisjointClasses ; owl:members ( :A :B )` */
export function readAllDisjointClasses(m: MappingContext, { subject, position }: Quad): void {
  m.add({ kind: 'DisjointClasses', classes: readClasses(m, members(m, subject, position), 2), position });
}

/** Returns the statement with the list of an n-ary axiom. */
export function members(m: MappingContext, node: Term, position: Quad['position'], predicate: Iri = owl.members): Quad {
  const quad = isLiteral(node) ? undefined : m.graph.single(node, predicate);
  if (!quad) throw new Unreadable(position, 'owl:members is missing', 'add owl:members ( first second … )');
  noteSharedList(m, quad);
  return quad;
}

function noteSharedList(m: MappingContext, quad: Quad): void {
  if (m.graph.sharesList(quad)) {
    m.note('not-owl', quad, 'a list that another statement uses as well', 'write the list twice');
  }
}

function readClasses(m: MappingContext, quad: Quad, atLeast: number): ClassExpression[] {
  const classes = m.graph.list(quad).map((item) => m.class(item.term, item.position));
  noteSharedList(m, quad);
  if (classes.length < atLeast) {
    throw new Unreadable(quad.position, `expected a list of at least ${atLeast} classes`, 'name the classes');
  }
  return classes;
}

/** `:A owl:hasKey ( :p :q )` */
export function readHasKey(m: MappingContext, quad: Quad): void {
  const { subject, position, subjectPosition } = quad;
  const objectProperties: ObjectPropertyExpression[] = [];
  const dataProperties: Iri[] = [];
  for (const item of m.graph.list(quad)) {
    const expression = m.property(item.term, item.position);
    if (expression.kind === 'object') objectProperties.push(expression.property);
    else if (expression.kind === 'data') dataProperties.push(expression.property);
    else throw wrongKind(item.position, 'an annotation property in a key', 'use object and data properties');
  }
  if (objectProperties.length + dataProperties.length === 0) {
    throw new Unreadable(position, 'a key without properties', 'name at least one property');
  }
  noteSharedList(m, quad);
  m.add({ kind: 'HasKey', class: m.class(subject, subjectPosition), objectProperties, dataProperties, position });
}

/**
 * `:Chair owl:intersectionOf ( … )` and similar statements about a named class: the class is equivalent to the
 * expression (OWL 2 Mapping to RDF, table 18, for compatibility with OWL 1). On a blank node the statement is part of
 * an expression.
 */
export function readConstruction(m: MappingContext, quad: Quad): void {
  const { subject, position, subjectPosition } = quad;
  if (isBlank(subject)) return;
  if (isDataConstruction(m, quad)) {
    m.expressions.dataRange(subject, subjectPosition);
    m.add({
      kind: 'DatatypeDefinition',
      datatype: subject,
      range: m.expressions.ofNamedDatatype(quad),
      position,
    });
  } else {
    const self = m.class(subject, subjectPosition);
    m.add({ kind: 'EquivalentClasses', classes: [self, m.expressions.ofNamedClass(quad)], position });
  }
  if (!isLiteral(quad.object) && quad.predicate !== owl.complementOf) noteSharedList(m, quad);
}

function isDataConstruction(m: MappingContext, { subject, predicate, object }: Quad): boolean {
  if (predicate === owl.onDatatype || predicate === owl.datatypeComplementOf) return true;
  if (predicate === owl.onProperty) return false;
  const [isClass, isDatatype] = [m.kinds.is(subject, 'class'), m.kinds.is(subject, 'datatype')];
  if (isClass !== isDatatype) return isDatatype;
  if (predicate === owl.complementOf) return m.kinds.isDataRange(object);
  const first = isLiteral(object) ? undefined : m.graph.matching(object, rdf.first)[0]?.object;
  if (first === undefined) return false;
  return predicate === owl.oneOf ? isLiteral(first) : m.kinds.isDataRange(first);
}
