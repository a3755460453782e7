/** Triples → class expressions and data ranges (OWL 2 Mapping to RDF, tables 11 to 15). */
import type { ClassExpression, DataRange, Individual, Iri, ObjectPropertyExpression, Position } from '../model';
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad, Term } from '../quads';
import { isUnfindable } from '../spelling';
import { builtInKind, owl, rdf, rdfs } from '../vocabulary';
import type { Graph, ListItem } from './graph';
import { Unreadable } from './graph';
import type { Kinds } from './kinds';
import { cardinality, FACETS, literalItem, wrongKind } from './literals';
import { Nesting } from './nesting';
import { readProperty } from './properties';

/** Predicates that construct an expression. */
const CONSTRUCTORS: ReadonlySet<Iri> = new Set([
  owl.intersectionOf,
  owl.unionOf,
  owl.complementOf,
  owl.datatypeComplementOf,
  owl.oneOf,
  owl.onProperty,
  owl.onProperties,
  owl.onDatatype,
]);

/** Predicates that give the constraint of a restriction. */
export const RESTRICTIONS = [
  owl.someValuesFrom,
  owl.allValuesFrom,
  owl.hasValue,
  owl.hasSelf,
  owl.minCardinality,
  owl.maxCardinality,
  owl.cardinality,
  owl.minQualifiedCardinality,
  owl.maxQualifiedCardinality,
  owl.qualifiedCardinality,
] as const;
type Restriction = (typeof RESTRICTIONS)[number];

export class ExpressionReader {
  private readonly classes = new Map<Individual, ClassExpression>();
  private readonly ranges = new Map<Individual, DataRange>();
  private readonly nesting = new Nesting();
  /** Reasons of the unreadable operands since the last call of takeSkipped. */
  private skipped: Unreadable[] = [];

  constructor(
    private readonly graph: Graph,
    private readonly kinds: Kinds,
  ) {}

  /**
   * Reads the class expression of a term.
   *
   * @throws Unreadable for a term of another kind and for an expression that is malformed, circular or nested too
   *   deeply
   */
  classExpression(term: Term, position: Position): ClassExpression {
    if (isLiteral(term)) throw wrongKind(position, 'a literal where a class is expected', 'name a class');
    if (isIri(term)) {
      if (term === rdfs.Resource) return { kind: 'Class', iri: owl.Thing };
      if (this.kinds.is(term, 'datatype') && !this.kinds.is(term, 'class')) {
        throw wrongKind(position, 'a datatype where a class is expected', 'name a class');
      }
      if ((builtInKind(term) ?? 'class') !== 'class') {
        throw wrongKind(position, 'a built-in property where a class is expected', 'name a class');
      }
      this.kinds.addKind(term, 'class');
      this.nesting.countName();
      return { kind: 'Class', iri: term };
    }
    return this.nesting.shared(this.classes, term, position, () => this.anonymousClass(term, position));
  }

  /** Reads the data range of a term. @throws Unreadable like classExpression */
  dataRange(term: Term, position: Position): DataRange {
    if (isLiteral(term)) throw wrongKind(position, 'a literal where a datatype is expected', 'name a datatype');
    if (isIri(term)) {
      const isClass = this.kinds.is(term, 'class') && !this.kinds.is(term, 'datatype');
      if (isClass || (builtInKind(term) ?? 'datatype') !== 'datatype') {
        throw wrongKind(position, 'a class where a datatype is expected', 'name a datatype, such as xsd:string');
      }
      this.kinds.addKind(term, 'datatype');
      this.nesting.countName();
      return { kind: 'Datatype', iri: term };
    }
    return this.nesting.shared(this.ranges, term, position, () => this.anonymousRange(term, position));
  }

  /** Returns the reasons of the unreadable operands that were read since the last call. */
  takeSkipped(): readonly Unreadable[] {
    const { skipped } = this;
    this.skipped = [];
    return skipped;
  }

  individual(term: Term, position: Position): Individual {
    if (isLiteral(term)) throw wrongKind(position, 'a literal where an individual is expected', 'name an individual');
    if (isUnfindable(term)) {
      const bytes = Buffer.byteLength(term).toLocaleString('en-US');
      throw new Unreadable(position, `an IRI of ${bytes} bytes, by which no node can be found`, 'use a shorter IRI');
    }
    if (isIri(term)) this.kinds.addKind(term, 'individual');
    return term;
  }

  /**
   * Reads the expression that a named class is equivalent to, as in `:Chair owl:intersectionOf (…)`.
   *
   * @param quad constructing statement; the other statements of a restriction have the same subject
   */
  ofNamedClass(quad: Quad): ClassExpression {
    const { subject, position } = quad;
    return this.nesting.enter(subject, position, () => this.construct(subject, quad));
  }

  /** Like ofNamedClass, for a datatype. */
  ofNamedDatatype(quad: Quad): DataRange {
    const { subject, position } = quad;
    return this.nesting.enter(subject, position, () => this.constructRange(subject, quad));
  }

