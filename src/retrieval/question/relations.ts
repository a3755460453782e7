/** Sides of the nouns and verbs of a question: each way costs by its place, its voice, and the words around it. */
import { apart, connected, eventBehind, isComplement, isPossessor, isPredicate, isValue } from './draft';
import type { Draft, State, VerbAt } from './draft';
import { participantOf } from './events';
import { lastWordOf } from './schema';
import type { Link, Relation } from './types';
import { COST } from './weights';

/** Maximum ways of one word that are followed up. */
const MAX_WAYS = 16;

const cheapest = (ways: readonly (State | undefined)[]): State[] =>
  ways
    .flatMap((way) => way ?? [])
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_WAYS);

/** "The budget of Aurora", "Aurora's budget". */
export function ofNoun(draft: Draft, state: State, i: number): State[] {
  const { terms, verbs, lower, language, schema, parsed, focus } = draft;
  const noun = terms[i]!;
  if (noun.meaning.kind !== 'noun') return [];
  const { relation } = noun.meaning;
  const { property, head, only } = relation;
  const isFlag = schema.isFlag(property);
  const ways = terms.map((other, j) => {
    const isAsked = other.meaning.kind === 'asked';
    if (
      j === i ||
      other.isEvent ||
      isValue(other.meaning) ||
      isPredicate(draft, j) ||
      (isAsked && !schema.isObject(property))
    )
      return undefined;
    const between = j > i ? lower.slice(noun.to, other.at) : lower.slice(other.to, noun.at);
    // "Who is the boss?", "which engineers are skills?": what is it, not what has it.
    const isPlainCopula = between.every(language.oneOf('be', 'articles'));
    const isBe = between.some(language.oneOf('be'));
    const isSame = between.length > 0 && isPlainCopula && (isAsked || (isBe && schema.isObject(property)));
    if (j < i && isSame) return undefined;
    const isOwner = j === i - 1 && (isPossessor(draft, j) || (isAsked && parsed.form.isOwner));
    // "Which society is she a member of?"
    const isStranded = j === focus && lower.length === noun.to + 1 && language.is('possessiveMarkers', lower[noun.to]!);
    // "Have been taught by a captain": no one has one.
    const isActed = verbs.some(({ at }) => at > other.at && at < noun.at);
    const isHaver = (word: string): boolean =>
      (language.is('having', word) && !isActed) || language.is('possessives', word);
    const isOf = language.is('possessiveMarkers', between[0] ?? '');
    const isMarked =
      j > i
        ? isOf || (between.length === 0 && !language.data.nounsAreCapitalized)
        : isOwner || isStranded || between.some(isHaver);
    const [subject, object] = head === 'subject' ? [i, j] : [j, i];
    // "Liked by a vaccinated animal": that one is vaccinated.
    const isBesideClass = terms[i + 1]?.at === noun.to && terms[i + 1]!.meaning.kind === 'class';
    if (isFlag && isBesideClass && j !== i + 1 && !isPredicate(draft, i + 1)) return undefined;
    // "An adult and a child": not the child of the adult.
    const isJoint = language.oneOf('and', 'or', 'contrast');
    const isDeterminer = language.oneOf('articles', 'negators');
    const last = terms[i - 1]?.meaning;
    const isAgain = last?.kind === 'noun' && last.relation.property === property;
    const isOneOfTwo = !isAgain && isJoint(lower.slice(0, noun.at).findLast((word) => !isDeterminer(word)) ?? '');
    if (j < i && isOneOfTwo && !isMarked && !isFlag && !isPossessor(draft, j)) return undefined;
    // "Animals that are vaccinated does Tom like": not whether he is.
    const isClause = verbs.some((verb) => verb.at > noun.at && verb.at < other.at);
    if (isFlag && j > i && (isClause || between.some(language.oneOf('subjectAfter')))) return undefined;
    const isOfOtherVerb = isFlag && isOfOther(draft, j, noun.at);
    // "The mother of Rex's mother": not of Rex.
    const isOther = (isPossessor(draft, j) && !isOwner) || isOfOtherVerb ? COST.ofPossessor : 0;
    // "Are all halls accessible?": said of them by `be`.
    const isPlain = isMarked || isFlag;
    const event = eventBehind(draft, i);
    // "Who vaccinated it?": nobody whose vaccine it is.
    if (isAsked && !isMarked) return undefined;
    const cost = (isStranded ? 0 : apart(draft, i, j)) + (isPlain ? 0 : COST.unmarked) + isOther;
    return over(draft, state, event, relation, { property, subject, object, by: noun.at, only }, cost);
  });
  return cheapest(ways);
}

