/** Links by a model: what it is asked, and that nothing is taken from its replies that it was not asked about. */
import fc from 'fast-check';
import { LinkRun, passageOf, type LinkBudget, type Passage } from '../../../../src/retrieval/links/model';
import { applyReply } from '../../../../src/retrieval/links/model/apply';
import { NearTable } from '../../../../src/retrieval/links/model/near';
import { putQuestion, readReply } from '../../../../src/retrieval/links/model/question';
import { OpenAiModel } from '../../../../src/retrieval/model/chat-model';
import type { Graph, Mention } from '../../../../src/retrieval/types';
import { startModelServer, type Line, type ModelServer } from '../../../support/retrieval/model-server';
import { runs } from '../../../support/runs';

const TEXT = 'Mercury sailed at noon. She was the old ship of Hale. Mercury rose.';
const mention = (text: string, uids: readonly string[], classes: readonly string[] = [], nth = 1): Mention => {
  let start = -1;
  for (let i = 0; i < nth; i++) start = TEXT.indexOf(text, start + 1);
  return { start, end: start + text.length, text, uids, classes };
};
const MENTIONS = [
  mention('Mercury', ['0x1', '0x2']),
  mention('ship', [], ['Ship']),
  mention('Hale', ['0x3']),
  mention('Mercury', ['0x1', '0x2'], [], 2),
];
const near = { uids: ['0x4'], classes: ['Ship', 'Boat'] };
const passage = passageOf({ heading: '', text: TEXT, mentions: MENTIONS }, [], near)!;
const vocabulary = {
  nodes: new Map(['0x1', '0x2', '0x3', '0x4'].map((uid) => [uid, `node ${uid}`])),
  classes: new Map([['Boat', 'the kind of thing: boat']]),
};
const question = putQuestion([passage], vocabulary);
/** Handles by what they stand for. */
const c = (key: string): string =>
  [...question.candidates].find(([, each]) => ('uid' in each ? each.uid : each.name) === key)![0];
const replied = (args: unknown) => ({
  text: '',
  toolCalls: [{ id: '1', name: 'link', arguments: typeof args === 'string' ? args : JSON.stringify(args) }],
});
const shown = (mentions: readonly Mention[]) => mentions.map((m) => [m.start, m.text, m.uids, m.classes, m.by]);
const applied = (args: unknown) => {
  const reply = readReply(replied(args), question);
  if (typeof reply === 'string') throw new Error(reply);
  return { mentions: shown(applyReply(passage, reply, 0)), dropped: reply.dropped };
};

describe('the prompt about a passage', () => {
  it('contains ambiguous labels, nodes named nearby, and nodes with similar labels', () => {
    expect(passage.open).toEqual([0, 3]);
    expect(passage.uids).toEqual(['0x3', '0x4']);
    expect(passage.classes).toEqual(['Boat']);
    const quiet = { heading: '', text: 'It rained.', mentions: [] };
    expect(passageOf(quiet, [], { uids: [], classes: [] })).toBeUndefined();
    expect(passageOf(quiet, [MENTIONS[2]!, MENTIONS[0]!], { uids: [], classes: [] })!.uids).toEqual(['0x3']);
  });

  it('uses handles: it contains no uid beyond the lines of candidates', () => {
    const { content } = question.request.messages[1]!;
    expect(content).toContain(`m1: "Mercury" in "Mercury sailed at noon. She was the o"`);
    expect(content).toContain(`m2: "Mercury" in "She was the old ship of Hale. Mercury rose."`);
    expect(content).not.toMatch(/0x\d(?!\n)/);
  });
});

describe('labels similar to words of a text', () => {
  const table = new NearTable('en');
  table.addNode('Eleanor Hale', '0x1');
  table.addNode('Natural History Museum', '0x2');
  table.addNode('Argonauts', '0x3');
  table.addClass('fishing vessel', 'FishingVessel');
  for (let i = 10; i < 40; i++) table.addNode(`Harbour ${i} Street`, `0x${i}`);

  it('match by a part, an inflection or initials, but not by a common word', () => {
    expect(table.find('So Hale went on.').uids).toEqual(['0x1']);
    expect(table.find('the Argonaut’s log').uids).toEqual(['0x3']);
    for (const text of ['at the NHM', 'at the N.H.M. today']) expect(table.find(text).uids).toEqual(['0x2']);
    expect(table.find('nhm').uids).toEqual([]);
    expect(table.find('three vessels')).toEqual({ uids: [], classes: ['FishingVessel'] });
    expect(table.find('a street by the harbour').uids).toEqual([]);
  });
});

