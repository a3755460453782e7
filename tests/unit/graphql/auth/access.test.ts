/** Rules for every token: results without the graph, and unknown variables that never grant. */
import * as fc from 'fast-check';
import { GraphqlApi } from '../../../../src/graphql';
import { readSdl } from '../../../../src/graphql/sdl';
import { Guard } from '../../../../src/graphql/auth/guard';
import { readRules } from '../../../../src/graphql/auth/rules';
import { Access } from '../../../../src/graphql/auth/access';

const api = (rule: string) =>
  new GraphqlApi(readSdl(`type A @auth(query: ${rule}) { id: ID! name: String @search(by: [hash]) }`));
const CLAIM = (name: string): string => `{ rule: "{$${name}: { eq: true } }" }`;
const GRAPH = '{ rule: "query($NAME: String!) { queryA(filter: { name: { eq: $NAME } }) { id } }" }';

function access(rule: string, claims: Record<string, unknown>): Access {
  const testApi = api(rule);
  const rules = readRules(testApi.model, (_, message) => {
    throw new Error(message);
  });
  return new Access(
    testApi.model,
    rules,
    claims,
    (query, variables) => testApi.read({ query, variables }).selections[0]!,
  );
}

type Tree =
  | { readonly claim: 'A' | 'B' | 'C' }
  | { readonly graph: true }
  | { readonly not: Tree }
  | { readonly and: Tree[] }
  | { readonly or: Tree[] };
const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Tree>({ claim: 'A' }, { claim: 'B' }, { claim: 'C' }, { graph: true }),
    tie('tree').map((not) => ({ not })),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((or) => ({ or })),
  ),
})).tree;

const print = (tree: Tree): string => {
  if ('claim' in tree) return CLAIM(tree.claim);
  if ('graph' in tree) return GRAPH;
  if ('not' in tree) return `{ not: ${print(tree.not)} }`;
  return 'and' in tree ? `{ and: [${tree.and.map(print).join(' ')}] }` : `{ or: [${tree.or.map(print).join(' ')}] }`;
};
const holds = (tree: Tree, claims: Record<string, unknown>, graph: boolean): boolean => {
  if ('claim' in tree) return claims[tree.claim] === true;
  if ('graph' in tree) return graph;
  if ('not' in tree) return !holds(tree.not, claims, graph);
  return 'and' in tree
    ? tree.and.every((each) => holds(each, claims, graph))
    : tree.or.some((each) => holds(each, claims, graph));
};

it('rules that the token decides follow logic, whatever the graph contains', () => {
  fc.assert(
    fc.property(trees, fc.record({ A: fc.boolean(), B: fc.boolean(), C: fc.boolean() }), (tree, claims) => {
      const decision = access(print(tree), { ...claims, NAME: 'n' });
      const [yes, no] = [holds(tree, claims, true), holds(tree, claims, false)];
      if (decision.grants('A', 'query')) expect([yes, no]).toEqual([true, true]);
      if (decision.denies('A', 'query')) expect([yes, no]).toEqual([false, false]);
    }),
    { numRuns: 80 },
  );
});

it('a rule with an unknown variable never grants more than with an empty or a full graph', () => {
  fc.assert(
    fc.property(trees, fc.record({ A: fc.boolean(), B: fc.boolean(), C: fc.boolean() }), (tree, claims) => {
      const decision = access(print(tree), claims);
      // Decided without the graph in either case.
      expect(decision.grants('A', 'query')).toBe(!decision.denies('A', 'query'));
      if (decision.grants('A', 'query')) {
        expect(holds(tree, claims, true)).toBe(true);
        expect(holds(tree, claims, false)).toBe(true);
      }
    }),
    { numRuns: 80 },
  );
});

it.each([
  ['{ rule: "{$R: { in: [1, \\"b\\"] } }" }', { R: 'b' }, true],
  ['{ rule: "{$R: { in: [1, \\"b\\"] } }" }', { R: ['x', 1] }, true],
  ['{ rule: "{$R: { in: [1] } }" }', { R: '1' }, false],
  ['{ rule: "{$R: { eq: \\"b\\" } }" }', { R: ['a', 'b'] }, true],
  ['{ rule: "{$R: { eq: { a: 1 } } }" }', {}, false],
  ['{ rule: "{$R: { regexp: \\"^a.*z$\\" } }" }', { R: 'abcz' }, true],
  ['{ rule: "{$R: { regexp: \\"^a\\" } }" }', { R: 7 }, false],
  ['{ rule: "{$toString: { eq: \\"x\\" } }" }', {}, false],
])('%s with %j', (rule, claims, expected) => {
  const read = () => access(rule, claims).grants('A', 'query');
  if (rule.includes('{ a: 1 }')) expect(read).toThrow('is not a valid GraphQL variable');
  else expect(read()).toBe(expected);
});

it('a hostile claim is a value, and never DQL', async () => {
  const queries: string[] = [];
  const testApi = new GraphqlApi(
    readSdl(`type A @auth(query: ${GRAPH}) { id: ID! name: String @search(by: [hash]) }
# Dgraph.Authorization {"VerificationKey":"k","Header":"x","Namespace":"n","Algo":"HS256"}`),
  );
  jest
    .spyOn(Guard.prototype as never, 'admission' as never)
    .mockImplementation((() =>
      Promise.resolve({ access: access(GRAPH, { NAME: '") { x } q(func: has(A.name)) #' }) })) as never);
  await testApi.execute(
    { query: '{ queryA { name } }' },
    {
      query: (dql) => {
        queries.push(dql);
        return Promise.resolve({});
      },
      mutate: () => Promise.reject(new Error('no')),
    },
  );
  jest.restoreAllMocks();
  expect(queries).toHaveLength(1);
  expect(queries[0]).toContain('eq(A.name, "\\") { x } q(func: has(A.name)) #")');
});
