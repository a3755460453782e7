/** Readers of DQL, schemas, mutations and GraphQL. */
import { print as printGraphql } from 'graphql';
import {
  DqlSyntaxError,
  parse,
  parseCondition,
  parseJsonMutation,
  parseRdfMutation,
  parseSchema,
  prepare,
  print,
  printMutation,
  printSchema,
  rewriteTypePredicate,
} from '../../../src/dql';
import { OwlgateError } from '../../../src/errors';
import { GraphqlSchemaError, readSdl } from '../../../src/graphql/sdl';
import { RequestFailure } from '../../../src/graphql/request';
import { parametersOf, readHttpRequest, responseHead } from '../../../src/graphql/http';
import { checkLimits, DEFAULT_LIMITS } from '../../../src/graphql/request/limits';
import { parseDocument } from '../../../src/graphql/request/parse';
import { headersOf, readMessage } from '../../../src/graphql/subscription/messages';
import { readMutationBody } from '../../../src/mutation';
import { dqlQuery, rdfMutation, schemaText } from '../formats/dql';
import { graphqlDocument, sdl } from '../formats/graphql';
import { jsonText, randomJson } from '../formats/json';
import { RDF_FORMATS } from '../formats/rdf';
import { generate } from '../generate/format';
import { EDGES, PREDICATES, VALUES } from '../world';
import { ofFormat, requireEqual, type ParserTarget } from './target';

const NAMES = [...PREDICATES, ...EDGES, ...VALUES, 'set', 'delete', 'uid', 'graph.type', 'cond', 'query', 'mutations'];

export const LANGUAGE_TARGETS: readonly ParserTarget[] = [
  {
    name: 'parser:dql',
    ...ofFormat(dqlQuery),
    read: (text) => {
      const printed = print(parse(text));
      requireEqual(printed, print(parse(printed)));
    },
    refusals: [DqlSyntaxError],
  },
  {
    name: 'parser:dql-prepare',
    ...ofFormat(dqlQuery),
    read: (text) => {
      rewriteTypePredicate(text);
      prepare(text, { variables: { $a: 'Alice', $b: '3' } });
    },
    refusals: [DqlSyntaxError],
  },
  {
    name: 'parser:dql-condition',
    make: (random) =>
      random.chance(0.5)
        ? `@if(${generate(random, dqlQuery).slice(0, 200)})`
        : generate(random, {
            ...dqlQuery,
            grammar: { ...dqlQuery.grammar!, start: ['@if(«filter»)', '@if(not («filter»))'] },
          }),
    read: parseCondition,
    refusals: [DqlSyntaxError],
  },
  {
    name: 'parser:schema',
    ...ofFormat(schemaText),
    read: (text) => {
      const printed = printSchema(parseSchema(text));
      requireEqual(printed, printSchema(parseSchema(printed)));
    },
    refusals: [DqlSyntaxError],
  },
  {
    name: 'parser:rdf-mutation',
    ...ofFormat(rdfMutation),
    read: (text) => {
      const printed = printMutation(parseRdfMutation(text));
      requireEqual(printed, printMutation(parseRdfMutation(printed)));
    },
    refusals: [DqlSyntaxError],
  },
  {
    name: 'parser:json-mutation',
    make: (random) =>
      jsonText(
        random,
        { set: randomJson(random, NAMES, 5), ...(random.chance(0.3) && { delete: randomJson(random, NAMES) }) },
        NAMES,
      ),
    makeLarge: (random, size) =>
      `{"set":[${`${jsonText(random, { name: 'x', friend: [{ uid: '_:a' }] })},`.repeat(Math.ceil(size / 50))}{}]}`,
    read: (text) => parseJsonMutation(text),
    refusals: [DqlSyntaxError],
  },
  ...(['text/turtle', 'application/n-triples'] as const).map((type): ParserTarget => ({
    name: `parser:mutation ${type}`,
    ...ofFormat(RDF_FORMATS[type]),
    read: (text) => readMutationBody(type, text),
    refusals: [OwlgateError],
  })),
  {
    name: 'parser:graphql',
    ...ofFormat(graphqlDocument),
    read: (text) => {
      const document = parseDocument(text, DEFAULT_LIMITS);
      checkLimits(document, DEFAULT_LIMITS);
      const printed = printGraphql(document);
      if (printed !== '') requireEqual(printed, printGraphql(parseDocument(printed, DEFAULT_LIMITS)));
    },
    refusals: [RequestFailure],
  },
  {
    name: 'parser:graphql-request',
    make: (random) =>
      jsonText(
        random,
        {
          query: generate(random, graphqlDocument),
          variables: randomJson(random, ['v']),
          extensions: randomJson(random, ['persistedQuery']),
        },
        ['query', 'variables', 'extensions', 'operationName'],
      ),
    read: (body) => {
      const types = ['application/json', 'application/graphql', '', body.slice(0, 40)];
      responseHead(body.slice(0, 100), true);
      const parameters = parametersOf(`/graphql?query=${body}&variables=${body.slice(0, 50)}`);
      refused(() => readHttpRequest({ method: 'GET', contentType: '', parameters, body: '' }));
      for (const contentType of types)
        refused(() => readHttpRequest({ method: 'POST', contentType, parameters, body }));
    },
    refusals: [RequestFailure],
  },
  {
    name: 'parser:graphql-message',
    make: (random) =>
      jsonText(
        random,
        random.chance(0.7)
          ? { type: 'subscribe', id: '1', payload: { query: generate(random, graphqlDocument) } }
          : randomJson(random, ['type', 'id', 'payload']),
        ['type', 'id', 'payload'],
      ),
    read: (text) => {
      for (const protocol of ['graphql-ws', 'graphql-transport-ws'] as const)
        headersOf(readMessage(protocol, text)?.payload);
    },
    refusals: [],
  },
  { name: 'parser:sdl', ...ofFormat(sdl), read: readSdl, refusals: [GraphqlSchemaError] },
];

/** Lets the refusal of one of several readings pass. */
function refused(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
  }
}
