/**
 * POST /api/v1/databases/{id}/retrieve with module owl: two domains, answers that follow from the ontology, and
 * impossible ones.
 */
import type { EngineUnderTest } from '../../support/engines';
import { graph, post, type Answer } from '../../support/engines/wire';
import { underGateway, type Testbed } from '../../support/engines/under-gateway';
import { documentsOf } from '../../support/retrieval/documents';
import { hasAllCases } from '../../support/runs';

const PREFIXES = `
@prefix : <http://example.org/terms#> .
@prefix ex: <http://example.org/things/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

interface World {
  readonly ontology: string;
  readonly facts: string;
  readonly documents: Readonly<Record<string, string>>;
  /** True if one engine suffices: its many questions lead to the queries of the other worlds. */
  readonly isForOneEngine?: true;
}

const SHELTER: World = {
  isForOneEngine: true,
  ontology: `${PREFIXES}
<http://example.org/shelter> a owl:Ontology . skos:altLabel a owl:AnnotationProperty .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Terrier a owl:Class ; rdfs:subClassOf :Dog .
:Cat a owl:Class ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog ; skos:altLabel "feline" .
:Person a owl:Class ; owl:disjointWith :Animal . :Vet a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "veterinarian" ; skos:altLabel "vet" .
:Room a owl:Class ; owl:disjointWith :Animal , :Person . :Building a owl:Class ; rdfs:subClassOf :Room .
:Patient a owl:Class ; rdfs:subClassOf :Animal .
:entry a owl:DatatypeProperty ; rdfs:label "date of entry" ; rdfs:domain :Animal ; rdfs:range xsd:date .
:Food a owl:Class ; owl:disjointWith :Animal , :Person , :Room .
:fed a owl:ObjectProperty ; rdfs:label "is fed" ; rdfs:domain :Animal ; rdfs:range :Food .
:Check a owl:Class ; owl:disjointWith :Animal , :Person , :Room .
:performedBy a owl:ObjectProperty ; rdfs:domain :Check ; rdfs:range :Vet . :performedOn a owl:DatatypeProperty ; rdfs:domain :Check ; rdfs:range xsd:date .
:tookPlaceIn a owl:ObjectProperty ; rdfs:domain :Check ; rdfs:range :Room .
[ owl:intersectionOf ( :Animal [ a owl:Restriction ; owl:onProperty :treatedBy ; owl:someValuesFrom :Vet ] ) ] rdfs:subClassOf :Patient .
:Hound a owl:Class ; owl:equivalentClass :Dog .
:adoptedBy a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Person ; owl:inverseOf :adopts . :adopts a owl:ObjectProperty .
:treatedBy a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Vet .
:hasMother a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Animal ; rdfs:subPropertyOf :descendsFrom .
:descendsFrom a owl:ObjectProperty , owl:TransitiveProperty .
:livesIn a owl:ObjectProperty ; rdfs:domain :Animal ; rdfs:range :Room .
:partOf a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:domain :Room ; rdfs:range :Room .
:housedIn a owl:ObjectProperty ; owl:propertyChainAxiom ( :livesIn :partOf ) .
:weight a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer ; rdfs:comment "In kilograms." .
:born a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:integer ; rdfs:comment "The year." .
`,
  facts: `${PREFIXES}
ex:rex a :Terrier ; rdfs:label "Rex" ; :hasMother ex:luna ; :livesIn ex:kennel ; :weight 9 ; :born 2019 ; :adoptedBy ex:nora .
ex:luna a :Dog ; rdfs:label "Luna" ; :hasMother ex:bella ; :livesIn ex:kennel ; :weight 21 ; :born 2015 ; :treatedBy ex:odd .
ex:bella a :Dog ; rdfs:label "Bella" ; :weight 30 ; :born 2011 .
ex:tiger a :Cat ; rdfs:label "Tiger" ; :livesIn ex:attic ; :weight 5 ; :born 2020 ; :treatedBy ex:odd .
ex:nora a :Person ; rdfs:label "Nora Lind" . ex:odd a :Vet ; rdfs:label "Odd Berg" .
ex:kennel a :Room ; rdfs:label "the kennel" ; :partOf ex:annex . ex:attic a :Room ; rdfs:label "the attic" ; :partOf ex:hall .
ex:liver a :Food ; rdfs:label "Liver" . ex:rex :fed ex:liver ; :entry "2020-02-03"^^xsd:date .
ex:check a :Check ; rdfs:label "the big check" ; :performedBy ex:odd ; :performedOn "2021-06-01"^^xsd:date ; :tookPlaceIn ex:attic .
ex:annex a :Building ; rdfs:label "Annex" . ex:hall a :Building ; rdfs:label "Main Hall" .
`,
  documents: {
    rex: 'Rex is a small terrier. Nora Lind took Rex home in spring. The favourite toy of Rex is a rubber duck.',
    luna: 'Luna sleeps in the kennel. Odd Berg looks after her knee.',
    tiger: 'Tiger rules the attic.',
  },
};

const ORCHESTRA: World = {
  ontology: `${PREFIXES}
