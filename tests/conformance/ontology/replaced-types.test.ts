/**
 * Types of predicates that change with the ontology: values that only the replaced document asserts, and what follows
 * from them, go with it; values of clients rule out the change.
 */
import { underGateway } from '../../support/engines/under-gateway';

const HEAD = `@prefix : <https://example.org/types#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
<https://example.org/types> a owl:Ontology .
:y a owl:NamedIndividual . :x a owl:NamedIndividual .
`;
interface Kind {
  readonly axiom: string;
  readonly value: string;
  /** Field that reads the value, and its JSON. */
  readonly field: string;
  readonly json: unknown;
}
const dataProperty = (range: string, more = '') => `a owl:DatatypeProperty ; rdfs:range ${range} ${more}`;
const KINDS: Readonly<Record<string, Kind>> = {
  string: { axiom: dataProperty('xsd:string'), value: '"text"', field: '', json: 'text' },
  language: { axiom: dataProperty('rdf:langString'), value: '"chat"@fr', field: '@fr', json: 'chat' },
  integer: { axiom: dataProperty('xsd:integer'), value: '7', field: '', json: 7 },
  dates: {
    axiom: dataProperty('xsd:dateTime', '; owlgate:list true'),
    value: '"2020-01-02T00:00:00Z"^^xsd:dateTime',
    field: '',
    json: ['2020-01-02T00:00:00Z'],
  },
  strings: {
    axiom: dataProperty('xsd:string', '; owlgate:list true'),
    value: '"a" , "b"',
    field: '',
    json: ['a', 'b'],
  },
  edges: {
    axiom: 'a owl:ObjectProperty',
    value: ':y',
    field: ' { iri }',
    json: [{ iri: 'https://example.org/types#y' }],
  },
  edge: {
    axiom: 'a owl:ObjectProperty , owl:FunctionalProperty',
    value: ':y',
    field: ' { iri }',
    json: { iri: 'https://example.org/types#y' },
  },
};
interface Change {
  readonly name: string;
  readonly from: Kind;
  readonly to: Kind;
}
const change = (from: string, to: string): Change => ({ name: `${from}_${to}`, from: KINDS[from]!, to: KINDS[to]! });
/** Changes that need a predicate without data. */
const CHANGES = [
  ['string', 'integer'],
  ['integer', 'edges'],
  ['edges', 'string'],
  ['strings', 'string'],
  ['edges', 'edge'],
  ['language', 'strings'],
  ['dates', 'integer'],
  ['edge', 'language'],
].map(([from = '', to = '']) => change(from, to));
const ALL_CHANGES = Object.keys(KINDS).flatMap((from) =>
  Object.keys(KINDS).flatMap((to) => (from === to ? [] : [change(from, to)])),
);

/** Each property has a sub-property whose asserted value follows under it as well. */
const documentOf = (side: 'from' | 'to', asserts = true, changes: readonly Change[] = CHANGES): string =>
  HEAD +
  changes
    .map(({ name, [side]: kind }) => {
      const { axiom, value } = kind;
      const below = `${name}_below`;
      const values = asserts ? ` . :x :${name} ${value} . :y :${below} ${value}` : '';
      return `:${name} ${axiom} . :${below} ${axiom} ; rdfs:subPropertyOf :${name}${values} .`;
    })
    .join('\n');

/** One value of a kind in a mutation. */
const clientValue = ({ value }: Kind): string =>
  value === ':y'
    ? '_:b'
    : value
        .replace(/ ,.*/, '')
        .replace(/xsd:(\w+)/, '<http://www.w3.org/2001/XMLSchema#$1>')
        .replace(/^7$/, '"7"');

