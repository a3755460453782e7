import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwlgateError } from '../../../src/errors';
import { readOntology } from '../../../src/ontology';
import type { ProfileProblem } from '../../../src/ontology';
import { load, PREFIXES, sharedData } from '../../support/ontology/documents';

function refusal(text: string, options = {}): OwlgateError {
  try {
    readOntology(text, options);
  } catch (error) {
    if (error instanceof OwlgateError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('readOntology', () => {
  const UNION = `${PREFIXES}\n:A a owl:Class ;\n  rdfs:subClassOf [ owl:unionOf ( :B :C ) ] .`;

  it('counts and warns', () => {
    const loaded = load(
      ':A rdfs:subClassOf :B , owl:Thing . :p a owl:ObjectProperty . :d a owl:DatatypeProperty . :n a ' +
        'owl:AnnotationProperty .',
    );
    expect(loaded.counts).toEqual({ classes: 2, objectProperties: 1, dataProperties: 1 });
    expect(loaded.warnings.map(({ code }) => code)).toEqual(['undeclared', 'undeclared', 'says-nothing']);
    expect(loaded.warnings[0]).toMatchObject({
      line: 2,
      column: 1,
      message: expect.stringContaining('add ":A a owl:Class ."'),
    });
  });

  it('refuses violations by default, listing each', () => {
    const error = refusal(UNION);
    expect(error).toMatchObject({ code: 'OntologyProfile', status: 400 });
    expect(error.message).toContain('1 violation');
    expect(error.details['violations']).toMatchObject([
      { axiom: 'SubClassOf(:A ObjectUnionOf(:B :C))', line: 3, column: 19, section: 'OWL 2 Profiles 4.2.3' },
    ]);
  });

  it('turns violations into warnings that name the omitted inference', () => {
    const { warnings, violations, reduced } = readOntology(UNION, { profile: 'lenient' });
    expect(violations).toHaveLength(1);
    expect(reduced.axioms).toEqual([]);
    expect(warnings.find(({ code }) => code === 'superclass-union')!.message).toMatch(
      /^not inferred: that each :A is ObjectUnionOf/,
    );
  });

  it('refuses invalid Turtle and empty ontologies', () => {
    expect(refusal(':A a')).toMatchObject({ code: 'OntologySyntax', details: { line: 1 } });
    expect(refusal('')).toMatchObject({ code: 'OntologyEmpty', status: 400 });
    expect(refusal('<http://e/> a <http://www.w3.org/2002/07/owl#Ontology> .')).toMatchObject({
      code: 'OntologyEmpty',
    });
    const annotation = '<http://e/p> a <http://www.w3.org/2002/07/owl#AnnotationProperty> .';
    expect(refusal(annotation).message).toContain('it declares annotation properties (1)');
    const imports = '<http://e/> <http://www.w3.org/2002/07/owl#imports> <http://e/a> , <http://e/b> .';
    expect(refusal(`${annotation}${imports}`).message).toContain('send its imports (2) along');
  });

  it('warns of relative IRIs and unsatisfiable classes', () => {
    const relative = readOntology('<#A> a <http://www.w3.org/2002/07/owl#Class> .');
    expect(relative.warnings).toMatchObject([{ code: 'relative-iri', line: 1, column: 1 }]);
    const { warnings } = load(
      ':A a owl:Class ; owl:disjointWith :B . :B a owl:Class .\n:C a owl:Class ; rdfs:subClassOf :A , :B .',
    );
    expect(warnings).toMatchObject([{ code: 'unsatisfiable', line: 3, column: 1 }]);
    expect(warnings[0]!.message).toMatch(/^:C \(:A and :B are disjoint\): every node of this class contradicts/);
  });

  describe('properties that no data can use', () => {
    const CLASSES = `:A a owl:Class ; owl:disjointWith :B . :B a owl:Class . :A1 a owl:Class ; rdfs:subClassOf :A .
      :B1 a owl:Class ; rdfs:subClassOf :B . :C a owl:Class . :E a owl:Class ; rdfs:subClassOf owl:Nothing .
      :p a owl:ObjectProperty . :q a owl:ObjectProperty . :d a owl:DatatypeProperty . :e a owl:DatatypeProperty .`;
    const warningsOf = (axioms: string) =>
      load(CLASSES + axioms)
        .warnings.map(({ message }) => message)
        .filter((message) => /of this property/.test(message));

    it.each([
      [':p rdfs:domain :A1 , :B1 .', ':p (:A and :B are disjoint): every node with a value'],
      [':p rdfs:subPropertyOf :q ; rdfs:domain :A . :q rdfs:domain :B1 .', ':p (:A and :B'],
      [
        ':p rdfs:subPropertyOf :q ; rdfs:range :A . :q rdfs:range :B1 .',
        ':p (:A and :B are disjoint): every node that is',
      ],
      [':p owl:inverseOf :q ; rdfs:domain :A . :q rdfs:range :B .', ':p (:A and :B'],
      [':p rdfs:domain :E .', ':p (:E is empty by an axiom)'],
      [
        ':d rdfs:subPropertyOf :e ; rdfs:domain :B . :e rdfs:domain :A1 .',
        ':d (:B and :A are disjoint): every node with',
      ],
      [':p rdfs:domain [ owl:intersectionOf (:A :B) ] .', ':p (:A and :B are disjoint): every node with a value'],
    ])('warns of %s', (axioms, start) => {
      const [first] = warningsOf(axioms);
      expect(first).toContain(start);
      expect(first).toMatch(/Instead: correct the (domains|ranges) of it/);
    });

    it.each([
      ':p rdfs:domain :A ; rdfs:range :B .',
      ':p rdfs:domain :A , :C .',
      ':p rdfs:domain [ owl:unionOf (:A :B) ] .',
      ':p rdfs:subPropertyOf :q ; rdfs:domain :A . :q rdfs:range :B .',
      ':q rdfs:subPropertyOf :p ; rdfs:domain :A . :p rdfs:range :B .',
      ':d rdfs:subPropertyOf :e ; rdfs:domain :A1 . :e rdfs:domain :A .',
    ])('does not warn of %s', (axioms) => expect(warningsOf(axioms)).toEqual([]));
  });

  it('keeps names across a reload', () => {
    const first = load('<http://f/Person> a owl:Class .').names.toTable();
    const { names } = load('<http://f/Person> a owl:Class . :Person a owl:Class .', { previousNames: first });
    expect(names.class('http://f/Person')).toBe('Person');
  });
});

const ontologies = sharedData('ontologies');
const lubm = sharedData('lubm');
/** Skipped without the real ontologies, which are not part of the project. */
const withOntologies = ontologies ? describe : describe.skip;
const withLubm = lubm ? describe : describe.skip;

withOntologies('real ontologies', () => {
  const read = (name: string) => readFileSync(join(ontologies!, name), 'utf8');

  it('PROV-O is refused for its six unions, and loads leniently', () => {
    const violations = refusal(read('prov-o.ttl')).details['violations'] as ProfileProblem[];
    expect(violations.map(({ code, line }) => [code, line])).toEqual(
      [469, 588, 659, 877, 1130, 1139].map((line) => ['superclass-union', line]),
    );
    const loaded = readOntology(read('prov-o.ttl'), { profile: 'lenient' });
    expect(loaded.counts).toEqual({ classes: 30, objectProperties: 44, dataProperties: 6 });
    expect(loaded.deviations.map(({ code, line }) => [code, line])).toEqual([
      ['says-nothing', 702],
      ['punning', 983],
      ['punning', 1206],
      ['not-owl', 1238],
    ]);
  });

  it('FOAF loses nothing, and loads strictly with warnings', () => {
    const loaded = readOntology(read('foaf.ttl'));
    expect(loaded.violations).toEqual([]);
    expect(loaded.counts).toEqual({ classes: 21, objectProperties: 35, dataProperties: 27 });
    expect(new Set(loaded.deviations.map(({ code }) => code))).toEqual(
      new Set(['reserved', 'undeclared', 'says-nothing', 'inverse-functional-data', 'not-owl']),
    );
    expect(loaded.names.class('http://xmlns.com/foaf/0.1/Person')).toBe('Person');
    expect(loaded.names.class('http://schema.org/Person')).toBe('schema_Person');
  });

  it('SKOS loses one range', () => {
    expect(refusal(read('skos.ttl')).details['violations']).toMatchObject([{ code: 'superclass-union', line: 216 }]);
    const loaded = readOntology(read('skos.ttl'), { profile: 'lenient' });
    expect(loaded.counts).toMatchObject({ classes: 5, objectProperties: 17 });
  });
});

withLubm('LUBM', () => {
  it('loses eight existentials and keeps the other half of each axiom', () => {
    const loaded = readOntology(readFileSync(join(lubm!, 'univ-bench.ttl'), 'utf8'), { profile: 'lenient' });
    expect(loaded.counts).toEqual({ classes: 43, objectProperties: 25, dataProperties: 7 });
    expect(loaded.violations.map(({ code }) => code)).toEqual(Array(8).fill('superclass-existential'));
    expect(loaded.reduced.axioms).toContainEqual(
      expect.objectContaining({
        kind: 'SubClassOf',
        super: { kind: 'Class', iri: 'http://swat.cse.lehigh.edu/onto/univ-bench.owl#Chair' },
      }),
    );
  });
});
