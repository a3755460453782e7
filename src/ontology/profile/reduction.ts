/** Shared parts of the axiom reducers: context, common findings, tests for built-in properties. */
import type { ClassExpression, Iri, ObjectPropertyExpression } from '../model';
import type { RlAxiomBody, RlSub } from '../rl';
import { owl } from '../vocabulary';
import { SECTIONS } from './problem';
import type { AxiomReport, Finding } from './problem';
import type { RangeReducer } from './ranges';

/** Context of the reduction of one axiom. */
export interface Reduction {
  readonly report: AxiomReport;
  readonly ranges: RangeReducer;
  readonly emit: (body: RlAxiomBody) => void;
  /** Records the existential parts of a superclass expression. */
  readonly addExistentials: (sub: RlSub, sup: ClassExpression) => void;
}

export const TAUTOLOGY: Finding = {
  code: 'says-nothing',
  rule: 'owl:Thing as a superclass, a domain, a range or a type says nothing',
  section: SECTIONS.classes,
  advice: 'remove it',
};
export const TOP_PROPERTY: Finding = {
  code: 'top-property',
  rule: 'rules do not support owl:topObjectProperty and owl:topDataProperty',
  section: SECTIONS.properties,
  advice: 'name a property of the ontology',
};

export function isTop(property: ObjectPropertyExpression | Iri): boolean {
  const iri =
    typeof property === 'string' ? property : property.kind === 'ObjectProperty' ? property.iri : property.property;
  return iri === owl.topObjectProperty || iri === owl.topDataProperty;
}

export function isBottom(property: ObjectPropertyExpression | Iri): boolean {
  const iri =
    typeof property === 'string' ? property : property.kind === 'ObjectProperty' ? property.iri : property.property;
  return iri === owl.bottomObjectProperty || iri === owl.bottomDataProperty;
}
