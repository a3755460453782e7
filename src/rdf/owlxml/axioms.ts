/** OWL/XML axioms → statements (OWL 2 Mapping to RDF Graphs, table 1 and section 2.3). */
import { withArticle } from '../../util/text';
import { syntaxError } from '../document';
import type { Iri } from '../quads';
import { owl, rdf, rdfs, swrl } from '../vocabulary';
import type { Element } from './element';
import { ENTITIES } from './expressions';
import type { Expressions, Kind } from './expressions';
import type { Placed, PlacedNode } from './graph';
import { writeRule } from './rules';

/** Axiom element; `children` excludes its annotations. */
interface Axiom {
  readonly element: Element;
  readonly children: readonly Element[];
  readonly annotations: readonly Element[];
}

type AxiomReader = (w: AxiomWriter, axiom: Axiom) => void;

const AXIOMS: Readonly<Record<string, AxiomReader>> = {
  Declaration: declaration,
  SubClassOf: statement(rdfs.subClassOf, 'class expression', 'class expression'),
  EquivalentClasses: chain(owl.equivalentClass, 'class expression'),
  DisjointClasses: pairwise(owl.disjointWith, owl.AllDisjointClasses, 'class expression'),
  DisjointUnion: (w, axiom) => {
    const [union, ...parts] = axiom.children;
    const node = w.read('class expression', axiom, union);
    w.write(axiom, node, owl.disjointUnionOf, w.list(axiom, w.x.every(axiom.element, 'class expression', 2, parts)));
  },
  SubObjectPropertyOf: subObjectPropertyOf,
  EquivalentObjectProperties: chain(owl.equivalentProperty, 'object property expression'),
  DisjointObjectProperties: pairwise(owl.propertyDisjointWith, owl.AllDisjointProperties, 'object property expression'),
  InverseObjectProperties: statement(owl.inverseOf, 'object property expression', 'object property expression'),
  ObjectPropertyDomain: statement(rdfs.domain, 'object property expression', 'class expression'),
  ObjectPropertyRange: statement(rdfs.range, 'object property expression', 'class expression'),
  FunctionalObjectProperty: characteristic(owl.FunctionalProperty),
  InverseFunctionalObjectProperty: characteristic(owl.InverseFunctionalProperty),
  ReflexiveObjectProperty: characteristic(owl.ReflexiveProperty),
  IrreflexiveObjectProperty: characteristic(owl.IrreflexiveProperty),
  SymmetricObjectProperty: characteristic(owl.SymmetricProperty),
  AsymmetricObjectProperty: characteristic(owl.AsymmetricProperty),
  TransitiveObjectProperty: characteristic(owl.TransitiveProperty),
  SubDataPropertyOf: statement(rdfs.subPropertyOf, 'data property', 'data property'),
  EquivalentDataProperties: chain(owl.equivalentProperty, 'data property'),
  DisjointDataProperties: pairwise(owl.propertyDisjointWith, owl.AllDisjointProperties, 'data property'),
  DataPropertyDomain: statement(rdfs.domain, 'data property', 'class expression'),
  DataPropertyRange: statement(rdfs.range, 'data property', 'data range'),
  FunctionalDataProperty: characteristic(owl.FunctionalProperty, 'data property'),
  DatatypeDefinition: statement(owl.equivalentClass, 'data range', 'data range'),
  HasKey: hasKey,
  SameIndividual: chain(owl.sameAs, 'individual'),
  DifferentIndividuals: pairwise(owl.differentFrom, owl.AllDifferent, 'individual'),
  ClassAssertion: (w, axiom) => {
    const [type, node] = w.x.children(axiom.element, ['class expression', 'individual'], axiom.children);
    w.write(axiom, node!, rdf.type, type!);
  },
  ObjectPropertyAssertion: (w, axiom) => {
    const [property, ...ends] = axiom.children;
    const [from, to] = w.x.children(axiom.element, ['individual', 'individual'], ends);
    if (property?.name !== 'ObjectInverseOf') {
      const predicate = w.read('object property expression', axiom, property);
      return w.write(axiom, from!, predicate.term, to!);
    }
    // ObjectInverseOf(p) from a to b is p from b to a.
    const [inverse] = w.x.children(property, ['object property expression']);
    w.write(axiom, to!, inverse!.term, from!);
  },
  DataPropertyAssertion: (w, axiom) => {
    const kinds: Kind[] = ['data property', 'individual', 'literal'];
    const [property, node, value] = w.x.children(axiom.element, kinds, axiom.children);
    w.write(axiom, node!, property!.term, value!);
  },
  NegativeObjectPropertyAssertion: negative('object property expression', 'individual', owl.targetIndividual),
  NegativeDataPropertyAssertion: negative('data property', 'literal', owl.targetValue),
  AnnotationAssertion: (w, axiom) => {
    const [property, subject, value] = axiom.children;
    const predicate = w.read('annotation property', axiom, property);
    w.write(axiom, w.reference(axiom, subject) as PlacedNode, predicate.term, w.annotationValue(axiom, value));
  },
  SubAnnotationPropertyOf: statement(rdfs.subPropertyOf, 'annotation property', 'annotation property'),
  AnnotationPropertyDomain: annotationStatement(rdfs.domain),
  AnnotationPropertyRange: annotationStatement(rdfs.range),
  DLSafeRule: (w, axiom) => writeRule(w.x, w.node(axiom, swrl('Imp')), axiom.children),
};

