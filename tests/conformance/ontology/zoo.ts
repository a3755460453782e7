/** Test ontology: every axiom with consequences for writes. */

export const NS = 'https://example.org/zoo#';

export const ZOO = `
@prefix : <${NS}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/zoo> a owl:Ontology .

:Animal a owl:Class .
:Mammal a owl:Class ; rdfs:subClassOf :Animal .
:Dog a owl:Class ; rdfs:subClassOf :Mammal .
:Cat a owl:Class ; rdfs:subClassOf :Mammal .
:Bird a owl:Class ; rdfs:subClassOf :Animal .
:Person a owl:Class ; rdfs:subClassOf :Mammal .
:Human a owl:Class ; owl:equivalentClass :Person .
:Keeper a owl:Class ; rdfs:subClassOf :Person .
:Visitor a owl:Class ; rdfs:subClassOf :Person .
:Cage a owl:Class .

:Dog owl:disjointWith :Cat .
[] a owl:AllDisjointClasses ; owl:members ( :Mammal :Bird :Cage ) .

:keeps a owl:ObjectProperty ; rdfs:domain :Keeper ; rdfs:range :Animal .
:keptBy a owl:ObjectProperty ; owl:inverseOf :keeps .
:feeds a owl:ObjectProperty ; rdfs:subPropertyOf :keeps .
:looksAfter a owl:ObjectProperty ; owl:equivalentProperty :keeps .
:friendOf a owl:ObjectProperty , owl:SymmetricProperty .
:livesIn a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:range :Cage .

:name a owl:DatatypeProperty ; rdfs:range xsd:string .
:age a owl:DatatypeProperty ; rdfs:range xsd:integer .
:badge a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:domain :Keeper .
:label a owl:DatatypeProperty ; rdfs:range xsd:string ;
    <https://owlgate.dev/ns#list> true .
:nickname a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:subPropertyOf :label .
`;

/** Format of /mutate, to write the same facts in each. */
export interface Format {
  readonly name: string;
  readonly type: string;
  /**
   * Returns a request body that sets the statements: `_:x <p> _:y`, `_:x <p> "v"`, `_:x a Class`; nodes may be uids
   * `<0x1>`.
   */
  readonly body: (statements: readonly Statement[]) => string;
}

/** Subject, property or `a`, object: `_:label`, `<0x…>`, `"value"`, or a class. */
export type Statement = readonly [subject: string, property: string, object: string];

const node = (text: string): string => text.replace(/^<(.*)>$/, '$1');
const isNode = (text: string): boolean => /^(_:|<0x)/.test(text);

function jsonObjects(statements: readonly Statement[]): object[] {
  return statements.map(([s, p, o]) => {
    if (p === 'a') return { uid: node(s), 'graph.type': o };
    return { uid: node(s), [p]: isNode(o) ? { uid: node(o) } : (JSON.parse(o) as string) };
  });
}

/** Returns nested objects: a node contains those that its edges lead to. */
function nested(statements: readonly Statement[]): object {
  const nodes = new Map<string, Record<string, unknown>>();
  const roots = new Set<string>();
  const at = (label: string): Record<string, unknown> => {
    const entry = nodes.get(label) ?? { uid: node(label) };
    nodes.set(label, entry);
    return entry;
  };
  for (const [s] of statements) roots.add(s);
  for (const [s, p, o] of statements) {
    if (p === 'a') at(s)['graph.type'] = [...((at(s)['graph.type'] as string[] | undefined) ?? []), o];
    else if (!isNode(o)) at(s)[p] = JSON.parse(o) as string;
  }
  for (const [s, p, o] of statements) {
    if (p === 'a' || !isNode(o)) continue;
    at(s)[p] = roots.has(o) && o !== s ? at(o) : { uid: node(o) };
    if (o !== s) roots.delete(o);
  }
  return { set: [...roots].map(at) };
}

const rdfLines = (statements: readonly Statement[]): string =>
  statements.map(([s, p, o]) => (p === 'a' ? `${s} <graph.type> "${o}" .` : `${s} <${p}> ${o} .`)).join('\n');

/** Prints triples with full IRIs, of classes too. */
const tripleLines = (statements: readonly Statement[]): string =>
  statements
    .map(([s, p, o]) =>
      p === 'a' ? `${s} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${NS}${o}> .` : `${s} <${NS}${p}> ${o} .`,
    )
    .join('\n');

export const FORMATS: readonly Format[] = [
  {
    name: 'JSON, flat',
    type: 'application/json',
    body: (statements) => JSON.stringify({ set: jsonObjects(statements) }),
  },
  { name: 'JSON, nested', type: 'application/json', body: (statements) => JSON.stringify(nested(statements)) },
  {
    name: 'JSON, in a list of mutations',
    type: 'application/json',
    body: (statements) => JSON.stringify({ mutations: [{ set: jsonObjects(statements) }] }),
  },
  { name: 'RDF', type: 'application/rdf', body: (statements) => `{ set {\n${rdfLines(statements)}\n} }` },
  {
    name: 'RDF by full IRI',
    type: 'application/rdf',
    body: (statements) => `{ set {\n${tripleLines(statements)}\n} }`,
  },
  {
    name: 'RDF, in an upsert',
    type: 'application/rdf',
    body: (statements) =>
      `upsert { query { q(func: eq(name, "nobody at all")) { v as uid } } ` +
      `mutation @if(eq(len(v), 0)) { set {\n${rdfLines(statements)}\n} } }`,
  },
  { name: 'Turtle', type: 'text/turtle', body: tripleLines },
  { name: 'N-Triples', type: 'application/n-triples', body: tripleLines },
];

/** Formats that can name an existing node by uid. */
export const UID_FORMATS = FORMATS.filter(({ type }) => type === 'application/json' || type === 'application/rdf');
