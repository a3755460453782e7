/**
 * Facts of something else, said of what a question names: "Dev's class teacher" of his class, "where do the lions live"
 * of the animals that are of this species. What lies between is one thing, by the one property that the ontology has.
 */
import { classesOf, fits } from './classes';
import { isEvent } from './event-classes';
import type { Schema } from './schema';
import {
  isRelation,
  nodeMeaning,
  opposite,
  type Candidate,
  type Chunk,
  type Link,
  type Meaning,
  type Relation,
  type Term,
} from './types';
import { COST } from './weights';

type Side = Relation['agent'];

/** A property between two kinds, and the side of it on which the first of them stands. */
interface Way {
  readonly property: string;
  readonly side: Side;
}

/** A side of a fact that does not take what stands there. */
interface Misfit {
  readonly link: Link;
  readonly side: Side;
  readonly classes: readonly string[];
  readonly of: readonly string[];
}

/**
 * Returns the candidate with one more thing and fact.
 *
 * @param isCommon true of a name that is written as a common noun
 * @returns undefined if all fits, more than one side does not, or several properties lead from one to the other
 */
export function bridged(
  candidate: Candidate,
  schema: Schema,
  isCommon: (term: Term) => boolean,
): Candidate | undefined {
  const { terms, links } = candidate;
  const misfits = links.flatMap((link) =>
    (['subject', 'object'] as const).flatMap((side): readonly Misfit[] => {
      const { meaning, isNegated, count } = terms[link[side]]!;
      if (side === 'object' && !schema.isObject(link.property)) return [];
      const [classes, of] = [classesOf(meaning, schema), schema.endsOf(link.property, side)];
      const isOpen = classes.length === 0 || of.length === 0 || isNegated === true || count !== undefined;
      return isOpen || Number.isFinite(fits({ classes }, of, schema)) ? [] : [{ link, side, classes, of }];
    }),
  );
  const [misfit, ...others] = misfits;
  if (!misfit || others.length > 0 || !isNamed(terms[misfit.link[misfit.side]]!.meaning)) return undefined;
  const { link, side } = misfit;
  // "When is the school over?": not a permit for it.
  const said = terms[link.object]!.meaning;
  if (isRelation(said) && said.relation.isWhole) return undefined;
  const term = terms[link[side]]!;
  // "Dev's class teacher" and "the lions"; who leads a team leads none of its products.
  const isOfNoun = terms.some(({ at, meaning }) => at === link.by && meaning.kind === 'noun');
  const isFigure = !schema.isObject(link.property);
  // "Which lots cost less than 50?": not what their shipment cost.
  const isMeasured = isFigure && schema.unitOf(link.property) !== undefined;
  const mayBe = isFigure ? !isMeasured : isOfNoun ? candidate.cost <= COST.something : isCommon(term);
  const way = mayBe && !link.isNegated ? wayBetween(misfit.classes, misfit.of, schema) : undefined;
  if (!way || (isFigure ? !isOfEvents(way, schema) : !isOfNoun && way.side !== 'object')) return undefined;
  const { at, to } = term;
  const between = terms.length;
  const added = { property: way.property, [way.side]: link[side], [opposite(way.side)]: between } as unknown as Link;
  return {
    ...candidate,
    terms: [...terms, { at: at + 0.5, to, meaning: { kind: 'any', cost: 0 } }],
    links: [...links.map((each) => (each === link ? { ...each, [side]: between } : each)), added],
    cost: candidate.cost + costOf(way, schema),
  };
}

/** A name, or a class; not what a verb lacks. */
const isNamed = ({ kind }: Meaning): boolean => kind === 'nodes' || kind === 'class';

/** The one property between things of two kinds. */
function wayBetween(from: readonly string[], to: readonly string[], schema: Schema): Way | undefined {
  const ways: Way[] = [];
  for (const { name: property, isObject, inverses } of schema.vocabulary.properties.values()) {
    if (!isObject || ways.some((way) => inverses.includes(way.property))) continue;
    const ends = { subject: schema.endsOf(property, 'subject'), object: schema.endsOf(property, 'object') };
    for (const side of ['subject', 'object'] as const) {
      const isOne = (classes: readonly string[], of: readonly string[]): boolean =>
        Number.isFinite(fits({ classes, isKnown: true }, of, schema));
      if (isOne(from, ends[side]) && isOne(ends[opposite(side)], to)) ways.push({ property, side });
    }
  }
  return ways.length === 1 ? ways[0] : undefined;
}

/** Cost of a way: events that lead to the named one, and functional properties, are nearly said. */
function costOf({ property, side }: Way, schema: Schema): number {
  const isOne = side === 'subject' && schema.vocabulary.properties.get(property)!.isFunctional;
  return isOne || isOfEvents({ property, side }, schema) ? COST.something : COST.mediated;
}

/** True of what leads from events to the named one. */
const isOfEvents = ({ property, side }: Way, schema: Schema): boolean =>
  side === 'object' && schema.endsOf(property, 'subject').every((name) => isEvent(name, schema));

/**
 * The names of kinds as what is of them: "lions" as a noun of `of species`, with the Lion behind it.
 *
 * @param isPlural true if a chunk has one of the labels as a common noun in the plural
 * @returns undefined if there are none, or if there is not one property that leads to them
 */
export function ofKinds(
  chunks: readonly Chunk[],
  schema: Schema,
  isPlural: (chunk: Chunk & { readonly meaning: Meaning }, labels: readonly string[]) => boolean,
): readonly Chunk[] | undefined {
  let isFound = false;
  const out = chunks.flatMap((chunk): readonly Chunk[] => {
    const named = nodeMeaning(chunk);
    const isKind = named?.nodes.length === 1 && isPlural({ ...chunk, meaning: named }, named.nodes[0]!.labels);
    const property = isKind ? leadingTo(classesOf(named, schema), schema) : undefined;
    if (property === undefined) return [chunk];
    isFound = true;
    const relation: Relation = { property, agent: 'subject', head: 'subject', turns: false };
    const { to } = chunk;
    return [
      { ...chunk, meanings: [{ kind: 'noun', relation, cost: COST.something }] },
      { from: to - 0.5, to, meanings: [named!] },
    ];
  });
  return isFound ? out : undefined;
}

/** The one property that leads to members of the classes from others. */
function leadingTo(classes: readonly string[], schema: Schema): string | undefined {
  const all = [...schema.vocabulary.properties.values()].filter(
    ({ name, isObject }) =>
      isObject &&
      schema.endsOf(name, 'subject').length > 0 &&
      Number.isFinite(fits({ classes, isKnown: true }, schema.endsOf(name, 'object'), schema)),
  );
  const own = all.filter(({ name, inverses }) => !all.some((each) => each.name < name && inverses.includes(each.name)));
  return own.length === 1 ? own[0]!.name : undefined;
}
