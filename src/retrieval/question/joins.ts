/** Joints of two parts of a reading that no word connects: the same thing, or a property that no word names. */
import { words as listOf } from '../language/data';
import { factorOf } from '../language/numbers';
import { apart, classesOf, isValue, joined, link, type Draft, type State } from './draft';
import type { Schema } from './schema';
import type { Meaning } from './types';
import { COST } from './weights';

/** Maximum words between two terms that an unnamed property connects. */
const MAX_BETWEEN = 4;
/** Maximum properties of one joint. */
const MAX_PROPERTIES = 4;

interface Unsaid {
  readonly property: string;
  readonly isLeftSubject: boolean;
  readonly cost: number;
}

export function joints(draft: Draft, state: State): State[] {
  const { terms, lower } = draft;
  const out: State[] = [];
  for (const [i, left] of terms.entries()) {
    for (const [j, right] of terms.entries()) {
      if (j <= i || state.parts[i] === state.parts[j]) continue;
      const between = lower.slice(left.to, right.at);
      const away = apart(draft, i, j);
      const same = sameCost(draft, i, j, between);
      if (same !== undefined) {
        const parts = joined(state.parts, i, j);
        out.push({ ...state, same: [...state.same, [i, j]], parts, cost: state.cost + same + away });
      }
      for (const { property, isLeftSubject, cost } of unsaid(draft, state, i, j, between)) {
        const [subject, object] = isLeftSubject ? [i, j] : [j, i];
        const made = link(state, { property, subject, object }, cost + away);
        if (made) out.push(made);
      }
    }
  }
  return out;
}

