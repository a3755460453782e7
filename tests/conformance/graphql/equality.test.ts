/** OWL_EQUALITY=sameAs in GraphQL: each name is a node of its own, with all facts of the individual. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, query, type Answer } from '../../support/engines/wire';

const EX = 'http://example.org/people#';
const PEOPLE = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class ; owl:hasKey ( :taxNumber ) .
:Passport a owl:Class .
:hasMother a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range :Person .
:holds a owl:ObjectProperty, owl:InverseFunctionalProperty ; rdfs:domain :Person ; rdfs:range :Passport .
:taxNumber a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
:joker a :Person ; owl:differentFrom :batman . :batman a :Person .
`;

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on', OWL_EQUALITY: 'sameAs' });
    await loadOntology(gateway.url, PEOPLE);
    const extension = 'extend type Person { same: [Person] @dgraph(pred: "sameAs") }';
    const headers = { 'content-type': 'application/graphql' };
    const { status } = await fetch(`${gateway.url}/ontology/graphql`, { method: 'POST', headers, body: extension });
    expect(status).toBe(200);
  });
  afterAll(() => gateway.close());

  const graphql = async (text: string): Promise<Answer> => {
    const body = JSON.stringify({ query: text });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })).json() as Promise<Answer>;
  };
  const people = async (...iris: string[]): Promise<Answer[]> => {
    const filter = `filter: { iri: { in: ${JSON.stringify(iris)} } }`;
    const text =
      `{ queryPerson(${filter}, order: { asc: iri }) { iri name same(order: { asc: iri }) { iri } } ` +
      `aggregatePerson(${filter}) { count } }`;
    const { data, errors } = await graphql(text);
    expect(errors).toBeUndefined();
    expect(data.aggregatePerson.count).toBe(data.queryPerson.length);
    return data.queryPerson;
  };
  const stored = async (iri: string): Promise<string[]> => {
    const { data } = await ask(engine.url, query(`{ q(func: eq(iri, "${iri}")) { sameAs { iri } } }`));
    return ((data.q[0]?.sameAs ?? []) as Answer[]).map((each) => each.iri as string).sort();
  };

  it('a key identifies two added names, and each is answered with the facts of both', async () => {
    const { data, errors } = await graphql(
      'mutation { addPerson(input: [{ iri: "urn:a", name: "Ann", taxNumber: "7" }, { iri: "urn:b", ' +
        'taxNumber: "7" }]) { numUids person(order: { asc: iri }) { iri name same { iri } } } }',
    );
    expect(errors).toBeUndefined();
    const both = [
      { iri: 'urn:a', name: 'Ann', same: [{ iri: 'urn:b' }] },
      { iri: 'urn:b', name: 'Ann', same: [{ iri: 'urn:a' }] },
    ];
    expect(data.addPerson).toEqual({ numUids: 2, person: both });
    expect(await people('urn:a', 'urn:b')).toEqual(both);
    expect(await stored('urn:b')).toEqual(['urn:a']);
  });

  it('functional and inverse-functional properties identify nodes until the values are deleted', async () => {
    await graphql(
      'mutation { addPerson(input: [{ iri: "urn:child", hasMother: [{ iri: "urn:m1", name: "May" }] }, { ' +
        'iri: "urn:h1", name: "Hal", holds: [{ iri: "urn:pass" }] }]) { numUids } }',
    );
    const { data } = await graphql(`
      mutation {
        updatePerson(input: { filter: { iri: { eq: "urn:child" } }, set: { hasMother: [{ iri: "urn:m2" }] } }) {
          numUids
          person {
            hasMother(order: { asc: iri }) {
              iri
              name
            }
          }
        }
        addPerson(input: [{ iri: "urn:h2", holds: [{ iri: "urn:pass" }] }]) {
          numUids
          person {
            iri
            name
          }
        }
      }
    `);
    const mothers = [
      { iri: 'urn:m1', name: 'May' },
      { iri: 'urn:m2', name: 'May' },
    ];
    expect(data).toEqual({
      updatePerson: { numUids: 1, person: [{ hasMother: mothers }] },
      addPerson: { numUids: 1, person: [{ iri: 'urn:h2', name: 'Hal' }] },
    });
    const answer = await graphql(`
      mutation {
        updatePerson(input: { filter: { iri: { eq: "urn:child" } }, remove: { hasMother: [{ iri: "urn:m2" }] } }) {
          person {
            hasMother {
              iri
            }
          }
        }
        deletePerson(filter: { iri: { eq: "urn:h1" } }) {
          numUids
        }
      }
    `);
    expect(answer.data).toEqual({
      updatePerson: { person: [{ hasMother: [{ iri: 'urn:m1' }] }] },
      deletePerson: { numUids: 1 },
    });
    expect(await people('urn:m2', 'urn:h1', 'urn:h2')).toEqual([
      { iri: 'urn:h2', name: null, same: [] },
      { iri: 'urn:m2', name: null, same: [] },
    ]);
  });

  it('owl:sameAs holds until one of the nodes is deleted', async () => {
    await graphql(
      'mutation { addPerson(input: [{ iri: "urn:s", same: [{ iri: "urn:t", name: "Tea" }] }]) { numUids } }',
    );
    expect(await people('urn:s')).toEqual([{ iri: 'urn:s', name: 'Tea', same: [{ iri: 'urn:t' }] }]);
    const { data: before } = await graphql('{ aggregatePerson { count } }');
    const { data } = await graphql('mutation { deletePerson(filter: { iri: { eq: "urn:t" } }) { numUids } }');
    expect(data).toEqual({ deletePerson: { numUids: 1 } });
    expect(await people('urn:s', 'urn:t')).toEqual([{ iri: 'urn:s', name: null, same: [] }]);
    const { data: after } = await graphql('{ aggregatePerson { count } }');
    expect(after.aggregatePerson.count).toBe(before.aggregatePerson.count - 1);
  });

  it('identification of different individuals, or with two values, is refused with the reason', async () => {
    const refusals = async (text: string): Promise<string> => {
      const { data, errors } = await graphql(`mutation { change: ${text} }`);
      expect(data).toEqual({ change: null });
      expect(errors).toMatchObject([{ path: ['change'] }]);
      return errors[0].message as string;
    };
    expect(
      await refusals(
        `updatePerson(input: { filter: { iri: { in: ["${EX}joker", "${EX}batman"] } }, set: { taxNumber: "9" ` +
          '} }) { numUids }',
      ),
    ).toContain('difference violation');
    expect(
      await refusals(
        'addPerson(input: [{ iri: "urn:x", name: "X", taxNumber: "8" }, { iri: "urn:y", name: "Y", ' +
          'taxNumber: "8" }]) { numUids }',
      ),
    ).toContain('functional property violation');
    expect(await people('urn:x', 'urn:y')).toEqual([]);
  });
});
