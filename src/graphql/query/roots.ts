/** Fields of `Query` → blocks of DQL. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { RequestFailure } from '../request/failure';
import type { Selection } from '../request/selection';
import { textOf, type Value } from '../request/values';
import { aggregateBlocks, withoutIds } from './aggregate';
import { restrictRoot, type Root } from './root-access';
import { cascadeOf, cascades, childrenOf, orderOf, pagesOf } from './children';
import { NodeSet, type Names } from './names';
import { filterOf, idsOf } from './filter';
import { similarByEmbedding, similarById } from './similar';
import { block, both, filtered, parseUid, predicate, quote, typeFunction, uidFunction, type Blocks } from './text';

/** @throws RequestFailure with Dgraph's message */
export function rootBlocks(selection: Selection, model: GraphqlModel, names: Names): Blocks {
  const { name, type } = selection;
  if (name.startsWith('aggregate')) return { blocks: aggregateBlocks(selection, model, names) };
  const targetType = model.types.get(type.name);
  if (!targetType) throw RequestFailure.of(`${name} was not executed because no suitable resolver could be found`);
  if (name.startsWith('querySimilar')) {
    return name.endsWith('ById')
      ? similarById(selection, targetType, keyOf(selection, targetType), model, names)
      : similarByEmbedding(selection, targetType, rootOf(targetType, selection.args['filter']), model, names);
  }
  if (name.startsWith('query')) return { blocks: listBlock(selection, targetType, model, names) };
  if (name.startsWith('check')) return passwordBlocks(selection, targetType, model, names);
  const { func, filter } = keyOf(selection, targetType);
  return { blocks: nodeBlock(selection, restrictRoot({ func, filter }, targetType, 'query', names), model, names) };
}

/** Root of a filter: its ids, otherwise all nodes of the type. */
export function rootOf(type: GraphqlType, filter: Value | undefined): Root {
  const isType = typeFunction(type.dgraphName);
  const ids = idsOf(type, filter);
  if (ids) return { func: uidFunction(ids), filter: both(filterOf(type, withoutIds(filter, type)), isType) };
  const condition = filterOf(type, filter);
  // An indexed value is the cheapest root; the type remains as filter.
  if (condition?.startsWith('eq(')) return { func: condition, filter: isType };
  return { func: isType, filter: condition };
}

function listBlock(selection: Selection, type: GraphqlType, model: GraphqlModel, names: Names): string[] {
  const { func, filter } = rootOf(type, selection.args['filter']);
  return nodesBlock(selection, type, func, filter, model, names);
}

/**
 * Nodes of a type under a root function, with the arguments of the field except its filter. Empty if none is admitted.
 */
export function nodesBlock(
  selection: Selection,
  type: GraphqlType,
  func: string,
  filter: string | undefined,
  model: GraphqlModel,
  names: Names,
): string[] {
  const admittedRoot = restrictRoot({ func, filter }, type, 'query', names);
  if (!admittedRoot) return [];
  const order = orderOf(type, selection.args['order']);
  const cascade = cascadeOf(selection, model);
  const page = pagesOf(selection);
  const filterText = filtered(admittedRoot.filter);
  // With `@cascade`, the page is unknown until its nodes' fields have been read.
  const rootArguments = cascade === '' ? [...order, ...page] : order;
  const nodes = new NodeSet(
    names,
    (name) => `${name} as var(${[`func: ${admittedRoot.func}`, ...rootArguments].join(', ')})${filterText}`,
  );
  const children = childrenOf(selection.children, type.name, model, names, nodes, cascades(selection));
  // The variable of nodes that rules below use already has the page.
  const [root, condition, pages] = nodes.isUsed
    ? [uidFunction([nodes.variable()]), '', cascade === '' ? [] : page]
    : [admittedRoot.func, filterText, page];
  const head = [`func: ${root}`, ...order, ...pages].join(', ');
  return [block(`${selection.id}(${head})${condition}${cascade}`, children)];
}

function nodeBlock(selection: Selection, root: Root | undefined, model: GraphqlModel, names: Names): string[] {
  if (!root) return [];
  const from = `(func: ${root.func})${filtered(root.filter)}`;
  const nodes = new NodeSet(names, (name) => `${name} as var${from}`);
  const head = `${selection.id}${from}${cascadeOf(selection, model)}`;
  return [block(head, childrenOf(selection.children, selection.type.name, model, names, nodes, cascades(selection)))];
}

/** Root function and filter of the node that an ID, or values of `@id` fields, identify. */
function keyOf(selection: Selection, type: GraphqlType): { readonly func: string; readonly filter: string } {
  const { args, name, location } = selection;
  const fail = (message: string): RequestFailure => RequestFailure.of(message, [location]);
  const keys: string[] = [];
  for (const field of [...type.xids].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (field.type.name === 'ID' && !field.external) continue;
    const value = args[field.name];
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw fail(`Argument (${field.name}) of ${name} was not able to be parsed as a string`);
    }
    keys.push(`eq(${predicate(field.predicate)}, ${quote(String(value))})`);
  }
  const isType = typeFunction(type.dgraphName);
  const id = type.idField && !type.idField.external ? args[type.idField.name] : undefined;
  if (id === undefined || id === null) {
    const [func = uidFunction(['0x0']), ...others] = keys;
    return { func, filter: both(...others, isType)! };
  }
  const uid = parseUid(textOf(id));
  if (uid === undefined) throw fail(`ID argument (${textOf(id)}) of ${name} was not able to be parsed`);
  return { func: uidFunction([uid]), filter: both(...keys, isType)! };
}

/** `checkTPassword`: the node, if it has the password. */
function passwordBlocks(selection: Selection, type: GraphqlType, model: GraphqlModel, names: Names): Blocks {
  const { func, filter } = keyOf(selection, type);
  const password = type.password!;
  const passwordVariable = `$${names.next()}`;
  const matches = names.next();
  const check = `${matches} as checkpwd(${predicate(password.predicate)}, ${passwordVariable})`;
  const root = restrictRoot({ func, filter }, type, 'password', names);
  if (!root) return { blocks: [] };
  const matching = { func: root.func, filter: both(`eq(val(${matches}), 1)`, root.filter) };
  return {
    blocks: [...nodeBlock(selection, matching, model, names), block(`var(func: ${func})${filtered(filter)}`, [check])],
    variables: [{ name: passwordVariable, type: 'string', value: textOf(selection.args[password.name]) }],
  };
}
