/** Transactions over HTTP: open ones, their snapshots, commit, abort, conflicts. Directly and through the gateway. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { alter, alterPatiently, ask, commit, post, query, rdf, refusal, type Answer } from '../../support/engines/wire';

const ABORTED = /Transaction has been aborted. Please retry/;

/** Returns the parameters of a request in a transaction, or outside of any. */
const within = (txn: Answer): Record<string, string | number> =>
  txn ? { startTs: txn.start_ts, hash: txn.hash ?? '' } : {};

forEachEngine((engine) => {
  describe.each(['directly', 'through the gateway'] as const)('%s', (way) => {
    let url: string;
    let gateway: Gateway | undefined;
    beforeAll(async () => {
      if (way === 'through the gateway') gateway = await startGatewayOver(engine);
      url = (gateway ?? engine).url;
      await engine.reset();
      await alterPatiently(engine.url, alter('name: string @index(exact) @upsert .\nhits: int .\nknows: [uid] .'));
    });
    afterAll(async () => {
      const began = Date.now();
      await gateway?.close();
      // No refused request still waits.
      expect(Date.now() - began).toBeLessThan(20_000);
    });

    const write = async (text: string, txn?: Answer): Promise<Answer> =>
      ask(url, rdf(`{ set { ${text} } }`, within(txn)));
    const names = async (text: string, txn?: Answer): Promise<string[]> => {
      const parameters = within(txn);
      const { data } = await ask(url, query(`{ q(func: eq(name, "${text}")) { name } }`, parameters));
      return (data.q as { name: string }[]).map(({ name }) => name);
    };
    const end = ({ start_ts, hash, keys, preds }: Answer, more: object = {}): ReturnType<typeof commit> =>
      commit({ startTs: start_ts, hash: hash ?? '', ...more }, { keys, preds });

    it('a read-only query has a timestamp that belongs to no transaction', async () => {
      const read = async (more: object = {}): Promise<{ names: number; txn: Answer }> => {
        const { data, extensions } = await ask(
          url,
          query('{ q(func: eq(name, "Reader")) { name } }', { ro: true, ...more }),
        );
        return { names: (data.q as unknown[]).length, txn: extensions.txn };
      };
      const again = ({ txn }: { txn: Answer }): Promise<{ names: number }> => read(within(txn));
      const before = await read();
      const { extensions: begun } = await ask(url, query('{ q(func: eq(name, "Reader")) { name } }'));
      const during = await read();
      expect(during.txn.start_ts).not.toBe(begun.txn.start_ts);
      const { extensions: written } = await write('_:r <name> "Reader" .', begun.txn);
      expect(await again(during)).toMatchObject({ names: 0 });
      await ask(url, end({ ...begun.txn, ...written.txn }, { abort: true }));
      expect(await again(during)).toMatchObject({ names: 0 });
      await ask(url, rdf('{ set { _:r <name> "Reader" . } }'));
      expect(await again(before)).toMatchObject({ names: 0 });
      expect(await again(during)).toMatchObject({ names: 0 });
      expect(await read()).toMatchObject({ names: 1 });
    });

    it('read-only queries between two commits share a timestamp, whatever they ask', async () => {
      const texts = ['{ q(func: has(name)) { name } }', '{ me() {} }', '{ q(func: uid(0x1)) { uid } }'];
      const timestamps = async (): Promise<Set<number>> => {
        await ask(url, rdf('{ set { _:r <name> "Shared" . } }'));
        const found = new Set<number>();
        for (const text of [...texts, ...texts]) {
          found.add((await ask(url, query(text, { ro: true }))).extensions.txn.start_ts as number);
        }
        return found;
      };
      // A rollup of Dgraph's may come between two of them.
      const isAlways = engine.name === 'embedded';
      const sizes: number[] = [];
      while (sizes.length < 5) sizes.push((await timestamps()).size);
      expect(isAlways ? Math.max(...sizes) : Math.min(...sizes)).toBe(1);
    });

    it('an open transaction’s writes are visible to itself alone until the commit', async () => {
      const { extensions, data } = await write('_:a <name> "open" .');
      expect(data).toMatchObject({ code: 'Success', uids: { a: expect.stringMatching(/^0x/) } });
      const { txn } = extensions;
      expect(txn).toMatchObject({ start_ts: expect.any(Number), keys: expect.any(Array), preds: expect.any(Array) });
      expect(await names('open')).toEqual([]);
      expect(await names('open', txn)).toEqual(['open']);
      const committed = await ask(url, end(txn));
      expect(committed).toMatchObject({ data: { code: 'Success', message: 'Done' } });
      expect(committed.extensions.txn.commit_ts).toBeGreaterThan(txn.start_ts);
      expect(await names('open')).toEqual(['open']);
    });

    const unknown = 9_000_000_000;
    const held: readonly (readonly [string, ReturnType<typeof query>])[] = [
      ['query', query('{ q(func: has(name)) { name } }', { startTs: unknown })],
      ['write', rdf('{ set { _:a <name> "x" . } }', { startTs: unknown })],
      ['write of types', rdf('{ set { _:a <graph.type> "X" . } }', { startTs: unknown })],
      [
        'upsert with types',
        rdf('upsert { query { v as var(func: has(name)) } mutation { set { uid(v) <graph.type> "X" . } } }', {
          startTs: unknown,
        }),
      ],
    ];
    // A real engine holds the request if it comes directly.
    const refusing = way === 'directly' ? undefined : it.each(held);
    refusing?.(
      'a %s in a transaction that never began is refused, not held (Dgraph itself waits for ever)',
      async (_, request) => {
        const began = Date.now();
        expect(await refusal(url, request)).toMatch(
          /startTs 9000000000 was not given out by this (cluster|server) \(the last one was \d+\)/,
        );
        expect(Date.now() - began).toBeLessThan(20_000);
        expect(await names('x')).toEqual([]);
      },
    );

    it('several mutations form one transaction', async () => {
      const first = await write('_:a <name> "part one" .');
      const uid = first.data.uids.a as string;
      const second = await write(`<${uid}> <hits> "1" .`, first.extensions.txn);
      const { keys, preds } = second.extensions.txn;
      const all = [...first.extensions.txn.keys, ...keys];
      await ask(url, end({ ...first.extensions.txn, keys: all, preds: [...first.extensions.txn.preds, ...preds] }));
      const { data } = await ask(url, query('{ q(func: eq(name, "part one")) { name hits } }'));
      expect(data.q).toEqual([{ name: 'part one', hits: 1 }]);
    });

    it('an aborted transaction leaves nothing', async () => {
      const { extensions } = await write('_:a <name> "aborted" .');
      await ask(url, end(extensions.txn, { abort: true }));
      expect(await names('aborted')).toEqual([]);
    });

    it('a transaction reads the state at its start', async () => {
      const { extensions } = await ask(url, query('{ q(func: eq(name, "later")) { name } }'));
      await ask(url, rdf('{ set { _:a <name> "later" . } }'));
      expect(await names('later', extensions.txn)).toEqual([]);
      expect(await names('later')).toEqual(['later']);
    });

    it('has, ranges and the first key of an order ignore the transaction’s own writes', async () => {
      await alterPatiently(engine.url, alter('rank: int @index(int) .\ntag: [string] @index(exact) @count .'));
      const first = await write('<0x11> <rank> "3" .\n<0x12> <rank> "2" .\n<0x11> <tag> "a" .');
      await ask(url, end(first.extensions.txn));
      const { extensions } = await write(
        '<0x11> <rank> "1" .\n<0x13> <rank> "5" .\n<0x12> <tag> "b" .\n<0x12> <tag> "c" .',
      );
      const { txn } = extensions;
      const uids = (list: Answer[]): string[] => list.map(({ uid }) => uid as string);
      const { data } = await ask(
        url,
        query(
          `{ has(func: has(rank)) { uid } range(func: ge(rank, 1)) { uid } equal(func: eq(rank, [1, 5])) { uid }
             counted(func: ge(count(tag), 1)) { uid } twice(func: eq(count(tag), 2)) { uid }
             order(func: uid(0x11, 0x12, 0x13), orderasc: rank) { uid } of(func: uid(0x11)) { rank }
             filtered(func: uid(0x11, 0x12, 0x13)) @filter(has(rank) and lt(rank, 2)) { uid } }`,
          within(txn),
        ),
      );
      expect(uids(data.has)).toEqual(['0x11', '0x12']);
      expect(uids(data.range)).toEqual(['0x12']);
      expect(uids(data.equal)).toEqual(['0x11', '0x13']);
      expect(uids(data.counted)).toEqual(['0x11']);
      expect(uids(data.twice)).toEqual(['0x12']);
      expect(uids(data.order)).toEqual(['0x12', '0x11', '0x13']);
      expect(data.of).toEqual([{ rank: 1 }]);
      expect(uids(data.filtered)).toEqual(['0x11']);
      await ask(url, end(txn, { abort: true }));
    });

    it('a read-only request is answered without a transaction', async () => {
      const { extensions } = await write('_:a <name> "read only" .');
      await ask(url, end(extensions.txn));
      for (const parameters of [{ ro: true }, { ro: true, be: true }] as Record<string, boolean>[]) {
        const { data } = await ask(url, query('{ q(func: eq(name, "read only")) { name } }', parameters));
        expect(data).toEqual({ q: [{ name: 'read only' }] });
      }
      expect(await refusal(url, query('{ q(func: has(name)) { name } }', { ro: 'perhaps' }))).toContain(
        'while parsing ro as bool',
      );
    });

    it('of two transactions that write one value the second commit is aborted', async () => {
      const { data } = await ask(url, rdf('{ set { _:a <hits> "0" . } }'));
      const uid = data.uids.a as string;
      const one = (await write(`<${uid}> <hits> "1" .`)).extensions.txn;
      const two = (await write(`<${uid}> <hits> "2" .`)).extensions.txn;
      await ask(url, end(one));
      expect(await refusal(url, end(two))).toMatch(ABORTED);
      expect((await ask(url, query(`{ q(func: uid(${uid})) { hits } }`))).data.q).toEqual([{ hits: 1 }]);
    });

    it('two transactions that write different nodes both commit', async () => {
      const one = (await write('_:a <hits> "10" .')).extensions.txn;
      const two = (await write('_:a <hits> "20" .')).extensions.txn;
      await ask(url, end(one));
      await ask(url, end(two));
    });

    it('@upsert makes two transactions that write one indexed value conflict', async () => {
      const one = (await write('_:a <name> "unique" .')).extensions.txn;
      const two = (await write('_:b <name> "unique" .')).extensions.txn;
      await ask(url, end(one));
      expect(await refusal(url, end(two))).toMatch(ABORTED);
      expect(await names('unique')).toEqual(['unique']);
    });

    it('a commit without a start timestamp is refused', async () => {
      const { body } = await post(url, commit({}));
      expect(body.errors[0].message).toMatch(/startTs/i);
    });

    it('Ratel ends a failed mutation by aborting transaction 0', async () => {
      const { status, body } = await post(url, commit({ startTs: 0, abort: true }));
      expect(status).toBe(200);
      expect(body).toMatchObject({ errors: [{ message: expect.any(String) }] });
    });
  });
});
