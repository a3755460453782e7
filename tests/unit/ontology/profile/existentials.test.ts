import { readOntology } from '../../../../src/ontology';
import type { RlAxiom, RlSub } from '../../../../src/ontology';

const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://ex.org/> a owl:Ontology .
:Person a owl:Class . :Employee a owl:Class . :Assistant a owl:Class . :Organization a owl:Class . :Group a owl:Class .
:worksFor a owl:ObjectProperty . :headOf a owl:ObjectProperty .
`;

function subclassAxioms(text: string): string[] {
  const { reduced } = readOntology(PREFIXES + text, { profile: 'lenient' });
  return reduced.axioms.filter((axiom) => axiom.kind === 'SubClassOf').map((axiom) => show(axiom));
}

function show(axiom: RlAxiom & { kind: 'SubClassOf' }): string {
  const sup = axiom.super.kind === 'Class' ? local(axiom.super.iri) : axiom.super.kind;
  return `${showSub(axiom.sub)} < ${sup}`;
}

function showSub(sub: RlSub): string {
  if (sub.kind === 'Class') return local(sub.iri);
  if (sub.kind === 'IntersectionOf') return sub.operands.map(showSub).join(' & ');
  if (sub.kind === 'ObjectSomeValuesFrom') {
    return `some ${local(sub.property.iri)} ${sub.filler ? showSub(sub.filler) : 'Thing'}`;
  }
  return sub.kind;
}

const local = (iri: string) => iri.slice(iri.lastIndexOf('/') + 1);

const EMPLOYEE = `:Employee owl:equivalentClass [ owl:intersectionOf (
  :Person [ a owl:Restriction ; owl:onProperty :worksFor ; owl:someValuesFrom :Organization ] ) ] .
`;
const existential = (property: string, filler: string) =>
  `:Assistant rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :${property} ; owl:someValuesFrom :${filler} ] .
`;

describe('existential restrictions in superclass position', () => {
  it('satisfy the same condition', () => {
    expect(subclassAxioms(EMPLOYEE + existential('worksFor', 'Organization'))).toContain(
      'Person & Assistant < Employee',
    );
  });

  it('satisfy conditions with a wider class (scm-svf1) and a wider property (scm-svf2)', () => {
    const hierarchy = ':Group rdfs:subClassOf :Organization . :headOf rdfs:subPropertyOf :worksFor .\n';
    expect(subclassAxioms(EMPLOYEE + hierarchy + existential('headOf', 'Group'))).toContain(
      'Person & Assistant < Employee',
    );
  });

  it('do not satisfy conditions on other values', () => {
    const axioms = subclassAxioms(EMPLOYEE + existential('worksFor', 'Group') + existential('headOf', 'Organization'));
    expect(axioms).toEqual(['Employee < Person', 'Person & some worksFor Organization < Employee']);
  });

  it('add no duplicate axioms', () => {
    const axioms = subclassAxioms(EMPLOYEE);
    expect(axioms).toEqual(['Employee < Person', 'Person & some worksFor Organization < Employee']);
  });

  it('are bounded for thousands of restrictions and conditions, with a warning', () => {
    const many = Array.from({ length: 2000 }, (_, i) => {
      const condition = `[ a owl:Restriction ; owl:onProperty :worksFor ; owl:someValuesFrom :Organization ]`;
      return (
        `:A${i} a owl:Class ; rdfs:subClassOf ${condition} . :B${i} a owl:Class ; owl:equivalentClass [ ` +
        `owl:intersectionOf ( :Person ${condition} ) ] .`
      );
    });
    const { reduced, warnings } = readOntology(PREFIXES + many.join('\n'), { profile: 'lenient' });
    expect(reduced.axioms.length).toBeLessThan(20_000);
    expect(warnings.filter(({ message }) => message.includes('satisfy too many conditions')).length).toBeGreaterThan(0);
  });
});
