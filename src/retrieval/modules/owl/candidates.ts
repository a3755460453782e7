/**
 * Fourth stage: the ways in which the chunks of a question can be put together. Each is a tree: what the question names
 * are its terms, verbs and relational nouns its links; what is left unconnected is joined by being the same ("which
 * harbour is a fishing harbour"), or by a property of the ontology that no word names ("the captain of the Aurora").
 */
import { apart, BE, DISTANCE, isLiteral, isPossessor, link, type Draft, type State, type VerbAt } from './draft';
import { joins } from './joins';
import type { Schema } from './schema';
import type { Candidate, Chunk, Chunked, Meaning, Term } from './types';

const MOST_COMBINATIONS = 200;
const MOST_STATES = 20_000;
const MOST_CANDIDATES = 300;
const MOST_TERMS = 8;
const SOMETHING = 0.5;
type Noun = Extract<Meaning, { kind: 'noun' }>;

/** @returns the cheapest first */
export function candidates(question: Chunked, schema: Schema): Candidate[] {
  const out = new Map<string, Candidate>();
  const budget = { left: MOST_STATES };
  for (const chosen of combinations(question.chunks)) {
    const draft = toDraft(question, chosen, schema);
    if (!draft) continue;
    let isComplete = false;
    const emit = (candidate: Candidate): void => {
      isComplete = true;
      const key = JSON.stringify([
        candidate.terms.map(({ at, meaning }) => [at, meaning.kind, (meaning as { name?: string }).name]),
        candidate.links,
        candidate.same,
      ]);
      const known = out.get(key);
      if (!known || known.cost > candidate.cost) out.set(key, candidate);
    };
    complete(draft, budget, emit);
    if (!isComplete) for (const other of withSomething(draft)) complete(other, budget, emit);
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
  const verbs: VerbAt[] = [];
  let base = 0;
  let focus: number | undefined;
  for (const { from, to, meaning, isNegated, count } of chosen) {
    base += meaning.cost;
    const said = { ...(isNegated && { isNegated }), ...(count && { count }) };
    if (meaning.kind === 'verb')
      verbs.push({ at: from, to, relation: meaning.relation, ...(isNegated && { isNegated }) });
    else terms.push({ at: from, to, meaning, ...said });
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
  } else if (form.wants === 'kind') {
    focus = terms.findIndex(({ meaning }) => meaning.kind === 'nodes');
    if (focus < 0) return undefined;
  } else if (form.wants !== 'verdict') {
    focus = terms.findIndex(({ meaning }) => isNoun(meaning));
    if (focus < 0) return undefined;
  }
  if (terms.length === 0 || terms.length > MOST_TERMS || verbs.length > 4) return undefined;
  // Two nouns side by side are a word of its own, which nobody here knows.
  for (let i = 1; i < terms.length; i++) {
    const [left, right] = [terms[i - 1]!, terms[i]!];
    if (left.to === right.at && left.meaning.kind === 'class' && right.meaning.kind === 'class') {
      if (left.meaning.isAdjective || right.meaning.isAdjective) continue;
      if (!schema.isNear(left.meaning.name, right.meaning.name)) return undefined;
    }
    // "Harbour master": no harbour that is one.
    if (left.to === right.at && left.meaning.kind === 'class' && right.meaning.kind === 'noun') {
      const { property, head } = right.meaning.relation;
      const isOther = head && schema.isObject(property) && !left.meaning.isAdjective;
      if (isOther && schema.conflict([left.meaning.name, ...schema.classesOf(property, head)])) return undefined;
    }
  }
  return { question, schema, terms, verbs, focus, base };
}

/** "Which captains are married": a verb that lacks its other side is about someone or something. */
function withSomething(draft: Draft): Draft[] {
  const { terms, verbs, schema, base } = draft;
  return verbs
    .filter(({ relation }) => schema.isObject(relation.property))
    .map((verb) => ({
      ...draft,
      terms: [...terms, { at: verb.to - 0.5, to: verb.to, meaning: { kind: 'any', cost: SOMETHING } }],
      base: base + SOMETHING,
    }));
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
    // "Who is the boss?": one who is it, not one who has it.
    if (other.meaning.kind === 'asked' && i > j && isCopula(words.slice(other.to, noun.at))) return [];
    const isHeadSubject = relation.head === 'subject';
    const made = link(
      state,
      { property: relation.property, subject: isHeadSubject ? i : j, object: isHeadSubject ? j : i, by: noun.at },
      cost,
      [noun.at, other.at],
    );
    return made ? [made] : [];
  });
}

