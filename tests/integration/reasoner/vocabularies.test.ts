/** Closures of small examples under PROV-O, SKOS and FOAF, on which other reasoners agree (bench/data). */
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { readOntology } from '../../../src/ontology';
import { compile, MemoryGraph } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const ontologies = path.join(
  process.env['OWLGATE_SHARED'] ?? path.join(__dirname, '../../../../shared'),
  'data/ontologies',
);
const examples = path.join(__dirname, '../../../bench/data');
const present = existsSync(path.join(ontologies, 'prov-o.ttl'));
const suite = present ? describe : describe.skip;
const STATEMENT = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|(".*)) \.$/;

function factsOf(file: string): Triple[] {
  const lines = readFileSync(path.join(examples, file), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [, s, p, iri, literal] = STATEMENT.exec(line)!;
    return [s!, p!, iri ?? literal!];
  });
}

const texts = (facts: Iterable<Triple>) => [...facts].map((fact) => fact.join(' ')).sort();

suite(`an example${present ? '' : ' (skipped: data/ontologies is not in the shared folder)'}`, () => {
  test.each([
    ['PROV-O', 'prov-o.ttl', 'prov'],
    ['SKOS', 'skos.ttl', 'skos'],
    ['FOAF', 'foaf.ttl', 'foaf'],
  ])('of %s has the closure that other reasoners derive', (_, ontology, example) => {
    const { reduced } = readOntology(readFileSync(path.join(ontologies, ontology), 'utf8'), { profile: 'lenient' });
    const names = { type: RDF_TYPE, class: (iri: string) => iri, property: (iri: string) => iri };
    const { plan } = compile(reduced.axioms, { ...names, signature: reduced });
    const graph = new MemoryGraph(plan);
    const stated = factsOf(`${example}.nt`);
    expect(graph.apply({ assert: stated }).contradictions).toEqual([]);
    const nodes = new Set(stated.flatMap(([s, p, o]) => (p === RDF_TYPE ? [s] : [s, o])));
    // A label is an annotation, which entails nothing.
    const isKnown = (p: string) => p === RDF_TYPE || reduced.objectProperties.has(p) || reduced.dataProperties.has(p);
    const closure = [...graph.facts()].map(({ triple }) => triple).filter(([s, p]) => nodes.has(s) && isKnown(p));
    expect(texts(closure)).toEqual(texts(factsOf(`${example}.closure.nt`)));
    // After retraction fact by fact, only facts of the ontology itself remain.
    for (const fact of stated) graph.apply({ retract: [fact] });
    expect([...graph.facts()].filter(({ triple: [s] }) => nodes.has(s))).toEqual([]);
  });
});
