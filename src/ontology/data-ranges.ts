/** The datatypes that a data range draws its values from: for the schema and for introspection, not for reasoning. */
import type { Axiom, DataRange, Iri } from './model';
import { datatypeDefinitions } from './profile/ranges';
import type { DatatypeDefinitions } from './profile/ranges';
import { rdfs } from './vocabulary';

/** Definitions that lead to definitions: beyond this they are taken as undefined. */
const MAX_DEPTH = 64;

export class BaseDatatypes {
  private readonly definitions: DatatypeDefinitions;

  constructor(axioms: readonly Axiom[]) {
    this.definitions = datatypeDefinitions(axioms);
  }

  /**
   * The datatypes of a range, each once, with definitions followed: of a restriction its datatype, of an enumeration
   * those of its values, of a union or intersection those of its parts. Empty where anything goes.
   */
  of(range: DataRange): Iri[] {
    const found = new Set<Iri>();
    this.collect(range, found, MAX_DEPTH);
    return [...found];
  }

  private collect(range: DataRange, into: Set<Iri>, depth: number): void {
    switch (range.kind) {
      case 'Datatype': {
        const definition = depth > 0 ? this.definitions.get(range.iri) : undefined;
        if (definition) this.collect(definition, into, depth - 1);
        else if (range.iri !== rdfs.Literal) into.add(range.iri);
        break;
      }
      case 'DatatypeRestriction':
        this.collect({ kind: 'Datatype', iri: range.datatype }, into, depth);
        break;
      case 'DataOneOf':
        for (const value of range.values) into.add(value.datatype);
        break;
      case 'DataUnionOf':
      case 'DataIntersectionOf':
        for (const operand of range.operands) this.collect(operand, into, depth);
        break;
      case 'DataComplementOf':
        break;
    }
  }
}
