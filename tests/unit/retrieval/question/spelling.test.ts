/** Misspelt words: read as what is nearest, if one thing is, and no document has the word. */
import type { InForce } from '../../../../src/materialize';
import { readOntology } from '../../../../src/ontology';
import type { Nodes } from '../../../../src/retrieval/knowledge/nodes';
import { languageOf } from '../../../../src/retrieval/language/language';
import { Names } from '../../../../src/retrieval/question/names';
import { corrected } from '../../../../src/retrieval/question/spelling';
import type { Corpus, Linker, Mention } from '../../../../src/retrieval/types';

const ONTOLOGY = `
@prefix : <http://example.org/zoo#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Keeper a owl:Class . :Aviary a owl:Class . :weight a owl:DatatypeProperty .`;
const language = languageOf('en')!;
const names = Names.of({ loaded: readOntology(ONTOLOGY) } as unknown as InForce, language);
const label = 'Mirabel';
const linker = {
  mentions: (text: string): Promise<Mention[]> => {
    const start = text.toLowerCase().search(new RegExp(`${label.toLowerCase()}(?!\\p{L})`, 'u'));
    const found = { text: label, start, end: start + label.length, uids: ['0x1'] };
    return Promise.resolve(start < 0 ? [] : [found as unknown as Mention]);
  },
} as unknown as Linker;
const nodes = { read: () => Promise.resolve([{ uid: '0x1', labels: [label], types: [] }]) } as unknown as Nodes;
const corpusOf = (known: string): Corpus =>
  ({ keywordSearch: (word: string) => Promise.resolve(word === known ? [{}] : []) }) as unknown as Corpus;
const { signal } = new AbortController();
const correct = async (question: string, word: string, known = '') => {
  const words = language.words(question);
  const at = [words.findIndex(({ text }) => text === word)];
  return corrected(question, words, at, { names, linker, nodes, corpus: corpusOf(known), signal });
};

it.each(['Keepr', 'Keeperr', 'Keepre', 'Keepet'])('reads %s as keeper', async (word) => {
  expect((await correct(`Which ${word} is there?`, word))?.read).toEqual({ [word]: 'keeper' });
});

it('reads a misspelt label where it stands', async () => {
  const question = 'Who feeds Mirabell?';
  const found = await correct(question, 'Mirabell');
  expect(found?.read).toEqual({ Mirabell: 'Mirabel' });
  const [span] = found!.named;
  expect(question.slice(span!.start, span!.end)).toBe('Mirabell');
  expect(span!.nodes).toHaveLength(1);
});

it('corrects no word that a document has, nor what is too short, too far or no word', async () => {
  expect(await correct('Which Keepr is there?', 'Keepr', 'Keepr')).toBeUndefined();
  for (const word of ['ave', 'Krrpxr', 'x'.repeat(100_000), 'k33per'])
    expect(await correct(`Which ${word}?`, word)).toBeUndefined();
});
