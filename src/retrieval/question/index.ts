/** Reader of questions: a question becomes readings, checked against the ontology, if every word has a meaning. */
import { Vocabulary } from '../knowledge/vocabulary';
import { languagesOf, type Language } from '../language/language';
import type { Word } from '../language/words';
import type { Solution } from './answer';
import { spansOf, type Asked } from './asked';
import { completed, continued, mentioned, mentionedBefore } from './conversation';
import { Names } from './names';
import { read, settled, together, type ReaderContext } from './reading';
import { sexOfPronoun } from './sexes';
import type { Answered } from './understanding';
import { usesOf } from './uses';
import { LIMIT } from './weights';

/** Maximum parts of a question. */
const MAX_PARTS = 3;

export {
  anchorsOf,
  askedClasses,
  concernsNamed,
  isOfClasses,
  type Answered,
  type Understanding,
} from './understanding';
export { LIMIT, type Solution };

/**
 * Answers a question of which every word has a meaning, and on whose answer all likely readings agree. The answers of
 * two questions in one stand side by side.
 */
export async function answerQuestion(question: string, context: ReaderContext): Promise<Answered> {
  const uses = await usesOf(Vocabulary.of(context.ontology), context.graph, context.signal);
  let first: Answered | undefined;
  for (const language of languagesOf(question, context.language)) {
    const names = Names.of(context.ontology, language).seeing(uses);
    const answered = await answerIn(names, question, { ...context, nodes: context.nodes.in(language.tag) });
    if (answered.solution && answered.solution.answer !== null) return answered;
    first ??= answered;
  }
  return first!;
}

