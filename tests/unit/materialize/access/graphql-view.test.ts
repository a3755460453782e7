/** A GraphQL schema without the fields that a client may not read. */
import { getIntrospectionQuery } from 'graphql';
import fc from 'fast-check';
import { GraphqlViews, predicatesOf, readBy, restrictedModel } from '../../../../src/materialize/access/graphql-view';
import { GraphqlApi, printResponse } from '../../../../src/graphql/execute';
import { RequestFailure } from '../../../../src/graphql/request/failure';
import { readSdl } from '../../../../src/graphql/sdl/read';

const MODEL = readSdl(`
  interface Node @dgraph(type: "Node") { id: ID! label: String @search(by: [exact]) @dgraph(pred: "xlabel") }
  type Person implements Node @dgraph(type: "Person") @secret(field: "pwd", pred: "xpwd") {
    code: String! @id @dgraph(pred: "xcode")
    born: DateTime @search @dgraph(pred: "<xborn-on>")
    told: String @dgraph(pred: "xtold@en:.")
    knows: [Person] @dgraph(pred: "xknows")
    knownBy: [Person] @dgraph(pred: "~xknows")
    lives: Place @dgraph(pred: "xlives")
  }
  type Place @dgraph(type: "Place") { name: String! @id @dgraph(pred: "xname") }
`);
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  xlabel: ['label'],
  xcode: ['code'],
  'xborn-on': ['born'],
  xtold: ['told'],
  xknows: ['knows', 'knownBy'],
  xlives: ['lives'],
};
const ALL = new Set([...Object.keys(FIELDS), 'xname']);

const BACKEND = { query: () => Promise.resolve({}), mutate: () => Promise.resolve({ uids: {}, queries: {} }) };

/** Introspection; undefined where no schema can be made of what is left. */
async function shownBy(api: GraphqlApi): Promise<string | undefined> {
  try {
    const query = getIntrospectionQuery();
    readBy(api, { query });
    return printResponse(await api.execute({ query }, BACKEND));
  } catch (error) {
    expect(error).toBeInstanceOf(RequestFailure);
    expect((error as Error).message).toBe('the schema cannot be shown by the rights of this login');
    return undefined;
  }
}

it('a view without any readable field is refused', async () => {
  expect(await shownBy(new GraphqlApi(restrictedModel(MODEL, new Set(['xtold', 'xname']))))).toBeUndefined();
  expect(await shownBy(new GraphqlApi(restrictedModel(MODEL, new Set(['xcode', 'xname']))))).toBeDefined();
});

it('the predicates of all fields are known', () => {
  expect(predicatesOf(MODEL)).toEqual(ALL);
});

it('every view is a valid schema without traces of unreadable predicates', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...ALL, 'xpwd']), async (readable) => {
      const shown = new Set(readable);
      const api = new GraphqlApi(restrictedModel(MODEL, shown));
      const text = await shownBy(api);
      if (text === undefined) return;
      for (const [predicate, fields] of Object.entries(FIELDS)) {
        for (const field of fields) expect([field, text.includes(`"${field}"`)]).toEqual([field, shown.has(predicate)]);
      }
      expect(text.includes('"pwd"')).toBe(shown.has('xpwd'));
    }),
    { numRuns: 60 },
  );
});

it('a view is made once for each set of readable predicates and each schema', () => {
  const views = new GraphqlViews({});
  const one = views.of(MODEL, new Set(['xcode', 'xname']));
  expect(views.of(MODEL, new Set(['xname', 'xcode']))).toBe(one);
  for (let i = 0; i < 8; i++) views.of(MODEL, new Set(['xname', `n${i}`]));
  expect(views.of(MODEL, new Set(['xcode', 'xname']))).not.toBe(one);
  const again = views.of(MODEL, new Set(['xname']));
  expect(views.of({ ...MODEL }, new Set(['xname']))).not.toBe(again);
});
