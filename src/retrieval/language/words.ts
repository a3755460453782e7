/** Words of English text: where they stand, what they have in common with other forms of them. */
import { newStemmer } from 'snowball-stemmers';
import { detached } from '../../util/text';

export interface Word {
  /** As it is written. */
  readonly text: string;
  /** What forms of one word share. */
  readonly stem: string;
  /** In the text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Words that say how a sentence is built, not what it is about. */
const FUNCTION_WORDS = new Set(
  (
    'a an the this that these those it its they them their there here he him his she her hers we us our you ' +
    'your i me my ' +
    'who whom whose which what when where why how ' +
    ('is are was were be been being am do does did done doing has have had having can could may might must ' +
      'shall should will would ') +
    ('of in on at by for to from with without within into onto upon about over under through between among ' +
      'during before after as than ') +
    ('and or but nor not no if then so such also too very only own same other another each every any some all ' +
      'both either neither more most much many few ') +
    'please tell name give list show find know known called named there s t'
  ).split(' '),
);

/** Forms that a stemmer does not bring together. */
const NOUN_FORMS =
  'people:person men:man women:woman children:child wives:wife wolves:wolf mice:mouse geese:goose feet:foot ' +
  ('teeth:tooth oxen:ox marriage:marry fungi:fungus bacteria:bacterium larvae:larva nuclei:nucleus ' +
    'cacti:cactus alumni:alumnus ') +
  ('phenomena:phenomenon criteria:criterion analyses:analysis theses:thesis crises:crisis bases:base ' +
    'axes:axis indices:index ') +
  ('vertices:vertex appendices:appendix matrices:matrix nebulae:nebula supernovae:supernova antennae:antenna ' +
    'formulae:formula ') +
  ('spectra:spectrum stimuli:stimulus radii:radius strata:stratum curricula:curriculum memoranda:memorandum ' +
    'media:medium ') +
  'leaves:leaf thieves:thief halves:half knives:knife loaves:loaf shelves:shelf calves:calf lice:louse dice:die';
const VERB_FORMS =
  'arose:arise arisen:arise awoke:awake awoken:awake became:become began:begin begun:begin ' +
  'bent:bend bit:bite bitten:bite bled:bleed blew:blow blown:blow broke:break broken:break ' +
  ('bred:breed brought:bring built:build burnt:burn bore:bear born:born bought:buy caught:catch chose:choose ' +
    'chosen:choose ') +
  'clung:cling came:come crept:creep dealt:deal dug:dig drew:draw drawn:draw dreamt:dream drank:drink ' +
  'drunk:drink drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall fed:feed felt:feel ' +
  'fought:fight found:find fled:flee flew:fly flown:fly forbade:forbid forbidden:forbid forgot:forget ' +
  'forgotten:forget forgave:forgive forgiven:forgive froze:freeze frozen:freeze got:get gotten:get gave:give ' +
  'given:give went:go gone:go grew:grow grown:grow hung:hang heard:hear hid:hide hidden:hide ' +
  'held:hold kept:keep knelt:kneel knew:know known:know laid:lay led:lead leant:lean leapt:leap learnt:learn ' +
  'left:leave lent:lend lay:lie lain:lie lost:lose made:make meant:mean met:meet mistook:mistake ' +
  'mistaken:mistake paid:pay rode:ride ridden:ride rang:ring rung:ring rose:rise risen:rise ran:run said:say ' +
  'saw:see seen:see sought:seek sold:sell sent:send sewn:sew shook:shake shaken:shake shone:shine shot:shoot ' +
  'shown:show shrank:shrink shrunk:shrink sang:sing sung:sing sank:sink sunk:sink sat:sit slept:sleep ' +
  'slid:slide sown:sow spoke:speak spoken:speak spent:spend spun:spin sprang:spring sprung:spring ' +
  'stood:stand stole:steal stolen:steal stuck:stick stung:sting strode:stride struck:strike stricken:strike ' +
  'swore:swear sworn:swear swept:sweep swam:swim swum:swim swung:swing took:take taken:take taught:teach ' +
  'tore:tear torn:tear told:tell thought:think threw:throw thrown:throw trod:tread trodden:tread ' +
  'understood:understand undertook:undertake undertaken:undertake woke:wake woken:wake wore:wear worn:wear ' +
  'wove:weave woven:weave wept:weep won:win withdrew:withdraw withdrawn:withdraw wrote:write ' +
  'written:write lives:live founding:found birth:born death:die dies:die died:die dying:die married:marry ' +
  'tied:tie lying:lie lies:lie ' +
  'located:location buried:burial';

const pairsOf = (text: string): [string, string][] =>
  text.split(' ').map((pair) => pair.split(':') as [string, string]);
const VERBS: ReadonlyMap<string, string> = new Map(pairsOf(VERB_FORMS));
const IRREGULAR: ReadonlyMap<string, string> = new Map([...pairsOf(NOUN_FORMS), ...VERBS]);

/** Whether a word is a form of a verb that no rule makes: `built`, `kept`. */
export const isVerbForm = (word: string): boolean => VERBS.has(word);

/** "Craftsmen", "fishermen": nouns of what people do; not `specimen`. */
const singularOfMen = (word: string): string =>
  word.replace(/^([a-z]{2,}(?:s|r|y|k|d|w|ia|ce|ne|ate|ade))men$/, '$1man');

const stemmer = newStemmer('english');
const stems = new Map<string, string>();
const MOST_STEMS = 20_000;
/** Characters of a word that is kept. */
const MOST_KEPT = 60;

/** What forms of a word have in common; in lower case, without accents. */
export function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    const plain = word
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/['’]s?$/, '');
    stem = /^[a-z]+$/.test(plain) ? stemmer.stem(IRREGULAR.get(plain) ?? singularOfMen(plain)) : plain;
    if (stems.size >= MOST_STEMS) stems.clear();
    if (word.length <= MOST_KEPT) stems.set(detached(word), detached(stem));
  }
  return stem;
}

/**
 * The words of a text, in their order. Hyphens part words, apostrophes do not.
 *
 * @param stem stemmer of the text's language
 */
export function wordsOf(text: string, stem = stemOf): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)].map((match) => ({
    text: match[0],
    stem: stem(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export const isFunctionWord = (word: Word): boolean => FUNCTION_WORDS.has(word.text.toLowerCase());

/** Stems of the words that a text is about. */
export function contentStems(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !isFunctionWord(word))
      .map(({ stem }) => stem),
  );
}

/** A name in camel case or with underscores as words: `hangsIn` as `hangs in`. */
export const spaced = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim();
