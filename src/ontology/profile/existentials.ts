/**
 * Existential restrictions in superclass position: the individual that they promise is not invented, but a member of
 * `C ⊑ ∃P.D` is recognized wherever a rule asks for `∃Q.E` with P ⊑ Q and D ⊑ E (scm-svf1, scm-svf2, cax-sco over the
 * class that the restriction is). So of a promise no rule keeps, what can be concluded from it is kept.
 */
import { Hierarchy } from '../hierarchy';
import type { ClassExpression, Iri } from '../model';
import type { RlAxiom, RlProperty, RlSub } from '../rl';
import { owl } from '../vocabulary';
import { rlProperty, subKey } from './sub';

/** Members of `sub` have a value of the property; it is in `filler` (absent: no more is said). */
export interface Existential {
  readonly sub: RlSub;
  readonly property: RlProperty;
  readonly filler?: Iri;
  /** Of the axiom that says so. */
  readonly text: string;
}

/** More axioms than this are not made of one. */
const MOST_VARIANTS = 100;

/** The existential parts of a superclass expression. */
export function existentialsOf(sub: RlSub, sup: ClassExpression, text: string): Existential[] {
  switch (sup.kind) {
    case 'IntersectionOf':
      return sup.operands.flatMap((operand) => existentialsOf(sub, operand, text));
    case 'ObjectSomeValuesFrom':
    case 'ObjectMinCardinality':
    case 'ObjectExactCardinality': {
      if ('cardinality' in sup && sup.cardinality < 1) return [];
      const { filler } = sup;
      const known = filler?.kind === 'Class' && filler.iri !== owl.Thing ? { filler: filler.iri } : {};
      return [{ sub, property: rlProperty(sup.onProperty), ...known, text }];
    }
    default:
      return [];
  }
}

/** The axioms that follow from what asks for a value, with the members of whom one is promised in its place. */
export function carryExistentials(axioms: readonly RlAxiom[], existentials: readonly Existential[]): RlAxiom[] {
  if (existentials.length === 0) return [];
  const replace = new Replacement(axioms, existentials);
  const added: RlAxiom[] = [];
  for (const axiom of axioms) {
    if (axiom.kind !== 'SubClassOf') continue;
    const seen = new Set([subKey(axiom.sub)]);
    const queue: RlAxiom[] = [axiom];
    for (const from of queue) {
      if (from.kind !== 'SubClassOf' || seen.size > MOST_VARIANTS) break;
      for (const { sub, text } of replace.in(from.sub)) {
        if (seen.has(subKey(sub))) continue;
        seen.add(subKey(sub));
        queue.push({ ...from, sub, text: `${from.text}, with ${text}` });
      }
    }
    added.push(...queue.slice(1).filter((variant) => !isTautology(variant)));
  }
  return added;
}

function isTautology(axiom: RlAxiom): boolean {
  if (axiom.kind !== 'SubClassOf' || axiom.super.kind !== 'Class') return false;
  const { iri } = axiom.super;
  const isIt = (part: RlSub) => part.kind === 'Class' && part.iri === iri;
  return isIt(axiom.sub) || (axiom.sub.kind === 'IntersectionOf' && axiom.sub.operands.some(isIt));
}

interface Variant {
  readonly sub: RlSub;
  readonly text: string;
}

class Replacement {
  private readonly classes: Hierarchy;
  private readonly properties: Hierarchy;

  constructor(
    axioms: readonly RlAxiom[],
    private readonly existentials: readonly Existential[],
  ) {
    const classes: [Iri, Iri][] = [];
    const properties: [string, string][] = [];
    for (const axiom of axioms) {
      if (axiom.kind === 'SubClassOf' && axiom.sub.kind === 'Class' && axiom.super.kind === 'Class') {
        classes.push([axiom.sub.iri, axiom.super.iri]);
      } else if (axiom.kind === 'SubObjectPropertyOf') {
        properties.push(...bothWays({ iri: axiom.sub, inverse: false }, axiom.super));
      } else if (axiom.kind === 'InverseObjectProperties') {
        properties.push(...bothWays({ iri: axiom.first, inverse: false }, { iri: axiom.second, inverse: true }));
        properties.push(...bothWays({ iri: axiom.second, inverse: false }, { iri: axiom.first, inverse: true }));
      } else if (axiom.kind === 'SymmetricObjectProperty') {
        const property = { iri: axiom.property, inverse: false };
        properties.push(...bothWays(property, { ...property, inverse: true }));
      }
    }
    this.classes = new Hierarchy([], classes);
    this.properties = new Hierarchy([], properties);
  }

  /** Every expression that one replacement makes of this one. */
  in(sub: RlSub): Variant[] {
    switch (sub.kind) {
      case 'IntersectionOf':
      case 'UnionOf':
        return sub.operands.flatMap((operand, i) =>
          this.in(operand).map((variant) => ({
            ...variant,
            sub: { kind: sub.kind, operands: sub.operands.map((other, j) => (i === j ? variant.sub : other)) },
          })),
        );
      case 'ObjectSomeValuesFrom': {
        const { filler } = sub;
        const inside = filler
          ? this.in(filler).map((variant) => ({ ...variant, sub: { ...sub, filler: variant.sub } }))
          : [];
        return [...this.promised(sub), ...inside];
      }
      default:
        return [];
    }
  }

  private promised({ property, filler }: RlSub & { kind: 'ObjectSomeValuesFrom' }): Variant[] {
    if (filler && filler.kind !== 'Class') return [];
    return this.existentials.filter(
      (promise) =>
        isBelow(this.properties, key(promise.property), key(property)) &&
        (!filler || (promise.filler !== undefined && isBelow(this.classes, promise.filler, filler.iri))),
    );
  }
}

const key = ({ iri, inverse }: RlProperty): string => (inverse ? `^${iri}` : iri);

function bothWays(sub: RlProperty, sup: RlProperty): [string, string][] {
  const turned = (property: RlProperty) => ({ ...property, inverse: !property.inverse });
  return [
    [key(sub), key(sup)],
    [key(turned(sub)), key(turned(sup))],
  ];
}

function isBelow(hierarchy: Hierarchy, lower: string, upper: string): boolean {
  if (lower === upper) return true;
  if (!hierarchy.has(lower)) return false;
  return hierarchy.equivalents(lower).includes(upper) || hierarchy.ancestors(lower).includes(upper);
}