  private anonymousClass(node: Individual, position: Position): ClassExpression {
    const construction = this.construction(node, position);
    const expression = this.construct(node, construction);
    for (const quad of this.graph.matching(node, rdf.type)) {
      if (quad.object === owl.Class || quad.object === owl.Restriction || quad.object === rdfs.Class) {
        this.graph.use(quad);
      }
    }
    return expression;
  }

  private anonymousRange(node: Individual, position: Position): DataRange {
    const construction = this.construction(node, position);
    const range = this.constructRange(node, construction);
    for (const quad of this.graph.matching(node, rdf.type)) {
      if (quad.object === rdfs.Datatype || quad.object === owl.DataRange) this.graph.use(quad);
    }
    return range;
  }

  /** Returns the only constructing statement about a node. */
  private construction(node: Individual, position: Position): Quad {
    const [first, second] = this.graph.withSubject(node).filter((quad) => CONSTRUCTORS.has(quad.predicate));
    if (!first) {
      const restriction = this.graph
        .withSubject(node)
        .some((quad) => (RESTRICTIONS as readonly Iri[]).includes(quad.predicate));
      throw restriction || this.graph.hasType(node, owl.Restriction)
        ? new Unreadable(position, 'a restriction without owl:onProperty', 'add owl:onProperty')
        : new Unreadable(
            position,
            'a blank node without an expression',
            'name it, or define it with owl:unionOf, owl:onProperty, …',
          );
    }
    if (second) {
      throw new Unreadable(second.position, 'two expressions on one node', 'write one node for each of them');
    }
    return first;
  }

  private construct(node: Individual, quad: Quad): ClassExpression {
    this.graph.use(quad);
    const { position } = quad;
    switch (quad.predicate) {
      case owl.intersectionOf:
      case owl.unionOf: {
        const operands = this.graph.list(quad).map((item) => this.operand(item));
        const union = quad.predicate === owl.unionOf;
        // The union of nothing is owl:Nothing, the intersection of nothing owl:Thing.
        if (operands.length === 0) return { kind: 'Class', iri: union ? owl.Nothing : owl.Thing };
        if (operands.length === 1) return operands[0]!;
        return { kind: union ? 'UnionOf' : 'IntersectionOf', operands, position };
      }
      case owl.complementOf:
        return { kind: 'ComplementOf', operand: this.classExpression(quad.object, position), position };
      case owl.oneOf: {
        const individuals = this.graph.list(quad).map((item) => this.individual(item.term, item.position));
        if (individuals.length === 0) return { kind: 'Class', iri: owl.Nothing };
        return { kind: 'OneOf', individuals, position };
      }
      case owl.onProperty:
        return this.restriction(node, quad);
      case owl.onProperties:
        throw new Unreadable(position, 'n-ary restrictions (owl:onProperties) are not supported', 'use owl:onProperty');
      default:
        throw wrongKind(position, 'a data range where a class is expected', 'write a class expression');
    }
  }

  /** Reads an operand of an intersection or union. The others keep their meaning if it is unreadable. */
  private operand({ term, position }: ListItem): ClassExpression {
    try {
      return this.classExpression(term, position);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.skipped.push(error);
      this.graph.useTree(term);
      return { kind: 'Unreadable', term, position };
    }
  }

  private restriction(node: Individual, onProperty: Quad): ClassExpression {
    const { position } = onProperty;
    if (this.graph.matching(node, owl.onProperty).length > 1) this.graph.single(node, owl.onProperty);
    const isConstraint = ({ predicate }: Quad) => (RESTRICTIONS as readonly Iri[]).includes(predicate);
    const [first, second] = this.graph.withSubject(node).filter(isConstraint);
    if (!first) {
      throw new Unreadable(position, 'a restriction without a constraint', 'add owl:someValuesFrom or the like');
    }
    if (second) {
      throw new Unreadable(second.position, 'two restrictions on one node', 'write one node for each of them');
    }
    this.graph.use(first);
    const restriction = first.predicate as Restriction;
    const property = readProperty(this.graph, this.kinds, onProperty.object, position);
    if (property.kind === 'annotation') {
      throw wrongKind(position, 'a restriction on an annotation property', 'restrict an object or data property');
    }
    return property.kind === 'object'
      ? this.objectRestriction(node, property.property, restriction, first)
      : this.dataRestriction(node, property.property, restriction, first);
  }

  private objectRestriction(
    node: Individual,
    onProperty: ObjectPropertyExpression,
    restriction: Restriction,
    { object, position }: Quad,
  ): ClassExpression {
    const common = { onProperty, position } as const;
    switch (restriction) {
      case owl.someValuesFrom:
        return { ...common, kind: 'ObjectSomeValuesFrom', filler: this.classExpression(object, position) };
      case owl.allValuesFrom:
        return { ...common, kind: 'ObjectAllValuesFrom', filler: this.classExpression(object, position) };
      case owl.hasValue:
        return { ...common, kind: 'ObjectHasValue', individual: this.individual(object, position) };
      case owl.hasSelf:
        if (!isLiteral(object) || (object.value !== 'true' && object.value !== '1')) {
          throw new Unreadable(position, 'the value of owl:hasSelf must be true', 'write owl:hasSelf true');
        }
        return { ...common, kind: 'ObjectHasSelf' };
      default: {
        const qualifier = this.qualifier(node, restriction, owl.onClass, position);
        const filler = qualifier && this.classExpression(qualifier.object, qualifier.position);
        const kind = `Object${cardinalityKind(restriction)}` as const;
        return { ...common, kind, cardinality: cardinality(object, position), ...(filler && { filler }) };
      }
    }
  }

