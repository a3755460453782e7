/** Linter for cost: reported patterns with their positions and estimates on stored data; patterns not reported. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itIf } from '../../../support/conditional';
import { CountingTestbed } from '../../../support/materialize/counting';
import { hasLubm, univBench } from '../../../support/lubm';

const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B a owl:Class . :p a owl:ObjectProperty . :q a owl:ObjectProperty . :r a owl:ObjectProperty .
`;

const shared = process.env['OWLGATE_SHARED'] ?? join(__dirname, '../../../../../shared');
const FOAF = join(shared, 'data/ontologies/foaf.ttl');

let testbed: CountingTestbed;
beforeAll(async () => (testbed = await CountingTestbed.start(PREFIXES)));
afterAll(() => testbed.close());

/** Warnings about costs, as `code line: message`. */
const warningsOf = async (axioms: string, prologue = PREFIXES): Promise<string[]> => {
  const { warnings } = await testbed.materializer.loads.validate({ source: prologue + axioms, profile: 'lenient' });
  return warnings
    .filter(({ code }) => code.startsWith('cost-'))
    .map(({ code, line, message }) => `${code} ${line}: ${message}`);
};
const codes = async (axioms: string): Promise<string[]> =>
  (await warningsOf(axioms)).map((text) => /^\S+/.exec(text)![0]);
/** Writes to the engine without the gateway. */
const write = (lines: readonly string[]): Promise<unknown> =>
  testbed.engine.mutate(`{ set {\n${lines.join('\n')}\n} }`, { contentType: 'application/rdf', commitNow: true });

describe('without data', () => {
  it('a transitive and symmetric property is reported with axiom and line', async () => {
    expect(await warningsOf(':p a owl:TransitiveProperty , owl:SymmetricProperty .')).toEqual([
      'cost-clique 4: TransitiveObjectProperty(:p): the property is transitive and has edges in both ' +
        'directions: n connected nodes get n² edges',
    ]);
  });

  it.each([
    ['its own inverse', ':p a owl:TransitiveProperty ; owl:inverseOf :p .'],
    [
      'a symmetric property below',
      ':p a owl:TransitiveProperty . :q a owl:SymmetricProperty ; rdfs:subPropertyOf :p .',
    ],
    ['an inverse below', ':p a owl:TransitiveProperty . :q owl:inverseOf :p ; rdfs:subPropertyOf :p .'],
    [
      'below, at a distance',
      ':p a owl:TransitiveProperty . :q rdfs:subPropertyOf :r . :r a owl:SymmetricProperty ; rdfs:subPropertyOf :p .',
    ],
  ])('a transitive property with edges in both directions by %s is reported', async (_, axioms) => {
    expect(await codes(axioms)).toEqual(['cost-clique']);
  });

  it.each([
    ['transitive alone', ':p a owl:TransitiveProperty .'],
    ['symmetric alone', ':p a owl:SymmetricProperty .'],
    [
      'transitive below symmetric',
      ':p a owl:TransitiveProperty ; rdfs:subPropertyOf :q . :q a owl:SymmetricProperty .',
    ],
    ['transitive with an inverse', ':p a owl:TransitiveProperty ; owl:inverseOf :q .'],
    ['a chain', ':p owl:propertyChainAxiom ( :q :r ) .'],
    ['a class with a few above', ':A rdfs:subClassOf :B .'],
  ])('%s causes no warning', async (_, axioms) => {
    expect(await codes(axioms)).toEqual([]);
  });

  it.each([
    ['directly', ':p owl:propertyChainAxiom ( :p :q ) .'],
    ['to itself', ':p owl:propertyChainAxiom ( :p :p ) .'],
    ['by a property between', ':p owl:propertyChainAxiom ( :q :r ) ; rdfs:subPropertyOf :r .'],
    ['by an inverse', ':p owl:propertyChainAxiom ( :q [ owl:inverseOf :r ] ) ; owl:inverseOf :r .'],
  ])('a recursive chain %s is reported', async (_, axioms) => {
    expect(await codes(axioms)).toEqual(['cost-chain']);
  });

  it('a reflexive property is reported', async () => {
    expect(await codes(':p a owl:ReflexiveProperty .')).toEqual(['cost-reflexive']);
  });

  it('a class below more than fifty others is reported', async () => {
    const levels = (n: number) =>
      Array.from({ length: n }, (_, i) => `:L${i} a owl:Class ; rdfs:subClassOf ${i === 0 ? ':A' : `:L${i - 1}`} .`);
    expect(await warningsOf(levels(50).join('\n'))).toEqual([]);
    const deep = await warningsOf(levels(52).join('\n'));
    expect(deep).toEqual([
      expect.stringMatching(/every member of "L51" becomes a member of 52 more classes \(and 1 more of this kind\)$/),
    ]);
    expect(await warningsOf(levels(1200).join('\n'))).toEqual([
      expect.stringMatching(/every member of "L999" becomes a member of at least 1000 more classes/),
    ]);
  });

  it('conditions without a common variable are reported', async () => {
    const warnings = await warningsOf(`:i a owl:NamedIndividual , :A .
      [] a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom
        [ owl:intersectionOf ( [ owl:oneOf ( :i ) ] [ a owl:Restriction ; owl:onProperty :q ; owl:someValuesFrom :A ] ) ] ;
        rdfs:subClassOf :B .`);
    expect(warnings).toEqual([expect.stringMatching(/^cost-join 7: SubClassOf.*form 2 groups/)]);
  });

  it('the example animals causes no warning', async () => {
    const animals = readFileSync(join(__dirname, '../../../../ontologies/animals.ttl'), 'utf8');
    expect(await warningsOf(animals, '')).toEqual([]);
  });

  itIf(hasLubm, 'no LUBM in the shared folder')('LUBM causes no warning', async () => {
    expect(await warningsOf(univBench(), '')).toEqual([]);
  });

  itIf(existsSync(FOAF), 'no ontologies in the shared folder')('FOAF causes no warning', async () => {
    expect(await warningsOf(readFileSync(FOAF, 'utf8'), '')).toEqual([]);
  });
});

