/** Statements of an import: blank nodes get IRIs of their source, named graphs are kept as asked. */
import type { NQuad } from '../dql';
import { SKOLEM, tripleStatement } from '../mutation';
import type { StreamedQuad } from '../rdf/stream';
import type { Graphs, Source } from './types';

/** Facet that names the graph of a statement. */
const GRAPH_FACET = 'graph';
/** Digits of a digest in IRIs of blank nodes. */
const IDENTITY_DIGITS = 32;

export class Statements {
  private readonly prefix: string;

  constructor(
    { identity }: Pick<Source, 'identity'>,
    private readonly graphs: Graphs,
  ) {
    this.prefix = `${SKOLEM}${identity.slice(0, IDENTITY_DIGITS)}/`;
  }

  /** Adds the statements of a quad to a list. @returns their number */
  add({ subject, predicate, object, graph }: StreamedQuad, list: NQuad[]): number {
    const triple = {
      subject: this.named(subject),
      predicate,
      object: typeof object === 'string' ? this.named(object) : object,
    };
    const statement = tripleStatement(triple);
    if (graph === '') return list.push(statement) && 1;
    const { graphs } = this;
    const name = this.named(graph);
    if (graphs === 'facet') {
      return list.push({ ...statement, facets: [{ key: GRAPH_FACET, value: name, type: 'string' }] }) && 1;
    }
    list.push(statement);
    if (graphs === 'drop') return 1;
    list.push(tripleStatement({ subject: triple.subject, predicate: graphs.predicate, object: name }));
    return 2;
  }

  private named(term: string): string {
    return term.startsWith('_:') ? `${this.prefix}${encodeURIComponent(term.slice(2))}` : term;
  }
}
