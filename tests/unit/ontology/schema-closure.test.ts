/**
 * The closed schema against the rules of table 9 over the document as a graph, and against inferred facts of members.
 */
import fc from 'fast-check';
import { readOntology, vocabulary } from '../../../src/ontology';
import { closure } from '../../../src/reasoner/rdf';
import { parseTurtle } from '../../../src/rdf';
import { facts, graphOf, inferred } from '../../support/reasoner/cases';
import { e, load, PREFIXES } from '../../support/ontology/documents';

const some = (p: string, c: string) => `[ a owl:Restriction ; owl:onProperty :${p} ; owl:someValuesFrom ${c} ]`;
const all = (p: string, c: string) => `[ a owl:Restriction ; owl:onProperty :${p} ; owl:allValuesFrom ${c} ]`;
const has = (p: string, i: string) => `[ a owl:Restriction ; owl:onProperty :${p} ; owl:hasValue ${i} ]`;
const DECLARED = `${['A', 'B', 'C', 'D', 'E'].map((c) => `:${c} a owl:Class .`).join(' ')}
${['p', 'q', 'r'].map((p) => `:${p} a owl:ObjectProperty .`).join(' ')} :i a owl:NamedIndividual . :j a owl:NamedIndividual .\n`;
const ancestorsOf = (body: string, name: string) =>
  load(DECLARED + body)
    .taxonomy.classes.ancestors(e(name))
    .map((iri) => iri.replace(e(''), ''));

const rules = (body: string) =>
  load(DECLARED + body)
    .reduced.axioms.filter((a) => a.kind === 'SubClassOf' && a.sub.kind === 'Class' && a.super.kind === 'Class')
    .map(({ text }) => text);

describe('a class above owl:Thing is above every class', () => {
  const CLASSES = 'ABCDE'.split('');

  it.each([
    ['owl:Thing rdfs:subClassOf :E .', 'E'],
    ['owl:Thing rdfs:subClassOf :E . :A rdfs:subClassOf :B . :B rdfs:subClassOf :A . :C rdfs:subClassOf :A .', 'E'],
    ['owl:Thing owl:equivalentClass :E . :A rdfs:subClassOf owl:Thing .', 'E'],
    ['owl:Thing rdfs:subClassOf :D . :D rdfs:subClassOf :E .', 'DE'],
    [`owl:Thing rdfs:subClassOf ${some('p', ':A')} . :p rdfs:domain :E .`, 'E'],
    [':E owl:equivalentClass [ owl:unionOf ( owl:Thing :A ) ] .', 'E'],
    [':A rdfs:subClassOf owl:Thing .', ''],
  ])('%s', (body, above) => {
    for (const name of CLASSES) {
      const { graph } = graphOf(DECLARED + body);
      graph.apply({ assert: facts(`x a ${name}`) });
      for (const upper of above.split('')) {
        if (upper === name) continue;
        expect(ancestorsOf(body, name)).toContain(upper);
        expect(inferred(graph)).toContain(`x a ${upper}`);
      }
    }
    if (above === '') expect(CLASSES.flatMap((name) => ancestorsOf(body, name))).toEqual([]);
  });

  it('no rule for a class below another one', () => {
    const below = rules('owl:Thing rdfs:subClassOf :E . :A rdfs:subClassOf :B . :B rdfs:subClassOf :C .');
    expect(below.filter((text) => text.includes('owl:Thing'))).toEqual([
      'SubClassOf(owl:Thing :E)',
      'SubClassOf(owl:Thing :E)',
    ]);
  });
});

describe('nodes of owl:Thing have the classes above it, as in the reasoner over graphs', () => {
  it.each([
    ['owl:Thing rdfs:subClassOf :E . :p rdfs:domain owl:Thing .', ['x a E']],
    [':p rdfs:range owl:Thing . owl:Thing rdfs:subClassOf :D , :E .', ['y a D', 'y a E']],
    [
      'owl:Thing owl:equivalentClass :E . :p rdfs:domain owl:Thing , :A ; rdfs:range :B .',
      ['x a A', 'x a E', 'y a B', 'y a E'],
    ],
    ['owl:Thing rdfs:subClassOf [ owl:unionOf ( :D :E ) ] . :p rdfs:domain owl:Thing .', []],
    [':p rdfs:domain owl:Thing ; rdfs:range owl:Thing .', []],
    ['owl:Thing rdfs:subClassOf :E . :q rdfs:domain owl:Thing .', []],
  ])('%s', (body, expected) => {
    const { graph } = graphOf(DECLARED + body);
    graph.apply({ assert: facts('x p y') });
    expect(
      inferred(graph)
        .filter((fact) => / a [A-E]$/.test(fact))
        .sort(),
    ).toEqual(expected);
    const whole = closure(parseTurtle(`${PREFIXES}\n${DECLARED}${body} :x :p :y .`), { beyondTables: false }).graph;
    const type = whole.terms.find(vocabulary.rdf.type);
    const names = [...whole.rowsOf(type, 0)].map((row) =>
      [whole.table.subject[row]!, whole.table.object[row]!].map((id) => whole.terms.text(id)),
    );
    const types = names.filter(([s, c]) => [e('x'), e('y')].includes(s!) && 'ABCDE'.split('').some((n) => e(n) === c));
    expect(
      types.map((ends) => ends.map((text) => (text.at(-1) === '>' ? text.at(-2) : text.at(-1))).join(' a ')).sort(),
    ).toEqual(expected);
  });

  it('a type is stated, and an axiom without a class above says nothing', () => {
    const text = (body: string) => `${PREFIXES}\n${DECLARED}${body}`;
    const { reduced, deviations } = readOntology(text('owl:Thing rdfs:subClassOf :E . :x a owl:Thing .'), {
      profile: 'lenient',
    });
    expect(reduced.axioms.filter(({ kind }) => kind === 'ClassAssertion')).toMatchObject([{ class: { iri: e('E') } }]);
    expect(deviations.filter(({ code }) => code === 'says-nothing')).toEqual([]);
    const alone = readOntology(text(':p rdfs:domain owl:Thing .'), { profile: 'lenient' });
    expect(alone.deviations.filter(({ code }) => code === 'says-nothing')).toHaveLength(1);
  });
});