async function answerIn(names: Names, question: string, context: ReaderContext): Promise<Answered> {
  const { linker, nodes, signal } = context;
  const { language } = names;
  const parts = language.parts(question);
  if (parts.length > MAX_PARTS) return { mayBeTold: false };
  let pronouns = await mentionedBefore(language.words(question), context, names);
  const answers: Answered[] = [];
  for (const [i, part] of parts.entries()) {
    const named = await spansOf(part, linker, nodes, signal);
    const words = language.words(part);
    const earlier = parts.length === 1 ? await continued(words, named, context, names) : undefined;
    if (earlier === 'none') return { mayBeTold: false };
    if (earlier) return { ...(await read(earlier, context)), mayBeTold: false };
    const asked = { question: part, words, named, pronouns, names, nodes };
    const either = i > 0 ? await readOfEither(asked, context) : undefined;
    const told = either ?? (await read(asked, context));
    const own = told.solution ? told : ((await settled(asked, context)) ?? told);
    // "How many dogs are there, and which is the heaviest?": of the dogs.
    const isEllipse = i > 0 && !either && named.length === 0 && isOfAnything(own, words, language);
    const isOpen = parts.length > 1 && named.length === 0 && (isEllipse || !own.solution?.answer) && !either;
    const kind = isEllipse ? kindOf(answers[0]!) : undefined;
    const longer = isOpen ? await completed(part, parts[i === 0 ? 1 : 0]!, language, context, kind) : undefined;
    const whole = longer && (await read({ ...asked, ...longer }, context));
    // "Who teaches Ada, and where?": not where Ada lives.
    const isWhole = whole?.solution?.answer && whole.understood?.question.form.isWhere === false;
    const { understood, solution, ...rest } = isWhole ? whole : isEllipse ? { mayBeTold: false } : own;
    answers.push({ ...(understood && { understood }), ...(solution && { solution }), ...rest });
    // "Where does it stand, and what did it cost?": not the place.
    const uids = understood?.question.form.isWhere ? [] : (solution?.uids ?? []);
    const nodesOf = async (of: readonly string[]) => [...(await nodes.byUid([...new Set(of)])).values()];
    pronouns = mentioned([...named.flatMap((span) => span.nodes), ...(await nodesOf(uids))], names);
    // "Who won the cup final and who refereed it?", "When does the pub in Lunde open and how many seats does it have?": the
    // one thing that the answer is about.
    const isNamed = (uid: string): boolean => named.some((span) => span.nodes.some((node) => node.uid === uid));
    const stated = (solution?.statements ?? []).flatMap(({ subject, object }) => [subject, object]);
    const others = stated.flatMap((each) =>
      typeof each === 'object' && !solution?.uids?.includes(each.uid) && !isNamed(each.uid) ? [each.uid] : [],
    );
    const { something } = mentioned(await nodesOf(others), names);
    const [described, ...more] = something[0] ?? [];
    const isCalled = understood?.question.chunks.some(({ meanings }) =>
      meanings.some((each) => each.kind === 'class' && described?.types.includes(each.name)),
    );
    if (described && more.length === 0 && (isCalled || named.length === 0))
      pronouns = { ...pronouns, something: [[described], ...(named.length > 0 ? pronouns.something : [])] };
  }
  if (parts.length === 1) return answers[0]!;
  const found = answers.flatMap(({ solution }) => (solution?.answer ? [solution] : []));
  const understood = answers.find(({ solution }) => solution?.answer)?.understood;
  if (!understood) return { mayBeTold: false };
  const { unanswered } = language.data;
  const withoutEnd = (text: string): string =>
    text
      .trimEnd()
      .replace(/[?!.]$/, '')
      .trimEnd();
  const texts = answers.map(({ solution }, i) => solution?.answer ?? `${unanswered}: ${withoutEnd(parts[i]!)}`);
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

/** True if an answer is of all there are: no name, no class and no pronoun says of what. */
const isOfAnything = ({ understood }: Answered, words: readonly Word[], language: Language): boolean =>
  !words.some(({ text }) => language.isAny(text.toLowerCase(), 'someone', 'something', 'possessives', 'there')) &&
  understood?.readings[0]?.variables.every(
    ({ nodes, classes, anyOf }) => !nodes && classes.length + anyOf.length === 0,
  ) === true;

/** Words for the class whose members alone a question is about: "the oldest welder". */
function kindOf({ understood }: Answered): string | undefined {
  const [reading] = understood?.readings ?? [];
  const { form, chunks } = understood?.question ?? {};
  const named = chunks?.filter(({ meanings }) => meanings.some((each) => each.kind === 'class')) ?? [];
  const isAlone = reading?.links.length === 0 && reading.variables.length === 1 && !reading.variables[0]!.nodes;
  const [of, ...others] = named;
  const words = isAlone && of && others.length === 0 ? form!.words.slice(of.from, of.to) : [];
  return words.length > 0 ? words.map(({ text }) => text).join(' ') : undefined;
}

/**
 * "What was the home team of Match 5, and who refereed it?": of several things that were named before, the one that the
 * question is about in the fewest steps.
 *
 * @returns undefined if no pronoun stands for one of several things
 */
async function readOfEither(asked: Asked, context: ReaderContext): Promise<Answered | undefined> {
  const { pronouns, words, names } = asked;
  const [things = []] = pronouns.something;
  const { language } = names;
  const isOfThing = (word: string): boolean =>
    language.is('something', word) || (language.is('possessives', word) && sexOfPronoun(word, language) === undefined);
  const isOfOne = (word: string): boolean => isOfThing(word) && !language.is('plural', word);
  if (things.length < 2 || !words.some(({ text }) => isOfOne(text.toLowerCase()))) return undefined;
  const all: { readonly told: Answered; readonly steps: number }[] = [];
  for (const thing of things) {
    const told = await read({ ...asked, pronouns: { ...pronouns, something: [[thing]] } }, context);
    all.push({ told, steps: told.understood?.readings[0]?.links.length ?? Infinity });
  }
  const least = Math.min(...all.map(({ steps }) => steps));
  const [nearest, ...others] = all.filter(({ steps }) => steps === least);
  return nearest && others.length === 0 ? nearest.told : { mayBeTold: false };
}
