/**
 * Earlier turns of a conversation: the nodes that pronouns stand for, and the question that a bare name continues. Also
 * halves of one question, each completed by the other.
 */
import type { Node, Nodes } from '../knowledge/nodes';
import type { Language } from '../language/language';
import type { Word } from '../language/words';
import type { Linker, Turn } from '../types';
import { foldWord } from '../links/fold';
import { spansOf, type Asked, type NamedSpan } from './asked';
import type { Names } from './names';
import { Exchanges } from './exchanges';
import { candidatesOf, distinct, NOBODY, refersBack, type Mentioned } from './pronouns';

/** Maximum turns that are searched for nodes: questions and answers. */
const MAX_TURNS = 12;

interface Conversation {
  readonly history: readonly Turn[];
  readonly linker: Linker;
  readonly nodes: Nodes;
  readonly signal: AbortSignal;
}

/** Sorts nodes by the pronouns that stand for them. */
export function mentioned(named: readonly Node[], { schema }: Names): Mentioned {
  const all = distinct(named);
  const isPerson = ({ types }: Node): boolean => types.some((type) => schema.isPeople(type));
  const [people, things] = [all.filter(isPerson), all.filter((node) => !isPerson(node))];
  const only = people.length === 1 ? people : [];
  return {
    someone: people.length > 0 ? [people] : [],
    she: only,
    he: only,
    something: things.length > 0 ? [things] : [],
    several: [people, things].filter((each) => each.length > 1),
    last: all,
  };
}

/**
 * Returns the nodes that the pronouns of a question stand for after some turns; an answer is nearer than its question.
 * Nothing is searched for a question that refers to none.
 */
export async function mentionedBefore(
  words: readonly Word[],
  { history, linker, nodes, signal }: Conversation,
  names: Names,
): Promise<Mentioned> {
  const lower = words.map(({ text }) => text.toLowerCase());
  if (history.length === 0 || !refersBack(lower, names.language)) return NOBODY;
  const turns: (Mentioned & Turn)[] = [];
  for (const { role, text } of history.slice(-MAX_TURNS).reverse()) {
    const written = foldWord(text);
    // Not what has a date or a number of the text.
    const isCalled = ({ labels }: Node): boolean => labels.some((label) => written.includes(foldWord(label)));
    // "Is it longer than the Polaris?": about what it is, not about the Polaris.
    const isCompared = ({ start }: NamedSpan): boolean => {
      const before = names.language.words(text.slice(0, start)).map((word) => word.text.toLowerCase());
      const last = before.findLast((word) => !names.language.is('articles', word)) ?? '';
      return names.language.data.degrees.than.includes(last);
    };
    const spans = (await spansOf(text, linker, nodes, signal)).filter((span) => !isCompared(span));
    const named = spans.flatMap((span) => span.nodes).filter(isCalled);
    turns.push({ ...mentioned(named, names), role, text });
  }
  const answer = turns.findIndex(({ role, last }) => role === 'assistant' && last.length > 0);
  const pair = answer < 0 ? [] : turns.slice(answer, answer + 2);
  // An answer of one name separates `they` from earlier lists.
  const end = turns.findIndex(({ role, last }) => role === 'assistant' && last.length === 1);
  const exchanges = await Exchanges.of(
    turns.map(({ role, text, someone }) => ({ role, text, people: someone.flat() })).reverse(),
    { language: names.language, vocabulary: names.schema.vocabulary, nodes },
  );
  return {
    someone: turns.flatMap((turn) => turn.someone),
    she: exchanges.meantBy('she'),
    he: exchanges.meantBy('he'),
    something: turns.flatMap((turn) => turn.something),
    several: turns.slice(0, end < 0 ? turns.length : end).flatMap((turn) => turn.several),
    last: pair.flatMap((turn) => turn.last),
  };
}

/**
 * Reads a bare name as the last question of the conversation, asked of that name: "And Tally?" after "Is Quarry open
 * source?".
 *
 * @returns undefined if the words are more than a name; `none` if no question has a place for the name
 */
