/** Contradictions in the words of the specification (section 7.1). */
import {
  contradictionError,
  identityErrors,
  show,
  singleValueError,
  singleValueErrors,
  termOf,
} from '../../../../src/materialize/write/contradiction-messages';
import { WriteDraft } from '../../../../src/materialize/write/draft';
import { Evaluation } from '../../../../src/reasoner';
import { contextOf, mutationOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf(`
  p: [uid]
  q: [uid]
  r: [uid]
  owner: uid
  heir: uid
  keeper: uid
  call: string @lang
  shout: string @lang
  cry: string @lang`);
const AXIOMS = `
  :A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A . :Empty a owl:Class ; rdfs:subClassOf owl:Nothing .
  :p a owl:ObjectProperty . :q a owl:ObjectProperty . :r a owl:ObjectProperty .
  :owner a owl:ObjectProperty , owl:FunctionalProperty .
  :heir a owl:ObjectProperty ; rdfs:subPropertyOf :owner . :keeper a owl:ObjectProperty ; rdfs:subPropertyOf :owner .
  :shout a owl:DatatypeProperty . :call a owl:DatatypeProperty ; rdfs:subPropertyOf :shout .
  :cry a owl:DatatypeProperty ; rdfs:subPropertyOf :shout .
`;

/** All messages that a write is refused with, over what is stored. Everything else is known. */
function messages(
  axioms: string,
  rdf: string,
  stored = '',
  name = (term: string): string => term,
  order?: 'fixed',
): string[] {
  const context = contextOf(AXIOMS + axioms, schema);
  const draft = new WriteDraft(mutationOf(rdf), context);
  const workingSet = workingSetOf(context.plan, schema, stored);
  for (const predicate of ['dgraph.type', ...schema.predicateNames()])
    workingSet.cover(undefined, predicate, undefined);
  const resolve = (node: string): string => node;
  const inference = new Evaluation(context.plan, workingSet).run(draft.over(workingSet, resolve).change);
  expect(inference.missing).toEqual([]);
  const values = singleValueErrors(workingSet, inference, context, name, draft.singleRows(workingSet, resolve));
  return [
    ...inference.contradictions.map((contradiction) => contradictionError(workingSet, contradiction, name, order)),
    ...values.map(({ error }) => error),
  ].map(({ message }) => message);
}

const PREFIX = 'owl/materializer: ';

describe('disjoint classes', () => {
  const disjoint = (entity: string, a: string, b: string): string =>
    `${PREFIX}disjointness violation on entity ${entity}: type "${a}" is disjoint with type "${b}"`;
  const axiom = ':A owl:disjointWith :B .';

  it.each([
    [
      'new types in the order of the request',
      '_:x <dgraph.type> "A" .\n_:x <dgraph.type> "B" .',
      '',
      disjoint('_:x', 'A', 'B'),
    ],
    ['and the other way round', '_:x <dgraph.type> "B" .\n_:x <dgraph.type> "A" .', '', disjoint('_:x', 'B', 'A')],
    ['what is stored comes first', '<0x1> <dgraph.type> "A" .', '0x1 dgraph.type B', disjoint('0x1', 'B', 'A')],
    ['and the other way round', '<0x1> <dgraph.type> "B" .', '0x1 dgraph.type A*', disjoint('0x1', 'A', 'B')],
    ['the types that the axiom is about', '<0x1> <dgraph.type> "C" .', '0x1 dgraph.type B', disjoint('0x1', 'B', 'A')],
  ])('%s', (_, statements, stored, expected) => {
    expect(messages(axiom, `{ set { ${statements} } }`, stored)).toEqual([expected]);
  });

  it('the axiom does not decide the order', () => {
    expect(messages(':B owl:disjointWith :A .', '{ set { <0x1> <dgraph.type> "A" . } }', '0x1 dgraph.type B')).toEqual([
      disjoint('0x1', 'B', 'A'),
    ]);
  });

  it('a class expression is reported by the types of the entity', () => {
    expect(
      messages(
        '[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom owl:Thing ] owl:disjointWith :B .',
        '{ set { _:x <p> _:y .\n_:x <dgraph.type> "B" . } }',
      ),
    ).toEqual([disjoint('_:x', 'B', 'p')]);
  });

  it('a contradiction among stored facts is not reported for this write', () => {
    expect(messages(axiom, '{ set { <0x1> <p> <0x2> . } }', '0x1 dgraph.type A\n0x1 dgraph.type B')).toEqual([]);
  });

  it('each pair of types is reported once per entity', () => {
    const statements = ['_:x', '_:y'].flatMap((node) =>
      ['A', 'B', 'C'].map((type) => `${node} <dgraph.type> "${type}" .`),
    );
    expect(messages(axiom, `{ set { ${statements.join('\n')} } }`)).toEqual([
      disjoint('_:x', 'A', 'B'),
      disjoint('_:y', 'A', 'B'),
    ]);
  });
});

describe('in the fixed order', () => {
  const same = (axioms: string, statements: readonly string[]): void => {
    const found = new Set(
      permutations(statements).map((lines) =>
        messages(axioms, `{ set { ${lines.join('\n')} } }`, '', (term) => term, 'fixed')
          .sort()
          .join('\n'),
      ),
    );
    expect([...found]).toEqual([expect.stringMatching(/violation/)]);
  };

  it.each([
    [':A owl:disjointWith :B .', ['<0x1> <dgraph.type> "A" .', '<0x1> <dgraph.type> "B" .']],
    [':p a owl:AsymmetricProperty .', ['<0x1> <p> <0x2> .', '<0x2> <p> <0x1> .']],
    [':p owl:propertyDisjointWith :q .', ['<0x1> <p> <0x2> .', '<0x1> <q> <0x2> .']],
    [':p a owl:InverseFunctionalProperty .', ['<0x1> <p> <0x3> .', '<0x2> <p> <0x3> .', '<0x4> <p> <0x3> .']],
    [':A owl:hasKey ( :p ) .', ['1', '2'].flatMap((n) => [`<0x${n}> <p> <0x3> .`, `<0x${n}> <dgraph.type> "A" .`])],
  ])('%s: the order of the facts changes nothing', same);
});

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));

