import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  isAbstractType,
  parse,
  validate,
  validateSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { completeApi } from '../../../src/graphql/api/complete';
import { printApi } from '../../../src/graphql/api/print';
import { GraphqlApi, printResponse } from '../../../src/graphql/execute';
import { readSdl } from '../../../src/graphql/sdl/read';
import { readOntology } from '../../../src/ontology';
import { compileGraphql, compileSchema, isGeneratedSdl, ontologyApi } from '../../../src/schema';
import { graphqlNames, isFreeType } from '../../../src/schema/graphql-names';

const HEAD = `
@prefix : <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
`;

function compile(text: string) {
  const loaded = readOntology(HEAD + text, { profile: 'lenient' });
  const compiled = compileSchema(loaded);
  const graphql = compileGraphql(loaded, compiled);
  const { sdl: parts, model: apiModel } = ontologyApi({ loaded, compiled, graphql });
  const sdl = parts.text();
  const model = readSdl(sdl);
  for (const [name, { fields, directives, description }] of model.types) {
    const type = apiModel.types.get(name)!;
    expect({ fields: type.fields, directives: type.directives, description: type.description }).toEqual({
      fields,
      directives,
      description,
    });
  }
  buildSchema(printApi(model, completeApi(model)));
  const line = (type: string, field: string) => {
    const { predicate, type: of, search } = model.types.get(type)!.byName.get(field)!;
    return { predicate, type: of.list ? `[${of.name}]` : of.name, search };
  };
  return { ...graphql, sdl, made: apiModel, model, line, classes: apiModel.classes! };
}

const ZOO = `
:Animal a owl:Class ; rdfs:comment "Whatever\\n moves"@en .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:Old a owl:Class ; owl:deprecated true .
:name a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:legs a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer .
:born a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:date ; owl:deprecated true .
:label a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range rdf:langString .
:nick a owl:DatatypeProperty ; rdfs:domain :Dog ; rdfs:range xsd:string ; owlgate:list true ; owlgate:index "fulltext,trigram" .
:chases a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Animal .
:mother a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range :Animal .
:near a owl:ObjectProperty ; rdfs:domain :Dog .
`;

it('generates one concrete type for each class, with inherited fields', () => {
  const { sdl, model, line, classes, types } = compile(ZOO);
  expect(isGeneratedSdl(sdl)).toBe(true);
  expect([...types]).toEqual([
    ['Animal', 'Animal'],
    ['Dog', 'Dog'],
    ['Old', 'Old'],
  ]);
  expect([...model.types.values()].map(({ kind, dgraphName }) => [kind, dgraphName])).toEqual([
    ['object', 'Animal'],
    ['object', 'Dog'],
    ['object', 'Old'],
    ['object', 'owl.Thing'],
  ]);
  expect([...model.types.get('Dog')!.byName.keys()].sort()).toEqual(
    ['id', 'iri', 'name', 'legs', 'born', 'label', 'label_any', 'nick', 'chases', 'mother', 'near'].sort(),
  );
  expect(line('Dog', 'name')).toEqual({ predicate: 'name', type: 'String', search: ['exact', 'term'] });
  expect(line('Dog', 'legs')).toEqual({ predicate: 'legs', type: 'Int64', search: ['int64'] });
  expect(line('Dog', 'born')).toEqual({ predicate: 'born', type: 'DateTime', search: ['day'] });
  expect(line('Dog', 'nick')).toEqual({ predicate: 'nick', type: '[String]', search: ['fulltext', 'regexp'] });
  expect(line('Dog', 'label_any').predicate).toBe('label@.');
  expect(line('Dog', 'chases')).toEqual({ predicate: 'chases', type: '[Animal]', search: [] });
  expect(line('Animal', 'mother').type).toBe('Animal');
  expect(line('Dog', 'near').type).toBe('[Thing]');
  expect(model.types.get('Dog')!.xids.map(({ name }) => name)).toEqual(['iri']);
  expect(model.types.get('Animal')!.description).toBe('Whatever moves');
  expect(model.types.get('Old')!.description).toBe('Deprecated.');
  expect(model.types.get('Dog')!.byName.get('born')!.directives.join(' ')).toContain('@deprecated');
  expect(classes.get('Animal')).toEqual(new Set(['Animal', 'Dog']));
  expect(classes.get('Dog')).toEqual(new Set(['Dog']));
});

