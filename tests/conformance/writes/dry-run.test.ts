/** Dry runs of writes (POST /mutate?dryRun=true): reported, not written. */
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, ask, graph, json, post, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { NS, ZOO } from '../ontology/zoo';

const DRY = { dryRun: true, commitNow: true };

underGateway((testbed) => {
  const dryRun = async (request: Posted): Promise<Answer> => {
    const before = await dump(testbed.engine.url);
    const { status, body } = await post(testbed.url, request);
    expect(status).toBe(200);
    expect(await dump(testbed.engine.url)).toBe(before);
    return body;
  };
  const facts = (list: readonly Answer[]): string[] =>
    list.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`).sort();

  describe('without an ontology', () => {
    it('refuses plain integers where the write does, in the same words', async () => {
      await ask(testbed.url, alter('an.int: int .\na.string: string .'));
      const values = ['1', '-0', '+007', '', ' 5', '1.5', '1e3', '0x10', '1_0', '9223372036854775807', '1'.repeat(20)];
      values.push('1'.repeat(10_000), '0'.repeat(50), '1e999', 'NaN', 'Inf', '-inf', 'true', 'T', 'yes', 'é');
      let refusals = 0;
      for (const predicate of ['an.int', 'a.string']) {
        for (const value of values) {
          for (const type of ['', '^^<xs:string>']) {
            const text = `{ set { _:x <${predicate}> "${value}"${type} . } }`;
            const [dry, real] = await Promise.all([rdf(text, DRY), rdf(text)].map((each) => post(testbed.url, each)));
            const messageOf = ({ body }: Answer) => (body.errors?.[0].message as string | undefined)?.slice(0, 60);
            expect([predicate, value, type, messageOf(dry)]).toEqual([predicate, value, type, messageOf(real)]);
            if (messageOf(dry) !== undefined) refusals++;
          }
        }
      }
      expect(refusals).toBeGreaterThan(20);
    });

    it('a dry run reports a write, and IRIs without a declaration', async () => {
      expect(await dryRun(rdf('{ set { _:x <new.predicate> "1" .\n_:x <another> _:y . } }', DRY))).toEqual({
        data: { code: 'Success', message: 'Dry run: nothing was written', queries: null, uids: {} },
        extensions: { ontology: { dryRun: true, asserted: 2, inferred: 0, retracted: 0, removed: 0 } },
      });
      const turtle = graph('text/turtle', '<https://example.org/a> <https://example.org/p> "1" .');
      const { extensions } = await dryRun({ ...turtle, path: '/mutate?dryRun=true' });
      expect(extensions.ontology).toMatchObject({ dryRun: true, asserted: 1 });
    });
  });

  describe('with an ontology', () => {
    let uid: Record<'ann' | 'tom' | 'cat', string>;

    beforeAll(async () => {
      await loadOntology(testbed.url, ZOO);
      const { data } = await ask(
        testbed.url,
        rdf(
          '{ set { _:ann <keeps> _:tom .\n_:ann <name> "Ann" .\n_:cat <graph.type> "Cat" .\n_:cat ' +
            '<graph.type> "Mammal" . } }',
        ),
      );
      uid = data.uids as typeof uid;
    });

    it('a dry run reports inferred facts, with new nodes by label', async () => {
      const { data, extensions } = await dryRun(
        rdf(`{ set { _:d <graph.type> "Dog" .\n_:d <keptBy> <${uid.ann}> . } }`, DRY),
      );
      expect(data.uids).toEqual({});
      expect(extensions.ontology).toMatchObject({ version: 1, dryRun: true, asserted: 2, retracted: 0, removed: 0 });
      expect(facts(extensions.ontology.facts.inferred)).toEqual(
        ['_:d graph.type Animal', '_:d graph.type Mammal', `${uid.ann} keeps _:d`, `${uid.ann} looksAfter _:d`].sort(),
      );
      expect(extensions.ontology.inferred).toBe(4);
    });

    it('a dry run reports the same as the write that follows', async () => {
      const body = { set: [{ uid: '_:n', name: 'New', feeds: { uid: uid.tom } }] };
      const dry = await dryRun(json(body, DRY));
      const { extensions } = await ask(testbed.url, json(body));
      const { asserted, inferred, retracted } = dry.extensions.ontology;
      expect({ version: 1, asserted, inferred, retracted }).toEqual(extensions.ontology);
      expect(inferred).toBeGreaterThan(0);
    });

    it('a dry run of a delete lists retracted and remaining facts', async () => {
      const edge = await dryRun(rdf(`{ delete { <${uid.ann}> <keeps> <${uid.tom}> . } }`, DRY));
      expect(facts(edge.extensions.ontology.facts.removed)).toEqual([`${uid.ann} keeps ${uid.tom}`]);
      expect(facts(edge.extensions.ontology.facts.retracted)).toContain(`${uid.ann} graph.type Keeper`);
      const type = await dryRun(rdf(`{ delete { <${uid.cat}> <graph.type> "Mammal" . } }`, DRY));
      expect(facts(type.extensions.ontology.stillEntailed)).toEqual([`${uid.cat} graph.type Mammal`]);
      expect(type.extensions.ontology).toMatchObject({ retracted: 0, removed: 0 });
    });

    it('a dry run is refused as the write would be, with the proof', async () => {
      const write = `{ set { <${uid.cat}> <graph.type> "Dog" . } }`;
      const dry = await dryRun(rdf(write, DRY));
      const { body } = await post(testbed.url, rdf(write));
      expect(dry).toEqual(body);
      expect(dry.errors[0].extensions.code).toBe('DisjointnessViolation');
      expect(dry.errors[0].extensions.explanation.premises).toHaveLength(2);
    });

    it('a dry run of an upsert answers the query and applies the conditions', async () => {
      const upsert = (cond: string, more = '') =>
        rdf(
          `upsert { query { q(func: uid(${uid.ann})) { v as uid name } } mutation @if(${cond}) { set { ` +
            `uid(v) <keeps> _:new . ${more} } } }`,
          DRY,
        );
      const { data, extensions } = await dryRun(upsert('eq(len(v), 1)'));
      expect(data.queries).toEqual({ q: [{ uid: uid.ann, name: 'Ann' }] });
      expect(extensions.ontology.asserted).toBe(1);
      expect(facts(extensions.ontology.facts.inferred)).toContain('_:new graph.type Animal');
      const none = await dryRun(upsert('eq(len(v), 0)'));
      expect(none.extensions.ontology).toMatchObject({ asserted: 0, inferred: 0 });
      const plain = await dryRun(
        rdf(
          `upsert { query { q(func: uid(${uid.ann})) { v as uid } } mutation { set { uid(v) <plain> "x" . } } }`,
          DRY,
        ),
      );
      expect(plain.data.queries).toEqual({ q: [{ uid: uid.ann }] });
      expect(plain.extensions.ontology).toMatchObject({ asserted: 1, inferred: 0 });
    });

    it('a dry run names new nodes by their IRIs', async () => {
      const turtle = graph('text/turtle', `<https://example.org/data/kim> a <${NS}Keeper> .`);
      const { extensions } = await dryRun({ ...turtle, path: '/mutate?dryRun=true' });
      expect(facts(extensions.ontology.facts.inferred)).toContain('<https://example.org/data/kim> graph.type Mammal');
    });

    it('a dry run in a client’s transaction leaves it unchanged', async () => {
      const first = await ask(testbed.url, rdf('{ set { _:o <graph.type> "Dog" . } }', {}));
      const { start_ts, hash } = first.extensions.txn;
      const node = first.data.uids.o;
      const parameters = { startTs: start_ts, ...(hash && { hash }) };
      const { extensions } = await dryRun(
        rdf(`{ delete { <${node}> <graph.type> "Dog" . } }`, { ...parameters, dryRun: true }),
      );
      expect(facts(extensions.ontology.facts.removed)).toEqual([`${node} graph.type Dog`]);
      const { keys, preds } = first.extensions.txn;
      const committed = await post(testbed.url, {
        path: `/commit?${new URLSearchParams({ startTs: String(start_ts), ...(hash && { hash }) }).toString()}`,
        type: 'application/json',
        body: JSON.stringify({ keys, preds }),
      });
      expect(committed.body.data.code).toBe('Success');
      expect(await dump(testbed.engine.url)).toContain(node);
      await ask(testbed.url, json({ delete: [{ uid: node }] }));
    });

    it.each([
      ['a misspelt name', { path: '/mutate?dryrun=true&commitNow=true' }],
      ['a repeated name', { path: '/mutate?dryRun=false&dryRun=true&commitNow=true' }],
      ['a value that is no boolean', { path: '/mutate?dryRun=maybe&commitNow=true' }],
      ['an unreadable media type', { type: 'text/csv' }],
    ])('a request with %s is refused and not written', async (_, wrong) => {
      const body = await dryRun({ ...rdf('{ set { _:x <name> "X" . } }', DRY), ...wrong });
      expect(body.errors).toHaveLength(1);
      expect(body.data ?? null).toBeNull();
    });

    it('a dry run refuses bodies that the engine refuses', async () => {
      const { errors } = await dryRun(
        rdf('upsert { query { q(func: nonsense()) { v as uid } } mutation { set { uid(v) <keeps> _:n . } } }', DRY),
      );
      expect(errors).toHaveLength(1);
    });
  });
});
