/**
 * Statements of an ontology as canonical texts with their positions: axioms, the header, annotations of axioms, and
 * statements that OWL 2 does not read.
 */
import type { Ontology, Position } from '../model';
import { isIri } from '../quads';
import type { Quad, Term } from '../quads';
import { owl, rdf } from '../vocabulary';
import { anonymousLabels } from './anonymous';
import { CanonicalRenderer } from './renderer';

interface CanonicalStatement {
  readonly text: string;
  readonly position: Position;
}

/**
 * Returns the statements in document order, the first of equal ones.
 *
 * @param quads statements of the documents that the ontology was read from
 */
export function canonicalStatements(ontology: Ontology, quads: readonly Quad[]): CanonicalStatement[] {
  const labels = anonymousLabels(ontology.axioms);
  const renderer = new CanonicalRenderer((individual) => labels.get(individual) ?? '_:');
  const statements = [
    ...headerOf(quads, renderer),
    ...ontology.axioms.map((axiom) => ({ text: renderer.axiom(axiom), position: axiom.position })),
    ...annotationsOfAxioms(quads, renderer),
    ...ontology.unrecognized.map(({ text, canonical = JSON.stringify(text), position }) => ({
      text: `Unrecognized(${canonical})`,
      position,
    })),
  ];
  const first = new Map<string, CanonicalStatement>();
  for (const statement of statements) if (!first.has(statement.text)) first.set(statement.text, statement);
  return [...first.values()];
}

const HEADER: ReadonlyMap<string, string> = new Map([
  [owl.versionIRI, 'VersionIRI'],
  [owl.imports, 'Import'],
]);

function headerOf(quads: readonly Quad[], renderer: CanonicalRenderer): CanonicalStatement[] {
  return quads.flatMap(({ subject, predicate, object, position }) => {
    if (predicate === rdf.type && object === owl.Ontology) {
      return isIri(subject) ? [{ text: `Ontology(${renderer.iri(subject)})`, position }] : [];
    }
    const name = HEADER.get(predicate);
    return name !== undefined && isIri(object) ? [{ text: `${name}(${renderer.iri(object)})`, position }] : [];
  });
}

const ANNOTATED: readonly string[] = [owl.annotatedSource, owl.annotatedProperty, owl.annotatedTarget];

/** Annotations of axioms are triples at a node of the type owl:Axiom, which names the annotated triple. */
function annotationsOfAxioms(quads: readonly Quad[], renderer: CanonicalRenderer): CanonicalStatement[] {
  const nodes = new Map<string, Quad[]>();
  for (const { predicate, object, subject } of quads) {
    if (predicate === rdf.type && object === owl.Axiom) nodes.set(subject, []);
  }
  if (nodes.size === 0) return [];
  for (const quad of quads) nodes.get(quad.subject)?.push(quad);
  // Expressions behind blank nodes are not told apart here: their own axioms are compared.
  const print = (term: Term | undefined): string =>
    term === undefined || (typeof term === 'string' && !isIri(term)) ? '_:' : renderer.term(term);
  return [...nodes.values()].flatMap((about) => {
    const annotated = ANNOTATED.map((each) => print(about.find(({ predicate }) => predicate === each)?.object));
    return about
      .filter(({ predicate }) => predicate !== rdf.type && !ANNOTATED.includes(predicate))
      .map(({ predicate, object, position }) => ({
        text: `AxiomAnnotation(${[...annotated, renderer.iri(predicate), print(object)].join(' ')})`,
        position,
      }));
  });
}
