/**
 * Who somebody is, by the way in which texts say so: "the founder, Saskia Holloway", "Josephine Bligh, treasurer",
 * "built by Thorne and Daughters", "Direction: Edmund Vail". A name is told only where the text is about what the
 * question is about.
 */
import { isFunctionWord, wordsOf, type Word } from '../../language/words';
import { namesIn } from '../../language/sentences';

/** A question that asks who has a role, or who did something. */
export interface WhoAsked {
  /** Its last word, and what stands before that: `harbour`, `master`. */
  readonly role: readonly Word[];
  /** What is done; the role is then who does it. */
  readonly isVerb: boolean;
  /** Names in the question: no answers. */
  readonly names: readonly string[];
}

const ROLE =
  /^\W*who (?:is|was|are|were|became|becomes|(?:serves?|served|acts?|acted|works?|worked) as)(?: the| its| their| an?)?((?: \p{Ll}[\p{L}-]*){1,3}?) (?:of|at|in|for|to|on|aboard) (?=\S)/u;
const DEED = /^\W*who (?:first )?(\p{Ll}+) (?=\S)/u;
const AUXILIARY =
  /^(?:is|was|are|were|has|have|had|do|does|did|can|could|will|would|may|might|should|must|else|got|gets?)$/;
/** Said of those who had a role at another time. */
const OTHER_TIME = /\b(?:before|after|until|since|when|while|previous|former|next|last|then|not|never)\b/i;

/** @returns undefined of other questions */
export function whoAsked(question: string): WhoAsked | undefined {
  if (OTHER_TIME.test(question)) return undefined;
  const text = question.replace(/^\W*Who\b/, 'who');
  const names = namesIn(question);
  const role = ROLE.exec(text)?.[1];
  if (role !== undefined) {
    const words = wordsOf(role).filter((word) => !isFunctionWord(word));
    return words.length > 0 ? { role: words, isVerb: false, names } : undefined;
  }
  const deed = DEED.exec(text)?.[1];
  if (deed === undefined || AUXILIARY.test(deed)) return undefined;
  return { role: wordsOf(deed), isVerb: true, names };
}

/** Name behind a role: "the founder, Saskia Holloway", "director: Edmund Vail", "the keeper is Bram Tolley". */
const BEHIND = /^(?:[\s,:–—-]|(?:is|was|now|named|called|still|became|since|then|today)\b)*$/;
/** Name before it: "Josephine Bligh, treasurer", "Hester Sarn was its first keeper". */
const BEFORE = /^(?:[\s,(–—-]|(?:is|was|became|as|the|our|its|their|a|an|now|has been|had been|and|who)\b)*$/;
/** Between who does it and the verb. */
const DOES = /^(?:[\s,]|(?:who|has|had|have|also|first|then|later|himself|herself|once|both|now|that|which)\b)*$/;
const NEGATED = /\b(?:not|never|no|nor|neither|refused|declined|without)\b[^.]{0,20}$/i;

/** The name that a sentence tells; undefined where it tells none, or several. */
export function whoIn(sentence: string, { role, isVerb, names }: WhoAsked): string | undefined {
  const words = wordsOf(sentence);
  const candidates = namesIn(sentence)
    .filter((name) => !names.some((given) => given.includes(name) || name.includes(given)))
    .filter((name) => !isStart(sentence, name));
  if (candidates.length === 0) return undefined;
  const head = role.at(-1)!;
  const found = new Set<string>();
  for (const [i, word] of words.entries()) {
    const kind = kindOf(word, head, isVerb);
    if (!kind || NEGATED.test(sentence.slice(Math.max(0, word.start - 30), word.start))) continue;
    const modifiers = role.slice(0, -1);
    if (!modifiers.every(({ stem }) => words.slice(Math.max(0, i - 3), i).some((each) => each.stem === stem))) continue;
    const start = modifiers.length > 0 ? words[Math.max(0, i - modifiers.length)]!.start : word.start;
    for (const name of candidates) {
      for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1)) {
        const [before, behind] = [sentence.slice(at + name.length, start), sentence.slice(word.end, at)];
        const isTold =
          kind === 'role'
            ? (at > word.end && BEHIND.test(behind)) || (at < start && before.length < 30 && BEFORE.test(before))
            : (at > word.end && /^(?:\s+\p{Ll}+)?\s+by\s+(?:the\s+)?$/u.test(behind)) ||
              (kind === 'deed' && at < start && before.length < 30 && DOES.test(before)) ||
              (kind === 'noun' && at > word.end && /^\s*(?::|by)\s*$/.test(behind));
        if (isTold) found.add(name);
      }
    }
  }
  const longest = [...found].filter((name) => ![...found].some((other) => other !== name && other.includes(name)));
  return longest.length === 1 ? longest[0] : undefined;
}

/** A single word at the beginning of a sentence may be any word. */
const isStart = (sentence: string, name: string): boolean => !/\s/.test(name) && sentence.startsWith(name);

/** What a word of a sentence is to the role or the deed that is asked about. */
function kindOf(word: Word, head: Word, isVerb: boolean): 'role' | 'deed' | 'noun' | undefined {
  if (!isVerb) return word.stem === head.stem ? 'role' : undefined;
  const text = word.text.toLowerCase();
  if (isAgentOf(text, head)) return 'role';
  if (word.stem !== head.stem) return undefined;
  return /(?:ion|ment|ing)$/.test(text) ? 'noun' : 'deed';
}

/** `founder` of `founded`. */
const isAgentOf = (text: string, { stem }: Word): boolean =>
  stem.length >= 4 && new RegExp(`^${stem}(?:er|or|r)$`).test(text.replace(/s$/, ''));
