/** A settled change as the statements that the engine is sent. */
import { printMutation } from '../../../../src/dql';
import { composeMutation } from '../../../../src/materialize/write/compose';
import { WriteDraft } from '../../../../src/materialize/write/draft';
import { settle } from '../../../../src/materialize/store/settle';
import type { ReadTransaction } from '../../../../src/materialize/store/transaction';
import { canonicalValue, literalTerm } from '../../../../src/mutation';
import { contextOf, mutationOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf(`
  keeps: [uid]
  keptBy: [uid]
  owner: uid
  heir: [uid]
  age: int
  years: int
  call: string @lang
  shout: string @lang
  title: string
  opened: [datetime]
  read: [datetime]
  iri: string`);
const context = contextOf(
  `:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class .
   :keeps a owl:ObjectProperty . :keptBy a owl:ObjectProperty ; owl:inverseOf :keeps .
   :owner a owl:ObjectProperty , owl:FunctionalProperty . :heir a owl:ObjectProperty ; rdfs:subPropertyOf :owner .
   :age a owl:DatatypeProperty ; rdfs:subPropertyOf :years . :years a owl:DatatypeProperty .
   :call a owl:DatatypeProperty ; rdfs:subPropertyOf :shout . :shout a owl:DatatypeProperty .
   :opened a owl:DatatypeProperty ; rdfs:subPropertyOf :read . :read a owl:DatatypeProperty .`,
  schema,
);

/** Value of 0x1 as it is stored in a list. */
interface Spelling {
  readonly p: string;
  readonly text: string;
  readonly isInferred?: boolean;
}

/** Everything is known that is asked for; IRIs are new. */
async function composed(
  rdf: string,
  stored = '',
  spellings: readonly Spelling[] = [],
): Promise<{ set: string[]; delete: string[] }> {
  const mutation = mutationOf(rdf);
  const draft = new WriteDraft(mutation, context);
  const workingSet = workingSetOf(context.plan, schema, stored);
  for (const { p, text, isInferred = false } of spellings) {
    workingSet.add('0x1', p, literalTerm(canonicalValue('datetime', text)), isInferred, text);
  }
  for (const predicate of ['dgraph.type', ...schema.predicateNames()])
    workingSet.cover(undefined, predicate, undefined);
  const settled = await settle({
    plan: context.plan,
    schema,
    transaction: { prefix: '' } as ReadTransaction,
    workingSet,
    draft: draft.over.bind(draft),
  });
  const drafted = draft.over(workingSet, settled.resolve);
  const plainDeletes = [...draft.plainDeletes, ...drafted.plainDeletes];
  const result = composeMutation({ set: mutation.set, plainDeletes, plainRows: drafted.plainRows }, settled, schema);
  const lines = (kind: 'set' | 'delete'): string[] =>
    printMutation({ mutations: [{ set: [], delete: [], [kind]: result[kind] }] })
      .split('\n')
      .filter((line) => line.endsWith(' .'));
  return { set: lines('set'), delete: lines('delete') };
}

it('the client’s facts keep their facets, and inferred facts get theirs', async () => {
  expect(await composed('{ set { _:a <keeps> <0x2> (since=1815) . } }')).toEqual({
    set: ['_:a <keeps> <0x2> (since=1815) .', '<0x2> <keptBy> _:a (owl.inferred=true) .'],
    delete: [],
  });
});

it('an inferred fact does not overwrite an asserted one, and is written once', async () => {
  const stored = '0x1 dgraph.type Animal\n0x2 keptBy 0x1*';
  expect(await composed('{ set { <0x1> <dgraph.type> "Dog" .\n<0x1> <keeps> <0x2> . } }', stored)).toEqual({
    set: ['<0x1> <dgraph.type> "Dog" .', '<0x1> <keeps> <0x2> .'],
    delete: [],
  });
});

it('an asserted fact that is still entailed is written again as inferred', async () => {
  const stored = '0x1 dgraph.type Dog\n0x1 dgraph.type Animal';
  expect(await composed('{ delete { <0x1> <dgraph.type> "Animal" . } }', stored)).toEqual({
    set: ['<0x1> <dgraph.type> "Animal" (owl.inferred=true) .'],
    delete: [],
  });
});

it('list values are deleted by name, a single value in any spelling', async () => {
  const stored = '0x1 keeps 0x2\n0x2 keptBy 0x1*\n0x1 age "7"\n0x1 years "7"*';
  expect(await composed('{ delete { <0x1> <keeps> * .\n<0x1> <age> * . } }', stored)).toEqual({
    set: [],
    delete: ['<0x1> <keeps> <0x2> .', '<0x1> <age> * .', '<0x2> <keptBy> <0x1> .', '<0x1> <years> * .'],
  });
});

it('a value that a set replaces is not deleted', async () => {
  const stored = '0x1 age "7"\n0x1 years "7"*';
  expect(await composed('{ set { <0x1> <age> "8" . } }', stored)).toEqual({
    set: ['<0x1> <age> "8" .', '<0x1> <years> "8" (owl.inferred=true) .'],
    delete: [],
  });
});

it('a delete names the language of a value', async () => {
  const stored = '0x1 call "x"@en\n0x1 shout "x"@en*\n0x1 call "y"@de\n0x1 shout "y"@de*';
  expect(await composed('{ delete { <0x1> <call@en> * . } }', stored)).toEqual({
    set: [],
    delete: ['<0x1> <call> "x"@en .', '<0x1> <shout> "x"@en .'],
  });
  expect(await composed('{ set { <0x1> <call> "w"@de . } }', stored)).toEqual({
    set: ['<0x1> <call> "w"@de .', '<0x1> <shout> "w"@de (owl.inferred=true) .'],
    delete: [],
  });
});

describe('spellings of one value in a list', () => {
  const [UTC, EAST, WEST] = ['2020-01-01T00:00:00Z', '2020-01-01T02:00:00+02:00', '2019-12-31T23:00:00-01:00'];
  const opened = { p: 'opened', text: UTC };
  const inferred = { p: 'read', text: UTC, isInferred: true };
  const read = (text: string) => ({ p: 'read', text });

  it('an asserted one replaces the inferred one', async () => {
    const set = [`<0x1> <read> "${EAST}" .`];
    const written = await composed(`{ set { ${set[0]!} } }`, '', [opened, inferred]);
    expect(written).toEqual({ set, delete: [`<0x1> <read> "${UTC}" .`] });
    const same = `<0x1> <read> "${UTC}" .`;
    expect(await composed(`{ set { ${same} } }`, '', [opened, inferred])).toEqual({ set: [same], delete: [] });
  });

  it('an asserted one stays when the inferred one loses its support, in either order of reading', async () => {
    for (const spellings of [
      [inferred, read(EAST)],
      [read(EAST), inferred],
      [read(WEST), inferred, read(EAST)],
    ]) {
      const written = await composed(`{ delete { <0x1> <opened> * . } }`, '', [opened, ...spellings]);
      expect(written).toEqual({ set: [], delete: expect.arrayContaining([`<0x1> <read> "${UTC}" .`]) });
      expect(written.delete.join()).not.toMatch(/[+-]0\d:00"/);
    }
  });

  it('the inferred one replaces the asserted ones', async () => {
    const written = await composed(`{ delete { <0x1> <read> "${EAST}" . } }`, '', [opened, read(EAST), read(WEST)]);
    expect(written.set).toEqual([`<0x1> <read> "${UTC}" (owl.inferred=true) .`]);
    expect(written.delete.sort()).toEqual([`<0x1> <read> "${WEST}" .`, `<0x1> <read> "${EAST}" .`]);
  });
});

it('a delete that no rule concerns is sent unchanged', async () => {
  expect(await composed('{ delete { <0x1> <tags> * .\n<0x1> <other> "x" . } }')).toEqual({
    set: [],
    delete: ['<0x1> <tags> * .', '<0x1> <other> "x" .'],
  });
});

it('a predicate with one value has a star for the stored value, or none if a set replaces it', async () => {
  for (const named of ['"x"', '*']) {
    const deletes = `delete { <0x1> <title> ${named} . }`;
    expect(await composed(`{ ${deletes} }`, '0x1 title "x"')).toEqual({ set: [], delete: ['<0x1> <title> * .'] });
    expect(await composed(`{ ${deletes} }`, named === '*' ? '' : '0x1 title "y"')).toEqual({ set: [], delete: [] });
    const set = ['<0x1> <title> "z" .'];
    expect(await composed(`{ ${deletes} set { ${set[0]!} } }`, '0x1 title "x"')).toEqual({ set, delete: [] });
  }
});
