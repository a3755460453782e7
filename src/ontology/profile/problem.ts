/** Problems that keep an ontology out of OWL 2 RL (https://www.w3.org/TR/owl2-profiles/#OWL_2_RL), axiom by axiom. */
import type { Axiom, Position } from '../model';
import type { Renderer } from '../render';

/**
 * Problem of one axiom. A *violation* is a meaning that rules cannot carry: strict loading refuses it, lenient loading
 * omits it with a warning. A *deviation* is a construct outside the profile that loses no inference.
 */
export interface ProfileProblem {
  readonly severity: 'violation' | 'deviation';
  readonly code: ProblemCode;
  /** Axiom in functional style, or the statement if it is unreadable. */
  readonly axiom: string;
  /** Broken rule of the profile. */
  readonly rule: string;
  /** Section of the specification with that rule. */
  readonly section: string;
  readonly line: number;
  readonly column: number;
  /** Name of an additional or imported document. */
  readonly document?: string;
  /** Advice for a correction. */
  readonly advice: string;
  /** Inference that lenient loading omits; violations only. */
  readonly notInferred?: string;
}

type ProblemCode =
  // Violations
  | 'superclass-union'
  | 'superclass-existential'
  | 'superclass-enumeration'
  | 'min-cardinality'
  | 'exact-cardinality'
  | 'max-cardinality'
  | 'subclass-complement'
  | 'subclass-universal'
  | 'subclass-cardinality'
  | 'subclass-thing'
  | 'covering'
  | 'top-property'
  | 'two-kinds'
  | 'swrl-rule'
  | 'malformed'
  | 'unknown-term'
  | 'wrong-kind'
  // Deviations
  | 'says-nothing'
  | 'other-words'
  | 'self'
  | 'reflexive'
  | 'data-range'
  | 'datatype'
  | 'inverse-functional-data'
  | 'undeclared'
  | 'punning'
  | 'reserved'
  | 'not-simple'
  | 'many-inclusions'
  | 'undefined-datatype'
  | 'annotation-axiom'
  | 'imports'
  | 'not-owl'
  | 'orphan'
  | 'undecided-kind'
  | 'relative-iri';

export const SECTIONS = {
  entities: 'OWL 2 Profiles 4.2.1',
  properties: 'OWL 2 Profiles 4.2.2',
  classes: 'OWL 2 Profiles 4.2.3',
  ranges: 'OWL 2 Profiles 4.2.4',
  axioms: 'OWL 2 Profiles 4.2.5',
  typing: 'OWL 2 Syntax 5.8',
  restrictions: 'OWL 2 Syntax 11.2',
  mapping: 'OWL 2 Mapping to RDF 3',
} as const;

/** Kind of problem, without the axiom. */
export interface Finding {
  readonly code: ProblemCode;
  readonly rule: string;
  readonly section: string;
  readonly advice: string;
}

/** Collector of the problems of all axioms. */
export class ProblemList {
  readonly violations: ProfileProblem[] = [];
  readonly deviations: ProfileProblem[] = [];

  constructor(readonly renderer: Renderer) {}

  violation(axiom: string, position: Position, finding: Finding, notInferred: string): void {
    this.violations.push({ severity: 'violation', ...finding, axiom, ...positionOf(position), notInferred });
  }

  deviation(axiom: string, position: Position, finding: Finding): void {
    this.deviations.push({ severity: 'deviation', ...finding, axiom, ...positionOf(position) });
  }
}

/** Collector of the problems of one axiom; reports each finding once. */
export class AxiomReport {
  /** Undefined without a problem: most axioms have none. */
  private reported: Set<string> | undefined;

  constructor(
    private readonly list: ProblemList,
    readonly axiom: Axiom,
    /** Axiom in functional style. */
    readonly text: string,
  ) {}

  get renderer(): Renderer {
    return this.list.renderer;
  }

  /** Reports a part of the axiom that rules do not carry. */
  lose(finding: Finding, notInferred: string): void {
    if (this.isNew(`${finding.code}\n${notInferred}`)) {
      this.list.violation(this.text, this.axiom.position, finding, notInferred);
    }
  }

  /** Reports a part of the axiom that is outside the profile, but carried. */
  deviate(finding: Finding): void {
    if (this.isNew(`${finding.code}\n${finding.rule}`)) this.list.deviation(this.text, this.axiom.position, finding);
  }

  private isNew(key: string): boolean {
    const reported = (this.reported ??= new Set());
    return reported.size < reported.add(key).size;
  }
}

const positionOf = ({ line, column, document }: Position) => ({
  line,
  column,
  ...(document !== undefined && { document }),
});

/** Creates a finding about a class expression. */
export const classFinding = (code: Finding['code'], rule: string, advice: string): Finding => ({
  code,
  rule,
  section: SECTIONS.classes,
  advice,
});
