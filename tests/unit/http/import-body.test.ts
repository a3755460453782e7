/** Forms that are cut off or damaged: the parts that were whole, and a refusal; never half a part for a whole one. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { OwlgateError } from '../../../src/errors';
import { importSources } from '../../../src/http/import-body';
import { runs } from '../../support/runs';

const BOUNDARY = 'b7';
const PARTS = ['<a:1> <a:p> "one" .\n', `<a:2> <a:p> "${'two '.repeat(40)}" .\n`, '<a:3> <a:p> "three" .\n'];
const FORM = `${PARTS.map(
  (content, i) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${i}"; filename="f${i}.nt"\r\n` +
    `Content-Type: application/n-triples\r\n\r\n${content}\r\n`,
).join('')}--${BOUNDARY}--\r\n`;

interface Outcome {
  readonly read: readonly string[];
  /** Code of the refusal; otherwise the error itself. */
  readonly failure?: string;
}

let outcome: (value: Outcome) => void;
const server = http.createServer((request, response) => {
  const read: string[] = [];
  const all = async (): Promise<void> => {
    for await (const source of importSources(request, { identity: 'x', base: undefined, name: undefined })) {
      // The rest of the form arrives before the first part is read.
      if (read.length === 0) await delay(1);
      read.push(await text(await source.open()));
    }
  };
  void all()
    .then(() => ({ read }))
    .catch((error: unknown) => ({ read, failure: error instanceof OwlgateError ? error.code : String(error) }))
    .then((value) => outcome(value))
    .finally(() => response.end());
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** @param isCut true if the connection ends before the length that the head states */
async function send(body: string, isCut: boolean): Promise<Outcome> {
  const arrived = new Promise<Outcome>((resolve) => (outcome = resolve));
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': Buffer.byteLength(body) + (isCut ? 100 : 0),
  };
  const { port } = server.address() as AddressInfo;
  const sent = http.request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).on('response', (response) => response.resume());
  if (isCut) sent.write(body, () => setTimeout(() => sent.destroy(), 5));
  else sent.end(body);
  return arrived;
}

it('reads all parts of a whole form', async () => {
  expect(await send(FORM, false)).toEqual({ read: PARTS });
});

it('refuses a form that ends anywhere before its last boundary', async () => {
  const end = FORM.lastIndexOf('--');
  const cuts = fc.record({ at: fc.integer({ min: 0, max: end }), isCut: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(cuts, async ({ at, isCut }) => {
      const { read, failure } = await send(FORM.slice(0, at), isCut);
      expect(failure).toBe('InvalidRequest');
      expect(read).toEqual(PARTS.slice(0, read.length));
    }),
    { numRuns: runs(400) },
  );
});

it('refuses damaged forms, and none with an error of another kind', async () => {
  const damage = fc.record({
    at: fc.integer({ min: 0, max: FORM.length }),
    length: fc.integer({ min: 0, max: 60 }),
    instead: fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('\r\n', '\r\n\r\n', `--${BOUNDARY}`, '--', '\0')),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, length, instead }) => {
      const { failure } = await send(FORM.slice(0, at) + instead + FORM.slice(at + length), false);
      expect([undefined, 'InvalidRequest', 'UnsupportedSyntax', 'UnsupportedMediaType']).toContain(failure);
    }),
    { numRuns: runs(400) },
  );
});

it('refuses a form with too many parts', async () => {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"\r\n\r\n\r\n`;
  const { failure } = await send(`${part.repeat(10_001)}--${BOUNDARY}--\r\n`, false);
  expect(failure).toBe('InvalidRequest');
});
