/** Chunks of a database: search by words, by meaning and by mentions, and access to single chunks. */
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { embeddingPredicate, hasDocuments } from '../documents/schema';
import { linkedPredicates } from '../links/label-source';
import type { Chunk, Corpus, Embedder, Graph, Linker, Reranker, ScoredChunk } from '../types';
import type { CorpusStatistics } from './bm25';
import { byScore, KeywordSearch, type Ranked } from './keyword';
import { Snapshot } from './snapshot';

interface CorpusOptions {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly linker: Linker;
  readonly embedder: Embedder | undefined;
  readonly reranker?: Reranker | undefined;
  readonly language: string;
}

/**
 * Maximum age of the corpus statistics used for ranking: two seconds, or twenty times the duration of counting. The
 * limit matters for writes of other gateways; this gateway's own writes reset the statistics.
 */
const FRESH_MS = 2_000;
const FRESH_FACTOR = 20;
/** Factor on the limit of vector searches: the nearest vectors may belong to replaced chunks. */
const OVERSAMPLE = 2;
const MAX_LIMIT = 1_000;

interface Row {
  readonly uid: string;
  readonly index?: number;
  readonly start?: number;
  readonly end?: number;
  readonly text?: string;
  readonly heading?: string;
  readonly of?: readonly { readonly source?: string; readonly title?: string }[];
}

const FIELDS =
  'uid index: owlgate.chunk.index start: owlgate.chunk.start end: owlgate.chunk.end text: owlgate.chunk.text ' +
  ('heading: owlgate.chunk.heading of: ~owlgate.document.chunk { source: owlgate.document.source title: ' +
    'owlgate.document.title }');

export class GraphCorpus implements Corpus {
  private readonly keywords: KeywordSearch;
  private cachedStatistics: { readonly statistics: CorpusStatistics; readonly until: number } | undefined;
  readonly semanticSearch: Corpus['semanticSearch'];
  readonly rerank: Corpus['rerank'];
  /** Number of chunks when all of them had a vector; until documents change. */
  private allEmbedded: number | undefined;

  constructor(private readonly options: CorpusOptions) {
    const { embedder, reranker, language } = options;
    this.keywords = new KeywordSearch(language);
    this.semanticSearch = embedder && ((text, limit, signal) => this.nearest(embedder, text, limit, signal));
    this.rerank = reranker && ((text, found, limit, signal) => reranked(reranker, text, found, limit, signal ?? NEVER));
  }

  /** Discards statistics after documents have changed. */
  changed(): void {
    this.cachedStatistics = undefined;
    this.allEmbedded = undefined;
  }

  /** Discards all caches after the data was dropped: uids may be reused. */
  forget(): void {
    this.changed();
    this.keywords.forget();
  }

  async keywordSearch(text: string, limit: number, signal?: AbortSignal): Promise<readonly ScoredChunk[]> {
    const snapshot = await this.snapshot(signal);
    if (!snapshot) return [];
    const statistics = await this.statistics(snapshot);
    return this.read(snapshot, await this.keywords.search(snapshot, text, Math.min(limit, MAX_LIMIT), statistics));
  }

