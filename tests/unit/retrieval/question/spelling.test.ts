/** Misspelt words: read as what is nearest, if one thing is, and no document has the word. */
import type { InForce } from '../../../../src/materialize';
import { readOntology } from '../../../../src/ontology';
import { languageOf } from '../../../../src/retrieval/language/language';
import { Names } from '../../../../src/retrieval/question/names';
import { corrected } from '../../../../src/retrieval/question/spelling';
import type { Corpus } from '../../../../src/retrieval/types';

const ONTOLOGY = `
@prefix : <http://example.org/zoo#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Keeper a owl:Class . :Aviary a owl:Class . :weight a owl:DatatypeProperty .`;
const language = languageOf('en')!;
const names = Names.of({ loaded: readOntology(ONTOLOGY) } as unknown as InForce, language);
const corpusOf = (known: string): Corpus =>
  ({ keywordSearch: (word: string) => Promise.resolve(word === known ? [{}] : []) }) as unknown as Corpus;
const { signal } = new AbortController();
const correct = async (question: string, word: string, known = '') => {
  const words = language.words(question);
  const at = [words.findIndex(({ text }) => text === word)];
  return corrected(words, at, names, corpusOf(known), signal);
};

it.each(['Keepr', 'Keeperr', 'Keepre', 'Keepet'])('reads %s as keeper', async (word) => {
  expect((await correct(`Which ${word} is there?`, word))?.read).toEqual({ [word]: 'keeper' });
});

it('reads words that build questions whatever their first letter, those of the ontology by the same one', async () => {
  expect((await correct('Hwich keeper is there?', 'Hwich'))?.read).toEqual({ Hwich: 'which' });
  expect(await correct('Which beeper is there?', 'beeper')).toBeUndefined();
});

it('corrects no word that a document has, nor what is too short, too far or no word', async () => {
  expect(await correct('Which Keepr is there?', 'Keepr', 'Keepr')).toBeUndefined();
  for (const word of ['ave', 'weigh', 'Krrpxr', 'x'.repeat(100_000), 'k33per'])
    expect(await correct(`Which ${word}?`, word)).toBeUndefined();
});
