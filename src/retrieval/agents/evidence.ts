/** Evidence: passages, facts and query results that tools returned. An answer may cite nothing else. */
import type { Chunk, Passage, Statement } from '../types';

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

/** Evidence that an answer cites. */
export interface Cited {
  readonly passages: readonly Passage[];
  readonly statements: readonly Statement[];
  readonly queries: readonly string[];
  /** Number of citations without evidence. */
  readonly dropped: number;
}

export class Evidence {
  private readonly passages = new Map<string, ShownPassage>();
  private readonly statements = new Map<string, ShownStatement>();
  private readonly queries: string[] = [];

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

  /** Adds a query. @returns citation id of its result: `q1`, `q2` … */
  query(dql: string): string {
    this.queries.push(dql);
    return `q${this.queries.length}`;
  }

  /** All passages, in the order of their first appearance. */
  get allPassages(): readonly ShownPassage[] {
    return [...this.passages.values()];
  }

  has(id: string): boolean {
    return this.resolve([id]).dropped === 0;
  }

  /** Returns the evidence of citations. A passage may also be cited as `source#index`. */
  resolve(citations: readonly string[]): Cited {
    const passages = new Set<Passage>();
    const statements = new Set<Statement>();
    const queries = new Set<string>();
    let dropped = 0;
    const byId = new Map(this.allPassages.map((shown) => [shown.id, shown]));
    const byFact = new Map([...this.statements.values()].map((shown) => [shown.id, shown]));
    for (const citation of new Set(citations)) {
      const id = citation.trim().replace(/^\[|\]$/g, '');
      const passage = byId.get(id) ?? this.passages.get(id);
      const fact = byFact.get(id);
      const query = /^q\d+$/.test(id) ? this.queries[Number(id.slice(1)) - 1] : undefined;
      if (passage) passages.add(passage.passage);
      else if (fact) statements.add(fact.statement);
      else if (query !== undefined) queries.add(query);
      else dropped++;
    }
    return { passages: [...passages], statements: [...statements], queries: [...queries], dropped };
  }
}

const keyOf = (source: string, index: number): string => `${source}#${index}`;

const toPassage = (chunk: Chunk, score?: number): Passage => ({
  source: chunk.source,
  text: chunk.text,
  chunk_index: chunk.index,
  ...(score !== undefined && { score }),
});
