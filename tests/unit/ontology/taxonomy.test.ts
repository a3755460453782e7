import { e, load } from '../../support/ontology/documents';

const local = (iris: readonly string[]) => iris.map((iri) => iri.replace(/.*#/, ''));

describe('domains and ranges', () => {
  const { taxonomy } = load(`
    :Student rdfs:subClassOf :Person .
    :knows a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person .
    :advises rdfs:subPropertyOf :knows ; rdfs:range :Student .
    :advisedBy owl:inverseOf :advises .
    :likes a owl:ObjectProperty ; rdfs:domain :Person , :Student .
    :free a owl:ObjectProperty ; rdfs:domain owl:Thing .
    :at a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( :Person :Place ) ] ; rdfs:range [ owl:unionOf ( :Place :Student ) ] .
    :on owl:inverseOf :at .
    :label a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
    :nick rdfs:subPropertyOf :label .
    :mix a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:int :Small ) ] .
    :Small a rdfs:Datatype ; owl:equivalentClass [ owl:onDatatype xsd:short ; owl:withRestrictions ( [ xsd:maxInclusive 5 ] ) ] .
  `);
  const domain = (name: string) => {
    const { classes, union } = taxonomy.domain(e(name));
    return [...local(classes), union];
  };
  const range = (name: string) => local(taxonomy.range(e(name)).classes);

  it('include those of superproperties, the most specific ones', () => {
    expect(domain('advises')).toEqual(['Person', false]);
    expect(range('advises')).toEqual(['Student']);
    expect(domain('likes')).toEqual(['Student', false]);
  });

  it('are swapped for an inverse', () => {
    expect(domain('advisedBy')).toEqual(['Student', false]);
    expect(range('advisedBy')).toEqual(['Person']);
  });

  it('are a union without a named class', () => {
    expect(domain('at')).toEqual(['Person', 'Place', true]);
    expect(range('at')).toEqual(['Place', 'Student']);
    expect(domain('free')).toEqual([false]);
  });

  it('have datatypes of the property, else of superproperties, with definitions expanded', () => {
    expect(local(taxonomy.datatypes(e('nick')))).toEqual(['string']);
    expect(local(taxonomy.datatypes(e('mix')))).toEqual(['int', 'short']);
  });
});

describe('functional properties', () => {
  const { taxonomy } = load(`
    :p a owl:FunctionalProperty , owl:ObjectProperty . :q rdfs:subPropertyOf :p . :r owl:inverseOf :q .
    :d a owl:DatatypeProperty , owl:InverseFunctionalProperty . :f rdfs:subPropertyOf :d .
    :g a owl:DatatypeProperty ; rdfs:domain :B . :B rdfs:subClassOf :A .
    :A rdfs:subClassOf [ owl:onProperty :g ; owl:cardinality 1 ] .
    :h a owl:DatatypeProperty ; rdfs:domain :C .
    :A rdfs:subClassOf [ owl:onProperty :h ; owl:maxCardinality 1 ] .
    :s a owl:ObjectProperty , owl:SymmetricProperty , owl:FunctionalProperty .
  `);
  it.each([
    ['p', true, false],
    ['q', true, false],
    ['r', false, true],
    ['d', false, true],
    ['f', false, true],
    ['g', true, false],
    ['h', false, false],
    ['s', true, true],
  ])('%s: functional %s, inverse-functional %s', (name, functional, inverse) => {
    expect(taxonomy.isFunctional(e(name))).toBe(functional);
    expect(taxonomy.isInverseFunctional(e(name))).toBe(inverse);
  });

  it('have inverses and superproperties', () => {
    expect(local(taxonomy.inverses(e('q')))).toEqual(['r']);
    expect(local(taxonomy.inverses(e('s')))).toEqual(['s']);
    expect(local(taxonomy.inverses(e('p')))).toEqual([]);
    expect(taxonomy.superObjectProperties(e('r'))).toEqual(
      expect.arrayContaining([
        { iri: e('p'), inverse: true },
        { iri: e('q'), inverse: true },
      ]),
    );
    expect(local(taxonomy.subProperties(e('p')))).toEqual(['q']);
    expect(local(taxonomy.subProperties(e('d')))).toEqual(['f']);
  });
});

describe('disjointness', () => {
  const { taxonomy } = load(`
    :Animal owl:disjointWith :Plant . :Dog rdfs:subClassOf :Animal . :Tree rdfs:subClassOf :Plant .
    :Weird rdfs:subClassOf :Dog , :Tree . :Weirder owl:equivalentClass :Weird .
    [] a owl:AllDisjointClasses ; owl:members ( :X :Y :Z ) .
    [ owl:intersectionOf ( :X :Dog ) ] rdfs:subClassOf owl:Nothing .
    :Void rdfs:subClassOf owl:Nothing .
  `);
  const { disjointness } = taxonomy;

  it('is asserted, and inherited by subclasses on both sides', () => {
    expect(local(disjointness.asserted(e('Animal')))).toEqual(['Plant']);
    expect(local(disjointness.all(e('Dog')))).toEqual(['Plant', 'Tree', 'Weird', 'Weirder', 'X']);
    expect(local(disjointness.asserted(e('Tree')))).toEqual([]);
    expect(local(disjointness.all(e('X')))).toEqual(['Dog', 'Weird', 'Weirder', 'Y', 'Z']);
  });

  it('makes classes unsatisfiable', () => {
    expect(local(disjointness.unsatisfiable())).toEqual(['Void', 'Weird', 'Weirder']);
  });
});

describe('properties of a class', () => {
  const { taxonomy } = load(`
    :Student rdfs:subClassOf :Person . :Person owl:equivalentClass :Human .
    :name a owl:DatatypeProperty .
    :age a owl:DatatypeProperty ; rdfs:domain :Person .
    :takes a owl:ObjectProperty . :Student rdfs:subClassOf [ owl:onProperty :takes ; owl:someValuesFrom :Course ] .
    :at a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( :Course :Student ) ] .
    :never a owl:ObjectProperty ; rdfs:domain :Course . :Person rdfs:subClassOf [ owl:onProperty :never ; owl:maxCardinality 0 ] .
  `);
  it.each([
    ['Person', ['age', 'name'], ['age', 'name']],
    ['Human', ['age', 'name'], ['age', 'name']],
    ['Student', ['age', 'at', 'name', 'takes'], ['at', 'name', 'takes']],
    ['Course', ['at', 'name', 'never'], ['at', 'name', 'never']],
  ])('%s', (name, all, ownProperties) => {
    expect(local([...taxonomy.propertiesOf(e(name))].sort())).toEqual(all);
    expect(local(taxonomy.ownPropertiesOf(e(name)))).toEqual(ownProperties);
  });

  it('include properties without domain and restriction', () => {
    expect(local([...taxonomy.universalProperties])).toEqual(['name']);
  });
});
