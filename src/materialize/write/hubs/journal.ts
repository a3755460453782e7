/**
 * Journal of deletes that are carried out in parts. The first write stores a record in its transaction, and the last
 * one removes it. If the gateway ends before that, another gateway, or its own next start, finds the record and
 * finishes the delete:
 *
 *     record    owlgate.deletion.key (random), .edges (edges of the long lists; gzip, in Base64),
 *               .done (number of edges deleted so far)
 *
 * The edges are those stored when the delete arrived. Edges added later stay.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Engine } from '../../../dgraph';
import type { Mutation, NQuad } from '../../../dql';
import { DELETION_PREDICATES, printDeletionSchema } from '../../in-force/registry-schema';
import type { Fact } from '../../store/terms';
import { edgeOf } from './edge-lists';
import type { PinnedList } from './edge-lists';

/** An unfinished delete. */
export interface Deletion {
  readonly uid: string;
  readonly key: string;
  /** Nodes of the long lists. */
  readonly nodes: readonly string[];
  readonly edges: readonly Fact[];
  readonly done: number;
}

/** Summary of a record. */
export interface Entry {
  readonly uid: string;
  readonly key: string;
  readonly done: number;
}

/** A list in a record; `others` are differences of successive uids in base 36. */
type Packed = readonly [node: string, predicate: string, isReverse: boolean, others: string];

/** Maximum bytes of a record, uncompressed. */
const MAX_EXPANDED = 256 * 2 ** 20;

const compress = promisify(gzip);
const expand = promisify(gunzip);

export class Journal {
  constructor(private readonly engine: Pick<Engine, 'schema' | 'alter' | 'query'>) {}

  /** Declares the predicates where they are missing. */
  async declare(): Promise<void> {
    const { schema } = await this.engine.schema();
    const declaredNames = new Set(schema.map(({ predicate }) => predicate));
    if (!DELETION_PREDICATES.every((name) => declaredNames.has(name))) await this.engine.alter(printDeletionSchema());
  }

  async entries(): Promise<readonly Entry[]> {
    const text = `{ q(func: has(owlgate.deletion.edges)) {
      uid key: owlgate.deletion.key done: owlgate.deletion.done } }`;
    const { data } = await this.engine.query<{ q?: readonly Partial<Entry>[] }>(text, { readOnly: true });
    return (data.q ?? []).map(({ uid = '', key = '', done = 0 }) => ({ uid, key, done }));
  }

  /** @returns undefined for a finished delete */
  async read({ uid, key }: Pick<Entry, 'uid' | 'key'>): Promise<Deletion | undefined> {
    const text = `{ q(func: uid(${uid})) { edges: owlgate.deletion.edges done: owlgate.deletion.done } }`;
    const { data } = await this.engine.query<{ q?: readonly { edges?: string; done?: number }[] }>(text);
    const { edges, done = 0 } = data.q?.[0] ?? {};
    if (edges === undefined) return undefined;
    const lists = await unpack(edges);
    return { uid, key, nodes: nodesOf(lists), edges: edgesOf(lists), done };
  }
}

/** Returns the statements of a new record. */
export async function recordOf(key: string, lists: readonly PinnedList[]): Promise<Mutation> {
  const subject = { kind: 'blank', label: 'owlgate.deletion' } as const;
  const text = (name: string, value: string): NQuad => ({
    subject,
    predicate: `owlgate.deletion.${name}`,
    object: { kind: 'literal', type: 'string', value },
  });
  const set = [text('key', key), text('edges', await pack(lists)), doneStatement(subject, 0)];
  return { set, delete: [] };
}

/** Returns the statement with the number of deleted edges. Two gateways that work on the same part conflict in it. */
export const progressOf = (uid: string, deletedCount: number): Mutation => ({
  set: [doneStatement({ kind: 'uid', uid }, deletedCount)],
  delete: [],
});

export const removalOf = (uid: string): Mutation => ({
  set: [],
  delete: DELETION_PREDICATES.map((predicate) => ({
    subject: { kind: 'uid', uid },
    predicate,
    object: { kind: 'star' },
  })),
});

const doneStatement = (subject: NQuad['subject'], deletedCount: number): NQuad => ({
  subject,
  predicate: 'owlgate.deletion.done',
  object: { kind: 'literal', type: 'int', value: String(deletedCount) },
});

/** Returns the edges of lists, in the order of their deletion. */
export const edgesOf = (lists: readonly PinnedList[]): Fact[] =>
  lists.flatMap((list) => list.others.map((other) => edgeOf(list, other)));

export const nodesOf = (lists: readonly PinnedList[]): string[] => [...new Set(lists.map(({ node }) => node))];

async function pack(lists: readonly PinnedList[]): Promise<string> {
  const packed = lists.map(({ node, predicate, isReverse, others }): Packed => {
    let before = 0n;
    const steps = others.map((other) => {
      const uid = BigInt(other);
      const step = uid - before;
      before = uid;
      return step.toString(36);
    });
    return [node, predicate, isReverse, steps.join(' ')];
  });
  return (await compress(JSON.stringify(packed))).toString('base64');
}

async function unpack(text: string): Promise<PinnedList[]> {
  const bytes = await expand(Buffer.from(text, 'base64'), { maxOutputLength: MAX_EXPANDED });
  return (JSON.parse(bytes.toString()) as readonly Packed[]).map(([node, predicate, isReverse, steps]) => {
    let uid = 0n;
    const others = steps === '' ? [] : steps.split(' ').map((step) => `0x${(uid += parse36(step)).toString(16)}`);
    return { node, predicate, isReverse, others };
  });
}

/** Parses a difference of uids: below 2^64, but too large for a double. */
function parse36(text: string): bigint {
  if (text.length < 10) return BigInt(parseInt(text, 36));
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(parseInt(digit, 36));
  return value;
}
