/** Upserts: what the engine is asked in place of the client's query, and the statements that come of its answer. */
import type { Engine, QueryAnswer } from '../../../../src/dgraph';
import { parse } from '../../../../src/dql';
import { ReadTransaction } from '../../../../src/materialize/store/transaction';
import { resolveUpsert, type ResolvedUpsert } from '../../../../src/materialize/write/upsert';
import { readMutationBody } from '../../../../src/mutation';
import type { NQuad } from '../../../../src/dql/mutation/ast';
import { printLossless } from '../../../../src/util/json';
import { schemaOf } from '../../../support/materialize/small';

const schema = schemaOf('name: string @lang\nmade: datetime\nage: int\nsize: float\nplain: default');

/** An engine that gives one answer, and notes what it is asked. */
function answering(data: Readonly<Record<string, unknown>>): { transaction: ReadTransaction; queryTexts: string[] } {
  const queryTexts: string[] = [];
  const query = (text: string): Promise<QueryAnswer> => {
    queryTexts.push(text);
    const extensions = { txn: { start_ts: 5 } };
    return Promise.resolve({ data, extensions, body: Buffer.from(printLossless({ data, extensions })) });
  };
  return { transaction: new ReadTransaction({ query } as unknown as Engine, undefined), queryTexts };
}

async function resolve(
  rdf: string,
  data: Readonly<Record<string, unknown>>,
): Promise<ResolvedUpsert & { queryText: string }> {
  const request = readMutationBody('application/rdf', rdf);
  const { transaction, queryTexts } = answering(data);
  const resolved = await resolveUpsert(request.query!, request, { transaction, schema });
  expect(queryTexts).toHaveLength(1);
  expect(transaction.startTs).toBe(5);
  return { ...resolved, queryText: queryTexts[0]! };
}

const term = (node: NQuad['subject'] | NQuad['object']): string => {
  switch (node.kind) {
    case 'uid':
      return node.uid;
    case 'blank':
      return `_:${node.label}`;
    case 'literal':
      return JSON.stringify(node.value);
    default:
      return node.kind;
  }
};
const lines = (list: readonly NQuad[]): string[] =>
  list.map(({ subject, predicate, object }) => `${term(subject)} ${predicate} ${term(object)}`);

const TWO = [{ uid: '0x1' }, { uid: '0x2' }];

it('the query also reads the nodes of variables and the results of conditions', async () => {
  const { queryText, queries } = await resolve(
    `upsert { query { q(func: eq(name, "x")) { v as uid } }
      mutation @if(eq(len(v), 1)) { set { uid(v) <a> "1" . } }
      mutation { set { uid(v) <b> "2" . } } }`,
    { q: [{ uid: '0x1' }], owlgate_u0: [{ uid: '0x1' }], owlgate_c0: [{ uid: '0x1' }] },
  );
  const { blocks } = parse(queryText);
  expect(blocks).toHaveLength(3);
  expect(queryText).toContain('owlgate_u0');
  expect(queryText).toMatch(/owlgate_c0\(func: uid\(0x1\)\) @filter\(eq\(len\(v\), 1\)\)/);
  expect(queries).toEqual({ q: [{ uid: '0x1' }] });
});

it('mutations with false conditions are omitted', async () => {
  const { statements } = await resolve(
    `upsert { query { v as var(func: eq(name, "x")) }
      mutation @if(eq(len(v), 1)) { set { uid(v) <a> "1" . } }
      mutation @if(eq(len(v), 0)) { set { _:n <b> "2" . } delete { uid(v) <c> * . } }
      mutation { set { _:n <d> "3" . } } }`,
    { owlgate_u0: [], owlgate_c0: [], owlgate_c1: [{ uid: '0x1' }] },
  );
  expect(lines(statements.set)).toEqual(['_:n b "2"', '_:n d "3"']);
  expect(statements.delete).toEqual([]);
});

it.each([
  ['a as name', 'Ada', 'string "Ada"'],
  ['a as name@en', 'Ada', 'string "Ada"'],
  ['a as made', '2020-01-01T00:00:00Z', 'datetime "2020-01-01T00:00:00Z"'],
  ['a as plain', '7', 'default "7"'],
  ['a as unknown', '7', 'default "7"'],
  ['a as age', 7, 'int "7"'],
  ['a as size', 7, 'float "7"'],
  ['a as size', 1e20, 'float "100000000000000000000"'],
  ['a as unknown', 1e20, 'float "100000000000000000000"'],
  ['a as unknown', 9007199254740993n, 'int "9007199254740993"'],
  ['a as size', 9007199254740993n, 'float "9007199254740993"'],
  ['b as size a as math(b * 2)', 8, 'float "8"'],
  ['b as age a as math(b * 2)', 8, 'int "8"'],
  ['a as count(knows)', 3, 'int "3"'],
])('the value of %s keeps its type: %p', async (selection, v, expected) => {
  const upsert = `upsert { query { v as var(func: has(name)) { ${selection} } } mutation { set { uid(v) <new> val(a) . } } }`;
  const data = { owlgate_u0: [{ uid: '0x1', v }], owlgate_u1: [{ uid: '0x1', v }], owlgate_u2: [{ uid: '0x1', v }] };
  const { statements } = await resolve(upsert, data);
  const literals = statements.set.map(({ object }) => object.kind === 'literal' && `${object.type} "${object.value}"`);
  expect(literals).toEqual([expected]);
});