/** Adds a fact; of an event's property the facts that its subject takes part in the event, and that this has the object. */
function over(
  draft: Draft,
  state: State,
  event: number | undefined,
  said: Relation,
  link: Link,
  cost: number,
  verb?: number,
): State | undefined {
  if (event === undefined) return connected(state, link, cost);
  const { subject, by } = link;
  const participant = participantOf(draft, state, event, subject, said, verb);
  if (participant === undefined) return undefined;
  const joined = connected(
    state,
    { property: participant, subject: event, object: subject, ...(by !== undefined && { by }) },
    0,
  );
  return joined && connected(joined, { ...link, subject: event }, cost);
}

/** "Ada designed the Lynx": one side does it, the other has it done. */
export function ofVerb(draft: Draft, state: State, verb: VerbAt): State[] {
  const { terms, schema, focus, parsed } = draft;
  const { at, meaning, isNegated } = verb;
  const event = verb.event && terms.indexOf(verb.event);
  const about = antecedent(draft, at);
  const { property, agent, only } = meaning.relation;
  const said = { property, by: at, only, ...(isNegated && { isNegated }) };
  const ways = terms.flatMap((first, i) =>
    terms.map((second, j) => {
      if (i === j || first.isEvent || second.isEvent || isValue(first.meaning)) return undefined;
      // "What has Rex been vaccinated for?": what was done is not asked for.
      const isDoing = parsed.form.isWho || (terms[i]!.meaning.kind === 'asked' && passive(draft, verb));
      const isNobody = meaning.relation.isOfThings && isDoing && event === undefined;
      if (isNobody && i === focus && agent === 'subject') return undefined;
      const elsewhere = about === undefined || about === i || about === j ? 0 : COST.distance;
      if (!schema.isObject(property)) {
        const isAsked = j === focus && second.meaning.kind === 'asked';
        const isAdded = second.meaning.kind === 'any' && !Number.isInteger(second.at);
        // "Who earns more than 5000?", "who has not been discharged?"
        if (!isValue(second.meaning) && !isAsked && !isAdded) return undefined;
        const cost = away(draft, i, at) + (isAsked ? 0 : away(draft, j, at)) + elsewhere;
        return over(draft, state, event, meaning.relation, { ...said, subject: i, object: j }, cost, at);
      }
      if (isValue(second.meaning)) return undefined;
      const [subject, object] = agent === 'subject' ? [i, j] : [j, i];
      const placed = order(draft, i, j, verb);
      // "Who learns it?": not who teaches it.
      if (meaning.relation.isConverse && parsed.form.isWho && placed >= COST.turned) return undefined;
      const cost = away(draft, i, at) + away(draft, j, at) + placed + elsewhere;
      const moved = preposition(draft, verb, i === focus || j === focus, object === focus);
      return over(draft, state, event, meaning.relation, { ...said, subject, object }, cost + moved, at);
    }),
  );
  if (event === undefined || agent === 'object' || !schema.isObject(property)) return cheapest(ways);
  // "When was Moth screened?": by nobody who is named.
  const isDone = passive(draft, verb);
  const alone = terms.map((other, j) => {
    if (other.isEvent || !isDone || other.at > at || isValue(other.meaning) || other.meaning.kind === 'any')
      return undefined;
    return connected(state, { ...said, subject: event, object: j }, away(draft, j, at));
  });
  return cheapest([...ways, ...alone]);
}

