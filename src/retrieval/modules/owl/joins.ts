/** What joins parts of a candidate that no word joins: being the same, or a property that no word names. */
import { BE, DISTANCE, isLiteral, joined, link, PREPOSITION, type Draft, type State } from './draft';
import type { Schema } from './schema';
import type { Meaning } from './types';

const PLACE = 0.5;
const MOMENT = 0.9;

interface Unnamed {
  readonly property: string;
  readonly isLeftSubject: boolean;
  readonly cost: number;
}

/** What joins parts that no word joins. */
export function joins(draft: Draft, state: State): State[] {
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
      for (const { property, isLeftSubject, cost } of unnamed(draft, state, i, j, between)) {
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
function samenessCost(draft: Draft, i: number, j: number, between: readonly string[]): number | undefined {
  const { terms, question, verbs, schema } = draft;
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
  const behindBe = between.slice(between.findLastIndex((word) => BE.has(word)) + 1);
  const isCopula = behindBe.length < between.length && !behindBe.some((word) => PREPOSITION.test(word));
  // "… that grows there and is an edible plant".
  if (
    /(?:^| )(?:and|that|which|who) (?:is|are|was|were)(?: (?:also|both|not|no|an?|the))*$/.test(between.join(' ')) &&
    right.kind === 'class'
  )
    return 0.1;
  const isFronted = i === draft.focus && frontedPreposition(draft, i) !== undefined;
  // "In which building is the telescope": the building is no telescope.
  if (isFronted) return isOfNoun(right, frontedPreposition(draft, i)!, schema) ? 0.2 : undefined;
  const lastBe = terms[i]!.to + between.findLastIndex((word) => BE.has(word));
  const hasVerb = verbs.some(({ at }) => at > Math.max(lastBe, terms[i]!.at) && at < terms[j]!.at);
  if (between.length === 0 && left.kind === 'class' && right.kind === 'class') return 0;
  if (between.length === 0 && (left.kind === 'class' || left.kind === 'any') !== (right.kind === 'class')) return 0;
  // "The captain Ida Holm".
  if (between.length === 0 && left.kind === 'noun' && right.kind === 'nodes') return 0.1;
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
function unnamed(draft: Draft, state: State, i: number, j: number, between: readonly string[]): Unnamed[] {
  const { terms, schema, question, focus, verbs } = draft;
  if (isLiteral(terms[j]!.meaning)) return moments(terms[i]!.meaning, terms[j]!.meaning, schema);
  const [left, right] = [kindOf(draft, state, i), kindOf(draft, state, j)];
  if (question.form.isWhere && i === focus && terms[i]!.meaning.kind === 'asked' && verbs.length === 0)
    return places(right, schema);
  if (question.form.wants === 'time' && i === focus && terms.length === 2 && verbs.length === 0)
    return times(right, schema);
  if (left.classes.length === 0 || right.classes.length === 0) return [];
  const isPossessive = /['’]s?$/.test(question.form.words[terms[i]!.to - 1]?.text ?? '') && between.length === 0;
  const isOf = between[0] === 'of' || isPossessive;
  const isAsked = terms[i]!.meaning.kind === 'asked';
  const isPreposition =
    !isAsked &&
    between.length <= 4 &&
    /^(?:in|at|on|from|to|for|by|with|has|have|had|of)$/.test(
      between.find((word) => !isArticle(word) && !BE.has(word) && !/^(?:there|that|which|who)$/.test(word)) ?? '',
    );
  const fronted = frontedPreposition(draft, i);
  const haver = haverOf(draft, i, j, between);
  const isLate = isLatePlace(draft, i, between);
  const price =
    isOf && between.length <= 4
      ? 0.6
      : isPreposition || haver !== undefined
        ? 0.9
        : fronted !== undefined && between.length <= 4
          ? 0.8
          : isLate
            ? LATE
            : undefined;
  if (price === undefined) return [];
  const found: { property: string; isLeftSubject: boolean; cost: number; rank: number }[] = [];
  for (const [name, term] of schema.vocabulary.properties) {
    if (!term.isObject) continue;
    const [domain, range] = [schema.classesOf(name, 'subject'), schema.classesOf(name, 'object')];
    if (domain.length === 0 && range.length === 0) continue;
    for (const isLeftSubject of [true, false]) {
      const [subject, object] = isLeftSubject ? [left, right] : [right, left];
      // A side of which the ontology says nothing may be what the question names.
      const fit = openly(subject, domain, schema) + openly(object, range, schema);
      if (!Number.isFinite(fit)) continue;
      // "In which town": rather what is called `… in`.
      const isCalled =
        fronted !== undefined && !isLeftSubject && term.labels.some((label) => label.endsWith(` ${fronted}`));
      const isTurned = haver !== undefined && ((haver === 'left') === isLeftSubject) === isOfObject(term.labels);
      const rank = fit - (isCalled ? 1 : 0) + (isTurned ? TURNED : 0);
      found.push({ property: name, isLeftSubject, cost: price + rank + (isCalled ? 0.7 : 0), rank });
    }
  }
  return general(found, schema)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 4);
}

/** A clause away from what it is said of: "who teaches it *in* Department0". */
const LATE = 1.1;
/** "Has" against the direction that a property's name tells. */
const TURNED = 0.4;

/** "Does the university have", "has the university", "which yard has …": the one that has. */
function haverOf(
  { terms, question: { form } }: Draft,
  i: number,
  j: number,
  between: readonly string[],
): 'left' | 'right' | undefined {
  const behind = form.words[terms[j]!.to]?.text.toLowerCase() ?? '';
  const isHave = (word: string): boolean => /^(?:has|have|had)$/.test(word);
  const [first = ''] = between.filter((word) => !/^(?:that|which|who)$/.test(word));
  if (between.length > 4) return undefined;
  if (isHave(behind) && between.some((word) => /^(?:do|does|did)$/.test(word))) return 'right';
  if (behind === 'got' && isHave(first)) return 'right';
  return isHave(first) && terms[i]!.meaning.kind !== 'asked' ? 'left' : undefined;
}

/** `part of`, `works for`: what the object has. */
const isOfObject = (labels: readonly string[]): boolean =>
  labels.some((label) => /\w (?:of|for|in|at|by|from|to|on)$/.test(label) && !/^ha(?:s|ve)\b/.test(label));

/** "Who teaches it in Department0": said of who is asked for, behind what the verb takes. */
const isLatePlace = ({ focus }: Draft, i: number, between: readonly string[]): boolean =>
  i === focus &&
  between.length <= 8 &&
  !/^(?:in|at|on|from|to|for|by|with|of)$/.test(between[0] ?? '') &&
  /^(?:in|at|from|of|for)$/.test(between.findLast((word) => !isArticle(word)) ?? '');

/** Without what a property above says as well: who heads a department is a member of it. */
function general<T extends { readonly property: string; readonly isLeftSubject: boolean; readonly rank: number }>(
  found: readonly T[],
  schema: Schema,
): T[] {
  const below = found.map(({ property }) => schema.propertiesBelow(property));
  return found.filter(
    (each) =>
      !found.some(
        (other, i) =>
          below[i]!.has(each.property) && other.isLeftSubject === each.isLeftSubject && other.rank <= each.rank,
      ),
  );
}

/** "Where is it": along what leads to places. */
const places = (kind: Kind, schema: Schema): Unnamed[] =>
  [...schema.vocabulary.properties.values()].flatMap(({ name, isObject, labels }) => {
    const isPlace = labels.some((label) =>
      /\b(?:in|at|on|near|within)$|\b(?:locat|place|situat|site|home|address|venue)/i.test(label),
    );
    if (!isObject || !isPlace) return [];
    const fit = fits(kind, schema.classesOf(name, 'subject'), schema);
    return Number.isFinite(fit) ? [{ property: name, isLeftSubject: false, cost: PLACE + fit }] : [];
  });

/** "The ships of 1871", "built before 1885": where there is one property that can be meant. */
function moments(thing: Meaning, value: Meaning, schema: Schema): Unnamed[] {
  const isYear =
    value.kind === 'value' &&
    value.values.every(
      ({ value: time }) => /^\d{4}-\d\d-\d\d/.test(String(time)) || (Number(time) >= 1000 && Number(time) <= 2200),
    );
  const classes = classesOf(thing, schema);
  if (!isYear || thing.kind === 'nodes') return [];
  const fitting = schema.times.filter((name) =>
    Number.isFinite(fits({ classes }, schema.classesOf(name, 'subject'), schema)),
  );
  return fitting.length === 1 ? [{ property: fitting[0]!, isLeftSubject: true, cost: MOMENT }] : [];
}

/** "When was the flood": of what has one time alone. */
function times({ classes }: Kind, schema: Schema): Unnamed[] {
  const own = schema.times.filter((name) =>
    schema.classesOf(name, 'subject').some((domain) => classes.some((each) => schema.isWithin(each, domain))),
  );
  return own.length === 1 ? [{ property: own[0]!, isLeftSubject: false, cost: MOMENT }] : [];
}

/** "In which town is the yard": of what is asked for. */
function frontedPreposition({ focus, question: { form } }: Draft, i: number): string | undefined {
  const before = i === focus && form.asking ? form.words[form.asking - 1]!.text.toLowerCase() : '';
  return /^(?:in|at|on|from|for|by|under|near)$/.test(before) ? before : undefined;
}

/** "From which university is his degree" of `has a degree from`. */
const isOfNoun = (meaning: Meaning, preposition: string, schema: Schema): boolean =>
  meaning.kind === 'noun' &&
  (schema.vocabulary.properties
    .get(meaning.relation.property)
    ?.labels.some((label) => label.endsWith(` ${preposition}`)) ??
    false);

const isArticle = (word: string): boolean => word === 'the' || word === 'a' || word === 'an';

/** What something is; `isKnown`: as the graph has it, where inferred types are stored. */
interface Kind {
  readonly classes: readonly string[];
  readonly isKnown?: boolean;
}

/** 0 where a class is what the property says, more where it is below or above; infinite where it is neither. */
function fits({ classes, isKnown = false }: Kind, of: readonly string[], schema: Schema): number {
  let best = Infinity;
  for (const name of classes) {
    for (const other of of) {
      if (name === other) return 0;
      if (schema.isWithin(name, other)) best = Math.min(best, 0.15);
      else if (!isKnown && schema.isWithin(other, name)) best = Math.min(best, 0.5);
    }
  }
  return best;
}

/** Where the ontology has no class for a side. */
const UNSAID = 0.6;
const openly = (kind: Kind, of: readonly string[], schema: Schema): number =>
  of.length > 0 ? fits(kind, of, schema) : kind.isKnown ? UNSAID : Infinity;

/** Who is asked for is of the kind that the facts are about in which it stands. */
function kindOf({ terms, schema }: Draft, { links }: State, i: number): Kind {
  const { meaning } = terms[i]!;
  if (meaning.kind !== 'asked') return { classes: classesOf(meaning, schema), isKnown: meaning.kind === 'nodes' };
  const classes = links.flatMap(({ property, subject, object }) => [
    ...(subject === i ? schema.classesOf(property, 'subject') : []),
    ...(object === i ? schema.classesOf(property, 'object') : []),
  ]);
  return { classes };
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
