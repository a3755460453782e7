/** Reduction of axioms to the part that rules carry; the other parts are reported as violations. */
import type { Axiom, ClassExpression } from '../model';
import type { RlAxiom, RlSub, RlSuper } from '../rl';
import { owl } from '../vocabulary';
import { existentialsOf } from './existentials';
import type { Existential } from './existentials';
import type { Finding } from './problem';
import { AxiomReport, SECTIONS } from './problem';
import type { ProblemList } from './problem';
import type { RangeReducer } from './ranges';
import { reducePropertyAxiom } from './reduce-properties';
import { isBottom, isTop, TAUTOLOGY, TOP_PROPERTY } from './reduction';
import type { Reduction, Thing } from './reduction';
import { implication } from './implication';
import { reduceSub, rlProperty, subKey } from './sub';
import type { ReducedSub } from './sub';
import { NOTHING, reduceSuper, unionOperands } from './super';

const THING_SUBCLASS: Finding = {
  code: 'subclass-thing',
  rule: 'owl:Thing is not a subclass expression: rules do not classify nodes without a class',
  section: SECTIONS.classes,
  advice: 'name a class instead of owl:Thing, or use rdfs:domain and rdfs:range',
};
const THING_OTHER_WORDS: Finding = {
  code: 'other-words',
  rule: 'owl:Thing is not a subclass expression; rules carry this axiom nevertheless',
  section: SECTIONS.classes,
  advice: 'use rdfs:domain, rdfs:range or a property characteristic',
};
const COVERING: Finding = {
  code: 'covering',
  rule: 'OWL 2 RL has no disjoint union: rules do not choose between classes',
  section: SECTIONS.axioms,
  advice: 'write rdfs:subClassOf for each part, and owl:AllDisjointClasses for all of them',
};
const KEY_OF_THING: Finding = {
  code: 'other-words',
  rule: 'a key must belong to a class, not to owl:Thing; rules carry it nevertheless',
  section: SECTIONS.axioms,
  advice: 'name a class, or declare the property as owl:InverseFunctionalProperty',
};

/**
 * Adds the part of an axiom that rules carry to `reduced`, in the normal form of rl.ts. Adds the other parts to `problems` and
 * existential restrictions in superclass position to `existentials`. `thing` adds further parts later.
 */
export function reduceAxiom(
  axiom: Axiom,
  ranges: RangeReducer,
  problems: ProblemList,
  existentials: Existential[],
  reduced: RlAxiom[],
  thing: Thing,
): void {
  if (axiom.kind === 'Declaration' || axiom.kind === 'AnnotationAssertion') return;
  const text = problems.renderer.axiom(axiom);
  const { position } = axiom;
  const reduction: Reduction = {
    report: new AxiomReport(problems, axiom, text),
    ranges,
    thing,
    emit: (body) => {
      if (mentionsBuiltIn(body)) reduction.report.lose(TOP_PROPERTY, `what follows from ${text}`);
      else reduced.push({ ...body, position, text });
    },
    addExistentials: (sub, sup) => existentials.push(...existentialsOf(sub, sup, text)),
  };
  reduceInto(axiom, reduction);
}

/**
 * True if a reduced axiom mentions a built-in property, which rules do not support. Literals are text, whatever IRI
 * they spell. Recursion is bounded by MAX_DEPTH.
 */
function mentionsBuiltIn(value: unknown): boolean {
  if (typeof value === 'string') return isTop(value) || isBottom(value);
  if (typeof value !== 'object' || value === null || isLiteral(value)) return false;
  for (const key in value) if (mentionsBuiltIn((value as Record<string, unknown>)[key])) return true;
  return false;
}

const isLiteral = (part: object): boolean => 'kind' in part && part.kind === 'Literal';

