/**
 * Readings of a question: every way to connect its names by its verbs and nouns. The order of words makes a way cost
 * more or less; the ontology rules out those whose classes do not fit.
 */
import type { Node } from '../knowledge/nodes';
import { check, type CheckedReading } from '../modules/owl/check';
import { joined, link, type State } from '../modules/owl/draft';
import type { Schema } from '../modules/owl/schema';
import type { Candidate, Chunk, Link, Meaning, Rejection, Term } from '../modules/owl/types';
import type { Language } from './language';
import type { Names } from './names';
import type { Parsed } from './parse';

const DISTANCE = 0.3;
/** A verb whose sides stand the other way round than its form says. */
const TURNED = 0.9;
/** A preposition that alone connects two names. */
const PREPOSITION = 0.4;
/** Nothing between two names that a single property can connect. */
const UNSAID = 0.8;
const MAX_STATES = 5_000;
const MAX_TERMS = 7;
const MAX_VERBS = 4;
const MAX_COMBINATIONS = 64;

interface Verb {
  readonly at: number;
  readonly to: number;
  readonly meaning: Extract<Meaning, { kind: 'verb' }>;
}

interface Draft {
  readonly parsed: Parsed;
  readonly names: Names;
  readonly language: Language;
  readonly schema: Schema;
  readonly containment: Containment;
  readonly lower: readonly string[];
  readonly terms: readonly Term[];
  readonly verbs: readonly Verb[];
  readonly focus: number | undefined;
  readonly cost: number;
}

type Chosen = Chunk & { readonly meaning: Meaning };

/** Nodes and properties of containment: see containment.ts. */
export interface Containment {
  readonly properties: readonly string[];
  /** Uid → nodes that lie within the node. */
  readonly within: ReadonlyMap<string, readonly Node[]>;
}

interface Assembled {
  /** The cheapest first. */
  readonly readings: readonly CheckedReading[];
  readonly rejections: readonly Rejection[];
}

export function assemble(parsed: Parsed, names: Names, schema: Schema, containment: Containment): Assembled {
  const readings = new Map<string, CheckedReading>();
  const rejections: Rejection[] = [];
  const budget = { left: MAX_STATES };
  for (const chosen of combinations(parsed.chunks)) {
    const draft = draftOf(parsed, names, schema, containment, chosen);
    if (!draft) continue;
    connect(draft, budget, (connected) => {
      if (dangles(draft, connected)) return;
      const candidate = throughContainment(connected, schema, containment);
      const verdict = check(candidate, parsed, schema);
      if ('rejection' in verdict) return void rejections.push(verdict.rejection);
      const { reading } = verdict;
      const key = JSON.stringify([
        reading.variables.map(({ classes, nodes }) => [classes, nodes?.length]),
        reading.links,
      ]);
      const known = readings.get(key);
      if (!known || known.cost > reading.cost) readings.set(key, reading);
    });
  }
  return { readings: [...readings.values()].sort((a, b) => a.cost - b.cost), rejections };
}

/** A noun of a verdict of which nothing is said: "Was the budget of Aurora?"; not "has Aurora a budget". */
function dangles({ parsed, lower, language }: Draft, { terms, links, same }: Candidate): boolean {
  if (parsed.form.wants !== 'verdict' || lower.some((word) => language.data.having.includes(word))) return false;
  return terms.some(({ meaning }, i) => {
    const isAlone = !same.some((pair) => pair.includes(i));
    return (
      meaning.kind === 'noun' && isAlone && links.filter((each) => [each.subject, each.object].includes(i)).length < 2
    );
  });
}

/** "Works in Finland": at a place within it. "In which country": in which the place lies. */
function throughContainment(candidate: Candidate, schema: Schema, { properties, within }: Containment): Candidate {
  const [inner] = properties;
  if (inner === undefined) return candidate;
  const terms = [...candidate.terms];
  const added: Link[] = [];
  const isSame = (i: number): boolean => candidate.same.some((pair) => pair.includes(i));
  const links = candidate.links.map((link) => {
    const { property, object } = link;
    if (properties.includes(property) || !schema.isObject(property)) return link;
    const meaning = terms[object]!.meaning;
    if (meaning.kind === 'nodes' && meaning.joined === undefined && !isSame(object)) {
      const nodes = meaning.nodes.flatMap((node) => [node, ...(within.get(node.uid) ?? [])]);
      terms[object] = { ...terms[object]!, meaning: { ...meaning, nodes } };
    }
    const range = schema.classesOf(property, 'object');
    if (meaning.kind !== 'class' || range.length === 0) return link;
    if (range.some((name) => schema.isNear(name, meaning.name))) return link;
    terms.push({ at: terms[object]!.at - 0.5, to: terms[object]!.at, meaning: { kind: 'any', cost: 0 } });
    added.push({ property: inner, subject: terms.length - 1, object });
    return { ...link, object: terms.length - 1 };
  });
  return { ...candidate, terms, links: [...links, ...added] };
}

