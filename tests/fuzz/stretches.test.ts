/**
 * Longest time for which one request stops the event loop of the gateway, or of the embedded engine, in processor time
 * of the thread. OWLGATE_ALL_CLAUSES=1 sends every body, and at the size that most routes accept.
 */
import { build } from '../support/program/program';
import { hasAllCases } from '../support/runs';
import { Random } from './generate/random';
import { LARGE_REQUESTS, type LargeRequest } from './stretches/bodies';
import { prime } from './subject/prime';
import { Subject } from './subject/program';

/** Milliseconds of processor time that a client of another request does not notice. */
const MOST_MS = 250;
/** The embedded engine reads and applies a schema on its own thread, for as long as clients of a reload notice. */
const MOST_OF_SCHEMA_MS = 1_500;
const mostOf = (role: string, { target }: LargeRequest): number =>
  role === 'worker.js' && /^\/(alter|admin\/schema)$/.test(target) ? MOST_OF_SCHEMA_MS : MOST_MS;
/** Above the size from which bodies are read by other processes. */
const SIZE = hasAllCases ? 4_000_000 : 300_000;
const SMALL = 2_000;
const SAMPLE = 5;

let subject: Subject;

beforeAll(async () => {
  build();
  subject = await Subject.start('embedded');
  await prime(subject);
});

afterAll(() => subject.stop());

async function send({ target, type, body }: LargeRequest, size: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${subject.port}${target}`, {
    method: 'POST',
    headers: { 'Content-Type': type, Accept: 'application/json, text/event-stream', Connection: 'close' },
    body: body(size),
  });
  await response.arrayBuffer();
  return response.status;
}

it('large bodies do not stop the event loop', async () => {
  const random = Random.of(Date.now());
  const requests = hasAllCases
    ? LARGE_REQUESTS
    : Array.from({ length: SAMPLE }, () => random.pick(LARGE_REQUESTS)).filter(
        (each, i, all) => all.indexOf(each) === i,
      );
  const tooLong: string[] = [];
  for (const request of requests) {
    // The first request of a kind loads its code.
    await send(request, SMALL);
    await subject.stretches();
    const status = await send(request, SIZE);
    expect([request.name, status]).not.toEqual([request.name, 500]);
    for (const { role, ms } of await subject.stretches()) {
      if (ms > mostOf(role, request)) tooLong.push(`${request.name}: ${role} ${Math.round(ms)} ms`);
    }
  }
  expect(tooLong).toEqual([]);
}, 1_800_000);

it('a stretch is noticed', async () => {
  await subject.stretches();
  await subject.occupy(400);
  const main = (await subject.stretches()).find(({ role }) => role === 'main');
  expect(main!.ms).toBeGreaterThan(MOST_MS);
});