<http://example.org/orchestra> a owl:Ontology .
:Work a owl:Class . :Symphony a owl:Class ; rdfs:subClassOf :Work . :Opera a owl:Class ; rdfs:subClassOf :Work ; owl:disjointWith :Symphony .
:Human a owl:Class ; owl:disjointWith :Work , :City . :Composer a owl:Class ; rdfs:subClassOf :Human . :City a owl:Class ; owl:disjointWith :Work .
:hasComposer a owl:ObjectProperty ; rdfs:domain :Work ; rdfs:range :Composer .
:taught a owl:ObjectProperty ; rdfs:domain :Human ; rdfs:range :Human .
:birthPlace a owl:ObjectProperty ; rdfs:domain :Human ; rdfs:range :City .
:premiereDate a owl:DatatypeProperty ; rdfs:domain :Work ; rdfs:range xsd:date .
:spouse a owl:ObjectProperty , owl:SymmetricProperty ; rdfs:domain :Human ; rdfs:range :Human .
`,
  facts: `${PREFIXES}
ex:w1 a :Symphony ; rdfs:label "Winter Symphony" ; :hasComposer ex:ada ; :premiereDate "1901-03-05"^^xsd:date .
ex:w2 a :Symphony ; rdfs:label "Harvest Symphony" ; :hasComposer ex:ben ; :premiereDate "1888-11-20"^^xsd:date .
ex:w3 a :Opera ; rdfs:label "The Ferryman" ; :hasComposer ex:ada .
ex:ada a :Composer ; rdfs:label "Ada Moreau" ; :birthPlace ex:lyr ; :spouse ex:cy . ex:ben a :Composer ; rdfs:label "Ben Okoro" ; :taught ex:ada ; :birthPlace ex:mar .
ex:cy a :Human ; rdfs:label "Cyril Moss" .
ex:lyr a :City ; rdfs:label "Lyrton" . ex:mar a :City ; rdfs:label "Marsby" .
`,
  documents: { ferryman: 'The Ferryman is an opera in three acts. The libretto of The Ferryman is by Theo Quist.' },
};

/** More than one answer lists, and more than one page reads. */
const PARCELS = Array.from({ length: 450 }, (_, i) => i + 1);
const DEPOTS: World = {
  ontology: `${PREFIXES}
<http://example.org/depots> a owl:Ontology .
:Item a owl:Class . :Parcel a owl:Class ; rdfs:subClassOf :Item . :Depot a owl:Class ; owl:disjointWith :Item . :Courier a owl:Class .
:storedIn a owl:ObjectProperty ; rdfs:domain :Item ; rdfs:range :Depot .
:weight a owl:DatatypeProperty ; rdfs:domain :Item ; rdfs:range xsd:integer .
:delivers a owl:ObjectProperty ; rdfs:domain :Courier ; rdfs:range :Parcel .
:basedIn a owl:ObjectProperty ; rdfs:domain :Courier ; rdfs:range :Depot . :hiredIn a owl:ObjectProperty ; rdfs:domain :Courier ; rdfs:range :Depot .
`,
  facts: `${PREFIXES}
