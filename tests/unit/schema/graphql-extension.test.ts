import { printSchema } from '../../../src/dql';
import { GraphqlSchemaError } from '../../../src/graphql/sdl/schema-error';
import { readSdl } from '../../../src/graphql/sdl/read';
import { readOntology } from '../../../src/ontology';
import { compileGraphql, compileSchema, ontologyApi } from '../../../src/schema';
import { extendGraphql } from '../../../src/schema/graphql-extension';

const ZOO = `
@prefix : <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class .
:Dog a owl:Class ; rdfs:subClassOf :Animal .
:name a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:legs a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer .
:chases a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Animal .
`;

const loaded = readOntology(ZOO, { profile: 'strict' });
const compiled = compileSchema(loaded);
const api = ontologyApi({ loaded, compiled, graphql: compileGraphql(loaded, compiled) });
const generated = api.sdl.text();

const extend = (text: string) => {
  const { model, stored, sdl } = extendGraphql(api, text);
  return { model, stored, sdl: sdl() };
};
const problems = (text: string): string[] => {
  try {
    extend(text);
  } catch (error) {
    if (error instanceof GraphqlSchemaError) {
      return error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
    }
    throw error;
  }
  return [];
};

it('adds fields and directives to generated types, and new types', () => {
  const {
    sdl,
    model: merged,
    stored,
  } = extend(`
    # what a keeper may see
    extend type Dog @auth(query: { rule: "{$ROLE: { eq: \\"KEEPER\\" } }" }) @withSubscription {
      notes: [Note] @hasInverse(field: about)
      shout: String @custom(http: { url: "http://localhost/x", method: GET })
    }
    type Note { id: ID! text: String! @search(by: [term]) about: Dog kind: Kind }
    extend type Note { by: String }
    enum Kind { GOOD BAD }
    type Query { dogs: [Dog] @custom(dql: "query { dogs(func: type(Dog)) { name } }") }
    extend type Query { cats: [Note] @custom(dql: "query { cats(func: type(Note)) { Note.text } }") }
  `);
  const model = readSdl(sdl);
  const dog = model.types.get('Dog')!;
  expect(dog.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['id', 'name', 'legs', 'chases', 'notes', 'shout']),
  );
  expect(dog.byName.get('notes')!.predicate).toBe('Dog.notes');
  expect(dog.dgraphName).toBe('Dog');
  expect(dog.directives.join(' ')).toMatch(/^[^]*@withSubscription[^]*@auth[^]*$/);
  expect(dog.directives.filter((each) => each.startsWith('@withSubscription'))).toHaveLength(1);
  expect(model.types.get('Note')!.byName.get('by')!.predicate).toBe('Note.by');
  expect(model.queries.map(({ name }) => name)).toEqual(['dogs', 'cats']);
  expect(model.enums.has('Kind')).toBe(true);
  // The merged model is the one that the merged SDL describes.
  expect([...merged.types.keys()].sort()).toEqual([...model.types.keys()].sort());
  for (const [name, { fields, directives, idField, xids }] of model.types) {
    const type = merged.types.get(name)!;
    expect({ fields: type.fields, directives: type.directives }).toEqual({ fields, directives });
    expect([type.idField, type.xids]).toEqual([idField, xids]);
  }
  expect(
    printSchema(stored)
      .trim()
      .split(/\s*\n\s*/),
  ).toEqual([
    'Note.text: string @index(term) .',
    'Note.about: uid .',
    'Note.kind: string @index(hash) .',
    'Note.by: string .',
    'Dog.notes: [uid] .',
    ...['type Note {', 'Note.text', 'Note.about', 'Note.kind', 'Note.by', '}'],
    ...['type Dog {', 'Dog.notes', '}'],
  ]);
});

it('does not change the other text', () => {
  const { sdl } = extend('extend type Dog { nick: String }');
  const animal = /type Animal [^}]*}/.exec(generated)![0];
  expect(sdl).toContain(animal);
  expect(sdl.startsWith(generated.slice(0, generated.indexOf('\n')))).toBe(true);
});

