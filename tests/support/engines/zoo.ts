/** Small ontology with a predicate of every shape in compiled schemas. */
const NS = 'http://example.org/zoo#';

/** @param more further axioms */
export const zoo = (more = ''): string => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<http://example.org/zoo> a owl:Ontology .
:Animal a owl:Class . :Lion a owl:Class ; rdfs:subClassOf :Animal . :Keeper a owl:Class .
:keeps a owl:ObjectProperty ; rdfs:domain :Keeper ; rdfs:range :Animal ; owl:inverseOf :keptBy .
:keptBy a owl:ObjectProperty . :mother a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Animal .
:weight a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Animal ; rdfs:range xsd:double .
:legs a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:int .
:born a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:dateTime .
:tame a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:boolean .
:label a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range rdf:langString .
:title a owl:DatatypeProperty ; rdfs:domain :Keeper ; rdfs:range xsd:string .
:tag a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .
:Animal owl:hasKey ( :tag ) .
${more}`;
