/** `@lambdaOnMutate`: the lambda server is told of mutations after they are committed. Nobody waits for it. */
import { stringify } from 'lossless-json';
import { exchange } from '../custom/exchange';
import { callerOf, JSON_TYPE, type Calling } from '../custom/service';
import type { MutationField } from './plan';

/** @param rootUids of the nodes that were added, changed or deleted */
export function tellOfMutation(
  { kind, type, selection }: MutationField,
  rootUids: readonly string[],
  commitTs: number | undefined,
  calling: Calling,
): void {
  const { lambdaUrl } = calling;
  if (!type.onMutate?.has(kind) || lambdaUrl === undefined) return;
  const { input } = selection.args;
  const { set, remove } = Object(input) as { readonly set?: unknown; readonly remove?: unknown };
  const details = {
    add: { rootUIDs: rootUids, input },
    update: { rootUIDs: rootUids, setPatch: set ?? null, removePatch: remove ?? null },
    delete: { rootUIDs: rootUids },
  };
  const event = { __typename: type.name, operation: kind, commitTs: commitTs ?? 0, [kind]: details[kind] };
  const body = stringify({ resolver: '$webhook', ...callerOf(calling), event })!;
  // It may be lost, as Dgraph has it: the mutation is done.
  void exchange({ method: 'POST', url: lambdaUrl, headers: JSON_TYPE, body }, undefined).catch(() => undefined);
}
