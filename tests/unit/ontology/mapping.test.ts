import { axioms, e, ontologyOf, placedAxioms } from '../../support/ontology/documents';

describe('axioms of classes', () => {
  it.each([
    [':A rdfs:subClassOf :B .', ['SubClassOf(:A :B)']],
    [':A owl:equivalentClass :B .', ['EquivalentClasses(:A :B)']],
    [':A owl:disjointWith :B .', ['DisjointClasses(:A :B)']],
    ['[] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) .', ['DisjointClasses(:A :B :C)']],
    [':A owl:disjointUnionOf ( :B :C ) .', ['DisjointUnion(:A :B :C)']],
    [
      ':p a owl:ObjectProperty . :d a owl:DatatypeProperty . :A owl:hasKey ( :p :d [ owl:inverseOf :p ] ) .',
      ['HasKey(:A (:p ObjectInverseOf(:p)) (:d))'],
    ],
    [':A owl:intersectionOf ( :B :C ) .', ['EquivalentClasses(:A ObjectIntersectionOf(:B :C))']],
    [':A owl:unionOf ( :B :C ) .', ['EquivalentClasses(:A ObjectUnionOf(:B :C))']],
    [':A owl:complementOf :B .', ['EquivalentClasses(:A ObjectComplementOf(:B))']],
    [':A owl:oneOf ( :b :c ) .', ['EquivalentClasses(:A ObjectOneOf(:b :c))']],
    [':A owl:intersectionOf ( :B ) .', ['EquivalentClasses(:A :B)']],
    [':A owl:unionOf () .', ['EquivalentClasses(:A owl:Nothing)']],
    [
      ':A a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B .',
      ['EquivalentClasses(:A ObjectSomeValuesFrom(:p :B))'],
    ],
    ['[ owl:unionOf ( :A :B ) ] rdfs:subClassOf :C .', ['SubClassOf(ObjectUnionOf(:A :B) :C)']],
  ])('%s', (text, expected) => {
    expect(axioms(text)).toEqual(expected);
    expect(ontologyOf(text)).toMatchObject({ unrecognized: [], notes: [] });
  });
});

describe('expressions', () => {
  const DECLARED = ':p a owl:ObjectProperty . :d a owl:DatatypeProperty . ';
  it.each([
    ['[ owl:onProperty :p ; owl:someValuesFrom :B ]', 'ObjectSomeValuesFrom(:p :B)'],
    ['[ owl:onProperty [ owl:inverseOf :p ] ; owl:allValuesFrom :B ]', 'ObjectAllValuesFrom(ObjectInverseOf(:p) :B)'],
    ['[ owl:onProperty :p ; owl:hasValue :b ]', 'ObjectHasValue(:p :b)'],
    ['[ owl:onProperty :p ; owl:hasSelf true ]', 'ObjectHasSelf(:p)'],
    ['[ owl:onProperty :p ; owl:minCardinality 1 ]', 'ObjectMinCardinality(1 :p)'],
    ['[ owl:onProperty :p ; owl:maxQualifiedCardinality 2 ; owl:onClass :B ]', 'ObjectMaxCardinality(2 :p :B)'],
    ['[ owl:onProperty :p ; owl:cardinality "3"^^xsd:nonNegativeInteger ]', 'ObjectExactCardinality(3 :p)'],
    ['[ owl:onProperty :d ; owl:someValuesFrom xsd:int ]', 'DataSomeValuesFrom(:d xsd:int)'],
    ['[ owl:onProperty :d ; owl:hasValue "x"@en ]', 'DataHasValue(:d "x"@en)'],
    [
      '[ owl:onProperty :d ; owl:qualifiedCardinality 1 ; owl:onDataRange xsd:int ]',
      'DataExactCardinality(1 :d xsd:int)',
    ],
    [
      '[ owl:onProperty :d ; owl:allValuesFrom [ a rdfs:Datatype ; owl:onDatatype xsd:int ; ' +
        'owl:withRestrictions ( [ xsd:minInclusive 1 ] [ xsd:maxExclusive 9 ] ) ] ]',
      'DataAllValuesFrom(:d DatatypeRestriction(xsd:int xsd:minInclusive "1"^^xsd:integer xsd:maxExclusive ' +
        '"9"^^xsd:integer))',
    ],
    [
      '[ owl:onProperty :d ; owl:allValuesFrom [ a owl:DataRange ; owl:oneOf ( 1 "a" ) ] ]',
      'DataAllValuesFrom(:d DataOneOf("1"^^xsd:integer "a"))',
    ],
    [
      '[ owl:onProperty :d ; owl:allValuesFrom [ owl:unionOf ( xsd:int [ owl:datatypeComplementOf xsd:int ] ) ] ]',
      'DataAllValuesFrom(:d DataUnionOf(xsd:int DataComplementOf(xsd:int)))',
    ],
    ['[ owl:complementOf [ owl:intersectionOf ( :B :C ) ] ]', 'ObjectComplementOf(ObjectIntersectionOf(:B :C))'],
    ['rdfs:Resource', 'owl:Thing'],
  ])('%s', (expression, expected) => {
    expect(axioms(`${DECLARED} :A rdfs:subClassOf ${expression} .`)).toEqual([`SubClassOf(:A ${expected})`]);
    expect(ontologyOf(`${DECLARED} :A rdfs:subClassOf ${expression} .`)).toMatchObject({ unrecognized: [], notes: [] });
  });
});

