/** Loads that are predicted by a validation: values in languages, contradictions, and changes of stored types. */
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, ask, json, post, query, rdf, type Answer } from '../../support/engines/wire';

const PREFIXES = `@prefix : <https://example.org/whole#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owlgate: <https://owlgate.dev/ns#> . <https://example.org/whole> a owl:Ontology .
`;
const CLASSES = ':Cat a owl:Class . :Dog a owl:Class ; owl:disjointWith :Cat . ';
const SIZE = ':size a owl:DatatypeProperty ; rdfs:range xsd:integer . ';
const INCONSISTENT = `${CLASSES}${SIZE} :x a owl:NamedIndividual , :Cat , :Dog ; :size "big" .`;

underGateway((testbed) => {
  /** Loads a document, and compares the report with the validation before it. */
  const load = async (text: string, profile = 'strict'): Promise<Answer> => {
    const document = `${PREFIXES}${text}`;
    const predicted = await postOntology(testbed.url, document, `?validate=true&profile=${profile}`);
    const report = await loadOntology(testbed.url, document, `?profile=${profile}`);
    const { examples: _, exact, ...materialization } = predicted.body.materialization;
    expect(exact).toBe(true);
    // Nodes that the load creates have no uid before it.
    const named = (each: Answer): string =>
      JSON.stringify(each).replaceAll(/0x[0-9a-f]+|<https:\/\/example.org\/whole#\w+>/g, 'node');
    expect(named(report.materialization)).toBe(named(materialization));
    expect(report.warnings).toEqual(predicted.body.warnings);
    return report;
  };

  it('compiles @lang for values in languages that no axiom announces', async () => {
    const { warnings } = await load(`${CLASSES} :label a owl:DatatypeProperty .
      :x a owl:NamedIndividual , :Cat ; :label "Katze"@de , "cat"@en , "felis" .`);
    expect(warnings).toEqual([]);
    const { data } = await ask(testbed.url, query('{ q(func: has(iri)) { label label@de label@en } }'));
    expect(data.q).toEqual([{ label: 'felis', 'label@de': 'Katze', 'label@en': 'cat' }]);
  });

  it('refuses a document that contradicts itself, with all contradictions', async () => {
    const { status, body } = await postOntology(testbed.url, `${PREFIXES}${INCONSISTENT}`);
    expect(status).toBe(400);
    const { code, contradictions } = body.errors[0].extensions;
    expect(code).toBe('OntologyInconsistent');
    expect((contradictions as Answer[]).map(({ rule }) => rule as string).sort()).toEqual(['cax-dw', 'dt-not-type']);
  });

  it('declares none of many properties before it has accepted their document', async () => {
    const declared = async (): Promise<number> => {
      const { data } = await ask(testbed.engine.url, query('schema {}'));
      return (data.schema as Answer[]).filter(({ predicate }) => /^many\d+$/.test(predicate as string)).length;
    };
    const many = Array.from({ length: 300 }, (_, i) => `:many${i} a owl:DatatypeProperty .`).join('\n');
    const { status, body } = await postOntology(testbed.url, `${PREFIXES}${INCONSISTENT}${many}`);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'OntologyInconsistent']);
    expect(await declared()).toBe(0);
    await load(`${CLASSES}${SIZE}${many}`);
    expect(await declared()).toBe(300);
    await ask(testbed.url, json({ set: { 'dgraph.type': 'Cat', many0: 'a', many299: 'b' } }));
    const { data } = await ask(testbed.url, query('{ q(func: has(many0)) { many299 } }'));
    expect(data.q).toEqual([{ many299: 'b' }]);
  });

  it('reports contradictions of a document like those of stored data, also when it is loaded again', async () => {
    await ask(testbed.engine.url, json({ set: { 'dgraph.type': ['Cat', 'Dog'] } }));
    for (const _ of [1, 2]) {
      const { materialization, warnings } = await load(INCONSISTENT, 'lenient');
      // There is one warning for all findings of a kind.
      expect((warnings as Answer[]).map(({ code }) => code as string)).toEqual(['inconsistent']);
      const messages = (materialization.violations as Answer[]).map(({ message }) => String(message));
      expect(messages.filter((message) => message.includes('disjointness violation'))).toHaveLength(2);
      expect(messages.filter((message) => message.includes('data range violation'))).toHaveLength(1);
    }
  });

  it('leaves out values that the engine cannot store, and stores the others', async () => {
    const leftOut = ({ violations }: Answer): Answer[] =>
      (violations as Answer[]).filter(({ message }) => String(message).includes('data range violation'));
    const licence = 'words of a licence '.repeat(4_000);
    const document = `${CLASSES} :size a owl:DatatypeProperty ; rdfs:range xsd:double ; owlgate:list true .
      :text a owl:DatatypeProperty ; rdfs:range xsd:string .
      :x a owl:NamedIndividual , :Cat ; :size 1.5e0 , "NaN"^^xsd:double ; :text "${licence}" .`;
    const { status, body } = await postOntology(testbed.url, `${PREFIXES}${document}`);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'OntologyInconsistent']);
    const messages = (body.errors[0].extensions.contradictions as Answer[]).map(({ message }) => String(message));
    expect(messages.sort()).toEqual([
      expect.stringContaining('"size" would have "NaN", which contradicts the type of "size"'),
      expect.stringMatching(/"text" would have "words.*which contradicts the index of "text", which takes no 76,000/),
    ]);
    const { materialization } = await load(document, 'lenient');
    expect(materialization).not.toHaveProperty('interrupted');
    expect(leftOut(materialization)).toHaveLength(2);
    const { data } = await ask(testbed.url, query('{ q(func: has(iri)) { size text } }'));
    expect(data.q).toEqual([{ size: [1.5] }]);
    const annotated = document.replace(':text a', ':text owlgate:index "hash" ; a');
    await load(annotated, 'lenient');
    await ask(testbed.url, alter('text: string @index(hash) .'));
    expect(leftOut((await load(annotated, 'lenient')).materialization)).toHaveLength(1);
    const again = await ask(testbed.url, query('{ q(func: has(iri)) { text } }'));
    expect(again.data.q).toEqual([{ text: licence }]);
  });

  describe('literals of geometries and moments', () => {
    const GEO = 'http://www.opengis.net/ont/geosparql#';
    const wkt = (text: string) => `"${text}"^^<${GEO}wktLiteral>`;
    const json = (type: string, coordinates: string) =>
      `"{\\"type\\":\\"${type}\\",\\"coordinates\\":${coordinates}}"^^<${GEO}geoJSONLiteral>`;
    const moment = (text: string) => `"${text}"^^xsd:dateTime`;
    const STORED: readonly (readonly [property: string, value: string])[] = [
      ['place', wkt('POINT(1 2)')],
      ['place', wkt('<http://www.opengis.net/def/crs/EPSG/0/4326> Point (2 1)')],
      ['place', wkt('POLYGON((0 0, 0 1, 1 1, 0 0))')],
      ['place', json('Point', '[1,2]')],
      ['shape', wkt('LINESTRING Z (1 2 3, 4 5 6)')],
      ['shape', json('MultiPoint', '[[1,2],[3,4]]')],
      ['at', moment('2024-02-29T24:00:00')],
      ['note', wkt('POINT EMPTY')],
    ];
    const REFUSED: typeof STORED = [
      ['place', wkt('POINT EMPTY')],
      ['place', wkt('LINESTRING(1 2, 3 4)')],
      ['place', wkt('POINT Z (1 2 3)')],
      ['place', wkt('POLYGON((0 0, 0 1, 1 1))')],
      ['place', wkt('<http://www.opengis.net/def/crs/EPSG/0/28992> POINT(155000 463000)')],
      ['place', json('Polygon', '[]')],
      ['place', json('MultiPolygon', '[[]]')],
      ['place', json('Foo', '[1,2]')],
      ['shape', json('Point', '[]')],
      ['at', moment('2016-12-31T23:59:60Z')],
      ['at', moment('2023-13-01T00:00:00Z')],
      ['at', moment('2023-02-30T00:00:00Z')],
    ];
    const documentOf = (values: typeof STORED): string => `${CLASSES}
      :place a owl:DatatypeProperty ; rdfs:range <${GEO}wktLiteral> .
      :shape a owl:DatatypeProperty ; rdfs:range <${GEO}wktLiteral> ; owlgate:index "" .
      :at a owl:DatatypeProperty ; rdfs:range xsd:dateTime . :note a owl:DatatypeProperty .
      ${values.map(([property, value], i) => `:v${i} a owl:NamedIndividual , :Cat ; :${property} ${value} .`).join('\n')}`;
    beforeAll(() => ask(testbed.url, alterJson({ drop_all: true })));

    it('are stored, exported and imported again', async () => {
      const { materialization } = await load(documentOf(STORED));
      expect(materialization).toMatchObject({ violationCount: 0 });
      const { data } = await ask(testbed.url, query('{ q(func: has(iri), orderasc: iri) { place shape at note } }'));
      const point = { type: 'Point', coordinates: [1, 2] };
      expect((data.q as Answer[]).slice(0, 2)).toEqual([{ place: point }, { place: point }]);
      expect(data.q).toHaveLength(STORED.length);
      expect(data.q[4]).toEqual({
        shape: {
          type: 'LineString',
          coordinates: [
            [1, 2, 3],
            [4, 5, 6],
          ],
        },
      });
      const exported = await (await fetch(`${testbed.url}/export?format=ntriples`)).text();
      const body = exported.replaceAll('whole#v', 'whole#w');
      const headers = { 'Content-Type': 'application/n-triples' };
      const imported = await fetch(`${testbed.url}/import`, { method: 'POST', body, headers });
      expect(await imported.json()).toMatchObject({ state: 'done', refusedNodes: 0 });
      const again = await ask(testbed.url, query('{ q(func: has(place)) { place } }'));
      expect(again.data.q).toHaveLength(8);
    });

    it.each(REFUSED)('of %s: strict refuses %s, lenient leaves it out', async (property, value) => {
      const text = documentOf([...STORED.slice(0, 1), [property, value]]);
      for (const parameters of ['', '?validate=true']) {
        const { status, body } = await postOntology(testbed.url, `${PREFIXES}${text}`, parameters);
        expect([status, body.errors[0].extensions.code]).toEqual([400, 'OntologyInconsistent']);
      }
      const { materialization } = await load(text, 'lenient');
      expect(materialization).not.toHaveProperty('interrupted');
      expect(materialization.violationCount).toBe(1);
    });

    it('are written in requests, where a polygon without a ring is refused', async () => {
      await load(documentOf(STORED.slice(0, 1)));
      const place = async (value: string): Promise<Answer> =>
        (await post(testbed.url, rdf(`{ set { <urn:placed> <place> ${value} . } }`))).body;
      expect(await place(wkt('POINT(3 4)'))).toMatchObject({ data: { code: 'Success' } });
      expect((await place(json('Polygon', '[]'))).errors[0].message).toContain('has no ring');
      const { data } = await ask(testbed.url, query('{ q(func: eq(iri, "urn:placed")) { place } }'));
      expect(data.q).toEqual([{ place: { type: 'Point', coordinates: [3, 4] } }]);
    });
  });

  it('reports values that only the engine refuses, and writes the others', async () => {
    const individuals = Array.from(
      { length: 9 },
      (_, i) => `:n${i} a :Cat ; :vector "[${i},1${i === 4 ? ',2' : ''}]" .`,
    );
    const document = `${CLASSES} :vector a owl:DatatypeProperty ; owlgate:vector "hnsw" .
      ${individuals.join('\n')}`;
    const { materialization } = await loadOntology(testbed.url, `${PREFIXES}${document}`);
    expect(materialization).not.toHaveProperty('interrupted');
    const { data } = await ask(testbed.url, query('{ q(func: has(vector)) { uid } }'));
    expect((data.q as Answer[]).length + Number(materialization.violationCount)).toBe(9);
    expect(materialization.violationCount).toBeLessThan(2);
  });

  it('refuses individuals by whose IRIs no node can be found, or leaves them out', async () => {
    const image = `data:image/png;base64,${'A'.repeat(70_000)}`;
    const document = `${CLASSES} :depicts a owl:ObjectProperty . <${image}> a owl:NamedIndividual .
      :x a :Cat ; :depicts <${image}> , :y .`;
    const { status, body } = await postOntology(testbed.url, `${PREFIXES}${document}`);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'OntologyProfile']);
    expect(body.errors[0].extensions.violations).toEqual([
      expect.objectContaining({ line: expect.any(Number), rule: expect.stringContaining('70,022 bytes') }),
    ]);
    await load(document, 'lenient');
    const { data } = await ask(testbed.url, query('{ q(func: has(depicts)) { depicts { iri } } }'));
    expect(data.q).toEqual([{ depicts: [{ iri: 'https://example.org/whole#y' }] }]);
  });

  describe('values of one place', () => {
    const DISTINCT = ' :a a owl:NamedIndividual . :b a owl:NamedIndividual . ';
    const listed = async (): Promise<Answer[]> => {
      const page = (await (await fetch(`${testbed.url}/ontology/violations`)).json()) as Answer;
      return page.violations;
    };
    beforeAll(() => ask(testbed.url, alterJson({ drop_op: 'DATA' })));

    it.each([
      ['languages', 'a owl:DatatypeProperty', '"x"@en', '"y"@en', /one value for each language/],
      ['plain texts beside languages', 'a owl:DatatypeProperty', '"z"@en , "x"', '"y"', /one value for each language/],
      ['texts', 'a owl:DatatypeProperty ; owlgate:list false', '"x"', '"y"', /owlgate:list true/],
      ['booleans', 'a owl:DatatypeProperty ; rdfs:range xsd:boolean', 'true', 'false', /no lists of booleans/],
      ['a functional property', 'a owl:DatatypeProperty , owl:FunctionalProperty', '1', '2', /takes one value/],
      ['a functional edge', 'a owl:ObjectProperty , owl:FunctionalProperty', ':a', ':b', /takes one value/],
      ['one edge', 'a owl:ObjectProperty ; owlgate:list false', ':a', ':b', /owlgate:list true/],
    ])('%s: strict refuses the second, lenient keeps the first and lists the other', async (name, kind, a, b, way) => {
      const property = `:${name.replaceAll(' ', '_')}`;
      const text = `${CLASSES}${DISTINCT}\n${property} ${kind} .\n:x a owl:NamedIndividual , :Cat ;\n${property} ${a} ,\n${b} .`;
      for (const parameters of ['', '?validate=true']) {
        const { status, body } = await postOntology(testbed.url, `${PREFIXES}${text}`, parameters);
        expect([status, body.errors[0].extensions.code]).toEqual([400, 'OntologyInconsistent']);
        const contradictions: Answer[] = body.errors[0].extensions.contradictions;
        expect(contradictions).toEqual([
          expect.objectContaining({ message: expect.stringMatching(way), line: expect.any(Number) }),
        ]);
        expect(contradictions[0]!.line).toBeGreaterThan(4);
      }
      for (const _ of [1, 2]) {
        const { violations, violationCount } = (await load(text, 'lenient')).materialization;
        expect(violationCount).toBe(1);
        expect(violations[0].message).toMatch(way);
        expect(violations[0].message).toMatch(/; \S+ is kept$/);
        const [only, ...others] = await listed();
        expect(others).toEqual([]);
        expect(only).toMatchObject({ message: violations[0].message, entity: violations[0].entity, facts: [{}] });
      }
      await load(text.replace(`,\n${b}`, ''));
      expect(await listed()).toEqual([]);
    });

    it('values that the engine cannot store stay listed', async () => {
      const { violations } = (
        await load(`${CLASSES}${SIZE} :x a owl:NamedIndividual , :Cat ; :size "big" .`, 'lenient')
      ).materialization;
      expect(await listed()).toMatchObject([
        { message: violations[0].message, rule: 'dt-not-type', axiom: expect.stringContaining(':size') },
      ]);
    });

    it.each([
      ['an assertion', ':k a owl:Nothing .', /owl:Nothing violation on entity 0x\w+: 0x\w+ graph.type owl:Nothing/],
      ['an enumeration', '[] a owl:Class ; owl:oneOf ( :k :a ) ; rdfs:subClassOf owl:Nothing .', /owl:Nothing/],
    ])('%s of owl:Nothing names its individuals', async (_, axiom, message) => {
      const text = `${CLASSES}${DISTINCT}:k a owl:NamedIndividual . ${axiom}`;
      for (const _reload of [1, 2]) {
        const { violations, violationCount } = (await load(text, 'lenient')).materialization;
        expect(violationCount).toBeGreaterThan(0);
        for (const each of violations) expect(each).toMatchObject({ message: expect.stringMatching(message) });
        const found = await listed();
        const uids = found.map(({ entity }) => entity as string);
        expect((violations as Answer[]).map(({ entity }) => entity as string)).toEqual(uids);
        expect(new Set(uids).size).toBe(violationCount);
      }
      await load(CLASSES);
      expect(await listed()).toEqual([]);
    });
  });

  it('changes the type of a predicate without data, and a value to a list', async () => {
    await load(`${CLASSES}:size a owl:DatatypeProperty ; rdfs:range xsd:string .`);
    const { uids } = (await ask(testbed.url, json({ set: { uid: '_:a', 'graph.type': 'Cat', size: 'small' } }))).data;
    await load(`${CLASSES}:size a owl:DatatypeProperty ; rdfs:range xsd:string ; owlgate:list true .`);
    await ask(testbed.url, json({ set: { uid: uids.a, size: ['soft'] } }));
    const { data } = await ask(testbed.url, query(`{ q(func: uid(${uids.a})) { size } }`));
    expect([...data.q[0].size].sort()).toEqual(['small', 'soft']);
  });

  it('says nothing about entailments once they are stored', async () => {
    const response = await fetch(`${testbed.url}/health`);
    expect(response.headers.has('X-Owlgate-Entailments')).toBe(false);
    expect(await response.text()).not.toContain('entailments');
  });
});
