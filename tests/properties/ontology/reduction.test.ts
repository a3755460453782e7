/**
 * The reduction against the semantics of OWL, on small random models: if an axiom holds, all its reduced parts hold; if
 * no violation was reported and all parts hold, the axiom holds.
 */
import fc from 'fast-check';
import { PREFIXES } from '../../support/ontology/documents';
import { checkProfile } from '../../../src/ontology/profile';
import { mapToOntology } from '../../../src/ontology/mapping';
import type { Axiom, ClassExpression, ObjectPropertyExpression } from '../../../src/ontology/model';
import type { RlAxiom, RlProperty, RlSub, RlSuper } from '../../../src/ontology/rl';
import { parseTurtle } from '../../../src/rdf';
import { runs } from '../../support/runs';

const SIZE = 3;
const EVERYTHING = [...Array(SIZE).keys()];
const THING = 'http://www.w3.org/2002/07/owl#Thing';
const NOTHING = 'http://www.w3.org/2002/07/owl#Nothing';

interface Model {
  readonly classes: Record<string, readonly boolean[]>;
  readonly edges: Record<string, readonly boolean[][]>;
  readonly individuals: Record<string, number>;
}

const name = (iri: string) => iri.replace(/.*#/, '');
const inClass = (m: Model, iri: string, x: number) => iri === THING || (iri !== NOTHING && m.classes[name(iri)]![x]!);

function values(m: Model, property: RlProperty, x: number): number[] {
  const edges = m.edges[name(property.iri)]!;
  return EVERYTHING.filter((y) => (property.inverse ? edges[y]![x] : edges[x]![y]));
}

const rl = (property: ObjectPropertyExpression): RlProperty =>
  property.kind === 'ObjectProperty'
    ? { iri: property.iri, inverse: false }
    : { iri: property.property, inverse: true };

/** OWL 2 Direct Semantics, table 6. */
function satisfies(m: Model, c: ClassExpression, x: number): boolean {
  const valuesOf = (property: ObjectPropertyExpression) => values(m, rl(property), x);
  switch (c.kind) {
    case 'Class':
      return inClass(m, c.iri, x);
    case 'IntersectionOf':
      return c.operands.every((o) => satisfies(m, o, x));
    case 'UnionOf':
      return c.operands.some((o) => satisfies(m, o, x));
    case 'ComplementOf':
      return !satisfies(m, c.operand, x);
    case 'OneOf':
      return c.individuals.some((i) => m.individuals[name(i)] === x);
    case 'ObjectSomeValuesFrom':
      return valuesOf(c.onProperty).some((y) => satisfies(m, c.filler, y));
    case 'ObjectAllValuesFrom':
      return valuesOf(c.onProperty).every((y) => satisfies(m, c.filler, y));
    case 'ObjectHasValue':
      return valuesOf(c.onProperty).includes(m.individuals[name(c.individual)]!);
    case 'ObjectHasSelf':
      return valuesOf(c.onProperty).includes(x);
    case 'ObjectMinCardinality':
    case 'ObjectMaxCardinality':
    case 'ObjectExactCardinality': {
      const count = valuesOf(c.onProperty).filter((y) => !c.filler || satisfies(m, c.filler, y)).length;
      if (c.kind === 'ObjectMinCardinality') return count >= c.cardinality;
      return c.kind === 'ObjectMaxCardinality' ? count <= c.cardinality : count === c.cardinality;
    }
    default:
      throw new Error(`not in this test: ${c.kind}`);
  }
}

const implies = (a: (x: number) => boolean, b: (x: number) => boolean) => EVERYTHING.every((x) => !a(x) || b(x));

const pairwiseDisjoint = (sets: readonly ((x: number) => boolean)[]) =>
  EVERYTHING.every((x) => sets.filter((set) => set(x)).length < 2);

function holds(m: Model, axiom: Axiom): boolean {
  const memberTest = (c: ClassExpression) => (x: number) => satisfies(m, c, x);
  const has = (property: ObjectPropertyExpression, x: number) => values(m, rl(property), x);
  const edge = (property: ObjectPropertyExpression, x: number, y: number) => has(property, x).includes(y);
  switch (axiom.kind) {
    case 'SubClassOf':
      return implies(memberTest(axiom.sub), memberTest(axiom.super));
    case 'EquivalentClasses':
      return EVERYTHING.every((x) => new Set(axiom.classes.map((c) => satisfies(m, c, x))).size === 1);
    case 'DisjointClasses':
      return pairwiseDisjoint(axiom.classes.map(memberTest));
    case 'DisjointUnion':
      return (
        pairwiseDisjoint(axiom.operands.map(memberTest)) &&
        EVERYTHING.every((x) => inClass(m, axiom.class, x) === axiom.operands.some((o) => satisfies(m, o, x)))
      );
    case 'ObjectPropertyDomain':
      return implies((x) => has(axiom.property, x).length > 0, memberTest(axiom.domain));
    case 'ObjectPropertyRange':
      return EVERYTHING.every((x) => has(axiom.property, x).every(memberTest(axiom.range)));
    case 'SubObjectPropertyOf':
      return EVERYTHING.every((x) => has(axiom.sub, x).every((y) => edge(axiom.super, x, y)));
    case 'EquivalentObjectProperties':
      return EVERYTHING.every((x) =>
        EVERYTHING.every((y) => new Set(axiom.properties.map((p) => edge(p, x, y))).size === 1),
      );
    case 'DisjointObjectProperties':
      return EVERYTHING.every((x) => EVERYTHING.every((y) => axiom.properties.filter((p) => edge(p, x, y)).length < 2));
    case 'InverseObjectProperties':
      return EVERYTHING.every((x) => EVERYTHING.every((y) => edge(axiom.first, x, y) === edge(axiom.second, y, x)));
    case 'ObjectPropertyCharacteristic': {
      const { property } = axiom;
      const pairs = EVERYTHING.flatMap((x) => has(property, x).map((y) => [x, y] as const));
      switch (axiom.characteristic) {
        case 'Functional':
          return EVERYTHING.every((x) => has(property, x).length < 2);
        case 'InverseFunctional':
          return EVERYTHING.every((y) => pairs.filter(([, to]) => to === y).length < 2);
        case 'Reflexive':
          return EVERYTHING.every((x) => edge(property, x, x));
        case 'Irreflexive':
          return pairs.every(([x, y]) => x !== y);
        case 'Symmetric':
          return pairs.every(([x, y]) => edge(property, y, x));
        case 'Asymmetric':
          return pairs.every(([x, y]) => !edge(property, y, x));
        case 'Transitive':
          return pairs.every(([x, y]) => has(property, y).every((z) => edge(property, x, z)));
      }
    }
    // falls through
    case 'ClassAssertion':
      return satisfies(m, axiom.class, m.individuals[name(axiom.individual)]!);
    default:
      return true;
  }
}

function satisfiesSub(m: Model, s: RlSub, x: number): boolean {
  switch (s.kind) {
    case 'Class':
      return inClass(m, s.iri, x);
    case 'IntersectionOf':
      return s.operands.every((o) => satisfiesSub(m, o, x));
    case 'UnionOf':
      return s.operands.some((o) => satisfiesSub(m, o, x));
    case 'OneOf':
      return s.individuals.some((i) => m.individuals[name(i)] === x);
    case 'ObjectSomeValuesFrom':
      return values(m, s.property, x).some((y) => !s.filler || satisfiesSub(m, s.filler, y));
    case 'ObjectHasSelf':
      return values(m, s.property, x).includes(x);
    case 'ObjectHasValue':
      return values(m, s.property, x).includes(m.individuals[name(s.individual)]!);
    default:
      throw new Error(`not in this test: ${s.kind}`);
  }
}

function satisfiesSuper(m: Model, s: RlSuper, x: number): boolean {
  switch (s.kind) {
    case 'Class':
      return inClass(m, s.iri, x);
    case 'ComplementOf':
      return !satisfiesSub(m, s.operand, x);
    case 'ObjectAllValuesFrom':
      return values(m, s.property, x).every((y) => satisfiesSuper(m, s.filler, y));
    case 'ObjectHasValue':
      return values(m, s.property, x).includes(m.individuals[name(s.individual)]!);
    case 'ObjectHasSelf':
      return values(m, s.property, x).includes(x);
    case 'ObjectMaxCardinality':
      return values(m, s.property, x).filter((y) => !s.filler || satisfiesSub(m, s.filler, y)).length <= s.cardinality;
    default:
      throw new Error(`not in this test: ${s.kind}`);
  }
}

function holdsReduced(m: Model, a: RlAxiom): boolean {
  const valuesOf = (iri: string, x: number) => values(m, { iri, inverse: false }, x);
  switch (a.kind) {
    case 'SubClassOf':
      return implies(
        (x) => satisfiesSub(m, a.sub, x),
        (x) => satisfiesSuper(m, a.super, x),
      );
    case 'DisjointClasses':
      return pairwiseDisjoint(a.classes.map((s) => (x: number) => satisfiesSub(m, s, x)));
    case 'ObjectPropertyDomain':
      return implies(
        (x) => valuesOf(a.property, x).length > 0,
        (x) => satisfiesSuper(m, a.domain, x),
      );
    case 'ObjectPropertyRange':
      return EVERYTHING.every((x) => valuesOf(a.property, x).every((y) => satisfiesSuper(m, a.range, y)));
    case 'SubObjectPropertyOf':
      return EVERYTHING.every((x) => valuesOf(a.sub, x).every((y) => values(m, a.super, x).includes(y)));
    case 'DisjointObjectProperties':
      return EVERYTHING.every((x) =>
        EVERYTHING.every((y) => a.properties.filter((p) => values(m, p, x).includes(y)).length < 2),
      );
    case 'InverseObjectProperties':
      return EVERYTHING.every((x) =>
        EVERYTHING.every((y) => valuesOf(a.first, x).includes(y) === valuesOf(a.second, y).includes(x)),
      );
    case 'FunctionalObjectProperty':
      return EVERYTHING.every((x) => valuesOf(a.property, x).length < 2);
    case 'InverseFunctionalObjectProperty':
      return EVERYTHING.every((y) => EVERYTHING.filter((x) => valuesOf(a.property, x).includes(y)).length < 2);
    case 'ReflexiveObjectProperty':
      return EVERYTHING.every((x) => valuesOf(a.property, x).includes(x));
    case 'IrreflexiveObjectProperty':
      return EVERYTHING.every((x) => !valuesOf(a.property, x).includes(x));
    case 'SymmetricObjectProperty':
      return EVERYTHING.every((x) => valuesOf(a.property, x).every((y) => valuesOf(a.property, y).includes(x)));
    case 'AsymmetricObjectProperty':
      return EVERYTHING.every((x) => valuesOf(a.property, x).every((y) => !valuesOf(a.property, y).includes(x)));
    case 'TransitiveObjectProperty':
      return EVERYTHING.every((x) =>
        valuesOf(a.property, x).every((y) => valuesOf(a.property, y).every((z) => valuesOf(a.property, x).includes(z))),
      );
    case 'ClassAssertion':
      return satisfiesSuper(m, a.class, m.individuals[name(a.individual)]!);
    default:
      throw new Error(`not in this test: ${a.kind}`);
  }
}

const property = fc.constantFrom(':p', ':q', '[ owl:inverseOf :p ]', '[ owl:inverseOf :q ]');
const expression = fc.letrec<{ expression: string }>((tie) => {
  const e = tie('expression');
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(':A', ':B', ':C', 'owl:Thing', 'owl:Nothing'),
      fc.array(e, { minLength: 1, maxLength: 3 }).map((es) => `[ owl:intersectionOf ( ${es.join(' ')} ) ]`),
      fc.array(e, { minLength: 1, maxLength: 3 }).map((es) => `[ owl:unionOf ( ${es.join(' ')} ) ]`),
      e.map((c) => `[ a owl:Class ; owl:complementOf ${c} ]`),
      fc.subarray([':a', ':b'], { minLength: 1 }).map((is) => `[ a owl:Class ; owl:oneOf ( ${is.join(' ')} ) ]`),
      fc.tuple(property, e).map(([p, c]) => `[ owl:onProperty ${p} ; owl:someValuesFrom ${c} ]`),
      fc.tuple(property, e).map(([p, c]) => `[ owl:onProperty ${p} ; owl:allValuesFrom ${c} ]`),
      property.map((p) => `[ owl:onProperty ${p} ; owl:hasValue :a ]`),
      property.map((p) => `[ owl:onProperty ${p} ; owl:hasSelf true ]`),
      fc
        .tuple(property, e, fc.constantFrom('min', 'max', ''), fc.nat({ max: 2 }), fc.boolean())
        .map(([p, c, which, n, qualified]) => {
          const word = qualified ? `${which}QualifiedCardinality` : `${which}Cardinality`;
          const predicate = word[0]!.toLowerCase() + word.slice(1);
          return `[ owl:onProperty ${p} ; owl:${predicate} ${n} ${qualified ? `; owl:onClass ${c}` : ''} ]`;
        }),
    ),
  };
}).expression;

