/**
 * Third stage: readings of a question: every way to connect its names by its verbs and nouns. The order of words makes
 * a way cost more or less; the ontology rules out those whose classes do not fit.
 */
import { check, type CheckedReading } from './check';
import {
  apart,
  classesOf,
  isComplement,
  isNoun,
  isPossessor,
  isValue,
  link,
  type Draft,
  type State,
  type VerbAt,
} from './draft';
import { joints } from './joins';
import type { Containment } from './containment';
import { throughContainment, withExceptions, withShared } from './implied';
import type { Names } from './names';
import type { Parsed } from './parse';
import type { Schema } from './schema';
import type { Candidate, Chunk, Meaning, Rejection, Term } from './types';
import { COST, LIMIT } from './weights';

/** Ways of one verb that are followed up. */
const MAX_WAYS = 16;

type Chosen = Chunk & { readonly meaning: Meaning };

interface Assembled {
  /** The cheapest first. */
  readonly readings: readonly CheckedReading[];
  readonly rejections: readonly Rejection[];
}

export function assemble(parsed: Parsed, names: Names, containment: Containment): Assembled {
  const { schema } = names;
  const readings = new Map<string, CheckedReading>();
  const rejections = new Map<string, Rejection>();
  const budget = { left: LIMIT.states as number, most: LIMIT.reading as number };
  const add = (candidate: Candidate): void => {
    const verdict = check(candidate, parsed, schema);
    if ('rejection' in verdict) {
      const { rejection } = verdict;
      const known = rejections.get(rejection.reading);
      if (!known || known.cost > rejection.cost) rejections.set(rejection.reading, rejection);
      return;
    }
    const { reading } = verdict;
    const shape = reading.variables.map(({ nodes, ...rest }) => [nodes?.map(({ uid }) => uid), rest]);
    const links = reading.links.map(({ by: _, ...rest }) => rest);
    const key = JSON.stringify([shape, links, reading.superlative]);
    const known = readings.get(key);
    if (!known || known.cost > reading.cost) readings.set(key, reading);
    budget.most = Math.min(budget.most, reading.cost + LIMIT.tie);
  };
  const emit =
    (draft: Draft) =>
    (connected: Candidate): void => {
      if (dangles(draft, connected)) return;
      const parted = withShared(withExceptions(connected));
      if (!parted) return;
      for (const candidate of throughContainment(parted, schema, containment)) add(candidate);
    };
  for (const chosen of combinations(parsed.chunks)) {
    const draft = draftOf(parsed, names, containment, chosen);
    if (!draft) continue;
    if (!connect(draft, budget, emit(draft)))
      for (const other of withSomething(draft)) connect(other, budget, emit(other));
  }
  return {
    readings: [...readings.values()].sort(
      (a, b) => Number(a.isWider ?? false) - Number(b.isWider ?? false) || a.cost - b.cost,
    ),
    rejections: [...rejections.values()].sort((a, b) => a.cost - b.cost),
  };
}

