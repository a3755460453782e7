/**
 * Cost of read requests that repeat one clause: the threads that everybody waits for, the gateway's and the engine's,
 * work for half a second at most, and the program answers afterwards. Thread time is what counts, not the clock: Linux
 * alone tells it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import { CLAUSE_DATA, CLAUSE_ONTOLOGY, CLAUSE_SCHEMA, CLAUSES, type ClauseRequest } from '../support/clauses';
import { describeIf } from '../support/conditional';
import { ask, exchangeBytes } from '../support/http/client';
import { until } from '../support/until';
import { build, cleanUp, start } from '../support/program/program';
import { hasAllCases } from '../support/runs';

const BYTES = 256 * 1024;
/** One clause in so many is measured; all of them with OWLGATE_ALL_CLAUSES=1. */
const SHARE = hasAllCases ? 1 : 8;
/** Milliseconds of one thread. */
const MAX_MS = 500;
/** A request that takes longer is left: threads for long work have it by then. */
const PATIENCE_MS = 1_500;

describeIf(existsSync('/proc/self/schedstat'), 'needs /proc')('a clause, repeated', () => {
  let url: string;
  let pid: number;
  /** Threads that were there before any thread for long work. */
  let serving: readonly string[];

  beforeAll(async () => {
    build();
    const program = start();
    url = await program.url();
    pid = program.child.pid!;
    const loaded = await ask(url, '/ontology', {
      method: 'POST',
      headers: { 'Content-Type': 'text/turtle' },
      body: CLAUSE_ONTOLOGY,
    });
    expect(loaded.status).toBe(200);
    const altered = await ask(url, '/alter', { method: 'POST', body: CLAUSE_SCHEMA });
    expect(altered.json.data.code).toBe('Success');
    const headers = { 'Content-Type': 'application/rdf' };
    const written = await ask(url, '/mutate?commitNow=true', { method: 'POST', headers, body: CLAUSE_DATA });
    expect(written.json.data.code).toBe('Success');
    await send({ path: '/graphql?query={__typename}' });
    serving = [...threadTimes().keys()];
  });
  afterAll(cleanUp);

  /** Milliseconds of the processor that each thread has had. */
  function threadTimes(): ReadonlyMap<string, number> {
    const tasks = `/proc/${pid}/task`;
    return new Map(
      readdirSync(tasks).flatMap((id) => {
        try {
          return [[id, Number(readFileSync(`${tasks}/${id}/schedstat`, 'latin1').split(' ')[0]) / 1e6] as const];
        } catch {
          // The thread has ended in the meantime.
          return [];
        }
      }),
    );
  }

  /** Waits for the answer, or for so long. */
  function send({ path, method = 'GET', headers = {}, body }: ClauseRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = http.request(new URL(path, url), { method, headers, agent: false }, (response) => {
        response.resume();
        response.on('close', () => resolve(response.statusCode!));
      });
      request.on('error', (error) => (request.destroyed ? resolve(0) : reject(error)));
      request.end(body);
      setTimeout(() => (resolve(0), request.destroy()), PATIENCE_MS).unref();
    });
  }

  const spaces = (count: number): string => ' '.repeat(count);
  it.each(
    [16_000, 60_000, 200_000, 261_000, 300_000].flatMap((count) => [
      [`${count} spaces in a credential`, `Authorization: Bearer${spaces(count)}x`],
      [`${count} spaces before a credential`, `Authorization:${spaces(count)}Bearer x`],
      [`${count} spaces after a credential`, `Authorization: Bearer x${spaces(count)}`],
      [`${count} characters of a field`, `X-Auth-Token: ${'x'.repeat(count)}`],
    ]),
  )('a head with %s is answered, or refused with the reason', async (_, field) => {
    const head = `GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${field}\r\n\r\n`;
    expect(await exchangeBytes(url, head)).toMatch(/^HTTP\/1.1 (?:200 |431 [^]*"code":"HeadTooLarge")/);
  });

  it.each(Object.entries(CLAUSES).filter((_, i) => i % SHARE === 0))('%s', async (_, make) => {
    const before = threadTimes();
    const status = await send(make(BYTES));
    expect(status).not.toBe(500);
    // In its turn, after what the request has left to be done.
    await until(async () => (await ask(url, '/health')).status === 200);
    const after = threadTimes();
    const times = serving.map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0));
    expect(Math.max(...times)).toBeLessThan(MAX_MS);
  });
});
