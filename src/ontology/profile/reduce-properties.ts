/** Axioms about properties → what rules carry of them. Inverses are turned round where the normal form has none. */
import type { Axiom, Iri, ObjectPropertyCharacteristic, ObjectPropertyExpression } from '../model';
import type { RlCharacteristic, RlProperty, RlSuper } from '../rl';
import { implication } from './implication';
import type { Finding } from './problem';
import { SECTIONS } from './problem';
import { isBottom, isTop, SAYS_NOTHING, TOP_PROPERTY } from './reduction';
import type { Reduction } from './reduction';
import { rlProperty } from './sub';
import { NOTHING, reduceSuper } from './super';

const REFLEXIVE: Finding = {
  code: 'reflexive',
  rule: 'OWL 2 RL has no reflexive properties; carried nevertheless, for every node that the ontology has a word for',
  section: SECTIONS.axioms,
  advice: 'nothing, or assert the edges that matter to stay within the profile',
};
const INVERSE_FUNCTIONAL_DATA: Finding = {
  code: 'inverse-functional-data',
  rule: 'a data property is not inverse-functional in OWL 2; read as a key',
  section: SECTIONS.axioms,
  advice: 'use owl:hasKey',
};
const ANNOTATION_AXIOM: Finding = {
  code: 'annotation-axiom',
  rule: 'nothing is inferred of an annotation property',
  section: SECTIONS.axioms,
  advice: 'declare the property as an object or data property if something is to follow from it',
};

/** Reduces an axiom about properties; of others, nothing. */
export function reducePropertyAxiom(axiom: Axiom, r: Reduction): void {
  const { report, emit } = r;
  const { renderer } = report;
  switch (axiom.kind) {
    case 'SubObjectPropertyOf':
      subObjectProperty(axiom.sub, axiom.super, r);
      break;
    case 'EquivalentObjectProperties':
      for (const [sub, sup] of circle(axiom.properties)) subObjectProperty(sub, sup, r);
      break;
    case 'InverseObjectProperties':
      inverses(axiom.first, axiom.second, r);
      break;
    case 'PropertyChain':
      if (isTop(axiom.super) || axiom.chain.some(isBottom)) break;
      if (isBottom(axiom.super) || axiom.chain.some(isTop)) {
        report.lose(TOP_PROPERTY, `what follows from ${report.text}`);
        break;
      }
      emit({ kind: 'PropertyChain', chain: axiom.chain.map(rlProperty), super: rlProperty(axiom.super) });
      break;
    case 'DisjointObjectProperties': {
      if (axiom.properties.some(isTop)) report.lose(TOP_PROPERTY, `what follows from ${report.text}`);
      const rest = axiom.properties.filter((p) => !isTop(p) && !isBottom(p)).map(rlProperty);
      const properties = new Map<string, RlProperty>();
      for (const property of rest) {
        const name = `${property.inverse ? '-' : ''}${property.iri}`;
        if (properties.has(name)) emit({ kind: 'ObjectPropertyDomain', property: property.iri, domain: NOTHING });
        properties.set(name, property);
      }
      if (properties.size > 1) emit({ kind: 'DisjointObjectProperties', properties: [...properties.values()] });
      break;
    }
    case 'ObjectPropertyDomain':
    case 'ObjectPropertyRange':
      objectDomainOrRange(axiom, r);
      break;
    case 'ObjectPropertyCharacteristic':
      characteristic(axiom.property, axiom.characteristic, r);
      break;
    case 'SubDataPropertyOf':
      subDataProperty(axiom.sub, axiom.super, r);
      break;
    case 'EquivalentDataProperties':
      for (const [sub, sup] of circle(axiom.properties)) subDataProperty(sub, sup, r);
      break;
    case 'DisjointDataProperties': {
      if (axiom.properties.some(isTop)) report.lose(TOP_PROPERTY, `what follows from ${report.text}`);
      const rest = axiom.properties.filter((p) => !isTop(p) && !isBottom(p));
      const properties = [...new Set(rest)];
      for (const property of properties) {
        if (rest.indexOf(property) !== rest.lastIndexOf(property)) {
          emit({ kind: 'DataPropertyDomain', property, domain: NOTHING });
        }
      }
      if (properties.length > 1) emit({ kind: 'DisjointDataProperties', properties });
      break;
    }
    case 'DataPropertyDomain': {
      const subject = () => `what has ${renderer.iri(axiom.property)}`;
      const parts = reduceSuper(axiom.domain, { ...r, subject });
      if (parts.length === 0) sayNothing(axiom.domain, r);
      const sub = { kind: 'DataSomeValuesFrom', property: axiom.property } as const;
      for (const part of parts) implication(sub, part, r);
      break;
    }
    case 'DataPropertyRange': {
      const range = r.ranges.reduce(axiom.range, report);
      if (range) emit({ kind: 'DataPropertyRange', property: axiom.property, range });
      break;
    }
    case 'InverseFunctionalDataProperty':
      report.deviate(INVERSE_FUNCTIONAL_DATA);
      emit({ kind: axiom.kind, property: axiom.property });
      break;
    case 'FunctionalDataProperty':
      emit({ kind: axiom.kind, property: axiom.property });
      break;
    case 'AnnotationPropertyDomain':
    case 'AnnotationPropertyRange':
      report.deviate(ANNOTATION_AXIOM);
      break;
    default:
  }
}

