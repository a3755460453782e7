import { Relevance } from '../../../../src/materialize/in-force/relevance';
import { compileRules } from '../../../../src/materialize/in-force/reasoning';
import { NO_RULES } from '../../../../src/materialize/write/context';
import { ontologyOf } from '../../../support/materialize/small';

const relevanceOf = (turtle: string): Relevance => new Relevance(compileRules(ontologyOf(turtle)).plan);

const relevance = relevanceOf(`
  :A a owl:Class ; rdfs:subClassOf :B . :B a owl:Class ; owl:disjointWith :C . :C a owl:Class . :Alone a owl:Class .
  :p a owl:ObjectProperty ; rdfs:subPropertyOf :q . :q a owl:ObjectProperty . :free a owl:ObjectProperty .
  :t a owl:ObjectProperty , owl:TransitiveProperty . :v a owl:DatatypeProperty .
  :some a owl:ObjectProperty .
  [ a owl:Restriction ; owl:onProperty :some ; owl:someValuesFrom :A ] rdfs:subClassOf :C .`);

it('predicates in bodies, heads and constraints of rules are relevant, and no others', () => {
  expect(['A', 'B', 'C', 'Alone', 'Unknown'].map((name) => relevance.hasClass(name))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(['p', 'q', 't', 'some', 'free', 'v'].map((name) => relevance.hasProperty(name))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(relevance.isEmpty).toBe(false);
});

it.each([
  ['a rule of one fact', 'p', '', { subject: false, object: false }],
  ['a chain', 't', '', { subject: true, object: true }],
  ['an edge to a node of a class', 'some', '', { subject: false, object: true }],
  ['a type that a constraint meets with another', 'dgraph.type', 'B', { subject: true, object: false }],
  ['a type that is met at the end of an edge', 'dgraph.type', 'A', { subject: true, object: false }],
  ['a type of no concern', 'dgraph.type', 'Alone', { subject: false, object: false }],
])('%s: positions that rules join are known', (_, p, o, expected) => {
  expect({ subject: relevance.joins('subject', p, o), object: relevance.joins('object', p, o) }).toEqual(expected);
});

describe('of two facts that a rule joins at a node, one excludes the other', () => {
  const chained = relevanceOf(`
    :A a owl:Class . :B a owl:Class . :C a owl:Class .
    :p a owl:ObjectProperty . :q a owl:ObjectProperty . :r a owl:ObjectProperty .
    :in a owl:ObjectProperty , owl:TransitiveProperty . :one a owl:ObjectProperty ; owl:propertyDisjointWith :p .
    :has a owl:ObjectProperty .
    :C owl:equivalentClass [ owl:intersectionOf ( :A [ a owl:Restriction ; owl:onProperty :has ; owl:someValuesFrom :B ] ) ] .
    :r owl:propertyChainAxiom ( :p :q :p ) .`);

  it.each([
    ['a type', 'dgraph.type', 'A', { subject: true, object: false }],
    ['an edge between two types yields at both ends', 'has', '', { subject: false, object: false }],
    ['a link of a chain yields to the next link', 'in', '', { subject: true, object: false }],
    ['the first of three links, to which a reader may come from the third', 'p', '', { subject: true, object: true }],
    ['the middle of three links', 'q', '', { subject: true, object: false }],
    ['edges that contradict each other', 'one', '', { subject: true, object: true }],
  ])('%s', (_, p, o, expected) => {
    const excludes = { subject: chained.excludes('subject', p, o), object: chained.excludes('object', p, o) };
    expect(excludes).toEqual(expected);
  });
});

it('without rules no predicate is relevant', () => {
  const none = new Relevance(NO_RULES);
  expect(none.isEmpty).toBe(true);
  expect(none.hasClass('A')).toBe(false);
});

it.each([
  [
    'a chain',
    (names: readonly string[]) => `:q a owl:ObjectProperty ; owl:propertyChainAxiom ( ${names.join(' ')} ) .`,
  ],
  ['a key', (names: readonly string[]) => `:A a owl:Class ; owl:hasKey ( ${names.join(' ')} ) .`],
])('the work for %s grows with the square of its length at most', (_, axiomOf) => {
  const workFor = (length: number): number => {
    const names = Array.from({ length }, (_each, i) => `:p${i}`);
    const { plan } = compileRules(
      ontologyOf(`${names.map((name) => `${name} a owl:ObjectProperty .`).join('\n')}\n${axiomOf(names)}`),
    );
    let looks = 0;
    const rules = plan.rules.map((rule) => ({
      ...rule,
      body: rule.body.map(({ s, ...rest }) => ({
        ...rest,
        get s() {
          looks++;
          return s;
        },
      })),
    }));
    expect(new Relevance({ ...plan, rules }).joins('object', 'p1', '')).toBe(true);
    return looks;
  };
  expect(workFor(200)).toBeLessThan(8 * 200 * 200);
});
