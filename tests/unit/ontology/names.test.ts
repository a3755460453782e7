import fc from 'fast-check';
import { OwlgateError } from '../../../src/errors';
import { assignNames, Names } from '../../../src/ontology/names';
import type { NameTable } from '../../../src/ontology/names';
import { isReservedName, PLAIN_NAME, plainName, prefixName, splitIri } from '../../../src/ontology/spelling';
import { e, ontologyOf } from '../../support/ontology/documents';

const HEADER =
  '<http://e/> a owl:Ontology . @prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix x: <http://x/ns#> .\n';
const named = (text: string, previous?: NameTable) => assignNames(ontologyOf(HEADER + text), previous);

describe('spelling', () => {
  it.each([
    ['http://e/#Person', 'http://e/#', 'Person'],
    ['http://e/ns/Person', 'http://e/ns/', 'Person'],
    ['http://e/ns/Person/', 'http://e/ns/', 'Person'],
    ['http://e/Person#', 'http://e/', 'Person'],
    ['http://e/a#b/c', 'http://e/a#', 'b/c'],
    ['urn:isbn:123', 'urn:isbn:', '123'],
    ['http://e/#', 'http://', 'e'],
  ])('splits %s', (iri, namespace, local) => {
    expect(splitIri(iri)).toEqual({ namespace, local });
  });

  it.each([
    ['name', 'name'],
    ['street-address', 'street_address'],
    ['a.b', 'a_b'],
    ['2ndName', '_2ndName'],
    ['Gr%C3%B6%C3%9Fe', 'Gro_udfe'],
    ['naïve', 'naive'],
    ['名前', 'u540d_u524d'],
    ['a%zz', 'a_zz'],
    ['b/c', 'b_c'],
    ['', ''],
  ])('of %s is %s', (local, name) => {
    expect(plainName(local)).toBe(name);
  });

  it('truncates long names without collisions', () => {
    const [a, b] = ['a', 'b'].map((end) => plainName('x'.repeat(5000) + end));
    expect(a!.length).toBeLessThanOrEqual(200);
    expect(a).not.toBe(b);
  });

  it.each([
    ['http://xmlns.com/foaf/0.1/', 'foaf'],
    ['http://www.w3.org/2000/10/swap/pim/contact#', 'contact'],
    ['http://example.org/', 'example'],
    ['http://example.org/onto/univ-bench.owl#', 'univ_bench'],
    ['http://example.org/vocab/1.0/', 'vocab'],
    ['http://1/2/', 'ns'],
    ['http://schema.org/', 'schema'],
    ['https://schema.org/', 'schema'],
    ['http://x/ns#', 'mine'],
  ])('derives a prefix for %s', (namespace, prefix) => {
    expect(
      prefixName(
        namespace,
        new Map([
          ['mine', 'http://x/ns#'],
          ['minetoo', 'http://x/ns#'],
          ['', 'http://1/2/'],
        ]),
      ),
    ).toBe(prefix);
  });
});