describe('axioms of properties', () => {
  it.each([
    [':p a owl:ObjectProperty ; rdfs:subPropertyOf :q .', ['SubObjectPropertyOf(:p :q)']],
    [
      ':q a owl:ObjectProperty . [ owl:inverseOf :p ] rdfs:subPropertyOf :q .',
      ['SubObjectPropertyOf(ObjectInverseOf(:p) :q)'],
    ],
    [':p owl:inverseOf :q .', ['InverseObjectProperties(:p :q)']],
    [':p owl:propertyChainAxiom ( :q :r ) .', ['SubObjectPropertyOf(ObjectPropertyChain(:q :r) :p)']],
    [':p a owl:ObjectProperty ; owl:equivalentProperty :q .', ['EquivalentObjectProperties(:p :q)']],
    [':p a owl:DatatypeProperty ; owl:equivalentProperty :q .', ['EquivalentDataProperties(:p :q)']],
    [':p a owl:ObjectProperty ; owl:propertyDisjointWith :q .', ['DisjointObjectProperties(:p :q)']],
    [
      ':p a owl:DatatypeProperty . :q a owl:DatatypeProperty . [] a owl:AllDisjointProperties ; owl:members ' +
        '( :p :q ) .',
      ['DisjointDataProperties(:p :q)'],
    ],
    [':p a owl:TransitiveProperty .', ['TransitiveObjectProperty(:p)']],
    [':p a owl:ObjectProperty , owl:FunctionalProperty .', ['FunctionalObjectProperty(:p)']],
    [
      ':p a owl:DatatypeProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty .',
      ['FunctionalDataProperty(:p)', 'InverseFunctionalDataProperty(:p)'],
    ],
    [':p rdfs:domain :A ; rdfs:range :B .', ['ObjectPropertyDomain(:p :A)', 'ObjectPropertyRange(:p :B)']],
    [':p rdfs:domain :A ; rdfs:range xsd:int .', ['DataPropertyDomain(:p :A)', 'DataPropertyRange(:p xsd:int)']],
    [
      ':p a owl:AnnotationProperty ; rdfs:domain :A ; rdfs:subPropertyOf rdfs:label .',
      ['AnnotationPropertyDomain(:p :A)', 'SubAnnotationPropertyOf(:p rdfs:label)'],
    ],
    [
      ':T a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:oneOf ( 1 2 ) ] .',
      ['DatatypeDefinition(:T DataOneOf("1"^^xsd:integer "2"^^xsd:integer))'],
    ],
  ])('%s', (text, expected) => {
    expect(axioms(text)).toEqual(expected);
    expect(ontologyOf(text).unrecognized).toEqual([]);
  });
});

