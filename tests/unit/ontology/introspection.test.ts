import { OwlgateError } from '../../../src/errors';
import { Introspection } from '../../../src/ontology';
import { e, load } from '../../support/ontology/documents';

function introspect(text: string): Introspection {
  const { ontology, taxonomy, names } = load(text);
  return new Introspection(ontology, taxonomy, names);
}

const ZOO = introspect(`
  :Animal a owl:Class ; rdfs:label "Tier"@de , "animal"@en ; rdfs:comment "breathes" ; owl:disjointWith :Plant .
  :Plant a owl:Class .
  :Mammal a owl:Class ; rdfs:subClassOf :Animal , owl:Thing .
  :Pet a owl:Class ; rdfs:subClassOf :Animal .
  :Dog a owl:Class ; rdfs:subClassOf :Mammal , :Pet , :Animal .
  :Hound a owl:Class ; owl:equivalentClass :Dog .
  :Puppy a owl:Class ; rdfs:subClassOf :Dog .
  :owner a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Pet ; rdfs:range :Person ; owl:inverseOf :owns .
  :Person a owl:Class .
  :owns a owl:ObjectProperty .
  :name a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:label "name" .
  :born a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:date .
`);

describe('introspection by label', () => {
  const labelled = introspect(`
    :A a owl:Class ; rdfs:label "Bank"@de , "bank"@en . :B a owl:Class ; rdfs:label "Bank"@de , "bench"@en .
    :Bench a owl:Class ; rdfs:label "Sitz"@de-AT , "seat" ; rdfs:comment "zum Sitzen"@de , "to sit on"@en .
    :C1 a owl:Class ; rdfs:label "Part 2: locks and/or keys" . :C2 a owl:Class ; rdfs:label "C# / .NET" .
    :C3 a owl:Class ; rdfs:label """
        rough
        surface
      """ .
  `);

  it('finds the one class that has it, in any language or in one, after names', () => {
    expect(ZOO.class('Tier').iri).toBe('Animal');
    expect(labelled.class('Bench').iri).toBe('Bench');
    expect(labelled.class('Sitz')).toMatchObject({ iri: 'Bench', label: 'seat' });
    expect(labelled.inLanguage('DE').class('sitz')).toMatchObject({ label: 'Sitz', comment: 'zum Sitzen' });
    expect(labelled.inLanguage('en').class('bank').iri).toBe('A');
  });

  it.each([
    ['Bank', undefined, ['A', 'B']],
    ['Sitz', 'en', ['Bench']],
    ['seatt', undefined, ['Bench']],
    ['Part 2: lokcs and/or keys', undefined, ['C1']],
    ['C# / .NTE', undefined, ['C2']],
    ['ruogh surface', undefined, ['C3']],
    ['http://f/#seatt', undefined, ['Bench']],
    ['ex:seatt', undefined, ['Bench']],
  ])('refuses %s in the language %s, with the classes that it may mean', (text, lang, suggestions) => {
    const read = () => (lang === undefined ? labelled : labelled.inLanguage(lang)).class(text);
    expect(read).toThrow(OwlgateError);
    try {
      read();
    } catch (error) {
      expect((error as OwlgateError).details['suggestions']).toEqual(suggestions);
    }
  });
});

it('equality adds two object properties to the list of terms', () => {
  const { ontology, taxonomy, names } = load(':A a owl:Class . :d a owl:DatatypeProperty .', { equality: true });
  const { properties } = new Introspection(ontology, taxonomy, names).terms();
  expect(properties.map(({ iri, type }) => [iri, type])).toEqual([
    ['d', 'DataProperty'],
    ['differentFrom', 'ObjectProperty'],
    ['sameAs', 'ObjectProperty'],
  ]);
});

describe('the list of terms', () => {
  const { classes, properties } = ZOO.terms();

  it('has every class with its labels in all languages and its direct superclasses', () => {
    expect(classes.map(({ iri }) => iri)).toEqual(ZOO.classes().map(({ iri }) => iri));
    for (const { iri, directSuperClasses, equivalentClasses = [] } of classes) {
      const details = ZOO.class(iri);
      expect([iri, directSuperClasses, equivalentClasses]).toEqual([
        iri,
        details.directSuperClasses,
        details.equivalentClasses,
      ]);
    }
    expect(classes[0]).toMatchObject({ iri: 'Animal', labels: { de: 'Tier', en: 'animal' } });
  });

  it('has every property, or those that the filter accepts', () => {
    expect(properties.map(({ iri, type, labels }) => [iri, type, labels])).toEqual([
      ['born', 'DataProperty', {}],
      ['name', 'DataProperty', { '': 'name' }],
      ['owner', 'ObjectProperty', {}],
      ['owns', 'ObjectProperty', {}],
    ]);
    expect(
      ZOO.restrictedTo((name) => name === 'owns')
        .terms()
        .properties.map(({ iri }) => iri),
    ).toEqual(['owns']);
  });

  it('marks classes that can have no members, and no others', () => {
    const { classes: marked } = introspect(`
      :A a owl:Class ; owl:disjointWith :B . :B a owl:Class .
      :Both a owl:Class ; rdfs:subClassOf :A , :B . :Below a owl:Class ; rdfs:subClassOf :Both .
    `).terms();
    expect(marked.filter(({ isUnsatisfiable }) => isUnsatisfiable).map(({ iri }) => iri)).toEqual(['Below', 'Both']);
  });
});

