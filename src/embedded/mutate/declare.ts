/** Declarations that Dgraph derives for predicates that a mutation uses and the schema lacks. */
import { plainPredicate, type PredicateDeclaration, type PredicateHint } from '../../dql';
import { MutationError } from './errors';
import type { Edge, QuadMutation } from './quad';

/** Single value or list, by predicate, as far as the request shows. */
type Hints = ReadonlyMap<string, PredicateHint>;

/** Merges the hints of a request's mutations; one `list` makes it a list. */
export function collectHints(mutations: readonly QuadMutation[]): Hints {
  const hints = new Map<string, PredicateHint>();
  for (const mutation of mutations) {
    for (const [predicate, hint] of mutation.hints()) if (hints.get(predicate) !== 'list') hints.set(predicate, hint);
  }
  return hints;
}

/**
 * Derives a declaration for each unknown predicate from the first edge that sets it.
 *
 * @throws MutationError for a reserved name
 */
export function declareUnknown(
  edges: readonly Edge[],
  isKnown: (name: string) => boolean,
  hintsOf: () => Hints,
): PredicateDeclaration[] {
  const declarations = new Map<string, PredicateDeclaration>();
  let hints: Hints | undefined;
  for (const edge of edges) {
    const { predicate } = edge;
    if (edge.remove || declarations.has(predicate) || isKnown(predicate)) continue;
    if (predicate.toLowerCase() === 'uid') {
      throw new MutationError(`Cannot create user-defined predicate with internal name ${predicate}`);
    }
    hints ??= hintsOf();
    declarations.set(predicate, declarationOf(edge, hints.get(predicate)));
  }
  return [...declarations.values()];
}

function declarationOf({ predicate, object }: Edge, hint: PredicateHint | undefined): PredicateDeclaration {
  const isUid = object.kind === 'uid';
  const valueType = object.kind === 'value' ? object.value.type : 'default';
  const type = isUid ? 'uid' : valueType === 'binary' ? 'default' : valueType;
  return { ...plainPredicate(predicate, type), list: hint === 'list' || (isUid && hint !== 'single') };
}
