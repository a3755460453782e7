/** Limits of one GraphQL document, which hold for every form of a request, whoever answers it. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import type { Answer } from '../../support/engines/wire';

const ZOO = `
@prefix : <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Dog a owl:Class .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Dog ; rdfs:range xsd:string .
:likes a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Dog .
`;
const LIMITS = { OWLGATE_GRAPHQL_DEPTH: '4', OWLGATE_GRAPHQL_ALIASES: '2', OWLGATE_GRAPHQL_COMPLEXITY: '20' };
const DEEP = '{ queryDog { likes { likes { likes { name } } } } }';
const TOO_DEEP = 'the operation has 5 levels of selections; 4 are allowed (OWLGATE_GRAPHQL_DEPTH)';

forEachEngine((engine) => {
  let gateway: Gateway;
  let usual: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on', ...LIMITS });
    await loadOntology(gateway.url, ZOO);
    usual = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
  });
  afterAll(async () => {
    await gateway.close();
    await usual.close();
  });

  const send = async (init: RequestInit, parameters: Record<string, string> = {}, url = gateway.url): Promise<Answer> =>
    (await fetch(`${url}/graphql?${new URLSearchParams(parameters).toString()}`, init)).json();
  const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    send({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: body as string });
  const refusal = async (answer: Promise<Answer>): Promise<string> => {
    const { errors, data } = await answer;
    expect(data).toBeUndefined();
    return errors[0].message;
  };

  it.each<[string, () => Promise<Answer>]>([
    ['a body', () => post(JSON.stringify({ query: DEEP }))],
    ['a body with escapes', () => post(JSON.stringify({ query: DEEP }).replaceAll('{ likes', '\\u007b likes'))],
    ['a compressed body', () => post(gzipSync(JSON.stringify({ query: DEEP })), { 'content-encoding': 'gzip' })],
    ['a bare document', () => post(DEEP, { 'content-type': 'application/graphql' })],
    ['an address', () => send({}, { query: DEEP })],
    [
      'fragments',
      () =>
        post(
          JSON.stringify({ query: '{ queryDog { ...a } } fragment a on Dog { likes { likes { likes { name } } } }' }),
        ),
    ],
    [
      'an operation that is not asked for',
      () => post(JSON.stringify({ query: `query a { queryDog { name } } query b ${DEEP}`, operationName: 'a' })),
    ],
    [
      'a mutation',
      () => post(JSON.stringify({ query: 'mutation { addDog(input: []) { dog { likes { likes { name } } } } }' })),
    ],
  ])('the depth of %s is bounded', async (_, ask) => {
    expect(await refusal(ask())).toBe(TOO_DEEP);
  });

  it('the depth of a document persisted by another gateway is bounded', async () => {
    const sha256Hash = createHash('sha256').update(DEEP).digest('hex');
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } });
    expect((await send({}, { query: DEEP, extensions }, usual.url)).data).toEqual({ queryDog: [] });
    expect(await refusal(send({}, { extensions }))).toBe(TOO_DEEP);
    expect((await send({}, { extensions }, usual.url)).data).toEqual({ queryDog: [] });
  });

  it('aliases and fields of spread fragments are counted', async () => {
    const ask = (query: string): Promise<Answer> => post(JSON.stringify({ query }));
    expect((await ask('{ a: queryDog { b: name } }')).data).toEqual({ a: [] });
    expect(await refusal(ask('{ a: queryDog { b: name } c: queryDog { name } }'))).toBe(
      'the operation has 3 aliases; 2 are allowed (OWLGATE_GRAPHQL_ALIASES)',
    );
    const names = '...n '.repeat(20);
    expect(await refusal(ask(`{ queryDog { ${names} } } fragment n on Dog { name }`))).toBe(
      'the operation has 21 fields; 20 are allowed (OWLGATE_GRAPHQL_COMPLEXITY)',
    );
  });

  it('a circle of fragments is refused in linear time', async () => {
    const query = '{ queryDog { ...a } } fragment a on Dog { likes { ...b } } fragment b on Dog { likes { ...a } }';
    expect((await post(JSON.stringify({ query }))).errors[0].message).toContain(
      'Cannot spread fragment "a" within itself',
    );
  });

  it('common documents are far below all limits', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, oneOf: true });
    const { data, errors } = await send({}, { query }, usual.url);
    expect(errors).toBeUndefined();
    expect(data.__schema.queryType.name).toBe('Query');
  });
});