it('keeps only the comments that Dgraph reads, authorization last', () => {
  const { sdl } = extend(`# Dgraph.Authorization {"Header":"X","Namespace":"n","Algo":"HS256","VerificationKey":"k"}
    # nothing
    extend type Dog { """
    # Dgraph.Secret a "no"
    """ nick: String }
    # Dgraph.Allow-Origin "https://example.org"`);
  const lines = sdl.split('\n').filter((line) => line.startsWith('# Dgraph'));
  expect(lines).toEqual([
    '# Dgraph.Allow-Origin "https://example.org"',
    '# Dgraph.Authorization {"Header":"X","Namespace":"n","Algo":"HS256","VerificationKey":"k"}',
  ]);
  expect(sdl.trimEnd().endsWith('"k"}')).toBe(true);
  expect(sdl).not.toContain('nothing');
  // An extension may consist of comments only.
  expect(extend('# Dgraph.Allow-Origin "https://example.org"').sdl).toContain('\n# Dgraph.Allow-Origin');
});

it.each([
  [
    'extend type Dogs { a: String }',
    '1:1 unknown type Dogs: neither the ontology nor the extension defines it. Did you mean Dog?',
  ],
  ['type Dog { a: String }', '1:1 the ontology defines the type Dog; extend it with: extend type Dog'],
  [
    'extend type Dog {\n  name: String\n}',
    '2:3 Dog.name is defined by the ontology; change the property there, or choose another name',
  ],
  ['extend type Dog @dgraph(type: "Hound")', '1:17 @dgraph is not allowed on Dog, a type of the ontology'],
  ['extend type Dog implements Pet { a: String }', '1:28 Dog cannot implement Pet'],
  ['extend interface Dog { a: String }', '1:1 cannot extend Dog: it is of another kind'],
  ['type Hound @dgraph(type: "Dog") { a: String }', '1:1 Hound would be stored as the class "Dog"'],
  [
    'type Tag { text: Int @dgraph(pred: "name") }',
    '1:12 Tag.text is stored as "name", which the ontology has as string',
  ],
  [
    'type Tag { text: [String] @dgraph(pred: "name") }',
    '1:12 Tag.text is stored as "name", which the ontology has as string',
  ],
  [
    'type Tag { text: String @dgraph(pred: "name") @search(by: [fulltext]) }',
    '1:12 Tag.text is stored as "name", a predicate of the ontology without the index',
  ],
  [
    'type Tag { text: String! @id @dgraph(pred: "name") }',
    '1:12 Tag.text is stored as "name", a predicate of the ontology that is not a key',
  ],
  [
    'extend type Dog { prey: [Animal] @hasInverse(field: hunters) } extend type Animal { hunters: [Dog] ' +
      '@hasInverse(field: chases) }',
    'Type Dog; Field prey: @hasInverse should be',
  ],
  ['extend type Animal { hunters: [Dog] @hasInverse(field: chases) }', '1:22 Dog.chases is a property of the ontology'],
  ['extend type Dog { a: Nothing }', '1:22 Undefined type Nothing.'],
  ['scalar Date', '1:1 only types, interfaces, enums, unions and inputs can be defined'],
  ['type Subscription { a: Int }', '1:1 cannot define Subscription: put @withSubscription on a type'],
  ['type A { x: Int } type A { y: Int }', '1:19 A is defined more than once'],
  ['extend type Dog { a: String', '1:28 Syntax Error: Expected Name, found <EOF>.'],
])('refuses %s with its position', (text, expected) => {
  expect(problems(text).join('\n')).toContain(expected);
});

it.each([
  'type Tag { text: String @dgraph(pred: "name") @search(by: [term]) }',
  'type Tag { iri: String! @id @dgraph(pred: "iri") dogs: [Dog] }',
  'extend type Animal { chasedBy: [Dog] @dgraph(pred: "~chases") }',
  'interface Titled { title: String } type Page implements Titled { dogs: [Dog] }',
])('accepts %s beside the ontology', (text) => {
  expect(problems(text)).toEqual([]);
});
