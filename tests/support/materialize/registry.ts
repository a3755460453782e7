/** Registries as engines return them, node by node, with every possible damage of one value. */
import type { Seal, VersionRecord } from '../../../src/materialize/in-force/registry-seal';

/** Node of a registry: fields of its record and of its progress, and its edges, by name. */
export type FlatNode = Record<string, unknown>;

/** Lays a node out as an engine returns it, for `readNode`. */
export function laidOut({ uid, key, current, source, names, materialized, cursor, ...record }: FlatNode) {
  const rows = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
  const placed = (name: string, value: unknown) =>
    rows(value).map((row) => {
      if (typeof row !== 'object' || row === null) return row;
      const { part, ...edge } = row as { part?: number };
      return { ...edge, ...(part !== undefined && { place: `${name}/${part}` }) };
    });
  const links = [...rows(current), ...placed('source', source), ...placed('names', names)];
  const isEmpty = (value: object): boolean => Object.values(value).every((each) => each === undefined);
  const progress = { materialized, cursor };
  return present({
    uid,
    key,
    record: isEmpty(record) ? undefined : JSON.stringify(record),
    progress: isEmpty(progress) ? undefined : JSON.stringify(progress),
    links: links.length > 0 ? links : undefined,
  });
}

export interface RegistryShape {
  readonly seal: Seal;
  /** Numbers of the versions, ascending. */
  readonly versions: readonly number[];
  /** Number of versions without a digest. */
  readonly unchained?: number;
  /** Version of the GraphQL extension. */
  readonly graphql?: number;
  /** Digest of the version before the first one. */
  readonly before?: string;
}

const checksum = (seed: number): string => seed.toString(16).padStart(64, '0');

/** Creates a registry as gateways write it. */
export function makeRegistry({ seal, versions, unchained = 0, graphql, before }: RegistryShape): FlatNode[] {
  let previous = before;
  const parts = (first: number, count: number) =>
    Array.from({ length: count }, (_, part) => ({ uid: `0x${(first + part).toString(16)}`, part }));
  const nodes = versions.map((version, i): FlatNode => {
    const record: VersionRecord = {
      version,
      format: version % 2 === 0 ? 'documents/1' : undefined,
      profile: version % 3 === 0 ? 'lenient' : 'strict',
      loadedAt: `2026-01-02T03:04:${String(version % 60).padStart(2, '0')}.000Z`,
      checksum: checksum(1000 + version),
      sourceChecksum: checksum(2000 + version),
      namesChecksum: checksum(3000 + version),
      graphql,
      previous,
      // Versions from before histories have none.
      history: version % 2 === 0 ? { by: 'key a', from: ['a.ttl'], oldest: versions[0]! } : undefined,
    };
    const { sourceChecksum, namesChecksum, graphql: bound, previous: last, history, ...plain } = record;
    const digest = i < unchained ? undefined : seal.ofVersion(record);
    previous = digest;
    const uid = 0x1000 * (i + 1);
    return present({
      uid: `0x${uid.toString(16)}`,
      key: `version/${version}`,
      ...plain,
      ...(digest !== undefined && { sourceChecksum, namesChecksum, graphql: bound, previous: last, history, digest }),
      materialized: true,
      cursor: '{}',
      source: parts(uid + 0x100, 3),
      names: parts(uid + 0x200, 2),
    });
  });
  const current = nodes.at(-1);
  const head = current && {
    uid: '0x1',
    key: 'head',
    version: current['version'],
    current: { uid: current['uid'] },
    digest: current['digest'],
  };
  const loadedAt = '2026-01-01T00:00:00.000Z';
  const beside = graphql !== undefined && {
    uid: '0x2',
    key: 'graphql',
    version: graphql,
    loadedAt,
    digest: seal.ofExtension({ version: graphql, loadedAt, checksum: checksum(5) }),
    source: parts(0x300, 2),
  };
  return [...(head ? [present(head)] : []), ...(beside ? [beside] : []), ...nodes];
}

const present = (node: FlatNode): FlatNode =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined));

export interface Damaging {
  readonly name: string;
  /** Key of the damaged record. */
  readonly record: string;
  readonly predicate: string;
  readonly nodes: FlatNode[];
}

/** Values of other types, and values of the same type that no gateway writes. */
const WRONG: readonly unknown[] = ['', 'x'.repeat(500), 0, -1, 1.5, 2 ** 40, true, ['a', 'b'], {}, [{ uid: 'x' }]];

/**
 * Yields every damage: each value of each node deleted, changed, of another type, or exchanged with that of another
 * node.
 */
export function everyDamage(nodes: readonly FlatNode[]): Damaging[] {
  const all: Damaging[] = [];
  nodes.forEach((node, i) => {
    const record = String(node['key']);
    const damaged = (name: string, predicate: string, changed: FlatNode, others = nodes) =>
      all.push({
        name: `${record} ${predicate}: ${name}`,
        record,
        predicate,
        nodes: others.map((each, j) => (i === j ? changed : each)),
      });
    for (const predicate of Object.keys(node).filter((name) => name !== 'uid')) {
      const value = node[predicate];
      damaged('deleted', predicate, without(node, predicate));
      for (const wrong of WRONG) {
        if (JSON.stringify(wrong) !== JSON.stringify(value)) {
          damaged(`is ${JSON.stringify(wrong).slice(0, 20)}`, predicate, { ...node, [predicate]: wrong });
        }
      }
      const rows = Array.isArray(value) ? (value as { uid: string; part: number }[]) : undefined;
      if (rows) {
        const [first, ...rest] = rows;
        damaged('the first part missing', predicate, { ...node, [predicate]: rest });
        damaged('the last part missing', predicate, { ...node, [predicate]: rows.slice(0, -1) });
        damaged('a part twice', predicate, { ...node, [predicate]: [...rows, { ...first!, part: rows.length }] });
        damaged('a place twice', predicate, { ...node, [predicate]: [...rows, { uid: '0xfff', part: 0 }] });
        damaged('a part without a place', predicate, { ...node, [predicate]: [...rest, { uid: first!.uid }] });
        damaged('a part that is the node itself', predicate, {
          ...node,
          [predicate]: [...rest, { uid: String(node['uid']), part: undefined }],
        });
      }
      nodes.forEach((other, j) => {
        const theirs = other[predicate];
        if (j <= i || theirs === undefined || JSON.stringify(theirs) === JSON.stringify(value)) return;
        const exchanged = nodes.map((each, k) => (k === j ? { ...other, [predicate]: value } : each));
        damaged(
          `exchanged with that of ${String(other['key'])}`,
          predicate,
          { ...node, [predicate]: theirs },
          exchanged,
        );
      });
    }
    all.push({ name: `${record}: gone`, record, predicate: '*', nodes: nodes.filter((each) => each !== node) });
    all.push({ name: `${record}: twice`, record, predicate: '*', nodes: [...nodes, { ...node, uid: '0xffff' }] });
  });
  return all;
}

function without(node: FlatNode, predicate: string): FlatNode {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name !== predicate));
}