/** A noun of a verdict of which nothing is said: "Was the budget of Aurora?"; not "has Aurora a budget". */
function dangles({ parsed, lower, language }: Draft, { terms, links, same }: Candidate): boolean {
  if (parsed.form.wants !== 'verdict' || lower.some((word) => language.is('having', word))) return false;
  return terms.some(({ meaning }, i) => {
    const isAlone = !same.some((pair) => pair.includes(i));
    const own = links.filter((each) => [each.subject, each.object].includes(i));
    return meaning.kind === 'noun' && isAlone && own.length < 2;
  });
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

function draftOf(parsed: Parsed, names: Names, containment: Containment, chosen: readonly Chosen[]): Draft | undefined {
  const { schema, language } = names;
  const { form } = parsed;
  const { lower } = form;
  const terms: Term[] = [];
  const verbs: VerbAt[] = [];
  for (const { from: at, to, meaning, isNegated, count, sameAs } of chosen) {
    const denied = isNegated && { isNegated };
    if (meaning.kind === 'verb') verbs.push({ at, to, meaning, ...denied });
    else terms.push({ at, to, meaning, ...denied, ...(count && { count }), ...(sameAs && { sameAs }) });
  }
  let focus: number | undefined;
  if (terms[0]?.meaning.kind === 'asked') {
    focus = 0;
    const [asked, next] = terms;
    const between = next ? lower.slice(asked.to, next.at) : [];
    const isSkipped = (word: string, i: number): boolean =>
      language.is('articles', word) ||
      language.is('possessiveMarkers', word) ||
      parsed.superlative?.at === asked.to + i;
    // "What was the first case": the case is asked for.
    const isRanked = parsed.superlative !== undefined && next?.meaning.kind === 'class';
    const isNext = between.every((word, i) => isSkipped(word, i) || (isRanked && language.is('be', word)));
    // "Which device", "how many devices", "how tall": the noun is what is asked for.
    if (next && isNext && isNoun(next.meaning) && (form.isDeterminer || form.wants === 'number')) terms.shift();
    else if (form.wants === 'count') return undefined;
  } else if (form.wants === 'kind') {
    focus = terms.findIndex(({ meaning }) => meaning.kind === 'nodes');
    if (focus < 0) return undefined;
  } else if (form.wants !== 'verdict') {
    focus = terms.findIndex(
      ({ meaning }, i) => isNoun(meaning) && !isPossessor({ terms, parsed } as unknown as Draft, i),
    );
    if (focus < 0) return undefined;
  }
  // "What is a clos?": its definition, not those of the kind.
  const isDefinition = terms.length === 2 && terms[0]!.meaning.kind === 'asked' && terms[1]!.meaning.kind === 'class';
  if (isDefinition && verbs.length === 0 && !form.isWho && !parsed.superlative) return undefined;
  if (terms.length === 0 || terms.length > LIMIT.terms || verbs.length > LIMIT.verbs) return undefined;
  if (form.universal === undefined && isCompound(terms, schema)) return undefined;
  const insideOf = (meaning: Meaning): readonly string[] =>
    meaning.kind === 'nodes'
      ? [
          ...new Set(
            meaning.nodes.flatMap(({ uid }) => containment.within.get(uid)?.flatMap(({ types }) => types) ?? []),
          ),
        ]
      : [];
  return { parsed, names, language, schema, lower, terms, verbs, focus, cost: costOf(chosen), insideOf };
}

/** Two nouns side by side that the ontology does not combine are a word of its own: `harbour master`. */
function isCompound(terms: readonly Term[], schema: Schema): boolean {
  return terms.some((right, i) => {
    const left = terms[i - 1];
    if (!left || left.to !== right.at || left.meaning.kind !== 'class' || left.meaning.isAdjective) return false;
    const { meaning } = right;
    if (meaning.kind === 'class') return !meaning.isAdjective && !schema.isNear(left.meaning.name, meaning.name);
    if (meaning.kind !== 'noun' || !schema.isObject(meaning.relation.property)) return false;
    return schema.conflict([left.meaning.name, ...classesOf(meaning, schema)]) !== undefined;
  });
}

/** "Which captains are married": a verb that lacks its other side is about someone or something. */
function withSomething(draft: Draft): Draft[] {
  const { terms, verbs, parsed, cost } = draft;
  if (terms.length >= LIMIT.terms || parsed.hasDropped) return [];
  return verbs.map((verb) => ({
    ...draft,
    terms: [...terms, { at: verb.to - 0.5, to: verb.to, meaning: { kind: 'any', cost: COST.something } }],
    cost: cost + COST.something,
  }));
}

/** True of a term that no word says. */
const isAdded = ({ at, meaning }: Term): boolean => meaning.kind === 'any' && !Number.isInteger(at);

/** @returns true if a whole reading was found */
function connect(
  draft: Draft,
  budget: { left: number; readonly most: number },
  emit: (candidate: Candidate) => void,
): boolean {
  const { terms, verbs, focus } = draft;
  const jobs: ((state: State) => State[])[] = [
    ...terms.flatMap((term, i) => (term.meaning.kind === 'noun' ? [(state: State) => ofNoun(draft, state, i)] : [])),
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
  walk({ links: [], same: [], parts: terms.map((_, i) => i), cost: draft.cost }, 0);
  return isWhole;
}

/** "The budget of Aurora", "Aurora's budget". */
function ofNoun(draft: Draft, state: State, i: number): State[] {
  const { terms, verbs, lower, language, schema, parsed } = draft;
  const noun = terms[i]!;
  if (noun.meaning.kind !== 'noun') return [];
  const { property, head } = noun.meaning.relation;
  const out = terms.flatMap((other, j) => {
    const isAsked = other.meaning.kind === 'asked';
    if (j === i || isValue(other.meaning) || (isAsked && !schema.isObject(property))) return [];
    const between = j > i ? lower.slice(noun.to, other.at) : lower.slice(other.to, noun.at);
    // "Who is the boss?": one who is it, not one who has it.
    const isCopula = between.every((word) => language.is('be', word) || language.is('articles', word));
    if (isAsked && j < i && isCopula && between.length > 0) return [];
    const isOwner = j === i - 1 && (isPossessor(draft, j) || (isAsked && parsed.form.isOwner));
    // "Which society is she a member of?"
    const isStranded =
      j === draft.focus && language.is('possessiveMarkers', lower[noun.to] ?? '') && noun.to + 1 >= lower.length;
    // "Have been taught by a captain": no one has one.
    const isActed = verbs.some(({ at }) => at > other.at && at < noun.at);
    const isMarked =
      j > i
        ? language.is('possessiveMarkers', between[0] ?? '') ||
          (between.length === 0 && !language.data.nounsAreCapitalized)
        : isOwner ||
          isStranded ||
          between.some((word) => (language.is('having', word) && !isActed) || language.is('possessives', word));
    // "The mother of Rex's mother": not of Rex.
    const isOther = isPossessor(draft, j) && !isOwner;
    const cost =
      (isStranded ? 0 : apart(draft, i, j)) + (isMarked ? 0 : COST.unmarked) + (isOther ? COST.ofPossessor : 0);
    const [subject, object] = head === 'subject' ? [i, j] : [j, i];
    return link(state, { property, subject, object, by: noun.at }, cost) ?? [];
  });
  // The noun without a possessor may be the one that the question asks for.
  return out.sort((a, b) => a.cost - b.cost).slice(0, MAX_WAYS);
}

/** Sides of a verb by its place, its voice, and the words around it. */
function ofVerb(draft: Draft, state: State, verb: VerbAt): State[] {
  const { terms, schema, focus, parsed } = draft;
  const { at, meaning, isNegated } = verb;
  const { property, agent, turns } = meaning.relation;
  const said = { property, by: at, ...(isNegated && { isNegated }) };
  const out: State[] = [];
  for (const [i, first] of terms.entries()) {
    for (const [j, second] of terms.entries()) {
      if (i === j || isValue(first.meaning)) continue;
      if (!schema.isObject(property)) {
        const isAsked = j === focus && second.meaning.kind === 'asked';
        // "Who earns more than 5000?", "who has not been discharged?"
        const isOpen = first.meaning.kind === 'asked' && parsed.form.wants !== 'node';
        if (isOpen || !(isValue(second.meaning) || isAsked || isAdded(second))) continue;
        const cost = away(draft, i, at) + (isAsked ? 0 : away(draft, j, at));
        const made = link(state, { ...said, subject: i, object: j }, cost);
        if (made) out.push(made);
        continue;
      }
      if (isValue(second.meaning)) continue;
      // `first` does it to `second`.
      const [subject, object] = agent === 'subject' ? [i, j] : [j, i];
      const isPassive = (turns || isBy(draft, verb)) && passive(draft, verb);
      const cost =
        away(draft, i, at) +
        away(draft, j, at) +
        orderCost(draft, i, j, verb, isPassive) +
        prepositionCost(draft, verb, i === focus || j === focus);
      const made = link(state, { ...said, subject, object }, cost);
      if (made) out.push(made);
    }
  }
  return out.sort((a, b) => a.cost - b.cost).slice(0, MAX_WAYS);
}

/** "Performed on" is not "performed by", nor "works with" "works on": a verb with another preposition than its name's. */
function prepositionCost({ parsed, lower, language, schema }: Draft, verb: VerbAt, isAsked: boolean): number {
  const { stem } = parsed.form.words[Math.floor(verb.at)]!;
  const all = schema.vocabulary.properties.get(verb.meaning.relation.property)?.labels ?? [];
  // Prepositions of a synonym are its own: "belongs to" for "part of".
  const labels = all.filter((label) => language.words(label).some((word) => word.stem === stem));
  const own = labels.flatMap((label) => {
    const last = label.toLowerCase().split(' ').at(-1)!;
    return language.is('prepositions', last) ? [last] : [];
  });
  const behind = lower[verb.to] ?? '';
  const moved = isAsked ? (parsed.form.fronted ?? lower.at(-1)!) : '';
  const said = [behind, moved].find((word) => language.is('prepositions', word));
  // "Looks after" of a property "cares for" is a phrase of its own.
  const isPhrase = verb.to - verb.at > 1 && language.is('prepositions', lower[verb.to - 1]!);
  if (said === undefined || isPhrase || own.length === 0 || own.includes(said)) return 0;
  const isPlace = (word: string): boolean => language.is('locatives', word);
  return isPlace(said) && own.some(isPlace) ? 0 : language.is('locatives', said) ? 0.2 : COST.otherPreposition;
}

/** Terms between a term and a word; what has a name is seldom described besides. */
function away(draft: Draft, i: number, at: number): number {
  const { terms, lower, language } = draft;
  const term = terms[i]!;
  const isSkipped = (k: number): boolean => isPossessor(draft, k) || (isComplement(draft, k) && k === i + 1);
  const between = terms.filter((other, k) => (other.at - term.at) * (other.at - at) < 0 && !isSkipped(k));
  const isRelative =
    term.at < at && lower.slice(term.to, Math.floor(at)).some((word) => language.is('relatives', word));
  const isNamed = term.meaning.kind === 'nodes' && isRelative && !language.data.nounsAreCapitalized;
  // "Doctors who treat Ada live there": not Ada.
  const isTaken =
    term.at < at &&
    !isRelative &&
    !language.data.nounsAreCapitalized &&
    draft.verbs.some(
      (verb) =>
        verb.at < term.at && language.is('relatives', lower[Math.floor(verb.at) - 1] ?? '') && term.at - verb.to < 2,
    );
  const isOther = isTaken || isPossessor(draft, i) || (term.at < at && !isRelative && isComplement(draft, i));
  return COST.distance * between.length + (isNamed ? COST.unmarked : 0) + (isOther ? COST.ofPossessor : 0);
}

/** Cost of a reading in which the agent is term `i` and the patient term `j`. */
function orderCost(draft: Draft, i: number, j: number, { at, meaning }: VerbAt, isPassive: boolean): number {
  const { terms, parsed, focus, lower, language } = draft;
  const { turns } = meaning.relation;
  const [first, second] = isPassive ? [j, i] : [i, j];
  const isBefore = (k: number): boolean => terms[k]!.at < at;
  if (turns && !isPassive && parsed.role !== undefined && terms[0]!.meaning.kind === 'asked') {
    if (parsed.role === 'agent' && second === focus) return COST.turned;
    if (parsed.role === 'patient' && first === focus) return COST.turned;
  }
  if (first === focus && !agrees(draft, at)) return COST.turned;
  // "In which county lies the mill": what comes late is what lies there.
  const isPlace = parsed.form.fronted !== undefined || parsed.form.isWhere;
  if (isPlace && !turns && second === focus) return 0;
  if (isBefore(first) && !isBefore(second)) return 0;
  if (!isBefore(first) && isBefore(second)) return language.data.nounsAreCapitalized ? COST.freeOrder * 2 : COST.turned;
  if (isBefore(first)) {
    const isHelped = lower.slice(0, Math.floor(at)).some((word) => language.is('subjectAfter', word));
    if (parsed.form.wants === 'verdict' || language.data.nounsAreCapitalized)
      return first < second ? 0 : COST.freeOrder;
    return first > second ? (isHelped ? 0 : COST.bothBefore) : COST.turned;
  }
  return first < second ? COST.bothBehind : COST.turned;
}

/**
 * "Welche Aufsätze zitiert sie?": a plural is no subject of a verb in the singular. Of a language that does without word
 * order.
 */
function agrees({ parsed, language, lower, terms, focus, schema }: Draft, at: number): boolean {
  const { meaning, at: from, to } = terms[focus!]!;
  if (!language.data.nounsAreCapitalized || meaning.kind !== 'class') return true;
  const written = lower.slice(from, to).join(' ');
  const labels = schema.vocabulary.classes.get(meaning.name)?.labels ?? [];
  // "Pfleger" is both.
  if (/(?:er|el|en)$/.test(written)) return true;
  const isPlural = !labels.some((label) => label.toLowerCase() === written);
  const finite = lower
    .slice(to, Math.floor(at))
    .find((word) => language.is('auxiliaries', word) || language.is('be', word));
  const isPluralVerb = /n$|^sind$/.test(finite ?? parsed.form.words[Math.floor(at)]!.text.toLowerCase());
  return isPlural === isPluralVerb;
}

const isBy = ({ lower, language }: Draft, { to }: VerbAt): boolean => language.is('agentMarkers', lower[to] ?? '');

/** "Is built by", "was built": a form of be before the verb, or its agent behind it. */
function passive({ lower, language, verbs }: Draft, { at, to }: VerbAt): boolean {
  if (language.is('agentMarkers', lower[to] ?? '') || language.is('agentMarkers', lower[to - 1] ?? '')) return true;
  const previous = Math.max(0, ...verbs.filter((verb) => verb.to <= at).map((verb) => verb.to));
  const own = lower.slice(previous, Math.floor(at));
  const be = own.findLastIndex((word) => language.is('be', word));
  const helper = own.findLastIndex((word) => language.is('auxiliaries', word) && !language.is('be', word));
  return be >= 0 && be > helper;
}
