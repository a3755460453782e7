import { compileOntology } from '../../../../src/materialize/documents/compile';
import { TRANSFERRED_CLASSES } from '../../../../src/materialize/documents/transferred-classes';
import { withoutAxioms } from '../../../../src/ontology';
import { parseTurtle } from '../../../../src/rdf';
import { encodeGraph } from '../../../../src/util/objectGraph';

/** Returns the number of objects of a compiled ontology in its transferred form. */
function objectCount(classes: number): number {
  const lines = Array.from({ length: classes }, (_, i) => `:C${i + 1} a owl:Class ; rdfs:subClassOf :C${i >> 3} .`);
  const prefixes = `@prefix : <http://x.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . :C0 a owl:Class .`;
  const ontology = compileOntology(parseTurtle(`${prefixes}\n${lines.join('\n')}`), {});
  const transferred = { ...ontology, loaded: withoutAxioms(ontology.loaded) };
  return [...encodeGraph(transferred, TRANSFERRED_CLASSES)].reduce((sum, { kinds }) => sum + kinds.length, 0);
}

it('a class with a superclass adds ten objects', () => {
  expect((objectCount(1_100) - objectCount(100)) / 1_000).toBeLessThanOrEqual(10);
});
