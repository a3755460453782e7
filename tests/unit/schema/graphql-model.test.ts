/** Ontologies in which many properties have no domain: their GraphQL API grows with classes plus properties. */
import {
  buildClientSchema,
  getIntrospectionQuery,
  parse,
  validate,
  validateSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { GraphqlApi, printResponse } from '../../../src/graphql/execute';
import { readOntology } from '../../../src/ontology';
import { compileGraphql, compileSchema, nameTable, ontologyApi } from '../../../src/schema';
import { extendGraphql } from '../../../src/schema/graphql-extension';
import { backend, json } from '../../support/graphql/library';

const HEAD = `
@prefix : <http://example.org/plant#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

/** Tree of classes, and properties without a domain: numbers, texts and edges in turn. */
function plant(classes: number, properties: number, more = ''): string {
  const lines = [HEAD, more];
  for (let i = 0; i < classes; i++) {
    lines.push(`:C${i} a owl:Class ${i > 0 ? `; rdfs:subClassOf :C${Math.floor((i - 1) / 3)} ` : ''}.`);
  }
  const kinds = ['owl:DatatypeProperty ; rdfs:range xsd:integer', 'owl:DatatypeProperty', 'owl:ObjectProperty'];
  for (let i = 0; i < properties; i++) lines.push(`:p${i} a ${kinds[i % 3]!} .`);
  return lines.join('\n');
}

function compile(text: string, previous?: ReturnType<typeof nameTable>) {
  const loaded = readOntology(text, { profile: 'lenient', ...(previous && { previousNames: previous }) });
  const compiled = compileSchema(loaded);
  const graphql = compileGraphql(loaded, compiled);
  return { loaded, graphql, api: ontologyApi({ loaded, compiled, graphql }) };
}

/** Introspected schema, and the number of its fields, inputs and members of enums. */
async function introspected({ model }: Pick<ReturnType<typeof ontologyApi>, 'model'>) {
  const response = await new GraphqlApi(model).execute({ query: getIntrospectionQuery() }, backend());
  const text = printResponse(response);
  const { data } = JSON.parse(text) as { data: IntrospectionQuery };
  let count = 0;
  for (const type of data.__schema.types) {
    if ('fields' in type) count += type.fields?.length ?? 0;
    if ('inputFields' in type) count += type.inputFields?.length ?? 0;
    if ('enumValues' in type) count += type.enumValues?.length ?? 0;
  }
  const schema = buildClientSchema(data);
  expect(validateSchema(schema)).toEqual([]);
  return { schema, count, length: text.length };
}

const errors = (schema: GraphQLSchema, query: string): readonly string[] =>
  validate(schema, parse(query)).map(({ message }) => message);

const PUMP = ':Pump a owl:Class ; rdfs:subClassOf :C5 . :power a owl:DatatypeProperty ; rdfs:domain :Pump .';
/** Below Pump, with the same fields. */
const GEAR = ':Gear a owl:Class ; rdfs:subClassOf :Pump .';
const LARGE = plant(200, 60, `${PUMP} ${GEAR}`);

describe('properties of a class at the top', () => {
  /** Tree of classes; properties with the domain `:C3`, which has less than half of the classes, or `:C0`. */
  const topped = (classes: number, properties: number) =>
    plant(classes, properties).replace(/^:p(\d+) a (.*) \.$/gm, (_, i: string, kind: string) => {
      return `:p${i} a ${kind} ; rdfs:domain :C${Number(i) % 10 === 0 ? 3 : 0} .`;
    });

  it('are on the common type only if introspection would be too large', async () => {
    expect(compile(topped(400, 100)).graphql.common).toBeUndefined();
    const { graphql, api } = compile(topped(1500, 200));
    expect(graphql.common!.predicates).toHaveLength(180);
    expect(graphql.common!.predicates).not.toContain('p10');
    const { schema, length } = await introspected(api);
    expect(length).toBeLessThan(40_000_000);
    expect(errors(schema, '{ queryC7 { thing { p1 } } queryC10 { p10 } }')).toEqual([]);
    expect(errors(schema, '{ queryC7 { p1 } }')).toHaveLength(1);
  });

  it('are accepted on each class nevertheless', async () => {
    const { api } = compile(topped(1500, 200));
    const response = await new GraphqlApi(api.model).execute({ query: '{ queryC7 { p1 thing { p3 } } }' }, backend());
    expect(response).not.toHaveProperty('errors');
  });
});

describe('size of introspection', () => {
  it('grows by a constant per class, whatever the number of properties', async () => {
    const [few, many, broad] = await Promise.all(
      [plant(100, 60), plant(300, 60), plant(100, 660)].map((text) => introspected(compile(text).api)),
    );
    const perClass = (many!.count - few!.count) / 200;
    const perProperty = (broad!.count - few!.count) / 600;
    expect(perClass).toBeLessThan(40);
    expect(perProperty).toBeLessThan(12);
    expect((many!.length - few!.length) / 200).toBeLessThan(15_000);
    expect((broad!.length - few!.length) / 600).toBeLessThan(2_500);
  });

  it('takes work in the same proportion', async () => {
    const countReads = async (properties: number): Promise<number> => {
      const { model } = compile(plant(100, properties)).api;
      let reads = 0;
      const types = [...model.types].map(([name, type]) => {
        const counted: typeof type = Object.create(type, {
          ownFields: {
            get: () => {
              reads += type.ownFields?.length ?? 0;
              return type.ownFields;
            },
          },
          fields: {
            get: () => {
              reads += type.fields.length;
              return type.fields;
            },
          },
        }) as typeof type;
        return [name, counted] as const;
      });
      await introspected({ model: { ...model, types: new Map(types) } });
      return reads;
    };
    const [few, many] = [await countReads(60), await countReads(660)];
    expect(many - few).toBeLessThan(600 * 100);
  });
});

describe('the common type', () => {
  it('is absent if few fields would be repeated', async () => {
    const { graphql, api } = compile(plant(20, 30));
    expect(graphql.common).toBeUndefined();
    const { schema } = await introspected(api);
    expect(schema.getType('ThingProperties')).toBeUndefined();
    expect(errors(schema, '{ queryC3(filter: {p1: {eq: "x"}}, order: {asc: p0}) { p0 p2 { id } } }')).toEqual([]);
  });

  it('has the properties of every class in introspection', async () => {
    const { schema } = await introspected(compile(LARGE).api);
    const fieldsOf = (name: string) => Object.keys((schema.getType(name) as GraphQLObjectType).getFields());
    expect(fieldsOf('C3')).toEqual(['id', 'iri', 'thing']);
    expect(fieldsOf('AnyC3')).toEqual(['id', 'iri', 'thing']);
    expect(fieldsOf('Pump')).toEqual(['id', 'iri', 'power', 'thing']);
    expect(fieldsOf('ThingProperties')).toHaveLength(62 + 20);
    for (const [field, types] of [
      ['queryC3', 'ThingPropertiesFilter ThingPropertiesOrder Int Int'],
      ['queryGear', 'PumpFilter PumpOrder Int Int'],
      ['addC3', '[AddThingPropertiesInput!]! Boolean'],
      ['updateGear', 'UpdatePumpInput!'],
    ] as const) {
      const { args } = (schema.getQueryType()!.getFields()[field] ?? schema.getMutationType()!.getFields()[field])!;
      expect(args.map(({ type }) => String(type)).join(' ')).toBe(types);
    }
    expect(schema.getType('GearFilter')).toBeUndefined();
    const shown = `query ($f: PumpFilter) {
      queryPump(filter: {thing: {p1: {eq: "x"}, has: p2}, power: {eq: "5"}}, order: {asc: power, thing: {desc: p0}}) {
        power thing { __typename p0 p2 { ... on C3 { thing { p1 } } } p2Aggregate { count } }
      }
      queryGear(filter: $f) { id }
      aggregateC3 { count thing { p0Max } }
    }`;
    expect(errors(schema, shown)).toEqual([]);
    expect(() => new GraphqlApi(compile(LARGE).api.model).read({ query: shown })).not.toThrow();
  });

  it('keeps requests valid that select and write these properties on classes', () => {
    const api = new GraphqlApi(compile(LARGE).api.model);
    for (const query of [
      '{ queryC3(filter: {p1: {eq: "x"}, has: p2}, order: {asc: p0}) { p0 p2Aggregate { count } } }',
      'query ($f: C3Filter, $g: ThingPropertiesFilter) { a: queryC3(filter: $f) { id } b: queryC3(filter: $g) { id } }',
      'query ($f: GearFilter) { queryPump(filter: $f) { thing { p0 } } }',
      'mutation { addC3(input: {p0: 1, p2: [{iri: "a"}]}) { numUids } }',
      'mutation ($p: [AddThingPropertiesInput!]!) { addC3(input: $p) { c3 { p0 } } }',
      'mutation ($u: UpdateC3Input!) { updateC3(input: $u) { numUids } }',
    ]) {
      const variables = { f: {}, g: { thing: {} }, p: [{ p0: 1 }], u: { filter: {}, set: { p0: 2 } } };
      const used = Object.entries(variables).filter(([name]) => query.includes(`$${name}:`));
      if (used.some(([name]) => name === 'g'))
        used.splice(
          used.findIndex(([name]) => name === 'g'),
          1,
        );
      expect(() => api.read({ query, variables: Object.fromEntries(used) })).not.toThrow();
    }
    const other = 'query ($f: PumpFilter) { queryC3(filter: $f) { id } }';
    expect(() => api.read({ query: other })).toThrow();
  });

  it('answers a single type by any of its names', async () => {
    const api = new GraphqlApi(compile(LARGE).api.model);
    const query = '{ a: __type(name: "GearFilter") { name } b: __type(name: "ThingPropertiesPatch") { kind } }';
    expect(JSON.parse(printResponse(await api.execute({ query }, backend())))).toEqual({
      data: { a: { name: 'PumpFilter' }, b: { kind: 'INPUT_OBJECT' } },
    });
  });

  it('stays when an ontology shrinks, with its names', () => {
    const first = compile(plant(200, 60, ':thing a owl:DatatypeProperty .'));
    expect(first.graphql.common).toMatchObject({ type: 'ThingProperties', field: 'thing_' });
    const table = nameTable(first.loaded, first.graphql);
    const second = compile(plant(3, 2, ':ThingProperties a owl:Class .'), table);
    expect(second.graphql.common).toMatchObject({ type: 'ThingProperties', field: 'thing_', predicates: ['p0', 'p1'] });
    expect(second.graphql.types.get('ThingProperties')).not.toBe('ThingProperties');
  });

  it('leaves a field of an extension as it is', async () => {
    const { api } = compile(LARGE);
    const { model } = extendGraphql(api, 'extend type Pump { thing: String watts: Int } extend type C9 { x: Int }');
    const { schema } = await introspected({ model });
    expect(
      errors(schema, '{ queryPump { id ... on Pump { thing watts } } queryC9 { id ... on C9 { x thing { p0 } } } }'),
    ).toEqual([]);
    expect(errors(schema, '{ queryC5 { thing { p0 } } }')).not.toEqual([]);
    const read = () => new GraphqlApi(model).read({ query: '{ queryC5 { thing { p0 } } queryPump { p0 thing } }' });
    expect(read).not.toThrow();
    expect(() => extendGraphql(api, 'type ThingProperties { id: ID! }')).toThrow('choose another name');
  });
});

describe('requests with the common type', () => {
  const api = new GraphqlApi(compile(LARGE).api.model);
  const idsIn = (dql: string): string[] => [...dql.matchAll(/\bn\d+\b/g)].map(([id]) => id);

  it('read it from the node itself', async () => {
    const testBackend = backend({
      query(dql) {
        const [root, power, p0, edge, p1] = idsIn(dql);
        const other = { [p1!]: 'x', 'dgraph.type': ['C3'] };
        return { [root!]: [{ [power!]: '5', [p0!]: 7, [edge!]: [other], 'dgraph.type': ['Pump'] }] };
      },
    });
    const query = '{ queryPump { power thing { __typename p0 p2 { ... on C3 { thing { p1 } } } } } }';
    expect(json(await api.execute({ query }, testBackend))).toEqual({
      data: {
        queryPump: [{ power: '5', thing: { __typename: 'ThingProperties', p0: 7, p2: [{ thing: { p1: 'x' } }] } }],
      },
    });
    expect(testBackend.queries).toHaveLength(1);
  });

  it('aggregate its values', async () => {
    const testBackend = backend({
      query(dql) {
        const [root, count, max] = idsIn(dql);
        return { [root!]: [{ [count!]: 3 }, { [max!]: 9 }] };
      },
    });
    const query = '{ aggregatePump { count thing { __typename p0Max } } }';
    expect(json(await api.execute({ query }, testBackend))).toEqual({
      data: { aggregatePump: { count: 3, thing: { __typename: 'ThingPropertiesAggregateResult', p0Max: 9 } } },
    });
  });

  it.each([
    ['filter: {power: {eq: "5"}, thing: {p1: {eq: "x"}}}', 'filter: {power: {eq: "5"}, and: {p1: {eq: "x"}}}'],
    ['filter: {thing: {not: {has: p2}}}', 'filter: {not: {has: p2}}'],
    ['order: {asc: power, thing: {desc: p0}}', 'order: {asc: power, then: {desc: p0}}'],
    ['order: {thing: {desc: p0, then: {asc: p1}}}', 'order: {desc: p0, then: {asc: p1}}'],
  ])('ask for %s as for %s', async (shown, plain) => {
    const dqlOf = async (
      args: string,
      variables?: Record<string, unknown>,
      query = `{ queryPump(${args}) { id } }`,
    ) => {
      const testBackend = backend();
      await api.execute({ query, variables: variables ?? {} }, testBackend);
      return testBackend.queries.map(({ dql }) => dql);
    };
    expect(await dqlOf(shown)).toEqual(await dqlOf(plain));
    expect(await dqlOf(shown)).toHaveLength(1);
  });

  it('write it to the node itself', async () => {
    const setOf = async (input: unknown) => {
      const testBackend = backend({ mutate: () => ({ uids: { n: '0x1' } }) });
      const query = 'mutation ($p: [AddPumpInput!]!) { addPump(input: $p) { numUids } }';
      const { errors: failures } = await api.execute({ query, variables: { p: input } }, testBackend);
      expect(failures).toBeUndefined();
      return testBackend.upserts;
    };
    const plain = await setOf([{ power: '5', p0: 1, p2: [{ iri: 'urn:x' }] }]);
    expect(plain).toHaveLength(1);
    expect(await setOf([{ power: '5', thing: { p0: 1, p2: [{ iri: 'urn:x' }] } }])).toEqual(plain);
    const twice = { query: 'mutation { addPump(input: {p0: 1, thing: {p0: 2}}) { numUids } }' };
    expect(await api.execute(twice, backend())).toMatchObject({
      errors: [{ message: expect.stringContaining('p0 is given twice') as string }],
    });
  });
});
