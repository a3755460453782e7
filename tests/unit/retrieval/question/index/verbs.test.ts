/** Forms of verbs: whatever form the name of a property has, a question finds it in every other form. */
import { startReader } from '../../../../support/retrieval/reader';

const PREFIXES = `@prefix : <https://example.org/verbs#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const PEOPLE = [
  'Ada Holm',
  'Bo Lund',
  'Cleo Marsh',
  'Dag Rask',
  'Eva Stern',
  'Finn Volk',
  'Gro Adler',
  'Hal Berg',
  'Ida Kern',
];
const SCHEME = 'Plan Nord';

/** Infinitive, present, preterite and participle; what a separable verb or a phrase ends with stands behind. */
type Verb = readonly [infinitive: string, present: string, preterite: string, participle: string, end?: string];

const ENGLISH: readonly Verb[] = [
  ['oversee', 'oversees', 'oversaw', 'overseen'],
  ['undertake', 'undertakes', 'undertook', 'undertaken'],
  ['rewrite', 'rewrites', 'rewrote', 'rewritten'],
  ['uphold', 'upholds', 'upheld', 'upheld'],
  ['begin', 'begins', 'began', 'begun'],
  ['fund', 'funds', 'funded', 'funded'],
  ['plan', 'plans', 'planned', 'planned'],
  ['set up', 'sets up', 'set up', 'set up'],
  ['take over', 'takes over', 'took over', 'taken over'],
];

const GERMAN: readonly Verb[] = [
  ['übernehmen', 'übernimmt', 'übernahm', 'übernommen'],
  ['vertreten', 'vertritt', 'vertrat', 'vertreten'],
  ['gewinnen', 'gewinnt', 'gewann', 'gewonnen'],
  ['beschreiben', 'beschreibt', 'beschrieb', 'beschrieben'],
  ['prüfen', 'prüft', 'prüfte', 'geprüft'],
  ['aufnehmen', 'nimmt', 'nahm', 'aufgenommen', ' auf'],
  ['vorschlagen', 'schlägt', 'schlug', 'vorgeschlagen', ' vor'],
  ['zurückgeben', 'gibt', 'gab', 'zurückgegeben', ' zurück'],
  ['einreichen', 'reicht', 'reichte', 'eingereicht', ' ein'],
];

/** Name of a property that leads from people, or to them. */
type Name = readonly [isTurned: boolean, name: (verb: Verb) => string];

const NAMES: Readonly<Record<'en' | 'de', readonly Name[]>> = {
  en: [
    [false, ([, present]) => present],
    [false, ([, , preterite]) => preterite],
    [false, ([, , , participle]) => `has ${participle}`],
    [true, ([, , , participle]) => `${participle} by`],
    [true, ([, , , participle]) => `is ${participle} by`],
  ],
  de: [
    [false, ([infinitive]) => infinitive],
    [false, ([, present, , , end = '']) => present + end],
    [false, ([, , preterite, , end = '']) => preterite + end],
    [false, ([, , , participle]) => `hat ${participle}`],
    [true, ([, , , participle]) => `${participle} von`],
    [true, ([, , , participle]) => `wird ${participle} von`],
  ],
};

const QUESTIONS: Readonly<
  Record<'en' | 'de', (verb: Verb, who: string, day: string) => Readonly<Record<string, string>>>
> = {
  en: ([infinitive, present, preterite, participle], who, day) => ({
    [`Who ${present} ${SCHEME}?`]: who,
    [`Who ${preterite} ${SCHEME}?`]: who,
    [`Who has ${participle} ${SCHEME}?`]: who,
    [`By whom was ${SCHEME} ${participle}?`]: who,
    [`Who was ${SCHEME} ${participle} by?`]: who,
    [`What did ${who} ${infinitive}?`]: SCHEME,
    [`Which scheme has ${who} ${participle}?`]: SCHEME,
    [`Which scheme was ${participle} by ${who}?`]: SCHEME,
    [`Did ${who} ${infinitive} ${SCHEME}?`]: 'Yes.',
    [`Was ${SCHEME} ${participle} by ${who}?`]: 'Yes.',
    [`When was ${SCHEME} ${participle}?`]: day,
  }),
  de: ([, present, preterite, participle, end = ''], who, day) => ({
    [`Wer ${present} ${SCHEME}${end}?`]: who,
    [`Wer ${preterite} ${SCHEME}${end}?`]: who,
    [`Wer hat ${SCHEME} ${participle}?`]: who,
    [`Von wem wurde ${SCHEME} ${participle}?`]: who,
    [`Was ${preterite} ${who}${end}?`]: SCHEME,
    [`Welches Vorhaben hat ${who} ${participle}?`]: SCHEME,
    [`Hat ${who} ${SCHEME} ${participle}?`]: 'Ja.',
    [`Wurde ${SCHEME} von ${who} ${participle}?`]: 'Ja.',
    [`${present[0]!.toUpperCase()}${present.slice(1)} ${who} ${SCHEME}${end}?`]: 'Ja.',
    [`Wann wurde ${SCHEME} ${participle}?`]: day,
  }),
};

const dayOf = (i: number): string => `${2010 + i}-01-02`;

/** Ontology with a property for each verb, all of them of people and schemes, and a day of each. */
function ontologyOf(verbs: readonly Verb[], tag: 'en' | 'de', [isTurned, nameOf]: Name): string {
  const labels = tag === 'en' ? ['person', 'scheme', 'name', 'on'] : ['Person', 'Vorhaben', 'Name', 'am'];
  const ends = isTurned ? 'rdfs:domain :Scheme ; rdfs:range :Person' : 'rdfs:domain :Person ; rdfs:range :Scheme';
  const properties = verbs.map(
    (verb, i) => `:p${i} a owl:ObjectProperty ; rdfs:label "${nameOf(verb)}"@${tag} ; ${ends} .
      :d${i} a owl:DatatypeProperty ; rdfs:label "${verb[3]} ${labels[3]}"@${tag} ;
        rdfs:domain :Scheme ; rdfs:range xsd:date .`,
  );
  return `${PREFIXES}:Person a owl:Class ; rdfs:label "${labels[0]}"@${tag} .
    :Scheme a owl:Class ; rdfs:label "${labels[1]}"@${tag} .
    :name a owl:DatatypeProperty ; rdfs:label "${labels[2]}"@${tag} ; rdfs:range xsd:string .
    ${properties.join('\n')}`;
}

function factsOf(verbs: readonly Verb[], isTurned: boolean): string {
  const told = verbs.map((_, i) => {
    const edge = isTurned ? `:s :p${i} :a${i}` : `:a${i} :p${i} :s`;
    return `:a${i} a :Person ; :name "${PEOPLE[i]}" . ${edge} . :s :d${i} "${dayOf(i)}"^^xsd:date .`;
  });
  return `${PREFIXES}:s a :Scheme ; :name "${SCHEME}" .\n${told.join('\n')}`;
}

describe.each([
  ['English', 'en', ENGLISH],
  ['German', 'de', GERMAN],
] as const)('%s', (_, tag, verbs) => {
  it.each(NAMES[tag].map((name) => [name[1](verbs[1]!), name] as const))('names like "%s"', async (_, name) => {
    const reader = await startReader(ontologyOf(verbs, tag, name), factsOf(verbs, name[0]));
    const expected: Record<string, string> = {};
    const given: Record<string, string | undefined> = {};
    for (const [i, verb] of verbs.entries())
      for (const [question, answer] of Object.entries(QUESTIONS[tag](verb, PEOPLE[i]!, dayOf(i)))) {
        expected[question] = answer;
        given[question] = (await reader.ask(question))?.replace(/ \(.*\)/, '');
      }
    await reader.close();
    expect(given).toEqual(expected);
  });
});
