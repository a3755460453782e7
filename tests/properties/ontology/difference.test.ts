/** The difference of two documents is exactly the edits between them, however the documents are written. */
import fc from 'fast-check';
import { canonicalStatements } from '../../../src/ontology';
import { mapToOntology } from '../../../src/ontology/mapping';
import { missingFrom } from '../../../src/materialize/history/difference';
import { NO_OUTLINE } from '../../../src/materialize/history/outline';
import type { Outline } from '../../../src/materialize/history/outline';
import { parseTurtle } from '../../../src/rdf';
import { runs } from '../../support/runs';

const NS = 'http://ex.org/o#';
const CLASSES = ['A', 'B', 'C', 'D'];
const PROPERTIES = ['p', 'q', 'r'];

/** Axiom: its canonical text, and its Turtle with a prefix. */
interface Written {
  readonly text: string;
  readonly turtle: (prefix: string) => string;
}

const iri = (name: string): string => `<${NS}${name}>`;
const sorted = (...texts: readonly string[]): string => [...new Set(texts)].sort().join(' ');

const aClass = fc.constantFrom(...CLASSES);
const aProperty = fc.constantFrom(...PROPERTIES);
const axiom: fc.Arbitrary<Written> = fc.oneof(
  fc.tuple(aClass, aClass).map(([a, b]) => ({
    text: `SubClassOf(${iri(a)} ${iri(b)})`,
    turtle: (x: string) => `${x}:${a} rdfs:subClassOf ${x}:${b} .`,
  })),
  fc.tuple(aClass, aProperty, aClass).map(([a, p, b]) => ({
    text: `SubClassOf(${iri(a)} ObjectSomeValuesFrom(${iri(p)} ${iri(b)}))`,
    turtle: (x: string) =>
      `${x}:${a} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${x}:${p} ; owl:someValuesFrom ${x}:${b} ] .`,
  })),
  fc.tuple(aClass, fc.uniqueArray(aClass, { minLength: 2 })).map(([a, parts]) => ({
    text: `EquivalentClasses(${iri(a)} ObjectUnionOf(${sorted(...parts.map(iri))}))`,
    turtle: (x: string) =>
      `${x}:${a} owl:equivalentClass [ a owl:Class ; owl:unionOf (${parts.map((part) => `${x}:${part}`).join(' ')}) ] .`,
  })),
  fc
    .tuple(aProperty, fc.constantFrom('Functional', 'InverseFunctional', 'Symmetric', 'Transitive'))
    .map(([p, kind]) => ({
      text: `${kind}ObjectProperty(${iri(p)})`,
      turtle: (x: string) => `${x}:${p} a owl:${kind}Property .`,
    })),
  fc.tuple(aProperty, aProperty, aProperty).map(([p, q, r]) => ({
    text: `SubObjectPropertyOf(ObjectPropertyChain(${iri(p)} ${iri(q)}) ${iri(r)})`,
    turtle: (x: string) => `${x}:${r} owl:propertyChainAxiom ( ${x}:${p} ${x}:${q} ) .`,
  })),
  fc.tuple(aProperty, aProperty).map(([p, q]) => ({
    text: `InverseObjectProperties(${sorted(iri(p), iri(q))})`,
    turtle: (x: string) => `${x}:${p} owl:inverseOf ${x}:${q} .`,
  })),
  fc.uniqueArray(aClass, { minLength: 3 }).map((members) => ({
    text: `DisjointClasses(${sorted(...members.map(iri))})`,
    turtle: (x: string) =>
      `[] a owl:AllDisjointClasses ; owl:members (${members.map((each) => `${x}:${each}`).join(' ')}) .`,
  })),
  fc.tuple(aClass, fc.string({ maxLength: 5 })).map(([a, label]) => ({
    text: `AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> ${iri(a)} ${JSON.stringify(label)}@en)`,
    turtle: (x: string) => `${x}:${a} rdfs:label ${JSON.stringify(label)}@en .`,
  })),
);

const written = fc.array(axiom, { maxLength: 12 });
const prefix = fc.constantFrom('', 'a', 'zoo');

/** Writes axioms in an order, with a prefix. */
const document = (axioms: readonly Written[], x: string): string =>
  [
    `@prefix ${x}: <${NS}> .`,
    '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
    '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
    ...CLASSES.map((name) => `${x}:${name} a owl:Class .`),
    ...PROPERTIES.map((name) => `${x}:${name} a owl:ObjectProperty .`),
    ...axioms.map(({ turtle }) => turtle(x)),
  ].join('\n');

function outlineOf(text: string): Outline {
  const quads = parseTurtle(text);
  const statements = canonicalStatements(mapToOntology(quads), quads.quads);
  return { ...NO_OUTLINE, axioms: statements.map((each) => each.text) };
}

const textsMissing = (other: Outline, from: Outline): string[] =>
  missingFrom(other, from).map((number) => from.axioms[number]!);

it('is the edits, and leads from one document to the other', () => {
  fc.assert(
    fc.property(written, written, written, prefix, prefix, (shared, removed, added, one, other) => {
      const [a, b] = [
        [...shared, ...removed],
        [...added, ...[...shared].reverse()],
      ];
      const [before, after] = [outlineOf(document(a, one)), outlineOf(document(b, other))];
      const [textsBefore, textsAfter] = [a, b].map((axioms) => new Set(axioms.map(({ text }) => text))) as [
        Set<string>,
        Set<string>,
      ];
      const found = { added: textsMissing(before, after), removed: textsMissing(after, before) };
      expect(found.added.sort()).toEqual([...textsAfter].filter((text) => !textsBefore.has(text)).sort());
      expect(found.removed.sort()).toEqual([...textsBefore].filter((text) => !textsAfter.has(text)).sort());
      const applied = [...before.axioms.filter((text) => !found.removed.includes(text)), ...found.added];
      expect(applied.sort()).toEqual([...after.axioms].sort());
    }),
    { numRuns: runs(200) },
  );
});
