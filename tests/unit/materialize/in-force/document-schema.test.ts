/**
 * The predicates of documents, held against the ontology that says what they mean; and that schema texts leave them be.
 */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { DOCUMENT_SCHEMA, printDocumentSchema } from '../../../../src/materialize/in-force/document-schema';
import { protectFromSchema } from '../../../../src/materialize/in-force/registry-schema';
import { readOntology } from '../../../../src/ontology';

const NS = 'https://owlgate.dev/documents#';
const turtle = readFileSync(path.join(__dirname, '../../../../ontologies/owlgate/documents.ttl'), 'utf8');
const { ontology } = readOntology(turtle);

describe('ontologies/owlgate/documents.ttl', () => {
  const stored = new Map<string, string>();
  const [ranges, functional] = [new Map<string, string>(), new Set<string>()];
  for (const axiom of ontology.axioms) {
    if (
      axiom.kind === 'AnnotationAssertion' &&
      axiom.property === `${NS}predicate` &&
      typeof axiom.value === 'object'
    ) {
      stored.set(axiom.subject, axiom.value.value);
    }
    if (axiom.kind === 'DataPropertyRange' && axiom.range.kind === 'Datatype')
      ranges.set(axiom.property, axiom.range.iri);
    if (axiom.kind === 'FunctionalDataProperty') functional.add(axiom.property);
  }

  it('the ontology describes every predicate of documents and no other', () => {
    expect([...stored.values()].sort()).toEqual(Object.keys(DOCUMENT_SCHEMA).sort());
    for (const iri of stored.keys()) expect(ontology.entities.get(iri)?.kinds.size).toBe(1);
  });

  it.each([...stored])('the ontology has the stored type and cardinality of %s', (iri, predicate) => {
    const declared = DOCUMENT_SCHEMA[predicate]!;
    const isEdge = ontology.entities.get(iri)!.kinds.has('objectProperty');
    const type = isEdge ? 'uid' : ranges.get(iri)!.endsWith('#integer') ? 'int' : 'string';
    expect(declared).toMatch(isEdge || !functional.has(iri) ? new RegExp(`^\\[${type}\\]`) : new RegExp(`^${type}\\b`));
  });
});

describe('schema texts of clients', () => {
  it('may repeat the stored declarations, as tools do', () => {
    expect(() => protectFromSchema(printDocumentSchema())).not.toThrow();
    expect(() => protectFromSchema(printDocumentSchema().replaceAll(' @noconflict', ''))).not.toThrow();
    expect(() =>
      protectFromSchema('<owlgate.embedding.m1>: float32vector @index(hnsw(metric:"cosine")) .'),
    ).not.toThrow();
  });

  it('may not change the declarations', () => {
    expect(() => protectFromSchema('owlgate.chunk.text: string @index(term) .')).toThrow(/owlgate\.chunk\.text/);
    expect(() => protectFromSchema('owlgate.embedding.m1: string .')).toThrow(/owlgate\.embedding\.m1/);
  });
});
