/** Introspection answers from the schema closed under table 9, and inferred classes of members agree with it. */
import { factsOf } from '../../support/engines/graph';
import { introspect, loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json } from '../../support/engines/wire';

const restriction = (property: string, rest: string) => `[ a owl:Restriction ; owl:onProperty :${property} ; ${rest} ]`;
const ONTOLOGY = `@prefix : <http://example.org/kennel#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://example.org/kennel> a owl:Ontology .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Lodging a owl:Class . :Kennel a owl:Class .
:keeps a owl:ObjectProperty ; rdfs:subPropertyOf :has ; rdfs:domain :Keeper . :has a owl:ObjectProperty . :Keeper a owl:Class .
:town a owl:ObjectProperty . :Rome a owl:NamedIndividual , :Lodging .
:DogOwner a owl:Class ; owl:equivalentClass ${restriction('keeps', 'owl:someValuesFrom :Dog')} .
:PetOwner a owl:Class ; owl:equivalentClass ${restriction('has', 'owl:someValuesFrom :Animal')} .
:DogPen a owl:Class ; owl:equivalentClass ${restriction('has', 'owl:allValuesFrom :Dog')} .
:AnimalPen a owl:Class ; owl:equivalentClass ${restriction('keeps', 'owl:allValuesFrom :Animal')} .
:Roman a owl:Class ; rdfs:subClassOf ${restriction('town', 'owl:hasValue :Rome')} .
:Townsman a owl:Class ; owl:equivalentClass ${restriction('town', 'owl:hasValue :Rome')} .
:RomanDogOwner a owl:Class ; rdfs:subClassOf :Roman , :DogOwner .
:RomanOwner a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :Townsman :PetOwner ) ] .
`;

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, ONTOLOGY, '?profile=lenient'));

  it.each([
    ['DogOwner', ['Keeper', 'PetOwner']], // scm-svf1, scm-svf2, and a domain
    ['DogPen', ['AnimalPen']], // scm-avf1, scm-avf2
    ['Roman', ['Townsman']], // scm-hv
    ['RomanDogOwner', ['DogOwner', 'Keeper', 'PetOwner', 'Roman', 'RomanOwner', 'Townsman']], // scm-int
    ['PetOwner', []],
    ['AnimalPen', []],
  ])('introspection lists all ancestors of %s, and its members are in all of them', async (name, above) => {
    const { body } = await introspect(testbed.url, `?superclasses=${name}&transitive=true`);
    expect(body).toEqual(above);
    const { data } = await ask(testbed.url, json({ set: { uid: '_:x', 'graph.type': name } }));
    const { types } = await factsOf(testbed.engine.url, data.uids.x);
    expect(types).toEqual({ [name]: 'asserted', ...Object.fromEntries(above.map((c) => [c, 'inferred'])) });
  });

  it('direct ancestors and descendants have no class between', async () => {
    expect((await introspect(testbed.url, '?superclasses=RomanDogOwner')).body).toEqual([
      'DogOwner',
      'Roman',
      'RomanOwner',
    ]);
    expect((await introspect(testbed.url, '?subclasses=PetOwner')).body).toEqual(['DogOwner', 'RomanOwner']);
  });

  it('a class above owl:Thing is above every class, also of stored nodes', async () => {
    const stored = (await ask(testbed.url, json({ set: { uid: '_:x', 'graph.type': 'Kennel' } }))).data.uids.x;
    await loadOntology(
      testbed.url,
      `${ONTOLOGY} owl:Thing rdfs:subClassOf :Entity . :Entity a owl:Class .`,
      '?profile=lenient',
    );
    const { body } = await introspect(testbed.url, '?class=Kennel');
    expect(body.superClasses).toEqual(['Entity']);
    const written = (await ask(testbed.url, json({ set: { uid: '_:x', 'graph.type': 'Kennel' } }))).data.uids.x;
    for (const uid of [stored, written]) {
      const { types } = await factsOf(testbed.engine.url, uid);
      expect(types).toEqual({ Kennel: 'asserted', Entity: 'inferred' });
    }
  });

  it('a node that a domain says to be of owl:Thing is of the classes above it', async () => {
    await loadOntology(
      testbed.url,
      `${ONTOLOGY} owl:Thing rdfs:subClassOf :Entity . :Entity a owl:Class .
       :near a owl:ObjectProperty ; rdfs:domain owl:Thing .`,
      '?profile=lenient',
    );
    const { uids } = (await ask(testbed.url, json({ set: { uid: '_:x', near: { uid: '_:y' } } }))).data;
    expect((await factsOf(testbed.engine.url, uids.x)).types).toEqual({ Entity: 'inferred' });
    expect((await factsOf(testbed.engine.url, uids.y)).types).toEqual({});
  });
});
