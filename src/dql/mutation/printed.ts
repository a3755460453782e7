/** Mutations with statements that are printed before their delivery, by a process other than the one that sends them. */
import type { Mutation, PrintedStatements } from './ast';
import { printNQuads } from './printer';

/** Prints the statements of a mutation, or of one of its blocks. */
export function printAhead(mutation: Mutation, block?: 'set' | 'delete'): Mutation {
  const { set, delete: deletes } = mutation;
  const isPrinted = (each: 'set' | 'delete'): boolean => block === undefined || block === each;
  const named = [...(isPrinted('set') ? set : []), ...(isPrinted('delete') ? deletes : [])];
  const printed: PrintedStatements = {
    set: isPrinted('set') ? printNQuads(set) : '',
    delete: isPrinted('delete') ? printNQuads(deletes) : '',
    predicates: [...new Set(named.map(({ predicate }) => predicate))],
  };
  const rest = { ...mutation, set: isPrinted('set') ? [] : set, delete: isPrinted('delete') ? [] : deletes };
  return joinMutations(rest, { set: [], delete: [], printed });
}

/** Appends the statements of a mutation to another, which keeps its condition. */
export function joinMutations(mutation: Mutation, other: Mutation): Mutation {
  const printed = joinPrinted(mutation.printed, other.printed);
  return {
    ...mutation,
    set: [...mutation.set, ...other.set],
    delete: [...mutation.delete, ...other.delete],
    ...(printed && { printed }),
  };
}

function joinPrinted(
  first: PrintedStatements | undefined,
  second: PrintedStatements | undefined,
): PrintedStatements | undefined {
  if (!first || !second) return first ?? second;
  return {
    set: first.set + second.set,
    delete: first.delete + second.delete,
    predicates: [...first.predicates, ...second.predicates],
  };
}

/** Returns true for a mutation without statements. */
export const isEmptyMutation = ({ set, delete: deletes, printed }: Mutation): boolean =>
  set.length + deletes.length === 0 && (printed === undefined || printed.set + printed.delete === '');

/** Returns the predicates of a mutation's statements. */
export const predicatesOf = ({ set, delete: deletes, printed }: Mutation): ReadonlySet<string> =>
  new Set([...(printed?.predicates ?? []), ...[...set, ...deletes].map(({ predicate }) => predicate)]);
