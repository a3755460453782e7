/**
 * Schema changes: refusals with their messages, and the effects on data and indexes. Expectations come from a Dgraph
 * v25.4.
 */
import { parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { Engine } from '../../../../src/embedded/engine';
import { inconsistencies } from '../../../support/embedded/consistency';
import { openStore, removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

let directory: string;
let engine: Engine;
beforeEach(async () => {
  directory = temporaryDirectory();
  engine = await Engine.open(directory);
});
afterEach(() => engine.close());
afterAll(removeTemporaryDirectories);

const set = (...lines: string[]) => engine.mutate(parseRdfMutation(`{ set {\n${lines.join('\n')}\n} }`), 0, true);
const query = (text: string): unknown =>
  JSON.parse(
    engine.query({ query: text, startTs: 0, readOnly: true, debug: false, format: 'json', timeoutMs: 0 }).json,
  );

describe('a refusal', () => {
  beforeEach(async () => {
    await engine.alter(`
      name: string @index(term) .
      age: int .
      friend: [uid] .
      one: uid .
      nick: [string] .
      mail: string @index(hash) @upsert @unique .
      secret: password .`);
    await set('<0x1> <name> "a" .', '<0x1> <age> "5" .', '<0x1> <friend> <0x2> .', '<0x1> <nick> "x" .');
  });

  it('is of names that Dgraph has no key for', async () => {
    const [fits, tooLong] = ['n'.repeat(65_527), 'n'.repeat(65_528)];
    await expect(engine.alter(`<${tooLong}>: string .`)).rejects.toThrow(
      /^Predicate name length cannot be bigger than 2\^16/,
    );
    await expect(engine.alter(`<${'é'.repeat(32_764)}>: string .`)).rejects.toThrow(/bigger than 2\^16/);
    await engine.alter(`<${fits}>: string .`);
  });

  it.each([
    ['', 'Operation must have at least one field set'],
    ['{}', 'Operation must have at least one field set'],
    ['{"drop_all":true,"drop_op":"DATA"}', 'Only one of DropAll and DropData can be true'],
    ['{"drop_op":"DATA","drop_value":"x"}', 'If DropOp is set to DATA, DropValue must be empty'],
    ['{"drop_op":"ALL","drop_value":"x"}', 'If DropOp is set to ALL, DropValue must be empty'],
    ['{"drop_op":"ATTR"}', 'If DropOp is set to ATTR, DropValue must not be empty'],
    ['{"drop_op":"TYPE"}', 'If DropOp is set to TYPE, DropValue must not be empty'],
    ['{"drop_attr":"dgraph.type"}', 'predicate dgraph.type is pre-defined and is not allowed to be dropped'],
    [
      '{"drop_op":"TYPE","drop_value":"dgraph.graphql"}',
      'type dgraph.graphql is pre-defined and is not allowed to be dropped',
    ],
    ['dgraph.type: string .', 'predicate dgraph.type is pre-defined and is not allowed to be modified'],
    [
      'dgraph.foo: string .',
      "Can't alter predicate `dgraph.foo` as it is prefixed with `dgraph.` which is reserved as the " +
        "namespace for dgraph's internal types/predicates.",
    ],
    [
      'type dgraph.Foo {\n name\n}',
      "Can't alter type `dgraph.Foo` as it is prefixed with `dgraph.` which is reserved as the namespace for " +
        "dgraph's internal types/predicates.",
    ],
    ['type dgraph.graphql {\n name\n}', 'type dgraph.graphql is pre-defined and is not allowed to be modified'],
    ['type A {\n nope\n}', 'Schema does not contain a matching predicate for field 0-nope in type 0-A'],
    ['type A {\n <~nope>\n}', 'Schema does not contain a matching predicate for field 0-~nope in type 0-A'],
    ['uid: string .', 'Cannot create user-defined predicate with internal name uid'],
    ['a: string .\na: int .', 'predicate a defined multiple times'],
    ['a: string @upsert .', 'Index tokenizer is mandatory for: [a] when specifying @upsert directive'],
    [
      'mail: string @index(hash) @unique .',
      'could not drop @upsert from [mail] predicate when @unique directive specified',
    ],
    [
      'mail: string @index(term) @upsert @unique .',
      'could not drop index [hash] from [mail] predicate when @unique directive specified',
    ],
    [
      'friend: string .',
      'Schema change not allowed from scalar to uid or vice versa while there is data for pred: friend',
    ],
    ['age: uid .', 'Schema change not allowed from scalar to uid or vice versa while there is data for pred: age'],
    ['friend: uid .', 'Schema change not allowed from [uid] => uid without deleting pred: friend'],
    ['nick: string .', 'Schema change not allowed from [string] => string without deleting pred: nick'],
    ['secret: string .', 'Schema change not allowed from PASSWORD to STRING'],
    ['age: password .', 'Schema change not allowed from INT to PASSWORD'],
  ])('%s', async (body, message) => {
    const before = query('schema {}');
    await expect(engine.alter(body)).rejects.toThrow(message);
    expect(query('schema {}')).toEqual(before);
  });

  it('names the position of a syntax error', async () => {
    await expect(engine.alter('name: string @index(nope) .')).rejects.toThrow(/line 1 column/);
    await expect(engine.alter('{"foo": 1}')).rejects.toThrow(/line 1 column/);
  });
});

describe('a change of declaration', () => {
  it('builds and drops indexes over existing data', async () => {
    await engine.alter('name: string .\nknows: [uid] .');
    await set(
      ...Array.from(
        { length: 300 },
        (_, i) => `<${i + 1}> <name> "name ${i % 7}" .\n<${i + 1}> <knows> <${(i % 9) + 1}> .`,
      ),
    );
    await engine.alter('name: string @index(exact, term) @count .\nknows: [uid] @reverse @count .');
    expect(inconsistencies(engine.view())).toEqual([]);
    expect(query('{ q(func: eq(name, "name 3")) { count(uid) } r(func: eq(count(~knows), 34)) { uid } }')).toEqual({
      q: [{ count: 43 }],
      r: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x3' }],
    });
    await engine.alter('name: string @index(term) .\nknows: [uid] @count .');
    expect(inconsistencies(engine.view())).toEqual([]);
    expect(engine.view().indexed('name', 'exact', Buffer.from('name 3'))).toHaveLength(0);
    expect(engine.view().uids('knows', 1, true)).toHaveLength(0);
    await engine.alter('knows: [uid] @reverse @count .');
    expect(inconsistencies(engine.view())).toEqual([]);
  });

  it('leaves unconvertible values out of the index, and restores them with the old type', async () => {
    await engine.alter('v: string .');
    await set('<0x1> <v> "abc" .', '<0x2> <v> "12" .');
    await engine.alter('v: int @index(int) .');
    expect(query('{ q(func: eq(v, 12)) { uid v } }')).toEqual({ q: [{ uid: '0x2', v: 12 }] });
    await engine.alter('v: string @index(exact) .');
    expect(query('{ q(func: has(v)) { v } }')).toEqual({ q: [{ v: 'abc' }, { v: '12' }] });
    expect(inconsistencies(engine.view())).toEqual([]);
  });

  it('turns a single value into a list, also with languages', async () => {
    await engine.alter('v: string @lang @index(exact) .\none: uid @reverse .');
    await set('<0x1> <v> "plain" .', '<0x1> <v> "deutsch"@de .', '<0x2> <v> "two" .', '<0x1> <one> <0x2> .');
    await engine.alter('v: [string] @index(exact) .\none: [uid] @reverse .');
    await set('<0x1> <v> "more" .', '<0x2> <v> "two" .', '<0x1> <one> <0x3> .');
    const values = (uid: number): unknown[] =>
      engine
        .view()
        .values('v', uid)
        .map(({ value }) => value.value);
    expect(values(1).sort()).toEqual(['deutsch', 'more', 'plain']);
    expect(values(2)).toEqual(['two']);
    expect([...engine.view().uids('one', 1, false)]).toEqual([2, 3]);
    expect(inconsistencies(engine.view())).toEqual([]);
  });

  it('is refused once while a transaction writes the predicate, and aborts that transaction', async () => {
    await engine.alter('name: string .\nother: string .');
    const { startTs } = await engine.mutate(parseRdfMutation('{ set {\n<0x1> <name> "x" .\n} }'), 0, false);
    await engine.alter('other: string @index(exact) .');
    await expect(engine.alter('name: string @index(exact) .')).rejects.toThrow(
      'Pending transactions found. Please retry operation',
    );
    await engine.alter('name: string @index(exact) .');
    await expect(engine.commit(startTs)).rejects.toThrow('Transaction has been aborted');
  });

  it('runs beside mutations and loses none', async () => {
    await engine.alter('name: string .');
    let n = 0;
    let isAltered = false;
    const writer = async (): Promise<void> => {
      while (!isAltered) await set(`_:a <name> "name ${n++ % 10}" .`);
    };
    const writers = [writer(), writer(), writer()];
    await set(...Array.from({ length: 3000 }, (_, i) => `_:n${i} <name> "name ${i % 10}" .`));
    await engine.alter('name: string @index(exact, term) .');
    await engine.alter('name: string @index(hash) @count .');
    isAltered = true;
    await Promise.all(writers);
    expect([...engine.view().subjects('name', false)]).toHaveLength(3000 + n);
    expect(inconsistencies(engine.view())).toEqual([]);
  });

  it('accepts the answer of `schema {}`, posted back unchanged', async () => {
    await engine.alter('name: string @index(term) .\ntype Person {\n name\n}');
    const { schema, types } = query('schema {}') as {
      schema: {
        predicate: string;
        type: string;
        list?: boolean;
        tokenizer?: string[];
        upsert?: boolean;
        unique?: boolean;
      }[];
      types: { name: string; fields: { name: string }[] }[];
    };
    const text = [
      ...schema.map(
        (p) =>
          `<${p.predicate}>: ${p.list ? `[${p.type}]` : p.type}` +
          `${p.tokenizer ? ` @index(${p.tokenizer.join(', ')})` : ''}${p.upsert ? ' @upsert' : ''}${p.unique ? ' @unique' : ''} .`,
      ),
      ...types.map((t) => `type <${t.name}> {\n${t.fields.map((f) => `\t${f.name}`).join('\n')}\n}`),
    ].join('\n');
    await engine.alter(text);
    expect(query('schema {}')).toEqual({ schema, types });
  });
});

describe('dropping', () => {
  beforeEach(async () => {
    await engine.alter('name: string @index(exact) .\nknows: [uid] @reverse .\ntype Person {\n name\n knows\n}');
    await set('<0x1> <name> "a" .', '<0x1> <knows> <0x2> .', '<0x1> <dgraph.type> "Person" .');
  });
  const names = (): string[] =>
    (query('schema {}') as { schema: { predicate: string }[] }).schema.map((p) => p.predicate);

  it('a predicate allows it to return with another type', async () => {
    await engine.alter('{"drop_attr":"knows"}');
    expect(names()).not.toContain('knows');
    await engine.alter('knows: string .');
    expect([...engine.view().subjects('knows', false)]).toEqual([]);
    await engine.alter('{"drop_attr":"never there"}');
  });

  it('a type keeps the data', async () => {
    await engine.alter('{"drop_op":"TYPE","drop_value":"Person"}');
    expect(query('schema(type: [Person]) {}')).toEqual({});
    expect(query('{ q(func: type(Person)) { uid } }')).toEqual({ q: [{ uid: '0x1' }] });
  });

  it('the data keeps the schema', async () => {
    const before = query('schema {}');
    await engine.alter('{"drop_op":"DATA"}');
    expect(query('schema {}')).toEqual(before);
    expect([...engine.view().subjects('name', false)]).toEqual([]);
    await set('<0x1> <name> "b" .');
    expect(inconsistencies(engine.view())).toEqual([]);
  });

  it('everything leaves the initial schema and ends open transactions', async () => {
    const { startTs } = await engine.mutate(parseRdfMutation('{ set {\n_:a <name> "x" .\n} }'), 0, false);
    await engine.alter('{"drop_all":true}');
    expect(names()).toEqual([
      'dgraph.drop.op',
      'dgraph.graphql.p_query',
      'dgraph.graphql.schema',
      'dgraph.graphql.xid',
      'dgraph.namespace.id',
      'dgraph.namespace.name',
      'dgraph.type',
    ]);
    await expect(engine.commit(startTs)).rejects.toThrow('Transaction has been aborted');
    await engine.close();
    engine = await Engine.open(directory);
    expect(names()).toHaveLength(7);
  });

  it('sweeps dropped data out of the file', async () => {
    await engine.close();
    const store = openStore(directory);
    const spaces = store.current.catalog.entry('name')!.spaces;
    await store.write((batch) => batch.removePredicate('name'));
    while (await store.write((batch) => batch.sweep(2)));
    const { reader } = store.current;
    expect(reader.size(spaces.data, 1) + reader.size(spaces.index['exact']!, 1)).toBe(0);
    await store.close();
    engine = await Engine.open(directory);
  });
});
