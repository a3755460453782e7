/** Words that say how a question is built. */
import { isFunctionWord, type Word } from '../../language/words';

/** "Own" is a verb as often as an adjective; "show", "list", "give" and "find" count but at the beginning of a question. */
export const isGrammar = (word: Word): boolean =>
  isFunctionWord(word) &&
  !(/^(?:own|show|list|give|find)$/i.test(word.text) && (word.start > 0 || /^own$/i.test(word.text)));

/**
 * Words of grammar that change what is asked. One that no stage has made something of leaves a question that is not
 * understood; passed over, it would be answered as if it had not been said.
 */
const DECISIVE = new Set(
  (
    'not no never without nor neither none nobody nothing most more less least fewer fewest only same or than before after between ' +
    'except besides every if lack lacks lacking lacked apart excluding since until'
  ).split(' '),
);
export const isDecisive = ({ text }: Word): boolean => DECISIVE.has(text.toLowerCase());
