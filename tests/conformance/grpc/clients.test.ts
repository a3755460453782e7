/**
 * Dgraph's own clients, as their users install them: transactions, conflicts and retries, upserts, RDF, deadlines,
 * refusals and TLS. A client that cannot be installed here is skipped, with the reason.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { dropAll } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { dgraphClients } from '../../support/clients';
import { describeIf } from '../../support/conditional';
import { makeCertificate } from '../../support/dgraph/certificate';
import { ask } from '../../support/http/client';

const animals = fs.readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');
const clients = dgraphClients();

const ROW = { title: 'text', year: 2 };
/** What every client sees, on every engine. */
const SEEN = {
  version: 'v',
  all: { q: [{ title: 'json', year: 1 }, { title: 'text' }] },
  bound: { q: [{ title: 'json', year: 1 }] },
  rdf: ' <title> "text" .\n',
  upsert: { q: [ROW] },
  conflict: 'aborted',
  // Twelve increments by four workers, each repeated until it was not aborted.
  counted: { q: [{ ...ROW, year: 15 }] },
  types: ['Animal', 'Dog', 'Mammal'],
  refused: ['INVALID_ARGUMENT', 'disjointness violation'],
  late: 'DEADLINE_EXCEEDED',
};

underGateway(
  (testbed) => {
    for (const { name, missing, run } of clients) {
      describeIf(missing === '', missing)(name, () => {
        beforeAll(async () => {
          await dropAll(testbed.url);
          const headers = { 'Content-Type': 'text/turtle' };
          expect((await ask(testbed.url, '/ontology', { method: 'POST', headers, body: animals })).status).toBe(200);
        });

        it('reads, writes, repeats conflicts and is refused as the protocol says', async () => {
          const dql = name === 'dgraph-js' ? {} : { dql: { q: [{ title: 'text' }] } };
          expect(await run(testbed.grpcAddress)).toEqual({ ...SEEN, ...dql });
        });
      });
    }
  },
  { GRPC_PORT: '0' },
);

describe('TLS', () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-clients-'));
  const file = (name: string, text: string): string => {
    fs.writeFileSync(path.join(directory, name), text);
    return path.join(directory, name);
  };
  afterAll(() => fs.rmSync(directory, { recursive: true }));
  const [server, known, stranger] = [makeCertificate(), makeCertificate(), makeCertificate()];
  const authority = file('authority', server.cert);
  const identity = (name: string, { key, cert }: typeof known): string[] => [
    authority,
    file(`${name}.key`, key),
    file(`${name}.cert`, cert),
  ];

  underGateway(
    (testbed) => {
      for (const { name, missing, run } of clients.filter(({ speaksTls }) => speaksTls)) {
        describeIf(missing === '', missing)(name, () => {
          it('connects with a certificate of the authority, and not with another', async () => {
            await expect(run(testbed.grpcAddress, identity('known', known))).resolves.toEqual({ version: 'v' });
            await expect(run(testbed.grpcAddress, identity('stranger', stranger))).rejects.toThrow();
            await expect(run(testbed.grpcAddress, [authority])).rejects.toThrow();
          });
        });
      }
    },
    {
      GRPC_PORT: '0',
      OWLGATE_GRPC_CERT: file('server.cert', server.cert),
      OWLGATE_GRPC_KEY: file('server.key', server.key),
      OWLGATE_GRPC_CLIENT_CA: file('clients', known.cert),
    },
    ({ name }) => name === 'embedded',
  );
});
