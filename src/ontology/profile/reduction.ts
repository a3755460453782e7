/** What the reducers of axioms share: where results and reports go, and the built-in properties. */
import type { ClassExpression, Iri, ObjectPropertyExpression } from '../model';
import type { RlAxiomBody, RlSub } from '../rl';
import { owl } from '../vocabulary';
import { SECTIONS } from './problem';
import type { AxiomReport, Finding } from './problem';
import type { RangeReducer } from './ranges';

/** What the reducers of axioms share. */
export interface Reduction {
  readonly report: AxiomReport;
  readonly ranges: RangeReducer;
  readonly emit: (body: RlAxiomBody) => void;
  /** Told of a superclass expression whose existential parts rules do not carry. */
  readonly promise: (sub: RlSub, sup: ClassExpression) => void;
}

export const SAYS_NOTHING: Finding = {
  code: 'says-nothing',
  rule: 'owl:Thing is not used where it says nothing: as a superclass, a domain, a range or a type',
  section: SECTIONS.classes,
  advice: 'leave it out',
};
export const TOP_PROPERTY: Finding = {
  code: 'top-property',
  rule: 'rules say nothing of owl:topObjectProperty and owl:topDataProperty',
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