export class AxiomWriter {
  constructor(readonly x: Expressions) {}

  /** @throws OwlgateError OntologySyntax */
  axiom(element: Element): void {
    if (!Object.hasOwn(AXIOMS, element.name)) {
      throw syntaxError(element.at, `<${element.name}> is not an axiom of OWL 2`);
    }
    const annotations = element.children.filter(({ name }) => name === 'Annotation');
    const children = element.children.filter(({ name }) => name !== 'Annotation');
    AXIOMS[element.name]!(this, { element, children, annotations });
  }

  /** Writes the main statement of an axiom and its annotations. */
  write(axiom: Axiom, subject: PlacedNode, predicate: Iri, object: Placed): void {
    this.x.graph.triple(subject, predicate, object, axiom.element.at);
    this.annotateStatement(axiom, subject, predicate, object);
  }

  /** Writes the annotations of an axiom: their subject is a node that represents the statement. */
  annotateStatement({ element, annotations }: Axiom, subject: PlacedNode, predicate: Iri, object: Placed): void {
    if (annotations.length === 0) return;
    const node = this.x.graph.blank(element.at);
    this.reify(node, owl.Axiom, element, subject, predicate, object);
    this.annotate(node, annotations);
  }

  private reify(node: PlacedNode, type: Iri, { at }: Element, s: PlacedNode, p: Iri, o: Placed): void {
    const { graph } = this.x;
    graph.triple(node, rdf.type, { term: type, at });
    graph.triple(node, owl.annotatedSource, { term: s.term, at });
    graph.triple(node, owl.annotatedProperty, { term: p, at });
    graph.triple(node, owl.annotatedTarget, { term: o.term, at });
  }

  /** Writes `<Annotation>`s of a node, including nested ones. @throws OwlgateError OntologySyntax */
  annotate(node: PlacedNode, annotations: readonly Element[]): void {
    for (const element of annotations) {
      const nested = element.children.filter(({ name }) => name === 'Annotation');
      const children = element.children.filter(({ name }) => name !== 'Annotation');
      const axiom = { element, children, annotations: [] };
      const property = this.read('annotation property', axiom, children[0]);
      const value = this.annotationValue(axiom, children[1]);
      this.x.graph.triple(node, property.term, value, element.at);
      if (nested.length === 0) continue;
      const annotationNode = this.x.graph.blank(element.at);
      this.reify(annotationNode, owl.Annotation, element, node, property.term, value);
      this.annotate(annotationNode, nested);
    }
  }

  read(kind: Kind, { element }: Axiom, child: Element | undefined): PlacedNode {
    if (!child) throw syntaxError(element.at, `<${element.name}> lacks ${withArticle(kind)}`);
    return this.x.read(kind, child) as PlacedNode;
  }

  /** Reads an `<IRI>`, `<AbbreviatedIRI>` or anonymous individual; some programs write entities instead. */
  reference({ element }: Axiom, child: Element | undefined): Placed {
    const { graph } = this.x;
    switch (child?.name) {
      case 'IRI':
        return { term: graph.full(child.text, child), at: child.at };
      case 'AbbreviatedIRI':
        return { term: graph.abbreviated(child.text, child), at: child.at };
      case 'AnonymousIndividual':
        return this.x.anonymous(child);
      default:
        if (child && Object.hasOwn(ENTITIES, child.name)) return { term: graph.iri(child), at: child.at };
        throw syntaxError(child?.at ?? element.at, `<${element.name}> takes an <IRI> here`);
    }
  }

