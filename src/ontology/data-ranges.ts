/** Base datatypes of data ranges, for the schema and introspection (not for reasoning). */
import type { Axiom, DataRange, Iri } from './model';
import { datatypeDefinitions } from './profile/ranges';
import type { DatatypeDefinitions } from './profile/ranges';
import { rdfs } from './vocabulary';

/** Maximum length of a chain of datatype definitions; further datatypes count as undefined. */
const MAX_DEPTH = 64;

export class BaseDatatypes {
  private readonly definitions: DatatypeDefinitions;

  constructor(axioms: readonly Axiom[]) {
    this.definitions = datatypeDefinitions(axioms);
  }

  /**
   * Returns the distinct base datatypes of a range. Definitions are followed. A restriction counts as its datatype, an
   * enumeration as the datatypes of its values, a union or intersection as those of its parts. Complements and
   * rdfs:Literal have no base datatype.
   */
  datatypesOf(range: DataRange): Iri[] {
    const datatypes = new Set<Iri>();
    this.collect(range, datatypes, MAX_DEPTH);
    return [...datatypes];
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
