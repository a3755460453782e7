/** Words that say how a question is built. */
import { isFunctionWord, type Word } from '../../agents/text/words';

/** "Own" is a verb as often as an adjective: it counts. */
export const isGrammar = (word: Word): boolean => isFunctionWord(word) && word.text.toLowerCase() !== 'own';