const isCopula = (words: readonly { readonly text: string }[]): boolean =>
  /^(?:is|are|was|were)(?: (?:the|an?))?$/i.test(words.map(({ text }) => text).join(' '));

function hasHave({ question }: Draft, from: number, to: number): boolean {
  return question.form.words
    .slice(Math.max(from, to - 2), to)
    .some(({ text }) => /^(?:has|have|had|with)$/i.test(text));
}

/** Who and whom: by the order of words, by auxiliaries and by "by". */
function verbLinks(draft: Draft, state: State, verb: VerbAt): State[] {
  const { terms, schema, focus } = draft;
  const { property, agent, turns } = verb.relation;
  const isObject = schema.isObject(property);
  const isPassive = (turns || isBy(draft, verb)) && !isContact(draft, verb) && passive(draft, verb);
  const before = terms.flatMap((term, i) => (term.at < verb.at ? [i] : [])).reverse();
  const after = terms.flatMap((term, i) => (term.at > verb.at ? [i] : []));
  const out: State[] = [];
  const told = { by: verb.at, ...(verb.isNegated && { isNegated: verb.isNegated }) };
  const add = (first: number, second: number, cost: number): void => {
    const agentIs = isPassive ? second : first;
    const patientIs = isPassive ? first : second;
    const [subject, object] = agent === 'subject' ? [agentIs, patientIs] : [patientIs, agentIs];
    const span = [terms[first]!.at, terms[second]!.at, verb.at];
    const owners = [first, second].filter((i) => isPossessor(draft, i)).length;
    const made = link(state, { property, subject, object, ...told }, cost + owners * 2 * DISTANCE, span);
    if (made) out.push(made);
  };
  if (!isObject) {
    // Its value: what is asked for, or what the question gives.
    for (const [s, term] of terms.entries()) {
      if (isLiteral(term.meaning)) continue;
      for (const [o, value] of terms.entries()) {
        if (o === s || !(value.meaning.kind === 'value' || (o === focus && value.meaning.kind === 'asked'))) continue;
        const cost = distance(draft, s, verb.at) + (value.meaning.kind === 'value' ? distance(draft, o, verb.at) : 0);
        const made = link(state, { property, subject: s, object: o, ...told }, cost, [term.at, verb.at]);
        if (made) out.push(made);
      }
    }
    return out;
  }
  for (const [i, b] of before.entries()) {
    for (const [j, a] of after.entries()) {
      if (isLiteral(terms[a]!.meaning) || isLiteral(terms[b]!.meaning)) continue;
      // "In which county lies the mill": what comes late is what lies there.
      if (b === focus && !turns && isPlaceAsked(draft)) add(a, b, (i + j) * DISTANCE);
      else add(b, a, (i + j) * DISTANCE);
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

function isPlaceAsked({ question: { form } }: Draft): boolean {
  const before = form.asking ? form.words[form.asking - 1]!.text.toLowerCase() : '';
  return form.isWhere || /^(?:in|at|on|under|near|from)$/.test(before);
}

const isBy = ({ question }: Draft, { to }: VerbAt): boolean => question.form.words[to]?.text.toLowerCase() === 'by';

/** "The people Ida Holm taught": who is named right between a noun and the verb does it; not so "the tug Bruno". */
function isContact({ terms, schema, question }: Draft, { at }: VerbAt): boolean {
  const i = terms.findIndex(({ to }) => to === at);
  const [noun, named] = [terms[i - 1], terms[i]];
  if (named?.meaning.kind !== 'nodes' || noun?.to !== named.at) return false;
  const { meaning } = noun;
  if (meaning.kind !== 'class') return meaning.kind === 'any';
  const isPlural = /(?:[^s]s|people|men)$/i.test(question.form.words[noun.to - 1]!.text);
  return isPlural || !named.meaning.nodes.some(({ types }) => schema.vocabulary.isOf(types, meaning.name));
}

/** "is built by", "by whom was it built", "were built": the one before the verb is whom it is done to. */
function passive({ question }: Draft, { at, to }: VerbAt): boolean {
  const words = question.form.words.map(({ text }) => text.toLowerCase());
  if (words[to] === 'by' || (words[to - 1] === 'by' && to - at > 1)) return true;
  const participle = words[at] ?? '';
  if (
    !/(?:ed|en|wn)$|^(?:built|made|kept|led|lit|held|sold|bought|taught|caught|found|won|set|sung|fed|told|read|cut|hung|lost|paid|sent|struck|run|put)$/.test(
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