describe('a reply', () => {
  it('distinguishes ambiguous labels, and links other words', () => {
    const { mentions, dropped } = applied({
      choices: [
        { mention: 'm1', candidate: c('0x2') },
        { mention: 'm2', candidate: 'none' },
      ],
      links: [
        { passage: 'p1', quote: 'She', candidate: c('0x4') },
        { passage: 'p1', quote: 'the old ship', candidate: c('0x4') },
      ],
    });
    expect(dropped).toBe(0);
    expect(mentions).toEqual([
      [0, 'Mercury', ['0x2'], [], 'model'],
      [24, 'She', ['0x4'], [], 'model'],
      [32, 'the old ship', ['0x4'], ['Ship'], 'model'],
      [48, 'Hale', ['0x3'], [], undefined],
    ]);
  });

  it('leaves unclear mentions to their labels', () => {
    const { mentions } = applied({ choices: [{ mention: 'm1', candidate: 'unclear' }], links: [] });
    expect(mentions).toEqual(shown(MENTIONS));
  });

  it.each<[string, object]>([
    ['a mention that there is not', { choices: [{ mention: 'm9', candidate: 'none' }], links: [] }],
    ['a candidate that there is not', { choices: [{ mention: 'm1', candidate: 'c99' }], links: [] }],
    ['a uid', { choices: [{ mention: 'm1', candidate: '0x2' }], links: [] }],
    ['a candidate of something else', { choices: [{ mention: 'm1', candidate: c('0x4') }], links: [] }],
    ['a passage that there is not', { choices: [], links: [{ passage: 'p2', quote: 'She', candidate: c('0x4') }] }],
    ['words that do not stand there', { choices: [], links: [{ passage: 'p1', quote: 'He', candidate: c('0x4') }] }],
    ['a part of a word', { choices: [], links: [{ passage: 'p1', quote: 'noo', candidate: c('0x4') }] }],
    [
      'the second of one',
      { choices: [], links: [{ passage: 'p1', quote: 'She', occurrence: 2, candidate: c('0x4') }] },
    ],
    ['a candidate not offered', { choices: [], links: [{ passage: 'p1', quote: 'She', candidate: c('0x1') }] }],
    ['nothing but a stop', { choices: [], links: [{ passage: 'p1', quote: '.', candidate: c('0x4') }] }],
  ])('with %s changes nothing', (_, args) => {
    expect(applied(args)).toEqual({ mentions: shown(MENTIONS), dropped: 1 });
  });

  it('does not remove an unambiguous label', () => {
    const over = { passage: 'p1', quote: 'ship of Hale', candidate: c('0x4') };
    expect(applied({ choices: [], links: [over] }).mentions).toEqual(shown(MENTIONS));
  });

  it('that is malformed is reported to the model', () => {
    for (const args of [
      '{',
      '[]',
      'null',
      '{"choices":[]}',
      '{"choices":{},"links":[]}',
      '{"choices":[1],"links":[]}',
    ]) {
      expect(readReply(replied(args), question)).toMatch(/link/);
    }
    expect(readReply({ text: 'I would rather not.', toolCalls: [] }, question)).toMatch(/no call of link/);
    expect(readReply({ text: 'So: {"choices":[],"links":[]}', toolCalls: [] }, question)).toMatchObject({ dropped: 0 });
  });

  it('of any kind gives ordered, disjoint mentions of the text among the candidates', () => {
    const handle = fc.oneof(
      fc.constantFrom('none', 'unclear', 'c0', '__proto__'),
      fc.constantFrom(...question.candidates.keys()),
    );
    const word = fc.constantFrom(...TEXT.split(' '), 'the old ship', 'old ship of Hale', 'Mercury rose', TEXT, '', ' ');
    const reply = fc.record({
      choices: fc.array(fc.record({ mention: fc.constantFrom('m1', 'm2', 'm3', ''), candidate: handle }), {
        maxLength: 6,
      }),
      links: fc.array(
        fc.record({
          passage: fc.constantFrom('p1', 'p0', 'p2'),
          quote: word,
          occurrence: fc.integer({ min: 1, max: 3 }),
          candidate: handle,
        }),
        { maxLength: 8 },
      ),
    });
    fc.assert(
      fc.property(reply, (args) => {
        const read = readReply(replied(args), question);
        if (typeof read === 'string') throw new Error(read);
        const mentions = applyReply(passage, read, 0);
        let last = 0;
        for (const { start, end, text, uids, classes } of mentions) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(TEXT.slice(start, end)).toBe(text);
          expect(['0x1', '0x2', '0x3', '0x4']).toEqual(expect.arrayContaining([...uids]));
          expect(['Ship', 'Boat']).toEqual(expect.arrayContaining([...classes]));
          last = end;
        }
        expect(mentions.some(({ text, uids }) => text === 'Hale' && uids[0] === '0x3')).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a run', () => {
  let server: ModelServer;
  beforeAll(async () => (server = await startModelServer()));
  afterAll(() => server.close());

  const graph: Graph = {
    query: <Data>(text: string) =>
      Promise.resolve({ q: [...text.matchAll(/0x\d/g)].map(([uid]) => ({ uid, l0: `node ${uid}` })) } as Data),
    schema: () => Promise.resolve({ schema: [{ predicate: 'name', type: 'string' }], types: [] } as never),
    ontology: undefined,
    explain: () => Promise.reject(new Error('not asked')),
    queryWithin: () => Promise.reject(new Error('not asked')),
    contradiction: () => Promise.reject(new Error('not asked')),
  };
  const runOf = (budget: Partial<LinkBudget> = {}, signal = new AbortController().signal): LinkRun => {
    const endpoint = { url: server.url, key: '', firstRetryMs: 1 };
    const model = new OpenAiModel({ ...endpoint, model: 'recorded', prices: { input: 1, output: 2 } });
    return new LinkRun(model, graph, signal, { tokens: 100_000, seconds: 5, cost: 1, ...budget });
  };
  const line = (args: object | string, end?: string): Line => ({
    calls: [{ name: 'link', args }],
    ...(end !== undefined && { end }),
  });
  const good = line({ choices: [{ mention: 'm1', candidate: 'c2' }], links: [] });
  const first = async (run: LinkRun, passages: readonly Passage[] = [passage]) => (await run.link(passages))[0];

  it('asks once, and counts its cost', async () => {
    server.play([good]);
    const run = runOf();
    expect((await first(run))![0]).toMatchObject({ uids: ['0x2'], by: 'model' });
    expect(run).toMatchObject({ tokens: 120, stopped: undefined, dropped: 0 });
    expect(run.costUsd).toBeCloseTo((100 * 1 + 20 * 2) / 1e6, 12);
    expect(server.requests[0]!.body).toMatchObject({ tool_choice: { function: { name: 'link' } } });
  });

  it('repeats a malformed reply’s request once, with the fault', async () => {
    server.play([line('not JSON'), good]);
    expect((await first(runOf()))![0]).toMatchObject({ uids: ['0x2'] });
    expect(server.requests[1]!.body.messages.at(-1)!.content).toMatch(/JSON/);
  });

  it('gives up a passage after malformed replies, and the rest after three such passages', async () => {
    server.play(() => line('not JSON'));
    const run = runOf();
    expect(await first(run)).toBeUndefined();
    expect(run.stopped).toBeUndefined();
    await first(run);
    expect(await first(run)).toBeUndefined();
    expect(run.stopped).toMatch(/unusable/);
    const requestCount = server.requests.length;
    expect(await first(run)).toBeUndefined();
    expect(server.requests).toHaveLength(requestCount);
  });

  it('halves passages that are too long for one reply', async () => {
    server.play((request) =>
      /^p2/m.test(request.body.messages[1]!.content!) ? line('{"choices": [', 'length') : good,
    );
    const mentionLists = await runOf().link([passage, passage, passage]);
    expect(mentionLists.map((mentions) => mentions?.[0]?.uids)).toEqual([['0x2'], ['0x2'], ['0x2']]);
    server.play(() => line('{', 'length'));
    expect(await runOf().link([passage, passage])).toEqual([undefined, undefined]);
  });

  it('waits as the endpoint says, and ends if that does not help', async () => {
    server.play([{ status: 429, headers: { 'Retry-After': '0' } }, { status: 503 }, good]);
    expect(await first(runOf())).toBeDefined();
    server.play([{ status: 429, headers: { 'Retry-After': '60' } }]);
    const limited = runOf();
    expect(await first(limited)).toBeUndefined();
    expect(limited.stopped).toMatch(/rate limit/);
    server.play([{ status: 401, body: '{"error":{"message":"no"}}' }]);
    const refused = runOf();
    expect(await first(refused)).toBeUndefined();
    expect(refused.stopped).toMatch(/401/);
    expect(server.requests).toHaveLength(1);
  });

  it('keeps its budgets of time, tokens and money', async () => {
    server.play([{ silence: true }]);
    const late = runOf({ seconds: 0.2 });
    const begun = Date.now();
    expect(await first(late)).toBeUndefined();
    expect(late.stopped).toMatch(/before the deadline/);
    expect(Date.now() - begun).toBeLessThan(20_000);
    for (const [budget, reason] of [
      [{ tokens: 50 }, /50 tokens/],
      [{ cost: 0.0001 }, /0.0001 US dollars/],
    ] as const) {
      server.play([]);
      const run = runOf(budget);
      expect(await first(run)).toBeUndefined();
      expect(run.stopped).toMatch(reason);
      expect(server.requests).toHaveLength(0);
    }
  });

  it('treats a refusal as no answer', async () => {
    server.play([{ refusal: 'no' }]);
    const run = runOf();
    expect(await first(run)).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it('ends when no request waits for it', async () => {
    server.play([{ silence: true }]);
    const client = new AbortController();
    setTimeout(() => client.abort(new Error('gone')), 50);
    await expect(runOf({}, client.signal).link([passage])).rejects.toThrow('gone');
  });
});
