/** Order of named classes, and of object properties and their inverses, by single axioms. */
import type { Iri } from './model';
import type { RlAxiom, RlProperty } from './rl';

/** Returns the pair of an axiom between two named classes; undefined for other axioms. `upper` may be owl:Nothing. */
export function classOrder(axiom: RlAxiom): [lower: Iri, upper: Iri] | undefined {
  if (axiom.kind !== 'SubClassOf' || axiom.sub.kind !== 'Class' || axiom.super.kind !== 'Class') return undefined;
  return [axiom.sub.iri, axiom.super.iri];
}

/** Returns the pairs [lower, upper] of an axiom, and the same pairs of the inverse properties. */
export function objectPropertyOrder(axiom: RlAxiom): [lower: RlProperty, upper: RlProperty][] {
  switch (axiom.kind) {
    case 'SubObjectPropertyOf':
      return withInverses(plain(axiom.sub), axiom.super);
    case 'SymmetricObjectProperty':
      return withInverses(plain(axiom.property), inverted(plain(axiom.property)));
    case 'InverseObjectProperties':
      return [
        ...withInverses(plain(axiom.first), inverted(plain(axiom.second))),
        ...withInverses(inverted(plain(axiom.second)), plain(axiom.first)),
      ];
    default:
      return [];
  }
}

/** Returns the key of a property, `p`, or of an inverse, `^p`. */
export const propertyKey = ({ iri, inverse }: RlProperty): string => (inverse ? `^${iri}` : iri);

const plain = (iri: Iri): RlProperty => ({ iri, inverse: false });
const inverted = ({ iri, inverse }: RlProperty): RlProperty => ({ iri, inverse: !inverse });

const withInverses = (lower: RlProperty, upper: RlProperty): [RlProperty, RlProperty][] => [
  [lower, upper],
  [inverted(lower), inverted(upper)],
];