/** first → second → … → first */
function circle<T>(members: readonly T[]): [T, T][] {
  return members.map((member, i) => [member, members[(i + 1) % members.length]!]);
}

function subObjectProperty(sub: ObjectPropertyExpression, sup: ObjectPropertyExpression, r: Reduction): void {
  if (isBottom(sub) || isTop(sup)) return;
  if (isTop(sub)) {
    r.report.lose(TOP_PROPERTY, `that everything is linked by ${r.report.renderer.property(sup)}`);
    return;
  }
  const lower = rlProperty(sub);
  const upper = rlProperty(sup);
  if (isBottom(sup)) {
    r.emit({ kind: 'ObjectPropertyDomain', property: lower.iri, domain: NOTHING });
    return;
  }
  // P⁻ ⊑ Q is P ⊑ Q⁻.
  const inverse = lower.inverse !== upper.inverse;
  if (lower.iri !== upper.iri) {
    r.emit({ kind: 'SubObjectPropertyOf', sub: lower.iri, super: { iri: upper.iri, inverse } });
  } else if (inverse) r.emit({ kind: 'SymmetricObjectProperty', property: lower.iri });
}

function inverses(first: ObjectPropertyExpression, second: ObjectPropertyExpression, r: Reduction): void {
  if ([first, second].some((property) => isTop(property) || isBottom(property))) {
    r.report.lose(TOP_PROPERTY, `what follows from ${r.report.text}`);
    return;
  }
  const a = rlProperty(first);
  const b = rlProperty(second);
  if (a.inverse === b.inverse) {
    if (a.iri === b.iri) r.emit({ kind: 'SymmetricObjectProperty', property: a.iri });
    else r.emit({ kind: 'InverseObjectProperties', first: a.iri, second: b.iri });
  } else if (a.iri !== b.iri) {
    // The inverse of an inverse: the two are equivalent.
    r.emit({ kind: 'SubObjectPropertyOf', sub: a.iri, super: { iri: b.iri, inverse: false } });
    r.emit({ kind: 'SubObjectPropertyOf', sub: b.iri, super: { iri: a.iri, inverse: false } });
  }
}

function subDataProperty(sub: Iri, sup: Iri, r: Reduction): void {
  if (sub === sup || isBottom(sub) || isTop(sup)) return;
  if (isTop(sub)) r.report.lose(TOP_PROPERTY, `that everything has ${r.report.renderer.iri(sup)}`);
  else if (isBottom(sup)) r.emit({ kind: 'DataPropertyDomain', property: sub, domain: NOTHING });
  else r.emit({ kind: 'SubDataPropertyOf', sub, super: sup });
}

function objectDomainOrRange(
  axiom: Axiom & { kind: 'ObjectPropertyDomain' | 'ObjectPropertyRange' },
  r: Reduction,
): void {
  const isDomain = axiom.kind === 'ObjectPropertyDomain';
  const name = r.report.renderer.property(axiom.property);
  const expression = isDomain ? axiom.domain : axiom.range;
  const subject = () => (isDomain ? `what has ${name}` : `each value of ${name}`);
  const parts: RlSuper[] = reduceSuper(expression, { ...r, subject });
  if (parts.length === 0) {
    sayNothing(expression, r);
    return;
  }
  if (isTop(axiom.property)) {
    r.report.lose(TOP_PROPERTY, `that ${subject()} is ${r.report.renderer.class(expression)}`);
    return;
  }
  const { iri, inverse } = rlProperty(axiom.property);
  const property = { iri, inverse: inverse === isDomain };
  for (const part of parts) implication({ kind: 'ObjectSomeValuesFrom', property }, part, r);
}

/** For an expression of which no part is left: when nothing was lost, it said nothing. */
function sayNothing(expression: { readonly kind: string; readonly iri?: Iri }, r: Reduction): void {
  if (expression.kind === 'Class') r.report.deviate(SAYS_NOTHING);
}

const CHARACTERISTICS: Readonly<
  Record<ObjectPropertyCharacteristic, readonly [RlCharacteristic, ofInverse: RlCharacteristic]>
> = {
  Reflexive: ['ReflexiveObjectProperty', 'ReflexiveObjectProperty'],
  Functional: ['FunctionalObjectProperty', 'InverseFunctionalObjectProperty'],
  InverseFunctional: ['InverseFunctionalObjectProperty', 'FunctionalObjectProperty'],
  Irreflexive: ['IrreflexiveObjectProperty', 'IrreflexiveObjectProperty'],
  Symmetric: ['SymmetricObjectProperty', 'SymmetricObjectProperty'],
  Asymmetric: ['AsymmetricObjectProperty', 'AsymmetricObjectProperty'],
  Transitive: ['TransitiveObjectProperty', 'TransitiveObjectProperty'],
};

function characteristic(
  property: ObjectPropertyExpression,
  name: ObjectPropertyCharacteristic,
  { report, emit }: Reduction,
): void {
  const { iri, inverse } = rlProperty(property);
  if (isTop(property)) {
    // It is reflexive, symmetric and transitive; that it is anything else no rule can say.
    if (!['Reflexive', 'Symmetric', 'Transitive'].includes(name)) {
      report.lose(TOP_PROPERTY, `what follows from ${report.text}`);
    }
  } else if (!isBottom(property) || name === 'Reflexive') {
    if (name === 'Reflexive') report.deviate(REFLEXIVE);
    emit({ kind: CHARACTERISTICS[name][inverse ? 1 : 0], property: iri });
  }
}
