/** Rules that carry what is stored under one predicate into another, by kinds of axioms. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { readGroups, type Group } from '../../../../src/materialize/access/groups';
import { rightsWarnings, wideningWarnings } from '../../../../src/materialize/access/widening';
import { compileRules } from '../../../../src/materialize/in-force/reasoning';
import { readOntology } from '../../../../src/ontology';
import type { Plan } from '../../../../src/reasoner';

const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A a owl:Class . :p a owl:ObjectProperty . :q a owl:ObjectProperty . :r a owl:ObjectProperty .
:d a owl:DatatypeProperty . :e a owl:DatatypeProperty . :i a owl:NamedIndividual .
`;

function planOf(axioms: string, equality = false): Plan {
  return compileRules(readOntology(PREFIXES + axioms, { profile: 'lenient', equality })).plan;
}

/** A group that may do everything with some predicates, and nothing with others. */
const group = (name: string, ...predicates: string[]): Group => ({
  name,
  reads: (predicate) => predicates.includes(predicate),
  writes: (predicate) => predicates.includes(predicate),
  alters: (predicate) => predicates.includes(predicate),
});

/** `p>q` for each flow that is told, where a group has one predicate at a time. */
function flowsOf(plan: Plan): string[] {
  const all = ['p', 'q', 'r', 'd', 'e', 'dgraph.type', 'sameAs', 'differentFrom'];
  const warnings = wideningWarnings(
    plan,
    all.map((name) => group(name, name)),
  ) as never as readonly Flow[];
  const read = warnings.filter(({ code }) => code === 'rule-widens-read').map(({ from, to }) => `${from}>${to}`);
  const write = warnings.filter(({ code }) => code === 'rule-widens-write').map(({ from, to }) => `${from}>${to}`);
  expect(write.sort()).toEqual(read.sort());
  return read;
}
interface Flow {
  readonly code: string;
  readonly from: string;
  readonly to: string;
}

/** Kind of axiom, as docs/security.md names it → an example, and where it leads. */
const KINDS: readonly (readonly [kind: string, axioms: string, flows: readonly string[]])[] = [
  ['SubObjectPropertyOf', ':p rdfs:subPropertyOf :q .', ['p>q']],
  ['SubDataPropertyOf', ':d rdfs:subPropertyOf :e .', ['d>e']],
  ['EquivalentObjectProperties', ':p owl:equivalentProperty :q .', ['p>q', 'q>p']],
  ['EquivalentDataProperties', ':d owl:equivalentProperty :e .', ['d>e', 'e>d']],
  ['InverseObjectProperties', ':p owl:inverseOf :q .', ['p>q', 'q>p']],
  ['PropertyChain', ':r owl:propertyChainAxiom ( :p :q ) .', ['p>r', 'q>r']],
  ['ObjectPropertyDomain', ':p rdfs:domain :A .', ['p>dgraph.type']],
  ['ObjectPropertyRange', ':p rdfs:range :A .', ['p>dgraph.type']],
  ['DataPropertyDomain', ':d rdfs:domain :A .', ['d>dgraph.type']],
  [
    'SomeValuesFrom',
    '[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ] rdfs:subClassOf :A .',
    ['p>dgraph.type'],
  ],
  [
    'HasValue',
    ':A owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:hasValue :i ] .',
    ['dgraph.type>p', 'p>dgraph.type'],
  ],
  [
    'AllValuesFrom',
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :A ] .',
    ['p>dgraph.type'],
  ],
];
/** With OWL_EQUALITY=sameAs alone. */
const EQUALITY: readonly (readonly [kind: string, axioms: string, flows: readonly string[]])[] = [
  ['FunctionalObjectProperty', ':p a owl:FunctionalProperty .', ['p>sameAs']],
  ['InverseFunctionalObjectProperty', ':p a owl:InverseFunctionalProperty .', ['p>sameAs']],
  ['HasKey', ':A owl:hasKey ( :d ) .', ['d>sameAs', 'dgraph.type>sameAs']],
  [
    'MaxCardinality',
    `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality "1"^^xsd:nonNegativeInteger ] .`,
    ['p>sameAs', 'dgraph.type>sameAs'],
  ],
];

it.each(KINDS)('%s', (_, axioms, flows) => {
  expect(flowsOf(planOf(axioms))).toEqual([...flows].sort());
});

