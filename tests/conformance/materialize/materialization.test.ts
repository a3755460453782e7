/**
 * POST /ontology/materialize and GET /ontology/materialization: data written directly to the engine is completed, facts
 * without a derivation are retracted, a run that was cut off resumes, and every gateway reports the progress.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gateway } from '../../../src/app';
import { startGatewayOver } from '../../support/engines/gateway';
import { factsOf } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, query, rdf, type Answer } from '../../support/engines/wire';
import { itOn } from '../../support/runs';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/o> a owl:Ontology .
:Being a owl:Class . :Animal a owl:Class ; rdfs:subClassOf :Being . :Dog a owl:Class ; rdfs:subClassOf :Animal .
:Plant a owl:Class ; owl:disjointWith :Animal .
:chases a owl:ObjectProperty ; rdfs:domain :Animal . :chasedBy a owl:ObjectProperty ; owl:inverseOf :chases .
`;
const MINUTE = 60_000;

interface Event {
  readonly event: string;
  readonly data: Answer;
}

underGateway((testbed) => {
  const write = async (statements: string): Promise<Record<string, string>> =>
    (await ask(testbed.engine.url, rdf(`{ set {\n${statements}\n} }`))).data.uids;
  const request = async (url: string, parameters = ''): Promise<{ status: number; body: Answer; headers: Headers }> => {
    const response = await fetch(`${url}/ontology/materialize${parameters}`, { method: 'POST' });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  const status = async (url: string): Promise<Answer> => (await fetch(`${url}/ontology/materialization`)).json();
  const count = async (root: string): Promise<number> =>
    (await ask(testbed.engine.url, query(`{ q(func: ${root}) { count(uid) } }`))).data.q[0].count;
  const facts = (uid: string | undefined, edges: readonly string[] = []) => factsOf(testbed.engine.url, uid!, edges);
  const manyDogs = async (dogs: number): Promise<void> => {
    for (let from = 0; from < dogs; from += 10_000) {
      const lines = Array.from({ length: Math.min(10_000, dogs - from) }, (_, i) => `_:d${i} <dgraph.type> "Dog" .`);
      await write(lines.join('\n'));
    }
  };
  /** Waits until a gateway reports the wanted status. */
  const until = async (url: string, isSo: (status: Answer) => boolean): Promise<Answer> => {
    for (let progress: Answer, i = 0; ; i++) {
      progress = await status(url);
      if (isSo(progress)) return progress;
      if (i > 3000) throw new Error(`it never came: ${JSON.stringify(progress)}`);
      await delay(20);
    }
  };

  it('a request before any ontology is answered with 409', async () => {
    expect((await request(testbed.url)).status).toBe(409);
    expect((await status(testbed.url)).errors[0].extensions.code).toBe('NoOntology');
  });

  describe('with an ontology in force', () => {
    beforeAll(async () => {
      await loadOntology(testbed.url, ONTOLOGY);
    });

    it('a load leaves its summary', async () => {
      expect(await status(testbed.url)).toEqual({
        state: 'idle',
        version: 1,
        last: expect.objectContaining({ cause: 'load', inferred: 0, startedAt: expect.any(String) }),
      });
    });

    it('a run adds missing facts, retracts underivable ones and reports contradictions', async () => {
      const { data } = await ask(testbed.url, rdf('{ set { _:a <chases> _:b .\n_:c <graph.type> "Dog" . } }'));
      const { a, b, c } = data.uids as Record<string, string>;
      // Behind the gateway: deletes an edge and a type, adds an edge, and gives a node two types.
      await ask(testbed.engine.url, rdf(`{ delete { <${a}> <chases> <${b}> .\n<${c}> <dgraph.type> "Dog" . } }`));
      const n = await write(`_:x <chases> <${c}> .\n_:y <dgraph.type> "Plant" .\n_:y <dgraph.type> "Animal" .`);
      const { status: code, body } = await request(testbed.url, '?wait=true');
      expect(code).toBe(200);
      // Animal and Being of a and of c, and chasedBy of b; chasedBy of c, Animal and Being of x, Being of y.
      expect(body).toMatchObject({
        status: 'success',
        version: 1,
        materialization: { retracted: 5, inferred: 4, violationCount: 1 },
      });
      expect(body.materialization.violations[0].entity).toBe(n['y']);
      expect((await facts(a)).types).toEqual({});
      expect(await facts(b, ['chasedBy'])).toEqual({ types: {}, edges: { chasedBy: {} } });
      expect(await facts(c, ['chasedBy'])).toEqual({ types: {}, edges: { chasedBy: { [n['x']!]: 'inferred' } } });
      expect((await facts(n['x'])).types).toEqual({ Animal: 'inferred', Being: 'inferred' });
      const again = await request(testbed.url, '?wait=true');
      expect(again.body.materialization).toMatchObject({ retracted: 0, inferred: 0, violationCount: 1 });
      expect((await status(testbed.url)).last).toMatchObject({ cause: 'request', inferred: 0, violations: 1 });
    });

    it('unknown parameters are refused with 400, other methods with 405', async () => {
      expect((await request(testbed.url, '?wait=yes')).status).toBe(400);
      expect((await fetch(`${testbed.url}/ontology/materialize`)).status).toBe(405);
    });

    it(
      'a run goes on beside writes, refuses a second run and a load, and every gateway reports and streams ' +
        'its progress',
      async () => {
        await manyDogs(2_500);
        const other = await startGatewayOver(testbed.engine, { OWLGATE_POLL_MS: '50' });
        try {
          const { status: code, body, headers } = await request(testbed.url);
          expect([code, body.status, body.version]).toEqual([202, 'started', 1]);
          expect(headers.get('location')).toBe('/ontology/materialization');
          const [ofFirst, ofSecond] = [events(testbed.url), events(other.url)];
          expect(await status(testbed.url)).toMatchObject({ state: 'running', cause: 'request', version: 1 });
          // Concurrently: the materialization does not run for long.
          await Promise.all([
            expect(loadOntology(testbed.url, ONTOLOGY)).rejects.toThrow('OntologyBusy'),
            ...[testbed.url, other.url].map(async (url) => expect((await request(url)).status).toBe(409)),
          ]);
          const { data } = await ask(testbed.url, rdf('{ set { _:w <graph.type> "Dog" . } }'));
          expect((await facts(data.uids.w as string)).types).toMatchObject({ Animal: 'inferred', Being: 'inferred' });
          for (const received of await Promise.all([ofFirst, ofSecond])) {
            expect(received.length).toBeGreaterThan(1);
            expect(received.at(-1)).toMatchObject({
              event: 'done',
              data: { state: 'idle', last: { inferred: 5_000 } },
            });
            for (const { event, data: progress } of received.slice(0, -1)) {
              expect([event, progress.state]).toEqual(['progress', 'running']);
            }
          }
          expect(await count('eq(dgraph.type, "Being")')).toBe(await count('eq(dgraph.type, "Animal")'));
          expect(await status(other.url)).toEqual(await status(testbed.url));
        } finally {
          await other.close();
        }
      },
      2 * MINUTE,
    );

    it(
      'pages of types beside writes that take the types back leave neither a gap nor a remnant',
      async () => {
        await ask(testbed.url, alterJson({ drop_op: 'DATA' }));
        const dogs = Array.from({ length: 12_000 }, (_, i) => `_:d${i} <dgraph.type> "Dog" .`);
        const uids = Object.values(await write(dogs.join('\n')));
        const other = await startGatewayOver(testbed.engine, { OWLGATE_POLL_MS: '50' });
        try {
          await request(testbed.url);
          let left = uids.length;
          for (let i = 0; i < 40; i++) {
            const taken = uids.filter((_, n) => n % 40 === i).slice(0, 20);
            const lines = taken.map((uid) => `<${uid}> <dgraph.type> "Dog" .`);
            const body = `{ delete { ${lines.join('\n')} } set { _:n${i} <graph.type> "Dog" . } }`;
            await ask(i % 2 === 0 ? testbed.url : other.url, rdf(body));
            left += 1 - taken.length;
          }
          await until(testbed.url, ({ state }) => state === 'idle');
          expect(await count('eq(dgraph.type, "Dog")')).toBe(left);
          for (const above of ['Animal', 'Being']) {
            expect(await count(`eq(dgraph.type, "${above}")`)).toBe(left);
            expect(await count(`eq(dgraph.type, "${above}")) @filter(NOT eq(dgraph.type, "Dog")`)).toBe(0);
          }
        } finally {
          await other.close();
        }
      },
      2 * MINUTE,
    );

    itOn(testbed.engine, 'dgraph')(
      'another gateway resumes an interrupted run at its checkpoint',
      async () => {
        await ask(testbed.url, alterJson({ drop_op: 'DATA' }));
        await manyDogs(10_000);
        // The walk over edges takes longer than that over classes.
        await write(Array.from({ length: 10_000 }, (_, i) => `_:d${i} <chases> _:d${i + 1} .`).join('\n'));
        const first = await startGatewayOver(testbed.engine);
        await request(first.url);
        // State from the checkpoint in the engine: another gateway runs the materialization.
        const left = await until(testbed.url, ({ state, inferred }) => state === 'running' && inferred > 0);
        expect(left.inferred).toBeLessThan(50_000);
        expect((await fetch(`${testbed.url}/health`)).headers.get('X-Owlgate-Entailments')).toBe('incomplete');
        await first.close(0);
        const { last } = await until(testbed.url, ({ state }) => state === 'idle');
        expect(await count('eq(dgraph.type, "Being")')).toBe(20_000);
        expect(await count('has(chasedBy)')).toBe(10_000);
        expect(last).toMatchObject({ cause: 'request', startedAt: left.startedAt, retracted: 0 });
        // Work after the last checkpoint was not counted, and is not repeated.
        expect(last.inferred).toBeGreaterThanOrEqual(left.inferred);
        expect(last.inferred).toBeLessThanOrEqual(50_000);
      },
      2 * MINUTE,
    );

    itOn(testbed.engine, 'embedded')('a gateway that stops ends the streams', async () => {
      await manyDogs(2_000);
      const other: Gateway = await startGatewayOver(testbed.engine);
      await request(testbed.url);
      const response = await fetch(`${other.url}/ontology/materialization`, {
        headers: { Accept: 'text/event-stream' },
      });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      const began = Date.now();
      const [text] = await Promise.all([response.text(), delay(100).then(() => other.close())]);
      expect(Date.now() - began).toBeLessThan(20_000);
      expect(text).toContain('event: progress');
      await until(testbed.url, ({ state }) => state === 'idle');
    });
  });

  /** Returns all events of a stream until its end. */
  async function events(url: string): Promise<Event[]> {
    const response = await fetch(`${url}/ontology/materialization`, { headers: { Accept: 'text/event-stream' } });
    expect(response.status).toBe(200);
    return (await response.text())
      .split('\n\n')
      .map((block) => /^event: (\S+)\ndata: (.*)$/s.exec(block))
      .flatMap((match) => (match ? [{ event: match[1]!, data: JSON.parse(match[2]!) }] : []));
  }
});
