/** What single axioms say of the order of named classes, and of object properties and their inverses. */
import type { Iri } from './model';
import type { RlAxiom, RlProperty } from './rl';

/** The classes that an axiom puts one below the other, if it does no more than that. `upper` may be owl:Nothing. */
export function classOrder(axiom: RlAxiom): [lower: Iri, upper: Iri] | undefined {
  if (axiom.kind !== 'SubClassOf' || axiom.sub.kind !== 'Class' || axiom.super.kind !== 'Class') return undefined;
  return [axiom.sub.iri, axiom.super.iri];
}

/** Pairs of which the first is below the second; with each pair that of their inverses. */
export function objectPropertyOrder(axiom: RlAxiom): [lower: RlProperty, upper: RlProperty][] {
  switch (axiom.kind) {
    case 'SubObjectPropertyOf':
      return bothWays(plain(axiom.sub), axiom.super);
    case 'SymmetricObjectProperty':
      return bothWays(plain(axiom.property), turned(plain(axiom.property)));
    case 'InverseObjectProperties':
      return [
        ...bothWays(plain(axiom.first), turned(plain(axiom.second))),
        ...bothWays(turned(plain(axiom.second)), plain(axiom.first)),
      ];
    default:
      return [];
  }
}

/** A property or the inverse of one (`^`) as a text. */
export const propertyKey = ({ iri, inverse }: RlProperty): string => (inverse ? `^${iri}` : iri);

const plain = (iri: Iri): RlProperty => ({ iri, inverse: false });
const turned = ({ iri, inverse }: RlProperty): RlProperty => ({ iri, inverse: !inverse });

const bothWays = (lower: RlProperty, upper: RlProperty): [RlProperty, RlProperty][] => [
  [lower, upper],
  [turned(lower), turned(upper)],
];