/** Returns the cost of the reading of two terms as one thing; undefined without a reason for it. */
function sameCost(draft: Draft, i: number, j: number, between: readonly string[]): number | undefined {
  const { terms, parsed, language, lower, focus, verbs, schema } = draft;
  const { form } = parsed;
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  if (isValue(left) && isValue(right)) return undefined;
  if (isValue(left) || isValue(right)) return (isValue(left) ? right : left).kind === 'noun' ? 0.2 : undefined;
  if (left.kind === 'nodes' && right.kind === 'nodes') return undefined;
  // "What's": the word that asks has it.
  const isContracted = i === focus && /['’]s$/.test(form.words[terms[i]!.to - 1]!.text);
  const be = isContracted ? 0 : between.findLastIndex((word) => language.is('be', word));
  const hasPreposition = between.slice(be + 1).some((word) => language.is('prepositions', word));
  const hasVerb = verbs.some(({ at }) => at >= terms[i]!.to + Math.max(0, be) && at < terms[j]!.at);
  // "Which room is she in?"
  if (i === focus && isStranded(draft, j)) return undefined;
  if (left.kind === 'asked') {
    // "Who is older, the one or the other?"
    if (right.kind === 'nodes') return right.joined === 'or' && parsed.superlative ? COST.same : undefined;
    if (form.isOwner && between.length === 0) return undefined;
    const isFigure = form.wants === 'time' || form.wants === 'number';
    if (right.kind === 'noun') {
      // "In which building is the telescope": the building is no telescope.
      if (form.fronted !== undefined && !isCalled(right, form.fronted, schema)) return undefined;
      return hasPreposition ? undefined : isFigure ? 0.1 : be >= 0 || between.length === 0 ? 0 : undefined;
    }
    return be >= 0 && !hasPreposition && !isFigure && !hasVerb && i === focus ? COST.same : undefined;
  }
  // "… that grows there and is an edible plant".
  if (right.kind === 'class' && be >= 0 && !hasPreposition && !hasVerb) return COST.same;
  if (form.fronted !== undefined && i === focus) return undefined;
  // "The project Aurora", "the captain Ida Holm", "an optical instrument".
  if (between.length === 0) {
    if (left.kind === 'class' && right.kind === 'class') return 0;
    if (left.kind === 'any' || right.kind === 'any') return 0;
    if ((left.kind === 'class' || left.kind === 'noun') && right.kind === 'nodes') return COST.same;
  }
  if (be >= 0 && !hasPreposition && !hasVerb) return COST.same;
  // "Have their home port in Lunde Basin".
  const isPlaced = left.kind === 'noun' && right.kind === 'nodes' && between.length > 0 && between.length <= 2;
  if (isPlaced && language.is('prepositions', between[0]!) && !language.is('possessiveMarkers', between[0]!))
    return 0.2;
  const isPlain = between.every(
    (word) => language.is('articles', word) || language.is('light', word) || language.is('both', word),
  );
  if (isPlain && between.length > 0 && left.kind !== 'any') return COST.sameApart;
  // "Is the Fulmar a steamship?", "of which ships is Holm Creek the home port?"
  const first = lower.findIndex((word) => language.is('be', word));
  if (first >= 0 && first < terms[i]!.at && !hasPreposition && !hasVerb) return COST.same;
  const isPossible = form.wants === 'verdict' && right.kind === 'class' && !hasPreposition;
  return isPossible && (left.kind === 'nodes' || left.kind === 'noun') ? COST.sameApart : undefined;
}

/** A preposition behind the last term, at the end of the question. */
const isStranded = ({ terms, lower, language, verbs }: Draft, j: number): boolean =>
  terms[j]!.to === lower.length - 1 &&
  language.is('prepositions', lower.at(-1)!) &&
  !language.is('possessiveMarkers', lower.at(-1)!) &&
  !verbs.some(({ at }) => at < terms[j]!.at);

/** "From which university is his degree" of `has a degree from`. */
function isCalled(meaning: Meaning, preposition: string, schema: Schema): boolean {
  if (meaning.kind !== 'noun') return false;
  const labels = schema.vocabulary.properties.get(meaning.relation.property)?.labels ?? [];
  return labels.some((label) => label.endsWith(` ${preposition}`));
}

/** Properties that connect two terms by their classes alone, the most specific first. */
function unsaid(draft: Draft, state: State, i: number, j: number, between: readonly string[]): readonly Unsaid[] {
  const { terms, schema, parsed, focus, verbs, names, language, insideOf } = draft;
  const { form } = parsed;
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  if (isValue(left)) return [];
  if (isValue(right)) return moments(left, right, schema);
  const isAsked = i === focus && left.kind === 'asked';
  if (isAsked && form.isWhere && verbs.length === 0) return places(draft, right);
  if (isAsked && form.wants === 'time' && terms.length === 2 && verbs.length === 0) return times(right, schema);
  const kinds = [kindOf(draft, state, i), kindOf(draft, state, j)] as const;
  if (kinds.some(({ classes }) => classes.length === 0)) return [];
  const price = priceOf(draft, i, j, between);
  if (!price) return [];
  const inner = insideOf(right);
  const found: (Unsaid & { readonly rank: number })[] = [];
  for (const [property, { isObject }] of schema.vocabulary.properties) {
    if (!isObject) continue;
    const [domain, range] = [schema.classesOf(property, 'subject'), schema.classesOf(property, 'object')];
    if (domain.length === 0 && range.length === 0) continue;
    for (const isLeftSubject of [true, false]) {
      const [subject, object] = isLeftSubject ? kinds : [kinds[1], kinds[0]];
      const isPlace = names.containments.includes(property);
      let rank = openly(subject, domain, schema, isPlace);
      const own = openly(object, range, schema);
      // "The devices in Finland": at a place within it.
      const isWithin = isLeftSubject && inner.length > 0 && !isPlace;
      rank += isWithin
        ? Math.min(own, openly({ classes: inner, isKnown: true }, range, schema) + COST.belowClass)
        : own;
      if (!Number.isFinite(rank)) continue;
      const isCalled = price.words.length > 0 && isLeftSubject && names.hasWordOf(property, price.words);
      const isSymmetric = schema.vocabulary.properties.get(property)!.inverses.includes(property);
      const isHaver = price.haver !== undefined && (isSymmetric || (price.haver === 'left') === isLeftSubject);
      const isTurned = isHaver && isOfObject(draft, property);
      rank += (isCalled ? COST.called : 0) + (isTurned ? COST.hasTurned : 0);
      found.push({ property, isLeftSubject, rank, cost: Math.max(0.1, price.cost + rank) });
    }
  }
  return general(found, schema)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_PROPERTIES);

  function isOfObject({ language: { data } }: Draft, property: string): boolean {
    const labels = schema.vocabulary.properties.get(property)?.labels ?? [];
    const ends = listOf(data.prepositions).filter((word) => !language.is('agentMarkers', word));
    const isHaving = (label: string): boolean => language.is('having', label.toLowerCase().split(' ')[0]!);
    return labels.some((label) => ends.some((end) => label.endsWith(` ${end}`)) && !isHaving(label));
  }
}

interface Price {
  readonly cost: number;
  /** Prepositions that the property's name may have. */
  readonly words: readonly string[];
  /** Side of `has`. */
  readonly haver?: 'left' | 'right';
}

