/** Assertions of an ontology's document: stored by a load, and removed by the load of a version without them. */
import { underGateway } from '../../support/engines/under-gateway';
import { casesOf } from '../../support/runs';

const head = `@prefix : <https://example.org/own#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
<https://example.org/own> a owl:Ontology .
:C a owl:Class . :D a owl:Class .
:label a owl:DatatypeProperty ; rdfs:range rdf:langString .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
:age a owl:DatatypeProperty ; rdfs:range xsd:integer .
:born a owl:DatatypeProperty ; rdfs:range xsd:dateTime . :sizes a owl:DatatypeProperty ; rdfs:range xsd:double .
:born owlgate:list true . :sizes owlgate:list true .
:knows a owl:ObjectProperty .
:x a owl:NamedIndividual , :C . :y a owl:NamedIndividual .
`;
/** Statement → the field that shows it. */
const ASSERTIONS: Readonly<Record<string, string>> = {
  ':x :label "chat"@fr .': 'label@fr',
  ':x :label "cat"@en .': 'label@en',
  ':x :name "Mia" .': 'name',
  ':x :age 7 .': 'age',
  ':x :born "2020-01-02T12:00:00+02:00"^^xsd:dateTime .': 'born',
  ':x :sizes "1.50"^^xsd:double .': 'sizes',
  ':x :knows :y .': 'knows',
};
const statements = Object.keys(ASSERTIONS);

underGateway((testbed) => {
  const send = async (path: string, type: string, body: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${testbed.url}${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });
    const json = (await answer.json()) as Record<string, unknown>;
    expect(json).not.toHaveProperty('errors');
    return json;
  };
  const load = (statements: readonly string[]) => send('/ontology', 'text/turtle', `${head}${statements.join('\n')}\n`);
  const stored = async (): Promise<string[]> => {
    const query =
      '{ q(func: eq(iri, "https://example.org/own#x")) { label@fr label@en name age born sizes knows { uid } } }';
    const { data } = (await send('/query', 'application/dql', query)) as { data: { q: Record<string, unknown>[] } };
    return Object.keys(data.q[0] ?? {}).sort();
  };
  const fieldsOf = (statements: readonly string[]): string[] =>
    statements.map((statement) => ASSERTIONS[statement]!).sort();

  it.each(casesOf(statements, testbed.engine))(
    '%s is removed by a version without it, and restored',
    async (statement) => {
      const others = statements.filter((each) => each !== statement);
      await load(statements);
      expect(await stored()).toEqual(fieldsOf(statements));
      await load(others);
      expect(await stored()).toEqual(fieldsOf(others));
      await load(statements);
      expect(await stored()).toEqual(fieldsOf(statements));
    },
  );

  it('values that classes require fit their properties', async () => {
    const has = (value: string) => `[ a owl:Restriction ; owl:onProperty :tag ; owl:hasValue ${value} ]`;
    const title = '[ a owl:Restriction ; owl:onProperty :title ; owl:hasValue "Doktorin"@de ]';
    await load([
      ':tag a owl:DatatypeProperty . :title a owl:DatatypeProperty .',
      `:Person a owl:Class ; rdfs:subClassOf ${has('"person"')} .`,
      `:Doctor a owl:Class ; rdfs:subClassOf :Person , ${has('"doctor"')} , ${title} .`,
    ]);
    await send('/mutate?commitNow=true', 'application/json', '{"set":{"iri":"urn:doctor","graph.type":"Doctor"}}');
    const query = '{ q(func: eq(iri, "urn:doctor")) { tag title@de } }';
    const { data } = (await send('/query', 'application/dql', query)) as { data: { q: { tag: string[] }[] } };
    expect(data.q).toEqual([{ tag: expect.arrayContaining(['person', 'doctor']), 'title@de': 'Doktorin' }]);
  });
});