  annotationValue(axiom: Axiom, child: Element | undefined): Placed {
    return child?.name === 'Literal' ? this.x.literal(child) : this.reference(axiom, child);
  }

  list({ element }: Axiom, items: readonly Placed[]): PlacedNode {
    return this.x.graph.list(items, element.at);
  }

  /** Creates the node of an axiom that RDF represents by a node; the annotations become statements about it. */
  node({ element, annotations }: Axiom, type: Iri): PlacedNode {
    const node = this.x.graph.blank(element.at);
    this.x.graph.triple(node, rdf.type, { term: type, at: element.at });
    this.annotate(node, annotations);
    return node;
  }
}

function declaration(w: AxiomWriter, axiom: Axiom): void {
  const [child] = axiom.children;
  if (!child || axiom.children.length > 1 || !Object.hasOwn(ENTITIES, child.name)) {
    throw syntaxError(axiom.element.at, `<Declaration> takes one of <${Object.keys(ENTITIES).join('>, <')}>`);
  }
  const node = { term: w.x.graph.iri(child), at: child.at };
  const kind = ENTITIES[child.name]!;
  w.x.graph.declare(node, kind, false);
  w.annotateStatement(axiom, node, rdf.type, { term: kind, at: child.at });
}

function statement(predicate: Iri, from: Kind, to: Kind): AxiomReader {
  return (w, axiom) => {
    const [subject, object] = w.x.children(axiom.element, [from, to], axiom.children);
    w.write(axiom, subject!, predicate, object!);
  };
}

function annotationStatement(predicate: Iri): AxiomReader {
  return (w, axiom) => {
    const property = w.read('annotation property', axiom, axiom.children[0]);
    w.write(axiom, property, predicate, w.reference(axiom, axiom.children[1]));
  };
}

function characteristic(type: Iri, kind: Kind = 'object property expression'): AxiomReader {
  return (w, axiom) => {
    const [property] = w.x.children(axiom.element, [kind], axiom.children);
    w.write(axiom, property!, rdf.type, { term: type, at: axiom.element.at });
  };
}

/** Relates each item with the next. */
function chain(predicate: Iri, kind: Kind): AxiomReader {
  return (w, axiom) => {
    const nodes = w.x.every(axiom.element, kind, 2, axiom.children);
    nodes.slice(1).forEach((node, i) => w.write(axiom, nodes[i]!, predicate, node));
  };
}

/** Relates two items by a statement, more by a node with a list. */
function pairwise(predicate: Iri, type: Iri, kind: Kind): AxiomReader {
  return (w, axiom) => {
    const nodes = w.x.every(axiom.element, kind, 2, axiom.children);
    if (nodes.length === 2) return w.write(axiom, nodes[0]!, predicate, nodes[1]!);
    const members = w.list(axiom, nodes);
    w.x.graph.triple(w.node(axiom, type), owl.members, members, axiom.element.at);
  };
}

function subObjectPropertyOf(w: AxiomWriter, axiom: Axiom): void {
  const [sub, sup] = axiom.children;
  if (sub?.name !== 'ObjectPropertyChain') {
    return statement(rdfs.subPropertyOf, 'object property expression', 'object property expression')(w, axiom);
  }
  if (axiom.children.length > 2)
    throw syntaxError(axiom.element.at, '<SubObjectPropertyOf> takes a chain and a property');
  const links = w.list(axiom, w.x.every(sub, 'object property expression', 2));
  w.write(axiom, w.read('object property expression', axiom, sup), owl.propertyChainAxiom, links);
}

function hasKey(w: AxiomWriter, axiom: Axiom): void {
  const [type, ...properties] = axiom.children;
  const node = w.read('class expression', axiom, type);
  if (properties.length === 0) throw syntaxError(axiom.element.at, '<HasKey> takes a class expression and properties');
  const key = properties.map((property) =>
    w.x.read(w.x.isOfKind('data property', property) ? 'data property' : 'object property expression', property),
  );
  w.write(axiom, node, owl.hasKey, w.list(axiom, key));
}

function negative(property: Kind, target: Kind, predicate: Iri): AxiomReader {
  return (w, axiom) => {
    const [propertyNode, from, to] = w.x.children(axiom.element, [property, 'individual', target], axiom.children);
    const { graph } = w.x;
    const node = w.node(axiom, owl.NegativePropertyAssertion);
    graph.triple(node, owl.sourceIndividual, from!);
    graph.triple(node, owl.assertionProperty, propertyNode!);
    graph.triple(node, predicate, to!);
  };
}
