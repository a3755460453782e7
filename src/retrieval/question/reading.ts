/** Reading of one question: the readings that the ontology permits, and the answer on which they agree. */
import type { InForce } from '../../materialize';
import type { Nodes } from '../knowledge/nodes';
import type { Language } from '../language/language';
import type { Step } from '../trail';
import type { Corpus, Graph, Linker, Turn } from '../types';
import { listed, type Solution } from './answer';
import { spansOf, type Asked } from './asked';
import { assemble } from './assemble';
import type { CheckedReading } from './check';
import { containmentOf } from './containment';
import { defined } from './define';
import { withPerformed } from './events';
import { framed } from './frames';
import { kindsAsked } from './kinds';
import { saysLightly, withoutLight } from './light';
import type { Names } from './names';
import { paraphrased } from './paraphrase';
import { parse, type Parsed } from './parse';
import { rejoined } from './parts';
import { MAX_ROWS } from './query';
import type { Schema } from './schema';
import { settling } from './settled';
import { askerOf, solve } from './solve';
import { corrected } from './spelling';
import type { Chunk, Meaning } from './types';
import { isTold, type Answered, type Understanding } from './understanding';
import { unnamed } from './unnamed';
import { LIMIT } from './weights';

/** Readings that cost so much more than the best are no readings of the question. */
const MARGIN = 1;

