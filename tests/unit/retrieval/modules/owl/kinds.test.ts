/** Questions about classes alone. */
import type { InForce } from '../../../../../src/materialize';
import { readOntology } from '../../../../../src/ontology';
import { Vocabulary } from '../../../../../src/retrieval/knowledge/vocabulary';
import { kindsCompared } from '../../../../../src/retrieval/modules/owl/kinds';

const ONTOLOGY = `
@prefix : <http://example.org/farm#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal ; rdfs:label "dog" , "hound" .
:Terrier a owl:Class ; rdfs:subClassOf :Dog . :GuideDog a owl:Class ; rdfs:subClassOf :Dog ; rdfs:label "guide dog" .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog . :Pet a owl:Class ; rdfs:subClassOf :Animal .
:owns a owl:ObjectProperty .
`;
const vocabulary = Vocabulary.of({ loaded: readOntology(ONTOLOGY) } as unknown as InForce);
const ask = (question: string) => kindsCompared(question, vocabulary)?.text;

it.each([
  ['Is every terrier an animal?', 'Yes: every Terrier is an Animal.'],
  ['Are guide dogs dogs?', 'Yes: every guide dog is a dog.'],
  ['Is a terrier a kind of hound?', 'Yes: every Terrier is a dog.'],
  ['Are cats always animals', 'Yes: every Cat is an Animal.'],
  ['Can a cat be a terrier?', 'No: no Cat is a Terrier.'],
  ['Are all cats dogs?', 'No: no Cat is a dog.'],
  ['Are all animals dogs?', 'No: every Cat is an Animal, and no Cat is a dog.'],
  // No axiom excludes these, and no axiom entails them.
  ['Is every dog a terrier?', null],
  ['Are all dogs pets?', null],
])('%s', (question, text) => expect(ask(question)).toBe(text));

it.each([
  // Members may decide these.
  'Is a dog a pet?',
  'Are dogs terriers?',
  // And these are about other things.
  'Is Rex a dog?',
  'Is every dog owned by a cat?',
  'Is a big dog an animal?',
  'Is a dog a dog?',
  'Is a dog?',
  'Which dogs are animals?',
])('%s: is not decided so', (question) => expect(ask(question)).toBeUndefined());
