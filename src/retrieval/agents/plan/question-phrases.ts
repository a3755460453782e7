/**
 * Noun phrases of a question: what a thing is called ("the brig Magpie"), and what is said of it instead of its name
 * ("the captain of the ship that carried the bells", "Otto's teacher"). A grammar of a few lines, not of English.
 */
import { isFunctionWord, isVerbForm, type Word } from '../../language/words';

/** A word of the question; names are one token. */
export interface Token extends Word {
  /** A name as it is written, without an article. */
  readonly name?: string;
  /** Whether `'s` ends it. */
  readonly isPossessive: boolean;
}

/** Something described. */
export interface Description {
  /** What it is: `captain`, `home port`. */
  readonly head: readonly Token[];
  /** What is said of it. */
  readonly said: readonly Token[];
  readonly names: readonly string[];
  /** Something described by which it is described. */
  readonly inner: Description | undefined;
  /** `of`: the head says the relation ("captain of"); `clause`: the words behind it do ("ship that she commands"). */
  readonly by: 'of' | 'clause';
  /** Whether it does what is said of it, or has it done to it; undefined where that is not clear. */
  readonly role: 'agent' | 'patient' | undefined;
}

/** A phrase, from where it begins to where it ends. */
interface Phrase {
  readonly end: number;
  readonly name?: string;
  readonly head: readonly Token[];
  readonly description?: Description;
}

const DETERMINER = /^(?:the|a|an|this|that|these|those|his|her|its|their|some|any)$/;
const RELATIVE = /^(?:that|which|who|whom|whose|where)$/;
const PREPOSITION =
  /^(?:in|on|at|from|with|under|near|by|for|to|behind|above|below|beside|into|through|over|off|of|about|against)$/;
const AUXILIARY = /^(?:is|are|was|were|be|been|has|have|had|does|do|did|can|could|will|would|may|might|must|should)$/;
const BE = /^(?:is|are|was|were|been|be)$/;
/** Phrases within phrases. */
const DEPTH = 4;

export const lower = (token: Token | undefined): string => (token?.name ? '' : (token?.text.toLowerCase() ?? ''));
const isContent = (token: Token | undefined): token is Token =>
  token !== undefined && token.name === undefined && !isFunctionWord(token);
/** Whether a word is a verb by its form: `built`, `commanded`. */
export const isPast = (token: Token | undefined): boolean =>
  token !== undefined && !token.name && (/[^e]ed$/.test(token.text) || isVerbForm(token.text.toLowerCase()));

export const isDeterminer = (token: Token | undefined): boolean => DETERMINER.test(lower(token));
export const isAuxiliary = (token: Token | undefined): boolean => AUXILIARY.test(lower(token));

/**
 * The phrase that begins at a token, as far as it goes.
 *
 * @param limit where the question's own verb stands, which is no part of a phrase
 */
export function phraseAt(
  tokens: readonly Token[],
  start: number,
  limit = tokens.length,
  depth = 0,
): Phrase | undefined {
  if (depth > DEPTH) return undefined;
  let i = start;
  while (i < limit && isDeterminer(tokens[i])) i++;
  const head: Token[] = [];
  const first = tokens[i];
  let phrase: Phrase;
  if (i < limit && first?.name !== undefined) {
    phrase = { end: i + 1, name: first.name, head: [] };
  } else {
    while (i < limit && isContent(tokens[i])) {
      head.push(tokens[i++]!);
      if (head.at(-1)!.isPossessive) break;
    }
    if (head.length === 0) return undefined;
    phrase = { end: i, head };
    const next = tokens[i];
    if (i < limit && next?.name !== undefined && !head.at(-1)!.isPossessive) {
      const verb = tokens[i + 1];
      // "the ship Otto commands" is not "the ship Otto".
      if (i + 1 < limit && isContent(verb) && !next.isPossessive) {
        const role = 'patient';
        const description: Description = {
          head,
          said: [verb],
          names: [next.name],
          inner: undefined,
          by: 'clause',
          role,
        };
        phrase = { end: i + 2, head, description };
      } else phrase = { end: i + 1, name: next.name, head };
    }
  }
  for (;;) {
    const longer = further(tokens, phrase, limit, depth);
    if (!longer) return phrase;
    phrase = longer;
  }
}

