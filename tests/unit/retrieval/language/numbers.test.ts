/** Numbers and dates, with what compares them, in each language. */
import fc from 'fast-check';
import { languageOf } from '../../../../src/retrieval/language/language';
import { factorOf, isWrittenSmall, quantityAt, unitNamedIn } from '../../../../src/retrieval/language/numbers';

const read = (text: string, tag = 'en') => {
  const language = languageOf(tag)!;
  return quantityAt(language.words(text), 0, text, language);
};

it.each([
  ['1,200 crowns', 'en', [{ how: 'eq', value: 1200, unit: 'crowns' }]],
  ['14.5', 'en', [{ how: 'eq', value: 14.5 }]],
  ['fifty-three hours', 'en', [{ how: 'eq', value: 53, unit: 'hours' }]],
  ['two hundred thousand', 'en', [{ how: 'eq', value: 200_000 }]],
  ['more than 58 metres', 'en', [{ how: 'gt', value: 58, unit: 'metres' }]],
  ['before March 2023', 'en', [{ how: 'lt', value: '2023-03-01' }]],
  [
    'in February 2024',
    'en',
    [
      { how: 'ge', value: '2024-02-01' },
      { how: 'le', value: '2024-02-29' },
    ],
  ],
  [
    'from February 2024',
    'en',
    [
      { how: 'ge', value: '2024-02-01' },
      { how: 'le', value: '2024-02-29' },
    ],
  ],
  ['in August', 'en', [{ how: 'eq', value: '--08' }]],
  ['on 12 April', 'en', [{ how: 'eq', value: '--04-12' }]],
  ['on April 12th', 'en', [{ how: 'eq', value: '--04-12' }]],
  ['on 29 February', 'en', [{ how: 'eq', value: '--02-29' }]],
  ['on 30 February', 'en', [{ how: 'eq', value: 30 }]],
  ['before 7:30', 'en', [{ how: 'lt', value: '07:30' }]],
  ['after 9 pm', 'en', [{ how: 'gt', value: '21:00' }]],
  ['12:05 am', 'en', [{ how: 'eq', value: '00:05' }]],
  ['no more than 58', 'en', [{ how: 'le', value: 58 }]],
  ['58 or more', 'en', [{ how: 'ge', value: 58 }]],
  ['before 1 May 1990', 'en', [{ how: 'lt', value: '1990-05-01' }]],
  ['1961-04-23', 'en', [{ how: 'eq', value: '1961-04-23' }]],
  [
    'between 1866 and 1872',
    'en',
    [
      { how: 'ge', value: 1866 },
      { how: 'le', value: 1872 },
    ],
  ],
  [
    'in the 1870s',
    'en',
    [
      { how: 'ge', value: 1870 },
      { how: 'le', value: 1879 },
    ],
  ],
  ['before the 19th century', 'en', [{ how: 'lt', value: 1801 }]],
  ['weniger als 40.000', 'de', [{ how: 'lt', value: 40_000 }]],
  ['2,4 kg', 'de', [{ how: 'eq', value: 2.4, unit: 'kg' }]],
  ['vor 1870', 'de', [{ how: 'lt', value: 1870 }]],
  ['mindestens zwölf', 'de', [{ how: 'ge', value: 12 }]],
  ['am 14 Februar 1990', 'de', undefined],
  ['metres', 'en', undefined],
])('%s (%s)', (text, tag, bounds) => expect(read(text, tag)?.bounds).toEqual(bounds));

it('reads any number as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom('en', 'de'), (value, tag) => {
      for (const text of [String(value), value.toLocaleString(tag === 'en' ? 'en-US' : 'de-DE')])
        expect(read(text, tag)?.bounds).toEqual([{ how: 'eq', value }]);
    }),
  );
});

it('converts units of one quantity, both ways, and no others', () => {
  expect(factorOf('hours', 'minutes')).toBe(60);
  expect(factorOf('Stunden'.toLowerCase(), 'minutes')).toBe(60);
  expect(factorOf('crowns', 'crowns')).toBe(1);
  expect(factorOf('kg', 'minutes')).toBeUndefined();
  expect(factorOf('crowns', 'minutes')).toBeUndefined();
  const units = ['second', 'minutes', 'hour', 'days', 'week'];
  fc.assert(
    fc.property(fc.constantFrom(...units), fc.constantFrom(...units), (one, other) => {
      expect(factorOf(one, other)! * factorOf(other, one)!).toBeCloseTo(1, 9);
    }),
  );
});

it.each([
  ['In Metern.', 'meter', 'metres', 1],
  ['In Zentimetern.', 'zentimeter', 'metern', 0.01],
  ['In Kilometern', 'kilometer', 'm', 1000],
  ['Leistung in Megawatt', 'megawatt', 'kilowatt', 1000],
  ['In Megawattstunden.', 'megawattstunden', 'kilowattstunden', 1000],
  ['In Quadratmetern.', 'quadratmeter', 'quadratmetern', 1],
  ['In Tonnen.', 'tonnen', 'kilogramm', 1000],
  ['In Minuten.', 'minuten', 'stunde', 1 / 60],
])('%s is the unit %s', (comment, unit, other, factor) => {
  expect(unitNamedIn(comment)?.unit).toBe(unit);
  expect(factorOf(unit, other)).toBeCloseTo(factor);
});

it('tells units that are written small', () => {
  expect(['metres', 'euros', 'kilograms', 'minuten', 'quadratmeter'].filter(isWrittenSmall)).toEqual([
    ...['metres', 'euros', 'kilograms'],
  ]);
});
