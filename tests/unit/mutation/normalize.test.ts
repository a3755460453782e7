import type { MutationRequest, NQuad } from '../../../src/dql/mutation/ast';
import { normalize, readMutationBody } from '../../../src/mutation';
import { readOntology } from '../../../src/ontology';

const NS = 'http://ex.org/zoo#';
const { names } = readOntology(
  `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
   @prefix other: <http://other.org/> .
   <http://ex.org/zoo> a owl:Ontology .
   :Dog a owl:Class . other:Dog a owl:Class . :keeps a owl:ObjectProperty . :name a owl:DatatypeProperty .`,
  { profile: 'lenient' },
);

const read = (rdf: string, hasNames = true): NQuad[] => {
  const request: MutationRequest = readMutationBody('application/rdf', rdf);
  const result = normalize(request, {
    names: hasNames ? names : undefined,
    schema: {
      isScalar: (predicate) => predicate === 'name',
      isGeometry: (predicate) => predicate === 'place',
      hasExactIndex: (predicate) => predicate === 'name',
    },
  });
  return result.mutations.flatMap(({ set, delete: deletes }) => [...set, ...deletes]);
};
const one = (statement: string): NQuad | undefined => read(`{ set { ${statement} } }`)[0];
const typeOf = (statement: string): unknown => {
  const { predicate, object } = one(statement)!;
  return [predicate, object.kind === 'literal' ? object.value : object.kind];
};

