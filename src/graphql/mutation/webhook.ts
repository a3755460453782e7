/** `@lambdaOnMutate`: notifies the lambda server of committed mutations, without waiting for it. */
import { stringify } from 'lossless-json';
import { sendToService } from '../custom/client';
import { callerOf, JSON_TYPE, type ServiceContext } from '../custom/service';
import type { MutationField } from './plan';

/** @param rootUids uids of the added, changed or deleted nodes */
export function notifyLambda(
  { kind, type, selection }: MutationField,
  rootUids: readonly string[],
  commitTs: number | undefined,
  calling: ServiceContext,
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
  // A lost notification is ignored, as in Dgraph: the mutation is committed.
  void sendToService({ method: 'POST', url: lambdaUrl, headers: JSON_TYPE, body }, undefined).catch(() => undefined);
}
