/** A closure as N-Triples: what the documents state, what follows, and last what holds of every term (eq-ref). */
import { vocabulary } from '../../ontology';
import type { Row } from '../table';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { isHidden, toNTriples } from './terms';

/** Writes rows of a graph; a term is spelled once. */
export class NTriplesWriter {
  private readonly spelled: string[] = [];
  /** By term: whether a line has had it. */
  private readonly printed: Uint8Array;

  constructor(private readonly graph: RdfGraph) {
    this.printed = new Uint8Array(graph.terms.end);
  }

  /** A row as a line, with its line break; undefined for a generalized triple, which N-Triples cannot write. */
  line(row: Row): string | undefined {
    const { subject, predicate, object } = this.graph.table;
    const [si, pi, oi] = [subject[row]!, predicate[row]!, object[row]!];
    const [s, p, o] = [this.spell(si), this.spell(pi), this.spell(oi)];
    if (!isNode(s) || !p.startsWith('<') || o === '') return undefined;
    this.printed[si] = this.printed[pi] = this.printed[oi] = 1;
    return `${s} ${p} ${o} .\n`;
  }

  /** A term in N-Triples; empty for one of the reasoner's own. */
  spell(id: TermId): string {
    return (this.spelled[id] ??= this.spelling(id));
  }

  private spelling(id: TermId): string {
    const text = this.graph.text(id);
    return isHidden(text) ? '' : toNTriples(text);
  }

  /** eq-ref: `x owl:sameAs x` for every term of the lines so far that does not have it there already. */
  *reflexive(): Generator<string> {
    const sameAs = this.graph.id(vocabulary.owl.sameAs);
    this.printed[sameAs] = 1;
    for (let id = 1; id < this.printed.length; id++) {
      if (this.printed[id] === 0 || this.graph.has(id, sameAs, id)) continue;
      const node = this.spell(id);
      if (isNode(node)) yield `${node} ${this.spell(sameAs)} ${node} .\n`;
    }
  }
}

const isNode = (spelled: string): boolean => spelled.startsWith('<') || spelled.startsWith('_:');
