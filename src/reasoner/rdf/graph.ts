/** An RDF graph as facts: every triple a row, with the place where a document states it. */
import type { Position, Quad } from '../../ontology';
import type { FactSource } from '../source';
import { FactTable, NO_ROW } from '../table';
import type { Row } from '../table';
import { ANY, Terms } from '../terms';
import type { TermId } from '../terms';
import { isLiteralText, termText } from './terms';

/**
 * Facts here are generalized triples: rules may put a literal where a subject stands, and a blank node where a predicate
 * does. Who prints the graph leaves those out.
 */
export class RdfGraph implements FactSource {
  readonly terms = new Terms();
  readonly table: FactTable;
  /** The literals of the graph, in order of appearance. */
  readonly literals: TermId[] = [];
  private readonly positions: Position[] = [];
  private readonly seenPredicates = new Set<TermId>();
  private seenTerms = 1;
  private seenRows = 0;

  /** @param facts how many triples are expected */
  constructor(facts = 1024) {
    this.table = new FactTable(facts);
  }

  covers(): boolean {
    return true;
  }

  /** Adds a triple that a document states. @returns its row */
  add({ subject, predicate, object, position }: Quad): Row {
    const { terms, table } = this;
    const row = table.row(terms.id(termText(subject)), terms.id(predicate), terms.id(termText(object)));
    this.positions[row] ??= position;
    return row;
  }

  /** Where a document states a triple; undefined for one that is only inferred. */
  position(row: Row): Position | undefined {
    return this.positions[row];
  }

  id(text: string): TermId {
    return this.terms.id(text);
  }

  text(id: TermId): string {
    return this.terms.text(id);
  }

  /** The rows with a predicate, and an object if one is given. */
  *rowsOf(p: TermId, o: TermId = ANY): Generator<Row> {
    const { table } = this;
    let row = o === ANY ? table.firstOfPredicate(p) : table.firstOfObject(p, o);
    while (row !== NO_ROW) {
      yield row;
      row = o === ANY ? table.nextOfPredicate(row) : table.nextOfObject(row);
    }
  }

  /** The rows with a subject and a predicate. */
  *rowsFrom(s: TermId, p: TermId): Generator<Row> {
    const { table } = this;
    for (let row = table.firstOfSubject(s, p); row !== NO_ROW; row = table.nextOfSubject(row)) yield row;
  }

  has(s: TermId, p: TermId, o: TermId): boolean {
    return this.table.find(s, p, o) !== NO_ROW;
  }

  /** The predicates that occur. */
  predicates(): ReadonlySet<TermId> {
    this.look();
    return this.seenPredicates;
  }

  /** Notes which predicates and literals there are by now. */
  look(): void {
    const { predicate, length } = this.table;
    for (; this.seenRows < length; this.seenRows++) this.seenPredicates.add(predicate[this.seenRows]!);
    for (; this.seenTerms < this.terms.end; this.seenTerms++) {
      if (isLiteralText(this.terms.text(this.seenTerms))) this.literals.push(this.seenTerms);
    }
  }
}