describe('axioms of individuals', () => {
  it.each([
    [':a a :C .', ['ClassAssertion(:C :a)']],
    ['_:x a [ owl:complementOf :C ] .', ['ClassAssertion(ObjectComplementOf(:C) _:x)']],
    [':a :p :b ; :d 1 .', ['ObjectPropertyAssertion(:p :a :b)', 'DataPropertyAssertion(:d :a "1"^^xsd:integer)']],
    [':a owl:sameAs :b .', ['SameIndividual(:a :b)']],
    [':a owl:differentFrom :b .', ['DifferentIndividuals(:a :b)']],
    ['[] a owl:AllDifferent ; owl:distinctMembers ( :a :b :c ) .', ['DifferentIndividuals(:a :b :c)']],
    [
      '[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ; owl:assertionProperty :p ; ' +
        'owl:targetIndividual :b .',
      ['NegativeObjectPropertyAssertion(:p :a :b)'],
    ],
    [
      '[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a ; owl:assertionProperty :p ; owl:targetValue 1 .',
      ['NegativeDataPropertyAssertion(:p :a "1"^^xsd:integer)'],
    ],
  ])('%s', (text, expected) => {
    expect(axioms(text)).toEqual(expected);
    expect(ontologyOf(text)).toMatchObject({ unrecognized: [], notes: [] });
  });

  it('reads statements about a class or the ontology as annotations', () => {
    const ontology = ontologyOf(
      '<http://e/> a owl:Ontology ; :note "x" . :A a owl:Class ; :note "y" ; :see :b . :b :see :c .',
    );
    const kinds = ontology.axioms.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'AnnotationAssertion')).toHaveLength(2);
    expect(ontology.entities.get(e('note'))!.kinds).toEqual(new Set(['annotationProperty']));
    expect(ontology.entities.get(e('see'))!.kinds).toEqual(new Set(['objectProperty']));
  });
});

describe('kinds of undeclared terms', () => {
  it.each([
    ['a range that is a class', ':C a owl:Class . :p rdfs:range :C .', 'objectProperty'],
    ['a range that is a datatype', ':p rdfs:range xsd:date .', 'dataProperty'],
    [
      'its superproperty',
      ':q a owl:ObjectProperty . :p rdfs:subPropertyOf :r . :r rdfs:subPropertyOf :q .',
      'objectProperty',
    ],
    ['an annotation property above it', ':p rdfs:subPropertyOf rdfs:comment .', 'annotationProperty'],
    ['a restriction', ':A rdfs:subClassOf [ owl:onProperty :p ; owl:hasValue 1 ] .', 'dataProperty'],
    ['an inverse', ':q owl:inverseOf :p .', 'objectProperty'],
    ['a chain', ':q owl:propertyChainAxiom ( :q :p ) .', 'objectProperty'],
    ['a value', ':a :p "x" .', 'dataProperty'],
    ['an individual as a value', ':a :p :b .', 'objectProperty'],
    ['nothing but a domain', ':p a rdf:Property ; rdfs:domain :A .', 'dataProperty'],
    [
      'use in a chain though declared as an annotation property',
      ':p a owl:AnnotationProperty . :q owl:propertyChainAxiom ( :q :p ) .',
      'objectProperty',
    ],
    ['being inverse-functional', ':p a owl:InverseFunctionalProperty .', 'objectProperty'],
    [
      'a datatype range though inverse-functional',
      ':p a owl:InverseFunctionalProperty ; rdfs:range xsd:string .',
      'dataProperty',
    ],
  ])('follow from %s', (_, text, kind) => {
    expect([...ontologyOf(text).entities.get(e('p'))!.kinds]).toContain(kind);
  });

  it('are noted as undecided without evidence', () => {
    const { notes } = ontologyOf(':p a rdf:Property ; rdfs:domain :A .');
    expect(notes).toMatchObject([{ code: 'undecided-kind', text: ':p', position: { line: 2, column: 6 } }]);
  });

  it('follow from use in a restriction or a list', () => {
    const { entities } = ontologyOf(
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom [ owl:unionOf ( :B :C ) ] ] .',
    );
    for (const name of ['A', 'B', 'C']) expect(entities.get(e(name))).toMatchObject({ kinds: new Set(['class']) });
    expect(entities.get(e('A'))!.declared).toBeUndefined();
  });

  it('are refused if a property has two, unless all uses fit one of them', () => {
    const both = 'a owl:ObjectProperty , owl:DatatypeProperty';
    const { unrecognized, notes, entities } = ontologyOf(
      [
        `:p ${both} .`,
        `:q ${both} ; rdfs:range xsd:int .`,
        `:r ${both} ; rdfs:range xsd:int . :a :r :b .`,
        `:k ${both} , owl:InverseFunctionalProperty .`,
        `:s ${both} , owl:TransitiveProperty .`,
      ].join('\n'),
    );
    const places = (remarks: typeof notes) =>
      remarks.filter(({ code }) => code === 'two-kinds').map(({ text, position }) => [text, position.line]);
    expect(places(unrecognized)).toEqual([
      [':p', 2],
      [':r', 4],
    ]);
    expect(places(notes)).toEqual([
      [':q', 3],
      [':k', 5],
      [':s', 6],
    ]);
    const kinds = ['p', 'q', 'r', 'k', 's'].map((name) => [...entities.get(e(name))!.kinds].join());
    expect(kinds).toEqual(['objectProperty', 'dataProperty', 'dataProperty', 'dataProperty', 'objectProperty']);
  });
});

