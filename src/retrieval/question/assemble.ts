/**
 * Third stage: readings of a question: every way to connect its names by its verbs and nouns. The order of words makes
 * a way cost more or less; the ontology rules out those whose classes do not fit.
 */
import { bridged, ofKinds } from './bridge';
import { check, type CheckedReading } from './check';
import type { Containment } from './containment';
import { throughEvents } from './events';
import { isAttribute, isNoun, isPossessor, startOf, type Draft, type State, type VerbAt } from './draft';
import { withBeside, throughContainment } from './implied';
import { joints } from './joins';
import { throughOwn } from './hops';
import type { Language } from '../language/language';
import { withMediator } from './mediators';
import type { Names } from './names';
import type { Parsed } from './parse';
import { ofNoun, ofVerb } from './relations';
import { isSingularOf, lastWordOf } from './schema';
import { isRelation, type Candidate, type Chunk, type Meaning, type Rejection, type Term } from './types';
import { COST, LIMIT } from './weights';
import { Wording } from './wording';

type Chosen = Chunk & { readonly meaning: Meaning };

interface Assembled {
  /** The cheapest first; those with a place between behind. */
  readonly readings: readonly CheckedReading[];
  readonly rejections: readonly Rejection[];
}

export function assemble(parsed: Parsed, names: Names, containment: Containment): Assembled {
  const wording = new Wording(parsed.form.words, names);
  const direct = assembled(parsed.chunks, parsed, names, containment, wording);
  // "What did Ada borrow?": what was lent, rather than the loan.
  const isOfEvent = ({ focus, links, variables }: CheckedReading): boolean =>
    focus !== undefined &&
    variables[focus]!.isUnnamed === true &&
    links.every(({ property, subject }) => subject === focus && names.isRole(property));
  const isCertain = direct.readings.some((each) => each.cost <= LIMIT.certain && !isOfEvent(each));
  const over = isCertain ? undefined : throughEvents(parsed.chunks, names.schema);
  const readings = over && assembled(over, parsed, names, containment, wording, (each) => !isOfEvent(each)).readings;
  if (readings && readings.length > 0) return { ...direct, readings };
  if (direct.readings.length > 0 || parsed.form.wants === 'verdict') return direct;
  const isCommon = (term: Pick<Term, 'at' | 'meaning'>): boolean => isAttribute({ parsed }, term);
  const isPlural = ({ from: at, to, meaning }: Chosen, labels: readonly string[]): boolean =>
    isCommon({ at, meaning }) && !isSingularOf(labels, parsed.form.lower[to - 1]!);
  const own = (made: Candidate): Candidate | undefined => bridged(made, names.schema, isCommon);
  const bridging = assembled(parsed.chunks, parsed, names, containment, wording, isAny, own).readings;
  const kinds = bridging.length > 0 ? undefined : ofKinds(parsed.chunks, names.schema, isPlural);
  const ofKind = kinds ? assembled(kinds, parsed, names, containment, wording).readings : [];
  return { ...direct, readings: [...bridging, ...ofKind] };
}

const isAny = (): boolean => true;

/**
 * @param isMeant false of readings that are none of the question
 * @param changed what a candidate stands for; undefined if it stands for nothing
 */
