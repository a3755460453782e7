/**
 * Messages that the gateway and an alpha could read differently. A key that may only read sends writes in them: none is
 * carried out, and no predicate of the registry is written, whatever form they take.
 */
import { digestOf } from '../../../src/http/auth';
import { underGateway } from '../../support/engines/under-gateway';
import { field, number, tag, varint, WIRE } from '../../support/grpc-bytes';
import { GrpcClient, jsonOf } from '../../support/grpc';

const KEYS = { read: `owk_${'r'.repeat(43)}`, write: `owk_${'w'.repeat(43)}`, admin: `owk_${'a'.repeat(43)}` };
const lines = Object.entries(KEYS).map(([role, key]) => `${role}:${role}:${digestOf(key).toString('hex')}`);

/** Numbers of fields in Request, RunDQLRequest and Mutation. */
const QUERY = 4;
const VARS = 5;
const MUTATIONS = 12;
const COMMIT_NOW = 13;
const SET_NQUADS = 3;

const READ = '{ q(func: uid(0x1)) { uid } }';

/** Places for bytes that one reader skips and another reads as fields of the request. */
const HIDING: Readonly<Record<string, (hidden: Buffer) => Buffer>> = {
  'a text with the wire type of a number': (hidden) =>
    Buffer.concat([tag(QUERY, WIRE.varint), varint(hidden.length), hidden]),
  'a number with the wire type of a text': (hidden) => field(COMMIT_NOW, hidden),
  'a map with the wire type of a number': (hidden) =>
    Buffer.concat([tag(VARS, WIRE.varint), varint(hidden.length), hidden]),
  'a group of an unknown field': (hidden) => Buffer.concat([tag(99, WIRE.startGroup), hidden, tag(99, WIRE.endGroup)]),
  'an unknown field': (hidden) => field(99, hidden),
  'an unknown number': (hidden) => Buffer.concat([tag(99, WIRE.varint), varint(hidden.length), hidden]),
  'an entry of a map that ends early': (hidden) =>
    Buffer.concat([tag(VARS, WIRE.delimited), varint(2), tag(1, WIRE.delimited), varint(hidden.length), hidden]),
  'a length of ten bytes': (hidden) => Buffer.concat([tag(QUERY, WIRE.delimited), varint(hidden.length, 10), hidden]),
  'a mutation without a length': (hidden) => Buffer.concat([tag(MUTATIONS, WIRE.varint), varint(0), hidden]),
  'the message itself': (hidden) => hidden,
};

const hiddenWrite = (label: string, predicate: string): Buffer =>
  Buffer.concat([field(MUTATIONS, field(SET_NQUADS, `_:x <${predicate}> "${label}" .`)), number(COMMIT_NOW, 1)]);

underGateway(
  (testbed) => {
    const client = (key: string) => new GrpcClient(testbed.grpcAddress, { authorization: `Bearer ${key}` });

    it.each(Object.keys(HIDING))('hides no write in %s', async (name) => {
      const reader = client(KEYS.read);
      const writer = client(KEYS.write);
      const stored = async (): Promise<unknown> =>
        jsonOf(await reader.query({ query: '{ q(func: has(hidden)) { hidden } r(func: has(owlgate.lock)) { uid } }' }));
      try {
        const before = await stored();
        for (const sent of [reader, writer]) {
          const predicate = sent === reader ? 'hidden' : 'owlgate.lock';
          const bytes = HIDING[name]!(hiddenWrite(name, predicate));
          for (const message of [
            Buffer.concat([bytes, field(QUERY, READ)]),
            Buffer.concat([field(QUERY, READ), bytes]),
          ]) {
            await sent.send('Query', message).catch((error: unknown) => error);
          }
          // RunDQL has its text in the field 1.
          await sent.send('RunDQL', Buffer.concat([bytes, field(1, READ)])).catch((error: unknown) => error);
        }
        expect(await stored()).toEqual(before);
      } finally {
        reader.close();
        writer.close();
      }
    });
  },
  { GRPC_PORT: '0', OWLGATE_API_KEYS: lines.join(',') },
);
