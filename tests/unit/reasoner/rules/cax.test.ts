/** OWL 2 RL/RDF, table 7: class axioms. */
import { testRules } from '../../../support/reasoner/cases';

describe('class axioms', () => {
  testRules([
    { rule: 'cax-sco', ontology: ':A rdfs:subClassOf :B .', given: 'x a A', then: 'x a B', but: 'x a B . y a C' },
    {
      rule: 'cax-sco',
      as: 'both ways of an equivalence (cax-eqc1, cax-eqc2)',
      ontology: ':A owl:equivalentClass :B .',
      given: 'x a A . y a B',
      then: 'x a B . y a A',
      but: 'x a C',
    },
    {
      rule: 'cax-sco',
      as: 'through a cycle',
      ontology: ':A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :C rdfs:subClassOf :A .',
      given: 'x a B',
      then: 'x a A . x a C',
      but: 'x p y',
    },
    { rule: 'cax-dw', ontology: ':A owl:disjointWith :B .', given: 'x a A . x a B', but: 'x a A . y a B . x a C' },
    {
      rule: 'cax-dw',
      as: 'from a complement',
      ontology: ':A rdfs:subClassOf [ a owl:Class ; owl:complementOf :B ] .',
      given: 'x a B . x a A',
      but: 'x a A . y a B',
    },
    {
      rule: 'cax-adc',
      ontology: '[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) .',
      given: 'x a A . x a C',
      but: 'x a A . y a B . z a C',
    },
    {
      rule: 'cls-int1+cax-dw',
      as: 'of an expression',
      ontology: '[ a owl:Class ; owl:intersectionOf ( :A :B ) ] owl:disjointWith :C .',
      given: 'x a A . x a B . x a C',
      but: 'x a A . x a C . y a B',
    },
  ]);
});