describe('positions', () => {
  it('of axioms are those of their triples', () => {
    expect(
      placedAxioms(
        ':A a owl:Class ;\n  rdfs:subClassOf :B ,\n    [ owl:onProperty :p ;\n      owl:someValuesFrom :C ] ' +
          '.\n:p rdfs:domain :A .',
      ),
    ).toEqual([
      '3:19 SubClassOf(:A :B)',
      '4:5 SubClassOf(:A ObjectSomeValuesFrom(:p :C))',
      '6:16 ObjectPropertyDomain(:p :A)',
    ]);
  });

  it('of entities are those of declarations and first uses; labels and comments are kept', () => {
    const { entities } = ontologyOf(
      ':B rdfs:subClassOf :A .\n:A a owl:Class ; rdfs:label "a"@en , "ein A"@de , "plain" ; rdfs:comment "c" ' +
        '; owl:deprecated true .',
    );
    expect(entities.get(e('A'))).toMatchObject({
      position: { line: 2, column: 20 },
      declared: { line: 3, column: 6 },
      labels: new Map([
        ['en', 'a'],
        ['de', 'ein A'],
        ['', 'plain'],
      ]),
      comments: new Map([['', 'c']]),
      deprecated: true,
    });
    expect(entities.get(e('B'))).toMatchObject({ deprecated: false, position: { line: 2, column: 1 } });
  });

  it('reads the header', () => {
    expect(
      ontologyOf('<http://e/> a owl:Ontology ; owl:versionIRI <http://e/1> ; owl:imports <http://f/> .'),
    ).toMatchObject({
      iri: 'http://e/',
      versionIri: 'http://e/1',
      imports: ['http://f/'],
      notes: [{ code: 'imports', position: { line: 2 } }],
    });
  });
});

describe('annotated axioms', () => {
  it('are read once, and their copies of expressions are not orphans', () => {
    const text = [
      ':p a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] .',
      '[] a owl:Axiom ; owl:annotatedSource :p ; owl:annotatedProperty rdfs:domain ;',
      '   owl:annotatedTarget [ owl:unionOf ( :A :B ) ] ; rdfs:comment "why" .',
    ].join('\n');
    expect(axioms(text)).toEqual(['ObjectPropertyDomain(:p ObjectUnionOf(:A :B))']);
    expect(ontologyOf(text)).toMatchObject({ unrecognized: [], notes: [] });
  });
});

