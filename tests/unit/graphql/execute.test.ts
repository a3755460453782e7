import { buildClientSchema, getIntrospectionQuery, validateSchema, type IntrospectionQuery } from 'graphql';
import { printResponse } from '../../../src/graphql/execute';
import { backend, json, library } from '../../support/graphql/library';

const api = library();

/** Ids of fields in DQL, in the order of the document. */
const idsIn = (dql: string): string[] => [...dql.matchAll(/\bn\d+\b/g)].map(([id]) => id);

describe('queries', () => {
  it('of one request run together', async () => {
    const testBackend = backend({
      query(dql) {
        const [a, name, b, count] = idsIn(dql);
        return { [a!]: [{ [name!]: 'Ann' }], [b!]: [{ [count!]: 3 }] };
      },
    });
    const query = '{ a: queryAuthor { name } b: aggregateAuthor { count } }';
    expect(json(await api.execute({ query }, testBackend))).toEqual({
      data: { a: [{ name: 'Ann' }], b: { count: 3 } },
    });
    expect(testBackend.queries).toHaveLength(1);
  });

  it('run one by one if one of them is refused', async () => {
    const testBackend = backend({
      query(dql) {
        if (dql.includes('pages')) throw new Error('no such index');
        const [a, name] = idsIn(dql);
        return { [a!]: [{ [name!]: 'Ann' }] };
      },
    });
    const query = '{ queryAuthor { name } queryBook(filter: {pages: {gt: 1}}) { pages } }';
    expect(json(await api.execute({ query }, testBackend))).toEqual({
      errors: [
        { message: 'Dgraph query failed because Dgraph execution failed because no such index', path: ['queryBook'] },
      ],
      data: { queryAuthor: [{ name: 'Ann' }] },
    });
  });

  it('keep numbers of the backend unchanged', async () => {
    const large = { isLosslessNumber: true, value: '9223372036854775807' };
    const testBackend = backend({
      query(dql) {
        const [a, sold] = idsIn(dql);
        return { [a!]: [{ [sold!]: large }] };
      },
    });
    const { data } = await api.execute({ query: '{ queryBook { sold } }' }, testBackend);
    expect(data).toEqual({ queryBook: [{ sold: large }] });
  });

  it('answer introspection', async () => {
    const testBackend = backend();
    const response = await api.execute({ query: getIntrospectionQuery() }, testBackend);
    const { data } = JSON.parse(printResponse(response)) as { data: IntrospectionQuery };
    const schema = buildClientSchema(data);
    expect(validateSchema(schema)).toEqual([]);
    expect(schema.getType('AddBookInput')).toBeDefined();
    expect(testBackend.queries).toEqual([]);
  });

  it('may combine introspection and data', async () => {
    const query = '{ t: __type(name: "Genre") { enumValues { name } } queryAuthor { name } __typename }';
    expect(JSON.parse(printResponse(await api.execute({ query }, backend())))).toEqual({
      data: { t: { enumValues: [{ name: 'NOVEL' }, { name: 'ESSAY' }] }, queryAuthor: [], __typename: 'Query' },
    });
  });

  it('merge selections of several types under one name', async () => {
    const testBackend = backend({
      query(dql) {
        const [readers, shelf, ofWork, name, ofBook, id] = idsIn(dql);
        const node = {
          'dgraph.type': ['Book', 'Work'],
          [ofWork!]: [{ [name!]: 'Ann' }],
          [ofBook!]: [{ [id!]: '0x1' }],
        };
        return { [readers!]: [{ [shelf!]: [node, { 'dgraph.type': ['Map'] }] }] };
      },
    });
    const query = `{ queryReader { shelf { ...A ... on Book { x: authors { id } } ... on Map { scale } } } }
      fragment A on Thing { ... on Book { x: authors { name } } }`;
    const apart = query.replace(
      '... on Book { x: authors { id } }',
      '... on Work { ... on Book { x: authors { id } } }',
    );
    for (const each of [query, apart]) {
      const { data } = await api.execute({ query: each }, testBackend);
      const shelves = (json(data) as { queryReader: { shelf: object[] }[] }).queryReader[0]!.shelf;
      expect(shelves[1]).toEqual({ scale: null });
      expect(Object.keys(shelves[0]!)).toEqual(['x']);
    }
    // The edge is requested once, with the selections of both fragments.
    expect(testBackend.queries[0]!.dql.match(/<?Book\.authors>?/g)).toHaveLength(1);
  });

  it('are answered under any name', async () => {
    const { data } = await api.execute(
      { query: '{ __proto__: queryAuthor { name } constructor: queryAuthor { name } }' },
      backend(),
    );
    expect(Object.entries(data!)).toEqual([
      ['__proto__', []],
      ['constructor', []],
    ]);
  });
});