/** "Performed on" is not "performed by", nor "works with" "works on": a verb with another preposition than its name's. */
function preposition(draft: Draft, verb: VerbAt, isAsked: boolean, isObject: boolean): number {
  const { parsed, terms, lower, language, schema, focus } = draft;
  const { stem } = parsed.form.words[Math.floor(verb.at)]!;
  const all = schema.vocabulary.properties.get(verb.meaning.relation.property)?.labels ?? [];
  // Prepositions of a synonym are its own: "belongs to" for "part of".
  const labels = all.filter((label) => language.words(label).some((word) => word.stem === stem));
  const isOne = language.oneOf('prepositions');
  const isAgentMarker = language.oneOf('agentMarkers');
  const own = labels.map(lastWordOf).filter(isOne);
  const moved = isAsked ? (parsed.form.fronted ?? lower.at(-1)!) : '';
  // "Repaired in 2023": of the value.
  const next = terms.some(({ at }) => at === verb.to) ? '' : (lower[verb.to] ?? '');
  const said = [next, moved].find(isOne);
  // "Looks after" of a property "cares for" is a phrase of its own.
  const isPhrase = verb.to - verb.at > 1 && isOne(lower[verb.to - 1]);
  // "Rents out" is not "rents".
  const isOther = language.is('particles', next) && !all.some((label) => label.toLowerCase().split(' ').includes(next));
  if (isOther) return COST.turned * 3;
  // "Who paid?": not to whom it was paid.
  const isBare = said === undefined && isObject && parsed.form.isWho && !own.some((word) => isAgentMarker(word));
  if (isBare && own.length > 0) return COST.otherPreposition;
  // "What does she buy?": not from whom.
  const isWhat = isObject && parsed.form.wants === 'node' && terms[focus!]!.meaning.kind === 'asked';
  const isUnsaid = isWhat && said === undefined && own.length > 0 && !parsed.form.isWhere;
  if (isUnsaid && !own.some((word) => isAgentMarker(word)) && !passive(draft, verb)) return COST.turned * 2;
  if (said === undefined || isPhrase || own.length === 0 || own.includes(said)) return 0;
  const isPlace = language.oneOf('locatives');
  if (!isPlace(said)) return COST.otherPreposition;
  return own.some(isPlace) ? 0 : COST.otherPlace;
}

/** The term that the clause of a verb is about: "the route that Clover serves", "the depot at which she works". */
function antecedent(draft: Draft, at: number): number | undefined {
  const { terms, verbs, lower, language } = draft;
  if (language.data.nounsAreCapitalized) return undefined;
  const before = terms.findLastIndex(({ at: from, to }) => {
    const relative = language.is('prepositions', lower[to] ?? '') ? to + 1 : to;
    return from < at && relative < at && language.is('relatives', lower[relative] ?? '');
  });
  // "The sister ship of the Aurora that carries barley": the ship does.
  const isName = before >= 0 && terms[before]!.meaning.kind === 'nodes';
  const found = isName ? (isComplement(draft, before) ? before - 1 : -1) : before;
  const isClosed = found >= 0 && verbs.some((verb) => verb.at > terms[found]!.at && verb.at < at);
  return found < 0 || isClosed ? undefined : found;
}

/** Terms between a term and a word; what has a name is seldom described besides. */
function away(draft: Draft, i: number, at: number): number {
  const { terms } = draft;
  const term = terms[i]!;
  const isSkipped = (k: number): boolean => isPossessor(draft, k) || (isComplement(draft, k) && k === i + 1);
  const between = terms.filter(
    (other, k) => (other.at - term.at) * (other.at - at) < 0 && !other.isEvent && !isSkipped(k),
  );
  if (antecedent(draft, at) === i) return 0;
  return COST.distance * between.length + (isOfOther(draft, i, at) ? COST.ofPossessor : 0);
}

