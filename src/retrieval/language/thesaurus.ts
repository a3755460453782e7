/**
 * Everyday English for relations that ontologies write in other words. A word that the ontology itself knows is never
 * looked up here; what is found costs a reading more than a word of the ontology.
 */
import { stemOf } from './words';
import { foldWord } from '../links/fold';
import { once } from '../../util/memo';

/** Verbs that say the same; nouns of who does it (`agent`) and of whom or what it is done to (`patient`). */
const VERBS: readonly { readonly verbs: string; readonly agent?: string; readonly patient?: string }[] = [
  { verbs: 'bear', patient: 'birth' },
  { verbs: 'own possess', agent: 'owner proprietor possessor', patient: 'possession property' },
  {
    verbs: 'teach train instruct educate mentor coach',
    agent: 'teacher trainer mentor instructor tutor coach master',
    patient: 'pupil student apprentice disciple trainee',
  },
  {
    verbs: 'lead head manage direct run command captain govern chair supervise',
    agent: 'leader head boss chief manager director commander captain governor chair supervisor',
  },
  { verbs: 'write author pen compose', agent: 'author writer composer' },
  { verbs: 'make create craft produce fashion', agent: 'maker creator producer manufacturer' },
  { verbs: 'paint draw', agent: 'painter artist' },
  { verbs: 'build construct erect', agent: 'builder constructor architect' },
  { verbs: 'design plan', agent: 'designer architect' },
  { verbs: 'found establish set-up start', agent: 'founder' },
  { verbs: 'keep tend look-after guard care', agent: 'keeper guardian warden caretaker' },
  { verbs: 'employ hire engage', agent: 'employer', patient: 'employee worker staff' },
  { verbs: 'carry transport ship haul convey', agent: 'carrier transporter', patient: 'freight load' },
  { verbs: 'eat feed-on consume devour prey-on hunt', agent: 'predator eater', patient: 'prey diet food' },
  { verbs: 'contain include hold comprise', agent: 'container' },
  { verbs: 'cause trigger provoke bring-about', agent: 'cause' },
  { verbs: 'treat cure heal', agent: 'treatment remedy cure medicine' },
  { verbs: 'marry wed', agent: 'wife husband spouse partner', patient: 'wife husband spouse partner' },
  { verbs: 'sell', agent: 'seller vendor' },
  { verbs: 'buy purchase acquire', agent: 'buyer purchaser customer client' },
  { verbs: 'insure', agent: 'insurer' },
  { verbs: 'invent devise', agent: 'inventor' },
  { verbs: 'discover find detect spot identify', agent: 'discoverer finder' },
  { verbs: 'operate run work drive use handle', agent: 'operator driver user' },
  { verbs: 'use employ apply utilize', agent: 'user' },
  { verbs: 'publish appear issue release print', agent: 'publisher' },
  { verbs: 'fund finance sponsor pay support subsidize', agent: 'sponsor funder patron financier backer' },
  { verbs: 'parent father mother beget', agent: 'parent father mother', patient: 'child son daughter offspring kid' },
  { verbs: 'sibling', agent: 'sibling brother sister', patient: 'sibling brother sister' },
  { verbs: 'die decease perish', agent: '' },
  { verbs: 'participate take-part join', agent: 'participant' },
  { verbs: 'translate render', agent: 'translator' },
  { verbs: 'edit', agent: 'editor' },
  { verbs: 'conduct direct', agent: 'conductor' },
  { verbs: 'win gain receive obtain', agent: 'winner recipient' },
  { verbs: 'award grant give confer' },
  { verbs: 'connect link join serve' },
  { verbs: 'cross span bridge traverse' },
  { verbs: 'stop call halt' },
  { verbs: 'maintain service repair', agent: 'maintainer' },
  { verbs: 'end finish terminate close' },
  { verbs: 'begin start open commence' },
  { verbs: 'name call', agent: '' },
  { verbs: 'visit attend', agent: 'visitor' },
  { verbs: 'supervise advise oversee', agent: 'supervisor adviser advisor', patient: 'student advisee' },
  { verbs: 'play perform', agent: 'player performer' },
  { verbs: 'grow cultivate raise', agent: 'grower farmer' },
  { verbs: 'inhabit live-in dwell', agent: 'inhabitant resident' },
  { verbs: 'border adjoin neighbour neighbor', agent: 'neighbour neighbor' },
  { verbs: 'supply provide deliver', agent: 'supplier provider' },
  { verbs: 'light illuminate' },
  { verbs: 'control', agent: 'controller' },
  { verbs: 'succeed replace follow supersede', agent: 'successor replacement', patient: 'predecessor' },
  { verbs: 'precede', agent: 'predecessor', patient: 'successor' },
  { verbs: 'rule reign govern', agent: 'ruler monarch sovereign king queen' },
  { verbs: 'kill slay murder assassinate', agent: 'killer murderer assassin', patient: 'victim' },
  { verbs: 'defeat beat conquer overcome vanquish', agent: 'winner victor conqueror', patient: 'loser' },
  { verbs: 'attack assault raid invade', agent: 'attacker invader' },
  { verbs: 'influence inspire affect', agent: 'influence inspiration' },
  { verbs: 'depict portray picture represent show' },
  { verbs: 'display exhibit show present', agent: 'exhibitor' },
  { verbs: 'review criticize criticise', agent: 'reviewer critic' },
  { verbs: 'perform act star appear feature', agent: 'performer actor actress star' },
  { verbs: 'host house accommodate', agent: 'host' },
  { verbs: 'store keep house', agent: 'store' },
  { verbs: 'restore renovate repair mend fix', agent: 'restorer' },
  { verbs: 'collect gather acquire', agent: 'collector' },
  { verbs: 'lend loan', agent: 'lender' },
  { verbs: 'rent lease hire', agent: 'tenant lessee' },
  { verbs: 'bequeath leave' },
  { verbs: 'elect appoint choose nominate select' },
  { verbs: 'cook prepare bake', agent: 'cook chef baker' },
  { verbs: 'measure record register' },
  { verbs: 'pilot fly steer drive', agent: 'pilot driver' },
  { verbs: 'represent', agent: 'representative agent' },
  { verbs: 'describe document' },
  { verbs: 'cite quote reference' },
  { verbs: 'require need' },
  { verbs: 'flow drain empty discharge' },
  { verbs: 'pollinate fertilize fertilise', agent: 'pollinator' },
  { verbs: 'infect', agent: 'pathogen' },
  { verbs: 'transmit spread', agent: 'vector' },
  { verbs: 'protect shelter defend', agent: 'protector defender' },
  { verbs: 'study attend' },
  { verbs: 'produce manufacture yield', agent: 'producer manufacturer' },
  { verbs: 'approve authorize license certify' },
  { verbs: 'oppose', agent: 'opponent' },
  { verbs: 'trade deal', agent: 'trader dealer merchant' },
  { verbs: 'dress wear', agent: 'wearer' },
  { verbs: 'commission order' },
  { verbs: 'photograph picture', agent: 'photographer' },
  { verbs: 'sing', agent: 'singer' },
  { verbs: 'dance', agent: 'dancer' },
  { verbs: 'illustrate', agent: 'illustrator' },
  { verbs: 'import', agent: 'importer' },
  { verbs: 'graduate study', agent: 'graduate alumnus' },
  { verbs: 'donate give', agent: 'donor giver' },
  { verbs: 'inspect check examine', agent: 'inspector examiner' },
  { verbs: 'guide escort', agent: 'guide' },
  { verbs: 'sculpt carve', agent: 'sculptor carver' },
  { verbs: 'organize organise arrange', agent: 'organizer organiser' },
];

