/** Properties of every class in GraphQL: under the field of the common type, and on the class itself. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import type { Answer } from '../../support/engines/wire';

const CLASSES = 120;
/** Enough properties without a domain for a common type. */
const PROPERTIES = 50;

const PLANT = [
  '@prefix : <http://example.org/plant#> .',
  '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
  '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
  ':Machine a owl:Class . :Pump a owl:Class ; rdfs:subClassOf :Machine .',
  ':power a owl:DatatypeProperty ; rdfs:domain :Pump ; rdfs:range xsd:integer .',
  ':maker a owl:DatatypeProperty . :built a owl:DatatypeProperty ; rdfs:range xsd:integer .',
  ':feeds a owl:ObjectProperty ; rdfs:range :Machine .',
  ...Array.from({ length: CLASSES }, (_, i) => `:C${i} a owl:Class ; rdfs:subClassOf :Machine .`),
  ...Array.from({ length: PROPERTIES }, (_, i) => `:p${i} a owl:DatatypeProperty .`),
].join('\n');

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    await loadOntology(gateway.url, PLANT, '?profile=lenient');
  });
  afterAll(() => gateway.close());

  const graphql = async (query: string, variables = {}): Promise<Answer> => {
    const body = JSON.stringify({ query, variables });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })).json();
  };

  it('are written and read in both forms', async () => {
    const added = await graphql(
      `
        mutation ($input: [AddPumpInput!]!) {
          addPump(input: $input) {
            pump(order: { thing: { asc: maker } }) {
              iri
              maker
              thing {
                __typename
                maker
              }
            }
          }
        }
      `,
      {
        input: [
          { iri: 'urn:a', power: 5, thing: { maker: 'Acme', built: 1990 } },
          { iri: 'urn:b', power: 7, maker: 'Bolt', thing: { feeds: [{ iri: 'urn:c' }] } },
        ],
      },
    );
    const common = (maker: string) => ({ maker, thing: { __typename: 'ThingProperties', maker } });
    expect(added).toEqual({
      data: {
        addPump: {
          pump: [
            { iri: 'urn:a', ...common('Acme') },
            { iri: 'urn:b', ...common('Bolt') },
          ],
        },
      },
    });
    const read = await graphql(
      `
        query ($filter: ThingPropertiesFilter) {
          found: queryPump(filter: { power: { gt: 4 }, thing: { maker: { eq: "Acme" } } }) {
            iri
          }
          either: queryPump(filter: { power: { eq: 7 }, or: { thing: { built: { lt: 2000 } } } }) {
            iri
          }
          machines: queryMachine(filter: $filter) {
            __typename
            iri
            thing {
              feeds {
                __typename
                iri
              }
              feedsAggregate {
                count
              }
            }
          }
          linked: queryPump @cascade {
            iri
            thing {
              feeds {
                iri
              }
            }
          }
          aggregatePump {
            count
            thing {
              builtMax
            }
          }
        }
      `,
      { filter: { has: ['feeds'] } },
    );
    expect(read).toEqual({
      data: {
        found: [{ iri: 'urn:a' }],
        either: expect.arrayContaining([{ iri: 'urn:a' }, { iri: 'urn:b' }]),
        machines: [
          {
            __typename: 'Pump',
            iri: 'urn:b',
            thing: { feeds: [{ __typename: 'Machine', iri: 'urn:c' }], feedsAggregate: { count: 1 } },
          },
        ],
        linked: [{ iri: 'urn:b', thing: { feeds: [{ iri: 'urn:c' }] } }],
        aggregatePump: { count: 2, thing: { builtMax: 1990 } },
      },
    });
    const updated = await graphql(`
      mutation {
        updatePump(input: { filter: { thing: { built: { eq: 1990 } } }, set: { thing: { maker: "Apex" } } }) {
          pump {
            maker
          }
        }
      }
    `);
    expect(updated).toEqual({ data: { updatePump: { pump: [{ maker: 'Apex' }] } } });
  });
});
