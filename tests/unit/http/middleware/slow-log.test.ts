/** Lines about slow requests: a shape without literals, no text by default. */
import { shapeOf, SlowLog } from '../../../../src/http/middleware/slow-log';
import { recordingLogger, type LogLine } from '../../../support/http/gateway';

const QUERY = '{ q(func: eq(name, "Ada Secret"), first: 10) { uid name } }';

function lineOf(body: string | undefined, { ms = 100, withText = false, route = '/query' } = {}): LogLine | undefined {
  const log: LogLine[] = [];
  const slowLog = new SlowLog({ thresholdMs: 50, withText, logger: recordingLogger(log) });
  const work = slowLog.begin();
  if (body !== undefined) work.body = Buffer.from(body);
  slowLog.end(work, ms, { route });
  return log[0];
}

it('is silent below the threshold', () => {
  expect(lineOf(QUERY, { ms: 49 })).toBeUndefined();
  expect(lineOf(undefined)!.fields).toEqual({ route: '/query', ms: 100, engineRequests: 0, engineMs: 0 });
});

it('has the text only where it is asked for', () => {
  expect(JSON.stringify(lineOf(QUERY))).not.toContain('Secret');
  expect(lineOf(QUERY, { withText: true })!.fields['text']).toBe(QUERY);
});

// Over gRPC, the route is the method's name; a schema may have the key of access tokens.
it.each(['/login', '/admin', '/admin/schema', '/admin/*', 'Login'])('never has the text of %s', (route) => {
  const line = lineOf('{"userid":"groot","password":"Secret"}', { withText: true, route })!;
  // A digest of the text would let others try passwords.
  expect(line.fields).not.toHaveProperty('shape');
  expect(JSON.stringify(line)).not.toContain('Secret');
});

it('has one shape for texts that differ in literals and spaces alone', () => {
  const shape = lineOf(QUERY)!.fields['shape'];
  expect(shape).toMatch(/^[0-9a-f]{16}$/);
  expect(lineOf('{ q(func: eq(name, "B \\" b"), first: 7)\n{ uid name } }')!.fields['shape']).toBe(shape);
  expect(lineOf(JSON.stringify({ query: QUERY, variables: { $a: 'x' } }))!.fields['shape']).toBe(shape);
  expect(lineOf('{ q(func: eq(age, "B"), first: 7) { uid name } }')!.fields['shape']).not.toBe(shape);
  expect(shapeOf('<urn:a> <p> "x" .')).toBe(shapeOf('<urn:b> <p> "y" .'));
});

it('reads the beginning of a long text in little time', () => {
  for (const part of ['"', '"\\', '<', '1', ' ']) {
    const before = process.cpuUsage();
    lineOf(part.repeat(200_000));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  }
});
