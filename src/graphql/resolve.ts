/** The fields of a query: written as DQL, asked together, and completed. */
import type { Admission } from './auth/guard';
import { isCustomQuery, resolveCustom } from './custom';
import type { GraphqlBackend } from './backend';
import type { Resolved } from './execute';
import { ABSENT, Completer, put, type Completed } from './answer/complete';
import { QueryWriter, printQuery } from './query';
import type { Blocks } from './query/roots';
import { because, RequestFailure, type ResponseError } from './request/failure';
import type { Selection } from './request/selection';
import type { GraphqlModel } from './sdl/model';

/** Without a value: the field is left out of the response. */
export const LEFT_OUT = Symbol('left out');

export async function resolveQueries(
  selections: readonly Selection[],
  model: GraphqlModel,
  backend: GraphqlBackend,
  { access, failure }: Admission = {},
): Promise<Resolved> {
  const own = selections.filter((selection) => isCustomQuery(selection, model));
  const custom = Promise.all(own.map((selection) => resolveCustom(selection, model, backend)));
  const [results, customs] = await Promise.all([
    resolveGenerated(
      selections.filter((selection) => !own.includes(selection)),
      model,
      backend,
      { access, ...(failure && { failure }) },
    ),
    custom,
  ]);
  own.forEach((selection, i) => results.set(selection, customs[i]!));
  return inOrder(selections, results);
}

export interface FieldResult {
  readonly value: unknown;
  readonly errors: readonly ResponseError[];
}

/** A value that is ABSENT makes all data null. */
export function inOrder(selections: readonly Selection[], results: ReadonlyMap<Selection, FieldResult>): Resolved {
  let data: Completed | null = {};
  const errors: ResponseError[] = [];
  for (const selection of selections) {
    const result = results.get(selection);
    if (!result) continue;
    errors.push(...result.errors);
    if (result.value === ABSENT) data = null;
    else if (data && result.value !== LEFT_OUT) put(data, selection.key, result.value);
  }
  return { data, errors };
}

export const nullOf = ({ type }: Selection): unknown => (type.list ? [] : type.nonNull ? ABSENT : null);

async function resolveGenerated(
  selections: readonly Selection[],
  model: GraphqlModel,
  backend: GraphqlBackend,
  { access, failure }: Admission,
): Promise<Map<Selection, FieldResult>> {
  const results = new Map<Selection, FieldResult>();
  const writer = new QueryWriter(model, access);
  const asked: (readonly [Selection, Blocks])[] = [];
  for (const selection of selections) {
    try {
      if (failure) throw RequestFailure.of(failure.message);
      asked.push([selection, writer.root(selection)]);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const errors = because(`couldn't rewrite query ${selection.key}`, error);
      results.set(selection, {
        value: nullOf(selection),
        errors: errors.map((each) => ({ ...each, path: [selection.key] })),
      });
    }
  }
  const groups = asked.length > 1 ? [asked] : asked.map((each) => [each]);
  for (const group of groups) {
    try {
      for (const [selection, result] of await ask(group, model, backend)) results.set(selection, result);
    } catch (error) {
      // One query that is refused must not take the others with it: each is asked on its own.
      if (group.length > 1) groups.push(...group.map((each) => [each]));
      else results.set(group[0]![0], failed(group[0]![0], error));
    }
  }
  return results;
}

function failed(selection: Selection, error: unknown): FieldResult {
  const errors = because('Dgraph query failed because Dgraph execution failed', error);
  return { value: LEFT_OUT, errors: errors.map((each) => ({ ...each, path: [selection.key] })) };
}

async function ask(
  group: readonly (readonly [Selection, Blocks])[],
  model: GraphqlModel,
  backend: GraphqlBackend,
): Promise<Map<Selection, FieldResult>> {
  const blocks = group.map(([, each]) => each);
  const needed = blocks.some((each) => each.blocks.length > 0);
  const { text, variables } = printQuery(blocks);
  const answer = needed ? await backend.query(text, variables) : {};
  return new Map(
    group.map(([selection]) => {
      const completer = new Completer(model);
      const value = completer.root(selection, answer, [selection.key]);
      return [selection, { value, errors: completer.errors }];
    }),
  );
}
