/**
 * Engine as a source over HTTP: predicate by predicate, page by page, in one transaction, so that the export shows one
 * state.
 */
import { abandonTransaction, beginTransaction, contextOf, EngineFailure } from '../dgraph';
import type { Engine, TransactionId } from '../dgraph';
import type { PredicateDeclaration, SchemaDocument } from '../dql';
import { readSchemaAnswer } from '../schema';
import { edgeLines, edgesOf, languagesOf, rowsOf, valueLines, type Row } from './answer';
import type { Chunk, Source } from './source';

/** Nodes in the first page; later pages are adapted so that answers stay between the two sizes below. */
const FIRST_PAGE = 1_000;
const MAX_NODES = 10_000;
const LONG_ANSWER_BYTES = 8 << 20;
const SHORT_ANSWER_BYTES = 1 << 20;
/** Edges of a node in a page; further edges are requested separately. */
const EDGES = 1_000;
const MORE_EDGES = 50_000;

interface PagesOptions {
  /** Nodes and edges in a page; for tests. */
  readonly page?: number;
}

export class EngineSource implements Source {
  readonly leftOut: string[] = [];
  private page: number;
  private readonly edges: number;

  private constructor(
    private readonly engine: Engine,
    private readonly transaction: TransactionId,
    readonly schema: SchemaDocument,
    readonly graphql: string | undefined,
    { page }: PagesOptions,
  ) {
    this.page = page ?? FIRST_PAGE;
    this.edges = page ?? EDGES;
  }

  get name(): string {
    return this.engine.url;
  }

  /**
   * Begins a read transaction.
   *
   * @throws OwlgateError EngineUnreachable; EngineFailure
   */
  static async open(engine: Engine, options: PagesOptions = {}): Promise<EngineSource> {
    const transaction = await beginTransaction(engine);
    const schema = readSchemaAnswer(await engine.schema());
    const graphql = await engine.graphqlSchema().catch((error: unknown) => {
      if (error instanceof EngineFailure) return error;
      throw error;
    });
    const sdl = typeof graphql === 'string' ? graphql : undefined;
    const source = new EngineSource(engine, transaction, schema, sdl, options);
    if (graphql instanceof EngineFailure) source.leftOut.push(`the GraphQL schema: ${graphql.message}`);
    return source;
  }

  async *statements(predicate: PredicateDeclaration): AsyncGenerator<Chunk> {
    const { name, type, lang } = predicate;
    if (type === 'password') return this.leaveOut(name);
    // `has(p)` does not match nodes with language-tagged values only.
    const root = `func: has(<${name}>${lang ? '@.' : ''})`;
    for (let after = '0x0'; ;) {
      const { rows, bytes } = await this.query(
        `q(${root}, first: ${this.page}, after: ${after}) { uid ${this.selection(predicate)} }`,
      );
      if (rows.length === 0) return;
      yield* this.chunks(predicate, rows);
      after = rows.at(-1)!.uid;
      this.adapt(bytes);
    }
  }

  private selection({ name, type, lang, list }: PredicateDeclaration): string {
    if (type === 'uid') return `<${name}> ${list ? `(first: ${this.edges}) ` : ''}@facets { uid }`;
    return lang ? `<${name}>@*` : `<${name}> @facets`;
  }

  private async *chunks(predicate: PredicateDeclaration, rows: readonly Row[]): AsyncGenerator<Chunk> {
    const { name, type, lang } = predicate;
    if (type !== 'uid') {
      yield chunk(lang ? await this.inLanguages(predicate, rows) : rows.flatMap((row) => valueLines(row, predicate)));
      return;
    }
    yield chunk(rows.flatMap((row) => edgeLines(row.uid, name, edgesOf(row, name))));
    for (const row of rows) {
      const edges = edgesOf(row, name);
      if (predicate.list && edges.length >= this.edges) yield* this.moreEdges(row.uid, name, edges.at(-1)!.uid);
    }
  }

  private async *moreEdges(uid: string, name: string, last: string): AsyncGenerator<Chunk> {
    const pageSize = Math.max(this.edges, Math.min(MORE_EDGES, this.edges * 50));
    for (;;) {
      const { rows } = await this.query(
        `q(func: uid(${uid})) { uid <${name}> (first: ${pageSize}, after: ${last}) @facets { uid } }`,
      );
      const edges = rows[0] ? edgesOf(rows[0], name) : [];
      if (edges.length === 0) return;
      yield chunk(edgeLines(uid, name, edges));
      last = edges.at(-1)!.uid;
    }
  }

  /**
   * Returns value lines of all languages. `p@*` has facets of the untagged value only, so each language is requested
   * separately.
   */
  private async inLanguages(predicate: PredicateDeclaration, rows: readonly Row[]): Promise<string[]> {
    const { name } = predicate;
    const keys = [...new Set(rows.flatMap((row) => languagesOf(row, name)))].map((tag) => `${name}@${tag}`);
    const selected = [name, ...keys.map((key) => key)].map((key) => {
      const tag = key.slice(name.length);
      return `<${name}>${tag} @facets`;
    });
    const uids = rows.map(({ uid }) => uid).join(', ');
    const { rows: tagged } = await this.query(`q(func: uid(${uids})) { uid ${selected.join(' ')} }`);
    return tagged.flatMap((row) => [name, ...keys].flatMap((key) => valueLines(row, predicate, key)));
  }

  private async leaveOut(name: string): Promise<void> {
    const { rows } = await this.query(`q(func: has(<${name}>)) { count(uid) }`);
    const count = Number((rows[0] as { readonly count?: unknown } | undefined)?.count ?? 0);
    if (count > 0) {
      this.leftOut.push(
        `${count} values of ${name}: an engine never returns passwords; a data directory has their hashes`,
      );
    }
  }

  private async query(block: string): Promise<{ rows: readonly Row[]; bytes: number }> {
    const { body } = await this.engine.query(`{ ${block} }`, contextOf(this.transaction));
    return { rows: rowsOf(body), bytes: body.length };
  }

  private adapt(bytes: number): void {
    if (bytes > LONG_ANSWER_BYTES) this.page = Math.max(1, Math.floor(this.page / 4));
    else if (bytes < SHORT_ANSWER_BYTES && this.page >= FIRST_PAGE) this.page = Math.min(MAX_NODES, this.page * 2);
  }

  async close(): Promise<void> {
    await abandonTransaction(this.engine, this.transaction);
    await this.engine.close();
  }
}

function chunk(lines: readonly string[]): Chunk {
  return { text: lines.join(''), statements: lines.length };
}
