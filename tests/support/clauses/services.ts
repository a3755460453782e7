/** Clauses of the gateway's other read routes: about the ontology, for agents, questions in words. */
import type { Clauses, ClauseRequest } from './index';
import { repeat } from './repeat';

const post = (path: string, body: unknown): ClauseRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
/** Bytes of a query string; a head may have 256 KiB. */
const MAX_QUERY = 200_000;
const get = (path: string, parameters: string): ClauseRequest => ({ path: `${path}?${parameters}` });
const shorter = (bytes: number): number => Math.min(bytes, MAX_QUERY);
const tool = (name: string, args: object): ClauseRequest =>
  post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
const DATABASE = '/api/v1/databases/default';
const words = (bytes: number): string => repeat(bytes, (i) => `person${i}`);
const ask = (question: string): ClauseRequest => post(`${DATABASE}/retrieve`, { question });

export const SERVICE_CLAUSES: Clauses = {
  'GET /ontology: parameters': (n) =>
    get(
      '/ontology',
      repeat(shorter(n), (i) => `a${i}=1`, '&'),
    ),
  'GET /ontology: versions': (n) =>
    get(
      '/ontology',
      repeat(shorter(n), () => 'version=1', '&'),
    ),
  'GET /ontology/explain: a long object': (n) =>
    get('/ontology/explain', `subject=0x1&predicate=title&object=${'x'.repeat(shorter(n))}`),
  'GET /ontology/explain: a long subject': (n) =>
    get('/ontology/explain', `subject=${'x'.repeat(shorter(n))}&predicate=title`),
  'GET /ontology/violations: parameters': (n) =>
    get(
      '/ontology/violations',
      repeat(shorter(n), (i) => `cursor=${i}`, '&'),
    ),
  'GET /ontology/violations: a cursor': (n) => get('/ontology/violations', `cursor=${'A'.repeat(shorter(n))}`),
  'GET /ontology/introspect: parameters': (n) =>
    get(
      '/ontology/introspect',
      repeat(shorter(n), (i) => `class=C${i}`, '&'),
    ),
  'GET /ontology/introspect: a class': (n) => get('/ontology/introspect', `class=${'x'.repeat(shorter(n))}`),
  'GET /graphql': (n) =>
    get('/graphql', `query=${encodeURIComponent(`{ queryPerson { ${repeat(shorter(n) / 2, () => 'title')} } }`)}`),
  'GET /: percent signs': (n) => ({ path: `/ontology?a=${'%41'.repeat(shorter(n) / 3)}` }),
  path: (n) => ({ path: `/${'a/'.repeat(shorter(n) / 2)}` }),
  'path with dots': (n) => ({ path: `/${'../'.repeat(shorter(n) / 3)}health` }),
  'MCP: fields of a query': (n) => tool('query', { query: `{ q(func: has(title)) { ${repeat(n, () => 'title')} } }` }),
  'MCP: graph.type of a query': (n) =>
    tool('query', { query: `{ q(func: has(title)) { ${repeat(n, () => 'graph.type')} } }` }),
  'MCP: open braces of a query': (n) => tool('query', { query: '{'.repeat(n) }),
  'MCP: classes': (n) => tool('get_class', { class: 'x'.repeat(n) }),
  'MCP: question': (n) => tool('ask', { question: words(n) }),
  'MCP: messages': (n) => post('/mcp', `[${repeat(n, (i) => `{"jsonrpc":"2.0","id":${i},"method":"ping"}`, ',')}]`),
  'MCP: members': (n) =>
    tool(
      'query',
      Object.fromEntries(
        repeat(n, (i) => `a${i}`)
          .split(' ')
          .map((a) => [a, 1]),
      ),
    ),
  'MCP: levels': (n) => post('/mcp', `${'{"a":'.repeat(n / 6)}1${'}'.repeat(n / 6)}`),
  'MCP: long name': (n) => tool('x'.repeat(n), {}),
  'MCP: resource': (n) =>
    post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: `owlgate://default/classes/${'x'.repeat(n)}` },
    }),
  'MCP: protocol': (n) => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'x'.repeat(n), params: {} }),
  'question: words': (n) => ask(words(n)),
  'question: 10,000 characters of words': () => ask(words(9_900)),
  'question: 10,000 letters': () => ask('x'.repeat(9_999)),
  'question: 10,000 quotes': () => ask('"'.repeat(9_999)),
  'question: 10,000 digits': () => ask(repeat(9_900, (i) => `${i}`)),
  'question: 10,000 labels': () => ask(repeat(9_900, (i) => `node ${i % 200}`)),
  'question: 10,000 classes': () => ask(repeat(9_900, () => 'person friend')),
  'question: of a chain': () => ask(`the friends of ${repeat(9_800, () => 'the friends of')} node 1`),
  'question: of comparisons': () => ask(repeat(9_800, (i) => `older than ${i}`, ' and ')),
  'question: punctuation': () => ask('?! '.repeat(3_300)),
  'question: modules': (n) => post(`${DATABASE}/retrieve`, { question: 'x', module: 'x'.repeat(n) }),
  'question: members': (n) =>
    post(
      `${DATABASE}/retrieve`,
      Object.fromEntries(
        repeat(n, (i) => `a${i}`)
          .split(' ')
          .map((a) => [a, 1]),
      ),
    ),
  'chat: conversations': (n) =>
    get(
      `${DATABASE}/chat/conversations`,
      repeat(shorter(n), (i) => `a${i}=1`, '&'),
    ),
  'chat: message': (n) => post(`${DATABASE}/chat/conversations/x/messages`, { text: words(n), content: words(n) }),
};