describe('unreadable statements', () => {
  it.each([
    ['an open list', ':A owl:unionOf _:l . _:l rdf:first :B .', 'malformed', /does not end in rdf:nil/],
    ['a circular list', ':A owl:unionOf _:l . _:l rdf:first :B ; rdf:rest _:l .', 'malformed', /circular/],
    ['a branching list', ':A owl:unionOf _:l . _:l rdf:first :B ; rdf:rest () , ( :C ) .', 'malformed', /branches/],
    ['a list cell of two', ':A owl:unionOf _:l . _:l rdf:first :B , :C ; rdf:rest () .', 'malformed', /two rdf:first/],
    ['no list', ':A owl:unionOf :B .', 'malformed', /list is expected/],
    ['an expression in itself', ':A rdfs:subClassOf _:x . _:x owl:complementOf _:x .', 'malformed', /contains itself/],
    [
      'two expressions on a node',
      ':A rdfs:subClassOf [ owl:complementOf :B ; owl:unionOf ( :C ) ] .',
      'malformed',
      /two expressions/,
    ],
    ['half a restriction', ':A rdfs:subClassOf [ owl:onProperty :p ] .', 'malformed', /without a constraint/],
    ['the other half', ':A rdfs:subClassOf [ owl:someValuesFrom :p ] .', 'malformed', /without owl:onProperty/],
    [
      'two restrictions on a node',
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom :B ; owl:allValuesFrom :B ] .',
      'malformed',
      /two restrictions/,
    ],
    [
      'a negative cardinality',
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality -1 ] .',
      'malformed',
      /non-negative integer/,
    ],
    [
      'a qualified cardinality of nothing',
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:maxQualifiedCardinality 1 ] .',
      'malformed',
      /onClass|onDataRange/,
    ],
    ['a blank node without statements', ':A rdfs:subClassOf [] .', 'malformed', /without an expression/],
    ['a literal as a class', ':A rdfs:subClassOf "B" .', 'wrong-kind', /literal/],
    ['a datatype as a class', ':A rdfs:subClassOf xsd:int .', 'wrong-kind', /datatype where a class/],
    [
      'a class as a datatype',
      ':C a owl:Class . :p a owl:DatatypeProperty ; rdfs:range :C .',
      'wrong-kind',
      /range of a data property is a class/,
    ],
    [
      'a datatype range of an object property',
      ':p a owl:ObjectProperty ; rdfs:range xsd:int .',
      'wrong-kind',
      /DatatypeProperty|datatype/,
    ],
    ['an inverse of a data property', ':p a owl:DatatypeProperty ; owl:inverseOf :q .', 'wrong-kind', /data property/],
    [
      'object below data',
      ':p a owl:ObjectProperty ; rdfs:subPropertyOf :q . :q a owl:DatatypeProperty .',
      'wrong-kind',
      /in one axiom/,
    ],
    [
      'a transitive data property',
      ':p a owl:DatatypeProperty , owl:TransitiveProperty .',
      'wrong-kind',
      /cannot be transitive/,
    ],
    ['a literal edge', ':p a owl:ObjectProperty . :a :p "b" .', 'wrong-kind', /literal as the value/],
    ['an edge for a value', ':p a owl:DatatypeProperty . :a :p :b .', 'wrong-kind', /individual as the value/],
    ['a misspelt predicate', ':A rdfs:subclassOf :B .', 'unknown-term', /rdfs:subclassOf is not a term/],
    ['a misspelt type', ':p a owl:DataProperty .', 'unknown-term', /owl:DataProperty is not a term/],
    ['an empty key', ':A owl:hasKey () .', 'malformed', /without properties/],
    [
      'half a negative assertion',
      '[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :a .',
      'malformed',
      /missing/,
    ],
    ['missing members', '[] a owl:AllDisjointClasses .', 'malformed', /owl:members/],
  ])('%s', (_, text, code, reason) => {
    const { unrecognized, notes, axioms: result } = ontologyOf(text);
    expect(unrecognized).toMatchObject([{ code, reason: expect.stringMatching(reason), position: { line: 2 } }]);
    expect(notes.filter((note) => note.code === 'orphan')).toEqual([]);
    expect(result.filter(({ kind }) => kind !== 'Declaration')).toEqual([]);
  });

  it.each([
    [':A rdfs:subclassOf :B .', 'write rdfs:subClassOf'],
    [':A rdfs:Label "a" .', 'write rdfs:label'],
    [':A owl:comment "a" .', 'write rdfs:comment'],
    [':A rdfs:resource "http://e/b" .', 'write rdf:resource'],
    [':A owl:versioninfo "1" .', 'write owl:versionInfo'],
    [':p a owl:DataTypeProperty .', 'write owl:DatatypeProperty'],
  ])('advises on %s', (text, advice) => {
    expect(ontologyOf(text).unrecognized).toMatchObject([{ code: 'unknown-term', advice }]);
  });

  it('suggests similar terms for unknown ones', () => {
    expect(ontologyOf(':A rdfs:subclassOf :B .').unrecognized[0]!.advice).toBe('write rdfs:subClassOf');
    expect(ontologyOf(':p a owl:DataProperty .').unrecognized[0]!.advice).toMatch('DatatypeProperty');
    // The name Class is in two namespaces; the suggestion keeps that of the document.
    for (const prefix of ['owl', 'rdfs']) {
      for (const name of ['Klass', 'Clas', 'class', 'Classs', 'Calss']) {
        const { advice } = ontologyOf(`:A a ${prefix}:${name} .`).unrecognized[0]!;
        expect(advice).toBe(`write ${prefix}:Class`);
      }
    }
  });

  it('reports unused expressions', () => {
    const { notes, unrecognized } = ontologyOf(
      '[] owl:unionOf ( :A :B ) .\n_:r owl:onProperty :p ; owl:someValuesFrom _:r .',
    );
    expect(unrecognized).toEqual([]);
    expect(notes).toMatchObject([
      { code: 'orphan', position: { line: 2 } },
      { code: 'orphan', position: { line: 3 } },
    ]);
  });

  it('reads and reports a list that two statements share', () => {
    const { notes, axioms: result } = ontologyOf(
      '_:l rdf:first :B ; rdf:rest () .\n:A owl:unionOf _:l .\n:C owl:unionOf _:l .',
    );
    expect(result).toHaveLength(2);
    expect(notes).toMatchObject([{ code: 'not-owl', position: { line: 4 } }]);
  });
});

