/** Evidence: passages, facts and query results that tools returned. An answer may cite nothing else. */
import { textOf } from '../evidence/passages';
import { spaced } from '../language/words';
import type { Chunk, NodeReference, Passage, Statement } from '../types';

interface ShownPassage {
  /** Citation id: `p1`, `p2` … */
  readonly id: string;
  readonly chunk: Chunk;
  readonly passage: Passage;
}

interface ShownStatement {
  /** Citation id: `f1`, `f2` … */
  readonly id: string;
  readonly statement: Statement;
}

interface ShownQuery {
  readonly dql: string;
  readonly text: string;
  readonly rows: readonly string[];
  readonly counts: readonly number[];
}

/** Evidence that an answer cites. */
export interface Cited {
  /** Ids of evidence, each once. */
  readonly ids: readonly string[];
  readonly passages: readonly Passage[];
  readonly statements: readonly Statement[];
  readonly queries: readonly string[];
  /** Texts of all of it: passages with their headings first, then facts in words and values of query results. */
  readonly texts: readonly string[];
  /** The passages among them. */
  readonly prose: readonly string[];
  /** Facts, and rows of query results: each says what belongs together. */
  readonly rows: readonly string[];
  /** Texts of queries, which say what their results are about. */
  readonly about: readonly string[];
  /** Numbers of facts, and of rows of each query result. */
  readonly counts: readonly number[];
  /** Number of citations without evidence. */
  readonly dropped: number;
}

export class Evidence {
  private readonly passages = new Map<string, ShownPassage>();
  private readonly statements = new Map<string, ShownStatement>();
  private readonly queries: ShownQuery[] = [];

  /** @param labelOf label of a class or property */
  constructor(private readonly labelOf: (name: string) => string = spaced) {}

  /** Adds a passage. A repeated passage keeps its id and its best score. */
  passage(chunk: Chunk, score?: number): ShownPassage {
    const key = keyOf(chunk.source, chunk.index);
    const existing = this.passages.get(key);
    if (existing && (score === undefined || (existing.passage.score ?? -Infinity) >= score)) return existing;
    const id = existing?.id ?? `p${this.passages.size + 1}`;
    const shown = { id, chunk, passage: toPassage(chunk, score) };
    this.passages.set(key, shown);
    return shown;
  }

  statement(statement: Statement): ShownStatement {
    const { subject, predicate, object } = statement;
    const key = JSON.stringify([subject.uid, predicate, typeof object === 'object' ? object.uid : object]);
    const existing = this.statements.get(key);
    if (existing) return existing;
    const shown = { id: `f${this.statements.size + 1}`, statement };
    this.statements.set(key, shown);
    return shown;
  }

  /**
   * Adds a query with its result.
   *
   * @param predicates names in the query; aliases say nothing
   * @returns citation id of the result: `q1`, `q2` …; undefined for an empty one, which is evidence of nothing
   */
  query(dql: string, data: unknown, predicates: readonly string[]): string | undefined {
    if (isEmpty(data)) return undefined;
    const text = [...predicates.map((name) => this.labelOf(name)), ...valuesOf(data)].join(' . ');
    const named = (key: string): string => {
      const name = key.replace(/^~|^count\((.*)\)$/g, '$1');
      return predicates.includes(name) ? this.labelOf(name) : '';
    };
    const rows = rowsOf(data).flatMap((row) => statementsOf(row, named));
    this.queries.push({ dql, text, rows, counts: lengthsOf(data) });
    return `q${this.queries.length}`;
  }

  /** All passages, in the order of their first appearance. */
  get allPassages(): readonly ShownPassage[] {
    return [...this.passages.values()];
  }

  /** Ids of all evidence, passages first. */
  get ids(): readonly string[] {
    const passages = this.allPassages.map(({ id }) => id);
    const facts = [...this.statements.values()].map(({ id }) => id);
    return [...passages, ...facts, ...this.queries.map((_, i) => `q${i + 1}`)];
  }

