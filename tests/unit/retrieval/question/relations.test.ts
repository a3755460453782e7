/** Agents and patients of verbs: who stands behind `by` does it, however the property is spelled. */
import { startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/yard#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;
/** Spellings of a property from a thing to its maker, and of one from the maker. */
const SPELLINGS: readonly (readonly [name: string, label: string | undefined, isOfMaker: boolean])[] = [
  ['wasBuiltBy', undefined, false],
  ['builtBy', undefined, false],
  ['p', 'built by', false],
  ['p', 'was built by', false],
  ['built', undefined, true],
  ['p', 'builds', true],
];

const ontologyOf = (name: string, label: string | undefined, isOfMaker: boolean): string => `${PREFIXES}
:Yard a owl:Class . :Ship a owl:Class ; owl:disjointWith :Yard .
:${name} a owl:ObjectProperty ${label === undefined ? '' : `; rdfs:label "${label}"`} ;
  rdfs:domain :${isOfMaker ? 'Yard' : 'Ship'} ; rdfs:range :${isOfMaker ? 'Ship' : 'Yard'} .
`;
const factsOf = (name: string, isOfMaker: boolean): string => `${PREFIXES}
:dock a :Yard ; rdfs:label "Old Dock" . :quay a :Yard ; rdfs:label "New Quay" .
:tern a :Ship ; rdfs:label "Grey Tern" . :gull a :Ship ; rdfs:label "Red Gull" . :auk a :Ship ; rdfs:label "Small Auk" .
${[
  ['tern', 'dock'],
  ['gull', 'dock'],
  ['auk', 'quay'],
]
  .map(([ship, yard]) => (isOfMaker ? `:${yard!} :${name} :${ship!} .` : `:${ship!} :${name} :${yard!} .`))
  .join('\n')}
`;

describe.each(SPELLINGS)('%s %s', (name, label, isOfMaker) => {
  let reader: ReaderTestbed;
  beforeAll(async () => {
    reader = await startReader(ontologyOf(name, label, isOfMaker), factsOf(name, isOfMaker));
  });
  afterAll(() => reader.close());

  it.each([
    ['What was built by the Old Dock?', 'Grey Tern, Red Gull'],
    ['Which ships were built by the Old Dock?', 'Grey Tern, Red Gull'],
    ['Who built the Small Auk?', 'New Quay'],
    ['What did the New Quay build?', 'Small Auk'],
    ['Was the Grey Tern built by the Old Dock?', 'Yes.'],
    // A ship builds nothing.
    ['What was built by the Grey Tern?', null],
    ['Which yards were built by the Grey Tern?', null],
    ['What was made by the Grey Tern?', null],
  ])('%s', async (question, answer) => {
    expect(await reader.ask(question)).toBe(answer);
  });
});
