/** Traces continue those that clients began. */
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { Traces } from '../../../src/telemetry/tracing';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

/** Spans that have been sent; the exporter forgets its own when it is shut down. */
const sent: ReadableSpan[] = [];
const exporter = new InMemorySpanExporter();
const keep = exporter.export.bind(exporter);
exporter.export = (spans, done) => {
  sent.push(...spans);
  keep(spans, done);
};

it('sends spans with their parents', async () => {
  const traces = new Traces('1.2.3', exporter);
  const request = traces.start('server', 'POST', PARENT);
  expect(request.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  traces.start('client', 'POST', request.traceparent).end({ route: 'cluster' }, false);
  request.end({ route: '/query', 'http.response.status_code': 503 }, true);
  expect(traces.start('server', 'GET', 'no traceparent').traceparent).not.toContain(TRACE);
  // A client that does not record its trace gets none here.
  const unsampled = traces.start('server', 'GET', PARENT.replace(/01$/, '00'));
  expect(unsampled.traceparent).toMatch(/-00$/);
  unsampled.end({}, false);
  await traces.close();
  expect(sent.map((span) => [span.name, span.spanContext().traceId, span.parentSpanContext?.spanId])).toEqual([
    ['POST cluster', TRACE, request.traceparent.slice(36, 52)],
    ['POST /query', TRACE, '00f067aa0ba902b7'],
  ]);
  expect(sent[1]!.attributes).toEqual({ 'http.route': '/query', 'http.response.status_code': 503 });
  expect(sent[1]!.status.code).toBe(2);
  expect(sent[1]!.resource.attributes).toMatchObject({ 'service.name': 'owlgate', 'service.version': '1.2.3' });
});
