/** Run, read what is missing, run again: over an engine that answers queries from a list of facts. */
import { settle, type Settled } from '../../../../src/materialize/store/settle';
import type { FactQuery } from '../../../../src/materialize/store/fact-query';
import type { ReadTransaction } from '../../../../src/materialize/store/transaction';
import { factAt } from '../../../../src/materialize/write/contradiction-messages';
import { WriteDraft } from '../../../../src/materialize/write/draft';
import { contextOf, mutationOf, schemaOf } from '../../../support/materialize/small';

const schema = schemaOf(
  'part: [uid]\npartOf: [uid]\nnext: [uid]\nowner: uid\nheir: uid\niri: string\ncall: string @lang\nshout: ' +
    'string @lang',
);
const context = contextOf(
  `:A a owl:Class ; rdfs:subClassOf :B . :B a owl:Class .
   :part a owl:ObjectProperty . :partOf a owl:ObjectProperty ; owl:inverseOf :part .
   :next a owl:ObjectProperty , owl:TransitiveProperty .
   :owner a owl:ObjectProperty , owl:FunctionalProperty . :heir a owl:ObjectProperty ; rdfs:subPropertyOf :owner .
   :call a owl:DatatypeProperty ; rdfs:subPropertyOf :shout . :shout a owl:DatatypeProperty .`,
  schema,
);

/** Answers each read with what the test gives for its text. */
async function settled(
  rdf: string,
  answers: readonly ((text: string) => Record<string, unknown>)[],
  limit?: number,
): Promise<Settled & { texts: string[]; inferred: string[] }> {
  const draft = new WriteDraft(mutationOf(rdf), context);
  const texts: string[] = [];
  const transaction = {
    ask: ({ isEmpty, text }: FactQuery) => {
      if (isEmpty) return Promise.resolve({});
      texts.push(text);
      const answer = answers[texts.length - 1];
      if (!answer) throw new Error(`not expected: ${text}`);
      return Promise.resolve(answer(text));
    },
  } as unknown as ReadTransaction;
  const result = await settle({
    plan: context.plan,
    schema,
    transaction,
    iris: [...draft.iris],
    languages: draft.languages,
    draft: (workingSet, resolve) => draft.over(workingSet, resolve),
    ...(limit !== undefined && { limit }),
  });
  const inferred = result.inference.inferred
    .map((row) => Object.values(factAt(result.workingSet, row)).join(' '))
    .sort();
  return { ...result, texts, inferred };
}

it('new nodes need no read', async () => {
  const { texts, inferred, rounds } = await settled('{ set { _:a <part> _:b .\n_:b <dgraph.type> "A" . } }', []);
  expect(texts).toEqual([]);
  expect(rounds).toBe(0);
  expect(inferred).toEqual(['_:b dgraph.type B', '_:b partOf _:a']);
});

it('the needs of one round are one query', async () => {
  const { texts, inferred } = await settled('{ set { <0x1> <part> <0x2> .\n<0x3> <dgraph.type> "A" . } }', [
    () => ({}),
  ]);
  expect(texts).toHaveLength(1);
  expect(inferred).toEqual(['0x2 partOf 0x1', '0x3 dgraph.type B']);
});

it('a stored inferred fact is not inferred again', async () => {
  const { inferred } = await settled('{ set { <0x3> <dgraph.type> "A" . } }', [
    () => ({ n0: [{ uid: '0x3', f0: ['B'], 'f0|owl.inferred': { '0': true } }] }),
  ]);
  expect(inferred).toEqual([]);
});

it('a join is followed to its end, one query for each step', async () => {
  const chain: Record<string, string> = { '0x2': '0x3', '0x3': '0x4' };
  const answer = (text: string): Record<string, unknown> => {
    const data: Record<string, unknown> = {};
    for (const [, alias, uids, fields] of text.matchAll(/(n\d+)\(func: uid\(([^)]*)\)\) \{ uid(.*) \}/g)) {
      data[alias!] = uids!.split(', ').map((uid) => {
        const node: Record<string, unknown> = { uid };
        for (const [, field, predicate] of fields!.matchAll(/(f\d+): (~?next)/g)) {
          if (predicate === 'next' && chain[uid]) node[field!] = [{ uid: chain[uid] }];
        }
        return node;
      });
    }
    return data;
  };
  const { texts, inferred } = await settled(
    '{ set { <0x1> <next> <0x2> . } }',
    Array.from({ length: 6 }, () => answer),
  );
  expect(inferred).toEqual(['0x1 next 0x3', '0x1 next 0x4']);
  expect(texts.length).toBeLessThanOrEqual(4);
});

it('IRIs are looked up with the first read; unknown ones get new nodes', async () => {
  const { created, resolve, inferred, texts } = await settled(
    '{ set { <http://ex.org/old> <part> <http://ex.org/new> .\n<http://ex.org/old> <dgraph.type> "A" . } }',
    [
      (text) => {
        const alias = /(n\d+)\(func: eq\(iri, \["http:\/\/ex.org\/old"/.exec(text)?.[1] ?? 'n0';
        return { [alias]: [{ uid: '0x5', iri: 'http://ex.org/old' }] };
      },
      () => ({}),
    ],
  );
  expect([...created.keys()]).toEqual(['<http://ex.org/new>']);
  expect(resolve('<http://ex.org/old>')).toBe('0x5');
  const label = `_:${[...created.values()][0]!}`;
  expect(inferred).toEqual(['0x5 dgraph.type B', `${label} partOf 0x5`]);
  expect(texts.length).toBeLessThanOrEqual(2);
});

it('newly found languages are read as well', async () => {
  const { texts } = await settled('{ delete { <0x1> <call> * . } }', [
    () => ({ n0: [{ uid: '0x1', 'f0all@en': 'word' }] }),
    (text) => {
      expect(text).toContain('call@en');
      return { n0: [{ uid: '0x1', f0l0: 'word', 'f0all@en': 'word' }] };
    },
    () => ({ n0: [{ uid: '0x1', f0l0: 'word', 'f0all@en': 'word', 'f0l0|owl.inferred': true }] }),
  ]);
  expect(texts[0]).not.toContain('call@en');
});

it('a stored value is read if one value is allowed and one is inferred', async () => {
  const { texts, inferred } = await settled('{ set { <0x1> <heir> <0x2> . } }', [() => ({}), () => ({})]);
  expect(texts.join('\n')).toMatch(/f\d+: owner /);
  expect(inferred).toEqual(['0x1 owner 0x2']);
});

it('more inferred facts than the limit are an overflow, without further reads', async () => {
  const statements = Array.from({ length: 30 }, (_, i) => `_:a${i} <dgraph.type> "A" .`).join('\n');
  const over = await settled(`{ set { ${statements} } }`, [], 29);
  expect(over.inference.overflow).toBe(true);
  const just = await settled(`{ set { ${statements} } }`, [], 30);
  expect(just.inference.overflow).toBe(false);
});

it('gives other work turns while it evaluates what follows from a long chain', async () => {
  const nodes = 200;
  const chain = Array.from({ length: nodes }, (_, i) => `_:n${i} <next> _:n${i + 1} .`);
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const { inferred, rounds } = await settled(`{ set { ${chain.join('\n')} } }`, []);
  isOver = true;
  expect(inferred).toHaveLength((nodes * (nodes - 1)) / 2);
  expect(rounds).toBe(0);
  expect(turns).toBeGreaterThan(3);
});