/** Returns the cost of an unnamed property, by the words between the terms; undefined without a reason for one. */
function priceOf(draft: Draft, i: number, j: number, between: readonly string[]): Price | undefined {
  const { terms, parsed, language, lower, focus } = draft;
  const { fronted, words } = parsed.form;
  const own = between.filter(
    (word) =>
      !language.is('articles', word) &&
      !language.is('be', word) &&
      !language.is('relatives', word) &&
      word !== 'there' &&
      !language.isInPhrase('happening', word) &&
      !language.is('negators', word),
  );
  const [first = ''] = own;
  const isPossessive = /['’]s?$/.test(words[terms[i]!.to - 1]?.text ?? '') && between.length === 0;
  const prepositions = own.filter((word) => language.is('prepositions', word));
  const isShort = between.length <= MAX_BETWEEN;
  if (isPossessive) return { cost: COST.unsaidOf, words: [] };
  const isAsked = terms[i]!.meaning.kind === 'asked';
  const behind = lower[terms[j]!.to] ?? '';
  const isHelped = between.some((word) => language.is('subjectAfter', word));
  if (isShort && isHelped && language.is('having', behind)) return { cost: COST.unsaidHas, words: [], haver: 'right' };
  if (isShort && !isAsked && language.is('possessiveMarkers', first))
    return { cost: COST.unsaidOf, words: prepositions };
  if (isShort && !isAsked && language.is('having', first) && !language.is('prepositions', first))
    return { cost: COST.unsaidHas, words: [], haver: 'left' };
  if (isShort && !isAsked && language.is('prepositions', first))
    return { cost: COST.unsaidPreposition, words: prepositions };
  if (isShort && i === focus && isStranded(draft, j)) return { cost: COST.unsaidPreposition, words: [behind] };
  if (isShort && i === focus && fronted !== undefined) return { cost: COST.unsaidPreposition, words: [] };
  // "Who teaches it in Department0": said of who is asked for, behind what the verb takes.
  const last = between.findLast((word) => !language.is('articles', word)) ?? '';
  const isLate = i === focus && between.length <= 2 * MAX_BETWEEN && language.is('prepositions', last);
  return isLate ? { cost: COST.unsaidLate, words: [last] } : undefined;
}

/** Without what a property above says as well: who heads a department is a member of it. */
function general<T extends Unsaid & { readonly rank: number }>(found: readonly T[], schema: Schema): T[] {
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
function places({ schema, language }: Draft, meaning: Meaning): readonly Unsaid[] {
  const isPlace = new RegExp(language.data.places, 'i');
  const kind = { classes: classesOf(meaning, schema), isKnown: meaning.kind === 'nodes' };
  return [...schema.vocabulary.properties.values()].flatMap(({ name, isObject, labels }) => {
    if (!isObject || !labels.some((label) => isPlace.test(label))) return [];
    const fit = fits(kind, schema.classesOf(name, 'subject'), schema);
    return Number.isFinite(fit) ? [{ property: name, isLeftSubject: false, cost: COST.place + fit }] : [];
  });
}

/** "The ships of 1871", "built before 1885", "took 90 minutes": where there is one property that can be meant. */
function moments(thing: Meaning, value: Meaning, schema: Schema): readonly Unsaid[] {
  const isYear =
    value.kind === 'value' &&
    value.values.every(
      ({ value: time }) => /^\d{4}-\d\d-\d\d/.test(String(time)) || (Number(time) >= 1000 && Number(time) <= 2200),
    );
  const classes = classesOf(thing, schema);
  const unit = value.kind === 'value' ? value.values[0]!.unit : undefined;
  const isOfUnit = (name: string): boolean => {
    const own = schema.isObject(name) ? undefined : schema.unitOf(name);
    return own !== undefined && unit !== undefined && factorOf(unit, own) !== undefined;
  };
  const properties =
    isYear && unit === undefined ? schema.times : [...schema.vocabulary.properties.keys()].filter(isOfUnit);
  if (thing.kind === 'nodes') return [];
  const fitting = properties.filter((name) =>
    Number.isFinite(fits({ classes }, schema.classesOf(name, 'subject'), schema)),
  );
  return fitting.length === 1 ? [{ property: fitting[0]!, isLeftSubject: true, cost: COST.moment }] : [];
}

/** "When was the flood": of what has one time alone. */
function times(meaning: Meaning, schema: Schema): readonly Unsaid[] {
  const classes = classesOf(meaning, schema);
  const own = schema.times.filter((name) =>
    schema.classesOf(name, 'subject').some((domain) => classes.some((each) => schema.isWithin(each, domain))),
  );
  return own.length === 1 ? [{ property: own[0]!, isLeftSubject: false, cost: COST.moment }] : [];
}

/** Classes of something; `isKnown`: as the graph has it, where inferred types are stored. */
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
      if (schema.isWithin(name, other)) best = Math.min(best, COST.belowClass);
      else if (!isKnown && schema.isWithin(other, name)) best = Math.min(best, COST.aboveClass);
    }
  }
  return best;
}

/** A side of which the ontology says nothing may be what the question names; anything may be at a place. */
const openly = (kind: Kind, of: readonly string[], schema: Schema, isPlace = false): number =>
  of.length > 0 ? fits(kind, of, schema) : kind.isKnown || isPlace ? COST.noClass : Infinity;

/** Returns the kind of a term; that of an unnamed one by the properties of its links. */
function kindOf({ terms, schema }: Draft, { links }: State, i: number): Kind {
  const { meaning } = terms[i]!;
  if (meaning.kind !== 'asked' && meaning.kind !== 'any')
    return { classes: classesOf(meaning, schema), isKnown: meaning.kind === 'nodes' };
  const classes = links.flatMap(({ property, subject, object }) => [
    ...(subject === i ? schema.classesOf(property, 'subject') : []),
    ...(object === i ? schema.classesOf(property, 'object') : []),
  ]);
  return { classes };
}
