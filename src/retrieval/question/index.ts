/** Reader of questions: a question becomes readings, checked against the ontology, if every word has a meaning. */
import type { InForce } from '../../materialize';
import type { Nodes } from '../knowledge/nodes';
import { Vocabulary } from '../knowledge/vocabulary';
import { solve } from '../modules/owl/solve';
import type { Solution } from '../modules/owl/answer';
import { Schema } from '../modules/owl/schema';
import type { Understanding } from '../modules/owl/understand';
import type { Step } from '../trail';
import type { Graph, Linker, Turn } from '../types';
import { assemble, type Containment } from './assemble';
import { within } from './containment';
import { languagesOf, type Language } from './language';
import { Names } from './names';
import { parse, type Mentioned, type NamedSpan } from './parse';

/** Readings dearer than this are guesses. */
const MAX_COST = 1.2;
/** Difference of costs below which two readings are equally likely. */
const TIE = 0.15;
const MAX_READINGS = 6;
/** Maximum parts of a question. */
const MAX_PARTS = 3;
/** Earlier turns to which a pronoun may refer: a question and its answer. */
const TURNS = 2;
const NOBODY: Mentioned = { someone: [], something: [] };

interface ReaderContext {
  readonly ontology: InForce;
  readonly graph: Graph;
  readonly nodes: Nodes;
  readonly linker: Linker;
  /** Tag of the language that is assumed if a question does not tell. */
  readonly language: string;
  readonly history: readonly Turn[];
  readonly signal: AbortSignal;
  readonly step: (step: Step) => void;
}

interface Answered {
  readonly understood: Understanding;
  readonly solution: Solution;
}

/**
 * Answers a question of which every word has a meaning, and on whose answer all likely readings agree. The answers of
 * two questions in one stand side by side.
 *
 * @returns undefined without an answer
 */
export async function answerQuestion(question: string, context: ReaderContext): Promise<Answered | undefined> {
  for (const language of languagesOf(question, context.language)) {
    const answered = await answerIn(language, question, context);
    if (answered) return answered;
  }
  return undefined;
}

/** True if the question is in English, or may be. */
export const isEnglish = (question: string, preferred: string): boolean =>
  languagesOf(question, preferred).some(({ tag }) => tag === 'en');

/** True if a pronoun of a person has nobody before it in the question to whom it may refer. */
export async function hasOpenPronoun(
  question: string,
  preferred: string,
  linker: Linker,
  signal: AbortSignal,
): Promise<boolean> {
  const at = languagesOf(question, preferred)[0]!.personAt(question);
  if (at === undefined) return false;
  return !(await linker.mentions(question, signal)).some(({ end }) => end <= at);
}

async function answerIn(language: Language, question: string, context: ReaderContext): Promise<Answered | undefined> {
  const parts = language.parts(question);
  const names = Names.of(context.ontology, language);
  if (parts.length > MAX_PARTS) return undefined;
  const earlier = context.history.slice(-TURNS).map(({ text }) => text);
  let mentioned = NOBODY;
  if (language.hasPronoun(parts[0]!)) {
    mentioned = await mentionedIn(await spansOf(earlier.join('\n'), context), [], context);
  }
  const answers: (Answered | undefined)[] = [];
  for (const part of parts) {
    const named = await spansOf(part, context);
    const understood = await read(part, named, { names, mentioned }, context);
    const solution = understood && (await agreed(understood, context));
    answers.push(solution && { understood, solution });
    // "Where does it stand, and what did it cost?": not the place.
    const isPlace = understood?.question.form.isWhere === true;
    if (part !== parts.at(-1)) mentioned = await mentionedIn(named, isPlace ? [] : (solution?.uids ?? []), context);
  }
  const found = answers.filter((each) => each !== undefined);
  if (found.length === 0 || parts.length === 1) return found[0];
  const texts = answers.map((each, i) => {
    return each?.solution.answer ?? `${language.data.unanswered}: ${withoutEnd(parts[i]!)}`;
  });
  const solution = {
    answer: texts.join('; '),
    names: found.flatMap((each) => each.solution.names),
    statements: found.flatMap((each) => each.solution.statements),
    reading: found.map((each) => each.solution.reading).join(' | '),
    cost: Math.max(...found.map((each) => each.solution.cost ?? 0)) + (found.length < parts.length ? MAX_COST : 0),
    ...(found.some((each) => each.solution.isClosed) && { isClosed: true as const }),
  };
  return { understood: found[0]!.understood, solution };
}

/** A question without its last mark. */
const withoutEnd = (text: string): string =>
  text
    .trimEnd()
    .replace(/[?!.]$/, '')
    .trimEnd();

/** @returns undefined if a word has no meaning, or the ontology allows no reading */
async function read(
  question: string,
  named: readonly NamedSpan[],
  { names, mentioned }: { readonly names: Names; readonly mentioned: Mentioned },
  context: ReaderContext,
): Promise<Understanding | undefined> {
  const schema = Schema.of(Vocabulary.of(context.ontology));
  const parsed = parse(question, names, named, mentioned);
  if (!parsed) return undefined;
  const containment = await containmentOf(named, names.containments, context);
  const { readings, rejections } = assemble(parsed, names, schema, containment);
  const best = readings[0];
  if (!best || best.cost > MAX_COST) return undefined;
  const near = readings.filter(({ cost }) => cost <= best.cost + TIE).slice(0, MAX_READINGS);
  return {
    plain: question,
    text: question,
    question: parsed,
    schema,
    definition: undefined,
    isNature: false,
    readings: near,
    rejections,
  };
}

/** Returns the answer on which all readings agree. */
async function agreed(
  understood: Understanding,
  { nodes, graph, signal, step }: ReaderContext,
): Promise<Solution | undefined> {
  let found: Solution | undefined;
  for (const reading of understood.readings) {
    const solution = await solve({ ...understood, readings: [reading], rejections: [] }, nodes, graph, step, signal);
    if (!solution) continue;
    if (found && found.answer !== solution.answer) return undefined;
    // Of a property and its inverse, the one that is stated.
    if (!found || inferredIn(solution) < inferredIn(found)) found = solution;
  }
  return found;
}

const inferredIn = ({ statements }: Solution): number =>
  statements.filter(({ status }) => status === 'inferred').length;

/** Names of nodes in a text. */
async function spansOf(text: string, { linker, nodes, signal }: ReaderContext): Promise<NamedSpan[]> {
  const mentions = (await linker.mentions(text, signal)).filter(({ uids }) => uids.length > 0);
  const byUid = await nodes.byUid([...new Set(mentions.flatMap(({ uids }) => uids))]);
  return mentions.map(({ start, end, uids }) => ({ start, end, nodes: uids.flatMap((uid) => byUid.get(uid) ?? []) }));
}

/** People and things that a text names, and those of an answer. */
async function mentionedIn(
  spans: readonly NamedSpan[],
  uids: readonly string[],
  context: ReaderContext,
): Promise<Mentioned> {
  const schema = Schema.of(Vocabulary.of(context.ontology));
  const answered = (await context.nodes.byUid(uids)).values();
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
