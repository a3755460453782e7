/** OWL/XML text → quads with positions (https://www.w3.org/TR/owl2-xml-serialization/). */
import { syntaxError } from '../document';
import type { QuadDocument } from '../quads';
import { owl, rdf } from '../vocabulary';
import { AxiomWriter } from './axioms';
import { readElements } from './element';
import type { Element } from './element';
import { Expressions } from './expressions';
import { GraphWriter } from './graph';
import type { PlacedNode } from './graph';

/**
 * Parses an OWL/XML document into the RDF graph that OWL 2 maps it to. The position of a statement is that of its
 * element. The graph declares the kind of every entity, even if the document has no declaration.
 *
 * @param base base of relative IRIs unless the document has `xml:base`
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export function parseOwlXml(text: string, base?: string): QuadDocument {
  const root = readElements(text, base);
  if (root.name !== 'Ontology') throw syntaxError(root.at, `OWL/XML begins with <Ontology>, not <${root.name}>`);
  const graph = new GraphWriter(text);
  readPrefixes(root, graph);
  const writer = new AxiomWriter(new Expressions(graph));
  const ontology = readHeader(root, graph);
  const parts = root.children.filter(({ name }) => name !== 'Prefix');
  for (const child of parts) {
    if (child.name === 'Annotation') writer.annotate(ontology, [child]);
    else if (child.name === 'Import')
      graph.triple(ontology, owl.imports, { term: graph.full(child.text, child), at: child.at });
    // Declarations come first: otherwise the first use of an entity would declare it, at the wrong position.
    else if (child.name === 'Declaration') writer.axiom(child);
  }
  const isAxiom = ({ name }: Element): boolean => !['Annotation', 'Import', 'Declaration'].includes(name);
  for (const child of parts) if (isAxiom(child)) writer.axiom(child);
  return graph.document();
}

function readPrefixes(root: Element, graph: GraphWriter): void {
  for (const child of root.children) {
    if (child.name !== 'Prefix') continue;
    const name = child.attributes.get('name');
    const iri = child.attributes.get('IRI');
    if (name === undefined || iri === undefined) throw syntaxError(child.at, '<Prefix> takes a name and an IRI');
    graph.prefixes.set(name.replace(/:$/, ''), graph.full(iri, child));
  }
}

function readHeader(root: Element, graph: GraphWriter): PlacedNode {
  const { attributes, at } = root;
  const iri = attributes.get('ontologyIRI');
  const version = attributes.get('versionIRI');
  const ontology = iri === undefined || iri === '' ? graph.blank(at) : { term: graph.full(iri, root), at };
  graph.triple(ontology, rdf.type, { term: owl.Ontology, at });
  if (version) graph.triple(ontology, owl.versionIRI, { term: graph.full(version, root), at });
  return ontology;
}
