/** Calls of api.Dgraph: the same results as over HTTP, on every engine. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { status } from '@grpc/grpc-js';
import { Operation_DropOp, Request_RespFormat } from '../../../src/grpc/protocol/dgraph_pb';
import { underGateway } from '../../support/engines/under-gateway';
import { bytes, GrpcClient, jsonOf } from '../../support/grpc';
import { ask } from '../../support/http/client';

const animals = readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');

underGateway(
  (testbed) => {
    let client: GrpcClient;
    beforeAll(async () => {
      client = new GrpcClient(testbed.grpcAddress);
      await client.alter({
        schema: 'title: string @index(exact) .\nyear: int .\nnear: [uid] @reverse .\nat: datetime .',
      });
    });
    afterAll(() => client.close());

    it('knows the version', async () => {
      expect((await client.checkVersion({})).tag).toMatch(/^v\d+\./);
    });

    it('writes every form of statement in one request', async () => {
      const written = await client.query({
        commitNow: true,
        mutations: [
          {
            setJson: bytes('{"uid":"_:a","title":"json"}'),
            setNquads: bytes('_:b <title> "text" .\n_:a <near> _:b .'),
            set: [
              { subject: '_:c', predicate: 'title', objectValue: { val: { case: 'strVal', value: 'typed' } } },
              { subject: '_:c', predicate: 'year', objectValue: { val: { case: 'intVal', value: 1999n } } },
              {
                subject: '_:c',
                predicate: 'near',
                objectId: '_:b',
                facets: [{ key: 'km', value: Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]), valType: 1 }],
              },
            ],
          },
        ],
      });
      expect(Object.keys(written.uids).sort()).toEqual(['a', 'b', 'c']);
      expect(written.txn?.commitTs).toBeGreaterThan(0n);
      const query = '{ q(func: has(title), orderasc: title) { title year near @facets { title } } }';
      const read = await client.query({ query, readOnly: true });
      expect(jsonOf(read)).toEqual({
        q: [
          { title: 'json', near: [{ title: 'text' }] },
          { title: 'text' },
          { title: 'typed', year: 1999, near: [{ title: 'text', 'near|km': 3 }] },
        ],
      });
      expect(read.latency?.totalNs).toBeGreaterThan(0n);
      expect(read.metrics?.numUids['title']).toBeGreaterThanOrEqual(3n);
    });

    it('answers in RDF, and binds variables', async () => {
      const query = 'query q($t: string) { q(func: eq(title, $t)) { title } }';
      const request = { query, vars: { $t: 'typed' }, readOnly: true };
      const response = await client.query({ ...request, respFormat: Request_RespFormat.RDF });
      expect(Buffer.from(response.rdf).toString()).toMatch(/^<0x[0-9a-f]+> <title> "typed" \.\n$/);
      expect(response.json).toHaveLength(0);
      expect(jsonOf(await client.runDql({ dqlQuery: query, vars: { $t: 'text' } }))).toEqual({
        q: [{ title: 'text' }],
      });
    });

    it('binds variables of an upsert', async () => {
      const response = await client.query({
        query: 'query q($t: string) { u as var(func: eq(title, $t)) q(func: uid(u)) { title } }',
        vars: { $t: 'text' },
        commitNow: true,
        mutations: [{ cond: '@if(eq(len(u), 1))', setNquads: bytes('uid(u) <year> "7" .') }],
      });
      expect(jsonOf(response)).toEqual({ q: [{ title: 'text' }] });
      const read = await client.query({ query: '{ q(func: eq(title, "text")) { year } }' });
      expect(jsonOf(read)).toEqual({ q: [{ year: 7 }] });
    });

    it('aborts one of two conflicting transactions', async () => {
      const mutations = [{ setNquads: bytes('_:n <title> "new" .') }];
      const { uids } = await client.query({ commitNow: true, mutations });
      const change = (value: string) => [{ setNquads: bytes(`<${uids['n']}> <title> "${value}" .`) }];
      const [one, two] = [
        await client.query({ mutations: change('one') }),
        await client.query({ mutations: change('two') }),
      ];
      expect((await client.commitOrAbort(one.txn!)).commitTs).toBeGreaterThan(0n);
      const conflict = { code: status.ABORTED, details: 'Transaction has been aborted. Please retry' };
      await expect(client.commitOrAbort(two.txn!)).rejects.toMatchObject(conflict);
      const { txn } = await client.query({ mutations: change('three') });
      await expect(client.commitOrAbort({ ...txn!, aborted: true })).resolves.toMatchObject({ aborted: true });
      const read = await client.query({ query: `{ q(func: uid(${uids['n']})) { title } }` });
      expect(jsonOf(read)).toEqual({ q: [{ title: 'one' }] });
    });

    it('leases uids that no new node gets', async () => {
      // Before the embedded engine as a cluster there is no alpha to pass the call to.
      const lease = async () => {
        const { startId, endId } = (await ask(testbed.url, '/assign?what=uids&num=100')).json;
        return { start: BigInt(startId), end: BigInt(endId) };
      };
      const isEmbedded = testbed.engine.name === 'embedded';
      const { start, end } = isEmbedded ? await lease() : await client.allocateIds({ howMany: 100n, leaseType: 1 });
      expect(end - start).toBeGreaterThanOrEqual(99n);
      const mutations = [{ setNquads: bytes('_:n <title> "after" .') }];
      const uid = BigInt((await client.query({ commitNow: true, mutations })).uids['n']!);
      expect(uid < start || uid > end).toBe(true);
    });

    it('leases timestamps that no transaction gets', async () => {
      const lease = async () => {
        const { startId, endId } = (await ask(testbed.url, '/assign?what=timestamps&num=100')).json;
        return { start: BigInt(startId), end: BigInt(endId) };
      };
      const isEmbedded = testbed.engine.name === 'embedded';
      const { start, end } = isEmbedded ? await lease() : await client.allocateIds({ howMany: 100n, leaseType: 2 });
      expect(end - start).toBeGreaterThanOrEqual(99n);
      const { startTs } = (await client.query({ query: '{ q(func: has(title)) { uid } }' })).txn!;
      expect(startTs < start || startTs > end).toBe(true);
    });

    it('refuses as the engine does', async () => {
      const refused = client.query({ query: '{ q(func: nothing' });
      await expect(refused).rejects.toMatchObject({ code: status.UNKNOWN, details: expect.stringMatching(/./) });
      await expect(client.send('Query', Buffer.from([0xff, 0xff]))).rejects.toMatchObject({
        code: status.INVALID_ARGUMENT,
      });
      await expect(client.updateSnapshot({ start: true })).rejects.toMatchObject({
        code: status.UNIMPLEMENTED,
        details: expect.stringContaining('past the reasoner'),
      });
    });

    it('reasons, and refuses contradictions with their code', async () => {
      const headers = { 'Content-Type': 'text/turtle' };
      expect((await ask(testbed.url, '/ontology', { method: 'POST', headers, body: animals })).status).toBe(200);
      const value = (text: string) => ({ objectValue: { val: { case: 'strVal' as const, value: text } } });
      const typed = (type: string) => ({ subject: '_:x', predicate: 'dgraph.type', ...value(type) });
      const { uids, hdrs } = await client.query({ commitNow: true, mutations: [{ set: [typed('Dog')] }] });
      expect(JSON.parse(hdrs['x-owlgate-ontology']!.value[0]!)).toMatchObject({ inferred: expect.any(Number) });
      const read = await client.query({ query: `{ q(func: uid(${uids['x']})) { graph.type } }` });
      expect(jsonOf(read).q[0]['graph.type']).toEqual(expect.arrayContaining(['Dog', 'Animal']));
      const both = client.query({ commitNow: true, mutations: [{ set: [typed('Dog'), typed('Cat')] }] });
      const refusal = await both.catch((error: unknown) => error as any);
      expect(refusal).toMatchObject({
        code: status.INVALID_ARGUMENT,
        details: 'owl/materializer: disjointness violation on entity _:x: type "Dog" is disjoint with type "Cat"',
      });
      expect(String(refusal.metadata.get('grpc-status-details-bin')[0])).toContain('DisjointnessViolation');
      const drop = { dropOp: Operation_DropOp.ATTR, dropValue: 'owlgate.ontology' };
      await expect(client.alter(drop)).rejects.toMatchObject({ code: expect.any(Number) });
    });

    it('drops data', async () => {
      await client.alter({ dropOp: Operation_DropOp.DATA });
      expect(jsonOf(await client.query({ query: '{ q(func: has(title)) { uid } }' }))).toEqual({ q: [] });
    });

    it('serves health and reflection', async () => {
      // HealthCheckResponse: status = SERVING.
      expect(await client.send('/grpc.health.v1.Health/Check', Buffer.alloc(0))).toEqual(Buffer.from([8, 1]));
    });
  },
  { GRPC_PORT: '0' },
);
