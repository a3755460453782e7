/**
 * Export of the graph as RDF: text of a syntax, in parts of bounded size, from one read transaction.
 *
 * Nodes follow in order of their uids. Asserted facts are in the graph that their facet names, or in the default graph.
 * Inferred facts are in the graph `INFERRED_GRAPH`. A syntax without graphs has all facts beside each other.
 */
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import { quote } from '../../dql';
import { OwlgateError } from '../../errors';
import { INFERRED_GRAPH, nameOfIri } from '../../mutation';
import type { LoadedTerms } from '../../ontology';
import { makeWriter, rdf, type Statement, type StatementWriter, type WrittenSyntax } from '../../rdf';
import { isDgraphName, TYPE_PREDICATE } from '../names';
import { Declarations } from './declarations';
import { Describer, type StoredFact } from './describe';
import { ReadTransaction } from './read-transaction';
import { allNodes, givenNodes, nodesOfType, predicatesWithFacts, type NodePage } from './subjects';
import { ExportTerms } from './terms';
import { uidsIn } from './uids';

/** Syntaxes of exports, by name. */
export const EXPORT_FORMATS = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  jsonld: 'application/ld+json',
} as const satisfies Readonly<Record<string, WrittenSyntax>>;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const EXPORTED_FACTS = ['asserted', 'inferred', 'all'] as const;
export type ExportedFacts = (typeof EXPORTED_FACTS)[number];

const GRAPH_FORMATS: ReadonlySet<ExportFormat> = new Set(['trig', 'nquads', 'jsonld']);

/**
 * Returns the facts of a format by default: all where inferred facts have a graph of their own. Without graphs a reader
 * could not tell them from asserted ones.
 */
export const defaultFacts = (format: ExportFormat): ExportedFacts => (GRAPH_FORMATS.has(format) ? 'all' : 'asserted');

interface RdfExportOptions {
  readonly format: ExportFormat;
  readonly facts: ExportedFacts;
  /** Class whose instances are exported: Dgraph name, IRI, `prefix:name`, or any type of the engine. */
  readonly class?: string | undefined;
  /** DQL whose nodes are exported: all objects of the answer with a `uid`. */
  readonly query?: string | undefined;
  /** True to declare classes, properties and datatypes. */
  readonly declarations?: boolean | undefined;
  /** Ontology in force, if any. */
  readonly ontology: Pick<LoadedTerms, 'names' | 'taxonomy' | 'ontology'> | undefined;
  readonly credentials?: Credentials | undefined;
}

interface RdfExportSummary {
  readonly statements: number;
  readonly inferred: number;
  /** Stored data that RDF cannot have, or no engine returns, as `facets=12, passwords=secret`; undefined for none. */
  readonly leftOut: string | undefined;
}

/** Maximum bytes of the answer to a query for nodes. */
const MAX_QUERY_ANSWER = 64 << 20;

export class RdfExport {
  private statements = 0;
  private inferred = 0;
  private facets = 0;
  private readonly declarations: Declarations | undefined;

  private constructor(
    private readonly transaction: ReadTransaction,
    private readonly options: RdfExportOptions,
    private readonly terms: ExportTerms,
    private readonly describer: Describer,
    private readonly nodes: AsyncGenerator<NodePage>,
  ) {
    const { declarations, ontology } = options;
    if (declarations) this.declarations = new Declarations(terms, ontology?.ontology);
  }

  /**
   * Begins a read transaction and finds the nodes.
   *
   * @throws OwlgateError UnknownClass, InvalidRequest for a query without nodes, EngineUnreachable; EngineFailure
   */
  static async open(engine: Engine, options: RdfExportOptions): Promise<RdfExport> {
    const transaction = await ReadTransaction.open(engine, options.credentials);
    try {
      const terms = new ExportTerms(options.ontology);
      const describer = new Describer(transaction);
      const nodes = await nodesFor(options, transaction, terms, describer.pageSize);
      return new RdfExport(transaction, options, terms, describer, nodes);
    } catch (error) {
      await transaction.close();
      throw error;
    }
  }

  /** Yields the text. The transaction ends with it, also if the reader stops early. */
  async *text(): AsyncGenerator<string> {
    const writer = makeWriter(EXPORT_FORMATS[this.options.format], this.terms.prefixes);
    const { declarations } = this;
    try {
      yield writer.begin();
      if (declarations) yield this.written(declarations.first(await predicatesWithFacts(this.transaction)), writer);
      for await (const page of this.nodes) {
        for await (const facts of this.describer.describe(page)) {
          const text = this.print(facts, writer);
          if (text !== '') yield text;
        }
      }
      yield writer.end();
    } finally {
      await this.transaction.close();
    }
  }

