/** Set statements that later mutations of the same request take back. */
import { nodesOf } from '../../../../src/materialize/write/mutation-order';
import { WriteDraft } from '../../../../src/materialize/write/draft';
import { mergeMutations } from '../../../../src/materialize/write/statements';
import { printMutation } from '../../../../src/dql';
import { contextOf, mutationOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf('keeps: [uid] @reverse\nage: int\ntag: [string]\ncall: string @lang\nnote: string', {
  Dog: ['note'],
});
const context = contextOf(
  `:Dog a owl:Class ; rdfs:subClassOf :Animal . :keeps a owl:ObjectProperty ; rdfs:domain :Animal .
   :age a owl:DatatypeProperty ; rdfs:domain :Animal . :tag a owl:DatatypeProperty ; rdfs:domain :Animal .
   :call a owl:DatatypeProperty ; rdfs:domain :Animal .`,
  schema,
);

/** Returns the statements that remain to be set, given stored facts and IRIs of nodes. */
function standing(blocks: readonly string[], stored = '', iris: Readonly<Record<string, string>> = {}): string[] {
  const statements = mergeMutations(blocks.map((block) => mutationOf(`{ ${block} }`)));
  const draft = new WriteDraft(statements, context);
  const workingSet = workingSetOf(context.plan, schema, stored);
  workingSet.cover('0x1', 'dgraph.type', undefined);
  const { set } = draft.over(workingSet, (node) => iris[node] ?? node).draft.statements;
  return printMutation({ mutations: [{ set, delete: [] }] })
    .split('\n')
    .filter((line) => line.includes('<'))
    .map((line) => line.trim());
}

const EDGE = '<0x1> <keeps> <0x2> .';

describe('a later delete takes back', () => {
  it.each([
    ['the same edge', EDGE, EDGE],
    ['a star of the predicate', EDGE, '<0x1> <keeps> * .'],
    ['a value in another spelling', '<0x1> <age> "7" .', '<0x1> <age> "07" .'],
    ['a type', '<0x1> <dgraph.type> "Dog" .', '<0x1> <dgraph.type> "Dog" .'],
    ['all types', '<0x1> <dgraph.type> "Dog" .', '<0x1> <dgraph.type> * .'],
    ['a value of a language', '<0x1> <call> "x"@en .', '<0x1> <call@en> * .'],
    ['all languages', '<0x1> <call> "x"@en .', '<0x1> <call> * .'],
    ['types, with the whole node', '<0x1> <dgraph.type> "Dog" .', '<0x1> * * .'],
    ['edges from a whole node', EDGE, '<0x1> * * .'],
    ['edges to a whole node', EDGE, '<0x2> * * .'],
    ['a value of no concern to rules', '<0x1> <free> "x" .', '<0x1> <free> "x" .'],
  ])('%s', (_, set, deletes) => {
    expect(standing([`set { ${set} }`, `delete { ${deletes} }`])).toEqual([]);
    expect(standing([`delete { ${deletes} }`, `set { ${set} }`])).toHaveLength(1);
    expect(standing([`set { ${set} } delete { ${deletes} }`])).toHaveLength(1);
    expect(standing([`set { ${set} }`, `delete { ${deletes} }`, `set { ${set} }`])).toHaveLength(1);
    expect(standing([`set { ${set} }`, `set { ${set} }`])).toHaveLength(1);
  });

  it.each([
    ['another edge', EDGE, '<0x1> <keeps> <0x3> .'],
    ['another node', EDGE, '<0x2> <keeps> * .'],
    ['another value', '<0x1> <tag> "x" .', '<0x1> <tag> "y" .'],
    ['another language', '<0x1> <call> "x"@en .', '<0x1> <call@de> * .'],
    ['a value without a language', '<0x1> <call> "x"@en .', '<0x1> <call> "x" .'],
    ['a whole node without a type that has the predicate', '<0x1> <note> "x" .', '<0x1> * * .'],
  ])('nothing of %s', (_, set, deletes) => {
    expect(standing([`set { ${set} }`, `delete { ${deletes} }`])).toEqual([set]);
  });

  it('predicates of the stored types of a whole node', () => {
    const blocks = ['set { <0x1> <note> "x" . }', 'delete { <0x1> * * . }'];
    expect(standing(blocks, '0x1 dgraph.type Dog*')).toEqual([]);
  });

  it('edges to a whole node stay if the request mentions it otherwise', () => {
    const blocks = [`set { ${EDGE} }`, 'delete { <0x2> * * . }', 'set { <0x2> <tag> "x" . }'];
    expect(standing(blocks)).toEqual([EDGE, '<0x2> <tag> "x" .']);
  });

  it('what names the node otherwise', () => {
    const blocks = ['set { <http://x/a> <keeps> <0x2> . }', 'delete { <0x1> <keeps> <http://x/b> . }'];
    expect(standing(blocks, '', { '<http://x/a>': '0x1', '<http://x/b>': '0x2' })).toEqual([]);
    expect(standing(blocks, '', { '<http://x/a>': '0x1' })).toHaveLength(1);
  });
});

it('a value that is taken back does not clash with another one', () => {
  const first = 'set { <0x1> <age> "1" . }';
  const last = 'delete { <0x1> <age> "1" . } set { <0x1> <age> "2" . }';
  expect(standing([first, last])).toEqual(['<0x1> <age> "2" .']);
  expect(() => standing([first, 'set { <0x1> <age> "2" . }', 'delete { <0x1> <tag> * . }'])).toThrow();
  const named = [first, 'set { <http://x/a> <age> "2" . }', 'delete { <http://x/b> <age> "1" . }'];
  expect(standing(named, '', { '<http://x/a>': '0x1', '<http://x/b>': '0x1' })).toHaveLength(1);
});

it('a value that is taken back has replaced the one before', () => {
  const taken = (
    blocks: readonly string[],
    stored: string,
  ): { readonly retract: string[]; readonly plain: string[] } => {
    const draft = new WriteDraft(mergeMutations(blocks.map((block) => mutationOf(`{ ${block} }`))), context);
    const workingSet = workingSetOf(context.plan, schema, stored);
    for (const p of ['age', 'call', 'note', 'keeps']) workingSet.cover('0x1', p, undefined);
    const { change, plainRows } = draft.over(workingSet, (node) => node);
    const { terms } = workingSet;
    const retract = (change.retract ?? []).map(({ s, p, o }) => [s, p, o].map((id) => terms.text(id)).join(' '));
    return { retract, plain: plainRows.map((row) => terms.text(workingSet.table.object[row]!)) };
  };
  const set = '<0x1> <age> "1" .\n<0x1> <call> "x"@en .\n<0x1> <note> "n" .';
  const stored = '0x1 age "2"\n0x1 call "y"@en\n0x1 call "z"\n0x1 note "m"';
  const { retract, plain } = taken([`set { ${set} }`, `delete { ${set} }`], stored);
  expect(retract).toEqual(expect.arrayContaining(['0x1 age "2"', '0x1 call "y"@en']));
  expect(retract).not.toContain('0x1 call "z"');
  expect(plain).toEqual(['"m"']);
  expect(taken([`set { ${set} }`, `delete { ${set} }`], '0x1 age "2"*').retract).not.toContain('0x1 age "2"');
});

it('a delete at a blank node that nothing sets is refused in the words of the engine', () => {
  const merged = (...blocks: string[]) => mergeMutations(blocks.map((block) => mutationOf(`{ ${block} }`)));
  expect(() => merged('delete { _:x <keeps> * . }')).toThrow(': UID not found/generated for xid _:x');
  expect(() => merged('set { _:y <age> "1" . } delete { <0x1> <keeps> _:x . }')).toThrow('xid _:x');
  expect(merged('set { _:x <age> "1" . }', 'delete { _:x <keeps> * . }').delete).toHaveLength(1);
});

it('nodes of statements are subjects and objects, resolved', () => {
  const { set } = mutationOf('{ set { <http://x/a> <keeps> <0x2> .\n<0x3> <age> "1" . } }');
  expect([...nodesOf(set, (node) => (node === '<http://x/a>' ? '0x1' : node))]).toEqual(['0x1', '0x2', '0x3']);
});
