/** OWL 2 RL/RDF, table 6: class expressions. */
import { testRules } from '../../../support/reasoner/cases';

const some = (property: string, filler: string) =>
  `[ a owl:Restriction ; owl:onProperty ${property} ; owl:someValuesFrom ${filler} ]`;
const all = (property: string, filler: string) =>
  `[ a owl:Restriction ; owl:onProperty ${property} ; owl:allValuesFrom ${filler} ]`;
const none = (property: string, rest: string) => `[ a owl:Restriction ; owl:onProperty ${property} ; ${rest} ]`;
const ZERO = '"0"^^xsd:nonNegativeInteger';

describe('class expressions in conditions', () => {
  testRules([
    {
      rule: 'cls-int1+cax-sco',
      ontology: '[ a owl:Class ; owl:intersectionOf ( :A :B ) ] rdfs:subClassOf :C .',
      given: 'x a A . x a B',
      then: 'x a C',
      but: 'x a A . y a B',
    },
    {
      rule: 'cls-int1+cax-sco',
      as: 'of a definition, whose parts follow too (cls-int2)',
      ontology: ':C owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :A :B ) ] .',
      given: 'x a A . x a B . y a C',
      then: 'x a C . y a A . y a B',
      but: 'x a A . y a B',
    },
    {
      rule: 'cls-uni+cls-int1+cax-sco',
      ontology: `[ a owl:Class ; owl:intersectionOf ( :A [ a owl:Class ; owl:unionOf ( :B ${some(':p', ':B')} ) ] ) ]
        rdfs:subClassOf :C .`,
      given: 'x a A . x a B',
      then: 'x a C',
      but: 'x a A . y a B',
    },
    {
      rule: 'cls-svf1+cls-uni+cls-int1+cax-sco',
      ontology: `[ a owl:Class ; owl:intersectionOf ( :A [ a owl:Class ; owl:unionOf ( :B ${some(':p', ':B')} ) ] ) ]
        rdfs:subClassOf :C .`,
      given: 'x a A . x p y . y a B',
      then: 'x a C',
      but: 'x a A . x p y . z a B',
    },
    {
      rule: 'cls-svf1+cax-sco',
      ontology: `${some(':p', ':A')} rdfs:subClassOf :B .`,
      given: 'x p y . y a A',
      then: 'x a B',
      but: 'x p y . x a A . z a A . y p z2',
    },
    {
      rule: 'cls-svf1+cax-sco',
      as: 'of an inverse',
      ontology: `${some('[ owl:inverseOf :p ]', ':A')} rdfs:subClassOf :B .`,
      given: 'y p x . y a A',
      then: 'x a B',
      but: 'x p y . y a A',
    },
    {
      rule: 'cls-svf1+cax-sco',
      as: 'nested',
      ontology: `${some(':p', some(':q', ':A'))} rdfs:subClassOf :B .`,
      given: 'x p y . y q z . z a A',
      then: 'x a B',
      but: 'x p y . y p z . z a A . x q w . w a A',
    },
    {
      rule: 'prp-dom',
      as: 'of any value (cls-svf2) is a domain',
      ontology: `${some(':p', 'owl:Thing')} rdfs:subClassOf :B .`,
      given: 'x p y',
      then: 'x a B',
      but: 'x q y . x a A',
    },
    {
      rule: 'cls-svf2+cls-int1+cax-sco',
      ontology: `[ a owl:Class ; owl:intersectionOf ( :A ${some(':p', 'owl:Thing')} ) ] rdfs:subClassOf :B .`,
      given: 'x p y . x a A',
      then: 'x a B',
      but: 'x p y . y a A . z a A',
    },
    {
      rule: 'cls-svf2+cls-int1+cax-sco',
      as: 'of a data property',
      ontology: `[ a owl:Class ; owl:intersectionOf ( :A ${some(':d', 'rdfs:Literal')} ) ] rdfs:subClassOf :B .`,
      given: 'x d "1" . x a A',
      then: 'x a B',
      but: 'x d "1" . z a A',
    },
  ]);
});

describe('class expressions in conclusions', () => {
  testRules([
    {
      rule: 'cax-sco+cls-avf',
      ontology: `:A rdfs:subClassOf ${all(':p', ':B')} .`,
      given: 'x a A . x p y',
      then: 'y a B',
      but: 'x a A . y p x . y a C',
    },
    {
      rule: 'cax-sco+cls-avf',
      as: 'nested',
      ontology: `:A rdfs:subClassOf ${all(':p', all(':q', ':B'))} .`,
      given: 'x a A . x p y . y q z',
      then: 'z a B',
      but: 'x a A . x q y . y p z',
    },
    {
      rule: 'cax-sco+cls-avf+cls-com',
      ontology: `:A rdfs:subClassOf ${all(':p', '[ a owl:Class ; owl:complementOf :B ]')} .`,
      given: 'x a A . x p y . y a B',
      but: 'x a A . x p y . x a B',
    },
    {
      rule: 'cax-sco+cls-nothing2',
      ontology: ':A rdfs:subClassOf owl:Nothing .',
      given: 'x a A',
      but: 'x a B',
    },
    {
      rule: 'cax-sco+cls-maxc1',
      ontology: `:A rdfs:subClassOf ${none(':p', `owl:maxCardinality ${ZERO}`)} .`,
      given: 'x a A . x p y',
      but: 'x a A . y p x',
    },
    {
      rule: 'cax-sco+cls-maxc1',
      as: 'of a data property',
      ontology: `:A rdfs:subClassOf ${none(':d', `owl:maxCardinality ${ZERO}`)} .`,
      given: 'x d "1" . x a A',
      but: 'x a A . y d "1"',
    },
    {
      rule: 'cax-sco+cls-maxqc1',
      ontology: `:A rdfs:subClassOf ${none(':p', `owl:maxQualifiedCardinality ${ZERO} ; owl:onClass :B`)} .`,
      given: 'x a A . x p y . y a B',
      but: 'x a A . x p y . x a B',
    },
  ]);
});
