/** A closure as N-Triples: what the documents state, what follows, and last what holds of every term (eq-ref). */
import { vocabulary } from '../../ontology';
import type { Row } from '../table';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { isHidden, isLiteralText, toNTriples } from './terms';

/** Writes rows of a graph; a term is spelled once. */
export class NTriplesWriter {
  private readonly spelled: string[] = [];

  constructor(private readonly graph: RdfGraph) {}

  /** A row as a line, with its line break; undefined for a generalized triple, which N-Triples cannot write. */
  line(row: Row): string | undefined {
    const { subject, predicate, object } = this.graph.table;
    const [s, p, o] = [this.spell(subject[row]!), this.spell(predicate[row]!), this.spell(object[row]!)];
    return isNode(s) && p.startsWith('<') && o !== '' ? `${s} ${p} ${o} .\n` : undefined;
  }

  /** A term in N-Triples; empty for one of the reasoner's own. */
  spell(id: TermId): string {
    return (this.spelled[id] ??= this.spelling(id));
  }

  private spelling(id: TermId): string {
    const text = this.graph.text(id);
    return isHidden(text) ? '' : toNTriples(text);
  }

  /** eq-ref: `x owl:sameAs x` for every term of the triples that can be printed. */
  *reflexive(): Generator<string> {
    const { table } = this.graph;
    const sameAs = this.graph.id(vocabulary.owl.sameAs);
    const done = new Set<TermId>();
    for (const id of [...this.printedTerms(), sameAs]) {
      if (done.has(id) || isLiteralText(this.graph.text(id))) continue;
      done.add(id);
      if (table.find(id, sameAs, id) >= 0) continue;
      const node = this.spell(id);
      yield `${node} ${this.spell(sameAs)} ${node} .\n`;
    }
  }

  private *printedTerms(): Generator<TermId> {
    const { subject, predicate, object, length } = this.graph.table;
    for (let row = 0; row < length; row++) {
      if (this.line(row) === undefined) continue;
      yield subject[row]!;
      yield predicate[row]!;
      yield object[row]!;
    }
  }
}

const isNode = (spelled: string): boolean => spelled.startsWith('<') || spelled.startsWith('_:');
