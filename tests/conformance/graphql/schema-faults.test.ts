/**
 * SDL that Dgraph refuses. Each case runs on a real Dgraph, if there is one, and on the embedded engine, which must
 * refuse it for the same reason. Similar valid SDL must be accepted by both.
 */
import { forEachEngine } from '../../support/engines';
import { post } from '../../support/engines/wire';

const book = (field: string): string =>
  `type Book { id: ID! code: String! @id title: String pages: Int tags: [String] ${field} }`;
const custom = (http: string): string =>
  book(`price: Int @custom(http: {url: "http://shop.example/x", method: POST, ${http}})`);
const query = (http: string, args = '(id: ID!, n: Int)'): string =>
  `type Query { q${args}: Int @custom(http: {${http}}) } ${book('')}`;
const address = (path: string) => `url: "http://shop.example/${path}"`;
const remote = (document: string, more = ''): string =>
  custom(`skipIntrospection: true, ${more} graphql: "${document}"`);
/** Dgraph knows the directives of federation only if some type has a key. */
const KEYED = 'type K @key(fields: "id") { id: ID! k: String }';

const FAULTS: Readonly<Record<string, readonly (readonly [string, RegExp])[]>> = {
  types: [
    ['type Author { id: ID! key: ID name: String }', /Fields id and key are listed as IDs for type Author/],
    ['type Author { id: ID! }', /Type Author; is invalid, a type must have atleast one field/],
    ['type Point { id: ID! name: String }', /Point is a reserved word/],
    ['type As { id: ID! name: String }', /As is a reserved word/],
    [`${book('')} input BookRef { x: Int }`, /BookRef is a reserved word, so you can't declare a INPUT_OBJECT/],
    [
      `${book('')} type Query { getBook(id: ID!): Int @custom(http: {${address('')}, method: GET}) }`,
      /getBook is a reserved word, so you can't declare a query/,
    ],
    [
      `${book('')} type Mutation { addBook: Int @custom(http: {${address('')}, method: GET}) }`,
      /addBook is a reserved word, so you can't declare a mutation/,
    ],
    ['type __A { id: ID! a: String }', /Name "__A" must not begin with "__"/],
    ['type A { id: ID! __a: String }', /Name "__a" must not begin with "__"/],
    ['interface I { __a: String } type A implements I { id: ID! b: String }', /Name "__a" must not begin/],
    ['enum __E { X } type A { id: ID! e: __E }', /Name "__E" must not begin/],
    ['input I { __a: Int } type A { id: ID! a: String }', /Name "__a" must not begin/],
    [
      `${book('')} type Query { q(__a: Int!): Int @custom(http: {${address('$__a')}, method: GET}) }`,
      /Name "__a" must not begin/,
    ],
    ['type Query { books: Int }', /Found Query books without @custom\/@lambda/],
    ['type A { id: ID! a: String } interface I { b: String } union U = A | I', /"I" must be OBJECT/],
    [
      'type A { id: ID! a: String } union U @auth(query: {rule: "{}"}) = A',
      /@auth directive, but it is not applicable on types of UNION kind/,
    ],
    ['type A @search { id: ID! a: String }', /search.*not applicable|applicable.*search/],
    ['type A @remote @withSubscription { a: String }', /cannot have both @withSubscription and @remote/],
    ['type A @dgraph { id: ID! a: String }', /type argument for @dgraph directive should not be empty/],
    [
      'type A @dgraph(type: "as") { id: ID! a: String }',
      /type argument 'as' for @dgraph directive is a reserved keyword/,
    ],
    ['type A @secret(field: "pwd") @secret(field: "key") { id: ID! a: String }', /more than one secret fields pwd,key/],
    ['type A @secret(field: "a") { id: ID! a: String }', /secret directive and field of the same name a/],
    [
      'type R @remote { a: String } type A { id: ID! a: String r: R }',
      /field r; is of a type that has @remote directive/,
    ],
    [
      'interface I @remote { a: String } type A implements I { id: ID! b: String }',
      /can't implement an interface I; with have @remote/,
    ],
    ['interface I { a: String } type A implements I { id: ID! a: Int }', /field a must have type String/],
    [
      'interface I { a: String } interface J { a: String } type A implements I & J { id: ID! }',
      /Field A.a can only be defined once/,
    ],
  ],
  fields: [
    [book('uid: String'), /uid is a reserved keyword/],
    [book('as: String'), /as is a reserved keyword/],
    [book('readAggregate: String'), /Aggregate is a reserved keyword/],
    [book('read: [Boolean]'), /Boolean lists are invalid/],
    [book('read(first: Int): String'), /can't have first as an argument/],
    [book('read: String @auth(query: {rule: "{}"})'), /auth/],
    [book('read: String @withSubscription'), /@withSubscription directive is applicable only on types/],
    [book('read: String @search(by: [hash, exact])'), /the arguments 'hash' and 'exact' can't be used together/],
    [book('read: String @search(by: [trigram, regexp])'), /'trigram' is the same as the index 'regexp'/],
    [book('read: DateTime @search(by: [year, month])'), /DateTime allows only one argument for @search/],
    [book('read: String @search(by: hash)'), /requires a list argument/],
    [book('next: Book @search'), /fields of type Book can't have the @search directive/],
    [book('read: Float! @id'), /with @id directive must be of type String, Int or Int64, not Float!/],
    [book('read: String! @id(interface: true)'), /can only be defined in interface,not in Type/],
    [book('read: String @embedding'), /The field with @embedding directive is of type/],
    [book('read: [Float!] @embedding @search(by: ["hnsw(metric:euclidean)"])'), /search options is malformed/],
    [book('read: String @remoteResponse(name: "x")'), /only be defined on fields of @remote type/],
    [book('read: Int @default(add: {value: "many"})'), /provides value "many" which cannot be used with Int/],
    [book('read: String @default(add: {value: "$now"})'), /provides value "\$now" which cannot be used with String/],
    [book('read: [String] @default(add: {value: "x"})'), /on field with list type \[String\]/],
    [book('read: String! @id @default(add: {value: "x"})'), /on field with @id directive/],
    [
      book('read: String @search(of: ["hash"])'),
      /of.* is not supported as an argument|Undefined argument of|argument.*of/,
    ],
  ],
  predicates: [
    [book('read: String @dgraph(pred: "")'), /pred argument for @dgraph directive should not be empty/],
    [book('read: String @dgraph(pred: 3)'), /should be of type String|pred/],
    [book('read: String @dgraph(pred: "as")'), /pred argument 'as' for @dgraph directive is a reserved keyword/],
    [book('read: Int @dgraph(pred: "name@de")'), /Expected type `String` for language tag field but got `Int`/],
    [book('read: String @dgraph(pred: "name@*")'), /`\*` language tag not supported/],
    [book('read: String @dgraph(pred: "name@de@en")'), /multiple language tag not supported/],
    [book('read: String! @id @dgraph(pred: "name@de")'), /@id directive not supported on language tag fields/],
    [
      book('read: String @search(by: [term]) @dgraph(pred: "name@de:en")'),
      /not applicable on language tag field with multiple languages/,
    ],
    [
      book('read: String @dgraph(pred: "~next")'),
      /reverse predicate in @dgraph directive only applies to fields with object types/,
    ],
    [book('read: [Book] @dgraph(pred: "~next")'), /is not supported as forward edge doesn't exist for type Book/],
    [
      book('next: Book @dgraph(pred: "next") read: Book @dgraph(pred: "~next")'),
      /starts with ~ should be of type list/,
    ],
    [
      `${book('next: Shop @dgraph(pred: "next") read: [Book] @dgraph(pred: "~next")')} type Shop { id: ID! a: String }`,
      /should be of type Book to be compatible with @dgraph reverse directive but is of type Shop/,
    ],
    [
      `${book('a: String @dgraph(pred: "p")')} type Shop { id: ID! a: Int @dgraph(pred: "p") }`,
      /has type Int, which is different to type Book; field a/,
    ],
    [
      `${book('a: String! @id @dgraph(pred: "p")')} type Shop { id: ID! a: String! @dgraph(pred: "p") }`,
      /doesn't have @id directive, which conflicts with type Book; field a/,
    ],
    [
      'interface I { a: String @dgraph(pred: "p") } type A implements I { id: ID! b: String @dgraph(pred: "p") }',
      /conflicts with interface I; field a/,
    ],
    [
      `${book('a: String @dgraph(pred: "p")')} type Shop @secret(field: "pwd", pred: "p") { id: ID! a: Int }`,
      /conflicts with type Shop @secret directive on the same predicate/,
    ],
  ],
  services: [
    [query('url: "shop", method: GET'), /url field inside @custom directive is invalid/],
    [
      query(`${address('$of')}, method: GET`),
      /url path inside @custom directive uses an argument of that is not defined/,
    ],
    [query(`${address('$n')}, method: GET`), /url path inside @custom directive uses an argument n that can be null/],
    [
      query(`${address('x?of=$of')}, method: GET`),
      /url query inside @custom directive uses an argument of that is not defined/,
    ],
    [query(`${address('x')}, method: HEAD`), /method/],
    [
      query(`${address('x')}, method: GET, mode: BATCH`),
      /mode field inside @custom directive can't be present on Query\/Mutation/,
    ],
    [
      query(`${address('x')}, method: POST, body: "{ a: $of }"`),
      /body template inside @custom directive uses an argument of that is not defined/,
    ],
    [query(`${address('x')}, method: POST, body: "{ a: name }"`), /could not be parsed/],
    [
      query(`${address('x?id=$id')}, method: POST, skipIntrospection: true, graphql: "query($id: ID!) { f(id: $id) }"`),
      /has parameters in url along with graphql field/,
    ],
    [
      query(`${address('x')}, method: GET, skipIntrospection: true, graphql: "query($id: ID!) { f(id: $id) }"`),
      /method can only be POST if graphql field is present/,
    ],
    [
      query(`${address('x')}, method: POST, skipIntrospection: true, graphql: "query($of: ID!) { f(id: $of) }"`),
      /graphql variables must use fields defined within the type, found `of`/,
    ],
    [
      'type Query { q(of: Filter): Int @custom(dql: "{ q(func: uid(1)) { uid } }") } input Filter { a: Int }',
      /Argument of: must be of a scalar type/,
    ],
    ['type Query { q: Int @custom(dql: " ") }', /dql argument for @custom directive must not be empty/],
    [book('price: Int @custom(dql: "{ q(func: uid(1)) { uid } }")'), /`dql` can be used only on queries/],
    [book(`price: Int @custom(http: {${address('$title')}, method: GET})`), /uses a field title that can be null/],
    [book(`price: Int @custom(http: {${address('x?a=$none')}, method: GET})`), /uses a field none that is not defined/],
    [custom('mode: BATCH, body: "{ a: $title }"'), /body template must use a field with type ID! or a field with @id/],
    [custom('mode: BATCH, body: "{ a: $id, b: $none }"'), /must use fields defined within the type, found `none`/],
    [custom('mode: BATCH, body: "{ a: $id, b: $price }"'), /can't require itself/],
    [
      custom('forwardHeaders: ["a:b:c"], body: "{ a: $id }"'),
      /forwardHeaders in @custom directive should be of the form/,
    ],
    [custom('forwardHeaders: ["A"], secretHeaders: ["A:B"], body: "{ a: $id }"'), /cannot have overlapping headers/],
    [
      'type A { a: String b: Int @custom(http: {url: "http://shop.example", method: GET}) }',
      /only allowed on fields where the type definition has a field with type ID! or a field with @id/,
    ],
    [remote('query { f } query { g }'), /found 2 operations, it can have exactly one/],
    [remote('subscription($id: ID!) { f(id: $id) }'), /found `subscription` operation/],
    [remote('query q($id: ID!) { f(id: $id) }'), /found operation with name `q`/],
    [remote('query($id: ID!) { a: f(id: $id) }'), /it can't have any alias/],
    [remote('query($id: ID!) { f(id: $id) { x } }'), /with a selection set/],
    [remote('query($id: ID!) { f(id: $id) g }'), /found 2 fields inside operation/],
    [
      remote('query($id: ID!) { f(id: $id, n: $title) }'),
      /graphql must use fields with a variable definition, found `title`/,
    ],
    [
      remote('query($of: [In]) { f(of: $of, n: 1) }', 'mode: BATCH, body: "{ id: $id }",'),
      /for BATCH mode, query `f` can have only one argument/,
    ],
    [
      remote('query($of: [In]) { f(of: $of) }', 'mode: BATCH,'),
      /both body and graphql field inside @custom directive are required/,
    ],
  ],
  federation: [
    ['type A @key(fields: "name") { id: ID! a: String }', /@key directive uses a field name which is not defined/],
    [
      'type A @key(fields: "a") { id: ID! a: String }',
      /used inside @key directive should be of type ID or have @id directive/,
    ],
    [
      `type A { id: ID! @external a: String } ${KEYED}`,
      /@external directive can only be defined on fields in type extensions/,
    ],
    [
      `extend type A { id: ID! @external a: String } ${KEYED}`,
      /Type Extension cannot be defined without @key directive/,
    ],
    [
      `type B { id: ID! b: String } type A { id: ID! b: B @provides(fields: "b") } ${KEYED}`,
      /does not return a type that has a @key/,
    ],
  ],
};

const GOOD: readonly string[] = [
  book(''),
  book(
    'read: String @search(by: [hash, term, fulltext, trigram]) written: DateTime @search(by: [year]) ' +
      '@default(add: {value: "$now"})',
  ),
  book('next: Shop @dgraph(pred: "next")') + ' type Shop { id: ID! name: String books: [Book] @dgraph(pred: "~next") }',
  custom('mode: BATCH, body: "{ a: $id, b: $title, c: \\"x\\", d: [$pages, 2] }"'),
  remote('query($id: ID!, $title: String) { f(id: $id, t: $title) }'),
  query(`${address('$id?n=$n')}, method: GET, forwardHeaders: ["A:B"], secretHeaders: ["C"]`),
  'interface I { id: ID! a: String } interface J { id: ID! b: String } type A implements I & J { c: String }',
  'extend type A @key(fields: "id") { id: ID! @external b: B } type B @key(fields: "id") { id: ID! c: String }',
  book('de: String @dgraph(pred: "title@de") any: String @dgraph(pred: "title@de:.") at: Point @search'),
];

forEachEngine((engine) => {
  const validate = async (sdl: string): Promise<string> => {
    const { body } = await post(engine.url, { path: '/admin/schema/validate', type: 'application/graphql', body: sdl });
    return body.errors.map(({ message }: { readonly message: string }) => message).join('\n');
  };
  beforeAll(() => engine.reset());

  describe.each(Object.entries(FAULTS))('%s', (_, faults) => {
    it.each(faults)('%s', async (sdl, reason) => {
      expect(await validate(sdl)).toMatch(reason);
      expect(await validate(sdl)).not.toMatch(/Schema is valid/);
    });
  });

  it.each(GOOD)('a valid schema has no faults: %s', async (sdl) => {
    expect(await validate(sdl)).toBe('Schema is valid');
  });
});
