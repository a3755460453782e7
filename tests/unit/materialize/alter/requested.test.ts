/** Long schema texts are reduced to the declarations that the schema wall compares. */
import { parseSchema } from '../../../../src/dql';
import { readLongTexts, readRelevant, requestedChange } from '../../../../src/materialize/alter/requested';
import type { SchemaTextInput } from '../../../../src/materialize/alter/requested';

const SCHEMA =
  'p: string .\nq: int .\nowlgate.key: string .\ntype T {\n p\n}\ntype U {\n q\n}\ntype V {\n owlgate.key\n}';

it('declarations of requested names and of the gateway are returned', () => {
  const { predicates, types } = readRelevant({ text: SCHEMA, language: 'dql', names: ['p', 'U'] });
  expect(predicates.map(({ name }) => name)).toEqual(['p', 'owlgate.key']);
  expect(types.map(({ name }) => name)).toEqual(['U', 'V']);
});

it('SDL is read as Dgraph stores it, and declares nothing if it is invalid', () => {
  const read = (text: string) => readRelevant({ text, language: 'graphql', names: ['A.n'] }).predicates;
  expect(read('type A { n: Int m: String }').map(({ name }) => name)).toEqual(['A.n']);
  expect(read('type A {')).toEqual([]);
});

it('only long texts are read apart', async () => {
  const apart: SchemaTextInput[] = [];
  const readApart = (input: SchemaTextInput) => {
    apart.push(input);
    return Promise.resolve(readRelevant(input));
  };
  const long = `${SCHEMA}\n${'# comment\n'.repeat(30_000)}`;
  for (const body of [SCHEMA, long, JSON.stringify({ schema: long }), '{"drop_attr":"p"}']) {
    const read = await readLongTexts(requestedChange({ kind: 'alter', body }), ['p'], readApart);
    expect(read(SCHEMA)).toEqual(parseSchema(SCHEMA));
  }
  expect(apart).toEqual([
    { text: long, language: 'dql', names: ['p'] },
    { text: long, language: 'dql', names: ['p'] },
  ]);
});
