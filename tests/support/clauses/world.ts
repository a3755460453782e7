/** Ontology and data for the requests of the clauses. */

export const CLAUSE_ONTOLOGY = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://e/> a owl:Ontology .
:Person a owl:Class . :Friend a owl:Class ; rdfs:subClassOf :Person .
:friend a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Friend .
:title a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
:age a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
`;

/** Predicates beside the ontology's, in the syntax of /alter. */
export const CLAUSE_SCHEMA = `label: string @lang @index(term) .
vec: float32vector @index(hnsw(metric: "euclidean")) .`;

const NODES = 20;

/** Ring of nodes, each with values and facets. */
export const CLAUSE_DATA = `{ set {
${Array.from({ length: NODES }, (_, i) =>
  [
    `_:n${i} <dgraph.type> "Person" .`,
    `_:n${i} <title> "node ${i}" .`,
    `_:n${i} <age> "${i}" .`,
    `_:n${i} <label> "label ${i}"@en .`,
    `_:n${i} <friend> _:n${(i + 1) % NODES} (since=2020, near=true) .`,
    `_:n${i} <friend> _:n${(i * 7 + 3) % NODES} (since=2021) .`,
  ].join('\n'),
).join('\n')}
} }`;
