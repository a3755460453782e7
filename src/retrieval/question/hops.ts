/**
 * What is told of something else that belongs to it: the seats of a car are those of its model, if each car has one model.
 */
import { onceFor } from '../../util/memo';
import type { Containment } from './containment';
import { classesOf, fits } from './classes';
import type { Schema } from './schema';
import type { Candidate, Link, Term } from './types';
import { COST } from './weights';

/** Maximum properties between a thing and what a property is told of. */
const MAX_HOPS = 2;

/** Properties with one value that lead neither to people nor to places. */
const stepsOf = onceFor((schema: Schema) =>
  [...schema.vocabulary.properties.values()].filter(
    ({ name, isObject, isFunctional, domain, range }) =>
      isObject &&
      isFunctional &&
      !schema.isLocative(name) &&
      domain.length > 0 &&
      range.length > 0 &&
      !range.some((each) => schema.isPeople(each)),
  ),
);

/**
 * Returns the properties, each with one value, that lead from things of some classes to what is of others; undefined
 * without them, and if there are several ways. None leads to people, whose names and ages are their own, or to places,
 * which have much that is not said of what is there.
 */
export function pathTo(
  classes: readonly string[],
  of: readonly string[],
  schema: Schema,
  containments: readonly string[],
): readonly string[] | undefined {
  if (classes.length === 0 || of.length === 0 || classes.some((name) => schema.isPeople(name))) return undefined;
  const steps = stepsOf(schema).filter(({ name }) => !containments.includes(name));
  let paths: (readonly [readonly string[], readonly string[]])[] = [[classes, []]];
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    paths = paths.flatMap(([at, path]) =>
      steps
        .filter(({ name }) => !path.includes(name))
        .filter(({ domain }) => Number.isFinite(fits({ classes: at, isKnown: true }, domain, schema)))
        .map(({ name, range }) => [range, [...path, name]] as const),
    );
    const found = paths.filter(([at]) => Number.isFinite(fits({ classes: at, isKnown: true }, of, schema)));
    if (found.length > 0) return found.length === 1 ? found[0]![1] : undefined;
  }
  return undefined;
}

/** The candidate with what lies between a thing and what a property is told of; undefined if it is told of the thing. */
export function throughOwn(
  candidate: Candidate,
  schema: Schema,
  { properties }: Pick<Containment, 'properties'>,
): Candidate | undefined {
  for (const [i, link] of candidate.links.entries()) {
    // "Has it been sold?": nothing of its model is asked for.
    const isAdded = candidate.terms[link.object]!.meaning.kind === 'any';
    if (isAdded && link.object !== candidate.focus) continue;
    for (const side of ['subject', 'object'] as const) {
      const { meaning, at, to } = candidate.terms[link[side]]!;
      if (meaning.kind !== 'nodes' && (meaning.kind !== 'class' || side === 'object')) continue;
      const classes = classesOf(meaning, schema);
      const of = schema.classesOf(link.property, side);
      if (of.length === 0 || Number.isFinite(fits({ classes }, of, schema))) continue;
      // "Rented a minivan": a car of a model that is one.
      const path =
        side === 'subject' ? pathTo(classes, of, schema, properties) : pathTo(of, classes, schema, properties);
      if (!path) return undefined;
      const terms: Term[] = [...candidate.terms];
      const links: Link[] = [];
      const add = (): number => terms.push({ at: at + 0.5, to, meaning: { kind: 'any', cost: 0 } }) - 1;
      const between = path.slice(1).map(add);
      const end = add();
      const [first, last] = side === 'subject' ? [link.subject, end] : [end, link.object];
      const stops = [first, ...between, last];
      path.forEach((property, k) => links.push({ property, subject: stops[k]!, object: stops[k + 1]! }));
      const own = candidate.links.map((each, k) => (k === i ? { ...each, [side]: end } : each));
      return { ...candidate, terms, links: [...own, ...links], cost: candidate.cost + COST.hop * path.length };
    }
  }
  return undefined;
}