ex:kim1 :delivers ex:p1 ; :basedIn ex:north . ex:kim2 :delivers ex:p2 . ex:lee :hiredIn ex:north ; :basedIn ex:south .
ex:north a :Depot ; rdfs:label "North Depot" . ex:south a :Depot ; rdfs:label "South Depot" .
ex:kim1 a :Courier ; rdfs:label "Kim Park" . ex:kim2 a :Courier ; rdfs:label "Kim Park" . ex:lee a :Courier ; rdfs:label "Lee Ash" .
${PARCELS.map((i) => `ex:p${i} a :Parcel ; rdfs:label "Parcel Q${i}" ; :weight ${i} ; :storedIn ex:${i > 150 ? 'north' : 'south'} ` + '.').join('\n')}
`,
  documents: {},
};

const names = (answer: string | null): string[] => (answer === null ? [] : answer.split(', ').sort());

function inWorld(
  title: string,
  { ontology, facts, documents, isForOneEngine }: World,
  body: (ask: (question: string, more?: object) => Promise<Answer>) => void,
): void {
  describe(title, () => {
    const isIncluded = ({ name }: EngineUnderTest) => hasAllCases || !isForOneEngine || name === 'embedded';
    const tests = (testbed: Testbed): void => {
      const client = documentsOf(() => testbed.url);
      beforeAll(async () => {
        const loaded = await post(testbed.url, { path: '/ontology', type: 'text/turtle', body: ontology });
        expect([loaded.status, loaded.body.errors]).toEqual([200, undefined]);
        const written = await post(testbed.url, graph('text/turtle', facts));
        expect([written.status, written.body.errors]).toEqual([200, undefined]);
        await client.putAll(Object.entries(documents).map(([source, text]) => ({ source, text })));
      });
      body(async (question, more = {}) => (await client.retrieve(question, { module: 'owl', ...more })).body);
    };
    underGateway(tests, {}, isIncluded);
  });
}

inWorld('an animal shelter', SHELTER, (ask) => {
  it.each([
    ['Which animals live in the kennel?', ['Luna', 'Rex']],
    ['Which dogs are there?', ['Bella', 'Luna', 'Rex']],
    ['Which hounds live in the kennel?', ['Luna', 'Rex']],
    ['Which felines did Odd Berg treat?', ['Tiger']],
    ['Which patients are there?', ['Luna', 'Tiger']],
    ['Which dogs are housed in the Annex?', ['Luna', 'Rex']],
    ['Who has adopted Rex?', ['Nora Lind']],
    ['Which animal was adopted by Nora Lind?', ['Rex']],
    ['From whom does Rex descend?', ['Bella', 'Luna']],
    ['From whom does Rex directly descend?', ['Luna']],
    ['Who descends directly from Bella?', ['Luna']],
    ["Who is the mother of Rex's mother?", ['Bella']],
    ['Which vet treats the mother of Rex?', ['Odd Berg']],
    ['When was Luna born?', ['2015']],
    ['How heavy is Tiger?', ['5 kilograms']],
    ['Which dogs are heavier than 20 kg?', ['Bella', 'Luna']],
    ['What is the heaviest animal?', ['Bella']],
    ['Which animals were born after 2016?', ['Rex', 'Tiger']],
    ['Does Rex live in the kennel or in the attic?', ['the kennel']],
    // Subjects of relative clauses without a pronoun; passives that the ontology declares; no place is a person or a
    // date.
    ['Who were the animals Odd Berg treated?', ['Luna', 'Tiger']],
    ['Which food is Rex fed?', ['Liver']],
    ['Which animals are fed liver?', ['Rex']],
    ['Where did the big check take place?', ['the attic']],
    ['When did the big check happen?', ['2021-06-01']],
    ['the date of the big check, please', ['2021-06-01']],
    ['List every terrier you know of.', ['Rex']],
    ['Tiger: in which room is it?', ['the attic']],
    ['Is Odd Berg a patient?', ['No: Odd Berg is a Person', 'and no Person is a Patient.']],
    ['Is every terrier an animal?', ['Yes: every Terrier is an Animal.']],
    ['What is the date of entry of Rex?', ['2020-02-03']],
    ['Who is the vetrinarian that treats Tiger?', ['Odd Berg']],
    ['In which room lives Tiger?', ['the attic']],
    ['Which cats and terriers are there?', ['Rex', 'Tiger']],
    ['Which animal has the most weight?', ['Bella']],
    ['Which animals have more weight than Rex?', ['Bella', 'Luna']],
  ])('%s', async (question, expected) => {
    const { answer, metadata, module_used, cost_usd, loops } = await ask(question);
    expect(names(answer)).toEqual(expected);
    expect({ module_used, cost_usd, loops }).toEqual({ module_used: 'owl', cost_usd: 0, loops: 0 });
    expect(metadata).toMatchObject({ model: null, answer_by: 'graph' });
  });

  it.each([
    ['Do all cats live in the attic?', 'Yes.'],
    ['Does every cat live in the attic?', 'Yes.'],
    ['Do all dogs live in the kennel?', 'No: not Bella (nothing else is stated).'],
    ['Does each dog live in the kennel?', 'No: not Bella (nothing else is stated).'],
    ['Do all dogs live in the attic?', 'No: not Bella, Luna, Rex (nothing else is stated).'],
    ['Was every animal treated by Odd Berg?', 'No: not Bella, Rex (nothing else is stated).'],
    ['Have all the terriers been adopted by Nora Lind?', 'Yes.'],
    ['Were all dogs adopted by Nora Lind?', 'No: not Bella, Luna (nothing else is stated).'],
    ['Has each animal a weight?', 'Yes.'],
    ['Does every animal have a mother?', 'No: not Bella, Tiger (nothing else is stated).'],
    ['Is it true that all cats live in the attic?', 'Yes.'],
    ['Are all dogs of the kennel treated by Odd Berg?', 'No: not Rex (nothing else is stated).'],
    ['Did Odd Berg treat Luna and Tiger?', 'Yes.'],
    ['Did Odd Berg treat Luna and Rex?', null],
    ['Do Rex and Luna live in the kennel?', 'Yes.'],
    ['Do Rex and Tiger live in the kennel?', null],
    ['Which vet treated both Luna and Tiger?', 'Odd Berg'],
    ['Which vet treated both Luna and Rex?', null],
    ['Are Rex and Luna dogs?', 'Yes.'],
    ['Are Rex and Tiger terriers?', 'No: Tiger is a feline, and no feline is a Terrier.'],
    ['Which animal was adopted by Nora Lind and is a terrier?', 'Rex'],
    ['Who adopted Rex and when was Luna born?', 'Nora Lind; 2015'],
    ['Who adopted Rex, and who treats Luna?', 'Nora Lind; Odd Berg'],
    ['Who adopted Rex, and who designed it?', 'Nora Lind; not answered: who designed it'],
    ['Which animals live in the kennel and which in the attic?', 'Luna, Rex; not answered: which in the attic'],
  ])('%s: %s', async (question, expected) => {
    expect((await ask(question)).answer).toBe(expected);
  });

  it.each(['Why was Rex adopted by Nora Lind?', 'How was Rex adopted by Nora Lind?'])(
    '%s: no fact is the reason',
    async (question) => {
      expect((await ask(question)).metadata.answer_by).not.toBe('graph');
    },
  );

  it('answers counts, yes and no', async () => {
    expect((await ask('How many animals live in the kennel?')).answer).toMatch(/^2\b/);
    expect((await ask('Is Rex an animal?')).answer).toMatch(/^Yes/);
    expect((await ask('Is Rex a cat?')).answer).toMatch(/^No: .*no/);
    expect((await ask('Was Rex adopted by Nora Lind?')).answer).toMatch(/^Yes/);
  });

  it.each([
    'Who has adopted Tiger?',
    'Which dogs live in the attic?',
    'Who has adopted Balthasar?',
    'When was Nora Lind born?',
    'Who painted Rex?',
    'Which vet wears a blue hat?',
    'Is Nora Lind a vet?',
  ])('%s: null without a supporting fact', async (question) => {
    expect((await ask(question)).answer).toBeNull();
  });

  it('drops candidates of disjoint classes and counts them', async () => {
    const { answer, metadata, trajectory } = await ask('Which cats are dogs?');
    expect(answer).toBeNull();
    expect(metadata.pruned_by_disjointness_total).toBeGreaterThan(0);
    const rejected = trajectory.filter(({ tool }: Answer) => tool === 'reject_reading');
    expect(rejected[0].result_summary).toMatch(/no (?:cat|feline) is a dog|no dog is a (?:cat|feline)/i);
  });

  it('marks inferred facts, and proves them on request', async () => {
    const short = await ask('Which animals live in the kennel?');
    const facts = short.metadata.statements.map(({ subject, predicate, object, status }: Answer) => [
      subject.label,
      predicate,
      object.label ?? object,
      status,
    ]);
    expect(facts).toContainEqual(['Rex', 'graph.type', 'Animal', 'inferred']);
    expect(facts).toContainEqual(['Rex', 'livesIn', 'the kennel', 'asserted']);
    expect(short.metadata.statements.some(({ proof }: Answer) => proof)).toBe(false);
    const full = await ask('From whom does Rex descend?', { trace: 'full' });
    expect(full.errors).toBeUndefined();
    const bella = full.metadata.statements.find(({ object }: Answer) => object.label === 'Bella');
    expect(bella).toMatchObject({ predicate: 'descendsFrom', status: 'inferred' });
    expect(JSON.stringify(bella.proof)).toContain('hasMother');
  });

  it('returns passages that name the nodes of the facts', async () => {
    const { passages } = await ask('Which vet treats Luna?');
    expect(passages[0]).toMatchObject({ source: 'luna', chunk_index: 0 });
  });

  it('answers from passages where the graph has no answer', async () => {
    const { answer, metadata } = await ask('What is the favourite toy of Rex?');
    expect(answer).toContain('rubber duck');
    expect(metadata).toMatchObject({ answer_by: 'extract', statements: [] });
    expect(metadata.unknown_words).toEqual(expect.arrayContaining(['favourite', 'toy']));
  });

  it('accepts every well-formed question', async () => {
    for (const question of [
      '?',
      '"})',
      '$v0',
      'who who who',
      'is',
      'the',
      'Which',
      'Rex Rex Rex Rex Rex Rex Rex Rex Rex Rex',
      'dog '.repeat(2_000),
      '的',
      '\u0000',
      'How many',
      'more than 3',
    ]) {
      expect([question.slice(0, 20), (await ask(question)).module_used]).toEqual([question.slice(0, 20), 'owl']);
    }
  });

  it('answers equal concurrent questions alike', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => ask('Which vet treats the mother of Rex?')));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  });
});

inWorld('an orchestra', ORCHESTRA, (ask) => {
  it.each([
    ['Who composed the Winter Symphony?', ['Ada Moreau']],
    ['Which works did Ada Moreau compose?', ['The Ferryman', 'Winter Symphony']],
    ['Who is the composer of The Ferryman?', ['Ada Moreau']],
    ['Which symphonies are by the teacher of Ada Moreau?', ['Harvest Symphony']],
    ['In which city was the composer of the Winter Symphony born?', ['Lyrton']],
    ['What is the birth place of the composer of the Winter Symphony?', ['Lyrton']],
    ['Where was Ben Okoro born?', ['Marsby']],
    ['When did the Harvest Symphony have its premiere?', ['1888-11-20']],
    ['Who was taught by Ben Okoro?', ['Ada Moreau']],
    ['Who is married to Cyril Moss?', ['Ada Moreau']],
    ['What is the premiere date of the Winter Symphony?', ['1901-03-05']],
    ['Which work had its premiere on 5 March 1901?', ['Winter Symphony']],
    ['Which symphonies had their premiere before 1 January 1900?', ['Harvest Symphony']],
    ['Which symphonies does the composer Ada Moreau have?', ['Winter Symphony']],
    ['Which operas are symphonies?', []],
    ['Who taught Ben Okoro?', []],
  ])('%s', async (question, expected) => {
    expect(names((await ask(question)).answer)).toEqual(expected);
  });

  it('accepts an extract only with the kind of answer that the question asks for', async () => {
    expect((await ask('Who wrote the libretto of The Ferryman?')).metadata.answer_by).not.toBe('graph');
  });
});

const DAIRY: World = {
  ontology: `${PREFIXES}