function assembled(
  chunks: readonly Chunk[],
  parsed: Parsed,
  names: Names,
  containment: Containment,
  wording: Wording,
  isMeant: (reading: CheckedReading) => boolean = isAny,
  changed = (candidate: Candidate): Candidate | undefined => throughOwn(candidate, names.schema) ?? candidate,
): Assembled {
  const readings = new Map<string, CheckedReading>();
  const rejections = new Map<string, Rejection>();
  const budget: Budget = { left: LIMIT.states, most: LIMIT.reading };
  const put = <T extends { readonly cost: number }>(map: Map<string, T>, key: string, made: T): void => {
    if (made.cost < (map.get(key)?.cost ?? Infinity)) map.set(key, made);
  };
  let isPossible: boolean;
  const emit = (made: Candidate): void => {
    const whole = isPointless(made, parsed, names) || isHinged(made, parsed, names) ? undefined : withBeside(made);
    const own = whole && changed(whole);
    for (const candidate of own ? throughContainment(own, names.schema, containment) : []) {
      const verdict = check(candidate, parsed, names, wording);
      if ('rejection' in verdict) put(rejections, verdict.rejection.reading, verdict.rejection);
      else if (isMeant(verdict.reading)) {
        const { variables, links, superlative, cost } = verdict.reading;
        isPossible = true;
        const shape = variables.map(({ nodes, ...rest }) => [nodes?.map(({ uid }) => uid), rest]);
        put(readings, JSON.stringify([shape, links.map(({ by: _, ...rest }) => rest), superlative]), verdict.reading);
        budget.most = Math.min(budget.most, cost + LIMIT.tie);
      }
    }
  };
  for (const chosen of combinations(chunks)) {
    const draft = draftOf(parsed, names, containment, chosen);
    if (!draft) continue;
    isPossible = false;
    const isWhole = connect(draft, startOf(draft), budget, emit);
    // "When was Thistle towed?": by something, though the moment could be joined to the verb.
    const isOpen = !isWhole || (!isPossible && draft.verbs.some(({ event }) => event));
    if (isOpen) for (const other of withSomething(draft)) connect(other, startOf(other), budget, emit);
    const isCertain = budget.most <= LIMIT.certain + LIMIT.tie;
    const over = isCertain ? undefined : withMediator(draft);
    if (over) connect(...over, budget, emit);
  }
  const rank = ({ isWider, cost }: CheckedReading): number => cost + (isWider ? LIMIT.reading : 0);
  return {
    readings: [...readings.values()].sort((a, b) => rank(a) - rank(b)),
    rejections: [...rejections.values()].sort((a, b) => a.cost - b.cost),
  };
}

/** Steps that are left of a search, and the cost above which a reading is none. */
interface Budget {
  left: number;
  most: number;
}

function combinations(chunks: readonly Chunk[]): readonly (readonly Chosen[])[] {
  let all: (readonly Chosen[])[] = [[]];
  for (const chunk of chunks) {
    all = all
      .flatMap((before) => chunk.meanings.map((meaning) => [...before, { ...chunk, meaning }]))
      .sort((a, b) => costOf(a) - costOf(b))
      .slice(0, LIMIT.combinations);
  }
  return all;
}

const costOf = (chosen: readonly Chosen[]): number => chosen.reduce((sum, { meaning }) => sum + meaning.cost, 0);

function draftOf(parsed: Parsed, names: Names, { within }: Containment, chosen: readonly Chosen[]): Draft | undefined {
  const { schema, language } = names;
  const { lower } = parsed.form;
  const terms: Term[] = [];
  const verbs: VerbAt[] = [];
  for (const { from: at, meanings: _, meaning, isNegated, ...said } of chosen) {
    const denied = isNegated && { isNegated };
    const name = isRelation(meaning) ? meaning.event : undefined;
    // A denial of the event denies its facts.
    const event: Term | undefined =
      name === undefined
        ? undefined
        : { at, to: said.to, meaning: { kind: 'class', name, cost: 0 }, isEvent: true, ...denied };
    if (meaning.kind === 'verb') verbs.push({ at, meaning, to: said.to, ...(event ? { event } : denied) });
    else terms.push({ at, meaning, ...said, ...(!event && denied) });
    if (event) terms.push(event);
  }
  const focus = focusOf(parsed, terms, names);
  if (focus === 'none' || terms.length === 0 || terms.length > LIMIT.terms || verbs.length > LIMIT.verbs)
    return undefined;
  const insideOf = (meaning: Meaning): readonly string[] => {
    const nodes = meaning.kind === 'nodes' ? meaning.nodes.flatMap(({ uid }) => within.get(uid) ?? []) : [];
    return [...new Set(nodes.flatMap(({ types }) => types))];
  };
  return { parsed, names, language, schema, lower, terms, verbs, focus, cost: costOf(chosen), insideOf };
}

