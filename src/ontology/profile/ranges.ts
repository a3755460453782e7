/**
 * Data ranges. The profile has datatypes and intersections of datatypes (OWL 2 Profiles, 4.2.4); rules carry all
 * ranges.
 */
import type { Axiom, DataRange, Iri } from '../model';
import { BUILT_IN_DATATYPES, owl, rdfs, RL_DATATYPES } from '../vocabulary';
import type { AxiomReport, Finding } from './problem';
import { SECTIONS } from './problem';

/** First definition of each datatype. */
export type DatatypeDefinitions = ReadonlyMap<Iri, DataRange>;

export function datatypeDefinitions(axioms: readonly Axiom[]): DatatypeDefinitions {
  const definitions = new Map<Iri, DataRange>();
  for (const axiom of axioms) {
    if (axiom.kind === 'DatatypeDefinition' && !definitions.has(axiom.datatype)) {
      definitions.set(axiom.datatype, axiom.range);
    }
  }
  return definitions;
}

const COMPLEX_RANGE: Finding = {
  code: 'data-range',
  rule: 'a data range must be a datatype or an intersection of datatypes; rules carry this one nevertheless',
  section: SECTIONS.ranges,
  advice: 'no change, or a datatype to stay within the profile',
};

const UNKNOWN_DATATYPE: Finding = {
  code: 'undefined-datatype',
  rule: 'a datatype of the ontology must have a definition',
  section: SECTIONS.entities,
  advice: 'define it with owl:equivalentClass, or use one of XML Schema; its values are stored as strings',
};

export class RangeReducer {
  constructor(private readonly definitions: DatatypeDefinitions) {}

  /** Reduces a range; undefined if it includes all values. Reports deviations. */
  reduce(range: DataRange, report: AxiomReport): DataRange | undefined {
    switch (range.kind) {
      case 'Datatype':
        return this.datatype(range, report);
      case 'DataIntersectionOf': {
        const operands = range.operands.flatMap((operand) => this.reduce(operand, report) ?? []);
        return operands.length > 1 ? { ...range, operands } : operands[0];
      }
      case 'DataUnionOf': {
        report.deviate(COMPLEX_RANGE);
        const operands = range.operands.map((operand) => this.reduce(operand, report));
        const restricting = operands.filter((operand) => operand !== undefined);
        if (restricting.length < operands.length) return undefined;
        return restricting.length > 1 ? { ...range, operands: restricting } : restricting[0];
      }
      case 'DatatypeRestriction':
        report.deviate(COMPLEX_RANGE);
        this.datatype({ kind: 'Datatype', iri: range.datatype }, report);
        return range;
      case 'DataComplementOf':
      case 'DataOneOf':
        report.deviate(COMPLEX_RANGE);
        return range;
    }
  }

  private datatype(range: DataRange & { kind: 'Datatype' }, report: AxiomReport): DataRange | undefined {
    const { iri } = range;
    if (iri === rdfs.Literal) return undefined;
    if (RL_DATATYPES.has(iri) || this.definitions.has(iri)) return range;
    const isKnown = BUILT_IN_DATATYPES.has(iri) || iri === owl.real || iri === owl.rational;
    report.deviate(isKnown ? otherDatatype(report.renderer.iri(iri)) : UNKNOWN_DATATYPE);
    return range;
  }
}

function otherDatatype(name: string): Finding {
  return {
    code: 'datatype',
    rule: `${name} is not a datatype of OWL 2 RL; rules carry it nevertheless`,
    section: SECTIONS.entities,
    advice: 'no change, or xsd:dateTime, xsd:decimal or xsd:string to stay within the profile',
  };
}
