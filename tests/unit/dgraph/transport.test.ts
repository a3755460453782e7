/** Round trips in traces: each that begins also ends, and a request has one. */
import type { NearReads } from '../../../src/dgraph';
import { parseAddress } from '../../../src/dgraph/address';
import { Transport } from '../../../src/dgraph/transport';
import { requestScope } from '../../../src/util/requestScope';
import type { Span, Tracing } from '../../../src/util/telemetry';

const REQUEST = { method: 'POST', path: '/query', headers: {}, body: '{}' } as const;
/** Port on which nothing listens. */
const NOWHERE = parseAddress('http://127.0.0.1:1');

/** Sends a request of a client, with a look at near reads. @returns the spans: how long each had run, and how it ended */
async function spansOf(answer: NearReads['answer']): Promise<string[]> {
  const spans: string[] = [];
  const tracing: Tracing = {
    start: (_, __, ___, startedAt = 0): Span => {
      const at = spans.push(`begun ${startedAt > 0}`) - 1;
      return { traceparent: '00', end: (attributes) => (spans[at] = `${spans[at]} ${attributes['owlgate.outcome']}`) };
    },
  };
  const nearReads = { answer, close: () => Promise.resolve() };
  const transport = new Transport({ kind: 'embedded', tracing, nearReads }, [NOWHERE]);
  const span: Span = { traceparent: '00-parent', end: () => undefined };
  const scope = { requestId: '1', span, work: undefined };
  await requestScope.run(scope, () => transport.send(REQUEST)).catch(() => undefined);
  transport.close();
  return spans;
}

it('has one round trip for a request that this thread answers', async () => {
  expect(await spansOf(() => ({ status: 200, headers: {}, body: '{}' }))).toEqual(['begun true near']);
});

it('has one round trip for a request that the engine answers', async () => {
  expect(await spansOf(() => undefined)).toEqual(['begun true connect']);
});

it('does not know the outcome of a posted write whose engine has ended', async () => {
  const posting = { post: () => Promise.reject(new Error('the thread has ended')), close: () => undefined };
  const transport = new Transport({ kind: 'embedded', posting }, [NOWHERE]);
  const write = { ...REQUEST, path: '/mutate?commitNow=true' };
  await expect(transport.send(write)).rejects.toMatchObject({ code: 'OutcomeUnknown' });
  transport.close();
});

it('sends over HTTP what is not posted', async () => {
  const posting = { post: () => undefined, close: () => undefined };
  const transport = new Transport({ kind: 'embedded', posting }, [NOWHERE]);
  const write = { ...REQUEST, path: '/mutate?commitNow=true' };
  await expect(transport.send(write)).rejects.toMatchObject({ code: 'EngineUnreachable' });
  transport.close();
});
