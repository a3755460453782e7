/** Texts with a language in an exact index: Dgraph v25.4 exits over a long one, and the gateway refuses it. */
import { underGateway } from '../../support/engines/under-gateway';

const NS = 'https://example.org/~own/@long#';
const head = `@prefix : <${NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
:label a owl:DatatypeProperty ; rdfs:range rdf:langString .
:text a owl:DatatypeProperty ; rdfs:range rdf:langString ; rdfs:subPropertyOf :label ; owlgate:index "hash" .
`;
const SHORT = 'Wort '.repeat(2_400);
const LONG = 'Wort '.repeat(3_000);

underGateway((testbed) => {
  const send = async (path: string, type: string, body: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${testbed.url}${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });
    return (await answer.json()) as Record<string, unknown>;
  };
  const load = (more: string, parameters = '') => send(`/ontology${parameters}`, 'text/turtle', `${head}${more}`);
  const write = (type: string, body: string) => send('/mutate?commitNow=true', type, body);
  const fields = async (iri: string): Promise<string[]> => {
    const answer = await send('/query', 'application/dql', `{ q(func: eq(iri, "${iri}")) { label@de text@de } }`);
    const { data } = answer as { data: { q: Record<string, unknown>[] } };
    return Object.keys(data.q[0] ?? {}).sort();
  };

  beforeAll(() => load(''));

  it.each([
    ['application/json', JSON.stringify({ set: { iri: 'urn:a', 'label@de': LONG } })],
    ['application/json', JSON.stringify({ set: { iri: 'urn:a', [`${NS}label@de`]: LONG } })],
    ['application/rdf', `{ set { <urn:a> <${NS}label> "${LONG}"@de . } }`],
  ])('are refused in a write of %s', async (type, body) => {
    const answer = await write(type, body);
    expect(JSON.stringify(answer)).toMatch(/the exact index of \\"label\\" takes no text in the language/);
    expect(await fields('urn:a')).toEqual([]);
  });

  it('are refused in an import', async () => {
    const answer = await send('/import', 'text/turtle', `<urn:b> <${NS}label> "${LONG}"@de .`);
    expect(JSON.stringify(answer)).toMatch(/takes no text in the language/);
    expect(await fields('urn:b')).toEqual([]);
  });

  it('are left out of a lenient load, and refuse a strict one', async () => {
    const statement = `:x :label "${LONG}"@de .`;
    expect(JSON.stringify(await load(statement))).toMatch(/takes no 15,000 characters in the language/);
    expect(await load(statement, '?profile=lenient')).toMatchObject({ status: 'success' });
    expect(await fields(`${NS}x`)).toEqual([]);
  });

  it('are not inferred from a property without such an index', async () => {
    for (const [iri, text] of Object.entries({ 'urn:short': SHORT, 'urn:long': LONG })) {
      expect(await write('application/json', JSON.stringify({ set: { iri, 'text@de': text } }))).not.toHaveProperty(
        'errors',
      );
    }
    expect(await fields('urn:short')).toEqual(['label@de', 'text@de']);
    expect(await fields('urn:long')).toEqual(['text@de']);
  });
});