describe('normalize', () => {
  it.each([
    ['well-known text', '"POINT(1 2)"', '{"type":"Point","coordinates":[1,2]}'],
    ['GeoJSON', `"{'type':'Point','coordinates':[1,2]}"`, "{'type':'Point','coordinates':[1,2]}"],
    ['another text', '"POINT EMPTY"', 'POINT EMPTY'],
  ])('%s of a geometry', (_, value, expected) => {
    expect(typeOf(`_:a <place> ${value} .`)).toEqual(['place', expected]);
    expect(typeOf(`_:a <name> ${value} .`)).toEqual(['name', JSON.parse(value.replaceAll("'", "'")) as string]);
  });

  it('refuses a text in a language whose key in an exact index would be too long', () => {
    const set = (text: string) => one(`_:a <name> "${text}"@en .`);
    expect(set('x'.repeat(12_000))).toBeDefined();
    expect(() => set('x'.repeat(14_000))).toThrow(/line 1.*exact index of "name" takes no text in the language "en"/);
    expect(one(`_:a <name> "${'x'.repeat(14_000)}" .`)).toBeDefined();
    expect(one(`_:a <other> "${'x'.repeat(14_000)}"@en .`)).toBeDefined();
  });

  it.each(['~', '@'])('takes the IRI of a property that has %s, and refuses another name', (character) => {
    const iri = `http://ex.org/${character}zoo#`;
    const text = `@prefix : <${iri}> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :keeps a owl:ObjectProperty .`;
    const { names: own } = readOntology(text, { profile: 'lenient' });
    const schema = { isScalar: () => false, isGeometry: () => false, hasExactIndex: () => false };
    const write = (name: string) => {
      const bodies = [
        ['application/rdf', `{ set { <0x1> <${iri}${name}> <0x2> . } }`],
        ['application/json', JSON.stringify({ set: { uid: '0x1', [`${iri}${name}`]: { uid: '0x2' } } })],
      ] as const;
      return bodies.map(([type, body]) => {
        const { mutations } = normalize(readMutationBody(type, body), { names: own, schema });
        return mutations[0]!.set.map(({ predicate, lang }) => [predicate, lang]);
      });
    };
    expect(write('keeps')).toEqual([[['keeps', undefined]], [['keeps', undefined]]]);
    expect(() => write('other')).toThrow(/line 1.*Has invalid characters/);
  });

  it.each(['Polygon\\",\\"coordinates\\":[]', 'MultiPolygon\\",\\"coordinates\\":[ [ ] ]'])(
    'refuses the polygon without a ring %s',
    (text) => expect(() => one(`_:a <place> "{\\"type\\":\\"${text}}" .`)).toThrow(/line 1.*has no ring/),
  );

  it.each([
    ['graph.type by name', '_:a <graph.type> "Dog" .', 'Dog'],
    ['dgraph.type by IRI', `_:a <dgraph.type> "${NS}Dog" .`, 'Dog'],
    ['rdf:type', '_:a <rdf:type> "Dog" .', 'Dog'],
    ['rdf:type in full', `_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${NS}Dog> .`, 'Dog'],
    ['a class with a prefixed name', '_:a <graph.type> <http://other.org/Dog> .', 'other_Dog'],
    ['a class outside the ontology', '_:a <graph.type> "Cat" .', 'Cat'],
    ['an IRI outside the ontology', '_:a <graph.type> <http://ex.org/Cat> .', 'http://ex.org/Cat'],
  ])('%s', (_, statement, expected) => {
    expect(typeOf(statement)).toEqual(['dgraph.type', expected]);
  });

  it.each(['Thing', 'NamedIndividual'])('removes the type owl:%s', (name) => {
    expect(read(`{ set { _:a <rdf:type> <http://www.w3.org/2002/07/owl#${name}> .\n_:a <name> "x" . } }`)).toHaveLength(
      1,
    );
  });

  it('resolves properties by name or IRI and keeps unknown ones', () => {
    const predicate = (name: string): string => one(`_:a <${name}> _:b .`)!.predicate;
    expect([`${NS}keeps`, 'keeps', 'likes', `${NS}likes`].map(predicate)).toEqual([
      'keeps',
      'keeps',
      'likes',
      `${NS}likes`,
    ]);
  });

  it('reads an IRI as a value under a predicate of values, else as a node', () => {
    expect(one('_:a <name> <http://ex.org/x> .')!.object).toEqual({
      kind: 'literal',
      type: 'default',
      value: 'http://ex.org/x',
    });
    expect(one('_:a <keeps> <http://ex.org/x> .')!.object).toEqual({ kind: 'iri', iri: 'http://ex.org/x' });
  });

  it('renames predicates of deletes and with facets; without an ontology, only the type predicate', () => {
    expect(read(`{ delete { <0x1> <${NS}keeps> * . } }`)).toMatchObject([
      { predicate: 'keeps', object: { kind: 'star' } },
    ]);
    expect(read(`{ set { _:a <${NS}keeps> _:b (x=1) .\n_:a <graph.type> "Dog" . } }`, false)).toMatchObject([
      { predicate: `${NS}keeps`, facets: [{ key: 'x' }] },
      { predicate: 'dgraph.type' },
    ]);
  });

  it('renames hints of JSON', () => {
    const request = readMutationBody('application/json', JSON.stringify({ set: { [`${NS}keeps`]: [{ uid: '0x1' }] } }));
    const { mutations } = normalize(request, {
      names,
      schema: { isScalar: () => false, isGeometry: () => false, hasExactIndex: () => false },
    });
    expect([...mutations[0]!.hints!]).toEqual([['keeps', 'list']]);
  });

  it.each([
    ['a bare word', '<alice> <keeps> _:b .', 'line 1, column 9: <alice> names no node'],
    ['a relative object', '_:a <keeps> <bob> .', '<bob> names no node'],
    [
      'the facet of inferred facts',
      '_:a <keeps> _:b (owl.inferred=false) .',
      'the facet owl.inferred marks inferred facts',
    ],
    ['a reserved label', '_:owlgate.iri.0 <keeps> _:b .', 'labels that begin with owlgate.'],
    ['a reserved label of the object', '_:b <keeps> _:owlgate.label.0 .', 'labels that begin with owlgate.'],
  ])('refuses %s', (_, statement, message) => {
    expect(() => one(statement)).toThrow(message);
  });

  it.each([
    ['set', '{ set { _:a <owlgate.key> "head" . } }'],
    ['deleted', '{ delete { <0x1> <owlgate.record> * . } }'],
    ['written under a language', '{ set { <0x1> <owlgate.text> "x"@en . } }'],
    ['created', '{ set { _:a <owlgate.whatever> "x" . } }'],
  ])('refuses reserved predicates that are %s', (_, body) => {
    for (const hasNames of [true, false]) {
      expect(() => read(body, hasNames)).toThrow(/line 1, column \d+: owlgate\.\w+ cannot be written or deleted/);
    }
  });

  it('refuses deletes of reverse edges', () => {
    for (const object of ['<0x2>', '*', '"x"']) {
      expect(() => read(`{ delete { <0x1> <~keeps> ${object} . } }`)).toThrow(
        'line 1, column 12: ~keeps cannot be deleted: delete keeps of the other node',
      );
    }
  });

  it('accepts predicates with similar names', () => {
    expect(one('_:a <owlgated.key> "x" .')!.predicate).toBe('owlgated.key');
    expect(one('_:a <my.owlgate.key> "x" .')!.predicate).toBe('my.owlgate.key');
  });
});