const axiom = fc.oneof(
  fc.tuple(expression, expression).map(([a, b]) => `${a} rdfs:subClassOf ${b} .`),
  fc.tuple(expression, expression).map(([a, b]) => `${a} owl:equivalentClass ${b} .`),
  fc
    .array(expression, { minLength: 2, maxLength: 4 })
    .map((es) => `[] a owl:AllDisjointClasses ; owl:members ( ${es.join(' ')} ) .`),
  fc.array(expression, { minLength: 1, maxLength: 3 }).map((es) => `:A owl:disjointUnionOf ( ${es.join(' ')} ) .`),
  fc.tuple(property, expression).map(([p, c]) => `${p} rdfs:domain ${c} .`),
  fc.tuple(property, expression).map(([p, c]) => `${p} rdfs:range ${c} .`),
  expression.map((c) => `:a a ${c} .`),
  fc
    .tuple(
      property,
      fc.constantFrom('rdfs:subPropertyOf', 'owl:equivalentProperty', 'owl:propertyDisjointWith'),
      property,
    )
    .map((t) => `${t.join(' ')} .`),
  fc.tuple(fc.constantFrom(':p', ':q'), property).map(([p, q]) => `${p} owl:inverseOf ${q} .`),
  fc
    .tuple(
      property,
      fc.constantFrom(
        'Functional',
        'InverseFunctional',
        'Reflexive',
        'Irreflexive',
        'Symmetric',
        'Asymmetric',
        'Transitive',
      ),
    )
    .map(([p, c]) => `${p} a owl:${c}Property .`),
);

