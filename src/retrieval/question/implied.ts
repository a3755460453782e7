/** Links and terms that a candidate implies: exceptions, things in common, and places within places. */
import type { Node } from '../knowledge/nodes';
import type { Containment } from './containment';
import type { Schema } from './schema';
import type { Candidate, Link, Meaning } from './types';

/**
 * "Takes A but not B": the link to A, and none to B. "In the same town as Ada": what links to the town, she does too.
 *
 * @returns undefined if it is not clear what is denied, or shared
 */
export function withBeside(candidate: Candidate): Candidate | undefined {
  const terms = [...candidate.terms];
  const links = [...candidate.links];
  for (const [i, { sameAs, isOnly, ...term }] of candidate.terms.entries()) {
    const { meaning } = term;
    const denied = deniedBy(meaning, isOnly);
    const said = denied ?? (sameAs && { kind: 'nodes' as const, nodes: [sameAs], cost: 0 });
    if (!said) continue;
    const [link, ...others] = candidate.links.filter(({ subject, object }) => subject === i || object === i);
    // Of nodes, what else is said of them takes nothing away.
    const isAlone = others.length === 0 && !candidate.same.some((pair) => pair.includes(i));
    if (!link || !(isAlone || (denied && meaning.kind === 'nodes'))) return undefined;
    const event = candidate.terms[link.subject]!.isEvent ? link.subject : undefined;
    const sides = event === undefined ? [] : candidate.links.filter(({ subject }) => subject === event);
    if (sides.length > 2) return undefined;
    if (meaning.kind === 'nodes') terms[i] = { ...term, meaning: { ...meaning, butNot: undefined } };
    const beside = terms.push({ at: term.at, to: term.to, meaning: said }) - 1;
    const isOwnEnd = denied !== undefined;
    if (event !== undefined) {
      // "Inspected by Ray but not by Sian": another inspection, of the same.
      const another = terms.push({ ...terms[event]!, ...(denied && { isNegated: true }) }) - 1;
      for (const side of sides)
        links.push({ ...side, subject: another, ...((side === link) === isOwnEnd && { object: beside }) });
      continue;
    }
    const isSubject = (link.subject === i) === isOwnEnd;
    links.push({
      ...link,
      ...(isSubject ? { subject: beside } : { object: beside }),
      ...(denied && { isNegated: true }),
    });
  }
  return { ...candidate, terms, links };
}

/** "Uses only A": the link to A, and none to another. "Uses only lasers": none to anything else. */
function deniedBy(meaning: Meaning, isOnly: true | undefined): Meaning | undefined {
  if (isOnly && meaning.kind === 'class') return { ...meaning, cost: 0, isOthers: true };
  if (meaning.kind !== 'nodes') return undefined;
  const { nodes, butNot } = meaning;
  if (isOnly) return { kind: 'nodes', nodes, cost: 0, isOthers: true };
  return butNot && { kind: 'nodes', nodes: butNot, cost: 0 };
}

/**
 * "Works in Norland": at a place within it. "In which country": in which the place lies, if none is stated itself.
 *
 * @returns the candidate, and the one with a place between where the ontology allows both
 */
export function throughContainment(
  candidate: Candidate,
  schema: Schema,
  { properties, within }: Containment,
): readonly Candidate[] {
  const terms = [...candidate.terms];
  const between: Candidate['terms'][number][] = [];
  const added: Link[] = [];
  let isWider = false;
  const links = candidate.links.map((each) => {
    const { property, object } = each;
    if (schema.isTransitive(property) || !schema.isObject(property)) return each;
    const { meaning, at } = terms[object]!;
    const isSame = candidate.same.some((pair) => pair.includes(object));
    if (meaning.kind === 'nodes' && meaning.joined === undefined && !isSame) {
      // "Which jeeps are in the valley?": at places in it; what firms based there own need not be.
      const isAlike = (one: Node, other: Node): boolean =>
        each.by !== undefined || one.types.some((type) => other.types.includes(type));
      const nodes = meaning.nodes.flatMap((node) => [
        node,
        ...(within.get(node.uid) ?? []).filter((inner) => isAlike(node, inner)),
      ]);
      terms[object] = { ...terms[object]!, meaning: { ...meaning, nodes } };
    }
    const range = schema.classesOf(property, 'object');
    if (meaning.kind !== 'class' || range.length === 0) return each;
    const isNear = range.some((name) => schema.vocabulary.isAlong(name, meaning.name));
    const inner =
      isNear && !properties.includes(property) ? undefined : properties.find((name) => schema.isTransitive(name));
    // "Which artist has donated something?": an artist who is a donor; a donor is in no artist.
    const outer = inner === undefined ? [] : schema.classesOf(inner, 'object');
    const isPlace = outer.length === 0 || outer.some((name) => schema.vocabulary.isAlong(name, meaning.name));
    if (inner === undefined || !isPlace) return each;
    isWider ||= isNear;
    between.push({ at: at - 0.5, to: at, meaning: { kind: 'any', cost: 0 } });
    const place = terms.length + between.length - 1;
    added.push({ property: inner, subject: place, object });
    return { ...each, object: place };
  });
  const through = { ...candidate, terms: [...terms, ...between], links: [...links, ...added] };
  return isWider
    ? [
        { ...candidate, terms },
        { ...through, isWider: true },
      ]
    : [through];
}
