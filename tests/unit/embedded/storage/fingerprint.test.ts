import { fingerprint, languageFingerprint, UNTAGGED } from '../../../../src/embedded/storage/fingerprint';

const hex = (bytes: Buffer): string => Buffer.from(fingerprint(bytes), 'latin1').toString('hex');

describe('fingerprint', () => {
  // Generated with github.com/dgryski/go-farm, which Dgraph uses: Fingerprint64 of prefixes of "Person€x1" repeated.
  const text = Buffer.from('Person€x1'.repeat(200));
  const samples: readonly (readonly [number, string])[] = [
    [0, '9ae16a3b2f90404f'],
    [1, '5b5dffc690bdcd30'],
    [2, 'f3f413ab8ce0e778'],
    [3, 'b36c9adb728ee0ac'],
    [4, 'f53c0c53fcd5a494'],
    [5, '31e49af8fe29f6b8'],
    [7, '0ad6b0e35816dbea'],
    [8, 'e37ba98a2cd1dad1'],
    [9, 'ead41172a615e7b6'],
    [15, '87710f076c692bd7'],
    [16, '624939164b19e939'],
    [17, '1a09ece80a10e558'],
    [24, 'af18ce67c3b71519'],
    [31, 'efd3e070cc9b0121'],
    [32, '9e170de1890f7dc5'],
    [33, '158db8d881b417e4'],
    [40, '99fbac8ef8e52112'],
    [63, '066fa4969cefc05a'],
    [64, 'be9f41298ff47551'],
    [65, 'e0f3bbe7e3ce8dc9'],
    [100, '6dcb1e68e64daa68'],
    [127, '1ca6da446828f37c'],
    [128, '6d7b7d5b86970253'],
    [129, '0bab1b50b40fb01b'],
    [200, '34933b16aa93d517'],
    [1000, '63bb8569d8db9dc9'],
  ];

  it.each(samples)('of %i bytes is FarmHash64', (length, expected) => {
    expect(hex(text.subarray(0, length))).toBe(expected);
  });

  it('has the order of the 64-bit numbers, below the place of an untagged value', () => {
    const places = ['en', 'de', 'fr', 'pt'].map((lang) => languageFingerprint(lang));
    const numbers = places.map((at) => Buffer.from(at, 'latin1').readBigUInt64BE());
    expect([...places].sort()).toEqual(
      places
        .map((at, i) => [numbers[i]!, at] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, at]) => at),
    );
    for (const at of places) expect(at < UNTAGGED).toBe(true);
  });
});