describe('the other contradictions', () => {
  it.each([
    [
      ':p a owl:IrreflexiveProperty .',
      '_:x <p> _:x .',
      'irreflexive violation on entity _:x: "p" leads from it to itself',
    ],
    [
      ':p a owl:AsymmetricProperty .',
      '_:x <p> <0x2> .\n<0x2> <p> _:x .',
      'asymmetric violation on entity _:x: "p" leads to 0x2 and back',
    ],
    [
      ':p owl:propertyDisjointWith :q .',
      '_:x <q> _:y .\n_:x <p> _:y .',
      'disjoint properties violation on entity _:x: "q" and "p" both lead to _:y',
    ],
    [
      '[] a owl:AllDisjointProperties ; owl:members ( :p :q :r ) .',
      '_:x <p> _:y .\n_:x <r> _:y .',
      'disjoint properties violation on entity _:x: "p" and "r" both lead to _:y',
    ],
    [
      ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 0 ] .',
      '_:x <dgraph.type> "A" .\n_:x <p> _:y .',
      'maximum cardinality violation on entity _:x: _:x graph.type A, _:x p _:y contradict ',
    ],
    ['', '_:x <dgraph.type> "Empty" .', 'owl:Nothing violation on entity _:x: _:x graph.type Empty contradict '],
  ])('%s', (axiom, statements, expected) => {
    const reported = messages(axiom, `{ set { ${statements} } }`);
    expect(reported[0]).toContain(PREFIX + expected);
  });

  it('nodes are named as the client knows them', () => {
    const name = (term: string): string => (term === '_:x' ? '<http://ex.org/x>' : term);
    expect(messages(':p a owl:IrreflexiveProperty .', '{ set { _:x <p> _:x . } }', '', name)).toEqual([
      `${PREFIX}irreflexive violation on entity <http://ex.org/x>: "p" leads from it to itself`,
    ]);
  });
});

describe('single values', () => {
  const functional = (a: string, b: string): string =>
    `${PREFIX}functional property violation on entity 0x1: "owner" takes one value and would have ${a} and ${b}`;

  it('an inferred value contradicts a stored one', () => {
    expect(messages('', '{ set { <0x1> <heir> <0x3> . } }', '0x1 owner 0x2')).toEqual([functional('0x2', '0x3')]);
  });

  it('an inferred value contradicts another that stays', () => {
    expect(messages('', '{ set { <0x1> <heir> <0x3> . } }', '0x1 keeper 0x2\n0x1 owner 0x2*')).toEqual([
      functional('0x2', '0x3'),
    ]);
  });

  it('a set value contradicts an inferred one that stays', () => {
    expect(messages('', '{ set { <0x1> <owner> <0x3> . } }', '0x1 keeper 0x2\n0x1 owner 0x2*')).toEqual([
      functional('0x2', '0x3'),
    ]);
  });

  it('a deleted value contradicts nothing', () => {
    expect(messages('', '{ set { <0x1> <keeper> <0x3> . } }', '0x1 keeper 0x2\n0x1 owner 0x2*')).toEqual([]);
    expect(messages('', '{ set { <0x1> <owner> <0x3> . } }', '0x1 owner 0x2')).toEqual([]);
  });

  it('each language has its own value', () => {
    const write = (lang: string): string[] =>
      messages('', `{ set { <0x1> <call> "x"@${lang} . } }`, '0x1 cry "y"@de\n0x1 shout "y"@de*');
    expect(write('en')).toEqual([]);
    expect(write('de')).toEqual([expect.stringContaining('"shout" takes one value and would have "y"@de and "x"@de')]);
  });
});

