/** Random graphs with every construct of OWL 2 RL, and few enough terms that constructs interact. */
import fc from 'fast-check';

const class_ = fc.constantFrom(':A', ':B', ':C', ':D', 'owl:Thing');
const property = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(':p', ':q', ':r') },
  fc.constantFrom(':t', 'rdf:type'),
);
const individual = fc.constantFrom(':a', ':b', ':c', ':d');
const restriction = fc.constantFrom(':R', ':S', ':T');
const anyClass = fc.oneof({ weight: 3, arbitrary: class_ }, restriction);
const list = <T>(of: fc.Arbitrary<T>) =>
  fc.array(of, { minLength: 1, maxLength: 3 }).map((all) => `(${all.join(' ')})`);

const statement = (s: fc.Arbitrary<string>, p: fc.Arbitrary<string> | string, o: fc.Arbitrary<string>) =>
  fc.tuple(s, typeof p === 'string' ? fc.constant(p) : p, o).map((parts) => parts.join(' '));

const characteristic = fc
  .constantFrom('Functional', 'InverseFunctional', 'Symmetric', 'Transitive')
  .map((c) => `owl:${c}Property`);
const prohibition = fc.constantFrom('owl:IrreflexiveProperty', 'owl:AsymmetricProperty');

const data = fc.oneof(
  { weight: 3, arbitrary: statement(individual, property, individual) },
  { weight: 3, arbitrary: statement(individual, 'a', anyClass) },
  statement(individual, 'owl:sameAs', individual),
);

const schema = fc.oneof(
  statement(anyClass, 'rdfs:subClassOf', anyClass),
  statement(anyClass, 'owl:equivalentClass', anyClass),
  statement(class_, 'a', fc.constant('owl:Class')),
  statement(property, fc.constantFrom('rdfs:subPropertyOf', 'owl:equivalentProperty', 'owl:inverseOf'), property),
  statement(property, fc.constantFrom('rdfs:domain', 'rdfs:range'), anyClass),
  statement(property, 'a', characteristic),
  statement(property, 'a', fc.constant('owl:ObjectProperty')),
  statement(class_, fc.constantFrom('owl:intersectionOf', 'owl:unionOf'), list(anyClass)),
  statement(class_, 'owl:oneOf', list(individual)),
  statement(class_, 'owl:hasKey', list(property)),
  statement(property, 'owl:propertyChainAxiom', list(property)),
  statement(restriction, 'owl:onProperty', property),
  statement(restriction, fc.constantFrom('owl:someValuesFrom', 'owl:allValuesFrom', 'owl:onClass'), anyClass),
  statement(restriction, 'owl:hasValue', individual),
  statement(
    restriction,
    fc.constantFrom('owl:maxCardinality', 'owl:maxQualifiedCardinality'),
    fc.constant('"1"^^xsd:nonNegativeInteger'),
  ),
  statement(fc.constantFrom(':A', ':p'), 'owl:sameAs', fc.constantFrom(':B', ':q')),
);

/** Statements that make most graphs contradictory; left out of some. */
const contradictory = fc.oneof(
  statement(class_, fc.constantFrom('owl:disjointWith', 'owl:complementOf'), class_),
  statement(property, 'owl:propertyDisjointWith', property),
  statement(property, 'a', prohibition),
  statement(individual, 'owl:differentFrom', individual),
  statement(
    restriction,
    fc.constantFrom('owl:maxCardinality', 'owl:maxQualifiedCardinality'),
    fc.constant('"0"^^xsd:nonNegativeInteger'),
  ),
  statement(anyClass, 'rdfs:subClassOf', fc.constant('owl:Nothing')),
  list(individual).map((all) => `[] a owl:AllDifferent ; owl:members ${all}`),
  list(class_).map((all) => `[] a owl:AllDisjointClasses ; owl:members ${all}`),
  list(property).map((all) => `[] a owl:AllDisjointProperties ; owl:members ${all}`),
  fc
    .tuple(individual, property, individual)
    .map(([s, p, o]) => `[] owl:sourceIndividual ${s} ; owl:assertionProperty ${p} ; owl:targetIndividual ${o}`),
);

export const randomGraph: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.array(data, { minLength: 1, maxLength: 6 }),
    fc.array(schema, { minLength: 1, maxLength: 8 }),
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(contradictory, { minLength: 1, maxLength: 2 })),
  )
  .map((parts) => parts.flat());
