/** Definitions of the ontology: as answers, and as what people say instead of a term's name. */
import type { InForce } from '../../../../../src/materialize';
import { readOntology } from '../../../../../src/ontology';
import { Vocabulary } from '../../../../../src/retrieval/knowledge/vocabulary';
import { wordsOf } from '../../../../../src/retrieval/language/words';
import { analyse } from '../../../../../src/retrieval/modules/owl/analyse';
import { defined, nameAsked } from '../../../../../src/retrieval/modules/owl/definition';
import { Glosses } from '../../../../../src/retrieval/modules/owl/glosses';
import { Lexicon } from '../../../../../src/retrieval/modules/owl/lexicon';
import { paraphrased } from '../../../../../src/retrieval/modules/owl/paraphrase';
import { Schema } from '../../../../../src/retrieval/modules/owl/schema';
import type { Chunk, Chunked, Meaning } from '../../../../../src/retrieval/modules/owl/types';
import { cpuTime } from '../../../../support/cpu-time';

const ONTOLOGY = `
@prefix : <http://example.org/apiary#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
skos:definition a owl:AnnotationProperty .
:Hive a owl:Class ; rdfs:comment "What bees live in." ; skos:definition "Eine Kiste."@de , "A box of wood for one colony."@en .
:Skep a owl:Class ; rdfs:subClassOf :Hive ; skos:definition "A hive with a roof of plaited straw." .
:Nucleus a owl:Class ; rdfs:subClassOf :Hive .
:Beekeeper a owl:Class ; rdfs:comment "A craftsman who looks after bees." .
:Honey a owl:Class .
:housedIn a owl:ObjectProperty ; rdfs:domain :Honey ; rdfs:range :Hive ; rdfs:comment "The hive in which honey ripens before it is taken." .
:pupilOf a owl:ObjectProperty ; rdfs:domain :Beekeeper ; rdfs:range :Beekeeper ; rdfs:comment "Beekeepers who quarrel." .
:yield a owl:DatatypeProperty ; rdfs:domain :Hive ; rdfs:range xsd:integer ; rdfs:comment "Heaviness of a hive's honey in pounds, with the comb." .
`;
const ontology = { loaded: readOntology(ONTOLOGY) } as unknown as InForce;
const vocabulary = Vocabulary.of(ontology);
const schema = new Schema(vocabulary);
const glosses = new Glosses(vocabulary);

describe('defined', () => {
  it.each([
    ['What is a hive?', 'A box of wood for one colony.'],
    ['What does "skep" mean?', 'A hive with a roof of plaited straw.'],
    ['Define beekeeper', 'A craftsman who looks after bees.'],
    ['What is meant by the term skeps?', 'A hive with a roof of plaited straw.'],
    ['What is the definition of a hive?', 'A box of wood for one colony.'],
    ['Explain what a skep is.', 'A hive with a roof of plaited straw.'],
    // Of what has no definition, what it is a kind of.
    ['What is a nucleus?', 'A kind of Hive.'],
  ])('%s', (question, text) => expect(defined(question, vocabulary)?.text).toBe(text));

  it.each([
    'What is the hive?',
    'What is a hive of straw?',
    'What is a honey?',
    'What is a wasp?',
    'What does the hive contain?',
    'Who is a beekeeper?',
    'What is a hiver?',
  ])('%s: asks for no definition that there is', (question) => expect(defined(question, vocabulary)).toBeUndefined());

  it('takes no time over questions that are none', async () => {
    const hostile = ['What is a ', "'", ' ', 'What does a ', 'the term '].map((text) => text.repeat(10_000));
    const took = await cpuTime(() => {
      for (const question of hostile) expect(nameAsked(question)).toBeUndefined();
    });
    expect(took).toBeLessThan(500);
  });
});