/** True of a term before a word that belongs to another word: "Rex's mother", "doctors who treat Ada live there". */
function isOfOther(draft: Draft, i: number, at: number): boolean {
  const { terms, lower, language, verbs } = draft;
  const term = terms[i]!;
  const isRelative = language.oneOf('relatives');
  const isHelper = language.oneOf('be', 'auxiliaries', 'negators');
  const isPlain = language.oneOf('articles', 'prepositions');
  if (isPossessor(draft, i)) return true;
  if (term.at > at || lower.slice(term.to, Math.floor(at)).some(isRelative)) return false;
  if (isComplement(draft, i)) return true;
  if (language.data.nounsAreCapitalized) return false;
  const before = (place: number): string => lower.slice(1, Math.floor(place)).findLast((word) => !isHelper(word)) ?? '';
  // "Films made by Ada won", "people who own Rex and like Tom": neither Ada nor Rex.
  const isReduced = (verb: VerbAt): boolean => isBeforeAgent(draft, verb) && terms.some(({ to }) => to === verb.at);
  const isJoined = language.isAny(before(at), 'and', 'contrast');
  const isTaken = verbs.some(
    (verb) =>
      verb.at < term.at &&
      lower.slice(verb.to, Math.ceil(term.at)).every(isPlain) &&
      (isJoined || isRelative(before(verb.at)) || isReduced(verb)),
  );
  // "The house in which the friend that Kim knows lives": Kim knows, and does not live.
  const isSubject = isRelative(
    lower.slice(1, Math.floor(term.at)).findLast((word) => isRelative(word) || !isPlain(word)),
  );
  return isTaken || (isSubject && verbs.some((verb) => verb.at > term.at && verb.at < at));
}

/** Cost of a reading in which the agent is term `i` and the patient term `j`. */
function order(draft: Draft, i: number, j: number, verb: VerbAt): number {
  const { terms, parsed, focus, lower, language } = draft;
  const { at, to, meaning } = verb;
  const { form } = parsed;
  const { turns } = meaning.relation;
  const isFree = language.data.nounsAreCapitalized;
  const isMarker = language.oneOf('agentMarkers');
  const isBy = isMarker(form.fronted) && draft.verbs.length === 1;
  const isPassive = (turns || isBy || isBeforeAgent(draft, verb)) && passive(draft, verb);
  // "What was made by Ada?": not what made her.
  const behind = terms.findIndex((term) => term.at >= to);
  if (isPassive && isBeforeAgent(draft, verb) && behind >= 0 && behind !== i && !isValue(terms[behind]!.meaning))
    return Infinity;
  // "Who is Ada managed by", "by whom is she managed?": not whom she manages.
  const isAgentAsked = isMarker(form.fronted) || (behind < 0 && isMarker(lower.at(-1)));
  if (isPassive && isAgentAsked && focus !== undefined && focus !== i) return Infinity;
  const [first, second] = isPassive ? [j, i] : [i, j];
  // "Did the picture paint Ada?": not whether she painted it; of "the tour that Ada leads" the tour is led.
  const isClause = lower.slice(1, Math.floor(at)).some(language.oneOf('relatives'));
  const isMain = form.wants === 'verdict' && !isClause;
  // "What is in the soup?" of `is in chapter`: not the chapter that it is in.
  const isBe = language.is('be', lower[Math.floor(at)]!);
  const turned = isMain || isBe ? Infinity : COST.turned;
  if (first === focus && form.isObject) return Infinity;
  if (first === focus && !agrees(draft, at)) return COST.turned;
  // "Wer betreut Ada?": not wen she does.
  if (isFree && second === focus && form.isWho && !form.isObject) return Infinity;
  // "In which county lies the mill": what comes late is what lies there.
  if ((form.fronted !== undefined || form.isWhere) && !turns && second === focus) return 0;
  const [isBefore, isAfter] = [terms[first]!.at < at, terms[second]!.at > at];
  if (isBefore && isAfter) return 0;
  const isHelped = lower.slice(0, Math.floor(at)).some(language.oneOf('subjectAfter'));
  // "Who manages Ada?": not whom she manages; "what does Ada manage?": not what manages her.
  const isActive = !isClause && focus === (isHelped ? first : second) && isPlainlyActive(draft, verb, first, isHelped);
  if (!isBefore && !isAfter) return isFree ? COST.freeOrder * 2 : isActive ? Infinity : turned;
  if (isAfter) return first < second ? COST.bothBehind : turned;
  // "All projects that Borealis depends on".
  const about = antecedent(draft, at);
  if (about === first) return turned;
  if (about === second) return 0;
  if (form.wants === 'verdict' || isFree) return first < second ? 0 : isMain ? Infinity : COST.freeOrder;
  return first < second ? (isHelped && isActive ? Infinity : turned) : isHelped ? 0 : COST.bothBefore;
}