/** Said of a place. */
const PLACES = 'located lie situated found stand based sit live reside housed kept placed';

/** Verbs whose subject is what the other verb has as its object. */
const TURNED: Readonly<Record<string, string>> = {
  belong: 'own',
  learn: 'teach',
  study: 'teach',
  serve: 'employ',
  work: 'employ',
  come: 'make build',
  originate: 'make build',
  borrow: 'lend',
  inherit: 'bequeath',
  descend: 'parent',
  report: 'supervise',
};

/** Adjectives of how much, and nouns that ontologies have for it. */
const MEASURES: Readonly<Record<string, string>> = {
  long: 'length duration',
  tall: 'height',
  high: 'height elevation altitude',
  deep: 'depth',
  wide: 'width breadth',
  broad: 'width breadth',
  heavy: 'weight mass',
  old: 'age',
  big: 'size area population',
  large: 'size area population',
  fast: 'speed velocity',
  hot: 'temperature',
  warm: 'temperature',
  cold: 'temperature',
  thick: 'thickness',
  far: 'distance',
  expensive: 'price cost',
  much: 'price cost amount weight',
  populous: 'population',
  strong: 'strength power',
  bright: 'brightness magnitude',
  rich: 'wealth revenue',
  loud: 'loudness',
  steep: 'slope',
  powerful: 'power output',
  spacious: 'area size capacity',
  costly: 'price cost',
  lengthy: 'length duration',
  distant: 'distance',
  frequent: 'frequency',
  dense: 'density',
  populated: 'population',
  salty: 'salinity',
  profitable: 'profit',
};

/** Nouns that say much the same; the verbs of what is measured are among them. */
const NOUNS = `
price cost fee charge fare
size area extent surface
height altitude elevation
weight weigh mass
speed velocity
strength power
salary wage wages pay earnings income
population inhabitants
length duration
capacity volume
occupation profession job trade
nationality citizenship
amount quantity
rating score grade
firm company business enterprise
town city municipality
village hamlet
picture painting
merchant dealer trader
physician doctor
pupil student
author writer
teacher instructor
boat ship vessel
car automobile
plane aircraft airplane
lorry truck
cask barrel
field plot parcel
film movie
shop store
road street
forest wood
country nation state
award prize medal
illness disease sickness
drug medicine medication
attorney lawyer
professor lecturer
soldier warrior
sailor seaman mariner
engine motor
lodging accommodation
garment clothing
jail prison
cemetery graveyard
restaurant eatery
hotel inn
`;

