/** Predicates of an axiom's text. */
import fc from 'fast-check';
import { Lexicon } from '../../../../src/materialize/access/lexicon';
import { Renderer } from '../../../../src/ontology';
import { ontologyOf } from '../../../support/materialize/small';

const LOADED = ontologyOf(`
  @prefix ex: <http://other.org/a(b)#> .
  :p a owl:ObjectProperty . :part a owl:ObjectProperty . :p-q a owl:DatatypeProperty . ex:r a owl:ObjectProperty .
  <http://nowhere.org/x(1)> a owl:ObjectProperty . :A a owl:Class . :bob a owl:NamedIndividual , :A .`);
const lexicon = Lexicon.of(LOADED);
const inText = (text: string): string[] => [...lexicon.predicatesIn(text)].sort();

it.each([
  ['ObjectPropertyDomain(:p :A)', ['p']],
  ['SubObjectPropertyOf(ObjectPropertyChain(:p ObjectInverseOf(:part)) ex:r)', ['p', 'part', 'r']],
  [
    'SubClassOf(ObjectSomeValuesFrom(<http://nowhere.org/x(1)> :A) :A)',
    [LOADED.names.property('http://nowhere.org/x(1)')!],
  ],
  ['SubClassOf(DataHasValue(:p-q "says :p and (:part") :A)', ['p-q']],
  ['SubClassOf(DataHasValue(:p-q "an \\"escaped :p\\" one"@en) :A)', ['p-q']],
  ['HasKey(:A (:p) (:p-q))', ['p', 'p-q']],
  ['SubClassOf(ObjectHasValue(:p :bob) :A)', ['iri', 'p']],
  ['DisjointClasses(:A :A)', []],
  ['owl:sameAs', []],
])('%s', (text, names) => {
  expect(inText(text)).toEqual(names);
});

it('a truncated name counts as every name that begins with it', () => {
  expect(inText('DisjointObjectProperties(ex:r :pa…')).toEqual(['part', 'r']);
  expect(inText('DisjointObjectProperties(ex:r :p…')).toEqual(['p', 'p-q', 'part', 'r']);
  expect(inText('DisjointObjectProperties(ex:r …')).toEqual(['r']);
  expect(inText('SubClassOf(DataHasValue(:p-q "long…") :A)')).toEqual(['p-q']);
});

it('every property of every axiom is found, whatever its name', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-zA-Z][\w.-]{0,6}[\w-]$/), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(names, (locals) => {
      const loaded = ontologyOf(locals.map((local) => `<http://ex.org/${local}> a owl:ObjectProperty .`).join('\n'));
      const renderer = new Renderer(loaded.ontology.prefixes);
      const [some, others] = [locals.slice(1), locals.slice(0, 1)];
      const text = `DisjointObjectProperties(${some.map((local) => renderer.iri(`http://ex.org/${local}`)).join(' ')})`;
      const predicates = Lexicon.of(loaded).predicatesIn(text);
      const nameOf = (local: string): string => loaded.names.property(`http://ex.org/${local}`)!;
      expect(some.every((local) => predicates.has(nameOf(local)))).toBe(true);
      expect(others.some((local) => predicates.has(nameOf(local)))).toBe(false);
    }),
    { numRuns: 100 },
  );
});
