/**
 * Fourth stage: the ways in which the chunks of a question can be put together. Each is a tree: what the question names are
 * its terms, verbs and relational nouns its links; what is left unconnected is joined by being the same ("which harbour is
 * a fishing harbour"), or by a property of the ontology that no word names ("the captain of the Aurora").
 */
import type { Schema } from './schema';
import type { Candidate, Chunk, Chunked, Link, Meaning, Relation, Term } from './types';

const MOST_COMBINATIONS = 200;
const MOST_STATES = 20_000;
const MOST_CANDIDATES = 60;
/** What a link pays for each term that stands between its ends. */
const DISTANCE = 0.3;
const MOST_TERMS = 8;
const PREPOSITION = /^(?:in|at|on|from|to|for|by|with|of)$/;
const BE = new Set('is are was were be been being'.split(' '));

type Noun = Extract<Meaning, { kind: 'noun' }>;

/** A choice of meanings, being put together. */
interface Draft {
  readonly question: Chunked;
  readonly schema: Schema;
  readonly terms: readonly Term[];
  readonly verbs: readonly { readonly at: number; readonly to: number; readonly relation: Relation }[];
  readonly focus: number | undefined;
  readonly base: number;
}

interface State {
  readonly links: readonly Link[];
  readonly same: readonly (readonly [number, number])[];
  /** Term → its part of the tree. */
  readonly parts: readonly number[];
  readonly spans: readonly (readonly [number, number])[];
  readonly cost: number;
}

/** @returns the cheapest first */
export function candidates(question: Chunked, schema: Schema): Candidate[] {
  const out = new Map<string, Candidate>();
  const budget = { left: MOST_STATES };
  for (const chosen of combinations(question.chunks)) {
    const draft = toDraft(question, chosen, schema);
    if (!draft) continue;
    complete(draft, budget, (candidate) => {
      const key = JSON.stringify([
        candidate.terms.map(({ at, meaning }) => [at, meaning.kind, (meaning as { name?: string }).name]),
        candidate.links,
        candidate.same,
      ]);
      const known = out.get(key);
      if (!known || known.cost > candidate.cost) out.set(key, candidate);
    });
  }
  return [...out.values()].sort((a, b) => a.cost - b.cost).slice(0, MOST_CANDIDATES);
}

function combinations(chunks: readonly Chunk[]): (readonly (Chunk & { meaning: Meaning })[])[] {
  let all: { readonly cost: number; readonly chosen: readonly (Chunk & { meaning: Meaning })[] }[] = [
    { cost: 0, chosen: [] },
  ];
  for (const chunk of chunks) {
    const next = all.flatMap(({ cost, chosen }) =>
      chunk.meanings.map((meaning) => ({ cost: cost + meaning.cost, chosen: [...chosen, { ...chunk, meaning }] })),
    );
    all = next.sort((a, b) => a.cost - b.cost).slice(0, MOST_COMBINATIONS);
  }
  return all.map(({ chosen }) => chosen);
}

function toDraft(
  question: Chunked,
  chosen: readonly (Chunk & { meaning: Meaning })[],
  schema: Schema,
): Draft | undefined {
  const { form } = question;
  const terms: Term[] = [];
  const verbs: { at: number; to: number; relation: Relation }[] = [];
  let base = 0;
  let focus: number | undefined;
  for (const { from, to, meaning } of chosen) {
    base += meaning.cost;
    if (meaning.kind === 'verb') verbs.push({ at: from, to, relation: meaning.relation });
    else terms.push({ at: from, to, meaning });
  }
  const asked = terms.findIndex(({ meaning }) => meaning.kind === 'asked');
  const isMeasured = form.measure !== undefined && terms[asked + 1]?.at === form.measure;
  if (asked >= 0) {
    const next = terms[asked + 1];
    const start = terms[asked]!.to;
    const isNext = next !== undefined && onlySpent(question, start, next.at);
    // "Which captain", "how many captains", "how tall": the noun itself is what is asked for.
    if (next && ((form.isDeterminer && isNext && isNoun(next.meaning)) || isMeasured)) terms.splice(asked, 1);
    focus = asked;
  } else if (form.wants !== 'verdict') {
    focus = terms.findIndex(({ meaning }) => isNoun(meaning));
    if (focus < 0) return undefined;
  }
  if (terms.length === 0 || terms.length > MOST_TERMS || verbs.length > 4) return undefined;
  // Two nouns side by side are a word of its own, which nobody here knows.
  for (let i = 1; i < terms.length; i++) {
    const [left, right] = [terms[i - 1]!, terms[i]!];
    if (left.to === right.at && left.meaning.kind === 'class' && right.meaning.kind === 'class') {
      if (!schema.isNear(left.meaning.name, right.meaning.name)) return undefined;
    }
  }
  return { question, schema, terms, verbs, focus, base };
}