/** All that are looked up here, as they are written. */
export const thesaurusWords: readonly string[] = [
  ...VERBS.flatMap(({ verbs: group, agent = '', patient = '' }) => [group, agent, patient]),
  NOUNS,
  ...Object.values(MEASURES),
].flatMap((text) => text.split(/\s+/).filter((word) => /^[a-z]+$/.test(word)));

type Role = 'agent' | 'patient';

interface Synonym {
  readonly stem: string;
  /** The verb's sides are the other way round. */
  readonly isTurned: boolean;
}

interface Tables {
  readonly verbs: ReadonlyMap<string, readonly Synonym[]>;
  readonly nouns: ReadonlyMap<string, readonly { readonly verb: string; readonly role: Role }[]>;
  readonly named: ReadonlyMap<string, readonly string[]>;
}

const put = <V>(map: Map<string, V[]>, key: string, value: V): void =>
  void map.set(key, [...(map.get(key) ?? []), value]);
const stems = (text: string): string[] => text.split(' ').map((word) => stemOf(word.split('-')[0]!));

/** "Which firms belong to it?": what is a part, a member, a branch of it. */
const PARTS = 'part member subsidiary branch division section component';

/** Built at the first question: stemming takes a noticeable part of the start. */
const tables = once(buildTables);

function buildTables(): Tables {
  const verbs = new Map<string, Synonym[]>();
  const nouns = new Map<string, { readonly verb: string; readonly role: Role }[]>();

  for (const { verbs: group, agent, patient } of VERBS) {
    const all = stems(group);
    for (const verb of all)
      for (const other of all) if (other !== verb) put(verbs, verb, { stem: other, isTurned: false });
    for (const [role, list] of [
      ['agent', agent],
      ['patient', patient],
    ] as const) {
      for (const noun of list ? list.split(' ').map(foldWord) : [])
        for (const verb of all) put(nouns, noun, { verb, role });
    }
  }
  for (const one of stems(PLACES))
    for (const other of stems(PLACES)) if (one !== other) put(verbs, one, { stem: other, isTurned: false });
  for (const [one, other] of Object.entries(TURNED)) {
    const from = stemOf(one);
    for (const to of stems(other)) {
      for (const stem of [to, ...(verbs.get(to) ?? []).filter(({ isTurned }) => !isTurned).map((each) => each.stem)]) {
        put(verbs, from, { stem, isTurned: true });
      }
    }
  }

  for (const stem of stems(PARTS)) put(verbs, stemOf('belong'), { stem, isTurned: false });

  const named = new Map<string, string[]>();
  for (const line of NOUNS.trim().split('\n')) {
    const group = stems(line);
    for (const one of group) for (const other of group) if (one !== other) put(named, one, other);
  }
  return { verbs, nouns, named };
}

/** Stems of nouns that say much the same. */
export const nounsLike = (stem: string): readonly string[] => tables().named.get(stem) ?? [];

/** Verbs that say the same, or the same from the other side. */
export const verbsLike = (stem: string): readonly Synonym[] => tables().verbs.get(stem) ?? [];

/** Verbs that a noun names a side of: `owner` of `own`; by the thesaurus, or by how it is formed. */
export function verbsOfNoun(word: string): readonly { readonly verb: string; readonly role: Role }[] {
  const plain = word.toLowerCase().replace(/['’]s$/, '');
  const known = tables().nouns.get(foldWord(plain)) ?? [];
  const formed = /^([a-z]{2,})(er|or|ee)s?$/.exec(plain);
  if (!formed) return known;
  const [, base = '', ending] = formed;
  const role: Role = ending === 'ee' ? 'patient' : 'agent';
  const roots = new Set([stemOf(base), stemOf(`${base}e`), stemOf(base.replace(/(.)\1$/, '$1'))]);
  return [...known, ...[...roots].filter((root) => root.length > 1).map((verb) => ({ verb, role }))];
}

/** Nouns of what an adjective measures. */
export const measuresOf = (word: string): readonly string[] => {
  const plain = word.toLowerCase();
  const base = [
    plain,
    plain.replace(/(?:er|est)$/, ''),
    plain.replace(/(.)\1(?:er|est)$/, '$1'),
    plain.replace(/i(?:er|est)$/, 'y'),
  ];
  for (const each of base) if (Object.hasOwn(MEASURES, each)) return stems(MEASURES[each]!);
  return [];
};

/**
 * Stems of what a word may be said with instead: other verbs, the verb of a noun, who does it, the noun of a measure.
 */
export function otherWords(word: string): readonly string[] {
  const stem = stemOf(word);
  const ofNoun = verbsOfNoun(word).map(({ verb }) => verb);
  const doers = [`${stem}er`, `${stem}or`].map(stemOf);
  return [...new Set([...verbsLike(stem).map((each) => each.stem), ...ofNoun, ...doers, ...measuresOf(word)])].filter(
    (other) => other !== stem,
  );
}
