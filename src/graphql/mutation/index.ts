/**
 * Mutations, one after another: each is planned, written in one transaction, and its payload read afterwards. After one
 * that fails none is executed.
 */
import type { Access } from '../auth/access';
import type { Admission } from '../auth/guard';
import type { GraphqlBackend, Remembered, Remembering, UpsertAnswer } from '../backend';
import { ownOperation, resolveOwn } from '../custom/operations';
import type { Ground } from '../ground';
import type { Resolved } from '../execute';
import { inOrder, type FieldResult } from '../resolve';
import { because, RequestFailure, type ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';
import { planAdd } from './add';
import { planDelete } from './delete';
import { payloadOf, readPayload, type Payload } from './payload';
import { fieldOf, type MutationField, type Plan } from './plan';
import { planUpdate } from './update';
import { tellOfMutation } from './webhook';

/** So often a mutation is planned, if others add meanwhile what it adds. */
const ATTEMPTS = 3;

export async function resolveMutations(
  selections: readonly Selection[],
  model: GraphqlModel,
  backend: Ground,
  { access, failure }: Admission = {},
): Promise<Resolved> {
  const results = new Map<Selection, FieldResult>();
  const skipped: ResponseError[] = [];
  let failed = false;
  let place = -1;
  for (const selection of selections) {
    if (selection.name.startsWith('__')) continue;
    place++;
    const { key, location } = selection;
    if (failed) {
      const message = `Mutation ${key} was not executed because of a previous error.`;
      skipped.push({ message, locations: [location], path: [key] });
      continue;
    }
    try {
      if (failure) throw new RequestFailure(because(`couldn't rewrite mutation ${selection.name}`, failure));
      const operation = ownOperation(selection, model);
      const result = operation
        ? await resolveOwn(selection, operation, backend)
        : await resolve(selection, place, model, backend, access);
      results.set(selection, result);
      // What a service says of its failure is all that is known of it.
      failed = operation !== undefined && result.errors.length > 0;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      failed = true;
      const errors = error.errors.map((each) => ({ ...each, path: [key, ...(each.path ?? [])] }));
      results.set(selection, { value: null, errors });
    }
  }
  const { data, errors } = inOrder(selections, results);
  return { data, errors: [...errors, ...skipped] };
}

/** @throws RequestFailure if nothing was written */
async function resolve(
  selection: Selection,
  place: number,
  model: GraphqlModel,
  backend: Ground,
  access: Access | undefined,
): Promise<FieldResult> {
  const field = fieldOf(selection, model);
  if (!field) throw RequestFailure.of(`there is nothing that answers ${selection.name}`, [selection.location]);
  const repeat = async ({ touched, count, value }: Remembered): Promise<FieldResult> => {
    if (value !== undefined) return { value, errors: [] };
    const payload = await readWritten(field, [...touched], model, backend, access);
    return { value: payloadOf(selection, count, payload), errors: payload.errors };
  };
  const recalled = await backend.recall?.(place);
  if (recalled) return repeat(recalled);
  for (let attempt = 1; ; attempt++) {
    // What is deleted is read before it is.
    const before = field.kind === 'delete' ? await readDeleted(field, model, backend, access) : undefined;
    const plan = await planned(field, model, backend, access);
    if (!plan) return { value: payloadOf(selection, 0, NOTHING), errors: [] };
    const countOf = (answer: UpsertAnswer, touched: readonly string[]): number =>
      field.kind === 'add' ? Object.keys(answer.uids).length : touched.length;
    const of = (answer: UpsertAnswer): Remembered | undefined => {
      if (plan.isWritten?.(answer) === false) return undefined;
      const touched = plan.touched(answer);
      const count = countOf(answer, touched);
      return { touched, count, ...(before && { value: payloadOf(selection, count, before) }) };
    };
    const answer = await write(field, plan, backend, { place, of });
    if (answer.remembered) return repeat(answer.remembered);
    if (plan.isWritten?.(answer) === false) {
      if (attempt < ATTEMPTS) continue;
      throw outrun(field);
    }
    const touched = touchedBy(field, plan, answer);
    tellOfMutation(field, touched, answer.commitTs, backend.calling);
    const payload = before ?? (await readWritten(field, touched, model, backend, access));
    return { value: payloadOf(selection, countOf(answer, touched), payload), errors: payload.errors };
  }
}

function outrun({ selection }: MutationField): RequestFailure {
  const reason = new Error('others keep adding what it adds. Please retry');
  return new RequestFailure(because(`mutation ${selection.name} failed`, reason));
}

const unread = ({ name }: Selection): string =>
  `couldn't execute query for mutation ${name} because Dgraph execution failed`;

const NOTHING: Payload = { values: new Map(), errors: [] };

function readDeleted(
  { selection, type }: MutationField,
  model: GraphqlModel,
  backend: Ground,
  access: Access | undefined,
): Promise<Payload> {
  const filter = selection.args['filter'] ?? null;
  return rejecting(
    () => readPayload(selection, type, model, backend, { filter }, access),
    (error) => new RequestFailure(because(unread(selection), error)),
  );
}

/** What was written stays written if it can not be read. */
async function readWritten(
  { selection, type }: MutationField,
  uids: string[],
  model: GraphqlModel,
  backend: Ground,
  access: Access | undefined,
): Promise<Payload> {
  try {
    return await readPayload(selection, type, model, backend, { uids }, access);
  } catch (error) {
    return {
      ...NOTHING,
      errors: because(unread(selection), error).map((each) => ({ ...each, path: [selection.key] })),
    };
  }
}

const PLANS = { add: planAdd, update: planUpdate, delete: planDelete } as const;

const planned = (
  field: MutationField,
  model: GraphqlModel,
  backend: Ground,
  access: Access | undefined,
): Promise<Plan | undefined> =>
  rejecting(
    async () => PLANS[field.kind](field, model, backend, access),
    (error) =>
      error instanceof RequestFailure
        ? new RequestFailure(because(`couldn't rewrite mutation ${field.selection.name}`, error))
        : failureOf(field, error),
  );

const write = (
  field: MutationField,
  plan: Plan,
  backend: GraphqlBackend,
  remembering: Remembering,
): Promise<UpsertAnswer> =>
  rejecting(
    () => backend.mutate(plan.upsert, plan.admit, remembering),
    (error) => (error instanceof RequestFailure ? error : failureOf(field, error)),
  );

function touchedBy({ selection }: MutationField, plan: Plan, answer: UpsertAnswer): string[] {
  try {
    return plan.touched(answer);
  } catch (error) {
    throw new RequestFailure(because(`mutation ${selection.name} failed`, error));
  }
}

function failureOf({ selection }: MutationField, error: unknown): RequestFailure {
  const locations = [selection.location];
  const errors = because(`mutation ${selection.name} failed because Dgraph execution failed`, error);
  return new RequestFailure(errors.map((each) => ({ ...each, locations })));
}

async function rejecting<T>(work: () => Promise<T>, failure: (error: unknown) => RequestFailure): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}
