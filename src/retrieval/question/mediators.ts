/**
 * Things between two others that no word names: the copy by which a library has a book, the appointment at which an
 * animal had a treatment. Modelling calls them reified relations: facts lead from them, and none to them.
 */
import { onceFor } from '../../util/memo';
import type { PropertyTerm } from '../knowledge/vocabulary';
import { fits, type Kind } from './classes';
import { kindOf, startOf, type Draft, type State } from './draft';
import { isTimed, unreached } from './event-classes';
import type { Schema } from './schema';
import type { Link, Meaning, Term } from './types';
import { COST } from './weights';

/**
 * Classes of things between others, each with the properties that lead from it: none leads to them but from such
 * things, as from an invoice to an appointment.
 */
const mediatorsOf = onceFor((schema: Schema): ReadonlyMap<string, readonly string[]> => {
  const { vocabulary } = schema;
  const all = [...vocabulary.properties.values()].filter(({ isObject }) => isObject);
  const own = new Map<string, PropertyTerm[]>();
  for (const each of all)
    for (const domain of schema.endsOf(each.name, 'subject')) own.set(domain, [...(own.get(domain) ?? []), each]);
  const found = unreached(
    [...own.keys()].filter((name) => !schema.isPeople(name)),
    schema,
  );
  const isBetween = ([name, properties]: readonly [string, readonly PropertyTerm[]]): boolean =>
    found.has(name) && properties.length > 1 && properties.some(({ isFunctional }) => isFunctional);
  return new Map([...own].filter(isBetween).map(([name, properties]) => [name, properties.map((each) => each.name)]));
});

interface Way {
  readonly name: string;
  readonly properties: readonly [string, string];
  readonly cost: number;
}

/** Ways from one kind to another over one thing between them, the nearest alone. */
function waysBetween(one: Kind, other: Kind, schema: Schema): readonly Way[] {
  const ways = [...mediatorsOf(schema)].flatMap(([name, properties]) =>
    properties.flatMap((first) =>
      properties.flatMap((second): Way[] => {
        const [from, to] = [schema.endsOf(first, 'object'), schema.endsOf(second, 'object')];
        const cost = fits(one, from, schema) + fits(other, to, schema);
        return first !== second && Number.isFinite(cost) ? [{ name, properties: [first, second], cost }] : [];
      }),
    ),
  );
  const least = Math.min(...ways.map(({ cost }) => cost));
  return ways.filter(({ cost }) => cost === least);
}

/**
 * "Which libraries have The Salt Road?", "what treatments did Milo have?": with the one thing that may be between the
 * two, if nothing but `have`, `be` or a place is said. What has happened is told in the past alone: somebody does not
 * have what she has borrowed at some time.
 *
 * @returns the draft and its first facts
 */
export function withMediator(draft: Draft): readonly [Draft, State] | undefined {
  const { terms, verbs, schema, lower, language, parsed } = draft;
  const [left, right, ...others] = terms;
  if (!left || !right || others.length > 0 || verbs.length > 0 || parsed.superlative) return undefined;
  if (left.isEvent || right.isEvent || right.meaning.kind !== 'nodes' || !isThing(left.meaning)) return undefined;
  const start = startOf(draft);
  const said = [...lower.slice(left.to, right.at), ...lower.slice(right.to)];
  const has = (list: 'having' | 'be' | 'locatives'): boolean => said.some((word) => language.is(list, word));
  const isAt = has('be') && has('locatives');
  const verbal = said.filter((word) => !language.is('subjectAfter', word) && !language.is('having', word));
  const isSeen = verbal.length === 1 && language.phraseAt('happening', verbal, 0) === 1;
  const lists = ['having', 'be', 'locatives', 'articles', 'subjectAfter', 'existential', 'negators'] as const;
  const isPlain = said.every((word) => language.isNegated(word) || lists.some((list) => language.is(list, word)));
  if (!(isPlain && (has('having') || isAt)) && !isSeen) return undefined;
  const { relation } = left.meaning.kind === 'noun' ? left.meaning : {};
  const all = waysBetween(kindOf(draft, start, 0), kindOf(draft, start, 1), schema);
  // "What treatments" of `includes treatment`.
  const [way, ...more] = all.filter(({ properties }) => !relation || properties[0] === relation.property);
  if (!way || more.length > 0) return undefined;
  const isPast = isSeen || lower.some(language.oneOf('preterites'));
  // An appointment, and not a copy.
  if (isTimed(way.name, schema) && !isPast) return undefined;
  const meaning: Meaning = { kind: 'class', name: way.name, cost: 0 };
  const between: Term = { at: right.at - 0.5, to: right.at, meaning, isEvent: true };
  const links = way.properties.map((property, object): Link => ({ property, subject: 2, object }));
  const cost = draft.cost + COST.mediated + way.cost;
  const first: Term = relation ? { ...left, meaning: { kind: 'any', cost: 0 } } : left;
  return [
    { ...draft, terms: [first, right, between], cost },
    { links, same: [], parts: [0, 0, 0], cost },
  ];
}

/** A class, or the noun of a property's objects. */
const isThing = (meaning: Meaning): boolean =>
  meaning.kind === 'class' ||
  meaning.kind === 'nodes' ||
  (meaning.kind === 'noun' && meaning.relation.head === 'object');
