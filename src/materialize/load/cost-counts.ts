/**
 * Counts of stored facts for estimates of cost: edges of a predicate, its subjects, its objects (with a reverse index),
 * the maximum edges of one node, and short walks from evenly sampled nodes.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import type { Iri, Names } from '../../ontology';
import { printPredicate } from '../store/dql-text';
import type { EngineSchema } from '../store/engine-schema';
import type { Direction } from './cost-patterns';

/** Nodes from which a property is sampled. */
const SAMPLE = 8;
/** Maximum steps of a walk. */
export const DEPTH = 12;
const TIMEOUT = '5s';

export interface CountOptions {
  readonly engine: Pick<Engine, 'query'>;
  readonly schema: EngineSchema;
  readonly names: Names;
  readonly credentials?: Credentials | undefined;
}

interface Counted {
  readonly edges: number;
  /** Nodes with at least one edge. */
  readonly subjects: number;
  /** Maximum edges of one node. */
  readonly mostOut: number;
  /** Nodes with an incoming edge, and the maximum of incoming edges; undefined without a reverse index. */
  readonly objects?: number | undefined;
  readonly mostIn?: number | undefined;
}

const NONE: Counted = { edges: 0, subjects: 0, mostOut: 0, objects: 0, mostIn: 0 };

/** Counts of one state of the store, that of the first query. */
export class StoredCounts {
  private readonly counted = new Map<Iri, Counted>();
  private startTs: number | undefined;

  constructor(private readonly options: CountOptions) {}

  async count(properties: readonly Iri[]): Promise<void> {
    for (const iri of new Set(properties)) {
      const name = this.nameOf(iri);
      if (name !== undefined) this.counted.set(iri, await this.countOne(name));
    }
  }

  /**
   * Returns the number of edges that are or become edges of a property, and the number of nodes that they can connect.
   */
  extent(property: Iri, sources: readonly Direction[]): { readonly edges: number; readonly nodes: number } {
    const counts = this.of(property);
    const others = [...new Set(sources.map(({ iri }) => iri))]
      .filter((iri) => iri !== property)
      .map((iri) => this.of(iri));
    const sum = others.reduce((n, { edges }) => n + edges, 0);
    // After a materialization, the property's own edges include those of the others.
    const edges = Math.max(counts.edges, sum);
    const ends = [counts, ...others].reduce(
      (n, { subjects, objects, edges: all }) => n + subjects + (objects ?? all),
      0,
    );
    return { edges, nodes: Math.min(edges + 1, ends) };
  }

  /** Walks from a few nodes that have an edge. */
  async sampleReach(
    sources: readonly Direction[],
    most: number,
  ): Promise<{ readonly average: number; readonly starts: number; readonly isCut: boolean } | undefined> {
    const fields = sources.flatMap(({ iri, inverse }) => {
      const name = this.nameOf(iri);
      if (name === undefined || (inverse && !this.options.schema.get(name)?.reverse)) return [];
      return [printPredicate(name, inverse)];
    });
    const roots = sources.map(({ iri, inverse }) => ({ iri, starts: inverse ? 0 : this.of(iri).subjects }));
    const root = roots.reduce((a, b) => (b.starts > a.starts ? b : a));
    const name = this.nameOf(root.iri);
    if (name === undefined || root.starts === 0 || fields.length === 0) return undefined;
    const count = Math.min(SAMPLE, root.starts);
    let reached = 0;
    let isCut = false;
    for (let i = 0; i < count; i++) {
      const offset = Math.floor((root.starts * i) / count);
      const levels = Array.from({ length: DEPTH }, (_, level) => {
        const edges = fields.map((field, f) => `l${level + 1}x${f} as ${field}`).join(' ');
        return (
          `var(func: uid(${variables(level, fields.length)})) { ${edges} }\nc${level}(func: ` +
          `uid(${variables(level + 1, fields.length)})) { n: count(uid) }`
        );
      });
      const start = `l0x0 as var(func: has(${printPredicate(name)}), first: 1, offset: ${offset}) { uid }`;
      const data = await this.query(`{ ${start}\n${levels.join('\n')} }`);
      if (!data) return undefined;
      const sizes = Array.from({ length: DEPTH }, (_, level) => numberOf(data[`c${level}`], 'n'));
      reached += Math.min(
        most,
        sizes.reduce((a, b) => a + b, 0),
      );
      isCut ||= sizes.at(-1)! > 0;
    }
    return { average: reached / count, starts: root.starts, isCut };
  }

  private async countOne(name: string): Promise<Counted> {
    const { schema } = this.options;
    const p = printPredicate(name);
    const reverseName = printPredicate(name, true);
    const blocks = [
      `var(func: has(${p})) { n as count(${p}) }`,
      'sums() { edges: sum(val(n)) most: max(val(n)) }',
      `subjects(func: has(${p})) { n: count(uid) }`,
    ];
    const hasReverse = schema.get(name)?.reverse === true;
    if (hasReverse) {
      blocks.push(
        `var(func: has(${reverseName})) { m as count(${reverseName}) }`,
        'back() { most: max(val(m)) }',
        `objects(func: has(${reverseName})) { n: count(uid) }`,
      );
    }
    const data = await this.query(`{ ${blocks.join('\n')} }`);
    if (!data) return NONE;
    return {
      edges: numberOf(data['sums'], 'edges'),
      subjects: numberOf(data['subjects'], 'n'),
      mostOut: numberOf(data['sums'], 'most'),
      ...(hasReverse && { objects: numberOf(data['objects'], 'n'), mostIn: numberOf(data['back'], 'most') }),
    };
  }

  async countNodes(root: string): Promise<number> {
    return numberOf((await this.query(`{ q(func: ${root}) { n: count(uid) } }`))?.['q'], 'n');
  }

  private async query(text: string): Promise<Record<string, unknown> | undefined> {
    const { engine, credentials } = this.options;
    try {
      const { data, extensions } = await engine.query(text, {
        readOnly: true,
        repeatable: true,
        timeout: TIMEOUT,
        ...(this.startTs !== undefined && { startTs: this.startTs }),
        ...(credentials && { credentials }),
      });
      this.startTs ??= extensions.txn?.start_ts;
      return data;
    } catch (error) {
      if (error instanceof EngineFailure) return undefined;
      throw error;
    }
  }

  of(iri: Iri): Counted {
    return this.counted.get(iri) ?? NONE;
  }

  /** Returns the predicate of a property, if the engine has edges under it. */
  private nameOf(iri: Iri): string | undefined {
    const name = this.options.names.property(iri);
    return name !== undefined && this.options.schema.get(name)?.type === 'uid' ? name : undefined;
  }

  shown(iri: Iri): string {
    return this.options.names.property(iri) ?? iri;
  }
}

const variables = (level: number, fields: number): string =>
  level === 0 ? 'l0x0' : Array.from({ length: fields }, (_, f) => `l${level}x${f}`).join(', ');

/** Returns a number from a block's answer. The answer may spread the fields of a block over several objects. */
function numberOf(rows: unknown, field: string): number {
  if (!Array.isArray(rows)) return 0;
  for (const row of rows as readonly Record<string, unknown>[]) if (field in row) return Number(row[field]) || 0;
  return 0;
}
