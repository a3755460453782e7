/** Changes of a schema against the compiled schema of a small ontology. */
import { readAlter } from '../../../../src/dql';
import { lossesByAlter, lossesByGraphql } from '../../../../src/materialize/alter/losses';
import { needsOf } from '../../../../src/materialize/alter/needs';
import { schemaInUse } from '../../../../src/materialize/alter/refusal';
import { compileGraphql, ontologyApi, compileSchema } from '../../../../src/schema';
import { ontologyOf } from '../../../support/materialize/small';

const loaded = ontologyOf(`<http://ex.org/o> a owl:Ontology . :A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .
:p a owl:ObjectProperty ; rdfs:domain :A ; rdfs:range :B .
:n a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range <http://www.w3.org/2001/XMLSchema#int> .
:s a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range <http://www.w3.org/2001/XMLSchema#string> .`);
const needs = needsOf({ version: 7, compiled: compileSchema(loaded) });
const asNeeded = {
  get: (name: string) => needs.predicates.get(name),
  fieldsOf: (name: string) => needs.types.get(name)?.fields ?? [],
};
const empty = { get: () => undefined, fieldsOf: () => [] };

describe('lossesByAlter', () => {
  const losses = (body: string, stored = asNeeded) =>
    lossesByAlter(readAlter(body), needs, stored).map(({ name, changes }) => [name, ...changes]);

  it.each([
    ['{"drop_all":true}', []],
    ['{"drop_op":"DATA"}', []],
    ['{"drop_attr":"other"}', []],
    ['{"drop_attr":"p"}', [['p', 'be dropped']]],
    ['{"drop_attr":" <p> "}', [['p', 'be dropped']]],
    ['{"drop_op":"ATTR","drop_value":"iri"}', [['iri', 'be dropped']]],
    ['{"drop_op":"TYPE","drop_value":"A"}', [['A', 'be dropped']]],
    ['{"drop_op":"TYPE","drop_value":"p"}', []],
    ['{"drop_op":"TYPE"}', []],
    ['other: string .\ntype Other {\n n\n}', []],
    ['<n>: string .', [['n', 'become string instead of int']]],
    ['type A {\n iri\n p\n}', [['A', 'lose the fields "n", "s"']]],
    ['type A {\n iri\n p\n n: string\n s: [int!]!\n}', []],
  ])('%s', (body, expected) => expect(losses(body)).toEqual(expected));

  it('a type that the engine does not have may be declared', () => {
    expect(losses('type A {\n p\n}', empty)).toEqual([]);
  });

  it('an unreadable schema is refused with the position', () => {
    expect(() => losses('n: int .\nn int')).toThrow(/^line 2 column/);
  });
});

describe('lossesByGraphql', () => {
  const losses = (sdl: string) => lossesByGraphql(sdl, needs, asNeeded).map(({ name, changes }) => [name, ...changes]);

  it.each([
    ['type X { n: Int @dgraph(pred: "n") }', []],
    ['type X { n: [Int] @dgraph(pred: "n") }', [['n', 'become [int] instead of int']]],
    ['type X { n: String @dgraph(pred: "n") @search(by: [term]) }', [['n', 'become string instead of int']]],
    // Nobody knows the search, Dgraph included.
    ['type X { n: String @dgraph(pred: "n") @search(by: [nothing]) }', []],
    ['type X { s: String @dgraph(pred: "s@en") }', [['s', 'get @lang']]],
    ['type X { a: X @dgraph(pred: "p") }', [['p', 'become uid instead of [uid]']]],
    ['type X { a: [X] @dgraph(pred: "p") b: [X] @dgraph(pred: "~p") }', []],
    ['type X { a: Int } type Y @dgraph(type: "X") { p: Int }', []],
    ['type X @secret(field: "key", pred: "s") { a: Int }', [['s', 'become password instead of string']]],
    [
      'interface I { n: Float @dgraph(pred: "n") } type X implements I { a: Int }',
      [['n', 'become float instead of int']],
    ],
    ['no SDL', []],
    ['', []],
  ])('%s', (sdl, expected) => expect(losses(sdl)).toEqual(expected));

  it('the SDL of the ontology causes no loss', () => {
    const { compiled } = needs;
    const { sdl } = ontologyApi({ loaded, compiled, graphql: compileGraphql(loaded, compiled) });
    expect(losses(sdl.text())).toEqual([]);
  });
});

it('a refusal lists three losses and counts the others', () => {
  const body = 'n: string .\ns: int .\np: uid .\niri: int .';
  const error = schemaInUse(lossesByAlter(readAlter(body), needs, asNeeded), needs.version);
  expect(error.message).toContain('line 3, column 1: the predicate "p" would become uid instead of [uid]; and 1 more');
  expect(error.message).toContain('version 7');
  expect(error.details['changes']).toHaveLength(4);
});
