/** Nodes of statements as uids: uids that the client names, and new uids for blank nodes. */
import type { NodeRef } from '../../dql';
import { MAX_EXPLICIT_UID, type Uid } from '../storage';
import { describeQuad, nodeName } from './describe';
import { MutationError } from './errors';
import type { Edge, EdgeObject, Quad, QuadMutation } from './quad';

const MAX_UINT64 = 2n ** 64n - 1n;

/** Allocator of uids. */
export interface UidSource {
  allocateUids(n: number): Uid[];
  /** Reserves a uid that the client has chosen. */
  noteExplicit(uid: Uid): void;
}

/** Uids of the blank nodes of a request, by label. The label `uid(v)` is the new node of a variable without nodes. */
export type NewNodes = ReadonlyMap<string, Uid>;

/**
 * Parses a uid as Dgraph does.
 *
 * @throws MutationError with the text of Go's strconv
 */
function parseUid(text: string): bigint {
  const refuse = (reason: string): MutationError =>
    new MutationError(`strconv.ParseUint: parsing ${JSON.stringify(text)}: ${reason}`);
  if (!/^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/.test(text)) throw refuse('invalid syntax');
  const uid = BigInt(/^0[0-7]+$/.test(text) ? `0o${text.slice(1)}` : text);
  if (uid > MAX_UINT64) throw refuse('value out of range');
  if (uid === 0n) throw new MutationError('UID must to be greater than 0');
  return uid;
}

const textOf = (node: NodeRef): string => (node.kind === 'uid' ? node.uid : nodeName(node));

/** Nodes that the set statements of a request name. */
export interface NamedNodes {
  /** Labels of new nodes, each once. */
  readonly labels: readonly string[];
  /** Uids that the client has chosen. */
  readonly explicit: readonly Uid[];
}

/** @throws MutationError for uids that a client may not choose */
export function namedNodes(mutations: readonly QuadMutation[]): NamedNodes {
  const labels = new Set<string>();
  const explicit: Uid[] = [];
  const visit = (node: NodeRef): void => {
    if (node.kind === 'blank') labels.add(node.label);
    else explicit.push(checkedUid(textOf(node)));
  };
  for (const mutation of mutations) {
    for (const { subject, object } of mutation.set) {
      visit(subject);
      if (object.kind === 'uid' || object.kind === 'blank' || object.kind === 'iri') visit(object);
    }
  }
  return { labels: [...labels], explicit };
}

/** Allocates the uids of new nodes. */
export function assignUids({ labels, explicit }: NamedNodes, source: UidSource): NewNodes {
  for (const uid of explicit) source.noteExplicit(uid);
  return bindUids(labels, source.allocateUids(labels.length));
}

/** @param uids one for each label */
export function bindUids(labels: readonly string[], uids: ArrayLike<Uid>): NewNodes {
  return new Map(labels.map((label, i) => [label, uids[i]!]));
}

function checkedUid(text: string): Uid {
  const uid = parseUid(text);
  if (uid > BigInt(MAX_EXPLICIT_UID)) {
    throw new MutationError(`Uid: [${uid}] cannot be greater than lease: [${MAX_EXPLICIT_UID}]`);
  }
  return Number(uid);
}

/**
 * Converts all statements to edges, in the order of their effect: mutation by mutation, deletes before sets.
 *
 * @throws MutationError
 */
export function toEdges(mutations: readonly QuadMutation[], newNodes: NewNodes): Edge[] {
  const edges: Edge[] = [];
  for (const mutation of mutations) {
    for (const quad of mutation.delete) pushEdge(edges, quad, true, newNodes);
    for (const quad of mutation.set) pushEdge(edges, quad, false, newNodes);
  }
  return edges;
}

function pushEdge(edges: Edge[], quad: Quad, remove: boolean, newNodes: NewNodes): void {
  const subject = uidOf(quad.subject, newNodes);
  const object = objectOf(quad, newNodes);
  // A uid that no node can have: nothing to delete.
  if (subject === undefined || object === undefined) return;
  const { predicate, lang, facets } = quad;
  edges.push({ subject, predicate, remove, object, lang, facets });
}

function objectOf(quad: Quad, newNodes: NewNodes): EdgeObject | undefined {
  const { object } = quad;
  switch (object.kind) {
    case 'value':
    case 'star':
      return object;
    case 'valVar':
      throw new MutationError(`Unknown value type for nquad: ${describeQuad(quad)}`);
    default: {
      const uid = uidOf(object, newNodes);
      return uid === undefined ? undefined : { kind: 'uid', uid };
    }
  }
}

function uidOf(node: NodeRef, newNodes: NewNodes): Uid | undefined {
  if (node.kind === 'blank') {
    const uid = newNodes.get(node.label);
    if (uid === undefined) throw new MutationError(`: UID not found/generated for xid _:${node.label}\n`);
    return uid;
  }
  if (node.kind !== 'uid') throw new MutationError(`: UID not found/generated for xid ${nodeName(node)}\n`);
  // Fast path: most uids are short.
  if (node.uid.length <= 12) {
    const short = Number(node.uid);
    if (Number.isInteger(short) && short > 0) return short;
  }
  const uid = parseUid(node.uid);
  return uid <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(uid) : undefined;
}
