/** Queries of several writes as one: fewer blocks, and for each write the answer to its own query. */
import type { FactQuery } from '../../../../src/materialize/store/fact-query';
import { FactQueryComposer } from '../../../../src/materialize/store/fact-query-composer';
import { JoinedQuery } from '../../../../src/materialize/store/joined-query';
import type { Need } from '../../../../src/materialize/store/need';
import { schemaOf } from '../../../support/materialize/small';

const schema = schemaOf('iri: string\nknows: [uid]\nowner: uid\nname: string');
let queries = 0;
const compose = (needs: readonly Need[], iris: readonly string[] = []): FactQuery =>
  new FactQueryComposer(schema, Infinity, `w${queries++}_`).compose(needs, iris);
const linesOf = ({ text }: JoinedQuery): string[] => text.split('\n');

beforeEach(() => (queries = 0));

it('blocks with the same fields become one, with the nodes of all', () => {
  const first = compose([{ s: '0x1', p: 'name' }]);
  const second = compose([
    { s: '0x1', p: 'name' },
    { s: '0x2', p: 'name' },
    { s: '0x3', p: 'owner' },
  ]);
  const joined = new JoinedQuery([first, second]);
  expect(linesOf(joined)).toEqual([
    'j0(func: uid(0x1, 0x2)) { uid f0: name @facets(owl.inferred) }',
    'j1(func: uid(0x3)) { uid f0: owner @facets(owl.inferred) { uid } }',
  ]);
  const rows = { one: { uid: '0x1', f0: 'a' }, two: { uid: '0x2', f0: 'b' }, three: { uid: '0x3' } };
  const data = { j0: [rows.one, rows.two], j1: [rows.three] };
  expect(joined.answerTo(first, data)).toEqual({ w0_n0: [rows.one] });
  expect(joined.answerTo(second, data)).toEqual({ w1_n0: [rows.one, rows.two], w1_n1: [rows.three] });
});

it('one query finds the edges that several asked for, and each gets its own', () => {
  const first = compose([{ s: '0x1', p: 'knows', o: '0x2' }]);
  const second = compose([{ s: '0x1', p: 'knows', o: '0x3' }]);
  const joined = new JoinedQuery([first, second]);
  expect(linesOf(joined)).toEqual([
    'j0(func: uid(0x1)) { uid f0: knows @filter(uid(0x2, 0x3)) @facets(owl.inferred) { uid } }',
  ]);
  const ends = [{ uid: '0x2', 'f0|owl.inferred': true }, { uid: '0x3' }];
  const data = { j0: [{ uid: '0x1', f0: ends }] };
  expect(joined.answerTo(first, data)).toEqual({ w0_n0: [{ uid: '0x1', f0: [ends[0]] }] });
  expect(joined.answerTo(second, data)).toEqual({ w1_n0: [{ uid: '0x1', f0: [ends[1]] }] });
});

it('nodes that are named by IRIs share a block of their own, and two nodes of one IRI are two rows', () => {
  const first = compose([{ s: '<urn:a>', p: 'name' }], ['<urn:a>']);
  const second = compose([{ s: '<urn:b>', p: 'name' }], ['<urn:b>']);
  const third = compose([{ s: '0x1', p: 'name' }]);
  const joined = new JoinedQuery([first, second, third]);
  expect(linesOf(joined)).toEqual([
    'j0(func: eq(iri, ["urn:a", "urn:b"])) { uid iri: iri f0: name @facets(owl.inferred) }',
    'j1(func: uid(0x1)) { uid f0: name @facets(owl.inferred) }',
  ]);
  const a = [
    { uid: '0x1', iri: 'urn:a', f0: 'x' },
    { uid: '0x2', iri: 'urn:a', f0: 'y' },
  ];
  const data = { j0: [...a, { uid: '0x3', iri: 'urn:b' }], j1: [{ uid: '0x1', f0: 'x' }] };
  expect(joined.answerTo(first, data)).toEqual({ w0_n0: a });
  expect(joined.answerTo(second, data)).toEqual({ w1_n0: [{ uid: '0x3', iri: 'urn:b' }] });
  expect(joined.answerTo(third, data)).toEqual({ w2_n0: [{ uid: '0x1', f0: 'x' }] });
});

it('edges to nodes that are named by IRIs stay apart: the answer has no IRIs of them', () => {
  const queries = ['<urn:a>', '<urn:b>'].map((o) => compose([{ s: '0x1', p: 'knows', o }], [o]));
  const joined = new JoinedQuery(queries);
  const blocks = linesOf(joined);
  expect(blocks.filter((line) => line.includes('knows'))).toHaveLength(2);
  expect(blocks.find((line) => line.startsWith('j0'))).toContain('["urn:a", "urn:b"]');
  const data = { j0: [{ uid: '0x2', iri: 'urn:a' }], w0_n1: [{ uid: '0x1', f0: [{ uid: '0x2' }] }], w1_n1: [] };
  expect(joined.answerTo(queries[0]!, data)).toEqual({ w0_n0: data.j0, w0_n1: data.w0_n1 });
  expect(joined.answerTo(queries[1]!, data)).toEqual({ w1_n0: [], w1_n1: [] });
});

it('nodes that a function finds are asked for apart', () => {
  const query = compose([{ s: undefined, p: 'owner', o: undefined }]);
  const joined = new JoinedQuery([query]);
  expect(joined.text).toBe(query.text);
  const data = { w0_p0: [{ uid: '0x1' }] };
  expect(joined.answerTo(query, data)).toEqual(data);
});
