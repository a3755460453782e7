/** Large bodies of several shapes for each route: those that make readers work long. */

/** Body of about `size` characters. */
type Make = (size: number) => string;

export interface LargeRequest {
  /** Route, format and shape. */
  readonly name: string;
  readonly target: string;
  readonly type: string;
  readonly body: Make;
}

/** Repeats a unit until a text has `size` characters. */
function fill(size: number, unit: (i: number) => string): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) {
    const part = unit(i);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

const repeated =
  (before: string, unit: (i: number) => string, after = ''): Make =>
  (size) =>
    before + fill(size, unit) + after;

const nested =
  (before: string, open: string, middle: string, close: string, after: string): Make =>
  (size) => {
    const depth = Math.ceil(size / (open.length + close.length));
    return before + open.repeat(depth) + middle + close.repeat(depth) + after;
  };

const JSON_TYPE = 'application/json';
const NS = 'https://owlgate.dev/examples/animals#';
const DOCUMENTS = '/api/v1/databases/default/documents';
const OWL = '@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://e/> a owl:Ontology .\n';

/** Shapes of JSON: members and items between a beginning and an end. */
const jsonShapes = (before: string, after: string): Readonly<Record<string, Make>> => ({
  'long text': repeated(`${before}{"nick":"`, () => 'x', `"}${after}`),
  'white space': repeated(before, () => ' \n', `{"nick":"x"}${after}`),
  nesting: nested(before, '{"f":', '1', '}', after),
  'new nodes': repeated(before, (i) => `{"uid":"_:b${i}","nick":"x"},`, `{"nick":"x"}${after}`),
  predicates: repeated(`${before}{`, (i) => `"p${i}":"x",`, `"p":"x"}${after}`),
  list: repeated(`${before}{"nicks":[`, () => '"x",', `"x"]}${after}`),
  'broken off': repeated(before, () => '['),
});

const TABLE: readonly (readonly [
  route: string,
  target: string,
  type: string,
  shapes: Readonly<Record<string, Make>>,
])[] = [
  ['/mutate JSON', '/mutate?commitNow=true', JSON_TYPE, jsonShapes('{"set":[', ']}')],
  [
    '/mutate RDF',
    '/mutate?commitNow=true',
    'application/rdf',
    {
      'long text': repeated('{ set {\n_:b <nick> "', () => 'x', '" .\n} }'),
      comments: repeated('{ set {\n', () => '# x\n', '_:b <nick> "x" .\n} }'),
      'new nodes': repeated('{ set {\n', (i) => `_:b${i} <nick> "x" .\n`, '} }'),
      predicates: repeated('{ set {\n', (i) => `_:b <p${i}> "x" .\n`, '} }'),
      deletes: repeated('{ delete {\n', (i) => `<0x${(i + 4096).toString(16)}> * * .\n`, '} }'),
      'broken off': repeated('{ set {\n', () => '_:b '),
    },
  ],
  [
    '/mutate Turtle',
    '/mutate?commitNow=true',
    'text/turtle',
    {
      'new nodes': repeated('', (i) => `_:b${i} <http://e/nick> "x" .\n`),
      classes: repeated('', (i) => `_:b${i} a <${NS}Dog> .\n`),
      nesting: nested('<http://e/a> <http://e/b> ', '[ <http://e/b> ', '1', ' ]', ' .'),
      list: repeated('<http://e/a> <http://e/b> (', () => ' 1', ') .'),
    },
  ],
  [
    '/query DQL',
    '/query',
    'application/dql',
    {
      blocks: repeated('{ ', (i) => `q${i}(func: uid(1)) { uid }\n`, '}'),
      nesting: nested('{ q(func: uid(1)) ', '{ f ', '{ uid }', '}', ' }'),
      uids: repeated('{ q(func: uid(1', (i) => `,${i + 1}`, ')) { uid } }'),
      'rewritten names': repeated('{ q(func: uid(1)) { ', (i) => `a${i}: graph.type `, '} }'),
      'white space': repeated('{ q(func: uid(1)) { uid } ', () => '#\n', '}'),
    },
  ],
  [
    '/query JSON',
    '/query',
    JSON_TYPE,
    {
      'long text': repeated('{"query":"{ q(func: uid(1)) { uid } #', () => 'x', '\\n}"}'),
      variables: repeated(
        '{"query":"query q($a:string){ q(func: uid(1)) { uid } }","variables":{',
        (i) => `"$a${i}":"x",`,
        '"$a":"x"}}',
      ),
    },
  ],
  [
    '/graphql',
    '/graphql',
    JSON_TYPE,
    {
      fields: repeated('{"query":"{ queryDog { ', () => 'iri ', '} }"}'),
      aliases: repeated('{"query":"{ ', (i) => `a${i}: queryDog(first:1) { iri } `, '}"}'),
      nesting: nested('{"query":"{ queryDog ', '{ f ', '{ iri }', '}', ' }"}'),
      'long text': repeated('{"query":"{ queryDog(filter: {name: {anyofterms: \\"', () => 'x ', '\\"}}) { iri } }"}'),
      ...jsonShapes('{"query":"query q($n:String){ queryDog(first:1){ iri } }","variables":{"n":[', ']}}'),
    },
  ],
  [
    '/alter',
    '/alter',
    'text/plain',
    {
      'white space': repeated('p: string .\n', () => ' \n'),
      fields: repeated('type T {\n', (i) => ` f${i}\n`, '}'),
      'broken off': repeated('', (i) => `p${i}: string @index(\n`),
    },
  ],
  [
    '/admin/schema',
    '/admin/schema',
    'application/graphql',
    {
      types: repeated('', (i) => `type T${i} { name: Int @id }\n`),
      fields: repeated('type T {', (i) => ` f${i}: Nothing`, '}'),
      'broken off': repeated('', () => 'type T { '),
    },
  ],
  ['/admin', '/admin', JSON_TYPE, jsonShapes('{"query":"{ health { status } }","variables":{"n":[', ']}}')],
  [
    '/commit',
    '/commit?startTs=1',
    JSON_TYPE,
    { keys: repeated('{"keys":[', (i) => `"k${i}",`, '"x"]}'), ...jsonShapes('[', ']') },
  ],
  [
    'POST /ontology Turtle',
    '/ontology?validate=true',
    'text/turtle',
    {
      classes: repeated(OWL, (i) => `<http://e/C${i}> a owl:Class .\n`),
      nesting: nested(`${OWL}<http://e/C> owl:unionOf `, '( [ owl:unionOf ', '()', ' ] )', ' .'),
      'long text': repeated(`${OWL}<http://e/C> <http://e/b> "`, () => 'x', '" .'),
      'broken off': repeated(`${OWL}<http://e/C> `, () => '[ '),
    },
  ],
  ['POST /ontology JSON-LD', '/ontology?validate=true', 'application/ld+json', jsonShapes('[', ']')],
  [
    'documents text',
    `${DOCUMENTS}?source=large.txt`,
    'text/plain',
    { sentences: repeated('', () => 'Rex the dog walks. '), word: repeated('', () => 'x') },
  ],
  [
    'documents Markdown',
    `${DOCUMENTS}?source=large.md`,
    'text/markdown',
    { marks: repeated('', () => '*a_ [b]( '), items: repeated('', () => '- a\n') },
  ],
  [
    'documents HTML',
    `${DOCUMENTS}?source=large.html`,
    'text/html',
    { paragraphs: repeated('', () => '<p>Rex walks.</p>'), nesting: repeated('', () => '<div>') },
  ],
  ['documents JSON', DOCUMENTS, JSON_TYPE, jsonShapes('{"documents":[', ']}')],
  ['/mcp', '/mcp', JSON_TYPE, jsonShapes('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[', ']}')],
];

export const LARGE_REQUESTS: readonly LargeRequest[] = TABLE.flatMap(([route, target, type, shapes]) =>
  Object.entries(shapes).map(([shape, body]) => ({ name: `${route}: ${shape}`, target, type, body })),
);