function combinations(chunks: readonly Chunk[]): readonly (readonly Chosen[])[] {
  let all: (readonly Chosen[])[] = [[]];
  for (const chunk of chunks) {
    all = all
      .flatMap((before) => chunk.meanings.map((meaning) => [...before, { ...chunk, meaning }]))
      .sort((a, b) => costOf(a) - costOf(b))
      .slice(0, MAX_COMBINATIONS);
  }
  return all;
}

const costOf = (chosen: readonly Chosen[]): number => chosen.reduce((sum, { meaning }) => sum + meaning.cost, 0);

function draftOf(
  parsed: Parsed,
  names: Names,
  schema: Schema,
  containment: Containment,
  chosen: readonly Chosen[],
): Draft | undefined {
  const terms: Term[] = [];
  const verbs: Verb[] = [];
  for (const { from: at, to, meaning } of chosen) {
    if (meaning.kind === 'verb') verbs.push({ at, to, meaning });
    else terms.push({ at, to, meaning });
  }
  const { form } = parsed;
  const lower = form.words.map(({ text }) => text.toLowerCase());
  let focus: number | undefined;
  if (terms[0]?.meaning.kind === 'asked') {
    focus = 0;
    const next = terms[1];
    // "Which device", "how many devices": the noun is what is asked for.
    if (form.isDeterminer) {
      if (next?.at !== terms[0].to || !isNoun(next.meaning)) {
        if (next?.meaning.kind === 'class' || form.wants === 'count') return undefined;
      } else terms.shift();
    }
  } else if (form.wants !== 'verdict') {
    focus = terms.findIndex(({ meaning }) => isNoun(meaning));
    if (focus < 0) return undefined;
  }
  // "What is a clos?": its definition, not those of the kind.
  const isDefinition = terms.length === 2 && terms[0]!.meaning.kind === 'asked' && terms[1]!.meaning.kind === 'class';
  if (isDefinition && verbs.length === 0 && !form.isWho) return undefined;
  if (terms.length === 0 || terms.length > MAX_TERMS || verbs.length > MAX_VERBS) return undefined;
  const { language } = names;
  return { parsed, names, language, schema, containment, lower, terms, verbs, focus, cost: costOf(chosen) };
}

const isNoun = ({ kind }: Meaning): boolean => kind === 'class' || kind === 'noun';

function connect(draft: Draft, budget: { left: number }, emit: (candidate: Candidate) => void): void {
  const { terms, verbs, focus } = draft;
  const jobs: ((state: State) => State[])[] = [
    ...terms.flatMap((term, i) => (term.meaning.kind === 'noun' ? [(state: State) => ofNoun(draft, state, i)] : [])),
    ...verbs.map((verb) => (state: State) => ofVerb(draft, state, verb)),
  ];
  const walk = (state: State, job: number): void => {
    if (budget.left-- <= 0) return;
    if (job < jobs.length) {
      for (const next of jobs[job]!(state)) walk(next, job + 1);
    } else if (new Set(state.parts).size === 1) {
      emit({ terms, links: state.links, same: state.same, focus, cost: state.cost });
    } else for (const next of joints(draft, state)) walk(next, job);
  };
  walk({ links: [], same: [], parts: terms.map((_, i) => i), spans: [], cost: draft.cost }, 0);
}

const isValue = ({ kind }: Meaning): boolean => kind === 'value';

/** "The budget of Aurora", "Aurora's budget". */
function ofNoun(draft: Draft, state: State, i: number): State[] {
  const { terms, lower, language, schema } = draft;
  const noun = terms[i]!;
  if (noun.meaning.kind !== 'noun') return [];
  const { property, head } = noun.meaning.relation;
  const { possessiveMarkers, having } = language.data;
  return terms.flatMap((other, j) => {
    if (j === i || isValue(other.meaning) || (other.meaning.kind === 'asked' && !schema.isObject(property))) return [];
    const apart = terms.filter((_, k) => (k - i) * (k - j) < 0 && !isPossessor(draft, k)).length;
    const between = j > i ? lower.slice(noun.to, other.at) : lower.slice(other.to, noun.at);
    const isMarked =
      j > i
        ? between.some((word) => possessiveMarkers.includes(word))
        : between.length === 0 || between.some((word) => having.includes(word));
    // "The mother of Rex's mother": not of Rex.
    const isOther = isPossessor(draft, j) && j !== i - 1;
    const cost = apart * DISTANCE + (isMarked ? 0 : 0.3) + (isOther ? TURNED : 0);
    const [subject, object] = head === 'subject' ? [i, j] : [j, i];
    return link(state, { property, subject, object, by: noun.at }, cost, [noun.at, other.at]) ?? [];
  });
}

