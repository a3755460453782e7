import * as fc from 'fast-check';
import { segments } from '../../../../ui/src/logic/mentions';

const mention = (start: number, end: number) => ({ start, end, text: '', uids: ['0x1'], classes: [] });

it('a text is cut at the words that are linked', () => {
  const parts = segments('Ada feeds Rex.', [mention(10, 13), mention(0, 3)]);
  expect(parts.map(({ text, mention: each }) => (each ? `[${text}]` : text))).toEqual([
    '[Ada]',
    ' feeds ',
    '[Rex]',
    '.',
  ]);
  expect(segments('', [])).toEqual([]);
});

it('no character is lost or shown twice, whatever the offsets', () => {
  const offsets = fc.tuple(fc.integer({ min: -5, max: 30 }), fc.integer({ min: -5, max: 30 }));
  fc.assert(
    fc.property(fc.string({ maxLength: 25 }), fc.array(offsets), (text, pairs) => {
      const parts = segments(
        text,
        pairs.map(([start, end]) => mention(start, end)),
      );
      expect(parts.map((part) => part.text).join('')).toBe(text);
      expect(parts.every((part) => part.text !== '')).toBe(true);
    }),
  );
});
