/** Definitions of the ontology: as answers, and as what people say instead of a term's name. */
import type { InForce } from '../../../../src/materialize';
import { readOntology } from '../../../../src/ontology';
import { languageOf } from '../../../../src/retrieval/language/language';
import { wordsOf } from '../../../../src/retrieval/language/words';
import type { Nodes } from '../../../../src/retrieval/knowledge/nodes';
import { defined } from '../../../../src/retrieval/question/define';
import { Names } from '../../../../src/retrieval/question/names';
import { paraphrased } from '../../../../src/retrieval/question/paraphrase';
import { NOBODY } from '../../../../src/retrieval/question/pronouns';
import { parse } from '../../../../src/retrieval/question/parse';
import { cpuTime } from '../../../support/cpu-time';

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
const english = languageOf('en')!;
const names = Names.of(ontology, english);
const define = (question: string) => defined(english.words(question), names)?.answer;

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
  ])('%s', (question, text) => expect(define(question)).toBe(text));

  it.each([
    'What is the hive?',
    'What is a hive of straw?',
    'What is a honey?',
    'What is a wasp?',
    'What does the hive contain?',
    'Who is a beekeeper?',
    'What is a hiver?',
  ])('%s: asks for no definition that there is', (question) => expect(define(question)).toBeUndefined());

  it('takes no time over questions that are none', async () => {
    const hostile = ['What is a ', "'", ' ', 'What does a ', 'the term '].map((text) => text.repeat(10_000));
    const took = await cpuTime(() => {
      for (const question of hostile) expect(define(question)).toBeUndefined();
    });
    expect(took).toBeLessThan(500);
  });
});

const read = async (question: string) => {
  const pronouns = NOBODY;
  const words = english.words(question);
  const parsed = await parse({ question, words, named: [], pronouns, names, nodes: {} as Nodes });
  return paraphrased(parsed!, names).map(({ from, to, by, meanings }) => [
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
    by.join(' '),
    meanings[0]?.kind,
  ]);
};

describe('paraphrased', () => {
  it('takes a class with what its definition adds for the class below', async () => {
    const expected = [['hives with a plaited roof', 'Skep', 'class']];
    expect((await read('Which hives with a plaited roof are there')).slice(0, 1)).toEqual(expected);
    // An owner of a roof need not be a hive, and a hive without a roof is no skep.
    expect(await read('Who made the roof of the hive')).toEqual([]);
    expect(await read('Which hives have no roof')).toEqual([]);
  });

  it('takes the noun that a definition begins with, and what follows of it', async () => {
    expect((await read('Which craftsmen are there'))[0]).toEqual(['craftsmen', 'Beekeeper', 'class']);
    expect((await read('Which boxes are there'))[0]).toEqual(['boxes', 'Hive', 'class']);
  });

  it('takes what a property is explained with for its verb, where classes tell the sides', async () => {
    expect(names.find(english.words('ripen'))).toMatchObject([{ kind: 'verb', relation: { property: 'housedIn' } }]);
    // Not what is only said beside: "before it is taken".
    expect(await read('In what is honey taken')).toEqual([]);
    expect(await read('Who quarrels with whom')).toEqual([]);
  });

  it('knows units, and what a property is measured by', async () => {
    expect(names.find(english.words('pounds'))).toMatchObject([{ kind: 'noun', relation: { property: 'yield' } }]);
    expect(await read('What is the yield with the comb')).toEqual([['comb', 'yield', undefined]]);
    expect(names.glosses.properties.get('yield')?.measure).toBe('heavi');
  });
});

describe('the names', () => {
  const kinds = (text: string): readonly string[] =>
    names.find(wordsOf(text)).map((meaning) => (meaning.kind === 'class' ? meaning.name : meaning.kind));

  it('has other nouns for what nothing is called itself', () => {
    const shop = `
      @prefix : <http://example.org/shop#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      :Company a owl:Class . :price a owl:DatatypeProperty ; rdfs:range xsd:integer . :cask a owl:ObjectProperty .`;
    const lexicon = Names.of({ loaded: readOntology(shop) } as unknown as InForce, english);
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
