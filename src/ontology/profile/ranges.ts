/** Data ranges as rules can carry them (OWL 2 Profiles, 4.2.4): datatypes, and intersections of them. */
import type { Axiom, DataRange, Iri } from '../model';
import { BUILT_IN_DATATYPES, owl, rdfs, RL_DATATYPES } from '../vocabulary';
import type { RlDataRange } from '../rl';
import type { AxiomReport, Finding } from './problem';
import { SECTIONS } from './problem';

/** Definitions of datatypes, each the first of its name. */
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
  rule: 'a data range is a datatype or an intersection of datatypes',
  section: SECTIONS.ranges,
  advice: 'name a datatype; check narrower values in the application',
};

const NOT_RL_DATATYPE: Finding = {
  code: 'datatype',
  rule: 'owl:real and owl:rational are not among the datatypes of OWL 2 RL',
  section: SECTIONS.entities,
  advice: 'use xsd:decimal or xsd:double',
};

const UNKNOWN_DATATYPE: Finding = {
  code: 'undefined-datatype',
  rule: 'a datatype of the ontology has a definition',
  section: SECTIONS.entities,
  advice: 'define it with owl:equivalentClass, or use one of XML Schema; its values are kept as strings',
};

/** Definitions that lead to definitions: beyond this, the rest says nothing. */
const MAX_DEPTH = 64;

interface ReducedRange {
  readonly datatypes: RlDataRange;
  readonly exact: boolean;
}

export class RangeReducer {
  private readonly defined = new Map<Iri, ReducedRange>();
  private readonly open = new Set<Iri>();

  constructor(private readonly definitions: DatatypeDefinitions) {}

  /**
   * The datatypes that every value of the range is in: `exact` when they say all of it. An empty list is any value.
   */
  reduce(range: DataRange, report: AxiomReport): ReducedRange {
    const datatypes = new Set<Iri>();
    const exact = this.collect(range, datatypes, report);
    return { datatypes: [...datatypes], exact };
  }

  /** As reduce, for where the range says what values have to be: what is lost is reported. */
  required(range: DataRange, report: AxiomReport, subject: () => string): RlDataRange {
    const { datatypes, exact } = this.reduce(range, report);
    // What a definition loses is reported where it is defined.
    if (!exact && !(range.kind === 'Datatype' && this.definitions.has(range.iri))) {
      const finding = range.kind === 'Datatype' ? NOT_RL_DATATYPE : COMPLEX_RANGE;
      const kept = datatypes.map((iri) => report.renderer.iri(iri)).join(' and ');
      report.lose(
        finding,
        `that ${subject()} is in ${report.renderer.range(range)}${kept === '' ? '' : `; kept: that it is ${kept}`}`,
      );
    }
    return datatypes;
  }

  /** Returns whether what was collected says all that the range says. */
  private collect(range: DataRange, into: Set<Iri>, report: AxiomReport): boolean {
    switch (range.kind) {
      case 'Datatype':
        return this.collectDatatype(range.iri, into, report);
      case 'DataIntersectionOf': {
        let exact = true;
        for (const operand of range.operands) exact = this.collect(operand, into, report) && exact;
        return exact;
      }
      case 'DatatypeRestriction':
        this.collectDatatype(range.datatype, into, report);
        return range.facets.length === 0;
      case 'DataOneOf': {
        const [first, ...others] = new Set(range.values.map((value) => value.datatype));
        if (first !== undefined && others.length === 0) into.add(first);
        return false;
      }
      case 'DataUnionOf': {
        const operands = range.operands.map((operand) => {
          const datatypes = new Set<Iri>();
          const exact = this.collect(operand, datatypes, report);
          return { datatypes, exact };
        });
        const [first, ...others] = operands;
        const common = [...first!.datatypes].filter((iri) => others.every(({ datatypes }) => datatypes.has(iri)));
        for (const iri of common) into.add(iri);
        // Exact only where the operands are one and the same.
        return operands.every(({ datatypes, exact }) => exact && datatypes.size === common.length);
      }
      case 'DataComplementOf':
        return false;
    }
  }

  private collectDatatype(iri: Iri, into: Set<Iri>, report: AxiomReport): boolean {
    if (iri === rdfs.Literal) return true;
    if (iri === owl.real || iri === owl.rational) return false;
    if (RL_DATATYPES.has(iri)) {
      into.add(iri);
      return true;
    }
    const definition = this.definitions.get(iri);
    if (definition) {
      const { datatypes, exact } = this.resolve(iri, definition, report);
      for (const datatype of datatypes) into.add(datatype);
      return exact;
    }
    into.add(iri);
    report.deviate(BUILT_IN_DATATYPES.has(iri) ? otherDatatype(report.renderer.iri(iri)) : UNKNOWN_DATATYPE);
    return true;
  }

  private resolve(iri: Iri, definition: DataRange, report: AxiomReport): ReducedRange {
    const known = this.defined.get(iri);
    if (known) return known;
    // A datatype that is defined by itself, or by too many others in turn.
    if (this.open.has(iri) || this.open.size >= MAX_DEPTH) return { datatypes: [], exact: false };
    this.open.add(iri);
    const range = this.reduce(definition, report);
    this.open.delete(iri);
    this.defined.set(iri, range);
    return range;
  }
}

function otherDatatype(name: string): Finding {
  return {
    code: 'datatype',
    rule: `${name} is not among the datatypes of OWL 2 RL; it is carried nevertheless`,
    section: SECTIONS.entities,
    advice: 'nothing, or use xsd:dateTime or xsd:string to stay within the profile',
  };
}
