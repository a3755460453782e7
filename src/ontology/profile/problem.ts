/** What keeps an ontology from being in OWL 2 RL (https://www.w3.org/TR/owl2-profiles/#OWL_2_RL), axiom by axiom. */
import type { Axiom, Position } from '../model';
import type { Renderer } from '../render';

/**
 * A *violation* is a meaning that rules cannot carry: strict loading refuses it, lenient loading leaves it out and says
 * so. A *deviation* is only written otherwise than the profile has it: no inference is lost.
 */
export interface ProfileProblem {
  readonly severity: 'violation' | 'deviation';
  readonly code: ProblemCode;
  /** The axiom in functional style, or the statement where it could not be read as one. */
  readonly axiom: string;
  /** The rule of the profile that is broken. */
  readonly rule: string;
  /** Where that rule is written. */
  readonly section: string;
  readonly line: number;
  readonly column: number;
  /** Of an imported document. */
  readonly document?: string;
  /** What to write instead. */
  readonly advice: string;
  /** What lenient loading will not infer; violations only. */
  readonly notInferred?: string;
}

export type ProblemCode =
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

/** What is the matter with one axiom, without the axiom itself. */
export interface Finding {
  readonly code: ProblemCode;
  readonly rule: string;
  readonly section: string;
  readonly advice: string;
}

/** Gathers the problems of one axiom after another. */
export class ProblemList {
  readonly violations: ProfileProblem[] = [];
  readonly deviations: ProfileProblem[] = [];

  constructor(readonly renderer: Renderer) {}

  violation(axiom: string, position: Position, finding: Finding, notInferred: string): void {
    this.violations.push({ severity: 'violation', ...finding, axiom, ...place(position), notInferred });
  }

  deviation(axiom: string, position: Position, finding: Finding): void {
    this.deviations.push({ severity: 'deviation', ...finding, axiom, ...place(position) });
  }
}

/** The problems of one axiom: the same finding is told once. */
export class AxiomReport {
  private readonly told = new Set<string>();

  constructor(
    private readonly list: ProblemList,
    readonly axiom: Axiom,
    /** The axiom in functional style. */
    readonly text: string,
  ) {}

  get renderer(): Renderer {
    return this.list.renderer;
  }

  /** A part of the axiom that is left out. */
  lose(finding: Finding, notInferred: string): void {
    if (this.isNew(`${finding.code}\n${notInferred}`)) {
      this.list.violation(this.text, this.axiom.position, finding, notInferred);
    }
  }

  /** A part of the axiom that is carried, though the profile has it otherwise. */
  deviate(finding: Finding): void {
    if (this.isNew(`${finding.code}\n${finding.rule}`)) this.list.deviation(this.text, this.axiom.position, finding);
  }

  private isNew(key: string): boolean {
    if (this.told.has(key)) return false;
    this.told.add(key);
    return true;
  }
}

const place = ({ line, column, document }: Position) => ({ line, column, ...(document !== undefined && { document }) });

/** A finding about a class expression. */
export const classFinding = (code: Finding['code'], rule: string, advice: string): Finding => ({
  code,
  rule,
  section: SECTIONS.classes,
  advice,
});