describe('introspection', () => {
  it('prints each class as it returns it', () => {
    const many = Array.from({ length: 60 }, (_, i) => `:C${i} a owl:Class ; rdfs:subClassOf :C${i >> 1} .`).join('\n');
    for (const ontology of [ZOO, introspect(`${many} :C0 rdfs:label '"superClasses":[],"subClasses":[]' .`)]) {
      const names = ontology.classes().map(({ iri }) => iri);
      for (const name of names) expect(JSON.parse(ontology.classJson(name))).toEqual(ontology.class(name));
    }
  });

  it('lists all classes with their relations, except owl:Thing and owl:Nothing', () => {
    const entries = ZOO.classes();
    expect(entries.map(({ iri }) => iri)).toEqual([
      'Animal',
      'Dog',
      'Hound',
      'Mammal',
      'Person',
      'Pet',
      'Plant',
      'Puppy',
    ]);
    expect(entries[1]).toEqual({
      iri: 'Dog',
      fullIri: e('Dog'),
      superClasses: ['Animal', 'Hound', 'Mammal', 'Pet'],
      subClasses: ['Hound', 'Puppy'],
      directSuperClasses: ['Hound', 'Mammal', 'Pet'],
      directSubClasses: ['Hound', 'Puppy'],
      equivalentClasses: ['Hound'],
    });
  });

  it('describes a class in detail', () => {
    expect(ZOO.class('Pet')).toEqual({
      iri: 'Pet',
      fullIri: e('Pet'),
      superClasses: ['Animal'],
      subClasses: ['Dog', 'Hound', 'Puppy'],
      directSuperClasses: ['Animal'],
      directSubClasses: ['Dog', 'Hound'],
      equivalentClasses: [],
      disjointWith: ['Plant'],
      assertedDisjointWith: [],
      properties: [
        {
          iri: 'born',
          fullIri: e('born'),
          type: 'DataProperty',
          domain: ['Animal'],
          range: ['xsd:date'],
          isFunctional: false,
          inherited: true,
        },
        {
          iri: 'name',
          fullIri: e('name'),
          label: 'name',
          type: 'DataProperty',
          range: ['xsd:string'],
          isFunctional: false,
          inherited: false,
        },
        {
          iri: 'owner',
          fullIri: e('owner'),
          type: 'ObjectProperty',
          domain: ['Pet'],
          range: ['Person'],
          isFunctional: true,
          inverseOf: ['owns'],
          inherited: false,
        },
      ],
    });
    expect(ZOO.class('Animal')).toMatchObject({
      label: 'animal',
      comment: 'breathes',
      disjointWith: ['Plant'],
      assertedDisjointWith: ['Plant'],
    });
  });

  it('includes domains and ranges entailed by an inverse', () => {
    const owns = ZOO.class('Person').properties.find(({ iri }) => iri === 'owns');
    expect(owns).toMatchObject({ domain: ['Person'], range: ['Pet'], isFunctional: false, inverseOf: ['owner'] });
  });

  it('lists sub- and superclasses, direct or all', () => {
    expect(ZOO.subclasses('Animal', false)).toEqual(['Mammal', 'Pet']);
    expect(ZOO.subclasses('Animal', true)).toEqual(['Dog', 'Hound', 'Mammal', 'Pet', 'Puppy']);
    expect(ZOO.superclasses('Puppy', false)).toEqual(['Dog', 'Hound']);
    expect(ZOO.superclasses('Puppy', true)).toEqual(['Animal', 'Dog', 'Hound', 'Mammal', 'Pet']);
    expect(ZOO.superclasses('Person', true)).toEqual([]);
  });

  it('sorts long lists by name, as short ones', () => {
    const numbers = Array.from({ length: 250 }, (_, i) => i);
    const long = introspect(numbers.map((i) => `:N${i + 1} rdfs:subClassOf :N${i} .`).join('\n'));
    const namesFrom = (from: number, to: number) =>
      numbers
        .slice(from, to)
        .map((i) => `N${i}`)
        .sort();
    expect(long.superclasses('N200', true)).toEqual(namesFrom(0, 200));
    expect(long.class('N50').subClasses).toEqual([...namesFrom(51, 250), 'N250'].sort());
  });

  it('accepts names, IRIs and prefixed names', () => {
    for (const name of ['Dog', e('Dog'), `<${e('Dog')}>`, ':Dog']) expect(ZOO.class(name).iri).toBe('Dog');
  });

  it('suggests similar names for an unknown class', () => {
    const error = (name: string): unknown => {
      try {
        return ZOO.class(name);
      } catch (thrown) {
        return thrown;
      }
    };
    expect(error('Mamal')).toBeInstanceOf(OwlgateError);
    expect(error('Mamal')).toMatchObject({
      code: 'UnknownClass',
      status: 404,
      message: 'unknown class "Mamal"',
      details: { suggestions: ['Mammal'] },
    });
    expect(error('http://f/#dog')).toMatchObject({ details: { suggestions: ['Dog'] } });
    expect(error('owner')).toMatchObject({ code: 'UnknownClass' });
    expect(error('')).toMatchObject({ code: 'UnknownClass' });
    for (const mode of ['subclasses', 'superclasses'] as const)
      expect(() => ZOO[mode]('Nope', true)).toThrow(OwlgateError);
  });

  it('refuses a list that would not fit in memory', () => {
    const chain = Array.from({ length: 4000 }, (_, i) => `:C${i} rdfs:subClassOf :C${i + 1} .`).join('\n');
    const deep = introspect(chain);
    expect(() => deep.classes()).toThrow(/class by class/);
    expect(deep.superclasses('C0', true)).toHaveLength(4000);
  });

  it('marks unions', () => {
    const at = introspect(
      ':at a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range [ owl:unionOf ( :A :B ) ] .',
    );
    expect(at.class('A').properties).toMatchObject([
      { domain: ['A', 'B'], domainIsUnion: true, range: ['A', 'B'], rangeIsUnion: true },
    ]);
  });
});
