import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSchema } from '../../../src/dql/schema/parser';
import { validateSchema } from '../../../src/dql/schema/validate';
import { OwlgateError } from '../../../src/errors';
import { readOntology } from '../../../src/ontology';
import { compileSchema } from '../../../src/schema';
import { load, sharedData } from '../../support/ontology/documents';

const compile = (text: string) => compileSchema(load(text));
/** Declaration of a predicate as text. */
const line = (text: string, name: string) =>
  compile(text)
    .text.split('\n')
    .find((l) => l.startsWith(`${name}:`));

const has = (value: string) => `[ a owl:Restriction ; owl:onProperty :p ; owl:hasValue ${value} ]`;
const ONE = 'p: string @index(exact, term) .';
const LIST = 'p: [string] @index(exact, term) .';
const TAGGED = 'p: string @index(exact, term) @lang .';

describe('predicates', () => {
  it.each([
    [':p a owl:ObjectProperty .', 'p: [uid] @reverse @count .'],
    [':p a owl:ObjectProperty , owl:FunctionalProperty .', 'p: uid @reverse .'],
    // Rules infer edges of it: Dgraph divides their lists, and the count index makes those slow.
    [':p a owl:SymmetricProperty .', 'p: [uid] @reverse .'],
    [':p a owl:TransitiveProperty .', 'p: [uid] @reverse .'],
    [':p a owl:TransitiveProperty ; owlgate:count true .', 'p: [uid] @reverse @count .'],
    [':p a owl:ObjectProperty . :q a owl:ObjectProperty ; owl:inverseOf :p .', 'p: [uid] @reverse .'],
    [':p a owl:ObjectProperty ; owl:inverseOf :q .', 'p: [uid] @reverse .'],
    [':p a owl:ObjectProperty . :q a owl:ObjectProperty ; rdfs:subPropertyOf :p .', 'p: [uid] @reverse .'],
    [':p a owl:ObjectProperty ; rdfs:subPropertyOf :q .', 'p: [uid] @reverse @count .'],
    [':p a owl:ObjectProperty ; owl:equivalentProperty :q .', 'p: [uid] @reverse .'],
    [':p a owl:ObjectProperty ; owl:propertyChainAxiom ( :q :r ) .', 'p: [uid] @reverse .'],
    [
      ':p a owl:ObjectProperty . :C a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; ' +
        'owl:hasValue :i ] . :i a :C .',
      'p: [uid] @reverse .',
    ],
    [':p a owl:ObjectProperty ; owlgate:list false .', 'p: uid @reverse .'],
    [':q a owl:ObjectProperty , owl:FunctionalProperty . :p rdfs:subPropertyOf :q .', 'p: uid @reverse .'],
    [':p a owl:DatatypeProperty .', 'p: string @index(exact, term) .'],
    [':p rdfs:range xsd:string .', 'p: string @index(exact, term) .'],
    [':p rdfs:range xsd:anyURI .', 'p: string @index(exact, term) .'],
    [':p rdfs:range rdf:langString .', 'p: string @index(exact, term) @lang .'],
    [':p rdfs:range rdf:PlainLiteral .', 'p: string @index(exact, term) @lang .'],
    [':p a owl:DatatypeProperty . :i a :A ; :p "x"@en .', 'p: string @index(exact, term) @lang .'],
    [':p a owl:DatatypeProperty . :i a :A ; :p "x"@en , "y"@de .', 'p: string @index(exact, term) @lang .'],
    [':p rdfs:range rdfs:Literal . :i a :A ; :p "x"@en , "y" .', 'p: string @index(exact, term) @lang .'],
    [
      ':q rdfs:subPropertyOf :p ; rdfs:range rdf:langString . :i a :A ; :q "x"@en .',
      'p: string @index(exact, term) @lang .',
    ],
    [':p rdfs:range xsd:string . :i a :A ; :p "x"@en .', 'p: string @index(exact, term) .'],
    [':p rdfs:range xsd:integer .', 'p: int @index(int) .'],
    [':p rdfs:range xsd:unsignedByte .', 'p: int @index(int) .'],
    [':p rdfs:range xsd:decimal .', 'p: float @index(float) .'],
    [':p rdfs:range xsd:double .', 'p: float @index(float) .'],
    [':p rdfs:range xsd:boolean .', 'p: bool @index(bool) .'],
    [':p rdfs:range xsd:date .', 'p: datetime @index(day) .'],
    [':p rdfs:range xsd:dateTime .', 'p: datetime @index(hour) .'],
    [':p rdfs:range <http://www.opengis.net/ont/geosparql#wktLiteral> .', 'p: geo @index(geo) .'],
    [':p rdfs:range <http://www.opengis.net/ont/geosparql#geoJSONLiteral> .', 'p: geo @index(geo) .'],
    [':p a owl:DatatypeProperty ; rdfs:range xsd:duration .', 'p: string @index(exact, term) .'],
    [':T a rdfs:Datatype . :p a owl:DatatypeProperty ; rdfs:range :T .', 'p: string @index(exact, term) .'],
    [
      ':p a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:int ; ' +
        'owl:withRestrictions ( [ xsd:minInclusive 1 ] ) ] .',
      'p: int @index(int) .',
    ],
    [
      ':p a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:double ) ] .',
      'p: float @index(float) .',
    ],
    [
      ':p a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:date xsd:dateTime ) ] .',
      'p: datetime @index(hour) .',
    ],
    [
      ':p a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:date ) ] .',
      'p: string @index(exact, term) .',
    ],
    [':p a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( 1 2 ) ] .', 'p: int @index(int) .'],
    [':q rdfs:range xsd:int . :p rdfs:subPropertyOf :q .', 'p: int @index(int) .'],
    [':p a owl:DatatypeProperty ; owlgate:list true .', 'p: [string] @index(exact, term) .'],
    [':p a owl:DatatypeProperty , owl:FunctionalProperty ; owlgate:list true .', 'p: string @index(exact, term) .'],
    [':p rdfs:range xsd:boolean ; owlgate:list true .', 'p: bool @index(bool) .'],
    [':p rdfs:range rdf:langString ; owlgate:list true .', 'p: string @index(exact, term) @lang .'],
    [
      ':p a owl:DatatypeProperty . :A rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 3 ] .',
      'p: [string] @index(exact, term) .',
    ],
    [
      ':p a owl:DatatypeProperty . :A rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 1 ] .',
      'p: string @index(exact, term) .',
    ],
    [
      ':p a owl:DatatypeProperty . :A owl:equivalentClass [ owl:intersectionOf ( :B [ owl:onProperty :p ; ' +
        'owl:minQualifiedCardinality 2 ; owl:onDataRange xsd:string ] ) ] .',
      'p: [string] @index(exact, term) .',
    ],
    [
      ':p a owl:DatatypeProperty ; owlgate:list false . :A rdfs:subClassOf [ owl:onProperty :p ; ' +
        'owl:minCardinality 2 ] .',
      'p: string @index(exact, term) .',
    ],
    [`:p a owl:DatatypeProperty . :A rdfs:subClassOf ${has('"x"')} , ${has('"y"')} .`, LIST],
    [`:p a owl:DatatypeProperty . :A rdfs:subClassOf ${has('"x"')} , :B . :B rdfs:subClassOf ${has('"y"')} .`, LIST],
    [
      `:p a owl:DatatypeProperty . :A rdfs:subClassOf ${has('"x"')} . :B rdfs:subClassOf ${has('"y"')} . ` +
        ':C rdfs:subClassOf :A , :B .',
      LIST,
    ],
    [`:p a owl:DatatypeProperty . :A rdfs:subClassOf ${has('"x"')} , ${has('"x"')} .`, ONE],
    [`:p a owl:DatatypeProperty . :A rdfs:subClassOf ${has('"x"')} . :B rdfs:subClassOf ${has('"y"')} .`, ONE],
    [`:p a owl:DatatypeProperty . :A rdfs:subClassOf ${has('"x"@en')} , ${has('"y"@de')} .`, TAGGED],
    [`:p a owl:DatatypeProperty . ${has('"x"@en')} rdfs:subClassOf :A .`, TAGGED],
    [`:p a owl:DatatypeProperty . :A owl:equivalentClass [ owl:intersectionOf ( :B ${has('"x"@en')} ) ] .`, TAGGED],
    [':p a owl:DatatypeProperty ; owlgate:index "fulltext, trigram" .', 'p: string @index(fulltext, trigram) .'],
    [':p a owl:DatatypeProperty ; owlgate:index "" .', 'p: string .'],
    [':p rdfs:range xsd:dateTime ; owlgate:index "year" .', 'p: datetime @index(year) .'],
    [
      ':p a owl:DatatypeProperty ; owlgate:vector "hnsw(metric:\\"cosine\\")" .',
      'p: float32vector @index(hnsw(metric: "cosine")) .',
    ],
    [':p a owl:DatatypeProperty , owl:InverseFunctionalProperty .', 'p: string @index(exact, term) @upsert .'],
    [':p rdfs:range xsd:int . :A owl:hasKey ( :p ) .', 'p: int @index(int) @upsert .'],
    [
      ':p a owl:DatatypeProperty . :q a owl:DatatypeProperty . :A owl:hasKey ( :p :q ) .',
      'p: string @index(exact, term) @upsert .',
    ],
    [
      ':p a owl:DatatypeProperty , owl:InverseFunctionalProperty ; owlgate:index "fulltext" .',
      'p: string @index(exact, fulltext) @upsert .',
    ],
    [
      ':p a owl:DatatypeProperty , owl:InverseFunctionalProperty ; owlgate:index "hash" .',
      'p: string @index(hash) @upsert .',
    ],
    [':p rdfs:range xsd:float . :A owl:hasKey ( :p ) .', 'p: float @index(float) @upsert .'],
    [':p a owl:ObjectProperty , owl:DatatypeProperty .', 'p: [uid] @reverse @count .'],
    [':p a owl:ObjectProperty ; owlgate:count true .', 'p: [uid] @reverse @count .'],
    [':p a owl:ObjectProperty ; owlgate:count false .', 'p: [uid] @reverse .'],
    [':p a owl:ObjectProperty , owl:FunctionalProperty ; owlgate:count true .', 'p: uid @reverse .'],
  ])('%s', (text, expected) => {
    expect(line(text, 'p')).toBe(expected);
  });

  it('always include iri, without @unique', () => {
    expect(compile(':A a owl:Class .').text).toBe('iri: string @index(exact) @upsert .\ntype A {\n  iri\n}\n');
  });

  it('omit annotation properties', () => {
    expect(
      compile(':A a owl:Class ; :note "x" ; rdfs:label "A" . :note a owl:AnnotationProperty .').predicates,
    ).toHaveLength(1);
  });
});

