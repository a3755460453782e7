/** Of many nodes the classes are asked class by class, of few node by node: what a client is told is the same. */
import fc from 'fast-check';
import type { Gateway } from '../../src/app';
import { forEachEngine } from '../support/engines';
import { startGatewayOver } from '../support/engines/gateway';
import { loadOntology } from '../support/engines/ontology';
import { ask, query, rdf, type Answer } from '../support/engines/wire';

const ONTOLOGY = `@prefix : <http://example.org/many#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :A .
:D a owl:Class ; rdfs:subClassOf :B , :C . :E a owl:Class ; rdfs:subClassOf :D .
:F a owl:Class ; owl:equivalentClass :C . :G a owl:Class . :H a owl:Class ; rdfs:subClassOf :G .
:name a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain [ a owl:Class ; owl:unionOf ( :A :G ) ] ; rdfs:range xsd:string .
:near a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :A .
:to a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :G .
`;
const CLASSES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const NODES = 60;

/** Of so many at most, the nodes tell their classes; from one more on, blocks of the query do. */
const FEW = 199;

forEachEngine((engine) => {
  let gateway: Gateway;
  let texts: string[];
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWLGATE_GRAPHQL: 'on' });
    await loadOntology(gateway.url, ONTOLOGY, '?profile=lenient');
    // Past the gateway: not everything that the classes entail is there.
    const lines: string[] = [];
    for (let i = 0; i < NODES; i++) {
      const base = i % 4 === 3 ? 'G' : 'A';
      lines.push(`_:n${i} <name> "n${i}" .`, `_:n${i} <dgraph.type> "${base}" .`);
      for (const [k, name] of CLASSES.entries()) {
        if ((i * i + k * 5 + ((i * k) % 7)) % 6 === 0) lines.push(`_:n${i} <dgraph.type> "${name}" .`);
      }
      lines.push(`_:n${i} <near> _:n${(i * 11) % NODES} .`, `_:n${i} <near> _:n${(i * 17 + 5) % NODES} .`);
      lines.push(`_:n${i} <to> _:n${(i * 19 + 3) % NODES} .`);
    }
    await ask(engine.url, rdf(`{ set {\n${lines.join('\n')}\n} }`));
    texts = [];
  });
  afterAll(() => gateway.close());

  const graphql = async (text: string): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: text }),
    });
    return answer.json();
  };

  const selection = fc.letrec<{ fields: string; child: string }>((tie) => ({
    child: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom('name', '__typename', 'id', 'kind: __typename'),
      fc
        .tuple(fc.constantFrom(...CLASSES.slice(0, 6)), tie('fields'))
        .map(([on, fields]) => `... on ${on} { ${fields} }`),
      tie('fields').map((fields) => `near(order: { asc: name }) { ${fields} }`),
      fc.constantFrom(
        'to(order: { asc: name }) { __typename name }',
        'to(order: { asc: name }) { name ... on H { id } }',
      ),
    ),
    fields: fc
      .uniqueArray(tie('child'), { minLength: 1, maxLength: 3, selector: (each) => each.slice(0, 8) })
      .map((all) => all.join(' ')),
  })).fields;

  it('whatever is selected of them', async () => {
    const root = fc.constantFrom('queryA', 'queryB', 'queryC', 'queryD', 'queryF');
    const runs = fc.asyncProperty(root, selection, async (field, fields) => {
      const asked = (first: number) =>
        graphql(`{ ${field}(first: ${first}, order: { asc: name }) { name ${fields} } }`);
      const [few, many] = [await asked(FEW), await asked(FEW + 1)];
      expect(many.errors).toEqual(few.errors);
      expect(many.data).toEqual(few.data);
      if (few.data) texts.push(JSON.stringify(few.data));
    });
    await fc.assert(runs, { numRuns: 60 });
    // Most of what is made up can be asked.
    expect(texts.length).toBeGreaterThan(30);
  });

  it('as they are stored', async () => {
    const { data, errors } = await graphql(
      '{ queryA(order: { asc: name }) { __typename name ... on H { id } ... on D { d: name } } }',
    );
    expect(errors).toBeUndefined();
    const dql = `{ q(func: type(A), orderasc: name) { name dgraph.type } }`;
    const { data: stored } = await ask(engine.url, query(dql));
    expect(new Set(stored.q.flatMap((each: Answer) => each['dgraph.type']))).toEqual(new Set(CLASSES));
    const types = new Map<string, string[]>(stored.q.map((each: Answer) => [each.name, each['dgraph.type']]));
    expect(data.queryA).toHaveLength(types.size);
    for (const { __typename, name, d } of data.queryA) {
      const own = types.get(name)!;
      expect(own).toContain(__typename);
      expect(d === undefined).toBe(!own.some((each) => each === 'D' || each === 'E'));
      if (own.includes('E')) expect(__typename).toBe('E');
    }
  });
});
