/** Sentences that say what something is. */
import { introduced } from '../../../../../src/retrieval/modules/owl/nature';
import type { ScoredChunk } from '../../../../../src/retrieval';

const chunks = (...texts: string[]): ScoredChunk[] =>
  texts.map((text, i) => ({
    chunk: { uid: `0x${i + 1}`, source: 's', index: i, text, start: 0, end: text.length },
    score: 1,
  }));

describe('introduced', () => {
  it.each([
    ['The Petrel is a drifter.', 'The Petrel is a drifter.'],
    [
      'It rained. Petrel, built in 1878, was the first of her class. She sank.',
      'Petrel, built in 1878, was the first of her class.',
    ],
    ['Petrel (a ship of the line) is one of three.', 'Petrel (a ship of the line) is one of three.'],
  ])('%s', (text, wanted) =>
    expect(introduced(['the Petrel'], chunks('Nothing here.', text))).toEqual({ text: wanted, passage: 1 }),
  );

  it.each([
    'The Petrel is late.',
    'The Petrels are a family.',
    'Her captain is a Petrel.',
    'The Petrel was built in 1878.',
    '',
  ])('%s: does not say it', (text) => expect(introduced(['Petrel', ''], chunks(text))).toBeUndefined());
});
