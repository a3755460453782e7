/** Reader of questions: a question becomes readings, checked against the ontology, if every word has a meaning. */
import type { InForce } from '../../materialize';
import type { Nodes } from '../knowledge/nodes';
import { languagesOf, type Language } from '../language/language';
import type { Step } from '../trail';
import type { Corpus, Graph, Linker, Turn } from '../types';
import type { Solution } from './answer';
import { assemble } from './assemble';
import { within } from './containment';
import { defined } from './define';
import type { Containment } from './implied';
import { kindsCompared } from './kinds';
import { Names } from './names';
import { paraphrased, wordsRead } from './paraphrase';
import type { Asked, Mentioned, NamedSpan } from './asked';
import { parse, type Parsed } from './parse';
import { solve } from './solve';
import { corrected } from './spelling';
import {
  anchorsOf,
  askedClasses,
  isOfClasses,
  isTold,
  namesOf,
  type Answered,
  type Understanding,
} from './understanding';
import { LIMIT } from './weights';

/** Maximum parts of a question. */
const MAX_PARTS = 3;
/** Earlier turns to which a pronoun may refer: a question and its answer. */
const TURNS = 2;
/** Readings that cost so much more than the best are no readings of the question. */
const MARGIN = 1;
const NOBODY_MENTIONED: Mentioned = { someone: [], something: [] };

interface ReaderContext {
  readonly ontology: InForce;
  readonly graph: Graph;
  readonly nodes: Nodes;
  readonly linker: Linker;
  /** Tells words from misspelt ones; without it nothing is corrected. */
  readonly corpus?: Corpus;
  /** Tag of the language that is assumed if a question does not tell. */
  readonly language: string;
  readonly history: readonly Turn[];
  readonly signal: AbortSignal;
  readonly step: (step: Step) => void;
}

export { anchorsOf, askedClasses, isOfClasses, LIMIT, namesOf, type Answered, type Solution, type Understanding };

/**
 * Answers a question of which every word has a meaning, and on whose answer all likely readings agree. The answers of
 * two questions in one stand side by side.
 */
export async function answerQuestion(question: string, context: ReaderContext): Promise<Answered> {
  let first: Answered | undefined;
  for (const language of languagesOf(question, context.language)) {
    const answered = await answerIn(language, question, context);
    if (answered.solution && answered.solution.answer !== null) return answered;
    const isBetter = (answered.solution && !first?.solution) || (answered.understood && !first?.understood);
    if (!first || isBetter) first = answered;
  }
  return first!;
}

async function answerIn(language: Language, question: string, context: ReaderContext): Promise<Answered> {
  const parts = language.parts(question);
  const names = Names.of(context.ontology, language);
  if (parts.length > MAX_PARTS) return { mayBeTold: false };
  let mentioned = NOBODY_MENTIONED;
  if (language.hasPronoun(parts[0]!)) {
    const earlier = context.history.slice(-TURNS).map(({ text }) => text);
    mentioned = await mentionedIn(await spansOf(earlier.join('\n'), context), [], names, context);
  }
  const answers: Answered[] = [];
  for (const part of parts) {
    const named = await spansOf(part, context);
    const answered = await read(part, named, mentioned, names, context);
    answers.push(answered);
    // "Where does it stand, and what did it cost?": not the place.
    const isPlace = answered.understood?.question.form.isWhere === true;
    if (part === parts.at(-1)) break;
    mentioned = await mentionedIn(named, isPlace ? [] : (answered.solution?.uids ?? []), names, context);
  }
  if (parts.length === 1) return answers[0]!;
  const found = answers.flatMap(({ solution }) => (solution ? [solution] : []));
  const [understood] = answers.flatMap((each) => (each.solution ? (each.understood ?? []) : []));
  if (found.length === 0 || !understood) return { mayBeTold: false };
  const texts = answers.map(
    ({ solution }, i) => solution?.answer ?? `${language.data.unanswered}: ${withoutEnd(parts[i]!)}`,
  );
  const missing = found.length < parts.length ? LIMIT.certain : 0;
  const all = together(found);
  const solution: Solution = {
    ...all,
    answer: texts.join('; '),
    cost: all.cost + missing,
    ...(found.some((each) => each.isClosed) && { isClosed: true as const }),
  };
  return { understood, solution, mayBeTold: false };
}

/** A question without its last mark. */
const withoutEnd = (text: string): string =>
  text
    .trimEnd()
    .replace(/[?!.]$/, '')
    .trimEnd();

async function read(
  question: string,
  named: readonly NamedSpan[],
  pronouns: Mentioned,
  names: Names,
  context: ReaderContext,
): Promise<Answered> {
  const { nodes } = context;
  const { language } = names;
  const words = language.words(question);
  const definition = defined(words, names);
  if (definition) return { solution: definition, mayBeTold: false };
  const asked: Asked = { question, words, named, pronouns, names, nodes };
  const parsed = await parsedWith(asked, context);
  const isOpen = hasOpenPronoun(question, named, pronouns, language);
  if (!parsed) return { mayBeTold: !isOpen };
  return readParsed(parsed, named, isOpen, names, context);
}