describe('a class is a subclass of another by', () => {
  it.each([
    [
      'scm-svf1',
      `:A owl:equivalentClass ${some('p', ':C')} . :B owl:equivalentClass ${some('p', ':D')} . :C rdfs:subClassOf :D .`,
    ],
    [
      'scm-svf2',
      `:A owl:equivalentClass ${some('p', ':C')} . :B owl:equivalentClass ${some('q', ':C')} . :p ` +
        'rdfs:subPropertyOf :q .',
    ],
    [
      'scm-avf1',
      `:A owl:equivalentClass ${all('p', ':C')} . :B owl:equivalentClass ${all('p', ':D')} . :C rdfs:subClassOf :D .`,
    ],
    [
      'scm-avf2',
      `:A owl:equivalentClass ${all('q', ':C')} . :B owl:equivalentClass ${all('p', ':C')} . :p ` +
        'rdfs:subPropertyOf :q .',
    ],
    [
      'scm-hv',
      `:A owl:equivalentClass ${has('p', ':i')} . :B owl:equivalentClass ${has('q', ':i')} . :p ` +
        'rdfs:subPropertyOf :q .',
    ],
    [
      'intersections',
      `:A owl:equivalentClass [ owl:intersectionOf ( :E ${some('p', ':C')} ) ] . :B owl:equivalentClass [ ` +
        `owl:intersectionOf ( :E ${some('p', ':D')} ) ] . :C rdfs:subClassOf :D .`,
    ],
    ['unions', `:A owl:equivalentClass [ owl:unionOf ( :C :D ) ] . :C rdfs:subClassOf :B . :D rdfs:subClassOf :B .`],
    ['a domain', `:A rdfs:subClassOf ${some('p', ':C')} . :p rdfs:domain :B .`],
  ])('%s', (_, body) => {
    expect(ancestorsOf(body, 'A')).toContain('B');
    expect(ancestorsOf(body, 'B')).not.toContain('A');
  });

  it('no rule if values may differ or the order of properties is reversed', () => {
    expect(
      ancestorsOf(
        `:A owl:equivalentClass ${all('p', ':C')} . :B owl:equivalentClass ${all('q', ':C')} . :p ` +
          'rdfs:subPropertyOf :q .',
        'A',
      ),
    ).toEqual([]);
    expect(
      ancestorsOf(`:A owl:equivalentClass ${has('p', ':i')} . :B owl:equivalentClass ${has('p', ':j')} .`, 'A'),
    ).toEqual([]);
  });

  it('an inclusion whose text names its sources', () => {
    const body =
      `:A owl:equivalentClass ${all('p', ':C')} . :B owl:equivalentClass ${all('p', ':D')} . :C ` +
      'rdfs:subClassOf :D .';
    expect(rules(body)).toContain(
      'EquivalentClasses(:A ObjectAllValuesFrom(:p :C)), with SubClassOf(:C :D), with EquivalentClasses(:B ' +
        'ObjectAllValuesFrom(:p :D))',
    );
  });

  it('rules over data, without an additional rule', () => {
    const values =
      `:A rdfs:subClassOf ${has('p', ':i')} . :B owl:equivalentClass ${has('q', ':i')} . :p rdfs:subPropertyOf ` +
      ':q .';
    const both = ':B owl:equivalentClass [ owl:intersectionOf ( :C :D ) ] . :A rdfs:subClassOf :C , :D .';
    for (const body of [values, both]) {
      expect(ancestorsOf(body, 'A')).toContain('B');
      expect(rules(body)).not.toContainEqual(expect.stringContaining(', with '));
    }
  });
});

