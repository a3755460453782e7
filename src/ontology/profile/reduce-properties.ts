/** Reduction of property axioms to the part that rules carry. Rewrites inverses where the normal form has none. */
import type { Axiom, Iri, ObjectPropertyCharacteristic, ObjectPropertyExpression } from '../model';
import type { RlCharacteristic, RlProperty, RlSub, RlSuper } from '../rl';
import { implication } from './implication';
import type { Finding } from './problem';
import { SECTIONS } from './problem';
import { isBottom, isTop, TAUTOLOGY, TOP_PROPERTY } from './reduction';
import type { Reduction } from './reduction';
import { rlProperty } from './sub';
import { NOTHING, reduceSuper } from './super';

const REFLEXIVE: Finding = {
  code: 'reflexive',
  rule:
    'OWL 2 RL has no reflexive properties; rules carry this one for individuals and nodes with terms of the ' +
    'ontology',
  section: SECTIONS.axioms,
  advice: 'no change, or assertions of the edges to stay within the profile',
};
const INVERSE_FUNCTIONAL_DATA: Finding = {
  code: 'inverse-functional-data',
  rule: 'a data property cannot be inverse-functional in OWL 2; read as a key',
  section: SECTIONS.axioms,
  advice: 'use owl:hasKey',
};
const ANNOTATION_AXIOM: Finding = {
  code: 'annotation-axiom',
  rule: 'annotation properties entail nothing',
  section: SECTIONS.axioms,
  advice: 'declare the property as an object or data property if it should entail facts',
};

/** Reduces an axiom about properties; ignores other axioms. */
export function reducePropertyAxiom(axiom: Axiom, r: Reduction): void {
  const { report, emit } = r;
  const { renderer } = report;
  switch (axiom.kind) {
    case 'SubObjectPropertyOf':
      subObjectProperty(axiom.sub, axiom.super, r);
      break;
    case 'EquivalentObjectProperties':
      for (const [sub, sup] of ring(axiom.properties)) subObjectProperty(sub, sup, r);
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
      const properties = new Map<string, RlProperty>();
      for (const property of axiom.properties.filter((p) => !isTop(p) && !isBottom(p)).map(rlProperty)) {
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
      for (const [sub, sup] of ring(axiom.properties)) subDataProperty(sub, sup, r);
      break;
    case 'DisjointDataProperties': {
      if (axiom.properties.some(isTop)) report.lose(TOP_PROPERTY, `what follows from ${report.text}`);
      const operands = axiom.properties.filter((p) => !isTop(p) && !isBottom(p));
      const properties = [...new Set(operands)];
      for (const property of properties) {
        if (operands.indexOf(property) !== operands.lastIndexOf(property)) {
          emit({ kind: 'DataPropertyDomain', property, domain: NOTHING });
        }
      }
      if (properties.length > 1) emit({ kind: 'DisjointDataProperties', properties });
      break;
    }
    case 'DataPropertyDomain': {
      const subject = () => `each node with ${renderer.iri(axiom.property)}`;
      const parts = reduceSuper(axiom.domain, { ...r, subject });
      const sub = { kind: 'DataSomeValuesFrom', property: axiom.property } as const;
      for (const part of parts) implication(sub, part, r);
      if (parts.length === 0) noteThing(axiom.domain, sub, r);
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

/** Returns the pairs first → second → … → first. */
function ring<T>(members: readonly T[]): [T, T][] {
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
  // P⁻ ⊑ Q is equivalent to P ⊑ Q⁻.
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
    // One of the two is an inverse already, so the named properties are equivalent.
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
  const subject = () => (isDomain ? `each node with ${name}` : `each value of ${name}`);
  const parts: RlSuper[] = reduceSuper(expression, { ...r, subject });
  const { iri, inverse } = rlProperty(axiom.property);
  const sub = { kind: 'ObjectSomeValuesFrom', property: { iri, inverse: inverse === isDomain } } as const;
  if (parts.length === 0) {
    noteThing(expression, sub, r);
    return;
  }
  if (isTop(axiom.property)) {
    r.report.lose(TOP_PROPERTY, `that ${subject()} is ${r.report.renderer.class(expression)}`);
    return;
  }
  for (const part of parts) implication(sub, part, r);
}

/** Notes owl:Thing as a domain or range. Other expressions without parts have been reported as losses. */
function noteThing(expression: { readonly kind: string }, sub: RlSub, r: Reduction): void {
  if (expression.kind !== 'Class') return;
  r.thing.addInferring(
    (part) => implication(sub, part, r),
    () => r.report.deviate(TAUTOLOGY),
  );
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
    // The top property is reflexive, symmetric and transitive; rules cannot carry other characteristics of it.
    if (!['Reflexive', 'Symmetric', 'Transitive'].includes(name)) {
      report.lose(TOP_PROPERTY, `what follows from ${report.text}`);
    }
  } else if (!isBottom(property) || name === 'Reflexive') {
    if (name === 'Reflexive') report.deviate(REFLEXIVE);
    emit({ kind: CHARACTERISTICS[name][inverse ? 1 : 0], property: iri });
  }
}