function reduceInto(axiom: Axiom, r: Reduction): void {
  const { renderer } = r.report;
  switch (axiom.kind) {
    case 'SubClassOf':
      subClass(axiom.sub, axiom.super, r);
      break;
    case 'EquivalentClasses':
      for (const sub of axiom.classes) {
        for (const sup of axiom.classes) if (sub !== sup) subClass(sub, sup, r);
      }
      break;
    case 'DisjointClasses':
      disjoint(axiom.classes, r);
      break;
    case 'DisjointUnion': {
      const union: ClassExpression = { kind: 'Class', iri: axiom.class };
      for (const operand of axiom.operands) subClass(operand, union, r);
      if (axiom.operands.length === 1) subClass(union, axiom.operands[0]!, r);
      else {
        disjoint(axiom.operands, r);
        const operands = renderer.set(
          axiom.operands.map((operand) => renderer.class(operand)),
          ', ',
        );
        r.report.lose(COVERING, `that each ${renderer.iri(axiom.class)} is one of ${operands}`);
      }
      break;
    }
    case 'HasKey':
      key(axiom, r);
      break;
    case 'ClassAssertion': {
      const subject = () => renderer.individual(axiom.individual);
      const parts = reduceSuper(axiom.class, { ...r, subject });
      const assert = (part: RlSuper) => r.emit({ kind: 'ClassAssertion', class: part, individual: axiom.individual });
      if (axiom.class.kind === 'Class' && axiom.class.iri === owl.Thing) r.thing.addInferring(assert, () => undefined);
      parts.forEach(assert);
      break;
    }
    case 'ObjectPropertyAssertion':
    case 'NegativeObjectPropertyAssertion': {
      const { property, source, target } = axiom;
      const { iri, inverse } = rlProperty(property);
      r.emit({
        kind: axiom.kind,
        property: iri,
        source: inverse ? target : source,
        target: inverse ? source : target,
      });
      break;
    }
    case 'DataPropertyAssertion':
    case 'NegativeDataPropertyAssertion':
      r.emit({ kind: axiom.kind, property: axiom.property, source: axiom.source, value: axiom.value });
      break;
    case 'SameIndividual': {
      const individuals = [...new Set(axiom.individuals)];
      if (individuals.length > 1) r.emit({ kind: 'SameIndividual', individuals });
      break;
    }
    case 'DifferentIndividuals':
      r.emit({ kind: 'DifferentIndividuals', individuals: axiom.individuals });
      break;
    case 'DatatypeDefinition':
      // Ranges refer to the definition; the call only reports deviations.
      r.ranges.reduce(axiom.range, r.report);
      break;
    default:
      reducePropertyAxiom(axiom, r);
  }
}

function subClass(sub: ClassExpression, sup: ClassExpression, r: Reduction): void {
  const { report, ranges } = r;
  const { renderer } = report;
  if (sup.kind === 'Class' && sup.iri === owl.Thing) {
    report.deviate(TAUTOLOGY);
    return;
  }
  const reduced = reduceSub(sub, { report, ranges, consequence: () => `is ${renderer.class(sup)}` });
  // If the subclass is lost, one report is enough: the superclass has no effect.
  if (reduced === undefined || reduced === 'bottom') return;
  const parts = reduceSuper(sup, { report, ranges, subject: () => `each ${renderer.class(sub)}` });
  if (reduced !== 'top') {
    r.addExistentials(reduced, sup);
    for (const operand of unionOperands(reduced)) for (const part of parts) implication(operand, part, r);
    return;
  }
  for (const part of parts) {
    if (implication('top', part, r)) report.deviate(THING_OTHER_WORDS);
    else {
      r.thing.addAbove(part);
      report.lose(THING_SUBCLASS, `that every node without a class is ${renderer.class(sup)}`);
    }
  }
}

function disjoint(classes: readonly ClassExpression[], r: Reduction): void {
  const { report, ranges } = r;
  const { renderer } = report;
  const distinct = new Map<string, RlSub>();
  const empty: RlSub[] = [];
  let hasTop = false;
  for (const expression of classes) {
    const consequence = () => {
      const others = classes.filter((other) => other !== expression);
      const names = others.slice(0, 5).map((other) => renderer.class(other));
      return `is none of ${names.join(', ')}${others.length > 5 ? ', …' : ''}`;
    };
    const sub: ReducedSub = reduceSub(expression, { report, ranges, consequence });
    if (sub === undefined || sub === 'bottom') continue;
    if (sub === 'top') {
      if (hasTop) report.lose(THING_SUBCLASS, 'that there is nothing: owl:Thing is disjoint with itself');
      hasTop = true;
      continue;
    }
    // A class disjoint with itself is empty.
    if (distinct.has(subKey(sub))) empty.push(sub);
    else distinct.set(subKey(sub), sub);
  }
  const subs = [...distinct.values()];
  if (hasTop) empty.push(...subs);
  for (const sub of empty) implication(sub, NOTHING, r);
  if (!hasTop && subs.length > 1) r.emit({ kind: 'DisjointClasses', classes: subs });
}

function key(axiom: Axiom & { kind: 'HasKey' }, r: Reduction): void {
  const { report, ranges } = r;
  const consequence = () => {
    const objectProperties = axiom.objectProperties.map((property) => report.renderer.property(property));
    const dataProperties = axiom.dataProperties.map((property) => report.renderer.iri(property));
    return `is identified by ${report.renderer.set([...objectProperties, ...dataProperties], ', ')}`;
  };
  const keyClass = reduceSub(axiom.class, { report, ranges, consequence });
  if (keyClass === undefined || keyClass === 'bottom') return;
  if (keyClass === 'top') report.deviate(KEY_OF_THING);
  r.emit({
    kind: 'HasKey',
    ...(keyClass !== 'top' && { class: keyClass }),
    objectProperties: axiom.objectProperties.map(rlProperty),
    dataProperties: axiom.dataProperties,
  });
}
