/**
 * Sends one request with a large body, which it generates. Task: {url, path, type, kind, bytes, headers}; result:
 * {status, text, seconds}.
 */
import { text as readText } from 'node:stream/consumers';
import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';

const { url, path, type, kind, bytes, headers = {} } = JSON.parse(await readText(process.stdin));
const fill = (line, of = bytes) => line.repeat(Math.ceil(of / line.length));

/** Lines up to `bytes` in all, each with its number in place of `#`. */
function lines(line, separator = '\n') {
  const made = [];
  for (let size = 0, n = 0; size < bytes; n++) {
    const each = line.replaceAll('#', String(n));
    made.push(each);
    size += each.length + separator.length;
  }
  return made.join(separator);
}

const BODIES = {
  facts: () => `{ set {\n${lines('_:n# <hostile.name> "name #" .')}\n} }`,
  'facts as JSON': () => `{"set":[${lines('{"hostile.name":"name #"}', ',')}]}`,
  'facts of the ontology': () => `{ set {\n${lines('_:n# <name> "name #" .\n_:n# <dgraph.type> "Dog" .')}\n} }`,
  'one value': () => `{ set {\n_:a <hostile.name> "${fill('x')}" .\n} }`,
  'one value as JSON': () => `{"set":{"hostile.name":"${fill('x')}"}}`,
  'lists in lists': () => fill('['),
  'objects in objects': () => fill('{"a":'),
  'a list of numbers': () => `{"set":[${fill('1,')}1]}`,
  'not closed': () => `{ set {\n_:a <hostile.name> "${fill('x')}`,
  'no text': () => Buffer.alloc(bytes, 0xff),
  'a query of blocks': () => `{ ${lines('q#(func: uid(0x1)) { uid }')} }`,
  'a query of braces': () => `{ q(func: uid(0x1)) ${fill('{ a ')}`,
  'a query of spaces': () => `{ q(func: uid(0x1)) { uid } }${fill(' ')}`,
  'a list in a function': () => `{ q(func: uid(${fill('0x1,')}0x1)) { uid } }`,
  'a GraphQL question': () => JSON.stringify({ query: `{ ${lines('a#: __typename')} }` }),
  'GraphQL variables': () => JSON.stringify({ query: '{ __typename }', variables: { a: fill('x') } }),
  'a schema': () => lines('hostile.p#: string @index(exact) .'),
  'an ontology': () => lines('<http://example.org/c#> a <http://www.w3.org/2002/07/owl#Class> .'),
  'ten times as much, compressed': () => gzipSync(`{ set {\n_:a <hostile.name> "${fill('x', bytes * 10)}" .\n} }`),
};

const body = BODIES[kind]();
const from = performance.now();
let result;
try {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
  });
  result = { status: response.status, text: (await response.text()).slice(0, 300) };
} catch (error) {
  result = { status: 0, text: String(error.cause ?? error) };
}
process.stdout.write(JSON.stringify({ ...result, seconds: (performance.now() - from) / 1000 }));
