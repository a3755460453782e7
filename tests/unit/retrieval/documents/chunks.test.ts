/** Chunks: what every text keeps when it is cut. */
import fc from 'fast-check';
import { chunkText, DEFAULT_CHUNKS } from '../../../../src/retrieval/documents/chunks';
import { cpuTime } from '../../../support/cpu-time';
import { runs } from '../../../support/runs';

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '. ',
    '! ',
    '\n\n',
    '\n',
    ' ',
    '。',
    '👩‍👩‍👧',
    '𝔘𝔫',
    'word '.repeat(40),
    'x'.repeat(300),
    'Dr. Hale said so. ',
  ),
);
const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('').replace(/\p{Surrogate}/gu, ''));
const settings = fc.record({ size: fc.integer({ min: 20, max: 400 }), overlap: fc.integer({ min: 0, max: 60 }) });

const { signal } = new AbortController();

describe('chunkText', () => {
  it('ends at sentences in a long paragraph, wherever the segmenter is called', async () => {
    const sentences = Array.from({ length: 300 }, (_, i) => `Dog ${i} walks ${'far and '.repeat((i * 7) % 23)}home.`);
    sentences.splice(150, 0, `A long ${'and longer '.repeat(400)}walk.`);
    const size = 5_000;
    const chunks = await chunkText({ text: sentences.join(' '), headings: [] }, { size, overlap: 0 }, signal);
    expect(chunks.length).toBeGreaterThan(5);
    for (const { text } of chunks) expect(text).toMatch(/^(?:Dog \d|A long)[^]*\.$/);
    expect(chunks.map(({ text }) => text).join(' ')).toBe(sentences.join(' '));
  });

  it('covers every character that is not white space, in order, with exact offsets', async () => {
    await fc.assert(
      fc.asyncProperty(texts, settings, async (text, limits) => {
        const chunks = await chunkText({ text, headings: [] }, limits, signal);
        let covered = 0;
        let [start, end] = [-1, 0];
        for (const chunk of chunks) {
          expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
          expect(chunk.text).toBe(chunk.text.trim());
          expect(chunk.start).toBeGreaterThan(start);
          expect(chunk.end).toBeGreaterThan(end);
          expect(text.slice(covered, Math.max(covered, chunk.start)).trim()).toBe('');
          [start, end] = [chunk.start, chunk.end];
          covered = end;
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { numRuns: runs(300) },
    );
  });

  it('limits length and overlap of chunks, and splits no character', async () => {
    await fc.assert(
      fc.asyncProperty(texts, settings, async (text, limits) => {
        const chunks = await chunkText({ text, headings: [] }, limits, signal);
        for (const [i, chunk] of chunks.entries()) {
          expect(chunk.text.length).toBeLessThanOrEqual(limits.size * 1.5);
          expect(chunk.text).not.toMatch(/\p{Surrogate}/u);
          const next = chunks[i + 1];
          if (next) expect(chunk.end - next.start).toBeLessThanOrEqual(limits.overlap);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('splits between sentences, and repeats the last short one', async () => {
    const text =
      'The keeper lit the lamp. It burned all night. At dawn the boats came home. Nobody was missing. The ' +
      'wind fell at last.';
    const chunks = await chunkText({ text, headings: [] }, { size: 50, overlap: 25 }, signal);
    expect(chunks.map((chunk) => chunk.text)).toEqual([
      'The keeper lit the lamp. It burned all night.',
      'It burned all night. At dawn the boats came home.',
      'Nobody was missing. The wind fell at last.',
    ]);
  });

  it('starts a chunk at a heading, and records the heading', async () => {
    const text = 'Top\n\nFirst.\n\nUnder\n\nDeeper\n\nSecond.';
    const headings = [
      { text: 'Top', start: 0 },
      { text: 'Under', start: text.indexOf('Under') },
      { text: 'Deeper', start: text.indexOf('Deeper') },
    ];
    const chunks = await chunkText({ text, headings }, DEFAULT_CHUNKS, signal);
    expect(chunks.map(({ text: part, heading }) => [part, heading])).toEqual([
      ['Top\n\nFirst.', 'Top'],
      ['Under\n\nDeeper\n\nSecond.', 'Under · Deeper'],
    ]);
  });

  it('splits a megabyte without spaces in time', async () => {
    const took = await cpuTime(async () => {
      const chunks = await chunkText({ text: 'x'.repeat(1_000_000), headings: [] }, DEFAULT_CHUNKS, signal);
      expect(chunks.map(({ text }) => text).join('')).toHaveLength(1_000_000);
    });
    expect(took).toBeLessThan(5_000);
  });
});
