/**
 * Traces by OpenTelemetry, sent over OTLP/HTTP. Spans have routes, methods, statuses and counts, never a text or value of
 * a request. Loaded only if traces are on. Sampling follows the standard OTEL_TRACES_SAMPLER.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Span, Tracing } from '../util/telemetry';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const EXPORT_MS = 10_000;
const CLOSE_MS = 2_000;
const HEX = 16;

const GETTER = {
  get: (parent: string, name: string): string | undefined => (name === 'traceparent' ? parent : undefined),
  keys: (): string[] => ['traceparent'],
};

export class Traces implements Tracing {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;
  private readonly propagator = new W3CTraceContextPropagator();

  constructor(version: string, exporter: SpanExporter) {
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'owlgate', 'service.version': version }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    this.tracer = this.provider.getTracer('owlgate', version);
  }

  start(kind: 'server' | 'client', name: string, parent: string | undefined, startedAt?: number): Span {
    const context = parent === undefined ? ROOT_CONTEXT : this.propagator.extract(ROOT_CONTEXT, parent, GETTER);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], startTime: startedAt }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(HEX).padStart(2, '0')}`,
      end: ({ route, ...attributes }, isError) => {
        if (route !== undefined) span.updateName(`${name} ${route}`).setAttribute('http.route', route);
        span.setAttributes(attributes);
        if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  /** Sends the spans that have ended. A collector that does not answer holds up the end for 2 s at most. */
  async close(): Promise<void> {
    const sent = this.provider.shutdown().catch(() => undefined);
    await Promise.race([sent, delay(CLOSE_MS, undefined, { ref: false })]);
  }
}

/** @param url of the collector, as `http://collector:4318/v1/traces` */
export const toCollector = (url: string): SpanExporter => new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