it.each(EQUALITY)('with equality: %s, and owl:sameAs into everything', (_, axioms, flows) => {
  const every = ['p', 'q', 'r', 'd', 'e', 'dgraph.type', 'differentFrom'].map((to) => `sameAs>${to}`);
  const foundFlows = flowsOf(planOf(axioms, true));
  expect(foundFlows).toEqual(expect.arrayContaining([...flows, ...every]));
  expect(flowsOf(planOf(axioms))).toEqual([]);
});

it.each([
  ['SubClassOf', ':A rdfs:subClassOf :B . :B a owl:Class .'],
  ['SymmetricObjectProperty', ':p a owl:SymmetricProperty .'],
  ['TransitiveObjectProperty', ':p a owl:TransitiveProperty .'],
  ['DisjointClasses', ':A owl:disjointWith :B . :B a owl:Class .'],
  ['AsymmetricObjectProperty', ':p a owl:AsymmetricProperty .'],
])('%s widens no other right', (_, axioms) => {
  expect(flowsOf(planOf(axioms))).toEqual([]);
});

it('the documentation has a row for each of these kinds', () => {
  const text = readFileSync(path.join(__dirname, '../../../../docs/access-control.md'), 'utf8');
  for (const [kind] of [...KINDS, ...EQUALITY]) expect(text).toMatch(new RegExp(`^\\|[^|]*\`${kind}\``, 'm'));
});

it('a group with both rights, or with neither, is not reported', () => {
  const plan = planOf(':d rdfs:subPropertyOf :e .');
  expect(wideningWarnings(plan, [group('both', 'd', 'e'), group('none')])).toEqual([]);
  const [warning, ...more] = wideningWarnings(plan, [group('b', 'e'), group('a', 'e'), group('both', 'd', 'e')]);
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ code: 'rule-widens-read', groups: ['a', 'b'], axioms: 1, line: expect.any(Number) });
  expect(warning!.message).toMatch(/SubDataPropertyOf\(:d :e\) \(prp-spo1\): .* groups a, b$/);
});

it('a pair of predicates is reported once, and the number of pairs is limited', () => {
  const twice = planOf(':p rdfs:domain :A . :p rdfs:domain :B . :B a owl:Class .');
  const [warning, ...more] = wideningWarnings(twice, [group('g', 'dgraph.type')]);
  expect([warning, more]).toMatchObject([{ axioms: 2 }, []]);
  const names = Array.from({ length: 600 }, (_, i) => `n${i}`);
  const many = planOf(names.map((name) => `:${name} a owl:DatatypeProperty ; rdfs:domain :A .`).join('\n'));
  const listed = wideningWarnings(many, [group('g', 'dgraph.type')]);
  expect(listed).toHaveLength(501);
  expect(listed.at(-1)).toEqual({
    code: 'rule-widens-read',
    message: '100 more pairs of predicates are not listed',
  });
});

it('groups are read as Dgraph stores them', async () => {
  const groups = [
    { 'dgraph.xid': 'guardians' },
    { 'dgraph.xid': 'none' },
    {
      'dgraph.xid': 'some',
      'dgraph.acl.rule': [
        { 'dgraph.rule.predicate': 'r', 'dgraph.rule.permission': 4 },
        { 'dgraph.rule.predicate': 'w', 'dgraph.rule.permission': 2 },
        { 'dgraph.rule.predicate': 'm', 'dgraph.rule.permission': 1 },
        { 'dgraph.rule.predicate': 'x' },
      ],
    },
    {
      'dgraph.xid': 'all',
      'dgraph.acl.rule': [{ 'dgraph.rule.predicate': 'dgraph.all', 'dgraph.rule.permission': 6 }],
    },
  ];
  const engine = { identity: { userid: 'groot', namespace: 0 }, query: () => Promise.resolve({ data: { groups } }) };
  const read = await readGroups(engine as never);
  const can = read.map(({ name, reads, writes }) => [
    name,
    ['r', 'w', 'm', 'x'].filter((predicate) => reads(predicate)).join(''),
    ['r', 'w', 'm', 'x'].filter((predicate) => writes(predicate)).join(''),
  ]);
  expect(can).toEqual([
    ['none', '', ''],
    ['some', 'r', 'w'],
    ['all', 'rwmx', 'rwmx'],
  ]);
  expect(await readGroups({ query: () => Promise.resolve({ data: {} }) } as never)).toEqual([]);
  const plan = planOf(':p rdfs:subPropertyOf :q .');
  expect(await rightsWarnings({ ...engine, identity: undefined } as never, plan)).toEqual([]);
});
