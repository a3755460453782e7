/** Words that say how a question is built. */
import { isFunctionWord, type Word } from '../../language/words';

/**
 * "Own" is a verb as often as an adjective; "show", "list", "give" and "find" count but at the beginning of a question.
 */
export const isGrammar = (word: Word): boolean =>
  isFunctionWord(word) &&
  !(/^(?:own|show|list|give|find)$/i.test(word.text) && (word.start > 0 || /^own$/i.test(word.text)));

/**
 * Words of grammar that change what is asked. One that no stage has made something of leaves a question that is not
 * understood; passed over, it would be answered as if it had not been said.
 */
const DECISIVE = new Set(
  (
    'not no never without nor neither none nobody nothing most more less least fewer fewest only same or ' +
    'than before after between ' +
    'except besides every if lack lacks lacking lacked apart excluding since until'
  ).split(' '),
);
export const isDecisive = ({ text }: Word): boolean => DECISIVE.has(text.toLowerCase());

export const POSSESSIVES = new Set('his her its their'.split(' '));
export const ARTICLES = new Set('the a an this that these those'.split(' '));
/** Someone or something, whatever the ontology has. */
export const ANYTHING = new Set(
  'person people man men woman women one ones someone somebody anyone anybody something anything thing things others'.split(
    ' ',
  ),
);
/** What may be left over: it only colours a question. */
export const LIGHT = new Set(
  (
    'today now currently actually really exactly directly indirectly ever always still already just together ' +
    'altogether total overall known called ' +
    'call calls calling different following available existing particular certain various ' +
    ('directly whole entire else exist exists happen possible respectively list complete full anywhere ' +
      'somewhere everywhere ') +
    'himself herself itself themselves personally'
  ).split(' '),
);
/** Verbs that say no more than `have` beside a noun: "received a degree", "holds the office of". */
export const SUPPORTING = new Set(
  (
    'get gets got gotten getting receive receives received obtain obtains obtained earn earns earned hold ' +
    'holds held possess possesses possessed'
  ).split(' '),
);
/** What something may be called behind its name, whatever it is. */
export const KINDS_OF_NAMED = new Set(
  (
    'group company firm business house family affair incident disaster case event project team ship boat ' +
    'vessel building place area region river mountain ' +
    'organisation organization institution brand product system plant animal species'
  ).split(' '),
);