/** Finds the term that is asked for; the word that asks goes where a noun behind it says what for. */
function focusOf(parsed: Parsed, terms: Term[], { language, schema }: Names): number | undefined | 'none' {
  const { form, superlative } = parsed;
  // "Which accessible halls", "which electric buses": the halls are asked for.
  const isBeforeNoun = (i: number): boolean => {
    const [flag, noun] = terms.slice(i, i + 2);
    if (!flag || noun?.at !== flag.to || !isNoun(noun.meaning)) return false;
    const isFlag = flag.meaning.kind === 'noun' && schema.isFlag(flag.meaning.relation.property);
    // "Which Corvane Air pilots".
    const isName = flag.meaning.kind === 'nodes' && noun.meaning.kind === 'class' && !isPossessor({ terms, parsed }, i);
    // "Which easy trails".
    const isValueOf = flag.meaning.kind === 'value' && flag.meaning.of !== undefined && noun.meaning.kind === 'class';
    return isFlag || isName || isValueOf || isAttribute({ parsed }, flag);
  };
  const isOther = (term: Term): boolean => term.meaning.kind === 'value' || isAttribute({ parsed }, term);
  const [asked, next] = terms;
  if (asked?.meaning.kind === 'asked') {
    // "What was the first case": the case is asked for.
    const isRanked = superlative !== undefined && next?.meaning.kind === 'class';
    const isSkipped = (word: string, i: number): boolean =>
      language.isAny(word, 'articles', 'light', 'possessiveMarkers') ||
      superlative?.at === asked.to + i ||
      (isRanked && language.is('be', word));
    // "Which device", "how many devices", "how tall".
    const isNext =
      next &&
      !next.isEvent &&
      form.lower.slice(asked.to, next.at).every(isSkipped) &&
      (isNoun(next.meaning) || isBeforeNoun(1));
    if (isNext && (form.isDeterminer || form.wants === 'number')) terms.shift();
    else if (form.isDeterminer && next && isSelection(form.lower, asked, next, language))
      terms.splice(0, 2, { ...next, meaning: { ...next.meaning, joined: 'or' } as Meaning });
    // "Which surgeons were born in March?": no day, where surgeon is a value of somebody.
    else if (form.isDeterminer && next?.at === asked.to && !isBeforeNoun(1) && isOther(next)) return 'none';
    else if (form.wants === 'count') {
      // "How many Pocket Trowels are in stock?" of `units in stock`.
      const number = terms.findIndex(
        ({ meaning }) => meaning.kind === 'noun' && schema.isNumber(meaning.relation.property),
      );
      if (next?.meaning.kind !== 'nodes' || number < 0) return 'none';
      terms.shift();
      return number - 1;
    }
    return isBeforeNoun(0) ? 1 : 0;
  }
  if (form.wants === 'verdict') return undefined;
  const focus = terms.findIndex(({ meaning }, i) =>
    form.wants === 'kind'
      ? meaning.kind === 'nodes'
      : isNoun(meaning) && !terms[i]!.isEvent && !isBeforeNoun(i) && !isPossessor({ terms, parsed }, i),
  );
  return focus < 0 ? 'none' : focus;
}

/** "Which of them", "how many of the two": some of the nodes that are named. */
function isSelection(lower: readonly string[], asked: Term, { at, meaning }: Term, language: Language): boolean {
  const isOf = language.oneOf('possessiveMarkers', 'articles');
  // "Davon" has both in one.
  const isMarked = at > asked.to || isOf(lower[at]);
  return isMarked && lower.slice(asked.to, at).every(isOf) && meaning.kind === 'nodes' && meaning.nodes.length > 1;
}

