/**
 * Fragments on a class with an @auth rule on the graph: under a fragment a client sees of a node what it may see when
 * it queries that class.
 */
import { SignJWT } from 'jose';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, json, type Answer } from '../../support/engines/wire';

const EX = 'http://example.org/mail#';
const ONTOLOGY = `
@prefix : <${EX}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Doc a owl:Class . :Person a owl:Class .
:Letter a owl:Class ; rdfs:subClassOf :Doc .
:Urgent a owl:Class ; rdfs:subClassOf :Doc .
:title a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Doc ; rdfs:range xsd:string .
:body a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Letter ; rdfs:range xsd:string .
:until a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Urgent ; rdfs:range xsd:integer .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
:wrote a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Doc .
:to a owl:ObjectProperty ; rdfs:domain :Letter ; rdfs:range :Person .
`;
const SECRET = 'a secret that is long enough for a signature';
const OWN = `
extend type Letter @auth(query: { or: [
  { rule: "query($USER: String!) { queryLetter { to(filter: { name: { eq: $USER } }) { name } } }" }
  { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }
] }) { seen: Boolean }
extend type Urgent @auth(query: { and: [
  { not: { rule: "query($USER: String!) { queryUrgent(filter: { title: { eq: $USER } }) { id } }" } }
  { rule: "query { queryUrgent(filter: { has: until }) { id } }" }
] })
# Dgraph.Authorization {"VerificationKey":"${SECRET}","Header":"X-Auth","Namespace":"claims","Algo":"HS256"}
`;
const iri = (name: string): string => EX + name;
const doc = (name: string, more: object) => ({ uid: `_:${name}`, iri: iri(name), title: name, ...more });
const DATA = [
  {
    uid: '_:ann',
    iri: iri('ann'),
    'dgraph.type': 'Person',
    name: 'ann',
    wrote: [{ uid: '_:l1' }, { uid: '_:l2' }, { uid: '_:d' }],
  },
  { uid: '_:ben', iri: iri('ben'), 'dgraph.type': 'Person', name: 'ben', wrote: [{ uid: '_:l3' }, { uid: '_:ann' }] },
  doc('l1', { 'dgraph.type': ['Doc', 'Letter'], body: 'one', to: [{ uid: '_:ann' }] }),
  doc('l2', { 'dgraph.type': ['Doc', 'Letter', 'Urgent'], body: 'two', until: 2, to: [{ uid: '_:ben' }] }),
  doc('l3', { 'dgraph.type': ['Doc', 'Letter'], body: 'three', to: [{ uid: '_:ann' }, { uid: '_:ben' }] }),
  doc('l4', { 'dgraph.type': ['Doc', 'Letter', 'Urgent'], body: 'four', until: 4 }),
  doc('d', { 'dgraph.type': ['Doc'] }),
];

const WHO: Readonly<Record<string, object | undefined>> = {
  nobody: undefined,
  ann: { USER: 'ann' },
  ben: { USER: 'ben' },
  l4: { USER: 'l4' },
  admin: { USER: 'root', ROLE: 'ADMIN' },
};
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  nobody: [],
  ann: ['l1', 'l3'],
  ben: ['l2', 'l3'],
  l4: [],
  admin: ['l1', 'l2', 'l3', 'l4'],
};
const URGENT: Readonly<Record<string, readonly string[]>> = {
  nobody: [],
  ann: ['l2', 'l4'],
  ben: ['l2', 'l4'],
  l4: ['l2'],
  admin: ['l2', 'l4'],
};

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    await loadOntology(gateway.url, ONTOLOGY);
    const headers = { 'content-type': 'application/graphql' };
    const posted = await fetch(`${gateway.url}/ontology/graphql`, { method: 'POST', body: OWN, headers });
    expect(await posted.json()).toMatchObject({ status: 'success', merged: true });
    await ask(engine.url, json({ set: DATA }));
  });
  afterAll(() => gateway.close());

  const graphql = async (query: string, user: string): Promise<Answer> => {
    const claims = WHO[user];
    const key = new TextEncoder().encode(SECRET);
    const token = claims && (await new SignJWT({ claims }).setProtectedHeader({ alg: 'HS256' }).sign(key));
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { 'x-auth': token }) };
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    return response.json();
  };
  const titles = (nodes: readonly Answer[]): string[] => nodes.map(({ title }: Answer) => title).sort();

  describe.each(Object.keys(WHO))('%s', (user) => {
    it('a query returns the nodes that the rules admit', async () => {
      const { data } = await graphql('{ queryLetter { title } queryUrgent { title } queryDoc { title } }', user);
      expect(titles(data.queryLetter)).toEqual(LETTERS[user]);
      expect(titles(data.queryUrgent)).toEqual(URGENT[user]);
      expect(titles(data.queryDoc)).toEqual(['d', 'l1', 'l2', 'l3', 'l4']);
    });

    it.each([
      ['at the root', '{ all: queryDoc { ...F } }', ['d', 'l1', 'l2', 'l3', 'l4']],
      ['on a page', '{ all: queryDoc(order: { desc: title }, first: 2, offset: 1) { ...F } }', ['l2', 'l3']],
      ['under a filter', '{ all: queryDoc(filter: { title: { in: ["l1", "l4"] } }) { ...F } }', ['l1', 'l4']],
      [
        'under @cascade of fields',
        '{ all: queryDoc @cascade(fields: ["title"]) { ...F } }',
        ['d', 'l1', 'l2', 'l3', 'l4'],
      ],
      ['at the end of an edge', '{ it: getPerson(iri: "' + iri('ann') + '") { wrote { ...F } } }', ['d', 'l1', 'l2']],
    ])('fragments %s return no further nodes', async (_, text, expected) => {
      const fragment = `fragment F on Doc { title ... on Letter { body seen to { name } toAggregate { count } l: __typename } ...U }
        fragment U on Urgent { until }`;
      const { data, errors } = await graphql(
        `
          ${text}
          ${fragment}
        `,
        user,
      );
      expect(errors).toBeUndefined();
      const nodes: Answer[] = data.all ?? data.it.wrote;
      expect(titles(nodes)).toEqual(expected);
      const letters = expected.filter((name) => LETTERS[user]!.includes(name));
      expect(titles(nodes.filter(({ body }) => typeof body === 'string'))).toEqual(letters);
      expect(
        titles(nodes.filter(({ toAggregate }) => toAggregate?.count !== undefined && toAggregate.count !== null)),
      ).toEqual(letters);
      expect(titles(nodes.filter(({ to = [] }) => to.length > 0))).toEqual(letters.filter((name) => name !== 'l4'));
      expect(titles(nodes.filter(({ until }) => typeof until === 'number'))).toEqual(
        expected.filter((name) => URGENT[user]!.includes(name)),
      );
    });
  });

  it('fragments in payloads of mutations return admitted nodes only', async () => {
    for (const [user, body] of [
      ['ann', 'one'],
      ['ben', null],
    ] as const) {
      const text =
        'mutation { updateDoc(input: { filter: { title: { eq: "l1" } }, set: { title: "l1" } }) { doc { ' +
        'title ... on Letter { body } } } }';
      expect((await graphql(text, user)).data.updateDoc.doc).toEqual([{ title: 'l1', body }]);
    }
  });

  it('@cascade with a fragment on a protected class is refused', async () => {
    const { data, errors } = await graphql('{ queryDoc @cascade { title ... on Letter { body } } }', 'ann');
    expect(data).toEqual({ queryDoc: [] });
    expect(errors[0].message).toMatch(
      /under @cascade a fragment on Letter can not be asked for here.* ask queryLetter$/,
    );
  });
});