/** Union of the names and statements of several solutions. */
const together = (solutions: readonly Solution[]): Omit<Solution, 'answer'> & { readonly cost: number } => ({
  names: [...new Set(solutions.flatMap(({ names }) => names))],
  statements: solutions.flatMap(({ statements }) => statements),
  reading: solutions.map(({ reading }) => reading).join(' | '),
  cost: Math.max(...solutions.map(({ cost = 0 }) => cost)),
});

async function readParsed(
  parsed: Parsed,
  named: readonly NamedSpan[],
  isOpen: boolean,
  names: Names,
  context: ReaderContext,
): Promise<Answered> {
  const { language, schema } = names;
  const { form, unknownAt, isUndecided } = parsed;
  const isRead = unknownAt.length === 0 && !isUndecided;
  const containment = isRead ? await containmentOf(named, names.containments, context) : undefined;
  const { question: own, isNature } = natureAsked(parsed, language);
  const { readings, rejections } = containment ? assemble(own, names, containment) : { readings: [], rejections: [] };
  const best = readings[0];
  const near = readings.filter(({ cost }) => cost <= Math.min(best!.cost + LIMIT.tie, LIMIT.reading));
  const understood: Understanding = {
    question: own,
    schema,
    isNature,
    readings: near.slice(0, LIMIT.readings),
    rejections,
  };
  const mayBeTold = !isOpen && isTold(understood, language);
  if (!isRead || (form.wants === 'verdict' && form.negators.size > 0)) return { understood, mayBeTold };
  const kinds = kindsAsked(own, names);
  if (kinds) return { understood, ...(kinds !== 'open' && { solution: kinds }), mayBeTold: false };
  const impossible = rejections.find(({ by }) => by === 'disjointness');
  const isOnly = impossible && impossible.cost < LIMIT.reading && (!best || impossible.cost + MARGIN < best.cost);
  if (isOnly) {
    // One impossible reading does not rule out all members.
    if (form.universal !== undefined) return { understood, mayBeTold };
    // "When did the stage open" of what only productions do in the ontology: a text may have it all the same.
    if (form.wants === 'time' || form.wants === 'number') return { understood, mayBeTold };
    const told = { names: [], statements: [], reading: impossible.reading, cost: impossible.cost };
    const { no } = language.data.sayings;
    // Subject and object of a verb may have other classes in the question than in the ontology.
    if (form.wants === 'verdict' && impossible.isOfFacts) return { understood, mayBeTold: false };
    if (form.wants === 'verdict')
      return {
        understood,
        solution: { ...told, answer: language.tag === 'en' ? `${no}: ${impossible.reason}.` : `${no}.` },
        mayBeTold: false,
      };
    return impossible.cost > LIMIT.certain
      ? { understood, mayBeTold }
      : { understood, solution: { ...told, answer: null }, mayBeTold: false };
  }
  const solution = await agreed(understood, context);
  return { understood, solution, mayBeTold };
}

/** Reads words; of those without a meaning, what definitions say, or what they may be misspelt for. */
async function parsedWith(asked: Asked, context: ReaderContext): Promise<Parsed | undefined> {
  const { names } = asked;
  const parsed = await parse(asked);
  if (!parsed || parsed.unknownAt.length === 0) return parsed;
  const explained = await byDefinitions(asked, parsed);
  if (explained) return explained;
  const { corpus, signal } = context;
  const better = corpus && (await corrected(asked.words, parsed.unknownAt, names, corpus, signal));
  const again = better && (await parse({ ...asked, words: better.words }));
  return again && again.unknownAt.length < parsed.unknownAt.length ? { ...again, corrected: better.read } : parsed;
}

async function byDefinitions(asked: Asked, parsed: Parsed): Promise<Parsed | undefined> {
  if (asked.names.language.tag !== 'en') return undefined;
  const paraphrases = paraphrased(parsed, asked.names);
  const again = paraphrases.length > 0 ? await parse(asked, paraphrases) : undefined;
  return again?.unknownAt.length === 0 ? { ...again, explained: wordsRead(paraphrases, again) } : undefined;
}

/** "Who is Hal Drummond?": the question as one for the kind of what it names. */
function natureAsked(parsed: Parsed, language: Language): { readonly question: Parsed; readonly isNature: boolean } {
  const { form, chunks, superlative } = parsed;
  const [asked, named, ...others] = chunks;
  const isPlain = form.wants === 'node' && !form.isWhere && form.fronted === undefined && !superlative;
  const isAsked = asked?.meanings[0]?.kind === 'asked' && named?.meanings[0]?.kind === 'nodes';
  if (!isPlain || !isAsked || others.length > 0 || named.to < form.words.length)
    return { question: parsed, isNature: false };
  const between = form.lower.slice(asked.to, named.from);
  const isBe = between.every((word) => language.is('be', word) || language.is('articles', word));
  if (!isBe) return { question: parsed, isNature: false };
  return {
    question: { ...parsed, form: { ...form, wants: 'kind', asking: undefined }, chunks: [named] },
    isNature: true,
  };
}