/** "Rex's mother": true of Rex. */
const isPossessor = ({ terms, parsed }: Draft, i: number): boolean =>
  terms[i + 1]?.at === terms[i]!.to && /['’]s?$/.test(parsed.form.words[terms[i]!.to - 1]!.text);

/** Sides of a verb by its place, its voice, and the words around it. */
function ofVerb(draft: Draft, state: State, { at, to, meaning }: Verb): State[] {
  const { terms, schema, focus } = draft;
  const { property, agent, turns } = meaning.relation;
  if (!schema.isObject(property)) {
    return terms.flatMap((term, s) =>
      isValue(term.meaning) || term.meaning.kind === 'asked'
        ? []
        : terms.flatMap((value, o) => {
            if (o === s || !(isValue(value.meaning) || (o === focus && value.meaning.kind === 'asked'))) return [];
            const cost = away(draft, s, at) + (isValue(value.meaning) ? away(draft, o, at) : 0);
            return link(state, { property, subject: s, object: o, by: at }, cost, [term.at, at]) ?? [];
          }),
    );
  }
  const isPassive = turns && passive(draft, at, to);
  const out: State[] = [];
  for (const [i, first] of terms.entries()) {
    for (const [j, second] of terms.entries()) {
      if (i === j || isValue(first.meaning) || isValue(second.meaning)) continue;
      // `first` does it to `second`.
      const [subject, object] = agent === 'subject' ? [i, j] : [j, i];
      const cost = away(draft, i, at) + away(draft, j, at) + orderCost(draft, i, j, at, isPassive, turns);
      const made = link(state, { property, subject, object, by: at }, cost, [first.at, second.at, at]);
      if (made) out.push(made);
    }
  }
  return out.sort((a, b) => a.cost - b.cost).slice(0, 16);
}

/** Terms between a term and a word. */
const away = ({ terms }: Draft, i: number, at: number): number =>
  DISTANCE * terms.filter((term) => (term.at - terms[i]!.at) * (term.at - at) < 0).length;

/** Cost of a reading in which the agent is term `i` and the patient term `j`. */
function orderCost(draft: Draft, i: number, j: number, at: number, isPassive: boolean, turns: boolean): number {
  const { terms, parsed, focus, lower, language } = draft;
  const [agent, patient] = isPassive ? [j, i] : [i, j];
  const isBefore = (k: number): boolean => terms[k]!.at < at;
  if (turns && !isPassive && parsed.role !== undefined && terms[0]!.meaning.kind === 'asked') {
    if (parsed.role === 'agent' && patient === focus) return TURNED;
    if (parsed.role === 'patient' && agent === focus) return TURNED;
  }
  // The words before the verb with `does`: object, then subject.
  if (isBefore(agent) && !isBefore(patient)) return 0;
  if (!isBefore(agent) && isBefore(patient)) return TURNED;
  if (isBefore(agent) && isBefore(patient)) {
    const hasHelper = lower.slice(0, at).some((word) => language.data.subjectAfter.includes(word));
    if (parsed.form.wants === 'verdict' || language.data.nounsAreCapitalized) return agent < patient ? 0 : TURNED / 3;
    return agent > patient ? (hasHelper ? 0 : 0.1) : TURNED;
  }
  return agent < patient ? 0.5 : TURNED;
}

/** "Is built by", "was built": a form of be before the verb, or its agent behind it. */
function passive({ lower, language, verbs }: Draft, at: number, to: number): boolean {
  const { be, agentMarkers, auxiliaries } = language.data;
  if (agentMarkers.includes(lower[to] ?? '') || agentMarkers.includes(lower[to - 1] ?? '')) return true;
  const previous = Math.max(0, ...verbs.filter((verb) => verb.to <= at).map((verb) => verb.to));
  const own = lower.slice(previous, at);
  return own.some((word) => be.includes(word)) && !own.some((word) => auxiliaries.includes(word));
}

/** Joints of two parts: the same thing, or a property that no verb or noun names. */
function joints(draft: Draft, state: State): State[] {
  const { terms, lower, language } = draft;
  const out: State[] = [];
  for (const [i, left] of terms.entries()) {
    for (const [j, right] of terms.entries()) {
      if (j <= i || state.parts[i] === state.parts[j]) continue;
      const between = lower.slice(left.to, right.at);
      const apart = (j - i - 1) * DISTANCE;
      const same = sameCost(draft, i, j, between);
      if (same !== undefined) {
        const parts = joined(state.parts, i, j);
        const spans = [...state.spans, [left.at, right.at] as const];
        out.push({ ...state, same: [...state.same, [i, j]], parts, spans, cost: state.cost + same + apart });
      }
      const prepositions = between.filter((word) => language.data.prepositions.includes(word));
      for (const { property, cost } of unsaid(draft, i, j, prepositions)) {
        const made = link(state, { property, subject: i, object: j }, cost + apart, [left.at, right.at]);
        if (made) out.push(made);
      }
    }
  }
  return out;
}

function sameCost({ terms, parsed, language, lower, focus }: Draft, i: number, j: number, between: readonly string[]) {
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  if (isValue(left) || isValue(right)) {
    const other = isValue(left) ? right : left;
    return other.kind === 'noun' ? 0.2 : undefined;
  }
  if (left.kind === 'nodes' && right.kind === 'nodes') return undefined;
  const { be, prepositions } = language.data;
  const hasBe = between.some((word) => be.includes(word));
  const hasPreposition = between.some((word) => prepositions.includes(word));
  if (left.kind === 'asked') {
    if (right.kind === 'nodes') return undefined;
    const isFigure = parsed.form.wants === 'time' || parsed.form.wants === 'number';
    if (right.kind === 'noun') return hasPreposition ? undefined : 0;
    return hasBe && !hasPreposition && !isFigure && i === focus ? 0.1 : undefined;
  }
  // "The project Aurora".
  if (between.length === 0 && left.kind === 'class' && right.kind === 'nodes') return 0;
  if (right.kind === 'class' && hasBe && !hasPreposition) return 0.1;
  const isVerdict = parsed.form.wants === 'verdict' && be.includes(lower[0]!);
  if (isVerdict && i === 0 && right.kind === 'class' && !hasPreposition) return 0.1;
  return undefined;
}

/** Nodes within a named node, as its meaning. */
function insideOf(meaning: Meaning, { within }: Containment): Meaning {
  if (meaning.kind !== 'nodes') return meaning;
  return { ...meaning, nodes: meaning.nodes.flatMap(({ uid }) => within.get(uid) ?? []) };
}

interface Unsaid {
  readonly property: string;
  readonly cost: number;
}

/** Properties between two terms: one whose name has the preposition between them, or the only one that fits. */
function unsaid(
  { terms, schema, names, containment }: Draft,
  i: number,
  j: number,
  prepositions: readonly string[],
): Unsaid[] {
  const classesOf = (meaning: Meaning): readonly string[] =>
    meaning.kind === 'class'
      ? [meaning.name]
      : meaning.kind === 'nodes'
        ? [...new Set(meaning.nodes.flatMap(({ types }) => types))]
        : [];
  const [left, right] = [classesOf(terms[i]!.meaning), classesOf(terms[j]!.meaning)];
  if (left.length === 0 || right.length === 0 || terms[j]!.meaning.kind !== 'nodes' || prepositions.length === 0)
    return [];
  const fits = (classes: readonly string[], wanted: readonly string[]): boolean =>
    wanted.length > 0 && wanted.every((upper) => classes.some((each) => schema.isWithin(each, upper)));
  const inner = classesOf(insideOf(terms[j]!.meaning, containment));
  const found = [...schema.vocabulary.properties.values()].flatMap(({ name, isObject }) => {
    if (!isObject || !fits(left, schema.classesOf(name, 'subject'))) return [];
    const range = schema.classesOf(name, 'object');
    const isWithin = inner.length > 0 && !containment.properties.includes(name) && fits(inner, range);
    if (!fits(right, range) && !isWithin) return [];
    const isNamed = names.hasWordOf(name, prepositions);
    return [{ property: name, cost: isNamed ? PREPOSITION : UNSAID, isNamed }];
  });
  const namedOnes = found.filter(({ isNamed }) => isNamed);
  if (namedOnes.length > 0) return namedOnes;
  return found.length === 1 ? found : [];
}
