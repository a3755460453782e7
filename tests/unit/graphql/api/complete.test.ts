/** Generated API of types, by Dgraph's rules; each comes from the output of a Dgraph v25.4. */
import { buildSchema, isInputObjectType, isObjectType, printType } from 'graphql';
import { completeApi } from '../../../../src/graphql/api/complete';
import { printApi } from '../../../../src/graphql/api/print';
import { readSdl } from '../../../../src/graphql/sdl/read';

function api(sdl: string) {
  const model = readSdl(sdl);
  const schema = buildSchema(printApi(model, completeApi(model)));
  const names = (type: string) => Object.keys((schema.getType(type) as any)?.getFields() ?? {});
  const text = (type: string) => {
    const definition = schema.getType(type);
    return definition && printType(definition);
  };
  const operation = (name: string) => {
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      const field = root?.getFields()[name];
      if (field)
        return `(${field.args.map((arg) => `${arg.name}: ${String(arg.type)}`).join(', ')}): ${String(field.type)}`;
    }
    return undefined;
  };
  return { schema, names, text, operation };
}

describe('a type', () => {
  const { names, text, operation } = api(`
    type Person {
      id: ID!
      name: String! @search(by: [term, exact])
      email: String @id
      age: Int @search
      born: DateTime @search(by: [month])
      isAdmin: Boolean @search
      friends: [Person]
      home: City
    }
    type City { id: ID! name: String }
  `);

  it('has queries by key, by filter and in aggregate', () => {
    expect(operation('getPerson')).toBe('(id: ID, email: String): Person');
    expect(operation('getCity')).toBe('(id: ID!): City');
    expect(operation('queryPerson')).toBe(
      '(filter: PersonFilter, order: PersonOrder, first: Int, offset: Int): [Person]',
    );
    expect(operation('aggregatePerson')).toBe('(filter: PersonFilter): PersonAggregateResult');
  });

  it('has mutations that add, update and delete', () => {
    expect(operation('addPerson')).toBe('(input: [AddPersonInput!]!, upsert: Boolean): AddPersonPayload');
    expect(operation('addCity')).toBe('(input: [AddCityInput!]!): AddCityPayload');
    expect(operation('updatePerson')).toBe('(input: UpdatePersonInput!): UpdatePersonPayload');
    expect(operation('deletePerson')).toBe('(filter: PersonFilter!): DeletePersonPayload');
  });

  it('has filters by index', () => {
    expect(text('PersonFilter')).toBe(
      `input PersonFilter {
  id: [ID!]
  name: StringExactFilter_StringTermFilter
  email: StringHashFilter
  age: IntFilter
  born: DateTimeFilter
  isAdmin: Boolean
  has: [PersonHasFilter]
  and: [PersonFilter]
  or: [PersonFilter]
  not: PersonFilter
}`,
    );
    expect(names('StringExactFilter_StringTermFilter')).toEqual([
      'eq',
      'in',
      'le',
      'lt',
      'ge',
      'gt',
      'between',
      'allofterms',
      'anyofterms',
    ]);
    expect(text('PersonHasFilter')).toContain('friends');
    expect(text('PersonOrderable')).not.toContain('isAdmin');
  });

  it('has inputs with the required fields of the type, and references and patches without any', () => {
    expect(text('AddPersonInput')).toContain('name: String!');
    expect(text('AddPersonInput')).toContain('friends: [PersonRef]');
    expect(text('PersonRef')).toContain('name: String\n');
    expect(names('PersonRef')[0]).toBe('id');
    expect(names('PersonPatch')).not.toContain('id');
    expect(text('UpdatePersonInput')).toContain('filter: PersonFilter!');
  });

  it('has aggregates of ordered types, and sums of numbers', () => {
    expect(names('PersonAggregateResult')).toEqual([
      'count',
      ...['nameMin', 'nameMax', 'emailMin', 'emailMax', 'ageMin', 'ageMax', 'ageSum', 'ageAvg', 'bornMin', 'bornMax'],
    ]);
    expect(names('Person')).toContain('friendsAggregate');
    expect(names('Person')).not.toContain('homeAggregate');
  });
});