describe('mutations', () => {
  const add = 'mutation { addReader(input: [{card: 1, name: "Ann"}]) { reader { name } numUids } }';

  it('write only if the nodes are still absent', async () => {
    const testBackend = backend({ mutate: () => ({ uids: { Reader_1: '0x1' } }) });
    await api.execute({ query: add }, testBackend);
    expect(testBackend.upserts).toEqual([
      {
        query: 'query {\nguard0 as guard0(func: eq(Reader.card, "1")) { uid }\n}',
        mutations: [
          {
            cond: 'eq(len(guard0), 0)',
            set: [{ uid: '_:Reader_1', 'dgraph.type': ['Reader'], 'Reader.card': 1, 'Reader.name': 'Ann' }],
          },
        ],
      },
    ]);
  });

  it('report concurrent adds', async () => {
    let overtaken = false;
    const testBackend = backend({
      query: () => (overtaken ? { k0: [{ uid: '0x7', 'dgraph.type': ['Reader'], value: 1 }] } : {}),
      mutate() {
        overtaken = true;
        return { queries: { guard0: [{ uid: '0x7' }] } };
      },
    });
    const { errors, data } = await api.execute({ query: add }, testBackend);
    expect(errors![0]!.message).toBe(
      "couldn't rewrite mutation addReader because failed to rewrite mutation payload because " +
        'id 1 already exists for field card inside type Reader',
    );
    expect(data).toEqual({ addReader: null });
    expect(testBackend.upserts).toHaveLength(1);
  });

  it('are planned again for updates too', async () => {
    let attempts = 0;
    const testBackend = backend({
      mutate: () => ({ queries: { touched: [{ uid: '0x1' }], guard0: attempts++ === 0 ? [{ uid: '0x7' }] : [] } }),
    });
    const query = 'mutation { updateReader(input: {filter: {card: {eq: 1}}, set: {card: 2}}) { numUids } }';
    expect(json(await api.execute({ query }, testBackend))).toEqual({ data: { updateReader: { numUids: 1 } } });
    expect(testBackend.upserts.map(({ mutations }) => mutations[0]!.cond)).toEqual([
      'eq(len(x), 1) AND eq(len(guard0), 0)',
      'eq(len(x), 1) AND eq(len(guard0), 0)',
    ]);
  });

  it('end after several attempts if others are always faster', async () => {
    const testBackend = backend({ mutate: () => ({ queries: { guard0: [{ uid: '0x7' }] } }) });
    const { errors } = await api.execute({ query: add }, testBackend);
    expect(errors![0]!.message).toBe(
      'mutation addReader failed because other requests keep adding the same nodes. Please retry',
    );
    expect(testBackend.upserts).toHaveLength(3);
  });

  it('stay committed if their payload cannot be read', async () => {
    const testBackend = backend({
      query(dql) {
        if (dql.includes('uid(0x9)')) throw new Error('gone');
        return {};
      },
      mutate: () => ({ uids: { Reader_1: '0x9' } }),
    });
    const { errors, data } = await api.execute({ query: add }, testBackend);
    expect(data).toEqual({ addReader: { reader: [], numUids: 1 } });
    expect(errors).toEqual([
      {
        message: "couldn't execute query for mutation addReader because Dgraph execution failed because gone",
        path: ['addReader'],
      },
    ]);
  });

  it('report reason, position and path of a refusal', async () => {
    const testBackend = backend({
      mutate() {
        throw new Error('a Reader is no Book (rule cax-dw)');
      },
    });
    expect(
      json(await api.execute({ query: `${add.slice(0, -2)} b: deleteReader(filter: {}) { msg } }` }, testBackend)),
    ).toEqual({
      errors: [
        {
          message:
            'mutation addReader failed because Dgraph execution failed because a Reader is no Book (rule cax-dw)',
          locations: [{ line: 1, column: 12 }],
          path: ['addReader'],
        },
        {
          message: 'Mutation b was not executed because of a previous error.',
          locations: [{ line: 1, column: 83 }],
          path: ['b'],
        },
      ],
      data: { addReader: null },
    });
  });

  it('look up many keys in one query', async () => {
    const input = Array.from({ length: 50 }, (_, card) => ({ card }));
    const testBackend = backend({ mutate: () => ({ uids: { Reader_1: '0x1' } }) });
    const query = 'mutation($i: [AddReaderInput!]!) { addReader(input: $i) { numUids } }';
    await api.execute({ query, variables: { i: input } }, testBackend);
    expect(testBackend.upserts[0]!.query!.match(/guard\d+ as/g)).toEqual(['guard0 as']);
    expect(testBackend.queries).toHaveLength(1);
  });
});
