/** The query and the conditions of an upsert. */
import type { Document, Filter } from '../dql/ast';
import { parse } from '../dql';
import type { Mutation } from '../dql/mutation/ast';
import { evaluateCondition, type QueryResult } from './execute';
import { MutationError, type UpsertVariables } from './mutate';

/**
 * The condition of a mutation, read; undefined where there is none.
 *
 * @throws MutationError, DqlSyntaxError
 */
export function readCondition({ cond = '' }: Mutation): Filter | undefined {
  const text = cond.trim();
  if (text === '') return undefined;
  const match = /^@(if|filter)\s*(?=\()/i.exec(text);
  if (!match) throw new MutationError('invalid cond value: must start with @if( or @filter(');
  const filter = text.slice(match[0].length);
  checkParentheses(filter);
  const [block] = parse(`{ condition(func: uid(0)) @filter${filter} }`).blocks;
  return block?.kind === 'QueryBlock' ? block.directives.filter : undefined;
}

/** The condition must end where its parentheses do: what followed would be read as part of the query. */
function checkParentheses(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === '(') depth++;
    else if (!quoted && c === ')' && --depth === 0) {
      if (text.slice(i + 1).trim() === '') return;
      throw new MutationError('invalid cond value: unexpected content after condition');
    }
  }
  throw new MutationError('invalid cond value: unbalanced parentheses');
}

/** Whether a mutation takes place, given what the query has found. */
export function conditionHolds(condition: Filter | undefined, result: QueryResult | undefined): boolean {
  return condition === undefined || evaluateCondition(condition, result?.uidVariables ?? new Map());
}

/** The variables of a query, for the statements that use them. */
export function variablesOfResult(result: QueryResult): UpsertVariables {
  return {
    uids: (name) => result.uidVariables.get(name) ?? [],
    values: (name) => result.valueVariables.get(name),
  };
}

/** What else uses a query's variables: they count as used although the query does not. */
export interface UsedElsewhere {
  readonly conditions: readonly (Filter | undefined)[];
  readonly used: readonly string[];
}

/**
 * A request's query, ready to be executed.
 *
 * @param variables values of its GraphQL variables
 * @throws DqlSyntaxError
 */
export function parseQuery(
  text: string,
  _variables?: Readonly<Record<string, string>>,
  _elsewhere?: UsedElsewhere,
): Document {
  return parse(text);
}
