/** Reads of a store: the text of the query, and the facts in its answer. */
import { parse } from '../../../../src/dql';
import { FactQueryComposer } from '../../../../src/materialize/store/fact-query-composer';
import { type Need } from '../../../../src/materialize/store/need';
import { WorkingSet } from '../../../../src/materialize/store/working-set';
import { NO_RULES } from '../../../../src/materialize/write/context';
import { ANY, NOW_MASK, Stored } from '../../../../src/reasoner';
import { schemaOf } from '../../../support/materialize/small';

const schema = schemaOf(`
  iri: string
  knows: [uid]
  owner: uid
  name: string
  label: string @lang
  tags: [string]
  age: int
  vector: float32vector
  od:d/name: [uid]`);

const compose = (needs: readonly Need[], iris: readonly string[] = []): ReturnType<FactQueryComposer['compose']> =>
  new FactQueryComposer(schema).compose(needs, iris);
const windowed = (): WorkingSet => new WorkingSet(NO_RULES, () => true);
/** Facts of a working set as lines; inferred ones with a star. */
function linesOf({ table, terms }: WorkingSet): string[] {
  const lines: string[] = [];
  for (let row = 0; row < table.length; row++) {
    if ((table.flags[row]! & NOW_MASK) === 0) continue;
    const texts = [table.subject[row]!, table.predicate[row]!, table.object[row]!].map((id) => terms.text(id));
    lines.push(`${texts.join(' ')}${(table.flags[row]! & Stored.Inferred) !== 0 ? '*' : ''}`);
  }
  return lines;
}
const covers = (workingSet: WorkingSet, s: string | undefined, p: string, o: string | undefined): boolean => {
  const id = (text: string | undefined): number => (text === undefined ? ANY : workingSet.terms.id(text));
  return workingSet.covers(id(s), id(p), id(o));
};

describe('the query', () => {
  it('no IRI is looked up without the predicate of IRIs', () => {
    const composer = new FactQueryComposer(schemaOf('knows: [uid]'));
    expect(composer.compose([{ s: '<urn:a>', p: 'knows' }], ['<urn:b>']).isEmpty).toBe(true);
  });

  it('nodes with the same needs share a block', () => {
    const read = compose([
      { s: '0x1', p: 'dgraph.type' },
      { s: '0x2', p: 'dgraph.type' },
      { s: '0x3', p: 'dgraph.type' },
      { s: '0x3', p: 'name' },
    ]);
    expect(read.text.split('\n')).toEqual([
      'n0(func: uid(0x1, 0x2)) { uid f0: dgraph.type @facets(owl.inferred) }',
      'n1(func: uid(0x3)) { uid f0: dgraph.type @facets(owl.inferred) f1: name @facets(owl.inferred) }',
    ]);
  });

  it('one fact of a list is read alone; a single value is read whole', () => {
    expect(compose([{ s: '0x1', p: 'knows', o: '0x2' }]).text).toBe(
      'n0(func: uid(0x1)) { uid f0: knows @filter(uid(0x2)) @facets(owl.inferred) { uid } }',
    );
    expect(compose([{ s: '0x1', p: 'owner', o: '0x2' }]).text).toContain('f0: owner @facets');
  });

  it('incoming edges are read at the node', () => {
    expect(compose([{ p: 'knows', o: '0x2' }]).text).toBe(
      'n0(func: uid(0x2)) { uid f0: ~knows @facets(owl.inferred) { uid } }',
    );
  });

  it('IRIs are looked up in the same query, and edges to an IRI are filtered by it', () => {
    const read = compose([{ s: '0x1', p: 'knows', o: '<http://ex.org/a"b>' }], ['<http://ex.org/c>']);
    expect(read.text.split('\n')).toEqual([
      'n0(func: eq(iri, ["http://ex.org/c"])) { uid iri: iri }',
      'n1(func: uid(0x1)) { uid f0: knows @filter(eq(iri, ["http://ex.org/a\\"b"])) @facets(owl.inferred) { uid } }',
    ]);
  });

  it('members of a class, a page of them, and all nodes with a predicate are read', () => {
    const page = { first: 10, after: '0x5' };
    expect(compose([{ p: 'dgraph.type', o: 'A "b"', page }]).text).toBe(
      'p0(func: eq(dgraph.type, "A \\"b\\""), first: 10, after: 0x5) { uid f0: dgraph.type @facets(owl.inferred) }',
    );
    expect(compose([{ p: 'od:d/name' }]).text).toBe(
      'p0(func: has(<od:d/name>)) { uid f0: <od:d/name> @facets(owl.inferred) { uid } }',
    );
  });

  it('the query parses with any names', () => {
    const read = compose(
      [
        { s: '0x1', p: 'od:d/name' },
        { p: 'od:d/name', o: '<http://ex.org/x>' },
        { s: '0x1', p: 'label' },
      ],
      ['<http://ex.org/x\\y>'],
    );
    expect(parse(`{ ${read.text} }`).blocks.length).toBeGreaterThan(1);
  });

  it('expected languages are read, and others are detected', () => {
    const reader = new FactQueryComposer(schema);
    reader.expectLanguage('en');
    expect(reader.compose([{ s: '0x1', p: 'label' }]).text).toBe(
      'n0(func: uid(0x1)) { uid f0: label @facets(owl.inferred) f0l0: label@en @facets(owl.inferred) f0all: label@* }',
    );
  });

  it('the query is empty without needs', () => expect(compose([]).isEmpty).toBe(true));
});

