/** `querySimilarTById`, `querySimilarTByEmbedding`: nodes near a vector, nearest first. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Selection } from '../request/selection';
import { textOf } from '../request/values';
import { SIMILARITY } from '../api/shared';
import { cascadeOf, cascades, childrenOf, orderOf, pagesOf } from './children';
import { NodeSet, type Names } from './names';
import { filterOf } from './filter';
import { restrictRoot, type Root } from './root-access';
import type { Blocks } from './text';
import { block, both, filtered, predicate } from './text';

/** Distance by the metric of the vector's index. */
function distance(type: GraphqlType, field: string, one: string, other: string): string {
  const search = type.byName.get(field)!.indexes.join(' ');
  const dot = `(${one} dot ${other})`;
  if (/dotproduct/.test(search)) return `math(1.0 - ${dot})`;
  if (/cosine/.test(search)) return `math(1.0 - (${dot} / sqrt((${one} dot ${one}) * (${other} dot ${other}))))`;
  return `math(sqrt((${other} - ${one}) dot (${other} - ${one})))`;
}

function similarTo({ args }: Selection, stored: string, vector: string): string {
  const options = ['ef', 'distance_threshold'].flatMap((key) =>
    typeof args[key] === 'number' ? [`${key}: ${args[key]}`] : [],
  );
  return `similar_to(${[stored, textOf(args['topK']), vector, ...options].join(', ')})`;
}

/** Fields of the answer; the distance is a value of each node. */
function selectedFields(
  selection: Selection,
  model: GraphqlModel,
  names: Names,
  far: string,
  nodes: NodeSet,
): readonly string[] {
  const similarities = selection.children.filter(({ name }) => name === SIMILARITY);
  const otherFields = selection.children.filter(({ name }) => name !== SIMILARITY);
  return [
    ...childrenOf(otherFields, selection.type.name, model, names, nodes, cascades(selection)),
    ...similarities.map(({ id }) => `${id} : val(${far})`),
    ...(similarities.length === 0 ? [`dgraph.distance : val(${far})`] : []),
  ];
}

export function similarById(
  selection: Selection,
  type: GraphqlType,
  key: Root,
  model: GraphqlModel,
  names: Names,
): Blocks {
  const embedding = textOf(selection.args['by']);
  const stored = predicate(type.byName.get(embedding)!.predicate);
  const [sources, vector, other, far] = [names.next(), names.next(), names.next(), names.next()];
  const page = [...orderOf(type, selection.args['order']), ...pagesOf(selection)].map((each) => `, ${each}`).join('');
  const source = restrictRoot(key, type, 'query', names);
  const near = { func: `uid(${far})`, filter: filterOf(type, selection.args['filter']) };
  const root = source && restrictRoot(near, type, 'query', names);
  if (!root) return { blocks: [] };
  const nodes = new NodeSet(names, (name) => `${name} as var(func: ${root.func})${filtered(root.filter)}`);
  return {
    blocks: [
      block(`var(func: ${source.func})${filtered(source.filter)}`, [`${sources} as ${stored}`]),
      block('var()', [`${vector} as max(val(${sources}))`]),
      block(`var(func: ${similarTo(selection, stored, `val(${vector})`)})`, [
        `${other} as ${stored}`,
        `${far} as ${distance(type, embedding, vector, other)}`,
      ]),
      block(
        `${selection.id}(func: ${root.func}, orderasc: val(${far})${page})${filtered(root.filter)}`,
        selectedFields(selection, model, names, far, nodes),
      ),
    ],
  };
}

export function similarByEmbedding(
  selection: Selection,
  type: GraphqlType,
  root: Root,
  model: GraphqlModel,
  names: Names,
): Blocks {
  const embedding = textOf(selection.args['by']);
  const stored = predicate(type.byName.get(embedding)!.predicate);
  const [other, far] = [names.next(), names.next()];
  const vector = `$${names.next()}`;
  const admittedRoot = restrictRoot(root, type, 'query', names);
  if (!admittedRoot) return { blocks: [] };
  const condition = both(admittedRoot.filter, admittedRoot.func);
  const nodes = new NodeSet(names, (name) => `${name} as var(func: uid(${far}))`);
  return {
    blocks: [
      block(`var(func: ${similarTo(selection, stored, vector)})${filtered(condition)}${cascadeOf(selection, model)}`, [
        `${other} as ${stored}`,
        `${far} as ${distance(type, embedding, vector, other)}`,
      ]),
      block(
        `${selection.id}(func: uid(${far}), orderasc: val(${far}))`,
        selectedFields(selection, model, names, far, nodes),
      ),
    ],
    variables: [{ name: vector, type: 'float32vector', value: JSON.stringify(selection.args['vector']) }],
  };
}