const isNoun = (meaning: Meaning): boolean =>
  meaning.kind === 'class' || meaning.kind === 'noun' || meaning.kind === 'any';

function onlySpent({ form }: Chunked, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (!form.spent.has(i) && !/^(?:the|of|a|an|all|other)$/i.test(form.words[i]!.text)) return false;
  }
  return true;
}

function complete(draft: Draft, budget: { left: number }, emit: (candidate: Candidate) => void): void {
  const { terms, verbs } = draft;
  const jobs: ((state: State) => State[])[] = [
    ...terms.flatMap(({ meaning }, i) =>
      meaning.kind === 'noun' ? [(state: State) => nounLinks(draft, state, i, meaning)] : [],
    ),
    ...verbs.map((verb) => (state: State) => verbLinks(draft, state, verb)),
  ];
  const start: State = { links: [], same: [], parts: terms.map((_, i) => i), spans: [], cost: draft.base };
  const walk = (state: State, job: number): void => {
    if (budget.left-- <= 0) return;
    if (job < jobs.length) {
      for (const next of jobs[job]!(state)
        .sort((a, b) => a.cost - b.cost)
        .slice(0, 12))
        walk(next, job + 1);
      return;
    }
    if (new Set(state.parts).size === 1) {
      emit({
        terms,
        links: state.links,
        same: state.same,
        focus: draft.focus,
        cost: state.cost + crossings(state.spans),
      });
      return;
    }
    for (const next of joins(draft, state)
      .sort((a, b) => a.cost - b.cost)
      .slice(0, 12))
      walk(next, job);
  };
  walk(start, 0);
}

/** Dependencies of English seldom cross: where a clause comes late ("where is the yard based that built it"). */
function crossings(spans: readonly (readonly [number, number])[]): number {
  let count = 0;
  for (const [i, [a, b]] of spans.entries()) {
    for (const [c, d] of spans.slice(i + 1)) if ((a < c && c < b && b < d) || (c < a && a < d && d < b)) count++;
  }
  return count * 0.6;
}

function link(
  state: State,
  { property, subject, object }: Link,
  cost: number,
  span: readonly number[],
): State | undefined {
  if (state.parts[subject] === state.parts[object]) return undefined;
  return {
    ...state,
    links: [...state.links, { property, subject, object }],
    parts: joined(state.parts, subject, object),
    spans: [...state.spans, [Math.min(...span), Math.max(...span)]],
    cost: state.cost + cost,
  };
}

const joined = (parts: readonly number[], one: number, other: number): number[] =>
  parts.map((part) => (part === parts[other] ? parts[one]! : part));

