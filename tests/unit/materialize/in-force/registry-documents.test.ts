/** Stored name tables: every table that a load can make is read back. */
import fc from 'fast-check';
import { printNames, readNames } from '../../../../src/materialize/in-force/registry-documents';
import { readOntology } from '../../../../src/ontology';
import { compileGraphql, compileSchema, nameTable } from '../../../../src/schema';

const HEADER = '@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://e/> a owl:Ontology .\n';
/** Letters of one to four bytes, whose ASCII spellings have one to seven characters. */
const letters = fc.constantFrom('a', '1', '_', '-', '.', 'é', 'Ж', 'ß', '間', '𠮷', '🎉', '\u0301');
const locals = fc
  .tuple(fc.array(letters, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 400 }))
  .map(([parts, times]) => parts.join('').repeat(times));
const namespaces = fc.constantFrom('http://e/#', 'http://x/', 'http://y.org/x/');
const iris = fc.uniqueArray(
  fc.tuple(namespaces, locals).map(([namespace, local]) => namespace + local),
  { minLength: 1, maxLength: 8 },
);

describe('a stored name table', () => {
  it('has names of every length and script', () => {
    fc.assert(
      fc.property(iris, fc.constantFrom('iri', 'label'), (list, naming) => {
        const terms = list.map(
          (iri) =>
            `<${iri}> a owl:Class , owl:ObjectProperty ; <http://www.w3.org/2000/01/rdf-schema#label> "${iri}" .`,
        );
        const loaded = readOntology(HEADER + terms.join('\n'), { naming: naming as 'iri', profile: 'lenient' });
        const table = nameTable(loaded, compileGraphql(loaded, compileSchema(loaded)));
        expect(readNames(printNames(table), undefined)).toEqual(JSON.parse(JSON.stringify(table)));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['a name with a bracket', { classes: { 'http://e/#A': 'a>b' } }],
    ['a name of more than 1,000 characters', { classes: { 'http://e/#A': 'a'.repeat(1001) } }],
    ['a GraphQL name with a hyphen', { classes: {}, graphql: { types: { A: 'a-b' }, fields: {} } }],
  ])('is refused before it is stored if it has %s', (_, table) => {
    expect(() => printNames({ properties: {}, prefixes: {}, ...table })).toThrow('name table is invalid');
  });
});
