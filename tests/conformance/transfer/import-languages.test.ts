/** Imports of values with languages, into properties of every range. */
import { postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, query, rdf, type Answer } from '../../support/engines/wire';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://ex.org/o> a owl:Ontology . :Thing a owl:Class .
:none a owl:DatatypeProperty . :above a owl:DatatypeProperty . :below rdfs:subPropertyOf :above .
:below a owl:DatatypeProperty ; rdfs:domain :Thing .
:literal a owl:DatatypeProperty ; rdfs:range rdfs:Literal .
:tagged a owl:DatatypeProperty ; rdfs:range rdf:langString .
:text a owl:DatatypeProperty ; rdfs:range xsd:string .
:number a owl:DatatypeProperty ; rdfs:range xsd:integer .
`;
const ALLOWED = ['none', 'below', 'literal', 'tagged', 'unknown'];
const REFUSED = ['text', 'number'];

underGateway((testbed) => {
  const importLines = async (text: string): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/n-triples' };
    const response = await fetch(`${testbed.url}/import?onContradiction=skip`, { method: 'POST', headers, body: text });
    return response.json();
  };
  const line = (property: string, value: string): string =>
    `<http://ex.org/${property}> <http://ex.org/${property}> ${value} .\n`;

  beforeEach(async () => {
    await ask(testbed.url, alterJson({ drop_all: true }));
    expect((await postOntology(testbed.url, ONTOLOGY)).status).toBe(200);
    // Values without a language are there before.
    await importLines(
      ALLOWED.filter((p) => p !== 'unknown' && p !== 'tagged')
        .map((p) => line(p, '"plain"'))
        .join(''),
    );
  });

  it('keeps all languages of a value, those of inferred values too', async () => {
    const lines = ALLOWED.flatMap((p) => [line(p, '"Haus"@de'), line(p, '"house"@en')]).join('');
    expect(await importLines(lines)).toMatchObject({ state: 'done', refused: 0 });
    const names = ['none', 'below', 'above', 'literal', 'tagged', 'http://ex.org/unknown'];
    for (const name of names) {
      const text = `{ q(func: has(iri)) { de: <${name}>@de  en: <${name}>@en } }`;
      expect({ name, q: (await ask(testbed.url, query(text))).data.q }).toEqual({
        name,
        q: [{ de: 'Haus', en: 'house' }],
      });
    }
  });

  it('refuses values whose range has no languages, in words of the ontology', async () => {
    const summary = await importLines(REFUSED.map((p) => line(p, '"7"@de')).join('') + line('none', '"ja"@de'));
    expect(summary).toMatchObject({ state: 'done', refused: REFUSED.length, stated: 1 });
    for (const { reasons } of summary['refusals']) expect(reasons.join()).not.toMatch(/directive|mutate edge|attr:/i);
  });

  it('leaves writes and loads as they were', async () => {
    await importLines(line('none', '"ja"@de'));
    expect((await postOntology(testbed.url, ONTOLOGY)).status).toBe(200);
    await ask(testbed.url, rdf('{ set { _:a <none> "plain" .\n_:a <none> "oui"@fr . } }'));
    const { data } = await ask(testbed.url, query('{ q(func: eq(none, "plain")) { none none@fr } }'));
    expect(data.q).toContainEqual({ none: 'plain', 'none@fr': 'oui' });
  });
});
