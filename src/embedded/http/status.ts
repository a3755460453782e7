/** Status of the engine: /health and /state, and further requests of Ratel. */
import type { Context, Handler } from './handler';

/** Release of Dgraph that the engine follows. */
const VERSION = 'v25.4.0-embedded';

/** Address of the node in answers: the engine's endpoint must not leak to clients of a gateway. */
const ADDRESS = 'embedded';

interface Health {
  readonly instance: 'alpha';
  readonly address: string;
  readonly status: 'healthy';
  readonly group: '1';
  readonly version: string;
  /** Seconds. */
  readonly uptime: number;
  /** Seconds since 1970. */
  readonly lastEcho: number;
  readonly ee_features: readonly string[];
  readonly max_assigned: number;
}

/** Health of the only node. */
export function healthOf({ engine }: Context): Health {
  return {
    instance: 'alpha',
    address: ADDRESS,
    status: 'healthy',
    group: '1',
    version: VERSION,
    uptime: Math.floor((Date.now() - engine.startedAt) / 1000),
    lastEcho: Math.floor(Date.now() / 1000),
    ee_features: [],
    max_assigned: engine.maxAssigned,
  };
}

/** Maximum wait for sizes that are due: probes of clients ask for the state, too. */
const SIZES_MS = 500;

/** State of a cluster with one group of one node. 64-bit numbers are strings, as in protocol buffers' JSON. */
export async function stateOf({ engine }: Context): Promise<Readonly<Record<string, unknown>>> {
  const member = (groupId: number): Readonly<Record<string, unknown>> => ({
    id: '1',
    groupId,
    addr: ADDRESS,
    leader: true,
    amDead: false,
    lastUpdate: String(Math.floor(engine.startedAt / 1000)),
    learner: false,
    clusterInfoOnly: false,
    forceGroupId: false,
  });
  const sizes = await engine.sizes(SIZES_MS);
  const tablets = Object.fromEntries(
    engine.predicates.map((name) => [
      `0-${name}`,
      {
        groupId: 1,
        predicate: `0-${name}`,
        force: false,
        onDiskBytes: String(sizes.get(name) ?? 0),
        remove: false,
        readOnly: false,
        moveTs: '0',
        uncompressedBytes: String(sizes.get(name) ?? 0),
      },
    ]),
  );
  const last = String(engine.maxAssigned);
  return {
    counter: last,
    groups: { 1: { members: { 1: member(1) }, tablets, snapshotTs: '0', checksum: '0', checkpointTs: '0' } },
    zeros: { 1: member(0) },
    maxUID: String(engine.maxUid),
    maxTxnTs: last,
    maxNsID: '0',
    maxRaftId: '1',
    removed: [],
    cid: engine.id,
  };
}

export const handleHealth: Handler = (call, context) => call.json(JSON.stringify([healthOf(context)]));

export const handleState: Handler = async (call, context) => call.json(JSON.stringify(await stateOf(context)));

const KEYWORDS =
  '@cascade @facets @filter @if @normalize after allofterms alloftext and anyofterms anyoftext as avg ceil cond ' +
  'contains count delete eq exact exp expand first floor fulltext func ge gt index intersects le len ln logbase lt ' +
  ('math max min mutation near ngram not offset or orderasc orderdesc pow recurse regexp reverse schema since ' +
    'set sqrt ') +
  'sum term tokenizer type uid within upsert';

/** Keywords for completion in Ratel's editor. */
export const handleKeywords: Handler = (call) =>
  call.text(JSON.stringify({ keywords: KEYWORDS.split(' ').map((name) => ({ type: '', name })) }));

/** Refuses every login, as Dgraph does without access control. */
export const handleLogin: Handler = async (call) => {
  await call.body();
  await call.failWithData('ErrorInvalidRequest', 'invalid username or password');
};

export const handleHome: Handler = (call) => call.text("The embedded engine: Dgraph's HTTP API on one node.\n");
