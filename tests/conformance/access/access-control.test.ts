/**
 * Cluster with access control (ACL): the gateway reads and writes for rules with its own login, and a client neither
 * learns nor changes through it what it may not read or write.
 */
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { alter, commit, json, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { LIBRARY, NS } from '../../support/materialize/library';
import { httpServer } from '../../support/dgraph/servers';
import { until } from '../../support/until';

const version = dgraphVersion();
/** Lifetimes of tokens: short, so that tokens are renewed during the tests. */
const LIVES = { accessSeconds: 8, refreshSeconds: 12 };
const LOGIN = { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'password' };
const PASSWORD = 'a long password';

describeIf(version, 'there is no dgraph program on the PATH')('with access control', () => {
  let dgraph: RunningDgraph;
  let gateway: Gateway;

  async function send(user: string | undefined, posted: Posted, url = gateway.url): Promise<Answer> {
    const token = user === undefined ? undefined : await login(user);
    const response = await fetch(url + posted.path, {
      method: 'POST',
      headers: { 'Content-Type': posted.type, ...(token !== undefined && { 'X-Dgraph-AccessToken': token }) },
      body: posted.body,
    });
    return JSON.parse(await response.text());
  }

  async function fetchAs(user: string | undefined, path: string): Promise<{ status: number; body: Answer }> {
    const token = user === undefined ? undefined : await login(user);
    const init = token === undefined ? {} : { headers: { 'X-Dgraph-AccessToken': token } };
    const response = await fetch(gateway.url + path, init);
    return { status: response.status, body: await response.json() };
  }

  async function ok(user: string | undefined, posted: Posted): Promise<Answer> {
    const answer = await send(user, posted);
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer;
  }

  async function login(userid: string): Promise<string> {
    const password = userid === 'groot' ? LOGIN.DGRAPH_PASSWORD : PASSWORD;
    const response = await fetch(`${dgraph.url}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userid, password, namespace: 0 }),
    });
    const { data } = (await response.json()) as Answer;
    if (!data?.accessJWT) throw new Error(`no login for ${userid}`);
    return data.accessJWT;
  }

  async function admin(text: string): Promise<void> {
    const answer = await send(
      'groot',
      { path: '/admin', type: 'application/json', body: JSON.stringify({ query: text }) },
      dgraph.url,
    );
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  }

  const load = async (user: string | undefined, parameters = ''): Promise<Answer> =>
    send(user, { path: `/ontology${parameters}`, type: 'text/turtle', body: LIBRARY });
  /** Returns the types of a node, read with all rights. */
  const typesOf = async (uid: string): Promise<Answer> =>
    (await ok('groot', query(`{ q(func: uid(${uid})) { dgraph.type @facets(owl.inferred) title } }`))).data.q[0];
  const message = (answer: Answer): string => answer.errors?.[0]?.message;

  beforeAll(async () => {
    dgraph = await startDgraph(version!, LIVES);
    gateway = await startGatewayOver(dgraph, { ...LOGIN, OWLGATE_IMPORTS_FETCH: '127.0.0.1:*' });
    // The clerk may write books and read titles, but not their authors.
    await admin(
      `mutation { addUser(input: [{ name: "clerk", password: "${PASSWORD}", groups: [{ name: "clerks" }] }]) ` +
        '{ user { name } } }',
    ).catch(async () => {
      await admin('mutation { addGroup(input: [{ name: "clerks" }]) { group { name } } }');
      await admin(
        `mutation { addUser(input: [{ name: "clerk", password: "${PASSWORD}", groups: [{ name: "clerks" }] ` +
          '}]) { user { name } } }',
      );
    });
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  it('a gateway with no login or a wrong login reports the fault', async () => {
    await expect(startGatewayOver(dgraph)).rejects.toThrow(/needs its own login: set DGRAPH_USER and DGRAPH_PASSWORD/);
    const wrong = startGatewayOver(dgraph, { ...LOGIN, DGRAPH_PASSWORD: 'wrong', OWLGATE_WAIT: '0' });
    await expect(wrong).rejects.toMatchObject({ code: 'LoginRefused' });
  });

  it('only guardians load and validate an ontology', async () => {
    for (const user of [undefined, 'clerk']) {
      const refused = await load(user);
      expect(refused.errors[0].extensions.code).toBe('AccessDenied');
      expect((await load(user, '?validate=true')).errors[0].extensions.code).toBe('AccessDenied');
    }
    expect((await load('groot', '?validate=true')).status).toBe('valid');
    expect(await load('groot')).toMatchObject({ status: 'success', version: 1 });
    // Permissions to read and write.
    const rules = ['title', 'dgraph.type', 'isbn', 'iri']
      .map((predicate) => `{ predicate: "${predicate}", permission: 6 }`)
      .join(', ');
    await admin(
      `mutation { updateGroup(input: { filter: { name: { eq: "clerks" } }, set: { rules: [${rules}] } }) { ` +
        'group { name } } }',
    );
    await ok('groot', alter('note: string .'));
    // Dgraph applies changed permissions within seconds.
    await until(async () => !(await send('clerk', rdf('{ set { _:probe <title> "probe" . } }', {}))).errors);
  });

  it('a client’s write is completed by rules over predicates that the client may not read', async () => {
    const { data, extensions } = await ok('groot', json({ set: { 'graph.type': 'Novel', title: 'Emma' } }));
    expect(extensions.ontology).toMatchObject({ version: 1, inferred: 2 });
    expect(extensions.txn.commit_ts).toBeGreaterThan(extensions.txn.start_ts);
    expect(await typesOf(data.uids['blank-0'])).toMatchObject({
      'dgraph.type': expect.arrayContaining(['Novel', 'Book', 'Work']),
    });

    const clerks = await ok('clerk', json({ set: { uid: '_:b', isbn: '123', title: 'Persuasion' } }));
    expect(clerks.data.uids).toEqual({ b: expect.stringMatching(/^0x/) });
    expect(clerks.extensions.ontology).toMatchObject({ asserted: 2, inferred: 2 });
    const book = await typesOf(clerks.data.uids.b);
    expect(book).toMatchObject({ title: 'Persuasion', 'dgraph.type': expect.arrayContaining(['Book', 'Work']) });
    expect(book['dgraph.type|owl.inferred']).toEqual({ 0: true, 1: true });

    const plain = await ok('clerk', json({ set: { uid: clerks.data.uids.b, title: 'Persuasion, again' } }));
    expect(plain.extensions.ontology).toMatchObject({ inferred: 0 });
    const deletion = await ok('clerk', json({ delete: { uid: clerks.data.uids.b, isbn: null } }));
    expect(deletion.extensions.ontology).toMatchObject({ retracted: 2 });
    expect((await typesOf(clerks.data.uids.b))['dgraph.type']).toBeUndefined();
  });

  it('only writes with one token share a transaction, and each is answered for itself', async () => {
    const tokens = { clerk: await login('clerk'), groot: await login('groot') };
    const write = async (user: 'clerk' | 'groot', set: object): Promise<Answer> => {
      const { path, type, body } = json({ set });
      const headers = { 'Content-Type': type, 'X-Dgraph-AccessToken': tokens[user] };
      return (await fetch(gateway.url + path, { method: 'POST', headers, body })).json() as Promise<Answer>;
    };
    const users = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? 'clerk' : 'groot'));
    const answers = await Promise.all(
      users.map((user, i) =>
        // One write is forbidden: the others of its group are written.
        write(user, i === 8 ? { note: 'x' } : { uid: '_:b', isbn: `shared ${i}`, title: `shared ${i}` }),
      ),
    );
    expect(message(answers[8])).toMatch(/unauthorized to mutate/);
    const owners = new Map<number, string>();
    let shared = 0;
    for (const [i, { data, extensions, errors }] of answers.entries()) {
      if (i === 8) continue;
      expect(errors).toBeUndefined();
      expect(extensions.ontology).toMatchObject({ asserted: 2, inferred: 2 });
      const { q } = (await ok('groot', query(`{ q(func: uid(${data.uids.b})) { isbn title } }`))).data;
      expect(q).toEqual([{ isbn: `shared ${i}`, title: `shared ${i}` }]);
      const start = extensions.txn.start_ts as number;
      if (owners.has(start)) shared++;
      expect(owners.get(start) ?? users[i]).toBe(users[i]);
      owners.set(start, users[i]!);
    }
    expect(shared).toBeGreaterThan(0);
  });

  it('an IRI names one node', async () => {
    const statement = `{ set { <${NS}sanditon> <title> "Sanditon" .\n <${NS}sanditon> <graph.type> "Novel" . } }`;
    const first = await ok('clerk', rdf(statement));
    expect(Object.keys(first.data.uids)).toEqual([`${NS}sanditon`]);
    await ok('clerk', rdf(statement));
    const { data } = await ok('groot', query(`{ q(func: eq(iri, "${NS}sanditon")) { uid title } }`));
    expect(data.q).toEqual([{ uid: first.data.uids[`${NS}sanditon`], title: 'Sanditon' }]);
  });

  it('an upsert queries with the client’s rights', async () => {
    await ok('groot', json({ set: { title: 'Lady Susan', note: 'secret' } }));
    const upsert = (user: string): Promise<Answer> =>
      ok(
        user,
        rdf(`upsert { query { q(func: eq(title, "Lady Susan")) { v as uid note } }
          mutation @if(gt(len(v), 0)) { set { uid(v) <graph.type> "Novel" . } } }`),
      );
    // The engine omits what the client may not read.
    const clerks = await upsert('clerk');
    expect(clerks.data.queries.q).toEqual([{ uid: expect.any(String) }]);
    expect(clerks.extensions.ontology).toMatchObject({ inferred: 2 });
    expect((await upsert('groot')).data.queries.q).toMatchObject([{ note: 'secret' }]);
  });

  it('the engine refuses a forbidden write, and nothing of it is stored', async () => {
    const body = json({
      set: { uid: '_:x', 'graph.type': 'Novel', title: 'Forged', writtenBy: { uid: '_:y', 'graph.type': 'Author' } },
    });
    expect(message(await send('clerk', body))).toMatch(/unauthorized to mutate following predicates: writtenBy/);
    expect(message(await send('clerk', json({ set: { note: 'x' } })))).toMatch(/unauthorized to mutate/);
    expect(message(await send(undefined, body))).toMatch(/no accessJwt available/);
    expect(message(await send(undefined, json({ set: { title: 'Forged' } })))).toMatch(/no accessJwt available/);
    expect((await ok('groot', query('{ q(func: eq(title, "Forged")) { uid } }'))).data.q).toEqual([]);
    // Also for a delete without a stored edge.
    const { data } = await ok('clerk', json({ set: { uid: '_:p', 'graph.type': 'Novel', title: 'Permitted' } }));
    const deletion = json({ delete: { uid: data.uids.p as string, wrote: null } });
    expect(message(await send('clerk', deletion))).toMatch(/unauthorized to mutate following predicates: wrote/);
    expect((await ok('groot', deletion)).data.uids).toEqual({});
  });

  it('refusals name stored facts to guardians alone', async () => {
    const { data } = await ok('groot', json({ set: { uid: '_:w', 'graph.type': 'Company', title: 'Murray' } }));
    const uid = data.uids.w as string;
    const clash = json({ set: { uid, 'graph.type': 'Novel' } });
    const [ofGuardian, ofClerk] = [(await send('groot', clash)).errors[0], (await send('clerk', clash)).errors[0]];
    expect(ofGuardian.message).toMatch(/disjointness violation/);
    expect(ofClerk.message).toBe(ofGuardian.message);
    expect(ofGuardian.extensions.explanation).toBeDefined();
    // The clerk may read types; the answer contains nothing else.
    expect(ofClerk.extensions).toEqual(ofGuardian.extensions);

    const paths = ['/ontology/violations', `/ontology/explain?subject=${uid}&predicate=graph.type&object=Agent`];
    for (const path of paths) {
      for (const user of [undefined, 'clerk']) {
        const { status, body } = await fetchAs(user, path);
        expect([status, body.errors[0].extensions.code]).toEqual([403, 'AccessDenied']);
      }
      expect((await fetchAs('groot', path)).status).toBe(200);
    }
    const dry = json({ set: { 'graph.type': 'Novel' } }, { dryRun: true });
    expect((await send('clerk', dry)).errors[0].extensions.code).toBe('AccessDenied');
    expect((await ok('groot', dry)).extensions.ontology).toMatchObject({ dryRun: true, inferred: 2 });
    const again = { path: '/ontology/materialize?wait=true', type: 'application/json', body: '' };
    expect((await send('clerk', again)).errors[0].extensions.code).toBe('AccessDenied');
    expect((await ok('groot', again)).status).toBe('success');
  });

  it('a whole-node delete removes the edges that the client may write and lists those that the client may read', async () => {
    const { data: schema } = await ok('groot', query('schema {}'));
    const rights: Readonly<Record<string, number>> = { wrote: 0, penned: 0, contributedTo: 0, writtenBy: 4, heir: 2 };
    const rules = (schema.schema as { predicate: string }[])
      .filter(({ predicate }) => predicate === 'dgraph.type' || !/^(dgraph|owlgate)\./.test(predicate))
      .map(({ predicate }) => `{ predicate: "${predicate}", permission: ${rights[predicate] ?? 6} }`);
    await admin(
      'mutation { updateGroup(input: { filter: { name: { eq: "clerks" } }, set: { rules: ' +
        `[${rules.join(', ')}] } }) { group { name } } }`,
    );
    await until(async () => !(await send('clerk', rdf('{ set { _:probe <heir> _:probed . } }', {}))).errors);
    const nodes = '_:n <title> "N" .\n_:n <graph.type> "Work" .\n_:b <title> "B" .';
    const edges = '_:a <wrote> _:n .\n_:b <soldBy> _:n .\n_:c <heir> _:n .';
    const ends = '<~wrote> { uid } <~soldBy> { uid } <~heir> { uid } <~owner> { uid }';
    const leading = async (uid: string): Promise<Answer> =>
      (await ok('groot', query(`{ q(func: uid(${uid})) { title ${ends} } }`))).data.q[0];

    const { a, b, n } = (await ok('groot', rdf(`{ set { ${nodes}\n${edges} } }`))).data.uids as Record<string, string>;
    const clerks = (await ok('clerk', json({ delete: { uid: n } }))).extensions.ontology;
    expect(clerks.deleted).toEqual({
      nodes: 1,
      incoming: 1,
      edges: [{ subject: b, predicate: 'soldBy', object: n }],
    });
    expect(await leading(n!)).toEqual({ '~wrote': [{ uid: a }] });
    expect(JSON.stringify(clerks)).not.toMatch(/wrote|heir/);
    expect((await ok('groot', json({ delete: { uid: n } }))).extensions.ontology.deleted).toMatchObject({
      incoming: 1,
    });
    expect(await leading(n!)).toBeUndefined();
  });

  it('a client’s transaction contains inferred facts and is committed by the client', async () => {
    const opened = await ok('clerk', json({ set: { uid: '_:t', isbn: '77', title: 'Open' } }, {}));
    const { txn } = opened.extensions;
    expect(txn).toMatchObject({ start_ts: expect.any(Number), hash: expect.any(String) });
    const uid = opened.data.uids.t as string;
    expect(await typesOf(uid)).toBeUndefined();
    const more = await ok(
      'clerk',
      json({ set: { uid, 'graph.type': 'Novel' } }, { startTs: txn.start_ts, hash: txn.hash }),
    );
    const keys = [...txn.keys, ...more.extensions.txn.keys];
    const preds = [...txn.preds, ...more.extensions.txn.preds];
    await ok('clerk', commit({ startTs: txn.start_ts, hash: txn.hash }, { keys, preds }));
    expect((await typesOf(uid))['dgraph.type'].sort()).toEqual(['Book', 'Novel', 'Work']);
  });

  it('the gateway and a load go on after all tokens have expired', async () => {
    const upper = await httpServer((_, response) => {
      setTimeout(() => response.setHeader('Content-Type', 'text/turtle').end(''), (LIVES.refreshSeconds + 1) * 1000);
    });
    try {
      const importing = `${LIBRARY}\n<${NS}> <http://www.w3.org/2002/07/owl#imports> <${upper.url}/upper> .`;
      const posted = { path: '/ontology', type: 'text/turtle', body: importing };
      expect(await send('groot', posted)).toMatchObject({ status: 'success', version: 2 });
    } finally {
      await upper.close();
    }
    const { data } = await ok('clerk', json({ set: { uid: '_:l', isbn: '99' } }));
    expect((await typesOf(data.uids.l))['dgraph.type'].sort()).toEqual(['Book', 'Work']);
    expect(await load('groot')).toMatchObject({ version: 3 });
  });
});
