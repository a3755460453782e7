/** Conversion of `sub ⊑ super` to the normal form of rl.ts. */
import type { RlAxiomBody, RlProperty, RlSub, RlSuper } from '../rl';
import { owl } from '../vocabulary';
import { subKey } from './sub';

/**
 * Emits the axiom in normal form; `sub` 'top' is owl:Thing.
 *
 * @returns false without an emission if rules cannot carry the axiom
 */
export function implication(
  sub: RlSub | 'top',
  sup: RlSuper,
  { emit }: { emit: (body: RlAxiomBody) => void },
): boolean {
  if (sub === 'top') return topImplication(sup, emit);
  if (sup.kind === 'ComplementOf') {
    if (subKey(sub) === subKey(sup.operand)) emit({ kind: 'SubClassOf', sub, super: NOTHING });
    else emit({ kind: 'DisjointClasses', classes: [sub, sup.operand] });
    return true;
  }
  if (sub.kind === 'ObjectSomeValuesFrom' && !sub.filler) emit(objectDomain(sub.property, sup));
  else if (sub.kind === 'DataSomeValuesFrom' && !sub.range) {
    emit({ kind: 'DataPropertyDomain', property: sub.property, domain: sup });
  } else if (!isTautology(sub, sup)) emit({ kind: 'SubClassOf', sub, super: sup });
  return true;
}

const NOTHING: RlSuper = { kind: 'Class', iri: owl.Nothing };

function objectDomain({ iri, inverse }: RlProperty, domain: RlSuper): RlAxiomBody {
  return inverse
    ? { kind: 'ObjectPropertyRange', property: iri, range: domain }
    : { kind: 'ObjectPropertyDomain', property: iri, domain };
}

/** `A ⊑ A`, `A ⊓ B ⊑ A` */
function isTautology(sub: RlSub, sup: RlSuper): boolean {
  if (sup.kind !== 'Class') return false;
  const isSuper = (part: RlSub) => part.kind === 'Class' && part.iri === sup.iri;
  return isSuper(sub) || (sub.kind === 'IntersectionOf' && sub.operands.some(isSuper));
}

/** Emits `owl:Thing ⊑ super`: universal restrictions and maxima become axioms about individuals with the property. */
function topImplication(sup: RlSuper, emit: (body: RlAxiomBody) => void): boolean {
  switch (sup.kind) {
    case 'ComplementOf':
      emit({ kind: 'SubClassOf', sub: sup.operand, super: NOTHING });
      return true;
    case 'ObjectAllValuesFrom': {
      const { property, filler } = sup;
      const inverse = { iri: property.iri, inverse: !property.inverse };
      // ⊤ ⊑ ∀P.C is ∃P⁻.⊤ ⊑ C.
      implication({ kind: 'ObjectSomeValuesFrom', property: inverse }, filler, { emit });
      return true;
    }
    case 'ObjectMaxCardinality': {
      const { property, filler, cardinality } = sup;
      if (filler) emit({ kind: 'SubClassOf', sub: { kind: 'ObjectSomeValuesFrom', property }, super: sup });
      else if (cardinality === 0) emit(objectDomain(property, NOTHING));
      else {
        const kind = property.inverse ? 'InverseFunctionalObjectProperty' : 'FunctionalObjectProperty';
        emit({ kind, property: property.iri });
      }
      return true;
    }
    case 'DataAllValuesFrom':
      emit({ kind: 'DataPropertyRange', property: sup.property, range: sup.range });
      return true;
    case 'DataMaxCardinality': {
      const { property, range, cardinality } = sup;
      if (range) emit({ kind: 'SubClassOf', sub: { kind: 'DataSomeValuesFrom', property }, super: sup });
      else if (cardinality === 0) emit({ kind: 'DataPropertyDomain', property, domain: NOTHING });
      else emit({ kind: 'FunctionalDataProperty', property });
      return true;
    }
    default:
      return false;
  }
}