/**
 * True if a verb of a language with word order is active by its form.
 *
 * @param first term whose side comes first in such a sentence
 * @param isHelped true behind `does`, whose subject comes after it
 */
function isPlainlyActive({ terms, lower, language, schema }: Draft, verb: VerbAt, first: number, isHelped: boolean) {
  const { turns, property } = verb.meaning.relation;
  if (language.data.nounsAreCapitalized) return false;
  // "What town is it in?"
  if (!isHelped && lower.slice(0, Math.floor(terms[first]!.at)).some(language.oneOf('be', 'having'))) return false;
  // "The journal published it" of `published in`.
  return turns || !schema.labelsOf(property).some((label) => language.isParticiple(label.split(' ')[0]!));
}

/**
 * "Welche Aufsätze zitiert sie?": a plural is no subject of a verb in the singular. Of a language that does without word
 * order.
 */
function agrees({ parsed, language, lower, terms, focus, schema }: Draft, at: number): boolean {
  const { meaning, at: from, to } = terms[focus!]!;
  const written = lower.slice(from, to).join(' ');
  // "Pfleger" is both.
  if (!language.data.nounsAreCapitalized || meaning.kind !== 'class' || /(?:er|el|en)$/.test(written)) return true;
  const labels = schema.vocabulary.classes.get(meaning.name)?.labels ?? [];
  const isPlural = !labels.some((label) => label.toLowerCase() === written);
  const finite =
    lower.slice(to, Math.floor(at)).find(language.oneOf('auxiliaries', 'be')) ??
    parsed.form.words[Math.floor(at)]!.text;
  return isPlural === /n$|^sind$/i.test(finite);
}

/** True if a verb ends with `by`, or has it behind. */
const isBeforeAgent = ({ lower, language }: Draft, { to }: VerbAt): boolean =>
  [lower[to], lower[to - 1]].some(language.oneOf('agentMarkers'));

/** "Is built by", "was built": a form of be before the verb, or its agent behind it. */
function passive(draft: Draft, verb: VerbAt): boolean {
  if (isBeforeAgent(draft, verb)) return true;
  const { lower, language, verbs } = draft;
  // "Is staying".
  if (language.tag === 'en' && lower[Math.floor(verb.at)]!.endsWith('ing')) return false;
  const { at } = verb;
  // "When was the clock that Tobias restored made?": no `was` of another clause.
  const isRelative = (word: string): boolean => !language.data.nounsAreCapitalized && language.is('relatives', word);
  const clause = lower.slice(0, Math.floor(at)).findLastIndex(isRelative) + 1;
  const previous = Math.max(clause, ...verbs.filter(({ to }) => to <= at).map(({ to }) => to));
  const own = lower.slice(previous, Math.floor(at));
  const be = own.findLastIndex(language.oneOf('be'));
  // "Are vaccinated and like Rex".
  const isJoined = own.slice(be + 1).some(language.oneOf('and', 'contrast'));
  if (isJoined && language.tag === 'en' && !language.isParticiple(lower[Math.floor(at)]!)) return false;
  return be >= 0 && be > own.findLastIndex((word) => language.is('auxiliaries', word) && !language.is('be', word));
}
