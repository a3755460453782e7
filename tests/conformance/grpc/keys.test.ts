/** API keys over gRPC: the roles of HTTP. */
import { status } from '@grpc/grpc-js';
import { digestOf } from '../../../src/http/auth';
import { underGateway } from '../../support/engines/under-gateway';
import { bytes, GrpcClient } from '../../support/grpc';

const KEYS = { read: `owk_${'r'.repeat(43)}`, write: `owk_${'w'.repeat(43)}` };
const lines = Object.entries(KEYS).map(([role, key]) => `${role}:${role}:${digestOf(key).toString('hex')}`);

underGateway(
  (testbed) => {
    const as = async <T>(headers: Record<string, string>, run: (client: GrpcClient) => Promise<T>): Promise<T> => {
      const client = new GrpcClient(testbed.grpcAddress, headers);
      return run(client).finally(() => client.close());
    };
    const read = (client: GrpcClient) => client.query({ query: '{ q(func: uid(0x1)) { uid } }' });
    const write = (client: GrpcClient) =>
      client.query({ commitNow: true, mutations: [{ setNquads: bytes('_:a <n> "1" .') }] });

    it('needs a key, in any of its places', async () => {
      await expect(as({}, read)).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
      await expect(as({}, (client) => client.checkVersion({}))).resolves.toMatchObject({ tag: expect.any(String) });
      for (const headers of [{ authorization: `Bearer ${KEYS.read}` }, { authorization: KEYS.read }]) {
        await expect(as(headers, read)).resolves.toBeDefined();
      }
      await expect(as({ 'x-owlgate-key': KEYS.read }, read)).resolves.toBeDefined();
    });

    it('needs the role to write for mutations, and to administer for Alter', async () => {
      const refused = { code: status.PERMISSION_DENIED };
      await expect(as({ authorization: KEYS.read }, write)).rejects.toMatchObject(refused);
      await expect(as({ authorization: KEYS.write }, write)).resolves.toBeDefined();
      const alter = as({ authorization: KEYS.write }, (client) => client.alter({ dropAll: true }));
      await expect(alter).rejects.toMatchObject(refused);
    });
  },
  { GRPC_PORT: '0', OWLGATE_API_KEYS: lines.join(',') },
  ({ name }) => name === 'embedded',
);
