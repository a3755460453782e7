/** What tools have shown: an answer may stand on nothing else. */
import type { Chunk, Passage, ScoredChunk, Statement } from '../types';

export interface ShownPassage {
  /** By which the agent cites it: `p1`, `p2` … */
  readonly id: string;
  readonly chunk: Chunk;
  readonly passage: Passage;
}

export interface ShownStatement {
  /** `f1`, `f2` … */
  readonly id: string;
  readonly statement: Statement;
}

/** What an answer stands on. */
export interface Cited {
  readonly passages: readonly Passage[];
  readonly statements: readonly Statement[];
  readonly queries: readonly string[];
  /** Citations of what no tool has shown. */
  readonly dropped: number;
}

export class Evidence {
  private readonly passages = new Map<string, ShownPassage>();
  private readonly statements = new Map<string, ShownStatement>();
  private readonly queries: string[] = [];

  /** Shown once, it keeps its identifier; the best score counts. */
  passage(chunk: Chunk, score?: number): ShownPassage {
    const key = keyOf(chunk.source, chunk.index);
    const known = this.passages.get(key);
    if (known && (score === undefined || (known.passage.score ?? -Infinity) >= score)) return known;
    const id = known?.id ?? `p${this.passages.size + 1}`;
    const shown = { id, chunk, passage: toPassage(chunk, score) };
    this.passages.set(key, shown);
    return shown;
  }

  statement(statement: Statement): ShownStatement {
    const { subject, predicate, object } = statement;
    const key = JSON.stringify([subject.uid, predicate, typeof object === 'object' ? object.uid : object]);
    const known = this.statements.get(key);
    if (known) return known;
    const shown = { id: `f${this.statements.size + 1}`, statement };
    this.statements.set(key, shown);
    return shown;
  }

  /** The answer of a query: `q1`, `q2` … */
  query(dql: string): string {
    this.queries.push(dql);
    return `q${this.queries.length}`;
  }

  /** Every passage that was shown, in order. */
  get allPassages(): readonly ShownPassage[] {
    return [...this.passages.values()];
  }

  has(id: string): boolean {
    return this.resolve([id]).dropped === 0;
  }

  /** What identifiers stand for; those of nothing are counted. A passage may be cited as `source#index`, too. */
  resolve(citations: readonly string[]): Cited {
    const passages = new Set<Passage>();
    const statements = new Set<Statement>();
    const queries = new Set<string>();
    let dropped = 0;
    const byId = new Map(this.allPassages.map((shown) => [shown.id, shown]));
    const byFact = new Map([...this.statements.values()].map((shown) => [shown.id, shown]));
    for (const given of new Set(citations)) {
      const id = given.trim().replace(/^\[|\]$/g, '');
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

export const toPassage = (chunk: Chunk, score?: number): Passage => ({
  source: chunk.source,
  text: chunk.text,
  chunk_index: chunk.index,
  ...(score !== undefined && { score }),
});

/** Those of a search, best first. */
export const toPassages = (found: readonly ScoredChunk[]): Passage[] =>
  found.map(({ chunk, score }) => toPassage(chunk, score));