it('generates a union for a union range, and one class for an intersection range', () => {
  const { model, line } = compile(`
    :A a owl:Class . :B a owl:Class . :C a owl:Class .
    :a a owl:DatatypeProperty ; rdfs:domain :A . :b a owl:DatatypeProperty ; rdfs:domain :B .
    :either a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range [ a owl:Class ; owl:unionOf (:A :B) ] .
    :both a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :A, :B .
  `);
  expect(model.unions.get('EitherRange')!.members).toEqual(['A', 'B']);
  expect(line('C', 'either').type).toBe('[EitherRange]');
  expect(line('C', 'both').type).toBe('[A]');
});

it('replaces invalid names with a warning and avoids collisions', () => {
  const { types, fields, warnings } = compile(`
    :Person a owl:Class . :PersonFilter a owl:Class . :String a owl:Class .
    :x a owl:Class ; owlgate:name "a.b" . :a_b a owl:Class .
    :id a owl:DatatypeProperty ; rdfs:domain :Person .
    :sizeAggregate a owl:DatatypeProperty ; rdfs:domain :Person .
    :as a owl:DatatypeProperty ; rdfs:domain :Person .
  `);
  expect(Object.fromEntries(types)).toEqual({
    Person: 'Person',
    PersonFilter: 'PersonFilter_',
    String: 'String_',
    a_b: 'a_b',
    'a.b': 'a_b_',
  });
  expect(Object.fromEntries(fields)).toEqual({
    iri: 'iri',
    id: 'id_',
    sizeAggregate: 'sizeAggregate_',
    zoo_as: 'zoo_as',
  });
  expect(warnings.map(({ message }) => message)).toContain(
    'in GraphQL the class "a.b" is named "a_b_": names have ASCII letters, digits and _ there',
  );
  expect(warnings).toHaveLength(5);
});