/** A question of which only classes and properties that are named as they are written are known. */
function chunked(question: string, named: Readonly<Record<string, Meaning>>): Chunked {
  const form = analyse(question)!;
  const at = (i: number): Meaning | undefined => named[form.words[i]!.text];
  const chunks = form.words.flatMap((_, i): Chunk[] => {
    const meaning = at(i);
    return meaning ? [{ from: i, to: i + 1, meanings: [meaning] }] : [];
  });
  const unknownAt = form.words.flatMap(({ text }, i) =>
    at(i) || /^(?:which|who|what|how|many|does|do|in|a|an|the|of|have|with|no|is|it)$/i.test(text) ? [] : [i],
  );
  const unknown = unknownAt.map((i) => form.words[i]!.text);
  return { form, chunks, unknown, unknownAt, superlative: undefined, excluded: [] };
}
const read = (question: string, named: Readonly<Record<string, Meaning>> = {}) =>
  paraphrased(chunked(question, named), glosses, schema)?.map(({ from, to, by, meanings }) => [
    wordsOf(question)
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
    by.join(' '),
    meanings[0]?.kind,
  ]);
const hive: Meaning = { kind: 'class', name: 'Hive', cost: 0 };
const honey: Meaning = { kind: 'class', name: 'Honey', cost: 0 };

describe('paraphrased', () => {
  it('takes a class with what its definition adds for the class below', () => {
    const expected = [['hives with a plaited roof', 'Skep', 'class']];
    expect(read('Which hives with a plaited roof are there', { hives: hive })?.slice(0, 1)).toEqual(expected);
    // An owner of a roof need not be a hive, and a hive without a roof is no skep.
    expect(read('Who made the roof of the hive', { hive })).toBeUndefined();
    expect(read('Which hives have no roof', { hives: hive })).toBeUndefined();
  });

  it('takes the noun that a definition begins with, and what follows of it', () => {
    expect(read('Which craftsmen are there')?.[0]).toEqual(['craftsmen', 'Beekeeper', 'class']);
    expect(read('Which boxes are there')?.[0]).toEqual(['boxes', 'Hive', 'class']);
  });

  it('takes what a property is explained with for its verb, where classes tell the sides', () => {
    expect(read('In what does honey ripen', { honey })).toEqual([['ripen', 'housedIn', 'verb']]);
    // Not what is only said beside: "before it is taken".
    expect(read('In what is honey taken', { honey })).toBeUndefined();
    expect(read('Who quarrels with whom')).toBeUndefined();
  });

  it('knows units, and what a property is measured by', () => {
    expect(read('How many pounds does it have')).toEqual([['pounds', 'yield', 'noun']]);
    const noun: Meaning = {
      kind: 'noun',
      relation: { property: 'yield', agent: 'subject', head: 'object', turns: false },
      cost: 0,
    };
    expect(read('What is the yield with the comb', { yield: noun })).toEqual([['comb', 'yield', undefined]]);
    expect(glosses.byProperty.get('yield')?.measures).toEqual(['heavi']);
  });
});

describe('the lexicon', () => {
  const kinds = (text: string): readonly string[] =>
    Lexicon.of(ontology)
      .find(wordsOf(text))
      .map((meaning) => (meaning.kind === 'class' ? meaning.name : meaning.kind));

  it('has other nouns for what nothing is called itself', () => {
    const shop = `
      @prefix : <http://example.org/shop#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      :Company a owl:Class . :price a owl:DatatypeProperty ; rdfs:range xsd:integer . :cask a owl:ObjectProperty .`;
    const lexicon = Lexicon.of({ loaded: readOntology(shop) } as unknown as InForce);
    expect(lexicon.find(wordsOf('firm'))).toMatchObject([{ kind: 'class', name: 'Company', cost: 0.5 }]);
    expect(lexicon.find(wordsOf('costs')).map(({ kind }) => kind)).toEqual(['noun', 'verb']);
    // A relation between things has sides, which a noun for something like it does not tell.
    expect(lexicon.find(wordsOf('barrel'))).toEqual([]);
  });

  it('brings together men and man', () => {
    expect(wordsOf('craftsmen')[0]!.stem).toBe(wordsOf('craftsman')[0]!.stem);
    expect(wordsOf('specimen')[0]!.stem).not.toBe(wordsOf('speciman')[0]!.stem);
    expect(kinds('hives')).toEqual(['Hive']);
  });
});
