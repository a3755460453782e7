/** Writes that may share a transaction, and those that need their own. */
import { statementsOf } from '../../../../../src/materialize/write/group-commit/eligible';
import type { WriteContext } from '../../../../../src/materialize/write/context';
import type { WriteOptions } from '../../../../../src/materialize/write/delivery';
import { readMutationBody } from '../../../../../src/mutation';
import { schemaOf } from '../../../../support/materialize/small';

const context = { schema: schemaOf('p: string\nq: [uid]') } as WriteContext;
const count = (rdf: string, options: Partial<WriteOptions> = {}, own: Partial<WriteContext> = {}) =>
  statementsOf(readMutationBody('application/rdf', rdf), { ...context, ...own }, { commitNow: true, ...options });
const SET = '{ set { _:a <p> "x" . } }';

it.each([
  ['a set', SET, 1],
  ['sets and deletes', '{ set { _:a <p> "x" .\n<0x1> <q> _:a . } delete { <0x1> <q> <0x2> . } }', 3],
  ['types', '{ set { _:a <dgraph.type> "A" . } }', 1],
  ['a node by its IRI', '{ set { <http://x> <p> "x" . } }', 1],
  ['a delete of a list', '{ delete { <0x1> <q> * . } }', undefined],
  ['a delete of a node', '{ delete { <0x1> * * . } }', undefined],
  ['an unknown predicate', '{ set { _:a <new> "x" . } }', undefined],
  ["one of the engine's own", '{ set { _:a <dgraph.xid> "x" . } }', undefined],
  ['an upsert', 'upsert { query { v as var(func: has(p)) } mutation { set { uid(v) <p> "x" . } } }', undefined],
  ['many statements', `{ set { ${'_:a <p> "x" .\n'.repeat(201)} } }`, undefined],
])('%s', (_, rdf, expected) => {
  expect(count(rdf)).toBe(expected);
});

it.each<[string, Partial<WriteOptions>, Partial<WriteContext>]>([
  ['that does not commit', { commitNow: false }, {}],
  ["in a client's transaction", { startTs: 5 }, {}],
  ['that is repeated', { attempt: 2 }, {}],
  ['with other parameters', { parameters: { timeout: '1s' } }, {}],
  ['with an idempotency record', { recorder: {} as WriteOptions['recorder'] }, {}],
  ['over a damaged registry', {}, { damage: new Error('damage') as WriteContext['damage'] }],
])('a write %s', (_, options, own) => {
  expect(count(SET, options, own)).toBeUndefined();
});
