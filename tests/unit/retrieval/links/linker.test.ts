/** Mentions: the longest label at each place, held against a search that tries everything. */
import fc from 'fast-check';
import { foldWord, foldWords, labelOfName } from '../../../../src/retrieval/links/fold';
import { linkedPredicates } from '../../../../src/retrieval/links/label-source';
import { hashLabel, LabelTable } from '../../../../src/retrieval/links/label-table';
import { findMentions, GraphLinker } from '../../../../src/retrieval/links/linker';
import type { Graph } from '../../../../src/retrieval/types';
import { silent } from '../../../../src/util/log';

function tableOf(labels: readonly string[]): LabelTable {
  const table = new LabelTable();
  for (const [i, label] of labels.entries()) table.add(label, `0x${(i + 1).toString(16)}`);
  return table;
}

const mentionsIn = (text: string, labels: readonly string[]) =>
  findMentions(text, tableOf(labels), new Map()).map((mention) => [mention.text, ...mention.uids]);

describe('findMentions', () => {
  it('prefers the longest label of whole words, without case, diacritics and plural', () => {
    expect(mentionsIn('The Río Tinto mines; rio tintos. Riot.', ['Rio', 'Rio Tinto', 'tin', 'mine'])).toEqual([
      ['Río Tinto', '0x2'],
      ['mines', '0x4'],
      ['rio tintos', '0x2'],
    ]);
    expect(mentionsIn("Hale’s ship, the ships' crew", ['Hale', 'ship'])).toEqual([
      ['Hale', '0x1'],
      ['ship', '0x2'],
      ['ships', '0x2'],
    ]);
  });

  it('returns every node of an ambiguous label, and none for a function word', () => {
    expect(mentionsIn('Mercury is the one', ['Mercury', 'mercury', 'The', 'is', 'A'])).toEqual([
      ['Mercury', '0x1', '0x2'],
    ]);
  });

  it('stops at the end of a paragraph', () => {
    expect(mentionsIn('of New\n\nYork. New\nYork.', ['New York'])).toEqual([['New\nYork', '0x1']]);
  });

  it('finds labels in scripts without spaces', () => {
    expect(mentionsIn('私は東京タワーに行った', ['東京タワー', '東京'])).toEqual([['東京タワー', '0x1']]);
  });

  it('agrees with an exhaustive search', () => {
    const word = fc.constantFrom('ada', 'Ada', 'holm', 'of', 'lights', 'light', 'São', 'sao', 'city', 'cities', 'x1');
    const phrase = (most: number) => fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(phrase(4), { maxLength: 8 }), phrase(25), (labels, text) => {
        const usable = labels.map((label, i) => ({
          words: foldWords(label).map((w) => w.folded),
          uid: `0x${(i + 1).toString(16)}`,
          label,
        }));
        const words = foldWords(text);
        const expected: (readonly string[])[] = [];
        for (let from = 0; from < words.length;) {
          const fitting = usable.filter(
            ({ words: parts, label }) => hashLabel(label) && parts.every((part, i) => words[from + i]?.folded === part),
          );
          const longest = Math.max(0, ...fitting.map(({ words: parts }) => parts.length));
          if (longest > 0) {
            const uids = fitting.filter(({ words: parts }) => parts.length === longest).map(({ uid }) => uid);
            expected.push([text.slice(words[from]!.start, words[from + longest - 1]!.end), ...uids]);
          }
          from += Math.max(1, longest);
        }
        expect(mentionsIn(text, labels)).toEqual(expected);
      }),
    );
  });

  it('handles a hundred thousand labels, and a label of as many nodes', () => {
    const table = new LabelTable();
    for (let i = 1; i <= 100_000; i++) {
      table.add(`Station ${i} north`, `0x${i.toString(16)}`);
      table.add('Same name', `0x${i.toString(16)}`);
    }
    const mentions = findMentions('From Station 77777 north to station 9 North, of the same name.', table, new Map());
    expect(mentions.map(({ uids }) => uids)).toEqual([['0x12fd1'], ['0x9'], expect.any(Array)]);
    expect(mentions[2]!.uids.length).toBe(20);
  });
});

