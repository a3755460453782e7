/** Statements of an import: blank nodes get IRIs of their source, named graphs are kept as asked. */
import type { NodeRef, NQuad } from '../dql';
import { GRAPH_FACET, SKOLEM, tripleStatement } from '../mutation';
import type { StreamedQuad } from '../rdf/stream';
import type { Graphs, Source } from './types';

/** Digits of a digest in IRIs of blank nodes. */
const IDENTITY_DIGITS = 32;
/** Maximum nodes that statements share. */
const MAX_SHARED = 10_000;

export class Statements {
  private readonly prefix: string;
  /** Nodes of recent terms: each is used many times on the way to the engine, and has one text for all of them. */
  private readonly nodes = new Map<string, NodeRef>();

  constructor(
    { identity }: Pick<Source, 'identity'>,
    private readonly graphs: Graphs,
  ) {
    this.prefix = `${SKOLEM}${identity.slice(0, IDENTITY_DIGITS)}/`;
  }

  /** Adds the statements of a quad to a list. @returns their number */
  add(quad: StreamedQuad, list: NQuad[]): number {
    const statement = tripleStatement(quad, this.nodeOf);
    const { subject, graph } = quad;
    if (graph === '') return list.push(statement) && 1;
    const { graphs } = this;
    const name = this.named(graph);
    if (graphs === 'facet') {
      return list.push({ ...statement, facets: [{ key: GRAPH_FACET, value: name, type: 'string' }] }) && 1;
    }
    list.push(statement);
    if (graphs === 'drop') return 1;
    list.push(tripleStatement({ subject, predicate: graphs.predicate, object: name }, this.nodeOf));
    return 2;
  }

  private readonly nodeOf = (term: string): NodeRef => {
    const { nodes } = this;
    const known = nodes.get(term);
    if (known) return known;
    if (nodes.size >= MAX_SHARED) nodes.clear();
    const iri = this.named(term);
    const shared = { kind: 'iri', iri, key: `<${iri}>` } as const;
    nodes.set(term, shared);
    return shared;
  };

  private named(term: string): string {
    return term.startsWith('_:') ? `${this.prefix}${encodeURIComponent(term.slice(2))}` : term;
  }
}