/**
 * "Are cats dogs?", "Is every terrier a dog?": of classes alone, if the ontology decides; `open` if it does not, and no
 * word tells if one or all of the members are meant.
 */
function kindsAsked({ form, chunks, sayings }: Parsed, { schema, language }: Names): Solution | 'open' | undefined {
  const [one, other, ...more] = chunks.map(({ meanings }) => meanings[0]!);
  if (form.wants !== 'verdict' || more.length > 0 || one?.kind !== 'class' || other?.kind !== 'class') return undefined;
  if (one.or || other.or || chunks.some(({ isNegated }) => isNegated)) return undefined;
  const between = form.lower.slice(chunks[0]!.to, chunks[1]!.from);
  if (between.some((word) => language.is('having', word))) return undefined;
  const decided = kindsCompared(one.name, other.name, schema, sayings);
  const reading = `${schema.label(one.name)} and ${schema.label(other.name)}`;
  if (decided) return { answer: decided.text, names: [], statements: [], reading };
  const isSome = form.lower.some((word) => word === 'any' || word === 'there' || word === 'some');
  return form.universal === undefined && !isSome ? 'open' : undefined;
}

/** Returns the answer on which all readings agree. */
async function agreed(understood: Understanding, context: ReaderContext): Promise<Solution | undefined> {
  const { question, readings, schema } = understood;
  let found: Solution | undefined;
  for (const reading of readings) {
    if (reading.isWider && found) continue;
    const solution = await solve(question, reading, { ...context, schema });
    if (!solution) continue;
    if (found && found.answer !== solution.answer) return undefined;
    // Of a property and its inverse, the one that is stated.
    if (!found || inferredIn(solution) < inferredIn(found)) found = solution;
  }
  return found;
}

const inferredIn = ({ statements }: Solution): number =>
  statements.filter(({ status }) => status === 'inferred').length;

/** True if a pronoun of a person has nobody to whom it may refer. */
function hasOpenPronoun(
  question: string,
  named: readonly NamedSpan[],
  { someone }: Mentioned,
  language: Language,
): boolean {
  const at = language.personAt(question);
  return at !== undefined && someone.length === 0 && !named.some(({ end }) => end <= at);
}

/** Names of nodes in a text: the longest ones, an article aside. */
async function spansOf(text: string, { linker, nodes, signal }: ReaderContext): Promise<NamedSpan[]> {
  const without = text.replace(/\b(?:the|a|an)\b/gi, (article) => '·'.repeat(article.length));
  const all = [...(await linker.mentions(text, signal)), ...(await linker.mentions(without, signal))];
  const length = (mention: { readonly text: string }): number =>
    mention.text.replace(/\b(?:the|a|an)\b|·/gi, '').trim().length;
  const out: (typeof all)[number][] = [];
  const byLength = all
    .filter(({ uids }) => uids.length > 0)
    .sort((a, b) => length(b) - length(a) || b.text.length - a.text.length);
  for (const mention of byLength) {
    if (!out.some(({ start, end }) => start < mention.end && mention.start < end)) out.push(mention);
  }
  const byUid = await nodes.byUid([...new Set(out.flatMap(({ uids }) => uids))]);
  return out
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, uids }) => ({ start, end, nodes: uids.flatMap((uid) => byUid.get(uid) ?? []) }))
    .filter((span) => span.nodes.length > 0);
}

/** People and things that a text names, and those of an answer. */
async function mentionedIn(
  spans: readonly NamedSpan[],
  uids: readonly string[],
  { schema }: Names,
  { nodes }: ReaderContext,
): Promise<Mentioned> {
  const answered = (await nodes.byUid(uids)).values();
  const all = [
    ...new Map([...spans.flatMap((span) => span.nodes), ...answered].map((node) => [node.uid, node])).values(),
  ];
  const isPerson = ({ types }: (typeof all)[number]): boolean => types.some((type) => schema.isPeople(type));
  return { someone: all.filter(isPerson), something: all.filter((node) => !isPerson(node)) };
}

async function containmentOf(
  named: readonly NamedSpan[],
  properties: readonly string[],
  { nodes, graph, signal }: ReaderContext,
): Promise<Containment> {
  const all = named.flatMap((span) => (span.nodes.length === 1 ? span.nodes : []));
  const inner = await Promise.all(
    all.map(async (node) => [node.uid, await within(node, properties, nodes, graph, signal)] as const),
  );
  return { properties, within: new Map(inner) };
}
