import type { MutationRequest } from '../../../../src/dql';
import { readMutationBody } from '../../../../src/mutation';
import { ConversionPending, holdBackRequest } from '../../../../src/materialize/write/hold-back';

const DUE = new Set(['size', 'a:b']);
const read = (body: string): MutationRequest => readMutationBody('application/rdf', body, undefined);

it.each([
  ['sets a value', '{ set { _:a <size> "7" . } }'],
  ['deletes one', '{ delete { <0x1> <size> * . } }'],
  ['deletes all of a node', '{ delete { <0x1> * * . } }'],
  ['reads one', 'upsert { query { v as var(func: has(size)) } mutation { set { uid(v) <name> "x" . } } }'],
  [
    'reads a long name',
    'upsert { query { var(func: uid(1)) { v as <a:b> } } mutation { set { <0x1> <name> val(v) . } } }',
  ],
])('holds back a write that %s', (_, body) => {
  expect(() => holdBackRequest(read(body), DUE)).toThrow(ConversionPending);
  expect(() => holdBackRequest(read(body), undefined)).not.toThrow();
});

it('lets other writes pass', () => {
  const body = '{ set { _:a <name> "x" .\n_:a <dgraph.type> "Size" . } delete { <0x1> <note> * . } }';
  expect(() => holdBackRequest(read(body), DUE)).not.toThrow();
  const upsert = 'upsert { query { v as var(func: eq(name, "x")) } mutation { set { uid(v) <name> "y" . } } }';
  expect(() => holdBackRequest(read(upsert), DUE)).not.toThrow();
});
