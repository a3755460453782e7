/**
 * Mutations, in order. Each is planned, written in one transaction, and its payload is then read. After a failure the
 * remaining ones are not executed.
 */
import type { Access } from '../auth/access';
import type { Admission } from '../auth/guard';
import type { GraphqlBackend, Remembered, Remembering, UpsertAnswer } from '../backend';
import { declaredOperation, resolveDeclared } from '../custom/operations';
import type { RequestBackend } from '../request-backend';
import type { FieldResult, Resolved } from '../answer/results';
import { inOrder } from '../resolve';
import { because, RequestFailure, type ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';
import { planAdd } from './add';
import { planDelete } from './delete';
import { payloadOf, readPayload, type Payload } from './payload';
import { fieldOf, type MutationField, type Plan } from './plan';
import { planUpdate } from './update';
import { notifyLambda } from './webhook';

/** Maximum attempts, if other clients concurrently add the same nodes. */
const ATTEMPTS = 3;

export async function resolveMutations(
  selections: readonly Selection[],
  model: GraphqlModel,
  backend: RequestBackend,
  { access, failure }: Admission = {},
): Promise<Resolved> {
  const results = new Map<Selection, FieldResult>();
  const skipped: ResponseError[] = [];
  let hasFailed = false;
  let index = -1;
  for (const selection of selections) {
    if (selection.name.startsWith('__')) continue;
    index++;
    const { key, location } = selection;
    if (hasFailed) {
      const message = `Mutation ${key} was not executed because of a previous error.`;
      skipped.push({ message, locations: [location], path: [key] });
      continue;
    }
    try {
      if (failure) throw new RequestFailure(because(`couldn't rewrite mutation ${selection.name}`, failure));
      const operation = declaredOperation(selection, model);
      const result = operation
        ? await resolveDeclared(selection, operation, backend)
        : await resolve(selection, index, model, backend, access);
      results.set(selection, result);
      // A service reports its failure only by errors.
      hasFailed = operation !== undefined && result.errors.length > 0;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      hasFailed = true;
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
  backend: RequestBackend,
  access: Access | undefined,
): Promise<FieldResult> {
  const field = fieldOf(selection, model);
  if (!field) throw RequestFailure.of(`no resolver exists for ${selection.name}`, [selection.location]);
  const repeat = async ({ touched, count, value }: Remembered): Promise<FieldResult> => {
    if (value !== undefined) return { value, errors: [] };
    const payload = await readWritten(field, [...touched], model, backend, access);
    return { value: payloadOf(selection, count, payload), errors: payload.errors };
  };
  const recalled = await backend.recall?.(place);
  if (recalled) return repeat(recalled);
  for (let attempt = 1; ; attempt++) {
    // A delete's payload is read before the delete.
    const before = field.kind === 'delete' ? await readDeleted(field, model, backend, access) : undefined;
    const plan = await planMutation(field, model, backend, access);
    if (!plan) return { value: payloadOf(selection, 0, NOTHING), errors: [] };
    const countOf = (answer: UpsertAnswer, touched: readonly string[]): number =>
      field.kind === 'add' ? Object.keys(answer.uids).length : touched.length;
    const resultOf = (answer: UpsertAnswer): Remembered | undefined => {
      if (plan.isWritten?.(answer) === false) return undefined;
      const touched = plan.touched(answer);
      const count = countOf(answer, touched);
      return { touched, count, ...(before && { value: payloadOf(selection, count, before) }) };
    };
    const answer = await write(field, plan, backend, { place, of: resultOf });
    if (answer.remembered) return repeat(answer.remembered);
    if (plan.isWritten?.(answer) === false) {
      if (attempt < ATTEMPTS) continue;
      throw tooManyAttempts(field);
    }
    const touched = touchedBy(field, plan, answer);
    notifyLambda(field, touched, answer.commitTs, backend.calling);
    const payload = before ?? (await readWritten(field, touched, model, backend, access));
    return { value: payloadOf(selection, countOf(answer, touched), payload), errors: payload.errors };
  }
}

function tooManyAttempts({ selection }: MutationField): RequestFailure {
  const reason = new Error('other requests keep adding the same nodes. Please retry');
  return new RequestFailure(because(`mutation ${selection.name} failed`, reason));
}

const readFailure = ({ name }: Selection): string =>
  `couldn't execute query for mutation ${name} because Dgraph execution failed`;

const NOTHING: Payload = { values: new Map(), errors: [] };

function readDeleted(
  { selection, type }: MutationField,
  model: GraphqlModel,
  backend: RequestBackend,
  access: Access | undefined,
): Promise<Payload> {
  const filter = selection.args['filter'] ?? null;
  return withFailure(
    () => readPayload(selection, type, model, backend, { filter }, access),
    (error) => new RequestFailure(because(readFailure(selection), error)),
  );
}

/** Reads the payload after a write; a failure does not undo the write. */
async function readWritten(
  { selection, type }: MutationField,
  uids: string[],
  model: GraphqlModel,
  backend: RequestBackend,
  access: Access | undefined,
): Promise<Payload> {
  try {
    return await readPayload(selection, type, model, backend, { uids }, access);
  } catch (error) {
    return {
      ...NOTHING,
      errors: because(readFailure(selection), error).map((each) => ({ ...each, path: [selection.key] })),
    };
  }
}

const PLANS = { add: planAdd, update: planUpdate, delete: planDelete } as const;

const planMutation = (
  field: MutationField,
  model: GraphqlModel,
  backend: RequestBackend,
  access: Access | undefined,
): Promise<Plan | undefined> =>
  withFailure(
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
  withFailure(
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

async function withFailure<T>(work: () => Promise<T>, failure: (error: unknown) => RequestFailure): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}
