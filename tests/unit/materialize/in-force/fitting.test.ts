/** Which values of a sub-property can stand under the property above it. */
import { readOntology } from '../../../../src/ontology';
import { fitUnder } from '../../../../src/materialize/in-force/fitting';
import { compileRules, leftOutWarnings } from '../../../../src/materialize/in-force/reasoning';

const indexedBy = (tokenizer: string) => [{ tokenizer, options: [] }];
const declared = (type: 'string' | 'int' | 'float' | 'datetime', lang = false, tokenizer = 'exact') => ({
  ...{ name: `a ${type}`, type, lang },
  index: type === 'string' ? indexedBy(tokenizer) : [],
});

it.each([
  ['texts', declared('string'), declared('string')],
  ['texts with languages where languages are taken', declared('string', true), declared('string', true)],
  ['texts without languages where languages are taken', declared('string'), declared('string', true)],
  ['integers', declared('int'), declared('int')],
  ['what is not declared', undefined, declared('int')],
])('all values fit: %s', (_, below, above) => {
  expect(fitUnder(below, above)).toBeUndefined();
});

it('texts with a language do not fit a predicate without languages', () => {
  const fit = fitUnder(declared('string', true), declared('string'))!;
  const holds = (term: string) => fit.holds(term);
  const { remark } = fit;
  expect([holds('"chat"'), holds('"chat"@fr'), holds('"say "x"@y"')]).toEqual([true, false, true]);
  expect(remark).toMatch(/with a language.*rdf:langString/);
});

it('long texts of a hashed property do not fit an exact index above it', () => {
  const hashed = declared('string', true, 'hash');
  expect(fitUnder(declared('string', true), hashed)).toBeUndefined();
  expect(fitUnder(hashed, hashed)).toBeUndefined();
  const fit = fitUnder(hashed, declared('string', true))!;
  const long = 'x'.repeat(20_000);
  expect([`"${long}"`, `"${long}"@de`, '"short"@de', `"${long.repeat(4)}"`].map((term) => fit.holds(term))).toEqual([
    ...[true, false, true, false],
  ]);
});

it('integers fit if a double holds and prints them exactly', () => {
  const fit = fitUnder(declared('int'), declared('float'))!;
  const holds = (term: string) => fit.holds(term);
  const { remark } = fit;
  const fitting = ['0', '-1', '9007199254740992', '9007199254740994'];
  expect(fitting.filter((text) => !holds(`"${text}"`))).toEqual([]);
  const others = ['9007199254740993', '-9007199254740993', '9223372036854775807', '-4611686018427387904'];
  expect(others.filter((text) => holds(`"${text}"`))).toEqual([]);
  expect(remark).toBeUndefined();
});

it('rules get conditions, and the load reports warnings', () => {
  const loaded = readOntology(
    `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
     @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
     <http://ex.org/o> a owl:Ontology .
     :label a owl:DatatypeProperty . :title a owl:DatatypeProperty ; rdfs:range rdf:langString ; rdfs:subPropertyOf :label .
     :size a owl:DatatypeProperty ; rdfs:range xsd:decimal . :pages a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:subPropertyOf :size .
     :width a owl:DatatypeProperty ; rdfs:range xsd:decimal ; rdfs:subPropertyOf :size .`,
    { profile: 'strict' },
  );
  const compilation = compileRules(loaded);
  const steps = compilation.plan.rules.filter(({ name }) => name === 'prp-spo1');
  expect(steps.map(({ filters = [] }) => filters.length).sort()).toEqual([0, 1, 1]);
  expect(leftOutWarnings(compilation)).toEqual([
    expect.objectContaining({
      code: 'not-inferred',
      message: expect.stringMatching(/SubDataPropertyOf\(:title :label\): values of "title" with a language/),
      line: 4,
    }),
  ]);
});
