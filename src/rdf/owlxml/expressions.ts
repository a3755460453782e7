/** OWL/XML expressions → terms and the statements that define them (OWL 2 Mapping to RDF Graphs, table 1). */
import type { OwlgateError } from '../../errors';
import { withArticle } from '../../util/text';
import { safeLabel, syntaxError } from '../document';
import type { Iri, OwlLiteral } from '../quads';
import { owl, rdf, rdfs, xsd } from '../vocabulary';
import type { Element } from './element';
import type { GraphWriter, Placed, PlacedNode } from './graph';

/** Syntactic category of an element. */
export type Kind =
  | 'class expression'
  | 'data range'
  | 'object property expression'
  | 'data property'
  | 'annotation property'
  | 'individual'
  | 'literal';

type ExpressionReader = (x: Expressions, element: Element) => PlacedNode;

export const ENTITIES: Readonly<Record<string, Iri>> = {
  Class: owl.Class,
  Datatype: rdfs.Datatype,
  ObjectProperty: owl.ObjectProperty,
  DataProperty: owl.DatatypeProperty,
  AnnotationProperty: owl.AnnotationProperty,
  NamedIndividual: owl.NamedIndividual,
};

const entity: ExpressionReader = (x, element) => x.entity(element);

const CLASS_EXPRESSIONS: Readonly<Record<string, ExpressionReader>> = {
  Class: entity,
  ObjectIntersectionOf: collection(owl.Class, owl.intersectionOf, 'class expression', 2),
  ObjectUnionOf: collection(owl.Class, owl.unionOf, 'class expression', 2),
  ObjectComplementOf: single(owl.Class, owl.complementOf, 'class expression'),
  ObjectOneOf: collection(owl.Class, owl.oneOf, 'individual', 1),
  ObjectSomeValuesFrom: restriction(owl.someValuesFrom, 'object property expression', 'class expression'),
  ObjectAllValuesFrom: restriction(owl.allValuesFrom, 'object property expression', 'class expression'),
  ObjectHasValue: restriction(owl.hasValue, 'object property expression', 'individual'),
  ObjectHasSelf: (x, element) => {
    const [property] = x.children(element, ['object property expression']);
    const value = { term: { kind: 'Literal', value: 'true', datatype: xsd('boolean') }, at: element.at } as const;
    return x.restriction(element, owl.onProperty, property!, owl.hasSelf, value);
  },
  ObjectMinCardinality: cardinality('min', 'object property expression', 'class expression'),
  ObjectMaxCardinality: cardinality('max', 'object property expression', 'class expression'),
  ObjectExactCardinality: cardinality('exact', 'object property expression', 'class expression'),
  DataSomeValuesFrom: dataRestriction(owl.someValuesFrom),
  DataAllValuesFrom: dataRestriction(owl.allValuesFrom),
  DataHasValue: restriction(owl.hasValue, 'data property', 'literal'),
  DataMinCardinality: cardinality('min', 'data property', 'data range'),
  DataMaxCardinality: cardinality('max', 'data property', 'data range'),
  DataExactCardinality: cardinality('exact', 'data property', 'data range'),
};

const DATA_RANGES: Readonly<Record<string, ExpressionReader>> = {
  Datatype: entity,
  DataIntersectionOf: collection(rdfs.Datatype, owl.intersectionOf, 'data range', 2),
  DataUnionOf: collection(rdfs.Datatype, owl.unionOf, 'data range', 2),
  DataComplementOf: single(rdfs.Datatype, owl.datatypeComplementOf, 'data range'),
  DataOneOf: collection(rdfs.Datatype, owl.oneOf, 'literal', 1),
  DatatypeRestriction: datatypeRestriction,
};

const READERS: Readonly<Record<Exclude<Kind, 'literal'>, Readonly<Record<string, ExpressionReader>>>> = {
  'class expression': CLASS_EXPRESSIONS,
  'data range': DATA_RANGES,
  'object property expression': {
    ObjectProperty: entity,
    ObjectInverseOf: (x, element) => {
      const [property] = x.children(element, ['object property expression']);
      const node = x.graph.blank(element.at);
      x.graph.triple(node, owl.inverseOf, property!);
      return node;
    },
  },
  'data property': { DataProperty: entity },
  'annotation property': { AnnotationProperty: entity },
  individual: {
    NamedIndividual: (x, element) => ({ term: x.graph.iri(element), at: element.at }),
    AnonymousIndividual: (x, element) => x.anonymous(element),
  },
};

export class Expressions {
  constructor(readonly graph: GraphWriter) {}

  /** True if an element is of a kind. */
  isOfKind(kind: Kind, { name }: Element): boolean {
    return kind === 'literal' ? name === 'Literal' : Object.hasOwn(READERS[kind], name);
  }

  /** @throws OwlgateError OntologySyntax for an element of another kind */
  read(kind: Kind, element: Element): Placed {
    if (kind === 'literal' && element.name === 'Literal') return this.literal(element);
    const readers = kind === 'literal' ? {} : READERS[kind];
    if (!Object.hasOwn(readers, element.name))
      throw elementError(element, `expected ${withArticle(kind)}, not <${element.name}>`);
    return readers[element.name]!(this, element);
  }

  /** Reads all children, which must be exactly of these kinds. @throws OwlgateError OntologySyntax */
  children(element: Element, kinds: readonly Kind[], children = element.children): PlacedNode[] {
    if (children.length !== kinds.length) {
      throw elementError(
        element,
        `<${element.name}> takes ${kinds.map(withArticle).join(' and ')}; it has ${children.length} parts`,
      );
    }
    // Callers read the kind `literal` only as an object, where a literal may stand.
    return children.map((child, i) => this.read(kinds[i]!, child) as PlacedNode);
  }

