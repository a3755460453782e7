/** Effects and refusals of mutations. Expectations come from a Dgraph v25.4. */
import { parseJsonMutation } from '../../../../src/dql/mutation/json';
import { parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { Engine } from '../../../../src/embedded/engine';
import type { MutateAnswer } from '../../../../src/embedded/requests';
import { MAX_EXPLICIT_UID } from '../../../../src/embedded/storage';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

let engine: Engine;
beforeEach(async () => {
  engine = await Engine.open(temporaryDirectory());
});
afterEach(() => engine.close());
afterAll(removeTemporaryDirectories);

const rdf = async (body: string): Promise<MutateAnswer> => engine.mutate(parseRdfMutation(body), 0, true);
const json = async (body: unknown): Promise<MutateAnswer> =>
  engine.mutate(parseJsonMutation(JSON.stringify(body)), 0, true);
const query = (text: string): unknown =>
  JSON.parse(
    engine.query({ query: text, startTs: 0, readOnly: true, debug: false, format: 'json', timeoutMs: 0 }).json,
  );
const uidsOf = (answer: MutateAnswer): Record<string, number> => Object.fromEntries(answer.newNodes ?? []);

describe('a refusal', () => {
  beforeEach(() =>
    engine.alter(`
      name: string .
      age: int .
      flag: bool .
      boss: uid .
      vec: float32vector @index(hnsw(metric: "cosine")) .
      secret: password .`),
  );

  it.each([
    ['_:a <dgraph.foo> "x" .', "Can't store predicate `dgraph.foo` as it is prefixed with `dgraph.`"],
    ['_:a <dgraph.graphql.schema> "x" .', 'Cannot mutate graphql reserved predicate dgraph.graphql.schema'],
    ['_:a <uid> "x" .', 'Cannot create user-defined predicate with internal name uid'],
    ['<0x0> <name> "x" .', 'UID must to be greater than 0'],
    ['<http://a> <name> "x" .', 'strconv.ParseUint: parsing "http://a": invalid syntax'],
    ['_:a <boss> <http://b> .', 'strconv.ParseUint: parsing "http://b": invalid syntax'],
    ['<0xffffffffffffffff> <name> "x" .', 'Uid: [18446744073709551615] cannot be greater than lease: ['],
    ['<0x1ffffffffffffffff> <name> "x" .', 'value out of range'],
    ['<0x1> <age> "abc" .', 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ['<0x1> <flag> "x" .', 'strconv.ParseBool: parsing "x": invalid syntax'],
    ['<0x1> <age> <0x2> .', 'Input for predicate "age" of type scalar is uid. Edge: entity:1'],
    ['<0x1> <boss> "x" .', 'Input for predicate "boss" of type uid is scalar. Edge: entity:1'],
    ['<0x1> <name> "x"@en .', 'Attr: [name] should have @lang directive in schema to mutate edge: [entity:1'],
    ['<0x1> <secret> "x" .', 'Password too short, i.e. should have at least 6 chars'],
    ['<0x1> <boss> <0x2> (a=1, a=2) .', 'Repeated keys are not allowed in facets. But got a'],
    ['<0x1> <vec> "[1, 2]" .\n<0x2> <vec> "[1]" .', 'can not compute cosine distance on vectors of different lengths'],
  ])('set %s', async (line, message) => {
    const before = engine.maxAssigned;
    await expect(rdf(`{ set {\n<0x9> <name> "beside it" .\n${line}\n} }`)).rejects.toThrow(message);
    expect(query('{ q(func: has(name)) { uid } }')).toEqual({ q: [] });
    expect(engine.maxAssigned).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ['<0x1> <dgraph.foo> * .', "Can't store predicate `dgraph.foo`"],
    ['_:a <name> * .', 'UID not found/generated for xid _:a'],
    ['<0x1> <unknown> <0x2> .', 'Input for predicate "unknown" of type scalar is uid.'],
    ['<0x1> * "x" .', "Only valid wildcard delete patterns are 'S * *' and 'S P *'"],
  ])('delete %s', async (line, message) => {
    await expect(rdf(`{ delete {\n${line}\n} }`)).rejects.toThrow(message);
  });

  it('rejects a vector whose length differs from the stored ones', async () => {
    await rdf('{ set {\n<0x1> <vec> "[1, 2]" .\n} }');
    await expect(rdf('{ set {\n<0x2> <vec> "[1, 2, 3]" .\n} }')).rejects.toThrow('vectors of different lengths');
  });
});

describe('undeclared predicates', () => {
  const declared = (...names: string[]): unknown =>
    (query(`schema(pred: [${names.join(', ')}]) { type list }`) as { schema: unknown }).schema;

  it('get a declaration from RDF', async () => {
    await rdf(`{ set {
      _:a <plain> "x" .
      _:a <typed> "3"^^<xs:int> .
      _:a <twice> "x" .
      _:a <twice> "y" .
      _:a <edge> _:b .
    } }`);
    expect(declared('plain', 'typed', 'twice', 'edge')).toEqual([
      { predicate: 'edge', type: 'uid', list: true },
      { predicate: 'plain', type: 'default' },
      { predicate: 'twice', type: 'default', list: true },
      { predicate: 'typed', type: 'int' },
    ]);
  });

  it('get a declaration from JSON', async () => {
    await json({
      set: [{ one: 'x', many: [1, 2], boss: { name: 'b' }, friends: [{ name: 'f' }], ok: true, half: 1.5 }],
    });
    expect(declared('one', 'many', 'boss', 'friends', 'ok', 'half')).toEqual([
      { predicate: 'boss', type: 'uid' },
      { predicate: 'friends', type: 'uid', list: true },
      { predicate: 'half', type: 'float' },
      { predicate: 'many', type: 'int', list: true },
      { predicate: 'ok', type: 'bool' },
      { predicate: 'one', type: 'string' },
    ]);
  });

  it('stay declared when a later value is refused', async () => {
    await expect(json({ set: [{ mixed: [1, 'a'], other: 'x' }] })).rejects.toThrow(
      'strconv.ParseInt: parsing "a": invalid syntax',
    );
    expect(declared('mixed', 'other')).toEqual([
      { predicate: 'mixed', type: 'int', list: true },
      { predicate: 'other', type: 'string' },
    ]);
    expect(query('{ q(func: has(other)) { uid } }')).toEqual({ q: [] });
  });
});

describe('uids', () => {
  it('are allocated per label, in the order of the text, or chosen by the client', async () => {
    const first = uidsOf(await rdf('{ set {\n_:b <name> "b" .\n_:a <name> "a" .\n_:b <knows> _:c .\n} }'));
    expect(Object.keys(first)).toEqual(['b', 'a', 'c']);
    expect(first['a']).toBe(first['b']! + 1);
    await rdf(`{ set {\n<0x${MAX_EXPLICIT_UID.toString(16)}> <name> "far" .\n<500> <name> "decimal" .\n} }`);
    expect(query(`{ q(func: uid(500, ${MAX_EXPLICIT_UID})) { name } }`)).toEqual({
      q: [{ name: 'decimal' }, { name: 'far' }],
    });
    const [next] = Object.values(uidsOf(await rdf('{ set {\n_:z <name> "z" .\n} }')));
    expect(next).toBeLessThan(MAX_EXPLICIT_UID);
    expect(next).toBeGreaterThan(500);
  });
});

describe('upserts', () => {
  beforeEach(() =>
    engine.alter('name: string @index(exact) .\nage: int .\nmail: string @index(hash) @upsert @unique .'),
  );

  it('multiply uid(v), and create a node if it has none', async () => {
    await rdf('{ set {\n<0x1> <name> "n" .\n<0x2> <name> "n" .\n} }');
    const answer = await rdf(`upsert {
      query { v as var(func: eq(name, "n")) w as var(func: eq(name, "none")) }
      mutation { set {
        uid(v) <age> "5" .
        uid(w) <name> "made" .
        uid(v) <knows> uid(w) .
      } delete {
        uid(w) <age> * .
      } }
    }`);
    const newUid = uidsOf(answer)['uid(w)']!;
    expect(query('{ q(func: eq(name, "n")) { age knows { uid } } }')).toEqual({
      q: [1, 2].map(() => ({ age: 5, knows: [{ uid: `0x${newUid.toString(16)}` }] })),
    });
  });

  it('copy val(v) node by node, and drop statements without a value', async () => {
    await rdf('{ set {\n<0x1> <name> "a" .\n<0x1> <age> "7" .\n<0x2> <name> "b" .\n} }');
    await rdf(`upsert {
      query { v as var(func: has(name)) { a as age } }
      mutation { set {
        uid(v) <copy> val(a) .
      } }
    }`);
    expect(query('{ q(func: has(name)) { name copy } }')).toEqual({ q: [{ name: 'a', copy: 7 }, { name: 'b' }] });
  });

  it('run the mutations whose condition holds', async () => {
    await rdf('{ set {\n<0x1> <name> "a" .\n} }');
    const answer = await rdf(`upsert {
      query { v as q(func: eq(name, "a")) { uid name } }
      mutation @if(eq(len(v), 1) and not gt(len(v), 1)) { set {
        uid(v) <age> "1" .
      } }
      mutation @if(eq(len(v), 0)) { set {
        _:new <age> "2" .
      } }
    }`);
    expect(answer.queries).toBe('{"q":[{"uid":"0x1","name":"a"}]}');
    expect(answer.newNodes?.size).toBe(0);
    expect(query('{ q(func: has(age)) { age } }')).toEqual({ q: [{ age: 1 }] });
  });

  it('refuse text after a condition', async () => {
    const request = (cond: string) => ({ query: '{ v as var(func: uid(1)) }', cond, set: [{ uid: '0x1', age: 1 }] });
    await expect(json(request('eq(len(v), 1)'))).rejects.toThrow('must start with @if( or @filter(');
    await expect(json(request('@if(eq(len(v), 1)'))).rejects.toThrow('Unclosed Brackets');
    await expect(json(request('@if(eq(len(v), 1)) q(func: uid(1))'))).rejects.toThrow(
      'unexpected content after condition',
    );
    await expect(json(request('@if(eq(len(v), 1)) } { q(func: uid(1)) { uid }'))).rejects.toMatchObject({
      name: 'DqlSyntaxError',
    });
  });

  it('refuse variables without a query', async () => {
    await expect(json({ set: [{ uid: 'uid(v)', age: 1 }] })).rejects.toThrow('variables [v] not defined');
  });

  it('keep @unique: against other nodes, within the request, and for swapped values', async () => {
    await rdf('{ set {\n<0x1> <mail> "a" .\n<0x2> <mail> "b" .\n} }');
    await expect(rdf('{ set {\n_:n <mail> "a" .\n} }')).rejects.toThrow(
      'could not insert duplicate value [a] for predicate [mail]',
    );
    await expect(rdf('{ set {\n_:n <mail> "c" .\n_:m <mail> "c" .\n} }')).rejects.toThrow(
      'could not insert duplicate value [c] for predicate [mail]',
    );
    await rdf('{ set {\n<0x1> <mail> "a" .\n} }');
    await rdf('{ set {\n<0x1> <mail> "b" .\n<0x2> <mail> "a" .\n} }');
    expect(query('{ q(func: uid(1, 2)) { mail } }')).toEqual({ q: [{ mail: 'b' }, { mail: 'a' }] });
  });
});

describe('deletes', () => {
  it('precede sets in one mutation, and mutations run in order', async () => {
    await rdf('{ set {\n<0x1> <name> "old" .\n} }');
    await rdf('{ set {\n<0x1> <name> "new" .\n} delete {\n<0x1> <name> * .\n} }');
    expect(query('{ q(func: uid(1)) { name } }')).toEqual({ q: [{ name: 'new' }] });
    await json({ mutations: [{ set: [{ uid: '0x1', name: 'x' }] }, { delete: [{ uid: '0x1', name: null }] }] });
    expect(query('{ q(func: uid(1)) { name } }')).toEqual({ q: [] });
  });

  it('of a single value name that value, of a list any member', async () => {
    await engine.alter('name: string @index(exact) .\nboss: uid @reverse .\nnick: [string] @index(exact) .');
    await rdf('{ set {\n<0x1> <name> "a" .\n<0x1> <boss> <0x2> .\n<0x1> <nick> "x" .\n<0x1> <nick> "y" .\n} }');
    await rdf('{ delete {\n<0x1> <name> "b" .\n<0x1> <boss> <0x3> .\n<0x1> <nick> "x" .\n} }');
    expect(query('{ q(func: uid(1)) { name boss { uid } nick } }')).toEqual({
      q: [{ name: 'a', boss: { uid: '0x2' }, nick: ['y'] }],
    });
    await rdf('{ delete {\n<0x1> <name> "a" .\n<0x1> <boss> <0x2> .\n} }');
    expect(query('{ q(func: uid(1)) { name boss { uid } nick } }')).toEqual({ q: [{ nick: ['y'] }] });
  });
});

describe('facets', () => {
  it('are replaced as a whole, and cleared by a set without facets', async () => {
    await engine.alter('knows: [uid] @reverse .');
    const facets = () =>
      engine
        .view()
        .edgeFacets('knows', 1, 2, false)
        .map(({ key }) => key);
    await rdf('{ set {\n<0x1> <knows> <0x2> (since=2020, close=true) .\n} }');
    expect(facets()).toEqual(['close', 'since']);
    expect(engine.view().edgeFacets('knows', 2, 1, true)).toHaveLength(2);
    await rdf('{ set {\n<0x1> <knows> <0x2> (weight=0.5) .\n} }');
    expect(facets()).toEqual(['weight']);
    await rdf('{ set {\n<0x1> <knows> <0x2> .\n} }');
    expect(facets()).toEqual([]);
  });
});
