/** Resolves the fields of a query: writes them as DQL, runs them together, and completes the answer. */
import type { Admission } from './auth/guard';
import { askFields } from './custom/fields';
import { declaredOperation, resolveDeclared } from './custom/operations';
import type { RequestBackend } from './request-backend';
import type { FieldResult, Resolved } from './answer/results';
import { ABSENT, Completer, put, type Completed } from './answer/complete';
import { ServedValues } from './answer/service-values';
import { QueryWriter, printQuery } from './query';
import type { Blocks } from './query/text';
import { because, RequestFailure, type ResponseError } from './request/failure';
import type { Selection } from './request/selection';
import type { GraphqlModel } from './sdl/model';

/** Marker of a field without a value, which the response omits. */
const LEFT_OUT = Symbol('left out');

export async function resolveQueries(
  selections: readonly Selection[],
  model: GraphqlModel,
  requestBackend: RequestBackend,
  { access, failure }: Admission = {},
): Promise<Resolved> {
  const operations = selections.flatMap((selection) => {
    const operation = declaredOperation(selection, model);
    return operation ? [{ selection, operation }] : [];
  });
  const generated = selections.filter((selection) => !operations.some((each) => each.selection === selection));
  const [results, customs] = await Promise.all([
    resolveGenerated(generated, model, requestBackend, { access, ...(failure && { failure }) }),
    Promise.all(operations.map(({ selection, operation }) => resolveDeclared(selection, operation, requestBackend))),
  ]);
  operations.forEach(({ selection }, i) => results.set(selection, customs[i]!));
  return inOrder(selections, results);
}

/** Collects results in order. An ABSENT value makes all data null. */
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

const nullOf = ({ type }: Selection): unknown => (type.list ? [] : type.nonNull ? ABSENT : null);

async function resolveGenerated(
  selections: readonly Selection[],
  model: GraphqlModel,
  requestBackend: RequestBackend,
  { access, failure }: Admission,
): Promise<Map<Selection, FieldResult>> {
  const results = new Map<Selection, FieldResult>();
  const writer = new QueryWriter(model, access);
  const planned: (readonly [Selection, Blocks])[] = [];
  for (const selection of selections) {
    try {
      if (failure) throw RequestFailure.of(failure.message);
      planned.push([selection, writer.root(selection)]);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const errors = because(`couldn't rewrite query ${selection.key}`, error);
      results.set(selection, {
        value: nullOf(selection),
        errors: errors.map((each) => ({ ...each, path: [selection.key] })),
      });
    }
  }
  const groups = planned.length > 1 ? [planned] : planned.map((each) => [each]);
  for (const group of groups) {
    try {
      for (const [selection, result] of await ask(group, requestBackend)) results.set(selection, result);
    } catch (error) {
      // One refused query must not fail the others: each then runs separately.
      if (group.length > 1) groups.push(...group.map((each) => [each]));
      else results.set(group[0]![0], failureOf(group[0]![0], error));
    }
  }
  return results;
}

function failureOf(selection: Selection, error: unknown): FieldResult {
  const errors = because('Dgraph query failed because Dgraph execution failed', error);
  return { value: LEFT_OUT, errors: errors.map((each) => ({ ...each, path: [selection.key] })) };
}

async function ask(
  group: readonly (readonly [Selection, Blocks])[],
  requestBackend: RequestBackend,
): Promise<Map<Selection, FieldResult>> {
  const blocks = group.map(([, each]) => each);
  const needed = blocks.some((each) => each.blocks.length > 0);
  const { text, variables } = printQuery(blocks);
  const answer = needed ? await requestBackend.query(text, variables) : {};
  const results = group.map(async ([selection]): Promise<readonly [Selection, FieldResult]> => {
    const { value, errors } = await completedRoot(selection, answer, requestBackend);
    return [selection, { value, errors }];
  });
  return new Map(await Promise.all(results));
}

/** Completes a field from the answer of its blocks and the services' values for its nodes. */
export async function completedRoot(
  selection: Selection,
  answer: Readonly<Record<string, unknown>>,
  { calling }: RequestBackend,
): Promise<FieldResult> {
  const served = new ServedValues();
  const completer = new Completer(calling.model, served);
  const errors = await askFields(selection, answer, completer, served, calling);
  const value = completer.root(selection, answer, [selection.key]);
  return { value, errors: [...errors, ...completer.errors] };
}
