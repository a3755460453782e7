/** Schema changes, in order: each depends on the earlier ones. */
import { alter, alterJson, query, rdf } from '../../support/engines/wire';
import { accepted, data, declined, DONE, type ContractCase } from './case';

const schemaOf = (predicate: string): ReturnType<typeof query> => query(`schema(pred: [${predicate}]) {}`);

export const ALTERATIONS: readonly ContractCase[] = [
  {
    name: 'a new predicate',
    request: alter('colour: string .'),
    answer: DONE,
    then: { query: schemaOf('colour'), data: { schema: [{ predicate: 'colour', type: 'string' }] } },
  },
  {
    name: 'data without an index is not found by value',
    request: rdf('{ set { _:c <colour> "green" . } }'),
    answer: accepted({ c: '%new1%' }),
  },
  {
    name: 'an index that is added finds what was there before',
    request: alter('colour: string @index(exact) .'),
    answer: DONE,
    then: { query: query('{ q(func: eq(colour, "green")) { colour } }'), data: { q: [{ colour: 'green' }] } },
  },
  {
    name: 'a type, and one more predicate',
    request: alter('shade: int .\ntype Paint {\n  colour\n  shade\n}'),
    answer: DONE,
    then: {
      query: query('schema(type: Paint) {}'),
      data: { types: [{ name: 'Paint', fields: [{ name: 'colour' }, { name: 'shade' }] }] },
    },
  },
  {
    name: 'reverse edges of what was there before',
    request: rdf('{ set { _:p <nextTo> _:q . _:p <colour> "red" . } }'.replaceAll(' . ', ' .\n')),
    answer: accepted({ p: '%new1%', q: '%new2%' }),
  },
  {
    name: 'are built',
    request: alter('nextTo: [uid] @reverse .'),
    answer: DONE,
    then: {
      query: query('{ q(func: has(~nextTo)) { ~nextTo { colour } } }'),
      data: { q: [{ '~nextTo': [{ colour: 'red' }] }] },
    },
  },
  {
    name: 'a scalar cannot become an edge while it has data',
    request: alter('colour: [uid] .'),
    answer: declined(
      /Schema change not allowed from scalar to uid or vice versa while there is data for pred: colour/,
      'Error',
    ),
  },
  {
    name: 'an index that its type cannot have',
    request: alter('shade: int @index(term) .'),
    answer: declined(/.+/, 'Error'),
  },
  { name: 'text that is no schema', request: alter('colour string'), answer: declined(/.+/, 'Error') },
  {
    name: 'a predicate of Dgraph’s own',
    request: alter('dgraph.type: int .'),
    answer: declined(/.+/, 'Error'),
  },
  {
    name: 'drop_attr drops the data',
    request: alterJson({ drop_attr: 'colour' }),
    answer: DONE,
    then: { query: query('{ q(func: has(colour)) { colour } }'), data: { q: [] } },
  },
  {
    name: 'drop_op TYPE',
    request: alterJson({ drop_op: 'TYPE', drop_value: 'Paint' }),
    answer: DONE,
    then: { query: query('schema(type: Paint) {}'), data: {} },
  },
  {
    name: 'drop_op DATA leaves the schema',
    request: alterJson({ drop_op: 'DATA' }),
    answer: DONE,
    then: {
      query: schemaOf('nextTo'),
      data: { schema: [{ predicate: 'nextTo', type: 'uid', reverse: true, list: true }] },
    },
  },
  {
    name: 'and no data',
    request: query('{ q(func: has(nextTo)) { uid } }'),
    answer: data({ q: [] }),
  },
  {
    name: 'drop_all leaves neither',
    request: alterJson({ drop_all: true }),
    answer: DONE,
    then: { query: schemaOf('nextTo'), data: {} },
  },
];