/** Few terms, so that several axioms hold in a random model and share terms. */
const named = fc.constantFrom(':A', ':B', ':C');
const simple = fc.oneof(
  fc.tuple(property, named).map(([p, c]) => `[ owl:onProperty ${p} ; owl:someValuesFrom ${c} ]`),
  property.map((p) => `[ owl:onProperty ${p} ; owl:someValuesFrom owl:Thing ]`),
  fc.tuple(property, named).map(([p, c]) => `[ owl:onProperty ${p} ; owl:allValuesFrom ${c} ]`),
  fc.tuple(property, fc.constantFrom(':a', ':b')).map(([p, i]) => `[ owl:onProperty ${p} ; owl:hasValue ${i} ]`),
  property.map((p) => `[ owl:onProperty ${p} ; owl:minCardinality 1 ]`),
  fc.tuple(named, named).map((parts) => `[ owl:intersectionOf ( ${parts.join(' ')} ) ]`),
  fc.tuple(named, named).map((parts) => `[ owl:unionOf ( ${parts.join(' ')} ) ]`),
);
const simpleAxiom = fc.oneof(
  fc.tuple(named, simple).map(([a, b]) => `${a} owl:equivalentClass ${b} .`),
  fc.tuple(named, simple).map(([a, b]) => `${a} rdfs:subClassOf ${b} .`),
  fc.tuple(simple, named).map(([a, b]) => `${a} rdfs:subClassOf ${b} .`),
  fc.tuple(fc.constantFrom(':p', ':q'), property).map(([p, q]) => `${p} rdfs:subPropertyOf ${q} .`),
  fc.tuple(property, fc.constantFrom('domain', 'range'), named).map(([p, d, c]) => `${p} rdfs:${d} ${c} .`),
);

