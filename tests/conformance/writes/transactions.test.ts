/** Writes in clients' open transactions, with an ontology in force: behaviour that Dgraph's clients rely on. */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, commit, json, post, query, rdf, refusal, type Answer } from '../../support/engines/wire';
import { factLines, snapshot } from '../../support/materialize/facts';
import { LIBRARY } from '../../support/materialize/library';

const ABORTED = 'Transaction has been aborted. Please retry';

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, LIBRARY));

  const set = (body: string): string => `{ set {\n${body}\n} }`;
  const stored = async (body: string): Promise<Record<string, string>> =>
    (await ask(testbed.url, rdf(set(body)))).data.uids as Record<string, string>;
  const lines = (nodes: Readonly<Record<string, string>>): Promise<string[]> => factLines(testbed.engine.url, nodes);

  /** Transaction as clients keep it: its start timestamp, and the keys and predicates to commit. */
  class Transaction {
    private txn: Answer;
    private readonly keys: string[] = [];
    private readonly preds: string[] = [];

    async write(body: string): Promise<Answer> {
      const answer = await ask(testbed.url, rdf(body, this.at()));
      this.txn ??= answer.extensions.txn;
      this.keys.push(...(answer.extensions.txn.keys as string[]));
      this.preds.push(...(answer.extensions.txn.preds as string[]));
      return answer;
    }

    refused = (body: string): Promise<string | undefined> => refusal(testbed.url, rdf(body, this.at()));
    read = async (text: string): Promise<Answer> => (await ask(testbed.url, query(text, this.at()))).data;
    end = (more: object = {}): Promise<{ body: Answer }> =>
      post(testbed.url, commit({ ...this.at(), ...more }, { keys: this.keys, preds: this.preds }));

    private at(): Record<string, string | number> {
      return this.txn ? { startTs: this.txn.start_ts, hash: this.txn.hash ?? '' } : {};
    }
  }

  it('each write reasons over earlier ones of its transaction, and nothing is visible outside until the commit', async () => {
    const { a } = await stored('_:a <title> "T1" .');
    const txn = new Transaction();
    await txn.write(set(`<${a!}> <graph.type> "Novel" .\n<${a!}> <pages> "1" .`));
    const types = async (): Promise<string[]> =>
      ((await txn.read(`{ q(func: uid(${a!})) { graph.type } }`)).q[0]['graph.type'] as string[]).sort();
    expect(await types()).toEqual(['Book', 'Novel', 'Work']);
    const { extensions } = await txn.write(
      `{ delete { <${a!}> <graph.type> "Novel" . } set { <${a!}> <graph.type> "Poem" .\n<${a!}> <pages> "2" . } }`,
    );
    expect(extensions.ontology).toMatchObject({ asserted: 2, inferred: 1, retracted: 2 });
    expect(await types()).toEqual(['Poem', 'Work']);
    expect(await lines({ a: a! })).toEqual(['a title T1']);
    expect((await txn.end()).body.errors).toBeUndefined();
    expect(await lines({ a: a! })).toEqual(['a pages 2', 'a size 2*', 'a title T1', 'a type Poem', 'a type Work*']);
  });

  it('a refused write leaves its transaction unchanged, which goes on and commits', async () => {
    const { a } = await stored('_:a <title> "T2" .');
    const txn = new Transaction();
    await txn.write(set(`<${a!}> <graph.type> "Company" .`));
    expect(await txn.refused(set(`<${a!}> <graph.type> "Person" .\n_:x <title> "left behind" .`))).toBe(
      `owl/materializer: disjointness violation on entity ${a!}: type "Company" is disjoint with type "Person"`,
    );
    await txn.write(set(`<${a!}> <tag> "after" .`));
    expect((await txn.end()).body.errors).toBeUndefined();
    expect(await lines({ a: a! })).toEqual(['a tag after', 'a title T2', 'a type Agent*', 'a type Company']);
    const { data } = await ask(testbed.engine.url, query('{ q(func: eq(title, "left behind")) { uid } }'));
    expect(data.q).toEqual([]);
  });

  it('an aborted transaction leaves no consequences', async () => {
    const { a, b } = await stored('_:a <title> "T3" .\n_:b <title> "T3" .');
    const before = await snapshot(testbed.engine.url);
    const txn = new Transaction();
    await txn.write(set(`<${a!}> <wrote> <${b!}> .`));
    await txn.write(`{ delete { <${a!}> <title> * . } }`);
    await txn.end({ abort: true });
    expect(await snapshot(testbed.engine.url)).toBe(before);
  });

  it('a conflict is reported to the client in Dgraph’s words', async () => {
    const { a } = await stored('_:a <pages> "1" .');
    const txn = new Transaction();
    await txn.write(set(`<${a!}> <pages> "2" .`));
    await ask(testbed.url, json({ set: { uid: a, pages: 3 } }));
    expect((await txn.end()).body.errors[0].message).toContain(ABORTED);
    expect(await lines({ a: a! })).toEqual(['a pages 3', 'a size 3*']);
  });

  it('two transactions that delete the two supports of one fact do not both commit', async () => {
    const { a } = await stored('_:a <graph.type> "Novel" .\n_:a <isbn> "4" .');
    const [one, two] = [new Transaction(), new Transaction()];
    await one.write(`{ delete { <${a!}> <graph.type> "Novel" . } }`);
    await two.write(`{ delete { <${a!}> <isbn> * . } }`);
    expect((await one.end()).body.errors).toBeUndefined();
    expect((await two.end()).body.errors[0].message).toContain(ABORTED);
    expect(await lines({ a: a! })).toEqual(['a isbn 4', 'a type Book*', 'a type Work*']);
  });

  it('a transaction from before a load neither commits nor writes after it', async () => {
    const { a } = await stored('_:a <title> "T5" .');
    const txn = new Transaction();
    await txn.write(set(`<${a!}> <graph.type> "Poem" .`));
    await loadOntology(testbed.url, LIBRARY);
    expect(await txn.refused(set(`<${a!}> <keyword> "late" .`))).toContain(ABORTED);
    expect((await txn.end()).body.errors[0].message).toContain(ABORTED);
    expect(await lines({ a: a! })).toEqual(['a title T5']);
  });
});
