/**
 * Declarations of predicates that the schema lacks, for imports: predicates of texts with a language, and those that
 * statements of several types use. The first statement of these decides, as it stands in the document. Otherwise the
 * engine would decide, by the first statement that it accepts, when a refused batch is written in parts.
 */
import type { Mutation, NQuad, PredicateDeclaration } from '../../dql';
import { isTagged } from './hints';

export interface FirstDeclaration {
  readonly type: PredicateDeclaration['type'];
  readonly list: boolean;
  readonly lang: boolean;
}

const TAGGED: FirstDeclaration = { type: 'string', list: false, lang: true };
/** Names that no schema may declare: the engine refuses their statements itself. */
const RESERVED = /^(?:dgraph\.|uid$)/i;

/**
 * Returns the declarations by name.
 *
 * @param isDeclared true for a predicate of the schema
 */
export function firstDeclarations(
  mutations: readonly Pick<Mutation, 'set'>[],
  isDeclared: (predicate: string) => boolean,
): ReadonlyMap<string, FirstDeclaration> {
  const first = new Map<string, NQuad>();
  const declarations = new Map<string, FirstDeclaration>();
  for (const { set } of mutations) {
    for (const statement of set) {
      const { predicate } = statement;
      if (isDeclared(predicate) || isReserved(predicate)) continue;
      const earlier = first.get(predicate);
      if (!earlier) first.set(predicate, statement);
      if (isTagged(statement)) declarations.set(predicate, TAGGED);
      else if (earlier && typeOf(earlier) !== typeOf(statement) && !declarations.has(predicate))
        declarations.set(predicate, declarationBy(earlier));
    }
  }
  return declarations;
}

/** Returns the declaration that the engine gives a predicate by a statement. */
export function declarationBy(statement: NQuad): FirstDeclaration {
  const type = typeOf(statement);
  return { type, list: type === 'uid', lang: false };
}

export const isReserved = (predicate: string): boolean => RESERVED.test(predicate);

function typeOf({ object }: NQuad): FirstDeclaration['type'] {
  if (object.kind !== 'literal') return 'uid';
  return object.type === 'binary' ? 'default' : object.type;
}
