/**
 * The journal of deletes that are carried out in parts. A record is written in the transaction of the first write and
 * removed by a last one, so that what a gateway leaves behind is found, and ended, by another one or at its next start:
 *
 *     record    owlgate.deletion.key (random), .edges (the edges of the long lists; gzip, in Base64),
 *               .done (number of those that have been deleted)
 *
 * The edges are those that were stored when the delete came: what is added later is none of its business.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Engine } from '../../../dgraph';
import type { Mutation, NQuad } from '../../../dql/mutation/ast';
import { DELETION_PREDICATES, printDeletionSchema } from '../../in-force/registry-schema';
import type { Fact } from '../../store/settle';
import { edgeOf } from './edge-lists';
import type { PinnedList } from './edge-lists';

/** A delete that has not come to its end. */
export interface Deletion {
  readonly uid: string;
  readonly key: string;
  /** Nodes of the long lists. */
  readonly nodes: readonly string[];
  readonly edges: readonly Fact[];
  readonly done: number;
}

/** A record as a look at the journal finds it. */
export interface Entry {
  readonly uid: string;
  readonly key: string;
  readonly done: number;
}

/** A list in a record: other ends as differences of their uids. */
type Packed = readonly [node: string, predicate: string, isReverse: boolean, others: string];

/** Bytes of a record, expanded. */
const MOST_EXPANDED = 256 * 2 ** 20;

const compress = promisify(gzip);
const expand = promisify(gunzip);

export class Journal {
  constructor(private readonly engine: Pick<Engine, 'schema' | 'alter' | 'query'>) {}

  /** Declares the predicates where they are missing. */
  async declare(): Promise<void> {
    const { schema } = await this.engine.schema();
    const there = new Set(schema.map(({ predicate }) => predicate));
    if (!DELETION_PREDICATES.every((name) => there.has(name))) await this.engine.alter(printDeletionSchema());
  }

  async entries(): Promise<readonly Entry[]> {
    const text = `{ q(func: has(owlgate.deletion.edges)) {
      uid key: owlgate.deletion.key done: owlgate.deletion.done } }`;
    const { data } = await this.engine.query<{ q?: readonly Partial<Entry>[] }>(text, { readOnly: true });
    return (data.q ?? []).map(({ uid = '', key = '', done = 0 }) => ({ uid, key, done }));
  }

  /** @returns undefined where it has come to its end */
  async read({ uid, key }: Pick<Entry, 'uid' | 'key'>): Promise<Deletion | undefined> {
    const text = `{ q(func: uid(${uid})) { edges: owlgate.deletion.edges done: owlgate.deletion.done } }`;
    const { data } = await this.engine.query<{ q?: readonly { edges?: string; done?: number }[] }>(text);
    const { edges, done = 0 } = data.q?.[0] ?? {};
    if (edges === undefined) return undefined;
    const lists = await unpack(edges);
    return { uid, key, nodes: nodesOf(lists), edges: edgesOf(lists), done };
  }
}

/** Statements of a new record. */
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

/** Statement of how many edges have been deleted. Two gateways that are at the same part conflict in it. */
export const progressOf = (uid: string, done: number): Mutation => ({
  set: [doneStatement({ kind: 'uid', uid }, done)],
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

const doneStatement = (subject: NQuad['subject'], done: number): NQuad => ({
  subject,
  predicate: 'owlgate.deletion.done',
  object: { kind: 'literal', type: 'int', value: String(done) },
});

/** The edges of lists, in the order in which they are deleted. */
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
  const bytes = await expand(Buffer.from(text, 'base64'), { maxOutputLength: MOST_EXPANDED });
  return (JSON.parse(bytes.toString()) as readonly Packed[]).map(([node, predicate, isReverse, steps]) => {
    let uid = 0n;
    const others = steps === '' ? [] : steps.split(' ').map((step) => `0x${(uid += parse36(step)).toString(16)}`);
    return { node, predicate, isReverse, others };
  });
}

/** Differences of uids are below 2^64: too large for a double. */
function parse36(text: string): bigint {
  if (text.length < 10) return BigInt(parseInt(text, 36));
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(parseInt(digit, 36));
  return value;
}
