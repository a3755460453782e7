/**
 * Property paths from a thing to its kind: the seats of a car are those of its model, if each car has one. Facts of its
 * maker, its owner or the whole that contains it are not facts of the thing.
 */
import { onceFor } from '../../util/memo';
import { LANGUAGES, words } from '../language/data';
import { classesOf, fits } from './classes';
import type { Schema } from './schema';
import type { Candidate, Link, Term } from './types';
import { COST } from './weights';

/** Maximum properties between a thing and what a property is told of. */
const MAX_HOPS = 2;

const KINDS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ data }) => words(data.kindNouns)).map((each) => each.toLowerCase()),
);

/** Properties with one value that lead to a kind: `model`, `of species`. */
const stepsOf = onceFor((schema: Schema) =>
  [...schema.vocabulary.properties.values()].filter(
    ({ name, isObject, isFunctional, domain, range }) =>
      isObject &&
      isFunctional &&
      domain.length > 0 &&
      range.length > 0 &&
      schema.lastWordsOf(name).some((word) => KINDS.has(word)),
  ),
);

/**
 * Returns the properties, each with one value, that lead from things of some classes to their kinds, of other classes;
 * undefined without them, and if there are several ways.
 */
export function pathTo(
  classes: readonly string[],
  of: readonly string[],
  schema: Schema,
): readonly string[] | undefined {
  if (classes.length === 0 || of.length === 0) return undefined;
  const steps = stepsOf(schema);
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
export function throughOwn(candidate: Candidate, schema: Schema): Candidate | undefined {
  const steps = stepsOf(schema);
  if (steps.length === 0) return undefined;
  for (const [i, link] of candidate.links.entries()) {
    // "Has it been sold?": nothing of its model is asked for.
    const isAdded = candidate.terms[link.object]!.meaning.kind === 'any';
    if (isAdded && link.object !== candidate.focus) continue;
    // The maker of a model is no property of the car; its category is.
    const isOfKind = !schema.isObject(link.property) || steps.some(({ name }) => name === link.property);
    for (const side of ['subject', 'object'] as const) {
      if (side === 'subject' && !isOfKind) continue;
      const { meaning, at, to } = candidate.terms[link[side]]!;
      if (meaning.kind !== 'nodes' && (meaning.kind !== 'class' || side === 'object')) continue;
      const classes = classesOf(meaning, schema);
      const of = schema.endsOf(link.property, side);
      if (of.length === 0 || Number.isFinite(fits({ classes }, of, schema))) continue;
      // "Rented a minivan": a car of a model that is one.
      const path = side === 'subject' ? pathTo(classes, of, schema) : pathTo(of, classes, schema);
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
