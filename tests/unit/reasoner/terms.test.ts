/** Dictionaries: every text has its own id, whatever characters it has. */
import * as fc from 'fast-check';
import { Terms } from '../../../src/reasoner';
import { ByteTerms } from '../../../src/reasoner/byte-terms';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud800', '\udc00', '\ufffd', '\u{10000}'), maxLength: 3 }),
  fc.constantFrom('', 'a', '\xff', '\0', '\0\0\0', 'a'.repeat(5000)),
);

describe('ByteTerms', () => {
  it('assigns the same ids as a Map', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), fc.array(text), (texts, others) => {
        const plain = new Terms();
        const base = new Terms();
        for (const text of others) base.id(text);
        for (const text of [...others, ...texts]) plain.id(text);
        const bytes = new ByteTerms(base);
        for (const text of texts) {
          expect(bytes.find(text)).toBe(bytes.end > plain.find(text) ? plain.find(text) : 0);
          expect(bytes.id(text)).toBe(plain.find(text));
        }
        expect(bytes.end).toBe(plain.end);
        for (let id = 1; id < plain.end; id++) {
          expect(bytes.text(id)).toBe(plain.text(id));
          expect(bytes.find(plain.text(id))).toBe(id);
        }
      }),
      { numRuns: 200 },
    );
  });
});
