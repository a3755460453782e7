/**
 * Everyday English for relations that ontologies write in other words. A word that the ontology itself knows is never
 * looked up here; what is found costs a reading more than a word of the ontology.
 */
import { stemOf } from '../../agents/text/words';
import { foldWord } from '../../links/fold';

/** Verbs that say the same; nouns of who does it (`agent`) and of whom or what it is done to (`patient`). */
const VERBS: readonly { readonly verbs: string; readonly agent?: string; readonly patient?: string }[] = [
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
  { verbs: 'buy purchase acquire', agent: 'buyer purchaser' },
  { verbs: 'insure', agent: 'insurer' },
  { verbs: 'invent devise discover', agent: 'inventor discoverer' },
  { verbs: 'play perform', agent: 'player performer' },
  { verbs: 'grow cultivate raise', agent: 'grower farmer' },
  { verbs: 'inhabit live-in dwell', agent: 'inhabitant resident' },
  { verbs: 'border adjoin neighbour neighbor', agent: 'neighbour neighbor' },
  { verbs: 'supply provide deliver', agent: 'supplier provider' },
  { verbs: 'light illuminate' },
  { verbs: 'control', agent: 'controller' },
];

/** Said of a place. */
const PLACES = 'located lie situated found stand based sit live reside';

/** Verbs whose subject is what the other verb has as its object. */
const TURNED: Readonly<Record<string, string>> = {
  belong: 'own',
  learn: 'teach',
  study: 'teach',
  serve: 'employ',
  work: 'employ',
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
};

export type Role = 'agent' | 'patient';

export interface Synonym {
  readonly stem: string;
  /** The verb's sides are the other way round. */
  readonly isTurned: boolean;
}

const verbs = new Map<string, Synonym[]>();
const nouns = new Map<string, { readonly verb: string; readonly role: Role }[]>();

const put = <V>(map: Map<string, V[]>, key: string, value: V): void =>
  void map.set(key, [...(map.get(key) ?? []), value]);
const stems = (text: string): string[] => text.split(' ').map((word) => stemOf(word.split('-')[0]!));

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
  const [from, to] = [stemOf(one), stemOf(other)];
  for (const stem of [to, ...(verbs.get(to) ?? []).filter(({ isTurned }) => !isTurned).map((each) => each.stem)]) {
    put(verbs, from, { stem, isTurned: true });
  }
}

/** "Which firms belong to it?": what is a part, a member, a branch of it. */
const PARTS = 'part member subsidiary branch division section component';
for (const stem of stems(PARTS)) put(verbs, stemOf('belong'), { stem, isTurned: false });

/** Verbs that say the same, or the same from the other side. */
export const verbsLike = (stem: string): readonly Synonym[] => verbs.get(stem) ?? [];

/** Verbs that a noun names a side of: `owner` of `own`; by the thesaurus, or by how it is formed. */
export function verbsOfNoun(word: string): readonly { readonly verb: string; readonly role: Role }[] {
  const plain = word.toLowerCase().replace(/['’]s$/, '');
  const known = nouns.get(foldWord(plain)) ?? [];
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
