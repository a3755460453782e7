/** Queries and mutations that the schema declares with `@custom` and `@lambda` on fields of `Query` and `Mutation`. */
import type { RequestBackend } from '../request-backend';
import { ABSENT } from '../answer/complete';
import { CustomCompleter } from '../answer/custom';
import type { FieldResult } from '../answer/results';
import { because, type ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import { textOf } from '../request/values';
import type { GraphqlModel, DeclaredOperation } from '../sdl/model';
import { askLambda, askOne, type ServiceReply } from './service';
import type { DqlSource } from './source';

/** Returns the declared operation of a field; undefined for generated fields. */
export const declaredOperation = ({ name, parent }: Selection, model: GraphqlModel): DeclaredOperation | undefined =>
  (parent === 'Mutation' ? model.mutations : model.queries).find((each) => each.name === name);

/** Never rejects: failures are in `errors`. */
export async function resolveDeclared(
  selection: Selection,
  { source, name }: DeclaredOperation,
  requestBackend: RequestBackend,
): Promise<FieldResult> {
  const { calling } = requestBackend;
  switch (source?.kind) {
    case 'dql':
      return resolveDql(selection, source, requestBackend);
    case 'http':
      return resolved(selection, await askOne(source, selection, selection.args, calling), calling.model);
    case 'lambda':
      return resolved(selection, await askLambda(selection, { args: selection.args }, calling), calling.model);
    default: {
      const message = `${name} has neither @custom nor @lambda, so it cannot be resolved`;
      return empty(selection, [{ message, locations: [selection.location] }]);
    }
  }
}

/** Empty result, as far as the type allows. */
function empty({ type, key }: Selection, errors: readonly ResponseError[]): FieldResult {
  return {
    value: type.list ? [] : type.nonNull ? ABSENT : null,
    errors: errors.map((each) => ({ ...each, path: each.path ?? [key] })),
  };
}

function resolved(selection: Selection, { value, errors }: ServiceReply, model: GraphqlModel): FieldResult {
  if (value === undefined) return empty(selection, errors);
  const name = selection.name;
  const completed = completedAs(selection, { [name]: value }, model);
  return { ...completed, errors: [...empty(selection, errors).errors, ...completed.errors] };
}

function completedAs(
  selection: Selection,
  answer: Readonly<Record<string, unknown>>,
  model: GraphqlModel,
): FieldResult {
  const completer = new CustomCompleter(model);
  const completed = completer.object([selection], answer, []);
  return { value: completed === ABSENT ? ABSENT : completed[selection.key], errors: completer.errors };
}

async function resolveDql(
  selection: Selection,
  { text }: DqlSource,
  requestBackend: RequestBackend,
): Promise<FieldResult> {
  const values = Object.entries(selection.args).map(([name, value]) => [
    `$${name}`,
    value === null ? '' : textOf(value),
  ]);
  try {
    const answer = await requestBackend.query(text, Object.fromEntries(values) as Record<string, string>);
    return completedAs(selection, answer, requestBackend.calling.model);
  } catch (error) {
    return empty(selection, because('Dgraph query failed because Dgraph execution failed', error));
  }
}
