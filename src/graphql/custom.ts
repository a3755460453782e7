/** `@custom(dql:)`: queries of the schema's own, whose DQL is in it. */
import { Kind, parse, type FieldNode } from 'graphql';
import type { GraphqlBackend } from './backend';
import type { FieldResult } from './resolve';
import { ABSENT } from './answer/complete';
import { CustomCompleter } from './answer/custom';
import { notServed } from './answer/messages';
import { because } from './request/failure';
import type { Selection } from './request/selection';
import { textOf } from './request/values';
import type { GraphqlModel } from './sdl/model';

export const isCustomQuery = ({ name }: Selection, model: GraphqlModel): boolean =>
  model.queries.some((query) => query.name === name);

export async function resolveCustom(
  selection: Selection,
  model: GraphqlModel,
  backend: GraphqlBackend,
): Promise<FieldResult> {
  const { key, name, type, args } = selection;
  const empty = (errors: FieldResult['errors']): FieldResult => ({
    value: type.list ? [] : type.nonNull ? ABSENT : null,
    errors: errors.map((each) => ({ ...each, path: each.path ?? [key] })),
  });
  const dql = dqlOf(name, model);
  if (dql === undefined) return empty([{ message: notServed(name), locations: [selection.location] }]);
  const values = Object.entries(args).map(([arg, value]) => [`$${arg}`, value === null ? '' : textOf(value)]);
  try {
    const answer = await backend.query(dql, Object.fromEntries(values) as Record<string, string>);
    const completer = new CustomCompleter(model);
    const completed = completer.object([selection], answer, []);
    return { value: completed === ABSENT ? ABSENT : completed[key], errors: completer.errors };
  } catch (error) {
    return empty(because('Dgraph query failed because Dgraph execution failed', error));
  }
}

function dqlOf(name: string, model: GraphqlModel): string | undefined {
  const directives = model.queries.find((query) => query.name === name)?.directives ?? [];
  const [definition] = parse(`type T { f: Int ${directives.join(' ')} }`).definitions;
  if (definition?.kind !== Kind.OBJECT_TYPE_DEFINITION) return undefined;
  const custom = definition.fields?.[0]?.directives?.find((each) => each.name.value === 'custom');
  const value = (custom as unknown as FieldNode | undefined)?.arguments?.find(
    (each) => each.name.value === 'dql',
  )?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}