  async chunk(source: string, index: number): Promise<Chunk | undefined> {
    const snapshot = Number.isInteger(index) && index >= 0 ? await this.snapshot() : undefined;
    if (!snapshot) return undefined;
    const { q = [] } = await snapshot.query<{ q?: readonly { readonly chunks?: readonly Row[] }[] }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) {
        chunks: owlgate.document.chunk @filter(eq(owlgate.chunk.index, ${index})) { ${FIELDS} } } }`,
      { $source: source },
    );
    const row = q[0]?.chunks?.[0];
    return row && toChunk(row);
  }

  async mentioning(uids: readonly string[], limit: number): Promise<readonly ScoredChunk[]> {
    const validUids = [...new Set(uids)].filter((uid) => /^0x[0-9a-f]{1,16}$/i.test(uid));
    const snapshot = validUids.length > 0 && limit > 0 ? await this.snapshot() : undefined;
    if (!snapshot) return [];
    const { q = [] } = await snapshot.query<{ q?: readonly { readonly uid: string; readonly c?: readonly Row[] }[] }>(
      `{ q(func: uid(${validUids.join(', ')})) { uid c: ~owlgate.chunk.mentions (first: ${MAX_LIMIT}) { uid } } }`,
    );
    const scores = new Map<string, number>();
    const linked = new Set<string>();
    for (const { uid, c = [] } of q) {
      if (c.length > 0) linked.add(uid);
      for (const chunk of c) scores.set(chunk.uid, (scores.get(chunk.uid) ?? 0) + 1);
    }
    const unlinked = validUids.filter((uid) => !linked.has(uid));
    for (const [uid, count] of await this.mentioningByLabel(snapshot, unlinked))
      scores.set(uid, (scores.get(uid) ?? 0) + count);
    const ranked = [...scores].map(([uid, score]) => ({ uid, score })).sort(byScore);
    return this.read(snapshot, ranked.slice(0, Math.min(limit, MAX_LIMIT)));
  }

  /** Searches texts for the labels of nodes without links. Such nodes may be newer than the documents. */
  private async mentioningByLabel(snapshot: Snapshot, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    if (uids.length === 0) return counts;
    const predicates = linkedPredicates(await this.options.graph.schema());
    if (predicates.length === 0) return counts;
    const fields = predicates.map(({ name, lang }) => `<${name}>${lang ? '@*' : ''}`).join(' ');
    const { q = [] } = await snapshot.query<{ q?: readonly Record<string, unknown>[] }>(
      `{ q(func: uid(${uids.slice(0, MAX_LABEL_NODES).join(', ')})) { uid ${fields} } }`,
    );
    const statistics = await this.statistics(snapshot);
    for (const row of q) {
      const labels = Object.values(row)
        .flat()
        .filter((value): value is string => typeof value === 'string' && !value.startsWith('0x'));
      for (const label of labels.slice(0, MAX_LABELS)) {
        const ranked = await this.keywords.search(snapshot, label, MAX_LABEL_CHUNKS, statistics);
        for (const { chunk } of await this.read(snapshot, ranked)) {
          const mentions = await this.options.linker.mentions(chunk.text);
          if (mentions.some((mention) => mention.uids.includes(row['uid'] as string))) {
            counts.set(chunk.uid, (counts.get(chunk.uid) ?? 0) + 1);
          }
        }
      }
    }
    return counts;
  }

  async embedded(signal?: AbortSignal): Promise<{ readonly count: number; readonly of: number }> {
    const { embedder, engine } = this.options;
    const snapshot = embedder && (await this.snapshot(signal));
    if (!snapshot) return { count: 0, of: 0 };
    const { chunks: of } = await this.statistics(snapshot);
    if (this.allEmbedded === of || of === 0) return { count: of, of };
    const predicate = embeddingPredicate(embedder.model);
    if (!(await isDeclared(engine, predicate))) return { count: 0, of };
    const { q = [] } = await snapshot.query<{ q?: readonly { readonly n?: number }[] }>(
      `{ q(func: has(<${predicate}>)) { n: count(uid) } }`,
    );
    const count = Math.min(of, q[0]?.n ?? 0);
    if (count === of) this.allEmbedded = of;
    return { count, of };
  }

  private async nearest(
    embedder: Embedder,
    text: string,
    limit: number,
    signal: AbortSignal = NEVER,
  ): Promise<readonly ScoredChunk[]> {
    const { engine } = this.options;
    const predicate = embeddingPredicate(embedder.model);
    if (limit <= 0 || !(await isDeclared(engine, predicate))) return [];
    const [vector] = await embedder.embed([text], signal);
    if (!vector) throw new OwlgateError('EngineError', { reason: 'the embedding model gave no vector' });
    const snapshot = new Snapshot(engine, signal);
    const candidates = Math.min(limit, MAX_LIMIT) * OVERSAMPLE;
    const { q = [] } = await snapshot.query<{
      q?: readonly { readonly uid: string; readonly v?: readonly number[] }[];
    }>(`{ q(func: similar_to(<${predicate}>, ${candidates}, "[${vector.join(', ')}]")) { uid v: <${predicate}> } }`);
    const ranked = q.map(({ uid, v = [] }) => ({ uid, score: cosine(vector, v) })).sort(byScore);
    return (await this.read(snapshot, ranked)).slice(0, limit);
  }

  /** Returns undefined if the engine has no document predicates. */
  private async snapshot(signal?: AbortSignal): Promise<Snapshot | undefined> {
    const { engine } = this.options;
    if (!this.cachedStatistics && !(await hasDocuments(engine))) return undefined;
    return new Snapshot(engine, signal);
  }

  private async statistics(snapshot: Snapshot): Promise<CorpusStatistics> {
    if (this.cachedStatistics && Date.now() < this.cachedStatistics.until) return this.cachedStatistics.statistics;
    const startedAt = Date.now();
    const { q = [] } = await snapshot.query<{ q?: readonly Readonly<Record<string, number>>[] }>(
      `{ var(func: has(owlgate.document.source)) { t as owlgate.document.terms c as owlgate.document.chunks }
         q() { terms: sum(val(t)) chunks: sum(val(c)) } }`,
    );
    const sums = Object.fromEntries(q.flatMap((row) => Object.entries(row)));
    const statistics = { terms: sums['terms'] ?? 0, chunks: sums['chunks'] ?? 0 };
    const duration = Date.now() - startedAt;
    this.cachedStatistics = { statistics, until: Date.now() + Math.max(FRESH_MS, FRESH_FACTOR * duration) };
    return statistics;
  }

  /** Reads chunks in ranked order, without chunks of deleted documents. */
  private async read(snapshot: Snapshot, ranked: readonly Ranked[]): Promise<readonly ScoredChunk[]> {
    if (ranked.length === 0) return [];
    const { q = [] } = await snapshot.query<{ q?: readonly Row[] }>(
      `{ q(func: uid(${ranked.map(({ uid }) => uid).join(', ')})) { ${FIELDS} } }`,
    );
    const rows = new Map(q.map((row) => [row.uid, row]));
    return ranked.flatMap(({ uid, score }) => {
      const chunk = rows.has(uid) ? toChunk(rows.get(uid)!) : undefined;
      return chunk ? [{ chunk, score }] : [];
    });
  }
}

/** Limits of a search for nodes by label: nodes, labels of a node, chunks of a label. */
const MAX_LABEL_NODES = 20;
const MAX_LABELS = 5;
const MAX_LABEL_CHUNKS = 50;

const NEVER = new AbortController().signal;

async function isDeclared(engine: Engine, predicate: string): Promise<boolean> {
  const text = `schema(pred: [<${predicate}>]) { type }`;
  const { data } = await engine.query<{ schema?: readonly unknown[] }>(text, { readOnly: true });
  return (data.schema ?? []).length > 0;
}

async function reranked(
  reranker: Reranker,
  text: string,
  found: readonly ScoredChunk[],
  limit: number,
  signal: AbortSignal,
): Promise<readonly ScoredChunk[]> {
  const passages = found.map(({ chunk }) => (chunk.heading ? `${chunk.heading}\n\n${chunk.text}` : chunk.text));
  const scores = await reranker.score(text, passages, signal);
  const scored = found.map(({ chunk }, i) => ({ chunk, score: scores[i]! }));
  return scored.sort((a, b) => b.score - a.score).slice(0, limit);
}

function toChunk({ uid, index, start, end, heading = '', text, of }: Row): Chunk | undefined {
  const { source, title = '' } = of?.[0] ?? {};
  if (source === undefined || text === undefined || index === undefined) return undefined;
  const place = { uid, source, index, text, start: start ?? 0, end: end ?? text.length };
  return { ...place, ...(title !== '' && { title }), ...(heading !== '' && { heading }) };
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [product, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * (b[i] ?? 0);
    left += a[i]! ** 2;
    right += (b[i] ?? 0) ** 2;
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right);
}
