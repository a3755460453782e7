/** Digests of the registry: one form for each record, one digest for each form and key. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import {
  canonicalForm,
  contentOf,
  isDigest,
  Seal,
  type ExtensionRecord,
  type VersionRecord,
} from '../../../../src/materialize/in-force/registry-seal';
import { runs } from '../../../support/runs';

const [FIRST, SECOND, THIRD] = ['the-first-key-of-all', 'the-second-key-of-all', 'the-third-key-of-all'] as const;

const text = fc.string({ unit: 'binary', maxLength: 12 });
const texts = fc.array(fc.option(text, { nil: undefined }), { maxLength: 6 });

describe('the canonical form', () => {
  it('differs for every other list', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const isSame = a.length === b.length && a.every((each, i) => each === b[i]);
        expect(canonicalForm(a).equals(canonicalForm(b))).toBe(isSame);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('differs if a boundary moves, or a text is omitted, emptied or repeated', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), fc.nat(), fc.nat(), (list, place, cut) => {
        const i = place % (list.length - 1);
        const joined = list[i]! + list[i + 1]!;
        const characters = Array.from(joined);
        const at = cut % (characters.length + 1);
        const [a, b] = [characters.slice(0, at).join(''), characters.slice(at).join('')];
        const without = (value: string | undefined) => list.map((each, j) => (j === i ? value : each));
        const neighbours: (string | undefined)[][] = [
          [...list.slice(0, i), a, b, ...list.slice(i + 2)],
          [...list.slice(0, i), joined, ...list.slice(i + 2)],
          without(''),
          without(undefined),
          [...list, list[i]],
          [...list, undefined],
          [...list].reverse(),
        ];
        for (const neighbour of neighbours) {
          const isSame = JSON.stringify(neighbour) === JSON.stringify(list) && neighbour.length === list.length;
          const isUndefined = neighbour.includes(undefined);
          expect(canonicalForm(neighbour).equals(canonicalForm(list))).toBe(isSame && !isUndefined);
        }
      }),
    );
  });

  it('prefixes each text with its length in bytes', () => {
    const form = '00000003' + '01' + '00000003' + '61c3a4' + '00' + '01' + '00000000';
    expect(canonicalForm(['aä', undefined, '']).toString('hex')).toBe(form);
  });

  it('refuses a text that UTF-8 cannot encode', () => {
    expect(() => canonicalForm(['\ud800'])).toThrow(TypeError);
  });
});

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const version: fc.Arbitrary<VersionRecord> = fc.record({
  version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  format: fc.option(fc.constant('documents/1'), { nil: undefined }),
  profile: fc.constantFrom('strict' as const, 'lenient' as const),
  loadedAt: fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'),
  checksum: hex,
  sourceChecksum: hex,
  namesChecksum: hex,
  graphql: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  previous: fc.option(
    hex.map((digits) => `sha256:${digits}`),
    { nil: undefined },
  ),
  history: fc.option(
    fc.record({ by: fc.string(), from: fc.array(fc.string()), oldest: fc.integer({ min: 1, max: 99 }) }),
    { nil: undefined },
  ),
});
const extension: fc.Arbitrary<ExtensionRecord> = fc.record({
  version: fc.integer({ min: 1, max: 99 }),
  loadedAt: fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'),
  checksum: fc.option(hex, { nil: undefined }),
});

const SEALS = [new Seal(), new Seal([FIRST]), new Seal([FIRST, SECOND])];

describe.each([
  ['without a key', SEALS[0]!],
  ['with a key', SEALS[1]!],
])('a digest %s', (_, seal) => {
  it('depends on every member of a record', () => {
    fc.assert(
      fc.property(version, version, (record, other) => {
        const digest = seal.ofVersion(record);
        expect(isDigest(digest)).toBe(true);
        expect(seal.checkVersion(record, digest)).toBe('valid');
        for (const name of Object.keys(record) as (keyof VersionRecord)[]) {
          const changed = { ...record, [name]: other[name] };
          expect(seal.checkVersion(changed, digest)).toBe(other[name] === record[name] ? 'valid' : 'wrong');
        }
      }),
    );
  });

  it('of the GraphQL extension depends on every member, and never equals that of a version', () => {
    fc.assert(
      fc.property(extension, extension, version, (record, other, ofVersion) => {
        const digest = seal.ofExtension(record);
        expect(seal.checkExtension(record, digest)).toBe('valid');
        for (const name of Object.keys(record) as (keyof ExtensionRecord)[]) {
          const changed = { ...record, [name]: other[name] };
          expect(seal.checkExtension(changed, digest)).toBe(other[name] === record[name] ? 'valid' : 'wrong');
        }
        expect(seal.ofVersion(ofVersion)).not.toBe(digest);
      }),
    );
  });

  it.each([
    '',
    'sha256:',
    'sha256:00',
    `md5:${'0'.repeat(64)}`,
    `sha256:${'0'.repeat(64)}`,
    `hmac-sha256:${'0'.repeat(64)}`,
  ])('never equals %j', (digest) => {
    const [record] = fc.sample(version, 1);
    expect(['wrong', 'locked']).toContain(seal.checkVersion(record!, digest));
  });
});

it('a digest is a hash that other programs can make: SHA-256, or HMAC-SHA-256, of the form', () => {
  const record: VersionRecord = {
    version: 7,
    format: undefined,
    profile: 'strict',
    loadedAt: '2026-01-02T03:04:05.000Z',
    checksum: 'a'.repeat(64),
    sourceChecksum: 'b'.repeat(64),
    namesChecksum: 'c'.repeat(64),
    graphql: undefined,
    previous: undefined,
  };
  const { loadedAt, checksum, sourceChecksum, namesChecksum } = record;
  const form = canonicalForm([
    ...['owlgate.registry/1', 'version', undefined, '7', 'strict', loadedAt, checksum, sourceChecksum, namesChecksum],
    ...[undefined, undefined],
  ]);
  expect(new Seal().ofVersion(record)).toBe(`sha256:${createHash('sha256').update(form).digest('hex')}`);
  expect(new Seal([FIRST]).ofVersion(record)).toBe(
    `hmac-sha256:${createHmac('sha256', FIRST).update(form).digest('hex')}`,
  );
});

describe('keys', () => {
  const [record] = fc.sample(version, 1) as [VersionRecord];
  const digests = {
    none: new Seal().ofVersion(record),
    first: new Seal([FIRST]).ofVersion(record),
    second: new Seal([SECOND]).ofVersion(record),
  };
  const tampered = { ...record, version: record.version === 1 ? 2 : 1 };

  it.each([
    ['no key', [], { none: 'valid', first: 'locked', second: 'locked' }],
    ['the first', [FIRST], { none: 'unsigned', first: 'valid', second: 'wrong' }],
    ['the second', [SECOND], { none: 'unsigned', first: 'wrong', second: 'valid' }],
    ['both', [FIRST, SECOND], { none: 'unsigned', first: 'valid', second: 'valid' }],
    ['another', [THIRD], { none: 'unsigned', first: 'wrong', second: 'wrong' }],
  ] as const)('with %s', (_, keys, expected) => {
    const seal = new Seal(keys);
    for (const [name, state] of Object.entries(expected)) {
      const digest = digests[name as keyof typeof digests];
      expect([name, seal.checkVersion(record, digest)]).toEqual([name, state]);
      expect(['wrong', 'locked']).toContain(seal.checkVersion(tampered, digest));
    }
  });

  it('the first key signs', () => {
    expect(new Seal([FIRST, SECOND]).ofVersion(record)).toBe(digests.first);
    expect(new Seal([SECOND, FIRST]).ofVersion(record)).toBe(digests.second);
  });
});

it('contents are compared independently of the chain', () => {
  fc.assert(
    fc.property(version, version, (record, other) => {
      expect(contentOf({ ...record, ...{ previous: other.previous, graphql: other.graphql } })).toBe(contentOf(record));
      expect(contentOf({ ...record, namesChecksum: other.namesChecksum }) === contentOf(record)).toBe(
        other.namesChecksum === record.namesChecksum,
      );
    }),
  );
});
