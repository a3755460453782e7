/** Some cases over every route, and some command lines; `npm run fuzz` has more, and a cluster. */
import { build } from '../support/program/program';
import { runCommandLines } from './run/command-line';
import { describeFailure } from './run/failures';
import { runHttp } from './run/http';
import { prime } from './subject/prime';
import { Subject } from './subject/program';

/** The work has deadlines of its own, in the machine's time. */
jest.setTimeout(3_600_000);
const PATIENCE = 2;

beforeAll(() => build());

it('the program answers every request', async () => {
  const { failures, routes } = await runHttp({ requests: 200, seed: 'test', engine: 'embedded', patience: PATIENCE });
  expect(failures.all.map((each) => describeFailure(each, 'embedded'))).toEqual([]);
  expect(routes.size).toBeGreaterThan(25);
});

it('the program ends with a documented status for any arguments', async () => {
  expect(await runCommandLines('test', 0, 8)).toEqual([]);
});

it('the run watches heap, threads and log', async () => {
  const subject = await Subject.start('embedded');
  try {
    await prime(subject);
    const { bytes, threads } = await subject.heap();
    expect(bytes).toBeGreaterThan(2 ** 20);
    expect(threads.map(({ role }) => role)).toEqual(expect.arrayContaining(['main', 'worker.js']));
    expect(subject.grievances).toEqual([]);
    expect(subject.ended).toBeUndefined();
  } finally {
    await subject.stop();
  }
  expect(subject.ended).toBe('stopped');
});