/** "Which captains are married": a verb that lacks its other side is about someone or something. */
function withSomething(draft: Draft): Draft[] {
  const { terms, verbs, parsed, cost, language, schema } = draft;
  if (terms.length >= LIMIT.terms || parsed.hasDropped) return [];
  const { words, lower } = parsed.form;
  // "Which finds were made in 2023?": not those made of something.
  const isOfSome = ({ at, meaning: { relation } }: VerbAt): boolean => {
    const ends = schema.labelsOf(relation.property).map(lastWordOf);
    const isMade = words[at]?.stem === language.making[0]!.stem;
    return !isMade || !ends.some((end) => language.is('prepositions', end)) || ends.some((end) => lower.includes(end));
  };
  return verbs.filter(isOfSome).map(({ to }) => ({
    ...draft,
    terms: [...terms, { at: to - 0.5, to, meaning: { kind: 'any', cost: COST.something } }],
    cost: cost + COST.something,
  }));
}

/**
 * True if more is said of the something that a verb lacks: "Which orders does Ada recommend?" is not about orders of
 * what she recommends. Without another clause, the other side of the verb is the focus.
 */
function isHinged({ terms, links, same, focus }: Candidate, { form }: Parsed, { language, schema }: Names): boolean {
  const isClause = form.lower.slice(1).some(language.oneOf('relatives', 'and'));
  const isList = form.wants === 'node' && !form.isWhere && !isClause && !terms.some(({ isEvent }) => isEvent);
  const isAsked = (i: number): boolean =>
    i === focus || same.some((pair) => pair.includes(i) && pair.includes(focus ?? -1));
  return terms.some(({ meaning, at }, i) => {
    const own = links.filter(({ subject, object }) => subject === i || object === i);
    const isAdded = meaning.kind === 'any' && !Number.isInteger(at);
    // "Which writers has he edited?": those of what he has edited.
    const asked = terms[focus ?? -1]?.meaning;
    const isDoer = asked?.kind === 'noun' && asked.relation.head === 'object';
    // "In what language was it tried?"
    const isFigure = asked?.kind === 'noun' && !schema.isObject(asked.relation.property);
    const isApart = isList && !isFigure && own.some(({ subject, object }) => !isAsked(subject) && !isAsked(object));
    return isAdded && ((own.length > 1 ? !isDoer : isApart) || same.some((pair) => pair.includes(i)));
  });
}

/** A noun of a verdict of which nothing is said: "Is Rex?", "is the tour a leader?"; not "has the tour a leader?" */
function isPointless({ terms, links, same }: Candidate, { form }: Parsed, { language, schema }: Names): boolean {
  if (form.wants !== 'verdict') return false;
  if (links.length === 0 && terms.length === 1 && terms[0]!.meaning.kind === 'nodes') return true;
  if (form.lower.some(language.oneOf('having'))) return false;
  // "Do the employees call?": that there are some is no answer.
  const isOfSome = form.universal !== undefined || form.lower.some(language.oneOf('existential'));
  if (links.length === 0 && terms.length === 1 && terms[0]!.meaning.kind === 'class' && !isOfSome) return true;
  return terms.some(({ meaning }, i) => {
    const own = links.filter(({ subject, object }) => subject === i || object === i);
    const isNoun = meaning.kind === 'noun' && !schema.isFlag(meaning.relation.property);
    return isNoun && own.length < 2 && !same.some((pair) => pair.includes(i));
  });
}

/** @returns true if a whole reading was found */
function connect(draft: Draft, start: State, budget: Budget, emit: (candidate: Candidate) => void): boolean {
  const { terms, verbs, focus } = draft;
  const jobs: ((state: State) => State[])[] = [
    ...terms.flatMap(({ meaning }, i) => (meaning.kind === 'noun' ? [(state: State) => ofNoun(draft, state, i)] : [])),
    ...verbs.map((verb) => (state: State) => ofVerb(draft, state, verb)),
  ];
  let isWhole = false;
  const walk = (state: State, job: number): void => {
    if (budget.left-- <= 0 || state.cost > budget.most) return;
    if (job < jobs.length) {
      for (const next of jobs[job]!(state)) walk(next, job + 1);
    } else if (new Set(state.parts).size === 1) {
      isWhole = true;
      emit({ terms, links: state.links, same: state.same, focus, cost: state.cost });
    } else for (const next of joints(draft, state)) walk(next, job);
  };
  walk(start, 0);
  return isWhole;
}