describe('names', () => {
  it('are local names, in separate spaces for classes and properties', () => {
    const { names, warnings } = named(
      ':Author a owl:Class . :name a owl:DatatypeProperty . x:Author a owl:ObjectProperty .',
    );
    expect(names.class(e('Author'))).toBe('Author');
    expect(names.property('http://x/ns#Author')).toBe('Author');
    expect(names.property(e('name'))).toBe('name');
    expect(names.property(e('Author'))).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('belong to the term in the ontology’s own namespace; others are prefixed, with a warning', () => {
    const { names, warnings } = named('foaf:Person a owl:Class .\n:Person a owl:Class .');
    expect(names.class(e('Person'))).toBe('Person');
    expect(names.class('http://xmlns.com/foaf/0.1/Person')).toBe('foaf_Person');
    expect(warnings).toMatchObject([
      { code: 'name-collision', line: 3, column: 1, message: expect.stringContaining('foaf_Person') },
    ]);
  });

  it('prefer the namespace with the most terms if the document names none', () => {
    const ontology = ontologyOf(
      '<http://y/Person> a owl:Class . <http://z/Person> a owl:Class . <http://z/Dog> a owl:Class .',
    );
    const { names } = assignNames({ ...ontology, prefixes: new Map() });
    expect(names.class('http://z/Person')).toBe('Person');
    expect(names.class('http://y/Person')).toBe('y_Person');
  });

  it('prefer local names in plain spelling', () => {
    const { names, warnings } = named(':a_b a owl:Class . :a-b a owl:Class .');
    expect(names.class(e('a_b'))).toBe('a_b');
    expect(names.class(e('a-b'))).toBe('e_a_b');
    expect(warnings).toHaveLength(1);
  });

  it('avoid names that Dgraph and the gateway reserve', () => {
    const { names, warnings } = named(
      ':uid a owl:DatatypeProperty . :iri a owl:ObjectProperty . :expand a owl:ObjectProperty . :iri a owl:Class .',
    );
    expect(names.property(e('uid'))).toBe('e_uid');
    expect(names.property(e('iri'))).toBe('e_iri');
    expect(names.property(e('expand'))).toBe('e_expand');
    expect(names.class(e('iri'))).toBe('iri');
    expect(warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining('reserved')]),
    );
  });

  it('follow owlgate:name', () => {
    const { names } = named(
      ':Person a owl:Class ; owlgate:name "Human" . x:Human a owl:Class . :p a owl:ObjectProperty ; owlgate:name "a.b" .',
    );
    expect(names.class(e('Person'))).toBe('Human');
    expect(names.class('http://x/ns#Human')).toBe('x_Human');
    expect(names.property(e('p'))).toBe('a.b');
  });

  it.each([
    ['a bad name', ':p a owl:ObjectProperty ; owlgate:name "a b" .', /ASCII letters/],
    ['a reserved name', ':p a owl:ObjectProperty ; owlgate:name "uid" .', /reserved/],
    ['a reserved prefix', ':A a owl:Class ; owlgate:name "dgraph.x" .', /reserved/],
    ['two names', ':p a owl:ObjectProperty ; owlgate:name "a" , "b" .', /another name, "a"/],
    [
      'one name for two',
      ':p a owl:ObjectProperty ; owlgate:name "a" . :q a owl:ObjectProperty ; owlgate:name "a" .',
      /given to/,
    ],
    ['no literal', ':p a owl:ObjectProperty ; owlgate:name :a .', /ASCII letters/],
  ])('refuse %s in owlgate:name, with its position', (_, text, reason) => {
    const load = () => named(text);
    expect(load).toThrow(OwlgateError);
    expect(load).toThrow(reason);
    expect(load).toThrow(/line 3, column \d+/);
  });

  it('resolve names, IRIs and prefixed names', () => {
    const { names } = named('foaf:Person a owl:Class . :Person a owl:Class . foaf:name a owl:DatatypeProperty .');
    for (const text of [
      'foaf_Person',
      'foaf:Person',
      'http://xmlns.com/foaf/0.1/Person',
      '<http://xmlns.com/foaf/0.1/Person>',
    ]) {
      expect(names.classIri(text)).toBe('http://xmlns.com/foaf/0.1/Person');
    }
    expect(names.classIri(':Person')).toBe(e('Person'));
    expect(names.propertyIri('foaf:name')).toBe('http://xmlns.com/foaf/0.1/name');
    for (const text of ['person', 'foaf:Dog', 'nope:Person', 'http://e/Person', '', ':', 'name']) {
      expect(names.classIri(text)).toBeUndefined();
    }
  });

  it('stay across reloads with new terms', () => {
    const first = named('foaf:Person a owl:Class .').names.toTable();
    expect(first.classes).toEqual({ 'http://xmlns.com/foaf/0.1/Person': 'Person' });
    const { names } = named('foaf:Person a owl:Class . :Person a owl:Class .', first);
    expect(names.class('http://xmlns.com/foaf/0.1/Person')).toBe('Person');
    expect(names.class(e('Person'))).toBe('e_Person');
    // The term was removed, and its name is free again.
    expect(named(':Person a owl:Class .', first).names.class(e('Person'))).toBe('Person');
  });
});

const LOCALS = [
  'Person',
  'person',
  'a-b',
  'a_b',
  'a.b',
  '1',
  '_1',
  'uid',
  'iri',
  'x_Person',
  'foaf_Person',
  'x_a_b_2',
  'é',
  'e',
  'constructor',
  '__proto__',
];
const NAMESPACES = [
  'http://e/',
  'http://x/ns#',
  'http://xmlns.com/foaf/0.1/',
  'http://x/ns/',
  'http://y.org/x/',
  'http://y.org/x/1/',
];
const iris = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...NAMESPACES), fc.constantFrom(...LOCALS)).map(([namespace, local]) => namespace + local),
  { minLength: 1, maxLength: 40 },
);
const document = (list: readonly string[]) =>
  list.map((iri) => `<${iri}> a owl:Class , owl:ObjectProperty .`).join('\n');

describe('names of random terms', () => {
  it('are plain, unreserved, one-to-one, and do not depend on the order of the document', () => {
    fc.assert(
      fc.property(iris, (list) => {
        const { names } = named(document(list));
        for (const space of ['class', 'property'] as const) {
          const assigned = list.map((iri) => names[space](iri)!);
          expect(new Set(assigned).size).toBe(list.length);
          for (const name of assigned) {
            expect(name).toMatch(PLAIN_NAME);
            expect(isReservedName(name, space)).toBe(false);
          }
          expect(assigned.map((name) => (space === 'class' ? names.classIri(name) : names.propertyIri(name)))).toEqual(
            list,
          );
        }
        expect(named(document([...list].reverse())).names.toTable()).toEqual(names.toTable());
        expect(Names.fromTable(JSON.parse(JSON.stringify(names.toTable())) as NameTable).toTable()).toEqual(
          names.toTable(),
        );
      }),
    );
  });

  it('are stable across all later loads', () => {
    fc.assert(
      fc.property(iris, iris, (before, after) => {
        const table = named(document(before)).names.toTable();
        const { names } = named(document(after), table);
        for (const iri of after) {
          if (before.includes(iri)) expect(names.class(iri)).toBe(table.classes[iri]);
        }
        expect(new Set(after.map((iri) => names.property(iri))).size).toBe(after.length);
      }),
    );
  });
});