  /** Returns the evidence of citations. A passage may also be cited as `source#index`. */
  resolve(citations: readonly string[]): Cited {
    const passages = new Map<Passage, string>();
    const statements = new Set<Statement>();
    const queries = new Set<string>();
    const ids: string[] = [];
    const texts: string[] = [];
    const rows: string[] = [];
    const counts: number[] = [];
    let dropped = 0;
    const byId = new Map(this.allPassages.map((shown) => [shown.id, shown]));
    const byFact = new Map([...this.statements.values()].map((shown) => [shown.id, shown]));
    for (const citation of new Set(citations)) {
      const id = citation.trim().replace(/^\[|\]$/g, '');
      const passage = byId.get(id) ?? this.passages.get(id);
      const fact = byFact.get(id);
      const query = /^q\d+$/.test(id) ? this.queries[Number(id.slice(1)) - 1] : undefined;
      if (passage) {
        passages.set(passage.passage, textOf(passage.chunk));
      } else if (fact) {
        statements.add(fact.statement);
        texts.push(this.inWords(fact.statement));
        rows.push(texts.at(-1)!);
      } else if (query !== undefined) {
        queries.add(query.dql);
        texts.push(query.text);
        rows.push(...query.rows);
        counts.push(...query.counts);
      } else {
        dropped++;
        continue;
      }
      ids.push(id);
    }
    if (statements.size > 0) counts.push(statements.size);
    return {
      ids,
      passages: [...passages.keys()],
      statements: [...statements],
      queries: [...queries],
      texts: [...passages.values(), ...texts],
      prose: [...passages.values()],
      rows,
      about: [...queries],
      counts,
      dropped,
    };
  }

  private inWords({ subject, predicate, object }: Statement): string {
    const name = ({ label, iri, uid }: NodeReference): string => label ?? iri ?? uid;
    const other = typeof object === 'object' ? name(object) : String(object);
    if (predicate === 'graph.type') return `${name(subject)} . is a . ${this.labelOf(other)}`;
    return `${name(subject)} . ${this.labelOf(predicate)} . ${other}`;
  }
}

const keyOf = (source: string, index: number): string => `${source}#${index}`;

const toPassage = (chunk: Chunk, score?: number): Passage => ({
  source: chunk.source,
  text: chunk.text,
  chunk_index: chunk.index,
  ...(score !== undefined && { score }),
});

/** True if no value of a result says that there is something. */
function isEmpty(data: unknown): boolean {
  if (data === null || data === undefined || data === 0 || data === '') return true;
  if (typeof data !== 'object') return false;
  return Object.values(data).every(isEmpty);
}

/** Values of a query result. */
function valuesOf(data: unknown): string[] {
  if (typeof data === 'object') return data === null ? [] : Object.values(data).flatMap(valuesOf);
  return [typeof data === 'string' ? data : JSON.stringify(data)];
}

/** Rows of the blocks of a query result; what is no list is one row. */
const rowsOf = (data: unknown): unknown[] =>
  typeof data !== 'object' || data === null
    ? [data]
    : Object.values(data).flatMap((block: unknown) => (Array.isArray(block) ? (block as unknown[]) : [block]));

/** Returns the statements of a row: values under their predicates' names, and nested nodes behind the edge to them. */
function statementsOf(row: unknown, labelOf: (key: string) => string, before: readonly string[] = []): string[] {
  if (typeof row !== 'object' || row === null) return [[...before, ...valuesOf(row)].join(' . ')];
  const fields = Object.entries(row);
  const isNode = (value: unknown): boolean => [value].flat().some((each) => typeof each === 'object' && each !== null);
  const values = fields.filter(([, value]) => !isNode(value));
  const own = values.map(([key, value]) => [labelOf(key), ...valuesOf(value)].filter((each) => each !== '').join(' '));
  const names = values.flatMap(([, value]) => valuesOf(value).filter((each) => /^\p{Lu}/u.test(each)));
  const edges = fields
    .filter(([, value]) => isNode(value))
    .flatMap(([key, value]) => [value].flat().flatMap((each) => statementsOf(each, labelOf, [...names, labelOf(key)])));
  return [...(own.length > 0 ? [[...before, ...own].join(' . ')] : []), ...edges];
}

/** Numbers of rows in the lists of a query result. */
function lengthsOf(data: unknown): number[] {
  if (typeof data !== 'object' || data === null) return [];
  const own = Array.isArray(data) ? [data.length] : [];
  return [...own, ...Object.values(data).flatMap(lengthsOf)];
}
