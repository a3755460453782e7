/**
 * Which way a property is meant: "who trained A" is not "whom did A train". Told by how the property is called ("trained",
 * "trained by", "located in", "home port"), by the voice of the question, and by which side of the property's words the
 * other one stands.
 */
import { isVerbForm, wordsOf, type Word } from '../text/words';

/** From the node to the object, from the node to the subject, or either. */
export type Direction = 'out' | 'in' | 'any';

const PREPOSITION = /^(?:in|at|on|to|for|from|of|with|into|under|as)$/;
const BE = /^(?:is|are|was|were|be|been|being)$/;
const DO = /^(?:do|does|did|has|have|had)$/;

type Style = 'passive' | 'relational' | 'active' | 'noun';

function styleOf(label: string): Style {
  const words = wordsOf(label).map(({ text }) => text.toLowerCase());
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (last === 'by') return 'passive';
  if (words.length > 1 && PREPOSITION.test(last)) return 'relational';
  if (first === 'has' || first === 'have') return words.length > 1 ? 'noun' : 'active';
  const isVerb = /(?:[^s]s|ed)$/.test(first) || isVerbForm(first);
  return isVerb && words.length <= 2 ? 'active' : 'noun';
}

/** Whether a mention stands in the passive: "was built by", "owned by", "by whom was … taught". */
function isPassive(words: readonly Word[], from: number, to: number): boolean {
  const lower = (i: number): string => words[i]?.text.toLowerCase() ?? '';
  if (lower(to) === 'by' || lower(to - 1) === 'by') return true;
  if (!/(?:ed|en|t|d|n)$/.test(lower(to - 1))) return false;
  for (let i = from - 1; i >= 0 && i >= from - 6; i--) {
    if (BE.test(lower(i))) return true;
    if (DO.test(lower(i))) return false;
  }
  return false;
}

export interface Place {
  /** Positions of the property's words in the question. */
  readonly from: number;
  readonly to: number;
  /** Position of what stands for the node that is come from. */
  readonly at: number;
}

/**
 * How to go along a property, from the node that stands at `at`.
 *
 * @param labels what the property is called, the words of the question among them
 */
export function directionOf(labels: readonly string[], words: readonly Word[], { from, to, at }: Place): Direction {
  const said = words.slice(from, to).map(({ stem }) => stem);
  const label = labels.find((each) => wordsOf(each).some(({ stem }) => said.includes(stem))) ?? labels[0] ?? '';
  const before = at < from;
  const style = styleOf(label);
  if (style === 'relational') return before ? 'out' : 'in';
  if (style === 'noun') {
    const next = words[to]?.text.toLowerCase() ?? '';
    const possessive = /^(?:of|for)$/.test(next) || /['’]s?$/.test(words[from - 1]?.text ?? '');
    return before || possessive ? 'out' : 'in';
  }
  const agent = isPassive(words, from, to) ? !before : before;
  return (style === 'active') === agent ? 'out' : 'in';
}