describe('folding', () => {
  it.each([
    ['Cities', 'city'],
    ['boxes', 'box'],
    ['glasses', 'glass'],
    ['glass', 'glass'],
    ['Zürich', 'zurich'],
    ['status', 'status'],
    ['axis', 'axis'],
    ['Ærø', 'aero'],
  ])('folds %s to %s', (word, folded) => expect(foldWord(word)).toBe(folded));

  it('splits names in the style of code', () => {
    expect(['hasBirthPlace', 'birth_place', 'Person.name', 'HTTPServer', 'Room12'].map(labelOfName)).toEqual([
      'has Birth Place',
      'birth place',
      'Person name',
      'HTTP Server',
      'Room12',
    ]);
  });
});

describe('linkedPredicates', () => {
  it('are strings with a known name or an exact index', () => {
    const schema = [
      { predicate: 'name', type: 'string' },
      { predicate: 'Person.fullName', type: 'default', lang: true },
      { predicate: 'skos.prefLabel', type: 'string' },
      { predicate: 'code', type: 'string', tokenizer: ['exact'] },
      { predicate: 'abstract', type: 'string', tokenizer: ['fulltext'] },
      { predicate: 'username', type: 'string' },
      { predicate: 'name2', type: 'int' },
      { predicate: 'owlgate.document.title', type: 'string' },
      { predicate: 'dgraph.xid', type: 'string', tokenizer: ['exact'] },
      { predicate: 'iri', type: 'string', tokenizer: ['exact'] },
    ];
    expect(linkedPredicates({ schema })).toEqual([
      { name: 'name', lang: false },
      { name: 'Person.fullName', lang: true },
      { name: 'skos.prefLabel', lang: false },
      { name: 'code', lang: false },
    ]);
  });
});

describe('GraphLinker', () => {
  let now = 0;
  let label = 'Ada';
  let reads = 0;
  let tookMs = 0;
  let failure: Error | undefined;
  const graph = {
    schema: () => Promise.resolve({ schema: [{ predicate: 'name', type: 'string' }], types: [] }),
    query: async () => {
      reads++;
      await Promise.resolve();
      now += tookMs;
      if (failure) throw failure;
      return { q: [{ uid: '0x1', name: label }] };
    },
  } as unknown as Graph;
  const knows = async (linker: GraphLinker, name: string) => (await linker.mentions(name)).length > 0;
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    [now, label, reads, tookMs, failure] = [1_000_000, 'Ada', 0, 0, undefined];
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('reads labels once for concurrent requests, and again after two seconds', async () => {
    const linker = new GraphLinker(graph, silent);
    expect(await Promise.all([knows(linker, 'Ada'), knows(linker, 'Bob')])).toEqual([true, false]);
    label = 'Bob';
    now += 1_900;
    expect(await knows(linker, 'Bob')).toBe(false);
    now += 200;
    expect([await knows(linker, 'Bob'), reads]).toEqual([true, 2]);
  });

  it('answers with current labels while a large graph is read again', async () => {
    const linker = new GraphLinker(graph, silent);
    tookMs = 1_000;
    expect(await knows(linker, 'Ada')).toBe(true);
    label = 'Bob';
    now += 11_000;
    expect(await knows(linker, 'Ada')).toBe(true);
    await settled();
    expect([await knows(linker, 'Bob'), reads]).toEqual([true, 2]);
    label = 'Cyd';
    now += 100_000;
    expect([await knows(linker, 'Cyd'), reads]).toEqual([true, 3]);
  });

  it('reports a failure to waiting requests only, and tries again', async () => {
    const linker = new GraphLinker(graph, silent);
    tookMs = 1_000;
    await knows(linker, 'Ada');
    failure = new Error('away');
    now += 11_000;
    expect(await knows(linker, 'Ada')).toBe(true);
    await settled();
    now += 100_000;
    await expect(knows(linker, 'Ada')).rejects.toThrow('away');
    failure = undefined;
    expect(await knows(linker, 'Ada')).toBe(true);
  });

  it('discards labels that were read before an invalidation', async () => {
    const linker = new GraphLinker(graph, silent);
    const early = knows(linker, 'Ada');
    linker.forget();
    label = 'Bob';
    expect(await knows(linker, 'Bob')).toBe(true);
    await early;
    expect(await knows(linker, 'Bob')).toBe(true);
  });
});
