/** OWL 2 RL/RDF, table 5: property axioms. */
import { testRules } from '../../../support/reasoner/cases';

describe('domain and range', () => {
  testRules([
    { rule: 'prp-dom', ontology: ':p rdfs:domain :A .', given: 'x p y', then: 'x a A', but: 'x q y' },
    {
      rule: 'prp-dom',
      as: 'of values',
      ontology: ':d rdfs:domain :A .',
      given: 'x d "1"',
      then: 'x a A',
      but: 'x e "1"',
    },
    { rule: 'prp-rng', ontology: ':p rdfs:range :A .', given: 'x p y', then: 'y a A', but: 'x q y' },
    {
      rule: 'prp-dom+cls-nothing2',
      as: 'of a property that must not be used',
      ontology: ':p rdfs:domain owl:Nothing .',
      given: 'x p y',
      but: 'x q y',
    },
    {
      rule: 'prp-rng+cls-avf',
      as: 'of an expression',
      ontology: ':p rdfs:range [ a owl:Restriction ; owl:onProperty :q ; owl:allValuesFrom :A ] .',
      given: 'x p y . y q z',
      then: 'z a A',
      but: 'x p y . x q z',
    },
  ]);
});

describe('relations between properties', () => {
  testRules([
    { rule: 'prp-spo1', ontology: ':p rdfs:subPropertyOf :q .', given: 'x p y', then: 'x q y', but: 'x q y' },
    {
      rule: 'prp-spo1',
      as: 'values',
      ontology: ':d rdfs:subPropertyOf :e .',
      given: 'x d "1"',
      then: 'x e "1"',
      but: 'x e "1"',
    },
    {
      rule: 'prp-spo1',
      as: 'both ways of an equivalence (prp-eqp1, prp-eqp2)',
      ontology: ':p owl:equivalentProperty :q .',
      given: 'x p y . z q w',
      then: 'x q y . z p w',
      but: 'x r y',
    },
    {
      rule: 'prp-spo1',
      as: 'of an inverse',
      ontology: ':p rdfs:subPropertyOf [ owl:inverseOf :q ] .',
      given: 'x p y',
      then: 'y q x',
      but: 'x q y',
    },
    {
      rule: 'prp-spo2',
      ontology: ':r owl:propertyChainAxiom ( :p :q ) .',
      given: 'x p y . y q z',
      then: 'x r z',
      but: 'x p y . z q y . w p x',
    },
    {
      rule: 'prp-spo2',
      as: 'of three, one turned round',
      ontology: ':r owl:propertyChainAxiom ( :p [ owl:inverseOf :q ] :p ) .',
      given: 'x p y . z q y . z p w',
      then: 'x r w',
      but: 'x p y . y q z . z p w',
    },
    {
      rule: 'prp-spo2',
      as: 'that feeds itself',
      ontology: ':p owl:propertyChainAxiom ( :p :q ) .',
      given: 'x p y . y q z . z q w',
      then: 'x p z . x p w',
      but: 'x q y . y q z',
    },
    { rule: 'prp-inv1', ontology: ':p owl:inverseOf :q .', given: 'x p y', then: 'y q x', but: 'x r y' },
    { rule: 'prp-inv2', ontology: ':p owl:inverseOf :q .', given: 'x q y', then: 'y p x', but: 'x r y' },
  ]);
});

describe('characteristics', () => {
  testRules([
    { rule: 'prp-symp', ontology: ':p a owl:SymmetricProperty .', given: 'x p y . z p z', then: 'y p x', but: 'x p x' },
    {
      rule: 'prp-trp',
      ontology: ':p a owl:TransitiveProperty .',
      given: 'x p y . y p z . z p x',
      then: 'x p x . x p z . y p x . y p y . z p y . z p z',
      but: 'x p y . z p y . x q z . w q x',
    },
    { rule: 'prp-irp', ontology: ':p a owl:IrreflexiveProperty .', given: 'x p x', but: 'x p y . y p x . x q x' },
    {
      rule: 'prp-asyp',
      ontology: ':p a owl:AsymmetricProperty .',
      given: 'x p y . y p x',
      but: 'x p y . y p z . y q x',
    },
    {
      rule: 'prp-asyp',
      as: 'of a node itself',
      ontology: ':p a owl:AsymmetricProperty .',
      given: 'x p x',
      but: 'x p y',
    },
  ]);
});

describe('disjoint properties', () => {
  testRules([
    {
      rule: 'prp-pdw',
      ontology: ':p owl:propertyDisjointWith :q .',
      given: 'x p y . x q y',
      but: 'x p y . y q x . x q z',
    },
    {
      rule: 'prp-pdw',
      as: 'turned round',
      ontology: ':p owl:propertyDisjointWith [ owl:inverseOf :q ] .',
      given: 'x p y . y q x',
      but: 'x p y . x q y',
    },
    {
      rule: 'prp-pdw',
      as: 'of values',
      ontology: ':d owl:propertyDisjointWith :e .',
      given: 'x d "1" . x e "1"',
      but: 'x d "1" . x e "2"',
    },
    {
      rule: 'prp-adp',
      ontology: '[] a owl:AllDisjointProperties ; owl:members ( :p :q :r ) .',
      given: 'x q y . x r y',
      but: 'x p y . y q x . x r z',
    },
  ]);
});
