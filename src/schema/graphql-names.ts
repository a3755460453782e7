/**
 * GraphQL names of classes and predicates. GraphQL allows fewer characters in names than Dgraph, and the names must not
 * collide with those that Dgraph generates.
 */
import { EXTRA_NAMES, STORED_AS } from '../graphql/sdl';
import { decoded } from '../util/text';

/**
 * Names of Dgraph's own types and fields. A type `Msg` or `NumUids` would add a field to payloads that is taken: `msg`,
 * `numUids`.
 */
const RESERVED = new Set([
  ...EXTRA_NAMES,
  ...STORED_AS.keys(),
  ...['Query', 'Mutation', 'Subscription', 'Msg', 'NumUids', 'uid', '_Any'],
]);

const VALID_NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

/** Maximum underscores appended to resolve collisions; further names get numbers. */
const MAX_UNDERSCORES = 4;

/** Names that Dgraph generates for a type; the group is the type's name. */
const GENERATED = [
  /^(.+)(?:Ref|Patch|Filter|HasFilter|Order|Orderable|AggregateResult|Embedding|Type)$/,
  /^(?:Add|Update|Delete)(.+)(?:Input|Payload)$/,
];

/**
 * Assigns distinct GraphQL names: the name itself if possible; otherwise `_` replaces invalid characters, and `_` or a
 * number is appended after a collision.
 *
 * @param names names; those valid in GraphQL have priority
 * @param isFree returns true if a candidate is available, apart from collisions with the assigned names
 * @param previous respelled names of the version before; they stay, and a new name that collides with one is respelled
 */
export function graphqlNames(
  names: readonly string[],
  isFree: (candidate: string, all: ReadonlySet<string>) => boolean,
  previous: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const all = new Set(names);
  const assigned = new Map<string, string>();
  const takenNames = new Set<string>();
  /** Base name → next number to try. */
  const numbers = new Map<string, number>();
  for (const name of names) {
    const previousName = Object.hasOwn(previous, name) ? previous[name]! : '';
    if (!VALID_NAME.test(previousName) || takenNames.has(previousName) || !isFree(previousName, all)) continue;
    takenNames.add(previousName);
    assigned.set(name, previousName);
  }
  const sorted = [...names].sort((a, b) => Number(!isGraphqlName(a)) - Number(!isGraphqlName(b)) || (a < b ? -1 : 1));
  for (const name of sorted) {
    if (assigned.has(name)) continue;
    const base = validName(name);
    // A candidate that is itself one of the names is reserved for that name.
    const isTaken = (text: string) => takenNames.has(text) || (text !== name && all.has(text)) || !isFree(text, all);
    let candidate = base;
    for (let i = 0; i < MAX_UNDERSCORES && isTaken(candidate); i++) candidate += '_';
    if (isTaken(candidate)) {
      let number = numbers.get(base) ?? 2;
      while (isTaken(`${base}_${number}`)) number++;
      candidate = `${base}_${number}`;
      numbers.set(base, number + 1);
    }
    takenNames.add(candidate);
    assigned.set(name, candidate);
  }
  return assigned;
}

/** True for names that GraphQL allows; the API may need them for itself. */
export const isGraphqlName = (name: string): boolean => VALID_NAME.test(name);

export function isFreeType(candidate: string, all: ReadonlySet<string>): boolean {
  if (isReserved(candidate)) return false;
  return !GENERATED.some((pattern) => {
    const base = pattern.exec(candidate)?.[1];
    return base !== undefined && all.has(base);
  });
}

/** Names that a field cannot have: generated ones, and those that no value of an enum can have, as filters need it. */
const NO_FIELDS = new Set(['id', 'vector_distance', 'true', 'false', 'null']);

export const isFreeField = (candidate: string): boolean =>
  !isReserved(candidate) && !candidate.endsWith('Aggregate') && !NO_FIELDS.has(candidate);

const isReserved = (name: string): boolean => RESERVED.has(name) || name.toLowerCase() === 'as';

/** Letters that Unicode does not decompose into a base letter and marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
};

/** Spells a name in ASCII, independently of other names: `Ärztin` is `Arztin`, and `人間` is `u4EBA_u9593`. */
const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? `_u${letter.codePointAt(0)!.toString(16).toUpperCase()}`)
    .replace(/^_(?=u[0-9A-F]{2})/, '');

function validName(name: string): string {
  if (VALID_NAME.test(name)) return name;
  const replaced = asciiName(decoded(name)).replace(/[^A-Za-z0-9_]+/g, '_');
  return /^(?:\d|__)/.test(replaced) ? `x${replaced.startsWith('_') ? '' : '_'}${replaced}` : replaced;
}