describe('introspection', () => {
  const backend = { query: () => Promise.resolve({}), mutate: () => Promise.resolve({ uids: {}, queries: {} }) };
  const introspected = async (text: string) => {
    const api = new GraphqlApi(compile(text).made);
    const answer = printResponse(await api.execute({ query: getIntrospectionQuery() }, backend));
    const schema = buildClientSchema((JSON.parse(answer) as { data: IntrospectionQuery }).data);
    expect(validateSchema(schema)).toEqual([]);
    return schema;
  };
  const possible = (schema: GraphQLSchema, name: string) => {
    const type = schema.getType(name);
    return isAbstractType(type)
      ? schema
          .getPossibleTypes(type)
          .map((each) => each.name)
          .sort()
      : undefined;
  };

  it('shows an interface for each class with subclasses, so that clients accept fragments', async () => {
    const schema = await introspected(
      `${ZOO} :Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:equivalentClass :Feline .`,
    );
    expect(possible(schema, 'AnyAnimal')).toEqual(['Animal', 'Cat', 'Dog', 'Feline']);
    expect(possible(schema, 'AnyCat')).toEqual(['Cat', 'Feline']);
    expect(possible(schema, 'AnyThing')).toEqual(['Animal', 'Cat', 'Dog', 'Feline', 'Old', 'Thing']);
    expect(schema.getType('AnyDog')).toBeUndefined();
    const fields = schema.getQueryType()!.getFields();
    expect([fields['queryAnimal'], fields['queryDog'], fields['getAnimal']].map((each) => String(each!.type))).toEqual([
      '[AnyAnimal]',
      '[Dog]',
      'AnyAnimal',
    ]);
    const typed =
      '{ queryAnimal { __typename name ... on Dog { nick chases { ... on Cat { id } } } ... on AnyCat { name } } }';
    expect(validate(schema, parse(typed))).toEqual([]);
    // A property is described where it is declared.
    const described = Object.values(schema.getTypeMap()).filter((type) => type.description === 'Whatever moves');
    expect(described.map(({ name }) => name)).toEqual(['Animal']);
  });

  it('collects the classes of a hierarchy only for requests that select them', async () => {
    const { made } = compile(ZOO);
    const refused = (): never => {
      throw new Error('a hierarchy of thousands of classes has millions of such pairs');
    };
    const api = new GraphqlApi({ ...made, classes: { ...made.classes!, get: refused, above: refused } });
    const run = async (query: string) => printResponse(await api.execute({ query }, backend));
    expect(await run('{ __schema { types { kind name fields { type { name } } } } }')).toContain('"AnyAnimal"');
    expect(await run('{ __type(name: "AnyAnimal") { possibleTypes { name } } }')).toContain('millions');
  });

  it('refuses lists of too many pairs of classes before it writes them', async () => {
    const { made } = compile(ZOO);
    const refused = (): never => {
      throw new Error('a list would be written');
    };
    const limits: number[] = [];
    const pairCount = (limit: number) => {
      limits.push(limit);
      return limit + 1;
    };
    const api = new GraphqlApi({ ...made, classes: { ...made.classes!, get: refused, above: refused, pairCount } });
    const run = async (query: string) => printResponse(await api.execute({ query }, backend));
    for (const list of ['interfaces', 'possibleTypes', 'interfaces { name } possibleTypes']) {
      const answer = await run(`{ __schema { types { ${list} { kind name } } } }`);
      expect(answer).toContain('too large to be answered as a whole; ask for single types with __type');
    }
    expect(limits[2]).toBeLessThan(limits[0]!);
    expect(await run('{ __schema { types { name } } }')).toContain('"AnyAnimal"');
  });

  it('shows all classes below the members of a union', async () => {
    const schema = await introspected(`
      :A a owl:Class . :B a owl:Class . :Below a owl:Class ; rdfs:subClassOf :A . :C a owl:Class .
      :either a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range [ a owl:Class ; owl:unionOf (:A :B) ] .
    `);
    expect(possible(schema, 'EitherRange')).toEqual(['A', 'B', 'Below']);
  });

  it('is valid for classes and properties of any name', async () => {
    const names = ['Point', 'ID', 'String', 'DateTime', 'Msg', 'NumUids', 'Query', 'AnyMsg', 'Any', 'Int64', 'Filter'];
    const classes = names.map((name) => `:${name} a owl:Class ; rdfs:comment "ends in \\"" .`);
    const schema = await introspected(`
      ${classes.join('\n')}
      :SubMsg a owl:Class ; rdfs:subClassOf :Msg .
      :name a owl:DatatypeProperty ; rdfs:domain :Msg ; rdfs:comment "ends in \\"" .
      :type a owl:DatatypeProperty ; rdfs:domain :Msg .
    `);
    for (const name of names) expect(schema.getType(`${name}_`) ?? schema.getType(name)).toBeDefined();
    expect(possible(schema, 'AnyMsg_')).toEqual(['Msg_', 'SubMsg']);
  });

  it('is valid for words of GraphQL and JavaScript', async () => {
    const graphqlWords = ['true', 'false', 'null', 'on', 'type', 'query', 'fragment', 'input', 'enum', 'schema'];
    const words = [...graphqlWords, 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'prototype'];
    const terms = words.flatMap((word) => [
      `:${word} a owl:Class .`,
      `<http://example.org/p/${word}> a owl:DatatypeProperty ; rdfs:domain :${word} ; rdfs:range xsd:string .`,
    ]);
    const schema = await introspected(terms.join('\n'));
    const fields = (type: string) => Object.keys((schema.getType(type) as GraphQLObjectType).getFields());
    for (const word of ['true', 'false', 'null']) expect(fields(word)).toContain(`${word}_`);
    for (const word of ['on', 'type', 'constructor', 'toString']) expect(fields(word)).toContain(word);
  });
});

it('spells names in ASCII, by the name alone', () => {
  const spelled = graphqlNames(['Ärztin', 'hat-teil', '人間', 'Straße', 'Straße2', '1st'], isFreeType);
  expect(Object.fromEntries(spelled)).toEqual({
    Ärztin: 'Arztin',
    'hat-teil': 'hat_teil',
    人間: 'u4EBA_u9593',
    Straße: 'Strasse',
    Straße2: 'Strasse2',
    '1st': 'x_1st',
  });
});

it('keeps respelled names of earlier loads, whatever comes', () => {
  const first = Object.fromEntries(graphqlNames(['Ärztin', 'Point'], isFreeType));
  expect(first).toEqual({ Ärztin: 'Arztin', Point: 'Point_' });
  const second = Object.fromEntries(graphqlNames(['Àrztin', 'Ärztin', 'Point'], isFreeType, first));
  expect(second).toEqual({ ...first, Àrztin: 'Arztin_' });
  const third = Object.fromEntries(graphqlNames(['Árztin', 'Àrztin', 'Arztin', 'Ärztin', 'Point'], isFreeType, second));
  expect(third).toEqual({ ...second, Arztin: 'Arztin__', Árztin: 'Arztin___' });
});