const cls = fc.constantFrom(':A', ':B', ':C', ':D', ':E');
const property = fc.constantFrom('p', 'q', 'r');
const flat = fc.oneof(
  fc.tuple(property, cls).map(([p, c]) => some(p, c)),
  fc.tuple(property, cls).map(([p, c]) => all(p, c)),
  fc.tuple(property, fc.constantFrom(':i', ':j')).map(([p, i]) => has(p, i)),
);
const part = fc.oneof({ arbitrary: fc.oneof(cls, flat), weight: 12 }, fc.constant('owl:Thing'));
const expression = fc.oneof(
  part,
  fc.tuple(part, part).map(([a, b]) => `[ a owl:Class ; owl:intersectionOf ( ${a} ${b} ) ]`),
  fc.tuple(part, part).map(([a, b]) => `[ a owl:Class ; owl:unionOf ( ${a} ${b} ) ]`),
);
const { deep } = fc.letrec<{ deep: string }>((tie) => ({
  deep: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    part,
    fc.tuple(tie('deep'), tie('deep')).map(([a, b]) => `[ a owl:Class ; owl:intersectionOf ( ${a} ${b} ) ]`),
    fc.tuple(property, tie('deep')).map(([p, c]) => some(p, c)),
    fc.tuple(tie('deep'), tie('deep')).map(([a, b]) => `[ a owl:Class ; owl:unionOf ( ${a} ${b} ) ]`),
  ),
}));
const statement = fc.oneof(
  fc.tuple(cls, cls, deep).map(([c, d, x]) => `${c} owl:equivalentClass ${x} . ${d} owl:equivalentClass ${x} .`),
  fc.tuple(cls, cls, deep).map(([c, d, x]) => `${c} rdfs:subClassOf ${x} . ${x} rdfs:subClassOf ${d} .`),
  fc.tuple(cls, expression).map(([c, x]) => `${c} rdfs:subClassOf ${x} .`),
  fc.tuple(cls, expression).map(([c, x]) => `${c} owl:equivalentClass ${x} .`),
  cls.map((c) => `${c} rdfs:subClassOf owl:Thing .`),
  fc.tuple(property, property).map(([p, q]) => `:${p} rdfs:subPropertyOf :${q} .`),
  fc.tuple(property, cls).map(([p, c]) => `:${p} rdfs:domain ${c} .`),
);

const ofThing = expression.map((x) => `owl:Thing rdfs:subClassOf ${x} .`);

it('members of a class have the types of a class with the same nested definition', () => {
  const filler = `[ a owl:Class ; owl:intersectionOf ( :D ${some('q', ':E')} ) ]`;
  const definition = `owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :C ${some('p', filler)} ) ]`;
  const { graph } = graphOf(`${DECLARED} :A ${definition} . :B ${definition} .`);
  graph.apply({ assert: [...facts('x a A'), ...facts('y a B')] });
  expect(inferred(graph)).toEqual(expect.arrayContaining(['x a B', 'y a A']));
});

it('has all inclusions of table 9, and facts of members follow them', () => {
  let inclusions = 0;
  const documents = fc.tuple(
    fc.array(statement, { minLength: 2, maxLength: 9 }),
    fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, fc.tuple(ofThing)),
  );
  fc.assert(
    fc.property(documents, (parts) => {
      const statements = parts.flat();
      const text = `${PREFIXES}\n${DECLARED}${statements.join('\n')}`;
      const { taxonomy } = readOntology(text, { profile: 'lenient' });
      const { graph } = closure(parseTurtle(text), { beyondTables: false });
      const id = (iri: string) => graph.terms.find(iri);
      for (const [names, iri, hierarchy] of [
        [['A', 'B', 'C', 'D', 'E'], vocabulary.rdfs.subClassOf, taxonomy.classes],
        [['p', 'q', 'r'], vocabulary.rdfs.subPropertyOf, undefined],
      ] as const) {
        for (const row of graph.rowsOf(id(iri), 0)) {
          const [lower, upper] = [graph.table.subject[row]!, graph.table.object[row]!].map((t) =>
            graph.terms.text(t),
          ) as [string, string];
          if (!names.some((n) => e(n) === lower) || !names.some((n) => e(n) === upper) || lower === upper) continue;
          inclusions++;
          const uppers = hierarchy
            ? hierarchy.ancestors(lower)
            : taxonomy.superObjectProperties(lower).map((p) => p.iri);
          expect(uppers).toContain(upper);
        }
      }
      for (const name of ['A', 'B', 'C', 'D', 'E']) {
        const { graph: members } = graphOf(DECLARED + statements.join('\n'));
        members.apply({ assert: facts(`x a ${name}`) });
        for (const upper of taxonomy.classes.ancestors(e(name))) {
          expect(inferred(members)).toContain(`x a ${upper.replace(e(''), '')}`);
        }
      }
    }),
    { numRuns: 60 },
  );
  expect(inclusions).toBeGreaterThan(20);
});
