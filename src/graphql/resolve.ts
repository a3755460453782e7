/** The fields of a query: written as DQL, asked together, and completed. */
import type { Admission } from './auth/guard';
import { askFields } from './custom/fields';
import { ownOperation, resolveOwn } from './custom/operations';
import type { Ground } from './ground';
import type { Resolved } from './execute';
import { ABSENT, Completer, put, type Completed } from './answer/complete';
import { ServedValues } from './answer/served';
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
  ground: Ground,
  { access, failure }: Admission = {},
): Promise<Resolved> {
  const own = selections.flatMap((selection) => {
    const operation = ownOperation(selection, model);
    return operation ? [{ selection, operation }] : [];
  });
  const generated = selections.filter((selection) => !own.some((each) => each.selection === selection));
  const [results, customs] = await Promise.all([
    resolveGenerated(generated, model, ground, { access, ...(failure && { failure }) }),
    Promise.all(own.map(({ selection, operation }) => resolveOwn(selection, operation, ground))),
  ]);
  own.forEach(({ selection }, i) => results.set(selection, customs[i]!));
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
  ground: Ground,
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
      for (const [selection, result] of await ask(group, ground)) results.set(selection, result);
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
  ground: Ground,
): Promise<Map<Selection, FieldResult>> {
  const blocks = group.map(([, each]) => each);
  const needed = blocks.some((each) => each.blocks.length > 0);
  const { text, variables } = printQuery(blocks);
  const answer = needed ? await ground.query(text, variables) : {};
  const results = group.map(async ([selection]): Promise<readonly [Selection, FieldResult]> => {
    const { value, errors } = await completedRoot(selection, answer, ground);
    return [selection, { value, errors }];
  });
  return new Map(await Promise.all(results));
}

/** What a field is in the answer of its blocks, with what services say of its nodes. */
export async function completedRoot(
  selection: Selection,
  answer: Readonly<Record<string, unknown>>,
  { calling }: Ground,
): Promise<FieldResult> {
  const served = new ServedValues();
  const completer = new Completer(calling.model, served);
  const errors = await askFields(selection, answer, completer, served, calling);
  const value = completer.root(selection, answer, [selection.key]);
  return { value, errors: [...errors, ...completer.errors] };
}
