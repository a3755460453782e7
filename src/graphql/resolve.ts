/** Resolves the fields of a query: writes them as DQL, runs them together, and completes the answer. */
import type { Admission } from './auth/guard';
import { askFields } from './custom/fields';
import { declaredOperation, resolveDeclared } from './custom/operations';
import type { RequestBackend } from './request-backend';
import type { FieldResult, Resolved } from './answer/results';
import { ABSENT, Completer, put, type Completed } from './answer/complete';
import { ServedValues } from './answer/service-values';
import { QueryWriter, printQuery, type DqlQuery } from './query';
import type { Blocks } from './query/text';
import { because, RequestFailure, type ResponseError } from './request/failure';
import type { Selection } from './request/selection';
import type { DeclaredOperation, GraphqlModel } from './sdl/model';

/** Marker of a field without a value, which the response omits. */
const LEFT_OUT = Symbol('left out');

/** @param all fields of the operation, also those of introspection, which are not resolved here */
export async function resolveQueries(
  all: readonly Selection[],
  model: GraphqlModel,
  requestBackend: RequestBackend,
  admission: Admission = {},
): Promise<Resolved> {
  const plan = planOf(all, model, admission);
  const resolving = resolveGenerated(plan, requestBackend);
  const { selections, operations } = plan;
  if (operations.length === 0) return inOrder(selections, await resolving);
  const [results, ...declared] = await Promise.all([
    resolving,
    ...operations.map(({ selection, operation }) => resolveDeclared(selection, operation, requestBackend)),
  ]);
  operations.forEach(({ selection }, i) => results.set(selection, declared[i]!));
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

/** Fields of an operation, and the DQL for those that are stored. */
interface Plan {
  readonly selections: readonly Selection[];
  readonly operations: readonly { readonly selection: Selection; readonly operation: DeclaredOperation }[];
  readonly written: readonly WrittenField[];
  /** All written fields. */
  readonly group: Group;
  readonly refused: ReadonlyMap<Selection, FieldResult>;
}

interface WrittenField {
  readonly selection: Selection;
  readonly blocks: Blocks;
}

type Answer = Readonly<Record<string, unknown>>;

/** Fields that are asked for together. */
interface Group {
  readonly selections: readonly Selection[];
  /** Undefined if nothing has to be read. */
  readonly query: DqlQuery | undefined;
}

/** Plans of operations without rules of access. */
const plans = new WeakMap<readonly Selection[], { readonly model: GraphqlModel; readonly plan: Plan }>();

/** Returns the plan of an operation: without rules of access, one for all requests with the same selections. */
function planOf(all: readonly Selection[], model: GraphqlModel, { access, failure }: Admission): Plan {
  const isConstant = !access && !failure;
  const known = isConstant ? plans.get(all) : undefined;
  if (known?.model === model) return known.plan;
  const plan = planned(all, model, { access, ...(failure && { failure }) });
  if (isConstant) plans.set(all, { model, plan });
  return plan;
}

function planned(all: readonly Selection[], model: GraphqlModel, { access, failure }: Admission): Plan {
  const selections = all.filter(({ name }) => !name.startsWith('__'));
  const operations: Plan['operations'][number][] = [];
  const refused = new Map<Selection, FieldResult>();
  const writer = new QueryWriter(model, access);
  const written: WrittenField[] = [];
  for (const selection of selections) {
    const operation = declaredOperation(selection, model);
    if (operation) {
      operations.push({ selection, operation });
      continue;
    }
    try {
      if (failure) throw RequestFailure.of(failure.message);
      written.push({ selection, blocks: writer.root(selection) });
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const errors = because(`couldn't rewrite query ${selection.key}`, error);
      refused.set(selection, {
        value: nullOf(selection),
        errors: errors.map((each) => ({ ...each, path: [selection.key] })),
      });
    }
  }
  return { selections, operations, written, group: groupOf(written), refused };
}

function groupOf(written: readonly WrittenField[]): Group {
  const blocks = written.map((each) => each.blocks);
  const isNeeded = blocks.some((each) => each.blocks.length > 0);
  return { selections: written.map(({ selection }) => selection), query: isNeeded ? printQuery(blocks) : undefined };
}

async function resolveGenerated(
  { written, group, refused }: Plan,
  requestBackend: RequestBackend,
): Promise<Map<Selection, FieldResult>> {
  const results = new Map(refused);
  try {
    const completing = complete(group, await answerTo(group, requestBackend), requestBackend, results);
    if (completing) await completing;
  } catch (error) {
    for (const each of written) {
      const { selection } = each;
      try {
        if (written.length === 1) throw error;
        // One refused query must not fail the others: each then runs separately.
        const alone = groupOf([each]);
        await complete(alone, await answerTo(alone, requestBackend), requestBackend, results);
      } catch (cause) {
        results.set(selection, failureOf(selection, cause));
      }
    }
  }
  return results;
}

function failureOf(selection: Selection, error: unknown): FieldResult {
  const errors = because('Dgraph query failed because Dgraph execution failed', error);
  return { value: LEFT_OUT, errors: errors.map((each) => ({ ...each, path: [selection.key] })) };
}

const answerTo = ({ query }: Group, backend: RequestBackend): Promise<Answer> | Answer =>
  query ? backend.query(query.text, query.variables) : {};

/** Adds the results of fields. @returns undefined if no service has to be asked */
function complete(
  { selections }: Group,
  answer: Answer,
  requestBackend: RequestBackend,
  results: Map<Selection, FieldResult>,
): Promise<void> | undefined {
  const completing = selections.map((selection) => completedRoot(selection, answer, requestBackend));
  const add = (completed: readonly FieldResult[]): void =>
    selections.forEach((selection, i) => results.set(selection, completed[i]!));
  if (completing.some((each) => each instanceof Promise)) {
    return Promise.all(completing.map((each) => Promise.resolve(each))).then(add);
  }
  add(completing as FieldResult[]);
  return undefined;
}

/** Completes a field from the answer of its blocks and the services' values for its nodes. */
export function completedRoot(
  selection: Selection,
  answer: Readonly<Record<string, unknown>>,
  { calling }: RequestBackend,
): FieldResult | Promise<FieldResult> {
  const served = new ServedValues();
  const completer = new Completer(calling.model, served);
  const complete = (errors: readonly ResponseError[] = []): FieldResult => {
    const value = completer.root(selection, answer);
    return { value, errors: [...errors, ...completer.errors] };
  };
  const asking = askFields(selection, answer, completer, served, calling);
  return asking ? asking.then(complete) : complete();
}