describe('types', () => {
  it('have own, inherited and universal properties as fields', () => {
    const { types } = compile(`
      :Student rdfs:subClassOf :Person . :Course a owl:Class .
      :name a owl:DatatypeProperty . :age a owl:DatatypeProperty ; rdfs:domain :Person .
      :takes a owl:ObjectProperty ; rdfs:domain :Student ; rdfs:range :Course . :takenBy owl:inverseOf :takes .
    `);
    expect(types.map(({ name, fields }) => [name, ...fields])).toEqual([
      ['Course', 'iri', 'name', 'takenBy'],
      ['Person', 'age', 'iri', 'name'],
      ['Student', 'age', 'iri', 'name', 'takes'],
    ]);
  });

  it('have Dgraph names', () => {
    const { text } = compile(':A a owl:Class ; owlgate:name "Alpha" . :my-p a owl:ObjectProperty ; rdfs:domain :A .');
    expect(text).toContain('type Alpha {\n  iri\n  my-p\n}');
    expect(text).toContain('my-p: [uid] @reverse @count .');
  });

  it('omit too many universal properties, with a warning', () => {
    const classes = Array.from({ length: 1000 }, (_, i) => `:C${i} a owl:Class .`).join(' ');
    const properties = Array.from({ length: 300 }, (_, i) => `:p${i} a owl:DatatypeProperty .`).join(' ');
    const { types, warnings } = compile(`${classes} ${properties} :q a owl:DatatypeProperty ; rdfs:domain :C1 .`);
    expect(types.find(({ name }) => name === 'C1')!.fields).toEqual(['iri', 'q']);
    expect(warnings.map(({ code }) => code)).toContain('universal-fields');
  });

  it('share the fields of classes that have the same properties', () => {
    const classes = Array.from({ length: 100 }, (_, i) => `:C${i} rdfs:subClassOf :Top .`).join(' ');
    const { types } = compile(`:p a owl:DatatypeProperty ; rdfs:domain :Top . ${classes}`);
    expect(types).toHaveLength(101);
    expect(new Set(types.map(({ fields }) => fields)).size).toBe(1);
  });

  it.each([
    ['wide', (i: number) => (i === 0 ? '' : `:C${i} rdfs:subClassOf :C0 .`), () => 0],
    ['deep', (i: number) => (i === 0 ? '' : `:C${i} rdfs:subClassOf :C${i - 1} .`), (i: number) => i],
  ])('omit inherited properties of a %s hierarchy that would have too many', (_, edge, domain) => {
    const edges = Array.from({ length: 2400 }, (_unused, i) => edge(i)).join(' ');
    const properties = Array.from(
      { length: 500 },
      (_unused, i) => `:p${i} a owl:DatatypeProperty ; rdfs:domain :C${domain(i)} .`,
    );
    const { types, warnings } = compile(`${edges} ${properties.join(' ')}`);
    expect(warnings.map(({ code }) => code)).toContain('inherited-fields');
    expect(types.reduce((sum, { fields }) => sum + fields.length, 0)).toBe(types.length + properties.length);
    expect(types.find(({ name }) => name === 'C2399')!.fields).toEqual(['iri']);
  });
});

