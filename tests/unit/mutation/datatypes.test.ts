import { ONTOLOGY_DATATYPES, readMutationBody } from '../../../src/mutation';
import { vocabulary } from '../../../src/ontology';

const { rdf, rdfs, RL_DATATYPES, xsd } = vocabulary;
/** A valid and an invalid literal of each kind of datatype; texts of any form have no invalid one. */
const EXAMPLES: Readonly<Record<string, readonly [valid: string, invalid?: string]>> = {
  decimal: ['1.5', '1e5'],
  boolean: ['true', 'yes'],
  float: ['1e5', 'x'],
  double: ['1e5', 'x'],
  dateTime: ['2020-01-02T03:04:05', 'x'],
  dateTimeStamp: ['2020-01-02T03:04:05Z', '2020-01-02T03:04:05'],
  hexBinary: ['0F', 'F'],
  base64Binary: ['AAAA', 'A'],
  anyURI: ['http://ex.org/', 'http://ex.org/ ]['],
  string: ['a\tb'],
  normalizedString: ['a  b', 'a\tb'],
  token: ['a b', ' a'],
  language: ['de-AT', 'de AT'],
  Name: ['a:b', '1a'],
  NCName: ['ab', 'a:b'],
  NMTOKEN: ['1a', 'a b'],
  negativeInteger: ['-1', '0'],
  nonPositiveInteger: ['0', '1'],
};
const ofRl = [...RL_DATATYPES].filter((iri) => iri.startsWith(xsd('')));

it.each(ofRl)('%s is read, and its literals are checked', (iri) => {
  const [valid, invalid] = EXAMPLES[iri.slice(xsd('').length)] ?? ['1', '1.5'];
  const read = (text: string) =>
    readMutationBody('application/rdf', `{ set { _:a <p> ${text} . } }`, ONTOLOGY_DATATYPES);
  const literal = (text: string) => `${JSON.stringify(text)}^^<${iri}>`;
  expect(read(literal(valid)).mutations[0]!.set[0]!.object).toMatchObject({ value: valid });
  if (invalid !== undefined) expect(() => read(literal(invalid))).toThrow(/line 1, column 17: /);
});

it.each([rdf.langString, rdf.PlainLiteral, rdfs.Literal, 'http://ex.org/mine'])('%s is refused', (iri) => {
  const body = `{ set { _:a <p> "x"^^<${iri}> . } }`;
  expect(() => readMutationBody('application/rdf', body, ONTOLOGY_DATATYPES)).toThrow(`unrecognized rdf type ${iri}`);
});

it.each(['wktLiteral', 'geoJSONLiteral', 'gmlLiteral'])('geo:%s is read as a text', (name) => {
  const body = `{ set { _:a <p> "POINT(1 2)"^^<${vocabulary.GEO_NS}${name}> . } }`;
  const { object } = readMutationBody('application/rdf', body, ONTOLOGY_DATATYPES).mutations[0]!.set[0]!;
  expect(object).toEqual({ kind: 'literal', type: 'default', value: 'POINT(1 2)' });
});

it('without an ontology, the datatypes are those of Dgraph', () => {
  const body = `{ set { _:a <p> "1"^^<${xsd('byte')}> . } }`;
  expect(() => readMutationBody('application/rdf', body)).toThrow('unrecognized rdf type');
});
