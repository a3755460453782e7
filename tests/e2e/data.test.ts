/** Written data and the ontology in force survive any end of the program. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { ask } from '../support/http/client';
import { build, cleanUp, start, temporaryDirectory } from '../support/program/program';

beforeAll(build);
afterEach(cleanUp);

const ZOO = readFileSync(path.join(__dirname, 'zoo.ttl'), 'utf8');
const EVERYTHING = `{
  q(func: has(name), orderasc: name) {
    uid name graph.type @facets eats @facets { uid name } ~eats { uid }
  }
}`;

const json = { 'Content-Type': 'application/json' };
const load = (url: string) =>
  ask(url, '/ontology', { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: ZOO });
const mutate = (url: string, body: unknown) =>
  ask(url, '/mutate?commitNow=true', { method: 'POST', headers: json, body: JSON.stringify(body) });
const query = async (url: string, text = EVERYTHING) =>
  (await ask(url, '/query', { method: 'POST', headers: { 'Content-Type': 'application/dql' }, body: text })).json;

describe('after a clean end', () => {
  it('data, inferred facts, schema, ontology and version are as before', async () => {
    const directory = temporaryDirectory();
    const first = start({ OWLGATE_DATA: directory });
    const url = await first.url();
    expect((await load(url)).json.status).toBe('success');
    await load(url);
    await mutate(url, { set: [{ 'graph.type': 'Dog', name: 'Rex', eats: { 'graph.type': 'Plant', name: 'Grass' } }] });
    await mutate(url, { set: [{ 'graph.type': 'Mammal', name: 'Ann' }] });
    const before = await query(url);
    const schema = await query(url, 'schema {}');
    const ontology = await ask(url, '/ontology');
    expect(before.data.q).toHaveLength(3);
    const rex = before.data.q.find(({ name }: any) => name === 'Rex');
    expect([...rex['graph.type']].sort()).toEqual(['Animal', 'Dog', 'Mammal']);
    expect((await first.end()).code).toBe(0);

    const again = await start({ OWLGATE_DATA: directory }).url();
    expect((await query(again)).data).toEqual(before.data);
    expect((await query(again, 'schema {}')).data).toEqual(schema.data);
    const recovered = await ask(again, '/ontology');
    expect(recovered.text).toBe(ontology.text);
    expect(recovered.headers['x-owlgate-version']).toBe('2');
    expect(recovered.headers.etag).toBe(ontology.headers.etag);
    const rejected = await mutate(again, { set: [{ 'graph.type': ['Dog', 'Plant'], name: 'Weed' }] });
    expect(rejected.json.errors[0].message).toMatch(/^owl\/materializer: disjointness violation on entity /);
    expect((await query(again)).data).toEqual(before.data);
  });
});

describe('after kill -9', () => {
  it('every answered write is complete, and no write is stored in part', async () => {
    const directory = temporaryDirectory();
    const program = start({ OWLGATE_DATA: directory });
    const url = await program.url();
    await load(url);
    const answered: string[] = [];
    const write = async (client: number): Promise<void> => {
      for (let i = 0; ; i++) {
        const name = `dog ${client}.${i}`;
        const { json: answer } = await mutate(url, {
          set: [{ 'graph.type': 'Dog', name, eats: { 'graph.type': 'Plant', name: `plant ${client}.${i}` } }],
        });
        if (answer.errors) throw new Error(JSON.stringify(answer.errors));
        answered.push(name);
      }
    };
    const clients = [0, 1, 2].map((client) => write(client).catch((error: unknown) => (error as Error).message));
    while (answered.length < 30) await new Promise((resolve) => setTimeout(resolve, 10));
    await program.end('SIGKILL');
    for (const outcome of await Promise.all(clients)) expect(outcome).toMatch(/ECONN|hang up|EPIPE/);

    const again = await start({ OWLGATE_DATA: directory }).url();
    const { data } = await query(
      again,
      '{ q(func: type(Dog)) { name graph.type eats { name graph.type } } plants(func: type(Plant)) { name ' +
        '~eats { uid } } }',
    );
    const names = data.q.map(({ name }: any) => name);
    for (const name of answered) expect(names).toContain(name);
    for (const dog of data.q) {
      expect(dog['graph.type'].sort()).toEqual(['Animal', 'Dog', 'Mammal']);
      expect(dog.eats).toEqual([{ name: dog.name.replace('dog', 'plant'), 'graph.type': ['Plant'] }]);
    }
    expect(data.plants).toHaveLength(data.q.length);
    expect((await ask(again, '/ontology')).text).toBe(ZOO);
  });

  it('the next start ends a delete that was in progress', async () => {
    const directory = temporaryDirectory();
    const program = start({ OWLGATE_DATA: directory });
    const url = await program.url();
    await load(url);
    const hub = (await mutate(url, { set: { uid: '_:hub', name: 'hub' } })).json.data.uids.hub as string;
    for (let i = 0; i < 3; i++) {
      const eaters = Array.from({ length: 1_900 }, (_, k) => ({ uid: `_:n${k}`, eats: { uid: hub } }));
      expect((await mutate(url, { set: eaters })).json.errors).toBeUndefined();
    }
    const edges = async (at: string): Promise<number> =>
      (await query(at, `{ q(func: uid(${hub})) { c: count(~eats) } }`)).data.q[0]?.c as number;
    const answer = mutate(url, { delete: [{ uid: hub }] }).catch((error: unknown) => (error as Error).message);
    const initialCount = await edges(url);
    while ((await edges(url)) === initialCount);
    await program.end('SIGKILL');
    expect(await answer).toMatch(/ECONN|hang up|EPIPE/);

    const again = await start({ OWLGATE_DATA: directory }).url();
    while ((await edges(again)) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const { data } = await query(again, `{ q(func: uid(${hub})) { graph.type } e(func: has(eats)) { uid } }`);
    expect(data).toEqual({ q: [], e: [] });
  }, 120_000);
});
