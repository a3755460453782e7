/** The tables of the fuzzer follow those of the program: a new route, syntax or tool without a generator fails here. */
import { isDeepStrictEqual } from 'node:util';
import { PATHS } from '../../src/embedded/http/router';
import { RDF_MEDIA_TYPES } from '../../src/rdf/syntax';
import { DGRAPH_ROUTES, OWLGATE_ROUTES } from '../support/http/routes';
import { html, markdown, plainText, question } from './formats/documents';
import { dqlQuery, rdfMutation, schemaText } from './formats/dql';
import { graphqlDocument, sdl } from './formats/graphql';
import { RDF_FORMATS } from './formats/rdf';
import { valid, type Format } from './generate/format';
import { undefinedRules } from './generate/grammar';
import { Random } from './generate/random';
import { inputAt } from './parsers/try';
import { PARSER_TARGETS } from './parsers/targets';
import { caseAt, GENERATORS, routeAt } from './requests';
import { encode } from './wire/request';

const names = GENERATORS.map(({ route }) => route);

describe('generators', () => {
  it('exist for every method of every route of the gateway', () => {
    const ownOperations = OWLGATE_ROUTES.flatMap(({ path, handlers }) =>
      Object.keys(handlers).map((method) => `${method} ${path}`),
    );
    expect(names).toEqual(expect.arrayContaining(ownOperations));
    // A generator of a route that is gone would only ask for what is not found.
    expect(names.filter((name) => / /.test(name)).sort()).toEqual(ownOperations.sort());
  });

  it('exist for every route of Dgraph known to the gateway or the embedded engine', () => {
    const dgraphPaths = DGRAPH_ROUTES.map(({ path }) => path);
    expect(names).toEqual(expect.arrayContaining([...dgraphPaths, ...PATHS]));
  });

  it('have unique names', () => {
    const all = [...names, ...PARSER_TARGETS.map(({ name }) => name)];
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(names)('%s makes the same case from the same seed, alone or among others', (route) => {
    const bytes = (seed: number, i: number): Buffer[] =>
      caseAt(seed, i, route).requests.map((each) => encode(each, {}, 'h'));
    for (const i of [0, 1, 2]) expect(bytes(1, i)).toEqual(bytes(1, i));
    const isOther = Array.from({ length: 8 }, (_, i) => i).some((i) => !isDeepStrictEqual(bytes(1, i), bytes(2, i)));
    if (!['/state', '/ui/keywords'].includes(route)) expect(isOther).toBe(true);
    const index = Array.from({ length: 10_000 }, (_, i) => i).find((i) => routeAt(5, i) === route)!;
    expect(caseAt(5, index)).toEqual(caseAt(5, index, route));
  });
});

describe('readers', () => {
  it('exist for every syntax of ontologies', () => {
    const all = PARSER_TARGETS.map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining(RDF_MEDIA_TYPES.map((type) => `parser:${type}`)));
  });

  it.each(PARSER_TARGETS)('$name gets the same input from the same seed', (target) => {
    expect(inputAt(target, 1, 5)).toBe(inputAt(target, 1, 5));
  });

  it.each(PARSER_TARGETS.filter(({ refusals }) => refusals.length > 0))(
    '$name reads a part of its inputs',
    async (target) => {
      // Inputs that are all refused would never reach what stands behind the reader.
      for (let index = 0; index < 200; index++) {
        try {
          await target.read(inputAt(target, 'valid', index));
          return;
        } catch {
          continue;
        }
      }
      throw new Error('each of 200 inputs was refused');
    },
  );
});

describe('formats', () => {
  const formats: readonly Format[] = [
    ...[dqlQuery, schemaText, rdfMutation, graphqlDocument, sdl, plainText, markdown, html, question],
    ...Object.values(RDF_FORMATS),
  ];

  it.each(formats)('$name has a grammar without gaps, and seeds', (format) => {
    expect(undefinedRules(format.grammar ?? {})).toEqual([]);
    expect(format.seeds().length).toBeGreaterThan(0);
    for (let i = 0; i < 50; i++) expect(valid(Random.of('formats', i), format)).not.toContain('«');
  });
});