describe('with data', () => {
  beforeAll(async () => {
    const lines: string[] = [];
    for (let i = 0; i < 999; i++) lines.push(`_:n${i} <p> _:n${i + 1} .`);
    // A tree, three levels deep; and a hub between two stars.
    for (let i = 1; i < 400; i++) lines.push(`_:t${i} <q> _:t${Math.floor(i / 20)} .`);
    for (let i = 0; i < 700; i++) lines.push(`_:in${i} <r> _:hub .`, `_:hub <s> _:out${i} .`);
    for (let i = 0; i < 60; i++) lines.push(`_:m${i} <dgraph.type> "L51" .`);
    await write(lines);
  });

  it('a clique is estimated as the square of the connected nodes', async () => {
    const [text] = await warningsOf(':p a owl:TransitiveProperty , owl:SymmetricProperty .');
    expect(text).toContain('about 1,000,000 facts if the 1,000 edges of "p" form one component');
  });

  it('a long path under a transitive property is reported; a shallow tree is not', async () => {
    const more = Array.from({ length: 10_000 }, (_, i) => `_:x${i} <p> _:x${i + 1} .`);
    await write(more);
    const [text, ...others] = await warningsOf(':p a owl:TransitiveProperty . :q a owl:TransitiveProperty .');
    expect(others).toEqual([]);
    expect(text).toMatch(
      /^cost-transitive 4: TransitiveObjectProperty\(:p\): the 11,000 edges of "p" entail at least 130,000 facts/,
    );
    expect(text).toContain('reaches 12 others on average in 12 steps');
  });

  it('a chain through a hub is reported', async () => {
    const prologue = `${PREFIXES}:s a owl:ObjectProperty .\n`;
    const [text] = await warningsOf(':q owl:propertyChainAxiom ( :r :s ) .', prologue);
    expect(text).toContain('cost-chain 5: ');
    expect(text).toContain('about 490,000 facts of "q" for the 1,400 edges stored');
    expect(await warningsOf(':r owl:propertyChainAxiom ( :q :q ) .', prologue)).toEqual([]);
  });

  it('members of a deep class are counted', async () => {
    const levels = Array.from(
      { length: 52 },
      (_, i) => `:L${i} a owl:Class ; rdfs:subClassOf ${i === 0 ? ':A' : `:L${i - 1}`} .`,
    );
    const deep = await warningsOf(levels.join('\n'));
    expect(deep.find((text) => text.includes('"L51"'))).toContain('for 60 stored members, about 3,100 facts');
  });
});