export interface ReaderContext {
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

export async function read(given: Asked, context: ReaderContext): Promise<Answered> {
  const asked = rejoined(given);
  const { names } = asked;
  const definition = defined(asked.words, names);
  if (definition) return { solution: definition, mayBeTold: false };
  const parsed = await parsedWith(asked, context);
  if (!parsed) return (await readFramed(asked, context)) ?? { mayBeTold: !hasOpenPronoun(asked) };
  if (isOfNothing(parsed, asked)) return { mayBeTold: false };
  if (parsed.isCapacity) {
    const measured = await readParsed(parsed, asked, context);
    return measured.solution?.answer ? measured : read({ ...asked, isCounting: true }, context);
  }
  const { either, shared } = parsed;
  const both = shared && (await readParsed({ ...parsed, chunks: shared, hasDropped: true }, asked, context));
  if (both?.understood && both.understood.readings.length > 0) return both;
  if (!either) {
    // "Wer hat den Hund gefunden und versorgt?": both of the dog.
    const hasDropped = parsed.hasDropped || shared !== undefined;
    const answered = await readParsed({ ...parsed, hasDropped }, asked, context);
    const alone = answered.solution ? undefined : await unsaid(parsed, answered, names, context);
    if (alone || answered.understood?.readings.length !== 0) return alone ?? answered;
    const told = await readFramed(asked, context);
    if (told) return told;
    const light = await withoutLight(parsed, asked);
    const placed = light && (await readParsed(light, asked, context));
    return placed?.solution && saysLightly(placed.understood!, names) ? placed : answered;
  }
  const answers: Answered[] = [];
  for (const chunks of either) answers.push(await readParsed({ ...parsed, chunks }, asked, context));
  return united(answers);
}

/** Returns the answer to a question by a frame; undefined without one. */
async function readFramed(asked: Asked, context: ReaderContext): Promise<Answered | undefined> {
  const frame = framed(asked);
  const parsed = frame && (await parse(asked, frame));
  const answered = parsed && (await readParsed(parsed, asked, context));
  return answered?.solution?.answer ? answered : undefined;
}

/** "Is there an engineer without a mentor?": by the question which of them has none. */
export async function settled(asked: Asked, context: ReaderContext): Promise<Answered | undefined> {
  const { linker, nodes, signal } = context;
  const { language } = asked.names;
  const { question, verdict } = settling(asked.question, asked.words, asked.named, language) ?? {};
  if (question === undefined || !verdict) return undefined;
  const named = await spansOf(question, linker, nodes, signal);
  const other = await read({ ...asked, question, words: language.words(question), named }, context);
  const solution = other.solution && verdict(other.solution);
  return solution && { ...other, solution, mayBeTold: false };
}

/** "Which services have no customers?": by the only relation that can be meant, if no other reading is certain. */
async function unsaid(
  parsed: Parsed,
  { understood }: Answered,
  names: Names,
  context: ReaderContext,
): Promise<Answered | undefined> {
  if (understood?.readings.some(({ cost }) => cost <= LIMIT.certain)) return undefined;
  const { schema } = names;
  const reading = await unnamed(parsed, names, askerOf(context));
  const solution = reading && (await solve(parsed, reading, { ...context, schema }));
  const question = { ...parsed, unknownAt: [] };
  return (
    solution && { understood: { question, schema, readings: [reading], rejections: [] }, solution, mayBeTold: false }
  );
}

/** "Who wrote or edited it?": all that one verb or the other is said of. */
function united(answers: readonly Answered[]): Answered {
  const { understood } = answers[0]!;
  const found = answers.flatMap(({ solution }) => solution ?? []);
  const isOfNodes = found.every(({ uids, isClosed }) => uids && uids.length < MAX_ROWS && !isClosed);
  const isRead = answers.every((each) => (each.understood?.readings.length ?? 0) > 0);
  if (!isRead || !isOfNodes || understood?.question.form.wants !== 'node' || found.length === 0)
    return { ...(understood && { understood }), mayBeTold: false };
  const all = together(found);
  const uids = [...new Set(found.flatMap((each) => each.uids!))];
  return { understood, solution: { ...all, answer: listed(all.names), uids }, mayBeTold: false };
}

/** Union of the names and statements of several solutions. */
export const together = (solutions: readonly Solution[]) => ({
  names: [...new Set(solutions.flatMap(({ names }) => names))],
  statements: solutions.flatMap(({ statements }) => statements),
  reading: solutions.map(({ reading }) => reading).join(' | '),
  cost: Math.max(...solutions.map(({ cost = 0 }) => cost)),
});

async function readParsed(parsed: Parsed, asked: Asked, context: ReaderContext): Promise<Answered> {
  const { names } = asked;
  const { language, schema } = names;
  const named = parsed.chunks.flatMap(({ meanings }) =>
    meanings.flatMap((each) => (each.kind === 'nodes' && each.nodes.length === 1 ? each.nodes : [])),
  );
  const { performing } = parsed;
  const said = performing ? withPerformed(parsed.chunks, performing, schema) : parsed.chunks;
  const isRead = parsed.unknownAt.length === 0 && !parsed.isUndecided && said !== undefined;
  const chunks = (said ?? parsed.chunks).map((chunk) => asVerbs(chunk, parsed, names));
  const own = natureAsked({ ...parsed, chunks }, language);
  const { readings, rejections } = isRead
    ? assemble(own, names, await containmentOf(parsed.isDirect ? [] : named, names, context))
    : { readings: [], rejections: [] };
  const [best] = readings;
  const likely = readings.filter(({ cost }) => cost <= Math.min(best!.cost + LIMIT.tie, LIMIT.reading));
  const near = likely.filter((one) => !likely.some((other) => isBroader(other, one, schema)));
  const understood = { question: own, schema, readings: near.slice(0, LIMIT.readings), rejections };
  const mayBeTold = !hasOpenPronoun(asked) && isTold(understood, language);
  const { form } = parsed;
  if (!isRead || (form.wants === 'verdict' && !deniesFlags(own, names))) return { understood, mayBeTold };
  const kinds = kindsAsked(own, names);
  if (kinds) return { understood, ...(kinds !== 'open' && { solution: kinds }), mayBeTold: false };
  const impossible = rejections.find(({ by }) => by === 'disjointness');
  const possible = [best, rejections.find(({ by }) => by === 'kind')].map((each) => each?.cost ?? Infinity);
  const isOnly = impossible && impossible.cost < LIMIT.reading && impossible.cost + MARGIN < Math.min(...possible);
  if (!isOnly) return { understood, solution: await agreed(understood, context), mayBeTold };
  const told = { names: [], statements: [], reading: impossible.reading, cost: impossible.cost };
  const { yes, no } = language.data.sayings;
  const reasoned = (word: string): string => (language.tag === 'en' ? `${word}: ${impossible.reason}.` : `${word}.`);
  // "Is no dog a cat?"
  if (form.isOfNone && !impossible.isOfFacts)
    return { understood, solution: { ...told, answer: reasoned(yes) }, mayBeTold: false };
  // One impossible reading does not rule out all members; and a text may have when something opened of which the
  // ontology has no opening.
  if (form.universal !== undefined || form.wants === 'time' || form.wants === 'number')
    return { understood, mayBeTold };
  if (form.wants !== 'verdict') {
    const isGuess = impossible.cost > LIMIT.certain;
    return isGuess ? { understood, mayBeTold } : { understood, solution: { ...told, answer: null }, mayBeTold: false };
  }
  // Subject and object of a verb may have other classes in the question than in the ontology.
  if (impossible.isOfFacts || chunks.some(({ count }) => count)) return { understood, mayBeTold: false };
  return { understood, solution: { ...told, answer: reasoned(no) }, mayBeTold: false };
}

/** "Is there any inspection that was not passed?": every denial of a clause is of a truth value; "is it not …?" is none. */
function deniesFlags({ form, chunks }: Parsed, { language, schema }: Names): boolean {
  return [...form.negators].every((at) => {
    const isClause = form.lower.slice(0, at).some(language.oneOf('relatives'));
    const isFlag = (each: Meaning): boolean =>
      each.kind === 'noun' && schema.isFlag(each.relation.property) && (isClause || each.relation.isWhole === true);
    return chunks.find(({ from }) => from > at)?.meanings.some(isFlag) === true;
  });
}

/** Reads words; of those without a meaning, what definitions say, or what they may be misspelt for. */
async function parsedWith(asked: Asked, { corpus, signal }: ReaderContext): Promise<Parsed | undefined> {
  const { names, words } = asked;
  const parsed = await parse(asked);
  if (!parsed || parsed.unknownAt.length === 0) return parsed;
  const paraphrases = names.language.tag === 'en' ? paraphrased(parsed, names) : [];
  const textOf = (from: number, to: number): string => asked.question.slice(words[from]!.start, words[to - 1]!.end);
  const explained = paraphrases.length > 0 ? await parse(asked, paraphrases) : undefined;
  if (explained?.unknownAt.length === 0)
    return {
      ...explained,
      explained: Object.fromEntries(paraphrases.map(({ from, to, by }) => [textOf(from, to), by])),
    };
  const better = corpus && (await corrected(words, parsed.unknownAt, names, corpus, signal));
  const again = better && (await parse({ ...asked, words: better.words }));
  return again && again.unknownAt.length < parsed.unknownAt.length ? { ...again, corrected: better.read } : parsed;
}

/**
 * "Which vehicles have never been inspected?": a participle is a verb, if it can be one, rather than the noun beside it.
 * So is what `do` helps: "Did the museum head it?" is not about its head.
 */
function asVerbs(chunk: Chunk, { form }: Parsed, { language, schema }: Names): Chunk {
  const written = form.lower.slice(chunk.from, chunk.to).join(' ');
  const isCalled = (name: string): boolean =>
    schema.vocabulary.classes.get(name)?.labels.some((label) => label.toLowerCase() === written) ?? false;
  const has = (list: 'having' | 'presents' | 'pasts'): boolean => form.lower.some((word) => language.is(list, word));
  const isBehindArticle = language.is('articles', form.lower[Math.floor(chunk.from) - 1] ?? '');
  const isHelped = form.wants === 'verdict' && (has('presents') || has('pasts')) && !has('having') && !isBehindArticle;
  const isNoun = (each: Meaning): boolean =>
    each.kind === 'class'
      ? !isCalled(each.name)
      : each.kind === 'noun' &&
        ((isHelped && schema.isObject(each.relation.property)) || each.relation.head === 'subject');
  const meanings = chunk.meanings.filter((each) => !isNoun(each));
  const isVerb = isHelped || language.isParticiple(form.words[Math.floor(chunk.from)]?.text ?? '');
  return isVerb && meanings.some(({ kind }) => kind === 'verb') ? { ...chunk, meanings } : chunk;
}

/** "Who is Hal Drummond?": the question as one for the kind of what it names. */
function natureAsked(parsed: Parsed, language: Language): Parsed {
  const { form, chunks, superlative } = parsed;
  const [asked, named, ...others] = chunks;
  const isNamed = asked?.meanings[0]?.kind === 'asked' && named?.meanings[0]?.kind === 'nodes' && others.length === 0;
  const isPlain = form.wants === 'node' && !form.isWhere && form.fronted === undefined && !superlative;
  // "Wie heißt Ada?" asks for no kind.
  const between = isNamed ? form.lower.slice(asked.to, named.from) : [];
  if (
    !isPlain ||
    !isNamed ||
    named.to < form.words.length ||
    !between.some(language.oneOf('be')) ||
    !between.every(language.oneOf('be', 'articles'))
  )
    return parsed;
  return { ...parsed, form: { ...form, wants: 'kind' }, chunks: [named] };
}

const isDenial = ({ links }: CheckedReading): boolean => links.length > 0 && links.every(({ isNegated }) => isNegated);

/** Returns the answer on which all readings agree. */
async function agreed(understood: Understanding, context: ReaderContext): Promise<Solution | undefined> {
  const { question, readings, schema } = understood;
  let found: Solution | undefined;
  let isRefuted = false;
  for (const reading of readings) {
    if (reading.isWider && found) continue;
    const solution = await solve(question, reading, { ...context, schema });
    // "Which courses have no students?": all are attended, though some are tutored by none.
    isRefuted ||= !solution && reading.cost <= LIMIT.certain && isDenial(reading);
    if (!solution) continue;
    if (found && found.answer !== solution.answer) return undefined;
    // Of a property and its inverse, the one that is stated.
    if (!found || inferredIn(solution) < inferredIn(found)) found = solution;
  }
  return isRefuted ? undefined : found;
}

/** "Acts in" may be `appears in` and `stars in`, a subproperty of it: true of the reading by the broader one. */
function isBroader(one: CheckedReading, other: CheckedReading, { vocabulary }: Schema): boolean {
  if (one.cost > other.cost || one.links.length !== other.links.length || one.focus !== other.focus) return false;
  const below = (name: string): readonly string[] => vocabulary.propertiesBelow(name);
  const pairs = one.links.map((link, i) => [link, other.links[i]!] as const);
  return (
    pairs.some(([link, narrow]) => below(link.property).includes(narrow.property)) &&
    pairs.every(
      ([{ property, subject, object }, narrow]) =>
        subject === narrow.subject &&
        object === narrow.object &&
        (property === narrow.property || below(property).includes(narrow.property)),
    )
  );
}

const inferredIn = ({ statements }: Solution): number =>
  statements.filter(({ status }) => status === 'inferred').length;

/** True if a pronoun of a thing is all that the question names. */
const hasOpenPronoun = ({ words, named, names }: Asked): boolean =>
  named.length === 0 && words.some(({ text }) => names.language.is('something', text.toLowerCase()));

/** "Wer hat es gepfiffen?": what stands beside a verb is an open pronoun alone. */
const isOfNothing = ({ chunks }: Parsed, asked: Asked): boolean =>
  hasOpenPronoun(asked) && chunks.every(({ meanings: [first] }) => first!.kind === 'asked' || first!.kind === 'verb');
