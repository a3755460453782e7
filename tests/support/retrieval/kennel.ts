/** Small world of people and animals, as Turtle and as plain relations from which tests compute true answers. */

/** Subject → objects. */
type Relation = Readonly<Record<string, readonly string[]>>;

export const PEOPLE = ['Ada Holm', 'Ben Lind', 'Cy Moss', 'Dora Wick'] as const;
export const DOGS = ['Bruno', 'Pip', 'Rex'] as const;
export const CATS = ['Minka', 'Tom'] as const;
export const ANIMALS = [...DOGS, ...CATS].sort();
const VETS = ['Ada Holm'] as const;
const VISITS = ['Visit 1', 'Visit 2'] as const;

export const OWNS: Relation = {
  'Ada Holm': ['Rex', 'Minka'],
  'Ben Lind': ['Bruno'],
  'Cy Moss': ['Rex', 'Pip', 'Bruno'],
};
export const LIKES: Relation = {
  Rex: ['Pip', 'Minka'],
  Pip: ['Rex'],
  Minka: ['Tom'],
  Tom: ['Rex', 'Bruno'],
};
const VISITED: Relation = { 'Visit 1': ['Rex'], 'Visit 2': ['Minka'] };
export const VACCINATED: Readonly<Record<string, boolean>> = {
  Rex: true,
  Bruno: false,
  Pip: true,
  Minka: false,
  Tom: true,
};
export const AVAILABLE: Readonly<Record<string, boolean>> = { Bruno: true, Pip: false, Rex: false };
export const WEIGHT: Readonly<Record<string, number>> = { Rex: 30, Bruno: 25, Pip: 6, Minka: 4, Tom: 5 };
export const BORN: Readonly<Record<string, number>> = {
  'Ada Holm': 1980,
  'Ben Lind': 1990,
  'Cy Moss': 1985,
  'Dora Wick': 1975,
};
export const JOINED: Readonly<Record<string, string>> = {
  'Ada Holm': '1989-05-01',
  'Ben Lind': '2010-01-01',
  'Cy Moss': '1984-03-04',
  'Dora Wick': '1999-07-07',
};

const PREFIXES = `
@prefix : <http://example.org/kennel#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const kind = (name: string, label: string, above?: string): string =>
  `:${name} a owl:Class ; rdfs:label "${label}"@en${above ? ` ; rdfs:subClassOf :${above}` : ''} .`;
const edge = (name: string, label: string, domain: string, range: string, more = ''): string =>
  `:${name} a owl:ObjectProperty ; rdfs:label "${label}"@en ; rdfs:domain :${domain} ; rdfs:range :${range}${more} .`;
const figure = (name: string, label: string, domain: string, type: string): string =>
  `:${name} a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:label "${label}"@en ; rdfs:domain :${domain} ;
    rdfs:range xsd:${type} .`;

export const KENNEL = `${PREFIXES}
${kind('Person', 'person')}
${kind('Vet', 'vet', 'Person')}
${kind('Animal', 'animal')}
${kind('Dog', 'dog', 'Animal')}
${kind('Cat', 'cat', 'Animal')}
${kind('Visit', 'visit')}
:Dog owl:disjointWith :Cat .
[] a owl:AllDisjointClasses ; owl:members ( :Person :Animal :Visit ) .
${edge('owns', 'owns', 'Person', 'Animal')}
${edge('ownedBy', 'owned by', 'Animal', 'Person', ' ; owl:inverseOf :owns')}
${edge('likes', 'likes', 'Animal', 'Animal')}
${edge('visited', 'visited animal', 'Visit', 'Animal')}
${figure('vaccinated', 'vaccinated', 'Animal', 'boolean')}
${figure('available', 'available', 'Dog', 'boolean')}
${figure('weight', 'weight', 'Animal', 'integer')}
${figure('birthYear', 'birth year', 'Person', 'gYear')}
${figure('joined', 'joined on', 'Person', 'date')}
`;

const iri = (name: string): string => `:${name.replaceAll(' ', '_')}`;
const members = (names: readonly string[], of: string): string[] =>
  names.map((name) => `${iri(name)} a :${of} ; rdfs:label "${name}" .`);
const edges = (relation: Relation, property: string): string[] =>
  Object.entries(relation).map(([from, to]) => `${iri(from)} :${property} ${to.map(iri).join(' , ')} .`);
const values = (of: Readonly<Record<string, unknown>>, property: string, type: string): string[] =>
  Object.entries(of).map(([name, value]) => `${iri(name)} :${property} "${String(value)}"^^xsd:${type} .`);

export const KENNEL_FACTS = [
  PREFIXES,
  ...members(PEOPLE, 'Person'),
  ...members(VETS, 'Vet'),
  ...members(DOGS, 'Dog'),
  ...members(CATS, 'Cat'),
  ...members(VISITS, 'Visit'),
  ...edges(OWNS, 'owns'),
  ...edges(LIKES, 'likes'),
  ...edges(VISITED, 'visited'),
  ...values(VACCINATED, 'vaccinated', 'boolean'),
  ...values(AVAILABLE, 'available', 'boolean'),
  ...values(WEIGHT, 'weight', 'integer'),
  ...values(BORN, 'birthYear', 'gYear'),
  ...values(JOINED, 'joined', 'date'),
].join('\n');

/** True if a relation has the object for the subject. */
export const has = (relation: Relation, from: string, to: string): boolean => relation[from]?.includes(to) ?? false;

/** Every pair of two lists, without pairs of the same. */
export const pairs = (ones: readonly string[], others: readonly string[]): (readonly [string, string])[] =>
  ones.flatMap((one) => others.filter((other) => other !== one).map((other) => [one, other] as const));

/** Names as an answer lists them; null without any. */
export const listOf = (names: readonly string[]): string | null =>
  names.length > 0 ? [...names].sort().join(', ') : null;