  /** Ends the transaction of an export whose text is not wanted. */
  close(): Promise<void> {
    return this.transaction.close();
  }

  /** Counts so far; of the whole export after the end of `text`. */
  get summary(): RdfExportSummary {
    const { statements, inferred, facets, transaction } = this;
    const passwords = transaction.passwords.map(encodeURIComponent).join('|');
    const parts = [facets > 0 ? `facets=${facets}` : '', passwords === '' ? '' : `passwords=${passwords}`];
    const leftOut = parts.filter((part) => part !== '').join(', ');
    return { statements, inferred, leftOut: leftOut === '' ? undefined : leftOut };
  }

  private print(facts: readonly StoredFact[], writer: StatementWriter): string {
    const { format, facts: wanted } = this.options;
    const asserted: Statement[] = [];
    const inferred: Statement[] = [];
    const hasGraphs = GRAPH_FORMATS.has(format);
    for (const fact of facts) {
      if (wanted !== 'all' && fact.isInferred !== (wanted === 'inferred')) continue;
      const statement = this.statementOf(fact);
      if (!statement) continue;
      const named = fact.graph === undefined ? undefined : this.terms.graph(fact.graph);
      const graph = fact.isInferred ? INFERRED_GRAPH : named;
      const written = hasGraphs && graph !== undefined ? { ...statement, graph } : statement;
      (fact.isInferred ? inferred : asserted).push(written);
      const isLost = fact.graph !== undefined && !(hasGraphs && graph === named && named !== undefined);
      this.facets += fact.facets + (isLost ? 1 : 0);
    }
    this.inferred += inferred.length;
    const statements = [...asserted, ...inferred];
    return this.written([...(this.declarations?.further(statements) ?? []), ...statements], writer);
  }

  private written(statements: readonly Statement[], writer: StatementWriter): string {
    this.statements += statements.length;
    return writer.write(statements);
  }

  /** Returns undefined for types of Dgraph's own nodes. */
  private statementOf({ subject, predicate, object }: StoredFact): Statement | undefined {
    const { terms } = this;
    const node = terms.node(subject);
    if ('uid' in object)
      return { subject: node, predicate: terms.property(predicate.name), object: terms.node(object) };
    if (predicate.name !== TYPE_PREDICATE) {
      return { subject: node, predicate: terms.property(predicate.name), object: terms.literal(predicate, object) };
    }
    if (isDgraphName(object.text)) return undefined;
    return { subject: node, predicate: rdf.type, object: terms.class(object.text) };
  }
}

async function nodesFor(
  { class: className, query }: RdfExportOptions,
  transaction: ReadTransaction,
  terms: ExportTerms,
  pageSize: () => number,
): Promise<AsyncGenerator<NodePage>> {
  if (query !== undefined) {
    const uids = uidsIn(await transaction.ask(query, MAX_QUERY_ANSWER).catch(refuseQuery));
    return givenNodes(uids, transaction, pageSize);
  }
  if (className === undefined) return allNodes(transaction, pageSize);
  const type = terms.className(className) ?? nameOfIri('type', className) ?? className;
  if (!isDgraphName(type) && (await hasType(type, terms, transaction))) return nodesOfType(type, transaction, pageSize);
  const suggestions = terms.classesNear(className);
  throw new OwlgateError('UnknownClass', { name: className }, { suggestions });
}

/** @throws OwlgateError InvalidRequest for a query that the engine refuses; the error itself otherwise */
function refuseQuery(error: unknown): never {
  if (error instanceof EngineFailure && error.isFinal)
    throw new OwlgateError('InvalidRequest', { reason: `query: ${error.message}` });
  throw error;
}

/** Returns true for a class of the ontology, a type of the schema, and a type that a node has without a declaration. */
async function hasType(type: string, terms: ExportTerms, transaction: ReadTransaction): Promise<boolean> {
  if (terms.className(type) !== undefined || transaction.schema.types.some(({ name }) => name === type)) return true;
  const { data } = await transaction.read(`q(func: eq(${TYPE_PREDICATE}, ${quote(type)}), first: 1) { uid }`);
  return (data['q'] ?? []).length > 0;
}
