import { GraphqlApi } from '../../../../src/graphql';
import { readSdl } from '../../../../src/graphql/sdl';
import { backend, library } from '../../../support/graphql/library';

const api = library();

describe('variables', () => {
  const coerced = async (type: string, v: unknown) => {
    const query = `query($v: ${type}) { queryWork(filter: {sold: {eq: $v}}) { title } }`;
    const { errors } = await api.execute({ query, variables: { v } }, backend());
    return errors?.[0];
  };

  it.each([
    ['Int64', 5],
    ['Int64', '9223372036854775807'],
    ['Int64', { isLosslessNumber: true, value: '-9223372036854775808' }],
    ['Int64', null],
  ])('of %s may be %p', async (type, v) => {
    expect(await coerced(type, v)).toBeUndefined();
  });

  it.each([
    ['9223372036854775808', "Out of range value '9223372036854775808', for type `Int64`"],
    ['five', 'Type mismatched for Value `five`, expected:`Int64`'],
    [true, 'cannot use bool as Int64'],
    [1.5, 'Type mismatched for Value `1.5`, expected:`Int64`'],
    [`1${'0'.repeat(100_000)}`, `Out of range value '1${'0'.repeat(100_000)}', for type \`Int64\``],
  ])('of Int64 may not be %p', async (v, message) => {
    expect(await coerced('Int64', v)).toEqual({ message, path: ['variable', 'v'] });
  });

  it('report the path of a fault', async () => {
    const query = 'mutation($i: [AddAuthorInput!]!) { addAuthor(input: $i) { numUids } }';
    const i = [{ name: 'Ann' }, { name: 'Bea', books: [{ isbn: '1' }, { isbn: '2', pages: 'many' }] }];
    const { errors } = await api.execute({ query, variables: { i } }, backend());
    expect(errors).toEqual([{ message: 'cannot use string as Int', path: ['variable', 'i', 1, 'books', 1, 'pages'] }]);
  });

  it('have defaults', async () => {
    const testBackend = backend();
    await api.execute({ query: 'query($n: Int = 3) { queryWork(first: $n) { title } }' }, testBackend);
    expect(testBackend.queries[0]!.dql).toContain('first: 3');
  });
});

describe('defaults of fields', () => {
  const ofKinds = new GraphqlApi(
    readSdl(`type T {
      s: String! @default(add: {value: "5"}, update: {value: "6"})
      i: Int @default(add: {value: "5"})
      f: Float @default(add: {value: "0.5"})
      b: Boolean @default(add: {value: "true"})
      at: DateTime @default(add: {value: "$now"}, update: {value: "$now"})
      k: String @id
    }`),
  );

  it('have the types of their fields', async () => {
    const testBackend = backend({ mutate: () => ({ uids: { T_1: '0x1' } }) });
    await ofKinds.execute({ query: 'mutation { addT(input: [{k: "a"}]) { numUids } }' }, testBackend);
    const [set] = testBackend.upserts[0]!.mutations[0]!.set as Record<string, unknown>[];
    expect(set).toMatchObject({ 'T.s': '5', 'T.i': 5, 'T.f': 0.5, 'T.b': true, 'T.k': 'a' });
    expect(Math.abs(Date.parse(set!['T.at'] as string) - Date.now())).toBeLessThan(60_000);
  });

  it('of updates apply to every update, unless the field is given', async () => {
    const testBackend = backend();
    const update = (set: string) => `mutation { updateT(input: {filter: {k: {eq: "a"}}, set: {${set}}}) { numUids } }`;
    await ofKinds.execute({ query: update('i: 1') }, testBackend);
    await ofKinds.execute({ query: update('s: "own"') }, testBackend);
    const sets = testBackend.upserts.map(({ mutations }) => mutations[0]!.set![0] as Record<string, unknown>);
    expect(sets.map((set) => set['T.s'])).toEqual(['6', 'own']);
    expect(sets[0]).toMatchObject({ uid: 'uid(x)', 'T.i': 1 });
  });
});
