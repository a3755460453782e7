/** Names of classes and predicates in GraphQL, which spells fewer than Dgraph does, and makes names of its own. */
import { EXTRA_NAMES } from '../graphql/api/extras';
import { STORED_AS } from '../graphql/sdl/scalars';

/** What Dgraph does not let types and fields be named. */
const RESERVED = new Set([...EXTRA_NAMES, ...STORED_AS.keys(), 'Query', 'Mutation', 'Subscription', 'uid', '_Any']);

const SPELLABLE = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

/** Behind names that are spelled alike; more of them are numbered. */
const MOST_UNDERSCORES = 4;

/** What is generated for a type T. */
const GENERATED = [
  /^(.+)(?:Ref|Patch|Filter|HasFilter|Order|Orderable|AggregateResult|Embedding|Type)$/,
  /^(?:Add|Update|Delete)(.+)(?:Input|Payload)$/,
];

/**
 * A GraphQL name for each name: itself where that can be, else with `_` for what cannot be spelled, or behind it.
 *
 * @param names of which those that GraphQL can spell are served first
 * @param isFree whether a name may be given, beyond being given once
 */
export function graphqlNames(
  names: readonly string[],
  isFree: (candidate: string, all: ReadonlySet<string>) => boolean,
): ReadonlyMap<string, string> {
  const all = new Set(names);
  const given = new Map<string, string>();
  const taken = new Set<string>();
  /** Of spellings that many names have, the next number to try. */
  const numbers = new Map<string, number>();
  const sorted = [...names].sort((a, b) => Number(!SPELLABLE.test(a)) - Number(!SPELLABLE.test(b)) || (a < b ? -1 : 1));
  for (const name of sorted) {
    const spelled = spell(name);
    // A name that another one has by right is that one's.
    const isTaken = (text: string) => taken.has(text) || (text !== name && all.has(text)) || !isFree(text, all);
    let candidate = spelled;
    for (let i = 0; i < MOST_UNDERSCORES && isTaken(candidate); i++) candidate += '_';
    if (isTaken(candidate)) {
      let number = numbers.get(spelled) ?? 2;
      while (isTaken(`${spelled}_${number}`)) number++;
      candidate = `${spelled}_${number}`;
      numbers.set(spelled, number + 1);
    }
    taken.add(candidate);
    given.set(name, candidate);
  }
  return given;
}

export function isFreeType(candidate: string, all: ReadonlySet<string>): boolean {
  if (isReserved(candidate)) return false;
  return !GENERATED.some((pattern) => {
    const base = pattern.exec(candidate)?.[1];
    return base !== undefined && all.has(base);
  });
}

export const isFreeField = (candidate: string): boolean =>
  !isReserved(candidate) && !candidate.endsWith('Aggregate') && candidate !== 'id' && candidate !== 'vector_distance';

const isReserved = (name: string): boolean => RESERVED.has(name) || name.toLowerCase() === 'as';

function spell(name: string): string {
  if (SPELLABLE.test(name)) return name;
  const spelled = name.replace(/[^A-Za-z0-9_]+/g, '_');
  return /^(?:\d|__)/.test(spelled) ? `x${spelled.startsWith('_') ? '' : '_'}${spelled}` : spelled;
}