describe('warnings', () => {
  it.each([
    ['mixed-range', ':p a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:date ) ] .'],
    ['list-unsupported', ':p rdfs:range xsd:boolean ; owlgate:list true .'],
    ['annotation-unused', ':p a owl:ObjectProperty ; owlgate:index "exact" .'],
    ['annotation-unused', ':p a owl:DatatypeProperty ; owlgate:count false .'],
    ['annotation-unused', ':p a owl:DatatypeProperty , owl:FunctionalProperty ; owlgate:list true .'],
    ['annotation-unused', ':p a owl:DatatypeProperty ; owlgate:list true ; owlgate:vector "hnsw" .'],
    ['sub-properties-meet', ':p a owl:DatatypeProperty . :q rdfs:subPropertyOf :p .'],
  ])('%s: %s', (code, text) => {
    expect(compile(text).warnings).toMatchObject([{ code, line: 2, message: expect.stringContaining('"p"') }]);
  });

  it('are absent for lists, functional and equivalent properties', () => {
    expect(compile(':p a owl:DatatypeProperty ; owl:equivalentProperty :q .').warnings).toEqual([]);
    expect(compile(':p a owl:DatatypeProperty ; owlgate:list true . :q rdfs:subPropertyOf :p .').warnings).toEqual([]);
    expect(compile(':p a owl:DatatypeProperty , owl:FunctionalProperty . :q rdfs:subPropertyOf :p .').warnings).toEqual(
      [],
    );
  });
});

