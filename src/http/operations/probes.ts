/** Operations of people, orchestrators and monitoring: root, liveness, readiness, metrics. */
import { json, object, operation, string, type Schema } from './operation';

const CHECK: Schema = object({ ok: { type: 'boolean' }, 'reason?': string });

export const ROOT = operation({
  id: 'getRoot',
  tag: 'service',
  summary: 'Name and version of the program, and its main paths',
  parameters: {},
  answers: {
    200: {
      description: 'By `Accept`, text without it.',
      content: {
        ...json(object({ name: string, version: string, about: string, links: { type: 'object' } })),
        'text/html': string,
        'text/plain': string,
      },
    },
  },
  errors: ['NotAcceptable'],
});

export const LIVE = operation({
  id: 'getLiveness',
  tag: 'service',
  summary: 'Liveness: the gateway itself runs',
  parameters: {},
  answers: { 200: { description: 'It runs, whatever the engine does.', content: json(object({ status: string })) } },
  errors: [],
});

const READINESS = json(
  object({
    status: { type: 'string', enum: ['ready', 'not ready'] },
    checks: object({ engine: CHECK, materialization: CHECK, disk: CHECK }),
    ontology: { type: ['integer', 'null'], description: 'Version in force.' },
  }),
);

export const READY = operation({
  id: 'getReadiness',
  tag: 'service',
  summary: 'Readiness: the engine answers, stored facts are complete, and the disk takes writes',
  parameters: {},
  answers: {
    200: { description: 'Requests are answered in full.', content: READINESS },
    503: { description: 'A check fails; its reason says why.', content: READINESS },
  },
  errors: [],
});

export const METRICS = operation({
  id: 'getMetrics',
  tag: 'service',
  summary: 'Metrics of the gateway, for Prometheus',
  parameters: {},
  answers: { 200: { description: 'Metrics in text format.', content: { 'text/plain': string } } },
  errors: [],
});