<http://example.org/dairy> a owl:Ontology . skos:definition a owl:AnnotationProperty .
:Cheese a owl:Class ; rdfs:comment "Curd that was pressed and kept." . :Goat a owl:Class ; rdfs:subClassOf :Cheese ; rdfs:label "goat cheese" .
:BlueCheese a owl:Class ; rdfs:subClassOf :Cheese ; rdfs:label "blue cheese" ; skos:definition "Cheese with veins of mould." .
:Cellar a owl:Class ; owl:disjointWith :Cheese , :Farm . :Farm a owl:Class ; owl:disjointWith :Cheese .
:keptIn a owl:ObjectProperty ; rdfs:label "kept in" ; rdfs:domain :Cheese ; rdfs:range :Cellar ; rdfs:comment "The cellar in which a cheese ripens." .
:madeAt a owl:ObjectProperty ; rdfs:label "made at" ; rdfs:domain :Cheese ; rdfs:range :Farm .
:price a owl:DatatypeProperty ; rdfs:domain :Cheese ; rdfs:range xsd:integer ; rdfs:comment "In crowns a pound." .
:fat a owl:DatatypeProperty ; rdfs:domain :Cheese ; rdfs:range xsd:integer ; rdfs:comment "Richness of a cheese, in per cent." .
`,
  facts: `${PREFIXES}
