/** Writer of a closure as N-Triples: stated triples, inferred ones, and last eq-ref for every term. */
import { vocabulary } from '../../ontology';
import type { Row } from '../table';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { isHidden, toNTriples } from './terms';

/** Writes rows of a graph; each term is formatted once. */
export class NTriplesWriter {
  private readonly spelled: string[] = [];
  /** 1 for each term that has been in a line. */
  private readonly printed: Uint8Array;

  constructor(private readonly graph: RdfGraph) {
    this.printed = new Uint8Array(graph.terms.end);
  }

  /** Returns a row as a line with its line break; undefined for a generalized triple, which N-Triples cannot write. */
  line(row: Row): string | undefined {
    const { subject, predicate, object } = this.graph.table;
    const [si, pi, oi] = [subject[row]!, predicate[row]!, object[row]!];
    const [s, p, o] = [this.spell(si), this.spell(pi), this.spell(oi)];
    if (!isNode(s) || !p.startsWith('<') || o === '') return undefined;
    this.printed[si] = this.printed[pi] = this.printed[oi] = 1;
    return `${s} ${p} ${o} .\n`;
  }

  /** Returns a term in N-Triples; empty for a term internal to the reasoner. */
  spell(id: TermId): string {
    return (this.spelled[id] ??= this.spelling(id));
  }

  private spelling(id: TermId): string {
    const text = this.graph.text(id);
    return isHidden(text) ? '' : toNTriples(text);
  }

  /** Lists `x owl:sameAs x` (eq-ref) for every term of the lines so far that lacks it. */
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
