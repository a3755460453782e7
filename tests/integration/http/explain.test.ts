/**
 * GET /ontology/explain and dry runs at the HTTP surface: what is handed on, in which form it is answered, what never
 * passes.
 */
import { startTestGateway, type TestGateway } from '../../support/http/gateway';

const ZOO = `@prefix : <http://ex.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:Animal a owl:Class .
`;
const FACT = 'subject=0x1&predicate=graph.type&object=Animal';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const load = () => gateway.ask('/ontology', { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: ZOO });

describe('GET /ontology/explain', () => {
  it('passes on the decoded question', async () => {
    await load();
    const object = encodeURIComponent('"a & b"@en');
    const { status, headers } = await gateway.ask(
      `/ontology/explain?subject=https%3A%2F%2Fex.org%2Fa%23b&predicate=p&object=${object}&max=7`,
      { headers: { 'X-Dgraph-AccessToken': 'token' } },
    );
    expect([status, headers['x-owlgate-version']]).toEqual([200, '1']);
    const [question] = gateway.materializer.questions;
    expect(question).toMatchObject({ subject: 'https://ex.org/a#b', predicate: 'p', object: '"a & b"@en', max: 7 });
    expect(Object.values(question!.credentials!)).toEqual(['token']);
  });

  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['application/json, text/plain;q=0.5', 'application/json'],
    ['text/*', 'text/plain; charset=utf-8'],
    ['image/png', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    await load();
    const { status, headers, text } = await gateway.ask(`/ontology/explain?${FACT}`, {
      headers: accept === undefined ? {} : { Accept: accept },
    });
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(headers['vary']).toContain('Accept');
    expect(text.startsWith('{')).toBe(type === 'application/json');
  });

  it('answers 409 before the first load', async () => {
    const { status, json } = await gateway.ask(`/ontology/explain?${FACT}`);
    expect([status, json.errors[0].extensions.code]).toEqual([409, 'NoOntology']);
  });

  it.each([
    ['', 'subject and predicate and object are missing'],
    ['?subject=0x1&object=A', 'predicate is missing'],
    [`?${FACT}&subject=0x2`, 'given twice'],
    [`?${FACT}&why=not`, 'unknown parameter'],
    [`?${FACT}&max=101`, 'from 1 to 100'],
    [`?${FACT}&max=1e1`, 'from 1 to 100'],
  ])('answers 400: %s', async (query, reason) => {
    await load();
    const { status, json } = await gateway.ask(`/ontology/explain${query}`);
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'InvalidRequest']);
    expect(json.errors[0].message).toContain(reason);
    expect(gateway.materializer.questions).toEqual([]);
  });

  it('allows GET and HEAD only', async () => {
    await load();
    const { status, headers } = await gateway.ask(`/ontology/explain?${FACT}`, { method: 'POST', body: '' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a dry run', () => {
  it('with an unreadable body is not forwarded', async () => {
    const { status, json } = await gateway.ask('/mutate?dryRun=true&commitNow=true', {
      method: 'POST',
      headers: { 'Content-Type': 'application/rdf', 'Content-Encoding': 'zstd' },
      body: 'x',
    });
    expect([status, json.errors[0].extensions.code]).toEqual([415, 'UnsupportedEncoding']);
    expect(gateway.upstream.requests.filter(({ url }) => url.startsWith('/mutate'))).toEqual([]);
  });
});
