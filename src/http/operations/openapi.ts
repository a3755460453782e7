/** OpenAPI 3.1 document of owlgate's own routes (https://spec.openapis.org/oas/v3.1.0), made of their operations. */
import { ERRORS, type ErrorCode } from '../../errors';
import { OPERATIONS, SCHEMAS } from './index';
import { TAGS, type Content, type Operation, type Parameter, type Schema } from './operation';

/** Errors that every request may get, besides those of its operation. */
const COMMON: readonly ErrorCode[] = [
  'InvalidRequest',
  'MethodNotAllowed',
  'BodyTooLarge',
  'UnsupportedMediaType',
  'KeyMissing',
  'KeyInvalid',
  'RoleMissing',
  'NotWhitelisted',
  'TooManyRequests',
  'EngineUnreachable',
];

/** @param version of the program */
export function openApi(version: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'owlgate',
      version,
      description:
        "owlgate's own routes. Dgraph's routes (/query, /mutate, /commit, /alter, /graphql, /admin, /health, /state) " +
        'are those of Dgraph: https://docs.dgraph.io.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{}, { bearer: [] }, { key: [] }],
    paths: Object.fromEntries(
      Object.entries(OPERATIONS).map(([path, methods]) => [
        path.replace(/:(\w+)/g, '{$1}'),
        Object.fromEntries(
          Object.entries(methods).map(([method, each]) => [method.toLowerCase(), describe(path, each)]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'API key, if the gateway has keys.' },
        key: { type: 'apiKey', in: 'header', name: 'X-Owlgate-Key' },
      },
      schemas: { ...SCHEMAS, Error: ERROR },
    },
  };
}

const ERROR: Schema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['message', 'extensions'],
        properties: {
          message: { type: 'string' },
          extensions: { type: 'object', required: ['code'], properties: { code: { enum: Object.keys(ERRORS) } } },
        },
      },
    },
  },
};

function describe(path: string, { id, tag, summary, parameters, headers = {}, body, answers, errors }: Operation) {
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: id,
    tags: [tag],
    summary,
    parameters: [...pathParameters, ...listed('query', parameters), ...listed('header', headers)],
    ...(body && { requestBody: { required: body.required, content: contentOf(body.content) } }),
    responses: withRefusals(answers, refusals([...COMMON, ...errors])),
  };
}

/** Joins the answers of a route with the refusals; a status of both has the schemas of both. */
function withRefusals(answers: Operation['answers'], refused: Record<string, Response>): Record<string, object> {
  const own = Object.entries(answers).map(([status, { description, content }]) => {
    const other = refused[status];
    if (!other) return [status, { description, ...(content && { content: contentOf(content) }) }] as const;
    const schemas = [...Object.values(content ?? {}), ERROR_REFERENCE];
    return [
      status,
      {
        description: `${description} ${other.description}`,
        content: contentOf({ 'application/json': { anyOf: schemas } }),
      },
    ] as const;
  });
  return { ...refused, ...Object.fromEntries(own) };
}

interface Response {
  readonly description: string;
  readonly content: object;
}

const ERROR_REFERENCE: Schema = { $ref: '#/components/schemas/Error' };

const listed = (place: 'query' | 'header', parameters: Readonly<Record<string, Parameter>>): object[] =>
  Object.entries(parameters).map(([name, parameter]) => ({ name, in: place, ...parameter }));

const contentOf = (content: Content): object =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));

/** One response for each status, with the codes that have it. */
function refusals(codes: readonly ErrorCode[]): Record<string, Response> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: `Refused: ${group.join(', ')}.`,
        content: contentOf({ 'application/json': ERROR_REFERENCE }),
      },
    ]),
  );
}