it('interfaces are updated and deleted, not added; their fields are those of their implementations', () => {
  const { names, operation } = api(`
    interface Animal { id: ID! name: String @search }
    type Dog implements Animal { barks: Boolean }
  `);
  expect(operation('addAnimal')).toBeUndefined();
  expect(operation('updateAnimal')).toBeDefined();
  expect(operation('queryAnimal')).toContain('[Animal]');
  expect(names('Dog')).toEqual(['id', 'name', 'barks']);
});

it('a union has references and filters of its members', () => {
  const { text } = api(
    'type A { id: ID! a: Int } type B { id: ID! b: Int } union AB = A | B type C { id: ID! of: [AB] }',
  );
  expect(text('ABRef')).toContain('aRef: ARef');
  expect(text('ABFilter')).toContain('memberTypes: [ABType!]');
  expect(text('C')).toContain('of(filter: ABFilter, first: Int, offset: Int): [AB]');
});

it('@generate removes operations, @withSubscription adds subscriptions', () => {
  const { operation, schema } = api(`
    type A @generate(query: {get: false, aggregate: false}, mutation: {delete: false}) @withSubscription { id: ID! a: Int }
  `);
  expect([operation('getA'), operation('aggregateA'), operation('deleteA')]).toEqual([undefined, undefined, undefined]);
  expect(operation('queryA')).toBeDefined();
  expect(Object.keys(schema.getSubscriptionType()!.getFields())).toEqual(['queryA']);
});

it('an enum is searched by its values, a password checked, a vector compared', () => {
  const { text, operation } = api(`
    enum Colour { RED GREEN }
    type Car @secret(field: "pin") {
      id: ID!
      colour: Colour @search
      shape: [Float!] @embedding @search(by: ["hnsw(metric: cosine)"])
    }
  `);
  expect(text('Colour_hash')).toContain('in: [Colour]');
  expect(operation('checkCarPassword')).toBe('(id: ID!, pin: String!): Car');
  expect(operation('querySimilarCarByEmbedding')).toContain('by: CarEmbedding!, topK: Int!, vector: [Float!]!');
  expect(text('AddCarInput')).toContain('pin: String!');
  expect(text('Car')).toContain('vector_distance: Float');
});

it('fields that cannot be written have no input', () => {
  const { schema } = api(
    'type A { id: ID! b: [B] @dgraph(pred: "~of") } type B { id: ID! of: [A] @dgraph(pred: "of") }',
  );
  expect(schema.getType('AddAInput')).toBeUndefined();
  expect(schema.getMutationType()!.getFields()['addA']).toBeUndefined();
  expect(isInputObjectType(schema.getType('AddBInput'))).toBe(true);
  expect(isObjectType(schema.getType('A'))).toBe(true);
});

it('inverses apply to both sides', () => {
  const model = readSdl('type A { id: ID! b: [B] @hasInverse(field: a) } type B { id: ID! a: A }');
  expect(model.types.get('B')!.byName.get('a')!.inverse).toBe('b');
});

it.each([
  ['type A { id: ID! a: Unknown }', 'Undefined type Unknown.', 1],
  ['type A {\n a: Int @search(by: [term]) }', "the argument term doesn't apply to field type Int", 2],
  ['type A { a: Int }\ntype A { b: Int }', 'A is defined more than once', 2],
  ['type A { a: [[Int]] }', 'there are no lists of lists', 1],
  ['scalar X', 'scalars cannot be defined', 1],
  ['type A { a: B @hasInverse(field: x) } type B { b: Int }', "inverse field x doesn't exist for type B", 1],
  ['type A {', 'Expected Name', 1],
])('%s is refused', (sdl, message, line) => {
  let problems: unknown;
  try {
    readSdl(sdl);
  } catch (error) {
    ({ problems } = error as { problems: unknown });
  }
  expect(problems).toEqual([{ message: expect.stringContaining(message), line, column: expect.any(Number) }]);
});
