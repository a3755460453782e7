/** Words of English text: where they stand, what they have in common with other forms of them. */
import { newStemmer } from 'snowball-stemmers';

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
    'a an the this that these those it its they them their there here he him his she her hers we us our you your i me my ' +
    'who whom whose which what when where why how ' +
    'is are was were be been being am do does did done doing has have had having can could may might must shall should will would ' +
    'of in on at by for to from with without within into onto upon about over under through between among during before after as than ' +
    'and or but nor not no if then so such also too very only own same other another each every any some all both either neither more most much many few ' +
    'please tell name give list show find know known called named there s t'
  ).split(' '),
);

/** Forms that a stemmer does not bring together. */
const NOUN_FORMS =
  'people:person men:man women:woman children:child wives:wife wolves:wolf mice:mouse geese:goose feet:foot ' +
  'teeth:tooth oxen:ox marriage:marry';
const VERB_FORMS =
  'lives:live wrote:write written:write made:make built:build kept:keep led:lead fed:feed met:meet held:hold ' +
  'told:tell sold:sell bought:buy brought:bring caught:catch taught:teach thought:think fought:fight ' +
  'sought:seek found:find founded:founding born:birth bore:bear won:win began:begin begun:begin gave:give ' +
  'given:give took:take taken:take went:go gone:go came:come became:become ran:run saw:see seen:see knew:know ' +
  'drew:draw drawn:draw grew:grow grown:grow flew:fly flown:fly threw:throw spoke:speak spoken:speak ' +
  'broke:break broken:break chose:choose chosen:choose drove:drive driven:drive rode:ride ridden:ride ' +
  'rose:rise risen:rise sang:sing sung:sing sank:sink swam:swim lay:lie laid:lay left:leave lost:lose ' +
  'meant:mean paid:pay said:say sent:send spent:spend stood:stand understood:understand wore:wear worn:wear ' +
  'hung:hang dug:dig dealt:deal died:death dies:death die:death ate:eat eaten:eat fell:fall fallen:fall ' +
  'forgot:forget got:get hid:hide hidden:hide bit:bite bitten:bite slept:sleep shot:shoot married:marry ' +
  'located:location lies:lie buried:burial :';

const pairsOf = (text: string): [string, string][] =>
  text.split(' ').map((pair) => pair.split(':') as [string, string]);
const VERBS: ReadonlyMap<string, string> = new Map(pairsOf(VERB_FORMS));
const IRREGULAR: ReadonlyMap<string, string> = new Map([...pairsOf(NOUN_FORMS), ...VERBS]);

/** Whether a word is a form of a verb that no rule makes: `built`, `kept`. */
export const isVerbForm = (word: string): boolean => VERBS.has(word);

const stemmer = newStemmer('english');
const stems = new Map<string, string>();
const MOST_STEMS = 50_000;

/** What forms of a word have in common; in lower case, without accents. */
export function stemOf(word: string): string {
  const plain = word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s?$/, '');
  let stem = stems.get(plain);
  if (stem === undefined) {
    stem = /^[a-z]+$/.test(plain) ? stemmer.stem(IRREGULAR.get(plain) ?? plain) : plain;
    if (stems.size >= MOST_STEMS) stems.clear();
    stems.set(plain, stem);
  }
  return stem;
}

/** The words of a text, in their order. Hyphens part words, apostrophes do not. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*|[\p{N}]+(?:[.,]\p{N}+)+/gu)].map((match) => ({
    text: match[0],
    stem: stemOf(match[0]),
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
