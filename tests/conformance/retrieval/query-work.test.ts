/** Queries over MCP that would follow too many paths: refused by the edges that each engine counts. */
import { ask } from '../../support/http/client';
import { underGateway } from '../../support/engines/under-gateway';

const ONTOLOGY = `
@prefix : <http://e/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://e/> a owl:Ontology .
:Person a owl:Class .
:knows a owl:ObjectProperty ; owl:inverseOf :knownBy .
:knownBy a owl:ObjectProperty .
:likes a owl:ObjectProperty ; owl:inverseOf :likedBy .
:likedBy a owl:ObjectProperty .
`;
const PEOPLE = 20;
const KNOWN = 3;

underGateway((testbed) => {
  beforeAll(async () => {
    const headers = { 'Content-Type': 'text/turtle' };
    await ask(testbed.url, '/ontology', { method: 'POST', headers, body: ONTOLOGY });
    const statements = Array.from({ length: PEOPLE }, (_, i) => {
      const others = Array.from({ length: KNOWN }, (__, k) => `_:n${(i + k + 1) % PEOPLE}`);
      const edges = others.flatMap((other) => [`_:n${i} <knows> ${other} .`, `_:n${i} <likes> ${other} .`]);
      return [`_:n${i} <graph.type> "Person" .`, ...edges].join('\n');
    });
    await ask(testbed.url, '/mutate?commitNow=true', {
      method: 'POST',
      headers: { 'Content-Type': 'application/rdf' },
      body: `{ set { ${statements.join('\n')} } }`,
    });
  });

  /** Returns the text of a tool's result. */
  const query = async (text: string): Promise<string> => {
    const params = { name: 'query', arguments: { query: text } };
    const { text: events } = await ask(testbed.url, '/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const message = JSON.parse(/^data: (.*)$/m.exec(events)![1]!) as { result: { content: { text: string }[] } };
    return message.result.content[0]!.text;
  };

  it.each([
    ['{ q(func: type(Person)) @recurse(loop: true, depth: 10) { uid knows knownBy likes likedBy } }', '6.2e\\+11', 3],
    ['{ q(func: type(Person), first: 1) @recurse(loop: true, depth: 11) { uid ~knows } }', '1.8e\\+5', 10],
  ])('%s', async (text, paths, depth) => {
    const began = Date.now();
    const refusal = await query(text);
    expect(refusal).toMatch(
      new RegExp(
        `^the query would follow some ${paths} paths, more than 100000: take loop: false, a depth of ${depth}`,
      ),
    );
    expect(await query(text.replace(/depth: \d+/, `depth: ${depth}`))).not.toMatch(/would follow some/);
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it('without loops, each edge is followed once', async () => {
    const answer = await query('{ q(func: type(Person)) @recurse(depth: 10) { uid knows knownBy likes likedBy } }');
    expect(answer).toMatch(/^\{"data":\{"q":\[\{"uid"/);
  });

  it('deep nesting is bounded as well', async () => {
    const nested = `${'knows { knownBy { '.repeat(4)} uid ${'} }'.repeat(4)}`;
    expect(await query(`{ q(func: type(Person), first: 100) { ${nested} } }`)).toMatch(/would follow some .* in parts/);
    expect(await query(`{ q(func: type(Person), first: 1) { ${nested} } }`)).not.toMatch(/would follow/);
  });
});
