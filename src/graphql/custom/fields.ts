/**
 * Fields of stored nodes whose values are from services. They are asked for when the nodes have been read, and before the
 * answer is completed: once for each node, wherever and however often it stands in the answer.
 */
import { stringify } from 'lossless-json';
import { ABSENT, type Completer } from '../answer/complete';
import { CustomCompleter } from '../answer/custom';
import type { ServedValues } from '../answer/served';
import type { ResponseError } from '../request/failure';
import { isMembers } from '../members';
import type { Selection } from '../request/selection';
import type { GraphqlField, GraphqlModel } from '../sdl/model';
import { forEachConcurrently } from '../../util/concurrency';
import { neededFields, neededId } from './needs';
import { askAll, askLambda, askOne, type Calling, type Reply } from './service';
import type { Values } from './template';

type Node = Readonly<Record<string, unknown>>;

/** Requests under way at once, of one field. */
const AT_ONCE = 32;
/** More nodes are not asked for one by one. */
const MAX_REQUESTS = 10_000;

/**
 * Asks for the values of all such fields below a field.
 *
 * @param answer of DQL
 * @param completer by which the answer will be completed: knows which fields are a node's
 * @returns what went wrong
 */
export async function askFields(
  root: Selection,
  answer: Node,
  completer: Completer,
  values: ServedValues,
  calling: Calling,
): Promise<readonly ResponseError[]> {
  if (!calling.model.hasServices || !hasServed(root, calling.model)) return [];
  const errors: ResponseError[] = [];
  const visit = async (selection: Selection, nodes: readonly Node[]): Promise<void> => {
    const visits = selection.children.map(async (child) => {
      if (nodes.length === 0) return;
      const own = nodes.filter((node) => completer.applies(child, selection.type.name, node));
      const field = servedField(child, calling.model);
      if (field) errors.push(...(await askField(child, field, own, values, calling)));
      else if (child.children.length > 0) await visit(child, nodesUnder(own, child.id));
    });
    await Promise.all(visits);
  };
  await visit(root, nodesUnder([answer], root.id));
  return errors.map((error) => ({ ...error, path: error.path ?? [root.key] }));
}

const hasServed = (selection: Selection, model: GraphqlModel): boolean =>
  selection.children.some((child) => servedField(child, model) !== undefined || hasServed(child, model));

function servedField({ parent, name }: Selection, model: GraphqlModel): GraphqlField | undefined {
  const field = model.types.get(parent)?.byName.get(name);
  return field?.source ? field : undefined;
}

const nodesUnder = (parents: readonly Node[], id: string): readonly Node[] =>
  parents.flatMap((parent) => {
    const value = parent[id];
    return Array.isArray(value) ? value.filter(isMembers) : isMembers(value) ? [value] : [];
  });

async function askField(
  selection: Selection,
  field: GraphqlField,
  nodes: readonly Node[],
  values: ServedValues,
  calling: Calling,
): Promise<readonly ResponseError[]> {
  const { source } = field;
  const type = calling.model.types.get(selection.parent)!;
  const needed = neededFields(field, type);
  const groups = new Map<string, { readonly told: Values; readonly nodes: Node[] }>();
  for (const node of nodes) {
    const told = Object.fromEntries(
      needed.flatMap(({ name }, i) => {
        const value = node[neededId(selection, i)];
        return value === undefined || value === null ? [] : [[name, value]];
      }),
    );
    const key = stringify(told)!;
    const group = groups.get(key);
    if (group) group.nodes.push(node);
    else groups.set(key, { told, nodes: [node] });
  }
  if (groups.size === 0) return [];
  const errors: ResponseError[] = [];
  const complete = (value: unknown, of: readonly Node[]): void => {
    const completer = new CustomCompleter(calling.model);
    const completed = completer.value(selection, value, []);
    // Where in the answer its nodes stand, be it several times, is not told.
    errors.push(...completer.errors.map(({ message, locations }) => ({ message, ...(locations && { locations }) })));
    if (completed !== ABSENT) for (const node of of) values.set(node, selection, completed);
  };
  const all = [...groups.values()];
  if (source?.kind === 'lambda' || (source?.kind === 'http' && source.batch)) {
    const parents = all.map(({ told }) => told);
    const reply: Reply =
      source.kind === 'lambda'
        ? await askLambda(selection, { parents }, calling)
        : await askAll(source, selection, parents, calling);
    errors.push(...reply.errors);
    if (reply.value !== undefined)
      (reply.value as readonly unknown[]).forEach((each, i) => complete(each, all[i]!.nodes));
  } else if (source?.kind === 'http') {
    if (all.length > MAX_REQUESTS) return [tooMany(selection, all.length)];
    await forEachConcurrently(all, AT_ONCE, async ({ told, nodes: of }) => {
      const { value, errors: own } = await askOne(source, selection, told, calling);
      errors.push(...own);
      if (value !== undefined) complete(value, of);
    });
  }
  return errors;
}

const tooMany = ({ name, parent, location }: Selection, count: number): ResponseError => ({
  message: `${parent}.${name} would be asked for ${count} nodes one by one, and ${MAX_REQUESTS} is the most: ask for fewer, or let its service take them at once (mode: BATCH)`,
  locations: [location],
});
