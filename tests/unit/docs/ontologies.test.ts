/** The example ontologies: in OWL 2 RL to the letter, explained, and between them every axiom that owlgate knows. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parseJsonMutation, parseRdfMutation } from '../../../src/dql';
import { readOntology, vocabulary } from '../../../src/ontology';
import type { RlAxiom, RlAxiomKind, RlSub, RlSuper } from '../../../src/ontology';
import { parseTurtle } from '../../../src/rdf';
import { compileSchema } from '../../../src/schema';

const folder = path.join(__dirname, '../../../ontologies');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const names = ['animals', 'institute', 'museum'];
const examples = names.map((name) => ({ name, loaded: readOntology(read(`${name}.ttl`)) }));

/** Each of these warnings is told of in a comment at its axiom. */
const ANNOUNCED: Readonly<Record<string, readonly string[]>> = {
  animals: [],
  institute: ['inverse-functional-data'],
  museum: ['datatype', 'unsatisfiable', 'self', 'self', 'reflexive'],
};

/** The kinds of expression that occur, expressions within expressions too. */
function kindsIn(value: unknown, into: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return into;
  if ('kind' in value && value.kind !== 'Literal') into.add(String(value.kind));
  for (const part of Object.values(value)) kindsIn(part, into);
  return into;
}

/** `Record`s, so that a new kind of axiom or expression that has no example here does not compile. */
const AXIOMS: Record<RlAxiomKind, true> = {
  SubClassOf: true,
  DisjointClasses: true,
  HasKey: true,
  SubObjectPropertyOf: true,
  PropertyChain: true,
  InverseObjectProperties: true,
  DisjointObjectProperties: true,
  ObjectPropertyDomain: true,
  ObjectPropertyRange: true,
  FunctionalObjectProperty: true,
  InverseFunctionalObjectProperty: true,
  ReflexiveObjectProperty: true,
  IrreflexiveObjectProperty: true,
  SymmetricObjectProperty: true,
  AsymmetricObjectProperty: true,
  TransitiveObjectProperty: true,
  SubDataPropertyOf: true,
  DisjointDataProperties: true,
  DataPropertyDomain: true,
  DataPropertyRange: true,
  FunctionalDataProperty: true,
  InverseFunctionalDataProperty: true,
  ClassAssertion: true,
  ObjectPropertyAssertion: true,
  NegativeObjectPropertyAssertion: true,
  DataPropertyAssertion: true,
  NegativeDataPropertyAssertion: true,
  SameIndividual: true,
  DifferentIndividuals: true,
};
const SUBCLASSES: Record<RlSub['kind'], true> = {
  Class: true,
  IntersectionOf: true,
  UnionOf: true,
  OneOf: true,
  ObjectSomeValuesFrom: true,
  ObjectHasValue: true,
  ObjectHasSelf: true,
  DataSomeValuesFrom: true,
  DataHasValue: true,
};
const SUPERCLASSES: Record<RlSuper['kind'], true> = {
  Class: true,
  ObjectAllValuesFrom: true,
  ObjectHasValue: true,
  ObjectHasSelf: true,
  ObjectMaxCardinality: true,
  ComplementOf: true,
  DataAllValuesFrom: true,
  DataHasValue: true,
  DataMaxCardinality: true,
};

const axioms: readonly RlAxiom[] = examples.flatMap(({ loaded }) => loaded.reduced.axioms);

describe('the example ontologies', () => {
  it('are the files of the folder', () => {
    expect(
      readdirSync(folder)
        .filter((file) => file.endsWith('.ttl') && !file.includes('.data.'))
        .sort(),
    ).toEqual(names.map((name) => `${name}.ttl`));
  });

  it.each(examples)('$name: read strictly, with no warning but those that it announces', ({ name, loaded }) => {
    expect(loaded.violations).toEqual([]);
    expect(loaded.warnings.map(({ code }) => code)).toEqual(ANNOUNCED[name]);
    expect(compileSchema(loaded).text).toContain('type ');
  });

  it.each(examples)('$name: every class and property has a label', ({ loaded }) => {
    const unlabelled = [...loaded.ontology.entities.values()]
      .filter(({ kinds, iri }) => iri.startsWith('https://owlgate.dev/examples/') && !kinds.has('individual'))
      .filter(({ labels, kinds }) => labels.size === 0 && !kinds.has('datatype'))
      .map(({ iri }) => iri);
    expect(unlabelled).toEqual([]);
  });

  it('show every axiom that a rule can carry', () => {
    expect([...new Set(axioms.map(({ kind }) => kind))].sort()).toEqual(Object.keys(AXIOMS).sort());
  });

  it('show every expression, in subclass and in superclass position', () => {
    const subs = new Set<string>();
    const supers = new Set<string>();
    for (const axiom of axioms) {
      if (axiom.kind === 'SubClassOf') {
        kindsIn(axiom.sub, subs);
        kindsIn(axiom.super, supers);
      } else if (axiom.kind === 'DisjointClasses') kindsIn(axiom.classes, subs);
    }
    subs.delete('Datatype');
    supers.delete('Datatype');
    expect([...subs].sort()).toEqual(Object.keys(SUBCLASSES).sort());
    expect([...supers].sort()).toEqual(Object.keys(SUPERCLASSES).sort());
  });

  it('show both cardinalities, plain and qualified, of edges and of values', () => {
    const shapes = new Set<string>();
    for (const axiom of axioms) {
      if (axiom.kind !== 'SubClassOf' || !('cardinality' in axiom.super)) continue;
      const { kind, cardinality } = axiom.super;
      shapes.add(`${kind} ${cardinality}${'filler' in axiom.super || 'range' in axiom.super ? ' qualified' : ''}`);
    }
    expect([...shapes].sort()).toEqual([
      'DataMaxCardinality 0',
      'DataMaxCardinality 1',
      'DataMaxCardinality 1 qualified',
      'ObjectMaxCardinality 0',
      'ObjectMaxCardinality 0 qualified',
      'ObjectMaxCardinality 1',
      'ObjectMaxCardinality 1 qualified',
    ]);
  });

  it('show every annotation of owlgate', () => {
    const used = new Set(
      examples.flatMap(({ loaded }) =>
        loaded.ontology.axioms.flatMap((axiom) => (axiom.kind === 'AnnotationAssertion' ? [axiom.property] : [])),
      ),
    );
    for (const annotation of Object.values(vocabulary.owlgate)) expect(used).toContain(annotation);
  });
});

describe('their sample data', () => {
  const files = readdirSync(folder).filter((file) => file.includes('.data.'));

  it.each(names)('%s has some', (name) => {
    expect(files.filter((file) => file.startsWith(`${name}.`))).not.toEqual([]);
  });

  it.each(files)('%s is well formed', (file) => {
    const text = read(file);
    if (file.endsWith('.json')) expect(parseJsonMutation(text)).toBeDefined();
    else if (file.endsWith('.rdf')) expect(parseRdfMutation(text)).toBeDefined();
    else expect(parseTurtle(text).quads.length).toBeGreaterThan(0);
  });
});