describe('invalid annotations', () => {
  it.each([
    ['an unknown tokenizer', 'owlgate:index "fulltxt"', /unknown tokenizer "fulltxt"; use one of exact, hash/],
    ['a tokenizer for another type', 'owlgate:index "int"', /"int" is not for string.*use exact, hash, term/],
    ['two sortable tokenizers', 'rdfs:range xsd:date ; owlgate:index "day,year"', /day and year both keep order/],
    ['two values', 'owlgate:index "term" , "exact"', /different value/],
    ['an IRI', 'owlgate:index :x', /literal/],
    ['a list that is neither', 'owlgate:list "yes"', /true or false/],
    ['a list that is both', 'owlgate:list true , false', /different value/],
    ['a count that is neither', 'owlgate:count 2', /true or false/],
    ['a count that is both', 'owlgate:count true , false', /different value/],
    ['no vector index', 'owlgate:vector "cosine"', /not a vector index|hnsw/],
    ['a wrong option', 'owlgate:vector "hnsw(metric:\\"far\\")"', /not a vector index/],
    ['more than an index', 'owlgate:vector "hnsw) . x: int @index(int"', /vector index/],
    ['nothing', 'owlgate:vector ""', /vector index/],
  ])('%s', (_, annotation, reason) => {
    const attempt = () => compile(`:p a owl:DatatypeProperty ; ${annotation} .`);
    expect(attempt).toThrow(OwlgateError);
    expect(attempt).toThrow(reason);
    expect(attempt).toThrow(/line 2, column \d+/);
  });
});

const folders = [sharedData('ontologies'), sharedData('lubm')];
/** Skipped without the real ontologies, which are not part of the project. */
const withData = folders.every((folder) => folder !== undefined) ? it.each : it.skip.each;

describe('real ontologies', () => {
  withData([
    [0, 'foaf.ttl', 63, 21],
    [0, 'prov-o.ttl', 51, 30],
    [0, 'skos.ttl', 19, 5],
    [1, 'univ-bench.ttl', 33, 43],
  ])('%# %s compile to a valid schema', (folder, file, predicates, types) => {
    const loaded = readOntology(readFileSync(join(folders[folder]!, file), 'utf8'), { profile: 'lenient' });
    const compiled = compileSchema(loaded);
    const document = parseSchema(compiled.text);
    validateSchema(document);
    expect([document.predicates.length, document.types.length]).toEqual([predicates, types]);
    const declared = new Set(document.predicates.map(({ name }) => name));
    for (const type of document.types) for (const field of type.fields) expect(declared).toContain(field);
  });
});
