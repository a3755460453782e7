/** Transactions whose requests go over HTTP and gRPC, through several gateways of one engine, in any order. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { status } from '@grpc/grpc-js';
import * as fc from 'fast-check';
import type { Gateway } from '../../../src/app';
import { startGatewayOver } from '../../support/engines/gateway';
import { underGateway } from '../../support/engines/under-gateway';
import { bytes, GrpcClient, jsonOf } from '../../support/grpc';
import { ask } from '../../support/http/client';

const animals = readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');

/** Context of an open transaction, as clients keep it. */
interface Open {
  readonly startTs: bigint;
  readonly hash: string;
  readonly keys: readonly string[];
  readonly preds: readonly string[];
}

const NEW: Open = { startTs: 0n, hash: '', keys: [], preds: [] };
const merged = (open: Open, answer: Partial<Open>): Open => ({
  startTs: answer.startTs || open.startTs,
  hash: answer.hash || open.hash,
  keys: [...open.keys, ...(answer.keys ?? [])],
  preds: [...new Set([...open.preds, ...(answer.preds ?? [])])],
});

/** A way to the engine: one port of one gateway. */
interface Way {
  mutate(open: Open, text: string): Promise<{ readonly open: Open; readonly uids: Record<string, string> }>;
  names(open: Open, uid: string): Promise<string[]>;
  /** @throws for a conflict */
  commit(open: Open): Promise<void>;
}

const namesOf = (data: { q: { name?: string; petOf?: { name: string }[] }[] }): string[] =>
  data.q.flatMap(({ name = '', petOf = [] }) => [name, ...petOf.map((each) => each.name)]);
const queryOf = (uid: string): string => `{ q(func: uid(${uid})) { name petOf(orderasc: name) { name } } }`;

function overHttp(url: string): Way {
  const contextOf = ({ startTs, hash }: Open): string => (startTs === 0n ? '' : `startTs=${startTs}&hash=${hash}`);
  const post = async (target: string, type: string, body: string): Promise<any> => {
    const { json } = await ask(url, target, { method: 'POST', headers: { 'Content-Type': type }, body });
    if (json.errors) throw new Error(json.errors[0].message);
    return json;
  };
  const read = ({ txn }: any): Partial<Open> => ({ ...txn, startTs: BigInt(txn.start_ts) });
  return {
    mutate: async (open, text) => {
      const { data, extensions } = await post(`/mutate?${contextOf(open)}`, 'application/rdf', `{ set { ${text} } }`);
      return { open: merged(open, read(extensions)), uids: data.uids };
    },
    names: async (open, uid) =>
      namesOf((await post(`/query?${contextOf(open)}`, 'application/dql', queryOf(uid))).data),
    commit: async (open) => {
      const body = JSON.stringify({ keys: open.keys, preds: open.preds });
      await post(`/commit?${contextOf(open)}`, 'application/json', body);
    },
  };
}

function overGrpc(client: GrpcClient): Way {
  return {
    mutate: async ({ startTs, hash, ...rest }, text) => {
      const { txn, uids } = await client.query({ startTs, hash, mutations: [{ setNquads: bytes(text) }] });
      return { open: merged({ startTs, hash, ...rest }, txn!), uids };
    },
    names: async ({ startTs, hash }, uid) =>
      namesOf(jsonOf(await client.query({ startTs, hash, query: queryOf(uid) }))),
    commit: async ({ startTs, hash, keys, preds }) => {
      await client.commitOrAbort({ startTs, hash, keys: [...keys], preds: [...preds] });
    },
  };
}

const CONFLICT = /aborted/i;

underGateway(
  (testbed) => {
    let second: Gateway;
    const clients: GrpcClient[] = [];
    let ways: readonly Way[];
    beforeAll(async () => {
      second = await startGatewayOver(testbed.engine, { GRPC_PORT: '0' });
      const headers = { 'Content-Type': 'text/turtle' };
      expect((await ask(testbed.url, '/ontology', { method: 'POST', headers, body: animals })).status).toBe(200);
      clients.push(new GrpcClient(testbed.grpcAddress), new GrpcClient(`127.0.0.1:${second.grpcPort}`));
      ways = [overHttp(testbed.url), overHttp(second.url), ...clients.map(overGrpc)];
    });
    afterAll(async () => {
      for (const client of clients) client.close();
      await second?.close();
    });

    const way = fc.nat({ max: 3 });
    it('writes the whole transaction, whichever way each of its requests takes', async () => {
      await fc.assert(
        fc.asyncProperty(way, way, way, way, async (first, then, reader, end) => {
          const { open, uids } = await ways[first]!.mutate(NEW, '_:x <name> "Rex" .\n_:x <dgraph.type> "Dog" .');
          const uid = uids['x']!;
          const written = await ways[then]!.mutate(open, `_:o <name> "Ada" .\n_:o <hasPet> <${uid}> .`);
          expect(await ways[reader]!.names(written.open, uid)).toEqual(['Rex', 'Ada']);
          await ways[end]!.commit(written.open);
          // The inverse edge is inferred.
          expect(await ways[reader]!.names(NEW, uid)).toEqual(['Rex', 'Ada']);
        }),
        {
          numRuns: 6,
          examples: [
            [0, 2, 3, 2],
            [2, 0, 1, 0],
          ],
        },
      );
    });

    it('lets one of two conflicting transactions commit, whichever ways they take', async () => {
      await fc.assert(
        fc.asyncProperty(way, way, async (one, two) => {
          const born = await ways[one]!.mutate(NEW, '_:x <name> "Rex" .');
          await ways[two]!.commit(born.open);
          const text = (name: string) => `<${born.uids['x']}> <name> "${name}" .`;
          const [a, b] = [await ways[one]!.mutate(NEW, text('A')), await ways[two]!.mutate(NEW, text('B'))];
          await ways[two]!.commit(a.open);
          await expect(ways[one]!.commit(b.open)).rejects.toThrow(CONFLICT);
          expect(await ways[two]!.names(NEW, born.uids['x']!)).toEqual(['A']);
        }),
        {
          numRuns: 6,
          examples: [
            [0, 2],
            [2, 1],
            [2, 3],
          ],
        },
      );
    });

    it('runs many calls side by side, on one connection', async () => {
      const { uids } = await ways[2]!.mutate(NEW, '_:x <name> "Rex" .');
      const calls = Array.from({ length: 200 }, (_, i) =>
        i % 4 === 0 ? clients[0]!.checkVersion({}) : ways[2]!.names(NEW, uids['x']!),
      );
      const outcomes = await Promise.allSettled(calls);
      const failed = outcomes
        .filter((outcome) => outcome.status === 'rejected')
        .map(({ reason }) => reason.code as status);
      // Beyond the limits of concurrency, calls are refused and not lost.
      expect(failed.filter((code) => code !== status.RESOURCE_EXHAUSTED)).toEqual([]);
    });
  },
  { GRPC_PORT: '0' },
);
