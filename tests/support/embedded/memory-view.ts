/** In-memory store made from schema text and N-Quads, for tests of queries without a storage library. */
import { parseSchema } from '../../../src/dql/schema/parser';
import type { PredicateDeclaration, TypeDeclaration } from '../../../src/dql/schema/ast';
import type { ReadView, SchemaView, StoredFacet, StoredValue, UidList } from '../../../src/embedded/storage/view';
import { placeOf } from '../../../src/embedded/storage';
import { tokens } from '../../../src/embedded/tokenizers';
import { convert, type ValueType } from '../../../src/embedded/values';
import { parseTriples } from './rdf';

const NONE: UidList = new Float64Array(0);

const BUILT_IN = `
  dgraph.type: [string] @index(exact) .
  dgraph.drop.op: string .
  dgraph.graphql.xid: string @index(exact) @upsert .
  dgraph.graphql.schema: string .
  dgraph.graphql.p_query: string @index(sha256) .
  dgraph.namespace.id: int @index(int) @unique @upsert .
  dgraph.namespace.name: string @index(exact) @unique @upsert .
  type dgraph.graphql {
    dgraph.graphql.schema
    dgraph.graphql.xid
  }
  type dgraph.graphql.persisted_query {
    dgraph.graphql.p_query
  }
  type dgraph.namespace {
    dgraph.namespace.name
    dgraph.namespace.id
  }
`;

interface Entry {
  readonly edges: Map<number, readonly StoredFacet[]>;
  values: StoredValue[];
}

const byCode = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

export class MemoryStore implements ReadView {
  private readonly declarations = new Map<string, PredicateDeclaration>();
  private readonly types = new Map<string, TypeDeclaration>();
  private readonly forward = new Map<string, Map<number, Entry>>();
  private readonly backward = new Map<string, Map<number, Map<number, readonly StoredFacet[]>>>();
  private readonly indexes = new Map<string, Map<string, Set<number>>>();
  private readonly lists = new WeakMap<object, UidList>();
  private readonly labels = new Map<string, number>();
  private nextUid = 0x7000000;

  readonly committed = this;

  readonly schema: SchemaView = {
    predicate: (name) => this.declarations.get(name),
    isKnown: (name) => this.declarations.has(name),
    predicates: () => [...this.declarations.values()].sort(byCode),
    type: (name) => this.types.get(name),
    types: () => [...this.types.values()].sort(byCode),
  };

  constructor(schema = '', rdf = '') {
    this.alter(BUILT_IN);
    this.alter(schema);
    this.set(rdf);
  }

  alter(text: string): void {
    const document = parseSchema(text);
    for (const predicate of document.predicates) this.declarations.set(predicate.name, predicate);
    for (const type of document.types) this.types.set(type.name, type);
    this.indexes.clear();
  }

  set(rdf: string): void {
    this.indexes.clear();
    for (const triple of parseTriples(rdf)) {
      const subject = this.uidOf(triple.subject);
      const name = triple.predicate;
      if (triple.object !== undefined) this.addEdge(name, subject, this.uidOf(triple.object), triple.facets);
      else this.addValue(name, subject, { value: triple.value!, lang: triple.lang, facets: triple.facets });
    }
  }

  private uidOf(term: string): number {
    if (/^(0x[0-9a-fA-F]+|\d+)$/.test(term)) return Number(term);
    const label = this.labels.get(term);
    if (label !== undefined) return label;
    this.labels.set(term, ++this.nextUid);
    return this.nextUid;
  }

  private declare(name: string, type: PredicateDeclaration['type'], list: boolean): PredicateDeclaration {
    let declaration = this.declarations.get(name);
    if (!declaration) {
      [declaration] = parseSchema(`<${name}>: ${list ? `[${type}]` : type} .`).predicates;
      this.declarations.set(name, declaration!);
    }
    return declaration!;
  }

  private entry(name: string, uid: number): Entry {
    const nodes = this.forward.get(name) ?? new Map<number, Entry>();
    this.forward.set(name, nodes);
    const entry = nodes.get(uid) ?? { edges: new Map(), values: [] };
    nodes.set(uid, entry);
    return entry;
  }

  private addEdge(name: string, from: number, to: number, facets: readonly StoredFacet[]): void {
    const { list } = this.declare(name, 'uid', true);
    const { edges } = this.entry(name, from);
    const reverse = this.backward.get(name) ?? new Map<number, Map<number, readonly StoredFacet[]>>();
    this.backward.set(name, reverse);
    if (!list) {
      for (const old of edges.keys()) reverse.get(old)?.delete(from);
      edges.clear();
    }
    edges.set(to, facets);
    this.lists.delete(edges);
    const sources = reverse.get(to) ?? new Map<number, readonly StoredFacet[]>();
    reverse.set(to, sources);
    sources.set(from, facets);
    this.lists.delete(sources);
  }

