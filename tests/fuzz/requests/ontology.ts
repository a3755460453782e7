/** Requests to /ontology and below. */
import { wellFormed } from '../../../src/util/text';
import { sdl } from '../formats/graphql';
import { RDF_FORMATS } from '../formats/rdf';
import { generate, valid } from '../generate/format';
import { mutateBytes } from '../generate/mutate';
import { ODD_NUMBERS, ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { CLASSES, EDGES, NS, PREDICATES, VALUES } from '../world';
import type { FuzzRequest } from '../wire/request';
import { build } from './build';
import type { Generator } from './generator';
import { parameters } from './parameters';

const FORMATS = Object.entries(RDF_FORMATS);
const CLASS_NAMES = [...CLASSES, `${NS}Being`, ':Being', 'owl:Thing', 'world:Being', `<${NS}Hound>`, 'Größe', 'Nobody'];
const NODES = ['0x1', '0x5', `${NS}rex`, `<${NS}ada>`, ':rex', '0x0', '0xffffffffffffffff', 'rex'];
const TYPELESS = [undefined, 'application/xml', 'application/octet-stream', 'text/plain'];

/** A document, and the media type that it is sent with. */
function document(random: Random): readonly [type: string | undefined, text: string] {
  const [type, format] = random.weighted([[3, FORMATS[0]!], ...FORMATS.slice(1).map((each) => [1, each] as const)]);
  const sent = random.weighted<() => string | undefined>([
    [12, () => type],
    [2, () => random.pick(TYPELESS)],
    [1, () => random.pick(FORMATS)[0]],
    [1, () => `${type}; charset=${random.pick(['utf-8', 'utf-16le', 'latin1', 'x', '"'])}`],
  ])();
  return [sent, random.chance(0.8) ? generate(random, format) : valid(random, format)];
}

function multipart(random: Random): readonly [type: string, body: Buffer] {
  const boundary = random.pick(['b', '----x', 'b'.repeat(70), '']);
  const parts = random.list(0, 3, () => {
    const [type, text] = random.chance(0.9)
      ? document(random)
      : (['application/graphql', generate(random, sdl)] as const);
    const name = random.pick(['ontology', 'a.ttl', 'x', '', ...ODD_TEXTS]).replace(/["\r\n]/g, '');
    const file = random.chance(0.5) ? `; filename="${random.pick(['a.ttl', 'b.owl', 'c', '../d.rdf'])}"` : '';
    const head =
      'Content-Disposition: form-data; ' +
      `name="${name}"${file}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}`;
    return `--${boundary}\r\n${head}\r\n${text}\r\n`;
  });
  const form = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return [
    random.chance(0.95) ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data',
    random.chance(0.75) ? form : mutateBytes(random, form),
  ];
}

/** @param validates how many of the requests change nothing */
function load(random: Random, validates: number): FuzzRequest {
  const isValidation = random.chance(validates);
  const target = `/ontology${parameters(
    random,
    {
      ...(isValidation ? { validate: ['true'], data: ['true', 'false'], timeout: ['2s', '5s', '1'] } : {}),
      profile: ['strict', 'lenient', 'lenient'],
    },
    [...(isValidation ? ['validate', 'timeout'] : [])],
  )}`;
  const [type, body] = random.chance(0.9) ? document(random) : multipart(random);
  return build(random, { method: 'POST', target, body, ...(type !== undefined && { type }) });
}

const encodeOdd = (text: string): string => encodeURIComponent(wellFormed(text));

const IMPORTS = ['one', 'two', 'none', ...ODD_TEXTS.filter((text) => text !== '').map(encodeOdd)];

const ASSETS = ['index.js', '..%2findex.html', '%2e%2e', 'x.js.br', '__proto__', ...ODD_TEXTS.map(encodeOdd)];

function importRdf(random: Random): FuzzRequest {
  const accepted = {
    id: ['one', 'two', ...ODD_TEXTS],
    digest: ['0123456789abcdef0123456789abcdef', 'x'],
    name: ['a.ttl', 'b.nt', 'c.rdf', 'd.jsonld', 'e.nq.gz'],
    base: [NS, 'x'],
    onContradiction: ['stop', 'skip', 'skip', 'collect'],
    graphs: ['drop', 'facet', 'predicate:in', 'predicate:'],
    dryRun: ['true', 'false'],
  };
  const [type, body] = random.chance(0.9) ? document(random) : multipart(random);
  const target = `/import${parameters(random, accepted)}`;
  return build(random, { method: 'POST', target, body, ...(type !== undefined && { type }) });
}

const get =
  (path: string, accepted: Readonly<Record<string, readonly string[]>>, always: readonly string[] = []) =>
  (random: Random) => {
    const accept = random.chance(0.3)
      ? [
          [
            'Accept',
            random.pick(['text/plain', 'application/json', 'text/turtle', 'text/event-stream', 'application/graphql']),
          ] as const,
        ]
      : [];
    return [build(random, { method: 'GET', target: path + parameters(random, accepted, always), headers: accept })];
  };

const GIVEN = [...PREDICATES, ...EDGES, ...VALUES, 'graph.type', `${NS}tends`, ':tends'];

const VERSIONS = ['1', '2', '3', '9', '0', '-1', '2147483648'];

export const ONTOLOGY_GENERATORS: readonly Generator[] = [
  { route: 'GET /ontology', weight: 8, kind: 'quick', make: get('/ontology', { version: VERSIONS }) },
  { route: 'POST /ontology', weight: 30, kind: 'load', make: (random) => [load(random, 0.8)] },
  { route: 'POST /import', weight: 20, kind: 'load', make: (random) => [importRdf(random)] },
  {
    route: 'GET /import/:id',
    weight: 2,
    kind: 'quick',
    make: (random) => get(`/import/${random.pick(IMPORTS)}`, {})(random),
  },
  { route: 'GET /openapi.json', weight: 2, kind: 'quick', make: get('/openapi.json', {}) },
  { route: 'GET /metrics', weight: 1, kind: 'quick', make: get('/metrics', {}) },
  { route: 'GET /', weight: 1, kind: 'quick', make: get('/', {}) },
  { route: 'GET /livez', weight: 1, kind: 'quick', make: get('/livez', {}) },
  { route: 'GET /readyz', weight: 1, kind: 'quick', make: get('/readyz', {}) },
  { route: 'GET /ui', weight: 1, kind: 'quick', make: get('/ui', {}) },
  { route: 'GET /ui/', weight: 1, kind: 'quick', make: get('/ui/', {}) },
  { route: 'GET /ui/session', weight: 1, kind: 'quick', make: get('/ui/session', {}) },
  {
    route: 'GET /ui/assets/:file',
    weight: 2,
    kind: 'quick',
    make: (random) => get(`/ui/assets/${random.pick(ASSETS)}`, {})(random),
  },
  { route: 'GET /ontology/terms', weight: 3, kind: 'quick', make: get('/ontology/terms', {}) },
  {
    route: 'GET /ontology/versions',
    weight: 5,
    kind: 'work',
    make: get('/ontology/versions', { limit: VERSIONS, before: VERSIONS, format: ['json', 'markdown'] }),
  },
  {
    route: 'GET /ontology/diff',
    weight: 8,
    kind: 'work',
    make: get('/ontology/diff', { from: VERSIONS, to: VERSIONS, format: ['json', 'text'] }),
  },
  {
    route: 'GET /ontology/blame',
    weight: 5,
    kind: 'work',
    make: get('/ontology/blame', { term: [...CLASS_NAMES, ...GIVEN] }, ['term']),
  },
  {
    route: 'POST /ontology/rollback',
    weight: 3,
    kind: 'load',
    make: (random) => {
      const accepted = { version: VERSIONS, validate: ['true', 'false'], message: ['back', ''] };
      const target = `/ontology/rollback${parameters(random, accepted, ['version'])}`;
      return [build(random, { method: 'POST', target })];
    },
  },
  { route: 'GET /ontology/docs', weight: 3, kind: 'work', make: get('/ontology/docs', { version: VERSIONS }) },
  { route: 'GET /ontology/access', weight: 3, kind: 'quick', make: get('/ontology/access', {}) },
  {
    route: 'GET /ontology/introspect',
    weight: 20,
    kind: 'quick',
    make: get('/ontology/introspect', {
      class: CLASS_NAMES,
      subclasses: CLASS_NAMES,
      superclasses: CLASS_NAMES,
      transitive: ['true', 'false'],
    }),
  },
  {
    route: 'GET /ontology/explain',
    weight: 20,
    kind: 'work',
    make: get(
      '/ontology/explain',
      {
        subject: NODES,
        predicate: GIVEN,
        object: [...NODES, ...CLASS_NAMES, '"x"@en', '"4"^^xsd:integer', 'Rex'],
        max: ['1', '3', '100'],
      },
      ['subject', 'predicate', 'object'],
    ),
  },
  {
    route: 'GET /ontology/violations',
    weight: 8,
    kind: 'work',
    make: get('/ontology/violations', {
      first: ['1', '1000'],
      after: ['x', 'eyJhIjoxfQ', '0x1', ...ODD_NUMBERS],
      repairs: ['true', 'false', 'yes'],
    }),
  },
  {
    route: 'GET /export',
    weight: 8,
    kind: 'work',
    make: get('/export', {
      format: ['turtle', 'trig', 'ntriples', 'nquads', 'jsonld'],
      facts: ['asserted', 'inferred', 'all'],
      class: CLASS_NAMES,
      query: [
        '{ q(func: has(iri)) { uid } }',
        '{ q(func: has(name)) { name } }',
        '{ q(func: uid(0x1)',
        '',
        'schema {}',
      ],
    }),
  },
  {
    route: 'POST /ontology/materialize',
    weight: 1,
    kind: 'load',
    make: (random) => [
      build(random, {
        method: 'POST',
        target: `/ontology/materialize${parameters(random, { wait: ['true', 'false'] })}`,
      }),
    ],
  },
  {
    route: 'GET /ontology/materialization',
    weight: 4,
    kind: 'load',
    make: get('/ontology/materialization', {}),
  },
  { route: 'GET /ontology/graphql', weight: 3, kind: 'work', make: get('/ontology/graphql', {}) },
  {
    route: 'POST /ontology/graphql',
    weight: 10,
    kind: 'load',
    make: (random) => [
      build(random, {
        method: 'POST',
        target: `/ontology/graphql${parameters(random, { validate: ['true'] }, random.chance(0.9) ? ['validate'] : [])}`,
        type: random.pick(['application/graphql', 'text/plain']),
        body: generate(random, sdl),
      }),
    ],
  },
  {
    route: 'DELETE /ontology/graphql',
    weight: 1,
    kind: 'load',
    make: (random) => [build(random, { method: 'DELETE', target: '/ontology/graphql' })],
  },
];
