/**
 * One or more cases for every rule of OWL 2 RL/RDF, and for the rules beyond its tables. Every statement of a case is
 * needed: without any one of them the conclusion does not follow.
 */
export interface OwnCase {
  readonly rule: string;
  /** Turtle statements. */
  readonly given: readonly string[];
  /** A Turtle statement; absent where the statements contradict each other. */
  readonly then?: string;
}

export const PREFIXES = `@prefix : <http://zoo.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

export const turtle = (statements: readonly string[]): string =>
  PREFIXES + statements.map((statement) => `${statement} .\n`).join('');

const follows = (rule: string, given: readonly string[], then: string): OwnCase => ({ rule, given, then });
const contradicts = (rule: string, given: readonly string[]): OwnCase => ({ rule, given });

export const OWN_CASES: readonly OwnCase[] = [
  // Table 4
  follows('eq-ref', [':leo :eats :meat'], ':leo owl:sameAs :leo'),
  follows('eq-ref', [':leo :eats :meat'], ':eats owl:sameAs :eats'),
  follows('eq-ref', [':leo :eats :meat'], ':meat owl:sameAs :meat'),
  follows('eq-ref', [':leo :eats :meat', 'owl:sameAs rdfs:subPropertyOf :knows'], ':meat :knows :meat'),
  contradicts('eq-ref', ['owl:sameAs a owl:IrreflexiveProperty']),
  follows('eq-sym', [':leo owl:sameAs :simba'], ':simba owl:sameAs :leo'),
  follows('eq-trans', [':leo owl:sameAs :simba', ':simba owl:sameAs :king'], ':leo owl:sameAs :king'),
  follows('eq-rep-s', [':leo owl:sameAs :simba', ':leo :eats :meat'], ':simba :eats :meat'),
  follows('eq-rep-s', [':leo owl:sameAs :simba', ':leo a :Lion'], ':simba a :Lion'),
  follows('eq-rep-p', [':eats owl:sameAs :devours', ':leo :eats :meat'], ':leo :devours :meat'),
  follows('eq-rep-p', [':is owl:sameAs rdf:type', ':leo :is :Lion', ':Lion rdfs:subClassOf :Cat'], ':leo a :Cat'),
  follows('eq-rep-o', [':meat owl:sameAs :flesh', ':leo :eats :meat'], ':leo :eats :flesh'),
  follows('eq-rep-o', [':Lion owl:sameAs :BigCat', ':leo a :Lion'], ':leo a :BigCat'),
  contradicts('eq-diff1', [':leo owl:sameAs :simba', ':simba owl:differentFrom :leo']),
  contradicts('eq-diff1', [':leo owl:differentFrom :leo']),
  contradicts('eq-diff2', [
    '[] a owl:AllDifferent ; owl:members (:leo :simba :nala)',
    ':nala owl:sameAs :nala2',
    ':nala2 owl:sameAs :leo',
  ]),
  contradicts('eq-diff2', ['[] a owl:AllDifferent ; owl:members (:leo :nala :leo)']),
  contradicts('eq-diff3', ['[] a owl:AllDifferent ; owl:distinctMembers (:leo :nala)', ':leo owl:sameAs :nala']),
  // Table 5
  follows('prp-ap', [], 'rdfs:seeAlso a owl:AnnotationProperty'),
  follows('prp-dom', [':eats rdfs:domain :Animal', ':leo :eats :meat'], ':leo a :Animal'),
  follows('prp-dom', ['rdf:type rdfs:domain :Typed'], 'rdfs:label a :Typed'),
  follows('prp-spo1', ['rdf:type rdfs:subPropertyOf :isA'], 'owl:Thing :isA owl:Class'),
  follows('prp-rng', [':eats rdfs:range :Food', ':leo :eats :meat'], ':meat a :Food'),
  follows(
    'prp-fp',
    [':mother a owl:FunctionalProperty', ':leo :mother :sarabi', ':leo :mother :sara'],
    ':sara owl:sameAs :sarabi',
  ),
  follows(
    'prp-ifp',
    [':chip a owl:InverseFunctionalProperty', ':leo :chip "77"', ':simba :chip "77"'],
    ':leo owl:sameAs :simba',
  ),
  contradicts('prp-irp', [':hunts a owl:IrreflexiveProperty', ':leo :hunts :leo']),
  follows('prp-symp', [':near a owl:SymmetricProperty', ':leo :near :nala'], ':nala :near :leo'),
  contradicts('prp-asyp', [':bore a owl:AsymmetricProperty', ':sarabi :bore :leo', ':leo :bore :sarabi']),
  follows(
    'prp-trp',
    [':within a owl:TransitiveProperty', ':cage :within :house', ':house :within :zoo'],
    ':cage :within :zoo',
  ),
  follows('prp-spo1', [':devours rdfs:subPropertyOf :eats', ':leo :devours :meat'], ':leo :eats :meat'),
  follows(
    'prp-spo2',
    [
      ':grandmother owl:propertyChainAxiom (:parent :parent :sex)',
      ':leo :parent :sarabi',
      ':sarabi :parent :uru',
      ':uru :sex :f',
    ],
    ':leo :grandmother :f',
  ),
  follows('prp-eqp1', [':eats owl:equivalentProperty :frisst', ':leo :eats :meat'], ':leo :frisst :meat'),
  follows('prp-eqp2', [':eats owl:equivalentProperty :frisst', ':leo :frisst :meat'], ':leo :eats :meat'),
  contradicts('prp-pdw', [':eats owl:propertyDisjointWith :fears', ':leo :eats :hyena', ':leo :fears :hyena']),
  contradicts('prp-adp', [
    '[] a owl:AllDisjointProperties ; owl:members (:eats :likes :fears)',
    ':leo :likes :hyena',
    ':leo :fears :hyena',
  ]),
  follows('prp-inv1', [':eats owl:inverseOf :eatenBy', ':leo :eats :meat'], ':meat :eatenBy :leo'),
  follows('prp-inv2', [':eats owl:inverseOf :eatenBy', ':meat :eatenBy :leo'], ':leo :eats :meat'),
  follows(
    'prp-key',
    [
      ':Animal owl:hasKey (:name :zoo)',
      ':leo a :Animal',
      ':simba a :Animal',
      ':leo :name "L", "Leo"',
      ':simba :name "L"',
      ':leo :zoo :berlin',
      ':simba :zoo :berlin',
    ],
    ':leo owl:sameAs :simba',
  ),
  contradicts('prp-npa1', [
    '[] owl:sourceIndividual :leo ; owl:assertionProperty :eats ; owl:targetIndividual :grass',
    ':leo :grazes :grass',
    ':grazes rdfs:subPropertyOf :eats',
  ]),
  contradicts('prp-npa2', [
    '[] owl:sourceIndividual :leo ; owl:assertionProperty :name ; owl:targetValue "Tom"',
    ':leo :name "Tom"',
  ]),
  // Table 6
  follows('cls-thing', [], 'owl:Thing a owl:Class'),
  follows('cls-nothing1', [], 'owl:Nothing a owl:Class'),
  contradicts('cls-nothing2', [':Unicorn rdfs:subClassOf owl:Nothing', ':u a :Unicorn']),
  follows(
    'cls-int1',
    [':Lioness owl:intersectionOf (:Lion :Female)', ':nala a :Lion', ':nala a :Female'],
    ':nala a :Lioness',
  ),
  follows('cls-int2', [':Lioness owl:intersectionOf (:Lion :Female)', ':nala a :Lioness'], ':nala a :Female'),
  follows('cls-uni', [':Cat owl:unionOf (:Lion :Tiger)', ':shir a :Tiger'], ':shir a :Cat'),
  contradicts('cls-com', [':Wild owl:complementOf :Tame', ':leo a :Wild', ':leo a :Tame']),
  follows(
    'cls-svf1',
    [':Hunter owl:onProperty :eats ; owl:someValuesFrom :Animal', ':leo :eats :zebra', ':zebra a :Animal'],
    ':leo a :Hunter',
  ),
  follows(
    'cls-svf2',
    [':Eater owl:onProperty :eats ; owl:someValuesFrom owl:Thing', ':leo :eats :meat'],
    ':leo a :Eater',
  ),
  follows(
    'cls-avf',
    [':Carnivore owl:onProperty :eats ; owl:allValuesFrom :Meat', ':leo a :Carnivore', ':leo :eats :steak'],
    ':steak a :Meat',
  ),
  follows('cls-hv1', [':Berliner owl:onProperty :zoo ; owl:hasValue :berlin', ':leo a :Berliner'], ':leo :zoo :berlin'),
  follows('cls-hv2', [':Berliner owl:onProperty :zoo ; owl:hasValue :berlin', ':leo :zoo :berlin'], ':leo a :Berliner'),
  follows('cls-hv2', [':Five owl:onProperty :age ; owl:hasValue 5', ':leo :age 5'], ':leo a :Five'),
  contradicts('cls-maxc1', [
    ':Faster owl:onProperty :eats ; owl:maxCardinality 0',
    ':leo a :Faster',
    ':leo :eats :meat',
  ]),
  follows(
    'cls-maxc2',
    [':Single owl:onProperty :mate ; owl:maxCardinality 1', ':leo a :Single', ':leo :mate :nala', ':leo :mate :nana'],
    ':nala owl:sameAs :nana',
  ),
  contradicts('cls-maxqc1', [
    ':Peaceful owl:onProperty :eats ; owl:onClass :Animal ; owl:maxQualifiedCardinality 0',
    ':leo a :Peaceful',
    ':leo :eats :zebra',
    ':zebra a :Animal',
  ]),
  contradicts('cls-maxqc2', [
    ':Faster owl:onProperty :eats ; owl:onClass owl:Thing ; owl:maxQualifiedCardinality 0',
    ':leo a :Faster',
    ':leo :eats :meat',
  ]),
  follows(
    'cls-maxqc3',
    [
      ':Loyal owl:onProperty :mate ; owl:onClass :Lion ; owl:maxQualifiedCardinality 1',
      ':leo a :Loyal',
      ':leo :mate :nala',
      ':leo :mate :nana',
      ':nala a :Lion',
      ':nana a :Lion',
    ],
    ':nala owl:sameAs :nana',
  ),
  follows(
    'cls-maxqc4',
    [
      ':Loyal owl:onProperty :mate ; owl:onClass owl:Thing ; owl:maxQualifiedCardinality 1',
      ':leo a :Loyal',
      ':leo :mate :nala',
      ':leo :mate :nana',
    ],
    ':nala owl:sameAs :nana',
  ),
  follows('cls-oo', [':Pride owl:oneOf (:leo :nala)'], ':nala a :Pride'),
  // Table 7
  follows('cax-sco', [':Lion rdfs:subClassOf :Cat', ':leo a :Lion'], ':leo a :Cat'),
  follows('cax-eqc1', [':Lion owl:equivalentClass :Leu', ':leo a :Lion'], ':leo a :Leu'),
  follows('cax-eqc2', [':Lion owl:equivalentClass :Leu', ':leo a :Leu'], ':leo a :Lion'),
  contradicts('cax-dw', [':Lion owl:disjointWith :Zebra', ':leo a :Lion', ':leo a :Zebra']),
  contradicts('cax-adc', [
    '[] a owl:AllDisjointClasses ; owl:members (:Lion :Zebra :Snake)',
    ':leo a :Snake',
    ':leo a :Lion',
  ]),
  // Table 8
  follows('dt-type1', [], 'xsd:unsignedShort a rdfs:Datatype'),
  follows('dt-type2', [':age owl:sameAs 7'], ':age a xsd:nonNegativeInteger'),
  follows(
    'dt-type2',
    [':Aged owl:onProperty :age ; owl:someValuesFrom xsd:byte', ':leo :age "12"^^xsd:long'],
    ':leo a :Aged',
  ),
  follows('dt-eq', [':leo :age "05"^^xsd:integer', ':nala :age 5.0'], ':leo :age 5.0'),
  follows('dt-diff', [':a owl:sameAs 1', ':b owl:sameAs "1"'], ':a owl:differentFrom :b'),
  contradicts('dt-diff', [':age a owl:FunctionalProperty', ':leo :age 4, 5']),
  contradicts('dt-not-type', [':age rdfs:range xsd:integer', ':leo :age "four"']),
  contradicts('dt-not-type', [':leo :age "four"^^xsd:integer']),
  contradicts('dt-not-type', [':age a xsd:positiveInteger', ':age owl:sameAs -1']),
  // Table 9
  follows('scm-cls', [':Lion a owl:Class'], ':Lion rdfs:subClassOf :Lion'),
  follows('scm-cls', [':Lion a owl:Class'], ':Lion owl:equivalentClass :Lion'),
  follows('scm-cls', [':Lion a owl:Class'], ':Lion rdfs:subClassOf owl:Thing'),
  follows('scm-cls', [':Lion a owl:Class'], 'owl:Nothing rdfs:subClassOf :Lion'),
  follows('scm-sco', [':Lion rdfs:subClassOf :Cat', ':Cat rdfs:subClassOf :Animal'], ':Lion rdfs:subClassOf :Animal'),
  follows('scm-eqc1', [':Lion owl:equivalentClass :Leu'], ':Leu rdfs:subClassOf :Lion'),
  follows('scm-eqc2', [':Lion rdfs:subClassOf :Leu', ':Leu rdfs:subClassOf :Lion'], ':Leu owl:equivalentClass :Lion'),
  follows('scm-op', [':eats a owl:ObjectProperty'], ':eats rdfs:subPropertyOf :eats'),
  follows('scm-op', [':eats a owl:ObjectProperty'], ':eats owl:equivalentProperty :eats'),
  follows('scm-dp', [':name a owl:DatatypeProperty'], ':name rdfs:subPropertyOf :name'),
  follows('scm-dp', [':name a owl:DatatypeProperty'], ':name owl:equivalentProperty :name'),
  follows('scm-spo', [':a rdfs:subPropertyOf :b', ':b rdfs:subPropertyOf :c'], ':a rdfs:subPropertyOf :c'),
  follows('scm-eqp1', [':eats owl:equivalentProperty :frisst'], ':frisst rdfs:subPropertyOf :eats'),
  follows('scm-eqp2', [':a rdfs:subPropertyOf :b', ':b rdfs:subPropertyOf :a'], ':b owl:equivalentProperty :a'),
  follows('scm-dom1', [':eats rdfs:domain :Cat', ':Cat rdfs:subClassOf :Animal'], ':eats rdfs:domain :Animal'),
  follows(
    'scm-dom2',
    [':eats rdfs:domain :Animal', ':devours rdfs:subPropertyOf :eats'],
    ':devours rdfs:domain :Animal',
  ),
  follows('scm-rng1', [':eats rdfs:range :Meat', ':Meat rdfs:subClassOf :Food'], ':eats rdfs:range :Food'),
  follows('scm-rng2', [':eats rdfs:range :Food', ':devours rdfs:subPropertyOf :eats'], ':devours rdfs:range :Food'),
  follows(
    'scm-hv',
    [
      ':A owl:onProperty :lives ; owl:hasValue :berlin',
      ':B owl:onProperty :stays ; owl:hasValue :berlin',
      ':lives rdfs:subPropertyOf :stays',
    ],
    ':A rdfs:subClassOf :B',
  ),
  follows(
    'scm-svf1',
    [
      ':A owl:onProperty :eats ; owl:someValuesFrom :Beef',
      ':B owl:onProperty :eats ; owl:someValuesFrom :Meat',
      ':Beef rdfs:subClassOf :Meat',
    ],
    ':A rdfs:subClassOf :B',
  ),
  follows(
    'scm-svf2',
    [
      ':A owl:onProperty :devours ; owl:someValuesFrom :Meat',
      ':B owl:onProperty :eats ; owl:someValuesFrom :Meat',
      ':devours rdfs:subPropertyOf :eats',
    ],
    ':A rdfs:subClassOf :B',
  ),
  follows(
    'scm-avf1',
    [
      ':A owl:onProperty :eats ; owl:allValuesFrom :Beef',
      ':B owl:onProperty :eats ; owl:allValuesFrom :Meat',
      ':Beef rdfs:subClassOf :Meat',
    ],
    ':A rdfs:subClassOf :B',
  ),
  follows(
    'scm-avf2',
    [
      ':A owl:onProperty :eats ; owl:allValuesFrom :Meat',
      ':B owl:onProperty :devours ; owl:allValuesFrom :Meat',
      ':devours rdfs:subPropertyOf :eats',
    ],
    ':A rdfs:subClassOf :B',
  ),
  follows('scm-int', [':Lioness owl:intersectionOf (:Lion :Female)'], ':Lioness rdfs:subClassOf :Female'),
  follows('scm-uni', [':Cat owl:unionOf (:Lion :Tiger)'], ':Tiger rdfs:subClassOf :Cat'),
  // Beyond the tables
  follows('ext-different-symmetric', [':leo owl:differentFrom :nala'], ':nala owl:differentFrom :leo'),
  follows('ext-all-different', ['[] a owl:AllDifferent ; owl:members (:leo :nala)'], ':nala owl:differentFrom :leo'),
  follows(
    'ext-fp-different',
    [':mother a owl:FunctionalProperty', ':leo :mother :uru', ':kovu :mother :zira', ':uru owl:differentFrom :zira'],
    ':leo owl:differentFrom :kovu',
  ),
  follows(
    'ext-ifp-different',
    [':bore a owl:InverseFunctionalProperty', ':uru :bore :leo', ':zira :bore :kovu', ':uru owl:differentFrom :zira'],
    ':leo owl:differentFrom :kovu',
  ),
  follows(
    'ext-pdw-different',
    [':mother owl:propertyDisjointWith :father', ':leo :mother :uru', ':leo :father :mufasa'],
    ':uru owl:differentFrom :mufasa',
  ),
  follows(
    'ext-maxqc-complement',
    [
      ':leo a [ owl:onProperty :mate ; owl:onClass :Lion ; owl:maxQualifiedCardinality 1 ]',
      ':leo :mate :nala',
      ':leo :mate :nana',
      ':nala a :Lion',
      ':nala owl:differentFrom :nana',
    ],
    ':nana a [ owl:complementOf :Lion ]',
  ),
  follows(
    'ext-complement-one',
    [
      ':leo a [ owl:onProperty :mate ; owl:onClass :Lion ; owl:maxQualifiedCardinality 1 ]',
      ':leo :mate :nala, :nana',
      ':nala a :Lion',
      ':nala owl:differentFrom :nana',
      ':Other owl:complementOf :Lion',
    ],
    ':nana a :Other',
  ),
  follows(
    'ext-chain-transitive',
    [':within owl:propertyChainAxiom (:within :within)'],
    ':within a owl:TransitiveProperty',
  ),
  follows('ext-transitive-chain', [':in a owl:TransitiveProperty'], ':in owl:propertyChainAxiom (:in :in)'),
  follows('ext-reflexive', [':knows a owl:ReflexiveProperty', ':leo a :Lion'], ':leo :knows :leo'),
  follows('ext-reflexive', [':knows a owl:ReflexiveProperty', ':leo :eats :meat'], ':meat :knows :meat'),
  follows('ext-min', [':Eater owl:onProperty :eats ; owl:minCardinality 1', ':leo :eats :meat'], ':leo a :Eater'),
  follows('ext-disjoint-union', [':Cat owl:disjointUnionOf (:Lion :Tiger)', ':leo a :Lion'], ':leo a :Cat'),
  contradicts('ext-disjoint-union', [':Cat owl:disjointUnionOf (:Lion :Tiger)', ':leo a :Lion', ':leo a :Tiger']),
  follows(
    'cls-hs1',
    [':Narcissist owl:onProperty :loves ; owl:hasSelf true', ':leo a :Narcissist'],
    ':leo :loves :leo',
  ),
  follows(
    'cls-hs2',
    [':Narcissist owl:onProperty :loves ; owl:hasSelf true', ':leo :loves :leo'],
    ':leo a :Narcissist',
  ),
  follows(
    'ext-key-thing',
    ['owl:Thing owl:hasKey (:chip)', ':leo :chip 7', ':simba :chip 7'],
    ':leo owl:sameAs :simba',
  ),
  follows('ext-empty-list', [':C owl:intersectionOf ()'], 'owl:Thing rdfs:subClassOf :C'),
  contradicts('ext-empty-list', [':C owl:oneOf ()', ':leo a :C']),
  follows(
    'ext-range-datatypes',
    [':age rdfs:range xsd:short', ':age rdfs:range xsd:nonNegativeInteger'],
    ':age rdfs:range xsd:unsignedShort',
  ),
  follows('ext-range-datatypes', [':age rdfs:range xsd:byte'], ':age rdfs:range xsd:short'),
  follows('ext-range-datatypes', [':n rdfs:range xsd:token'], ':n rdfs:range xsd:string'),
  follows('ext-domain-datatypes', [':size rdfs:domain xsd:byte'], ':size rdfs:domain xsd:integer'),
  follows(
    'ext-dt-type2',
    [
      ':Adult owl:onProperty :age ; owl:someValuesFrom [ owl:onDatatype xsd:integer ; owl:withRestrictions ' +
        '([ xsd:minInclusive 4 ]) ]',
      ':leo :age 4',
    ],
    ':leo a :Adult',
  ),
  contradicts('ext-dt-not-type', [
    ':age rdfs:range [ owl:onDatatype xsd:integer ; owl:withRestrictions ([ xsd:maxInclusive 40 ]) ]',
    ':leo :age 41',
  ]),
];

/** Conclusions that do not follow although they resemble ones that do. */
export const NOT_FOLLOWING: readonly OwnCase[] = [
  contradicts('eq-diff2', ['[] a owl:AllDifferent ; owl:members (:leo :nala)', ':leo owl:sameAs :leo']),
  contradicts('eq-diff2', ['[] a owl:AllDifferent ; owl:members (:leo :nala)', ':leo owl:sameAs :simba']),
  follows('eq-rep-s', [':Lion owl:equivalentClass :Leu', ':Lion rdfs:label "lion"'], ':Leu rdfs:label "lion"'),
  follows('prp-key', [':A owl:hasKey (:n)', ':x a :A', ':x :n 1', ':y :n 1'], ':x owl:sameAs :y'),
  follows('prp-fp', [':p a owl:FunctionalProperty', ':x :p :y', ':z :p :w'], ':y owl:sameAs :w'),
  follows('cls-avf', [':R owl:onProperty :p ; owl:allValuesFrom :C', ':x :p :y'], ':y a :C'),
  follows('cls-svf1', [':R owl:onProperty :p ; owl:someValuesFrom :C', ':x a :R', ':x :p :y'], ':y a :C'),
  follows('cls-uni', [':C owl:unionOf (:A :B)', ':x a :C'], ':x a :A'),
  follows('cls-int1', [':C owl:intersectionOf (:A :B)', ':x a :A'], ':x a :C'),
  follows(
    'scm-avf2',
    [
      ':R owl:onProperty :p ; owl:allValuesFrom :C',
      ':S owl:onProperty :q ; owl:allValuesFrom :C',
      ':p rdfs:subPropertyOf :q',
    ],
    ':R rdfs:subClassOf :S',
  ),
  contradicts('dt-diff', [':age a owl:FunctionalProperty', ':leo :age 4, 4.0, "+4"^^xsd:long']),
  contradicts('dt-not-type', [':size rdfs:range xsd:decimal', ':leo :size 4']),
  contradicts('dt-not-type', [':leo :size "huge"^^:Size']),
  contradicts('dt-diff', [':size a owl:FunctionalProperty', ':leo :size "big"^^:Size, "huge"^^:Size']),
  follows('ext-fp-different', [':p a owl:FunctionalProperty', ':x :p :a', ':y :p :b'], ':x owl:differentFrom :y'),
  follows('ext-min', [':R owl:onProperty :p ; owl:minCardinality 2', ':x :p :y'], ':x a :R'),
];