const set = fc.array(fc.boolean(), { minLength: SIZE, maxLength: SIZE });
const model: fc.Arbitrary<Model> = fc.record({
  classes: fc.record({ A: set, B: set, C: set }),
  edges: fc.record({
    p: fc.array(set, { minLength: SIZE, maxLength: SIZE }),
    q: fc.array(set, { minLength: SIZE, maxLength: SIZE }),
  }),
  individuals: fc.record({ a: fc.nat({ max: SIZE - 1 }), b: fc.nat({ max: SIZE - 1 }) }),
});

const DECLARED =
  `${PREFIXES} :A a owl:Class . :B a owl:Class . :C a owl:Class . :p a owl:ObjectProperty . :q a ` +
  'owl:ObjectProperty . :a a owl:NamedIndividual .\n';

const ALL_DECLARED = `${DECLARED} :b a owl:NamedIndividual .\n`;

describe('reduction', () => {
  it('is sound, and complete where it reports no violation', () => {
    let held = 0;
    let reducedCount = 0;
    fc.assert(
      fc.property(axiom, fc.array(model, { minLength: 20, maxLength: 20 }), (text, models) => {
        const ontology = mapToOntology(parseTurtle(DECLARED + text));
        expect(ontology.unrecognized).toEqual([]);
        const { reduced, violations } = checkProfile(ontology);
        const sources = ontology.axioms.filter(({ kind }) => kind !== 'Declaration');
        expect(sources).toHaveLength(1);
        for (const m of models) {
          const axiomHolds = sources.every((a) => holds(m, a));
          const reductionHolds = reduced.axioms.every((a) => holdsReduced(m, a));
          if (axiomHolds) {
            held++;
            if (!reductionHolds) throw new Error(`reduction is not sound: ${JSON.stringify(reduced.axioms)}`);
          } else if (reductionHolds && violations.length === 0) {
            throw new Error(`reduction is incomplete without a violation: ${JSON.stringify(reduced.axioms)}`);
          }
        }
        if (violations.length === 0) reducedCount++;
      }),
      { numRuns: runs(1000) },
    );
    // Guards against a vacuous test: enough axioms must hold and be carried completely.
    expect(held).toBeGreaterThan(runs(1500));
    expect(reducedCount).toBeGreaterThan(runs(150));
  });

  it('is sound for several axioms: inclusions of named classes hold in all their models', () => {
    let checked = 0;
    fc.assert(
      fc.property(
        fc.array(simpleAxiom, { minLength: 2, maxLength: 5 }),
        fc.array(model, { minLength: 60, maxLength: 60 }),
        (texts, models) => {
          const ontology = mapToOntology(parseTurtle(ALL_DECLARED + texts.join('\n')));
          const { reduced } = checkProfile(ontology);
          for (const m of models) {
            if (!ontology.axioms.every((a) => holds(m, a))) continue;
            for (const a of reduced.axioms) if (!holdsReduced(m, a)) throw new Error(`is not so: ${a.text}`);
            for (const [lower, upper] of reduced.inclusions) {
              checked++;
              const isSo = implies(
                (x) => inClass(m, lower, x),
                (x) => inClass(m, upper, x),
              );
              if (!isSo) throw new Error(`${lower} is not below ${upper}`);
            }
          }
        },
      ),
      { numRuns: runs(500) },
    );
    // Few models satisfy all axioms: a sampled run may have a handful.
    expect(checked).toBeGreaterThan(0);
  });
});