describe('the answer', () => {
  it('facets of list values are matched by index, those of an edge at its end', () => {
    const read = compose([
      { s: '0x1', p: 'dgraph.type' },
      { s: '0x1', p: 'tags' },
      { s: '0x1', p: 'knows' },
      { s: '0x1', p: 'owner' },
      { s: '0x1', p: 'age' },
    ]);
    const workingSet = windowed();
    const answer = {
      uid: '0x1',
      f0: ['A', 'B'],
      'f0|owl.inferred': { '1': true },
      f1: ['x', 'y'],
      'f1|owl.inferred': { '0': true, '1': false },
      f2: [{ uid: '0x2' }, { uid: '0x3', 'f2|owl.inferred': true }],
      f3: { uid: '0x4', 'f3|owl.inferred': true },
      f4: 7,
      'f4|owl.inferred': true,
    };
    expect(read.absorb({ n0: [answer] }, workingSet).size).toBe(0);
    expect(linesOf(workingSet)).toEqual([
      '0x1 dgraph.type A',
      '0x1 dgraph.type B*',
      '0x1 tags "x"*',
      '0x1 tags "y"',
      '0x1 knows 0x2',
      '0x1 knows 0x3*',
      '0x1 owner 0x4*',
      '0x1 age "7"*',
    ]);
  });

  it('a fact that was read and is missing is not read again', () => {
    const read = compose([
      { s: '0x1', p: 'dgraph.type' },
      { p: 'knows', o: '0x1' },
      { s: '0x2', p: 'knows', o: '0x3' },
    ]);
    const workingSet = windowed();
    read.absorb({ n0: [], n1: [] }, workingSet);
    expect(covers(workingSet, '0x1', 'dgraph.type', undefined)).toBe(true);
    expect(covers(workingSet, undefined, 'knows', '0x1')).toBe(true);
    expect(covers(workingSet, '0x2', 'knows', '0x3')).toBe(true);
    expect(covers(workingSet, '0x2', 'knows', undefined)).toBe(false);
  });

  it('incoming edges are reversed', () => {
    const workingSet = windowed();
    compose([{ p: 'knows', o: '0x2' }]).absorb(
      { n0: [{ uid: '0x2', f0: [{ uid: '0x1', 'f0|owl.inferred': true }] }] },
      workingSet,
    );
    expect(linesOf(workingSet)).toEqual(['0x1 knows 0x2*']);
  });

  it('large integers keep their digits, and vectors are one value', () => {
    const workingSet = windowed();
    compose([
      { s: '0x1', p: 'age' },
      { s: '0x1', p: 'vector' },
    ]).absorb({ n0: [{ uid: '0x1', f0: 9223372036854775807n, f1: [1, 2.5] }] }, workingSet);
    expect(linesOf(workingSet)).toEqual(['0x1 age "9223372036854775807"', '0x1 vector "[1,2.5]"']);
  });

  it('unread languages are reported, and the values count as unknown until they are read', () => {
    const reader = new FactQueryComposer(schema);
    reader.expectLanguage('en');
    const workingSet = windowed();
    const answer = { n0: [{ uid: '0x1', f0: 'plain', f0l0: 'word', 'f0all@en': 'word', 'f0all@de': 'Wort' }] };
    const unread = reader.compose([{ s: '0x1', p: 'label' }]).absorb(answer, workingSet);
    expect([...unread]).toEqual(['de']);
    expect(covers(workingSet, '0x1', 'label', undefined)).toBe(false);
    reader.expectLanguage('de');
    const again = reader.compose([{ s: '0x1', p: 'label' }]);
    again.absorb({ n0: [{ ...answer.n0[0], f0l1: 'Wort', 'f0l1|owl.inferred': true }] }, workingSet);
    expect(linesOf(workingSet)).toEqual(['0x1 label "plain"', '0x1 label "word"@en', '0x1 label "Wort"@de*']);
    expect(covers(workingSet, '0x1', 'label', undefined)).toBe(true);
  });

  it('an IRI of two nodes belongs to the older one', () => {
    const read = compose([], ['<http://ex.org/a>', '<http://ex.org/b>']);
    const identities = read.identities({
      n0: [
        { uid: '0x10', iri: 'http://ex.org/a' },
        { uid: '0x9', iri: 'http://ex.org/a' },
      ],
    });
    expect([...identities]).toEqual([['<http://ex.org/a>', '0x9']]);
  });

  it('a node that was read by IRI is covered by its uid', () => {
    const read = compose([{ s: '<http://ex.org/a>', p: 'dgraph.type' }], ['<http://ex.org/a>']);
    const workingSet = windowed();
    const data = { n0: [{ uid: '0x7', iri: 'http://ex.org/a', f0: ['A'] }] };
    const identities = read.identities(data);
    read.absorb(data, workingSet, (node) => identities.get(node) ?? node);
    expect(linesOf(workingSet)).toEqual(['0x7 dgraph.type A']);
    expect(covers(workingSet, '0x7', 'dgraph.type', undefined)).toBe(true);
  });
});

