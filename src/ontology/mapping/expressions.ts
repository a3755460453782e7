/** Triples → class expressions and data ranges (OWL 2 Mapping to RDF, tables 11 to 15). */
import type { ClassExpression, DataRange, Individual, Iri, ObjectPropertyExpression, Position } from '../model';
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad, Term } from '../quads';
import { builtInKind, owl, rdf, rdfs } from '../vocabulary';
import type { Graph } from './graph';
import { Unreadable } from './graph';
import type { Kinds } from './kinds';
import { cardinality, FACETS, literalItem, wrongKind } from './literals';
import { readProperty } from './properties';

/** Maximum nesting of expressions. It bounds every recursion over expressions, also in other rooms. */
const MAX_DEPTH = 64;
/** Maximum total size of repeated uses of shared expressions, in terms. It bounds every traversal of expressions. */
const MAX_SHARED_SIZE = 1_000_000;

/** Nesting depth and number of terms of an expression, with shared parts counted at each use. */
interface Measure {
  depth: number;
  size: number;
}

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

const NAME: Measure = { depth: 0, size: 1 };

export class ExpressionReader {
  private readonly classes = new Map<Individual, ClassExpression>();
  private readonly ranges = new Map<Individual, DataRange>();
  /** Blank nodes that are being read, with their measures so far. A reference to one of them from inside is a cycle. */
  private readonly open = new Map<Individual, Measure>();
  private readonly measures = new Map<Individual, Measure>();
  private sharedSize = 0;

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
      this.count(NAME);
      return { kind: 'Class', iri: term };
    }
    return this.shared(this.classes, term, position, () => this.anonymousClass(term, position));
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
      this.count(NAME);
      return { kind: 'Datatype', iri: term };
    }
    return this.shared(this.ranges, term, position, () => this.anonymousRange(term, position));
  }

  individual(term: Term, position: Position): Individual {
    if (isLiteral(term)) throw wrongKind(position, 'a literal where an individual is expected', 'name an individual');
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
    return this.nested(subject, position, () => this.construct(subject, quad));
  }

  /** Like ofNamedClass, for a datatype. */
  ofNamedDatatype(quad: Quad): DataRange {
    const { subject, position } = quad;
    return this.nested(subject, position, () => this.constructRange(subject, quad));
  }

  /** Reads an expression at its first use, and returns the cached one later. Limits the total size of repeated uses. */
  private shared<T>(cache: Map<Individual, T>, node: Individual, position: Position, compute: () => T): T {
    const cached = cache.get(node);
    if (cached === undefined) {
      const value = this.nested(node, position, compute);
      cache.set(node, value);
      return value;
    }
    const measure = this.measures.get(node)!;
    this.sharedSize += measure.size;
    if (this.open.size + measure.depth > MAX_DEPTH) throw tooDeep(position);
    if (this.sharedSize > MAX_SHARED_SIZE) {
      throw new Unreadable(position, 'shared by too many expressions', 'give the shared expression a name');
    }
    this.count(measure);
    return cached;
  }

  private nested<T>(node: Individual, position: Position, compute: () => T): T {
    if (this.open.has(node)) {
      throw new Unreadable(position, 'the expression contains itself', 'name the class and use its name inside');
    }
    if (this.open.size >= MAX_DEPTH) throw tooDeep(position);
    const measure = { depth: 1, size: 1 };
    this.open.set(node, measure);
    try {
      return compute();
    } finally {
      this.open.delete(node);
      this.measures.set(node, measure);
      this.count(measure);
    }
  }

  /** Adds a part to the measure of the innermost open expression. */
  private count(part: Measure): void {
    const innermost = [...this.open.values()].at(-1);
    if (!innermost) return;
    innermost.depth = Math.max(innermost.depth, part.depth + 1);
    innermost.size += part.size;
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
        const operands = this.graph.list(quad).map((item) => this.classExpression(item.term, item.position));
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

function tooDeep(position: Position): Unreadable {
  return new Unreadable(position, `expressions are nested deeper than ${MAX_DEPTH}`, 'name the inner parts');
}
