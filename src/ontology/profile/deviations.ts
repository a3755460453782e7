/** Global conditions of OWL 2 DL that rules do not need: declarations, compatible kinds, simple properties. */
import type { Entity, EntityKind, Iri, Ontology } from '../model';
import type { RlAxiom, RlSuper } from '../rl';
import { isReserved } from '../vocabulary';
import { SECTIONS } from './problem';
import type { ProblemList } from './problem';

const DECLARED_AS: Readonly<Record<Exclude<EntityKind, 'individual'>, string>> = {
  class: 'owl:Class',
  datatype: 'rdfs:Datatype',
  objectProperty: 'owl:ObjectProperty',
  dataProperty: 'owl:DatatypeProperty',
  annotationProperty: 'owl:AnnotationProperty',
};

/** Pairs of kinds that one IRI must not have in OWL 2 DL. */
const INCOMPATIBLE: readonly (readonly [EntityKind, EntityKind, string])[] = [
  ['class', 'datatype', 'a class and a datatype'],
  ['objectProperty', 'annotationProperty', 'an object and an annotation property'],
  ['dataProperty', 'annotationProperty', 'a data and an annotation property'],
];

/** Reports terms without a declaration, with incompatible kinds, or of the reserved vocabulary. */
export function checkTerms(ontology: Ontology, problems: ProblemList): void {
  for (const entity of ontology.entities.values()) {
    const name = problems.renderer.iri(entity.iri);
    const kinds = [...entity.kinds].filter((kind) => kind !== 'individual');
    if (kinds.length > 0 && isReserved(entity.iri)) {
      problems.deviation(name, entity.position, {
        code: 'reserved',
        rule: 'terms of RDF, RDFS, OWL and XML Schema must not be classes, datatypes or properties of an ontology',
        section: SECTIONS.entities,
        advice: 'use another term',
      });
    } else if (kinds.length > 0) checkDeclaration(entity, kinds[0]!, name, problems);
    for (const [one, other, both] of INCOMPATIBLE) {
      if (!entity.kinds.has(one) || !entity.kinds.has(other)) continue;
      problems.deviation(name, entity.declared ?? entity.position, {
        code: 'punning',
        rule: `a term must not be both ${both}`,
        section: SECTIONS.typing,
        advice: 'use two names',
      });
    }
  }
}

function checkDeclaration(
  entity: Entity,
  kind: Exclude<EntityKind, 'individual'>,
  name: string,
  problems: ProblemList,
): void {
  if (entity.declared) return;
  const as = DECLARED_AS[kind];
  problems.deviation(name, entity.position, {
    code: 'undeclared',
    rule: `terms must be declared; this one is read as ${as} by its use`,
    section: SECTIONS.typing,
    advice: `add "${name} a ${as} ."`,
  });
}

/**
 * Reports restricted properties that are not simple. In OWL 2 DL, transitive properties and superproperties of chains
 * must not be functional, asymmetric, irreflexive, disjoint or in a cardinality. Rules carry such axioms anyway.
 */
export function checkSimpleProperties(axioms: readonly RlAxiom[], problems: ProblemList): void {
  const composite = compositeProperties(axioms);
  if (composite.size === 0) return;
  for (const axiom of axioms) {
    if (!simpleIn(axiom).some((iri) => composite.has(iri))) continue;
    problems.deviation(axiom.text, axiom.position, {
      code: 'not-simple',
      rule: 'a property that is transitive or implied by a chain must not have this restriction',
      section: SECTIONS.restrictions,
      advice: 'remove one of the two axioms if the ontology must be in OWL 2 DL',
    });
  }
}

/** Returns the properties that are transitive or above a chain, with their superproperties and inverses. */
function compositeProperties(axioms: readonly RlAxiom[]): ReadonlySet<Iri> {
  const above = new Map<Iri, Iri[]>();
  const link = (from: Iri, to: Iri) => {
    const uppers = above.get(from);
    if (uppers) uppers.push(to);
    else above.set(from, [to]);
  };
  const composite = new Set<Iri>();
  for (const axiom of axioms) {
    if (axiom.kind === 'TransitiveObjectProperty') composite.add(axiom.property);
    else if (axiom.kind === 'PropertyChain') composite.add(axiom.super.iri);
    else if (axiom.kind === 'SubObjectPropertyOf') link(axiom.sub, axiom.super.iri);
    else if (axiom.kind === 'InverseObjectProperties') {
      link(axiom.first, axiom.second);
      link(axiom.second, axiom.first);
    }
  }
  for (const property of composite) for (const upper of above.get(property) ?? []) composite.add(upper);
  return composite;
}

/** Returns the object properties that must be simple for the axiom to be in OWL 2 DL. */
function simpleIn(axiom: RlAxiom): readonly Iri[] {
  switch (axiom.kind) {
    case 'FunctionalObjectProperty':
    case 'InverseFunctionalObjectProperty':
    case 'IrreflexiveObjectProperty':
    case 'AsymmetricObjectProperty':
      return [axiom.property];
    case 'DisjointObjectProperties':
      return axiom.properties.map(({ iri }) => iri);
    case 'SubClassOf':
      return countedProperties(axiom.super);
    default:
      return [];
  }
}

function countedProperties(sup: RlSuper): readonly Iri[] {
  if (sup.kind === 'ObjectMaxCardinality') return [sup.property.iri];
  return sup.kind === 'ObjectAllValuesFrom' ? countedProperties(sup.filler) : [];
}