  private addValue(name: string, uid: number, stored: StoredValue): void {
    const { type, list } = this.declare(name, stored.value.type, false);
    const typed = { ...stored, value: convert(stored.value, type as ValueType) };
    const place = (s: StoredValue): string => placeOf(s.value, s.lang, list);
    const entry = this.entry(name, uid);
    entry.values = [...entry.values.filter((s) => place(s) !== place(typed)), typed];
    entry.values.sort((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  private listOf(edges: Map<number, unknown> | undefined): UidList {
    if (!edges || edges.size === 0) return NONE;
    let list = this.lists.get(edges);
    if (!list) {
      list = Float64Array.from(edges.keys()).sort();
      this.lists.set(edges, list);
    }
    return list;
  }

  private edges(predicate: string, uid: number, reverse: boolean): Map<number, readonly StoredFacet[]> | undefined {
    return reverse ? this.backward.get(predicate)?.get(uid) : this.forward.get(predicate)?.get(uid)?.edges;
  }

  uids(predicate: string, uid: number, reverse: boolean): UidList {
    return this.listOf(this.edges(predicate, uid, reverse));
  }

  uidCount(predicate: string, uid: number, reverse: boolean): number {
    return this.edges(predicate, uid, reverse)?.size ?? 0;
  }

  edgeFacets(predicate: string, uid: number, other: number, reverse: boolean): readonly StoredFacet[] {
    return this.edges(predicate, uid, reverse)?.get(other) ?? [];
  }

  values(predicate: string, uid: number): readonly StoredValue[] {
    return this.forward.get(predicate)?.get(uid)?.values ?? [];
  }

  *subjects(predicate: string, reverse: boolean, after = 0): Iterable<number> {
    const nodes: number[] = [];
    if (reverse) {
      for (const [uid, edges] of this.backward.get(predicate) ?? []) if (edges.size > 0) nodes.push(uid);
    } else {
      for (const [uid, entry] of this.forward.get(predicate) ?? []) {
        if (entry.edges.size + entry.values.length > 0) nodes.push(uid);
      }
    }
    yield* nodes.filter((uid) => uid > after).sort((a, b) => a - b);
  }

  private index(predicate: string, tokenizer: string): Map<string, Set<number>> {
    const key = `${predicate} ${tokenizer}`;
    let index = this.indexes.get(key);
    if (index) return index;
    index = new Map();
    for (const [uid, { values }] of this.forward.get(predicate) ?? []) {
      for (const { value, lang } of values) {
        for (const token of tokens(value, tokenizer, lang)) {
          const text = token.toString('latin1');
          const uids = index.get(text) ?? new Set();
          uids.add(uid);
          index.set(text, uids);
        }
      }
    }
    index = new Map([...index].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.indexes.set(key, index);
    return index;
  }

  indexed(predicate: string, tokenizer: string, token: Buffer): UidList {
    const uids = this.index(predicate, tokenizer).get(token.toString('latin1'));
    return uids ? Float64Array.from(uids).sort() : NONE;
  }

  *indexRange(
    predicate: string,
    tokenizer: string,
    range: { readonly from?: Buffer; readonly to?: Buffer; readonly descending?: boolean },
  ): Iterable<{ readonly token: Buffer; readonly uids: UidList }> {
    const entries = [...this.index(predicate, tokenizer)];
    if (range.descending) entries.reverse();
    for (const [text, uids] of entries) {
      const token = Buffer.from(text, 'latin1');
      if (range.from && Buffer.compare(token, range.from) < 0) continue;
      if (range.to && Buffer.compare(token, range.to) > 0) continue;
      yield { token, uids: Float64Array.from(uids).sort() };
    }
  }

  /** Counts values as the index of counts does: a value in several languages counts once. */
  private valueCount(predicate: string, uid: number): number {
    const { length } = this.values(predicate, uid);
    return this.declarations.get(predicate)?.list === true ? length : Math.min(length, 1);
  }

  counted(predicate: string, reverse: boolean, min: number, max: number): UidList {
    const nodes = [...this.subjects(predicate, reverse)].filter((uid) => {
      const count = reverse
        ? this.uidCount(predicate, uid, true)
        : this.uidCount(predicate, uid, false) + this.valueCount(predicate, uid);
      return count >= min && count <= max;
    });
    return Float64Array.from(nodes);
  }
}
