/** Sides of the nouns and verbs of a question: each way costs by its place, its voice, and the words around it. */
import { apart, connected, isComplement, isPossessor, isValue, type Draft, type State, type VerbAt } from './draft';
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
  const { property, head, only } = noun.meaning.relation;
  const ways = terms.map((other, j) => {
    const isAsked = other.meaning.kind === 'asked';
    if (j === i || isValue(other.meaning) || (isAsked && !schema.isObject(property))) return undefined;
    const between = j > i ? lower.slice(noun.to, other.at) : lower.slice(other.to, noun.at);
    // "Who is the boss?": one who is it, not one who has it.
    const isCopula = between.every((word) => language.is('be', word) || language.is('articles', word));
    if (isAsked && j < i && isCopula && between.length > 0) return undefined;
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
    // "The mother of Rex's mother": not of Rex.
    const isOther = isPossessor(draft, j) && !isOwner ? COST.ofPossessor : 0;
    // "Are all halls accessible?": said of them by `be`.
    const isPlain = isMarked || schema.isFlag(property);
    const cost = (isStranded ? 0 : apart(draft, i, j)) + (isPlain ? 0 : COST.unmarked) + isOther;
    return connected(state, { property, subject, object, by: noun.at, only }, cost);
  });
  return cheapest(ways);
}

/** "Ada designed the Lynx": one side does it, the other has it done. */
export function ofVerb(draft: Draft, state: State, verb: VerbAt): State[] {
  const { terms, schema, focus } = draft;
  const { at, meaning, isNegated } = verb;
  const { property, agent, only } = meaning.relation;
  const said = { property, by: at, only, ...(isNegated && { isNegated }) };
  const ways = terms.flatMap((first, i) =>
    terms.map((second, j) => {
      if (i === j || isValue(first.meaning)) return undefined;
      if (!schema.isObject(property)) {
        const isAsked = j === focus && second.meaning.kind === 'asked';
        const isAdded = second.meaning.kind === 'any' && !Number.isInteger(second.at);
        // "Who earns more than 5000?", "who has not been discharged?"
        if (!isValue(second.meaning) && !isAsked && !isAdded) return undefined;
        const cost = away(draft, i, at) + (isAsked ? 0 : away(draft, j, at));
        return connected(state, { ...said, subject: i, object: j }, cost);
      }
      if (isValue(second.meaning)) return undefined;
      const [subject, object] = agent === 'subject' ? [i, j] : [j, i];
      const cost = away(draft, i, at) + away(draft, j, at) + order(draft, i, j, verb);
      return connected(
        state,
        { ...said, subject, object },
        cost + preposition(draft, verb, i === focus || j === focus),
      );
    }),
  );
  return cheapest(ways);
}

/** "Performed on" is not "performed by", nor "works with" "works on": a verb with another preposition than its name's. */
function preposition({ parsed, lower, language, schema }: Draft, verb: VerbAt, isAsked: boolean): number {
  const { stem } = parsed.form.words[Math.floor(verb.at)]!;
  const all = schema.vocabulary.properties.get(verb.meaning.relation.property)?.labels ?? [];
  // Prepositions of a synonym are its own: "belongs to" for "part of".
  const labels = all.filter((label) => language.words(label).some((word) => word.stem === stem));
  const isOne = (word: string): boolean => language.is('prepositions', word);
  const own = labels.map((label) => label.toLowerCase().split(' ').at(-1)!).filter(isOne);
  const moved = isAsked ? (parsed.form.fronted ?? lower.at(-1)!) : '';
  const said = [lower[verb.to] ?? '', moved].find(isOne);
  // "Looks after" of a property "cares for" is a phrase of its own.
  const isPhrase = verb.to - verb.at > 1 && isOne(lower[verb.to - 1]!);
  if (said === undefined || isPhrase || own.length === 0 || own.includes(said)) return 0;
  const isPlace = (word: string): boolean => language.is('locatives', word);
  if (!isPlace(said)) return COST.otherPreposition;
  return own.some(isPlace) ? 0 : COST.otherPlace;
}