/** Whose it is: "the home port of the Petrel", "the Petrel's home port", "have their home port in". */
function nounLinks(draft: Draft, state: State, i: number, { relation }: Noun): State[] {
  const { terms, question, schema } = draft;
  const noun = terms[i]!;
  const { words } = question.form;
  return terms.flatMap((other, j) => {
    if (j === i || isLiteral(other.meaning)) return [];
    let cost: number;
    if (j > i) {
      const between =
        apart(draft, i, j) +
        (isPossessor(draft, j) && j !== i + 1 ? 2 : 0) +
        (isPossessor(draft, j) && terms[j + 1] ? 2 : 0);
      const word = words[noun.to]?.text.toLowerCase() ?? '';
      cost =
        between * DISTANCE + (word === 'of' ? 0 : /^(?:in|at|to|for|on|that|which|from|by)$/.test(word) ? 0.3 : 0.4);
    } else {
      const isPossessive = /['’]s?$/.test(words[noun.at - 1]?.text ?? '') && terms[i - 1] === other;
      const isTheirs = /^(?:their|its|his|her|whose)$/i.test(words[noun.at - 1]?.text ?? '');
      cost = isPossessive
        ? 0
        : (i - j - 1) * DISTANCE + (isTheirs ? 0.1 : hasHave(draft, other.to, noun.at) ? 0.2 : 0.7);
    }
    if (!schema.isObject(relation.property) && other.meaning.kind === 'asked') return [];
    const isHeadSubject = relation.head === 'subject';
    const made = link(
      state,
      { property: relation.property, subject: isHeadSubject ? i : j, object: isHeadSubject ? j : i },
      cost,
      [noun.at, other.at],
    );
    return made ? [made] : [];
  });
}

/** "Joseph's teacher": of Joseph something is said by what follows alone. */
function isPossessor({ terms, question }: Draft, i: number): boolean {
  const [own, next] = [terms[i]!, terms[i + 1]];
  return next?.at === own.to && /['’]s?$/.test(question.form.words[own.to - 1]!.text);
}

/** Terms between two, possessors aside. */
const apart = (draft: Draft, i: number, j: number): number =>
  draft.terms.filter((_, k) => k > Math.min(i, j) && k < Math.max(i, j) && !isPossessor(draft, k)).length;

const isLiteral = (meaning: Meaning): boolean => meaning.kind === 'value';

function hasHave({ question }: Draft, from: number, to: number): boolean {
  return question.form.words
    .slice(Math.max(from, to - 2), to)
    .some(({ text }) => /^(?:has|have|had|with)$/i.test(text));
}

interface VerbAt {
  readonly at: number;
  readonly to: number;
  readonly relation: Relation;
}

/** Who and whom: by the order of words, by auxiliaries and by "by". */
function verbLinks(draft: Draft, state: State, verb: VerbAt): State[] {
  const { terms, schema, focus } = draft;
  const { property, agent, turns } = verb.relation;
  const isObject = schema.isObject(property);
  const isPassive = turns && passive(draft, verb);
  const before = terms.flatMap((term, i) => (term.at < verb.at ? [i] : [])).reverse();
  const after = terms.flatMap((term, i) => (term.at > verb.at ? [i] : []));
  const out: State[] = [];
  const add = (first: number, second: number, cost: number): void => {
    const agentIs = isPassive ? second : first;
    const patientIs = isPassive ? first : second;
    const [subject, object] = agent === 'subject' ? [agentIs, patientIs] : [patientIs, agentIs];
    const span = [terms[first]!.at, terms[second]!.at, verb.at];
    const owners = [first, second].filter((i) => isPossessor(draft, i)).length;
    const made = link(state, { property, subject, object }, cost + owners * 2 * DISTANCE, span);
    if (made) out.push(made);
  };
  if (!isObject) {
    // Its value: what is asked for, or what the question gives.
    for (const [s, term] of terms.entries()) {
      if (isLiteral(term.meaning)) continue;
      for (const [o, value] of terms.entries()) {
        if (o === s || !(value.meaning.kind === 'value' || (o === focus && value.meaning.kind === 'asked'))) continue;
        const cost = distance(draft, s, verb.at) + (value.meaning.kind === 'value' ? distance(draft, o, verb.at) : 0);
        const made = link(state, { property, subject: s, object: o }, cost, [term.at, verb.at]);
        if (made) out.push(made);
      }
    }
    return out;
  }
  for (const [i, b] of before.entries()) {
    for (const [j, a] of after.entries()) {
      if (isLiteral(terms[a]!.meaning) || isLiteral(terms[b]!.meaning)) continue;
      add(b, a, (i + j) * DISTANCE);
    }
    for (const [j, further] of before.entries()) {
      if (j <= i || isLiteral(terms[b]!.meaning) || isLiteral(terms[further]!.meaning)) continue;
      // "What does the ship carry", "the ship that Ruth commands", "by whom was the captain trained".
      add(b, further, i * DISTANCE + (j - i - 1) * DISTANCE + (after.length > 0 ? 0.25 : 0.1));
    }
  }
  for (const [i, a] of after.entries()) {
    for (const further of after.slice(i + 1)) add(a, further, 0.8 + i * DISTANCE);
  }
  // The other way round, where classes say so: it costs.
  if (turns) {
    for (const [i, b] of before.entries()) {
      for (const [j, a] of after.entries()) {
        if (!isLiteral(terms[a]!.meaning) && !isLiteral(terms[b]!.meaning)) add(a, b, 1.5 + (i + j) * DISTANCE);
      }
    }
  }
  return out;
}

const distance = ({ terms }: Draft, i: number, at: number): number =>
  DISTANCE * terms.filter((term) => (term.at - terms[i]!.at) * (term.at - at) < 0).length;

/** "is built by", "by whom was it built", "were built": the one before the verb is whom it is done to. */
function passive({ question }: Draft, { at, to }: VerbAt): boolean {
  const words = question.form.words.map(({ text }) => text.toLowerCase());
  if (words[to] === 'by' || (words[to - 1] === 'by' && to - at > 1)) return true;
  const participle = words[at]!;
  if (
    !/(?:ed|en|wn)$|^(?:built|made|kept|led|lit|held|sold|bought|taught|caught|found|won|set|sung|fed|told|read|cut|hung|lost|paid|sent|struck)$/.test(
      participle,
    )
  )
    return false;
  // The last auxiliary before it, with at most a few words between.
  for (let i = at - 1; i >= 0; i--) {
    if (BE.has(words[i]!)) return true;
    if (/^(?:do|does|did|has|have|had|that|which|who)$/.test(words[i]!)) return words[i + 1] === 'been';
  }
  return false;
}

/** What joins parts that no word joins. */
function joins(draft: Draft, state: State): State[] {
  const { terms, question } = draft;
  const { words } = question.form;
  const out: State[] = [];
  const first = state.parts[0]!;
  for (const [i, left] of terms.entries()) {
    for (const [j, right] of terms.entries()) {
      if (j <= i || state.parts[i] === state.parts[j] || (state.parts[i] !== first && state.parts[j] !== first))
        continue;
      const between = words.slice(left.to, right.at).map(({ text }) => text.toLowerCase());
      const away = (j - i - 1) * DISTANCE;
      const equal = samenessCost(draft, i, j, between);
      if (equal !== undefined) {
        out.push({
          ...state,
          same: [...state.same, [i, j]],
          parts: joined(state.parts, i, j),
          spans: [...state.spans, [left.at, right.at]],
          cost: state.cost + equal + away,
        });
      }
      for (const { property, isLeftSubject, cost } of unnamed(draft, i, j, between)) {
        const made = link(
          state,
          { property, subject: isLeftSubject ? i : j, object: isLeftSubject ? j : i },
          cost + away,
          [left.at, right.at],
        );
        if (made) out.push(made);
      }
    }
  }
  return out;
}

/** What it costs to take two terms for the same; undefined where nothing speaks for it. */
function samenessCost(
  { terms, question, verbs }: Draft,
  i: number,
  j: number,
  between: readonly string[],
): number | undefined {
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  if (isLiteral(left) && isLiteral(right)) return undefined;
  if (isLiteral(left) || isLiteral(right)) {
    // "Which length is 58?": a relational noun and its value.
    const other = isLiteral(left) ? right : left;
    return other.kind === 'noun' ? 0.2 : undefined;
  }
  if (left.kind === 'nodes' && right.kind === 'nodes') return undefined;
  // "What year saw the launch", "how much is the length".
  if (left.kind === 'asked' && right.kind === 'noun' && question.form.wants !== 'node') return 0.3;
  const words = question.form.words.map(({ text }) => text.toLowerCase());
  const isCopula = between.some((word) => BE.has(word)) && !between.some((word) => PREPOSITION.test(word));
  // "… that grows there and is an edible plant".
  if (
    /(?:^| )(?:and|that|which|who) (?:is|are|was|were)(?: also)?(?: an?| the)?$/.test(between.join(' ')) &&
    right.kind === 'class'
  )
    return 0.1;
  const hasVerb = verbs.some(({ at }) => at > terms[i]!.at && at < terms[j]!.at);
  if (between.length === 0 && left.kind === 'class' && right.kind === 'class') return 0;
  if (between.length === 0 && (left.kind === 'class' || left.kind === 'any') !== (right.kind === 'class')) return 0;
  if (isCopula && !hasVerb) return 0.1;
  if (between.every((word) => /^(?:the|a|an|called|named|as|also|both)$/.test(word)) && between.length > 0) return 0.3;
  // "Is the Fulmar a steamship?", "of which ships is Holm Creek the home port?"
  const beAt = words.findIndex((word) => BE.has(word));
  if (beAt >= 0 && beAt < terms[i]!.at && !hasVerb) return 0.4;
  if (/^(?:in|at|on|by|for|with|from|to)$/.test(between[0] ?? '') && (left.kind === 'noun' || right.kind === 'noun'))
    return 0.5;
  if (words.some((word) => /^(?:can|could|may|called|count)$/.test(word))) return 0.6;
  return undefined;
}

/** Properties that connect two terms by their classes alone, the most specific first. */
function unnamed(
  { terms, schema, question }: Draft,
  i: number,
  j: number,
  between: readonly string[],
): { readonly property: string; readonly isLeftSubject: boolean; readonly cost: number }[] {
  const [left, right] = [classesOf(terms[i]!.meaning, schema), classesOf(terms[j]!.meaning, schema)];
  if (left.length === 0 || right.length === 0) return [];
  const isPossessive = /['’]s?$/.test(question.form.words[terms[i]!.to - 1]?.text ?? '') && between.length === 0;
  const isOf = between[0] === 'of' || isPossessive;
  const isPreposition = /^(?:in|at|on|from|to|for|by|with|has|have|had|of)$/.test(
    between.find((word) => !isArticle(word) && !BE.has(word)) ?? '',
  );
  const price = isOf ? 0.6 : isPreposition ? 0.9 : undefined;
  if (price === undefined || between.length > 4) return [];
  const found: { property: string; isLeftSubject: boolean; cost: number; rank: number }[] = [];
  for (const [name, term] of schema.vocabulary.properties) {
    if (!term.isObject) continue;
    const [domain, range] = [schema.classesOf(name, 'subject'), schema.classesOf(name, 'object')];
    if (domain.length === 0 || range.length === 0) continue;
    for (const isLeftSubject of [true, false]) {
      const [subject, object] = isLeftSubject ? [left, right] : [right, left];
      const fit = fits(subject, domain, schema) + fits(object, range, schema);
      if (Number.isFinite(fit)) found.push({ property: name, isLeftSubject, cost: price + fit, rank: fit });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, 4);
}

const isArticle = (word: string): boolean => word === 'the' || word === 'a' || word === 'an';

/** 0 where a class is what the property says, more where it is below or above; infinite where it is neither. */
function fits(classes: readonly string[], of: readonly string[], schema: Schema): number {
  let best = Infinity;
  for (const name of classes) {
    for (const other of of) {
      if (name === other) return 0;
      if (schema.isWithin(name, other)) best = Math.min(best, 0.15);
      else if (schema.isWithin(other, name)) best = Math.min(best, 0.5);
    }
  }
  return best;
}

function classesOf(meaning: Meaning, schema: Schema): readonly string[] {
  if (meaning.kind === 'class') return [meaning.name];
  if (meaning.kind === 'nodes') return [...new Set(meaning.nodes.flatMap(({ types }) => types))];
  if (meaning.kind === 'noun') {
    const { property, head } = meaning.relation;
    return head ? schema.classesOf(property, head) : [];
  }
  return [];
}
