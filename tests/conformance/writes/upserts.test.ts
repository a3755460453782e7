/** Upserts and open transactions with an ontology in force. */
import { factsOf } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import {
  alter,
  alterPatiently,
  ask,
  commit,
  json,
  post,
  query,
  rdf,
  refusal,
  type Answer,
} from '../../support/engines/wire';
import { ZOO } from '../ontology/zoo';

const asserted = 'asserted';
const inferred = 'inferred';
const DOG = { Dog: asserted, Mammal: inferred, Animal: inferred };

const schemaQuery = (name: string) => query(`schema(pred: [${name}]) { type }`);

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, ZOO));
  const facts = (uid: string, edges: readonly string[] = []): ReturnType<typeof factsOf> =>
    factsOf(testbed.engine.url, uid, edges);
  const byName = async (name: string): Promise<string[]> => {
    const { data } = await ask(testbed.engine.url, query(`{ q(func: eq(name, "${name}"), orderasc: age) { uid } }`));
    return (data.q as Answer[]).map(({ uid }) => uid as string);
  };

  it('repeated upserts create one node', async () => {
    const body = rdf(`upsert {
      query { q(func: eq(name, "once")) { v as uid } }
      mutation @if(eq(len(v), 0)) { set {
        _:n <name> "once" .
        _:n <graph.type> "Dog" .
      } }
    }`);
    const first = await ask(testbed.url, body);
    expect(first.data).toMatchObject({ uids: { n: expect.any(String) }, queries: { q: [] } });
    const second = await ask(testbed.url, body);
    expect(second.data.uids ?? {}).toEqual({});
    expect(second.data.queries).toEqual({ q: [{ uid: first.data.uids.n }] });
    expect(await byName('once')).toEqual([first.data.uids.n]);
    expect((await facts(first.data.uids.n as string)).types).toEqual(DOG);
  });

  it('a condition without a query is ignored as in Dgraph, with rules or without', async () => {
    for (const cond of ['@if(eq(len(v), 1))', '@if(gt(len(v), 0))', 'nonsense']) {
      const name = `unasked ${cond}`;
      const { data, extensions } = await ask(testbed.url, json({ cond, set: { name, 'graph.type': 'Dog' } }));
      expect(data.uids).toEqual({ 'blank-0': expect.any(String) });
      expect(extensions.ontology).toMatchObject({ inferred: 2 });
      expect((await facts(data.uids['blank-0'] as string)).types).toEqual(DOG);
      const dry = await ask(testbed.url, json({ cond, set: { name, 'graph.type': 'Dog' } }, { dryRun: true }));
      expect(dry.extensions.ontology).toMatchObject({ inferred: 2 });
      const plain = await ask(testbed.url, json({ query: ' ', cond, mutations: [{ cond, set: { note: name } }] }));
      const noted = query(`{ q(func: uid(${plain.data.uids['blank-0']})) { note } }`);
      expect((await ask(testbed.engine.url, noted)).data.q).toEqual([{ note: name }]);
    }
    const withVariable = json({ cond: '@if(eq(len(v), 0))', set: { uid: 'uid(v)', 'graph.type': 'Dog' } });
    expect(await refusal(testbed.url, withVariable)).toMatch(/not defined/);
  });

  it('a mutation without a condition is carried out after one with a failed condition', async () => {
    const { data } = await ask(
      testbed.url,
      json({
        query: '{ v as var(func: eq(name, "nobody of that name")) }',
        mutations: [
          { cond: '@if(gt(len(v), 0))', set: { uid: '_:no', note: 'no' } },
          { set: { uid: '_:yes', note: 'yes' } },
        ],
      }),
    );
    expect(Object.keys(data.uids as object)).toEqual(['yes']);
  });

  it('a variable writes to several nodes, each with its consequences', async () => {
    await ask(testbed.url, json({ set: [1, 2, 3].map((age) => ({ uid: `_:n${age}`, name: 'pack', age })) }));
    await ask(
      testbed.url,
      json({ query: '{ q(func: eq(name, "pack")) { v as uid } }', set: { uid: 'uid(v)', 'graph.type': 'Dog' } }),
    );
    const uids = await byName('pack');
    expect(uids).toHaveLength(3);
    for (const uid of uids) expect((await facts(uid)).types).toEqual(DOG);
  });

  it('two variables multiply, and so do inverse edges', async () => {
    await ask(
      testbed.url,
      json({
        set: [1, 2].flatMap((age) => [
          { name: 'subject', age },
          { name: 'object', age },
        ]),
      }),
    );
    await ask(
      testbed.url,
      rdf(`upsert {
        query { a(func: eq(name, "subject")) { a as uid } b(func: eq(name, "object")) { b as uid } }
        mutation { set { uid(a) <keeps> uid(b) . } }
      }`),
    );
    const [subjects, objects] = [await byName('subject'), await byName('object')];
    for (const uid of objects) {
      expect((await facts(uid, ['keptBy'])).edges['keptBy']).toEqual(
        Object.fromEntries(subjects.map((subject) => [subject, inferred])),
      );
    }
  });

  it('a variable deletes facts and their consequences', async () => {
    await ask(testbed.url, json({ set: { name: 'gone', 'graph.type': 'Dog' } }));
    const [uid] = await byName('gone');
    await ask(
      testbed.url,
      rdf(`upsert {
        query { q(func: eq(name, "gone")) { v as uid } }
        mutation { delete { uid(v) <graph.type> "Dog" . } }
      }`),
    );
    expect((await facts(uid!)).types).toEqual({});
  });

  it('values of the query are written', async () => {
    await ask(testbed.url, json({ set: { name: 'older', age: 5 } }));
    await ask(
      testbed.url,
      rdf(`upsert {
        query { q(func: eq(name, "older")) { v as uid a as age b as math(a + 1) } }
        mutation { set { uid(v) <age> val(b) .
          uid(v) <graph.type> "Dog" . } }
      }`),
    );
    const [uid] = await byName('older');
    const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${uid!})) { age } }`));
    expect(data.q).toEqual([{ age: 6 }]);
    expect((await facts(uid!)).types).toEqual(DOG);
  });

  it('values keep the types that they have without rules', async () => {
    await alterPatiently(testbed.url, alter('text: string .\nsize: float .\nwhole: int .\nmade: datetime .'));
    const set = '_:a <text> "7" .\n_:a <size> "1e20" .\n_:a <whole> "7" .\n_:a <made> "2020-01-01" .';
    const { a } = (await ask(testbed.engine.url, rdf(`{ set {\n${set}\n} }`))).data.uids as Record<string, string>;
    const typesBy = async (url: string, prefix: string, more: string): Promise<string[]> => {
      const names = ['text', 'size', 'whole', 'made'];
      const query = names.map((name) => `${name}Value as ${name}`).join(' ');
      const statements = names.map((name) => `uid(v) <${prefix}${name}> val(${name}Value) .`).join('\n');
      const mutation = `mutation { set {\n${statements}\n${more}\n} }`;
      await ask(url, rdf(`upsert {\nquery { v as var(func: uid(${a!})) { ${query} } }\n${mutation}\n}`));
      return Promise.all(
        names.map(async (name) => {
          const { data } = await ask(testbed.engine.url, schemaQuery(`${prefix}${name}`));
          return data.schema[0].type as string;
        }),
      );
    };
    expect(await typesBy(testbed.url, 'ruled', 'uid(v) <graph.type> "Dog" .')).toEqual(
      await typesBy(testbed.engine.url, 'plain', ''),
    );
  });

  describe('open transactions', () => {
    const at = (txn: Answer): Record<string, string | number> => ({ startTs: txn.start_ts, hash: txn.hash ?? '' });
    const end = (txn: Answer, more: object = {}): ReturnType<typeof commit> =>
      commit({ ...at(txn), ...more }, { keys: txn.keys, preds: txn.preds });

    it('keep consequences to themselves until the commit', async () => {
      const { data, extensions } = await ask(testbed.url, json({ set: { uid: '_:a', 'graph.type': 'Dog' } }, {}));
      const uid = data.uids.a as string;
      expect((await facts(uid)).types).toEqual({});
      await ask(testbed.url, end(extensions.txn));
      expect((await facts(uid)).types).toEqual(DOG);
    });

    it('reason over their own writes', async () => {
      const first = await ask(testbed.url, json({ set: { uid: '_:a', 'graph.type': 'Cat', name: 'within' } }, {}));
      const { txn } = first.extensions;
      const message = await refusal(
        testbed.url,
        json({ set: { uid: first.data.uids.a, 'graph.type': 'Dog' } }, at(txn)),
      );
      expect(message).toMatch(/^owl\/materializer: disjointness violation on entity 0x/);
      await post(testbed.url, end(txn, { abort: true }));
      expect(await byName('within')).toEqual([]);
    });

    it('leave nothing after an abort', async () => {
      const { data, extensions } = await ask(testbed.url, json({ set: { uid: '_:a', 'graph.type': 'Dog' } }, {}));
      await ask(testbed.url, end(extensions.txn, { abort: true }));
      expect((await facts(data.uids.a as string)).types).toEqual({});
    });

    it('one of two transactions with contradicting consequences is aborted', async () => {
      const { data } = await ask(testbed.url, json({ set: { uid: '_:a', name: 'contested' } }));
      const uid = data.uids.a as string;
      const cat = (await ask(testbed.url, json({ set: { uid, 'graph.type': 'Cat' } }, {}))).extensions.txn;
      const dog = (await ask(testbed.url, json({ set: { uid, 'graph.type': 'Dog' } }, {}))).extensions.txn;
      await ask(testbed.url, end(cat));
      expect(await refusal(testbed.url, end(dog))).toMatch(/aborted/i);
      expect((await facts(uid)).types).toEqual({ Cat: asserted, Mammal: inferred, Animal: inferred });
    });
  });
});
