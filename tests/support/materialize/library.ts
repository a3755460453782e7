/** Ontology for tests of writes: axioms of every kind, including some on values and their languages. */

export const NS = 'https://example.org/library#';

export const LIBRARY = `
@prefix : <${NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owlgate: <https://owlgate.dev/ns#> .
<https://example.org/library> a owl:Ontology .

:Agent a owl:Class .
:Person a owl:Class ; rdfs:subClassOf :Agent .
:Human a owl:Class ; owl:equivalentClass :Person .
:Author a owl:Class ; rdfs:subClassOf :Person .
:Company a owl:Class ; rdfs:subClassOf :Agent .
:Work a owl:Class .
:Book a owl:Class ; rdfs:subClassOf :Work .
:Novel a owl:Class ; rdfs:subClassOf :Book .
:Poem a owl:Class ; rdfs:subClassOf :Work .
:Person owl:disjointWith :Company .
:Book owl:disjointWith :Poem .
[] a owl:AllDisjointClasses ; owl:members ( :Agent :Work ) .

:contributedTo a owl:ObjectProperty .
:wrote a owl:ObjectProperty ; rdfs:subPropertyOf :contributedTo ; rdfs:domain :Author ; rdfs:range :Work .
:writtenBy a owl:ObjectProperty ; owl:inverseOf :wrote .
:penned a owl:ObjectProperty ; owl:equivalentProperty :wrote .
:marriedTo a owl:ObjectProperty , owl:SymmetricProperty .
:publishedBy a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:range :Company ; rdfs:subPropertyOf :soldBy .
:soldBy a owl:ObjectProperty .
:owner a owl:ObjectProperty , owl:FunctionalProperty .
:heir a owl:ObjectProperty ; rdfs:subPropertyOf :owner .
:keeper a owl:ObjectProperty ; rdfs:subPropertyOf :owner .

:title a owl:DatatypeProperty ; rdfs:range xsd:string .
:isbn a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:range xsd:string ; rdfs:domain :Book .
:pages a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:subPropertyOf :size .
:size a owl:DatatypeProperty ; rdfs:range xsd:decimal .
:headline a owl:DatatypeProperty ; rdfs:range rdf:langString ; rdfs:subPropertyOf :header .
:header a owl:DatatypeProperty ; rdfs:range rdf:langString .
:keyword a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:subPropertyOf :tag ; owlgate:list true .
:tag a owl:DatatypeProperty ; rdfs:range xsd:string ; owlgate:list true .
:published a owl:DatatypeProperty ; rdfs:range xsd:dateTime ; rdfs:subPropertyOf :noted .
:noted a owl:DatatypeProperty ; rdfs:range xsd:dateTime .
`;