it('a slice of the edges to a node covers each of them, not the list', () => {
  const read = compose([{ s: undefined, p: 'knows', o: '0x1', page: { first: 2, after: '0x5' } }]);
  expect(read.text).toBe('n0(func: uid(0x1)) { uid f0: ~knows (first: 2, after: 0x5) @facets(owl.inferred) { uid } }');
  const workingSet = windowed();
  read.absorb({ n0: [{ uid: '0x1', f0: [{ uid: '0x6' }, { uid: '0x7', '~knows|owl.inferred': true }] }] }, workingSet);
  expect(linesOf(workingSet)).toEqual(['0x6 knows 0x1', '0x7 knows 0x1*']);
  expect(covers(workingSet, '0x7', 'knows', '0x1')).toBe(true);
  expect(covers(workingSet, undefined, 'knows', '0x1')).toBe(false);
});

describe('a read of any match', () => {
  it('reads a part, then eight times as much if needed', () => {
    const reader = new FactQueryComposer(schema);
    const need: Need = { s: '0x1', p: 'knows', any: true };
    const workingSet = windowed();
    const sizes: number[] = [];
    for (const stored of [1000, 1000, 1000]) {
      const read = reader.compose([need]);
      const first = Number(/first: (\d+)/.exec(read.text)![1]);
      sizes.push(first);
      const objects = Array.from({ length: Math.min(first, stored) }, (_, i) => ({ uid: `0x${(i + 2).toString(16)}` }));
      read.absorb({ n0: [{ uid: '0x1', f0: objects }] }, workingSet);
      expect(covers(workingSet, '0x1', 'knows', undefined)).toBe(objects.length < first);
    }
    expect(sizes).toEqual([64, 512, 4096]);
  });

  it('reads everything if everything is needed as well', () => {
    const read = new FactQueryComposer(schema).compose([
      { s: '0x1', p: 'knows', any: true },
      { s: '0x1', p: 'knows' },
    ]);
    expect(read.text).not.toContain('first:');
    const other = new FactQueryComposer(schema).compose([
      { s: '0x1', p: 'knows' },
      { s: '0x1', p: 'knows', any: true },
    ]);
    expect(other.text).not.toContain('first:');
  });

  it('a page of a predicate covers only its nodes', () => {
    const read = compose([{ p: 'knows', page: { first: 2, after: '0x0' } }]);
    const workingSet = windowed();
    const data = {
      p0: [
        { uid: '0x1', f0: [{ uid: '0x2' }] },
        { uid: '0x3', f0: [{ uid: '0x2' }] },
      ],
    };
    read.absorb(data, workingSet);
    expect(read.subjects(data)).toEqual(['0x1', '0x3']);
    expect(covers(workingSet, '0x3', 'knows', undefined)).toBe(true);
    expect(covers(workingSet, undefined, 'knows', undefined)).toBe(false);
  });
});
