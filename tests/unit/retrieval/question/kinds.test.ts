/** Classes compared with one another. */
import type { InForce } from '../../../../src/materialize';
import { readOntology } from '../../../../src/ontology';
import { Vocabulary } from '../../../../src/retrieval/knowledge/vocabulary';
import { LANGUAGES } from '../../../../src/retrieval/language/data';
import { kindsCompared } from '../../../../src/retrieval/question/kinds';
import { Schema } from '../../../../src/retrieval/question/schema';

const ONTOLOGY = `
@prefix : <http://example.org/farm#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "dog" , "hound" .
:Terrier a owl:Class ; rdfs:subClassOf :Dog . :Pet a owl:Class ; rdfs:subClassOf :Animal .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
`;
const schema = Schema.of(Vocabulary.of({ loaded: readOntology(ONTOLOGY) } as unknown as InForce));
const compare = (lower: string, upper: string, tag = 'en') =>
  kindsCompared(lower, upper, schema, LANGUAGES.find(({ data }) => data.tag === tag)!.data.sayings)?.text;

it.each([
  ['Terrier', 'Animal', 'Yes: every Terrier is an Animal.'],
  ['Cat', 'Terrier', 'No: no Cat is a Terrier.'],
  ['Animal', 'Dog', 'No: every Cat is an Animal, and no Cat is a dog.'],
  // No axiom excludes these, and no axiom entails them.
  ['Dog', 'Terrier', undefined],
  ['Dog', 'Pet', undefined],
])('%s and %s', (lower, upper, text) => expect(compare(lower, upper)).toBe(text));

it('gives the verdict alone where a language has no words for more', () => {
  expect(compare('Terrier', 'Animal', 'de')).toBe('Ja.');
  expect(compare('Animal', 'Dog', 'de')).toBe('Nein.');
});
