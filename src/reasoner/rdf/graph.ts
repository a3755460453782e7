/** RDF graph as facts: a row for every triple, with its position in a document. */
import type { Position, Quad } from '../../ontology';
import type { FactSource } from '../source';
import { FactTable, NO_ROW } from '../table';
import type { Row } from '../table';
import { ANY, Terms } from '../terms';
import type { TermId } from '../terms';
import { isLiteralText, termText } from './terms';

/**
 * Facts are generalized triples: rules may derive a literal as subject or a blank node as predicate. Writers of the
 * graph skip such triples.
 */
export class RdfGraph implements FactSource {
  readonly terms = new Terms();
  readonly table: FactTable;
  /** Literals of the graph, in order of appearance. */
  readonly literals: TermId[] = [];
  private readonly positions: Position[] = [];
  private readonly seenPredicates = new Set<TermId>();
  private seenTerms = 1;
  private seenRows = 0;

  /** @param facts expected number of triples */
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

  /** Returns the position of a triple in a document; undefined for an inferred one. */
  position(row: Row): Position | undefined {
    return this.positions[row];
  }

  id(text: string): TermId {
    return this.terms.id(text);
  }

  text(id: TermId): string {
    return this.terms.text(id);
  }

  /** Lists the rows with a predicate, and an object if given. */
  *rowsOf(p: TermId, o: TermId = ANY): Generator<Row> {
    const { table } = this;
    let row = o === ANY ? table.firstOfPredicate(p) : table.firstOfObject(p, o);
    while (row !== NO_ROW) {
      yield row;
      row = o === ANY ? table.nextOfPredicate(row) : table.nextOfObject(row);
    }
  }

  /** Lists the rows with a subject and a predicate. */
  *rowsFrom(s: TermId, p: TermId): Generator<Row> {
    const { table } = this;
    for (let row = table.firstOfSubject(s, p); row !== NO_ROW; row = table.nextOfSubject(row)) yield row;
  }

  has(s: TermId, p: TermId, o: TermId): boolean {
    return this.table.find(s, p, o) !== NO_ROW;
  }

  /** Returns the predicates in use. */
  predicates(): ReadonlySet<TermId> {
    this.scan();
    return this.seenPredicates;
  }

  /** Records predicates and literals that are new since the last call. */
  scan(): void {
    const { predicate, length } = this.table;
    for (; this.seenRows < length; this.seenRows++) this.seenPredicates.add(predicate[this.seenRows]!);
    for (; this.seenTerms < this.terms.end; this.seenTerms++) {
      if (isLiteralText(this.terms.text(this.seenTerms))) this.literals.push(this.seenTerms);
    }
  }
}
