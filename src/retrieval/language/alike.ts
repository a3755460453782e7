/** Words that people use for one another: a question seldom has the words of the text that answers it. */
import { LRUCache } from '../../util/lru';
import { once } from '../../util/memo';
import { detached } from '../../util/text';
import { measuresOf, verbsLike, verbsOfNoun } from './thesaurus';
import { stemOf, type Word } from './words';

/**
 * Each line: words that say much the same of things, whoever does it to whom: the thesaurus of module owl tells
 * directions, this adds what texts say besides.
 */
const GROUPS = `
marry wife husband spouse wed widow
command captain skipper master charge
lead head boss chief manage run direct charge chair president
own belong possess owner property buy
parent belong subsidiary owner
teach train instruct pupil student teacher trainer learn apprentice tutor study
build construct make create yard launch manufacture assemble builder
write author compose pen publish
employ hire work serve
live reside dwell home residence settle
locate lie situate stand base location place
found establish set start founder begin
insure cover underwrite insurer
carry transport haul convey bring load
keep tend care look mind charge keeper guard watch warden
light lit illuminate guide lead shine
contain include hold comprise
parent mother father
child son daughter offspring
sibling brother sister
birth bear born
death die dead kill
drown sink lose wreck
strike hit ram collide collision
free rescue save release
eat feed food diet
paint painter draw
cost price fee charge pay
prize award win winner receive
name call title nickname
grow plant cultivate
discover find detect
invent patent devise design designer
hide conceal
sell trade trader merchant seller
heal cure treat remedy
sing song
speed fast
age old
length long
height high tall
depth deep
width wide broad
weight heavy weigh
colour color
shipyard yard slip boatyard
harbour port harbor haven
company firm business
boat ship vessel
doctor physician
pay cost price fee charge buy purchase
fear afraid scare frighten dread terrify
retire resign quit step
stop end cease finish until
begin start open commence found
job profession occupation trade career living
rescue save free pull tow
meet gather assemble
repair mend fix restore
journey travel trip voyage tour ride go
salary wage earn pay
telephone phone extension call
fire burn blaze
illness sick disease ill
injure wound hurt
collect collection own
present current now today
coat garment dress
pet animal
lower low
height altitude elevation
sleep bed
drink beer wine
quarrel argue dispute
funeral bury grave tomb
arrive come reach
depart leave
refuse decline reject
belief believe think
predecessor before
successor after
chair chairman head
house home
`;

/** Built at the first question, as the thesaurus. */
const tables = once(buildTables);

function buildTables() {
  const table = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const stems = line.trim().split(' ').map(stemOf);
    for (const stem of stems) table.set(stem, new Set([...(table.get(stem) ?? []), ...stems]));
  }
  // Nouns far more often than the verbs that are written like them.
  return { table, nouns: new Set(['ship', 'head', 'supply'].map(stemOf)) };
}

/** Words with their likes; most have a handful. */
const known = new LRUCache<string, ReadonlySet<string>>({ most: 5_000 });
/** Characters of a word that is kept. */
const LONGEST_KEPT = 60;

/** Stems of what a word may be said with; its own is among them. */
export function likes({ text, stem }: Pick<Word, 'text' | 'stem'>): ReadonlySet<string> {
  const key = text.toLowerCase();
  let likeIt = known.get(key);
  if (!likeIt) {
    const own = [detached(stem), ...verbsOfNoun(key).map(({ verb }) => verb)];
    likeIt = new Set([
      ...own,
      ...own.flatMap((each) => verbsLike(each).map((other) => other.stem)),
      ...measuresOf(key),
      ...(tables().table.get(stem) ?? []),
    ]);
    if (key.length <= LONGEST_KEPT) known.set(detached(key), likeIt);
  }
  return likeIt;
}

/** Of 1: the same word; less: one made from the other; less: another word for it; 0: nothing in common. */
export function likeness(one: Pick<Word, 'text' | 'stem'>, other: Pick<Word, 'text' | 'stem'>): number {
  if (one.stem === other.stem) return 1;
  if (isDerived(one.stem, other.stem)) return 0.9;
  if (tables().nouns.has(one.stem) || tables().nouns.has(other.stem)) return near(one.stem, other.stem) ? 0.8 : 0;
  return likes(one).has(other.stem) || likes(other).has(one.stem) ? 0.8 : 0;
}

const near = (one: string, other: string): boolean => tables().table.get(one)?.has(other) ?? false;

/** `paint` and `painter`; not `port` and `portrait`, whose ends are too far apart. */
function isDerived(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 3 && !/\d/.test(long) && long.startsWith(short);
}
