import fc from 'fast-check';
import { OwlgateError } from '../../../src/errors';
import { Names } from '../../../src/ontology/names';
import type { NameTable, Naming } from '../../../src/ontology/names';
import { assignNames } from '../../../src/ontology/naming';
import {
  isReservedName,
  labelName,
  plainName,
  prefixName,
  spelledName,
  spellingProblem,
  splitIri,
} from '../../../src/ontology/spelling';
import { e, ontologyOf } from '../../support/ontology/documents';

const HEADER =
  '<http://e/> a owl:Ontology . @prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix x: <http://x/ns#> .\n';
const named = (text: string, previous?: NameTable, naming: Naming = 'iri') =>
  assignNames(ontologyOf(HEADER + text), { previous, naming });

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
  ])('of %s was %s in earlier versions', (local, name) => {
    expect(plainName(local)).toBe(name);
  });

  it.each(['Ärztin', 'hat-teil', '人間', 'Straße', 'a.b', '1st', "o'clock", 'Gr%C3%B6%C3%9Fe', 'b/c', 'x:y', ''])(
    'of %s stays',
    (local) => {
      expect(spelledName(local)).toBe(local);
    },
  );

  it.each([
    ['a@b', 'a_b', '"@"'],
    ['~a', '_a', '"~"'],
    ['$a', '_a', '"$"'],
    ['*', 'u002a', 'neither a letter'],
    ['😀_', 'u1f600_u005f', 'neither a letter'],
    ['a\u00a0b', 'a_b', 'U+00A0'],
    ['a b', 'a_b', 'U+0020'],
    ['a|b\u0007', 'a_b_', '"|"'],
    ['a\ud800', 'a_', 'U+D800'],
  ])('of %j is %s, since Dgraph has no such name', (local, name, reason) => {
    expect(spelledName(local)).toBe(name);
    expect(spellingProblem(local)).toContain(reason);
    expect(spellingProblem(name)).toBeUndefined();
  });

  it('truncates long names without collisions', () => {
    for (const letter of ['x', '人', '😀x']) {
      const [a, b] = ['a', 'b'].map((end) => spelledName(letter.repeat(2000) + end));
      expect(spellingProblem(a!)).toBeUndefined();
      expect(a).not.toBe(b);
    }
  });

  it.each([
    ['part of', 'partOf', 'PartOf'],
    ['RNA polymerase', 'RNAPolymerase', 'RNAPolymerase'],
    ['hat Teil-Größe', 'hatTeilGröße', 'HatTeilGröße'],
    ['人間 の', '人間の', '人間の'],
    ['…', '', ''],
  ])('makes of the label %s the property %s and the class %s', (label, property, ofClass) => {
    expect(labelName(label, 'property')).toBe(property);
    expect(labelName(label, 'class')).toBe(ofClass);
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
    const { names } = assignNames({ ...ontology, prefixes: new Map() }, {});
    expect(names.class('http://z/Person')).toBe('Person');
    expect(names.class('http://y/Person')).toBe('y_Person');
  });

  it('are the local names in every script', () => {
    const { names, warnings } = named(
      ':Ärztin a owl:Class . :hat-teil a owl:ObjectProperty . <http://e/#人間> a owl:Class .',
    );
    expect(names.all('class')).toEqual(['Ärztin', '人間']);
    expect(names.all('property')).toEqual(['hat-teil']);
    expect(warnings).toEqual([]);
  });

  it('are respelled if Dgraph cannot have them, with the reason; the local name stays an alias', () => {
    const { names, warnings } = named('<http://e/#a@b> a owl:Class . :a_b a owl:Class . <http://e/#c@d> a owl:Class .');
    expect(names.class(e('a_b'))).toBe('a_b');
    expect(names.class(e('a@b'))).toBe('e_a_b');
    expect(names.class(e('c@d'))).toBe('c_d');
    expect(names.classIri('c@d')).toBe(e('c@d'));
    expect(warnings.map(({ code }) => code).sort()).toEqual(['name-collision', 'name-spelling']);
    expect(warnings.find(({ code }) => code === 'name-spelling')!.message).toContain('contains "@"');
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

  it.each(['as', 'As', 'AS', 'math', 'Val', 'EXPAND', 'CheckPwd', 'Uid', 'min', 'MAX', 'Sum', 'avg'])(
    'avoid %s, a word of DQL',
    (word) => {
      const text = `:${word} a owl:DatatypeProperty . :${word}a a owl:DatatypeProperty . :${word} a owl:Class .`;
      const before = named(text).names.toTable();
      expect(before.properties).toMatchObject({ [e(word)]: `e_${word}`, [e(`${word}a`)]: `${word}a` });
      expect(before.classes).toEqual({ [e(word)]: word });
      expect(named(text, before).names.toTable()).toEqual(before);
      // Versions before accepted it: a stored ontology keeps it, and the next load moves the data.
      const stored = { ...before, properties: { ...before.properties, [e(word)]: word } };
      expect(assignNames(ontologyOf(HEADER + text), { previous: stored }).names.property(e(word))).toBe(word);
      const { names, warnings } = named(text, stored);
      expect(names.property(e(word))).toBe(`e_${word}`);
      expect([...names.former('property')]).toEqual([[word, `e_${word}`]]);
      expect(warnings.map(({ code }) => code).sort()).toEqual(['name-collision', 'name-moved']);
    },
  );

  it.each(['count', 'Count'])('avoid %s for edges, which it would count', (word) => {
    const before = named(`:${word} a owl:ObjectProperty .`).names.toTable();
    expect(before.properties).toEqual({ [e(word)]: `e_${word}` });
    const values = named(`:${word} a owl:DatatypeProperty . x:${word} a owl:ObjectProperty . :${word} a owl:Class .`);
    expect(values.names.toTable()).toMatchObject({
      classes: { [e(word)]: word },
      properties: { [e(word)]: word, [`http://x/ns#${word}`]: `x_${word}` },
    });
    const stored = { ...before, properties: { [e(word)]: word } };
    const { names, warnings } = named(`:${word} a owl:ObjectProperty .`, stored);
    expect([...names.former('property')]).toEqual([[word, `e_${word}`]]);
    expect(warnings.map(({ code }) => code).sort()).toEqual(['name-collision', 'name-moved']);
  });

  it('follow owlgate:name', () => {
    const { names } = named(
      ':Person a owl:Class ; owlgate:name "Human" . x:Human a owl:Class . :p a owl:ObjectProperty ; ' +
        'owlgate:name "a.b" .',
    );
    expect(names.class(e('Person'))).toBe('Human');
    expect(names.class('http://x/ns#Human')).toBe('x_Human');
    expect(names.property(e('p'))).toBe('a.b');
  });

  it.each([
    ['a bad name', ':p a owl:ObjectProperty ; owlgate:name "a b" .', /contains U\+0020/],
    ['a reserved name', ':p a owl:ObjectProperty ; owlgate:name "uid" .', /reserved/],
    ['a reserved prefix', ':A a owl:Class ; owlgate:name "dgraph.x" .', /reserved/],
    ['two names', ':p a owl:ObjectProperty ; owlgate:name "a" , "b" .', /another name, "a"/],
    [
      'one name for two',
      ':p a owl:ObjectProperty ; owlgate:name "a" . :q a owl:ObjectProperty ; owlgate:name "a" .',
      /given to/,
    ],
    ['no literal', ':p a owl:ObjectProperty ; owlgate:name :a .', /is no text/],
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

describe('names of earlier versions', () => {
  const LEGACY: NameTable = {
    classes: { [e('Ärztin')]: 'Arztin', [e('人間')]: 'u4eba_u9593', [e('Human')]: 'Person', [e('x-y')]: 'e_x_y' },
    properties: { [e('hat-teil')]: 'hat_teil', [e('name')]: 'name' },
    prefixes: {},
  };
  const TEXT =
    ':Ärztin a owl:Class . <http://e/#人間> a owl:Class . :Human a owl:Class . :x-y a owl:Class . ' +
    ':hat-teil a owl:ObjectProperty . :name a owl:DatatypeProperty .';

  it('stay while the stored ontology is read', () => {
    const { names } = assignNames(ontologyOf(HEADER + TEXT), { previous: LEGACY });
    expect(names.toTable()).toMatchObject({ classes: LEGACY.classes, properties: LEGACY.properties });
    expect(names.toTable().naming).toBeUndefined();
    expect(names.classIri('Ärztin')).toBe(e('Ärztin'));
  });

  it('give way to the local names at the next load, and stay known', () => {
    const { names, warnings } = named(TEXT, LEGACY);
    expect(names.toTable()).toMatchObject({
      classes: { [e('Ärztin')]: 'Ärztin', [e('人間')]: '人間', [e('Human')]: 'Person', [e('x-y')]: 'x-y' },
      properties: { [e('hat-teil')]: 'hat-teil', [e('name')]: 'name' },
      naming: 'iri',
    });
    expect(warnings.map(({ code }) => code)).toEqual(['name-moved', 'name-moved', 'name-moved', 'name-moved']);
    expect(names.classIri('Arztin')).toBe(e('Ärztin'));
    expect(names.former('class').get('u4eba_u9593')).toBe('人間');
    const again = named(TEXT, names.toTable());
    expect(again.warnings).toEqual(warnings);
    expect(again.names.toTable()).toEqual(names.toTable());
  });

  it('stay where owlgate:name keeps them', () => {
    const { names, warnings } = named(`${TEXT} :Ärztin owlgate:name "Arztin" .`, LEGACY);
    expect(names.class(e('Ärztin'))).toBe('Arztin');
    expect(warnings).toHaveLength(3);
  });
});

describe('names from labels', () => {
  const TEXT =
    ':BFO_1 a owl:ObjectProperty ; rdfs:label "Teil von"@de , "part of"@en . :BFO_2 a owl:Class ; rdfs:label "cell" .' +
    ':BFO_3 a owl:Class . :BFO_4 a owl:DatatypeProperty ; rdfs:label "uid" .';

  it('are made of the label without a language, else the English one; terms without a label keep local names', () => {
    const { names, warnings } = named(TEXT, undefined, 'label');
    expect(names.toTable()).toMatchObject({
      classes: { [e('BFO_2')]: 'Cell', [e('BFO_3')]: 'BFO_3' },
      properties: { [e('BFO_1')]: 'partOf', [e('BFO_4')]: 'uid_BFO_4' },
      naming: 'label',
    });
    expect(names.propertyIri('BFO_1')).toBe(e('BFO_1'));
    expect(warnings.map(({ code }) => code)).toEqual(['name-collision']);
  });

  it('stay when labels change, and a newcomer with the same label is respelled', () => {
    const first = named(TEXT, undefined, 'label').names.toTable();
    const later =
      ':BFO_0 a owl:ObjectProperty ; rdfs:label "part of" . :BFO_1 a owl:ObjectProperty ; rdfs:label "component of" .';
    const { names } = named(later, first, 'label');
    expect(names.property(e('BFO_1'))).toBe('partOf');
    expect(names.property(e('BFO_0'))).toBe('partOf_BFO_0');
    const third = named(`${later} :AAA a owl:ObjectProperty ; rdfs:label "part of" .`, names.toTable(), 'label').names;
    expect(third.property(e('AAA'))).toBe('partOf_AAA');
    expect(third.property(e('BFO_0'))).toBe('partOf_BFO_0');
  });

  it('replace local names, and are replaced by them, when a load asks for it', () => {
    const local = named(TEXT).names.toTable();
    const labels = named(TEXT, local, 'label');
    expect(labels.names.former('property').get('BFO_1')).toBe('partOf');
    expect(labels.warnings.filter(({ code }) => code === 'name-moved')).toHaveLength(3);
    const reverted = named(TEXT, labels.names.toTable(), 'iri');
    expect(reverted.names.property(e('BFO_1'))).toBe('BFO_1');
    expect(reverted.names.former('property').get('partOf')).toBe('BFO_1');
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
  'a@b',
  '人間',
  'constructor',
  '__proto__',
  'count',
  'a'.repeat(1000),
  '間'.repeat(333),
  '間'.repeat(334),
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
  it('are possible, unreserved, one-to-one, and do not depend on the order of the document', () => {
    fc.assert(
      fc.property(iris, (list) => {
        const { names, warnings } = named(document(list));
        expect(named(document(list), names.toTable()).warnings).toEqual(warnings);
        for (const space of ['class', 'property'] as const) {
          const assigned = list.map((iri) => names[space](iri)!);
          expect(new Set(assigned).size).toBe(list.length);
          for (const name of assigned) {
            expect(spellingProblem(name)).toBeUndefined();
            expect(isReservedName(name, space, true)).toBe(false);
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
