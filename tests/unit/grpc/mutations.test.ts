import { create } from '@bufbuild/protobuf';
import { composeMutations } from '../../../src/grpc/mutations';
import { MutationSchema } from '../../../src/grpc/protocol/dgraph_pb';

const bytes = (text: string): Buffer => Buffer.from(text);
const compose = (query: string, ...mutations: Parameters<typeof create<typeof MutationSchema>>[1][]) => {
  const { contentType, body } = composeMutations(
    query,
    mutations.map((each) => create(MutationSchema, each)),
  );
  return [contentType, body.toString()];
};

it('puts JSON together from the bytes received', () => {
  const mutation = {
    setJson: bytes('[ {"n":12345678901234567890} ]'),
    deleteJson: bytes('{"uid":"0x1"}'),
    cond: '@if(x)',
  };
  expect(compose('{ q }', mutation)).toEqual([
    'application/json',
    '{"query":"{ q }","mutations":[{"cond":"@if(x)","set":[ {"n":12345678901234567890} ],"delete":{"uid":"0x1"}}]}',
  ]);
});

it('numbers the unnamed nodes of mixed mutations through the whole request', () => {
  const [type, body] = compose(
    '',
    { setJson: bytes('{"n":"a"}'), setNquads: bytes('_:b <n> "b" .') },
    { setJson: bytes('{"n":"c"}'), del: [{ subject: '0x1', predicate: '_STAR_ALL', objectId: '_STAR_ALL' }] },
  );
  expect(type).toBe('application/rdf');
  expect(body).toContain('_:blank-0 <n> "a"');
  expect(body).toContain('_:b <n> "b" .');
  expect(body).toContain('_:blank-1 <n> "c"');
  expect(body).toContain('<0x1> * * .');
});

it('keeps statements from leaving their block', () => {
  expect(() => compose('', { setNquads: bytes('_:a <n> "a" . } delete { <0x1> * * .') })).toThrow();
});

it('refuses a typed statement without an object, by its subject and predicate', () => {
  expect(() => compose('', { set: [{ subject: '_:a', predicate: 'n' }] })).toThrow('<_:a> <n>: it has no object');
});
