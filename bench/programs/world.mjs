/**
 * Data of the write benchmarks: people in a class tree five deep who work for organizations; the asserted facts, and
 * the stored facts with the inferred ones.
 */

export const ONTOLOGY = `@prefix : <http://example.org/bench#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<http://example.org/bench> a owl:Ontology .
:Agent a owl:Class .
:Person a owl:Class ; rdfs:subClassOf :Agent .
:Staff a owl:Class ; rdfs:subClassOf :Person .
:Engineer a owl:Class ; rdfs:subClassOf :Staff .
:SeniorEngineer a owl:Class ; rdfs:subClassOf :Engineer .
:Worker a owl:Class ; rdfs:subClassOf :Agent .
:Organization a owl:Class .
:worksFor a owl:ObjectProperty ; rdfs:domain :Worker ; rdfs:range :Organization ; owl:inverseOf :employs .
:employs a owl:ObjectProperty .
:name a owl:DatatypeProperty ; rdfs:range xsd:string .
`;

const INFERRED = '(owl.inferred=true)';
const ANCESTORS = ['Engineer', 'Staff', 'Person', 'Agent'];

/** `subject`, `organization`: a blank node label or `<0x…>`. */
export const personStated = (subject, name) => [
  `${subject} <dgraph.type> "SeniorEngineer" .`,
  `${subject} <name> "${name}" .`,
];
export const personInferred = (subject) => ANCESTORS.map((type) => `${subject} <dgraph.type> "${type}" ${INFERRED} .`);

export const jobStated = (subject, organization) => [`${subject} <worksFor> ${organization} .`];
export const jobInferred = (subject, organization) => [
  `${subject} <dgraph.type> "Worker" ${INFERRED} .`,
  `${organization} <dgraph.type> "Organization" ${INFERRED} .`,
  `${organization} <employs> ${subject} ${INFERRED} .`,
];
/** Inferred facts of a subject that is not a person. */
export const workerInferred = (subject) => [`${subject} <dgraph.type> "Agent" ${INFERRED} .`];
