/** What the engine says of itself: /health, /state, and what Ratel asks for besides. */
import type { Context, Handler } from './handler';

/** The release of Dgraph whose behaviour this is. */
export const VERSION = 'v25.4.0-embedded';

/** Given as address of the node: clients of a gateway have no use for the door behind it, and must not learn of it. */
export const ADDRESS = 'embedded';

export interface Health {
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

/** One node: this one. */
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

/** A cluster of one group of one node. Numbers of 64 bits are strings, as protocol buffers have it. */
export function stateOf({ engine }: Context): Readonly<Record<string, unknown>> {
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
  const { predicates } = engine;
  const bytes = String(Math.round(engine.fileSize / Math.max(1, predicates.length)));
  const tablets = Object.fromEntries(
    predicates.map((name) => [
      `0-${name}`,
      {
        groupId: 1,
        predicate: `0-${name}`,
        force: false,
        onDiskBytes: bytes,
        remove: false,
        readOnly: false,
        moveTs: '0',
        uncompressedBytes: bytes,
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

export const handleHealth: Handler = (exchange, context) => exchange.json(JSON.stringify([healthOf(context)]));

export const handleState: Handler = (exchange, context) => exchange.json(JSON.stringify(stateOf(context)));

const KEYWORDS =
  '@cascade @facets @filter @if @normalize after allofterms alloftext and anyofterms anyoftext as avg ceil cond ' +
  'contains count delete eq exact exp expand first floor fulltext func ge gt index intersects le len ln logbase lt ' +
  'math max min mutation near ngram not offset or orderasc orderdesc pow recurse regexp reverse schema since set sqrt ' +
  'sum term tokenizer type uid within upsert';

/** For the completion of queries in an editor. */
export const handleKeywords: Handler = (exchange) =>
  exchange.text(JSON.stringify({ keywords: KEYWORDS.split(' ').map((name) => ({ type: '', name })) }));

/** There is no access control here: nobody can log in, as on a Dgraph without it. */
export const handleLogin: Handler = async (exchange) => {
  await exchange.body();
  await exchange.failWithData('ErrorInvalidRequest', 'invalid username or password');
};

export const handleHome: Handler = (exchange) => exchange.text("The embedded engine: Dgraph's HTTP API on one node.\n");
