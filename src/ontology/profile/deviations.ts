/** What OWL 2 asks of an ontology as a whole and rules can do without: declarations, one kind a term, simple properties. */
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

/** Pairs of kinds that one IRI does not have in OWL 2 DL. */
const INCOMPATIBLE: readonly (readonly [EntityKind, EntityKind, string])[] = [
  ['class', 'datatype', 'a class and a datatype'],
  ['objectProperty', 'annotationProperty', 'an object and an annotation property'],
  ['dataProperty', 'annotationProperty', 'a data and an annotation property'],
];

/** Terms without a declaration, with two kinds that do not go together, or of the reserved vocabulary. */
export function checkTerms(ontology: Ontology, problems: ProblemList): void {
  for (const entity of ontology.entities.values()) {
    const name = problems.renderer.iri(entity.iri);
    const kinds = [...entity.kinds].filter((kind) => kind !== 'individual');
    if (kinds.length > 0 && isReserved(entity.iri)) {
      problems.deviation(name, entity.position, {
        code: 'reserved',
        rule: 'terms of RDF, RDFS, OWL and XML Schema are not classes, datatypes or properties of an ontology',
        section: SECTIONS.entities,
        advice: 'use a term of your own',
      });
    } else if (kinds.length > 0) checkDeclaration(entity, kinds[0]!, name, problems);
    for (const [one, other, both] of INCOMPATIBLE) {
      if (!entity.kinds.has(one) || !entity.kinds.has(other)) continue;
      problems.deviation(name, entity.declared ?? entity.position, {
        code: 'punning',
        rule: `one term is not ${both}`,
        section: SECTIONS.typing,
        advice: 'give the two uses two names',
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
    rule: `a term is declared; this one is read as ${as} from its use`,
    section: SECTIONS.typing,
    advice: `add "${name} a ${as} ."`,
  });
}

/**
 * Transitive properties and what chains lead to are not simple, and then not functional, asymmetric, irreflexive,
 * disjoint or counted in OWL 2 DL. Rules do it all the same.
 */
export function checkSimpleProperties(axioms: readonly RlAxiom[], problems: ProblemList): void {
  const composite = compositeProperties(axioms);
  if (composite.size === 0) return;
  for (const axiom of axioms) {
    const property = simpleIn(axiom).find((iri) => composite.has(iri));
    if (property === undefined) continue;
    problems.deviation(axiom.text, axiom.position, {
      code: 'not-simple',
      rule: `${problems.renderer.iri(property)} is transitive or follows from a chain, and is not to be restricted so`,
      section: SECTIONS.restrictions,
      advice: 'drop one of the two axioms if the ontology is to be in OWL 2 DL',
    });
  }
}

/** Properties that are transitive or above a chain, and all that are above those or inverse to them. */
function compositeProperties(axioms: readonly RlAxiom[]): ReadonlySet<Iri> {
  const above = new Map<Iri, Iri[]>();
  const link = (from: Iri, to: Iri) => {
    const of = above.get(from);
    if (of) of.push(to);
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

/** The object properties that have to be simple for the axiom to be in OWL 2 DL. */
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
      return counted(axiom.super);
    default:
      return [];
  }
}

function counted(sup: RlSuper): readonly Iri[] {
  if (sup.kind === 'ObjectMaxCardinality') return [sup.property.iri];
  return sup.kind === 'ObjectAllValuesFrom' ? counted(sup.filler) : [];
}
