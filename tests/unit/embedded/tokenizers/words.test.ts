/** Words: marks that are letters too, and time proportional to the text. */
import { words } from '../../../../src/embedded/tokenizers/words';
import { cpuTime } from '../../../support/cpu-time';

it.each([
  ['é.a 5,5٣', ['é.a', '5,5٣']],
  ['é. b', ['é', 'b']],
  // A spacing mark is a letter if no character before it can take it.
  ['é.\u0903', ['é.\u0903']],
  ['é\u0903.a', ['é\u0903.a']],
  ['5\u0903.a', ['5\u0903.a']],
  ['漢\u0903.é', ['漢\u0903', 'é']],
  ['5.é', ['5', 'é']],
  ['__é__', ['__é__']],
  ['アa ひら', ['アa', 'ひ', 'ら']],
])('of %j', (text, expected) => {
  expect(words(text)).toEqual(expected.map((word) => word.normalize('NFKC')));
});

it.each(['\u0903', 'a\u0903', '.\u0903', 'é.', '5\u0301,', '漢\u0903', '\u0903.a', '_é', "a'", '\u0301'])(
  'many of %j take time in proportion',
  async (part) => {
    const text = part.repeat(200_000 / part.length);
    const took = await cpuTime(() => {
      for (const end of ['', '!é', ' \u0903.']) words(`é${text}${end}`);
    });
    expect(took).toBeLessThan(2_000);
  },
);