  /** Reads all children, which must be of one kind. @throws OwlgateError OntologySyntax */
  every(element: Element, kind: Kind, atLeast: number, children = element.children): PlacedNode[] {
    if (children.length < atLeast) {
      throw elementError(
        element,
        `<${element.name}> takes at least ${atLeast} of the kind ${kind}; it has ${children.length}`,
      );
    }
    return children.map((child) => this.read(kind, child) as PlacedNode);
  }

  entity(element: Element): PlacedNode {
    const node = { term: this.graph.iri(element), at: element.at };
    this.graph.declare(node, ENTITIES[element.name]!);
    return node;
  }

  anonymous({ attributes, name, at }: Element): PlacedNode {
    const id = attributes.get('nodeID')?.replace(/^_:/, '');
    if (!id) throw syntaxError(at, `<${name}> takes a nodeID`);
    return { term: `_:${safeLabel(id)}`, at };
  }

  literal(element: Element): Placed<OwlLiteral> {
    const { attributes } = element;
    const full = attributes.get('datatypeIRI');
    const short = attributes.get('abbreviatedDatatypeIRI');
    const datatype =
      full !== undefined
        ? this.graph.full(full, element)
        : short === undefined
          ? undefined
          : this.graph.abbreviated(short, element);
    return this.graph.literal(element, datatype);
  }

  /** @param propertyPredicate owl:onProperty or owl:onProperties */
  restriction(
    element: Element,
    propertyPredicate: Iri,
    property: PlacedNode,
    predicate: Iri,
    value: Placed,
  ): PlacedNode {
    const node = this.graph.blank(element.at);
    this.graph.triple(node, rdf.type, { term: owl.Restriction, at: element.at });
    this.graph.triple(node, propertyPredicate, property);
    this.graph.triple(node, predicate, value);
    return node;
  }
}

const elementError = (element: Element, reason: string): OwlgateError => syntaxError(element.at, reason);

function collection(type: Iri, predicate: Iri, kind: Kind, atLeast: number): ExpressionReader {
  return (x, element) => {
    const items = x.every(element, kind, atLeast);
    const node = x.graph.blank(element.at);
    x.graph.triple(node, rdf.type, { term: type, at: element.at });
    x.graph.triple(node, predicate, x.graph.list(items, element.at));
    return node;
  };
}

function single(type: Iri, predicate: Iri, kind: Kind): ExpressionReader {
  return (x, element) => {
    const [operand] = x.children(element, [kind]);
    const node = x.graph.blank(element.at);
    x.graph.triple(node, rdf.type, { term: type, at: element.at });
    x.graph.triple(node, predicate, operand!);
    return node;
  };
}

function restriction(predicate: Iri, property: Kind, value: Kind): ExpressionReader {
  return (x, element) => {
    const [propertyNode, filler] = x.children(element, [property, value]);
    return x.restriction(element, owl.onProperty, propertyNode!, predicate, filler!);
  };
}

/** Reader of a data restriction, which may have several properties (OWL 2 Syntax, 8.4). */
function dataRestriction(predicate: Iri): ExpressionReader {
  return (x, element) => {
    const range = element.children.at(-1);
    const properties = x.every(element, 'data property', 1, element.children.slice(0, -1));
    const value = x.read('data range', range!);
    if (properties.length === 1) return x.restriction(element, owl.onProperty, properties[0]!, predicate, value);
    return x.restriction(element, owl.onProperties, x.graph.list(properties, element.at), predicate, value);
  };
}

const CARDINALITIES = {
  min: [owl.minCardinality, owl.minQualifiedCardinality],
  max: [owl.maxCardinality, owl.maxQualifiedCardinality],
  exact: [owl.cardinality, owl.qualifiedCardinality],
} as const;

function cardinality(bound: keyof typeof CARDINALITIES, property: Kind, filler: Kind): ExpressionReader {
  return (x, element) => {
    const number = element.attributes.get('cardinality')?.trim() ?? '';
    if (!/^\+?\d{1,18}$/.test(number)) {
      throw elementError(element, `<${element.name}> takes a cardinality, a number from 0`);
    }
    const isQualified = element.children.length > 1;
    const [propertyNode, fillerNode] = x.children(element, isQualified ? [property, filler] : [property]);
    const value: OwlLiteral = { kind: 'Literal', value: number, datatype: xsd('nonNegativeInteger') };
    const predicate = CARDINALITIES[bound][isQualified ? 1 : 0];
    const node = x.restriction(element, owl.onProperty, propertyNode!, predicate, { term: value, at: element.at });
    if (fillerNode) x.graph.triple(node, filler === 'data range' ? owl.onDataRange : owl.onClass, fillerNode);
    return node;
  };
}

function datatypeRestriction(x: Expressions, element: Element): PlacedNode {
  const [datatype, ...facets] = element.children;
  if (datatype?.name !== 'Datatype' || facets.length === 0) {
    throw elementError(element, '<DatatypeRestriction> takes a <Datatype> and <FacetRestriction>s');
  }
  const node = x.graph.blank(element.at);
  x.graph.triple(node, rdf.type, { term: rdfs.Datatype, at: element.at });
  x.graph.triple(node, owl.onDatatype, x.entity(datatype));
  const restrictions = facets.map((facet) => {
    const iri = facet.attributes.get('facet');
    if (facet.name !== 'FacetRestriction' || iri === undefined) {
      throw elementError(facet, 'expected <FacetRestriction> with a facet');
    }
    const [value] = x.children(facet, ['literal']);
    const cell = x.graph.blank(facet.at);
    x.graph.triple(cell, x.graph.full(iri, facet), value!);
    return cell;
  });
  x.graph.triple(node, owl.withRestrictions, x.graph.list(restrictions, element.at));
  return node;
}