  private dataRestriction(
    node: Individual,
    onProperty: Iri,
    restriction: Restriction,
    { object, position }: Quad,
  ): ClassExpression {
    const common = { onProperty, position } as const;
    switch (restriction) {
      case owl.someValuesFrom:
        return { ...common, kind: 'DataSomeValuesFrom', filler: this.dataRange(object, position) };
      case owl.allValuesFrom:
        return { ...common, kind: 'DataAllValuesFrom', filler: this.dataRange(object, position) };
      case owl.hasValue:
        if (!isLiteral(object)) {
          throw wrongKind(position, 'a value of a data property must be a literal', 'write a literal');
        }
        return { ...common, kind: 'DataHasValue', value: object };
      case owl.hasSelf:
        throw wrongKind(position, 'owl:hasSelf on a data property', 'restrict an object property');
      default: {
        const qualifier = this.qualifier(node, restriction, owl.onDataRange, position);
        const filler = qualifier && this.dataRange(qualifier.object, qualifier.position);
        const kind = `Data${cardinalityKind(restriction)}` as const;
        return { ...common, kind, cardinality: cardinality(object, position), ...(filler && { filler }) };
      }
    }
  }

  /** Returns the qualifier of a cardinality. Unqualified predicates with a qualifier are read as qualified. */
  private qualifier(node: Individual, restriction: Restriction, predicate: Iri, position: Position): Quad | undefined {
    const quad = this.graph.single(node, predicate);
    if (!quad && /ualified/.test(restriction)) {
      const name = predicate === owl.onClass ? 'owl:onClass' : 'owl:onDataRange';
      throw new Unreadable(position, `a qualified cardinality without ${name}`, `add ${name}`);
    }
    return quad;
  }

  private constructRange(node: Individual, quad: Quad): DataRange {
    this.graph.use(quad);
    const { position } = quad;
    switch (quad.predicate) {
      case owl.intersectionOf:
      case owl.unionOf: {
        const operands = this.graph.list(quad).map((item) => this.dataRange(item.term, item.position));
        if (operands.length === 1) return operands[0]!;
        if (operands.length === 0)
          throw new Unreadable(position, 'a data range without parts', 'name at least one part');
        return { kind: quad.predicate === owl.unionOf ? 'DataUnionOf' : 'DataIntersectionOf', operands, position };
      }
      case owl.complementOf:
      case owl.datatypeComplementOf:
        return { kind: 'DataComplementOf', operand: this.dataRange(quad.object, position), position };
      case owl.oneOf:
        return { kind: 'DataOneOf', values: this.graph.list(quad).map(literalItem), position };
      case owl.onDatatype:
        return this.datatypeRestriction(node, quad);
      default:
        throw wrongKind(position, 'a class expression where a data range is expected', 'write a data range');
    }
  }

  private datatypeRestriction(node: Individual, { object, position }: Quad): DataRange {
    if (!isIri(object)) {
      throw wrongKind(position, 'the value of owl:onDatatype must be a named datatype', 'name a datatype');
    }
    this.dataRange(object, position);
    const restrictions = this.graph.single(node, owl.withRestrictions);
    if (!restrictions) {
      throw new Unreadable(position, 'owl:onDatatype without owl:withRestrictions', 'add owl:withRestrictions');
    }
    const facets = this.graph.list(restrictions).flatMap((item) => {
      if (!isBlank(item.term)) {
        throw new Unreadable(item.position, 'expected a facet', 'write facets as [ xsd:minInclusive 0 ]');
      }
      return this.graph.withSubject(item.term).map((quad) => {
        this.graph.use(quad);
        if (!FACETS.has(quad.predicate)) {
          throw new Unreadable(quad.position, 'not a facet of XML Schema or OWL 2', 'use xsd:minInclusive or the like');
        }
        return { facet: quad.predicate, value: literalItem({ term: quad.object, position: quad.position }) };
      });
    });
    return { kind: 'DatatypeRestriction', datatype: object, facets, position };
  }
}

function cardinalityKind(restriction: Restriction): 'MinCardinality' | 'MaxCardinality' | 'ExactCardinality' {
  switch (restriction) {
    case owl.minCardinality:
    case owl.minQualifiedCardinality:
      return 'MinCardinality';
    case owl.maxCardinality:
    case owl.maxQualifiedCardinality:
      return 'MaxCardinality';
    default:
      return 'ExactCardinality';
  }
}
