/** Shared parts of the axiom reducers: context, common findings, tests for built-in properties. */
import type { ClassExpression, Iri, ObjectPropertyExpression } from '../model';
import type { RlAxiomBody, RlSub, RlSuper } from '../rl';
import { owl, rdfs } from '../vocabulary';
import { SECTIONS } from './problem';
import type { AxiomReport, Finding } from './problem';
import type { RangeReducer } from './ranges';

/** Context of the reduction of one axiom. */
export interface Reduction {
  readonly report: AxiomReport;
  readonly ranges: RangeReducer;
  readonly emit: (body: RlAxiomBody) => void;
  readonly thing: Thing;
  /** Records the existential parts of a superclass expression. */
  readonly addExistentials: (sub: RlSub, sup: ClassExpression) => void;
}

/** Superclasses of owl:Thing, and the axioms that infer owl:Thing: their nodes are members of the superclasses. */
export class Thing {
  private readonly above: RlSuper[] = [];
  private readonly inferring: { readonly apply: (part: RlSuper) => void; readonly tautology: () => void }[] = [];

  addAbove(part: RlSuper): void {
    this.above.push(part);
  }

  /** @param apply states that the nodes are of a class above @param tautology reports an axiom that says nothing */
  addInferring(apply: (part: RlSuper) => void, tautology: () => void): void {
    this.inferring.push({ apply, tautology });
  }

  /** Called after all axioms. */
  complete(): void {
    for (const { apply, tautology } of this.inferring) {
      if (this.above.length === 0) tautology();
      for (const part of this.above) apply(part);
    }
  }
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

/**
 * Evaluates a restriction on a built-in property without rules: the top property relates each pair of individuals, and
 * each individual to each literal; the bottom property relates nothing.
 *
 * @returns 'top' for owl:Thing, 'bottom' for owl:Nothing; undefined for other restrictions
 */
export function restrictionOfBuiltIn(expression: ClassExpression): 'top' | 'bottom' | undefined {
  if (!('onProperty' in expression)) return undefined;
  const { kind, onProperty } = expression;
  const filler = 'filler' in expression ? expression.filler : undefined;
  const cardinality = 'cardinality' in expression ? expression.cardinality : undefined;
  if (isBottom(onProperty)) return /(AllValuesFrom|MaxCardinality)$/.test(kind) || cardinality === 0 ? 'top' : 'bottom';
  if (!isTop(onProperty)) return undefined;
  if (/(HasSelf|HasValue)$/.test(kind)) return 'top';
  const isAll = !filler || ('iri' in filler && (filler.iri === owl.Thing || filler.iri === rdfs.Literal));
  const isNone = filler?.kind === 'Class' && filler.iri === owl.Nothing;
  if (/AllValuesFrom$/.test(kind)) return isAll ? 'top' : undefined;
  if (/MaxCardinality$/.test(kind)) return isNone ? 'top' : undefined;
  const least = cardinality ?? 1;
  if (/ExactCardinality$/.test(kind)) return isNone ? (least === 0 ? 'top' : 'bottom') : undefined;
  if (least === 0) return 'top';
  if (isNone) return 'bottom';
  // There are infinitely many literals, and at least one individual.
  return isAll && (least === 1 || kind.startsWith('Data')) ? 'top' : undefined;
}