underGateway((testbed) => {
  const send = async (path: string, type: string, body: string) => {
    const answer = await fetch(`${testbed.url}${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });
    return { status: answer.status, body: (await answer.json()) as Record<string, any> };
  };
  const load = (text: string) => send('/ontology', 'text/turtle', text);
  const stored = async (side: 'from' | 'to'): Promise<unknown> => {
    const fields = CHANGES.map(({ name, [side]: { field } }) => `${name}: ${name}${field}`).join('\n');
    const blocks = ['x', 'y'].map(
      (node) => `${node}(func: eq(iri, "https://example.org/types#${node}")) { ${fields} }`,
    );
    const { body } = await send('/query', 'application/dql', `{ ${blocks.join('\n')} }`);
    // The order of a list is that of the hashes of its values.
    return JSON.parse(JSON.stringify(body['data'] ?? body), (_, value: unknown) => {
      const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
      return isTexts ? [...value].sort() : value;
    });
  };
  const expected = (side: 'from' | 'to') => {
    const values = Object.fromEntries(CHANGES.map(({ name, [side]: { json } }) => [name, json]));
    return { x: [values], y: [values] };
  };

  it('every change is made where only the document before asserts values', async () => {
    expect((await load(documentOf('from'))).body).toMatchObject({ status: 'success' });
    expect(await stored('from')).toEqual(expected('from'));
    const preview = await send('/ontology?validate=true', 'text/turtle', documentOf('to'));
    const { status, body } = await load(documentOf('to'));
    expect({ status, errors: body['errors'] }).toEqual({ status: 200 });
    expect(await stored('to')).toEqual(expected('to'));
    expect(preview.body['materialization']).toMatchObject({ exact: true, inferred: body['materialization'].inferred });
    await load(documentOf('from', false));
    expect(await stored('from')).toEqual({ x: [], y: [] });
  });

  it('a value of a client rules a change out, also beside those of the document', async () => {
    await load(documentOf('from'));
    const before = await stored('from');
    const set = { uid: '_:z', string_integer: 'mine', integer_edges: 7, strings_string: ['mine'] };
    expect((await send('/mutate?commitNow=true', 'application/json', JSON.stringify({ set }))).body).not.toHaveProperty(
      'errors',
    );
    const { status, body } = await load(documentOf('to'));
    expect(status).toBe(409);
    const { conflicts } = body['errors'][0].extensions as { conflicts: { predicate: string }[] };
    expect(conflicts.map(({ predicate }) => predicate).sort()).toEqual([
      'integer_edges',
      'string_integer',
      'strings_string',
    ]);
    expect(await stored('from')).toEqual(before);
  });

  describe('a validation answers as the load does', () => {
    /** Predicts the load of a document, and loads it. */
    const loadPredicted = async (text: string) => {
      const validation = await send('/ontology?validate=true', 'text/turtle', text);
      const report = await load(text);
      expect([validation.status, validation.body['errors']]).toEqual([report.status, report.body['errors']]);
      return { status: report.status, conflicts: (validation.body['diff']?.conflicts ?? []) as { effect: string }[] };
    };
    const replace = async (asserts: boolean) => {
      await send('/alter', 'application/json', '{"drop_op": "DATA"}');
      expect(await loadPredicted(documentOf('from', asserts, ALL_CHANGES))).toMatchObject({ status: 200 });
    };

    it.each([
      ['no data', false],
      ['values of the document before', true],
    ])('with %s, conflicts are converted', async (_, asserts) => {
      await replace(asserts);
      const { status, conflicts } = await loadPredicted(documentOf('to', false, ALL_CHANGES));
      expect(status).toBe(200);
      expect(conflicts.length).toBeGreaterThan(CHANGES.length);
      expect(new Set(conflicts.map(({ effect }) => effect))).toEqual(new Set(['converted']));
    });

    it('with a value of a client, each conflict refuses both', async () => {
      await replace(false);
      const { status } = await send(
        '/mutate?commitNow=true',
        'application/rdf',
        `{ set { ${ALL_CHANGES.map(({ name, from }) => `_:a <${name}> ${clientValue(from)} .`).join('\n')} } }`,
      );
      expect(status).toBe(200);
      expect(await loadPredicted(documentOf('to', false, ALL_CHANGES))).toMatchObject({ status: 409 });
    });
  });
});
