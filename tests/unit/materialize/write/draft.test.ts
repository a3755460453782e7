/** A client's statements as a change, over what a working set holds. */
import { WriteDraft, type StarredDraft } from '../../../../src/materialize/write/draft';
import type { WorkingSet } from '../../../../src/materialize/store/working-set';
import type { Pattern } from '../../../../src/reasoner';
import { contextOf, mutationOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf(
  `
  keeps: [uid]
  keptBy: [uid]
  owner: uid
  age: int
  nick: string
  call: string @lang
  shout: string @lang
  tag: [string]
  title: string
  note: string
  likes: [uid] @reverse
  word: [string]`,
  { Dog: ['keeps', 'nick', 'note'], Other: ['note', 'tag', 'word'] },
);
const context = contextOf(
  `:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class .
   :keeps a owl:ObjectProperty . :keptBy a owl:ObjectProperty ; owl:inverseOf :keeps .
   :owner a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Animal .
   :age a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Animal .
   :nick a owl:DatatypeProperty ; rdfs:domain :Animal .
   :call a owl:DatatypeProperty ; rdfs:subPropertyOf :shout . :shout a owl:DatatypeProperty .
   :title a owl:DatatypeProperty . :likes a owl:ObjectProperty . :word a owl:DatatypeProperty .`,
  schema,
);

const draftOf = (rdf: string): WriteDraft => new WriteDraft(mutationOf(rdf), context);
const identity = (node: string): string => node;

interface Shown {
  readonly assert: string[];
  readonly retract: string[];
  readonly needs: string[];
  readonly plain: string[];
}

/** @param covered what has been read: predicates by subject */
function over(rdf: string, stored: string, covered: readonly (readonly [string, string])[], resolve = identity): Shown {
  const workingSet = workingSetOf(context.plan, schema, stored);
  for (const [s, p] of covered) workingSet.cover(s, p, undefined);
  const draft = draftOf(rdf);
  return shown(workingSet, draft.over(workingSet, resolve), draft);
}

function shown(
  { terms, table }: WorkingSet,
  { change, needs, plainDeletes, plainRows }: Omit<StarredDraft, 'wholeNodes'>,
  draft: WriteDraft,
): Shown {
  const lines = (patterns: readonly Pattern[] = []): string[] =>
    patterns.map(({ s, p, o }) => [s, p, o].map((id) => terms.text(id)).join(' '));
  const plain = [...draft.plainDeletes, ...plainDeletes];
  const rows = plainRows.map((row) => ({ s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! }));
  return {
    assert: lines(change.assert),
    retract: lines(change.retract),
    needs: needs.map(({ s, p, o }) => `${s ?? '?'} ${p} ${o ?? '?'}`),
    plain: [
      ...plain.map(({ subject, predicate, object }) =>
        [
          subject.kind === 'uid' ? subject.uid : subject.kind,
          predicate,
          object.kind === 'literal' ? object.value : object.kind,
        ].join(' '),
      ),
      ...lines(rows),
    ],
  };
}

const NOTHING: Shown = { assert: [], retract: [], needs: [], plain: [] };

describe('relevance to the rules', () => {
  it.each([
    ['a predicate that no rule speaks of', '{ set { _:a <title> "x" . } }', true],
    ['a type that no rule speaks of', '{ set { _:a <dgraph.type> "Cat" . } }', true],
    ['a type', '{ set { _:a <dgraph.type> "Dog" . } }', false],
    ['an edge', '{ set { _:a <keeps> _:b . } }', false],
    ['a delete of a list that no rule speaks of', '{ delete { <0x1> <tag> * . } }', true],
    [
      'a delete of a value that no rule speaks of, at a predicate that takes one',
      '{ delete { <0x1> <title> * . } }',
      false,
    ],
    ['a delete of all that there is', '{ delete { <0x1> * * . } }', false],
    ['a node by its IRI', '{ set { <http://ex.org/x> <title> "x" . } }', false],
    ['an IRI that a node is given', '{ set { _:a <iri> "http://ex.org/x" . } }', false],
    ['a value where an edge is', '{ set { _:a <keeps> "text" . } }', true],
    [
      'a value that is not known yet',
      'upsert { query { v as var(func: uid(1)) { n as nick } } mutation { set { uid(v) <nick> val(n) . } } }',
      false,
    ],
    [
      'a type that is not known yet',
      'upsert { query { v as var(func: uid(1)) { n as nick } } mutation { set { uid(v) <dgraph.type> val(n) . } } }',
      false,
    ],
    [
      'a value of no concern that is not known yet',
      'upsert { query { v as var(func: uid(1)) { n as nick } } mutation { set { uid(v) <title> val(n) . } } }',
      true,
    ],
  ])('%s', (_, rdf, plain) => expect(draftOf(rdf).isPlain).toBe(plain));
});

describe('the change', () => {
  it('a set statement is asserted, in canonical form', () => {
    expect(
      over('{ set { _:a <keeps> <0x2> .\n_:a <age> "007" .\n_:a <call> "x"@en .\n_:a <title> "t" . } }', '', []),
    ).toEqual({
      ...NOTHING,
      assert: ['_:a keeps 0x2', '_:a age "7"', '_:a call "x"@en'],
    });
  });

  it('a named fact is retracted, and an irrelevant delete is sent unchanged', () => {
    expect(over('{ delete { <0x1> <keeps> <0x2> .\n<0x1> <word> "w" . } }', '', [])).toEqual({
      ...NOTHING,
      retract: ['0x1 keeps 0x2'],
      plain: ['0x1 word w'],
    });
  });

  it('an irrelevant value of a predicate that takes one is deleted if it is stored', () => {
    const rdf = '{ delete { <0x1> <title> "t" .\n<0x1> <note> "n" .\n_:new <note> "n" . } }';
    expect(over(rdf, '', [])).toEqual({ ...NOTHING, needs: ['0x1 title ?', '0x1 note ?'] });
    const covered = [
      ['0x1', 'title'],
      ['0x1', 'note'],
    ] as const;
    expect(over(rdf, '0x1 title "t"\n0x1 note "m"', covered)).toEqual({ ...NOTHING, plain: ['0x1 title "t"'] });
  });

  it('IRIs are replaced by their nodes', () => {
    const resolve = (node: string): string => (node === '<http://ex.org/x>' ? '0x7' : node);
    const shownOver = over('{ set { <http://ex.org/x> <keeps> <http://ex.org/x> . } }', '', [], resolve);
    expect(shownOver.assert).toEqual(['0x7 keeps 0x7']);
  });
});

describe('stars', () => {
  it('are read before they are expanded', () => {
    expect(over('{ delete { <0x1> <keeps> * . } }', '', [])).toEqual({ ...NOTHING, needs: ['0x1 keeps ?'] });
  });

  it('retract stored facts, including inferred ones', () => {
    const stored = '0x1 keeps 0x2\n0x1 keeps 0x3*\n0x9 keeps 0x2';
    expect(over('{ delete { <0x1> <keeps> * . } }', stored, [['0x1', 'keeps']]).retract.sort()).toEqual([
      '0x1 keeps 0x2',
      '0x1 keeps 0x3',
    ]);
  });

  it('of one language retract its value', () => {
    const stored = '0x1 call "x"@en\n0x1 call "y"@de\n0x1 call "z"';
    expect(over('{ delete { <0x1> <call@en> * . } }', stored, [['0x1', 'call']]).retract).toEqual(['0x1 call "x"@en']);
  });

  it('of types retract relevant types and delete the others by name', () => {
    const stored = '0x1 dgraph.type Dog\n0x1 dgraph.type Mascot';
    expect(over('{ delete { <0x1> <dgraph.type> * . } }', stored, [['0x1', 'dgraph.type']])).toEqual({
      ...NOTHING,
      retract: ['0x1 dgraph.type Dog'],
      plain: ['0x1 dgraph.type Mascot'],
    });
  });

  it('of irrelevant values are sent by name', () => {
    for (const [predicate, value] of [
      ['title', '"t"'],
      ['note', '"n"'],
      ['likes', '0x2'],
      ['word', '"w"'],
    ]) {
      const rdf = `{ delete { <0x1> <${predicate}> * . } }`;
      expect(over(rdf, '', [])).toEqual({ ...NOTHING, needs: [`0x1 ${predicate} ?`] });
      const read = over(rdf, `0x1 ${predicate} ${value}`, [['0x1', predicate!]]);
      expect(read).toEqual({ ...NOTHING, plain: [`0x1 ${predicate} ${value}`] });
    }
  });

  it('of a foreign list or an undeclared predicate are sent unchanged', () => {
    for (const predicate of ['tag', 'undeclared']) {
      const rdf = `{ delete { <0x1> <${predicate}> * . } }`;
      expect(over(rdf, '', [])).toEqual({ ...NOTHING, plain: [`0x1 ${predicate} star`] });
    }
  });

  it('of everything cover the fields of the types and all edges read', () => {
    const rdf = '{ delete { <0x1> * * . } }';
    const edges = ['0x1 keeps ?', '0x1 keptBy ?', '0x1 owner ?', '0x1 likes ?', '? likes 0x1'];
    const needs = ['0x1 dgraph.type ?', '0x1 dgraph.type ?', ...edges];
    expect(over(rdf, '', []).needs.sort()).toEqual(needs.sort());
    const stored = '0x1 dgraph.type Dog\n0x1 dgraph.type Other\n0x1 keeps 0x2\n0x1 nick "n"\n0x1 likes 0x2';
    const covered = [
      ['0x1', 'dgraph.type'],
      ['0x1', 'keeps'],
      ['0x1', 'keptBy'],
      ['0x1', 'owner'],
      ['0x1', 'likes'],
    ] as const;
    expect(over(rdf, stored, covered)).toEqual({
      ...NOTHING,
      needs: ['0x1 note ?', '0x1 word ?', '0x1 nick ?', '? likes 0x1'],
      retract: ['0x1 dgraph.type Dog', '0x1 keeps 0x2'],
      plain: ['0x1 tag star', '0x1 dgraph.type Other', '0x1 likes 0x2'],
    });
    const read = over(rdf, stored, [...covered, ['0x1', 'nick'], ['0x1', 'word']]);
    expect(read.retract).toEqual(['0x1 dgraph.type Dog', '0x1 keeps 0x2', '0x1 nick "n"']);
  });

  it('of everything cover only predicates that the client may write', () => {
    const workingSet = workingSetOf(context.plan, schema, '0x1 dgraph.type Dog\n0x1 keeps 0x2\n0x3 likes 0x1');
    for (const p of ['dgraph.type', 'keeps', 'keptBy', 'owner', 'likes', 'nick']) workingSet.cover('0x1', p, undefined);
    workingSet.cover(undefined, 'likes', '0x1');
    const mayWrite = (predicate: string): boolean => !['dgraph.type', 'likes', 'note'].includes(predicate);
    const draft = new WriteDraft(mutationOf('{ delete { <0x1> * * . } }'), { ...context, mayWrite });
    const { wholeNodes, ...draftParts } = draft.over(workingSet, identity);
    expect(shown(workingSet, draftParts, draft)).toEqual({ ...NOTHING, retract: ['0x1 keeps 0x2'] });
    expect(wholeNodes).toEqual({ nodes: new Set(['0x1']), incoming: [] });
  });

  it('of everything keep incoming edges of a node that the request sets', () => {
    const rdf = '{ delete { <0x1> * * . } set { <0x1> <title> "t" . } }';
    const edgePatterns = ['keeps', 'keptBy', 'owner', 'likes'].map((edge) => `0x1 ${edge} ?`);
    expect(over(rdf, '', []).needs).toEqual(['0x1 dgraph.type ?', '0x1 dgraph.type ?', ...edgePatterns]);
  });
});

describe('single-valued predicates', () => {
  it('a new value retracts the old one and its consequences', () => {
    const rdf = '{ set { <0x1> <age> "8" . } }';
    expect(over(rdf, '', [])).toMatchObject({ assert: ['0x1 age "8"'], needs: ['0x1 age ?'] });
    expect(over(rdf, '0x1 age "7"', [['0x1', 'age']])).toMatchObject({ retract: ['0x1 age "7"'], needs: [] });
  });

  it('the same value in another spelling retracts nothing', () => {
    expect(over('{ set { <0x1> <age> "08" . } }', '0x1 age "8"', [['0x1', 'age']]).retract).toEqual([]);
  });

  it('an inferred value cannot be replaced', () => {
    expect(over('{ set { <0x1> <age> "8" . } }', '0x1 age "7"*', [['0x1', 'age']]).retract).toEqual([]);
  });

  it('each language has its own value', () => {
    const stored = '0x1 call "x"@en\n0x1 call "y"@de\n0x1 call "z"';
    expect(over('{ set { <0x1> <call> "w"@de . } }', stored, [['0x1', 'call']]).retract).toEqual(['0x1 call "y"@de']);
    expect(over('{ set { <0x1> <call> "w" . } }', stored, [['0x1', 'call']]).retract).toEqual(['0x1 call "z"']);
  });

  it.each([
    [
      'a functional edge',
      '_:a <owner> _:b .\n_:a <owner> _:c .',
      'functional property violation on entity _:a: "owner" takes one value and would have _:b and _:c',
    ],
    [
      'a functional value',
      '<0x1> <age> "1" .\n<0x1> <age> "2" .',
      'functional property violation on entity 0x1: "age" takes one value and would have "1" and "2"',
    ],
    [
      'a value of no concern to rules',
      '_:a <title> "1" .\n_:a <title> "2" .',
      'single value violation on entity _:a: "title"',
    ],
    [
      'values of one language',
      '_:a <call> "1"@en .\n_:a <call> "2"@en .',
      'single value violation on entity _:a: "call" takes one value and would have "1"@en and "2"@en',
    ],
  ])('two values in one write are refused: %s', (_, statements, message) => {
    expect(() => draftOf(`{ set { ${statements} } }`)).toThrow(message);
  });

  it.each([
    ['the same value twice', '<0x1> <age> "1" .\n<0x1> <age> "01" .'],
    ['values of two languages', '_:a <call> "1"@en .\n_:a <call> "2"@de .\n_:a <call> "3" .'],
    ['a predicate that is not the ontology’s', '_:a <note> "1" .\n_:a <note> "2" .'],
    ['a list', '_:a <keeps> _:b .\n_:a <keeps> _:c .'],
  ])('one value is accepted: %s', (_, statements) => {
    expect(draftOf(`{ set { ${statements} } }`).clashes(identity)).toEqual([]);
  });

  it('IRIs may turn out to be one node', () => {
    const draft = draftOf('{ set { _:a <owner> <http://ex.org/x> .\n_:a <owner> <0x7> . } }');
    const pairs = (uid: string): string[][] =>
      draft.clashes((node) => (node.startsWith('<') ? uid : node)).map((pair) => pair.map(({ o }) => o));
    expect(pairs('0x7')).toEqual([]);
    expect(pairs('0x8')).toEqual([['0x8', '0x7']]);
  });
});
