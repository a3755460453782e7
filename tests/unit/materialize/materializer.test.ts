/** The gateway's heart: what passes through it, what is declared on the way, and how it ends. */
import { setImmediate } from 'node:timers/promises';
import { CountingTestbed } from '../../support/materialize/counting';
import { LIBRARY } from '../../support/materialize/library';

const RDF = 'application/rdf';
const POEM = '{ set { _:a <graph.type> "Poem" . } }';
let testbed: CountingTestbed;
beforeEach(async () => (testbed = await CountingTestbed.start(LIBRARY)));
afterEach(() => testbed.close());

it('relevant requests are recognized', () => {
  const concerns = (contentType: string, body: string): boolean =>
    testbed.materializer.writes.concerns({ contentType, body: Buffer.from(body), parameters: new URLSearchParams() });
  expect(concerns('application/json', '{}')).toBe(true);
  expect(concerns('text/turtle', '')).toBe(true);
  expect(concerns('text/plain', POEM)).toBe(false);
});

it('a client’s transaction that began before a load is aborted, with Dgraph’s words', async () => {
  const { data } = await testbed.mutate(RDF, '{ set { _:a <title> "x" . } }');
  const { extensions } = await testbed.mutate(RDF, POEM, '');
  await testbed.materializer.loads.load({ source: LIBRARY, profile: 'lenient' });
  const late = testbed.mutate(
    RDF,
    `{ set { <${data.uids.a}> <graph.type> "Poem" . } }`,
    `startTs=${extensions.txn.start_ts}`,
  );
  await expect(late).rejects.toMatchObject({
    code: 'TransactionAborted',
    message: 'Transaction has been aborted. Please retry',
  });
});

it('predicates of single edges in JSON are declared once', async () => {
  const body = (uid: string): string => JSON.stringify({ set: { uid, 'graph.type': 'Poem', pet: { uid: '_:p' } } });
  const first = await testbed.counted(() => testbed.mutate('application/json', body('_:a')));
  const second = await testbed.counted(() => testbed.mutate('application/json', body('_:b')));
  expect(first.requests).toMatchObject({ alters: 1, mutations: 1 });
  expect(second.requests).toEqual({ queries: 0, mutations: 1 });
});

it('a stop waits for running writes', async () => {
  const write = testbed.mutate(RDF, POEM).then(() => 'answered');
  await testbed.materializer.stop();
  expect(await Promise.race([write, setImmediate('still running')])).toBe('answered');
});
