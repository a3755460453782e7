/** Links and terms that a candidate implies: exceptions, things in common, and places within places. */
import type { Containment } from './containment';
import type { Schema } from './schema';
import type { Candidate, Link } from './types';

/** "Takes A but not B": the link to A, and none to B. */
export function withExceptions(candidate: Candidate): Candidate {
  const terms = [...candidate.terms];
  const links = [...candidate.links];
  for (const [i, term] of candidate.terms.entries()) {
    const { meaning } = term;
    if (meaning.kind !== 'nodes' || !meaning.butNot) continue;
    const { butNot, ...own } = meaning;
    terms[i] = { ...term, meaning: own };
    const link = candidate.links.find(({ subject, object }) => subject === i || object === i);
    // Without a link to A there is none to deny of B: a term that nothing is said of is no reading.
    const other = terms.push({ ...term, meaning: { ...own, nodes: butNot } }) - 1;
    if (!link) continue;
    const ends = link.subject === i ? { subject: other } : { object: other };
    links.push({ ...link, ...ends, isNegated: true });
  }
  return terms.length === candidate.terms.length ? candidate : { ...candidate, terms, links };
}

/** "In the same town as Ada": what links to the town, she does too. Undefined if it is not clear what does. */
export function withShared(candidate: Candidate): Candidate | undefined {
  const at = candidate.terms.findIndex(({ sameAs }) => sameAs !== undefined);
  if (at < 0) return candidate;
  const { sameAs, ...term } = candidate.terms[at]!;
  const [link, ...others] = candidate.links.filter(({ subject, object }) => subject === at || object === at);
  if (!link || others.length > 0 || candidate.same.some((pair) => pair.includes(at))) return undefined;
  const terms = candidate.terms.with(at, term);
  const other = terms.push({ ...term, meaning: { kind: 'nodes', nodes: [sameAs!], cost: 0 } }) - 1;
  const shared = { ...link, ...(link.subject === at ? { object: other } : { subject: other }) };
  return { ...candidate, terms, links: [...candidate.links, shared] };
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
      const nodes = meaning.nodes.flatMap((node) => [node, ...(within.get(node.uid) ?? [])]);
      terms[object] = { ...terms[object]!, meaning: { ...meaning, nodes } };
    }
    const range = schema.classesOf(property, 'object');
    if (meaning.kind !== 'class' || range.length === 0) return each;
    const isNear = range.some((name) => schema.isNear(name, meaning.name));
    const inner =
      isNear && !properties.includes(property) ? undefined : properties.find((name) => schema.isTransitive(name));
    if (inner === undefined) return each;
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
