/** Agents and patients of verbs: who stands behind `by` does it, however the property is spelled. */
import { answersTo, startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

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

/** People of whom each may stand on either side, in both languages: who supervises somebody is not supervised there. */
describe('the subject of an active verb acts', () => {
  const PAIRS = [
    ['Ada Fern', 'Bo Lind'],
    ['Cy Holm', 'Ada Fern'],
  ] as const;
  const people = [...new Set(PAIRS.flat())];
  const superior = (name: string): string | null => PAIRS.find(([, below]) => below === name)?.[0] ?? null;
  const inferior = (name: string): string | null => PAIRS.find(([above]) => above === name)?.[1] ?? null;
  const idOf = (name: string): string => `:${name.split(' ')[0]!.toLowerCase()}`;

  describe.each([
    ['supervised by', 'betreut von', true],
    ['supervises', 'betreut', false],
  ])('%s', (english, german, isPassive) => {
    let reader: ReaderTestbed;
    beforeAll(async () => {
      // A person on one side of the property alone is a member of one of these classes alone.
      const [domain, range] = isPassive ? ['Trainee', 'Senior'] : ['Senior', 'Trainee'];
      const ontology = `${PREFIXES}
        :Person a owl:Class ; rdfs:label "person" , "Person"@de . :Senior a owl:Class ; rdfs:subClassOf :Person .
        :Trainee a owl:Class ; rdfs:subClassOf :Person . :p a owl:ObjectProperty ;
        rdfs:label "${english}"@en , "${german}"@de ; rdfs:domain :${domain} ; rdfs:range :${range} .`;
      const links = PAIRS.map(([above, below]) => (isPassive ? [below, above] : [above, below]).map(idOf).join(' :p '));
      const named = people.map((name) => `${idOf(name)} a :Person ; rdfs:label "${name}" .`);
      reader = await startReader(ontology, `${PREFIXES} ${named.join(' ')} ${links.join(' . ')} .`);
    });
    afterAll(() => reader.close());

    it.each(people)('%s', async (name) => {
      const expected: Record<string, string | null> = {
        [`Who supervises ${name}?`]: superior(name),
        [`Which person supervises ${name}?`]: superior(name),
        [`Who is ${name} supervised by?`]: superior(name),
        [`Who is supervised by ${name}?`]: inferior(name),
        [`Who does ${name} supervise?`]: inferior(name),
        [`Wer betreut ${name}?`]: superior(name),
        [`Von wem wird ${name} betreut?`]: superior(name),
        [`Wen betreut ${name}?`]: inferior(name),
        [`Wer wird von ${name} betreut?`]: inferior(name),
      };
      expect(await answersTo(reader, Object.keys(expected))).toEqual(expected);
    });
  });
});
