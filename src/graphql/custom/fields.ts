/**
 * Values of fields that services supply for stored nodes. They are requested after the nodes are read and before the
 * answer is completed: once per node, also for nodes that occur several times.
 */
import { stringify } from 'lossless-json';
import { ABSENT, type Completer } from '../answer/complete';
import { CustomCompleter } from '../answer/custom';
import type { ServedValues } from '../answer/service-values';
import type { ResponseError } from '../request/failure';
import { isMembers } from '../members';
import type { Selection } from '../request/selection';
import type { GraphqlField, GraphqlModel } from '../sdl/model';
import { forEachConcurrently } from '../../util/concurrency';
import { neededFields, neededId } from './needs';
import { askAll, askLambda, askOne, type ServiceContext, type ServiceReply } from './service';
import type { Values } from './template';

type Node = Readonly<Record<string, unknown>>;

/** Concurrent requests for one field. */
const AT_ONCE = 32;
/** Maximum nodes that are requested one by one. */
const MAX_REQUESTS = 10_000;

/**
 * Requests the values of all such fields below a field.
 *
 * @param answer of DQL
 * @param completer of the answer; it knows which fields apply to a node
 * @returns the errors; undefined without such fields
 */
export function askFields(
  root: Selection,
  answer: Node,
  completer: Completer,
  values: ServedValues,
  calling: ServiceContext,
): Promise<readonly ResponseError[]> | undefined {
  if (!calling.model.hasServices || !hasServed(root, calling.model)) return undefined;
  return askServed(root, answer, completer, values, calling);
}

async function askServed(
  root: Selection,
  answer: Node,
  completer: Completer,
  values: ServedValues,
  calling: ServiceContext,
): Promise<readonly ResponseError[]> {
  const errors: ResponseError[] = [];
  const visit = async (selection: Selection, nodes: readonly Node[]): Promise<void> => {
    const visits = selection.children.map(async (child) => {
      if (nodes.length === 0) return;
      const applicable = nodes.filter((node) => completer.applies(child, selection.type.name, node));
      const field = servedField(child, calling.model);
      if (field) errors.push(...(await askField(child, field, applicable, values, calling)));
      else if (isCommon(child, calling.model)) await visit(child, applicable);
      else if (child.children.length > 0) await visit(child, nodesUnder(applicable, child.id));
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

/** True for the field of the common type, which leads to the node itself. */
const isCommon = ({ parent, name }: Selection, model: GraphqlModel): boolean =>
  model.types.get(parent)?.byName.get(name)?.isCommon === true;

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
  calling: ServiceContext,
): Promise<readonly ResponseError[]> {
  const { source } = field;
  const type = calling.model.types.get(selection.parent)!;
  const needed = neededFields(field, type);
  const groups = new Map<string, { readonly values: Values; readonly nodes: Node[] }>();
  for (const node of nodes) {
    const valuesOfNode = Object.fromEntries(
      needed.flatMap(({ name }, i) => {
        const value = node[neededId(selection, i)];
        return value === undefined || value === null ? [] : [[name, value]];
      }),
    );
    const key = stringify(valuesOfNode)!;
    const group = groups.get(key);
    if (group) group.nodes.push(node);
    else groups.set(key, { values: valuesOfNode, nodes: [node] });
  }
  if (groups.size === 0) return [];
  const errors: ResponseError[] = [];
  const complete = (value: unknown, nodesOfGroup: readonly Node[]): void => {
    const completer = new CustomCompleter(calling.model);
    const completed = completer.value(selection, value, []);
    // Paths are omitted: the nodes may occur at several positions of the answer.
    errors.push(...completer.errors.map(({ message, locations }) => ({ message, ...(locations && { locations }) })));
    if (completed !== ABSENT) for (const node of nodesOfGroup) values.set(node, selection, completed);
  };
  const allGroups = [...groups.values()];
  if (source?.kind === 'lambda' || (source?.kind === 'http' && source.batch)) {
    const parents = allGroups.map(({ values: nodeValues }) => nodeValues);
    const reply: ServiceReply =
      source.kind === 'lambda'
        ? await askLambda(selection, { parents }, calling)
        : await askAll(source, selection, parents, calling);
    errors.push(...reply.errors);
    if (reply.value !== undefined)
      (reply.value as readonly unknown[]).forEach((each, i) => complete(each, allGroups[i]!.nodes));
  } else if (source?.kind === 'http') {
    if (allGroups.length > MAX_REQUESTS) return [tooMany(selection, allGroups.length)];
    await forEachConcurrently(allGroups, AT_ONCE, async ({ values: nodeValues, nodes: groupNodes }) => {
      const { value, errors: requestErrors } = await askOne(source, selection, nodeValues, calling);
      errors.push(...requestErrors);
      if (value !== undefined) complete(value, groupNodes);
    });
  }
  return errors;
}

const tooMany = ({ name, parent, location }: Selection, count: number): ResponseError => ({
  message:
    `${parent}.${name} would be requested for ${count} nodes one by one; the limit is ${MAX_REQUESTS}. Select ` +
    'fewer nodes, or use mode: BATCH',
  locations: [location],
});
