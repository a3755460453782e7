/** Mutations with printed statements are sent like those with statements. */
import {
  isEmptyMutation,
  joinMutations,
  parseRdfMutation,
  predicatesOf,
  printAhead,
  printMutation,
  type Mutation,
} from '../../../../src/dql';

const mutation = (body: string): Mutation => parseRdfMutation(body).mutations[0]!;
const SENT = mutation('{ set {\n_:a <p> "x" (f=1) .\n_:a <q> _:b .\n} delete {\n<0x1> <r> * .\n} }');
const ADDED = mutation('{ set {\n_:a <s> "y"@en .\n} delete {\n<0x2> <p> <0x3> .\n} }');

it.each([undefined, 'set', 'delete'] as const)('a mutation with %s printed prints as before', (block) => {
  expect(printMutation({ mutations: [printAhead(SENT, block)] })).toBe(printMutation({ mutations: [SENT] }));
});

it('joined mutations have all statements and the condition of the first', () => {
  const conditional = { ...SENT, cond: '@if(eq(len(v), 0))' };
  const plain = joinMutations(conditional, ADDED);
  const printed = joinMutations(printAhead(conditional), printAhead(ADDED));
  expect(printed.set).toEqual([]);
  expect(printMutation({ mutations: [printed] })).toBe(printMutation({ mutations: [plain] }));
  expect([...predicatesOf(printed)].sort()).toEqual([...predicatesOf(plain)].sort());
});

it('statements that are not printed follow the printed ones', () => {
  const text = printMutation({ mutations: [joinMutations(printAhead(SENT), ADDED)] });
  expect(text).toBe(printMutation({ mutations: [joinMutations(SENT, ADDED)] }));
});

it('a mutation is empty without statements of either form', () => {
  const empty: Mutation = { set: [], delete: [] };
  expect([empty, printAhead(empty)].map(isEmptyMutation)).toEqual([true, true]);
  expect([SENT, printAhead(SENT), printAhead(ADDED, 'delete')].map(isEmptyMutation)).toEqual([false, false, false]);
});