function further(tokens: readonly Token[], phrase: Phrase, limit: number, depth: number): Phrase | undefined {
  const { end, head } = phrase;
  if (end >= limit) return undefined;
  if (tokens[end - 1]!.isPossessive) return possessed(tokens, phrase, limit);
  // What has a name is called by it: what is said besides belongs to somebody else.
  if (phrase.name !== undefined) return undefined;
  const word = lower(tokens[end]);
  if (word === 'of' && !phrase.description) {
    const of = phraseAt(tokens, end + 1, limit, depth + 1);
    if (!of || (of.name === undefined && !of.description && of.head.length === 0)) return undefined;
    return { end: of.end, head, description: describe(head, [], of, 'of', undefined) };
  }
  const last = head.at(-1);
  if (word !== 'of' && PREPOSITION.test(word) && !RELATIVE.test(lower(tokens[end + 1])) && !phrase.description) {
    // "the ship commanded by Otto"
    const isParticiple = head.length > 1 && isPast(last);
    // "guides ships into Ostby", "a danger to the tree that …": where it goes is said of what is done, not of the
    // thing.
    if (!isParticiple && depth > 0) return undefined;
    const of = phraseAt(tokens, end + 1, limit, depth + 1);
    if (!of || (!isParticiple && of.description)) return undefined;
    const said = isParticiple ? [last!] : [];
    const role = isParticiple && word === 'by' ? 'patient' : undefined;
    const own = isParticiple ? head.slice(0, -1) : head;
    return { end: of.end, head: own, description: describe(own, said, of, 'clause', role) };
  }
  const at = RELATIVE.test(word)
    ? end + 1
    : PREPOSITION.test(word) && RELATIVE.test(lower(tokens[end + 1]))
      ? end + 2
      : 0;
  return at > 0 && at < limit ? clause(tokens, phrase, at, limit, depth) : undefined;
}

function possessed(tokens: readonly Token[], whose: Phrase, limit: number): Phrase | undefined {
  const head: Token[] = [];
  let i = whose.end;
  while (i < limit && isContent(tokens[i])) head.push(tokens[i++]!);
  return head.length === 0 ? undefined : { end: i, head, description: describe(head, [], whose, 'of', undefined) };
}

/** `that built the Heron`, `which Otto commands`. */
function clause(
  tokens: readonly Token[],
  phrase: Phrase,
  at: number,
  limit: number,
  depth: number,
): Phrase | undefined {
  const { head } = phrase;
  const said: Token[] = [];
  const names: string[] = [];
  let inner: Description | undefined;
  let i = at;
  let role: Description['role'];
  const take = (): boolean => {
    const part = phraseAt(tokens, i, limit, depth + 1);
    if (!part) return false;
    i = part.end;
    if (part.name !== undefined) names.push(part.name);
    else if (part.description && (part.description.names.length > 0 || part.description.inner) && !inner)
      inner = part.description;
    else if (part.description) said.push(...wordsOfDescription(part.description));
    else said.push(...part.head);
    return true;
  };
  const startsWithSubject = isDeterminer(tokens[i]) || tokens[i]?.name !== undefined;
  if (startsWithSubject) {
    role = 'patient';
    if (!take()) return undefined;
    while (i < limit && isAuxiliary(tokens[i])) i++;
    if (i < limit && isContent(tokens[i])) said.push(tokens[i++]!);
  } else {
    const isPassive = BE.test(lower(tokens[i])) && isPast(tokens[i + 1]);
    while (i < limit && isAuxiliary(tokens[i])) i++;
    if (i < limit && isContent(tokens[i])) said.push(tokens[i++]!);
    role = isPassive ? 'patient' : 'agent';
  }
  while (i < limit) {
    const word = lower(tokens[i]);
    if (PREPOSITION.test(word) || word === 'and' || word === 'as') i++;
    else if (isDeterminer(tokens[i]) || tokens[i]!.name !== undefined || isContent(tokens[i])) {
      if (!take()) break;
    } else break;
  }
  if (said.length === 0 && names.length === 0) return undefined;
  const before = phrase.description;
  const description: Description = {
    head,
    said: [...(before?.said ?? []), ...said],
    names: [...(before?.names ?? []), ...names],
    inner: inner ?? before?.inner,
    by: before?.by ?? 'clause',
    role,
  };
  return { end: i, head, description };
}

const wordsOfDescription = ({ head, said, inner }: Description): Token[] => [
  ...head,
  ...said,
  ...(inner ? wordsOfDescription(inner) : []),
];

function describe(
  head: readonly Token[],
  said: readonly Token[],
  of: Phrase,
  by: Description['by'],
  role: Description['role'],
): Description {
  const isNamed = of.name !== undefined;
  const inner = !isNamed && of.description && reaches(of.description) ? of.description : undefined;
  const words = isNamed || inner ? [] : of.description ? wordsOfDescription(of.description) : of.head;
  return { head, said: [...said, ...words], names: isNamed ? [of.name] : [], inner, by, role };
}

/** Whether it can be looked up by itself: it has a name somewhere, or a clause says enough of it. */
export const reaches = ({ names, inner, said, by }: Description): boolean =>
  names.length > 0 || (by === 'clause' && said.length > 0) || (inner !== undefined && reaches(inner));