/** Terms between a term and a word; what has a name is seldom described besides. */
function away(draft: Draft, i: number, at: number): number {
  const { terms, lower, language, verbs } = draft;
  const term = terms[i]!;
  const isSkipped = (k: number): boolean => isPossessor(draft, k) || (isComplement(draft, k) && k === i + 1);
  const between = terms.filter((other, k) => (other.at - term.at) * (other.at - at) < 0 && !isSkipped(k));
  const isRelative = (word = ''): boolean => language.is('relatives', word);
  const isBehind = term.at < at && !lower.slice(term.to, Math.floor(at)).some(isRelative);
  // "Doctors who treat Ada live there", "films made by Ada won": not Ada.
  const isBy = ({ to }: VerbAt): boolean =>
    [lower[to], lower[to - 1]].some((word = '') => language.is('agentMarkers', word));
  const isReduced = (verb: VerbAt): boolean => isBy(verb) && terms.some(({ to }) => to === verb.at);
  const isTaken = verbs.some(
    (verb) =>
      verb.at < term.at && term.at - verb.to < 2 && (isRelative(lower[Math.floor(verb.at) - 1]) || isReduced(verb)),
  );
  const isOther =
    isPossessor(draft, i) || (isBehind && (isComplement(draft, i) || (isTaken && !language.data.nounsAreCapitalized)));
  return COST.distance * between.length + (isOther ? COST.ofPossessor : 0);
}

/** Cost of a reading in which the agent is term `i` and the patient term `j`. */
function order(draft: Draft, i: number, j: number, verb: VerbAt): number {
  const { terms, parsed, focus, lower, language } = draft;
  const { at, to, meaning } = verb;
  const { form } = parsed;
  const { turns } = meaning.relation;
  const isFree = language.data.nounsAreCapitalized;
  const isPassive = (turns || language.is('agentMarkers', lower[to] ?? '')) && passive(draft, verb);
  const [first, second] = isPassive ? [j, i] : [i, j];
  if (first === focus && (form.isObject || !agrees(draft, at))) return COST.turned;
  // "In which county lies the mill": what comes late is what lies there.
  if ((form.fronted !== undefined || form.isWhere) && !turns && second === focus) return 0;
  const [isBefore, isAfter] = [terms[first]!.at < at, terms[second]!.at > at];
  if (isBefore && isAfter) return 0;
  if (!isBefore && !isAfter) return isFree ? COST.freeOrder * 2 : COST.turned;
  if (isAfter) return first < second ? COST.bothBehind : COST.turned;
  if (form.wants === 'verdict' || isFree) return first < second ? 0 : COST.freeOrder;
  const isHelped = lower.slice(0, Math.floor(at)).some((word) => language.is('subjectAfter', word));
  return first < second ? COST.turned : isHelped ? 0 : COST.bothBefore;
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
  const isFinite = (word: string): boolean => language.is('auxiliaries', word) || language.is('be', word);
  const finite = lower.slice(to, Math.floor(at)).find(isFinite) ?? parsed.form.words[Math.floor(at)]!.text;
  return isPlural === /n$|^sind$/i.test(finite);
}

/** "Is built by", "was built": a form of be before the verb, or its agent behind it. */
function passive({ lower, language, verbs }: Draft, { at, to }: VerbAt): boolean {
  if ([lower[to], lower[to - 1]].some((word) => language.is('agentMarkers', word ?? ''))) return true;
  const previous = Math.max(0, ...verbs.filter((verb) => verb.to <= at).map((verb) => verb.to));
  const own = lower.slice(previous, Math.floor(at));
  const be = own.findLastIndex((word) => language.is('be', word));
  return be >= 0 && be > own.findLastIndex((word) => language.is('auxiliaries', word) && !language.is('be', word));
}