describe('IRIs', () => {
  const clashesOf = (
    identities: readonly (readonly [string, string])[],
    stored: Record<string, string>,
    created: string[] = [],
    used: string[] = [],
  ): string[] =>
    identityErrors(
      identities.map(([s, o]) => ({ s, p: 'iri', o })),
      { resolve: (node) => stored[node] ?? node, created: new Map(created.map((iri, i) => [iri, `owlgate.iri.${i}`])) },
      new Set(used),
      (term) => term,
    ).map(({ message }) => message);
  const violation = (entity: string, other: string): string =>
    `${PREFIX}identity violation on entity ${entity}: the IRI http://ex.org/a is that of ${other}`;
  const A = '<http://ex.org/a>';

  it('that no node has may be given to one node', () => {
    expect(clashesOf([['_:x', A]], {}, [A])).toEqual([]);
    expect(
      clashesOf(
        [
          ['_:x', A],
          ['_:y', A],
        ],
        {},
        [A],
      ),
    ).toEqual([violation('_:y', '_:x')]);
  });

  it('of a node cannot be given to another', () => {
    expect(clashesOf([['0x1', A]], { [A]: '0x1' })).toEqual([]);
    expect(clashesOf([['_:x', A]], { [A]: '0x1' })).toEqual([violation('_:x', '0x1')]);
  });

  it('of a new node refer to it in the same write', () => {
    expect(clashesOf([['_:x', A]], { [A]: '_:owlgate.iri.0' }, [A], [A])).toEqual([
      violation('_:x', '_:owlgate.iri.0'),
    ]);
  });
});

it('facts are printed for people', () => {
  const name = (term: string): string => term;
  expect(show({ s: '0x1', p: 'dgraph.type', o: 'A' }, name)).toBe('0x1 graph.type A');
  expect(show({ s: '0x1', p: 'call', o: '"x"@en' }, name)).toBe('0x1 call "x"@en');
});

/** Two facts match a rule both ways round; a write is refused for both once. */
const distinct = (all: readonly string[]): string[] => [...new Set(all)];

describe('reasons with identification of nodes or ill-typed values', () => {
  it('inverse functional properties: two nodes with one value', () => {
    expect(
      distinct(messages(':p a owl:InverseFunctionalProperty .', '{ set { _:x <p> <0x5> . } }', '0x1 p 0x5')),
    ).toEqual([
      `${PREFIX}inverse functional property violation on entity _:x: "p" leads to 0x5 from one entity only ` +
        'and would from 0x1 too',
    ]);
  });

  it('keys', () => {
    expect(
      distinct(
        messages(
          ':A owl:hasKey ( :p ) .',
          '{ set { _:x <p> <0x5> .\n_:x <dgraph.type> "A" . } }',
          '0x1 p 0x5\n0x1 dgraph.type A',
        ),
      ),
    ).toEqual([`${PREFIX}key violation on entity _:x: 0x1 has the same values, which contradicts HasKey(:A (:p) ())`]);
  });

  it('maximum cardinality 1: two values', () => {
    expect(
      distinct(
        messages(
          ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 1 ] .',
          '{ set { <0x1> <p> <0x6> . } }',
          '0x1 dgraph.type A\n0x1 p 0x5',
        ),
      ),
    ).toEqual([
      `${PREFIX}maximum cardinality violation on entity 0x1: 0x1 graph.type A, 0x1 p 0x5, 0x1 p 0x6 ` +
        'contradict SubClassOf(:A ObjectMaxCardinality(1 :p))',
    ]);
  });
});

it('long values are truncated in messages, and keep their language', () => {
  const name = (node: string) => `<${node}>`;
  expect(termOf('"short"@en', name)).toBe('"short"@en');
  expect(termOf('0x1', name)).toBe('<0x1>');
  expect(termOf(`"${'x'.repeat(100_000)}"`, name)).toMatch(/^"x{199}…"$/);
  expect(termOf(`"${'x'.repeat(100_000)}"@de-AT`, name)).toMatch(/^"x{199}…"@de-AT$/);
  const { message } = singleValueError(
    { schema, isFunctional: () => false },
    '0x1',
    'p',
    `"${'y'.repeat(1_000)}"`,
    '"b"',
  );
  expect(message.length).toBeLessThan(400);
});