describe('hostile documents', () => {
  const nest = (depth: number) => `:A rdfs:subClassOf ${'[ owl:complementOf '.repeat(depth)}:B${' ]'.repeat(depth)} .`;

  it('bounds nesting', () => {
    expect(ontologyOf(nest(60)).unrecognized).toEqual([]);
    expect(ontologyOf(nest(20_000)).unrecognized).toMatchObject([{ reason: expect.stringMatching(/nested deeper/) }]);
  });

  it('bounds nesting of shared parts', () => {
    const lines = ['_:x0 owl:complementOf :B .'];
    for (let i = 1; i < 2000; i++)
      lines.push(`_:x${i} owl:complementOf _:x${i - 1} .`, `:A${i} rdfs:subClassOf _:x${i} .`);
    const { axioms: result, unrecognized } = ontologyOf(lines.join('\n'));
    expect(result.length).toBeLessThan(70);
    expect(unrecognized.every(({ reason }) => /nested deeper|without an expression/.test(reason))).toBe(true);
  });

  it('bounds expressions that double at each level', () => {
    const lines = ['_:x0 owl:complementOf :B .'];
    for (let i = 1; i < 60; i++)
      lines.push(`_:x${i} owl:intersectionOf ( _:x${i - 1} _:x${i - 1} ) .`, `:A${i} rdfs:subClassOf _:x${i} .`);
    const { unrecognized } = ontologyOf(lines.join('\n'));
    expect(unrecognized.some(({ reason }) => /shared by too many/.test(reason))).toBe(true);
  });

  it('propagates kinds along ten thousand sub-properties in the worst order', () => {
    const lines = [':p0 a owl:ObjectProperty .'];
    for (let i = 10_000; i > 0; i--) lines.push(`:p${i} rdfs:subPropertyOf :p${i - 1} .`);
    expect(ontologyOf(lines.join('\n')).entities.get(e('p10000'))!.kinds).toEqual(new Set(['objectProperty']));
  });
});

it('individuals with IRIs by which no node can be found are left out', () => {
  const image = `<data:,${'A'.repeat(64_000)}>`;
  const text = `:p a owl:ObjectProperty . ${image} a owl:NamedIndividual . :x :p ${image} , :y . ${image} a :C . :C a owl:Class .`;
  const { unrecognized } = ontologyOf(text);
  expect(axioms(text).filter((each) => each.includes('Assertion'))).toEqual(['ObjectPropertyAssertion(:p :x :y)']);
  expect(unrecognized.map(({ reason }) => reason)).toEqual([
    'an IRI of 64,006 bytes, by which no node can be found',
    'an IRI of 64,006 bytes, by which no node can be found',
  ]);
  expect(axioms(`:p a owl:ObjectProperty . :x :p <data:,${'A'.repeat(63_994)}> .`)).toHaveLength(1);
});