it('two variables multiply; an empty one is a new node in a set and nothing in a delete', async () => {
  const upsert = (kind: string): string =>
    `upsert { query { v as var(func: eq(name, "x")) w as var(func: eq(name, "y")) e as var(func: eq(name, "z")) }
      mutation { ${kind} { uid(v) <knows> uid(w) .\nuid(v) <knows> uid(e) .\nuid(e) <name> "new" . } } }`;
  const data = { owlgate_u0: TWO, owlgate_u1: [{ uid: '0x3' }], owlgate_u2: [] };
  const set = (await resolve(upsert('set'), data)).statements;
  expect(lines(set.set)).toEqual([
    '0x1 knows 0x3',
    '0x2 knows 0x3',
    '0x1 knows _:uid(e)',
    '0x2 knows _:uid(e)',
    '_:uid(e) name "new"',
  ]);
  expect(lines((await resolve(upsert('delete'), data)).statements.delete)).toEqual(['0x1 knows 0x3', '0x2 knows 0x3']);
});

it('each node gets its own value, or none', async () => {
  const { statements, queryText } = await resolve(
    `upsert { query { q(func: eq(name, "x")) { v as uid a as age } } mutation { set { uid(v) <years> val(a) . } } }`,
    { q: [], owlgate_u0: TWO, owlgate_u1: [{ uid: '0x1', v: 7 }] },
  );
  expect(queryText).toMatch(/uid\(a\)\) \{[^}]*val\(a\)/);
  expect(lines(statements.set)).toEqual(['0x1 years "7"']);
});

it('values of all types are written', async () => {
  const values = ['text', true, 7, 1.5, 9007199254740991, { type: 'Point', coordinates: [1, 2] }];
  const nodes = values.map((v, i) => ({ uid: `0x${i + 1}`, v }));
  const { statements } = await resolve(
    'upsert { query { q(func: has(x)) { v as x } } mutation { set { uid(v) <y> val(v) . } } }',
    { q: [], owlgate_u0: nodes },
  );
  expect(statements.set.map(({ object }) => (object.kind === 'literal' ? [object.type, object.value] : []))).toEqual([
    ['default', 'text'],
    ['bool', 'true'],
    ['int', '7'],
    ['float', '1.5'],
    ['int', '9007199254740991'],
    ['geo', '{"type":"Point","coordinates":[1,2]}'],
  ]);
});

it('the value of an aggregate is written to every subject, new ones included', async () => {
  const { statements, queryText } = await resolve(
    `upsert { query { var(func: has(age)) { a as age } q() { m as max(val(a)) } }
      mutation { set { <0x9> <oldest> val(m) .\n_:n <oldest> val(m) . } } }`,
    { q: [{ 'max(val(a))': 9 }], owlgate_a0: [{ v: 9 }] },
  );
  expect(queryText).toMatch(/owlgate_a0\(\) \{[^}]*max\(val\(m\)\)/);
  expect(lines(statements.set)).toEqual(['0x9 oldest "9"', '_:n oldest "9"']);
});

it('an aggregate without values writes nothing', async () => {
  const { statements } = await resolve(
    'upsert { query { var(func: has(age)) { a as age } q() { m as max(val(a)) } } mutation { set { _:n ' +
      '<oldest> val(m) . } } }',
    { q: [], owlgate_a0: [] },
  );
  expect(statements.set).toEqual([]);
});

it('an upsert with more statements than Dgraph accepts is refused', async () => {
  const nodes = Array.from({ length: 1001 }, (_, i) => ({ uid: `0x${(i + 1).toString(16)}` }));
  const upsert =
    'upsert { query { v as var(func: has(x)) w as var(func: has(y)) } mutation { set { uid(v) <knows> uid(w) . } } }';
  await expect(resolve(upsert, { owlgate_u0: nodes, owlgate_u1: nodes })).rejects.toThrow(
    'more than 1000000 statements',
  );
});

it('a query that does not parse is refused with its position', async () => {
  const { transaction } = answering({});
  const broken = readMutationBody('application/json', '{"query":"{ q(func: uid(1)) { ","set":{"uid":"_:a","x":"y"}}');
  await expect(resolveUpsert(broken.query!, broken, { transaction, schema })).rejects.toThrow(/line 1 column \d+/);
});