ex:a a :BlueCheese ; rdfs:label "Old Marn" ; :keptIn ex:c ; :madeAt ex:f ; :price 12 ; :fat 40 .
ex:b a :Goat ; rdfs:label "Little Bell" ; :keptIn ex:d ; :madeAt ex:f ; :price 7 ; :fat 25 .
ex:c a :Cellar ; rdfs:label "Deep Cellar" . ex:d a :Cellar ; rdfs:label "North Cellar" . ex:f a :Farm ; rdfs:label "Hollow Farm" .
`,
  documents: {
    bell: 'Little Bell is the smallest cheese of the fair. It sold out by noon.',
    farm: 'Visitors like Hollow Farm in May. Nobody has ever painted Old Marn.',
  },
};

inWorld('a dairy whose terms are defined', DAIRY, (ask) => {
  it.each([
    ['What is a blue cheese?', 'Cheese with veins of mould.'],
    ['What does "goat cheese" mean?', 'A kind of Cheese.'],
    ['Which cheeses with veins are there?', 'Old Marn'],
    ['Which cheeses have veins of mould?', 'Old Marn'],
    ['In what does Little Bell ripen?', 'North Cellar'],
    ['Which cheese ripens in the Deep Cellar?', 'Old Marn'],
    ['How many crowns does Little Bell cost?', '7 crowns'],
    ['How much does Old Marn cost?', '12 crowns'],
    ['Which cheeses cost more than ten crowns?', 'Old Marn'],
    ['What is the cheapest cheese?', 'Little Bell'],
    ['What is Hollow Farm?', 'Farm'],
    ['What is Little Bell?', 'Little Bell is the smallest cheese of the fair.'],
    ['Which cheeses have no veins?', null],
    ['Who painted Old Marn?', null],
    ['What is a whey?', null],
    ['Who made the mould of Old Marn?', null],
  ])('%s', async (question, expected) => {
    expect((await ask(question)).answer).toBe(expected);
  });

  it('lists the words that were read by definitions', async () => {
    const { metadata } = await ask('Which cheeses with veins are there?');
    expect(metadata).toMatchObject({ answer_by: 'graph', explained_words: { 'cheeses with veins': ['BlueCheese'] } });
  });
});

inWorld('depots with hundreds of parcels', DEPOTS, (ask) => {
  it.each([
    ['How many items are there?', '450'],
    ['How many parcels are stored in the North Depot?', '300'],
    ['How many parcels does the South Depot have?', '150'],
    ['How many couriers are based in the North Depot?', '1: Kim Park'],
    // Ambiguous: based there, or hired there.
    ['How many couriers does the North Depot have?', null],
    ['Which parcels are heavier than 447?', 'Parcel Q448, Parcel Q449, Parcel Q450'],
    ['What is the heaviest parcel?', 'Parcel Q450'],
    ['What is the heaviest parcel stored in the South Depot?', 'Parcel Q150'],
    ['In which depot is the heaviest parcel stored?', 'North Depot'],
    ['In which depot is the lightest parcel stored?', 'South Depot'],
    [
      'Which couriers are there?',
      'Kim Park (http://example.org/things/kim1), Kim Park (http://example.org/things/kim2), Lee Ash',
    ],
  ])('%s', async (question, expected) => {
    expect((await ask(question)).answer).toBe(expected);
  });

  it('reports a name of several nodes once', async () => {
    const { answer, metadata } = await ask('Which parcels does Kim Park deliver?');
    expect(answer).toBe('Parcel Q1, Parcel Q2');
    expect(metadata).toMatchObject({
      reading: expect.stringContaining('Kim Park (any of 2) –delivers→'),
      ambiguous_names: { 'Kim Park': 2 },
    });
  });

  it('gives the total of a list that is cut', async () => {
    expect((await ask('Which parcels are stored in the North Depot?')).answer).toMatch(
      /^300, among them (Parcel Q\d+, ){19}Parcel/,
    );
  });
});
