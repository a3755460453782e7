/** GET /export: what was loaded as RDF comes out as the same graph, with inferred facts in a graph of their own. */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, graph } from '../../support/engines/wire';
import { canonicalOf } from '../../support/rdf/canonical';

const PREFIXES = `
@prefix : <http://ex.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
`;
const RANGES: Readonly<Record<string, string>> = {
  str: 'xsd:string',
  label: 'rdf:langString',
  int: 'xsd:integer',
  count: 'xsd:nonNegativeInteger',
  dec: 'xsd:decimal',
  dbl: 'xsd:double',
  flt: 'xsd:float',
  when: 'xsd:dateTime',
  day: 'xsd:date',
  flag: 'xsd:boolean',
  uri: 'xsd:anyURI',
  dur: 'xsd:duration',
  year: 'xsd:gYear',
  own: ':datatype',
  place: 'geo:geoJSONLiteral',
};
const ONTOLOGY = `${PREFIXES}
<http://ex.org/o> a owl:Ontology .
:Person a owl:Class . :Student a owl:Class ; rdfs:subClassOf :Person .
:Ärztin a owl:Class ; rdfs:subClassOf :Person .
:knows a owl:ObjectProperty , owl:SymmetricProperty .
<http://other.example/vocab/knows> a owl:ObjectProperty .
:tags a owl:DatatypeProperty ; rdfs:range xsd:string ; owlgate:list true .
:free a owl:DatatypeProperty .
:fast a owl:DatatypeProperty ; owlgate:vector "hnsw(metric: \\"euclidean\\")" .
${Object.entries(RANGES)
  .map(([name, range]) => `:${name} a owl:DatatypeProperty ; rdfs:range ${range} .`)
  .join('\n')}
<http://ex.org/it> a :Student ; :knows <http://ex.org/other> ; :str "of the ontology" .
_:someone a :Person .
`;

/** Every ASCII character, in parts that Turtle escapes. */
const CHARACTERS = Array.from({ length: 127 }, (_, code) => `\\u${(code + 1).toString(16).padStart(4, '0')}`).join('');
const DATA = `
<http://ex.org/a> a :Student , :Ärztin ; :knows <http://ex.org/b> , _:x , <http://ex.org/ünï/%20?q=1&r=(2)#z'*;,!$> ;
  :str "${CHARACTERS}" ; :label "𝒳 é"@en , "und"@de-AT , "plain" ; :tags "one" , "two\\n" , "" ;
  :int 9223372036854775807 ; :count "0"^^xsd:nonNegativeInteger ; :dec 0.0000001 ; :dbl 1.5E-300 ;
  :flt "-2.5E0"^^xsd:float ; :when "2024-02-29T23:59:59.123456Z"^^xsd:dateTime ; :day "1999-12-31"^^xsd:date ;
  :flag true ; :uri "http://x/ y"^^xsd:anyURI ; :dur "P1Y2M3DT4H"^^xsd:duration ; :year "2024"^^xsd:gYear ;
  :own "any text"^^:datatype ; :free "free \\"text\\"" ;
  :place "{\\"type\\":\\"Point\\",\\"coordinates\\":[1.5,2]}"^^geo:geoJSONLiteral .
_:x <http://other.example/vocab/knows> _:y ; :int -5 ; :dec 12345678901.5 ; :dbl 1.0E22 .
_:y <http://no.ontology/name> <http://ex.org/a> ; a <http://no.ontology/Class> .
<urn:isbn:0> :str "" ; :dbl 0.0E0 .
`;

interface Exported {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function exported(
  url: string,
  parameters = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<Exported> {
  const response = await fetch(`${url}/export${parameters}`, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const FROM_ONTOLOGY = `
<http://ex.org/it> a :Student ; :knows <http://ex.org/other> ; :str "of the ontology" .
_:someone a :Person .
`;

underGateway((testbed) => {
  beforeAll(async () => {
    await loadOntology(testbed.url, ONTOLOGY);
    await ask(testbed.url, graph('text/turtle', PREFIXES + DATA));
  });

  it.each(['turtle', 'trig', 'ntriples', 'nquads'])('%s has the asserted graph as it was loaded', async (format) => {
    const { text, status } = await exported(testbed.url, `?format=${format}&facts=asserted`);
    expect(status).toBe(200);
    expect(await canonicalOf(text)).toEqual(await canonicalOf(PREFIXES + DATA + FROM_ONTOLOGY));
  });
});