export async function continued(
  words: readonly Word[],
  named: readonly NamedSpan[],
  context: Conversation,
  names: Names,
): Promise<Asked | 'none' | undefined> {
  const { history, linker, nodes, signal } = context;
  const { language } = names;
  const span = bareName(words, named, language);
  if (!span) return undefined;
  for (let at = history.length - 1; at >= 0; at--) {
    const { role, text: question } = history[at]!;
    if (role !== 'user') continue;
    const before = await spansOf(question, linker, nodes, signal);
    const asked = language.words(question);
    if (bareName(asked, before, language)) continue;
    const pronouns = await mentionedBefore(asked, { ...context, history: history.slice(0, at) }, names);
    const common = { question, words: asked, names, nodes };
    const place = placeOf(span, before);
    if (place) {
      const { start, end } = place;
      const replaced = before.map((each) => (each === place ? { start, end, nodes: span.nodes } : each));
      return { ...common, pronouns, named: replaced };
    }
    const hasPronoun = asked.some(({ text }) => isPronoun(text.toLowerCase(), language));
    if (!hasPronoun || before.length > 0 || language.parts(question).length > 1) return 'none';
    const earlier = candidatesOf([...pronouns.someone, ...pronouns.something]).slice(0, 1);
    if (!placeOf(span, [{ start: 0, end: 0, nodes: earlier }])) return 'none';
    return { ...common, named: before, pronouns: mentioned(span.nodes, names) };
  }
  return 'none';
}

/**
 * Completes a part of a question by another one: "Who treated Rex, and when?" by what was done, "who sold it to Ada, and
 * what was the price?" by the name.
 *
 * @param kind words for all that the other one is about: "which is the oldest" welder
 */
export async function completed(
  part: string,
  other: string,
  language: Language,
  { linker, nodes, signal }: Omit<Conversation, 'history'>,
  kind?: string,
): Promise<Pick<Asked, 'question' | 'words' | 'named'> | undefined> {
  const [own, words] = [language.words(part), language.words(other)];
  const isAsking = ({ text }: Word): boolean =>
    language.askingAt([text.toLowerCase()], 0) !== undefined || language.is('prepositions', text.toLowerCase());
  const spans = await spansOf(other, linker, nodes, signal);
  const from = words.findIndex((word) => !isAsking(word));
  const rest = from < 0 ? undefined : other.slice(words[from]!.start);
  const name = kind ?? (spans.length === 1 ? other.slice(spans[0]!.start, spans[0]!.end) : undefined);
  // "Who reviewed it, and in which paper?": in which it was reviewed.
  const lower = own.map(({ text }) => text.toLowerCase());
  const isNoun = language.is('prepositions', lower[0]!) && language.askingAt(lower, 1)?.length === own.length - 2;
  const isDone = isNoun && language.tag === 'en' && from >= 0 && language.isParticiple(words[from]!.text);
  const more = isDone ? `was ${rest}` : own.every(isAsking) ? rest : name;
  if (more === undefined || (spans.length === 0 && kind === undefined)) return undefined;
  // "How many are in stock?": of what is named.
  const counted = language.askingAt(lower, 0);
  const isCount = counted?.asking.wants === 'count' && language.is('be', lower[counted.length] ?? '');
  const end = isCount ? own[counted.length - 1]!.end : own.at(-1)?.end;
  const question = `${part.slice(0, end)} ${more}${isCount ? part.slice(end) : ''}`;
  return { question, words: language.words(question), named: await spansOf(question, linker, nodes, signal) };
}

const isPronoun = (word: string, language: Language): boolean => language.isAny(word, 'someone', 'something');

/** The name that is all there is behind `and` or `what about`. */
function bareName(words: readonly Word[], named: readonly NamedSpan[], language: Language): NamedSpan | undefined {
  const lower = words.map(({ text }) => text.toLowerCase());
  const from = language.phraseAt('continuing', lower, 0);
  const [span, ...others] = named;
  if (from === 0 || !span || span.nodes.length === 0 || others.length > 0) return undefined;
  const isIn = ({ start, end }: Word): boolean => span.start <= start && end <= span.end;
  return words.slice(from).every((word) => isIn(word) || language.isGrammar(word)) ? span : undefined;
}

/** The name of the same kind: the only one that shares most classes. */
function placeOf({ nodes }: NamedSpan, named: readonly NamedSpan[]): NamedSpan | undefined {
  const types = new Set(nodes.flatMap((node) => node.types));
  const shared = named.map(
    (each) => new Set(each.nodes.flatMap((node) => node.types.filter((type) => types.has(type)))).size,
  );
  const most = Math.max(0, ...shared);
  return most > 0 && shared.filter((size) => size === most).length === 1 ? named[shared.indexOf(most)] : undefined;
}
